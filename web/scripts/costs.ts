// `npm run costs`: the processor time that the page takes of its main thread, which is comparable between two states of the page on a
// busy machine where seconds are not. Like `npm run bars` it needs the program with the page in it, or PGG_PAGE.
import type { CDPSession, Page } from '@playwright/test';
import { fixture, makeGame, placeOf, prompt } from '../e2e/support/game';
import { expect, test } from '../e2e/support/test';

const LOADS = 9;
const PICKS = 20;
/** A page is ready when it has had no long task for this long. */
const QUIET_MS = 1000;
/** Looking at the page is work of its main thread too, so it is done seldom. */
const polling = 250;
const lines: string[] = [];
test.afterAll(() => {
  process.stdout.write(
    ['', '| what | main thread | of it scripts |', '| --- | --- | --- |', ...lines, ''].join('\n') + '\n',
  );
});

interface Work {
  all: number;
  scripts: number;
}
/** Milliseconds of the main thread's processor time since its process began. */
async function workOf(cdp: CDPSession): Promise<Work> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const ms = (name: string) => 1000 * (metrics.find((metric) => metric.name === name)?.value ?? 0);
  return { all: ms('TaskDuration'), scripts: ms('ScriptDuration') };
}
function tell(what: string, works: Work[]) {
  const told = (of: (work: Work) => number) => {
    const sorted = works.map(of).sort((a, b) => a - b);
    return `${sorted[sorted.length >> 1].toFixed(1)} ms (${sorted[0].toFixed(1)} to ${sorted[sorted.length - 1].toFixed(1)})`;
  };
  lines.push(`| ${what}, ${works.length} times | ${told((w) => w.all)} | ${told((w) => w.scripts)} |`);
}

declare global {
  interface Window {
    busy_: number;
  }
}
async function ready(page: Page) {
  const drawn = '.game[data-asks]:has(.terrain):has(g.counters:not([data-coming]))';
  await page.waitForFunction(
    ([wanted, quiet]) => document.querySelector(wanted) && performance.now() - window.busy_ > quiet,
    [drawn, QUIET_MS] as const,
    { polling },
  );
}

test('costs', async ({ browser, server }) => {
  const maker = await browser.newContext({ baseURL: server.url });
  const { id } = await makeGame(maker.request, {
    side: 'german',
    opponent: 'open',
    position: fixture('turn5').position,
    visibility: 'link',
  });
  const { cookies } = await maker.storageState();
  await maker.close();

  const loads: Work[] = [];
  const picks: Work[] = [];
  for (let n = 0; n < LOADS; n++) {
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
    await context.addCookies(cookies);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.addInitScript(() => {
      window.busy_ = 0;
      new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries()) window.busy_ = startTime + duration;
      }).observe({ type: 'longtask', buffered: true });
    });
    await page.goto(`/game/${id}`, { waitUntil: 'commit' });
    await ready(page);
    loads.push(await workOf(cdp));
    if (n === LOADS - 1) picks.push(...(await picked(page, cdp)));
    await context.close();
  }
  tell('loading a game', loads);
  tell('picking a unit, its reach, and putting it down', picks);
});

async function picked(page: Page, cdp: CDPSession): Promise<Work[]> {
  await page.locator('.map-view').focus();
  await page.keyboard.press('0');
  await ready(page);
  const hexes = await page
    .locator('.counters .stack.german')
    .evaluateAll((all) => all.map((stack) => stack.getAttribute('data-hex') ?? ''));
  const works: Work[] = [];
  for (const hex of hexes) {
    const at = await placeOf(page, hex);
    const free = await page.evaluate(
      ([x, y]) => document.elementFromPoint(x, y)?.className === 'catcher',
      [at.x, at.y],
    );
    if (!free) continue;
    const before = await workOf(cdp);
    await page.mouse.click(at.x, at.y, { delay: 60 });
    await page
      .waitForFunction(() => document.querySelector('.map-view .reach'), undefined, { polling, timeout: 5000 })
      .catch(() => null);
    const shown = await page.locator('.map-view .reach').count();
    await expect(prompt(page)).not.toContainText('One moment');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !document.querySelector('.map-view .reach'), undefined, { polling });
    const after = await workOf(cdp);
    if (shown) works.push({ all: after.all - before.all, scripts: after.scripts - before.scripts });
    if (works.length === PICKS) break;
  }
  return works;
}
