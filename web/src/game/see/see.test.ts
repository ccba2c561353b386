import { describe, expect, test } from 'vitest';
import { parseUnits, viewOf } from '../../testing/texts';
import type { CupView, GameEvent, Score } from '../../wire/types';
import { acted, moved } from '../time/fixture';
import { pliesOf, type Known } from '../time/plies';
import { comingAfter, dueNow, waitingNow } from './arrivals';
import { chartOf, turnEnds } from './chart';
import { byAttack, chances } from './cup';
import { formationsOf, found } from './forces';
import { lineOf, phaseAt, turnsOf } from './log';
import { sourcesOf } from './points';
import { sumsOf } from './stack';
import { tellEvents } from './tell';
import { namesOf } from './who';
import { trailsOf } from './trails';

const nothing: Known = new Map();

describe('sentences', () => {
  const combat: GameEvent[] = [
    { event: 'attack_began', units: ['pz7-25', 'pz7-6', 'pz7-7'], targets: ['2216'] },
    { event: 'revealed', unit: 'r1', counter: 'rifle 3-4#1' },
    { event: 'odds', attack: 16, defense: 8, column: '2-1' },
    { event: 'die', why: 'combat', die: 2 },
    { event: 'result', die: 2, result: 'D2' },
  ];
  test('a whole division has its name, the place its town', () => {
    const [first, second, third] = tellEvents(combat, nothing);
    expect(first.text).toBe('7th Panzer Division against Smolensk (2216)');
    expect(second.text).toMatch(/Rifle Division, 3-4 turned up$/);
    expect(third).toMatchObject({ text: '16 to 8, 2-1, die 2: D2', die: 2, result: 'D2', hex: '2216' });
  });
  test('a regiment is told with its division when it is alone, without it among others', () => {
    const who = (units: string[]) => namesOf(units, nothing);
    expect(who(['pz12-29'])).toBe('29th Panzer Regiment, 12th Panzer Division');
    expect(who(['pz12-29', 'pz20-21'])).toBe('29th Panzer Regiment, 21st Panzer Regiment');
    expect(who(['pz12-29', 'pz20-21', 'mot20-90'])).toBe('29th Panzer Regiment and 2 more');
    expect(who(['pz7-25', 'pz7-6', 'pz7-7'])).toBe('7th Panzer Division');
  });
  test('many units are counted', () => {
    const events = ['inf6', 'inf26', 'gd', 'lehr'].flatMap((unit) => moved(unit, '0120', '0219'));
    expect(tellEvents(events, nothing)[0].text).toMatch(/^6th Infantry Division and 3 more: 0120 to 0219$/);
  });
});

describe('the log', () => {
  const plies = pliesOf([
    acted({ n: 1, ply: 1, phase: 'german_movement' }),
    acted({ n: 2, ply: 2, phase: 'german_movement' }, moved('inf6', '0120', '0219')),
    acted({ n: 3, ply: 3, phase: 'german_combat' }, [{ event: 'phase_began', turn: 5, phase: 'german_combat' }]),
    acted({ n: 4, ply: 4, phase: 'soviet_movement', turn: 6 }, [
      { event: 'attack_began', units: ['inf6'], targets: ['0319'] },
      { event: 'odds', attack: 9, defense: 3, column: '3-1' },
      { event: 'result', die: 5, result: 'Eng' },
    ]),
  ]);
  test('by turn and phase, the latest first', () => {
    expect(turnsOf(plies).map((t) => [t.turn, t.phases.map((p) => p.phase)])).toEqual([
      [5, ['german_combat', 'german_movement']],
      [1, ['soviet_set_up']],
    ]);
  });
  test('a moment belongs to the phase of the last action before it', () => {
    const turns = turnsOf(plies);
    expect([0, 1, 2, 3, 4].map((moment) => phaseAt(turns, moment)?.phase)).toEqual([
      'soviet_set_up',
      'soviet_set_up',
      'german_movement',
      'german_movement',
      'german_combat',
    ]);
    expect(phaseAt([], 3)).toBeUndefined();
  });
  test('each line has its place, and its die', () => {
    expect(lineOf(plies[1], nothing)).toMatchObject({
      title: '6th Infantry Division: 0120 to 0219',
      hex: '0219',
      die: null,
    });
    expect(lineOf(plies[2], nothing).title).toBe('Phase ended');
    expect(lineOf(plies[3], nothing)).toMatchObject({ figure: 'Eng', die: 5, hex: '0319', kind: 'fight' });
  });
});

test('the points by source add up to the total the server tells', () => {
  const score: Score = {
    objectives: [
      ['smolensk', 20],
      ['orsha', 5],
    ],
    front: 7,
    divisions_lost: ['pz7', 'inf6'],
    recaptures: 3,
    total: 16,
    level: 'soviet_strategic',
    draw: false,
  };
  const sources = sourcesOf(score);
  expect(sources).toEqual({ objectives: 25, front: 7, lost: -10, recaptured: -6 });
  expect(Object.values(sources).reduce((sum, n) => sum + n)).toBe(score.total);
});

