//! Leases among processes: session locks of PostgreSQL, all on one connection.

use super::{Held, Leases, Request};
use crate::store::PATIENCE;
use pgg_table::GameId;
use sha2::{Digest, Sha256};
use sqlx::{PgConnection, PgPool};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::timeout;

/// How often the connection that holds leases is checked.
const LOOK: Duration = Duration::from_secs(10);

impl Leases {
    /// Leases are session locks of PostgreSQL, all on one connection from `pool`.
    pub(in crate::store) fn shared(pool: PgPool) -> Leases {
        let (requests, queue) = mpsc::unbounded_channel();
        let held =
            Arc::new(Held { games: Mutex::default(), count: AtomicU64::new(0), requests: Some(requests) });
        tokio::spawn(keep(pool, queue, Arc::downgrade(&held)));
        Leases { held }
    }
}

/// Serves requests until the store is gone. When the connection breaks, all leases are lost.
async fn keep(pool: PgPool, mut queue: mpsc::UnboundedReceiver<Request>, held: std::sync::Weak<Held>) {
    let mut connection: Option<PgConnection> = None;
    loop {
        let request = match timeout(LOOK, queue.recv()).await {
            Ok(Some(request)) => Some(request),
            Ok(None) => return,
            Err(_) => None,
        };
        let result = timeout(PATIENCE, serve(&pool, &mut connection, request.as_ref())).await;
        let result = result.unwrap_or(Err(sqlx::Error::PoolTimedOut));
        if result.is_err() {
            connection = None;
            if let Some(held) = held.upgrade() {
                held.games().clear();
            }
        }
        if let Some(Request::Take(_, reply)) = request {
            let _ = reply.send(result);
        }
    }
}

async fn serve(
    pool: &PgPool,
    connection: &mut Option<PgConnection>,
    request: Option<&Request>,
) -> Result<bool, sqlx::Error> {
    let Some(request) = request else {
        if let Some(connection) = connection {
            sqlx::query("SELECT 1").execute(connection).await?;
        }
        return Ok(true);
    };
    if connection.is_none() {
        *connection = Some(pool.acquire().await?.detach());
    }
    let Some(connection) = connection else { return Ok(false) };
    let (sql, game) = match request {
        Request::Take(game, _) => ("SELECT pg_try_advisory_lock($1)", game),
        Request::Give(game) => ("SELECT pg_advisory_unlock($1)", game),
    };
    let (done,): (bool,) = sqlx::query_as(sql).bind(key(*game)).fetch_one(connection).await?;
    Ok(done)
}

/// The number by which PostgreSQL knows the lock of a game.
fn key(game: GameId) -> i64 {
    let hash = Sha256::digest(format!("pgg lease {game}"));
    i64::from_be_bytes(std::array::from_fn(|i| hash[i]))
}
