// Combat by both sides, with every question it can ask: each from a position in the midst of it, so that no die decides what
// the test sees.
import type { Page } from '@playwright/test';
import type { Hex } from '../src/lib/hex';
import type { Position } from '../src/wire/types';
import {
  answerAll,
  clickHex,
  expectPly,
  expectRefused,
  fixture,
  makeGame,
  openGame,
  ply,
  prompt,
  stackAt,
  type,
} from './support/game';
import { expect, test } from './support/test';

const FRONT = {
  '1115': ['inf6'],
  '1912': ['mot14-53 lost 1 attacked'],
  '2011': ['r1 7-7#1 defended'],
  '2012': ['pz7-25 attacked', 'pz7-6 attacked', 'pz7-7 attacked'],
  '2210': ['konev', 'r2'],
};
const COMBAT = {
  advanced: [],
  attacker: 'german',
  attackers: ['pz7-25', 'pz7-6', 'pz7-7', 'mot14-53'],
  defenders: ['r1'],
  origins: ['2012', '1912'],
  overrun: false,
  paths: [null, null, null, null, null, null],
  targets: ['2011'],
};
/** The 7th Panzer has attacked the 126th Rifle: what came of it, and who is asked. */
const after = (result: string, stage: object, more: object = {}) => ({
  turn: 5,
  phase: 'german_combat',
  units: FRONT,
  combat: { ...COMBAT, result, stage, ...more },
});
const split = after('D1/A1', { choose: { n: 1, side: 'soviet' } });

/** One person plays both sides. */
async function play(page: Page, position: object) {
  const { id } = await makeGame(page.request, { side: 'both', position: position as Partial<Position> });
  await openGame(page, id);
}
/** A connection on which what the server says can be kept back for a while. */
async function slowLine(page: Page) {
  // The referee in the page would answer without it.
  await page.route('**/referee-*.wasm', (route) => route.abort());
  let keeps: (message: string) => boolean = () => false;
  let waiting: string[] = [];
  let pass = (message: string): void => void waiting.push(message);
  await page.routeWebSocket(/\/ws\b/, (near) => {
    pass = (message) => near.send(message);
    near.connectToServer().onMessage((message) => {
      const text = String(message);
      if (keeps(text)) waiting.push(text);
      else pass(text);
    });
  });
  return {
    /** From now on only this is kept back; the rest of what was goes on its way. */
    keep(wanted: (message: string) => boolean) {
      keeps = wanted;
      const due = waiting.filter((message) => !wanted(message));
      waiting = waiting.filter(wanted);
      due.forEach((message) => pass(message));
    },
    /** Something that the server has said is among what is kept back. */
    kept: (part: string) => expect.poll(() => waiting.some((message) => message.includes(part))).toBe(true),
  };
}
const answer = (page: Page) => page.getByTestId('answer');
const unit = (page: Page, id: string) => page.locator(`.beside [data-unit-pick="${id}"]`);
/** Give the answer that is offered, after having read it. */
async function agree(page: Page, words: string | RegExp) {
  await expect(answer(page)).toContainText(words);
  await page.keyboard.press('Enter');
}
/** Nothing of the popover lies over the hexes it is about. */
async function uncovered(page: Page, testid: string, hexes: Hex[]) {
  const covered = async () => {
    const box = await page.getByTestId(testid).boundingBox();
    if (!box) return ['there is no popover'];
    const under: string[] = [];
    for (const hex of hexes) {
      const stack = await stackAt(page, hex).boundingBox();
      const apart =
        stack !== null &&
        (stack.x + stack.width <= box.x ||
          box.x + box.width <= stack.x ||
          stack.y + stack.height <= box.y ||
          box.y + box.height <= stack.y);
      if (!apart) under.push(hex);
    }
    return under;
  };
  // It is placed once its size is known, and the map may make room for it.
  await expect.poll(covered).toEqual([]);
}

