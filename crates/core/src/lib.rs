//! Every rule of Panzergruppe Guderian, enforced: no I/O, no clock, no threads, no randomness of its own.
//!
//! `State` is public knowledge and nothing else; `State::apply` is the only way a game moves; what is random comes
//! through `Chance`. A rule lives in the file of its chapter and cites its case, such as `[9.72]`.

pub mod action;
pub mod advance;
pub mod chance;
pub mod combat;
pub mod data;
pub mod event;
pub mod game;
pub mod hex;
pub mod illegal;
pub mod interdiction;
pub mod leaders;
pub mod legal;
pub mod map;
pub mod movement;
pub mod odds;
pub mod overrun;
mod pile;
pub mod position;
pub mod rail;
pub mod reach;
pub mod record;
pub mod reinforcements;
pub mod retreat;
pub mod roster;
pub mod sample;
pub mod schedule;
pub mod sequence;
pub mod setup;
pub mod stacking;
pub mod state;
pub mod supply;
pub mod tables;
#[cfg(feature = "types")]
pub mod types;
pub mod unit;
pub mod untried;
pub mod victory;
pub mod zoc;

pub use action::{Action, Newcomer, Path, Targets};
pub use chance::{Chance, NoChance, Outcome, Recorded, Sampled, Scripted, Seeded};
pub use data::data;
pub use event::Event;
pub use game::Game;
pub use hex::{Direction, Hex, HexSet};
pub use illegal::{Case, Illegal, Reason};
pub use legal::Legal;
pub use movement::Mp;
pub use position::{BadPosition, Position};
pub use record::{Record, RecordError};
pub use sequence::{Decision, Question, Refused};
pub use state::{Face, Options, Phase, Place, State};
pub use unit::{BySide, CounterId, Kind, Side, UnitId, UnitSet};

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
