//! `general`: search on top of `major`. A thorough `major` carries out orders that are found at the start of each Movement
//! Phase. As the Germans it moves by best-improvement greedy: always the move that gains most, of whichever division,
//! found lazily. As the Soviet side it plans Leaders, divisions and trains together (`staff`). In the last turns it tries ways to behave by rollouts to the end of the game and sequential halving.
//!
//! The random numbers are common: every candidate meets the same lucks. A budget counts player-turns played in rollouts, so
//! the same seed and budget give the same game.

pub(crate) mod halving;
pub(crate) mod luck;
mod portfolio;
mod rollout;

use crate::eval::Judge;
use crate::intent::Intent;
use crate::major::{Effort, Major};
use crate::orders::Orders;
use crate::plan::Plan;
use crate::search::Proposer;
use crate::weights::Weights;
use crate::{Player, Progress, Watch};
use pgg_core::{Action, BySide, Phase, State};
use portfolio::Portfolio;
use rollout::Rollout;

/// Player-turns played in rollouts for one of its own, unless told otherwise.
pub const BUDGET: u64 = 160;
/// From this turn on ways to behave are tried to the end of the game: before, the end is too far off to tell them apart.
const TO_THE_END: u8 = 11;
/// The part of the budget that the Germans keep for their second Movement Phase.
const SECOND_MOVE: u64 = 4;

/// A player that searches.
pub struct General {
    seed: u64,
    budget: u64,
    weights: BySide<Weights>,
    majors: BySide<Major>,
    /// What else is tried in the last turns.
    proposer: Box<dyn Proposer<Candidate = Orders> + Send>,
    /// The present orders, with the turn and phase they were found for.
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
        General::by_side(seed, budget, BySide([weights, weights]))
    }

    /// With weights for either side.
    pub fn by_side(seed: u64, budget: Option<u64>, weights: BySide<Weights>) -> General {
        let effort = BySide([Effort::WHOLE, Effort::THOROUGH]);
        let major = |side| Major::new(seed, weights[side]).with_effort(effort[side]);
        General {
            seed,
            budget: budget.unwrap_or(BUDGET),
            majors: BySide::from_fn(major),
            proposer: Box::new(Portfolio),
            weights,
            ordered: None,
        }
    }

    /// With other orders to try in the last turns.
    pub fn with_proposer(mut self, proposer: Box<dyn Proposer<Candidate = Orders> + Send>) -> General {
        self.proposer = proposer;
        self
    }

    /// The share of the budget for a phase: the Germans think again when they know how the fights went.
    fn share(&self, phase: Phase) -> Option<Share> {
        let first = self.budget - self.budget / SECOND_MOVE;
        match phase {
            Phase::SovietMovement => Some(Share { from: 0, to: self.budget }),
            Phase::GermanMovement => Some(Share { from: 0, to: first }),
            Phase::MechanizedMovement => Some(Share { from: first, to: self.budget }),
            _ => None,
        }
    }

    /// The best orders found for what is left of the player-turn, with a draft to begin with.
    fn search(&self, state: &State, share: &Share, draft: Orders, watch: &dyn Watch) -> Orders {
        let side = state.phase().side();
        let report = |spent: u64, orders: &Orders| {
            watch.progress(&Progress {
                share: ((share.from + spent) as f32 / self.budget.max(1) as f32).min(1.0),
                plan: Intent::of(state, side, orders),
            });
        };
        if watch.stop() {
            return draft;
        }
        report(0, &draft);
        if state.turn() < TO_THE_END || watch.stop() {
            return draft;
        }
        let mut rollout = Rollout::new(state, side, self.seed, self.weights[side]);
        let plan = Plan::of(state, side, &self.weights[side], &draft);
        let mut judge = Judge::default();
        let proposed = self.proposer.propose(&judge.look(state, &plan, &self.weights[side]));
        let candidates = std::iter::once(draft).chain(proposed).collect();
        halving::best(candidates, share.to - share.from, watch, report, |orders, luck| {
            rollout.worth(orders, luck)
        })
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
            // Orders of the same player-turn are the draft; those of an earlier one are void.
            let draft = match self.ordered.take() {
                Some((t, p, orders)) if (t, p.side()) == (turn, phase.side()) => orders.stay(),
                _ => Orders::default(),
            };
            let orders = self.search(state, &share, draft, watch);
            self.majors[phase.side()].command(orders.clone());
            self.ordered = Some((turn, phase, orders));
        }
        let side = state.decision().map_or(phase.side(), |d| d.side);
        self.majors[side].choose(state, watch)
    }
}
