// Twelve turns against the cadet, played through the page by somebody who takes what it offers: the first places for his
// reinforcements, hexes to the east, every attack that comes first, and the answer that Enter gives.
import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { hexAt, isHex, parseHex, type Hex } from '../src/lib/hex';
import { atRest, drawn, placeOf, ply, point, prompt, told } from './support/game';
import { PROGRAM } from './support/server';
import { expect, test } from './support/test';

/** What is done in each phase at most: a game has to end while somebody waits for the tests. */
const ENTRIES = 2;
const MOVES = 1;
const ATTACKS = 2;
/** What can be asked while a combat is resolved. */
const QUESTIONS = ['loss_or_retreat', 'lose_step', 'route', 'make_room', 'remove_excess', 'advance'];

// A smaller window than elsewhere: drawing it is most of the work.
test.use({ viewport: { width: 1200, height: 720 } });

test('a whole game against the cadet, to its result and its record', async ({ page }, info) => {
  // Some hundred actions, each drawn: on a busy machine that takes long. The machine thinks as long as it needs.
  test.setTimeout(3_600_000);
  await page.goto('/settings');
  await page.getByTestId('set-speed').getByRole('radio').last().click();
  await page.goto('/');
  await page.getByTestId('hero-side').getByRole('radio', { name: 'German' }).click();
  await page.getByTestId('hero-level').getByRole('radio', { name: 'Cadet' }).click();
  await page.getByTestId('play-now').click();
  await drawn(page);
  await page.getByTestId('briefing-go').click();

  const player = new Player(page);
  await player.playToTheEnd();

  const over = page.getByTestId('game-over');
  await expect(over).toContainText(/side wins|draw/i);
  await expect(over).toContainText(/after twelve turns, with −?\d+ points?/);
  await expect(page.locator('.game')).toHaveAttribute('data-phase', 'game_over');
  expect(player.turns.size).toBe(12);
  // Dice and draws differ from game to game; that much comes about in every one.
  const { entered, moved, attacked, answered } = player.done;
  expect(Math.min(entered, moved)).toBeGreaterThan(6);
  expect(Math.min(attacked, answered)).toBeGreaterThan(0);

  await page.getByTestId('over-close').click();
  await page.getByTestId('menu').click();
  await page.getByTestId('menu-export').click();
  const download = page.waitForEvent('download');
  await page.getByTestId('export-record').click();
  const file = info.outputPath('game.jsonl');
  await (await download).saveAs(file);
  const verdict = execFileSync(PROGRAM, ['check', file], { encoding: 'utf8' });
  expect(verdict).toMatch(/: ok, \d+ actions, .*dice and draws came from the seed/);
});

class Player {
  readonly turns = new Set<string>();
  /** So often the page has said no to what may be tried. */
  private refused = 0;
  readonly done = { entered: 0, moved: 0, overran: 0, attacked: 0, answered: 0 };

  constructor(readonly page: Page) {}

  async playToTheEnd() {
    for (;;) {
      const asked = await this.asked();
      if (asked === 'over') return;
      this.turns.add(await this.page.locator('header .turn b').innerText());
      if (asked === 'move') await this.move();
      else if (asked === 'attack') await this.attack();
      else if (asked === 'place_air_markers') await this.endPhase();
      else await this.answer();
    }
  }

  /** Wait for our next question, by its name in the protocol; `over` when there are no more. */
  private async asked(): Promise<string> {
    const handle = await this.page.waitForFunction(
      () =>
        document.querySelector('[data-testid="game-over"]')
          ? 'over'
          : document.querySelector<HTMLElement>('.game')?.dataset.asks,
      undefined,
      { timeout: 0 },
    );
    return (await handle.jsonValue()) as string;
  }

  private async endPhase() {
    const before = await ply(this.page);
    await this.press('e');
    if ((await this.goesOn(before, 'end-confirm')) === 'asks') {
      await this.press('Enter');
      await this.goesOn(before);
    }
  }

  private async answer() {
    const before = await ply(this.page);
    await this.press('Enter');
    await this.goesOn(before);
    this.done.answered++;
  }

  private async move() {
    const { page } = this;
    for (let i = 0; i < ENTRIES && (await this.mayMove()); i++) {
      // One after the other: those who come all at once need no outlined hex, and many.spec.ts brings them.
      const single = 'button[data-testid^="tray-"]:not([data-testid^="tray-all-"]):not([disabled])';
      const newcomer = page.locator(`[data-testid="tray"] ${single}`).first();
      if (!(await newcomer.isVisible())) break;
      await newcomer.click();
      if (!(await this.enter())) break;
      // Those who came in are in hand, and go on.
      if (await this.mayMove()) await this.moveOne();
    }
    const moves = (await this.phase()) === 'german_movement' ? MOVES : 0;
    for (let i = 0; i < moves && (await this.mayMove()); i++) await this.moveOne();
    if (await this.mayMove()) await this.endPhase();
  }

