import { describe, expect, test, vi } from 'vitest';
import { viewOf } from '../../testing/texts';
import type { Fault } from '../../net/fault';
import type { Action, Ask, LegalView, Odds, Position } from '../../wire/types';
import type { Desk } from '../desk.svelte';
import { AttackMode } from './attack.svelte';
import { eligible, joinable, parseAttack } from './orders';
import { LossMode } from './loss.svelte';
import { AdvanceMode } from './advance.svelte';

const position = {
  turn: 5,
  phase: 'german_combat',
  units: { '2012': ['pz7'], '1912': ['mot14-53'], '2011': ['r1 7-7'], '1811': ['r3 2-5'], '1813': ['inf5'] },
} as unknown as Position;
const legal: LegalView = {
  actions: ['done'],
  overruns: [],
  attacks: [
    { target: '1811', units: ['mot14-53'] },
    { target: '2011', units: ['pz7-25', 'pz7-6', 'pz7-7', 'mot14-53'] },
  ],
  leader_duties: [],
  capable: ['pz7-25', 'pz7-6', 'pz7-7', 'mot14-53'],
};
const refused: Fault = {
  code: 'illegal',
  case: '9.11',
  reason: 'not_adjacent',
  facts: { from: '1813', to: '2011' },
};

/** A desk with a game that answers as the server would. */
function desk(extra: Partial<Position> = {}, answers: Partial<Record<string, unknown>> = {}) {
  const sent: Action[] = [];
  const ask = vi.fn(async (key: string, question: Ask) => {
    if (key in answers) return answers[key];
    if (key === 'retreats') return [];
    if (key === 'check') {
      const { action } = (question as { check: { action: { attack: { units: string[] } } } }).check;
      return { refused: action.attack.units.includes('inf5') ? refused : null };
    }
    return { attack: { mean: 18 }, defense: { mean: 14 }, columns: [['1-1', 1]], results: [] };
  });
  const act = vi.fn(async (action: Action) => {
    sent.push(action);
    return sent.length;
  });
  const game = {
    id: 'g',
    board: viewOf({ ...position, ...extra }),
    live: { marks: null },
    legal: legal as LegalView | null,
    hotseat: false,
    entries: [],
    get legalNow() {
      return (answers.legal as LegalView | undefined) ?? game.legal;
    },
    now: { decision: null },
    ask,
    act,
    carry: <T>(order: () => Promise<T>) => order(),
  };
  const it = {
    game,
    notice: null as unknown,
    inspect: vi.fn(),
    refuse: vi.fn(),
    say: vi.fn(),
    goTo: vi.fn(),
    fan: null,
    attempt: async (task: Promise<unknown>) => {
      await task;
      return true;
    },
  };
  return { desk: it as unknown as Desk, it, sent, game };
}
const at = (hex: string, more = {}) => ({ hex, touch: false, shift: false, ctrl: false, ...more });

test('targets are put in order of promise once all odds are known, and stay as they are until then', () => {
  const mode = new AttackMode(desk().desk, 'german');
  const odds = (result: string) =>
    ({ columns: [], results: [[result, 1]], walkover: 0, called_off: 0 }) as unknown as Odds;
  mode.prospects = new Map([['2011', odds('D1')]]);
  expect(mode.inOrder).toEqual(['1811', '2011']);
  mode.prospects = new Map([...mode.prospects, ['1811', odds('A1')]]);
  expect(mode.inOrder).toEqual(['2011', '1811']);
});

const settled = () => new Promise<void>((done) => queueMicrotask(() => queueMicrotask(() => queueMicrotask(done))));

describe('who may attack what', () => {
  test('together only those who may attack each hex', () => {
    expect(eligible(legal, ['2011', '1811'])).toEqual(['mot14-53']);
    expect(eligible(legal, ['1234'])).toEqual([]);
    expect(joinable(legal, ['2011'])).toEqual(['1811', '2011']);
    expect(joinable({ ...legal, capable: [] }, ['2011'])).toEqual(['2011']);
  });
  test('typed orders', () => {
    expect(parseAttack('attack 1414 from 1313,1413')).toEqual({ targets: ['1414'], from: ['1313', '1413'] });
    expect(parseAttack('Attack 1414, 1415')).toEqual({ targets: ['1414', '1415'], from: null });
    expect(parseAttack('attack 1414 with PZ7-25')).toEqual({ targets: ['1414'], from: ['pz7-25'] });
    expect(parseAttack('attack 9999')).toBeNull();
    expect(parseAttack('2216 > 2015')).toBeNull();
  });
});

