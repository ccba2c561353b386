// The page without a server: a folder on any host, and then no network at all. Games are this browser's: they outlive reloads and
// crashes, two tabs, a browser that keeps nothing and a new version of the page.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { sound } from './support/axe';
import { clickHex, drawn, endPhase, expectPly, expectRefused, ply, prompt, stackAt } from './support/game';
import { PROGRAM } from './support/server';
import { test, type Site } from './support/site';
import { expect } from './support/test';

/** The 7th Panzer on open ground, a Soviet division in its reach. */
const MEETING = { turn: 5, phase: 'german_movement', units: { '1714': ['pz7'], '2112': ['r1 2-5'] } };

test.beforeEach(async ({ context }) => {
  // What moves is not what is looked at here.
  await context.addInitScript(() => {
    if (location.protocol === 'http:') localStorage.setItem('pgg-settings', '{"speed": "instant"}');
  });
});

/** Come once, until the browser has all of the page; from then on there is no network. */
async function comeAndCut(page: Page, site: Site) {
  await page.goto(site.url);
  await expect(page.getByTestId('site-ready')).toBeVisible();
  await site.cut();
  await page.context().setOffline(true);
}

/** A game of both sides from a position, as the page makes one. */
async function fromPosition(page: Page, site: Site, position: object, against = 'here') {
  await page.goto(`${site.url}?/lobby`);
  await page.getByTestId('new-start').getByRole('radio').last().click();
  await page.getByTestId('start-text').fill(JSON.stringify(position));
  await page.getByTestId('new-against').selectOption(against);
  if (against !== 'here') await page.getByTestId('new-side').getByRole('radio', { name: 'German' }).click();
  await page.getByTestId('new-make').click();
  await drawn(page);
}
async function moveTo(page: Page, hex: string) {
  const before = await ply(page);
  await clickHex(page, '1714');
  await expect(page.locator('.map-view .reach')).toBeAttached();
  await clickHex(page, hex, [], 'right');
  await expect(stackAt(page, hex)).toBeAttached();
  expect(await ply(page)).toBeGreaterThan(before);
}

/** The next question that is ours, by its name; `over` when the game is. */
async function asked(page: Page): Promise<string> {
  // The machine thinks as long as it needs.
  const handle = await page.waitForFunction(
    () =>
      document.querySelector('[data-testid="game-over"]')
        ? 'over'
        : document.querySelector<HTMLElement>('.game')?.dataset.asks,
    undefined,
    { timeout: 0 },
  );
  return (await handle.jsonValue()) as string;
}
/** End every phase and give every answer that is offered, until the game is over or a turn has come. */
async function playOn(page: Page, until = 13) {
  for (;;) {
    const what = await asked(page);
    if (what === 'over' || Number(/\d+/.exec(await page.locator('header .turn b').innerText())?.[0]) >= until) return;
    if (['move', 'attack', 'place_air_markers'].includes(what)) await endPhase(page);
    else {
      const before = await ply(page);
      await page.keyboard.press('Enter');
      await expect(page.locator(`.game:not([data-ply="${before}"])`)).toBeVisible();
    }
  }
}
async function saveRecord(page: Page, file: string) {
  await page.getByTestId('menu').click();
  await page.getByTestId('menu-export').click();
  const download = page.waitForEvent('download');
  await page.getByTestId('export-record').click();
  await (await download).saveAs(file);
  await page.keyboard.press('Escape');
}

test('without a network a game against the machine is played to its end, and its record is sound', async ({
  page,
  site,
}, info) => {
  await comeAndCut(page, site);
  await page.getByTestId('hero-level').getByRole('radio', { name: 'Recruit' }).click();
  await page.getByTestId('hero-scenario').getByRole('radio').last().click();
  await page.getByTestId('play-now').click();
  await drawn(page);
  await page.getByTestId('briefing-go').click();
  await playOn(page, 10);
  // The game is where it was after the page is loaded anew.
  const before = await ply(page);
  await page.reload();
  await drawn(page);
  await expectPly(page, before);
  await playOn(page);
  await expect(page.getByTestId('game-over')).toContainText(/side wins|draw/i);
  await page.getByTestId('over-close').click();
  const file = info.outputPath('game.jsonl');
  await saveRecord(page, file);
  expect(execFileSync(PROGRAM, ['check', file], { encoding: 'utf8' })).toMatch(/: ok, \d+ actions, .*dice and draws/);
  // It stands among the finished ones.
  await page.goto(site.url);
  await expect(page.getByTestId('finished').locator('li')).toHaveCount(1);
});

