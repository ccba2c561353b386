// `npm run tasks`: what the usual tasks of a game cost a player, in clicks and keys and in seconds, with a real server on the same
// machine, and prints it as a table. Seconds are those of the page and the server: the hand here never rests.
import type { Locator, Page } from '@playwright/test';
import type { Hex } from '../src/lib/hex';
import type { Position } from '../src/wire/types';
import { expectPly, fixture, makeGame, openGame, placeOf, ply, stackAt } from '../e2e/support/game';
import { expect, test } from '../e2e/support/test';

const lines: string[] = [];
test.afterAll(() => {
  const head = ['', '| task | clicks | keys | seconds |', '| --- | --- | --- | --- |'];
  process.stdout.write([...head, ...lines, ''].join('\n') + '\n');
});

/** A hand on mouse and keyboard that counts what it does. */
class Hand {
  clicks = 0;
  keys = 0;
  #since = 0;
  constructor(readonly page: Page) {}
  begin() {
    this.clicks = this.keys = 0;
    this.#since = performance.now();
  }
  end(task: string) {
    const seconds = ((performance.now() - this.#since) / 1000).toFixed(1);
    lines.push(`| ${task} | ${this.clicks} | ${this.keys} | ${seconds} |`);
  }
  async hex(hex: Hex, how: { button?: 'right'; shift?: boolean } = {}) {
    const { x, y } = await placeOf(this.page, hex);
    this.clicks++;
    if (how.shift) await this.page.keyboard.down('Shift');
    await this.page.mouse.click(x, y, { button: how.button ?? 'left' });
    if (how.shift) await this.page.keyboard.up('Shift');
  }
  async press(what: Locator) {
    this.clicks++;
    await what.click();
  }
  async key(key: string) {
    this.keys++;
    await this.page.keyboard.press(key);
  }
  /** The pointer is held down all the way: one click. */
  async drag(from: Hex, to: Hex) {
    const [a, b] = [await placeOf(this.page, from), await placeOf(this.page, to)];
    this.clicks++;
    await this.page.mouse.move(a.x, a.y);
    await this.page.mouse.down();
    await this.page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 2 });
    await this.page.mouse.move(b.x, b.y, { steps: 2 });
    await this.page.mouse.up();
  }
}
const command = (page: Page, id: string) => page.getByTestId(`command-${id}`).first();
const asks = (page: Page, question: RegExp | string) =>
  expect(page.locator('.game')).toHaveAttribute('data-asks', question);
const inHand = (page: Page) => expect(page.locator('.map-view .reach, .map-view .rail-net').first()).toBeAttached();

/** A game by one person for both sides, with the whole map on the screen. */
async function sit(page: Page, position: object): Promise<{ hand: Hand }> {
  const { id } = await makeGame(page.request, { side: 'both', position: position as Partial<Position> });
  await openGame(page, id);
  await asks(page, /./);
  await page.locator('.map-view').focus();
  await page.keyboard.press('0');
  const hand = new Hand(page);
  await placeOf(page, '3016');
  hand.begin();
  return { hand };
}
const GERMAN = {
  turn: 5,
  phase: 'german_movement',
  units: { '1714': ['pz7'], '1614': ['mot14-11'], '1115': ['inf6'], '2112': ['r1 2-5'], '2210': ['konev', 'r2'] },
};

test('move a stack', async ({ page }) => {
  const { hand } = await sit(page, GERMAN);
  await hand.hex('1714');
  await inHand(page);
  await hand.hex('1914', { button: 'right' });
  await expectPly(page, 1);
  hand.end('move a stack');
});

test('join a stack', async ({ page }) => {
  const { hand } = await sit(page, GERMAN);
  await hand.hex('1714');
  await inHand(page);
  await hand.hex('1614', { button: 'right' });
  await expectPly(page, 1);
  hand.end('join a stack');
});

test('move by the button of the panel', async ({ page }) => {
  const { hand } = await sit(page, GERMAN);
  await hand.hex('1714');
  await inHand(page);
  await hand.hex('1914');
  await hand.press(command(page, 'move'));
  await expectPly(page, 1);
  hand.end('move a stack by the button of the panel');
});

