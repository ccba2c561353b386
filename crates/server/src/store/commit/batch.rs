//! The statements of one group commit.

use super::prepare::Prepared;
use super::tail::{Moves, Tails};
use super::values::Values;
use crate::store::error::Failed;
use crate::store::schema::{Dialect, GAMES, LOG, OFTEN, RARELY, SNAPSHOTS, Type, names, rows_of_json};
use crate::store::{PATIENCE, hex};
use pgg_table::{GameId, Time};
use serde::Serialize;
use sqlx::{AssertSqlSafe, PgConnection, SqliteConnection};
use std::collections::HashSet;
use std::io;
use std::sync::Arc;
use tokio::time::timeout;

/// Each takes the rows of a whole batch as one JSON text. For what is not rare, SQLite has `values` instead.
pub(super) struct Statements {
    create: Guarded,
    /// Changes all of a game that can change.
    change: Guarded,
    /// Changes only what changes with every entry, most of which no index minds.
    touch: Guarded,
    log: Arc<str>,
    snapshots: Arc<str>,
    outbox: Arc<str>,
    values: Values,
    moves: Moves,
}

/// A statement that changes only the games that nobody else has changed: without and with telling which these were.
struct Guarded {
    silent: Arc<str>,
    telling: Arc<str>,
}

impl Guarded {
    fn new(sql: &str) -> Guarded {
        Guarded { silent: Arc::from(sql), telling: Arc::from(format!("{sql} RETURNING games.id")) }
    }
}

impl Statements {
    pub(super) fn new(dialect: Dialect) -> Statements {
        let outbox = [
            ("person", Type::Text),
            ("game", Type::Text),
            ("n", Type::Number),
            ("created", Type::Number),
            ("tries", Type::Number),
            ("next", Type::Number),
        ];
        let insert = |table: &str, columns: &[(&str, Type)], then: &str| {
            let (names, rows) = (names(columns), rows_of_json(dialect, columns));
            // In SQLite, ON after FROM would be taken for a join without the WHERE.
            format!("INSERT INTO {table} ({names}) SELECT {names} FROM {rows} AS c WHERE {then}")
        };
        let update = |columns: &[(&str, Type)]| {
            let set: Vec<String> = columns.iter().map(|(name, _)| format!("{name} = c.{name}")).collect();
            let rows =
                rows_of_json(dialect, &[&[("id", Type::Text), ("after", Type::Number)], columns].concat());
            Guarded::new(&format!(
                "UPDATE games SET {} FROM {rows} AS c WHERE games.id = c.id AND games.last = c.after",
                set.join(", ")
            ))
        };
        Statements {
            create: Guarded::new(&insert("games", GAMES, "true ON CONFLICT DO NOTHING")),
            change: update(&GAMES[OFTEN..]),
            touch: update(&GAMES[OFTEN..RARELY]),
            log: insert("log", LOG, "true").into(),
            snapshots: insert(
                "snapshots",
                SNAPSHOTS,
                "true ON CONFLICT (game) DO UPDATE SET n = excluded.n, body = excluded.body",
            )
            .into(),
            outbox: insert(
                "outbox",
                &outbox,
                "EXISTS (SELECT 1 FROM persons p WHERE p.id = c.person AND p.webhook IS NOT NULL)",
            )
            .into(),
            values: Values::new(),
            moves: Moves::new(),
        }
    }

    /// What is done to games, by kind.
    fn kinds(&self) -> [(&Guarded, Kind); 3] {
        [(&self.create, Kind::New), (&self.change, Kind::Changed), (&self.touch, Kind::Touched)]
    }
}

/// Changes the rows of games, guarded by the number of their last entry. Gives the ids of those that were changed.
macro_rules! write_games {
    ($connection:expr, $statements:expr, $changes:expr) => {{
        let mut done: HashSet<GameId> = HashSet::new();
        for (sql, kind) in $statements.kinds() {
            if let Some(json) = games($changes, kind)? {
                let rows = sqlx::query_as::<_, (String,)>(AssertSqlSafe(sql.telling.clone()))
                    .bind(json)
                    .fetch_all(&mut *$connection)
                    .await?;
                done.extend(rows.into_iter().filter_map(|(id,)| id.parse::<GameId>().ok()));
            }
        }
        done
    }};
}

