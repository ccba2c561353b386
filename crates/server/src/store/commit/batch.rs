//! The statements of one group commit.

use super::prepare::Prepared;
use crate::store::PATIENCE;
use crate::store::error::Failed;
use crate::store::schema::{Dialect, FIXED, GAMES, LOG, SNAPSHOTS, Type, names, rows_of_json};
use sqlx::{AssertSqlSafe, PgConnection, SqliteConnection};
use std::collections::HashSet;
use std::io;
use std::sync::Arc;
use tokio::time::timeout;

/// Each takes the rows of a whole batch as one JSON text.
pub(super) struct Statements {
    create: Arc<str>,
    append: Arc<str>,
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
        let moving = &GAMES[FIXED..];
        let set: Vec<String> = moving.iter().map(|(name, _)| format!("{name} = c.{name}")).collect();
        let changed = [&[("id", Type::Text), ("after", Type::Number)], moving].concat();
        let insert = |table: &str, columns: &[(&str, Type)], then: &str| {
            let (names, rows) = (names(columns), rows_of_json(dialect, columns));
            // In SQLite, ON after FROM would be taken for a join without the WHERE.
            Arc::from(format!("INSERT INTO {table} ({names}) SELECT {names} FROM {rows} AS c WHERE true {then}"))
        };
        Statements {
            create: insert("games", GAMES, "ON CONFLICT DO NOTHING RETURNING id"),
            append: Arc::from(format!(
                "UPDATE games SET {} FROM {} AS c WHERE games.id = c.id AND games.last = c.after RETURNING games.id",
                set.join(", "),
                rows_of_json(dialect, &changed)
            )),
            log: insert("log", LOG, ""),
            snapshots: insert(
                "snapshots",
                SNAPSHOTS,
                "ON CONFLICT (game) DO UPDATE SET n = excluded.n, body = excluded.body",
            ),
            outbox: insert("outbox", &outbox, ""),
        }
    }
}

/// The statements between begin and commit, the same for both databases: first the games, guarded by the number of
/// their last entry, then for those that were changed the rest. Gives their ids.
macro_rules! write_rows {
    ($connection:expr, $statements:expr, $changes:expr) => {{
        let mut done: HashSet<String> = HashSet::new();
        for (sql, is_new) in [(&$statements.create, true), (&$statements.append, false)] {
            if let Some(json) = gather($changes, |c| if c.is_new == is_new { &c.games } else { "" }) {
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
            if let Some(json) = gather($changes, |c| if done.contains(c.game.as_str()) { part(c) } else { "" }) {
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
    changes: &[&Prepared],
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
    changes: &[&Prepared],
    tag: &str,
) -> Result<HashSet<String>, Failed> {
    let rows = async {
        sqlx::query("BEGIN").execute(&mut *connection).await?;
        // In one order in all processes, so that two of them cannot wait for each other.
        let ids: Vec<&str> = changes.iter().filter(|c| !c.is_new).map(|c| c.game.as_str()).collect();
        if !ids.is_empty() {
            sqlx::query("SELECT 1 FROM games WHERE id = ANY($1) ORDER BY id FOR UPDATE")
                .bind(&ids)
                .execute(&mut *connection)
                .await?;
        }
        let done = write_rows!(connection, statements, changes)?;
        let told = changes.iter().filter(|c| done.contains(c.game.as_str()));
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

/// A JSON array of one part of each change; none if there is nothing in it.
fn gather<'a>(changes: &[&'a Prepared], part: impl Fn(&'a Prepared) -> &'a str) -> Option<String> {
    let mut array = String::from("[");
    for text in changes.iter().map(|c| part(c)).filter(|text| !text.is_empty()) {
        if array.len() > 1 {
            array.push(',');
        }
        array.push_str(text);
    }
    array.push(']');
    (array.len() > 2).then_some(array)
}

/// The database did not answer: to the rest of the code it is as if the connection had broken.
fn slow() -> sqlx::Error {
    sqlx::Error::Io(io::Error::new(
        io::ErrorKind::TimedOut,
        format!("no answer within {} seconds", PATIENCE.as_secs()),
    ))
}
