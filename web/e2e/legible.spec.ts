// What is asked can be read: the sentence of the bar, the figures of the odds, the hexes that a question is about.
import type { Locator, Page } from '@playwright/test';
import type { Hex } from '../src/lib/hex';
import type { Position } from '../src/wire/types';
import { clickHex, drawn, makeGame, openGame, placeOf, prompt, stopTime, type } from './support/game';
import { expect, test } from './support/test';

async function play(page: Page, position: object) {
  const { id } = await makeGame(page.request, { side: 'both', position: position as Partial<Position> });
  await openGame(page, id);
  await expect(page.locator('.game')).toHaveAttribute('data-asks', /./);
  return id;
}
const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error('it is not on the screen');
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
};
/** All of the sentence is seen: nothing of it is cut off, hidden or outside its bar, once the bar has taken its measure. */
const readable = (page: Page) =>
  expect(async () => {
    const cut = await prompt(page).evaluate(
      (p) => p.scrollWidth > p.clientWidth + 1 || p.scrollHeight > p.clientHeight + 1,
    );
    expect(cut, await prompt(page).innerText()).toBe(false);
    const [text, bar, map] = [
      await boxOf(prompt(page)),
      await boxOf(page.getByTestId('top-bar')),
      await boxOf(page.locator('.map-view')),
    ];
    expect(text.top).toBeGreaterThanOrEqual(bar.top);
    expect(text.bottom).toBeLessThanOrEqual(bar.bottom + 0.5);
    expect(map.top).toBeGreaterThanOrEqual(bar.bottom - 0.5);
  }).toPass();
/** Nothing lies over the middle of the hexes, once the map has made room for what is asked beside them. */
const uncovered = (page: Page, hexes: Hex[]) =>
  expect(async () => {
    for (const hex of hexes) {
      const { x, y } = await placeOf(page, hex);
      const free = await page.evaluate(
        ([px, py]) => document.elementFromPoint(px, py)?.closest('.map-view') instanceof Element,
        [x, y],
      );
      expect(free, `${hex} is covered`).toBe(true);
    }
  }).toPass();

/** Regiments with long names, and a hex of another stack beneath the pointer: the longest sentence of a move. */
const MOVE = {
  turn: 5,
  phase: 'german_movement',
  units: { '1915': ['mot29-15', 'mot29-71'], '1713': ['pz20'], '2813': ['konev'] },
};

test.describe('the sentence of the bar', () => {
  for (const locale of ['en-GB', 'ja-JP']) {
    test.describe(locale, () => {
      test.use({ locale });
      test('in a lesson, beside the guide', async ({ page }) => {
        await page.goto('/learn');
        await drawn(page);
        await page.getByTestId('learn-next').click();
        await expect(page.locator('.game')).toHaveAttribute('data-asks', 'move');
        await clickHex(page, '1219');
        await expect(page.locator('.map-view .reach')).toBeAttached();
        await readable(page);
      });
    });
  }

  for (const [name, width, height] of [
    ['on a wide screen', 1440, 900],
    ['on a tablet', 1024, 768],
    ['at 200 %', 720, 450],
    ['on a phone', 390, 844],
  ] as const) {
    for (const locale of ['en-GB', 'ja-JP']) {
      test.describe(`${name}, ${locale}`, () => {
        test.use({ viewport: { width, height }, locale });
        test('is seen whole', async ({ page }) => {
          await play(page, MOVE);
          await readable(page);
          await type(page, '1915');
          await clickHex(page, '1915');
          await expect(page.locator('.map-view .reach')).toBeAttached();
          await readable(page);
        });
      });
    }
  }
});

test.describe('the odds sheet', () => {
  for (const locale of ['en-GB', 'ja-JP']) {
    test.describe(locale, () => {
      test.use({ locale });
      test('keeps its figures inside, however long the names are', async ({ page }) => {
        await play(page, {
          ...{ turn: 5, phase: 'german_combat' },
          units: {
            '2012': ['pz7'],
            '1912': ['mot20'],
            '2011': ['a1 mechanised 8-8'],
            '2210': ['konev'],
            '1115': ['inf6'],
          },
        });
        await clickHex(page, '2011');
        const sheet = page.getByTestId('odds-sheet');
        await expect(sheet.getByTestId('odds-defense')).toBeVisible();
        await expect(sheet).toHaveAttribute('data-side', /./);
        // The sheet and its figures are looked at one after the other, and it may go on with the map meanwhile.
        await expect(async () => {
          const frame = await boxOf(sheet);
          for (const figure of await sheet.locator('.mods b').all()) {
            const box = await boxOf(figure);
            expect(box.left).toBeGreaterThan(frame.left);
            expect(box.right).toBeLessThan(frame.right);
          }
        }).toPass();
      });
    });
  }
});

