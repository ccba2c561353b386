// Which step to give up: what each unit would be worth afterwards, and a sensible proposal.
import { germanUnits } from '../../lib/facts';
import type { Unit } from '../../lib/position';
import type { UnitId } from '../../wire/types';

/** Steps a unit has left. */
export const stepsLeft = (unit: Unit) => unit.steps - unit.lost;

/** Its strength after this many more steps lost; null when it is eliminated. */
export function strengthAfter(unit: Unit, steps: number): number | null {
  if (stepsLeft(unit) <= steps) return null;
  return germanUnits.get(unit.id)?.strength[unit.lost + steps] ?? unit.attack;
}

/** What giving up one more step would cost: strength, and much more where the unit itself is lost. */
function price(unit: Unit, already: number, integrated: ReadonlySet<UnitId>): number {
  const before = strengthAfter(unit, already) ?? 0;
  const after = strengthAfter(unit, already + 1);
  const strength = Math.max(before, unit.untried ? 3 : (unit.defense ?? 0));
  if (after !== null) return before - after;
  // A regiment of a whole division takes the doubling of all with it [7.3]; a Leader his army's orders.
  return 10 + strength + (integrated.has(unit.id) ? 20 : 0) + (unit.kind === 'leader' ? 30 : 0);
}

/** The cheapest `n` steps, one after another; fewer if fewer are left. */
export function propose(units: readonly Unit[], n: number, integrated: ReadonlySet<UnitId> = new Set()): UnitId[] {
  const chosen: UnitId[] = [];
  const times = (id: UnitId) => chosen.filter((c) => c === id).length;
  for (let i = 0; i < n; i++) {
    const able = units.filter((u) => stepsLeft(u) > times(u.id));
    if (!able.length) break;
    const cheapest = able.reduce((a, b) =>
      price(b, times(b.id), integrated) < price(a, times(a.id), integrated) ? b : a,
    );
    chosen.push(cheapest.id);
  }
  return chosen;
}

/** One more step of a unit in the choice; the oldest choice gives way, and nobody loses more than he has. */
export function choose(chosen: readonly UnitId[], unit: Unit, n: number): UnitId[] {
  const times = chosen.filter((c) => c === unit.id).length;
  if (times >= stepsLeft(unit)) return chosen.length > 1 ? chosen.filter((c) => c !== unit.id) : [...chosen];
  return [...chosen, unit.id].slice(-n);
}
