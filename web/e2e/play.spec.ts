// A Movement Phase of each side, set-up and markers through the page, and what can be taken back. Small positions, so that every
// figure that is looked for can be checked against the rules.
import type { Page } from '@playwright/test';
import type { Hex } from '../src/lib/hex';
import type { Position } from '../src/wire/types';
import {
  clickHex,
  expectPly,
  expectRefused,
  hoverHex,
  makeGame,
  openGame,
  placeOf,
  prompt,
  sendTo,
  stackAt,
  stopTime,
  type,
} from './support/game';
import { expect, test } from './support/test';

/** The 7th Panzer on open ground, infantry behind it, a Soviet division and its Leader to the east. */
const GERMAN = {
  turn: 5,
  phase: 'german_movement',
  units: { '1714': ['pz7'], '1115': ['inf6'], '2112': ['r1 2-5'], '2210': ['konev', 'r2'] },
};
const SOVIET = {
  turn: 6,
  phase: 'soviet_movement',
  units: { '4015': ['r1', 'r2'], '2210': ['konev', 'r3 4-5'], '0514': ['inf6'] },
};

async function play(page: Page, position?: object) {
  const { id } = await makeGame(page.request, {
    side: 'both',
    ...(position && { position: position as Partial<Position> }),
  });
  await openGame(page, id);
  await asked(page);
}
/** The page has been told what may be done. */
const asked = (page: Page, question = /./) => expect(page.locator('.game')).toHaveAttribute('data-asks', question);
const inHand = (page: Page) => page.getByTestId('hand').locator('[aria-pressed="true"]');
const command = (page: Page, id: string) => page.getByTestId(`command-${id}`);
/** Press a button that is greyed: it says why. */
const pressed = (page: Page, id: string) => command(page, id).first().click({ force: true });
/** Is the middle of the hex on the screen? */
async function inSight(page: Page, hex: Hex): Promise<boolean> {
  const { x, y } = await placeOf(page, hex);
  return page.evaluate(([px, py]) => document.elementFromPoint(px, py)?.closest('.map-view') !== null, [x, y] as const);
}
async function drag(page: Page, from: { x: number; y: number }, to: Hex) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const { x, y } = await placeOf(page, to);
  await page.mouse.move((from.x + x) / 2, (from.y + y) / 2, { steps: 3 });
  await page.mouse.move(x, y, { steps: 3 });
  await page.mouse.up();
}

