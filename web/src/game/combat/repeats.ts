// The attacks of earlier turns that can be made again: the same enemy hexes, by those of the same units that still may.
import type { Hex } from '../../lib/hex';
import type { EntryView, LegalView, Side, UnitId } from '../../wire/types';
import { eligible } from './orders';

export interface Repeat {
  turn: number;
  targets: Hex[];
  /** Units that may take part again. */
  units: UnitId[];
  /** Units that took part then and cannot now. */
  missing: UnitId[];
}

/** From the last attack back, each group of hexes once. */
export function repeatsOf(entries: readonly EntryView[], side: Side, legal: LegalView | null): Repeat[] {
  const found: Repeat[] = [];
  for (let i = entries.length - 1; i >= 0; i--) {
    const { what } = entries[i];
    if (typeof what !== 'object' || !('acted' in what) || what.acted.side !== side) continue;
    const { action } = what.acted;
    if (typeof action !== 'object' || !('attack' in action)) continue;
    const targets = [...action.attack.targets];
    const able = eligible(legal, targets);
    const units = action.attack.units.filter((unit) => able.includes(unit));
    if (!units.some((unit) => legal?.capable.includes(unit))) continue;
    if (found.some((one) => one.targets.some((hex) => targets.includes(hex)))) continue;
    const missing = action.attack.units.filter((unit) => !able.includes(unit));
    // Before the action that is told of here stood the turn of the entry before it.
    found.push({ turn: (entries[i - 1] ?? entries[i]).now.turn, targets, units, missing });
  }
  return found;
}
