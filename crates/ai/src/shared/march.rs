//! Set-up and the march of the 13th and 20th Armies on the first turn [5.1, 5.23].

use pgg_core::hex::HEX_SLOTS;
use pgg_core::{Action, Direction, Hex, Path, Side, State, UnitId, data};

/// The next unit to place: rifle divisions before the cities, armour where it can reach Orsha, within the limits.
pub(crate) fn deploy(state: &State) -> Option<Action> {
    let Some(unit) = state.waiting(Side::Soviet).next() else { return Some(Action::Done) };
    let hexes = state.deployment_hexes(unit);
    let southern = hexes.iter().all(|h| h.row() > 20);
    let row: u16 = match (southern, unit.is_armoured_slot()) {
        (true, true) => 23,
        (true, false) => 24,
        (false, true) => 15,
        (false, false) => 12,
    };
    let crowd = |hex: Hex| state.units_in(hex).len() as u16;
    let mut places: Vec<Hex> = hexes.to_vec();
    places.sort_by_key(|&h| (2 * h.row().abs_diff(row) + crowd(h), h));
    let mut actions = places.into_iter().map(|hex| Action::Deploy { unit, hex });
    actions.find(|action| state.is_legal(action).is_ok())
}

/// Every hex where a march of [5.23] may end with all its points spent, with a path.
pub(crate) fn ends(state: &State, unit: UnitId) -> Vec<(Hex, Path)> {
    let Some(start) = state.hex(unit) else { return Vec::new() };
    let points = state.points_left(unit).0;
    let mut ends: Vec<(Hex, Path)> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    let mut ended = vec![false; HEX_SLOTS];
    // The column never falls, so only turning round within a column would meet a hex again (5.23c): where a march
    // stands, how it came there and what it spent is all that matters.
    let mut open = vec![(start, None, 0u8, Path::EMPTY)];
    while let Some((hex, came, spent, path)) = open.pop() {
        let mut goes_on = false;
        for d in [Direction::N, Direction::NE, Direction::SE, Direction::S] {
            if came == Some(d.opposite()) {
                continue;
            }
            let Some(to) = data().map.step(hex, d) else { continue };
            let Some(total) = state.step_cost(unit, hex, d).map(|c| c + spent).filter(|&t| t <= points)
            else {
                continue;
            };
            goes_on = true;
            let mut longer = path;
            if longer.push(to) && seen.insert((to, d, total)) {
                open.push((to, Some(d), total, longer));
            }
        }
        if !goes_on && hex.column() >= 3 && !ended[hex.index()] {
            ended[hex.index()] = true;
            ends.push((hex, path));
        }
    }
    ends
}
