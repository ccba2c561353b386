// `npm run bars`: measures what the page has to hold, with a real server on the same machine, and prints it as a table. The
// program must have the page in it (`cargo build -p pgg` after `npm run build`), or PGG_PAGE names the built folder.
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, CDPSession, Page, Request, WebSocketRoute } from '@playwright/test';
import { neighbour } from '../src/lib/hex';
import { fixture, makeGame, placeOf, prompt } from '../e2e/support/game';
import { expect, test } from '../e2e/support/test';

const SLOW = 4;
const PICKS = 20;
const MODULE = '**/referee-*.wasm';
/** How often each page is opened to see how long that takes. */
const LOADS = 7;
/** A page is ready when it has had no long task for this long. */
const QUIET_MS = 500;
const lines: string[] = [];
const tell = (what: string, bar: string, measured: string) => lines.push(`| ${what} | ${bar} | ${measured} |`);
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
const kB = (bytes: number) => `${Math.round(bytes / 1000)} kB`;

test.use({ reducedMotion: 'no-preference' });
test.afterAll(() => {
  process.stdout.write(['', '| what | bar | measured |', '| --- | --- | --- |', ...lines, ''].join('\n') + '\n');
});

test('first load', async ({ browser, server }) => {
  const home = await load(browser, server.url, '/', '[data-testid="play-now"]');
  const id = await inGame(browser, server.url, 'turn5', 'german');
  const game = await load(
    browser,
    server.url,
    `/game/${id.id}`,
    '.game[data-asks]:has(.terrain):has(g.counters:not([data-coming]))',
    id.cookies,
  );
  for (const [name, { sizes, times }] of [
    ['home', home],
    ['a game', game],
  ] as const) {
    const code = sizes.script + sizes.style;
    const [shown, ready] = (['shown', 'ready'] as const).map((key) =>
      times.map((time) => time[key]).sort((a, b) => a - b),
    );
    tell(`${name}: scripts and styles, gzip`, 'under 200 kB', kB(code));
    tell(`${name}: with the page itself and the map art`, 'under 400 kB', kB(code + sizes.page + sizes.art));
    tell(`${name}: fonts, relief pictures`, 'apart, cached', `${kB(sizes.font)}, ${kB(sizes.picture)}`);
    tell(
      `${name}: interactive at ${SLOW}× CPU slowdown`,
      'under 1.5 s',
      `${seconds(ready[LOADS >> 1])} (drawn after ${seconds(shown[LOADS >> 1])}), ` +
        `from ${seconds(ready[0])} to ${seconds(ready[LOADS - 1])} in ${LOADS} loads`,
    );
  }
});

test('frames', async ({ browser, server }) => {
  const { page, context } = await openAs(browser, server.url, 'crowded', 'both');
  await page.locator('.map-view .terrain').first().waitFor({ state: 'attached' });
  const counters = await page.locator('.counters .counter').count();
  // Near enough that the map is larger than the window.
  await page.locator('.map-view').focus();
  for (let i = 0; i < 2; i++) await page.keyboard.press('+');
  await page.waitForTimeout(1500);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW });
  const bar = '50 a second in the median, none over 100 ms';
  for (const [name, gesture] of [
    ['panning', pan],
    ['zooming through all classes', zoom],
  ] as const) {
    const frames = await framesOf(page, () => gesture(cdp, page));
    const [median, longest] = [frames[Math.floor(frames.length / 2)], frames[frames.length - 1]];
    const measured = `${Math.round(1000 / median)} a second, longest ${Math.round(longest)} ms (${frames.length} frames)`;
    tell(`${name} with ${counters} counters at ${SLOW}× CPU slowdown`, bar, measured);
  }
  await context.close();
});

