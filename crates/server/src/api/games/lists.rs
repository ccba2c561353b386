//! Lists of games: open ones, the caller's own, those to watch, finished ones.

use crate::app::Shared;
use crate::error::{Error, Thing};
use crate::limits::Limit;
use crate::people::MaybeCaller;
use crate::store::{Cursor, Game};
use axum::Json;
use axum::extract::{Path, Query, State};
use pgg_core::data::tables::LevelName;
use pgg_core::{BySide, Phase, Side};
use pgg_table::entry::How;
use pgg_table::{GameId, Name, Seat, Time, Visibility};
pub use pgg_wire::games::Whole;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Which list.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum List {
    /// Public games with an open seat.
    Open,
    /// The caller's own.
    Mine,
    /// Public games under way.
    Watch,
    /// Public games that are over.
    Finished,
}

/// What to list.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// Which list.
    pub list: List,
    /// Of finished games: those with this text in a name.
    #[serde(default)]
    pub search: String,
    /// Where the page begins: `next` of the page before.
    pub cursor: Option<String>,
    /// How many at most.
    #[serde(default = "page")]
    pub limit: u32,
}

const fn page() -> u32 {
    30
}

/// A page of games.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Games {
    /// The games.
    pub games: Vec<Listed>,
    /// Where the next page begins; none if this is the last.
    pub next: Option<String>,
}

/// What a list shows of a game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Listed {
    /// Its id.
    pub id: GameId,
    /// What it is called.
    pub name: Name,
    /// When it was made, milliseconds since 1970.
    pub created: Time,
    /// When something happened last.
    pub updated: Time,
    /// `open`, `playing` or `finished`.
    pub status: crate::store::Status,
    /// Who may see and join it.
    pub visibility: Visibility,
    /// Edition, options and pace.
    #[cfg_attr(feature = "types", ts(type = "{ options: Options, pace: Pace }"), schemars(with = "Terms"))]
    pub options: Value,
    /// Who sits where.
    pub seats: BySide<Seat>,
    /// The Game-Turn.
    pub turn: u8,
    /// The phase.
    pub phase: Phase,
    /// Who has to decide.
    pub deciding: Option<Side>,
    /// Is it you?
    pub your_turn: bool,
    /// Until when.
    pub deadline: Option<Time>,
    /// How it ended.
    pub result: Option<Result_>,
}

/// What a list shows of a game's set-up. It is used only for its JSON Schema: the store keeps the text.
#[cfg(feature = "types")]
#[derive(schemars::JsonSchema)]
#[allow(dead_code)]
struct Terms {
    /// Edition and options.
    options: pgg_core::Options,
    /// How fast it has to go.
    pace: pgg_table::Pace,
}

/// How a game ended.
#[derive(Debug, Serialize)]
#[cfg_attr(
    feature = "types",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "GameResult"),
    schemars(rename = "GameResult")
)]
pub struct Result_ {
    /// `rules`, `resigned`, `agreed` or `time`.
    pub how: How,
    /// Who won; none in a draw.
    pub winner: Option<Side>,
    /// The points.
    pub score: i32,
    /// The level they mean, if it was played to its end.
    pub level: Option<LevelName>,
}

const LIST: Limit = Limit::new("games.list").per_address(240, 60).per_session(120, 60);
const GAME: Limit = Limit::new("games.get").per_address(600, 60).per_session(300, 60);

/// List games, newest first.
pub async fn list(
    State(app): State<Shared>,
    MaybeCaller { caller, visit }: MaybeCaller,
    Query(wanted): Query<Wanted>,
) -> Result<Json<Games>, Error> {
    app.limits.check(&LIST, &visit, None)?;
    let cursor: Option<Cursor> = match wanted.cursor {
        Some(text) => Some(text.parse().map_err(|_| Error::BadCursor)?),
        None => None,
    };
    let limit = wanted.limit.clamp(1, 100);
    let me = caller.map(|caller| caller.id);
    let page = match wanted.list {
        List::Open => app.store.open_games(cursor, limit).await?,
        List::Mine => app.store.games_of(me.ok_or(Error::NoSession)?, cursor, limit).await?,
        List::Watch => app.store.games_to_watch(cursor, limit).await?,
        List::Finished => app.store.finished_games(&wanted.search, cursor, limit).await?,
    };
    let games = page.games.into_iter().map(|game| listed(&app, game, me)).collect();
    Ok(Json(Games { games, next: page.next.map(|cursor| cursor.to_string()) }))
}

/// Look at a game. Its id is the right to.
pub async fn game(
    State(app): State<Shared>,
    MaybeCaller { caller, visit }: MaybeCaller,
    Path(id): Path<String>,
) -> Result<Json<Whole>, Error> {
    let id = parse_id(&id)?;
    app.limits.check(&GAME, &visit, Some(id))?;
    let live = app.hub.game(id).await?;
    let scene = live.scene();
    let table = scene.table();
    let you: Vec<Side> = caller.iter().flat_map(|caller| table.sides_of(caller.id)).collect();
    let code = match you.is_empty() {
        true => None,
        false => app.store.secrets(id).await?.and_then(|secrets| secrets.code),
    };
    Ok(Json(Whole { id, last: table.last(), you, code, view: app.hub.view(&scene) }))
}

/// An id in a path.
pub(crate) fn parse_id(text: &str) -> Result<GameId, Error> {
    text.parse().map_err(|_| Error::NotFound { what: Thing::Game })
}

fn listed(app: &Shared, game: Game, me: Option<pgg_table::PersonId>) -> Listed {
    let summary = game.summary;
    let deciding = summary.deciding;
    Listed {
        id: game.id,
        name: game.name,
        created: game.created,
        updated: summary.updated,
        status: summary.status,
        visibility: game.visibility,
        options: game.options,
        your_turn: deciding.is_some_and(|side| me.is_some() && summary.seats[side].person() == me),
        seats: summary.seats,
        turn: summary.turn,
        phase: summary.phase,
        deciding,
        deadline: summary.deadline.map(|deadline| app.hub.on_the_wall(deadline)),
        result: summary.ending.map(|ending| Result_ {
            how: ending.how,
            winner: ending.winner,
            score: ending.score,
            level: ending.level,
        }),
    }
}
