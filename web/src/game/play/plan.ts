// What a click on a hex would do with the units in hand: walk there, ride there, walk next to an enemy to overrun him; or why not.
import type { Hex } from '../../lib/hex';
import type { Reach } from '../../lib/reach';
import type { Fault, OwnFault } from '../../net/fault';
import type { Action, BarredCases, Illegal, UnitId } from '../../wire/types';
import { RAIL_POINTS } from '../../wire/figures';

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
export type Course = March | { fault: Fault };

interface Known {
  reach: Reach | null;
  left: number;
  byRail: boolean;
  rideable: boolean;
  /** Rail points spent so far. */
  ridden?: number;
}

export function planOf(hex: Hex, known: Known): Course | null {
  const { reach, left, byRail, rideable } = known;
  if (!reach) return null;
  const beside = byRail ? undefined : reach.targets.get(hex)?.[0];
  if (beside) return { ...walk(reach, beside, left), overrun: hex };
  const foot = reach.hexes.find((h) => h.hex === hex);
  if (foot && !byRail) return walk(reach, hex, left);
  const ride = rideable ? rideTo(reach, hex, known.ridden ?? 0) : null;
  if (ride) return ride;
  return { fault: whyNot(hex, reach, byRail) };
}

function walk(reach: Reach, hex: Hex, left: number): March {
  const to = reach.hexes.find((h) => h.hex === hex);
  const none = { kind: 'walk' as const, overrun: null, rides: [] };
  if (!to) return { ...none, to: hex, path: [], cost: 0, left, stops: false };
  return { ...none, to: hex, path: to.path, cost: to.cost, left: to.left, stops: to.stops };
}

function rideTo(reach: Reach, hex: Hex, ridden: number): March | null {
  const ways = reach.rail.map((r) => ({ unit: r.unit, way: r.hexes.find((h) => h.hex === hex) }));
  const first = ways[0]?.way;
  if (!first || ways.some((w) => !w.way)) return null;
  const rides = ways.map(({ unit, way }) => ({ unit, path: [...(way?.path ?? [])] }));
  const left = RAIL_POINTS - ridden - first.cost;
  return { kind: 'ride', to: hex, path: first.path, cost: first.cost, left, stops: false, overrun: null, rides };
}

/** The referee's reason for this hex; if no step can be taken at all, the reason for that, whatever the hex. */
function whyNot(hex: Hex, { barred, rail }: Reach, byRail: boolean): Illegal | OwnFault {
  const facts = { hex };
  const by = (list: keyof BarredCases) => ({ code: `barred_${list}` as const, case: barred.cases[list], facts });
  if (byRail) return rail.find((r) => r.refused)?.refused ?? by('ride');
  const told = barred.others.find(([other]) => other === hex)?.[1] ?? barred.stuck;
  if (told) return told;
  const list = (['enemies', 'far', 'zone'] as const).find((name) => barred[name].includes(hex));
  return list ? by(list) : { code: 'barred_beyond', facts };
}

/** The legs of a march as actions, for questions about what comes after it. */
export const marches = (units: readonly UnitId[], legs: readonly March[]): Action[] =>
  legs.map((leg) => ({ move: { units: [...units], path: [...leg.path] } }));
