//! Restoring a backup into an empty database, after the whole file has been checked.

use super::backup::{FORMAT, Footer, Header, Section, table};
use super::open::{Place, place, refused, sqlite_options};
use super::rows::on;
use super::schema::{Dialect, TABLES, Table, Type, VERSION, names, rows_of_json};
use super::{Pool, Store, StoreError};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use sqlx::AssertSqlSafe;
#[cfg(feature = "postgres")]
use sqlx::postgres::PgPoolOptions;
use sqlx::sqlite::SqlitePoolOptions;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// How much goes into one statement.
const ROWS: usize = 1000;
const BYTES: usize = 1 << 20;
/// The longest line of a file that is one of ours.
const LINE: u64 = 1 << 28;

/// Restores a backup into the database at a URL, all of it or nothing. The file is checked from the first byte to the
/// last before the database is touched, and a database that holds anything is refused.
pub async fn restore(path: &Path, url: &str) -> Result<(), StoreError> {
    let target = place(url)?;
    let file = path.to_owned();
    let checked = tokio::task::spawn_blocking(move || Lines::open(&file)?.check()).await;
    checked.map_err(|e| refused(e.to_string()))??;
    refuse_unless_empty(&target).await?;
    let store = Store::open(url).await?;
    let result = fill(&store, path).await;
    store.close().await;
    result
}

/// A database that holds rows of ours is refused before anything is done to it.
async fn refuse_unless_empty(target: &Place) -> Result<(), StoreError> {
    let pool = match target {
        Place::Sqlite { path, .. } if !path.is_file() => return Ok(()),
        Place::Sqlite { path, .. } => {
            let options = sqlite_options(path).pragma("query_only", "on");
            Pool::Sqlite(SqlitePoolOptions::new().max_connections(1).connect_with(options).await?)
        }
        #[cfg(feature = "postgres")]
        Place::Postgres(options) => {
            Pool::Postgres(PgPoolOptions::new().max_connections(1).connect_with((**options).clone()).await?)
        }
    };
    for table in &TABLES {
        let exists = match &pool {
            Pool::Sqlite(pool) => {
                let found = sqlx::query("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = $1");
                found.bind(table.name).fetch_optional(pool).await?.is_some()
            }
            #[cfg(feature = "postgres")]
            Pool::Postgres(pool) => {
                let found = sqlx::query("SELECT 1 WHERE to_regclass($1) IS NOT NULL");
                found.bind(table.name).fetch_optional(pool).await?.is_some()
            }
        };
        let sql = format!("SELECT 1 FROM {} LIMIT 1", table.name);
        if exists && on!(&pool, pool => sqlx::query(AssertSqlSafe(sql)).fetch_optional(pool).await?.is_some())
        {
            return Err(refused(format!(
                "the database is not empty: its table {} has rows; restore into a new one",
                table.name
            )));
        }
    }
    on!(&pool, pool => pool.close().await);
    Ok(())
}

/// Fills the tables in one transaction.
async fn fill(store: &Store, path: &Path) -> Result<(), StoreError> {
    let mut lines = Lines::open(path)?;
    let dialect = match store.inner.write {
        Pool::Sqlite(_) => Dialect::Sqlite,
        #[cfg(feature = "postgres")]
        Pool::Postgres(_) => Dialect::Postgres,
    };
    on!(&store.inner.write, pool => {
        let mut all = pool.begin().await?;
        while let Some(batch) = lines.batch()? {
            let columns: Vec<(&str, Type)> = batch.columns;
            let (names, rows) = (names(&columns), rows_of_json(dialect, &columns));
            let sql = format!("INSERT INTO {} ({names}) SELECT {names} FROM {rows} AS c", batch.table.name);
            sqlx::query(AssertSqlSafe(sql)).bind(batch.json).execute(&mut *all).await?;
        }
        all.commit().await?;
        Ok::<(), StoreError>(())
    })?;
    match &store.inner.write {
        Pool::Sqlite(_) => Ok(()),
        #[cfg(feature = "postgres")]
        Pool::Postgres(pool) => number_on(pool).await,
    }
}

/// PostgreSQL numbers the outbox by a sequence, which restored rows do not advance.
#[cfg(feature = "postgres")]
async fn number_on(pool: &sqlx::PgPool) -> Result<(), StoreError> {
    sqlx::query("SELECT setval(pg_get_serial_sequence('outbox', 'id'), max(id)) FROM outbox")
        .execute(pool)
        .await?;
    Ok(())
}

/// Rows of one table, for one statement.
struct Batch {
    table: &'static Table,
    columns: Vec<(&'static str, Type)>,
    json: String,
}

/// A backup, read line by line and checked on the way.
struct Lines {
    file: BufReader<File>,
    name: String,
    number: u64,
    sum: Sha256,
    section: Option<(&'static Table, Vec<(&'static str, Type)>)>,
    counts: BTreeMap<String, u64>,
    at_end: bool,
}

