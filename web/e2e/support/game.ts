// What players do at a game, and what they see of it, for all specs: by pointer on the map, by key, by typed line.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { centre, neighbours, SHEET, type Hex } from '../../src/lib/hex';
import type { Action, Made, NewGame, Position, Whole } from '../../src/wire/types';
import { expect } from './test';

/** A position that the engine made, as the unit tests have it. */
export const fixture = (name: string): { position: Position } =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, `../../src/fixtures/${name}.json`), 'utf8')) as {
    position: Position;
  };

/** Come in as a guest and make a game, over the API. */
export async function makeGame(request: APIRequestContext, wanted: NewGame, name = 'Anna'): Promise<Made> {
  await enter(request, name);
  const response = await request.post('/api/games', { data: wanted });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()) as Made;
}
export async function enter(request: APIRequestContext, name: string) {
  expect((await request.post('/api/session', { data: { guest: { name } } })).ok()).toBe(true);
}

/** Open a game and wait until its position is drawn and the server is heard. */
export async function openGame(page: Page, id: string, search = '') {
  await page.goto(`/game/${id}${search}`);
  await drawn(page);
}
export async function drawn(page: Page) {
  await expect(page.locator('.game[data-link="open"][data-ply]')).toBeVisible();
  await expect(page.locator('.map-view .counters:not([data-coming])')).toBeAttached();
}

/** Actions that count so far, as the page has them. */
export const ply = async (page: Page) => Number(await page.locator('.game').getAttribute('data-ply'));
export const expectPly = (page: Page, n: number) =>
  expect(page.locator('.game')).toHaveAttribute('data-ply', String(n));
export const prompt = (page: Page) => page.getByTestId('prompt');
export const stackAt = (page: Page, hex: Hex) => page.locator(`.counters .stack[data-hex="${hex}"]`);

/** What the player has been told in passing: the page keeps it, so that it need not be caught while it stands. */
export const told = (page: Page, kind: 'refusal' | 'news' | 'chat') =>
  page.getByTestId('told').locator(`[data-kind="${kind}"]`);
/** The last thing that was refused has these words. */
export const expectRefused = (page: Page, words: string | RegExp) =>
  expect(told(page, 'refusal').last()).toContainText(words);

/** Time stands still in the page from here on: whatever passes by itself stays as it is until `page.clock` lets it go on. */
export async function stopTime(page: Page) {
  // It can only be stopped at a moment to come, and on a busy machine that may have gone by when the word arrives.
  await expect(async () => {
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 3000));
  }).toPass();
}

/** End the phase, and say that it is meant if the page asks; for phases that may be ended. */
export async function endPhase(page: Page) {
  const game = page.locator('.game');
  await expect(game).toHaveAttribute('data-asks', /./);
  const [before, phase] = [await ply(page), await game.getAttribute('data-phase')];
  await page.keyboard.press('e');
  const question = page.getByTestId('end-question');
  // Which of both comes first is up to the page: the question, or the next phase.
  const goneOn = page.locator(`.game:not([data-phase="${phase}"]), .game:not([data-ply="${before}"])`);
  await expect(question.or(goneOn).first()).toBeVisible();
  if (await question.isVisible()) await page.keyboard.press('Enter');
  await expect(goneOn).toBeVisible();
}

/** Give the answer that is offered to each question of a combat, until `over` is seen or the next attack can be chosen. */
export async function answerAll(page: Page, over = page.locator('.game[data-asks="attack"]')) {
  const question = page.locator('.game[data-asks]:not([data-asks="attack"])');
  for (;;) {
    // Whichever comes first; a question stays until it is answered.
    await expect(over.or(question).first()).toBeVisible();
    if (await over.isVisible()) return;
    const before = await ply(page);
    await page.keyboard.press('Enter');
    await expect(page.locator(`.game:not([data-ply="${before}"])`)).toBeVisible();
  }
}

