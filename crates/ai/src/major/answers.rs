//! The small decisions of a fight, by the evaluation: each answer is tried on a copy and the best is taken.

use super::{Mind, Notes};
use pgg_core::{Action, State};
use std::sync::Arc;

impl Notes {
    /// The best of the listed actions.
    pub(super) fn answer(&mut self, mind: &mut Mind, state: &State) -> Option<Action> {
        let legal = state.legal();
        if let Some(only) = legal.only() {
            return Some(only);
        }
        let plan = Arc::clone(&self.plan);
        let mut ahead = mind.ahead(&plan);
        let mut best: Option<(f32, Action)> = None;
        for action in legal.others {
            let Some(value) = ahead.after(state, &action, self.side) else { continue };
            if best.is_none_or(|(most, _)| value > most + 1e-4) {
                best = Some((value, action));
            }
        }
        best.map(|(_, action)| action)
    }
}
