//! Notifications about entries that other processes added to games, by PostgreSQL's LISTEN/NOTIFY.

#[cfg(feature = "postgres")]
mod listen;

use super::Store;
use pgg_table::GameId;
use std::future::pending;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::broadcast::{Receiver, Sender};
use tokio::task::AbortHandle;

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
    /// Changes may have been missed: every game that is being followed has to be read again.
    Missed,
}

/// What other processes do, from the moment of [`Store::changes`] on.
pub struct Changes(Option<Receiver<Change>>);

impl Store {
    /// The changes of other processes from now on, without those of this process. With SQLite there are none,
    /// since one process owns the file.
    ///
    /// While the database is unreachable nothing comes; when it is back, [`Change::Missed`].
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