test('an attack is put together, its odds are told, and the die is thrown', async ({ page }) => {
  await play(page, {
    turn: 5,
    phase: 'german_combat',
    units: {
      ...{ '2012': ['pz7'], '1912': ['mot14-53 lost 1'], '2011': ['r1 7-7'], '1811': ['r3 2-5', 'r4'] },
      ...{ '2210': ['konev'], '1115': ['inf6'] },
    },
  });
  await expect(prompt(page)).toContainText('pick an enemy hex to attack');
  await expect(page.getByTestId('targets').getByRole('button')).toHaveCount(2);
  // The enemy first: all who may attack are proposed.
  await clickHex(page, '2011');
  const sheet = page.getByTestId('odds-sheet');
  await expect(sheet).toContainText('Attack on 2011');
  await expect(sheet.getByTestId('odds-attack')).toContainText('18');
  await expect(sheet.getByTestId('odds-defense')).toContainText('14');
  await expect(sheet.getByTestId('odds-column')).toHaveText('1-1');
  await expect(sheet).toContainText('integrated');
  await expect(sheet).toContainText('forest');
  await expect(sheet.getByRole('link', { name: 'Rule 9.31' })).toBeVisible();
  await expect(sheet).toContainText('defender suffers 67%');
  await expect(sheet).toContainText('attacker suffers 83%');
  await uncovered(page, 'odds-sheet', ['2011', '2012', '1912']);
  // One left out, and what he would add.
  await unit(page, 'mot14-53').click();
  await expect(sheet.getByTestId('odds-attack')).toContainText('16');
  // A unit that would have to attack both hexes: only the 53rd is adjacent to both.
  await clickHex(page, '1811', ['Shift']);
  await expect(sheet).toContainText('Attack on 2011, 1811');
  await expect(sheet).toContainText('Nobody takes part');
  // One step back each time.
  await page.keyboard.press('Escape');
  await expect(sheet.getByTestId('odds-attack')).toContainText('16');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  // Own units first, then the enemy; the untried division is a range.
  await clickHex(page, '1912');
  await expect(prompt(page)).toContainText('now the enemy hex');
  await clickHex(page, '1811');
  await expect(sheet.getByTestId('odds-attack')).toContainText('2');
  await expect(sheet.getByTestId('odds-defense')).toContainText('≈');
  await page.keyboard.press('Escape');
  await expect(prompt(page)).toContainText('now the enemy hex');
  await page.keyboard.press('Escape');
  // A unit that has no enemy beside it is told why not.
  await clickHex(page, '2011');
  await clickHex(page, '1115');
  await expectRefused(page, 'are not adjacent');
  // The die falls, and whatever is asked then is answered as offered.
  await page.keyboard.press('Enter');
  await expectPly(page, 1);
  const combat = page.getByTestId('combat-panel');
  await expect(combat).toContainText(/1-1/);
  await expect(combat.getByRole('img', { name: /^Die: [1-6]$/ }).first()).toBeVisible();
  await answerAll(page);
  await expect(prompt(page)).toContainText(/pick an enemy hex|no attack is possible/);
  await expect(combat).toContainText('Earlier in this phase');
  await expect(combat).toContainText('Attack on 2011');
});

test('a Soviet attack with a Leader who has to take part', async ({ page }) => {
  await play(page, {
    turn: 5,
    phase: 'soviet_combat',
    units: { '2012': ['pz7-25', 'pz7-6'], '2011': ['r1 7-7', 'r2', 'konev'], '2112': ['r3 6-5'], '1115': ['inf6'] },
  });
  expect(await type(page, 'attack 2012 from 2011,2112')).toMatch(/to 6, column/);
  const sheet = page.getByTestId('odds-sheet');
  await expect(sheet).toContainText('Leader');
  await expect(sheet).toContainText('untried rifle division');
  // Without him it is refused with the case, and cannot be sent.
  await unit(page, 'konev').click();
  await expect(sheet.getByTestId('odds-refusal')).toContainText('Konev must take part');
  await expect(sheet.getByTestId('odds-refusal').getByRole('link', { name: 'Rule 10.26' })).toBeVisible();
  await expect(sheet.getByTestId('odds-confirm')).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  await expectPly(page, 0);
  await unit(page, 'konev').click();
  await expect(sheet.getByTestId('odds-refusal')).toBeHidden();
  await sheet.getByTestId('odds-confirm').click();
  await expectPly(page, 1);
  await expect(page.getByTestId('combat-panel')).toContainText(/Untried division turned over/);
});

