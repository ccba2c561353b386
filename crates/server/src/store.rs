//! The database, durable before anything is published: one [`Store`] over SQLite or PostgreSQL.
//!
//! Games change only by [`Store::create`] and [`Store::append`], and these go through a group commit: changes
//! that arrive while one transaction becomes durable go together into the next. Everything else is small
//! statements. Every method answers within the time limit of a request: with [`StoreError::Unavailable`] if the
//! database is unreachable, and normally again once it is back.

mod backup;
mod changes;
mod commit;
mod error;
mod game;
mod lease;
mod lists;
mod open;
mod outbox;
mod people;
mod restore;
mod rows;
mod schema;
mod service;
mod tokens;

pub use backup::backup;
pub use changes::{Change, Changes};
pub use error::StoreError;
pub use game::{
    Append, Appended, Ending, Game, Loaded, LogRow, NewGame, Row, Secrets, Snapshot, Status, Summary,
};
pub use lease::Lease;
pub use lists::{Cursor, Page};
pub use outbox::Delivery;
pub use people::{Kind, Person, Registered, Session, Webhook};
pub use restore::restore;
pub use service::Beat;
pub use tokens::{Invitation, Token};

#[cfg(feature = "postgres")]
use sqlx::PgPool;
use sqlx::SqlitePool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// SHA-256 of a secret, which is all that is stored of it.
pub type Hash = [u8; 32];

/// How long a statement may take before a database on the network counts as unreachable.
const PATIENCE: Duration = Duration::from_secs(5);
/// The same for a file. A file cannot be disconnected, so its answer comes, however late on a busy machine.
/// Only the time limit of a request ends the wait; this is a little less, so that the cause is reported.
const PATIENCE_WITH_FILE: Duration = Duration::from_secs(25);

/// The database of the server. Clones share it.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    /// For reading.
    read: Pool,
    /// For small changes: in SQLite the one connection that writes, in PostgreSQL the same pool as for reading.
    write: Pool,
    commits: commit::Commits,
    patience: Duration,
    changes: changes::Feed,
    leases: lease::Leases,
    /// The lock of our SQLite file.
    lock: Mutex<Option<open::FileLock>>,
}

/// Connections to one of the two databases.
#[derive(Clone)]
enum Pool {
    Sqlite(SqlitePool),
    #[cfg(feature = "postgres")]
    Postgres(PgPool),
}

impl Store {
    /// Opens the database, creating or migrating its tables as needed.
    ///
    /// `sqlite:PATH` is a file, made if it is missing together with its folder; one process at a time may have
    /// it. `postgres://…` is a database that any number of processes may share; its connections must be real
    /// sessions, not those of a pooler in transaction mode.
    pub async fn open(url: &str) -> Result<Store, StoreError> {
        open::open(url).await
    }

    /// The same for a database that must exist: no SQLite file is created.
    pub async fn open_existing(url: &str) -> Result<Store, StoreError> {
        open::open_existing(url).await
    }

    /// Writes a consistent copy of everything to a file while the store stays in use; see [`backup`].
    pub async fn backup(&self, path: &std::path::Path) -> Result<(), StoreError> {
        backup::write(&self.inner.read, path).await
    }

    /// Answers only when the database does; for a health check.
    pub async fn check(&self) -> Result<(), StoreError> {
        rows::optional!(self, (i64,), "SELECT CAST(1 AS BIGINT) AS one").map(|_| ())
    }

    /// Finishes the changes in progress and closes all connections. Afterwards every method returns
    /// [`StoreError::Unavailable`].
    pub async fn close(&self) {
        self.inner.commits.finish().await;
        self.inner.changes.stop();
        rows::on!(&self.inner.write, pool => pool.close().await);
        rows::on!(&self.inner.read, pool => pool.close().await);
        *self.inner.lock.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// The answer of the database, or `Unavailable` when patience ends.
    async fn within<T>(&self, work: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, StoreError> {
        let patience = self.inner.patience;
        match tokio::time::timeout(patience, work).await {
            Ok(answer) => Ok(answer?),
            Err(_) => Err(too_slow(patience)),
        }
    }

    /// The same for a change: without an answer it is unknown whether the change was made.
    async fn changing<T>(
        &self,
        work: impl Future<Output = Result<T, error::Failed>>,
    ) -> Result<T, StoreError> {
        let patience = self.inner.patience;
        match tokio::time::timeout(patience, work).await {
            Ok(answer) => Ok(answer?),
            Err(_) => Err(StoreError::Unknown(format!("no answer within {} seconds", patience.as_secs()))),
        }
    }
}

fn too_slow(patience: Duration) -> StoreError {
    StoreError::Unavailable(format!("no answer within {} seconds", patience.as_secs()))
}

/// PostgreSQL cannot store the character zero in a text, so it is refused everywhere.
fn no_zero(what: &str, text: &str) -> Result<(), StoreError> {
    if text.contains('\0') {
        return Err(StoreError::Refused(format!("{what} contains the character zero, which cannot be kept")));
    }
    Ok(())
}

/// Bytes in hexadecimal digits.
fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|b| [DIGITS[usize::from(b >> 4)], DIGITS[usize::from(b & 15)]]);
    digits.map(char::from).collect()
}
