// What a click on a hex would do with the units in hand: walk there, ride there, walk beside an enemy to overrun him; or why not.
import { facts } from '../../lib/facts';
import { neighbours, pair, type Hex } from '../../lib/hex';
import type { Action, BarredView, Fault, LegalView, ReachView, UnitId } from '../../wire/types';
import { t } from '../../i18n/i18n.svelte';
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
  /** Whom a refusal speaks of. */
  unit?: UnitId;
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
function whyNot(hex: Hex, reach: ReachView, { byRail, enemy, unit }: Known): Fault {
  const own = (code: 'far' | 'enemy' | 'zone' | 'ride' | 'beyond', rule?: string): Fault => ({
    code: `barred_${code}`,
    message: t(`play.bar.${code}`, { hex }),
    ...(rule && { case: rule }),
  });
  if (byRail) {
    const refused = reach.rail.find((r) => r.refused)?.refused;
    return refused ? { code: 'illegal', ...refused } : own('ride', '6.33');
  }
  const barred = reach.blocked.filter((b) => b.hex === hex);
  const plain = barred.find((b) => b.reason !== 'too_far' && b.reason !== 'stopped');
  if (plain && !(enemy && plain.reason === 'enemy_in_hex')) {
    return refusalOf(plain, unit);
  }
  if (!reach.hexes.length && !byRail) {
    // Who cannot take a step at all is told why, whatever hex is aimed at.
    const first = commonest(reach.blocked);
    if (first) return refusalOf(first, unit);
  }
  if (enemy) return own('enemy', '6.51');
  if (barred.some((b) => b.reason === 'too_far')) return own('far', '6.12');
  return barred.length ? own('zone', '6.22') : own('beyond');
}

/** The refusal of a barred step, of whom it speaks if the server names nobody. */
export const refusalOf = ({ case: rule, reason, message, facts }: BarredView, unit?: UnitId): Fault => ({
  ...{ code: 'illegal', case: rule, reason, message },
  facts: { ...(unit && { unit }), ...facts },
});

/** The step whose reason bars most of the others too. */
function commonest(blocked: readonly BarredView[]): BarredView | undefined {
  const count = (reason: string) => blocked.filter((b) => b.reason === reason).length;
  return [...blocked].sort((a, b) => count(b.reason) - count(a.reason))[0];
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
