// Time: what the opponent does is shown and can be skipped, what was missed is offered, any moment can be gone back to, and
// a game can be taken along as a record, a picture and a text.
import fs from 'node:fs';
import type { Page } from '@playwright/test';
import type { LegalView } from '../src/wire/types';
import { act, expectPly, fixture, makeGame, openGame, placeOf, stackAt, stopTime, type, whole } from './support/game';
import { expect, test } from './support/test';

const { position } = fixture('turn5');

/** End phases until the opponent has to decide, and wait until it is our turn again, nobody looking. */
async function passTheTurn(page: Page, id: string) {
  const before = (await whole(page, id)).view.now.turn;
  while (
    (await whole(page, id)).view.now.decision?.side === 'german' &&
    (await whole(page, id)).view.now.turn === before
  ) {
    await act(page, id, 'done');
  }
}
/** Steps that units can make now, each with where it leads from. */
async function steps(page: Page, id: string) {
  const headers = { 'content-type': 'application/json' };
  const answer = await page.request.post(`/api/games/${id}/ask`, { data: '"legal"', headers });
  const { legal } = ((await answer.json()) as { answer: { legal: LegalView } }).answer;
  const at = new Map(
    Object.entries((await whole(page, id)).view.position.units).flatMap(([hex, texts]) =>
      (texts ?? []).map((unit) => [typeof unit === 'string' ? unit : unit.id, hex] as const),
    ),
  );
  return legal.actions.flatMap((a) =>
    typeof a === 'object' && 'move' in a
      ? [{ unit: a.move.units[0], from: at.get(a.move.units[0]) ?? '', to: a.move.path[0] }]
      : [],
  );
}
/** Three steps of three different units that stand in hexes of their own. */
async function march(page: Page, id: string) {
  const gone: { unit: string; from: string; to: string }[] = [];
  while (gone.length < 3) {
    const next = (await steps(page, id)).find(
      (s) => !gone.some((g) => g.from === s.from || g.to === s.to || g.from === s.to || g.to === s.from),
    );
    if (!next) throw new Error('nobody can move');
    await act(page, id, { move: { units: [next.unit], path: [next.to] } });
    gone.push(next);
  }
  return gone;
}
const has = (page: Page, hex: string, unit: string) => stackAt(page, hex).locator(`[data-unit="${unit}"]`);

test.describe('the opponent', () => {
  test.describe('with motion', () => {
    test.use({ reducedMotion: 'no-preference' });

    test('moves step by step; one can pause, go on and skip', async ({ page }) => {
      await page.clock.install();
      const { id } = await makeGame(page.request, {
        side: 'german',
        opponent: { program: { level: 'cadet' } },
        position,
      });
      await openGame(page, id);
      // What is shown passes by itself: time goes on only as far as the test lets it.
      await stopTime(page);
      await passTheTurn(page, id);
      const bar = page.getByTestId('director-bar');
      const soviet = bar.getByText('Soviet player');
      const moving = async () => {
        await page.clock.runFor(50);
        return (await soviet.isVisible()) && (await page.locator('.motion .mover').count()) > 0;
      };
      await expect.poll(moving, { intervals: [20] }).toBe(true);
      // He has done what he can, and the page has heard of all of it: nothing more comes after the skip.
      await expect.poll(async () => (await whole(page, id)).view.now.decision?.side).toBe('german');
      await expectPly(page, (await whole(page, id)).view.now.ply);
      await page.keyboard.press('Space');
      await expect(bar.getByRole('button', { name: 'Go on' })).toBeVisible();
      await page.keyboard.press('Space');
      await expect(bar.getByRole('button', { name: 'Pause' })).toBeVisible();
      await page.getByTestId('director-skip').click();
      await expect(page.locator('.motion .mover')).toHaveCount(0);
      // What was skipped can be watched after all.
      await expect(bar).toBeHidden();
      await page.keyboard.press('b');
      await expect(bar).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(bar).toBeHidden();
    });
  });

  test('moves while one is away, which is offered when one comes back, once', async ({ page }) => {
    await page.clock.install();
    const { id } = await makeGame(page.request, {
      side: 'german',
      opponent: { program: { level: 'cadet' } },
      position,
    });
    await openGame(page, id);
    await page.goto('/settings');
    await passTheTurn(page, id);
    await expect.poll(async () => (await whole(page, id)).view.now.decision?.side).toBe('german');
    await openGame(page, id);
    await expect(page.getByTestId('catch-up')).toContainText(/moved \d+ units?/);
    await stopTime(page);
    await page.getByTestId('catch-up-watch').click();
    await expect(page.getByTestId('director-bar')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('director-bar')).toBeHidden();
    await page.clock.resume();
    const { ply } = (await whole(page, id)).view.now;
    await expectPly(page, ply);
    await page.reload();
    await expectPly(page, ply);
    await expect(page.getByTestId('catch-up')).toBeHidden();
  });
});

