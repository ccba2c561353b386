//! Bots over HTTP, modelled on lichess: one stream of the bot's events, one of each game, and POST for actions.
//! A stream is NDJSON: one JSON object per line, and an empty line now and then to keep it open.

use super::games::parse_id;
use crate::app::Shared;
use crate::chat;
use crate::error::Error;
use crate::hub::{Live, Voice};
use crate::limits::Limit;
use crate::people::{Caller, Scope};
use crate::wire::EntryView;
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use pgg_core::{Action, Side};
use pgg_table::{Asked, GameId, Name, PersonId, Request, Seat, View, Who, Words};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::timeout;

/// How often a quiet stream gets an empty line, and how often the list of games is read in any case.
const HEARTBEAT: Duration = Duration::from_secs(6);
/// The most games in a stream of events.
const GAMES: u32 = 100;

const STREAM: Limit = Limit::new("bots.stream").per_address(60, 60).per_session(30, 60);
const ACTION: Limit =
    Limit::new("bots.action").per_address(6000, 60).per_session(3000, 60).per_game(3000, 60);

/// The bot's events: `challenge` (somebody wants to play), `gameStart`, `gameFinish`. Games in progress come
/// first.
pub async fn events(State(app): State<Shared>, caller: Caller) -> Result<Response, Error> {
    caller.require(Scope::Bot)?;
    app.limits.check(&STREAM, &caller.visit, None)?;
    let guard = app.limits.stream(&caller.visit)?;
    let nudges = app.hub.nudges();
    let closing = app.closing();
    let feed = Feed { app, me: caller.id, nudges, known: HashMap::new(), first: true };
    let lines = stream::unfold((feed, guard, closing), |(mut feed, guard, mut closing)| async move {
        let lines = tokio::select! {
            lines = feed.next() => lines?,
            () = closing.wait() => return None,
        };
        Some((Ok::<_, std::convert::Infallible>(lines), (feed, guard, closing)))
    });
    Ok(ndjson(Body::from_stream(lines)))
}

/// One line of a bot's stream of events.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct BotEvent {
    /// What happened.
    #[serde(rename = "type")]
    kind: EventKind,
    /// In which game.
    game: BotGame,
}

/// What happened to a game of a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum EventKind {
    /// Somebody wants to play: join the game to accept.
    Challenge,
    /// The bot has a seat in it.
    GameStart,
    /// It is over.
    GameFinish,
}

/// A game, as a bot sees it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct BotGame {
    /// Its id.
    id: GameId,
    /// What it is called.
    name: Name,
    /// The bot's side, or the one that is reserved for it.
    side: Option<Side>,
    /// Who plays the other side, if anybody.
    opponent: Option<String>,
    /// Who has to decide.
    deciding: Option<Side>,
}

/// One line of the stream of a game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum GameLine {
    /// The first line: the whole view.
    GameFull {
        /// Which game.
        id: GameId,
        /// The number of the last entry that the view includes.
        last: u32,
        /// The sides the bot plays.
        you: Vec<Side>,
        /// Everything there is to see.
        view: Box<View>,
    },
    /// Something happened: every entry once, in order.
    GameState(Box<EntryView>),
}

/// What a bot has been told of its games.
struct Feed {
    app: Shared,
    me: PersonId,
    nudges: broadcast::Receiver<PersonId>,
    known: HashMap<GameId, EventKind>,
    first: bool,
}

impl Feed {
    /// The next lines; at least an empty one after a while.
    async fn next(&mut self) -> Option<Bytes> {
        if !std::mem::take(&mut self.first) {
            loop {
                match timeout(HEARTBEAT, self.nudges.recv()).await {
                    Ok(Ok(person)) if person != self.me => {}
                    Ok(Err(RecvError::Closed)) => return None,
                    Ok(Ok(_) | Err(RecvError::Lagged(_))) | Err(_) => break,
                }
            }
        }
        // If the store is unreachable, the next round catches up.
        let page = self.app.store.games_of(self.me, None, GAMES).await.ok();
        let mut lines = String::new();
        for game in page.into_iter().flat_map(|page| page.games) {
            let seats = &game.summary.seats;
            let invited = |seat: &Seat| matches!(seat, Seat::Invited { id, .. } if *id == self.me);
            let side = Side::BOTH.into_iter().find(|&side| seats[side].person() == Some(self.me));
            let kept = Side::BOTH.into_iter().find(|&side| invited(&seats[side]));
            let kind = match (game.summary.ending, side, kept) {
                (Some(_), _, _) => EventKind::GameFinish,
                (None, Some(_), _) => EventKind::GameStart,
                (None, None, Some(_)) => EventKind::Challenge,
                (None, None, None) => continue,
            };
            let before = self.known.insert(game.id, kind);
            // Games that were over before the stream began are not news.
            if before == Some(kind) || (before.is_none() && kind == EventKind::GameFinish) {
                continue;
            }
            let about = BotGame {
                id: game.id,
                name: game.name,
                side: side.or(kept),
                opponent: side.or(kept).and_then(|side| seats[side.enemy()].name().map(str::to_owned)),
                deciding: game.summary.deciding,
            };
            lines.push_str(&line(&BotEvent { kind, game: about }));
        }
        if lines.is_empty() {
            lines.push('\n');
        }
        Some(lines.into())
    }
}

