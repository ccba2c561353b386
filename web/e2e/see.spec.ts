// Seeing: every overlay and every tab of the panel shows what the server says of the position.
import type { Page } from '@playwright/test';
import type { AreasView, Ask, CupView, RangeView, SupplyView, Whole } from '../src/wire/types';
import { atRest, clickHex, fixture, hoverHex, makeGame, openGame, placeOf } from './support/game';
import { expect, test } from './support/test';

const { position } = fixture('turn5');
let id = '';

async function ask<T>(page: Page, question: Ask, key: string): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const response = await page.request.post(`/api/games/${id}/ask`, { data: JSON.stringify(question), headers });
  return ((await response.json()) as { answer: Record<string, T> }).answer[key];
}
const whole = async (page: Page) => (await (await page.request.get(`/api/games/${id}`)).json()) as Whole;
const units = Object.entries(position.units).flatMap(([hex, texts]) =>
  (texts ?? []).map((text) => ({
    id: text.split(' ', 1)[0],
    hex,
    side: /^(pz|mot|inf|cav|dr|gd|lehr)/.test(text) ? 'german' : 'soviet',
    untried: /^[ra]\d+(?!.* \d+-\d+)/.test(text),
  })),
);

test.beforeEach(async ({ page }) => {
  ({ id } = await makeGame(page.request, { side: 'both', position }));
  await openGame(page, id);
});

test.describe('overlays', () => {
  const layer = (page: Page, name: string) => page.locator(`.map-view .${name}`);

  test('zones of both sides', async ({ page }) => {
    await page.keyboard.press('z');
    await expect(page.getByTestId('overlay-zones')).toHaveAttribute('aria-pressed', 'true');
    await expect(layer(page, 'zones').locator('.ov-zgl')).toHaveAttribute('d', /^M/);
    await expect(layer(page, 'zones').locator('.ov-zsl')).toHaveAttribute('d', /^M/);
    await expect(page.getByTestId('legend')).toContainText('Zones of control');
    await page.keyboard.press('z');
    await expect(layer(page, 'zones')).toHaveCount(0);
  });

  test('supply, with how many are out of it', async ({ page }) => {
    const german = await ask<SupplyView>(page, { supply: { side: 'german' } }, 'supply');
    const soviet = await ask<SupplyView>(page, { supply: { side: 'soviet' } }, 'supply');
    await page.getByTestId('overlay-supply').click();
    await expect(layer(page, 'supply').locator('.ov-cut')).toHaveAttribute('d', /^M/);
    await expect(layer(page, 'supply').locator('.ov-tr')).toHaveAttribute('d', /^M/);
    const legend = page.getByTestId('legend');
    for (const { side, out_of_supply: out } of [german, soviet]) {
      const name = side === 'german' ? 'German' : 'Soviet';
      if (out.length) await expect(legend).toContainText(`${name} out of supply: ${out.length}`);
      else await expect(legend).not.toContainText(`${name} out of supply`);
    }
  });

  test('the command of every Leader', async ({ page }) => {
    const areas = await ask<AreasView>(page, 'areas', 'areas');
    await page.keyboard.press('c');
    await expect(layer(page, 'command').locator('.ov-coml')).toHaveCount(areas.command.length);
  });

  test('who holds the objectives', async ({ page }) => {
    const { view } = await whole(page);
    await page.keyboard.press('o');
    await expect(layer(page, 'ov-flag.german')).toHaveCount(view.score.objectives.length);
    await expect(layer(page, 'ov-flag.soviet')).toHaveCount(12 - view.score.objectives.length);
  });

  test('the railways with their cuts', async ({ page }) => {
    await page.keyboard.press('t');
    await expect(layer(page, 'rail-net').locator('.rnet-cut')).toHaveCount(position.rail_cuts?.length ?? 0);
  });

  test('the reach of any stack, the enemy’s too', async ({ page }) => {
    await page.keyboard.press('r');
    const soviet = Object.keys(position.units).find((hex) =>
      units.find((u) => u.hex === hex && u.side === 'soviet' && u.untried),
    );
    if (!soviet) throw new Error('there is no such stack');
    const here = units.filter((u) => u.hex === soviet).map((u) => u.id);
    const range = await ask<RangeView>(page, { range: { units: here } }, 'range');
    await hoverHex(page, soviet);
    const free = range.hexes.filter(([hex]) => !position.units[hex]?.length);
    const costs = layer(page, 'costs');
    if (free.length) await expect(costs).toHaveAttribute('data-hexes', String(free.length));
    else await expect(costs).toHaveCount(0);
  });

  test('at most two at once, and counters out of the way', async ({ page }) => {
    for (const key of ['z', 'c', 'o']) await page.keyboard.press(key);
    await expect(page.locator('nav [aria-pressed="true"]')).toHaveCount(2);
    await expect(page.getByTestId('overlay-zones')).toHaveAttribute('aria-pressed', 'false');
    await page.keyboard.press('h');
    await expect(page.locator('.map-view')).toHaveClass(/counters-hidden/);
  });
});

