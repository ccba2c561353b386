import { beforeEach, describe, expect, test, vi } from 'vitest';
import { reachOf } from '../../lib/reach';
import { caseOf } from '../../net/fault';
import type { Illegal, ReachView } from '../../wire/types';
import { decide, fakeDesk, nothingBarred, type Told } from './fake';
import { MoveMode } from './move.svelte';

beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: false })));
const click = (hex: string, more = {}) => ({ hex, touch: false, shift: false, ctrl: false, ...more });
/** Only a hang takes that long. */
const LONG = { timeout: 300_000 };
const settled = () => new Promise((done) => setTimeout(done));

const steps = (...units: string[]) => units.map((u) => ({ move: { units: [u], path: ['1221'] } }));
const reach: ReachView = {
  start: '1222',
  left: 20,
  hexes: [
    [2, 18, ['1221s', '1323nw']],
    [4, 16, ['1220s']],
  ],
  stops: ['1323'],
  road: [],
  targets: [['1423', ['1323']]],
  barred: { ...nothingBarred, far: ['1219'] },
  rail: [],
};
const table: Told = {
  units: { '1222': ['pz7-25', 'pz7-6', 'pz7-7'], '1120': ['inf6'], '1423': ['r1'] },
  legal: { actions: [...steps('pz7-25', 'pz7-6', 'pz7-7', 'inf6'), 'done'], capable: ['pz7-25', 'pz7-6', 'pz7-7'] },
  reach: () => reach,
};
async function moving(told: Told = table) {
  const all = fakeDesk(told);
  const mode = new MoveMode(all.desk, decide('german', 'move'));
  return { ...all, mode };
}

