//! Listens on a connection to PostgreSQL, and reconnects when it is lost.

use super::{Change, Feed};
use crate::store::{PATIENCE, StoreError};
use sqlx::PgPool;
use sqlx::postgres::PgListener;
use std::time::Duration;
use tokio::sync::broadcast::{Sender, channel};
use tokio::time::{sleep, timeout};

/// How many changes a slow listener may be behind before it has missed some.
const BEHIND: usize = 8192;
/// A connection that was silent for so long is checked.
const SILENCE: Duration = Duration::from_secs(15);
/// Between attempts to reach the database again.
const PAUSE: Duration = Duration::from_millis(200);

impl Feed {
    /// Listens on a connection of its own from `pool`. `tag` marks what this process itself tells.
    pub(in crate::store) async fn listen(pool: PgPool, tag: String) -> Result<Feed, StoreError> {
        let listener = connect(&pool).await?;
        let (sender, _) = channel(BEHIND);
        let task = tokio::spawn(follow(pool, listener, tag, sender.clone()));
        Ok(Feed { sender: Some(sender), task: Some(task.abort_handle()) })
    }
}

async fn connect(pool: &PgPool) -> Result<PgListener, sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    // The caller has to learn of the loss before anything else is read.
    listener.eager_reconnect(true);
    listener.listen("pgg").await?;
    Ok(listener)
}

/// Passes notifications on. After a loss of the connection it first listens again and then sends `Missed`, so
/// that no change falls between.
async fn follow(pool: PgPool, mut listener: PgListener, tag: String, sender: Sender<Change>) {
    loop {
        let heard = match timeout(SILENCE, listener.try_recv()).await {
            Ok(heard) => heard,
            Err(_) => {
                let alive = timeout(PATIENCE, sqlx::query("SELECT 1").execute(&mut listener)).await;
                if let Ok(Ok(_)) = alive {
                    continue;
                }
                Err(sqlx::Error::PoolTimedOut)
            }
        };
        match heard {
            Ok(Some(notification)) => {
                if let Some(change) = read(notification.payload(), &tag) {
                    let _ = sender.send(change);
                }
            }
            Ok(None) => {
                let _ = sender.send(Change::Missed);
            }
            Err(error) => {
                tracing::warn!(%error, "the connection that listens for changes is lost");
                drop(listener);
                listener = loop {
                    match timeout(PATIENCE, connect(&pool)).await {
                        Ok(Ok(listener)) => break listener,
                        Ok(Err(sqlx::Error::PoolClosed)) => return,
                        Ok(Err(_)) | Err(_) => sleep(PAUSE).await,
                    }
                };
                tracing::info!("listening for changes again");
                let _ = sender.send(Change::Missed);
            }
        }
    }
}

/// `game n tag`; none if it is our own. A notification that cannot be parsed counts as `Missed`.
fn read(payload: &str, tag: &str) -> Option<Change> {
    let mut words = payload.split(' ');
    let (game, n) = (words.next()?, words.next());
    if words.next() == Some(tag) {
        return None;
    }
    match (game.parse(), n.map(str::parse)) {
        (Ok(game), Some(Ok(n))) => Some(Change::Game { game, n }),
        _ => Some(Change::Missed),
    }
}
