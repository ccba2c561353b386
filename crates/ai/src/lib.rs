//! Player programs. A program is handed a `State`, which is public knowledge and nothing else, and chooses an action
//! for the decision that is asked: it cannot see what a player may not see.

pub mod advice;
pub mod cadet;
pub mod eval;
pub mod fit;
pub mod general;
pub mod habits;
pub mod intent;
pub mod league;
pub mod learned;
pub mod levels;
pub mod major;
pub mod marshal;
pub mod orders;
pub mod outside;
pub mod peril;
pub mod plan;
pub mod random;
pub mod recruit;
pub mod report;
pub mod review;
mod script;
pub mod search;
pub mod shard;
mod shared;
pub mod sim;
pub mod sparring;
pub mod survey;
pub mod tune;
pub mod weights;

pub use intent::Intent;
pub use levels::NAMES;
pub use weights::Weights;

use pgg_core::{Action, State};

/// A program that plays.
pub trait Player: Send {
    /// The action for the current decision. Called only while the game is not over.
    fn choose(&mut self, state: &State, watch: &dyn Watch) -> Action;

    /// Why it can play no longer, in words: a program from outside may fail. What it chose last does not count then.
    fn failure(&self) -> Option<&str> {
        None
    }
}

/// The one who waits for a program: he is told how far it is, and may ask it to come to an end.
pub trait Watch: Sync {
    /// How far the program is. Cheap programs do not report.
    fn progress(&self, _progress: &Progress) {}

    /// Shall it answer now, with the best it has? Then the choice is no longer repeatable.
    fn stop(&self) -> bool {
        false
    }
}

/// Nobody waits: the program takes the whole of its budget, and the same state gives the same choice.
pub struct Unwatched;

impl Watch for Unwatched {}

/// How far a program is.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// The share of its budget for this player-turn that is spent, 0 to 1.
    pub share: f32,
    /// What it would do now.
    pub plan: Intent,
}

/// The program of a level's name, if there is one. The same name, seed and budget play the same.
///
/// A budget counts work, not time: how many candidates a program may try for a player-turn. Without one it has its own
/// default; programs that do not search pay no heed to it.
pub fn player(name: &str, seed: u64, budget: Option<u64>) -> Option<Box<dyn Player>> {
    levels::level(name).map(|level| level.player(seed, budget))
}

/// The program of a name with other weights than its own; none for programs that have no weights.
pub fn player_with(name: &str, seed: u64, budget: Option<u64>, weights: &Weights) -> Option<Box<dyn Player>> {
    levels::level(name)?.player_with(seed, budget, weights)
}
