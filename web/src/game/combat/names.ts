// Names of several units together: a division by its own name, else one by one, else how many.
import { divisionUnits } from '../../lib/facts';
import type { GameView, Unit } from '../../lib/position';
import { t } from '../../i18n/i18n.svelte';
import { formationName, unitName } from '../../i18n/names';
import type { UnitId } from '../../wire/types';
import { groups } from '../../lib/sets';

export const unitsOf = (view: GameView, ids: readonly UnitId[]): Unit[] =>
  ids.map((id) => view.units.get(id)).filter((u) => u !== undefined);

/** Units by the hex they stand in, in order. */
export function stacksOf(view: GameView, ids: readonly UnitId[]): UnitId[][] {
  const placed = unitsOf(view, ids).filter((u) => u.hex !== null);
  return [...groups(placed, (u) => u.hex).values()].map((stack) => stack.map((u) => u.id));
}

/** `7th Panzer Division`, `126th Rifle Division and Konev`, `126th Rifle Division and 2 more`. */
export function unitsName(view: GameView, ids: readonly UnitId[]): string {
  const units = unitsOf(view, ids);
  const [division, members] =
    [...divisionUnits].find(([, all]) => all.length > 1 && all.every((id) => ids.includes(id))) ?? [];
  const rest = units.filter((u) => !members?.includes(u.id));
  const names = [...(division ? [formationName(division)] : []), ...rest.map((u) => unitName(u, true))];
  if (names.length === 1) return names[0];
  if (names.length === 2) return t('combat.and', { one: names[0], other: names[1] });
  if (!names.length) return t('combat.units', { n: 0 });
  return t('combat.and.more', { one: names[0], n: names.length - 1 });
}
