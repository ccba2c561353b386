// Which unit is to be placed where: read off the legal placements.
import { leaders } from '../../lib/facts';
import { distance, type Hex } from '../../lib/hex';
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

/** The waiting units by army, from north to south: those that share their hexes belong together. `placed` are there already. */
export function armiesOf(
  waiting: readonly Unit[],
  places: ReadonlyMap<UnitId, Hex[]>,
  placed: Iterable<Unit> = [],
): Army[] {
  const armies: Army[] = [];
  for (const unit of waiting) {
    const hexes = places.get(unit.id) ?? [];
    let army = armies.find((a) => a.hexes.some((h) => hexes.includes(h)) || (!hexes.length && !a.hexes.length));
    if (!army) armies.push((army = { leader: null, hexes: [...hexes], units: [] }));
    army.hexes = [...new Set([...army.hexes, ...hexes])].sort();
    army.units.push(unit);
    if (leaders.has(unit.id)) army.leader = unit.id;
  }
  const standing = [...placed].filter((unit) => leaders.has(unit.id));
  for (const army of armies) army.leader ??= nearest(standing, army.hexes);
  return armies.sort((a, b) => (a.hexes[0] ?? '').localeCompare(b.hexes[0] ?? ''));
}

/** A Leader who has been placed stands among the hexes of his army, or beside them where they are full. */
function nearest(standing: readonly Unit[], hexes: readonly Hex[]): UnitId | null {
  const away = ({ hex }: Unit) => Math.min(...hexes.map((to) => (hex ? distance(hex, to) : Infinity)));
  const [first] = [...standing].sort((a, b) => away(a) - away(b));
  return first && away(first) <= 1 ? first.id : null;
}

/** Divisions first, each to the hex with the fewest units; a Leader last, to the middle of his army. */
export function nextPlacement(
  legal: LegalView | null,
  stacked: (hex: Hex) => number,
): { unit: UnitId; hex: Hex } | null {
  const places = placesOf(legal);
  const order = [...places.keys()].sort((a, b) => Number(leaders.has(a)) - Number(leaders.has(b)));
  const [unit] = order;
  const hexes = unit === undefined ? undefined : places.get(unit);
  if (unit === undefined || !hexes?.length) return null;
  if (leaders.has(unit)) return { unit, hex: hexes[Math.floor(hexes.length / 2)] };
  return { unit, hex: hexes.reduce((best, hex) => (stacked(hex) < stacked(best) ? hex : best)) };
}