/// A game: first `gameFull` with the whole view, then `gameState` for every entry.
pub async fn game(
    State(app): State<Shared>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    caller.require(Scope::Bot)?;
    let id = parse_id(&id)?;
    app.limits.check(&STREAM, &caller.visit, Some(id))?;
    let guard = app.limits.stream(&caller.visit)?;
    let live = app.hub.game(id).await?;
    let (voice, scene, _) = live.listen(None);
    let table = scene.table();
    let you: Vec<Side> = table.sides_of(caller.id).collect();
    let full =
        line(&GameLine::GameFull { id, last: table.last(), you, view: Box::new(app.hub.view(&scene)) });
    let closing = app.closing();
    let watch = Follow { live, voice, sent: table.last(), full: Some(full) };
    let lines = stream::unfold((watch, guard, closing), |(mut watch, guard, mut closing)| async move {
        let lines = tokio::select! {
            lines = watch.next() => lines?,
            () = closing.wait() => return None,
        };
        Some((Ok::<_, std::convert::Infallible>(lines), (watch, guard, closing)))
    });
    Ok(ndjson(Body::from_stream(lines)))
}

struct Follow {
    live: Arc<Live>,
    voice: Voice,
    sent: u32,
    full: Option<String>,
}

impl Follow {
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(full) = self.full.take() {
            return Some(full.into());
        }
        loop {
            match timeout(HEARTBEAT, self.voice.recv()).await {
                Ok(Ok(message)) => {
                    let Some(n) = message.n.filter(|&n| n > self.sent) else { continue };
                    self.sent = n;
                    // The message is `{"entry": {…}}`, serialized once for everybody: cut the entry out without
                    // parsing it.
                    let text = message.text.as_str();
                    let inner = text.strip_prefix("{\"entry\":{").and_then(|rest| rest.strip_suffix('}'))?;
                    return Some(format!("{{\"type\":\"gameState\",{inner}\n").into());
                }
                // Too slow: the bot has to reconnect and gets the whole view.
                Ok(Err(_)) => return None,
                Err(_) => return Some(Bytes::from_static(b"\n")),
            }
        }
    }
}

impl Drop for Follow {
    fn drop(&mut self) {
        tracing::debug!(game = %self.live.id(), sent = self.sent, "a bot's stream ended");
    }
}

/// An action of a bot.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BotAction {
    /// The action, as in `legal`.
    pub action: Action,
    /// The number of the last entry seen, so that the action cannot apply to another position.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional = nullable))]
    pub at: Option<u32>,
}

/// Post an action.
pub async fn action(
    State(app): State<Shared>,
    caller: Caller,
    Path(id): Path<String>,
    Json(BotAction { action, at }): Json<BotAction>,
) -> Result<Json<BotDone>, Error> {
    ask(&app, &caller, &id, Asked { request: Request::Action(action), key: None, at }).await
}

/// Something to say.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BotChat {
    /// What.
    pub text: Words,
}

/// Say something at the table.
pub async fn chat(
    State(app): State<Shared>,
    caller: Caller,
    Path(id): Path<String>,
    Json(BotChat { text }): Json<BotChat>,
) -> Result<Json<BotDone>, Error> {
    ask(&app, &caller, &id, Request::Say { text }.into()).await
}

/// Give the game up.
pub async fn resign(
    State(app): State<Shared>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<BotDone>, Error> {
    ask(&app, &caller, &id, Request::Resign { side: None }.into()).await
}

/// It has been done.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct BotDone {
    /// Always true.
    ok: bool,
    /// The number of the entry.
    n: u32,
}

async fn ask(app: &Shared, caller: &Caller, id: &str, asked: Asked) -> Result<Json<BotDone>, Error> {
    caller.require(Scope::Bot)?;
    let id = parse_id(id)?;
    app.limits.check(&ACTION, &caller.visit, Some(id))?;
    let live = app.hub.game(id).await?;
    chat::check(&app.limits, &caller.visit, &live, caller.id, &asked.request)?;
    let who = Who::Person { id: caller.id, name: caller.name.clone(), invited: false };
    let n = app.hub.request(&live, who, asked).await?;
    Ok(Json(BotDone { ok: true, n }))
}

/// A line of a stream. All of them have a JSON form.
fn line(value: &impl Serialize) -> String {
    let mut line = serde_json::to_string(value).unwrap_or_default();
    line.push('\n');
    line
}

fn ndjson(body: Body) -> Response {
    ([(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")], body)
        .into_response()
}
