// A position, as the server tells it, becomes what is drawn: units with their printed numbers, stacks in order, markers.
// Numbers come from the data; nothing here decides what a unit may do.
import type { Hex } from './hex';
import { countersByName, divisionUnits, facts, germanUnits, leaders, type Kind, type SovietKind } from './facts';
import type { DiagramUnit, UnitMark, Marks, Phase, Position, Side, UnitDetails, UnitId } from '../wire/types';

/** A position as the server tells it. */
export type Diagram = Position<DiagramUnit>;

export interface Unit {
  id: UnitId;
  side: Side;
  kind: Kind;
  hex: Hex | null;
  /** Printed on the band: German division and regiment, or the number of a division. */
  label: [string, string];
  size: 'III' | 'XX' | 'XXXX';
  /** German division id, of units that integrate with others. */
  division: string | null;
  /** Steps at full strength, and steps lost. */
  steps: number;
  lost: number;
  /** Strengths of its present step; null while untried. A Leader has his rating as defence. */
  attack: number | null;
  defense: number | null;
  /** Printed Movement Allowance. */
  move: number;
  /** The allowance of this phase in half-points, as the server tells it. */
  allowance: number;
  untried: boolean;
  rating: number | null;
  army: string | null;
  marks: ReadonlySet<UnitMark>;
  /** Half-points, or rail points of a rider, spent in this phase. */
  spent: number;
}

export interface Stack {
  hex: Hex;
  side: Side;
  /** The most useful on top, Leaders last. */
  units: Unit[];
  /** The division that is whole in this hex and so integrated [7.3]. */
  integrated: string | null;
}
export type MarkerKind = 'air' | 'soviet-interdiction' | 'rail-cut';
export interface Marker {
  kind: MarkerKind;
  hex: Hex;
}

export interface GameView {
  turn: number;
  phase: Phase;
  side: Side | null;
  units: Map<UnitId, Unit>;
  stacks: Map<Hex, Stack>;
  markers: Marker[];
  waiting: Unit[];
  scheduled: Unit[];
  dead: Unit[];
  owed: { area: string; rifle: number; armoured: number }[];
  /** The area of the provisional division that is still to enter. */
  provisional: string | null;
  germanControl: Set<Hex>;
  combat: Diagram['combat'] | null;
}

/** Whose phase it is; null when the game is over. */
export function sideOf(phase: Phase): Side | null {
  if (phase === 'game_over') return null;
  return phase.startsWith('soviet') || phase === 'evacuation' ? 'soviet' : 'german';
}

/** Fields of a position may be left out; without the server's marks, integration is derived from the stacks. */
export function viewOf(position: Partial<Diagram>, marks?: Pick<Marks, 'integrated' | 'allowances'>): GameView {
  const doubled = marks && new Set(marks.integrated);
  const phase = position.phase ?? 'soviet_movement';
  const side = sideOf(phase);
  const units = new Map<UnitId, Unit>();
  const stacks = new Map<Hex, Stack>();
  for (const [hex, told] of Object.entries(position.units ?? {})) {
    const here = told.map((unit) => unitOf(unit, hex));
    for (const unit of here) {
      unit.allowance = marks?.allowances[unit.id] ?? unit.allowance;
      units.set(unit.id, unit);
    }
    if (!here.length) continue;
    stacks.set(hex, {
      hex,
      side: here[0].side,
      units: inOrder(here),
      integrated: doubled ? (here.find((u) => doubled.has(u.id))?.division ?? null) : wholeDivision(here),
    });
  }
  const parked = (told: DiagramUnit[] | undefined) => (told ?? []).map((unit) => unitOf(unit));
  const markers: Marker[] = [
    ...(position.air ?? []).map((hex) => ({ kind: 'air' as const, hex })),
    ...(position.soviet_marker ? [{ kind: 'soviet-interdiction' as const, hex: position.soviet_marker }] : []),
    ...(position.rail_cuts ?? []).map((hex) => ({ kind: 'rail-cut' as const, hex })),
  ];
  return {
    turn: position.turn ?? 1,
    phase,
    side,
    units,
    stacks,
    markers,
    waiting: parked(position.waiting),
    scheduled: parked(position.scheduled),
    dead: parked(position.dead),
    owed: Object.entries(position.owed ?? {}).map(([area, n]) => ({
      area,
      rifle: n.rifle ?? 0,
      armoured: n.armoured ?? 0,
    })),
    provisional: position.provisional ? String(position.provisional) : null,
    germanControl: new Set(position.german_control ?? []),
    combat: position.combat ?? null,
  };
}