test.describe('the panel', () => {
  test('tells of the hex that is looked at', async ({ page }) => {
    await clickHex(page, '2216');
    const panel = page.getByTestId('stack-panel');
    await expect(panel).toContainText('Hex 2216');
    await expect(panel).toContainText('defence ×2');
    const here = units.filter((u) => u.hex === '2216');
    for (const unit of here) await expect(panel.locator(`[data-unit="${unit.id}"]`).first()).toBeVisible();
  });

  test('has every unit in the order of battle, linked to the map', async ({ page }) => {
    await page.getByTestId('tab-forces').click();
    await page.getByTestId('forces-german').click();
    const german = units.filter((u) => u.side === 'german');
    for (const unit of german) await expect(page.locator(`button.unit[data-unit="${unit.id}"]`)).toBeEnabled();
    await page.getByTestId('forces-soviet').click();
    const soviet = units.filter((u) => u.side === 'soviet');
    await expect(page.locator('button.unit:enabled')).toHaveCount(soviet.length);
    await page.getByTestId('forces-find').fill('Konev');
    await expect(page.getByRole('button', { name: '19th Army', exact: true })).toBeVisible();
    const [first] = soviet;
    await page.getByTestId('forces-find').fill(first.hex);
    await page.locator(`button.unit[data-unit="${first.id}"]`).click();
    await expect(page.locator('.looked-at')).toBeAttached();
  });

  test('lists who waits and who comes', async ({ page }) => {
    await page.getByTestId('tab-arrivals').click();
    await expect(page.getByTestId('arrivals-now').getByRole('img')).toHaveCount(position.waiting?.length ?? 0);
    await expect(page.getByTestId('panel-arrivals')).toContainText('Turn 6');
    await expect(page.getByTestId('panel-arrivals')).not.toContainText('Turn 4');
  });

  test('counts the points', async ({ page }) => {
    const { view } = await whole(page);
    await page.getByTestId('tab-points').click();
    await expect(page.getByTestId('points-total')).toContainText(String(view.score.total).replace('-', '−'));
    await expect(page.getByTestId('panel-points')).toContainText('Vitebsk');
    await expect(page.getByRole('img', { name: /Points at the end of each turn: turn 5: / })).toBeVisible();
  });

  test('knows the cup and the dead pile', async ({ page }) => {
    const cup = await ask<CupView[]>(page, 'cup', 'cup');
    await page.getByTestId('tab-cup').click();
    for (const kind of cup) {
      const part = page.getByTestId(`cup-${kind.kind}`);
      await expect(part).toContainText(`${kind.in_cup} in the cup`);
      await expect(part.getByRole('listitem')).toHaveCount(kind.never_seen.length);
    }
  });

  test('carries what is said', async ({ page }) => {
    await page.getByTestId('tab-chat').click();
    await page.getByTestId('chat-input').fill('Well played');
    await page.getByTestId('chat-send').click();
    await expect(page.getByTestId('panel-chat').getByRole('listitem')).toContainText(['Well played']);
    await expect(page.getByTestId('chat-input')).toHaveValue('');
  });

  test('tabs go by arrow keys', async ({ page }) => {
    await page.getByTestId('tab-stack').focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByTestId('tab-forces')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByTestId('tab-forces')).toBeFocused();
  });
});

