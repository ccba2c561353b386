//! The group commit in an SQLite file, on the writer's own connection: the writer's thread executes its
//! statements itself, so that rows are not messages between threads.
//!
//! This process owns the file, so it knows what is in it. Under load nearly all changes of a game's row are the
//! number and time of the last entry. Such a row is updated lazily: the entries are in the tail of the log, and
//! the row follows when the tail changes or the writer is idle. After a crash the next process recovers it from
//! the tail.

use super::checkpoint::Checkpoints;
use super::statements::Statements;
use super::tail::{Moves, Tails};
use super::{Kind, Sorted, json};
use crate::store::error::Failed;
use crate::store::open::{SqliteFile, WAIT_FOR_FILE};
use crate::store::schema::{Dialect, GAMES, LOG, LOG_TAILS, OFTEN, RARELY, names};
use pgg_table::{GameId, Time};
use rusqlite::{Connection, ToSql, params};
use serde::Serialize;
use sqlx::SqlitePool;
use std::collections::{HashMap, HashSet};

/// From this batch size on rows are updated lazily: the server is under load, and lists may be slightly stale.
const MANY: usize = 32;
/// The size of the cache of prepared statements.
const KEPT_READY: usize = 32;

/// The connection that writes, if there is one at present.
pub(super) struct Writing {
    file: SqliteFile,
    /// Small statements have a connection of their own. Its holder is the one writer.
    turns: SqlitePool,
    statements: Sql,
    open: Option<Open>,
}

impl Writing {
    pub(super) fn open(file: SqliteFile, turns: SqlitePool) -> Result<Writing, Failed> {
        let open = Some(Open::connect(&file)?);
        Ok(Writing { file, turns, statements: Sql::new(), open })
    }

    /// One attempt at one transaction. A connection with an error is dropped, which also rolls back the
    /// transaction.
    pub(super) async fn write(&mut self, changes: &[Sorted<'_>]) -> Result<HashSet<GameId>, Failed> {
        let _turn = self.turns.acquire().await?;
        let mut open = match self.open.take() {
            Some(open) => open,
            None => Open::connect(&self.file)?,
        };
        open.checkpoints.see_to(&open.connection);
        let done = open.write(&self.statements, changes)?;
        self.open = Some(open);
        Ok(done)
    }

    /// Are there rows to update?
    pub(super) fn is_behind(&self) -> bool {
        self.open.as_ref().is_some_and(|open| !open.behind.is_empty())
    }

    /// Writes the rows that lag behind.
    pub(super) async fn catch_up(&mut self) -> Result<(), Failed> {
        let _turn = self.turns.acquire().await?;
        if let Some(mut open) = self.open.take() {
            open.transaction(|open| open.write_behind())?;
            self.open = Some(open);
        }
        Ok(())
    }
}

/// An open connection and what is known of the file.
struct Open {
    checkpoints: Checkpoints,
    connection: Connection,
    tails: Tails,
    /// Games whose rows lag behind, with number and time of the last entry. All these entries are in the tail
    /// that is being filled.
    behind: HashMap<GameId, (u32, Time)>,
}

/// The statements.
struct Sql {
    /// For rare kinds of changes, with the rows as JSON.
    rare: Statements,
    /// All that changes often of a game.
    step: String,
    /// An entry, for each tail.
    log: [String; 2],
    moves: Moves,
}

const TOUCH: &str = "UPDATE games SET last = ?3, updated = ?4 WHERE id = ?1 AND last <= ?2";
const SNAPSHOT: &str = "INSERT INTO snapshots (game, n, body) VALUES (?1, ?2, ?3) \
                        ON CONFLICT (game) DO UPDATE SET n = excluded.n, body = excluded.body";

impl Sql {
    fn new() -> Sql {
        // The first two values are the game and the number of the entry it must follow.
        let set = GAMES[OFTEN..RARELY].iter().zip(3..).map(|((name, _), n)| format!("{name} = ?{n}"));
        let set = set.collect::<Vec<_>>().join(", ");
        let log = names(LOG);
        Sql {
            rare: Statements::new(Dialect::Sqlite),
            step: format!("UPDATE games SET {set} WHERE id = ?1 AND last <= ?2"),
            log: LOG_TAILS.map(|tail| format!("INSERT INTO {tail} ({log}) VALUES (?1, ?2, ?3, ?4, ?5)")),
            moves: Moves::new(),
        }
    }
}

impl Open {
    /// Opens the file, and updates rows that lagged behind when it was used last.
    fn connect(file: &SqliteFile) -> Result<Open, rusqlite::Error> {
        let connection = connect(file)?;
        let checkpoints = Checkpoints::start(&connection, connect(file)?);
        connection.set_prepared_statement_cache_capacity(KEPT_READY);
        let [one, two] = LOG_TAILS;
        connection.execute(
            &format!(
                "UPDATE games SET last = t.n, updated = t.at FROM \
                 (SELECT game, max(n) AS n, max(at) AS at FROM \
                 (SELECT game, n, at FROM {one} UNION ALL SELECT game, n, at FROM {two}) GROUP BY game) AS t \
                 WHERE games.id = t.game AND games.last < t.n"
            ),
            [],
        )?;
        Ok(Open { checkpoints, connection, tails: Tails::unknown(), behind: HashMap::new() })
    }