test.describe('the replay', () => {
  test('goes both ways by action, phase and scrubber, and back to the present', async ({ page }) => {
    const { id } = await makeGame(page.request, { side: 'both', position });
    const [first, , third] = await march(page, id);
    await openGame(page, id);
    await expect(has(page, third.to, third.unit)).toBeAttached();
    await page.getByTestId('tab-log').click();
    await page.getByTestId('log-replay').click();
    const bar = page.getByTestId('replay-bar');
    await expect(bar).toContainText('In the past');
    await expect(has(page, first.from, first.unit)).toBeAttached();
    await page.keyboard.press('.');
    await expect(has(page, first.to, first.unit)).toBeAttached();
    await expect(page.getByTestId('replay-where')).toContainText('1 of 3');
    await page.keyboard.press(',');
    await expect(has(page, first.from, first.unit)).toBeAttached();
    await page.keyboard.press(']');
    await expect(page.getByTestId('replay-scrub')).toHaveValue('3');
    await expect(has(page, third.to, third.unit)).toBeAttached();
    await page.keyboard.press('[');
    await expect(page.getByTestId('replay-scrub')).toHaveValue('0');
    await page.getByTestId('replay-scrub').fill('2');
    await expect(has(page, third.from, third.unit)).toBeAttached();
    await expect(has(page, first.to, first.unit)).toBeAttached();
    await page.getByTestId('replay-play').click();
    await expect(page.getByTestId('replay-scrub')).toHaveValue('3');
    await page.getByTestId('replay-close').click();
    await expect(bar).toBeHidden();
    await expect(has(page, third.to, third.unit)).toBeAttached();
  });

  test('moves the map to where it happened, if that is out of sight', async ({ page }) => {
    const { id } = await makeGame(page.request, { side: 'both', position });
    const [first] = await march(page, id);
    await openGame(page, id);
    await page.getByTestId('tab-log').click();
    await page.getByTestId('log-replay').click();
    await expect(page.getByTestId('replay-where')).toContainText('of 3');
    const inSight = () =>
      has(page, first.to, first.unit).evaluate((stack) => {
        const [map, box] = [stack.closest('.map-view'), stack].map((e) => e?.getBoundingClientRect() ?? new DOMRect());
        return box.left > map.left && box.right < map.right && box.top > map.top && box.bottom < map.bottom;
      });
    await type(page, '5914');
    await page.getByTestId('replay-scrub').fill('1');
    await expect.poll(inSight).toBe(true);
    // What is in sight stays where it is.
    const place = await placeOf(page, first.to);
    await page.getByTestId('replay-back').click();
    await expect(has(page, first.from, first.unit)).toBeAttached();
    const then = await placeOf(page, first.to);
    expect(Math.hypot(then.x - place.x, then.y - place.y)).toBeLessThan(2);
    await type(page, '5914');
    await page.getByTestId('replay-on').click();
    await expect.poll(inSight).toBe(true);
  });

  test('opens at the moment and the place of a line of the log', async ({ page }) => {
    const { id } = await makeGame(page.request, { side: 'both', position });
    const [, second, third] = await march(page, id);
    await openGame(page, id);
    await page.getByTestId('tab-log').click();
    await page.locator('[data-testid="log-line"][data-ply="2"]').click();
    await expect(page.getByTestId('replay-where')).toContainText('2 of 3');
    await expect(has(page, second.to, second.unit)).toBeAttached();
    await expect(has(page, third.from, third.unit)).toBeAttached();
    await expect(page.locator('.looked-at')).toBeAttached();
  });
});