test('it can be installed, from whatever path', async ({ page, site }) => {
  await page.goto(site.url);
  await expect(page.getByTestId('site-ready')).toBeVisible();
  const cdp = await page.context().newCDPSession(page);
  const { url, errors, data } = await cdp.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { start_url, scope, icons } = JSON.parse(data ?? '') as Record<string, string> & { icons: { src: string }[] };
  expect([start_url, scope].map((at) => new URL(at, url).href)).toEqual([site.url, site.url]);
  expect((await page.request.get(new URL(icons[0].src, url).href)).ok()).toBe(true);
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);
});

test('lesson, rules, games to read and both languages need no network either', async ({ page, site }) => {
  await comeAndCut(page, site);
  await page.getByTestId('door-learn').click();
  await drawn(page);
  await expect(page.getByTestId('coach-text').or(prompt(page)).first()).toBeVisible();
  await page.goto(`${site.url}?/rules/9.72`);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await page.getByTestId('language').click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await page.goto(`${site.url}?/watch`);
  await expect(page.getByTestId('games')).toContainText('Rings');
  await page.getByTestId('read-4-rings').click();
  await drawn(page);
  await expectPly(page, 1334);
});

test('a record is saved, the game removed, and brought in again as it was', async ({ page, site }, info) => {
  await fromPosition(page, site, MEETING);
  await moveTo(page, '1814');
  const [before, file] = [await ply(page), info.outputPath('game.jsonl')];
  await saveRecord(page, file);
  await page.goto(site.url);
  await page.getByTestId('remove').click();
  await page.getByTestId('remove').click();
  await expect(page.getByTestId('continue').locator('li')).toHaveCount(0);
  await page.goto(`${site.url}?/lobby`);
  await page.getByTestId('import').setInputFiles(file);
  await drawn(page);
  await expectPly(page, before);
  await expect(stackAt(page, '1814')).toBeAttached();
});

test('a page that dies while the machine moves leaves the game whole', async ({ page, context, site }) => {
  await fromPosition(page, site, MEETING, 'recruit');
  await moveTo(page, '1814');
  const [address, before] = [page.url(), await ply(page)];
  // As when the browser ends it: nothing is asked of it any more.
  const cdp = await context.newCDPSession(page);
  await page.keyboard.press('e');
  const gone = page.waitForEvent('crash');
  cdp.send('Page.crash').catch(() => {});
  await gone;
  const other = await context.newPage();
  await other.goto(address);
  await drawn(other);
  expect(await ply(other)).toBeGreaterThanOrEqual(before);
  await playOn(other, 6);
  await expect(other.locator('header .turn b')).toContainText('6');
});

test('two tabs of a game show the same, and neither spoils it', async ({ page, context, site }) => {
  await fromPosition(page, site, MEETING);
  const other = await context.newPage();
  await other.goto(page.url());
  await drawn(other);
  await moveTo(page, '1814');
  await expect(stackAt(other, '1814')).toBeAttached();
  await expectPly(other, await ply(page));
});

test('a tab that has not heard of the other one cannot spoil the game', async ({ page, context, site }) => {
  await fromPosition(page, site, MEETING);
  const deaf = await context.newPage();
  await deaf.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'));
  await deaf.goto(page.url());
  await drawn(deaf);
  await moveTo(page, '1814');
  // Here the division stands where it was, and is sent elsewhere: that is refused, and what has happened is shown.
  await clickHex(deaf, '1714');
  await expect(deaf.locator('.map-view .reach')).toBeAttached();
  await clickHex(deaf, '1614', [], 'right');
  await expect(stackAt(deaf, '1814')).toBeAttached();
  await expectRefused(deaf, 'The game has gone on');
  await expectPly(deaf, await ply(page));
  await endPhase(deaf);
  const last = await ply(deaf);
  await page.reload();
  await drawn(page);
  await expectPly(page, last);
});

