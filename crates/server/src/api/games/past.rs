//! The past of a game: history, positions, the record, luck.

use super::lists::parse_id;
use crate::app::Shared;
use crate::error::Error;
use crate::hub;
use crate::limits::Limit;
use crate::people::MaybeCaller;
use crate::wire::EntryView;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use pgg_table::{Corrupt, Luck, Story};
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
}

/// The log of a game with the events of every action.
pub async fn history(
    State(app): State<Shared>,
    visitor: MaybeCaller,
    Path(id): Path<String>,
    Query(Since { since }): Query<Since>,
) -> Result<Json<History>, Error> {
    let story = story(&app, &visitor, &id).await?;
    let entries = story.happened.into_iter().filter(|h| h.entry.n > since).map(EntryView::from).collect();
    Ok(Json(History { entries }))
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
    let told = tokio::task::spawn_blocking(move || {
        let states = story.states(from, to)?;
        Ok((from..).zip(&states).map(|(ply, state)| Past::of(ply, state)).collect())
    });
    let past = told.await.map_err(|_| Error::INTERNAL)?.map_err(broken)?;
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
    let told = tokio::task::spawn_blocking(move || story.luck());
    let luck = told.await.map_err(|_| Error::INTERNAL)?.map_err(broken)?;
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
    hub::story(&app.store, &live).await
}
