import { beforeEach, describe, expect, test, vi } from 'vitest';
import { viewOf } from '../../testing/texts';
import type { Illegal, Position } from '../../wire/types';
import { frontOf, opening } from '../frame/opening';
import { phaseAfter, stepsOf } from '../frame/phases';
import { placeOf, SPANS } from '../frame/scale';
import { DeployMode } from './deploy.svelte';
import { armiesOf, nextPlacement, placesOf } from './deploying';
import { decide, fakeDesk, noLegal, nothingBarred, walk } from './fake';
import { firstPick, nextStack } from './hand';
import { MarkerMode } from './markers.svelte';
import { planOf } from './plan';
import { leftTo, pointsLeft } from './points';
import { legsOf } from './route';
import { callable, entryHexes, heldBack, newcomers, waitingIn } from './tray';

beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: false })));
const board = (units: Record<string, string[]>, more = {}) => viewOf({ units, ...more } as unknown as Position);
const stack = (units: string[]) => board({ '1222': units }).stacks.get('1222')!;
const settled = () => new Promise((done) => setTimeout(done));

describe('what a click takes up', () => {
  test('a whole division, without others in its hex', () => {
    const here = stack(['mot14-11', 'mot14-53', 'lehr']);
    expect(firstPick(here, new Set(['mot14-11', 'mot14-53', 'lehr'])).sort()).toEqual(['mot14-11', 'mot14-53']);
  });
  test('everybody who can move, else; a Leader with his divisions', () => {
    const here = stack(['konev', 'r1', 'r2']);
    expect(firstPick(here, new Set(['konev', 'r1', 'r2']))).toHaveLength(3);
    expect(firstPick(here, new Set(['r2']))).toEqual(['r2']);
    expect(firstPick(here, new Set())).toEqual([]);
  });
  test('one of an army that stands in a heap', () => {
    const here = stack(['lukin', 'r6', 'r7', 'r8', 'r9', 'r10', 'r11']);
    expect(firstPick(here, new Set(here.units.map((u) => u.id)))).toHaveLength(1);
  });
  test('the next stack goes round', () => {
    const { stacks } = board({ '0101': ['inf5'], '0505': ['inf6'], '0909': ['inf7'] });
    const able = new Set(['inf5', 'inf7']);
    expect(nextStack(stacks.values(), able, null)).toBe('0101');
    expect(nextStack(stacks.values(), able, '0101')).toBe('0909');
    expect(nextStack(stacks.values(), able, '0909')).toBe('0101');
    expect(nextStack(stacks.values(), able, '0909', true)).toBe('0101');
    expect(nextStack(stacks.values(), new Set(), '0909')).toBeNull();
  });
});

describe('points', () => {
  test('as printed, unless the server tells another allowance', () => {
    const told = { integrated: [], allowances: { 'pz7-25': 10 } };
    const { units } = viewOf({ units: { '1222': ['pz7-25 unsupplied spent 3', 'inf6'] } }, told);
    expect([...units.values()].map(leftTo)).toEqual([7, 14]);
  });
  test('the slowest counts', () => {
    expect(pointsLeft(stack(['pz7-25 spent 5', 'inf26']).units)).toBe(14);
    expect(pointsLeft([])).toBe(0);
  });
});

describe('rides', () => {
  const rail = [{ unit: 'r1', hexes: [{ hex: '4215', cost: 5, path: ['4115', '4215'] }] }];
  const known = { left: 12, byRail: true, rideable: true };
  const reach = {
    start: '4015',
    left: 12,
    hexes: [walk('4115', 2, ['4115'])],
    targets: new Map(),
    barred: nothingBarred,
    rail,
  };
  test('have their own cost, and what is left of 30', () => {
    expect(planOf('4215', { ...known, reach })).toMatchObject({ kind: 'ride', cost: 5, left: 25 });
  });
  test('are taken without asking where feet do not reach', () => {
    expect(planOf('4215', { ...known, byRail: false, reach })).toMatchObject({ kind: 'ride' });
    expect(planOf('4115', { ...known, byRail: false, reach })).toMatchObject({ kind: 'walk' });
  });
  test('say why not', () => {
    const refused: Illegal = { case: '6.32', reason: 'not_on_rail', facts: { unit: 'r1' } };
    const barred = { ...reach, rail: [{ unit: 'r1', hexes: [], refused }] };
    expect(planOf('4215', { ...known, rideable: false, reach: barred })).toMatchObject({ fault: { case: '6.32' } });
  });
});

