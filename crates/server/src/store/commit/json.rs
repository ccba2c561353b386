//! The rows of a group commit as JSON, for statements that take those of a whole batch at once.

use super::prepare::Prepared;
use super::{Kind, Sorted};
use crate::store::hex;
use pgg_table::{GameId, Time};
use serde::Serialize;
use std::collections::HashSet;

/// A JSON array of the rows of games of one of these kinds, with the columns that change rarely or without; none if
/// there are none.
pub(super) fn games(
    changes: &[Sorted<'_>],
    kinds: &[Kind],
    rarely: bool,
) -> serde_json::Result<Option<String>> {
    let mut array = Array::default();
    for (_, change) in changes.iter().filter(|(kind, _)| kinds.contains(kind)) {
        let often = serde_json::to_string(&change.often)?;
        if rarely {
            // Two objects become one.
            let rest = change.rest.json()?;
            let often = often.strip_suffix('}').unwrap_or_default();
            array.push(&format!("{often},{}", rest.strip_prefix('{').unwrap_or_default()));
        } else {
            array.push(&often);
        }
    }
    Ok(array.end())
}

/// A JSON array of the entries of games that were changed; none if there are none.
#[cfg_attr(not(feature = "postgres"), expect(dead_code, reason = "SQLite has a faster way"))]
pub(super) fn log(changes: &[Sorted<'_>], done: &HashSet<GameId>) -> serde_json::Result<Option<String>> {
    #[derive(Serialize)]
    struct Entry<'a> {
        game: GameId,
        n: u32,
        at: Time,
        key: Option<&'a str>,
        body: &'a str,
    }
    let mut array = Array::default();
    for change in those(changes, done) {
        for (row, n) in change.rows.iter().zip(change.after + 1..) {
            let (game, key) = (change.game, row.key.as_deref());
            let entry = Entry { game, n, at: row.at, key, body: &row.body };
            array.push(&serde_json::to_string(&entry)?);
        }
    }
    Ok(array.end())
}

/// A JSON array of their snapshots.
#[cfg_attr(not(feature = "postgres"), expect(dead_code, reason = "SQLite has a faster way"))]
pub(super) fn snapshots(
    changes: &[Sorted<'_>],
    done: &HashSet<GameId>,
) -> serde_json::Result<Option<String>> {
    #[derive(Serialize)]
    struct Entry {
        game: GameId,
        n: u32,
        body: String,
    }
    let mut array = Array::default();
    for change in those(changes, done) {
        if let Some(snapshot) = &change.snapshot {
            let entry = Entry { game: change.game, n: snapshot.n, body: hex(&snapshot.body) };
            array.push(&serde_json::to_string(&entry)?);
        }
    }
    Ok(array.end())
}

/// A JSON array of whose webhooks are to be called.
pub(super) fn outbox(changes: &[Sorted<'_>], done: &HashSet<GameId>) -> Option<String> {
    let mut array = Array::default();
    those(changes, done).filter(|c| !c.outbox.is_empty()).for_each(|c| array.push(&c.outbox));
    array.end()
}

/// The changes that were made.
pub(super) fn those<'a>(
    changes: &'a [Sorted<'_>],
    done: &'a HashSet<GameId>,
) -> impl Iterator<Item = &'a Prepared> {
    changes.iter().map(|(_, change)| *change).filter(|change| done.contains(&change.game))
}

/// A JSON array that is being written.
#[derive(Default)]
struct Array(String);

impl Array {
    fn push(&mut self, json: &str) {
        self.0.push(if self.0.is_empty() { '[' } else { ',' });
        self.0.push_str(json);
    }

    /// The array; none if there is nothing in it.
    fn end(self) -> Option<String> {
        (!self.0.is_empty()).then(|| self.0 + "]")
    }
}
