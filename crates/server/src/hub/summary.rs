//! What the store keeps besides the log, so that lists need not read logs.

use super::live::json;
use crate::store::{Ending, Row, Status, Summary};
use pgg_core::Side;
use pgg_table::{Happened, Pace, PersonId, Table, Time};
use serde_json::Value;

/// The rows of the log.
pub(super) fn rows(happened: &[Happened]) -> Vec<Row> {
    happened
        .iter()
        .map(|Happened { entry, .. }| Row {
            at: entry.at,
            key: entry.key.clone(),
            body: json(entry, str::to_owned),
        })
        .collect()
}

/// What lists show of a game's set-up.
#[derive(serde::Serialize)]
struct Options<'a> {
    options: &'a pgg_core::Options,
    pace: &'a Pace,
}

/// What lists show of a game's set-up, as JSON.
pub(super) fn options(table: &Table) -> Value {
    let opened = table.opened();
    serde_json::to_value(Options { options: &opened.options, pace: &opened.pace }).unwrap_or_default()
}

/// What lists show of a game's state.
pub(super) fn summary(table: &Table, now: Time) -> Summary {
    let state = table.state();
    let playing = Side::BOTH.into_iter().all(|side| table.seats()[side].is_taken());
    let ended = table.ended();
    Summary {
        updated: now,
        status: match (ended.is_some(), playing) {
            (true, _) => Status::Finished,
            (false, true) => Status::Playing,
            (false, false) => Status::Open,
        },
        seats: table.seats().clone(),
        turn: state.turn(),
        phase: state.phase(),
        deciding: table.deciding(),
        deadline: table.clock().deadline().map(|(_, deadline)| deadline).filter(|_| ended.is_none()),
        ending: ended.map(|ended| Ending {
            at: now,
            how: ended.how,
            winner: ended.winner,
            score: ended.score,
            level: ended.level,
        }),
    }
}

/// Whom to call: a person to whom the decision has passed.
pub(super) fn wake(before: Option<&Table>, after: &Table) -> Vec<PersonId> {
    let person = |table: &Table| table.deciding().and_then(|side| table.seats()[side].person());
    person(after).filter(|_| before.and_then(person) != person(after)).into_iter().collect()
}
