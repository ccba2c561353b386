//! Bodies of the HTTP API about games, which the page also makes and reads for games of its own.

use crate::{EntryView, Error};
use pgg_core::formats::position::Diagram;
use pgg_core::rules::victory::Score;
use pgg_core::{BySide, Options, Position, Record, Side, State};
use pgg_table::table::{Opening, Start};
use pgg_table::{Fault, GameId, Marks, Name, Pace, PersonId, Seat, View, Visibility};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A game to be made.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The name of the game; by default it is made from the players' names.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional = nullable))]
    pub name: Option<Name>,
    /// The side you play, or both at one screen.
    pub side: Sides,
    /// Who plays the other side.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub opponent: Opponent,
    /// Edition and options.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, type = "Partial<Options>"))]
    pub options: Options,
    /// The pace: `"unlimited"` or `{"days": 3}` for each player-turn.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub pace: Pace,
    /// Who may see and join it: `"public"` or `"link"`.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub visibility: Visibility,
    /// Should forced choices be played for you?
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub auto: bool,
    /// The position to start from, if not from set-up.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional = nullable, type = "Partial<Position<string>> | null"))]
    #[cfg_attr(feature = "types", schemars(with = "Option<Position>"))]
    pub position: Option<Value>,
}

/// The sides the maker of a game plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Sides {
    German,
    Soviet,
    Both,
}

/// Who plays the other side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Opponent {
    /// The person who joins.
    #[default]
    Open,
    /// A program.
    Program {
        /// Its level; `/api/about` lists them.
        level: String,
    },
    /// Somebody with an account.
    Person {
        /// His login.
        login: String,
    },
}

/// A record to import.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Import {
    /// The text of the record.
    pub record: String,
    /// What the game is called.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional = nullable))]
    pub name: Option<Name>,
    /// The side you play on with, or both.
    #[serde(default = "both")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub side: Sides,
    /// Who plays the other side.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub opponent: Opponent,
    /// Who may see and join it.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub visibility: Visibility,
}

const fn both() -> Sides {
    Sides::Both
}

/// A game that has been made.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Made {
    /// Its id.
    pub id: GameId,
    /// The code to join by.
    pub code: String,
    /// The link to give to others.
    pub link: String,
    /// Hash of the seed that decides every die and draw.
    pub commitment: String,
}

impl NewGame {
    /// How it is set up with these seats.
    pub fn opening(self, seats: BySide<Seat>, maker: PersonId) -> Result<Opening, Fault> {
        Ok(Opening {
            name: self.name.unwrap_or_else(|| name_of(&seats)),
            options: self.options,
            visibility: self.visibility,
            pace: self.pace,
            auto: BySide::from_fn(|side| self.auto && seats[side].person() == Some(maker)),
            seats,
            from: start(self.position)?,
        })
    }
}

impl Import {
    /// How a game goes on from the record with these seats.
    pub fn opening(self, record: Record, seats: BySide<Seat>) -> Opening {
        Opening {
            name: self.name.unwrap_or_else(|| name_of(&seats)),
            options: record.header.options,
            visibility: self.visibility,
            pace: Pace::Unlimited,
            auto: BySide::default(),
            seats,
            from: Start::Record(Box::new(record)),
        }
    }
}

impl Sides {
    /// Who sits where: the maker of the game, and the other player if he plays one side only.
    pub fn seats(self, maker: Seat, other: Seat) -> BySide<Seat> {
        let mine = match self {
            Sides::Both => return BySide([maker.clone(), maker]),
            Sides::German => Side::German,
            Sides::Soviet => Side::Soviet,
        };
        BySide::from_fn(|side| if side == mine { maker.clone() } else { other.clone() })
    }
}

/// The seat of a program, if there is one of this level.
pub fn program(level: String) -> Result<Seat, Error> {
    match pgg_ai::NAMES.contains(&level.as_str()) {
        true => Ok(Seat::Program { level }),
        false => Err(Error::NoSuchLevel { levels: pgg_ai::NAMES }),
    }
}

/// Where a game starts. A position is parsed here and not with the request, so that all its problems are
/// reported by field, syntactic and semantic ones alike.
fn start(position: Option<Value>) -> Result<Start, Fault> {
    let Some(position) = position else { return Ok(Start::SetUp) };
    let text = position.to_string();
    State::from_text(&text)?;
    Ok(Start::Position(Box::new(Position::parse(&text)?)))
}

/// "Anna against cadet", as far as the players are known.
fn name_of(seats: &BySide<Seat>) -> Name {
    let name = |side: Side| seats[side].name().unwrap_or("…").chars().take(16).collect::<String>();
    let (german, soviet) = (name(Side::German), name(Side::Soviet));
    Name::parse(&format!("{german} – {soviet}")).unwrap_or_else(|_| fallback())
}

fn fallback() -> Name {
    // A constant text that fits.
    Name::parse("Smolensk").unwrap_or_else(|_| unreachable!())
}

/// A game with its whole view.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Whole {
    /// Its id.
    pub id: GameId,
    /// The number of the last entry.
    pub last: u32,
    /// The sides you play.
    pub you: Vec<Side>,
    /// The code to join by, for those who play.
    pub code: Option<String>,
    /// All there is to see.
    pub view: View,
}

/// Everything that happened.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct History {
    /// The entries, from the first or after `since`.
    pub entries: Vec<EntryView>,
}

/// A position of the past.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Past {
    /// After so many actions.
    pub ply: u32,
    /// The position.
    #[cfg_attr(feature = "types", schemars(with = "pgg_core::formats::types::DiagramForm"))]
    pub position: Diagram,
    /// Points by source.
    pub score: Score,
    /// Facts about units that only the rules can compute.
    pub marks: Marks,
}

impl Past {
    /// Of a state.
    pub fn of(ply: u32, state: &State) -> Past {
        Past {
            ply,
            position: Diagram::of(state),
            score: state.score(),
            marks: Marks::of(state, &state.legal()),
        }
    }
}
