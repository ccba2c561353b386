// Units by their id alone, named as well as they are known: for the log, announcements and captions.
import { divisionUnits, type SovietKind } from '../../lib/facts';
import { unitOf as drawn, type Unit } from '../../lib/position';
import { formationName, unitName } from '../../i18n/names';
import { t } from '../../i18n/i18n.svelte';
import type { UnitId } from '../../wire/types';
import type { Known } from '../time/plies';

/** More names than this are counted instead: a caption on a phone has room for two. */
const NAMED = 2;

export function unitOf(id: UnitId, known: Known): Unit {
  return drawn({ id, ...known.get(id) });
}

/** `7th Panzer Division`, `Konev and 2 more`: units that do something together. */
export function namesOf(ids: readonly UnitId[], known: Known): string {
  const units = ids.map((id) => unitOf(id, known));
  /** Each by itself, and among others: a regiment has its division behind a comma, which in a list would be one more. */
  const names: { alone: string; among: string }[] = [];
  const name = (alone: string, among = alone) => names.push({ alone, among });
  const told = new Set<UnitId>();
  for (const unit of units) {
    if (told.has(unit.id)) continue;
    const all = unit.division ? divisionUnits.get(unit.division) : undefined;
    if (unit.division && all?.every((id) => ids.includes(id))) {
      name(formationName(unit.division));
      all.forEach((id) => told.add(id));
    } else if (unit.untried) {
      // One is like another.
      const alike = units.filter((u) => u.untried && u.kind === unit.kind);
      name(t(`see.names.untried.${unit.kind as SovietKind}`, { n: alike.length }));
      alike.forEach((u) => told.add(u.id));
    } else {
      name(unitName(unit), unitName(unit, true));
      told.add(unit.id);
    }
  }
  if (names.length === 1) return names[0].alone;
  const words = names.map(({ among }) => among);
  if (words.length <= NAMED) return words.join(t('list.comma'));
  return t('see.names.more', { names: words.slice(0, NAMED - 1).join(t('list.comma')), n: words.length - NAMED + 1 });
}
