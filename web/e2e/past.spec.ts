// What is shown is of one moment: overlays and log follow the past, a moment that is awaited says so, and after the opponent's
// moves the map is where the player was looking.
import type { Page } from '@playwright/test';
import { atRest, endPhase, expectPly, fixture, makeGame, openGame, stopTime, type } from './support/game';
import { expect, test } from './support/test';

const front = {
  turn: 7,
  phase: 'german_movement' as const,
  units: { '1222': ['pz7'], '1624': ['konev', 'r1 3-4'], '0120': ['inf6'] },
};
const zones = (page: Page) => page.locator('.map-view .ov-zgl').first().getAttribute('d');
/** Where the sheet lies on the screen, and how large it is. */
const sheet = (page: Page) =>
  page.locator('.map-view .sheet').evaluate((element) => {
    const { x, y, width } = element.getBoundingClientRect();
    return [x, y, width].map(Math.round).join(' ');
  });

test('zones and log are those of the moment on the map', async ({ page }) => {
  const { id } = await makeGame(page.request, { side: 'both', position: front });
  await openGame(page, id);
  await page.keyboard.press('z');
  await expect(page.locator('.map-view .ov-zgl').first()).toHaveAttribute('d', /^M/);
  const before = await zones(page);
  expect(await type(page, '1222 > 1221')).not.toBe('');
  await expectPly(page, 1);
  expect(await type(page, '0120 > 0219')).not.toBe('');
  await expectPly(page, 2);
  await expect.poll(() => zones(page)).not.toBe(before);
  const after = await zones(page);

  await page.getByTestId('tab-log').click();
  await page.getByTestId('log-replay').click();
  await expect.poll(() => zones(page)).toBe(before);
  const now = page.locator('[aria-current="step"]');
  await expect(now).toHaveCount(0);
  await page.keyboard.press('.');
  await expect(now.getByTestId('log-line')).toHaveAttribute('data-ply', '1');
  await page.keyboard.press('.');
  await expect(now.getByTestId('log-line')).toHaveAttribute('data-ply', '2');
  await expect.poll(() => zones(page)).toBe(after);
  await page.keyboard.press(',');
  await page.keyboard.press(',');
  await expect.poll(() => zones(page)).toBe(before);
  // The keys of the overlays work beside the slider too.
  await page.getByTestId('replay-scrub').focus();
  await page.keyboard.press('s');
  await expect(page.getByTestId('legend')).toContainText('Supply');
  await page.getByTestId('log-present').click();
  await expect.poll(() => zones(page)).toBe(after);
});

test('a moment that has not come yet is awaited in sight', async ({ page }) => {
  const { id } = await makeGame(page.request, { side: 'both', position: front });
  await openGame(page, id);
  await type(page, '1222 > 1221');
  await expectPly(page, 1);
  await page.reload();
  await expectPly(page, 1);
  let come = () => {};
  const held = new Promise<void>((resolve) => (come = resolve));
  await page.route('**/positions?**', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByTestId('tab-log').click();
  await page.getByTestId('log-replay').click();
  const where = page.getByTestId('replay-where');
  await expect(where).toHaveText('Fetching the game …');
  await expect(where).toHaveAttribute('aria-busy', 'true');
  come();
  await expect(where).toContainText('Turn 7');
});

test.describe('with motion', () => {
  test.use({ reducedMotion: 'no-preference' });

  test('after the opponent has moved, the map is where the player was looking', async ({ page }) => {
    await page.clock.install();
    const { position } = fixture('turn5');
    const opponent = { program: { level: 'cadet' } };
    const { id } = await makeGame(page.request, { side: 'german', opponent, position });
    await openGame(page, id);
    // A corner where nothing happens.
    await type(page, '0101');
    await atRest(page);
    const looking = await sheet(page);
    const bar = page.getByTestId('director-bar');
    const asksOrShows = page.locator('.game[data-asks], [data-testid="director-bar"]').first();
    // What is shown passes by itself: time goes on only as far as the test lets it.
    await stopTime(page);
    const aWhile = async () => {
      await page.clock.runFor(100);
      return asksOrShows.isVisible();
    };
    while (!(await bar.isVisible())) {
      await endPhase(page);
      await expect.poll(aWhile, { intervals: [20] }).toBe(true);
    }
    await expect.poll(async () => (await aWhile()) && sheet(page)).not.toBe(looking);
    await expect(bar).toBeVisible();
    await page.clock.resume();
    // What he attacks with is answered on the spot, as the page offers; the rest is skipped.
    for (;;) {
      await expect(asksOrShows).toBeVisible();
      if ((await page.locator('.game').getAttribute('data-asks')) === 'move') break;
      await page.keyboard.press((await bar.isVisible()) ? 'Escape' : 'Enter');
    }
    await expect.poll(() => sheet(page)).toBe(looking);
  });
});
