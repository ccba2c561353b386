//! Opening a database: connections, the lock of an SQLite file, migrations.

mod migrate;
#[cfg(feature = "postgres")]
mod postgres;

use super::changes::Feed;
use super::commit::{Commits, LONGEST};
use super::lease::Leases;
use super::{Inner, PATIENCE_WITH_FILE, Pool, Store, StoreError};
use sqlx::migrate::MigrateError;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How long to wait for a connection to a database on the network.
#[cfg(feature = "postgres")]
const WAIT: Duration = Duration::from_secs(3);
/// How long to wait for the one connection that writes to a file, and for whatever else has locked the file.
pub(super) const WAIT_FOR_FILE: Duration = Duration::from_secs(20);
/// Connections that read.
const SQLITE_READERS: u32 = 2;
/// Memory for pages of the SQLite file, in KiB for each connection: the writer of group commits touches a page for every
/// game.
const WRITER_CACHE: u32 = 8 << 10;
const OTHER_CACHE: u32 = 1 << 10;

/// What a database URL says.
#[derive(Clone, Debug)]
pub(super) enum Place {
    Sqlite {
        path: PathBuf,
        max_pages: Option<u32>,
    },
    #[cfg(feature = "postgres")]
    Postgres(Box<sqlx::postgres::PgConnectOptions>),
}

/// Reads a URL: `sqlite:PATH`, with `?max_pages=N` to bound the size of the file, or `postgres://…`.
pub(super) fn place(url: &str) -> Result<Place, StoreError> {
    if let Some(rest) = url.strip_prefix("sqlite:") {
        let rest = rest.strip_prefix("//").unwrap_or(rest);
        let (path, max_pages) = match rest.split_once('?') {
            Some((path, query)) => {
                let pages = query.strip_prefix("max_pages=").and_then(|n| n.parse().ok());
                let pages = pages.ok_or_else(|| {
                    refused(format!(
                        "the database URL ends in ?{query}; the only parameter of sqlite: is max_pages=NUMBER"
                    ))
                })?;
                (path, Some(pages))
            }
            None => (rest, None),
        };
        if path.is_empty() {
            return Err(refused("the database URL sqlite: names no file; write sqlite:PATH".to_owned()));
        }
        return Ok(Place::Sqlite { path: path.into(), max_pages });
    }
    if url.starts_with("postgres://") || url.starts_with("postgresql://") {
        return postgres::place(url);
    }
    Err(refused("the database URL must begin with sqlite: or postgres://".to_owned()))
}

/// Opens the database at a URL.
pub(super) async fn open(url: &str) -> Result<Store, StoreError> {
    match place(url)? {
        Place::Sqlite { path, max_pages } => open_sqlite(&path, max_pages).await,
        #[cfg(feature = "postgres")]
        Place::Postgres(options) => postgres::open(*options).await,
    }
}

/// Opens the database at a URL, if there is one.
pub(super) async fn open_existing(url: &str) -> Result<Store, StoreError> {
    match place(url)? {
        Place::Sqlite { path, .. } if !path.is_file() => Err(refused(format!(
            "there is no database file {}, and none was made: name the one that the server uses",
            path.display()
        ))),
        _ => open(url).await,
    }
}

/// An SQLite file that is written to.
#[derive(Clone, Debug)]
pub(super) struct SqliteFile {
    pub(super) path: PathBuf,
    max_pages: Option<u32>,
}

impl SqliteFile {
    /// The settings of a connection that writes group commits.
    pub(super) fn pragmas(&self) -> impl Iterator<Item = (&'static str, String)> {
        let cache = ("cache_size", format!("-{WRITER_CACHE}"));
        self.shared_pragmas().chain([cache, ("foreign_keys", "on".to_owned())])
    }

    /// What is set in every connection. Nothing counts as written before it is on disk (`synchronous`).
    fn shared_pragmas(&self) -> impl Iterator<Item = (&'static str, String)> {
        let pages = self.max_pages.map(|pages| ("max_page_count", pages.to_string()));
        let always = [
            ("journal_mode", "wal".to_owned()),
            ("synchronous", "full".to_owned()),
            // The writer runs checkpoints; other connections only if it falls behind.
            ("wal_autocheckpoint", LONGEST.to_string()),
            // Otherwise the journal of each statement of many rows would be a file.
            ("temp_store", "memory".to_owned()),
        ];
        always.into_iter().chain(pages)
    }
}

