// Reads the legal actions: which units may still do what. Nothing here decides; it only looks up what the server listed.
import type { Hex } from '../../lib/hex';
import type { Action, LegalView, UnitId } from '../../wire/types';

type Kind = Exclude<Action, string>;
type Keys<T> = T extends unknown ? keyof T : never;
export type ActionKind = Keys<Kind>;
export type ActionOf<K extends ActionKind> = Extract<Kind, Record<K, unknown>>[K];

/** The legal actions of one kind. */
export function actionsOf<K extends ActionKind>(legal: LegalView | null, kind: K): ActionOf<K>[] {
  return (legal?.actions ?? []).flatMap((a) =>
    typeof a === 'object' && kind in a ? [(a as unknown as Record<K, ActionOf<K>>)[kind]] : [],
  );
}

export const mayEnd = (legal: LegalView | null) => legal?.actions.includes('done') ?? false;

/** Units that can still move, ride or overrun. */
export function movers(legal: LegalView | null): ReadonlySet<UnitId> {
  const units = new Set<UnitId>();
  for (const move of actionsOf(legal, 'move')) for (const unit of move.units) units.add(unit);
  for (const ride of actionsOf(legal, 'ride')) units.add(ride.unit);
  for (const overrun of legal?.overruns ?? []) for (const unit of overrun.units) units.add(unit);
  return units;
}

/** Those of the units that may overrun a hex from where they stand now; empty if none of them has strength. */
export function overrunners(legal: LegalView | null, units: readonly UnitId[], target: Hex): UnitId[] {
  for (const overrun of legal?.overruns ?? []) {
    if (overrun.target !== target) continue;
    const able = units.filter((unit) => overrun.units.includes(unit));
    if (able.length && able.some((unit) => legal?.capable.includes(unit))) return able;
  }
  return [];
}
