//! `general`: search on top of `major`. A thorough `major` carries out orders that are found at the start of each Movement
//! Phase; as the Germans it first makes the move that gains most, whoever makes it, and looks again. Where the Soviet
//! script would put its divisions is improved one division at a time. In the last turns ways to behave are tried by
//! playing the game to its end in the mind, and the worse half goes out again and again.
//!
//! The luck is shared: every candidate meets the same seeds. A budget counts player-turns played in the mind, so the
//! same seed and budget give the same game.

mod knockout;
mod luck;
mod portfolio;
mod refine;
mod rehearse;

use crate::major::{Effort, Major};
use crate::orders::Orders;
use crate::weights::Weights;
use crate::{Player, Progress, Watch};
use pgg_core::{Action, BySide, Phase, Side, State};
use rehearse::Rehearsal;

/// Player-turns played in the mind for one of its own, unless told otherwise.
pub const BUDGET: u64 = 160;
/// From this turn on ways to behave are tried to the end of the game: before, the end is too far off to tell them apart.
const TO_THE_END: u8 = 11;

/// A player who searches.
pub struct General {
    seed: u64,
    budget: u64,
    weights: BySide<Weights>,
    majors: BySide<Major>,
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
        let major = |side| Major::new(seed, weights[side]).with_effort(Effort::THOROUGH);
        General {
            seed,
            budget: budget.unwrap_or(BUDGET),
            majors: BySide::from_fn(major),
            weights,
            ordered: None,
        }
    }

    /// The share of the budget for a phase: the Germans think again when they know how the fights went.
    fn share(&self, phase: Phase) -> Option<Share> {
        let first = self.budget - self.budget / 4;
        match phase {
            Phase::SovietMovement => Some(Share { from: 0, to: self.budget }),
            Phase::GermanMovement => Some(Share { from: 0, to: first }),
            Phase::MechanizedMovement => Some(Share { from: first, to: self.budget }),
            _ => None,
        }
    }

    /// The best orders found for what is left of the player-turn, with a draft to begin with.
    fn search(&self, state: &State, share: &Share, mut draft: Orders, watch: &dyn Watch) -> Orders {
        let side = state.phase().side();
        let report = |spent: u64, orders: &Orders| {
            watch.progress(&Progress {
                share: ((share.from + spent) as f32 / self.budget.max(1) as f32).min(1.0),
                plan: portfolio::words(state, side, orders),
            });
        };
        if watch.stop() {
            return draft;
        }
        report(0, &draft);
        if side == Side::Soviet {
            draft = refine::refine(state, draft, self.seed, &self.weights[side]);
        }
        if state.turn() < TO_THE_END || watch.stop() {
            return draft;
        }
        let rehearsal = Rehearsal::new(state, side, self.seed, self.weights[side]);
        let candidates = portfolio::candidates(state, side, draft);
        knockout::best(rehearsal, candidates, share.to - share.from, watch, report)
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