describe('moving', () => {
  test('a division is taken up as one and its reach asked', async () => {
    const { mode } = await moving();
    mode.pick(click('1222'));
    expect([...mode.hand].sort()).toEqual(['pz7-25', 'pz7-6', 'pz7-7']);
    await settled();
    expect(mode.reach).toEqual(reachOf(reach));
    expect(mode.prompt.lead).toContain('7th Panzer Division');
  });
  test('two clicks in reach move along the server’s path', async () => {
    const { mode, sent } = await moving();
    mode.pick(click('1222'));
    await settled();
    // A glance offers no button: it would be gone before the pointer gets there.
    mode.hover('1220');
    expect(mode.looked).toMatchObject({ to: '1220' });
    expect(mode.commands.find((c) => c.id === 'move')).toBeUndefined();
    mode.pick(click('1220'));
    await settled();
    expect(mode.commands.find((c) => c.id === 'move')?.primary).toBe(true);
    mode.pick(click('1220'));
    await settled();
    expect(sent).toEqual([{ move: { units: ['pz7-25', 'pz7-6', 'pz7-7'], path: ['1221', '1220'] } }]);
  });
  test('a tap aims first, a second one goes', async () => {
    const { mode, sent } = await moving();
    mode.pick(click('1222'));
    await settled();
    mode.pick(click('1220', { touch: true }));
    expect(sent).toEqual([]);
    expect(mode.aim).toBe('1220');
    expect(mode.prompt.text).toContain('1220 again');
    mode.pick(click('1220', { touch: true }));
    await settled();
    expect(sent).toHaveLength(1);
  });
  test('out of reach is refused here and never sent', async () => {
    const { mode, sent, refusals } = await moving();
    mode.pick(click('1222'));
    await settled();
    mode.pick(click('1219'));
    mode.pick(click('2030'));
    await settled();
    expect(sent).toEqual([]);
    // No single case is known to bar a distant hex.
    expect(refusals.map(caseOf)).toEqual(['6.12', undefined]);
  });
  test('who cannot leave his hex is told by which rule, wherever he aims', async () => {
    const held: Illegal = { case: '6.22', reason: 'in_enemy_zone', facts: { unit: 'pz7-25', hex: '1222' } };
    const lake: Illegal = { case: '6.7', reason: 'lake', facts: { from: '1222', to: '1121' } };
    const barred = { ...nothingBarred, others: [['1121', lake] as [string, Illegal]], stuck: held };
    const { mode, refusals } = await moving({ ...table, reach: () => ({ ...reach, hexes: [], targets: [], barred }) });
    mode.pick(click('1222'));
    await settled();
    mode.pick(click('2030'));
    mode.pick(click('1121'));
    await settled();
    expect(refusals.map(caseOf)).toEqual(['6.22', '6.7']);
  });
  test('waypoints are asked about and become one march', async () => {
    const asked: unknown[] = [];
    const after: ReachView = { ...reach, start: '1220', left: 16, hexes: [[2, 14, ['1121ne']]] };
    const { mode, sent } = await moving({
      ...table,
      reach: (_, legs) => (asked.push(legs), legs.length ? after : reach),
    });
    mode.pick(click('1222'));
    await settled();
    mode.pick(click('1220', { shift: true }));
    await settled();
    expect(mode.via).toEqual(['1220']);
    expect(asked.at(-1)).toEqual([{ move: { units: ['pz7-25', 'pz7-6', 'pz7-7'], path: ['1221', '1220'] } }]);
    mode.pick(click('1121', { go: true }));
    await settled();
    expect(sent).toEqual([{ move: { units: ['pz7-25', 'pz7-6', 'pz7-7'], path: ['1221', '1220', '1121'] } }]);
  });
  test('a click right after a waypoint waits for the reach from there', async () => {
    const after: ReachView = { ...reach, start: '1220', left: 16, hexes: [[2, 14, ['1121ne']]] };
    const { mode, sent } = await moving({ ...table, reach: (_, legs) => (legs.length ? after : reach) });
    mode.pick(click('1222'));
    await settled();
    mode.pick(click('1220', { shift: true }));
    mode.pick(click('1121', { go: true }));
    await settled();
    expect(sent).toEqual([{ move: { units: ['pz7-25', 'pz7-6', 'pz7-7'], path: ['1221', '1220', '1121'] } }]);
  });
  test('one regiment can be left behind, by number or in the panel', async () => {
    const { mode } = await moving();
    mode.pick(click('1222'));
    const key = { key: '1', target: null } as unknown as KeyboardEvent;
    expect(mode.key(key, null)).toBe(true);
    expect(mode.hand).toHaveLength(2);
    mode.toggle(mode.hand[0]);
    expect(mode.hand).toHaveLength(1);
  });
  test('another stack that can move is taken up instead', async () => {
    const { mode, sent } = await moving();
    mode.pick(click('1222'));
    await settled();
    mode.pick(click('1120'));
    expect(mode.hand).toEqual(['inf6']);
    expect(sent).toEqual([]);
  });
  test('escape puts down step by step', async () => {
    const { mode } = await moving();
    mode.pick(click('1222'));
    await settled();
    mode.pick(click('1220', { touch: true }));
    expect(mode.cancel()).toBe(true);
    expect(mode.aim).toBeNull();
    expect(mode.cancel()).toBe(true);
    expect(mode.hand).toEqual([]);
  });
});

describe('overruns', () => {
  test('an enemy in reach: the odds after the march, then march and overrun', async () => {
    const { mode, sent } = await moving();
    mode.pick(click('1222'));
    await settled();
    expect([...mode.targets.keys()]).toEqual(['1423']);
    mode.pick(click('1423'));
    expect(mode.overrunning).toMatchObject({ target: '1423', march: { to: '1323' } });
    expect(mode.marching).toEqual([{ move: { units: ['pz7-25', 'pz7-6', 'pz7-7'], path: ['1323'] } }]);
    await mode.overrun([...mode.hand]);
    expect(sent).toEqual([{ move: { units: ['pz7-25', 'pz7-6', 'pz7-7'], path: ['1323'] } }]);
  });
  test('who can only overrun is told so, a division as one, several units as several', async () => {
    const beside = (units: string[]): Told => ({
      ...table,
      units: { '1323': units, '1423': ['r1'] },
      legal: { actions: steps(...units), overruns: [{ from: '1323', target: '1423', units }], capable: units },
      reach: () => ({ ...reach, start: '1323', hexes: [] }),
    });
    for (const [units, words] of [
      [['pz7-25', 'pz7-6', 'pz7-7'], 'it cannot leave, but may overrun an enemy beside it.'],
      [['pz7-25', 'pz20-21'], 'they cannot leave, but may overrun an enemy beside them.'],
    ] as const) {
      const { mode } = await moving(beside([...units]));
      mode.pick(click('1323'));
      await settled();
      expect(mode.prompt.text).toBe(words);
    }
  });
  test('beside an enemy only what the server lists is offered and sent', async () => {
    const beside: Told = {
      ...table,
      units: { '1323': ['pz7-25', 'pz7-6', 'pz7-7'], '1423': ['r1'] },
      legal: { ...table.legal, overruns: [{ from: '1323', target: '1423', units: ['pz7-25', 'pz7-6'] }] },
      reach: () => ({ ...reach, start: '1323', hexes: [], targets: [['1423', ['1323']]] }),
    };
    const { mode, sent } = await moving(beside);
    mode.pick(click('1323'));
    await settled();
    mode.pick(click('1423'));
    expect(mode.overrunning).toEqual({ target: '1423', units: ['pz7-25', 'pz7-6'], march: null });
    await mode.overrun(['pz7-25', 'pz7-6', 'pz7-7']);
    expect(sent).toEqual([]);
    await mode.overrun(['pz7-25', 'pz7-6']);
    expect(sent).toEqual([{ overrun: { units: ['pz7-25', 'pz7-6'], target: '1423' } }]);
  });
});

