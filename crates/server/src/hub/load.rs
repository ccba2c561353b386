//! Reading games from the store.

use super::{Happenings, Live};
use crate::error::Error;
use crate::store::{LogRow, Store};
use pgg_table::{Entry, GameId, Happened, Story, Table};

/// A game from its snapshot and the entries since, or from its whole log.
pub(super) async fn load(store: &Store, id: GameId) -> Result<Live, Error> {
    let loaded = store.load(id).await?.ok_or_else(|| Error::not_found("game"))?;
    let seed = loaded.secrets.seed;
    let restored = loaded.snapshot.and_then(|snapshot| match Table::restore(&snapshot.body, seed) {
        Ok(table) => Some(table),
        Err(error) => {
            tracing::warn!(game = %id, %error, "a snapshot is passed over");
            None
        }
    });
    if let Some(mut table) = restored {
        let happened = admit(id, &mut table, &loaded.log)?;
        return Ok(Live::new(id, seed, table, happened));
    }
    let log = store.log(id, 0, u32::MAX).await?;
    let (first, rest) = log.split_first().ok_or_else(|| broken(id, "the log is empty"))?;
    let first = entry(first)?;
    let (mut table, events) = Table::first(&first, seed).map_err(|e| broken(id, e))?;
    let mut happened = vec![Happened { now: table.now(), entry: first, events }];
    happened.extend(admit(id, &mut table, rest)?);
    Ok(Live::new(id, seed, table, happened))
}

/// What others have added to a live game.
pub(super) async fn read_on(store: &Store, live: &Live) -> Result<(), Error> {
    let mut table = Table::clone(&live.table());
    let rows = store.log(live.id(), table.last(), u32::MAX).await?;
    let happened = admit(live.id(), &mut table, &rows)?;
    if !happened.is_empty() {
        live.publish(table, happened);
    }
    Ok(())
}

fn admit(id: GameId, table: &mut Table, rows: &[LogRow]) -> Result<Happenings, Error> {
    rows.iter()
        .map(|row| {
            let entry = entry(row)?;
            let events = table.admit(&entry).map_err(|e| broken(id, e))?;
            Ok(Happened { entry, events, now: table.now() })
        })
        .collect()
}

/// A whole game with everything that happened.
pub async fn story(store: &Store, live: &Live) -> Result<Story, Error> {
    let rows = store.log(live.id(), 0, u32::MAX).await?;
    let (id, seed) = (live.id(), live.seed());
    // Replaying a long game takes milliseconds: not on a thread that serves others.
    let told = tokio::task::spawn_blocking(move || {
        let entries: Vec<Entry> = rows.iter().map(entry).collect::<Result<_, Error>>()?;
        Story::of(&entries, seed).map_err(|e| broken(id, e))
    });
    told.await.map_err(|_| Error::internal())?
}

fn entry(row: &LogRow) -> Result<Entry, Error> {
    serde_json::from_str(&row.body).map_err(|error| {
        tracing::error!(n = row.n, %error, "an entry of a log cannot be read");
        Error::internal()
    })
}

fn broken(id: GameId, error: impl std::fmt::Display) -> Error {
    tracing::error!(game = %id, %error, "the log of a game is broken");
    Error::internal()
}
