//! Backups: everything in one file of JSON Lines, the same for both databases.
//!
//! The first line is `{"pgg-backup":1,"schema":1}`. Then, for each table, a line `{"table":…,"columns":[…]}` and one
//! array for each row, bytes in hexadecimal digits. The last line is `{"rows":{…},"sha256":…}`: how many rows each
//! table has, and the checksum of all lines before. The same content gives the same bytes.

use super::open::{Place, place, refused, sqlite_options};
use super::rows::on;
use super::schema::{Dialect, LOG_TAILS, TABLES, Table, Type, VERSION, names};
use super::{Pool, StoreError};
use futures_util::TryStreamExt;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
#[cfg(feature = "postgres")]
use sqlx::postgres::PgPoolOptions;
use sqlx::sqlite::SqlitePoolOptions;
use sqlx::{AssertSqlSafe, Row};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use tokio::fs::{self, File};
use tokio::io::{AsyncWriteExt, BufWriter};

/// The form of the file.
pub(super) const FORMAT: u32 = 1;

/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    #[serde(rename = "pgg-backup")]
    pub(super) format: u32,
    pub(super) schema: i64,
}

/// The line before the rows of a table.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Section {
    pub(super) table: String,
    pub(super) columns: Vec<String>,
}

/// The last line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Footer {
    pub(super) rows: BTreeMap<String, u64>,
    pub(super) sha256: String,
}

/// Writes a consistent copy of a whole database to a file, while servers go on using it. The file appears under its
/// name only when it is complete and durable; a file that is there already is not touched, and refused.
pub async fn backup(url: &str, path: &Path) -> Result<(), StoreError> {
    let pool = match place(url)? {
        Place::Sqlite { path, .. } => {
            if !path.is_file() {
                return Err(refused(format!("there is no database file {}", path.display())));
            }
            let options = sqlite_options(&path).pragma("query_only", "on");
            Pool::Sqlite(SqlitePoolOptions::new().max_connections(1).connect_with(options).await?)
        }
        #[cfg(feature = "postgres")]
        Place::Postgres(options) => {
            Pool::Postgres(PgPoolOptions::new().max_connections(1).connect_with(*options).await?)
        }
    };
    let result = write(&pool, path).await;
    on!(&pool, pool => pool.close().await);
    result
}

