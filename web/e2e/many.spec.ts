// Many units at once: arrivals to the hex where they shall end, the first Soviet turn, one undo for one command, a repeated attack.
import type { Page } from '@playwright/test';
import type { Action, LegalView, Position } from '../src/wire/types';
import {
  act,
  clickHex,
  drawn,
  endPhase,
  expectPly,
  fixture,
  makeGame,
  openGame,
  placeOf,
  ply,
  prompt,
  sendTo,
  stackAt,
  told,
  whole,
} from './support/game';
import { expect, test } from './support/test';

async function play(page: Page, position: object) {
  const { id } = await makeGame(page.request, { side: 'both', position: position as Partial<Position> });
  await openGame(page, id);
  await asked(page);
}
const asked = (page: Page, question = /./) => expect(page.locator('.game')).toHaveAttribute('data-asks', question);
const command = (page: Page, id: string) => page.getByTestId(`command-${id}`).first();

const AT_X = {
  turn: 2,
  phase: 'soviet_movement',
  units: { '0514': ['inf6'] },
  waiting: ['rokossovsky'],
  owed: { X: { rifle: 6, armoured: 0 } },
};

test('six divisions and their Leader ride to one hex, by one press and one click, and are taken back by one', async ({
  page,
}) => {
  await play(page, AT_X);
  await page.getByTestId('tray-all-X').click();
  await expect(prompt(page)).toContainText('click the hex where they shall end');
  await clickHex(page, '4015');
  // Three combat units and a Leader have room; the other three end beside it.
  await expect(prompt(page)).toContainText('4 of 7 end in 4015');
  await expect(page.locator('.map-view .route').first()).toBeAttached();
  await command(page, 'bring_in').click();
  await expectPly(page, 14);
  await expect(stackAt(page, '4015').locator('[data-unit]')).toHaveCount(4);
  // A page that is loaded anew knows that it was one order.
  await page.reload();
  await drawn(page);
  await asked(page);
  await command(page, 'undo').click();
  await expectPly(page, 0);
  await expect(page.getByTestId('tray')).toContainText('Rifle divisions');
  // And together again.
  await page.locator('.map-view').focus();
  await page.keyboard.press('y');
  await expectPly(page, 14);
});

test('all that waits comes in by keys alone', async ({ page }) => {
  await play(page, AT_X);
  await page.locator('.map-view').focus();
  await page.keyboard.press('p');
  await expect(prompt(page)).toContainText('7 units');
  // The keyboard's hex stands at the entry; from there it is led inland.
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowLeft');
  await expect(command(page, 'bring_in')).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect.poll(() => ply(page)).toBeGreaterThan(6);
});

test('who cannot come is told of, with the reason', async ({ page }) => {
  // Germans stand in the only hex of X [14.0].
  await play(page, { ...AT_X, units: { '5907': ['inf6'] }, owed: { X: { rifle: 1 }, W: { rifle: 1 } } });
  await expect(page.getByTestId('tray-held')).toContainText('Rifle divisions');
  await page.getByTestId('tray-rifle-W').click();
  await sendTo(page, '3905');
  await expect(stackAt(page, '3905')).toBeAttached();
});

test('the first Soviet turn: ends are lit, the next stack comes to hand, the rest is done by the machine', async ({
  page,
}) => {
  await play(page, fixture('turn1').position);
  await expect(prompt(page)).toContainText(/To do in \d{4}: .* must march/);
  await page.locator('.map-view').focus();
  await page.keyboard.press('n');
  await expect(page.locator('[data-end]').first()).toBeAttached();
  const end = (await page.locator('[data-end]').first().getAttribute('data-end')) ?? '';
  await sendTo(page, end);
  await expectPly(page, 1);
  // The next who has to march is in hand, and his ends are lit.
  await expect(page.getByTestId('hand').locator('[aria-pressed="true"]').first()).toBeVisible();
  await expect(page.locator('[data-end]').first()).toBeAttached();
  await page.keyboard.press('p');
  await expect(command(page, 'march_on')).toBeHidden();
  const done = await ply(page);
  expect(done).toBeGreaterThan(5);
  await command(page, 'undo').click();
  await expectPly(page, 1);
  await expect(command(page, 'march_on')).toBeVisible();
});

test('the referee says of whom and where a march has to go on', async ({ page }) => {
  await play(page, {
    turn: 1,
    phase: 'soviet_movement',
    units: { '0110': ['r1'], '0514': ['inf6'] },
    marching: ['r1'],
  });
  await command(page, 'end_phase').click({ force: true });
  await expect(told(page, 'refusal').last()).toContainText('in 0110 must march east');
});

