//! Player programs. A program is handed a `State`, which is public knowledge and nothing else, and chooses an action
//! for the decision that is asked: it cannot see what a player may not see.

pub mod advice;
pub mod cadet;
pub mod eval;
pub mod general;
pub mod league;
pub mod major;
pub mod orders;
pub mod plan;
pub mod random;
pub mod report;
pub mod shard;
mod shared;
pub mod sim;
pub mod tune;
pub mod weights;

use pgg_core::{Action, BySide, State};
pub use weights::Weights;

/// A program that plays.
pub trait Player: Send {
    /// The action for the current decision. Called only while the game is not over.
    fn choose(&mut self, state: &State, watch: &dyn Watch) -> Action;
}

/// Somebody who waits for a program: he is told how far it is, and may ask it to come to an end.
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
    /// The plan it would follow now, in words.
    pub plan: String,
}

/// Names of the programs, weakest first.
pub const NAMES: &[&str] = &["random", "cadet", "major", "general"];

/// The program of a name. The same name, seed and budget play the same.
///
/// A budget counts work, not time: how many candidates a program may try for a player-turn. Without one it has its own
/// default; programs that do not search pay no heed to it.
pub fn player(name: &str, seed: u64, budget: Option<u64>) -> Option<Box<dyn Player>> {
    match name {
        "random" => Some(Box::new(random::Random::new(seed))),
        "cadet" => Some(Box::new(cadet::Cadet::new(seed))),
        "general" => {
            Some(Box::new(general::General::by_side(seed, budget, BySide::from_fn(Weights::of_general))))
        }
        _ => player_with(name, seed, budget, &Weights::default()),
    }
}

/// The program of a name with other weights than its own; none for programs that have no weights.
pub fn player_with(name: &str, seed: u64, budget: Option<u64>, weights: &Weights) -> Option<Box<dyn Player>> {
    match name {
        "major" => Some(Box::new(major::Major::new(seed, *weights))),
        "general" => Some(Box::new(general::General::new(seed, budget, *weights))),
        _ => None,
    }
}
