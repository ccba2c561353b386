// On a phone, by touch: a move and an attack, the sheet at the bottom, the bar under the thumb.
import type { Page } from '@playwright/test';
import type { Hex } from '../src/lib/hex';
import type { Position } from '../src/wire/types';
import { expectPly, makeGame, openGame, placeOf, prompt, stackAt } from './support/game';
import { expect, test } from './support/test';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

async function play(page: Page, position: object) {
  const { id } = await makeGame(page.request, { side: 'both', position: position as Partial<Position> });
  await openGame(page, id);
  await expect(page.locator('.game')).toHaveAttribute('data-asks', /./);
}
async function tap(page: Page, hex: Hex) {
  const { x, y } = await placeOf(page, hex);
  await page.touchscreen.tap(x, y);
}

test('a move by touch', async ({ page }) => {
  await play(page, {
    turn: 5,
    phase: 'german_movement',
    units: { '1915': ['pz7'], '2212': ['konev', 'r1 2-5'] },
  });
  await expect(page.getByTestId('thumb-bar')).toBeVisible();
  await expect(page.locator('html')).toHaveJSProperty('scrollWidth', 390);
  await tap(page, '1915');
  await expect(prompt(page)).toContainText('tap where it should go');
  const sheet = page.getByTestId('phone-sheet');
  await expect(sheet).toHaveAttribute('data-at', '30');
  await expect(sheet).toContainText('7th Panzer Division');
  // A tap aims, the button goes.
  await tap(page, '1914');
  await expect(sheet.getByTestId('command-move')).toContainText('Move to 1914');
  await expectPly(page, 0);
  await sheet.getByTestId('command-move').tap();
  await expectPly(page, 1);
  await expect(stackAt(page, '1914')).toBeAttached();
  await page.getByTestId('thumb-bar').getByTestId('command-undo').tap();
  await expectPly(page, 0);
  // A second tap on the same hex goes too.
  await tap(page, '1915');
  await expect(sheet).toHaveAttribute('data-at', '30');
  await tap(page, '1914');
  await expect(sheet.getByTestId('command-move')).toBeVisible();
  await tap(page, '1914');
  await expectPly(page, 1);
  // The panel, larger.
  await page.getByTestId('thumb-forces').tap();
  await expect(sheet).toHaveAttribute('data-at', '60');
  await expect(sheet.getByTestId('tab-forces')).toHaveAttribute('aria-selected', 'true');
  await page.getByTestId('phone-grab').tap();
  await expect(sheet).toHaveAttribute('data-at', '100');
});

test('an attack by touch', async ({ page }) => {
  await play(page, {
    turn: 5,
    phase: 'german_combat',
    units: { '1915': ['pz7'], '2015': ['r1 2-5'], '2212': ['konev'], '1115': ['inf6'] },
  });
  // Which attacks there are is in sight, and one is chosen there or on the map.
  await page.getByTestId('phone-sheet').locator('[data-target="2015"]').tap();
  await expect(page.getByTestId('odds-sheet')).toBeVisible();
  await page.getByTestId('odds-sheet').getByRole('button', { name: 'Cancel' }).tap();
  await expect(page.getByTestId('phone-sheet')).toHaveAttribute('data-at', '30');
  await tap(page, '2015');
  const sheet = page.getByTestId('odds-sheet');
  await expect(sheet).toContainText('Attack on 2015');
  await expect.poll(async () => (await sheet.boundingBox())?.width).toBeGreaterThan(380);
  await expect(page.getByTestId('phone-sheet')).toBeHidden();
  await sheet.getByTestId('odds-confirm').tap();
  await expect.poll(async () => Number(await page.locator('.game').getAttribute('data-ply'))).toBeGreaterThan(0);
});
