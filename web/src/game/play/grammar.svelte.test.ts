// The grammar of clicks, row by row as `docs/page.md` has it, by mouse, by touch and by keys.
import { flushSync } from 'svelte';
import { describe, expect, test } from 'vitest';
import { openGame, settled, type Told } from '../../testing/table';
import type { Action, Answer, Ask, Decision, ReachView, UnitId } from '../../wire/types';
import type { PointerInfo } from '../../map/gestures';
import type { Hex } from '../../lib/hex';
import { noLegal, nothingBarred } from './fake';
import type { MoveMode } from './move.svelte';

const step = (unit: UnitId): Action => ({ move: { units: [unit], path: ['1221'] } });
const view = (start: Hex, hexes: ReachView['hexes']): ReachView => ({
  ...{ start, left: 20, hexes, stops: [], road: [], targets: [] },
  ...{ barred: nothingBarred, rail: [] },
});
/** The reach: the infantry's hex is in reach of the panzer and the other way round. */
const REACH: Record<Hex, ReachView> = {
  '1222': view('1222', [
    [2, 18, ['1221s']],
    [4, 16, ['1220s']],
    [6, 14, ['1120se']],
  ]),
  '1120': view('1120', [
    [2, 18, ['1119s']],
    [4, 16, ['1220nw']],
  ]),
  '1320': view('1320', []),
};
const AT: Record<UnitId, Hex> = { 'pz7-25': '1222', inf6: '1120', inf5: '1320' };
const told: Told = {
  decision: { side: 'german', question: 'move' } as Decision,
  legal: { ...noLegal, actions: [step('pz7-25'), step('inf6'), step('inf5'), 'done'], capable: ['pz7-25'] },
  position: { units: { '1222': ['pz7-25'], '1120': ['inf6'], '1320': ['inf5'], '2210': ['r1'] } },
  answer: (ask: Ask): Answer | undefined =>
    typeof ask === 'object' && 'reach' in ask ? { reach: REACH[AT[ask.reach.units[0]]] } : undefined,
};

/** Mouse, touch and keys: each picks a hex and goes in its own way. */
const HANDS = {
  mouse: { touch: false },
  touch: { touch: true },
} as const;

async function sit(how: keyof typeof HANDS | 'keys' = 'mouse') {
  const game = openGame(told);
  await settled();
  const mode = () => game.screen.mode as MoveMode;
  const press = (key: string) => {
    game.screen.key(new KeyboardEvent('keydown', { key }), null);
    flushSync();
  };
  const click = async (hex: Hex, more: Partial<PointerInfo> = {}) => {
    if (how === 'keys') {
      // The keyboard's hex comes there, and Space is the click.
      mode().cursor(hex);
      mode().pick({ hex, touch: false, shift: false, ctrl: false, key: true, ...more });
    } else {
      if (how === 'mouse') mode().hover(hex);
      mode().pick({ hex, touch: HANDS[how].touch, shift: false, ctrl: false, ...more });
    }
    await settled();
  };
  const primary = () => mode().commands.find((c) => c.primary);
  return { ...game, mode, press, click, primary, sent: () => game.table.done };
}
const moves = (sent: unknown[]) => sent.map((s) => (s as { act?: Action }).act ?? s);
const march = (unit: UnitId, ...path: Hex[]) => ({ move: { units: [unit], path } });

for (const how of ['mouse', 'touch'] as const) {
  describe(`with one stack in hand, by ${how}`, () => {
    test('the first click aims, nothing takes the aim away, a second click goes', async () => {
      const { mode, click, primary, sent } = await sit(how);
      await click('1222');
      expect(mode().hand).toEqual(['pz7-25']);
      await click('1220');
      expect(mode().aim).toBe('1220');
      expect(primary()?.label).toBe('Move to 1220');
      // On the way to the panel the pointer crosses other hexes and leaves the map.
      for (const hex of ['1221', '1120', '2030', null]) mode().hover(hex);
      expect(primary()?.label).toBe('Move to 1220');
      expect(mode().commands.some((c) => c.id === 'waypoint')).toBe(true);
      expect(sent()).toEqual([]);
      await click('1220');
      expect(JSON.stringify(moves(sent()))).toContain(JSON.stringify(march('pz7-25', '1221', '1220')));
    });

    test('the right button, or a long press, goes at once', async () => {
      const { click, sent } = await sit(how);
      await click('1222');
      await click('1220', { go: true });
      expect(sent()).toHaveLength(1);
    });

    test('an own stack in reach is a destination; clicked twice it is taken up instead', async () => {
      const { mode, click, primary, press, sent } = await sit(how);
      await click('1222');
      await click('1120');
      expect(mode().hand).toEqual(['pz7-25']);
      expect(primary()?.label).toBe('Join 1120');
      expect(mode().prompt.text).toContain('1120');
      await click('1120');
      expect(mode().hand).toEqual(['inf6']);
      expect(sent()).toEqual([]);
      // Or Escape first.
      press('Escape');
      await click('1222');
      await click('1120');
      press('Escape');
      press('Escape');
      expect(mode().hand).toEqual([]);
      await click('1120');
      expect(mode().hand).toEqual(['inf6']);
      // The button joins it.
      press('Escape');
      await click('1222');
      await click('1120');
      press('Enter');
      expect(JSON.stringify(sent())).toContain(JSON.stringify(march('pz7-25', '1221', '1220', '1120')));
    });

    test('an own stack that is no destination is taken up, a hex that is none is refused and the aim stays', async () => {
      const { mode, desk, click } = await sit(how);
      await click('1222');
      await click('1220');
      await click('2030');
      expect(desk.notice?.kind).toBe('refusal');
      expect(mode().aim).toBe('1220');
      await click('1320');
      expect(mode().hand).toEqual(['inf5']);
    });
  });
}