test('the log takes back everything from a line on', async ({ page }) => {
  const { id } = await makeGame(page.request, { side: 'both', position });
  const [first, second, third] = await march(page, id);
  await openGame(page, id);
  await expectPly(page, 3);
  await page.getByTestId('tab-log').click();
  const line = page.locator('li', { has: page.locator('[data-testid="log-line"][data-ply="2"]') });
  await line.getByTestId('log-undo').click();
  await expectPly(page, 1);
  await expect(has(page, first.to, first.unit)).toBeAttached();
  await expect(has(page, second.from, second.unit)).toBeAttached();
  await expect(has(page, third.from, third.unit)).toBeAttached();
  await expect(page.getByTestId('log-line')).toHaveCount(1);
});

test.describe('taken along', () => {
  test.beforeEach(async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { id } = await makeGame(page.request, { side: 'both', position });
    await march(page, id);
    await openGame(page, id);
    await page.getByRole('button', { name: /menu/i }).click();
    await page.getByText('Export record or picture').click();
    await expect(page.getByTestId('export')).toBeVisible();
  });
  const saved = async (page: Page, what: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId(`export-${what}`).click()]);
    return fs.readFileSync(await download.path());
  };

  test('the record has every action', async ({ page }) => {
    const lines = (await saved(page, 'record')).toString().trim().split('\n');
    const [head, ...actions] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(head).toMatchObject({ format: 'pgg-record 1' });
    expect(actions.filter((a) => 'action' in a)).toHaveLength(3);
  });

  test('the SVG stands alone and has the ground and every stack in it', async ({ page }) => {
    await page.getByRole('button', { name: 'The whole map', exact: true }).click();
    const svg = (await saved(page, 'svg')).toString();
    expect(svg).not.toMatch(/class="|var\(--|href="\/|style="/);
    const seen = await page.evaluate((text) => {
      const doc = new DOMParser().parseFromString(text, 'image/svg+xml');
      return {
        faults: doc.querySelectorAll('parsererror').length,
        paths: doc.querySelectorAll('path').length,
        pictures: doc.querySelectorAll('image[href^="data:"]').length,
      };
    }, svg);
    expect(seen.faults).toBe(0);
    expect(seen.pictures).toBeGreaterThan(1);
    expect(seen.paths).toBeGreaterThan(Object.keys(position.units).length * 3);
  });

  test('the PNG is the size of the screen doubled, and not blank', async ({ page }) => {
    const png = await saved(page, 'png');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    expect(Math.min(width, height)).toBeGreaterThan(800);
    const colours = await page.evaluate(async (data) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [64, 64];
      const context = canvas.getContext('2d')!;
      context.drawImage(image, 0, 0, 64, 64);
      const pixels = context.getImageData(0, 0, 64, 64).data;
      return new Set(Array.from({ length: 4096 }, (_, i) => pixels.slice(4 * i, 4 * i + 3).join())).size;
    }, png.toString('base64'));
    expect(colours).toBeGreaterThan(200);
  });

  test('the position is a text from which a game can start', async ({ page }) => {
    await page.getByTestId('export-position').click();
    await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    const data = { side: 'both', position: JSON.parse(text) as unknown };
    expect((await page.request.post('/api/games', { data })).ok()).toBe(true);
  });
});

test('the luck of the dice is told for both sides', async ({ page }) => {
  const { id } = await makeGame(page.request, { side: 'both', position });
  await openGame(page, id);
  await page.getByRole('button', { name: /menu/i }).click();
  await page.getByText('Luck of both sides').click();
  await expect(page.getByTestId('luck')).toContainText('No die has been thrown yet.');
  await expect(page.getByTestId('luck').getByRole('heading', { level: 3 })).toHaveText(['German', 'Soviet']);
});
