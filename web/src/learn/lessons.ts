// The guided first battle: a dozen units on the road to Smolensk, one idea a step. A lesson is a position and steps; a step is
// done when the server's events, or what the player looks at, say so. The words are messages: `learn.LESSON.STEP.do`, `.why`.
import type { Action, Decision, GameEvent, LegalView, Position, Side } from '../wire/types';
import type { Overlay } from '../game/see/overlays/registry';
import type { Hex } from '../lib/hex';

/** What a step can see of the player's desk. */
export interface Look {
  picked: ReadonlySet<string>;
  overlays: readonly string[];
}

export interface Step {
  id: string;
  /** The case that says so. */
  case?: string;
  /** Outlined on the map. */
  goals?: readonly Hex[];
  /** Done by an event of the game; by what is looked at; or, with neither, by reading on. */
  event?: (event: GameEvent) => boolean;
  look?: (look: Look) => boolean;
  /** What "show me" does. */
  show?: { act: Action } | { pick: string } | { overlay: Overlay } | { bring: { who: string[]; to: Hex } };
  /** An event that is legal but leads away from the goal: the words are `learn.astray.NAME`. */
  astray?: (event: GameEvent) => Astray | null;
}
export type Astray = 'elsewhere' | 'phase' | 'other';

export interface Lesson {
  id: string;
  side: Side;
  position: Partial<Position>;
  /** Where the map opens. */
  at: { hex: Hex; zoom: number };
  steps: readonly Step[];
  /** The panel at the right is needed: elsewhere the map has its room. */
  panel?: boolean;
  /** How the guide answers for the other side, where it is not the first thing legal. */
  enemy?: Partial<Record<Decision['question'], Action>>;
}

const PZ7 = ['pz7-25', 'pz7-6', 'pz7-7'];
/** The railway from Vyazma to Smolensk. */
const RIDE = [
  ...['3916', '3815', '3715', '3615', '3515', '3414', '3315', '3214', '3115'],
  ...['3014', '2915', '2814', '2715', '2615', '2516', '2416', '2317', '2216'],
];
const moved = (to: Hex) => (e: GameEvent) => e.event === 'moved' && e.to === to;
const began = (phase: string) => (e: GameEvent) => e.event === 'phase_began' && e.phase === phase;

/** Ending the phase too early, or going somewhere else: no harm, but not the lesson. */
const wander =
  (...ways: readonly Hex[]) =>
  (e: GameEvent): Astray | null => {
    if (e.event === 'phase_began') return 'phase';
    return e.event === 'moved' && !ways.includes(e.to) ? 'elsewhere' : null;
  };
const tooEarly = (e: GameEvent): Astray | null => (e.event === 'phase_began' ? 'phase' : null);