    fn write(&mut self, sql: &Sql, changes: &[Sorted<'_>]) -> Result<HashSet<GameId>, Failed> {
        let (done, tails) = self.transaction(|open| {
            let done = open.write_games(sql, changes)?;
            let entries = open.write_entries(sql, changes, &done)?;
            let tails = open.tails.advance(&open.connection, &sql.moves, entries)?;
            if tails.is_fresh() {
                open.write_behind()?;
            }
            Ok((done, tails))
        })?;
        self.tails = tails;
        Ok(done)
    }

    fn transaction<T>(
        &mut self,
        work: impl FnOnce(&mut Open) -> Result<T, rusqlite::Error>,
    ) -> Result<T, Failed> {
        self.connection.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
        let done = work(self)?;
        let committed = self.connection.prepare_cached("COMMIT").and_then(|mut commit| commit.execute([]));
        committed.map_err(Failed::DuringSqlite)?;
        Ok(done)
    }

    /// Writes the rows of games. Returns those that no other process had changed.
    fn write_games(&mut self, sql: &Sql, changes: &[Sorted<'_>]) -> Result<HashSet<GameId>, rusqlite::Error> {
        let mut done = HashSet::with_capacity(changes.len());
        if changes.iter().any(|(kind, _)| *kind == Kind::Changed) {
            // The update below checks the row's last entry.
            self.write_behind()?;
        }
        for (statement, kind) in [(&sql.rare.create, Kind::New), (&sql.rare.change, Kind::Changed)] {
            if let Some(json) = json::games(changes, &[kind], true).map_err(encode)? {
                let mut statement = self.connection.prepare_cached(statement)?;
                let ids = statement.query_map([json], |row| row.get::<_, String>(0))?;
                for id in ids {
                    done.extend(id?.parse::<GameId>());
                }
            }
        }
        let mut step = self.connection.prepare_cached(&sql.step)?;
        let mut touch = self.connection.prepare_cached(TOUCH)?;
        for (kind, change) in changes {
            let often = &change.often;
            let (id, after) = (often.id.as_str(), often.after);
            let is_done = match kind {
                Kind::New | Kind::Changed => continue,
                Kind::Stepped => {
                    let (phase, deciding) =
                        (word(&often.phase)?, often.deciding.as_ref().map(word).transpose()?);
                    let deadline = often.deadline.map(|deadline| deadline.0);
                    let values: [&dyn ToSql; 8] = [
                        &id,
                        &after,
                        &often.last,
                        &often.updated.0,
                        &often.turn,
                        &phase,
                        &deciding,
                        &deadline,
                    ];
                    self.behind.remove(&often.id);
                    step.execute(values)? == 1
                }
                Kind::Touched if changes.len() >= MANY => {
                    self.behind.insert(often.id, (often.last, often.updated));
                    true
                }
                Kind::Touched => {
                    self.behind.remove(&often.id);
                    touch.execute(params![id, after, often.last, often.updated.0])? == 1
                }
            };
            if is_done {
                done.insert(often.id);
            }
        }
        Ok(done)
    }

    /// Writes the entries of the changes that were made, and everything else of these changes. Returns how many
    /// entries.
    fn write_entries(
        &self,
        sql: &Sql,
        changes: &[Sorted<'_>],
        done: &HashSet<GameId>,
    ) -> Result<usize, rusqlite::Error> {
        let mut log = self.connection.prepare_cached(&sql.log[self.tails.filling()])?;
        let mut entries = 0;
        for change in json::those(changes, done) {
            for (row, n) in change.rows.iter().zip(change.after + 1..) {
                log.execute(params![change.game.as_str(), n, row.at.0, row.key, row.body])?;
                entries += 1;
            }
            if let Some(snapshot) = &change.snapshot {
                let mut keep = self.connection.prepare_cached(SNAPSHOT)?;
                keep.execute(params![change.game.as_str(), snapshot.n, snapshot.body])?;
            }
        }
        if let Some(json) = json::outbox(changes, done) {
            self.connection.prepare_cached(&sql.rare.outbox)?.execute([json])?;
        }
        Ok(entries)
    }

    /// Updates the rows that lag behind.
    fn write_behind(&mut self) -> Result<(), rusqlite::Error> {
        let mut touch = self.connection.prepare_cached(TOUCH)?;
        for (game, (last, updated)) in self.behind.drain() {
            touch.execute(params![game.as_str(), last, last, updated.0])?;
        }
        Ok(())
    }
}

fn connect(file: &SqliteFile) -> Result<Connection, rusqlite::Error> {
    let connection = Connection::open(&file.path)?;
    connection.busy_timeout(WAIT_FOR_FILE)?;
    for (name, value) in file.pragmas() {
        // Some answer with their value, some do not.
        connection.pragma_update_and_check(None, name, value, |_| Ok(())).or_else(|error| match error {
            rusqlite::Error::QueryReturnedNoRows => Ok(()),
            error => Err(error),
        })?;
    }
    Ok(connection)
}

/// A word as it is kept in a column: its name in JSON.
fn word(value: &impl Serialize) -> Result<String, rusqlite::Error> {
    let json = serde_json::to_string(value).map_err(encode)?;
    Ok(json.trim_matches('"').to_owned())
}

fn encode(error: serde_json::Error) -> rusqlite::Error {
    rusqlite::Error::ToSqlConversionFailure(error.into())
}
