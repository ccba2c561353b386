// Figures of the rules that the page shows, from the Rust constants by `PGG_BLESS=1 cargo test -p pgg-types`; do not edit.

/** What an overrun costs each unit, in half-points [6.51]. */
export const OVERRUN_COST = 6;
/** What a ride has [6.33]. */
export const RAIL_POINTS = 30;
/** Divisions that may ride in a phase [6.31]. */
export const RAIL_CAPACITY = 8;
