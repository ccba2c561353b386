//! The past of a game: history, positions, the record, luck.

use super::lists::parse_id;
use crate::app::Shared;
use crate::error::Error;
use crate::hub::{self, Retelling};
use crate::limits::{Limit, Open, Visit};
use crate::people::MaybeCaller;
use crate::wire::EntryView;
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use pgg_table::{Corrupt, Happened, Luck, Story};
pub use pgg_wire::games::{History, Past};
use serde::Deserialize;

/// The most positions in one answer.
const POSITIONS: u32 = 200;

const HISTORY: Limit = Limit::new("games.history").per_address(120, 60).per_session(60, 60);

/// Which entries.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Since {
    /// Only those after this number.
    #[serde(default)]
    pub since: u32,
    /// At most so many; by default all.
    pub limit: Option<u32>,
}

/// The log of a game with the events of every action.
pub async fn history(
    State(app): State<Shared>,
    visitor: MaybeCaller,
    Path(id): Path<String>,
    Query(Since { since, limit }): Query<Since>,
) -> Result<Response, Error> {
    let id = parse_id(&id)?;
    let visit = visitor.visit;
    app.limits.check(&HISTORY, &visit, Some(id))?;
    let room = app.limits.telling(&visit)?;
    let live = app.hub.game(id).await?;
    // To the end of the log, which other processes may have brought further than this one knows.
    let until = limit.map_or(u32::MAX, |limit| since.saturating_add(limit));
    let mut telling = Retelling::new(&app.store, &live, since, until);
    // What goes wrong at once has a status; what goes wrong later ends the connection.
    let first = page(telling.next(&app.work, &visit).await?, true)?;
    let told = Told { app, telling, visit, _room: room, first: Some(first), is_done: false };
    let body = Body::from_stream(stream::try_unfold(told, Told::next));
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}

/// An answer with the entries of a game, a page at a time: it holds little memory, however slowly it is read.
struct Told {
    app: Shared,
    telling: Retelling,
    visit: Visit,
    _room: Open,
    /// Told already, but not sent.
    first: Option<Page>,
    is_done: bool,
}

/// Some of the text, and whether it is the last.
struct Page {
    text: String,
    is_last: bool,
}

impl Told {
    async fn next(mut self) -> Result<Option<(Bytes, Told)>, Error> {
        if self.is_done {
            return Ok(None);
        }
        let Page { text, is_last } = match self.first.take() {
            Some(first) => first,
            None => page(self.telling.next(&self.app.work, &self.visit).await?, false)?,
        };
        self.is_done = is_last;
        Ok(Some((text.into(), self)))
    }
}

/// The text of [`History`], part by part.
fn page(happened: Option<Vec<Happened>>, is_first: bool) -> Result<Page, Error> {
    let is_last = happened.is_none();
    let mut text = String::from(if is_first { "{\"entries\":[" } else { "" });
    for (n, happened) in happened.into_iter().flatten().enumerate() {
        if n > 0 || !is_first {
            text.push(',');
        }
        text += &serde_json::to_string(&EntryView::from(happened)).map_err(|_| Error::INTERNAL)?;
    }
    if is_last {
        text += "]}";
    }
    Ok(Page { text, is_last })
}

/// Which positions.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Plies {
    /// After so many actions.
    pub from: u32,
    /// Up to the one after so many; by default the same as `from`.
    pub to: Option<u32>,
}

/// Positions of the past, at most 200 at once.
pub async fn positions(
    State(app): State<Shared>,
    visitor: MaybeCaller,
    Path(id): Path<String>,
    Query(Plies { from, to }): Query<Plies>,
) -> Result<Json<Vec<Past>>, Error> {
    let story = story(&app, &visitor, &id).await?;
    let to = to.unwrap_or(from);
    if from > to || to - from >= POSITIONS || to > story.table.ply() {
        return Err(Error::BadRange { actions: story.table.ply(), most: POSITIONS });
    }
    let told = app.work.run(&visitor.visit, move || {
        let states = story.states(from, to)?;
        Ok((from..).zip(&states).map(|(ply, state)| Past::of(ply, state)).collect())
    });
    let past = told.await?.map_err(broken)?;
    Ok(Json(past))
}

/// The record of a game, as `pgg check` and `pgg replay` read it.
pub async fn record(
    State(app): State<Shared>,
    visitor: MaybeCaller,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    let story = story(&app, &visitor, &id).await?;
    let mut text = Vec::new();
    story.record().write(&mut text).map_err(|_| Error::INTERNAL)?;
    let name = format!("attachment; filename=\"pgg-{id}.jsonl\"");
    let headers =
        [(header::CONTENT_TYPE, "application/jsonl".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((StatusCode::OK, headers, text).into_response())
}

/// The dice and draws of each side, compared with the average.
pub async fn luck(
    State(app): State<Shared>,
    visitor: MaybeCaller,
    Path(id): Path<String>,
) -> Result<Json<Luck>, Error> {
    let story = story(&app, &visitor, &id).await?;
    let luck = app.work.run(&visitor.visit, move || story.luck()).await?.map_err(broken)?;
    Ok(Json(luck))
}

fn broken(error: Corrupt) -> Error {
    tracing::error!(%error, "a game cannot be told again");
    Error::INTERNAL
}

async fn story(app: &Shared, visitor: &MaybeCaller, id: &str) -> Result<Story, Error> {
    let id = parse_id(id)?;
    app.limits.check(&HISTORY, &visitor.visit, Some(id))?;
    let live = app.hub.game(id).await?;
    hub::story(app, &live, &visitor.visit).await
}