describe('the end of the phase', () => {
  test('is asked about while units could still move, then sent', async () => {
    const { mode, sent } = await moving();
    mode.end();
    expect(mode.ending).toBe(true);
    expect(sent).toEqual([]);
    mode.end();
    await settled();
    expect(sent).toEqual(['done']);
  });
  test('says which duty is open', async () => {
    const duty: Illegal = { case: '14.13', reason: 'provisional_due' };
    const { mode } = await moving({ ...table, legal: { actions: steps('inf6') }, refused: () => duty });
    expect(mode.endCommand.disabled).toEqual({ reason: 'One moment …', case: undefined });
    mode.onlegal();
    await settled();
    expect(mode.endCommand.disabled).toEqual({
      reason: 'The provisional division must still enter this turn.',
      case: '14.13',
    });
  });
});

describe('typed', () => {
  test('a march from hex to hex', async () => {
    const { mode, sent } = await moving();
    const said = await mode.type('1222 > 1220');
    expect(said).toBe('Can be reached for 2, 8 left.');
    expect(sent).toEqual([{ move: { units: ['pz7-25', 'pz7-6', 'pz7-7'], path: ['1221', '1220'] } }]);
  });
  test('a wrong one says why and sends nothing', async () => {
    const { mode, sent } = await moving();
    expect(await mode.type('1222 > 2030')).toContain('Out of reach');
    expect(await mode.type('1111 > 2030')).toContain('None of your units');
    expect(await mode.type('1222 (r9) > 1220')).toContain('r9');
    expect(await mode.type('attack 1414 from 1313')).toBeNull();
    expect(sent).toEqual([]);
  });
});

describe('newcomers', () => {
  const enter = (who: string) => ({ enter: { who, hex: '0110', rail: false } });
  const told: Told = {
    ...table,
    waiting: ['pz12-29', 'pz12-5', 'pz12-25', 'inf26'],
    legal: { actions: [enter('pz12-29'), enter('pz12-5'), enter('pz12-25'), enter('inf26'), 'done'] },
  };
  test('a division enters regiment by regiment', async () => {
    const { mode, sent } = await moving(told);
    expect(mode.tray.map((n) => [n.key, n.who.length])).toEqual([
      ['inf26', 1],
      ['pz12', 3],
    ]);
    mode.choose('pz12');
    mode.pick(click('0110'));
    await vi.waitFor(() => expect(sent).toEqual([enter('pz12-29'), enter('pz12-5'), enter('pz12-25')]), LONG);
  });
  test('stops where the server would refuse', async () => {
    const { mode, sent, refusals } = await moving({
      ...told,
      refused: () => ({ case: '14.0', reason: 'full', facts: { hex: '0110' } }),
    });
    mode.choose('pz12');
    mode.pick(click('0110'));
    await vi.waitFor(() => expect(refusals).toHaveLength(1), LONG);
    expect(sent).toEqual([enter('pz12-29')]);
  });
});