describe('by keys', () => {
  test('the keyboard’s hex is the aim, Enter does what the highlighted button says', async () => {
    const { mode, click, press, primary, sent } = await sit('keys');
    await click('1222');
    mode().cursor('1221');
    expect(primary()?.label).toBe('Move to 1221');
    mode().cursor('1120');
    expect(primary()?.label).toBe('Join 1120');
    mode().cursor('1220');
    press('Enter');
    expect(JSON.stringify(sent())).toContain(JSON.stringify(march('pz7-25', '1221', '1220')));
  });
  test('with nothing in hand Enter is the button that ends the phase, which asks first', async () => {
    const { mode, press, primary, sent } = await sit('keys');
    expect(primary()?.id).toBe('end_phase');
    press('Enter');
    expect(mode().ending).toBe(true);
    expect(primary()?.id).toBe('confirm_end');
    press('Escape');
    expect(mode().ending).toBe(false);
    expect(sent()).toEqual([]);
  });
});

describe('several stacks in hand', () => {
  test('by Shift, one more each time, and left out the same way', async () => {
    const { mode, click } = await sit();
    await click('1222');
    await click('1120', { shift: true });
    await click('1320', { shift: true });
    expect([...mode().picked].sort()).toEqual(['inf5', 'inf6', 'pz7-25']);
    expect(mode().prompt.lead).toContain('3 stacks in 1222, 1120, 1320');
    await click('1222', { shift: true });
    expect(mode().hand).toEqual(['inf6']);
    expect(mode().others.map((p) => p.hex)).toEqual(['1320']);
  });

  test('by a lasso, and by a finger once stacks are gathered', async () => {
    const { mode, click, press } = await sit('touch');
    expect(mode().gathers(true)).toBe(true);
    mode().lasso(['1222', '1221', '1120', '2210']);
    expect([...mode().picked].sort()).toEqual(['inf6', 'pz7-25']);
    press('Escape');
    press('Escape');
    await click('1222');
    expect(mode().gathers(false)).toBe(false);
    press('a');
    expect(mode().gathers(false)).toBe(true);
    await click('1320');
    expect([...mode().picked].sort()).toEqual(['inf5', 'pz7-25']);
  });

  test('go to one hex; who cannot get there stays and says why', async () => {
    const { mode, click, press, primary, table, desk, sent, director } = await sit();
    await click('1222');
    await click('1120', { shift: true });
    await click('1320', { shift: true });
    await click('1220');
    expect(primary()?.label).toBe('Send 2 of 3 to 1220');
    expect(mode().sendings.map(({ hex, plan }) => [hex, plan && 'path' in plan])).toEqual([
      ['1222', true],
      ['1120', true],
      ['1320', false],
    ]);
    press('Enter');
    await settled();
    expect(JSON.stringify(sent())).toContain(JSON.stringify(march('pz7-25', '1221', '1220')));
    table.acted({ ...told, position: { units: { '1220': ['pz7-25'], '1120': ['inf6'], '1320': ['inf5'] } } });
    table.answered();
    await settled();
    expect(JSON.stringify(sent())).toContain(JSON.stringify(march('inf6', '1220')));
    table.acted({ ...told, position: { units: { '1220': ['pz7-25', 'inf6'], '1320': ['inf5'] } } });
    table.answered();
    await settled();
    flushSync();
    expect(desk.notice?.text).toContain('2 of 3 stacks have gone. 1320: Out of reach');
    // The marches are no longer shown.
    director.skip();
    flushSync();
    expect(mode().hand).toEqual(['inf5']);
  });

  test('or each by the same way as the first', async () => {
    const { mode, click, primary } = await sit();
    await click('1222');
    await click('1120', { shift: true });
    await click('1221');
    mode().abreast = true;
    // One hex north for all.
    expect(mode().sendings.map(({ to }) => to)).toEqual(['1221', '1119']);
    expect(primary()?.label).toBe('Send 2 of 2 abreast');
  });

  test('Escape goes one step back each time', async () => {
    const { mode, click, press } = await sit();
    await click('1222');
    await click('1120', { shift: true });
    await click('1220');
    const steps = [() => mode().aim, () => mode().others[0]?.hex, () => mode().hand[0]];
    for (const [i, read] of steps.entries()) {
      expect(read()).toBeTruthy();
      press('Escape');
      expect(read() ?? null).toBeNull();
      for (const later of steps.slice(i + 1)) expect(later()).toBeTruthy();
    }
  });
});

describe('show me', () => {
  test('leads to the hexes of the sentence, one after another', async () => {
    const { click, press, desk, mode } = await sit();
    expect(mode().prompt.at).toEqual(['1120', '1222', '1320']);
    press(';');
    expect(desk.pointed).toBe('1120');
    press(';');
    expect(desk.pointed).toBe('1222');
    await click('1222');
    expect(mode().prompt.at).toEqual(['1222']);
    expect(mode().prompt.lead).toContain('in 1222');
  });
});
