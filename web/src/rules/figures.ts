// Examples of the rules drawn on the map: the position of each, and what is laid over it. Their words stand in the rules, where
// an example names its figure.
import { divisionUnits, facts } from '../lib/facts';
import { SIDE, centre, neighbours, pair, type Hex } from '../lib/hex';
import { viewOf, type Diagram, type GameView } from '../lib/position';
import type { DiagramUnit } from '../wire/types';

export interface Figure {
  name: string;
  position: Partial<Diagram>;
  /** Hexes that have to be seen; those with units are. */
  show?: readonly Hex[];
  path?: { hexes: readonly Hex[]; rail?: boolean };
  attack?: { targets: readonly Hex[]; from: readonly Hex[] };
  choices?: { from: Hex; options: readonly Hex[] };
  barred?: readonly Hex[];
  vacated?: readonly Hex[];
  /** Whose zones of control are hatched. */
  zones?: readonly ('german' | 'soviet')[];
  supply?: { road?: readonly Hex[]; lines?: readonly (readonly Hex[])[] };
}

/** All regiments of a German division. */
const whole = (division: string): DiagramUnit[] => divisionUnits.get(division) ?? [];
/** A Soviet division face up. */
const tried = (id: string, attack: number, defense: number): DiagramUnit => ({ id, strength: [attack, defense, 1] });

