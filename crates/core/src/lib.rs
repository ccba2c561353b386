//! Every rule of *Panzergruppe Guderian* (SPI 1976, the Battle of Smolensk), enforced: no I/O, no clock, no threads, no
//! randomness of its own.
//!
//! [`State`] is public knowledge and nothing else; [`State::apply`] is the only way a game moves; what is random comes
//! through [`Chance`]. A rule lives in the file of its chapter under [`rules`] and cites its case, such as `[9.72]`.
//!
//! # Play
//!
//! [`State::decision`] tells who has to decide what, [`State::legal`] what may be done. Here both players take the first
//! thing offered, until the Soviet set-up is over:
//!
//! ```
//! use pgg_core::{Options, Seeded, Side, State};
//!
//! let mut chance = Seeded::from_number(1941);
//! let (mut state, _events) = State::new_game(Options::default(), &mut chance)?;
//! while let Some(decision) = state.decision()
//!     && decision.side == Side::Soviet
//! {
//!     let action = state.legal().iter().next().expect("a legal answer");
//!     for event in state.apply(&action, &mut chance)? {
//!         println!("{event:?}");
//!     }
//! }
//! assert_eq!(state.phase().to_string(), "German set-up");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Look ahead
//!
//! A position is text that a person can write. What it does not name has its default, so a small situation is a few lines.
//! [`State::reach`] tells where units get to and what it costs, [`State::odds`] what an attack brings:
//!
//! ```
//! # #[cfg(all(feature = "formats", feature = "json"))]
//! # {
//! use pgg_core::{Hex, State, Targets};
//!
//! let state = State::from_text(
//!     r#"{"turn": 7, "phase": "german_combat",
//!         "units": {"2215": ["inf6"], "2316": ["rifle 4-5"], "2515": ["konev"]}}"#,
//! )?;
//! let (from, target): (Hex, Hex) = ("2215".parse()?, "2316".parse()?);
//! let infantry = state.units_in(from);
//!
//! let odds = state.odds(infantry, &Targets::one(target), false)?;
//! assert_eq!((odds.attack.most, odds.defense.most), (9, 5));
//! assert_eq!(odds.columns[0].0.to_string(), "1-1");
//! println!("steps lost on the average: {:?}", odds.losses);
//!
//! // Its next Movement Phase: beside the enemy it stands still.
//! assert_eq!(state.range(infantry)?.field.cost(target), None);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Keep a game
//!
//! A [`Game`] keeps its record. The record is JSON Lines, holds every die with the action that needed it, and replays bit
//! for bit:
//!
//! ```
//! # #[cfg(all(feature = "formats", feature = "json"))]
//! # {
//! use pgg_core::{Game, Options, Record, Seeded};
//!
//! let mut chance = Seeded::from_number(1941);
//! let (mut game, _events) = Game::new(Options::default(), &mut chance)?;
//! for _ in 0..40 {
//!     let action = game.state().legal().iter().next().expect("a legal answer");
//!     game.play(&action, &mut chance)?;
//! }
//! let mut file = Vec::new();
//! game.record().write(&mut file)?;
//!
//! let last = Record::read(file.as_slice())?.check()?; // each action and die
//! assert_eq!(last, *game.state());
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What everybody knows
//!
//! In this game neither player knows an untried unit's strength before the die is thrown (12.0, 12.2). So nobody holds a
//! secret: the strength is not in the [`State`] at all. It is drawn when the unit is revealed, out of what the state leaves
//! possible, by a [`Chance`]:
//!
//! | source | gives | for |
//! | --- | --- | --- |
//! | [`Seeded`] | numbers of a secret seed, whose hash is published beforehand | a live game |
//! | [`Recorded`] | the outcomes that were written down | replay |
//! | [`Scripted`] | what it is told to | tests, examples |
//! | [`Sampled`] | any random numbers | search |
//!
//! What follows from it: a program that plays is handed a state and cannot cheat; a page, a spectator, a log, a saved game
//! and an error message cannot leak what they never had; a search samples exactly what a player may believe; a record
//! replays bit for bit.
//!
//! # Errors
//!
//! A refused action changes nothing. [`Illegal`] names the [`Case`] of the rules and the facts ([`Reason`]), not a sentence:
//! the program that shows it says it in the reader's language. A text that is no position is refused with *all* that is wrong with it
//! ([`BadPosition`]); a record with the line and what was expected there ([`RecordError`]). Nothing panics on input.
//!
//! # Features
//!
//! | feature | adds | brings |
//! | --- | --- | --- |
//! | `serde` | `Serialize` and `Deserialize` for the vocabulary, actions and events | serde |
//! | `formats` | [`Position`], [`Record`] and [`Game`]; states as bytes | `serde`, postcard |
//! | `json` | positions and records as text; reading the data files themselves | `serde`, serde_json |
//! | `types` | TypeScript types and JSON Schema of all that is sent | all of these, ts-rs, schemars |
//!
//! `formats` and `json` are on by default. Without features the rules are all there. With and without the default features
//! it builds for the browser (`wasm32-unknown-unknown`).
//!
//! # Around it
//!
//! `pgg-ai` plays on this crate's public API alone; `pgg-table` makes a game among people of it, with seats, undo and a log;
//! `pgg-server` serves such games; `pgg-laws` holds what is true in every game, for random play and fuzzing.

pub mod analysis;
pub mod data;
pub mod formats;
pub mod game;
pub mod hex;
pub mod map;
pub mod rules;
pub mod unit;

#[doc(inline)]
pub use data::data;
#[cfg(feature = "formats")]
#[doc(inline)]
pub use formats::position::{BadPosition, Position};
#[cfg(feature = "formats")]
#[doc(inline)]
pub use formats::record::{Record, RecordError};
#[doc(inline)]
pub use game::action::{Action, Newcomer, Path, Targets};
#[doc(inline)]
pub use game::chance::{Chance, NoChance, Outcome, Recorded, Sampled, Scripted, Seeded};
#[doc(inline)]
pub use game::decision::{Decision, Question};
#[doc(inline)]
pub use game::event::Event;
#[cfg(feature = "formats")]
#[doc(inline)]
pub use game::history::Game;
#[doc(inline)]
pub use game::illegal::{Case, Illegal, Reason};
#[doc(inline)]
pub use game::legal::Legal;
#[doc(inline)]
pub use game::play::Refused;
#[doc(inline)]
pub use game::state::{Face, Options, Phase, Place, State};
#[doc(inline)]
pub use hex::{Direction, Hex, HexSet};
#[doc(inline)]
pub use rules::movement::Mp;
#[doc(inline)]
pub use unit::{BySide, CounterId, Kind, Side, UnitId, UnitSet};

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
