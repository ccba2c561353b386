//! The statements of one group commit.

use super::prepare::Prepared;
use crate::store::PATIENCE;
use crate::store::error::Failed;
use crate::store::schema::{Dialect, GAMES, LOG, OFTEN, RARELY, SNAPSHOTS, Type, names, rows_of_json};
use sqlx::{AssertSqlSafe, PgConnection, SqliteConnection};
use std::collections::HashSet;
use std::io;
use std::sync::Arc;
use tokio::time::timeout;

/// Each takes the rows of a whole batch as one JSON text.
pub(super) struct Statements {
    create: Arc<str>,
    /// Changes all of a game that can change.
    change: Arc<str>,
    /// Changes only what changes with every entry, most of which no index minds.
    touch: Arc<str>,
    log: Arc<str>,
    snapshots: Arc<str>,
    outbox: Arc<str>,
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
        // What fails takes its whole transaction back. SQLite, told so, need not keep a journal of the statement.
        let or = match dialect {
            Dialect::Sqlite => "OR ROLLBACK",
            Dialect::Postgres => "",
        };
        let insert = |or: &str, table: &str, columns: &[(&str, Type)], then: &str| {
            let (names, rows) = (names(columns), rows_of_json(dialect, columns));
            // In SQLite, ON after FROM would be taken for a join without the WHERE.
            Arc::from(format!(
                "INSERT {or} INTO {table} ({names}) SELECT {names} FROM {rows} AS c WHERE true {then}"
            ))
        };
        let update = |columns: &[(&str, Type)]| {
            let set: Vec<String> = columns.iter().map(|(name, _)| format!("{name} = c.{name}")).collect();
            let rows =
                rows_of_json(dialect, &[&[("id", Type::Text), ("after", Type::Number)], columns].concat());
            Arc::from(format!(
                "UPDATE {or} games SET {} FROM {rows} AS c WHERE games.id = c.id AND games.last = c.after \
                 RETURNING games.id",
                set.join(", ")
            ))
        };
        Statements {
            create: insert("", "games", GAMES, "ON CONFLICT DO NOTHING RETURNING id"),
            change: update(&GAMES[OFTEN..]),
            touch: update(&GAMES[OFTEN..RARELY]),
            log: insert(or, "log", LOG, ""),
            snapshots: insert(
                "",
                "snapshots",
                SNAPSHOTS,
                "ON CONFLICT (game) DO UPDATE SET n = excluded.n, body = excluded.body",
            ),
            outbox: insert(or, "outbox", &outbox, ""),
        }
    }
}

/// The statements between begin and commit, the same for both databases: first the games, guarded by the number of
/// their last entry, then for those that were changed the rest. Gives their ids.
macro_rules! write_rows {
    ($connection:expr, $statements:expr, $changes:expr) => {{
        let mut done: HashSet<String> = HashSet::new();
        let kinds = [
            (&$statements.create, Kind::New),
            (&$statements.change, Kind::Changed),
            (&$statements.touch, Kind::Touched),
        ];
        for (sql, kind) in kinds {
            if let Some(json) = games($changes, kind) {
                let rows = sqlx::query_as::<_, (String,)>(AssertSqlSafe(sql.clone()))
                    .bind(json)
                    .fetch_all(&mut *$connection)
                    .await?;
                done.extend(rows.into_iter().map(|(id,)| id));
            }
        }
        let parts: [(&Arc<str>, fn(&Prepared) -> &str); 3] = [
            (&$statements.log, |c| &c.log),
            (&$statements.snapshots, |c| &c.snapshots),
            (&$statements.outbox, |c| &c.outbox),
        ];
        for (sql, part) in parts {
            if let Some(json) = gather($changes, &done, part) {
                sqlx::query(AssertSqlSafe(sql.clone())).bind(json).execute(&mut *$connection).await?;
            }
        }
        Ok::<_, Failed>(done)
    }};
}

/// Writes a batch in one transaction on SQLite.
pub(super) async fn write_sqlite(
    connection: &mut SqliteConnection,
    statements: &Statements,
    changes: &[Sorted<'_>],
) -> Result<HashSet<String>, Failed> {
    let rows = async {
        sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
        write_rows!(connection, statements, changes)
    };
    let done = timeout(PATIENCE, rows).await.unwrap_or_else(|_| Err(Failed::Before(slow())))?;
    let commit = sqlx::query("COMMIT").execute(&mut *connection);
    timeout(PATIENCE, commit).await.unwrap_or_else(|_| Err(slow())).map_err(Failed::During)?;
    Ok(done)
}

/// Writes a batch in one transaction on PostgreSQL and tells the other processes.
pub(super) async fn write_postgres(
    connection: &mut PgConnection,
    statements: &Statements,
    changes: &[Sorted<'_>],
    tag: &str,
) -> Result<HashSet<String>, Failed> {
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
        let done = write_rows!(connection, statements, changes)?;
        let told = changes.iter().map(|(_, c)| c).filter(|c| done.contains(c.game.as_str()));
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
fn games(changes: &[Sorted<'_>], kind: Kind) -> Option<String> {
    let mut array = String::new();
    for (_, change) in changes.iter().filter(|(k, _)| *k == kind) {
        array.push(if array.is_empty() { '[' } else { ',' });
        if kind == Kind::Touched {
            array.push_str(&change.often);
        } else {
            // Two objects become one.
            array.push_str(change.often.strip_suffix('}').unwrap_or_default());
            array.push(',');
            array.push_str(change.rarely.strip_prefix('{').unwrap_or_default());
        }
    }
    (!array.is_empty()).then(|| array + "]")
}

/// A JSON array of another part of the changes that were made; none if there is nothing in it.
fn gather(changes: &[Sorted<'_>], done: &HashSet<String>, part: fn(&Prepared) -> &str) -> Option<String> {
    let mut array = String::new();
    for (_, change) in changes.iter().filter(|(_, c)| !part(c).is_empty() && done.contains(c.game.as_str())) {
        array.push(if array.is_empty() { '[' } else { ',' });
        array.push_str(part(change));
    }
    (!array.is_empty()).then(|| array + "]")
}

/// The database did not answer: to the rest of the code it is as if the connection had broken.
fn slow() -> sqlx::Error {
    sqlx::Error::Io(io::Error::new(
        io::ErrorKind::TimedOut,
        format!("no answer within {} seconds", PATIENCE.as_secs()),
    ))
}
