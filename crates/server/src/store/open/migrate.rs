//! Bringing the tables of a database up to date.

use super::migration;
use crate::store::rows::on;
use crate::store::schema::{Dialect, migrator};
use crate::store::{Pool, StoreError};
use sqlx::migrate::{MigrateError, Migrator};

/// The first migration once had other bytes: the columns of a game were in another order. No statement depends
/// on that order, so such a database is treated like one of today's.
const ADOPT: &str = "UPDATE _sqlx_migrations SET checksum = $2 WHERE version = 1 AND checksum = $1";

/// The SHA-384 of those bytes.
const fn first_form(dialect: Dialect) -> [u8; 48] {
    match dialect {
        Dialect::Sqlite => bytes(
            b"7b9d0e587a4387eefa67cfd9412658dd1fc98fdc96aea9cf32f9b1ceeccbce46de60d0936450bf3bf5b683c520a5768b",
        ),
        #[cfg(feature = "postgres")]
        Dialect::Postgres => bytes(
            b"447a050b5848aa310d505cef4007efe1000058523d5043e8f69ae2b2b5d251c2bc1b8d9d5532ca2005797830da14215e",
        ),
    }
}

const fn bytes(hex: &[u8; 96]) -> [u8; 48] {
    const fn digit(hex: u8) -> u8 {
        if hex.is_ascii_digit() { hex - b'0' } else { hex - b'a' + 10 }
    }
    let mut bytes = [0; 48];
    let mut n = 0;
    while n < 48 {
        bytes[n] = digit(hex[2 * n]) << 4 | digit(hex[2 * n + 1]);
        n += 1;
    }
    bytes
}

/// Runs the migrations that the database has not seen.
pub(super) async fn migrate(pool: &Pool) -> Result<(), StoreError> {
    let dialect = match pool {
        Pool::Sqlite(_) => Dialect::Sqlite,
        #[cfg(feature = "postgres")]
        Pool::Postgres(_) => Dialect::Postgres,
    };
    let migrator = migrator(dialect);
    let migrated = on!(pool, pool => match migrator.run(pool).await {
        Err(MigrateError::VersionMismatch(1)) => {
            let before = first_form(dialect);
            sqlx::query(ADOPT).bind(&before[..]).bind(checksum(&migrator)).execute(pool).await?;
            migrator.run(pool).await
        }
        done => done,
    });
    migrated.map_err(migration)
}

/// The checksum of the first migration as it is now.
fn checksum(migrator: &Migrator) -> Vec<u8> {
    let first = migrator.iter().find(|migration| migration.version == 1);
    first.map_or_else(Vec::new, |first| first.checksum.to_vec())
}