test('a Combat Phase ends with the list of who was left out, each a click from his attack', async ({ page }) => {
  await play(page, {
    turn: 5,
    phase: 'german_combat',
    units: { '1613': ['pz7'], '1612': ['r1 2-5'], '1713': ['r3 2-5'], '2210': ['konev'] },
  });
  await page.locator('.map-view').focus();
  await page.keyboard.press('e');
  const question = page.getByTestId('end-question');
  await expect(question).toContainText('2 enemy hexes could still be attacked');
  await expect(page.getByTestId('left-out-1612')).toContainText('1612');
  // One step back, and nothing has ended.
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await page.keyboard.press('e');
  await page.getByTestId('left-out-1713').click();
  await expect(page.getByTestId('odds-sheet')).toContainText('1713');
  await expectPly(page, 0);
  await page.keyboard.press('Escape');
  await page.locator('.map-view').focus();
  await page.keyboard.press('e');
  await expect(question).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.locator('.game')).not.toHaveAttribute('data-phase', 'german_combat');
});

test('the last attack is made again in the next Combat Phase, by one key and Enter', async ({ page }) => {
  // At 2-1 no result of the table removes a whole side, and everybody gives up steps rather than ground.
  const units = { '1613': ['inf6'], '1612': ['r1 2-2', 'r2 2-1', 'r3 2-1'] };
  const position = { turn: 5, phase: 'german_combat', units } as Partial<Position>;
  const { id } = await makeGame(page.request, { side: 'both', position });
  await act(page, id, { attack: { targets: ['1612'], units: ['inf6'] } });
  for (;;) {
    const { phase, turn } = (await whole(page, id)).view.now;
    if (turn === 6 && phase === 'german_combat') break;
    await act(page, id, await standFast(page, id));
  }
  await openGame(page, id);
  await asked(page, /^attack$/);
  await page.locator('.map-view').focus();
  await expect(command(page, 'repeat')).toHaveText(/Again: 1612/);
  const before = await ply(page);
  await page.keyboard.press('w');
  await expect(page.getByTestId('odds-sheet')).toContainText('1612');
  await expect(page.getByTestId('odds-confirm')).toBeEnabled();
  await expectPly(page, before);
  await page.keyboard.press('Enter');
  await expect.poll(() => ply(page)).toBeGreaterThan(before);
});
/** What costs no ground and ends the phase: steps are given up, nobody moves. */
async function standFast(page: Page, id: string): Promise<Action> {
  const answer = await page.request.post(`/api/games/${id}/ask`, { data: '"legal"', headers: JSON_BODY });
  const { actions } = ((await answer.json()) as { answer: { legal: LegalView } }).answer.legal;
  return (['take_loss', 'done'] as const).find((a) => actions.includes(a)) ?? actions[0];
}
const JSON_BODY = { 'content-type': 'application/json' };
test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });
  test('all at an area come to the hex that is tapped twice', async ({ page }) => {
    await play(page, AT_X);
    await page.getByTestId('tray-all-X').tap();
    await expect(prompt(page)).toContainText('shall end');
    await page.locator('.map-view').focus();
    // The entry is in view; the hex beside it is tapped.
    const tap = async () => {
      const { x, y } = await placeOf(page, '5807');
      await page.touchscreen.tap(x, y);
    };
    await tap();
    await expect(prompt(page)).toContainText('end in 5807');
    await command(page, 'bring_in').tap();
    await expect.poll(() => ply(page)).toBeGreaterThan(6);
  });
});

test('a standing order marches on when the page is loaded anew and the next phase begins, and is cancelled by a click', async ({
  page,
}) => {
  await play(page, {
    turn: 5,
    phase: 'german_movement',
    units: { '0619': ['inf6'], '4015': ['rakutin', 'r1'] },
  });
  await clickHex(page, '0619');
  await expect(page.getByTestId('hand')).toBeVisible();
  await page.keyboard.press("'");
  await expect(prompt(page)).toContainText('turn by turn');
  await clickHex(page, '2219');
  // As far as it goes in this phase.
  await expectPly(page, 1);
  await expect(page.locator('[data-standing="march"]')).toBeAttached();
  await expect(page.getByTestId('standing')).toContainText('marches to 2219');
  const first = await page.getByTestId('standing').textContent();
  await page.reload();
  await drawn(page);
  for (let phase = 0; phase < 2; phase++) await endPhase(page);
  // Nobody of the infantry moves in the Mechanized Movement Phase; the Soviet side has nothing to do.
  await page.keyboard.press('e');
  for (;;) {
    await expect(page.locator('.game[data-asks]')).toBeVisible();
    if ((await page.locator('.game').getAttribute('data-phase')) === 'german_movement') break;
    await endPhase(page);
  }
  await expect(page.getByTestId('standing')).toContainText('marches to 2219');
  await expect(page.getByTestId('standing')).not.toHaveText(first ?? '');
  await page.getByTestId(/^standing-cancel-/).click();
  await expect(page.getByTestId('standing')).toBeHidden();
});
