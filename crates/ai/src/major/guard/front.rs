//! The South-Western Front: its divisions cost the German a point or two each [14.23], so they are called for a city that is
//! worth far more, that Germans can walk into and nobody else can hold in time.

use super::Guard;
use crate::shared::points;
use pgg_core::rules::movement::rail::RAIL_CAPACITY;
use pgg_core::{Hex, Newcomer, Side, State, UnitSet, data};

/// Points of a city for which a division is called, for each point that it costs.
const PAYS: f32 = 8.0;
/// Half-points within which the Germans could be in it in their next turn.
const WALKED_INTO: u16 = 44;
/// Before this turn a city that is lost can be won back.
const LATE: u8 = 9;
/// Divisions with which a city is held.
const HELD: usize = 2;

impl Guard {
    /// The city for which a division of the Front is to be called: it can ride there at once.
    pub(super) fn front_target(&self, state: &State) -> Option<Hex> {
        if !self.together
            || state.turn() < LATE
            || self.front_called >= HELD
            || state.rail_used() >= RAIL_CAPACITY
        {
            return None;
        }
        let cost = f32::from(data().schedule.front_points(state.front_called() + 1));
        let entries = state.entry_hexes(Newcomer::Front);
        let needs = |hex: Hex| {
            let here = state.side_in(Side::Soviet, hex).and(&UnitSet::DIVISION).len();
            let value = points(state, hex) / (1 << here) as f32;
            (here < HELD
                && state.controller(hex) == Some(Side::Soviet)
                && self.soon(hex) <= WALKED_INTO
                && value >= PAYS * cost)
                .then_some(value)
        };
        let rides = |hex: Hex| entries.iter().any(|&entry| state.rail_joined(entry).contains(hex));
        let hexes = data().victory.objective_hexes().iter().copied();
        let wanted = hexes.filter_map(|hex| Some((needs(hex)?, hex))).filter(|&(_, hex)| rides(hex));
        wanted.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, hex)| hex)
    }
}