test('a question leaves its hexes free after the page is loaded anew', async ({ page }) => {
  const units = ['pz7-25', 'pz7-6', 'pz7-7'];
  await play(page, {
    turn: 5,
    phase: 'german_movement',
    group: { cuttable: null, entering: false, start: '2113', units },
    units: {
      ...{ '1718': ['inf6'], '2112': ['r1 2-5#1'], '3508': ['konev'] },
      '2113': units.map((unit) => `${unit} spent 6 moved`),
    },
    combat: {
      ...{ advanced: [], attacker: 'german', attackers: units, defenders: ['r1'], origins: ['2113'], overrun: true },
      ...{ paths: [null, null, null, null, null, null], result: 'A2', stage: { choose: { n: 2, side: 'german' } } },
      targets: ['2112'],
    },
  });
  const ask = page.getByTestId('ask-loss');
  const ends = page.getByTestId('retreat-ends').getByRole('listitem');
  for (const again of [false, true]) {
    if (again) await page.reload();
    await expect(ask).toHaveAttribute('data-side', /right|left|above|below/);
    await expect(ends.first()).toBeVisible();
    await uncovered(page, ['2113', '2112', ...(await ends.allInnerTexts()).filter((text) => /^\d{4}$/.test(text))]);
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test('a question at the southern edge of the map leaves its hexes free', async ({ page }) => {
    const units = ['pz7-25', 'pz7-6', 'pz7-7'];
    await play(page, {
      turn: 5,
      phase: 'german_combat',
      units: {
        ...{ '2327': units.map((unit) => `${unit} attacked`), '2328': ['r1 7-7#1 defended', 'r2 2-5#1 defended'] },
        ...{ '2210': ['konev'], '1115': ['inf6'] },
      },
      combat: {
        ...{ advanced: [], attacker: 'german', attackers: units, defenders: ['r1', 'r2'], origins: ['2327'] },
        ...{ overrun: false, paths: [null, null, null, null, null, null], targets: ['2328'] },
        ...{ result: 'D2', stage: { choose: { n: 2, side: 'soviet' } } },
      },
    });
    const ends = page.getByTestId('retreat-ends').getByRole('listitem');
    await expect(ends.first()).toBeVisible();
    await uncovered(page, ['2327', '2328', ...(await ends.allInnerTexts()).filter((text) => /^\d{4}$/.test(text))]);
  });
  test('a refusal does not lie over what was aimed at, and goes with the next thing done', async ({ page }) => {
    await page.clock.install();
    await play(page, {
      turn: 5,
      phase: 'german_movement',
      units: { '1915': ['pz7'], '1914': ['r1 2-5'], '2014': ['r2 2-5'], '2208': ['konev'] },
    });
    const tap = async (hex: Hex) => {
      const { x, y } = await placeOf(page, hex);
      await page.touchscreen.tap(x, y);
    };
    await tap('1915');
    await expect(prompt(page)).toContainText('may overrun');
    // The refusal stays while it is measured, however long that takes: it has a second of its twelve.
    const aimed = await placeOf(page, '2208');
    await stopTime(page);
    await page.touchscreen.tap(aimed.x, aimed.y);
    await page.clock.runFor(1000);
    await expect(page.getByTestId('refusal')).toBeVisible();
    await uncovered(page, ['2208', '1915']);
    const notice = await boxOf(page.getByTestId('refusal'));
    expect(notice.top).toBeGreaterThanOrEqual((await boxOf(page.locator('.map-view'))).top);
    expect(notice.right).toBeLessThan((await boxOf(page.getByTestId('overlays'))).left);
    await page.clock.resume();
    await tap('1914');
    await expect(page.getByTestId('odds-sheet')).toBeVisible();
    await expect(page.getByTestId('refusal')).toBeHidden();
    await uncovered(page, ['1914', '1915']);
  });
});