test('the small map moves the big one', async ({ page }) => {
  await clickHex(page, '2216');
  const small = page.getByTestId('minimap').getByRole('application');
  const box = await small.boundingBox();
  if (!box) throw new Error('there is no small map');
  for (let i = 0; i < 3; i++) await page.keyboard.press('+');
  await atRest(page);
  const before = await page.getByTestId('minimap').locator('.view').getAttribute('style');
  await page.mouse.click(box.x + box.width * 0.85, box.y + box.height * 0.8);
  await expect(page.getByTestId('minimap').locator('.view')).not.toHaveAttribute('style', before ?? '');
});

test('the keys zoom about what the pointer is on', async ({ page }) => {
  await hoverHex(page, '2216');
  await page.mouse.move(640, 300);
  const game = page.locator('.game');
  await expect(game).toHaveAttribute('data-hover', /\d{4}/);
  const hex = (await game.getAttribute('data-hover')) ?? '';
  const before = await placeOf(page, hex);
  await page.locator('.map-view').focus();
  for (const key of ['+', '+', '-', '+']) {
    await page.keyboard.press(key);
    const now = await placeOf(page, hex);
    // As far as the hex's own middle is from the pointer, which grows with the zoom.
    expect(Math.hypot(now.x - 640, now.y - 300)).toBeLessThan(2.8 * Math.hypot(before.x - 640, before.y - 300) + 2);
  }
  await page.mouse.move(641, 300);
  await expect(game).toHaveAttribute('data-hover', hex);
});

test('the line under the map tells of the hex under the pointer', async ({ page }) => {
  await hoverHex(page, '2216');
  await expect(page.getByTestId('hex-line')).toContainText('2216');
  await expect(page.getByTestId('hex-line')).toContainText('Smolensk');
  await page.getByTestId('hex-line').getByRole('link', { name: '9.31' }).click();
  await expect(page.getByRole('dialog')).toContainText('9.31');
});

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 1024, height: 768 } });

  test('the map makes room for the panel, and what lies on it stays where it is', async ({ page }) => {
    // A stack in the left half of the window, where the panel does not come.
    await expect(page.locator('g.counters:not([data-coming])')).toBeAttached();
    const stacks = page.locator('.counters .stack');
    await atRest(page);
    const boxes = await stacks.evaluateAll((all) => all.map((s) => s.getBoundingClientRect().toJSON() as DOMRect));
    const at = boxes.findIndex(({ x, y }) => x > 200 && x < 450 && y > 200 && y < 600);
    const stack = stacks.nth(at);
    await page.mouse.click(boxes[at].x + boxes[at].width / 2, boxes[at].y + boxes[at].height / 2);
    const left = async (selector: string) => (await page.locator(selector).boundingBox())?.x ?? NaN;
    const place = async () => (await stack.boundingBox())?.x ?? NaN;
    const before = await place();
    await expect(page.getByTestId('stack-panel')).toBeHidden();
    await page.getByTestId('panel-toggle').click();
    await expect(page.locator('.panel-place')).toBeVisible();
    const gap = async () => {
      const map = await page.locator('.map-view').boundingBox();
      return Math.round((map?.x ?? 0) + (map?.width ?? 0) - (await left('.panel-place')));
    };
    await expect.poll(gap).toBe(0);
    // Not by more than a rounding; without this it moves by half the width of the panel.
    await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThan(3);
    await page.getByTestId('panel-close').click();
    await expect(page.locator('.panel-place')).toBeHidden();
  });
});
