// Movement points as they are shown: what a unit has, and what a march would leave it.
import type { Unit } from '../../lib/position';

/** What an overrun costs each unit, in half-points [6.51]. */
export const OVERRUN = 6;
/** Combat units a hex may hold when a Movement Phase ends [7.1, 7.2]. */
export const STACK = 3;
/** What a ride has [6.33]. */
export const RAIL_POINTS = 30;

/** The allowance in half-points: half of it, fraction dropped, for a unit that was out of supply [6.25]. */
export const allowance = (unit: Unit): number =>
  2 * (unit.marks.has('unsupplied') ? Math.max(1, Math.floor(unit.move / 2)) : unit.move);

/** Half-points that the unit with the fewest has left. */
export const pointsLeft = (units: readonly Unit[]): number =>
  units.length ? Math.max(0, Math.min(...units.map((unit) => allowance(unit) - unit.spent))) : 0;
