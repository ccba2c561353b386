// What happened in a combat, in a few words: who lost what, who went where.
import type { GameView, Unit } from '../../lib/position';
import { parseUnits } from '../../lib/position';
import { germanUnits, leaders } from '../../lib/facts';
import { t, type Key } from '../../i18n/i18n.svelte';
import { formationName, unitName } from '../../i18n/names';
import { divisionUnits } from '../../lib/facts';
import type { GameEvent, UnitId } from '../../wire/types';
import type { Consequence } from './story';

export interface Names {
  of(unit: UnitId): string;
  all(units: readonly UnitId[]): string;
}

/** Names of units that may be gone: what is on the map, what was turned over before, what everybody knows. */
export function namesIn(events: readonly GameEvent[], view: GameView | null): Names {
  const seen = new Map<UnitId, string>();
  for (const event of events) {
    if (event.event === 'revealed') seen.set(event.unit, event.counter);
    // A slot is used again for another division.
    else if (event.event === 'drawn') seen.delete(event.unit);
  }
  const unit = (id: UnitId): Unit | null => {
    const here = view?.units.get(id);
    if (here && !here.untried) return here;
    if (germanUnits.has(id) || leaders.has(id)) return parseUnits(id, null)[0];
    const counter = seen.get(id);
    return counter ? parseUnits(`${id} ${counter}`, null)[0] : (here ?? null);
  };
  const of = (id: UnitId) => {
    const found = unit(id);
    return found ? unitName(found, true) : t(id.startsWith('a') ? 'combat.some.armoured' : 'combat.some.rifle');
  };
  const all = (ids: readonly UnitId[]) => {
    const [division] =
      [...divisionUnits].find(([, m]) => m.length > 1 && m.length === ids.length && m.every((u) => ids.includes(u))) ??
      [];
    if (division) return formationName(division);
    return ids.length === 1 ? of(ids[0]) : t('combat.units', { n: ids.length });
  };
  return { of, all };
}

export function tellConsequence(c: Consequence, names: Names): string {
  switch (c.kind) {
    case 'no_retreat':
      return t('combat.told.no_retreat');
    case 'loss_chosen':
      return t('combat.told.loss', { n: c.n });
    case 'retreat_chosen':
      return t('combat.told.retreat', { n: c.n });
    case 'step_lost':
      return t('combat.told.step', { name: names.of(c.unit) });
    case 'eliminated':
      return t(`combat.told.eliminated.${c.why}` as Key, { name: names.of(c.unit) });
    case 'retreated':
      return t('combat.told.retreated', { name: names.all(c.units), hex: c.to });
    case 'disrupted':
      return t('combat.told.disrupted', { name: names.all(c.units) });
    case 'advanced':
      return t('combat.told.advanced', { name: names.of(c.unit), hex: c.to });
    case 'entered':
      return t('combat.told.entered', { name: names.all(c.units), hex: c.to });
    case 'halted':
      return t('combat.told.halted', { name: names.all(c.units) });
  }
}
