// Names for what is in hand.
import { divisionUnits } from '../../lib/facts';
import type { Unit } from '../../lib/position';
import { t } from '../../i18n/i18n.svelte';
import { formationName, unitName } from '../../i18n/names';

/** `7th Panzer Division`, `25th Panzer Regiment`, `three units`. */
export function handName(units: readonly Unit[]): string {
  const [first] = units;
  if (!first) return '';
  if (units.length === 1) return capital(unitName(first, true));
  const { division } = first;
  const whole = division && divisionUnits.get(division)?.length === units.length;
  if (whole && units.every((unit) => unit.division === division)) return formationName(division);
  const leader = units.find((unit) => unit.kind === 'leader');
  if (leader && units.length === 2) {
    const other = units.find((unit) => unit !== leader) as Unit;
    return t('play.name.with', { name: capital(unitName(other, true)), leader: unitName(leader, true) });
  }
  return t('play.name.units', { n: units.length });
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