/** The units of a formation: of a German division that integrates its regiments, else the one. */
export const formationUnits = (id: string): Unit[] => (divisionUnits.get(id) ?? [id]).map((unit) => unitOf(unit));

/** Any division of a kind that nobody has seen. */
export const someDivision = (kind: SovietKind): Unit => unitOf({ id: kind, kind });

/** What the counter of a division says, by its name, such as `rifle 3-4#1`. */
export function counterOf(name: string): Pick<UnitDetails, 'kind' | 'strength'> {
  return countersByName.get(name) ?? {};
}

/** A unit as the server tells it: its id, or all about it. */
export function unitOf(told: DiagramUnit, hex: Hex | null = null): Unit {
  const details: UnitDetails = typeof told === 'string' ? { id: told } : told;
  const { id: who, kind, strength, lost = 0, spent = 0 } = details;
  const common = { id: who, hex, lost, spent, marks: new Set(details.marks) };
  const german = germanUnits.get(who);
  if (german) {
    const regiment = german.echelon === 'regiment';
    const now = german.strength[lost] ?? 0;
    return {
      ...common,
      side: 'german',
      kind: german.kind,
      label: germanLabel(who, german.division),
      size: regiment ? 'III' : 'XX',
      division: regiment ? german.division : null,
      steps: german.strength.length,
      attack: now,
      defense: now,
      move: german.move,
      allowance: 2 * german.move,
      untried: false,
      rating: null,
      army: null,
    };
  }
  const leader = leaders.get(who);
  if (leader) {
    return {
      ...common,
      side: 'soviet',
      kind: 'leader',
      label: [armyNumber(leader.army), ''],
      size: 'XXXX',
      division: null,
      steps: 1,
      attack: null,
      defense: leader.rating,
      move: leader.move,
      allowance: 2 * leader.move,
      untried: false,
      rating: leader.rating,
      army: leader.army,
    };
  }
  const what = (kind ?? 'rifle') as SovietKind;
  const [attack, defense, copy] = strength ?? [null, null, 1];
  const counter = strength && facts.soviet[what].find((c) => c.attack === attack && c.defense === defense);
  const move = counter?.move ?? facts.soviet.untriedMove[what];
  return {
    ...common,
    side: 'soviet',
    kind: what,
    label: [counter?.designations[copy - 1] ?? '', ''],
    size: 'XX',
    division: null,
    steps: 1,
    attack,
    defense,
    move,
    allowance: 2 * move,
    untried: !strength,
    rating: null,
    army: null,
  };
}

const DIVISION_LABEL: Record<string, string> = { dr: 'DR', gd: 'GD', lehr: 'Lehr' };
function germanLabel(id: string, division: string | null): [string, string] {
  if (DIVISION_LABEL[id]) return [DIVISION_LABEL[id], ''];
  const [formation, regiment] = id.split('-');
  if (!regiment) return [formation.replace(/\D/g, ''), ''];
  return [DIVISION_LABEL[division ?? ''] ?? formation.replace(/\D/g, ''), regiment];
}
/** The number of an army, or nothing for the Reserve. */
export const armyNumber = (army: string) => army.replace(/\D/g, '');

/** Is it drawn faded: done for this phase as far as its marks tell. */
export const isSpent = (unit: Unit) =>
  unit.marks.has('moved') || unit.marks.has('rode') || unit.marks.has('halted') || unit.marks.has('attacked');

function inOrder(units: Unit[]): Unit[] {
  const weight = (u: Unit) =>
    (u.kind === 'leader' ? 1000 : 0) +
    (isSpent(u) ? 100 : 0) -
    (u.untried ? 0 : Math.max(u.attack ?? 0, u.defense ?? 0));
  return [...units].sort((a, b) => weight(a) - weight(b));
}

/** The division with all its regiments here and no other unit that prevents integration; for the tag only. */
function wholeDivision(units: Unit[]): string | null {
  for (const [division, members] of divisionUnits) {
    if (!members.every((id) => units.some((u) => u.id === id))) continue;
    const others = units.filter((u) => !members.includes(u.id));
    if (others.every((u) => facts.integration.mayShare.includes(u.id))) return division;
  }
  return null;
}
