// Movement points as they are shown, in half-points.
import type { Unit } from '../../lib/position';

/** What a unit has left in this phase. */
export const leftTo = (unit: Unit): number => Math.max(0, unit.allowance - unit.spent);

/** What the unit with the fewest has left. */
export const pointsLeft = (units: readonly Unit[]): number => (units.length ? Math.min(...units.map(leftTo)) : 0);
