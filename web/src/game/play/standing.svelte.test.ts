// Standing orders as a player meets them: given by a click, carried out when the phase begins, ended by an enemy in reach.
import { afterEach, describe, expect, test } from 'vitest';
import { openGame, settled, type Told } from '../../testing/table';
import type { Answer, Ask, Decision, ReachView } from '../../wire/types';
import { noLegal, nothingBarred } from './fake';
import type { MoveMode } from './move.svelte';
import { parseStanding, Standing } from './standing.svelte';

const reach = (start: string, entered: string[], stops: string[] = []): ReachView => ({
  ...{ start, left: 20, hexes: entered.length ? [[2, 18, entered]] : [], stops, road: [], targets: [] },
  // All enemies that no overrun can reach, however far away.
  ...{ barred: { ...nothingBarred, enemies: ['1614'] }, rail: [] },
});
const German: Told = {
  decision: { side: 'german', question: 'move' } as Decision,
  position: { turn: 5, phase: 'german_movement', units: { '1219': ['inf6'], '1215': ['inf7'], '1614': ['r1'] } },
  legal: {
    ...noLegal,
    actions: [{ move: { units: ['inf6'], path: ['1319'] } }, { move: { units: ['inf7'], path: ['1315'] } }, 'done'],
  },
};
/** From 1219 one can go one hex in each direction; entered from 1219 itself. */
const around = ['1218s', '1319sw', '1220n'];

async function sit(stops: string[] = [], turn = 5) {
  const answer = (ask: Ask): Answer | undefined =>
    typeof ask === 'object' && 'reach' in ask ? { reach: reach('1219', around, stops) } : undefined;
  const game = openGame({ ...German, position: { ...German.position, turn }, answer });
  await settled();
  await settled();
  const mode = () => game.screen.mode as MoveMode;
  const click = async (hex: string, more = {}) => {
    mode().pick({ hex, touch: false, shift: false, ctrl: false, ...more });
    await settled();
  };
  const press = async (key: string) => {
    game.screen.key(new KeyboardEvent('keydown', { key }), null);
    await settled();
  };
  return { ...game, mode, click, press };
}
const MARCH = [{ units: ['inf6'], errand: { kind: 'march', route: ['1619'] }, ran: '4 german_movement' }];
const keep = (orders: unknown) => localStorage.setItem('pgg-standing-g', JSON.stringify(orders));

afterEach(() => localStorage.clear());

describe('standing orders', () => {
  test('a march is given by a key and a click, begins at once and stays for the next turn', async () => {
    const { click, press, table, mode } = await sit();
    await click('1219');
    await press("'");
    expect(mode().prompt.text).toContain('turn by turn');
    await click('1619');
    // To the nearest of the hexes in reach.
    expect(table.done).toEqual([{ action: { move: { units: ['inf6'], path: ['1319'] } } }]);
    expect(parseStanding(localStorage.getItem('pgg-standing-g'))[0]?.errand).toEqual({
      kind: 'march',
      route: ['1619'],
    });
  });
  test('goes on when the next Movement Phase begins, also on a page that was loaded anew', async () => {
    keep(MARCH);
    const { table } = await sit();
    expect(table.done).toEqual([{ action: { move: { units: ['inf6'], path: ['1319'] } } }]);
  });
  test('is carried out once in a phase', async () => {
    keep([{ ...MARCH[0], ran: '5 german_movement' }]);
    const { table } = await sit();
    expect(table.done).toEqual([]);
  });
  test('ends when an enemy is in reach, and says where he is', async () => {
    keep(MARCH);
    const { table, mode, desk } = await sit(['1319']);
    expect(table.done).toEqual([]);
    expect(mode().standingOrders).toEqual([]);
    expect(desk.messages.kept.at(-1)?.text).toContain('an enemy is in reach, in 1614');
  });
  test('who holds is not asked after; a click on his own hex says so, and it can be cancelled', async () => {
    const { click, press, mode } = await sit();
    expect(mode().undone.map((u) => u.id)).toContain('inf6');
    await click('1219');
    await press("'");
    await click('1219');
    expect(mode().undone.map((u) => u.id)).toEqual(['inf7']);
    expect(mode().upcoming()).toBe('1215');
    await click('1219');
    mode()
      .commands.find((c) => c.id === 'standing_drop')
      ?.run();
    expect(mode().undone.map((u) => u.id)).toContain('inf6');
  });
  test('a stack is followed by a click on it', async () => {
    const { click, press, mode } = await sit();
    await click('1219');
    await press("'");
    await click('1215');
    expect(mode().standingOrders[0]?.errand).toEqual({ kind: 'follow', whom: 'inf7' });
  });
  test('Escape goes back: the last waypoint, then the order', async () => {
    const { click, press, mode } = await sit();
    await click('1219');
    await press("'");
    await click('1319', { shift: true });
    expect(mode().ordering).toEqual(['1319']);
    await press('Escape');
    expect(mode().ordering).toEqual([]);
    await press('Escape');
    expect([mode().ordering, mode().hand]).toEqual([null, ['inf6']]);
  });
});

test('a unit has one standing order: the last', () => {
  const standing = new Standing('g');
  standing.give({ units: ['inf6', 'inf7'], errand: { kind: 'hold' }, ran: '' });
  standing.give({ units: ['inf7'], errand: { kind: 'march', route: ['1619'] }, ran: '' });
  expect(standing.all).toHaveLength(1);
  expect(standing.of('inf6')).toBe(null);
});
test('what somebody wrote into the storage does no harm', () => {
  for (const text of [
    null,
    '{',
    '3',
    '[3]',
    '[{"units":[],"errand":{"kind":"hold"},"ran":""}]',
    '[{"units":["inf6"],"errand":{"kind":"march","route":["9999"]},"ran":""}]',
  ])
    expect(parseStanding(text)).toEqual([]);
});