describe('putting an attack together', () => {
  test('the enemy first: all who may are proposed', () => {
    const { desk: d } = desk();
    const mode = new AttackMode(d, 'german');
    mode.pick(at('2011'));
    expect(mode.targets).toEqual(['2011']);
    expect(mode.units).toHaveLength(4);
    expect(mode.origins).toEqual(['2012', '1912']);
    mode.pick(at('1912'));
    expect(mode.units).toEqual(['pz7-25', 'pz7-6', 'pz7-7']);
    expect(mode.commands.find((c) => c.primary)?.id).toBe('attack');
    expect(mode.cancel()).toBe(true);
    // While there is something to attack Enter must not end the phase.
    expect(mode.commands.find((c) => c.primary)).toBeUndefined();
  });
  test('where the panel is shut the attacks are listed until one is put together', () => {
    const { desk: d } = desk();
    const mode = new AttackMode(d, 'german');
    expect([mode.wantsPanel, mode.panelName]).toEqual([true, '2 attacks are possible']);
    mode.pick(at('2011'));
    expect(mode.wantsPanel).toBe(false);
    mode.cancel();
    expect(mode.wantsPanel).toBe(true);
  });
  test('own units first, then the enemy', () => {
    const { desk: d } = desk();
    const mode = new AttackMode(d, 'german');
    mode.pick(at('1912'));
    expect(mode.possible).toEqual(['1811', '2011']);
    mode.pick(at('2011'));
    expect(mode.units).toEqual(['mot14-53']);
  });
  test('several hexes with shift, or none when nobody reaches all', () => {
    const { desk: d, it } = desk();
    const mode = new AttackMode(d, 'german');
    mode.pick(at('2011'));
    mode.pick(at('1811', { shift: true }));
    expect(mode.targets).toEqual(['2011', '1811']);
    expect(mode.units).toEqual(['mot14-53']);
    it.game.legal = { ...legal, attacks: [{ target: '1811', units: ['inf5'] }, legal.attacks[1]] };
    mode.aim('2011');
    mode.aim('1811', true);
    expect(it.notice).toMatchObject({ fault: { case: '9.23' } });
  });
  test('refused orders are not sent, and say why', async () => {
    const { desk: d, sent, it } = desk();
    const mode = new AttackMode(d, 'german');
    mode.pick(at('1813'));
    await settled();
    expect(it.refuse).toHaveBeenCalledWith(refused);
    mode.pick(at('2011'));
    mode.refusal = refused;
    expect(await mode.confirm()).toBe(false);
    expect(sent).toEqual([]);
    mode.refusal = null;
    expect(await mode.confirm()).toBe(true);
    expect(sent).toEqual([{ attack: { targets: ['2011'], units: ['pz7-25', 'pz7-6', 'pz7-7', 'mot14-53'] } }]);
  });
  test('next target; a second click on it throws no die, Enter does', async () => {
    const { desk: d, sent } = desk();
    const mode = new AttackMode(d, 'german');
    mode.next(1);
    expect(mode.targets).toEqual(['1811']);
    mode.next(1);
    expect(mode.targets).toEqual(['2011']);
    mode.pick(at('2011', { key: true }));
    await settled();
    expect(mode.targets).toEqual(['2011']);
    expect(sent).toEqual([]);
    mode.commands.find((c) => c.key === 'enter')?.run();
    await settled();
    expect(sent).toHaveLength(1);
  });
  test('a typed attack tells the odds and waits for Enter', async () => {
    const { desk: d, sent } = desk();
    const mode = new AttackMode(d, 'german');
    expect(await mode.type('attack 2011 from 2012')).toContain('18 to 14');
    expect(mode.units).toEqual(['pz7-25', 'pz7-6', 'pz7-7']);
    expect(sent).toEqual([]);
    expect(await mode.type('fly 2011')).toBeNull();
  });
});

