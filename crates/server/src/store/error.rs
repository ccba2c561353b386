//! What can go wrong with the store, sorted by what the caller can do about it.

use sqlx::sqlite::SqliteError;

/// What went wrong with the store. Every variant carries the cause in words, for the log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The database is unreachable, too busy or out of space. Nothing was changed; trying again later can help.
    #[error("the database cannot be used at present: {0}")]
    Unavailable(String),
    /// The database went away while it was confirming a change. The change may have been made or not: read again.
    #[error("the database went away while it was confirming a change: {0}")]
    Unknown(String),
    /// The database has, or returned, invalid data.
    #[error("the database does not hold what it should: {0}")]
    Corrupt(String),
    /// What was asked for cannot be done; the text says why and what to do.
    #[error("{0}")]
    Refused(String),
}

/// When a change failed: before the commit, or during it.
#[derive(Debug)]
pub(super) enum Failed {
    /// Nothing was changed.
    Before(sqlx::Error),
    /// If the connection was lost, the outcome is unknown.
    During(sqlx::Error),
    /// The same, of the connection that writes the group commits of an SQLite file.
    BeforeSqlite(rusqlite::Error),
    DuringSqlite(rusqlite::Error),
}

/// Whatever is not marked otherwise happens before.
impl From<sqlx::Error> for Failed {
    fn from(error: sqlx::Error) -> Failed {
        Failed::Before(error)
    }
}

impl From<rusqlite::Error> for Failed {
    fn from(error: rusqlite::Error) -> Failed {
        Failed::BeforeSqlite(error)
    }
}

impl From<Failed> for StoreError {
    fn from(failed: Failed) -> StoreError {
        match failed {
            Failed::BeforeSqlite(error) => sqlite(&error),
            Failed::DuringSqlite(error) if sqlite_code(&error).is_some_and(sqlite_lost) => {
                StoreError::Unknown(error.to_string())
            }
            Failed::DuringSqlite(error) => sqlite(&error),
            Failed::Before(error) => error.into(),
            Failed::During(error) if lost(&error) => StoreError::Unknown(error.to_string()),
            Failed::During(error) => error.into(),
        }
    }
}

impl Failed {
    /// Was it a conflict of two writers (serialization failure, deadlock)? Then trying again helps.
    pub(super) fn is_clash(&self) -> bool {
        match self {
            Failed::Before(error) | Failed::During(error) => {
                matches!(code(error).as_deref(), Some("40001" | "40P01"))
            }
            // One process alone writes the file.
            Failed::BeforeSqlite(_) | Failed::DuringSqlite(_) => false,
        }
    }

    /// Was the connection lost before anything could have been changed? Then another connection helps.
    pub(super) fn is_lost_before(&self) -> bool {
        matches!(self, Failed::Before(error) if lost(error))
    }
}

/// Is it unknown after this error what the database did?
fn lost(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(database) => match code(error).as_deref() {
            Some(code) if database.try_downcast_ref::<SqliteError>().is_some() => {
                code.parse().is_ok_and(sqlite_lost)
            }
            Some(code) => code.starts_with("57P") || code.starts_with("08"),
            None => true,
        },
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) | sqlx::Error::WorkerCrashed => {
            true
        }
        _ => false,
    }
}

fn code(error: &sqlx::Error) -> Option<String> {
    error.as_database_error().and_then(|e| e.code()).map(|code| code.into_owned())
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        let cause = error.to_string();
        match &error {
            sqlx::Error::Database(database) => {
                let code = database.code().unwrap_or_default();
                let gone = if database.try_downcast_ref::<SqliteError>().is_some() {
                    code.parse().is_ok_and(sqlite_gone)
                } else {
                    postgres_gone(&code)
                };
                if gone { StoreError::Unavailable(cause) } else { StoreError::Corrupt(cause) }
            }
            sqlx::Error::Configuration(_) => {
                StoreError::Refused(format!("the database URL is wrong: {cause}"))
            }
            sqlx::Error::RowNotFound
            | sqlx::Error::TypeNotFound { .. }
            | sqlx::Error::ColumnIndexOutOfBounds { .. }
            | sqlx::Error::ColumnNotFound(_)
            | sqlx::Error::ColumnDecode { .. }
            | sqlx::Error::Encode(_)
            | sqlx::Error::Decode(_) => StoreError::Corrupt(cause),
            _ => StoreError::Unavailable(cause),
        }
    }
}

/// Connection, authorisation, missing database, resources, shutdown, system: the classes of errors that can pass.
fn postgres_gone(code: &str) -> bool {
    let class = code.get(..2).unwrap_or_default();
    matches!(class, "08" | "28" | "3D" | "40" | "53" | "55" | "57" | "58") || code == "25006"
}

fn sqlite(error: &rusqlite::Error) -> StoreError {
    let cause = error.to_string();
    match sqlite_code(error) {
        Some(code) if sqlite_gone(code) => StoreError::Unavailable(cause),
        _ => StoreError::Corrupt(cause),
    }
}

fn sqlite_code(error: &rusqlite::Error) -> Option<i32> {
    error.sqlite_error().map(|error| error.extended_code)
}

/// After a disk error at the end of an SQLite transaction the outcome is unknown, since the pages may have been
/// written all the same. A full disk is certain: it cannot have taken the last page.
const fn sqlite_lost(code: i32) -> bool {
    code & 0xff == 10
}

/// Permission, busy, locked, out of memory, read-only, I/O, full, cannot open.
const fn sqlite_gone(code: i32) -> bool {
    matches!(code & 0xff, 3 | 5 | 6 | 7 | 8 | 10 | 13 | 14)
}