  private async mayMove() {
    return (await this.asked()) === 'move';
  }

  /** Put the chosen newcomer on the first free hex that is outlined for him. */
  private async enter(): Promise<boolean> {
    const { page } = this;
    const outlined = page.locator('.map-view path.opt');
    await expect(outlined.first()).toBeAttached();
    await atRest(page);
    const before = await ply(page);
    for (const option of (await outlined.all()).slice(0, 8)) {
      const box = await option.boundingBox();
      if (!box) continue;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      if (!(await this.isFree(x, y))) continue;
      await page.mouse.click(x, y);
      await this.goesOn(before);
      this.done.entered++;
      return true;
    }
    await this.press('Escape');
    return false;
  }

  /** The next unit goes to a hex in the east that the page offers, and overruns the enemy there if it may. */
  private async moveOne() {
    const { page } = this;
    const hand = page.getByTestId('hand');
    if (!(await hand.isVisible())) {
      await this.press('n');
      // Somebody comes to hand, or nobody is left and the page says so.
      const nobody = told(page, 'refusal').nth(this.refused);
      await expect(hand.or(nobody)).toBeAttached();
      if (await nobody.count()) {
        this.refused++;
        return;
      }
    }
    await expect(prompt(page)).not.toContainText('One moment');
    if (await page.getByTestId('command-show_overrun').isVisible()) return this.overrun();
    const [from] = /\d{4}/.exec(await hand.innerText()) ?? [];
    const taken = await page
      .locator('.counters .stack')
      .evaluateAll((all) => all.map((s) => s.getAttribute('data-hex')));
    for (const hex of eastOf(from ?? '').filter((h) => !taken.includes(h))) {
      const { x, y } = await placeOf(page, hex);
      if (!(await this.isFree(x, y))) continue;
      await point(page, { x, y }, hex);
      // A glance shows the way, if there is one; the right button goes at once.
      if (!(await page.locator('.map-view .route').count())) continue;
      const before = await ply(page);
      await page.mouse.click(x, y, { button: 'right' });
      await this.goesOn(before);
      this.done.moved++;
      break;
    }
    if (await hand.isVisible()) await this.press('Escape');
  }

  /** Does nothing lie over the map there? */
  private isFree = (x: number, y: number) =>
    this.page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest('.map-view') instanceof Element, [
      x,
      y,
    ] as const);

  private async overrun() {
    const before = await ply(this.page);
    await this.press('v');
    await expect(this.page.getByTestId('odds-confirm')).toBeEnabled();
    await this.press('Enter');
    await this.goesOn(before);
    this.done.overran++;
  }

  private async attack() {
    const { page } = this;
    for (let i = 0; i < ATTACKS && (await page.getByTestId('targets').locator('button').count()); i++) {
      const before = await ply(page);
      await this.press('n');
      await expect(page.getByTestId('odds-confirm')).toBeEnabled();
      await this.press('Enter');
      await this.goesOn(before);
      this.done.attacked++;
      for (let asked = await this.asked(); asked !== 'attack'; asked = await this.asked()) {
        if (!QUESTIONS.includes(asked)) return;
        await this.answer();
      }
    }
    await this.endPhase();
  }

  private phase = () => this.page.locator('.game').getAttribute('data-phase');
  private press = (key: string) => this.page.keyboard.press(key);

  /** Something was done: the game goes on, or the page asks whether it is meant; nothing may be refused. */
  private async goesOn(before: number, question = ''): Promise<'on' | 'asks'> {
    const handle = await this.page.waitForFunction(
      ({ before, question, refused }) => {
        const refusal = document.querySelectorAll('[data-testid="told"] [data-kind="refusal"]')[refused];
        if (refusal) return refusal.textContent;
        if (question && document.querySelector(`[data-testid="${question}"]`)) return 'asks';
        return Number(document.querySelector<HTMLElement>('.game')?.dataset.ply) > before ? 'on' : null;
      },
      { before, question, refused: this.refused },
      { timeout: 0 },
    );
    const what = (await handle.jsonValue()) as string;
    if (what !== 'on' && what !== 'asks') throw new Error(`refused after action ${before}: ${what}`);
    return what;
  }
}

/** Hexes to the east, the farther ones first. */
function eastOf(from: Hex): Hex[] {
  const [column, row] = parseHex(from);
  return [4, 2, 1]
    .flatMap((east) => [0, 1, -1].map((south) => [column + east, row + south] as const))
    .filter(([c, r]) => isHex(hexAt(c, r)))
    .map(([c, r]) => hexAt(c, r));
}