test('three stacks to one hex', async ({ page }) => {
  const { hand } = await sit(page, { ...GERMAN, units: { ...GERMAN.units, '1815': ['mot18-51'] } });
  await hand.hex('1714');
  await inHand(page);
  for (const hex of ['1614', '1815']) await hand.hex(hex, { shift: true });
  await expect(page.getByTestId('parties').getByRole('listitem')).toHaveCount(3);
  await hand.hex('1914', { button: 'right' });
  await expectPly(page, 3);
  hand.end('three stacks to one hex');
});

test('a march by a waypoint', async ({ page }) => {
  const { hand } = await sit(page, GERMAN);
  await hand.hex('1714');
  await inHand(page);
  await hand.hex('1813', { shift: true });
  await expect(page.locator('.path-waypoint')).toHaveCount(1);
  await hand.hex('1914', { button: 'right' });
  await expectPly(page, 1);
  hand.end('a march by a waypoint');
});

test('an overrun', async ({ page }) => {
  const { hand } = await sit(page, GERMAN);
  await hand.hex('1714');
  await inHand(page);
  await hand.hex('2112');
  await hand.press(page.getByTestId('odds-confirm'));
  await expect.poll(() => ply(page)).toBeGreaterThan(1);
  hand.end('an overrun, march included');
});

test('a ride by rail', async ({ page }) => {
  const { hand } = await sit(page, { turn: 6, phase: 'soviet_movement', units: { '4015': ['r1'], '0514': ['inf6'] } });
  await hand.hex('4015');
  await inHand(page);
  await hand.press(command(page, 'rail'));
  await hand.hex('3414', { button: 'right' });
  await expectPly(page, 1);
  hand.end('a ride by rail');
});

/** The German reinforcements of turn 3. */
const TURN_3 = [
  ...['inf5', 'inf35', 'inf161', 'mot29', 'pz17', 'pz18', 'pz10', 'dr', 'gd', 'pz3', 'pz4', 'mot10', 'cav1'],
];
test('all that arrives on turn 3', async ({ page }) => {
  const { hand } = await sit(page, {
    turn: 3,
    phase: 'german_movement',
    units: { '1714': ['mot14-11'], '2210': ['konev', 'r2'] },
    waiting: TURN_3,
  });
  // By area, each to a hex of its own: what stands together stays together.
  for (const [area, hex] of Object.entries({ D: '0416', E: '0520', H: '0526' })) {
    const before = await ply(page);
    await hand.press(page.getByTestId(`tray-all-${area}`));
    await hand.hex(hex, { button: 'right' });
    await expect.poll(() => ply(page)).toBeGreaterThan(before);
    await asks(page, 'move');
  }
  await expect(page.getByTestId('tray-all-D')).toBeHidden();
  hand.end(`bring in all ${await page.locator('.counters [data-unit]').count()} units of turn 3, by area`);
});

test('all that arrives on turn 3, to one hex', async ({ page }) => {
  const { hand } = await sit(page, {
    turn: 3,
    phase: 'german_movement',
    units: { '1714': ['mot14-11'], '2210': ['konev', 'r2'] },
    waiting: TURN_3,
  });
  await hand.press(command(page, 'bring_all'));
  await hand.hex('0620', { button: 'right' });
  await expect.poll(() => ply(page)).toBeGreaterThan(0);
  await asks(page, 'move');
  await expect(command(page, 'bring_all')).toBeHidden();
  hand.end('bring them all in to one hex');
});

test('six divisions at X', async ({ page }) => {
  const { hand } = await sit(page, {
    turn: 2,
    phase: 'soviet_movement',
    units: { '0514': ['inf6'] },
    owed: { X: { rifle: 6, armoured: 0 } },
  });
  await hand.press(page.getByTestId('tray-all-rifle-X'));
  await hand.hex('4015', { button: 'right' });
  await expectPly(page, 12);
  hand.end('six rifle divisions at X to 4015, by rail');
});

