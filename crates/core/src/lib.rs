//! The rules of *Panzergruppe Guderian* (SPI 1976, the Battle of Smolensk), all of them enforced: no I/O, no
//! clock, no threads, no randomness of its own.
//!
//! [`State`] is public knowledge and nothing else. [`State::apply`] is the only way to change a game. All
//! randomness comes through [`Chance`].
//!
//! The crate is not published. Clone its repository and depend on it by its path:
//!
//! ```toml
//! [dependencies]
//! pgg-core = { path = "guderian/crates/core" }
//! ```
//!
//! # Play
//!
//! [`State::decision`] says which side has to decide what, [`State::legal`] lists the legal actions. Here the
//! Soviet player takes the first one each time, until his set-up is over:
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
//! [`Legal::sample`] picks a random action; its example plays a whole game.
//!
//! # Look ahead
//!
//! A position is text that a person can write. Fields that are left out have their defaults, so a small
//! situation takes a few lines; [`formats::position`] shows how units are written. [`State::reach`] computes
//! where units can move and at what cost, [`State::odds`] the odds of an attack:
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
//! println!("steps lost on average: {:?}", odds.losses);
//!
//! // It could not move in its next Movement Phase: it is in an enemy zone of control (6.22).
//! assert_eq!(state.range(infantry)?.field.hexes().count(), 0);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Keep a game
//!
//! A [`Game`] keeps its record: JSON Lines, each action with the dice and draws it needed. A record replays bit
//! for bit, and [`Record::replay`] goes through it action by action:
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
//! let last = Record::read(file.as_slice())?.check()?; // verifies every action and die
//! assert_eq!(last, *game.state());
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Public knowledge
//!
//! In this game neither player knows an untried unit's strength before the die is thrown (12.0, 12.2). So there
//! is no secret to keep: the strength is not in the [`State`] at all. A [`Chance`] draws it when the unit is
//! revealed, out of what the state leaves possible:
//!
//! | source | gives | for |
//! | --- | --- | --- |
//! | [`Seeded`] | numbers of a secret seed, whose hash is published beforehand | a live game |
//! | [`Recorded`] | the outcomes of a record | replay |
//! | [`Scripted`] | outcomes fixed in advance | tests, examples |
//! | [`Sampled`] | any random numbers | search |
//!
//! So a program that plays gets a state and cannot cheat; a page, a log, a saved game and an error message cannot
//! leak a strength; a search samples from exactly what a player may believe.
//!
//! # Errors
//!
//! A refused action changes nothing. [`Illegal`] has the [`Case`] of the rules and the facts, from which a program
//! makes a sentence in the reader's language; its `Display` is an English one, and [`Reason`] lists them all. An
//! invalid position is refused with *all* its problems ([`BadPosition`]), an invalid record with the line and what
//! is wrong there ([`RecordError`]). [`State::apply`] also fails if its [`Chance`] cannot give the outcome that is
//! needed ([`NoChance`]), which happens only in replay and in tests. No input causes a panic.
//!
//! # Numbers in brackets
//!
//! A rule is in the file of its chapter under [`rules`] and cites its case in brackets, such as 9.72, by the number
//! of the printed rules. `docs/rules.md` of the repository is the specification: its chapter 0 has the conventions
//! (0.1 to 0.6), part A the decisions (A1 to A21), part B what is hidden, part C the state, and part E the rulings
//! where the printed rules are silent (R1 and so on).
//!
//! # Features
//!
//! | feature | adds | brings |
//! | --- | --- | --- |
//! | `serde` | `Serialize` and `Deserialize` for the vocabulary, actions and events | serde |
//! | `formats` | [`Position`], [`Record`] and [`Game`]; states as bytes | `serde`, postcard |
//! | `json` | positions and records as text; reading the data files themselves | `serde`, serde_json |
//! | `types` | TypeScript types and JSON Schema of all messages | all of these, ts-rs, schemars |
//!
//! `formats` and `json` are on by default. The rules need no feature. With and without the default features the
//! crate builds for the browser (`wasm32-unknown-unknown`).
//!
//! # Related crates
//!
//! `pgg-ai` has the computer opponents, which use only this crate's public API. `pgg-table` adds what a game
//! between people needs: seats, undo, a log. `pgg-server` serves such games. `pgg-laws` checks invariants in
//! random play and fuzzing.

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