test('a split result: retreat, routed by the attacker, then a step, then the advance', async ({ page }) => {
  await play(page, split);
  await expect(prompt(page)).toContainText(/Soviet, .* in 2011, D1\/A1/);
  await uncovered(page, 'ask-loss', ['2011', '2012', '1912']);
  await agree(page, 'Fall back one hex');

  const route = page.getByTestId('ask-route');
  await expect(route).toContainText('126th Rifle Division');
  await expect(route.getByRole('radio')).toHaveCount(2);
  await expect(page.locator('.barred')).not.toHaveCount(0);
  await expect(page.locator('.why')).toContainText(['your zone']);
  // A barred hex says why.
  await clickHex(page, '1911');
  await expectRefused(page, '1911 is in an enemy zone of control');
  await page.keyboard.press('2');
  await agree(page, 'Send to 2111');
  await expect(stackAt(page, '2111')).toBeVisible();

  const loss = page.getByTestId('ask-loss');
  await expect(prompt(page)).toContainText(/German, .* in [0-9, ]+, D1\/A1/);
  await expect(loss.getByTestId('choose-loss')).toHaveAttribute('aria-checked', 'true');
  await page.keyboard.press('r');
  await expect(answer(page)).toContainText('Fall back one hex');
  await unit(page, 'pz7-25').click();
  await expect(unit(page, 'pz7-25')).toContainText('4 to 2');
  await agree(page, 'Lose a step of 25th Panzer Regiment');

  // Nothing is asked between the choice and the step that was chosen with it.
  const advance = page.getByTestId('ask-advance');
  await expect(advance).toBeVisible();
  await expect(advance.getByRole('radio')).toHaveCount(0);
  await expect(page.locator('.vactxt')).toContainText('vacated');
  await unit(page, 'pz7-6').click();
  await agree(page, '25th Panzer Regiment and 7th Panzergrenadier Regiment to 2011');
  await expect(stackAt(page, '2011').locator('[data-unit]')).toHaveCount(2);
  await expect(stackAt(page, '2012').locator('[data-unit]')).toHaveCount(1);
  await expect(prompt(page)).toContainText('no attack is possible');
});

test('a quick hand on a slow line: what is seen may be answered in advance, what is not seen may not', async ({
  page,
}) => {
  const line = await slowLine(page);
  await play(page, split);
  await expect(answer(page)).toContainText('Fall back one hex');
  // The second Enter comes before the next question, and must not answer it.
  line.keep(() => true);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await line.kept('"done"');
  await line.kept('"legal"');
  // Which hexes there are came with the position: the question is answered though no answer ever comes from the server.
  line.keep((message) => message.startsWith('{"answer'));
  const route = page.getByTestId('ask-route');
  await expect(route).toBeVisible();
  await page.keyboard.press('2');
  await page.keyboard.press('Enter');
  await expect(stackAt(page, '2111')).toBeVisible();
  await expectPly(page, 2);
  line.keep(() => false);
  // Nothing is left over for the question after it.
  await expect(prompt(page)).toContainText(/German, .* in [0-9, ]+, D1\/A1/);
  await expect(answer(page)).toContainText('Lose a step of');
  await expectPly(page, 2);
});

test('which steps are lost where both are engaged', async ({ page }) => {
  const units = { ...FRONT, '2011': undefined };
  await play(page, {
    ...after('Eng', { lose: { n: 1, side: 'german' } }, { defenders: [] }),
    units: JSON.parse(JSON.stringify(units)) as object,
    dead_pile: ['rifle 7-7#1'],
    pile_log: [74],
  });
  await expect(prompt(page)).toContainText('choose who gives up a step');
  await expect(page.getByTestId('ask-loss').getByRole('radio')).toHaveCount(0);
  await page.keyboard.press('3');
  await agree(page, 'Lose a step of 7th Panzergrenadier Regiment');
  // Nobody advances after Eng.
  await expect(prompt(page)).toContainText('no attack is possible');
  await expectPly(page, 1);
});