/// Writes the copy to a temporary file beside its final place.
pub(super) async fn write(pool: &Pool, path: &Path) -> Result<(), StoreError> {
    if path.exists() {
        return Err(refused(format!(
            "{} is there already; choose another name for the backup",
            path.display()
        )));
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let beside = Path::new(&beside);
    let result = async {
        let mut out = Out::create(beside).await.map_err(|e| disk(path, &e))?;
        dump(pool, &mut out, path).await?;
        out.finish().await.map_err(|e| disk(path, &e))?;
        fs::rename(beside, path).await.map_err(|e| disk(path, &e))?;
        sync_folder(path).map_err(|e| disk(path, &e))
    };
    let result = result.await;
    if result.is_err() {
        let _ = fs::remove_file(beside).await;
    }
    result
}

/// All tables, from one snapshot.
async fn dump(pool: &Pool, out: &mut Out, path: &Path) -> Result<(), StoreError> {
    let (dialect, begin) = match pool {
        Pool::Sqlite(_) => (Dialect::Sqlite, "BEGIN"),
        #[cfg(feature = "postgres")]
        Pool::Postgres(_) => (Dialect::Postgres, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"),
    };
    on!(pool, pool => {
        let mut moment = pool.begin_with(begin).await?;
        let version = sqlx::query_as::<_, (i64,)>("SELECT max(version) FROM _sqlx_migrations").fetch_one(&mut *moment);
        let (version,) = version.await.map_err(|e| match e {
            sqlx::Error::Database(_) => refused("this database holds no games of pgg".to_owned()),
            error => error.into(),
        })?;
        if version != VERSION {
            return Err(refused(format!(
                "the database has the tables of version {version} and this pgg those of version {VERSION}; \
                 use the pgg that serves it"
            )));
        }
        out.line(&Header { format: FORMAT, schema: VERSION }).await.map_err(|e| disk(path, &e))?;
        let mut rows = BTreeMap::new();
        for table in &TABLES {
            let columns = table.columns.iter().map(|(name, _)| (*name).to_owned()).collect();
            let section = Section { table: table.name.to_owned(), columns };
            out.line(&section).await.map_err(|e| disk(path, &e))?;
            let mut count = 0;
            let sql = rows_of(table, dialect);
            let mut stream = sqlx::query(AssertSqlSafe(sql)).fetch(&mut *moment);
            while let Some(row) = stream.try_next().await? {
                let mut values = Vec::with_capacity(table.columns.len());
                for (n, (_, kind)) in table.columns.iter().enumerate() {
                    values.push(match kind {
                        Type::Text => row.try_get::<Option<String>, _>(n)?.map(Value::from),
                        Type::Number => row.try_get::<Option<i64>, _>(n)?.map(Value::from),
                        Type::Bytes => row.try_get::<Option<Vec<u8>>, _>(n)?.map(|b| Value::from(super::hex(&b))),
                    });
                }
                out.line(&values).await.map_err(|e| disk(path, &e))?;
                count += 1;
            }
            rows.insert(table.name.to_owned(), count);
        }
        let footer = Footer { rows, sha256: out.sum() };
        out.line(&footer).await.map_err(|e| disk(path, &e))?;
        Ok(())
    })
}

/// The query for all rows of a table in the order of its key.
fn rows_of(table: &Table, dialect: Dialect) -> String {
    let (columns, name, key) = (names(table.columns), table.name, table.key);
    if name == "log" && dialect == Dialect::Sqlite {
        let [one, two] = LOG_TAILS.map(|tail| {
            format!(
                "SELECT {columns} FROM {tail} AS t \
                 WHERE n > coalesce((SELECT max(n) FROM log WHERE log.game = t.game), 0)"
            )
        });
        return format!("SELECT {columns} FROM log UNION ALL {one} UNION ALL {two} ORDER BY {key}");
    }
    if name == "games" && dialect == Dialect::Sqlite {
        // Rows of games may lag behind the log.
        let [one, two] = LOG_TAILS;
        let columns = columns.replace(", last,", ", max(last, coalesce(t.n, 0)),");
        return format!(
            "SELECT {columns} FROM games LEFT JOIN (SELECT game, max(n) AS n FROM \
             (SELECT game, n FROM {one} UNION ALL SELECT game, n FROM {two}) GROUP BY game) AS t \
             ON t.game = games.id ORDER BY {key}"
        );
    }
    format!("SELECT {columns} FROM {name} ORDER BY {key}")
}

/// The file that is being written, and the checksum so far.
struct Out {
    file: BufWriter<File>,
    sum: Sha256,
}

impl Out {
    async fn create(path: &Path) -> io::Result<Out> {
        let mut options = fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        // It holds seeds and hashes of passwords.
        #[cfg(unix)]
        options.mode(0o600);
        Ok(Out { file: BufWriter::with_capacity(1 << 16, options.open(path).await?), sum: Sha256::new() })
    }

    async fn line(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        self.sum.update(&line);
        self.file.write_all(&line).await
    }

    fn sum(&self) -> String {
        super::hex(&self.sum.clone().finalize())
    }

    async fn finish(mut self) -> io::Result<()> {
        self.file.flush().await?;
        self.file.get_ref().sync_all().await
    }
}

/// A rename is durable only once the folder is synced. Windows cannot sync folders.
fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        std::fs::File::open(folder)?.sync_all()?;
    }
    Ok(())
}

fn disk(path: &Path, error: &io::Error) -> StoreError {
    refused(format!("the backup {} cannot be written: {error}", path.display()))
}

/// The table of this name.
pub(super) fn table(name: &str) -> Option<&'static Table> {
    TABLES.iter().find(|table| table.name == name)
}