export const FIGURES: readonly Figure[] = [
  {
    name: 'standing',
    position: { units: { '2216': ['r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'lukin'] } },
    choices: { from: '2216', options: ['2215', '2316', '2217'] },
    show: ['2014', '2418'],
  },
  {
    name: 'march',
    position: { units: { '0110': ['r1'] } },
    path: { hexes: ['0110', '0210', '0311', '0411', '0512', '0612'] },
    show: ['0107', '0813'],
  },
  {
    name: 'road',
    position: { turn: 7, phase: 'german_movement', units: { '0219': ['pz7-25'] } },
    path: { hexes: ['0219', '0319', '0418', '0518', '0617', '0718', '0817', '0816', '0916'] },
  },
  {
    name: 'zones',
    position: { turn: 7, units: { '1222': [tried('r1', 3, 4)], '1322': ['inf6'] } },
    zones: ['german', 'soviet'],
  },
  {
    name: 'air',
    position: { turn: 7, units: { '1414': [tried('r1', 3, 4)] }, air: ['1415', '1416'] },
    path: { hexes: ['1414', '1415'] },
    show: ['1213', '1617'],
  },
  {
    name: 'west',
    position: { turn: 4, units: { '0305': [tried('r1', 3, 4)], '0404': ['inf6'], '0306': ['inf26'] } },
    zones: ['german'],
    show: ['0103', '0607'],
  },
  {
    name: 'overrun',
    position: { turn: 7, phase: 'german_movement', units: { '1222': [...whole('pz7')], '1322': [tried('r1', 3, 4)] } },
    attack: { targets: ['1322'], from: ['1222'] },
  },
  {
    name: 'overrun-on',
    position: {
      turn: 7,
      phase: 'german_movement',
      units: { '1222': [...whole('pz7')], '1322': [tried('r1', 3, 4)], '1323': [tried('r2', 2, 3)] },
    },
    attack: { targets: ['1322'], from: ['1222'] },
    zones: ['soviet'],
  },
  {
    name: 'integration',
    position: {
      turn: 7,
      phase: 'german_movement',
      units: { '1222': [...whole('mot14'), 'gd'], '1422': ['pz7-25', 'inf6'] },
    },
  },
  {
    name: 'lake',
    position: { turn: 7, phase: 'german_movement', units: { '0907': [tried('r1', 3, 4)], '1107': ['pz7-25'] } },
    zones: ['soviet'],
    path: { hexes: ['1107', '1006'] },
  },
  {
    name: 'river',
    position: {
      turn: 7,
      phase: 'german_combat',
      units: { '1117': [...whole('pz7')], '1118': [tried('r1', 3, 4)], '1119': ['inf6'] },
    },
    attack: { targets: ['1118'], from: ['1117', '1119'] },
  },
  {
    name: 'two-targets',
    position: {
      turn: 7,
      phase: 'german_combat',
      units: {
        '2215': ['inf6'],
        '2317': [...whole('mot14')],
        '2316': [tried('r1', 4, 5)],
        '2216': [tried('r2', 3, 4)],
      },
    },
    attack: { targets: ['2316', '2216'], from: ['2215', '2317'] },
  },
  {
    name: 'retreat',
    position: { turn: 7, phase: 'german_combat', units: { '1221': [...whole('pz7')], '1222': [tried('r1', 3, 4)] } },
    choices: { from: '1222', options: ['1323', '1223', '1123'] },
    barred: ['1122', '1322'],
  },
  {
    name: 'no-room',
    position: {
      turn: 7,
      phase: 'german_combat',
      units: {
        '1221': [...whole('pz7')],
        '1222': [tried('r1', 3, 4), tried('r2', 2, 4)],
        '1223': [tried('r3', 4, 4), tried('r4', 3, 3)],
        '1323': ['inf6'],
        '1123': ['inf26'],
      },
    },
    path: { hexes: ['1222', '1223', '1224'] },
    show: ['1225'],
  },
  {
    name: 'advance',
    position: { turn: 7, phase: 'german_combat', units: { '1221': [...whole('pz7')], '1224': [tried('r1', 3, 4)] } },
    vacated: ['1222', '1223'],
    path: { hexes: ['1221', '1222', '1223'] },
  },
  {
    name: 'pocket',
    position: {
      turn: 7,
      units: {
        '1321': ['inf6'],
        '1323': ['inf26'],
        '1122': ['inf5'],
        '1222': ['r1', 'lukin'],
        '1221': ['r2'],
        '1220': ['r3'],
      },
    },
    zones: ['german'],
  },
  {
    name: 'live-road',
    position: { turn: 7, phase: 'german_movement', units: { '0417': [tried('r1', 3, 4)] } },
    supply: { road: ['0120', '0219', '0319'] },
    zones: ['soviet'],
    show: ['0120', '0719'],
  },
  {
    name: 'command',
    position: { turn: 7, units: { '2216': ['lukin'], '2213': ['r1'], '2212': ['r2'] } },
    supply: { lines: [['2213', '2214', '2215', '2216']] },
    show: ['1914', '2514'],
  },
  {
    name: 'soviet-marker',
    position: { turn: 3, phase: 'german_movement', units: { '1016': ['pz7-25'] }, soviet_marker: '0219' },
    supply: { road: ['0120'] },
    show: ['0121', '0515'],
  },
];

export const figureOf = (name: string): Figure | null => FIGURES.find((f) => f.name === name) ?? null;

export const viewOfFigure = (figure: Figure): GameView => viewOf({ turn: 7, ...figure.position });

/** The hexes around a side's units that they control: drawn as rule 8.16 has it, lakes left out. */
export function zoneOf(view: GameView, side: 'german' | 'soviet'): Hex[] {
  const lakes = new Set(facts.map.lakeHexsides);
  const stacks = [...view.stacks.values()].filter((s) => s.side === side);
  return [...new Set(stacks.flatMap((s) => neighbours(s.hex).filter((n) => !lakes.has(pair(s.hex, n)))))];
}

/** Left, top, width and height of what has to be seen, with a hex of room around it. */
export function pieceOf(figure: Figure): [number, number, number, number] {
  const hexes = [
    ...Object.keys(figure.position.units ?? {}),
    ...(figure.show ?? []),
    ...(figure.path?.hexes ?? []),
    ...(figure.choices?.options ?? []),
    ...(figure.attack?.targets ?? []),
  ];
  const places = hexes.map(centre);
  const [xs, ys] = [places.map((p) => p[0]), places.map((p) => p[1])];
  const room = SIDE * 2.3;
  const [left, top] = [Math.min(...xs) - room, Math.min(...ys) - room];
  const width = Math.max(...xs) + room - left;
  const height = Math.max(...ys) + room - top;
  // Limit the zoom, so that a figure of one counter does not fill the page.
  const grow = Math.max(0, 460 - width);
  const high = Math.max(0, 250 - height);
  return [left - grow / 2, top - high / 2, width + grow, height + high];
}
