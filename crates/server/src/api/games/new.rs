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
use pgg_core::{BySide, Record};
use pgg_table::table::Opening;
use pgg_table::{Fault, GameId, Seat};
use pgg_wire::games::program;
pub use pgg_wire::games::{Import, Made, NewGame, Opponent, Sides};
use serde::Serialize;

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
    let seats = seats(&app, &caller, new.side, new.opponent.clone()).await?;
    open(&app, &caller, new.opening(seats, caller.id)?).await
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
    let read = app.work.run(&caller.visit, move || (Record::parse(&import.record), import));
    let (record, import) = read.await?;
    let seats = seats(&app, &caller, import.side, import.opponent.clone()).await?;
    open(&app, &caller, import.opening(record.map_err(Fault::from)?, seats)).await
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
    let other = match opponent {
        _ if side == Sides::Both => Seat::Open,
        Opponent::Open => Seat::Open,
        Opponent::Program { level } => program(level)?,
        Opponent::Person { login } => {
            let found = app.store.person_by_login(&login.to_lowercase()).await?;
            let store::Person { id, name, .. } = found.ok_or(Error::NoSuchPerson)?;
            if id == caller.id {
                return Err(Error::Yourself);
            }
            Seat::Invited { id, name }
        }
    };
    Ok(side.seats(Seat::Person { id: caller.id, name: caller.name.clone() }, other))
}
