//! Player programs. A program is handed a `State`, which is public knowledge and nothing else, and chooses an action
//! for the decision that is asked: it cannot see what a player may not see.

pub mod cadet;
pub mod random;
pub mod sim;

use pgg_core::{Action, State};

/// A program that plays.
pub trait Player: Send {
    /// The action for the current decision. Called only while the game is not over.
    fn choose(&mut self, state: &State) -> Action;
}

/// Names of the programs, weakest first.
pub const NAMES: &[&str] = &["random", "cadet"];

/// The program of a name. The same name and seed play the same.
pub fn player(name: &str, seed: u64) -> Option<Box<dyn Player>> {
    match name {
        "random" => Some(Box::new(random::Random::new(seed))),
        "cadet" => Some(Box::new(cadet::Cadet::new(seed))),
        _ => None,
    }
}