async fn open_sqlite(path: &Path, max_pages: Option<u32>) -> Result<Store, StoreError> {
    let lock = take_file(path)?;
    let file = SqliteFile { path: path.to_owned(), max_pages };
    let mut options = sqlite_options(path).pragma("cache_size", format!("-{OTHER_CACHE}"));
    for (name, value) in file.shared_pragmas() {
        options = options.pragma(name, value);
    }
    // Connections of SQLite cost next to nothing to keep and do not go stale.
    let pool = |connections| {
        SqlitePoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(WAIT_FOR_FILE)
            .idle_timeout(None)
            .max_lifetime(None)
            .test_before_acquire(false)
    };
    let write = pool(1).connect_with(options.clone()).await.map_err(|e| with_path(path, e))?;
    migrate::migrate(&Pool::Sqlite(write.clone())).await?;
    let read = pool(SQLITE_READERS).connect_lazy_with(options.pragma("query_only", "on"));
    Ok(Store {
        inner: Arc::new(Inner {
            read: Pool::Sqlite(read),
            patience: PATIENCE_WITH_FILE,
            commits: Commits::to_sqlite(file, write.clone())?,
            write: Pool::Sqlite(write),
            changes: Feed::silent(),
            leases: Leases::alone(),
            lock: Mutex::new(Some(lock)),
        }),
    })
}

/// What every connection to an SQLite file has in common.
pub(super) fn sqlite_options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(path).foreign_keys(true).busy_timeout(WAIT_FOR_FILE)
}

/// Makes folder and file if they are missing, readable by their owner only, and takes the lock beside the file.
fn take_file(path: &Path) -> Result<FileLock, StoreError> {
    let failed =
        |what: &str, e: std::io::Error| refused(format!("cannot {what} for {}: {e}", path.display()));
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(|e| failed("make the folder", e))?;
    }
    let mut lock_path = path.as_os_str().to_owned();
    lock_path.push("-lock");
    let lock = private().open(&lock_path).map_err(|e| failed("make the lock file", e))?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(refused(format!(
                "{} is in use by another pgg; stop that one first, or name another file with --database",
                path.display()
            )));
        }
        Err(TryLockError::Error(e)) => return Err(failed("take the lock file", e)),
    }
    let lock = FileLock(lock);
    private().open(path).map_err(|e| failed("make the database file", e))?;
    Ok(lock)
}

/// The lock beside an SQLite file, until it is dropped.
#[derive(Debug)]
pub(super) struct FileLock(File);

impl Drop for FileLock {
    /// Releases the lock explicitly. Closing the file may not: a child process that is being started has copies
    /// of our file descriptors until it runs, and with them the lock.
    fn drop(&mut self) {
        if let Err(error) = self.0.unlock() {
            tracing::warn!(%error, "the lock of the database file could not be given back");
        }
    }
}

/// The file contains seeds and password hashes: only its owner may read it.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

fn with_path(path: &Path, error: sqlx::Error) -> StoreError {
    let what = |cause: String| format!("{}: {cause}", path.display());
    match StoreError::from(error) {
        StoreError::Unavailable(cause) => StoreError::Unavailable(what(cause)),
        StoreError::Corrupt(cause) => StoreError::Corrupt(what(cause)),
        other => other,
    }
}

fn migration(error: MigrateError) -> StoreError {
    match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
        MigrateError::VersionMissing(_)
        | MigrateError::VersionMismatch(_)
        | MigrateError::VersionTooNew(..) => {
            refused(format!("the database was made by another version of pgg, use that one: {error}"))
        }
        error => StoreError::Corrupt(error.to_string()),
    }
}

pub(super) fn refused(what: String) -> StoreError {
    StoreError::Refused(what)
}

/// In a program without PostgreSQL.
#[cfg(not(feature = "postgres"))]
mod postgres {
    use super::{Place, StoreError, refused};

    pub(super) fn place(_: &str) -> Result<Place, StoreError> {
        Err(refused(
            "this pgg was built without PostgreSQL, as `cargo play` builds it: \
             use a released pgg, or build one with `cargo build --release --package pgg`"
                .to_owned(),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::take_file;

    #[test]
    fn the_lock_is_given_back_though_a_program_that_starts_has_a_copy_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sqlite");
        let lock = take_file(&path).unwrap();
        // As between fork and exec.
        let copy = lock.0.try_clone().unwrap();
        assert!(take_file(&path).is_err(), "taken twice");
        drop(lock);
        assert!(take_file(&path).is_ok(), "not given back");
        drop(copy);
    }

    #[cfg(not(feature = "postgres"))]
    #[test]
    fn built_without_postgres_it_says_what_to_do() {
        let refused = super::place("postgres://somebody@localhost/games").unwrap_err().to_string();
        assert!(refused.contains("built without PostgreSQL") && refused.contains("cargo build"), "{refused}");
    }
}
