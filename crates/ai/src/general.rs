//! `general`: search on top of `major`. At the start of its Movement Phases it tries orders for its groups of units, each
//! by playing the turn and the enemy's answer to the end with sampled luck, and refines the best one group at a time; then
//! a thorough `major` carries them out.
//!
//! The luck is shared: every candidate meets the same seeds. A budget counts player-turns played in the mind, so the
//! same seed and budget give the same game.

mod luck;
mod race;
mod refine;
mod rehearse;
mod variations;

use crate::major::{Effort, Major};
use crate::orders::Orders;
use crate::weights::Weights;
use crate::{Player, Progress, Watch};
use pgg_core::{Action, BySide, Phase, State};
use race::Race;
use rehearse::Rehearsal;
use variations::Ideas;

/// Player-turns played in the mind for one of its own, unless told otherwise.
pub const BUDGET: u64 = 48;

/// A player who searches.
pub struct General {
    seed: u64,
    budget: u64,
    weights: BySide<Weights>,
    majors: BySide<Major>,
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

    /// The best orders found for what is left of the player-turn: ideas first, then the best of them refined.
    fn search(&self, state: &State, share: &Share, before: Orders, watch: &dyn Watch) -> Orders {
        let side = state.phase().side();
        let rehearsal = Rehearsal::new(state, side, self.seed, self.weights[side]);
        let budget = share.to - share.from;
        let for_ideas = budget - (race::MOST * rehearsal.length()).min(budget / 2);
        let mut race = Race::new(rehearsal, before, budget);
        let mut ideas = Ideas::new(state, side, self.seed);
        let report = |race: &Race| {
            watch.progress(&Progress {
                share: ((share.from + race.spent()) as f32 / self.budget.max(1) as f32).min(1.0),
                plan: variations::words(state, side, race.best()),
            });
        };
        while let Some(orders) = ideas.next(race.best()) {
            if race.spent() >= for_ideas || watch.stop() {
                break;
            }
            report(&race);
            race.enter(orders);
        }
        if !watch.stop() {
            report(&race);
            let refined = refine::refine(state, race.best().clone(), self.seed, &self.weights[side]);
            race.enter(refined);
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
                Some((t, p, orders)) if (t, p.side()) == (turn, phase.side()) => orders.stay(),
                _ => Orders::default(),
            };
            let orders = self.search(state, &share, before, watch);
            self.majors[phase.side()].command(orders.clone());
            self.ordered = Some((turn, phase, orders));
        }
        let side = state.decision().map_or(phase.side(), |d| d.side);
        self.majors[side].choose(state, watch)
    }
}
