// Enter does what the button shows that bears its sign, and a game that is over says who won and how.
import type { Page } from '@playwright/test';
import type { Position } from '../src/wire/types';
import { expectPly, makeGame, openGame, ply, prompt } from './support/game';
import { expect, test } from './support/test';

async function play(page: Page, position: object) {
  const { id } = await makeGame(page.request, { side: 'both', position: position as Partial<Position> });
  await openGame(page, id);
  await expect(page.locator('.game')).toHaveAttribute('data-asks', /./);
}
const ATTACK = {
  turn: 5,
  phase: 'german_combat',
  units: { '2012': ['pz7'], '2011': ['r1 7-7'], '2210': ['konev'], '1115': ['inf6'] },
};

test('an attack opened from the list by a click is made with Enter', async ({ page }) => {
  await play(page, ATTACK);
  const row = page.getByTestId('targets').locator('[data-target="2011"]');
  const sheet = page.getByTestId('odds-sheet');
  await row.click();
  await expect(sheet.getByTestId('odds-confirm')).toContainText('↵');
  await expect(sheet.getByTestId('odds-column')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect.poll(() => ply(page)).toBeGreaterThan(0);
});

test('an attack opened from the list by Enter is made by another', async ({ page }) => {
  await play(page, ATTACK);
  const row = page.getByTestId('targets').locator('[data-target="2011"]');
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('odds-column')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect.poll(() => ply(page)).toBeGreaterThan(0);
});

test('an attacker who may retreat is offered that first', async ({ page }) => {
  await play(page, {
    turn: 5,
    phase: 'german_combat',
    units: {
      '2012': ['pz7-25 attacked', 'pz7-6 attacked', 'pz7-7 attacked'],
      '2011': ['r1 7-7 defended'],
      '2210': ['konev'],
      '1115': ['inf6'],
    },
    combat: {
      ...{ advanced: [], attacker: 'german', attackers: ['pz7-25', 'pz7-6', 'pz7-7'], defenders: ['r1'] },
      ...{ origins: ['2012'], overrun: false, paths: [null, null, null, null, null, null], targets: ['2011'] },
      ...{ result: 'A1', stage: { choose: { n: 1, side: 'german' } } },
    },
  });
  await expect(page.getByTestId('retreat-ends').getByRole('listitem').first()).toBeVisible();
  await expect(page.getByTestId('answer')).toContainText('Fall back one hex');
  await page.keyboard.press('Enter');
  await expectPly(page, 1);
  await expect(page.locator('.game')).toHaveAttribute('data-asks', 'route');
});

test('a game that was resigned says who won and how, and no level that it did not reach', async ({ page }) => {
  await play(page, ATTACK);
  await page.getByTestId('menu').click();
  await page.getByTestId('menu-resign-soviet').click();
  await page.getByTestId('menu-resign-soviet').click();
  const over = page.getByTestId('game-over');
  await expect(over).toContainText('The German side wins');
  await expect(over).toContainText('The Soviet player resigned in turn 5.');
  const level = /decisive|strategic|marginal/i;
  await expect(over).not.toContainText(level);
  await over.getByTestId('over-close').click();
  await expect(prompt(page)).toContainText('The Soviet player resigned in turn 5.');
  await expect(page.getByTestId('top-bar')).not.toContainText(level);
  await expect(page.getByTestId('top-bar')).not.toContainText('next:');
  await page.getByTestId('tab-points').click();
  await expect(page.getByTestId('points-total')).not.toContainText(level);
  await page.getByTestId('tab-log').click();
  await expect(page.getByTestId('log-end')).toContainText('The German side wins');
});

test('divisions of the Front are told apart from those who wait, with their price', async ({ page }) => {
  await play(page, {
    turn: 5,
    phase: 'soviet_movement',
    units: { '3016': ['r1'], '3018': ['konev'], '2011': ['pz7'] },
    owed: { X: { rifle: 6, armoured: 1 } },
    waiting: ['rokossovsky'],
  });
  await expect(prompt(page)).toContainText('Bring in the 8 units');
  await expect(prompt(page)).toContainText('up to 5 Front divisions, for 5 German points');
  await expect(page.getByTestId('tray')).not.toContainText('South-Western Front');
  await expect(page.getByTestId('tray-optional')).toContainText('South-Western Front');
  await expect(page.getByTestId('tray-optional')).toContainText('the German gets 1 VP for the next, 5 for all');
  // The phase may end without them, and nobody asks about them.
  await page.keyboard.press('e');
  await expect(page.getByTestId('end-question')).toContainText('8 units could still enter');
});