describe('the chart of points', () => {
  const plies = pliesOf(
    [1, 1, 2, 2, 2, 3].map((turn, i) => acted({ n: i + 1, ply: i + 1, turn, phase: 'german_movement' })),
  );
  test('one mark at the end of each turn, the last for now', () => {
    expect(turnEnds(plies, 6)).toEqual([
      { turn: 1, ply: 3 },
      { turn: 2, ply: 6 },
    ]);
    expect(turnEnds(plies, 4)).toEqual([
      { turn: 1, ply: 3 },
      { turn: 2, ply: 4 },
    ]);
  });
  test('points below nothing stay on the sheet', () => {
    const chart = chartOf(
      [
        { turn: 1, points: -10 },
        { turn: 12, points: 50 },
      ],
      110,
      60,
    );
    expect(chart.dots.map((d) => [d.x, d.y])).toEqual([
      [0, 60],
      [110, 0],
    ]);
    expect(chart.zero).toBe(50);
    expect(chart.line).toBe('M0.0 60.0L110.0 0.0');
  });
});

test('trails follow each unit through its last turn, one for each way', () => {
  const plies = pliesOf([
    acted({ n: 1, ply: 1, phase: 'german_movement' }),
    acted({ n: 2, ply: 2, phase: 'german_movement' }, [
      ...moved('pz7-25', '1416', '1516'),
      ...moved('pz7-6', '1416', '1516'),
    ]),
    acted({ n: 3, ply: 3, phase: 'mechanized_movement' }, [
      ...moved('pz7-25', '1516', '1616'),
      ...moved('pz7-6', '1516', '1616'),
    ]),
  ]);
  expect(trailsOf(plies)).toEqual([{ side: 'german', path: ['1416', '1516', '1616'] }]);
});

test.each([
  ['lose_step', 'No choice which steps are lost (German)'],
  ['make_room', 'Nobody has room there (German)'],
  ['advance', 'Nobody else can advance (German)'],
] as const)('a question that closed by itself is told: %s', (what, text) => {
  const events: GameEvent[] = [{ event: 'closed', side: 'german', what }];
  expect(tellEvents(events, nothing).map((l) => l.text)).toEqual([text]);
});

describe('the cup', () => {
  const cup = {
    kind: 'rifle',
    in_cup: 3,
    in_dead_pile: 0,
    never_seen: [
      { attack: 0, defense: 1, count: 1 },
      { attack: 2, defense: 2, count: 2 },
      { attack: 2, defense: 3, count: 1 },
    ],
    seen_dead: [],
  } as CupView;
  test('odds of each strength', () => expect(chances(cup).map((c) => c.share)).toEqual([0.25, 0.5, 0.25]));
  test('bars without gaps', () => expect(byAttack(cup).map((b) => b.count)).toEqual([1, 0, 3]));
});

describe('forces', () => {
  const view = viewOf({
    turn: 5,
    phase: 'german_movement',
    units: { '1416': ['pz7-25', 'pz7-6', 'pz7-7'], '2216': ['r1', 'lukin'] },
  } as never);
  test('divisions stand with their corps, Soviet ones with the Leader who supplies them', () => {
    const corps = formationsOf(view, 'german', new Map()).find((f) => f.name === '39th Panzer Corps');
    expect(corps?.units.filter((u) => u.hex).map((u) => u.id)).toEqual(['pz7-25', 'pz7-6', 'pz7-7']);
    const supply = new Map([
      ['r1', { unit: 'r1', hex: '2216', in_supply: true, by: 'leader', line: [], leader: 'lukin', loc: true }],
    ]);
    const [lukin] = formationsOf(view, 'soviet', supply as never);
    expect([lukin.name, lukin.units.map((u) => u.id)]).toEqual(['16th Army', ['lukin', 'r1']]);
  });
  test('a search finds names and hexes', () => {
    const all = formationsOf(view, 'soviet', new Map());
    expect(found(all, 'konev').map((f) => f.id)).toEqual(['konev']);
    expect(found(all, '2216').length).toBeGreaterThan(0);
    expect(found(all, 'nobody at all')).toEqual([]);
  });
  test('an integrated division counts twice', () => {
    const units = view.stacks.get('1416')!.units;
    expect(sumsOf(units, new Set(units.map((u) => u.id)))).toEqual({ attack: '16', defense: '16' });
  });
  test('what is untried adds something nobody knows', () => {
    const units = (texts: string[]) => texts.flatMap((text) => parseUnits(text, '2216'));
    expect(sumsOf(units(['r1 rifle 3-4#1', 'r2', 'konev']), new Set())).toEqual({ attack: '3 + ?', defense: '4 + ?' });
    expect(sumsOf(units(['r2']), new Set())).toEqual({ attack: '?', defense: '?' });
  });
});

describe('arrivals', () => {
  test('who waits and who is owed are due now; later ones by turn', () => {
    const view = viewOf({
      turn: 2,
      phase: 'soviet_movement',
      units: {},
      waiting: ['inf6'],
      owed: { X: { rifle: 3 } },
    } as never);
    expect(dueNow(view)).toBe(4);
    expect(waitingNow(view).map((a) => [a.side, a.area])).toEqual([
      ['german', 'B'],
      ['soviet', 'X'],
    ]);
    expect(comingAfter(2).every((a) => a.turn > 2)).toBe(true);
    expect(comingAfter(12)).toEqual([]);
  });
});