/// Writes a batch in one transaction on SQLite.
pub(super) async fn write_sqlite(
    connection: &mut SqliteConnection,
    statements: &Statements,
    changes: &[Sorted<'_>],
    tails: &mut Tails,
) -> Result<HashSet<GameId>, Failed> {
    let entries = changes.iter().map(|(_, c)| (c.last - c.after) as usize).sum();
    let rows = async {
        sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
        // Nearly always nobody comes too late. Then it is enough to count, while each row that SQLite's thread tells
        // would be a message.
        let done = if write_all(&mut *connection, statements, changes).await? {
            changes.iter().map(|(_, c)| c.game).collect()
        } else {
            sqlx::query("ROLLBACK").execute(&mut *connection).await?;
            sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
            write_games!(connection, statements, changes)
        };
        let added: Vec<&Prepared> = those(changes, &done).collect();
        statements.values.add(&mut *connection, tails.filling(), &added).await?;
        if let Some(json) = outbox(changes, &done) {
            sqlx::query(AssertSqlSafe(statements.outbox.clone()))
                .bind(json)
                .execute(&mut *connection)
                .await?;
        }
        let tails = tails.advance(&mut *connection, &statements.moves, entries).await?;
        Ok::<_, Failed>((done, tails))
    };
    let (done, now) = timeout(PATIENCE, rows).await.unwrap_or_else(|_| Err(Failed::Before(slow())))?;
    let commit = sqlx::query("COMMIT").execute(&mut *connection);
    timeout(PATIENCE, commit).await.unwrap_or_else(|_| Err(slow())).map_err(Failed::During)?;
    *tails = now;
    Ok(done)
}

/// Changes the rows of games and tells whether all of them were changed.
async fn write_all(
    connection: &mut SqliteConnection,
    statements: &Statements,
    changes: &[Sorted<'_>],
) -> Result<bool, Failed> {
    let touched = changes.iter().filter(|(kind, _)| *kind == Kind::Touched).map(|(_, c)| *c);
    let touched: Vec<&Prepared> = touched.collect();
    let mut written = statements.values.touch(&mut *connection, &touched).await?;
    for (sql, kind) in statements.kinds().into_iter().filter(|(_, kind)| *kind != Kind::Touched) {
        if let Some(json) = games(changes, kind)? {
            let query = sqlx::query(AssertSqlSafe(sql.silent.clone())).bind(json);
            written += query.execute(&mut *connection).await?.rows_affected();
        }
    }
    Ok(written == changes.len() as u64)
}

/// Writes a batch in one transaction on PostgreSQL and tells the other processes.
pub(super) async fn write_postgres(
    connection: &mut PgConnection,
    statements: &Statements,
    changes: &[Sorted<'_>],
    tag: &str,
) -> Result<HashSet<GameId>, Failed> {
    let rows = async {
        sqlx::query("BEGIN").execute(&mut *connection).await?;
        // In one order in all processes, so that two of them cannot wait for each other.
        let ids: Vec<&str> =
            changes.iter().filter(|(kind, _)| *kind != Kind::New).map(|(_, c)| c.game.as_str()).collect();
        if !ids.is_empty() {
            sqlx::query("SELECT 1 FROM games WHERE id = ANY($1) ORDER BY id FOR UPDATE")
                .bind(&ids)
                .execute(&mut *connection)
                .await?;
        }
        let done = write_games!(connection, statements, changes);
        let rest = [
            (&statements.log, log(changes, &done)?),
            (&statements.snapshots, snapshots(changes, &done)?),
            (&statements.outbox, outbox(changes, &done)),
        ];
        for (sql, json) in rest {
            if let Some(json) = json {
                sqlx::query(AssertSqlSafe(sql.clone())).bind(json).execute(&mut *connection).await?;
            }
        }
        let told = changes.iter().map(|(_, c)| c).filter(|c| done.contains(&c.game));
        let told: Vec<String> = told.map(|c| format!("{} {} {tag}", c.game, c.last)).collect();
        if !told.is_empty() {
            sqlx::query("SELECT pg_notify('pgg', told) FROM unnest($1) AS t(told)")
                .bind(&told)
                .execute(&mut *connection)
                .await?;
        }
        Ok::<_, Failed>(done)
    };
    let done = timeout(PATIENCE, rows).await.unwrap_or_else(|_| Err(Failed::Before(slow())))?;
    let commit = sqlx::query("COMMIT").execute(&mut *connection);
    timeout(PATIENCE, commit).await.unwrap_or_else(|_| Err(slow())).map_err(Failed::During)?;
    Ok(done)
}

/// What is done to the row of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// It is made.
    New,
    /// All of it changes that can.
    Changed,
    /// What changes rarely is as it was.
    Touched,
}

/// A change and what it does to the row of its game.
pub(super) type Sorted<'a> = (Kind, &'a Prepared);

/// A JSON array of the rows of games of one kind; none if there are none.
fn games(changes: &[Sorted<'_>], kind: Kind) -> Result<Option<String>, sqlx::Error> {
    let mut array = Array::default();
    for (_, change) in changes.iter().filter(|(k, _)| *k == kind) {
        let often = serde_json::to_string(&change.often).map_err(encode)?;
        if kind == Kind::Touched {
            array.push(&often);
        } else {
            // Two objects become one.
            let rest = change.rest.json().map_err(encode)?;
            let often = often.strip_suffix('}').unwrap_or_default();
            array.push(&format!("{often},{}", rest.strip_prefix('{').unwrap_or_default()));
        }
    }
    Ok(array.end())
}

/// A JSON array of the entries of games that were changed; none if there are none.
fn log(changes: &[Sorted<'_>], done: &HashSet<GameId>) -> Result<Option<String>, sqlx::Error> {
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
            array.push(&serde_json::to_string(&entry).map_err(encode)?);
        }
    }
    Ok(array.end())
}

/// A JSON array of their snapshots.
fn snapshots(changes: &[Sorted<'_>], done: &HashSet<GameId>) -> Result<Option<String>, sqlx::Error> {
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
            array.push(&serde_json::to_string(&entry).map_err(encode)?);
        }
    }
    Ok(array.end())
}

/// A JSON array of whose webhooks are to be called.
fn outbox(changes: &[Sorted<'_>], done: &HashSet<GameId>) -> Option<String> {
    let mut array = Array::default();
    those(changes, done).filter(|c| !c.outbox.is_empty()).for_each(|c| array.push(&c.outbox));
    array.end()
}

/// The changes that were made.
fn those<'a>(changes: &'a [Sorted<'_>], done: &'a HashSet<GameId>) -> impl Iterator<Item = &'a Prepared> {
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

fn encode(error: serde_json::Error) -> sqlx::Error {
    sqlx::Error::Encode(error.into())
}

/// The database did not answer: to the rest of the code it is as if the connection had broken.
fn slow() -> sqlx::Error {
    sqlx::Error::Io(io::Error::new(
        io::ErrorKind::TimedOut,
        format!("no answer within {} seconds", PATIENCE.as_secs()),
    ))
}