test('two stacks of attackers run two hexes, and the defender follows two', async ({ page }) => {
  await play(page, after('A2', { choose: { n: 2, side: 'german' } }));
  await page.getByTestId('choose-retreat').click();
  await agree(page, 'Fall back 2 hexes');
  const route = page.getByTestId('ask-route');
  await expect(prompt(page)).toContainText('Retreat from 2012: choose where 7th Panzer Division');
  // The other stack first, by its key.
  await page.keyboard.press('n');
  await expect(route).toContainText('53rd Motorized Regiment');
  await clickHex(page, '1812');
  await agree(page, 'Send to 1812');
  await expect(route).toContainText('One hex to go');
  await answer(page).click();
  await expect(prompt(page)).toContainText('7th Panzer Division');
  await clickHex(page, '2013');
  await agree(page, 'Send to 2013');
  await expect(route).toContainText('One hex to go');
  await answer(page).click();
  // The 126th Rifle takes the ground, by the typed line.
  await expect(prompt(page)).toContainText('Soviet player: choose who advances');
  await expect(page.getByTestId('ask-advance').getByRole('radio').first()).toBeVisible();
  expect(await type(page, 'advance r1 2013')).toContain('Done');
  await expect(stackAt(page, '2013')).toBeVisible();
  await expect(stackAt(page, '2011')).toBeHidden();
});

test('a retreat into a full hex, and who has no room', async ({ page }) => {
  await play(page, {
    turn: 5,
    phase: 'german_combat',
    units: {
      ...{ '1115': ['inf6'], '1812': ['inf35'], '1911': ['inf137'], '1912': ['inf5'], '2111': ['inf34'] },
      ...{ '2010': ['r4 3-4#1', 'r5 2-3#1'], '2011': ['r1 7-7#1 defended', 'r3 3-3#1 defended'] },
      ...{ '2012': FRONT['2012'], '2112': ['inf26'], '2210': ['konev'] },
    },
    combat: {
      ...{ ...COMBAT, attackers: ['pz7-25', 'pz7-6', 'pz7-7'], defenders: ['r1', 'r3'], origins: ['2012'] },
      ...{ result: 'D1/A1', stage: { choose: { n: 1, side: 'soviet' } } },
    },
  });
  await page.keyboard.press('r');
  await agree(page, 'Fall back one hex');
  await expect(page.getByTestId('ask-route')).toContainText('onto friends');
  await agree(page, 'Send to 2010');
  const room = page.getByTestId('ask-room');
  await expect(room).toContainText('Hex 2010 is too full');
  await expect(unit(page, 'r3')).toHaveAttribute('aria-pressed', 'true');
  await unit(page, 'r1').click();
  await expect(answer(page)).toContainText('Give up 126th Rifle Division');
  await page.keyboard.press('2');
  await agree(page, 'Give up');
  await expect(stackAt(page, '2010').locator('[data-unit]')).toHaveCount(3);
  await expect(stackAt(page, '2010').locator('[data-unit="r1"]')).toBeAttached();
});

test('a stack over the limit when the phase ends', async ({ page }) => {
  await play(page, {
    ...{ turn: 5, phase: 'german_combat', ending: true },
    units: { '2012': ['pz7', 'lehr'], '2210': ['konev'], '1115': ['inf6'] },
  });
  await expect(page.getByTestId('ask-room')).toContainText('over the stacking limit');
  await expect(page.getByTestId('stack-panel')).toContainText('2012');
  await unit(page, 'lehr').click();
  await agree(page, 'Give up Lehr Brigade');
  await expect(page.locator('.game')).toHaveAttribute('data-phase', 'mechanized_movement');
  await expect(stackAt(page, '2012').locator('[data-unit]')).toHaveCount(3);
});

/** The 7th Panzer has overrun a rifle division. */
const overrun = (result: string) => ({
  ...{ turn: 5, phase: 'german_movement' },
  group: { cuttable: null, entering: false, start: '2012', units: ['pz7-25', 'pz7-6', 'pz7-7'] },
  units: {
    ...{ '1115': ['inf6'], '2011': ['r1 3-3#1'], '2210': ['konev'] },
    '2012': ['pz7-25 spent 6 moved', 'pz7-6 spent 6 moved', 'pz7-7 spent 6 moved'],
  },
  combat: {
    ...{ ...COMBAT, attackers: ['pz7-25', 'pz7-6', 'pz7-7'], origins: ['2012'], overrun: true },
    ...{ result, stage: { choose: { n: 1, side: 'soviet' } } },
  },
});

