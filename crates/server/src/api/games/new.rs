//! Making games: from set-up, from a position, from a record.

use crate::app::Shared;
use crate::code::Code;
use crate::error::{Error, Thing};
use crate::limits::Limit;
use crate::people::{Caller, MaybeCaller, Scope};
use crate::store;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use pgg_core::{BySide, Options, Position, Record, Side};
use pgg_table::table::{Opening, Start};
use pgg_table::{Fault, GameId, Name, Pace, Seat, Visibility};
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

/// The largest record: several times the longest game.
pub const RECORD_LIMIT: usize = 4 * 1024 * 1024;

const CREATE: Limit = Limit::new("games.create").per_address(60, 60).per_session(30, 60);
const IMPORT: Limit = Limit::new("games.import").per_address(12, 60).per_session(6, 60);
const CODE: Limit = Limit::new("games.code").per_address(20, 60).per_session(20, 60);

/// Make a game.
pub async fn create(
    State(app): State<Shared>,
    caller: Caller,
    Json(new): Json<NewGame>,
) -> Result<(StatusCode, Json<Made>), Error> {
    caller.require(Scope::Play)?;
    app.limits.check(&CREATE, &caller.visit, None)?;
    let from = start(new.position)?;
    let seats = seats(&app, &caller, new.side, new.opponent).await?;
    let opening = Opening {
        name: new.name.unwrap_or_else(|| name_of(&seats)),
        options: new.options,
        visibility: new.visibility,
        pace: new.pace,
        auto: BySide::from_fn(|side| new.auto && seats[side].person() == Some(caller.id)),
        seats,
        from,
    };
    open(&app, &caller, opening).await
}

/// Where a game starts. A position is parsed here and not with the request, so that all its problems are
/// reported by field, syntactic and semantic ones alike.
fn start(position: Option<Value>) -> Result<Start, Fault> {
    let Some(position) = position else { return Ok(Start::SetUp) };
    let text = position.to_string();
    pgg_core::State::from_text(&text)?;
    Ok(Start::Position(Box::new(Position::parse(&text)?)))
}

/// Import a game from its record, to look at it or to play on.
pub async fn import(
    State(app): State<Shared>,
    caller: Caller,
    Json(import): Json<Import>,
) -> Result<(StatusCode, Json<Made>), Error> {
    caller.require(Scope::Play)?;
    app.limits.check(&IMPORT, &caller.visit, None)?;
    // Parsing a long record takes milliseconds, too long for a thread that serves others.
    let read = tokio::task::spawn_blocking(move || Record::parse(&import.record));
    let record = read.await.map_err(|_| Error::INTERNAL)?.map_err(Fault::from)?;
    let seats = seats(&app, &caller, import.side, import.opponent).await?;
    let opening = Opening {
        name: import.name.unwrap_or_else(|| name_of(&seats)),
        options: record.header.options,
        visibility: import.visibility,
        pace: Pace::Unlimited,
        auto: BySide::default(),
        seats,
        from: Start::Record(Box::new(record)),
    };
    open(&app, &caller, opening).await
}

/// Which game a code is for.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Found {
    /// The game.
    pub id: GameId,
}

/// Find a game by the code its maker gave you.
pub async fn code(
    State(app): State<Shared>,
    MaybeCaller { visit, .. }: MaybeCaller,
    Path(code): Path<String>,
) -> Result<Json<Found>, Error> {
    app.limits.check(&CODE, &visit, None)?;
    let code: Code = code.parse().map_err(|_| Error::NotFound { what: Thing::Code })?;
    let game = app.store.by_code(&code.hash()).await?.ok_or(Error::NotFound { what: Thing::Code })?;
    Ok(Json(Found { id: game.id }))
}

async fn open(app: &Shared, caller: &Caller, opening: Opening) -> Result<(StatusCode, Json<Made>), Error> {
    let code = Code::random()?;
    let live = app.hub.open(opening, caller.id, &code).await?;
    let made = Made {
        id: live.id(),
        link: format!("{}/game/{}?code={code}", app.url(), live.id()),
        code: code.to_string(),
        commitment: live.table().opened().commitment.clone(),
    };
    Ok((StatusCode::CREATED, Json(made)))
}

async fn seats(
    app: &Shared,
    caller: &Caller,
    side: Sides,
    opponent: Opponent,
) -> Result<BySide<Seat>, Error> {
    let me = Seat::Person { id: caller.id, name: caller.name.clone() };
    let mine = match side {
        Sides::Both => return Ok(BySide([me.clone(), me])),
        Sides::German => Side::German,
        Sides::Soviet => Side::Soviet,
    };
    let other = match opponent {
        Opponent::Open => Seat::Open,
        Opponent::Program { level } => {
            if !pgg_ai::NAMES.contains(&level.as_str()) {
                return Err(Error::NoSuchLevel { levels: pgg_ai::NAMES });
            }
            Seat::Program { level }
        }
        Opponent::Person { login } => {
            let found = app.store.person_by_login(&login.to_lowercase()).await?;
            let store::Person { id, name, .. } = found.ok_or(Error::NoSuchPerson)?;
            if id == caller.id {
                return Err(Error::Yourself);
            }
            Seat::Invited { id, name }
        }
    };
    Ok(BySide::from_fn(|side| if side == mine { me.clone() } else { other.clone() }))
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
