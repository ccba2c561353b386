//! A game: state, actions, legal actions, events, chance. The names that most programs need are at the root of the
//! crate.

pub mod action;
pub mod chance;
pub mod decision;
pub mod event;
#[cfg(feature = "formats")]
pub mod history;
pub mod illegal;
pub mod legal;
pub mod play;
pub mod state;