/** A game as the server tells it. */
export async function whole(page: Page, id: string): Promise<Whole> {
  return (await (await page.request.get(`/api/games/${id}`)).json()) as Whole;
}
/** Act over the API, as the player does elsewhere. */
export async function act(page: Page, id: string, action: Action) {
  const { entries } = (await (await page.request.get(`/api/games/${id}/history`)).json()) as {
    entries: { n: number }[];
  };
  const data = { do: { action }, at: entries.at(-1)?.n ?? 0, key: `k${entries.length}` };
  const response = await page.request.post(`/api/games/${id}/do`, { data });
  expect(response.ok(), await response.text()).toBe(true);
}

/** The map has come to rest: where things are on it can be read off. */
export const atRest = (page: Page): Promise<void> => expect(resting(page)).toBeVisible();
const resting = (page: Page): Locator => page.locator('.map-view:not([data-moving])');

/** Where a hex is on the screen. */
export async function placeOf(page: Page, hex: Hex): Promise<{ x: number; y: number }> {
  await atRest(page);
  const box = await page.locator('.map-view svg.layer.play').boundingBox();
  if (!box) throw new Error('the map is not drawn');
  const [left, top, width, height] = SHEET;
  const [x, y] = centre(hex);
  return { x: box.x + ((x - left) * box.width) / width, y: box.y + ((y - top) * box.height) / height };
}

/** Click on a hex, after having brought it into view if nothing lies over it there. */
export async function clickHex(page: Page, hex: Hex, modifiers: ('Shift' | 'Control')[] = [], button?: 'right') {
  const { x, y } = await bringIn(page, hex);
  for (const key of modifiers) await page.keyboard.down(key);
  await page.mouse.click(x, y, { button });
  for (const key of modifiers) await page.keyboard.up(key);
}
/** Send what is in hand to a hex at once, by the right button. */
export const sendTo = (page: Page, hex: Hex) => clickHex(page, hex, [], 'right');
export async function hoverHex(page: Page, hex: Hex) {
  const { x, y } = await bringIn(page, hex);
  await point(page, { x, y }, hex);
}
/** Move the pointer to a place, and wait until the page has noticed over which hex it is. */
export async function point(page: Page, at: { x: number; y: number }, hex: Hex) {
  await page.mouse.move(at.x, at.y);
  await expect(page.locator('.game')).toHaveAttribute('data-hover', hex);
}

/** With units in hand and their reach drawn: the first of these hexes, or of those around, that a way leads to. */
export async function offered(page: Page, hexes?: Hex[]): Promise<Hex> {
  await expect(page.locator('.map-view .reach')).toBeAttached();
  const from = /\d{4}/.exec(await page.getByTestId('hand').innerText())?.[0] ?? '';
  const taken = await page.locator('.counters .stack').evaluateAll((all) => all.map((s) => s.getAttribute('data-hex')));
  for (const hex of (hexes ?? neighbours(from)).filter((h) => !taken.includes(h))) {
    if (!(await isFree(page, hex))) continue;
    await point(page, await placeOf(page, hex), hex);
    if (await page.locator('.map-view .route').isVisible()) return hex;
  }
  throw new Error(`nobody can go anywhere from ${from}`);
}

/** Have a hex on the screen with nothing before it, by the typed line if need be. */
async function bringIn(page: Page, hex: Hex) {
  if (!(await isFree(page, hex))) {
    await type(page, hex);
    await expect.poll(() => isFree(page, hex)).toBe(true);
  }
  return placeOf(page, hex);
}
async function isFree(page: Page, hex: Hex): Promise<boolean> {
  const at = await placeOf(page, hex);
  return page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest('.map-view') instanceof Element, at);
}

/** Type an order; what the page answers. The line is closed again. */
export async function type(page: Page, line: string): Promise<string> {
  await page.locator('.map-view').focus();
  await page.keyboard.press('/');
  const box = page.getByTestId('command-line');
  const hint = await page.getByTestId('command-answer').textContent();
  await box.getByRole('textbox').fill(line);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('command-answer')).not.toHaveText(hint ?? '');
  const answer = (await page.getByTestId('command-answer').textContent()) ?? '';
  await page.keyboard.press('Escape');
  await expect(box).toBeHidden();
  return answer;
}
