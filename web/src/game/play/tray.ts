// The units that may enter now, sorted for the tray: a German division as one, Soviet divisions by area and kind.
import { divisionUnits, facts, germanUnits } from '../../lib/facts';
import type { Hex } from '../../lib/hex';
import { someDivision, unitOf, type GameView, type Unit } from '../../lib/position';
import type { LegalView, Side } from '../../wire/types';
import { actionsOf } from './legal';

export interface Newcomer {
  /** Identifies it from one action to the next. */
  key: string;
  kind: 'formation' | 'leader' | 'rifle' | 'armoured' | 'provisional' | 'front';
  /** The newcomers for `enter`, one after another. */
  who: string[];
  area: string | null;
  /** The counters to show. */
  units: Unit[];
  /** How many of them wait, or may be called. */
  count: number;
  /** Of divisions that are called: the points each gives to the enemy, one after another [14.23]. */
  price?: readonly number[];
  /** Where it may enter on foot or by road, and where by rail. */
  hexes: ReadonlySet<Hex>;
  rail: ReadonlySet<Hex>;
}

/** How many units of a tray wait to come in. Front divisions do not count: calling them is optional and gives the enemy points. */
export const waitingIn = (tray: readonly Newcomer[]): number =>
  tray.reduce((sum, n) => sum + (n.price ? 0 : n.count * n.who.length), 0);

/** Divisions that may be called for a price: how many, the points for the next one and for all. */
export function callable(tray: readonly Newcomer[]): { n: number; next: number; all: number } | null {
  const front = tray.find((n) => n.price?.length);
  if (!front?.price) return null;
  return { n: front.count, next: front.price[0], all: front.price.reduce((sum, points) => sum + points, 0) };
}

const mostFront = facts.arrivals.front;

export function newcomers(legal: LegalView | null, board: GameView, front: { turn: number; game: number }): Newcomer[] {
  const byWho = new Map<string, { hexes: Set<Hex>; rail: Set<Hex> }>();
  for (const { who, hex, rail } of actionsOf(legal, 'enter')) {
    const ways = byWho.get(who) ?? { hexes: new Set<Hex>(), rail: new Set<Hex>() };
    (rail ? ways.rail : ways.hexes).add(hex);
    byWho.set(who, ways);
  }
  const found = new Map<string, Newcomer>();
  for (const [who, ways] of byWho) {
    const one = newcomer(who, ways, board, front);
    const before = found.get(one.key);
    if (before) join(before, one);
    else found.set(one.key, one);
  }
  return [...found.values()].sort(inOrder);
}

function newcomer(
  who: string,
  ways: { hexes: Set<Hex>; rail: Set<Hex> },
  board: GameView,
  front: { turn: number; game: number },
): Newcomer {
  const german = germanUnits.get(who);
  const rest = { who: [who], ...ways };
  if (german) {
    const whole = german.division !== null && divisionUnits.has(german.division);
    const unit = board.waiting.find((u) => u.id === who) ?? unitOf(who);
    const key = whole && german.division ? german.division : who;
    return { ...rest, key, kind: 'formation', area: german.area, units: [unit], count: 1 };
  }
  if (who === 'provisional') {
    return { ...rest, key: who, kind: who, area: areaOf(ways), units: [someDivision('rifle')], count: 1 };
  }
  if (who === 'front') {
    const count = Math.min(mostFront.turn - front.turn, mostFront.game - front.game);
    const price = mostFront.points.slice(front.game, front.game + count);
    return { ...rest, key: who, kind: who, area: 'Z', units: [someDivision('rifle')], count, price };
  }
  const [kind, area] = who.split(' ');
  if ((kind === 'rifle' || kind === 'armoured') && area) {
    const owed = board.owed.find((o) => o.area === area);
    const units = [someDivision(kind === 'rifle' ? 'rifle' : 'tank')];
    return { ...rest, key: who, kind, area, units, count: owed?.[kind] ?? 1 };
  }
  const unit = board.waiting.find((u) => u.id === who) ?? unitOf(who);
  const arrival = facts.arrivals.soviet.find((a) => a.leader === who);
  return { ...rest, key: who, kind: 'leader', area: arrival?.area ?? areaOf(ways), units: [unit], count: 1 };
}

/** Units that wait or are owed to a side and cannot enter now. */
export function heldBack(tray: readonly Newcomer[], board: GameView, side: Side): Newcomer[] {
  const nowhere = { hexes: new Set<Hex>(), rail: new Set<Hex>() };
  const names = [
    ...board.waiting.filter((unit) => unit.side === side).map((unit) => unit.id),
    ...(side === 'soviet' ? board.owed : []).flatMap(({ area, rifle, armoured }) => [
      ...(rifle ? [`rifle ${area}`] : []),
      ...(armoured ? [`armoured ${area}`] : []),
    ]),
  ];
  const able = new Set(tray.flatMap((n) => n.who));
  const found = new Map<string, Newcomer>();
  for (const who of names.filter((name) => !able.has(name))) {
    const one = newcomer(who, nowhere, board, { turn: 0, game: 0 });
    const before = found.get(one.key);
    if (before) join(before, one);
    else found.set(one.key, one);
  }
  return [...found.values()].sort(inOrder);
}

/** The hexes of the area a newcomer belongs to. */
export const entryHexes = (newcomer: Newcomer): readonly Hex[] =>
  (newcomer.area && facts.map.entryAreas[newcomer.area]) || [];

/** A division enters where all its regiments may. */
function join(division: Newcomer, other: Newcomer) {
  division.who.push(...other.who);
  division.units.push(...other.units);
  division.hexes = new Set([...division.hexes].filter((hex) => other.hexes.has(hex)));
  division.rail = new Set([...division.rail].filter((hex) => other.rail.has(hex)));
}

/** The entry area that has these hexes, of the numbered ones first. */
function areaOf({ hexes, rail }: { hexes: ReadonlySet<Hex>; rail: ReadonlySet<Hex> }): string | null {
  const all = [...hexes, ...rail];
  if (!all.length) return null;
  const areas = Object.entries(facts.map.entryAreas).filter(([, area]) => all.every((hex) => area.includes(hex)));
  return areas.find(([name]) => /^\d$/.test(name))?.[0] ?? areas[0]?.[0] ?? null;
}

const KINDS: readonly Newcomer['kind'][] = ['provisional', 'formation', 'leader', 'rifle', 'armoured', 'front'];
function inOrder(a: Newcomer, b: Newcomer): number {
  const last = (n: Newcomer) => (n.kind === 'provisional' ? 0 : n.kind === 'front' ? 2 : 1);
  if (last(a) !== last(b)) return last(a) - last(b);
  const [first, second] = [a.area ?? '', b.area ?? ''];
  if (first !== second) return first < second ? -1 : 1;
  return KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind);
}
