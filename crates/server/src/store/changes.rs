//! What other processes have added to games, as PostgreSQL tells it (LISTEN/NOTIFY).

use super::{PATIENCE, Store, StoreError};
use pgg_table::GameId;
use sqlx::PgPool;
use sqlx::postgres::PgListener;
use std::future::pending;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::broadcast::{Receiver, Sender, channel};
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};

/// Something that another process has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A game has entries up to this number.
    Game {
        /// The game.
        game: GameId,
        /// The number of its last entry.
        n: u32,
    },
    /// Something may have been missed: every game that is being followed has to be read again.
    Missed,
}

/// What other processes do, from the moment of [`Store::changes`] on.
pub struct Changes(Option<Receiver<Change>>);

/// How many changes a slow listener may be behind before it has missed some.
const BEHIND: usize = 8192;
/// A connection on which nothing was heard for so long is asked whether it still lives.
const SILENCE: Duration = Duration::from_secs(15);
/// Between attempts to reach the database again.
const PAUSE: Duration = Duration::from_millis(200);

impl Store {
    /// From now on, what other processes add to games. The changes of this process are not among them. With SQLite
    /// there is never anything, as one process has the file to itself.
    ///
    /// While the database is away nothing comes; when it is back, [`Change::Missed`].
    pub fn changes(&self) -> Changes {
        Changes(self.inner.changes.sender.as_ref().map(Sender::subscribe))
    }
}

impl Changes {
    /// Waits for the next change; for ever, if there are no other processes. May be dropped while waiting without
    /// losing anything.
    pub async fn next(&mut self) -> Change {
        let Some(receiver) = &mut self.0 else { return pending().await };
        match receiver.recv().await {
            Ok(change) => change,
            Err(RecvError::Lagged(_)) => Change::Missed,
            Err(RecvError::Closed) => pending().await,
        }
    }
}

/// The task that listens.
pub(super) struct Feed {
    sender: Option<Sender<Change>>,
    task: Option<AbortHandle>,
}

impl Feed {
    /// For SQLite.
    pub(super) fn silent() -> Feed {
        Feed { sender: None, task: None }
    }

    /// Listens on a connection of its own from `pool`. `tag` marks what this process itself tells.
    pub(super) async fn listen(pool: PgPool, tag: String) -> Result<Feed, StoreError> {
        let listener = connect(&pool).await?;
        let (sender, _) = channel(BEHIND);
        let task = tokio::spawn(follow(pool, listener, tag, sender.clone()));
        Ok(Feed { sender: Some(sender), task: Some(task.abort_handle()) })
    }

    pub(super) fn stop(&self) {
        if let Some(task) = &self.task {
            task.abort();
        }
    }
}

impl Drop for Feed {
    fn drop(&mut self) {
        self.stop();
    }
}

async fn connect(pool: &PgPool) -> Result<PgListener, sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    // The caller has to learn of the loss before anything else is read.
    listener.eager_reconnect(true);
    listener.listen("pgg").await?;
    Ok(listener)
}

/// Passes on what comes. After each loss of the connection it listens again first and says `Missed` then, so that
/// nothing can fall between.
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

/// `game n tag`; nothing if it is our own. What cannot be read may have been anything.
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