describe('the tray', () => {
  test('has Soviet divisions by area and kind, the provisional one first', () => {
    const enter = (who: string, hex: string, rail = false) => ({ enter: { who, hex, rail } });
    const actions = [
      enter('rifle X', '5907'),
      enter('rifle X', '5907', true),
      enter('rokossovsky', '5907'),
      enter('provisional', '3901'),
      enter('front', '3131'),
    ];
    const view = board({}, { owed: { X: { rifle: 6, armoured: 0 } }, waiting: ['rokossovsky'] });
    const tray = newcomers({ ...noLegal, actions }, view, { turn: 1, game: 7 });
    expect(tray.map((n) => [n.key, n.area, n.count])).toEqual([
      ['provisional', '2', 1],
      ['rokossovsky', 'X', 1],
      ['rifle X', 'X', 6],
      ['front', 'Z', 3],
    ]);
    expect([...(tray[2].rail ?? [])]).toEqual(['5907']);
    // Front divisions cost points and do not count as waiting: seven were called before, and each of the rest gives two points [14.23].
    expect(waitingIn(tray)).toBe(8);
    expect(callable(tray)).toEqual({ n: 3, next: 2, all: 6 });
    const early = newcomers({ ...noLegal, actions }, view, { turn: 0, game: 3 });
    expect(callable(early)).toEqual({ n: 5, next: 1, all: 8 });
  });
  test('who waits and cannot enter is told apart, a division as one', () => {
    const view = board({}, { owed: { X: { rifle: 6, armoured: 1 } }, waiting: ['pz7-25', 'pz7-6', 'pz7-7', 'konev'] });
    const tray = newcomers({ ...noLegal, actions: [{ enter: { who: 'rifle X', hex: '5907', rail: false } }] }, view, {
      turn: 0,
      game: 0,
    });
    expect(heldBack(tray, view, 'soviet').map((n) => [n.key, n.count])).toEqual([
      ['konev', 1],
      ['armoured X', 1],
    ]);
    const [division] = heldBack(tray, view, 'german');
    expect(division).toMatchObject({ key: 'pz7', who: ['pz7-25', 'pz7-6', 'pz7-7'], area: 'C' });
    expect(entryHexes(division).length).toBeGreaterThan(0);
  });
});

describe('set-up', () => {
  const deploy = (unit: string, hex: string) => ({ deploy: { unit, hex } });
  const actions = [
    deploy('kurochkin', '0108'),
    deploy('kurochkin', '0109'),
    deploy('kurochkin', '0110'),
    deploy('r23', '0108'),
    deploy('r23', '0109'),
    deploy('remezov', '0123'),
    deploy('r16', '0123'),
  ];
  const legal = { ...noLegal, actions };
  test('armies are told apart by their hexes', () => {
    const { waiting } = board({}, { waiting: ['kurochkin', 'remezov', 'r23', 'r16'] });
    expect(armiesOf(waiting, placesOf(legal)).map((a) => [a.leader, a.units.map((u) => u.id)])).toEqual([
      ['kurochkin', ['kurochkin', 'r23']],
      ['remezov', ['remezov', 'r16']],
    ]);
    // An army keeps its name after its Leader is placed.
    const { units } = board({ '0108': ['kurochkin'] });
    const rest = waiting.filter((u) => u.id !== 'kurochkin');
    expect(armiesOf(rest, placesOf(legal), units.values()).map((a) => a.leader)).toEqual(['kurochkin', 'remezov']);
  });
  test('the rest goes to the emptiest hexes, Leaders last and to the middle; only as listed', () => {
    expect(nextPlacement(legal, (hex) => (hex === '0108' ? 2 : 0))).toEqual({ unit: 'r23', hex: '0109' });
    const leader = { ...noLegal, actions: actions.slice(0, 3) };
    expect(nextPlacement(leader, () => 0)).toEqual({ unit: 'kurochkin', hex: '0109' });
    expect(nextPlacement(noLegal, () => 0)).toBeNull();
  });
  test('a unit goes only where it may', async () => {
    const refused: Illegal = { case: '5.1', reason: 'hex_not_offered', facts: { hex: '2020' } };
    const { desk, sent, refusals } = fakeDesk({
      units: {},
      waiting: ['r23', 'r16'],
      phase: 'soviet_set_up',
      legal: { actions },
      refused: () => refused,
    });
    const mode = new DeployMode(desk, decide('soviet', 'deploy'));
    mode.choose('r23');
    mode.pick({ hex: '2020', touch: false, shift: false, ctrl: false });
    await settled();
    expect([sent, refusals]).toEqual([[], [refused]]);
    mode.pick({ hex: '0109', touch: false, shift: false, ctrl: false });
    await settled();
    expect(sent).toEqual([{ deploy: { unit: 'r23', hex: '0109' } }]);
  });
});