test('the machine thinks in one of two tabs, and goes on in the other when that is closed', async ({
  page,
  context,
  site,
}) => {
  await fromPosition(page, site, MEETING, 'recruit');
  const other = await context.newPage();
  await other.goto(page.url());
  await drawn(other);
  await page.bringToFront();
  await playOn(page, 6);
  await expectPly(other, await ply(page));
  await page.close();
  await playOn(other, 7);
  await other.reload();
  await drawn(other);
  await expect(other.locator('header .turn b')).toContainText('7');
});

test('a browser that keeps nothing says so, and the record saves the game', async ({ page, site }, info) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('refused', 'SecurityError');
    };
  });
  await fromPosition(page, site, MEETING);
  await expect(page.getByTestId('not-kept')).toContainText('The browser keeps nothing');
  await moveTo(page, '1814');
  const file = info.outputPath('game.jsonl');
  const download = page.waitForEvent('download');
  await page.getByTestId('not-kept-save').click();
  await (await download).saveAs(file);
  expect(fs.readFileSync(file, 'utf8')).toContain('"1814"');
});

test('a browser that is full says so; the game goes on, and is kept as soon as there is room', async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = function (...args) {
      if (document.documentElement.dataset.full) throw new DOMException('full', 'QuotaExceededError');
      return add.apply(this, args);
    };
  });
  await fromPosition(page, site, MEETING);
  await page.evaluate(() => (document.documentElement.dataset.full = 'yes'));
  await moveTo(page, '1814');
  await expect(page.getByTestId('not-kept')).toContainText('takes no more');
  await page.evaluate(() => delete document.documentElement.dataset.full);
  await endPhase(page);
  await expect(page.getByTestId('not-kept')).toBeHidden();
  const before = await ply(page);
  await page.reload();
  await drawn(page);
  await expectPly(page, before);
  await expect(stackAt(page, '1814')).toBeAttached();
});

test('a new version takes over when the player says so, and the game goes on', async ({ page, site }) => {
  await page.goto(site.url);
  await expect(page.getByTestId('site-ready')).toBeVisible();
  await fromPosition(page, site, MEETING);
  await moveTo(page, '1814');
  const before = await ply(page);
  const worker = path.join(site.folder, 'sw.js');
  fs.writeFileSync(worker, fs.readFileSync(worker, 'utf8').replace(/"version":"\w+"/, '"version":"next"'));
  await page.reload();
  await drawn(page);
  const renewed = page.waitForEvent('framenavigated');
  await page.getByTestId('renew').click();
  await renewed;
  await drawn(page);
  await expectPly(page, before);
  await expect(page.getByTestId('renewal')).toBeHidden();
  const caches = await page.evaluate(() => window.caches.keys());
  expect(caches.map((name) => name.split(' ').at(-1))).toEqual(['next']);
});

test('where WebAssembly cannot be had the page says so, and the rules can be read', async ({ page, site }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'WebAssembly'));
  await page.goto(site.url);
  await expect(page.getByRole('alert')).toContainText('it has no WebAssembly');
  await page.getByTestId('play-now').click();
  await expect(page.getByRole('alert').last()).toContainText('it has no WebAssembly');
  await page.goto(`${site.url}?/rules/9.72`);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
});

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`on a phone, ${colorScheme}`, () => {
    test.use({ colorScheme, viewport: { width: 390, height: 844 } });

    test('every view of its own is sound, and fits', async ({ page, site }) => {
      const dark = colorScheme === 'dark';
      for (const address of ['', '?/lobby', '?/watch', '?/settings']) {
        await page.goto(site.url + address);
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
        await expect(page.getByText('One moment…')).toHaveCount(0);
        if (address === '?/watch') await page.locator('summary').first().click();
        await sound(page, address, dark);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      }
      await page.goto(site.url);
      await page.getByTestId('door-here').click();
      await drawn(page);
      await page.goto(site.url);
      await page.getByTestId('remove').click();
      await sound(page, 'a game to be removed', dark);
    });
  });
