// The referee in the page: with it, questions need no server; without it, the server answers as before.
import type { Page } from '@playwright/test';
import { clickHex, hoverHex, makeGame, openGame, stackAt } from './support/game';
import { carryCookies, Network } from './support/network';
import { expect, test } from './support/test';

/** The 7th Panzer on open ground, a Soviet division in its reach. */
const MOVING = { turn: 5, phase: 'german_movement' as const, units: { '1714': ['pz7'], '2112': ['r1 2-5'] } };
/** The same division beside an untried one. */
const FIGHTING = { turn: 5, phase: 'german_combat' as const, units: { '1714': ['pz7'], '1814': ['r1'] } };
const MODULE = '**/referee-*.wasm';

const answering = (page: Page, who: 'here' | 'server') =>
  expect(page.locator('.game')).toHaveAttribute('data-answers', who);
const reach = (page: Page) => page.locator('.map-view .reach');
const route = (page: Page) => page.locator('.map-view .route');

test('what the pointer asks is answered though no word of the server arrives', async ({ page, server }) => {
  const network = await Network.to(server.url);
  const { id } = await makeGame(page.request, { side: 'both', position: MOVING });
  await carryCookies(page, network.url);
  await page.goto(`${network.url}/game/${id}`);
  await answering(page, 'here');
  network.deafen();
  await clickHex(page, '1714');
  await expect(reach(page)).toBeAttached();
  await hoverHex(page, '1814');
  await expect(route(page)).toBeAttached();
  // A waypoint, and the reach from there.
  await clickHex(page, '1814', ['Shift']);
  await expect(page.getByTestId('hand')).toBeVisible();
  await hoverHex(page, '1914');
  await expect(route(page)).toBeAttached();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  // An overlay, which the worker answers.
  await page.keyboard.press('z');
  await expect(page.locator('.map-view .zones .ov-zgl')).toHaveAttribute('d', /^M/);
  network.mend();
  await network.close();
});

test('the odds of an attack are reckoned though no word of the server arrives', async ({ page, server }) => {
  const network = await Network.to(server.url);
  const { id } = await makeGame(page.request, { side: 'both', position: FIGHTING });
  await carryCookies(page, network.url);
  await page.goto(`${network.url}/game/${id}`);
  await answering(page, 'here');
  network.deafen();
  await clickHex(page, '1814');
  await expect(page.getByTestId('odds-sheet')).toContainText('%');
  await network.close();
});

test('a module that does not come leaves the answers to the server', async ({ page }) => {
  await page.route(MODULE, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.wasm'));
  const { id } = await makeGame(page.request, { side: 'both', position: MOVING });
  await openGame(page, id);
  await failed;
  await clickHex(page, '1714');
  await expect(reach(page)).toBeAttached();
  await answering(page, 'server');
});

test('so does a browser that has no WebAssembly', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'WebAssembly'));
  const { id } = await makeGame(page.request, { side: 'both', position: MOVING });
  await openGame(page, id);
  await clickHex(page, '1714');
  await expect(reach(page)).toBeAttached();
  await answering(page, 'server');
  await expect(stackAt(page, '1714')).toBeAttached();
});

test('its module is kept for good under its hash', async ({ page }) => {
  const coming = page.waitForResponse(MODULE);
  const { id } = await makeGame(page.request, { side: 'both', position: MOVING });
  await openGame(page, id);
  const headers = (await coming).headers();
  expect(headers['content-type']).toBe('application/wasm');
  expect(headers['cache-control']).toContain('immutable');
});