describe('markers', () => {
  test('go on listed hexes; others say why', async () => {
    const refused: Illegal = { case: '13.2', reason: 'air_limit', facts: { hex: '4215' } };
    const { desk, sent, refusals } = fakeDesk({
      units: {},
      phase: 'air_interdiction',
      legal: { actions: [{ interdict: { hex: '2015' } }, 'done'] },
      refused: () => refused,
    });
    const mode = new MarkerMode(desk, decide('german', 'place_air_markers'));
    expect(mode.left).toBe(3);
    mode.pick({ hex: '4215', touch: false, shift: false, ctrl: false });
    await settled();
    expect([sent, refusals]).toEqual([[], [refused]]);
    mode.pick({ hex: '2015', touch: false, shift: false, ctrl: false });
    expect(await mode.type('place 2015')).toBe('Done.');
    expect(sent).toEqual([{ interdict: { hex: '2015' } }, { interdict: { hex: '2015' } }]);
  });
  test('are asked for with the enemy whom they would hinder, which "show me" shows', () => {
    const { desk } = fakeDesk({
      units: { '2015': ['pz7'], '2116': ['r1'], '5015': ['r2'] },
      phase: 'air_interdiction',
      legal: { actions: [{ interdict: { hex: '2015' } }, { interdict: { hex: '2217' } }, 'done'] },
    });
    const { prompt } = new MarkerMode(desk, decide('german', 'place_air_markers'));
    expect(prompt.text).toContain('2015');
    expect(prompt.text).toMatch(/Nearest enemy: .+ in 2116\.$/);
    expect(prompt.at).toEqual(['2116']);
  });
});

describe('the top bar', () => {
  test('knows what comes next', () => {
    expect(phaseAfter('soviet_set_up', 1, false)).toBe('german_set_up');
    expect(phaseAfter('german_set_up', 1, true)).toBe('evacuation');
    expect(phaseAfter('soviet_interdiction', 3, false)).toBe('german_movement');
    expect(phaseAfter('air_interdiction', 12, false)).toBe('game_over');
    expect(phaseAfter('air_interdiction', 11, false)).toBe('soviet_movement');
    expect(stepsOf('evacuation', true)).toHaveLength(4);
  });
  test('has a scale that grows from level to level', () => {
    expect(SPANS).toHaveLength(6);
    expect(placeOf(-500)).toBe(0);
    expect(placeOf(500)).toBe(100);
    for (let i = 1; i < SPANS.length; i++) expect(SPANS[i].x).toBeGreaterThan(SPANS[i - 1].x);
  });
});

test('a route is told by its legs', () => {
  const reach = {
    start: '1416',
    left: 20,
    hexes: [
      walk('1515', 1, ['1515'], { road: true }),
      walk('1615', 2, ['1515', '1615'], { road: true }),
      walk('1614', 4, []),
    ],
    targets: new Map(),
    barred: nothingBarred,
    rail: [],
  };
  const legs = legsOf('1416', ['1515', '1615', '1614'], reach);
  expect(legs[0]).toEqual({ kind: 'road', hexes: ['1515', '1615'], cost: 2 });
  expect(legs[1].cost).toBe(2);
});

describe('the map opens', () => {
  test('where the side that moves meets the enemy, filling the stage', () => {
    const view = board(
      { '0505': ['inf5'], '2015': ['pz7'], '2115': ['r1'], '5015': ['r2'] },
      { phase: 'german_movement' },
    );
    expect(frontOf(view, 'german')).toBe('2015');
    expect(frontOf(view, 'soviet')).toBe('2115');
    expect(opening(view, 'german', { width: 5000, height: 800 }, false).zoom).toBeGreaterThan(1);
  });
  test('in the west before anybody has met', () => {
    expect(frontOf(board({ '2216': ['r1'] }), 'german')).toBe('0616');
  });
});