test('the first Soviet turn', async ({ page }) => {
  const { hand } = await sit(page, fixture('turn1').position);
  let marches = 0;
  const lit = page.locator('[data-end]');
  // The first is taken up; after that the next comes to hand by itself, and the page lights where he may end.
  await hand.key('n');
  for (;;) {
    const before = await ply(page);
    await expect(lit.first()).toBeAttached();
    const ends = await lit.evaluateAll((all) => all.map((one) => one.getAttribute('data-end') ?? ''));
    await hand.hex(ends.sort().at(-1) ?? '', { button: 'right' });
    await expectPly(page, before + 1);
    await asks(page, 'move');
    marches++;
    // Either the next has his ends lit, or nobody is left.
    const over = page.locator('.game:not(:has([data-testid="command-march_on"]))');
    await expect(over.or(lit.first()).first()).toBeAttached();
    if (!(await lit.count())) break;
  }
  hand.end(`the ${marches} marches of the first Soviet turn [5.23]`);
});

test('the first Soviet turn by machine', async ({ page }) => {
  const { hand } = await sit(page, fixture('turn1').position);
  await hand.press(command(page, 'march_on'));
  await expect.poll(() => ply(page)).toBeGreaterThan(5);
  await expect(command(page, 'march_on')).toBeHidden();
  hand.end('the same by “March for me”');
  hand.begin();
  await hand.press(command(page, 'undo'));
  await expectPly(page, 0);
  hand.end('that march taken back');
});

test('a march over several turns', async ({ page }) => {
  const { hand } = await sit(page, { ...GERMAN, units: { '0619': ['inf6'], '4015': ['rakutin', 'r1'] } });
  await hand.hex('0619');
  await inHand(page);
  await hand.key("'");
  await hand.hex('2219');
  await expectPly(page, 1);
  hand.end('a march over three turns, by a standing order');
});

test('an attack on three hexes', async ({ page }) => {
  const { hand } = await sit(page, {
    turn: 5,
    phase: 'german_combat',
    units: {
      ...{ '1613': ['pz7'], '1612': ['r1 2-5'], '1513': ['r2 2-5'], '1713': ['r3 2-5'] },
      ...{ '1210': ['pz17'], '2210': ['konev'] },
    },
  });
  await hand.hex('1612');
  await hand.hex('1513', { shift: true });
  await hand.hex('1713', { shift: true });
  await expect(page.getByTestId('odds-sheet')).toContainText('1713');
  await expect(page.getByTestId('odds-confirm')).toBeEnabled();
  await hand.press(page.getByTestId('odds-confirm'));
  await expect.poll(() => ply(page)).toBeGreaterThan(0);
  hand.end('an attack on three hexes');
});

test('loss or retreat', async ({ page }) => {
  const { hand } = await sit(page, {
    turn: 5,
    phase: 'german_combat',
    units: { '1115': ['inf6'], '2011': ['r1 7-7#1 defended'], '2012': ['pz7-25 attacked'], '2210': ['konev', 'r2'] },
    combat: {
      ...{ advanced: [], attacker: 'german', attackers: ['pz7-25'], defenders: ['r1'], origins: ['2012'] },
      ...{ overrun: false, paths: [null, null, null, null, null, null], targets: ['2011'], result: 'A1' },
      stage: { choose: { n: 1, side: 'german' } },
    },
  });
  await asks(page, 'loss_or_retreat');
  await hand.press(page.getByTestId('answer'));
  await expect.poll(() => ply(page)).toBeGreaterThan(0);
  hand.end('loss or retreat, as offered');
});

test('the end of a turn', async ({ page }) => {
  const { hand } = await sit(page, GERMAN);
  await hand.press(command(page, 'end_phase'));
  await hand.press(page.getByTestId('end-confirm'));
  await expect(page.locator('.game')).not.toHaveAttribute('data-phase', 'german_movement');
  await asks(page, /./);
  hand.end('end a Movement Phase with units left');
});

test('a move taken back', async ({ page }) => {
  const { hand } = await sit(page, GERMAN);
  await page.keyboard.press('Escape');
  await hand.drag('1714', '1914');
  await expectPly(page, 1);
  hand.begin();
  await hand.press(command(page, 'undo'));
  await expect(stackAt(page, '1714')).toBeAttached();
  hand.end('a move taken back');
});
