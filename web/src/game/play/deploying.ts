// Who is to be placed where: read off the legal placements.
import { leaders } from '../../lib/facts';
import type { Hex } from '../../lib/hex';
import type { Unit } from '../../lib/position';
import type { LegalView, UnitId } from '../../wire/types';
import { actionsOf } from './legal';

export interface Army {
  /** Its name comes from its Leader. */
  leader: UnitId | null;
  hexes: Hex[];
  units: Unit[];
}

/** Where each unit may be put. */
export function placesOf(legal: LegalView | null): ReadonlyMap<UnitId, Hex[]> {
  const places = new Map<UnitId, Hex[]>();
  for (const { unit, hex } of actionsOf(legal, 'deploy')) places.set(unit, [...(places.get(unit) ?? []), hex]);
  return places;
}

/** The waiting units by army: those that share their hexes belong together. */
export function armiesOf(waiting: readonly Unit[], places: ReadonlyMap<UnitId, Hex[]>): Army[] {
  const armies: Army[] = [];
  for (const unit of waiting) {
    const hexes = places.get(unit.id) ?? [];
    let army = armies.find((a) => a.hexes.some((h) => hexes.includes(h)) || (!hexes.length && !a.hexes.length));
    if (!army) armies.push((army = { leader: null, hexes: [...hexes], units: [] }));
    army.hexes = [...new Set([...army.hexes, ...hexes])].sort();
    army.units.push(unit);
    if (leaders.has(unit.id)) army.leader = unit.id;
  }
  return armies;
}

/** Divisions first, each to the hex with the fewest units; a Leader last, to the middle of his army. */
export function nextPlacement(legal: LegalView, stacked: (hex: Hex) => number): { unit: UnitId; hex: Hex } | null {
  const places = placesOf(legal);
  const order = [...places.keys()].sort((a, b) => Number(leaders.has(a)) - Number(leaders.has(b)));
  const [unit] = order;
  const hexes = unit === undefined ? undefined : places.get(unit);
  if (unit === undefined || !hexes?.length) return null;
  if (leaders.has(unit)) return { unit, hex: hexes[Math.floor(hexes.length / 2)] };
  return { unit, hex: hexes.reduce((best, hex) => (stacked(hex) < stacked(best) ? hex : best)) };
}
