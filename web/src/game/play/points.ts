// Movement points as they are shown: what a unit has, and what a march would leave it.
import type { Unit } from '../../lib/position';

/** The allowance in half-points: half of it, fraction dropped, for a unit that was out of supply [6.25]. */
export const allowance = (unit: Unit): number =>
  2 * (unit.marks.has('unsupplied') ? Math.max(1, Math.floor(unit.move / 2)) : unit.move);

/** Half-points that the unit with the fewest has left. */
export const pointsLeft = (units: readonly Unit[]): number =>
  units.length ? Math.max(0, Math.min(...units.map((unit) => allowance(unit) - unit.spent))) : 0;