const combat = (more: object) => ({
  combat: {
    overrun: false,
    attacker: 'german',
    targets: ['2011'],
    origins: ['2012'],
    attackers: ['pz7-25', 'pz7-6', 'pz7-7'],
    defenders: ['r1'],
    result: 'D1/A1',
    stage: { choose: { side: 'german', n: 1 } },
    paths: [null, null, null, null, null, null],
    advanced: [],
    ...more,
  } as Position['combat'],
});

describe('questions', () => {
  const attacked = (result: string, retreats: unknown = [], more: object = {}) =>
    new LossMode(desk({ ...combat({ result }), ...more }, { retreats }).desk, {
      side: 'german',
      question: 'loss_or_retreat',
      n: 1,
    });
  const vacated = { units: { '2012': ['pz7'], '1912': ['mot14-53'] } as unknown as Position['units'] };

  test('an attacker runs where a retreat is open, and not where a stack may find no way', async () => {
    const open = attacked('A1', [{ stack: '2012', ends: ['2013'], lost: false }]);
    expect(open.answer).toBe('Fall back one hex');
    await settled();
    expect(open.answer).toBe('Fall back one hex');
    for (const way of [
      { ends: ['2013'], lost: true },
      { ends: [], lost: false },
    ]) {
      const closed = attacked('A1', [{ stack: '2012', ...way }]);
      await settled();
      expect(closed.answer).toBe('Lose a step of 6th Panzergrenadier Regiment');
    }
    // What the player has chosen stands, whatever is told later.
    const chosen = attacked('A1', [{ stack: '2012', ends: [], lost: true }]);
    chosen.choice = 'retreat';
    await settled();
    expect(chosen.answer).toBe('Fall back one hex');
  });
  test('who has won a hex stays, to enter it; not who overran it [6.52]', () => {
    expect(attacked('D1/A1', [], vacated).answer).toBe('Lose a step of 6th Panzergrenadier Regiment');
    expect(attacked('D1/A1').answer).toBe('Fall back one hex');
    const overrun = attacked('D1/A1', [], { ...vacated, ...combat({ result: 'D1/A1', overrun: true }) });
    expect(overrun.answer).toBe('Fall back one hex');
  });
  test('loss where a step is worth a hex, and the step with it', async () => {
    const lose = {
      legal: { ...legal, actions: [{ lose_step: { unit: 'pz7-6' } }, { lose_step: { unit: 'pz7-25' } }] },
    };
    const { desk: d, sent } = desk({ ...combat({}), ...vacated }, lose);
    const mode = new LossMode(d, { side: 'german', question: 'loss_or_retreat', n: 1 });
    expect(mode.answer).toBe('Lose a step of 6th Panzergrenadier Regiment');
    await mode.confirm();
    expect(sent).toEqual(['take_loss', { lose_step: { unit: 'pz7-6' } }]);
  });
  test('a lone Soviet division runs', async () => {
    const { desk: d, sent } = desk(combat({}));
    const mode = new LossMode(d, { side: 'soviet', question: 'loss_or_retreat', n: 1 });
    expect(mode.answer).toBe('Fall back one hex');
    await mode.confirm();
    expect(sent).toEqual(['take_retreat']);
    expect(await mode.type('loss')).toBe('Done.');
    expect(sent[1]).toBe('take_loss');
  });
  test('the advance is sent unit by unit and then ended, but never the phase', async () => {
    const advances = ['pz7-25', 'pz7-6'].map((unit) => ({ advance: { unit, path: ['2011'] } }));
    const again = { ...legal, actions: [{ advance: { unit: 'pz7-6', path: ['2011'] } }, 'done'] };
    const { desk: d, it, sent } = desk(combat({}), { legal: again });
    it.game.legal = { ...legal, actions: [...advances, 'done'] };
    const mode = new AdvanceMode(d, 'german');
    mode.pickUnit('pz7-6');
    expect(mode.answer).toBe('Advance 25th Panzer Regiment to 2011');
    await mode.confirm();
    expect(sent).toEqual([advances[0], 'done']);

    const over = desk(combat({}), { legal: { ...legal, actions: ['done'] } });
    over.it.game.legal = { ...legal, actions: [...advances, 'done'] };
    await new AdvanceMode(over.desk, 'german').confirm();
    expect(over.sent).toEqual(advances);
  });
});