for (const without of [false, true])
  test(`long tasks${without ? ', the server answers' : ''}`, async ({ browser, server }) => {
    const { id, cookies } = await inGame(browser, server.url, 'turn5', 'german');
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
    await context.addCookies(cookies);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW });
    await page.addInitScript(watchTasks);
    if (without) await page.route(MODULE, (route) => route.abort());
    const ofModule = (request: Request) => request.url().endsWith('.wasm');
    const coming = without
      ? page.waitForEvent('requestfailed', ofModule)
      : page.waitForEvent('requestfinished', ofModule);
    await page.goto(`/game/${id}`);
    const request = await coming;
    if (!without) {
      const module = (await (await request.response())?.body()) ?? Buffer.alloc(0);
      tell('the referee: its module, brotli', 'at most 350 kB', kB(brotliCompressSync(module).length));
      await answersHere(page);
      const ready = await page.evaluate(() => performance.now());
      tell(`the referee: it answers, at ${SLOW}× CPU slowdown`, '', `${seconds(ready)} after the page was opened`);
    }
    // How long the page takes until it is drawn is measured above.
    await page.waitForTimeout(QUIET_MS);
    const begun = await page.evaluate(() => performance.now());
    const hexes = await page
      .locator('.counters .stack')
      .evaluateAll((all) => all.map((stack) => stack.getAttribute('data-hex') ?? ''));
    for (const hex of hexes.slice(0, PICKS)) {
      const at = await placeOf(page, hex);
      if (await free(page, at)) await page.mouse.click(at.x, at.y);
      await page.evaluate(painted);
    }
    for (const key of ['z', 'z', 's', 's', 'c', 'c']) {
      await page.keyboard.press(key);
      await page.evaluate(painted);
    }
    const tasks = await page.evaluate((since) => window.tasks_.filter(([start]) => start >= since), begun);
    const calls = await page.evaluate(() => window.calls_.toSorted((a, b) => a - b));
    const longest = Math.max(0, ...tasks.map(([, ms]) => ms));
    const who = without ? 'the server answers' : 'the referee answers';
    const what = `long tasks, ${PICKS} stacks picked and three overlays at ${SLOW}× CPU slowdown, ${who}`;
    tell(what, 'none', `${tasks.length} over 50 ms, longest ${Math.round(longest)} ms`);
    if (calls.length) {
      const [median, most] = [calls[calls.length >> 1], calls[calls.length - 1]].map((ms) => ms.toFixed(1));
      const times = `median ${median} ms, longest ${most} ms of ${calls.length}`;
      tell(`the same: calls of the module in the page itself`, 'none over 50 ms', times);
    }
    await context.close();
  });

// A hand holds the button down for some time, and the page asks the server when it goes down; a tap or a key is over at once.
for (const [how, pick, around] of [
  ['button held for 60 ms, as a hand does', (page, at) => page.mouse.click(at.x, at.y, { delay: 60 })],
  ['button let go at once', (page, at) => page.mouse.click(at.x, at.y)],
  ['Enter right after the arrow key that comes to it', enter],
  ['Tab to the next unit', (page) => page.keyboard.press('Tab')],
  ['button let go at once, server a second away', (page, at) => page.mouse.click(at.x, at.y), { awayMs: 1000 }],
  ['button let go at once, the server answers', (page, at) => page.mouse.click(at.x, at.y), { without: true }],
] as [string, (page: Page, at: Place, above: Place) => Promise<void>, Around?][])
  test(`reach, ${how}`, async ({ browser, server }) => {
    const { page, context } = await openAs(browser, server.url, 'turn5', 'german', around);
    await page.locator('.map-view').focus();
    await page.keyboard.press('0');
    // The keyboard's hex comes to the map.
    await page.keyboard.press('ArrowDown');
    await page.waitForTimeout(1500);
    const hexes = await page
      .locator('.counters .stack.german')
      .evaluateAll((all) => all.map((stack) => stack.getAttribute('data-hex') ?? ''));
    const times: number[] = [];
    const known: number[] = [];
    await page.evaluate(watchReach);
    for (const hex of hexes) {
      const at = await placeOf(page, hex);
      const above = await placeOf(page, neighbour(hex, 'n') ?? hex);
      if (!(await free(page, at)) || !(await free(page, above))) continue;
      await page.evaluate(() => (window.reach_ = 0));
      await pick(page, at, above);
      // A unit held by enemies all around has no reach to show.
      await expect(prompt(page)).not.toContainText('One moment');
      await page.evaluate(painted);
      if (await page.locator('.map-view .reach').count()) {
        await page.waitForFunction(() => window.reach_);
        times.push(await page.evaluate(() => window.reach_));
        known.push(await page.evaluate(() => window.known_));
      }
      await page.keyboard.press('Escape');
      await expect(page.locator('.map-view .reach')).not.toBeAttached();
      if (times.length === PICKS) break;
    }
    const [shown, drawn] = [times, known].map((list) => list.sort((a, b) => a - b));
    const middle = (list: number[]) => list[Math.floor(list.length / 2)].toFixed(0);
    const measured =
      `median ${middle(shown)} ms, longest ${shown[shown.length - 1].toFixed(0)} ms (${shown.length} units); ` +
      `answered and in the document after ${middle(drawn)} ms`;
    tell(`reach shown after picking a unit, ${how}`, 'median under 16 ms, longest under 34 ms', measured);
    await context.close();
  });

