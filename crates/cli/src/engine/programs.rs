//! The programs of the command `best`: one for each side, kept between questions so that it follows its plan.

use super::fault::Fault;
use super::request::{Best, Request};
use pgg_ai::{NAMES, Player, Unwatched};
use pgg_core::{Action, BySide, Case, Illegal, Reason, State};
use std::num::NonZero;

/// The program last asked for each side.
#[derive(Default)]
pub(super) struct Programs(BySide<Option<Program>>);

struct Program {
    level: String,
    budget: Option<NonZero<u64>>,
    seed: u64,
    player: Box<dyn Player>,
}

impl Programs {
    /// The action a program would take. Another level, budget or seed than before starts a new program.
    pub(super) fn best(&mut self, state: &State, request: Best) -> Result<Action, Fault> {
        let Best { level, budget, seed, .. } = request;
        let Some(player) = pgg_ai::player(&level, seed, budget.map(NonZero::get)) else {
            let short: String = level.chars().take(40).collect();
            let message = format!("there is no program '{short}': expected one of {}", NAMES.join(", "));
            return Err(Fault::bad_request(message, Best::EXPECTED));
        };
        let Some(decision) = state.decision() else {
            return Err(Illegal { case: Case("15.0"), reason: Reason::GameOver }.into());
        };
        let program = match self.0[decision.side].take() {
            Some(old) if (&old.level, old.budget, old.seed) == (&level, budget, seed) => old,
            _ => Program { level, budget, seed, player },
        };
        Ok(self.0[decision.side].insert(program).player.choose(state, &Unwatched))
    }
}
