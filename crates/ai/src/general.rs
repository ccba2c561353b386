//! `general`: search on top of `major`. At the start of its Movement Phases it tries orders for its groups of units, each
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
use pgg_core::{Action, Phase, State};
use race::Race;
use rehearse::Rehearsal;
use variations::Ideas;

/// Player-turns played in the mind for one of its own, unless told otherwise.
pub const BUDGET: u64 = 400;

/// A player who searches.
pub struct General {
    seed: u64,
    budget: u64,
    weights: Weights,
    major: Major,
    /// The turn and phase the present orders were found for, and the orders.
    ordered: Option<(u8, Phase, Orders)>,
}

/// A part of the budget: what is spent before it, and its end.
struct Share {
    from: u64,
    to: u64,
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

    /// The share of the budget for a phase: the Germans think again when they know how the fights went.
    fn share(&self, phase: Phase) -> Option<Share> {
        let first = self.budget - self.budget / 3;
        match phase {
            Phase::SovietMovement => Some(Share { from: 0, to: self.budget }),
            Phase::GermanMovement => Some(Share { from: 0, to: first }),
            Phase::MechanizedMovement => Some(Share { from: first, to: self.budget }),
            _ => None,
        }
    }

    /// The best orders found for what is left of the player-turn.
    fn search(&self, state: &State, share: &Share, before: Orders, watch: &dyn Watch) -> Orders {
        let side = state.phase().side();
        let rehearsal = Rehearsal::new(state, side, self.seed, self.weights);
        let mut race = Race::new(rehearsal, before, share.to - share.from);
        let mut ideas = Ideas::new(state, side, self.seed);
        while let Some(orders) = ideas.next(race.best()) {
            if race.is_over() || watch.stop() {
                break;
            }
            watch.progress(&Progress {
                share: (share.from + race.spent()) as f32 / self.budget.max(1) as f32,
                plan: variations::words(state, side, race.best()),
            });
            race.enter(orders);
        }
        race.into_best()
    }
}

impl Player for General {
    fn choose(&mut self, state: &State, watch: &dyn Watch) -> Action {
        let (turn, phase) = (state.turn(), state.phase());
        let own = state.decision().is_some_and(|d| d.side == phase.side());
        let new = self.ordered.as_ref().is_none_or(|(t, p, _)| (*t, *p) != (turn, phase));
        if own
            && new
            && let Some(share) = self.share(phase)
        {
            // Orders of the same player-turn are the first idea; those of an earlier one are void.
            let before = match self.ordered.take() {
                Some((t, p, orders)) if (t, p.side()) == (turn, phase.side()) => orders,
                _ => Orders::default(),
            };
            let orders = self.search(state, &share, before, watch);
            self.major.command(orders.clone());
            self.ordered = Some((turn, phase, orders));
        }
        self.major.choose(state, watch)
    }
}
