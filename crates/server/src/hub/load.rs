//! Reading games from the store.

use super::{Happenings, Live};
use crate::app::App;
use crate::error::{Error, Thing};
use crate::limits::Visit;
use crate::store::{LogRow, Snapshot, Store};
use pgg_table::{Differs, Entry, GameId, Happened, Kept, Story, Table};

/// A game from its snapshot and the later entries, or from its whole log. By newer rules the whole log is
/// replayed once, and a new snapshot is stored: it has the position from which the game continues.
pub(super) async fn load(store: &Store, id: GameId) -> Result<Live, Error> {
    let loaded = store.load(id).await?.ok_or(Error::NotFound { what: Thing::Game })?;
    let seed = loaded.secrets.seed;
    let kept = loaded.snapshot.and_then(|snapshot| match Table::restore(&snapshot.body, seed) {
        Ok(kept) => Some(kept),
        Err(error) => {
            tracing::warn!(game = %id, %error, "a snapshot is passed over");
            None
        }
    });
    let kept = match kept {
        Some(Kept { mut table, is_older: false }) => {
            let happened = admit(id, &mut table, &loaded.log)?;
            committed(id, &table)?;
            return Ok(Live::new(id, table, happened));
        }
        kept => kept.map(|kept| kept.table),
    };
    let rows = store.log(id, 0, u32::MAX).await?;
    let followed = tokio::task::spawn_blocking(move || {
        let entries = entries(&rows)?;
        Table::of_log(&entries, kept, seed).map_err(|error| broken(id, error))
    });
    let (table, happened) = followed.await.map_err(|_| Error::INTERNAL)??;
    warn(id, &table);
    committed(id, &table)?;
    let live = Live::new(id, table, happened);
    live.set_snapshot_at(0);
    keep(store, &live).await;
    Ok(live)
}

/// Stores a snapshot of the table if there are entries since the last one.
pub(super) async fn keep(store: &Store, live: &Live) {
    let table = live.table();
    if live.snapshot_at() >= table.last() {
        return;
    }
    let snapshot = Snapshot { n: table.last(), body: table.snapshot() };
    match store.keep(live.id(), snapshot).await {
        Ok(()) => live.set_snapshot_at(table.last()),
        // Nothing is lost: the log has everything, and the next snapshot may succeed.
        Err(error) => tracing::warn!(game = %live.id(), %error, "a snapshot could not be kept"),
    }
}

/// A game goes on only with the seed that was committed to before: somebody may have changed the database. A game that is over needs no seed.
fn committed(id: GameId, table: &Table) -> Result<(), Error> {
    if table.ended().is_some() || table.has_its_seed() {
        return Ok(());
    }
    Err(broken(id, "its seed is not the one that was committed to"))
}

/// Tells operators about games that today's rules replay differently.
fn warn(id: GameId, table: &Table) {
    if let Some(Differs { n, version }) = table.differs() {
        tracing::warn!(
            game = %id,
            n,
            version,
            "an entry of older rules goes another way; the game goes on from the position that was stored"
        );
    }
}

/// Reads what other processes have added to a live game.
pub(super) async fn read_on(store: &Store, live: &Live) -> Result<(), Error> {
    let mut table = Table::clone(&live.table());
    let rows = store.log(live.id(), table.last(), u32::MAX).await?;
    let differed = table.differs();
    let happened = admit(live.id(), &mut table, &rows)?;
    if table.differs() != differed {
        warn(live.id(), &table);
    }
    if table.ended().is_none() && !table.has_its_seed() {
        // Another process has reopened the game.
        let secrets = store.secrets(live.id()).await?.ok_or(Error::NotFound { what: Thing::Game })?;
        table = table.with_seed(secrets.seed);
        committed(live.id(), &table)?;
    }
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
pub async fn story(app: &App, live: &Live, visit: &Visit) -> Result<Story, Error> {
    let rows = app.store.log(live.id(), 0, u32::MAX).await?;
    let (id, table) = (live.id(), live.table());
    let seed = table.seed();
    // Replaying a long game takes milliseconds, too long for a thread that serves others.
    let told = app.work.run(visit, move || {
        let entries = entries(&rows)?;
        let mut story = Story::of(&entries, seed).map_err(|e| broken(id, e))?;
        if table.last() == story.table.last() {
            // By newer rules the table may have a position to which the log does not lead.
            story.table = Table::clone(&table);
        }
        Ok(story)
    });
    told.await?
}

fn entries(rows: &[LogRow]) -> Result<Vec<Entry>, Error> {
    rows.iter().map(entry).collect()
}

pub(super) fn entry(row: &LogRow) -> Result<Entry, Error> {
    serde_json::from_str(&row.body).map_err(|error| {
        tracing::error!(n = row.n, %error, "an entry of a log cannot be read");
        Error::INTERNAL
    })
}

pub(super) fn broken(id: GameId, error: impl std::fmt::Display) -> Error {
    tracing::error!(game = %id, %error, "the log of a game is broken");
    Error::INTERNAL
}