/** What a page has around it. */
interface Around {
  /** To the server and back. */
  awayMs?: number;
  /** The referee does not come. */
  without?: true;
}
interface Place {
  x: number;
  y: number;
}
/** Is the map itself there, and not something that lies over it? */
const free = (page: Page, { x, y }: Place) =>
  page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.className === 'catcher', [x, y] as const);
/** Until a frame has been painted. */
const painted = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
/** From the hex above with the keyboard. */
async function enter(page: Page, _: Place, above: Place) {
  await page.mouse.click(above.x, above.y);
  await page.evaluate(painted);
  await page.keyboard.press('Escape');
  await page.mouse.move(2, 2);
  await expect(page.locator('.map-view .reach')).not.toBeAttached();
  await page.evaluate(() => (window.reach_ = 0));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

declare global {
  interface Window {
    reach_: number;
    known_: number;
    frames_: number[];
    long_: number;
    shown_: number;
    tasks_: [start: number, ms: number][];
    calls_: number[];
  }
}

/** From the click on a unit, which is when the button is let go, or from the key, to the frame that shows its reach. */
function watchReach() {
  let released = 0;
  for (const kind of ['pointerup', 'keydown'])
    addEventListener(kind, (event) => (released = event.timeStamp), { capture: true });
  new MutationObserver(() => {
    if (!released || !document.querySelector('.map-view .reach')) return;
    const since = released;
    released = 0;
    window.known_ = performance.now() - since;
    // The frame after this one has been painted.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => (window.reach_ = performance.now() - since);
      port2.postMessage(0);
    });
  }).observe(document.body, { childList: true, subtree: true });
}

async function inGame(browser: Browser, url: string, name: string, side: 'german' | 'both') {
  const context = await browser.newContext({ baseURL: url });
  const wanted = { side, position: fixture(name).position, visibility: 'link' as const };
  const made = await makeGame(context.request, side === 'both' ? wanted : { ...wanted, opponent: 'open' });
  const { cookies } = await context.storageState();
  await context.close();
  return { id: made.id, cookies };
}
async function openAs(browser: Browser, url: string, name: string, side: 'german' | 'both', around: Around = {}) {
  const { id, cookies } = await inGame(browser, url, name, side);
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
  await context.addCookies(cookies);
  const page = await context.newPage();
  const { awayMs, without } = around;
  if (awayMs) await page.routeWebSocket(/\/ws\b/, (near) => between(near, near.connectToServer(), awayMs));
  if (without) await page.route(MODULE, (route) => route.abort());
  await page.goto(`/game/${id}`);
  await page.locator('.game[data-asks]').waitFor();
  if (!without) await answersHere(page);
  return { page, context };
}

/** The referee in the page answers its questions. */
const answersHere = (page: Page) => page.locator('.game[data-answers="here"]').waitFor();
/** Every message takes half of the way's time. */
function between(near: WebSocketRoute, far: WebSocketRoute, ms: number) {
  near.onMessage((message) => void setTimeout(() => far.send(message), ms / 2));
  far.onMessage((message) => void setTimeout(() => near.send(message), ms / 2));
}

type Cookies = Awaited<ReturnType<BrowserContext['storageState']>>['cookies'];