test.describe('a stack is fanned out', () => {
  const fan = (page: Page) => page.locator('.fan');

  test('while the pointer rests on it, and a counter of it is picked', async ({ page }) => {
    await play(page, GERMAN);
    await hoverHex(page, '1714');
    await expect(fan(page).getByRole('button')).toHaveCount(3);
    await hoverHex(page, '1717');
    await expect(fan(page)).not.toBeAttached();
    // The enemy's, too, and on the way to the tray it stays.
    await hoverHex(page, '2210');
    await expect(fan(page).getByRole('button')).toHaveCount(2);
    await fan(page).getByRole('button').nth(1).hover();
    await expect(fan(page).getByRole('button')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(fan(page)).not.toBeAttached();
    await hoverHex(page, '1714');
    await fan(page).getByRole('button').nth(1).click();
    await expect(inHand(page)).toHaveCount(1);
    // It stays open for the others.
    await fan(page)
      .getByRole('button')
      .nth(2)
      .click({ modifiers: ['Shift'] });
    await expect(inHand(page)).toHaveCount(2);
    await sendTo(page, '1914');
    await expectPly(page, 1);
    await expect(fan(page)).not.toBeAttached();
    await expect(stackAt(page, '1714').locator('[data-unit]')).toHaveCount(1);
    await expect(stackAt(page, '1914').locator('[data-unit]')).toHaveCount(2);
  });

  test('by a key, and picked by number or with the arrows', async ({ page }) => {
    await play(page, GERMAN);
    await page.locator('.map-view').focus();
    await hoverHex(page, '1714');
    await page.keyboard.press('f');
    await expect(fan(page).getByRole('button')).toHaveCount(3);
    await page.keyboard.press('2');
    await expect(inHand(page)).toHaveCount(1);
    await expect(fan(page).getByRole('button').nth(0)).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(fan(page).getByRole('button').nth(2)).toBeFocused();
    await page.keyboard.press('Shift+Enter');
    await expect(inHand(page)).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(fan(page)).not.toBeAttached();
    await expect(page.locator('.map-view')).toBeFocused();
  });
});

test('first visit to first move against the machine', async ({ page }) => {
  await page.goto('/');
  await page.getByTestId('play-now').click();
  await expect(page).toHaveURL(/\/game\//);
  await page.getByTestId('briefing-go').click();
  // Whatever side one has been given: the first question that is asked is answered, and the machine answers back.
  await asked(page);
  const question = await page.locator('.game').getAttribute('data-asks');
  await expect(prompt(page)).not.toBeEmpty();
  if (question === 'deploy') {
    await command(page, 'place_rest').click();
    await expect(prompt(page)).toContainText('All units are placed');
  } else if (question === 'place_air_markers') {
    await clickHex(page, '2015');
    await expectPly(page, 22);
  } else {
    await page.keyboard.press('n');
    await expect(page.getByTestId('hand')).toBeVisible();
  }
});

test('a German division moves: reach, path, waypoint, part of it, back and forth', async ({ page }) => {
  await play(page, GERMAN);
  await expect(prompt(page)).toContainText('Click a unit or stack to move it');
  await clickHex(page, '1714');
  await expect(prompt(page)).toContainText('7th Panzer Division');
  await expect(inHand(page)).toHaveCount(3);
  await expect(page.locator('.map-view .reach')).toBeAttached();
  // A glance shows the way, what is left, and what it costs; a click aims.
  await hoverHex(page, '1914');
  await expect(page.locator('.map-view .route')).toBeAttached();
  await expect(page.locator('.map-view .pill')).toContainText('can overrun');
  await expect(page.getByTestId('hand')).toContainText('Route to 1914');
  await expect(command(page, 'move')).not.toBeAttached();
  await clickHex(page, '1914');
  await expectPly(page, 0);
  // The aim stays wherever the pointer goes, so that the buttons of the panel can be reached.
  await hoverHex(page, '1712');
  await expect(command(page, 'move')).toContainText('Move to 1914');
  await command(page, 'waypoint').first().click();
  await expect(page.locator('.path-waypoint')).toHaveCount(1);
  await clickHex(page, '1913');
  await expect(command(page, 'move')).toContainText('Move to 1913');
  await clickHex(page, '1913');
  await expectPly(page, 1);
  await expect(stackAt(page, '1913')).toBeAttached();
  await expect(stackAt(page, '1714')).toHaveCount(0);

  // Undo, redo, and the whole phase.
  await command(page, 'undo').click();
  await expect(stackAt(page, '1714')).toBeAttached();
  await page.keyboard.press('y');
  await expect(stackAt(page, '1913')).toBeAttached();
  expect(await type(page, '1115 > 1215')).toContain('Can be reached');
  await expectPly(page, 2);
  await page.getByTestId('menu').click();
  await page.getByTestId('menu-reset').click();
  await expectPly(page, 0);
  await pressed(page, 'undo');
  await expectRefused(page, 'Nothing to undo');

  // One regiment goes alone, by its number; then another stack is dragged.
  await clickHex(page, '1714');
  await page.keyboard.press('1');
  await expect(inHand(page)).toHaveCount(2);
  await sendTo(page, '1614');
  await expectPly(page, 1);
  await expect(stackAt(page, '1714')).toBeAttached();
  await drag(page, await placeOf(page, '1115'), '1116');
  await expectPly(page, 2);
  await expect(stackAt(page, '1116')).toBeAttached();
});

test('a stack joins another by its button, and a second click takes the other up instead', async ({ page }) => {
  await play(page, { ...GERMAN, units: { ...GERMAN.units, '1614': ['mot14-11'] } });
  await clickHex(page, '1714');
  await expect(page.locator('.map-view .reach')).toBeAttached();
  await clickHex(page, '1614');
  await expect(prompt(page)).toContainText('joins the stack in 1614');
  await expect(inHand(page)).toHaveCount(3);
  await clickHex(page, '1614');
  await expect(inHand(page)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await clickHex(page, '1714');
  await expect(page.locator('.map-view .reach')).toBeAttached();
  await clickHex(page, '1614');
  await command(page, 'move').click();
  await expectPly(page, 1);
  await expect(stackAt(page, '1614').locator('[data-unit]')).toHaveCount(4);
});

test('several stacks are drawn around and sent to one hex; who cannot get there stays and says why', async ({
  page,
}) => {
  await play(page, { ...GERMAN, units: { ...GERMAN.units, '1614': ['mot14-11'], '0803': ['inf26'] } });
  await type(page, '1714');
  const [from, to] = [await placeOf(page, '1613'), await placeOf(page, '1715')];
  await page.keyboard.down('Shift');
  await page.mouse.move(from.x - 20, from.y - 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 20);
  await expect(page.locator('.lasso')).toBeVisible();
  await page.mouse.move(to.x + 20, to.y + 20, { steps: 3 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await expect(page.locator('.lasso')).not.toBeAttached();
  await expect(prompt(page)).toContainText('2 stacks in');
  await clickHex(page, '1115', ['Shift']);
  await expect(page.getByTestId('parties').getByRole('listitem')).toHaveCount(3);
  await clickHex(page, '1914');
  await expect(command(page, 'move')).toContainText('Send 2 of 3 to 1914');
  await expect(page.getByTestId('party-1115')).toContainText('stays');
  await page.keyboard.press('Enter');
  await expectPly(page, 2);
  await expect(stackAt(page, '1914').locator('[data-unit]')).toHaveCount(4);
  await expectRefused(page, '2 of 3 stacks have gone. 1115: Out of reach');
  await expect(prompt(page)).toContainText('6th Infantry Division in 1115');
});

test('"show me" leads to what the sentence is about', async ({ page }) => {
  await play(page, GERMAN);
  await clickHex(page, '1714');
  await expect(prompt(page)).toContainText('7th Panzer Division in 1714');
  await type(page, '5020');
  await command(page, 'show_me').click();
  await expect.poll(() => inSight(page, '1714')).toBe(true);
  await expect(page.locator('.pointed')).toBeAttached();
  await expect(inHand(page)).toHaveCount(3);
});

test('what cannot be done says who, where and why, with the rule', async ({ page }) => {
  await page.clock.install();
  await play(page, { ...GERMAN, units: { ...GERMAN.units, '2113': ['gd'] } });
  await clickHex(page, '1115');
  await hoverHex(page, '2015');
  await expect(page.getByTestId('hex-tip')).toContainText('Out of reach');
  await clickHex(page, '2015');
  await expectRefused(page, 'Out of reach');
  // Who begins beside an enemy is told that he cannot leave, and by which rule.
  await clickHex(page, '2113');
  await clickHex(page, '1713');
  await expectRefused(page, 'zone of control');
  await expectRefused(page, /6\.22/);
  // The message leads to the rule. It closes by itself after a while, which passes only as far as the test lets it.
  await stopTime(page);
  await clickHex(page, '1713');
  await page.clock.runFor(1000);
  await page.getByTestId('refusal').getByRole('link', { name: /6\.22/ }).click();
  await page.clock.resume();
  await expect(page.getByTestId('sheet-rule')).toContainText('6.22');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('sheet-rule')).toBeHidden();
  await expectPly(page, 0);
});

test('an overrun: odds before the march, a die, and no way back', async ({ page }) => {
  await play(page, GERMAN);
  await clickHex(page, '1714');
  await expect(page.locator('.map-view .reach')).toBeAttached();
  await clickHex(page, '2112');
  const sheet = page.getByTestId('odds-sheet');
  await expect(sheet).toContainText('Overrun of 2112');
  await expect(sheet.getByTestId('odds-attack')).toContainText('8');
  await expectPly(page, 0);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await clickHex(page, '2112');
  await sheet.getByTestId('odds-confirm').click();
  // The march and the overrun.
  await expect.poll(async () => Number(await page.locator('.game').getAttribute('data-ply'))).toBeGreaterThan(1);
  await asked(page);
  await pressed(page, 'undo');
  await expectRefused(page, 'Nothing to undo');
});

test('reinforcements come in by the tray, by click and by drag', async ({ page }) => {
  await play(page, {
    turn: 5,
    phase: 'german_movement',
    units: { '2210': ['konev', 'r2'], '1714': ['mot14'] },
    waiting: ['pz10', 'inf23', 'inf137'],
  });
  await expect(prompt(page)).toContainText('Bring in the 5 units');
  await page.getByTestId('tray-pz10').click();
  await expect(prompt(page)).toContainText('click one of the hexes in gold');
  // A hex farther on is aimed at, and nothing has been done yet; a hex in gold is entered at once.
  await clickHex(page, '2016');
  await expect(prompt(page)).toContainText('cannot reach 2016');
  await expectPly(page, 0);
  await clickHex(page, '0120');
  await expectPly(page, 3);
  // It stays in hand and goes on.
  await expect(prompt(page)).toContainText('10th Panzer Division');
  await expect(inHand(page)).toHaveCount(3);
  await page.keyboard.press('Escape');
  await type(page, '0119');
  const box = await page.getByTestId('tray-inf23').boundingBox();
  if (!box) throw new Error('the tray is not shown');
  await drag(page, { x: box.x + 20, y: box.y + 20 }, '0119');
  await expectPly(page, 4);
  await expect(stackAt(page, '0119')).toBeAttached();
  // One still waits: ending is asked about.
  await page.keyboard.press('Escape');
  await command(page, 'end_phase').click();
  await expect(page.getByTestId('end-question')).toContainText('could still enter');
  await page.getByTestId('end-confirm').click();
  await asked(page, /attack/);
});

test('Soviet divisions ride the railway, one train after another', async ({ page }) => {
  await play(page, SOVIET);
  await clickHex(page, '4015');
  await expect(inHand(page)).toHaveCount(2);
  await expect(command(page, 'rail')).toBeVisible();
  await page.keyboard.press('g');
  await expect(prompt(page)).toContainText('8 of 8 trains');
  await hoverHex(page, '4212');
  await expect(page.locator('.path.by-rail').or(page.getByTestId('hex-tip')).first()).toBeAttached();
  const stations = page.locator('.rail-net .stn');
  await expect.poll(() => stations.count()).toBeGreaterThan(10);
  expect(await type(page, 'rail 4015 > 3815')).toContain('by rail');
  await expectPly(page, 2);
  await expect(stackAt(page, '3815')).toBeAttached();
  // Who has ridden goes on by rail or not at all; two trains are gone.
  await clickHex(page, '3815');
  await expect(prompt(page)).toContainText('6 of 8 trains');
  await expect(page.getByTestId('hand')).toContainText('of 30');
  await page.keyboard.press('Escape');
  expect(await type(page, 'rail 2210 > 2215')).toMatch(/railway/);
});

test('set-up and the first air markers', async ({ page }) => {
  await play(page);
  await expect(prompt(page)).toContainText('20 are left');
  await pressed(page, 'end_phase');
  await expectRefused(page, 'still to be placed');
  await page.getByTestId('deploy-r16').click();
  await expect(page.locator('[data-option]')).toHaveCount(4);
  await clickHex(page, '0525');
  await expectRefused(page, /rule 5\.1/);
  await clickHex(page, '0124');
  await expectPly(page, 1);
  await expect(stackAt(page, '0124')).toBeAttached();
  // The next of the army comes to hand by itself; put down, the rest is placed for us.
  await page.keyboard.press('Escape');
  await page.keyboard.press('p');
  await expect(prompt(page)).toContainText('All units are placed');
  await expectPly(page, 20);
  // What was one order goes back as one, and comes again as one.
  await page.keyboard.press('u');
  await expectPly(page, 1);
  await page.keyboard.press('Control+y');
  await expectPly(page, 20);
  await command(page, 'end_phase').first().click();
  await page.getByTestId('handover-ready').click();
  await expect(prompt(page)).toContainText('up to 3 air interdiction markers');
  await clickHex(page, '2015');
  await expectPly(page, 22);
  await expect(page.locator('.marker.air').first()).toBeAttached();
  await clickHex(page, '4215');
  await expectRefused(page, /rule 13\.2/);
  await expect(page.getByTestId('markers')).toContainText('2 markers left');
  await command(page, 'end_phase').first().click();
  await page.getByTestId('handover-ready').click();
  await asked(page, /move/);
  // A duty of the first turn: the armies in the west march, and the phase does not end before. Its button says why once
  // the server has told.
  await expect(command(page, 'end_phase').first()).not.toHaveAttribute('title', /One moment/);
  await pressed(page, 'end_phase');
  await expectRefused(page, /rule (5\.23|14\.13)/);
});

test('a German unit on a railway may cut it, and take the cut back', async ({ page }) => {
  await play(page, { turn: 5, phase: 'german_movement', units: { '1715': ['gd'], '2210': ['konev', 'r2'] } });
  expect(await type(page, '1715 > 1716')).toContain('Can be reached');
  await expectPly(page, 1);
  await page.keyboard.press('k');
  await expectPly(page, 2);
  await expect(page.locator('.marker.rail-cut')).toHaveCount(1);
  await page.keyboard.press('u');
  await expect(page.locator('.marker.rail-cut')).toHaveCount(0);
});

test('a surrounded Leader may be taken off', async ({ page }) => {
  const { id } = await makeGame(page.request, {
    side: 'both',
    position: {
      turn: 6,
      phase: 'evacuation',
      options: { edition: 'reference', rail_cut: true, leader_evacuation: true, historical_draw: false },
      units: { '1714': ['konev'], '1713': ['inf5'], '1715': ['inf6'], '1614': ['inf7'], '1813': ['inf15'] },
    },
  });
  await openGame(page, id);
  await asked(page, /evacuate/);
  await page.getByTestId('evacuate-konev').click();
  await expect(prompt(page)).toContainText('Konev');
  await page.keyboard.press('Enter');
  await expect(stackAt(page, '1714')).toHaveCount(0);
});
