// Figures of the rules that the page shows, from the Rust constants by `PGG_BLESS=1 cargo test -p pgg-types`; do not edit.

/** Game-Turns of a game [1.0]. */
export const TURNS = 12;
/** Combat units of a side that may end a phase in one hex [7.1, 7.2]. */
export const COMBAT_UNITS_IN_HEX = 3;
/** Soviet units that may, Leaders included [7.1]. */
export const SOVIET_UNITS_IN_HEX = 4;
/** Columns in the west that are closed to Soviet units [6.4] … */
export const CLOSED_COLUMNS = 2;
/** … up to this turn. */
export const CLOSED_TO_TURN = 6;
/** What an overrun costs each unit, in half-points [6.51]. */
export const OVERRUN_COST = 6;
/** What a ride has [6.33]. */
export const RAIL_POINTS = 30;
/** Divisions that may ride in a phase [6.31]. */
export const RAIL_CAPACITY = 8;
/** Questions that may be asked at once. */
export const MOST_AT_ONCE = 8;