test('an overrun: the enemy runs, disrupted, and the attackers enter and go on', async ({ page }) => {
  await play(page, overrun('D1'));
  await expect(page.getByTestId('combat-panel')).toContainText('Overrun of 2011');
  await expect(page.getByTestId('combat-panel')).toContainText('Enter 2011');
  await agree(page, 'Fall back one hex');
  await page.locator('[data-choice="2111"]').click();
  await agree(page, 'Send to 2111');
  await expect(stackAt(page, '2011')).toHaveAccessibleName(/7th Panzer Division/);
  await expect(stackAt(page, '2111')).toHaveAccessibleName(/disrupted/);
  await expect(prompt(page)).not.toContainText('Retreat');
});

test('an overrun that costs the attackers a step halts them', async ({ page }) => {
  await play(page, overrun('D1/A1'));
  await agree(page, 'Fall back one hex');
  await agree(page, 'Send to');
  await expect(page.getByTestId('ask-loss')).toContainText('halt in front of 2011');
  await expect(answer(page)).toContainText('Fall back one hex');
  await page.keyboard.press('l');
  await agree(page, 'Lose a step of');
  await expect(page.getByTestId('ask-loss')).toBeHidden();
  await expect(stackAt(page, '2012')).toHaveAccessibleName(/halted after an overrun/);
});

test('routing the retreat of an overrun stack two hexes', async ({ page }) => {
  await play(page, fixture('route').position);
  const before = await ply(page);
  await expect(page.getByTestId('ask-route')).toContainText('2 hexes to go');
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await expectPly(page, before + 1);
  await expect(page.getByTestId('ask-route')).toContainText('One hex to go');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('ask-route')).toBeHidden();
});

test('planned attacks are offered first and marked on the map', async ({ page }) => {
  const { id } = await makeGame(page.request, {
    side: 'both',
    position: {
      turn: 5,
      phase: 'german_combat',
      units: { '2012': ['pz7'], '2011': ['r1 7-7'], '2112': ['r3 2-5'], '2210': ['konev'], '1115': ['inf6'] },
    } as unknown as Partial<Position>,
  });
  await page.addInitScript(([key, plans]) => localStorage.setItem(key, plans), [
    `pgg-plans-${id}`,
    JSON.stringify([{ turn: 5, targets: ['2112'], units: ['pz7-25', 'pz7-6'] }]),
  ] as const);
  await openGame(page, id);
  await expect(page.getByTestId('targets').getByRole('button').first()).toContainText('planned');
  await page.locator('.map-view').focus();
  await page.keyboard.press('n');
  await expect(page.getByTestId('odds-sheet')).toContainText('Attack on 2112');
  await expect(unit(page, 'pz7-7')).toHaveAttribute('aria-pressed', 'false');
  await expect(unit(page, 'pz7-25')).toHaveAttribute('aria-pressed', 'true');
});

test('an overrun can be put off: the attack is planned and offered in the Combat Phase', async ({ page }) => {
  await play(page, {
    ...{ turn: 5, phase: 'german_movement' },
    units: { '2012': ['pz7'], '2011': ['r1 7-7'], '2210': ['konev'], '1115': ['inf6'] },
  });
  await clickHex(page, '2012');
  await clickHex(page, '2011');
  const sheet = page.getByTestId('odds-sheet');
  await expect(sheet).toContainText('Overrun of 2011');
  await expect(sheet.getByTestId('odds-attack')).toContainText('8');
  await expect(sheet.getByTestId('odds-plan')).toContainText('16 to 14');
  await sheet.getByTestId('odds-plan').click();
  await expect(sheet).toBeHidden();
  await expectPly(page, 0);
  expect(await type(page, 'done')).toBeTruthy();
  await expect(page.locator('.game')).toHaveAttribute('data-phase', 'german_combat');
  await expect(page.getByTestId('targets').getByRole('button').first()).toContainText('planned');
});
