//! Bots over HTTP, as their authors know it from lichess: one stream of what concerns the bot, one of each game, and
//! actions posted. A stream is NDJSON: one JSON object a line, and an empty line now and then to keep it open.

use super::games::parse_id;
use crate::app::Shared;
use crate::error::Error;
use crate::hub::{Live, Voice};
use crate::limits::Limit;
use crate::people::{Caller, Scope};
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use pgg_core::{Action, Side};
use pgg_table::{Asked, GameId, PersonId, Request, Seat, Time, Who, Words};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::timeout;

/// How often a quiet stream gets an empty line, and the list of games is looked at in any case.
const HEARTBEAT: Duration = Duration::from_secs(6);
/// The most games a stream of events tells of.
const GAMES: u32 = 100;

const STREAM: Limit = Limit::new("bots.stream").per_address(60, 60).per_session(30, 60);
const ACTION: Limit =
    Limit::new("bots.action").per_address(6000, 60).per_session(3000, 60).per_game(3000, 60);

/// What concerns the bot: `challenge` (somebody wants to play), `gameStart`, `gameFinish`. Games under way come first.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/stream/event", tag = "bots",
    responses((status = 200, content_type = "application/x-ndjson", body = String), (status = 403))))]
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

/// What a bot has been told of its games.
struct Feed {
    app: Shared,
    me: PersonId,
    nudges: broadcast::Receiver<PersonId>,
    known: HashMap<GameId, (&'static str, Time)>,
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
        // If the store is away, the next round tells it.
        let page = self.app.store.games_of(self.me, None, GAMES).await.ok();
        let mut lines = String::new();
        for game in page.into_iter().flat_map(|page| page.games) {
            let seats = &game.summary.seats;
            let invited = |seat: &Seat| matches!(seat, Seat::Invited { id, .. } if *id == self.me);
            let side = Side::BOTH.into_iter().find(|&side| seats[side].person() == Some(self.me));
            let kept = Side::BOTH.into_iter().find(|&side| invited(&seats[side]));
            let kind = match (game.summary.ending, side, kept) {
                (Some(_), _, _) => "gameFinish",
                (None, Some(_), _) => "gameStart",
                (None, None, Some(_)) => "challenge",
                (None, None, None) => continue,
            };
            let before = self.known.insert(game.id, (kind, game.created));
            // What was over before the stream began is nothing new.
            if before.is_some_and(|(told, _)| told == kind) || (before.is_none() && kind == "gameFinish") {
                continue;
            }
            let about = json!({
                "id": game.id,
                "name": game.name,
                "side": side.or(kept),
                "opponent": side.or(kept).and_then(|side| seats[side.enemy()].name().map(str::to_owned)),
                "deciding": game.summary.deciding,
            });
            lines.push_str(&json!({"type": kind, "game": about}).to_string());
            lines.push('\n');
        }
        if lines.is_empty() {
            lines.push('\n');
        }
        Some(lines.into())
    }
}

/// A game: first `gameFull` with everything there is to see, then `gameState` for every entry.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/bot/game/stream/{id}", params(("id" = String, Path)), tag = "bots",
    responses((status = 200, content_type = "application/x-ndjson", body = String), (status = 403), (status = 404))))]
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
    let (voice, table, _) = live.listen(None);
    let you: Vec<Side> = table.sides_of(caller.id).collect();
    let full = json!({
        "type": "gameFull",
        "id": id,
        "last": table.last(),
        "you": you,
        "view": table.view(),
    });
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
    full: Option<Value>,
}

impl Follow {
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(full) = self.full.take() {
            return Some(format!("{full}\n").into());
        }
        loop {
            match timeout(HEARTBEAT, self.voice.recv()).await {
                Ok(Ok(message)) => {
                    let Some(n) = message.n.filter(|&n| n > self.sent) else { continue };
                    self.sent = n;
                    // The message is `{"entry": {…}}`, written once for everybody: take it apart without reading it.
                    let text = message.text.as_str();
                    let inner = text.strip_prefix("{\"entry\":{").and_then(|rest| rest.strip_suffix('}'))?;
                    return Some(format!("{{\"type\":\"gameState\",{inner}\n").into());
                }
                // Too slow: the bot comes back and gets the whole.
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
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct BotAction {
    /// The action, as in `legal`.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub action: Action,
    /// The number of the last entry seen: then it is not done to another position.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub at: Option<u32>,
}

/// Post an action.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/bot/game/{id}/action", params(("id" = String, Path)), request_body = BotAction,
    tag = "bots", responses((status = 200), (status = 403), (status = 409), (status = 422))))]
pub async fn action(
    State(app): State<Shared>,
    caller: Caller,
    Path(id): Path<String>,
    Json(BotAction { action, at }): Json<BotAction>,
) -> Result<Json<Value>, Error> {
    ask(&app, &caller, &id, Asked { request: Request::Action(action), key: None, at }).await
}

/// Something to say.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct BotChat {
    /// What.
    #[cfg_attr(feature = "openapi", schema(value_type = String, max_length = 500))]
    pub text: Words,
}

/// Say something at the table.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/bot/game/{id}/chat", params(("id" = String, Path)), request_body = BotChat,
    tag = "bots", responses((status = 200), (status = 403))))]
pub async fn chat(
    State(app): State<Shared>,
    caller: Caller,
    Path(id): Path<String>,
    Json(BotChat { text }): Json<BotChat>,
) -> Result<Json<Value>, Error> {
    ask(&app, &caller, &id, Request::Say { text }.into()).await
}

/// Give the game up.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/bot/game/{id}/resign", params(("id" = String, Path)), tag = "bots",
    responses((status = 200), (status = 403), (status = 409))))]
pub async fn resign(
    State(app): State<Shared>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Value>, Error> {
    ask(&app, &caller, &id, Request::Resign { side: None }.into()).await
}

async fn ask(app: &Shared, caller: &Caller, id: &str, asked: Asked) -> Result<Json<Value>, Error> {
    caller.require(Scope::Bot)?;
    let id = parse_id(id)?;
    app.limits.check(&ACTION, &caller.visit, Some(id))?;
    let live = app.hub.game(id).await?;
    let who = Who::Person { id: caller.id, name: caller.name.clone(), invited: false };
    let n = app.hub.request(&live, who, asked).await?;
    Ok(Json(json!({"ok": true, "n": n})))
}

fn ndjson(body: Body) -> Response {
    ([(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")], body)
        .into_response()
}
