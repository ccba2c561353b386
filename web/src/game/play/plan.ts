// What a click on a hex would do with the units in hand: walk there, ride there, walk beside an enemy to overrun him; or why not.
import { facts } from '../../lib/facts';
import { neighbours, pair, type Hex } from '../../lib/hex';
import type { Fault, OwnFault } from '../../net/fault';
import type { Action, Barred, Illegal, LegalView, ReachView, UnitId } from '../../wire/types';
import { OVERRUN_COST, RAIL_POINTS } from '../../wire/figures';

export interface March {
  kind: 'walk' | 'ride';
  to: Hex;
  /** Hexes entered, after those of the waypoints. */
  path: readonly Hex[];
  /** Half-points, or rail points of a ride. */
  cost: number;
  left: number;
  stops: boolean;
  /** An enemy to be overrun from there. */
  overrun: Hex | null;
  /** With a ride: each unit's own way. */
  rides: { unit: UnitId; path: Hex[] }[];
}
export type Plan = March | { fault: Fault };

/** A hex from which an enemy can be overrun, with what it costs to get there. */
export interface Way {
  from: Hex;
  cost: number;
}

interface Known {
  reach: ReachView | null;
  left: number;
  byRail: boolean;
  rideable: boolean;
  targets: ReadonlyMap<Hex, Way[]>;
  /** Is an enemy in the hex? */
  enemy: boolean;
  /** Rail points spent so far. */
  ridden?: number;
}

export function planOf(hex: Hex, known: Known): Plan | null {
  const { reach, left, byRail, rideable, targets, enemy } = known;
  if (!reach) return null;
  if (enemy && !byRail) {
    const way = targets.get(hex)?.[0];
    if (way) return { ...walk(reach, way.from, left), overrun: hex };
  }
  const foot = reach.hexes.find((h) => h.hex === hex);
  if (foot && !byRail) return walk(reach, hex, left);
  const ride = rideable ? rideTo(reach, hex, known.ridden ?? 0) : null;
  if (ride) return ride;
  return { fault: whyNot(hex, reach, known) };
}

function walk(reach: ReachView, hex: Hex, left: number): March {
  const to = reach.hexes.find((h) => h.hex === hex);
  const none = { kind: 'walk' as const, overrun: null, rides: [] };
  if (!to) return { ...none, to: hex, path: [], cost: 0, left, stops: false };
  return { ...none, to: hex, path: to.path, cost: to.cost, left: to.left, stops: to.stops };
}

function rideTo(reach: ReachView, hex: Hex, ridden: number): March | null {
  const ways = reach.rail.map((r) => ({ unit: r.unit, way: r.hexes.find((h) => h.hex === hex) }));
  const first = ways[0]?.way;
  if (!first || ways.some((w) => !w.way)) return null;
  const rides = ways.map(({ unit, way }) => ({ unit, path: [...(way?.path ?? [])] }));
  const left = RAIL_POINTS - ridden - first.cost;
  return { kind: 'ride', to: hex, path: first.path, cost: first.cost, left, stops: false, overrun: null, rides };
}

/** The reason the server gave for the hex, the plainest first; in our own words where the way there is barred, not the hex. */
function whyNot(hex: Hex, reach: ReachView, { byRail, enemy }: Known): Illegal | OwnFault {
  const facts = { hex };
  if (byRail) {
    const refused = reach.rail.find((r) => r.refused)?.refused;
    return refused ?? { code: 'barred_ride', case: '6.33', facts };
  }
  const barred = reach.blocked.filter((b) => b.hex === hex).map((b) => b.why);
  const plain = barred.find((b) => b.reason !== 'too_far' && b.reason !== 'stopped');
  if (plain && !(enemy && plain.reason === 'enemy_in_hex')) return plain;
  if (!reach.hexes.length && !byRail) {
    // Where no step can be taken at all the reason is told, whatever hex is aimed at.
    const first = commonest(reach.blocked);
    if (first) return first;
  }
  if (enemy) return { code: 'barred_enemy', case: '6.51', facts };
  if (barred.some((b) => b.reason === 'too_far')) return { code: 'barred_far', case: '6.12', facts };
  return barred.length ? { code: 'barred_zone', case: '6.22', facts } : { code: 'barred_beyond', facts };
}

/** The reason that bars most of the steps. */
function commonest(blocked: readonly Barred[]): Illegal | undefined {
  const count = ({ why }: Barred) => blocked.filter((b) => b.why.reason === why.reason).length;
  return [...blocked].sort((a, b) => count(b) - count(a))[0]?.why;
}

interface Field {
  reach: ReachView | null;
  legal: LegalView | null;
  units: readonly UnitId[];
  /** After waypoints what is legal now does not matter. */
  marched: boolean;
  /** Hexes with enemies, and with others of one's own: there a division would not be by itself. */
  enemies: Iterable<Hex>;
  friends?: ReadonlySet<Hex>;
}

/**
 * Enemies within reach of an overrun, each with the ways to get beside him: to free hexes first, the cheapest first. For where the units stand now the
 * server says who; for where they might go it says that points enough are left, and the odds sheet and the server do the rest.
 */
export function targetsOf({ reach, legal, units, marched, enemies, friends }: Field): ReadonlyMap<Hex, Way[]> {
  const targets = new Map<Hex, Way[]>();
  if (!reach) return targets;
  const costs = new Map(reach.hexes.filter((h) => h.overrun).map((h) => [h.hex, h.cost]));
  if (marched && reach.left >= OVERRUN_COST) costs.set(reach.start, 0);
  const now = new Set(
    (marched ? [] : (legal?.overruns ?? []))
      .filter((o) => o.from === reach.start && units.some((u) => o.units.includes(u) && legal?.capable.includes(u)))
      .map((o) => o.target),
  );
  for (const enemy of enemies) {
    const ways = neighbours(enemy)
      .filter((from) => costs.has(from) && !LAKES.has(pair(from, enemy)))
      .map((from) => ({ from, cost: costs.get(from) ?? 0 }));
    if (now.has(enemy)) ways.push({ from: reach.start, cost: 0 });
    const crowd = (way: Way) => Number(friends?.has(way.from) ?? false);
    if (ways.length)
      targets.set(
        enemy,
        ways.sort((a, b) => crowd(a) - crowd(b) || a.cost - b.cost),
      );
  }
  return targets;
}

const LAKES: ReadonlySet<string> = new Set(facts.map.lakeHexsides);

/** The legs of a march as actions, for questions about what comes after it. */
export const marches = (units: readonly UnitId[], legs: readonly March[]): Action[] =>
  legs.map((leg) => ({ move: { units: [...units], path: [...leg.path] } }));
