//! Joining, acting and asking: over HTTP as over the WebSocket.

use super::lists::parse_id;
use crate::app::Shared;
use crate::chat;
use crate::code::Code;
use crate::error::Error;
use crate::hub::Live;
use crate::limits::Limit;
use crate::people::{Caller, MaybeCaller, Scope};
use crate::socket::{self, Coming, Visitor};
use crate::wire::checked;
use axum::Json;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use pgg_core::Side;
use pgg_table::ask::{Answer, Asks, Reply};
use pgg_table::{Asked, Fault, Request, Seat, Table, Who};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// How to join.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The side; the open one if it is left out.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional = nullable))]
    pub side: Option<Side>,
    /// The game's code, if it is by invitation.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional = nullable))]
    pub code: Option<String>,
}

/// The number of an entry.
#[derive(Debug, Serialize)]
#[cfg_attr(
    feature = "types",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "EntryNumber"),
    schemars(rename = "EntryNumber")
)]
pub struct Number {
    /// The entry that answers the request.
    pub n: u32,
}

const JOIN: Limit = Limit::new("games.join").per_address(30, 60).per_session(30, 60).per_game(30, 60);
const DO: Limit = Limit::new("games.do").per_address(1200, 60).per_session(600, 60).per_game(1200, 60);
const ASK: Limit = Limit::new("games.ask").per_address(1200, 60).per_session(600, 60);
const SOCKET: Limit = Limit::new("games.socket").per_address(120, 60).per_session(60, 60).per_game(240, 60);

/// Take a seat.
pub async fn join(
    State(app): State<Shared>,
    caller: Caller,
    Path(id): Path<String>,
    Json(join): Json<Join>,
) -> Result<Json<Number>, Error> {
    caller.require(Scope::Play)?;
    let id = parse_id(&id)?;
    app.limits.check(&JOIN, &caller.visit, Some(id))?;
    let live = app.hub.game(id).await?;
    let table = live.table();
    // A person who sits there already has joined; a repeated click is not an error.
    if let Some(side) = table.sides_of(caller.id).next()
        && join.side.is_none_or(|wanted| wanted == side)
    {
        return Ok(Json(Number { n: table.last() }));
    }
    let invited = match join.code {
        Some(code) => {
            let code: Code = code.parse().map_err(|_| Error::BadCode)?;
            let game = app.store.by_code(&code.hash()).await?;
            if game.is_none_or(|game| game.id != id) {
                return Err(Fault::NotInvited.into());
            }
            true
        }
        None => false,
    };
    let side = join.side.or_else(|| free_seat(&table, &caller)).ok_or(Fault::SeatTaken { side: None })?;
    let who = Who::Person { id: caller.id, name: caller.name.clone(), invited };
    let n = app.hub.request(&live, who, Asked::from(Request::Sit { side })).await?;
    Ok(Json(Number { n }))
}

/// A seat reserved for the caller, or an open one.
fn free_seat(table: &Table, caller: &Caller) -> Option<Side> {
    let kept = |seat: &Seat| matches!(seat, Seat::Invited { id, .. } if *id == caller.id);
    let find = |fits: &dyn Fn(&Seat) -> bool| Side::BOTH.into_iter().find(|&side| fits(&table.seats()[side]));
    find(&kept).or_else(|| find(&|seat| *seat == Seat::Open))
}

/// A request, with the fields that make it idempotent.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Do {
    /// What.
    #[serde(rename = "do")]
    pub request: Request,
    /// Chosen by the sender, unique for each request: the same key again is answered, not done again.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional = nullable))]
    pub key: Option<String>,
    /// The number of the last entry the sender has seen; an action needs it.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional = nullable))]
    pub at: Option<u32>,
    /// As over the WebSocket; ignored over HTTP.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, type = "unknown"))]
    pub id: Value,
}

/// Do something: an action, undo, an offer, chat. The same as `do` over the WebSocket.
pub async fn act(
    State(app): State<Shared>,
    caller: Caller,
    Path(id): Path<String>,
    Json(Do { request, key, at, .. }): Json<Do>,
) -> Result<Json<Number>, Error> {
    caller.require(Scope::Play)?;
    let id = parse_id(&id)?;
    app.limits.check(&DO, &caller.visit, Some(id))?;
    let asked = Asked { request, key, at };
    checked(&asked)?;
    let live = app.hub.game(id).await?;
    chat::check(&app.limits, &caller.visit, &live, caller.id, &asked.request)?;
    let who = Who::Person { id: caller.id, name: caller.name.clone(), invited: false };
    let n = app.hub.request(&live, who, asked).await?;
    Ok(Json(Number { n }))
}

/// An answer.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Answered {
    /// The number of the last entry it knows of.
    pub at: u32,
    /// To one question.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub answer: Option<Answer>,
    /// To a list, in its order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub answers: Option<Vec<Reply>>,
}

/// Ask something that changes nothing: what is legal, where units can go, odds, supply.
pub async fn ask(
    State(app): State<Shared>,
    MaybeCaller { visit, .. }: MaybeCaller,
    Path(id): Path<String>,
    Json(asks): Json<Asks>,
) -> Result<Json<Answered>, Error> {
    let id = parse_id(&id)?;
    app.limits.check(&ASK, &visit, Some(id))?;
    let scene = app.hub.game(id).await?.scene();
    let at = scene.table().last();
    Ok(Json(match asks.checked()? {
        Asks::One(ask) => {
            Answered { at, answer: Some(scene.answer(ask, &app.work, &visit).await??), answers: None }
        }
        Asks::Several(asks) => {
            Answered { at, answer: None, answers: Some(scene.answers(asks, &app.work, &visit).await?) }
        }
    }))
}

/// The WebSocket of a game: see docs/server-protocol.md.
pub async fn socket(
    State(app): State<Shared>,
    MaybeCaller { caller, visit }: MaybeCaller,
    Path(id): Path<String>,
    Query(coming): Query<Coming>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Error> {
    let id = parse_id(&id)?;
    app.limits.check(&SOCKET.of_the_caller(), &visit, None)?;
    let live = app.hub.game(id).await;
    let plays = |live: &Arc<Live>, id| live.table().sides_of(id).next().is_some();
    let is_player =
        caller.as_ref().is_some_and(|caller| live.as_ref().is_ok_and(|live| plays(live, caller.id)));
    // However many watch: a player comes to his table.
    let guard = if is_player {
        app.limits.seat(&visit, id)?
    } else {
        app.limits.check(&SOCKET.of_the_game(), &visit, Some(id))?;
        app.limits.connection(&visit, id)?
    };
    let live = live?;
    let proof = [header::COOKIE, header::AUTHORIZATION].into_iter();
    let visitor = Visitor {
        visit,
        proof: proof.filter_map(|name| Some((name.clone(), headers.get(name)?.clone()))).collect(),
        may_act: caller.as_ref().is_some_and(|caller| caller.scopes.contains(Scope::Play)),
        key: caller.as_ref().map(|caller| caller.key),
        person: caller.map(|caller| (caller.id, caller.name)),
    };
    Ok(upgrade
        .max_message_size(socket::FRAME_LIMIT)
        .max_frame_size(socket::FRAME_LIMIT)
        .read_buffer_size(2 * 1024)
        .write_buffer_size(4 * 1024)
        .max_write_buffer_size(1024 * 1024)
        .on_upgrade(move |socket| async move {
            socket::run(socket, app, live, visitor, coming).await;
            drop(guard);
        }))
}
