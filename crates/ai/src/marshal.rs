//! `marshal`: search over player-turns on top of `general`. At the start of each Movement Phase it draws up schemes for the
//! rest of the player-turn, plays each out with the scripted reply of the other side, has what comes of it judged by the
//! learned evaluation beside the usual one, and follows the best. All schemes meet the same lucks (common random numbers);
//! sequential halving leaves out the worse ones. In the last turns they are played to the end of the game.
//!
//! A budget counts player-turns that are played out, not time: the same seed and budget give the same game.

mod playout;
mod schemes;

use crate::general::halving;
use crate::intent::Intent;
use crate::major::Major;
use crate::{Player, Progress, Watch};
use pgg_core::{Action, BySide, Phase, State};
use playout::Playout;
use schemes::{Scheme, schemes};

/// Player-turns played out for one of its own, unless told otherwise.
pub const BUDGET: u64 = 128;
/// The part of the budget that the Germans keep for their second Movement Phase.
const SECOND_MOVE: u64 = 2;

/// A player that searches over player-turns.
pub struct Marshal {
    seed: u64,
    budget: u64,
    majors: BySide<Major>,
    /// The phase that the present scheme was chosen for.
    chosen: Option<(u8, Phase)>,
}

impl Marshal {
    /// The same seed and budget play the same.
    pub fn new(seed: u64, budget: Option<u64>) -> Marshal {
        let major = |side| Scheme::usual(side).player(seed);
        Marshal { seed, budget: budget.unwrap_or(BUDGET), majors: BySide::from_fn(major), chosen: None }
    }

    /// What is spent of the budget before a phase, and after it.
    fn share(&self, phase: Phase) -> Option<(u64, u64)> {
        let first = self.budget - self.budget / SECOND_MOVE;
        match phase {
            Phase::SovietMovement => Some((0, self.budget)),
            Phase::GermanMovement => Some((0, first)),
            Phase::MechanizedMovement => Some((first, self.budget)),
            _ => None,
        }
    }

    /// The best scheme found.
    fn search(&self, state: &State, (from, to): (u64, u64), watch: &dyn Watch) -> Scheme {
        let side = state.phase().side();
        if watch.stop() {
            return Scheme::usual(side);
        }
        let report = |spent: u64, scheme: &Scheme| {
            watch.progress(&Progress {
                share: ((from + spent) as f32 / self.budget.max(1) as f32).min(1.0),
                plan: Intent::of(state, side, &scheme.orders),
            });
        };
        let mut playout = Playout::new(state, side, self.seed);
        halving::best(schemes(state, side), to - from, watch, report, |scheme, luck| {
            playout.worth(scheme, luck)
        })
    }
}

impl Player for Marshal {
    fn choose(&mut self, state: &State, watch: &dyn Watch) -> Action {
        let now = (state.turn(), state.phase());
        let own = state.decision().is_some_and(|d| d.side == now.1.side());
        if own
            && self.chosen != Some(now)
            && let Some(share) = self.share(now.1)
        {
            self.majors[now.1.side()] = self.search(state, share, watch).player(self.seed);
            self.chosen = Some(now);
        }
        let side = state.decision().map_or(now.1.side(), |d| d.side);
        self.majors[side].choose(state, watch)
    }
}
