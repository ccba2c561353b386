//! Reading the rows of both databases with one piece of code, and running one statement on either.

use pgg_table::{GameId, Name, PersonId, Time};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error as WordError, StrDeserializer};

/// A type that is stored in a column.
pub(super) trait Column: Sized {
    /// What the column holds: text, number or bytes.
    type Raw;

    /// The value, or what is wrong with it.
    fn from_raw(raw: Self::Raw) -> Result<Self, String>;
}

/// The value in a column, or an error that names the column.
pub(super) fn column<T: Column>(name: &str, raw: T::Raw) -> Result<T, sqlx::Error> {
    T::from_raw(raw).map_err(|what| sqlx::Error::ColumnDecode { index: name.to_owned(), source: what.into() })
}

/// An enum of unit variants, read from its serde name.
pub(super) fn word<T: for<'a> Deserialize<'a>>(text: &str) -> Result<T, String> {
    let text: StrDeserializer<'_, WordError> = text.into_deserializer();
    T::deserialize(text).map_err(|e| e.to_string())
}

macro_rules! plain {
    ($($type:ty),*) => { $(
        impl Column for $type {
            type Raw = $type;
            fn from_raw(raw: $type) -> Result<$type, String> { Ok(raw) }
        }
    )* };
}
plain!(i64, String, Vec<u8>);

macro_rules! number {
    ($($type:ty),*) => { $(
        impl Column for $type {
            type Raw = i64;
            fn from_raw(raw: i64) -> Result<$type, String> { raw.try_into().map_err(|_| format!("{raw} is out of range")) }
        }
    )* };
}
number!(u8, u32, i32);

macro_rules! parsed {
    ($($type:ty),*) => { $(
        impl Column for $type {
            type Raw = String;
            fn from_raw(raw: String) -> Result<$type, String> { raw.parse().map_err(|e| format!("{raw:?}: {e}")) }
        }
    )* };
}
parsed!(GameId, PersonId);

impl Column for Name {
    type Raw = String;
    fn from_raw(raw: String) -> Result<Name, String> {
        Name::try_from(raw).map_err(|e| e.to_string())
    }
}

impl Column for Time {
    type Raw = i64;
    fn from_raw(raw: i64) -> Result<Time, String> {
        Ok(Time(raw))
    }
}

impl<T: Column> Column for Option<T> {
    type Raw = Option<T::Raw>;
    fn from_raw(raw: Option<T::Raw>) -> Result<Option<T>, String> {
        raw.map(T::from_raw).transpose()
    }
}

/// `words!(Status)`: these enums are stored by their serde names.
macro_rules! words {
    ($($type:ty),*) => { $(
        impl $crate::store::rows::Column for $type {
            type Raw = String;
            fn from_raw(raw: String) -> Result<$type, String> { $crate::store::rows::word(&raw) }
        }
    )* };
}

/// `from_row!(row => Type { … })`: how a row of either database becomes a value; columns come by `get!(row, "name")`.
macro_rules! from_row {
    ($row:ident => $type:ty $body:block) => {
        impl sqlx::FromRow<'_, sqlx::sqlite::SqliteRow> for $type {
            fn from_row($row: &sqlx::sqlite::SqliteRow) -> Result<$type, sqlx::Error> $body
        }
        #[cfg(feature = "postgres")]
        impl sqlx::FromRow<'_, sqlx::postgres::PgRow> for $type {
            fn from_row($row: &sqlx::postgres::PgRow) -> Result<$type, sqlx::Error> $body
        }
    };
}

/// The value in the named column.
macro_rules! get {
    ($row:ident, $name:expr) => {
        $crate::store::rows::column($name, sqlx::Row::try_get($row, $name)?)?
    };
}

/// Either database: `on!(&pools, pool => code)` with the same code for both.
macro_rules! on {
    ($pool:expr, $name:ident => $body:expr) => {
        match $pool {
            $crate::store::Pool::Sqlite($name) => $body,
            #[cfg(feature = "postgres")]
            $crate::store::Pool::Postgres($name) => $body,
        }
    };
}

/// At most one row: `optional!(self, Type, "SELECT …", bound, values)`.
macro_rules! optional {
    ($store:expr, $type:ty, $sql:expr $(, $bind:expr)*) => {
        $store.within(async { $crate::store::rows::on!(&$store.inner.read, pool => {
            sqlx::query_as::<_, $type>($sql)$(.bind($bind))*.fetch_optional(pool).await
        }) }).await
    };
}

/// All rows.
macro_rules! all {
    ($store:expr, $type:ty, $sql:expr $(, $bind:expr)*) => {
        $store.within(async { $crate::store::rows::on!(&$store.inner.read, pool => {
            sqlx::query_as::<_, $type>($sql)$(.bind($bind))*.fetch_all(pool).await
        }) }).await
    };
}

/// A statement that changes something; how many rows it changed.
macro_rules! run {
    ($store:expr, $sql:expr $(, $bind:expr)*) => {
        $store.changing(async { $crate::store::rows::on!(&$store.inner.write, pool => {
            let mut connection = pool.acquire().await?;
            let done = sqlx::query($sql)$(.bind($bind))*.execute(&mut *connection).await;
            done.map(|done| done.rows_affected()).map_err($crate::store::error::Failed::During)
        }) }).await
    };
}

pub(super) use {all, from_row, get, on, optional, run, words};
