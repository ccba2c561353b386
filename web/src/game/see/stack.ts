// A stack in words and sums, for the panel.
import { facts } from '../../lib/facts';
import type { Stack, Unit } from '../../lib/position';
import { armyName, formationName, leaderName, unitName } from '../../i18n/names';
import { t } from '../../i18n/i18n.svelte';
import { setOf } from '../../lib/sets';
import type { Marks, UnitId } from '../../wire/types';

const corpsOf = new Map(facts.arrivals.german.flatMap((a) => a.formations.map((f) => [f, a.corps] as const)));

/** `39th Panzer` as the name of a corps. */
export function corpsName(corps: string): string {
  const n = Number.parseInt(corps, 10);
  return Number.isNaN(n) ? corps : t('see.forces.corps', { n });
}

/** What stands above a stack: whose it is, and its name. */
export function headOf(stack: Stack): { over: string; title: string } {
  const side = t(`side.${stack.side}`);
  const n = t('see.stack.n', { n: stack.units.length });
  if (stack.side === 'german') {
    const formations = new Set(stack.units.map((u) => u.division ?? u.id));
    const [first] = formations;
    const corps = corpsOf.get(first);
    if (formations.size === 1) return { over: corps ? corpsName(corps) : side, title: formationName(first) };
    return { over: side, title: n };
  }
  const leader = stack.units.find((u) => u.kind === 'leader');
  if (leader)
    return { over: side, title: stack.units.length === 1 ? leaderName(leader.id) : armyName(leader.army ?? '') };
  return { over: side, title: stack.units.length === 1 ? capital(unitName(stack.units[0])) : n };
}
const capital = (text: string) => text[0].toUpperCase() + text.slice(1);

/** The units of a stack whose strength is doubled: the server names them; between two positions the stack shows whether its division is whole [7.3]. */
export function doubledIn(stack: Stack, marks: Pick<Marks, 'integrated'> | null): ReadonlySet<UnitId> {
  return setOf(marks?.integrated ?? stack.units.filter((u) => u.division === stack.integrated).map((u) => u.id));
}

export interface Strength {
  attack: number;
  defense: number;
  /** How many units, and how many of them nobody has seen: those add to what is known. */
  units: number;
  untried: number;
}

/** Printed strengths added up, as far as they are known; null where nobody could fight. */
export function strengthOf(units: readonly Unit[], doubled: ReadonlySet<UnitId>): Strength | null {
  const fighting = units.filter((u) => u.kind !== 'leader');
  if (!fighting.length) return null;
  const sum = (value: (u: Unit) => number | null) =>
    fighting.reduce((total, u) => total + (value(u) ?? 0) * (doubled.has(u.id) ? 2 : 1), 0);
  return {
    attack: sum((u) => u.attack),
    defense: sum((u) => u.defense),
    units: fighting.length,
    untried: fighting.filter((u) => u.untried).length,
  };
}

/** The same in words. */
export function sumsOf(units: readonly Unit[], doubled: ReadonlySet<UnitId>) {
  const strength = strengthOf(units, doubled);
  if (!strength) return null;
  const { attack, defense, units: all, untried } = strength;
  const shown = (n: number) =>
    untried ? t(untried < all ? 'see.stack.partly' : 'see.stack.unknown', { n }) : String(n);
  return { attack: shown(attack), defense: shown(defense) };
}