/// The kinds of lines.
enum Line {
    Section,
    Row(Vec<Value>),
    End,
}

impl Lines {
    /// Opens the file and reads its first line.
    fn open(path: &Path) -> Result<Lines, StoreError> {
        let name = path.display().to_string();
        let file = File::open(path).map_err(|e| refused(format!("the backup {name} cannot be read: {e}")))?;
        let mut lines = Lines {
            file: BufReader::with_capacity(1 << 16, file),
            name,
            number: 0,
            sum: Sha256::new(),
            section: None,
            counts: BTreeMap::new(),
            at_end: false,
        };
        let first = lines.read()?;
        let Ok(header) = serde_json::from_slice::<Header>(&first) else {
            return Err(refused(format!("{} is no backup of pgg", lines.name)));
        };
        if header.format != FORMAT || header.schema > VERSION {
            return Err(refused(format!(
                "{} was made by a newer pgg; use that one to restore it",
                lines.name
            )));
        }
        lines.sum.update(&first);
        Ok(lines)
    }

    /// Reads to the end.
    fn check(mut self) -> Result<(), StoreError> {
        while !matches!(self.line()?, Line::End) {}
        Ok(())
    }

    /// The next rows, all of one table; none at the end.
    fn batch(&mut self) -> Result<Option<Batch>, StoreError> {
        let mut json = String::new();
        let mut rows = 0;
        let mut of = self.section.clone();
        while !self.at_end {
            match self.line()? {
                Line::Row(values) => {
                    let Some((_, columns)) = &self.section else { continue };
                    let names = columns.iter().map(|(name, _)| (*name).to_owned());
                    let row: Map<String, Value> = names.zip(values).collect();
                    json.push(if rows == 0 { '[' } else { ',' });
                    json.push_str(&Value::Object(row).to_string());
                    rows += 1;
                    if rows == ROWS || json.len() > BYTES {
                        break;
                    }
                }
                Line::Section | Line::End if rows > 0 => break,
                Line::Section => of = self.section.clone(),
                Line::End => {}
            }
        }
        json.push(']');
        Ok(of.filter(|_| rows > 0).map(|(table, columns)| Batch { table, columns, json }))
    }

    fn line(&mut self) -> Result<Line, StoreError> {
        let line = self.read()?;
        let Ok(value) = serde_json::from_slice::<Value>(&line) else { return Err(self.damaged()) };
        match value {
            Value::Array(values) => {
                let Some((table, columns)) = &self.section else { return Err(self.damaged()) };
                let fits = |(value, (_, kind)): (&Value, &(&str, Type))| match kind {
                    Type::Number => value.is_null() || value.is_i64(),
                    Type::Text | Type::Bytes => value.is_null() || value.is_string(),
                };
                if values.len() != columns.len() || !values.iter().zip(columns).all(fits) {
                    return Err(self.damaged());
                }
                *self.counts.entry(table.name.to_owned()).or_default() += 1;
                self.sum.update(&line);
                Ok(Line::Row(values))
            }
            value if value.get("table").is_some() => {
                let Ok(section) = serde_json::from_value::<Section>(value) else {
                    return Err(self.damaged());
                };
                let Some(table) = table(&section.table) else { return Err(self.damaged()) };
                let column = |name: &String| table.columns.iter().find(|(known, _)| known == name).copied();
                let columns: Option<Vec<_>> = section.columns.iter().map(column).collect();
                let Some(columns) = columns.filter(|c| !c.is_empty()) else { return Err(self.damaged()) };
                self.counts.insert(section.table, 0);
                self.section = Some((table, columns));
                self.sum.update(&line);
                Ok(Line::Section)
            }
            value => {
                let Ok(footer) = serde_json::from_value::<Footer>(value) else { return Err(self.damaged()) };
                let sum = super::hex(&self.sum.clone().finalize());
                if footer.rows != self.counts || footer.sha256 != sum {
                    return Err(refused(format!(
                        "{} is damaged: its rows do not agree with the checksum at its end; take another backup",
                        self.name
                    )));
                }
                if self.file.fill_buf().map_or(true, |rest| !rest.is_empty()) {
                    return Err(self.damaged());
                }
                self.at_end = true;
                Ok(Line::End)
            }
        }
    }

    /// One line with its end.
    fn read(&mut self) -> Result<Vec<u8>, StoreError> {
        self.number += 1;
        let mut line = Vec::new();
        let read = (&mut self.file).take(LINE).read_until(b'\n', &mut line);
        read.map_err(|e| refused(format!("the backup {} cannot be read: {e}", self.name)))?;
        if line.last() != Some(&b'\n') {
            return Err(refused(format!(
                "{} is damaged: it breaks off in line {}; take another backup",
                self.name, self.number
            )));
        }
        Ok(line)
    }

    fn damaged(&self) -> StoreError {
        refused(format!("{} is damaged in line {}; take another backup", self.name, self.number))
    }
}
