//! Soviet reinforcements: which newcomers come in, and where [14.0].

use super::Notes;
use crate::shared::is_full;
use pgg_core::{Action, Hex, Newcomer, Side, State};

/// What a level thinks of newcomers.
pub(crate) trait Reserves {
    /// What makes one hex better than another to come in at, the least first.
    type Rank: Ord;

    /// Is a division of the Front to be called [14.23]?
    fn calls_front(&self, state: &State) -> bool;

    /// Will a division that comes into a full hex get out of it again in the same phase [7.1]?
    fn gets_out(&self, state: &State, hex: Hex) -> bool;

    /// How good a hex is to come in at.
    fn rank(&self, state: &State, hex: Hex) -> Self::Rank;

    /// Does a newcomer go on by rail from a hex where it may?
    fn rides(&self, state: &State, who: Newcomer, hex: Hex) -> bool;
}

impl Notes {
    /// Bring in the next newcomer that is due; Leaders last.
    pub(crate) fn call_up(&mut self, state: &State, reserves: &impl Reserves) -> Option<Action> {
        let mut due = state.newcomers();
        due.retain(|who| !self.holding.contains(who));
        due.sort_by_key(|who| matches!(who, Newcomer::Unit(_)));
        for who in due {
            if who == Newcomer::Front && !reserves.calls_front(state) {
                continue;
            }
            let full = |h: Hex| is_full(state, Side::Soviet, h);
            let mut hexes = state.entry_hexes(who);
            hexes.retain(|&h| who == Newcomer::Provisional || !full(h) || reserves.gets_out(state, h));
            let hex = hexes
                .into_iter()
                .filter(|&h| state.check_enter(who, h, false).is_ok())
                .min_by_key(|&h| (full(h), reserves.rank(state, h)));
            if let Some(hex) = hex {
                let rail = state.check_enter(who, hex, true).is_ok() && reserves.rides(state, who, hex);
                return Some(Action::Enter { who, hex, rail });
            }
            self.holding.push(who);
        }
        None
    }
}
