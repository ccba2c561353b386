// What the page tells before a choice: where a retreat could lead, what the dearest of a stack pays, who waits and why not.
import type { Page } from '@playwright/test';
import type { Position } from '../src/wire/types';
import { clickHex, hoverHex, makeGame, openGame } from './support/game';
import { expect, test } from './support/test';

async function play(page: Page, position: object) {
  const { id } = await makeGame(page.request, { side: 'both', position: position as Partial<Position> });
  await openGame(page, id);
}

test('loss or retreat: the hexes a retreat could end in are told and drawn', async ({ page }) => {
  await play(page, {
    turn: 5,
    phase: 'german_combat',
    units: {
      ...{ '2012': ['pz7-25 attacked', 'pz7-6 attacked', 'pz7-7 attacked'], '1912': ['mot14-53 lost 1 attacked'] },
      ...{ '2011': ['r1 7-7#1 defended'], '2210': ['konev', 'r2'], '1115': ['inf6'] },
    },
    combat: {
      ...{ advanced: [], attacker: 'german', attackers: ['pz7-25', 'pz7-6', 'pz7-7', 'mot14-53'], defenders: ['r1'] },
      ...{ origins: ['2012', '1912'], overrun: false, paths: [null, null, null, null, null, null], targets: ['2011'] },
      ...{ result: 'D1', stage: { choose: { n: 1, side: 'soviet' } } },
    },
  });
  const ends = page.getByTestId('retreat-ends').getByRole('listitem');
  await expect(ends).toHaveText(['2010', '2111']);
  await expect(page.locator('.map-view .ends')).toHaveAttribute('data-ends', '2010 2111');
  await expect(page.locator('.map-view .ends .opt')).toHaveCount(2);
  // They are what the opponent can then choose from.
  await page.keyboard.press('r');
  await page.keyboard.press('Enter');
  const route = page.getByTestId('ask-route').getByRole('radio');
  await expect(route).toHaveCount(2);
  await expect(route.nth(0)).toContainText('2010');
  await expect(route.nth(1)).toContainText('2111');
});

test('a stack of different units is told what the dearest pays and the least has left', async ({ page }) => {
  // Forest: one point for infantry, two for a regiment on wheels.
  await play(page, {
    turn: 7,
    phase: 'german_movement',
    units: { '0518': ['inf6', 'pz7-25'], '3010': ['konev'] },
  });
  await clickHex(page, '0518');
  await hoverHex(page, '0417');
  const hand = page.getByTestId('hand');
  await expect(hand).toContainText('Route to 0417');
  await expect(hand.locator('.legs b').first()).toHaveText('2');
  // Seven points less one for the infantry, ten less two for the regiment: six are left to the stack.
  await expect(hand.locator('.stats b').last()).toHaveText('6');
});

test('who waits and cannot enter now is listed, with the reason and its case', async ({ page }) => {
  await play(page, {
    turn: 2,
    phase: 'mechanized_movement',
    units: { '0120': ['pz7'], '3010': ['konev'] },
    waiting: ['inf6', 'inf26'],
  });
  const held = page.getByTestId('held-inf6');
  await expect(held).toContainText('6th Infantry Division');
  await expect(held.getByRole('link')).toBeVisible();
  await expect(page.getByTestId('tray')).toHaveCount(0);
});
