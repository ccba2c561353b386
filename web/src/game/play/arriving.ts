// Newcomers that come in together, each as near to a hex as it can get: reading the server's plan.
import type { Hex } from '../../lib/hex';
import type { Stack, Unit } from '../../lib/position';
import type { Action, ArrivalView, BringInView, Side } from '../../wire/types';
import type { Newcomer } from './tray';

/** A plan, and where it leads. */
export interface Bringing {
  to: Hex;
  plan: BringInView;
}

/** All newcomers of these rows of the tray, one entry for each unit or division, as the server is asked of them. */
export const everybody = (rows: readonly Newcomer[]): string[] =>
  rows.flatMap(({ who, count }) => Array.from({ length: count }, () => who).flat());

/** The way of an arrival, from its entry hex on. */
export const wayOf = ({ entry, actions }: ArrivalView): Hex[] => [entry, ...actions.flatMap(entered)];
const entered = (action: Action): Hex[] => {
  if (typeof action !== 'object') return [];
  if ('move' in action) return action.move.path;
  return 'ride' in action ? action.ride.path : [];
};

/** The number of counters that come in. */
export const cameIn = (arrivals: readonly ArrivalView[]): number => arrivals.reduce((sum, a) => sum + a.who.length, 0);

/** The destinations of a plan, in its order, each with the number of counters that end there and how many come by rail. */
export function endsOf(arrivals: readonly ArrivalView[]): { hex: Hex; n: number; rail: number; entries: Hex[] }[] {
  const ends = new Map<Hex, { hex: Hex; n: number; rail: number; entries: Hex[] }>();
  for (const { to, who, rail, entry } of arrivals) {
    const end = ends.get(to) ?? { hex: to, n: 0, rail: 0, entries: [] };
    end.n += who.length;
    if (rail) end.rail += who.length;
    if (!end.entries.includes(entry)) end.entries.push(entry);
    ends.set(to, end);
  }
  return [...ends.values()];
}

/** The stacks that the newcomers would stand in. */
export function stacksOf(arrivals: readonly ArrivalView[], rows: readonly Newcomer[], side: Side): Stack[] {
  const unitOf = (who: string): Unit[] => {
    const row = rows.find((one) => one.who.includes(who));
    const unit = row?.units[row.who.indexOf(who)] ?? row?.units[0];
    return unit ? [unit] : [];
  };
  const hexes = [...new Set(arrivals.map(({ to }) => to))];
  return hexes.map((hex) => {
    const units = arrivals.filter(({ to }) => to === hex).flatMap(({ who }) => who.flatMap(unitOf));
    return { hex, side, units, integrated: null };
  });
}
