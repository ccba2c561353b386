//! `general`: search on top of `major`. At the start of its player-turn it tries orders for its groups of units, each
//! by playing the turn and the enemy's answer to the end with sampled luck; then `major` carries out the best.
//!
//! The luck is shared: every candidate meets the same seeds. A budget counts player-turns played in the mind, so the
//! same seed and budget give the same game.

mod race;
mod rehearse;
mod variations;

use crate::major::Major;
use crate::orders::Orders;
use crate::weights::Weights;
use crate::{Player, Progress, Watch};
use pgg_core::{Action, Phase, Side, State};
use race::Race;
use rehearse::Rehearsal;

/// Player-turns played in the mind for one of its own, unless told otherwise.
pub const BUDGET: u64 = 400;

/// A player who searches.
pub struct General {
    seed: u64,
    budget: u64,
    weights: Weights,
    major: Major,
    /// The turn and side the present orders are for.
    ordered: Option<(u8, Side)>,
}

impl General {
    /// The same seed, budget and weights play the same.
    pub fn new(seed: u64, budget: Option<u64>, weights: Weights) -> General {
        General {
            seed,
            budget: budget.unwrap_or(BUDGET),
            weights,
            major: Major::new(seed, weights),
            ordered: None,
        }
    }

    /// The best orders found for the player-turn that begins with this state.
    fn search(&self, state: &State, side: Side, watch: &dyn Watch) -> Orders {
        let rehearsal = Rehearsal::new(state, side, self.seed, self.weights);
        let mut race = Race::new(rehearsal, self.budget);
        let mut ideas = variations::Ideas::new(state, side, self.seed);
        while let Some(orders) = ideas.next(race.best()) {
            if race.spent() >= self.budget || watch.stop() {
                break;
            }
            watch.progress(&Progress {
                share: race.spent() as f32 / self.budget.max(1) as f32,
                plan: variations::words(state, side, race.best()),
            });
            race.enter(orders);
        }
        race.into_best()
    }
}

impl Player for General {
    fn choose(&mut self, state: &State, watch: &dyn Watch) -> Action {
        let phase = state.phase();
        let own = state.decision().is_some_and(|d| d.side == phase.side());
        let set_up = matches!(phase, Phase::SovietSetUp | Phase::GermanSetUp | Phase::Evacuation);
        let turn = (state.turn(), phase.side());
        if own && !set_up && self.ordered != Some(turn) {
            let orders =
                if phase.is_movement() { self.search(state, phase.side(), watch) } else { Orders::default() };
            self.major.command(orders);
            self.ordered = Some(turn);
        }
        self.major.choose(state, watch)
    }
}
