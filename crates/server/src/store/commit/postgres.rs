//! The group commit in PostgreSQL.

use super::statements::Statements;
use super::{Kind, Sorted, json};
use crate::store::PATIENCE;
use crate::store::error::Failed;
use crate::store::schema::Dialect;
use pgg_table::GameId;
use sqlx::pool::PoolConnection;
use sqlx::{AssertSqlSafe, PgConnection, PgPool, Postgres};
use std::collections::HashSet;
use std::io;
use tokio::time::timeout;

/// The connection that writes, if there is one at present.
pub(super) struct Writing {
    pool: PgPool,
    held: Option<PoolConnection<Postgres>>,
    statements: Statements,
    /// Marks what this process tells the others.
    tag: String,
}

impl Writing {
    pub(super) fn new(pool: PgPool, tag: String) -> Writing {
        Writing { pool, held: None, statements: Statements::new(Dialect::Postgres), tag }
    }

    /// Will the next batch go through a connection that has been used before?
    pub(super) fn is_connected(&self) -> bool {
        self.held.is_some()
    }

    /// One attempt at one transaction. A connection with an error is dropped, which also rolls back the
    /// transaction.
    pub(super) async fn write(&mut self, changes: &[Sorted<'_>]) -> Result<HashSet<GameId>, Failed> {
        let mut connection = match self.held.take() {
            Some(connection) => connection,
            None => self.pool.acquire().await?,
        };
        let result = write(&mut connection, &self.statements, changes, &self.tag).await;
        if result.is_ok() {
            self.held = Some(connection);
        } else {
            drop(connection.detach());
        }
        result
    }
}

/// Writes a batch in one transaction and tells the other processes.
async fn write(
    connection: &mut PgConnection,
    statements: &Statements,
    changes: &[Sorted<'_>],
    tag: &str,
) -> Result<HashSet<GameId>, Failed> {
    let rows = async {
        sqlx::query("BEGIN").execute(&mut *connection).await?;
        // In the same order in all processes, so that they cannot deadlock.
        let ids: Vec<&str> =
            changes.iter().filter(|(kind, _)| *kind != Kind::New).map(|(_, c)| c.game.as_str()).collect();
        if !ids.is_empty() {
            sqlx::query("SELECT 1 FROM games WHERE id = ANY($1) ORDER BY id FOR UPDATE")
                .bind(&ids)
                .execute(&mut *connection)
                .await?;
        }
        let games = [
            (&statements.create, json::games(changes, &[Kind::New], true)),
            (&statements.change, json::games(changes, &[Kind::Changed], true)),
            (&statements.step, json::games(changes, &[Kind::Stepped, Kind::Touched], false)),
        ];
        let mut done: HashSet<GameId> = HashSet::new();
        for (sql, json) in games {
            if let Some(json) = json.map_err(encode)? {
                let rows = sqlx::query_as::<_, (String,)>(AssertSqlSafe(sql.clone()))
                    .bind(json)
                    .fetch_all(&mut *connection)
                    .await?;
                done.extend(rows.into_iter().filter_map(|(id,)| id.parse::<GameId>().ok()));
            }
        }
        let rest = [
            (&statements.log, json::log(changes, &done).map_err(encode)?),
            (&statements.snapshots, json::snapshots(changes, &done).map_err(encode)?),
            (&statements.outbox, json::outbox(changes, &done)),
        ];
        for (sql, json) in rest {
            if let Some(json) = json {
                sqlx::query(AssertSqlSafe(sql.clone())).bind(json).execute(&mut *connection).await?;
            }
        }
        let told: Vec<String> =
            json::those(changes, &done).map(|c| format!("{} {} {tag}", c.game, c.last)).collect();
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
