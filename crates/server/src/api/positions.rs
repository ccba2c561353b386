//! Questions about any position, from a game's past or made up. Nothing is stored.

use crate::app::Shared;
use crate::error::Error;
use crate::limits::Limit;
use crate::people::MaybeCaller;
use axum::Json;
use axum::extract::State;
use pgg_core::formats::position::Diagram;
use pgg_table::Ask;
use pgg_table::ask::{Reply, answer, few};
use serde::{Deserialize, Serialize};

const ASK: Limit = Limit::new("positions.ask").per_address(600, 60).per_session(300, 60);

/// Questions about a position.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Inquiry {
    /// The position, as the server tells it or as a file has it.
    #[cfg_attr(feature = "types", ts(type = "Partial<Position<DiagramUnit>>"))]
    #[cfg_attr(feature = "types", schemars(with = "pgg_core::formats::types::DiagramForm"))]
    pub position: Diagram,
    /// The questions, as in `/api/games/{id}/ask`; at most eight.
    pub asks: Vec<Ask>,
}

/// Their answers.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Answers {
    /// One for each question, in order.
    pub answers: Vec<Reply>,
}

/// Ask about any position: zones, supply, reach, odds. Each question is answered or refused on its own.
pub async fn ask(
    State(app): State<Shared>,
    MaybeCaller { visit, .. }: MaybeCaller,
    Json(Inquiry { position, asks }): Json<Inquiry>,
) -> Result<Json<Answers>, Error> {
    app.limits.check(&ASK, &visit, None)?;
    few(&asks)?;
    let state = pgg_core::State::try_from(&position)?;
    let mut answers = Vec::with_capacity(asks.len());
    for ask in asks {
        // One by one, so that others come in between.
        answers.push(app.work.run(&visit, move || answer(&state, &ask)).await?.into());
    }
    Ok(Json(Answers { answers }))
}
