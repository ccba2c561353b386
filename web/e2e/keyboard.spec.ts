// A whole turn by keyboard alone: nothing here touches the pointer. Arrow keys and Enter on the map, keys of commands, typed
// lines; and what a screen reader is told.
import type { Page } from '@playwright/test';
import type { Position } from '../src/wire/types';
import { endPhase, expectPly, makeGame, openGame, ply, prompt, stackAt, type } from './support/game';
import { expect, test } from './support/test';

const POSITION = {
  turn: 5,
  phase: 'soviet_movement',
  units: { '2115': ['konev', 'r1 4-5', 'r2 5-5'], '3016': ['r3'], '1915': ['pz7'], '1115': ['inf6'] },
};
const asks = (page: Page, question: RegExp) => expect(page.locator('.game')).toHaveAttribute('data-asks', question);
/** Answer whatever a combat asks as it is offered, until the phase's own question is there again. */
async function settle(page: Page, question: RegExp) {
  for (;;) {
    await asks(page, /./);
    const asked = (await page.locator('.game').getAttribute('data-asks')) ?? '';
    if (question.test(asked)) return;
    const before = await ply(page);
    await expect(page.getByTestId('answer')).toBeVisible();
    await page.keyboard.press('Enter');
    // Each answer is an action, and the next question comes after it.
    await expect(page.locator(`.game[data-asks]:not([data-ply="${before}"])`)).toBeVisible();
  }
}
const says = (page: Page) => page.getByTestId('map-says');

test('a turn of both sides without a pointer', async ({ page }) => {
  const { id } = await makeGame(page.request, { side: 'both', position: POSITION as Partial<Position> });
  await openGame(page, id);
  await asks(page, /move/);

  // Soviet movement: the next unit, arrows to a hex, Enter; the others typed.
  await page.locator('.map-view').focus();
  await page.keyboard.press('n');
  await expect(page.getByTestId('hand')).toContainText('2115');
  await page.keyboard.press('n');
  await expect(page.getByTestId('hand')).toContainText('3016');
  await expect(page.locator('.map-view .reach')).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(says(page)).toContainText('Can be reached');
  const to = (await page.locator('.map-view').getAttribute('data-cursor')) ?? '';
  await page.keyboard.press('Enter');
  await expectPly(page, 1);
  await expect(stackAt(page, to)).toBeAttached();
  expect(await type(page, '2115 > 2014')).toContain('Can be reached');
  await expectPly(page, 2);
  await expect(stackAt(page, '2014')).toBeAttached();
  // Nobody has to come in, and the divisions of the Front are a choice [14.21]: the phase ends without a question.
  await page.keyboard.press('e');
  await asks(page, /attack/);

  // Soviet combat: typed with its odds, then whatever it asks is answered as offered.
  expect(await type(page, 'attack 1915 from 2014')).toMatch(/column/);
  await expect(page.getByTestId('odds-sheet')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('odds-sheet')).toBeHidden();
  await expect(page.locator('.game:not([data-ply="2"])')).toBeVisible();
  await settle(page, /attack|place_soviet_marker/);
  if ((await page.locator('.game').getAttribute('data-asks')) === 'attack') await endPhase(page);
  await asks(page, /place_soviet_marker/);
  expect(await type(page, 'place 1217')).toContain('Done');
  // With the marker on the map the phase may be over by itself.
  await expect(page.locator('.game[data-asks]').or(page.getByTestId('handover-ready')).first()).toBeVisible();
  if ((await page.locator('.game').getAttribute('data-phase')) === 'soviet_interdiction') await endPhase(page);

  // German player-turn: the place is handed over by Enter on the button that has the focus.
  await expect(page.getByTestId('handover-ready')).toBeFocused();
  await page.keyboard.press('Enter');
  await asks(page, /move/);
  expect(await type(page, '1115 > 1215')).toContain('Can be reached');
  await page.keyboard.press('u');
  await expect(stackAt(page, '1115')).toBeAttached();
  await page.keyboard.press('y');
  await expect(stackAt(page, '1215')).toBeAttached();
  expect(await type(page, 'end')).toContain('ends');
  await asks(page, /attack/);
  expect(await type(page, 'end')).toBeTruthy();
  await expect(page.locator('.game')).toHaveAttribute('data-phase', 'mechanized_movement');
  await settle(page, /move/);
  await expect(prompt(page)).not.toBeEmpty();
  await endPhase(page);
  await asks(page, /place_air_markers/);
  expect(await type(page, 'place 2216')).toContain('Done');
  expect(await type(page, 'end')).toContain('ends');
  await expect(page.getByTestId('handover-ready')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('.game')).toHaveAttribute('data-phase', 'soviet_movement');
  await expect(page.getByTestId('top-bar')).toContainText('Turn 6');
});

test('typed lines: help, history, what is not understood', async ({ page }) => {
  const { id } = await makeGame(page.request, { side: 'both', position: POSITION as Partial<Position> });
  await openGame(page, id);
  await asks(page, /move/);
  expect(await type(page, 'help')).toContain('2216 > 2015');
  expect(await type(page, 'dance')).toContain('not understood');
  expect(await type(page, '9999 > 2015')).toContain('There is no hex');
  expect(await type(page, '1230 > 2015')).toContain('None of your units');
  expect(await type(page, 'show 2115')).toContain('Konev');
  expect(await type(page, 'undo')).toContain('Nothing to undo');
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByTestId('command-line').getByRole('textbox')).toHaveValue('undo');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByTestId('command-line').getByRole('textbox')).toHaveValue('show 2115');
  await page.keyboard.press('Escape');
  // Help and menu by key, closed by Escape.
  await page.keyboard.press('?');
  await expect(page.getByTestId('sheet-help')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('q');
  await expect(page.getByTestId('sheet-menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('sheet-menu')).toBeHidden();
});
