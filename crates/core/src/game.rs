//! A game: state, actions, legal actions, events, chance.

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