/** Load an address with nothing cached and a slow processor. */
async function load(browser: Browser, url: string, address: string, wanted: string, cookies: Cookies = []) {
  const visit = async (use: (page: Page) => Promise<void>) => {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
    await context.addCookies(cookies);
    await use(await context.newPage());
    await context.close();
  };
  const sizes = { script: 0, style: 0, page: 0, art: 0, font: 0, picture: 0, module: 0 };
  const times: { shown: number; ready: number }[] = [];
  // Reading every answer would slow down what is timed.
  await visit(async (page) => {
    const counted: Promise<void>[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (!pathname.startsWith('/api/')) counted.push(count(response).then((n) => void (sizes[kindOf(pathname)] += n)));
    });
    await arrive(page, address, wanted);
    await Promise.all(counted);
  });
  for (let n = 0; n < LOADS; n++) {
    await visit(async (page) => {
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW });
      times.push(await arrive(page, address, wanted));
    });
  }
  return { sizes, times };
}
/** Goes there; gives when it was drawn and when it could be used. */
async function arrive(page: Page, address: string, wanted: string) {
  await page.addInitScript(watchLoad, wanted);
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(
    (quiet) => window.shown_ && performance.now() - Math.max(window.long_, window.shown_) > quiet,
    QUIET_MS,
  );
  const [shown, long] = await page.evaluate(() => [window.shown_, window.long_]);
  return { shown, ready: Math.max(shown, long) };
}
/** Keeps every long task, and the time of every call of the referee's module. */
function watchTasks() {
  window.tasks_ = [];
  window.calls_ = [];
  const Instance = WebAssembly.Instance;
  WebAssembly.Instance = function (module: WebAssembly.Module) {
    const { exports } = new Instance(module);
    const timed = (call: () => number) => () => {
      const begun = performance.now();
      const told = call();
      window.calls_.push(performance.now() - begun);
      return told;
    };
    const { place, ask } = exports as Record<string, () => number>;
    return { exports: { ...exports, place: timed(place), ask: timed(ask) } };
  } as unknown as typeof Instance;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) window.tasks_.push([startTime, duration]);
  }).observe({ type: 'longtask', buffered: true });
}
/** When what is wanted stands on the page, and when the last long task ended. */
function watchLoad(wanted: string) {
  window.shown_ = window.long_ = 0;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      window.long_ = Math.max(window.long_, startTime + duration);
  }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    if (document.querySelector(wanted)) window.shown_ = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
async function count(response: Awaited<ReturnType<Page['waitForResponse']>>): Promise<number> {
  if (response.headers()['content-encoding'] === 'gzip') return (await response.request().sizes()).responseBodySize;
  const body = await response.body().catch(() => Buffer.alloc(0));
  return /\.(woff2|png|webp)$/.test(new URL(response.url()).pathname)
    ? body.length
    : gzipSync(body, { level: 9 }).length;
}
function kindOf(pathname: string): 'script' | 'style' | 'page' | 'art' | 'font' | 'picture' | 'module' {
  if (pathname.endsWith('.wasm')) return 'module';
  if (pathname.endsWith('.js')) return 'script';
  if (pathname.endsWith('.css')) return 'style';
  if (pathname.endsWith('.woff2')) return 'font';
  if (pathname.endsWith('.png')) return 'picture';
  // The picture of the map on the front page counts as the map does.
  return /\.(svg|webp)$/.test(pathname) ? 'art' : 'page';
}

/** The times between frames while something is done, and until the map has come to rest; the shortest first. */
async function framesOf(page: Page, gesture: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    window.frames_ = [];
    const tick = (last: number) =>
      requestAnimationFrame((now) => {
        window.frames_.push(now - last);
        tick(now);
      });
    requestAnimationFrame(tick);
  });
  await gesture();
  await page.waitForTimeout(600);
  return page.evaluate(() => window.frames_.splice(0).sort((a, b) => a - b));
}
const STEP_MS = 15;
async function pan(cdp: CDPSession, page: Page) {
  const mouse = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', x: number, y: number, buttons: number) =>
    cdp.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons, clickCount: 1 });
  await mouse('mousePressed', 600, 450, 1);
  for (let i = 0; i < 120; i++) {
    const a = (i / 120) * 4 * Math.PI;
    await mouse('mouseMoved', 600 + 320 * Math.sin(a), 450 + 220 * Math.sin(2 * a), 1);
    await page.waitForTimeout(STEP_MS);
  }
  await mouse('mouseReleased', 600, 450, 0);
}
async function zoom(cdp: CDPSession, page: Page) {
  for (let i = 0; i < 90; i++) {
    const deltaY = i % 60 < 30 ? 45 : -45;
    await cdp.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x: 600, y: 450, deltaX: 0, deltaY });
    await page.waitForTimeout(STEP_MS);
  }
}