export const LESSONS: readonly Lesson[] = [
  {
    id: 'move',
    side: 'german',
    at: { hex: '1319', zoom: 1 },
    position: {
      turn: 3,
      phase: 'german_movement',
      units: {
        '1219': ['pz7-25'],
        '1119': ['inf6'],
        '1117': ['mot14'],
        '1714': ['r1'],
        '1814': ['r2'],
        '2216': ['lukin', 'r3', 'r4'],
      },
    },
    steps: [
      { id: 'hello' },
      {
        id: 'pick',
        case: '6.1',
        goals: ['1219'],
        look: ({ picked }) => picked.has('pz7-25'),
        show: { pick: 'pz7-25' },
        event: moved('1420'),
      },
      {
        id: 'go',
        case: '6.12',
        goals: ['1420'],
        event: moved('1420'),
        show: { act: { move: { units: ['pz7-25'], path: ['1320', '1420'] } } },
        astray: wander('1320', '1319', '1419', '1420'),
      },
    ],
  },
  {
    id: 'terrain',
    side: 'german',
    at: { hex: '1218', zoom: 1.15 },
    position: {
      turn: 3,
      phase: 'german_movement',
      units: { '1219': ['pz7-25'], '1119': ['inf6'], '1714': ['r1'], '1814': ['r2'], '2216': ['lukin', 'r3', 'r4'] },
    },
    steps: [
      {
        id: 'forest',
        case: '6.7',
        goals: ['1218'],
        event: moved('1218'),
        show: { act: { move: { units: ['pz7-25'], path: ['1218'] } } },
        astray: wander('1218', '1217'),
      },
      {
        id: 'river',
        case: '6.7',
        goals: ['1217'],
        event: moved('1217'),
        show: { act: { move: { units: ['pz7-25'], path: ['1217'] } } },
        astray: wander('1218', '1217'),
      },
    ],
  },
  {
    id: 'road',
    side: 'german',
    at: { hex: '1516', zoom: 0.9 },
    position: {
      turn: 3,
      phase: 'german_movement',
      units: { '1016': ['pz7-25'], '1015': ['pz7-6'], '1119': ['inf6'], '2216': ['lukin', 'r3', 'r4'], '2414': ['r1'] },
    },
    steps: [
      {
        id: 'drive',
        case: '6.7a',
        goals: ['1915'],
        event: moved('1915'),
        show: {
          act: {
            move: {
              units: ['pz7-25'],
              path: ['1116', '1216', '1316', '1416', '1516', '1615', '1716', '1815', '1915'],
            },
          },
        },
        astray: (e) =>
          e.event === 'phase_began' ? 'phase' : e.event === 'moved' && e.unit !== 'pz7-25' ? 'other' : null,
      },
    ],
  },
  {
    id: 'zone',
    side: 'german',
    at: { hex: '1316', zoom: 1.05 },
    position: {
      turn: 3,
      phase: 'german_movement',
      units: {
        '1116': ['pz7'],
        '1117': ['mot14'],
        '1119': ['inf6'],
        '1416': ['r1 1-1'],
        '1615': ['r2', 'konev'],
        '2216': ['lukin', 'r3'],
      },
    },
    steps: [
      {
        id: 'see',
        case: '8.11',
        look: ({ overlays }) => overlays.includes('zones'),
        show: { overlay: 'zones' },
        event: (e) => e.event === 'stopped',
      },
      {
        id: 'stop',
        case: '8.13',
        goals: ['1316'],
        event: (e) => e.event === 'stopped',
        show: { act: { move: { units: PZ7, path: ['1216', '1316'] } } },
        astray: tooEarly,
      },
      { id: 'end', case: '4.2', event: began('german_combat'), show: { act: 'done' } },
    ],
  },
  {
    id: 'attack',
    side: 'german',
    at: { hex: '1416', zoom: 1.15 },
    position: {
      turn: 3,
      phase: 'german_combat',
      units: {
        '1316': ['pz7'],
        '1117': ['mot14'],
        '1119': ['inf6'],
        '1416': ['r1 1-1'],
        '1615': ['r2', 'konev'],
        '2216': ['lukin', 'r3'],
      },
    },
    enemy: { loss_or_retreat: 'take_loss' },
    steps: [
      {
        id: 'odds',
        case: '9.4',
        goals: ['1416'],
        event: (e) => e.event === 'attack_began',
        show: { act: { attack: { targets: ['1416'], units: PZ7 } } },
        astray: tooEarly,
      },
      { id: 'die', case: '9.5', event: (e) => e.event === 'eliminated' },
      {
        id: 'advance',
        case: '9.8',
        goals: ['1416'],
        event: (e) => e.event === 'advanced' || e.event === 'combat_ended',
        show: { act: { advance: { unit: 'pz7-25', path: ['1416'] } } },
      },
    ],
  },
  {
    id: 'untried',
    side: 'german',
    at: { hex: '1516', zoom: 1.15 },
    position: {
      turn: 3,
      phase: 'german_combat',
      units: {
        '1416': ['pz7'],
        '1515': ['mot14'],
        '1119': ['inf6'],
        '1516': ['r2'],
        '1714': ['konev', 'r5'],
        '2216': ['lukin', 'r3'],
      },
    },
    steps: [
      {
        id: 'unknown',
        case: '12.1',
        goals: ['1516'],
        event: (e) => e.event === 'revealed',
        show: { act: { attack: { targets: ['1516'], units: [...PZ7, 'mot14-11', 'mot14-53'] } } },
        astray: tooEarly,
      },
      { id: 'answer', case: '9.6', event: (e) => e.event === 'combat_ended' || e.event === 'combat_off' },
    ],
  },
  {
    id: 'choice',
    side: 'german',
    at: { hex: '1516', zoom: 1.15 },
    // Four rifle divisions with Konev fell upon the infantry, 20 against 9; the die gave D1.
    position: {
      turn: 3,
      phase: 'soviet_combat',
      units: {
        '1416': ['pz7'],
        '1516': ['inf6 defended'],
        '1615': ['konev attacked', 'r1 4-4#1 attacked', 'r2 4-4#2 attacked'],
        '1616': ['r3 4-5#1 attacked', 'r4 3-4#1 attacked'],
        '2216': ['lukin'],
      },
      combat: {
        attacker: 'soviet',
        attackers: ['konev', 'r1', 'r2', 'r3', 'r4'],
        defenders: ['inf6'],
        origins: ['1615', '1616'],
        targets: ['1516'],
        overrun: false,
        advanced: [],
        paths: [null, null, null, null, null, null],
        result: 'D1',
        stage: { choose: { n: 1, side: 'german' } },
      } as unknown as Position['combat'],
    },
    enemy: { advance: 'done', attack: 'done' },
    steps: [
      {
        id: 'choose',
        case: '9.65',
        goals: ['1516'],
        event: (e) => e.event === 'loss_chosen' || e.event === 'retreat_chosen',
        show: { act: 'take_loss' },
      },
      { id: 'after', case: '9.61', event: (e) => e.event === 'combat_ended' },
    ],
  },
  {
    id: 'route',
    side: 'german',
    at: { hex: '1615', zoom: 1.1 },
    // The 7th Panzer attacked two divisions, 16 against 6; the die gave D2 and they chose to retreat.
    position: {
      turn: 3,
      phase: 'german_combat',
      units: {
        '1516': ['pz7-25 attacked', 'pz7-6 attacked', 'pz7-7 attacked'],
        '1517': ['inf6'],
        '1416': ['mot14'],
        '1615': ['r1 3-4#1 defended', 'r2 2-2#1 defended'],
        '1914': ['konev'],
        '2216': ['lukin', 'r3'],
      },
      combat: {
        attacker: 'german',
        attackers: PZ7,
        defenders: ['r1', 'r2'],
        origins: ['1516'],
        targets: ['1615'],
        overrun: false,
        advanced: [],
        paths: [null, null, null, null, null, null],
        result: 'D2',
        stage: { retreat: { n: 2, side: 'soviet', waiting: ['r1', 'r2'] } },
      } as unknown as Position['combat'],
    },
    steps: [
      {
        id: 'first',
        case: '9.72',
        goals: ['1615'],
        event: (e) => e.event === 'retreated',
        show: { act: { route: { stack: '1615', to: '1614' } } },
      },
      { id: 'second', case: '9.73', event: (e) => e.event === 'retreated' },
      {
        id: 'advance',
        case: '9.82',
        goals: ['1615'],
        event: (e) => e.event === 'advanced' || e.event === 'combat_ended',
        show: { act: { advance: { unit: 'pz7-25', path: ['1615'] } } },
      },
    ],
  },
  {
    id: 'overrun',
    side: 'german',
    at: { hex: '1716', zoom: 1.05 },
    position: {
      turn: 4,
      phase: 'german_movement',
      units: {
        '1516': ['pz7'],
        '1416': ['mot14'],
        '1517': ['inf6'],
        '1716': ['r1 1-1'],
        '1914': ['konev'],
        '2216': ['lukin', 'r3', 'r4'],
      },
    },
    enemy: { loss_or_retreat: 'take_loss' },
    steps: [
      {
        id: 'close',
        case: '6.51',
        goals: ['1615'],
        event: (e) => e.event === 'overrun_began' || (e.event === 'moved' && e.to === '1615'),
        show: { act: { move: { units: PZ7, path: ['1615'] } } },
        astray: tooEarly,
      },
      {
        id: 'run',
        case: '6.52',
        goals: ['1716'],
        event: (e) => e.event === 'overrun_entered',
        show: { act: { overrun: { units: PZ7, target: '1716' } } },
        astray: tooEarly,
      },
      {
        id: 'on',
        case: '6.56',
        goals: ['1815'],
        event: moved('1815'),
        show: { act: { move: { units: PZ7, path: ['1815'] } } },
        astray: tooEarly,
      },
    ],
  },
  {
    id: 'supply',
    side: 'german',
    at: { hex: '1519', zoom: 1.05 },
    position: {
      turn: 5,
      phase: 'german_movement',
      units: {
        '1520': ['pz7-25 unsupplied'],
        '1219': ['inf6'],
        '1316': ['mot14'],
        '1519': ['r1 3-4#1'],
        '1620': ['r2 2-4#1'],
        '1420': ['r3 3-3#1'],
        '1718': ['konev'],
        '2216': ['lukin'],
      },
    },
    steps: [
      {
        id: 'see',
        case: '11.11',
        goals: ['1520'],
        look: ({ overlays }) => overlays.includes('supply'),
        show: { overlay: 'supply' },
        event: moved('1419'),
      },
      {
        id: 'open',
        case: '8.14',
        goals: ['1419'],
        event: moved('1419'),
        show: { act: { move: { units: ['inf6'], path: ['1319', '1419'] } } },
        astray: wander('1319', '1419', '1318', '1418'),
      },
    ],
  },
  {
    id: 'air',
    side: 'german',
    at: { hex: '2815', zoom: 0.75 },
    position: {
      turn: 4,
      phase: 'air_interdiction',
      units: {
        '1616': ['pz7'],
        '1516': ['mot14'],
        '1517': ['inf6'],
        '2216': ['lukin', 'r2'],
        '4015': ['rakutin', 'r3'],
      },
    },
    steps: [
      {
        id: 'place',
        case: '13.3',
        goals: ['2715'],
        event: (e) => e.event === 'interdiction_placed' && e.hex === '2715',
        show: { act: { interdict: { hex: '2715' } } },
        astray: (e) =>
          e.event === 'phase_began'
            ? 'phase'
            : e.event === 'interdiction_placed' && e.hex !== '2715'
              ? 'elsewhere'
              : null,
      },
      { id: 'end', case: '13.1', event: began('soviet_movement'), show: { act: 'done' } },
    ],
  },
  {
    id: 'rail',
    side: 'soviet',
    panel: true,
    at: { hex: '3115', zoom: 0.55 },
    position: {
      turn: 1,
      phase: 'soviet_movement',
      units: {
        '4015': ['r1', 'rakutin'],
        '2216': ['lukin', 'r2'],
        '2217': ['r3'],
        '1616': ['pz7'],
        '1516': ['mot14'],
        '1517': ['inf6'],
      },
    },
    steps: [
      {
        id: 'ride',
        case: '6.32',
        goals: ['4015', '2216'],
        event: (e) => e.event === 'rode' && e.to === '2216',
        show: { act: { ride: { unit: 'r1', path: RIDE } } },
        astray: (e) =>
          e.event === 'phase_began' ? 'phase' : e.event === 'moved' && e.unit === 'r1' ? 'elsewhere' : null,
      },
    ],
  },
  {
    id: 'arrivals',
    side: 'soviet',
    panel: true,
    at: { hex: '4313', zoom: 0.5 },
    position: {
      turn: 2,
      phase: 'soviet_movement',
      units: { '2216': ['lukin', 'r2'], '3115': ['r1'], '1616': ['pz7'], '1516': ['mot14'], '1517': ['inf6'] },
      waiting: ['rokossovsky'],
      owed: { X: { rifle: 2, armoured: 0 } },
    },
    steps: [
      {
        id: 'bring',
        case: '14.1',
        goals: ['4015'],
        event: (e) => e.event === 'rode' && e.to === '4015',
        show: { bring: { who: ['rokossovsky', 'rifle X', 'rifle X'], to: '4015' } },
        astray: tooEarly,
      },
      { id: 'untried', case: '12.1' },
    ],
  },
  {
    id: 'leader',
    side: 'soviet',
    at: { hex: '1515', zoom: 1.05 },
    position: {
      turn: 5,
      phase: 'soviet_movement',
      units: {
        '1416': ['inf6 lost 2'],
        '1013': ['pz7'],
        '1516': ['r1'],
        '1415': ['r2'],
        '1812': ['konev'],
        '2216': ['lukin', 'r3'],
      },
    },
    enemy: { loss_or_retreat: 'take_loss' },
    steps: [
      {
        id: 'see',
        case: '10.31',
        goals: ['1812'],
        look: ({ overlays }) => overlays.includes('command'),
        show: { overlay: 'command' },
        event: moved('1614'),
      },
      {
        id: 'fetch',
        case: '11.21',
        goals: ['1614'],
        event: moved('1614'),
        show: { act: { move: { units: ['konev'], path: ['1713', '1613', '1614'] } } },
        astray: wander('1713', '1613', '1614', '1714', '1813', '1712'),
      },
      { id: 'end', case: '4.2', event: began('soviet_combat'), show: { act: 'done' } },
      {
        id: 'attack',
        case: '12.2',
        goals: ['1416'],
        event: (e) => e.event === 'attack_began',
        show: { act: { attack: { targets: ['1416'], units: ['r1', 'r2'] } } },
        astray: tooEarly,
      },
      { id: 'answer', case: '9.6', event: (e) => e.event === 'combat_ended' || e.event === 'combat_off' },
    ],
  },
  {
    id: 'win',
    side: 'german',
    at: { hex: '2216', zoom: 1.05 },
    position: {
      turn: 12,
      phase: 'german_movement',
      units: {
        '2115': ['pz7'],
        '2217': ['mot14'],
        '1915': ['inf6'],
        '2516': ['r1 1-3'],
        '2619': ['lukin', 'r2 2-2'],
        '2714': ['r3'],
      },
      german_control: ['2217', '0420', '0412', '0513'],
    },
    steps: [
      {
        id: 'take',
        case: '15.11',
        goals: ['2216'],
        event: (e) => e.event === 'control' && e.hex === '2216',
        show: { act: { move: { units: PZ7, path: ['2215', '2216'] } } },
        astray: tooEarly,
      },
      { id: 'points', case: '15.2' },
      { id: 'farewell' },
    ],
  },
];

/** What the guide does for the other side. */
export function answerFor(lesson: Lesson, decision: Decision, legal: LegalView): Action | null {
  const wanted = lesson.enemy?.[decision.question];
  if (wanted && legal.actions.some((a) => JSON.stringify(a) === JSON.stringify(wanted))) return wanted;
  if (decision.question === 'loss_or_retreat') {
    return legal.actions.includes('take_retreat') ? 'take_retreat' : 'take_loss';
  }
  // Where it may, the enemy does nothing: the lesson is the player's.
  if (legal.actions.includes('done')) return 'done';
  return legal.actions[0] ?? null;
}
