//! Set-up and the march of the 13th and 20th Armies on the first turn [5.1, 5.23].

use crate::shared::is_full;
use pgg_core::{Action, Hex, Side, State, UnitId, UnitSet};

/// The 13th Army sets up south of this row, the 20th north of it.
const BETWEEN_THE_ARMIES: u16 = 20;
/// Rows round which the 13th Army sets up: armour where it can reach Orsha, the rest on the way to Smolensk.
const SOUTHERN_ARMOUR: u16 = 23;
const SOUTHERN_RIFLES: u16 = 24;
/// Rows round which the 20th Army does: armour north of Orsha, the rest before Vitebsk.
const NORTHERN_ARMOUR: u16 = 15;
const NORTHERN_RIFLES: u16 = 12;
/// How much more a row away counts than somebody who stands there already.
const ROW: u16 = 2;

/// The next unit to place: rifle divisions before the cities, armour where it can reach Orsha, within the limits.
pub(crate) fn deploy(state: &State) -> Option<Action> {
    let Some(unit) = state.waiting(Side::Soviet).next() else { return Some(Action::Done) };
    let hexes = state.deployment_hexes(unit);
    let southern = hexes.iter().all(|h| h.row() > BETWEEN_THE_ARMIES);
    let row = match (southern, unit.is_armoured_slot()) {
        (true, true) => SOUTHERN_ARMOUR,
        (true, false) => SOUTHERN_RIFLES,
        (false, true) => NORTHERN_ARMOUR,
        (false, false) => NORTHERN_RIFLES,
    };
    let crowd = |hex: Hex| state.units_in(hex).len() as u16;
    let mut places: Vec<Hex> = hexes.to_vec();
    places.sort_by_key(|&h| (ROW * h.row().abs_diff(row) + crowd(h), h));
    let mut actions = places.into_iter().map(|hex| Action::Deploy { unit, hex });
    actions.find(|action| state.check(action).is_ok())
}

/// The march of a unit to the hex of most worth that has room for it [5.23].
pub(crate) fn march(state: &State, unit: UnitId, worth: impl Fn(Hex) -> f32) -> Option<Action> {
    let room = |hex: Hex| unit.is_leader() || !is_full(state, Side::Soviet, hex);
    let ends = state.march_ends(unit).into_iter().filter(|&(h, _)| room(h));
    let best = ends.max_by(|a, b| worth(a.0).total_cmp(&worth(b.0)))?;
    Some(Action::Move { units: UnitSet::one(unit), path: best.1 })
}
