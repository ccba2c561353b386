//! A game told again from its log, page by page: however long it is and however slowly somebody reads, a teller holds a table and
//! one page.

use super::Live;
use super::load::{broken, entry};
use crate::error::Error;
use crate::limits::Visit;
use crate::store::{LogRow, Store};
use crate::work::Work;
use pgg_table::{GameId, Happened, Seed, Table};

/// How many entries are read and told at once: some 100 KB with their events.
const PAGE: u32 = 32;

/// Tells the entries of a game after one number, up to another.
pub struct Retelling {
    store: Store,
    game: GameId,
    seed: Seed,
    /// The table after the entries told so far; none at the beginning.
    table: Option<Box<Table>>,
    since: u32,
    until: u32,
}

impl Retelling {
    /// Of the entries after `since` up to `until`, or to the end of the log.
    pub fn new(store: &Store, live: &Live, since: u32, until: u32) -> Retelling {
        let seed = live.table().seed();
        Retelling { store: store.clone(), game: live.id(), seed, table: None, since, until }
    }

    /// The next entries; none at the end.
    pub async fn next(&mut self, work: &Work, visit: &Visit) -> Result<Option<Vec<Happened>>, Error> {
        loop {
            let told = self.table.as_ref().map_or(0, |table| table.last());
            if told >= self.until {
                return Ok(None);
            }
            let rows = self.store.log(self.game, told, PAGE.min(self.until - told)).await?;
            if rows.is_empty() {
                return Ok(None);
            }
            let (game, seed, table) = (self.game, self.seed, self.table.take());
            let (table, mut happened) = work.run(visit, move || follow(game, seed, table, &rows)).await??;
            self.table = Some(table);
            happened.retain(|happened| happened.entry.n > self.since);
            if !happened.is_empty() {
                return Ok(Some(happened));
            }
        }
    }
}

type Followed = (Box<Table>, Vec<Happened>);

fn follow(
    game: GameId,
    seed: Seed,
    mut table: Option<Box<Table>>,
    rows: &[LogRow],
) -> Result<Followed, Error> {
    let mut happened = Vec::with_capacity(rows.len());
    for row in rows {
        let entry = entry(row)?;
        let events = match &mut table {
            Some(table) => table.admit(&entry).map_err(|error| broken(game, error))?,
            None => {
                let (first, events) = Table::first(&entry, seed).map_err(|error| broken(game, error))?;
                table = Some(Box::new(first));
                events
            }
        };
        let Some(table) = &table else { return Err(Error::INTERNAL) };
        happened.push(Happened { entry, events, now: table.now() });
    }
    let table = table.ok_or_else(|| broken(game, "the log is empty"))?;
    Ok((table, happened))
}
