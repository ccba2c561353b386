// Movement points as they are shown, in half-points; for a riding unit, its rail points.
import type { Unit } from '../../lib/position';
import { RAIL_POINTS } from '../../wire/figures';

const rides = (unit: Unit) => unit.marks.has('rode');

/** What a unit may spend in this phase. */
export const pointsOf = (unit: Unit): number => (rides(unit) ? 2 * RAIL_POINTS : unit.allowance);

/** What it has left of that. */
export const leftTo = (unit: Unit): number => Math.max(0, pointsOf(unit) - (rides(unit) ? 2 * unit.spent : unit.spent));

/** What the unit with the fewest has left. */
export const pointsLeft = (units: readonly Unit[]): number => (units.length ? Math.min(...units.map(leftTo)) : 0);
