//! Opening a PostgreSQL database that any number of processes share.

use super::{Place, WAIT, migrate, refused};
use crate::store::changes::Feed;
use crate::store::commit::Commits;
use crate::store::lease::Leases;
use crate::store::{Inner, PATIENCE, Pool, Store, StoreError};
use pgg_table::PersonId;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use std::hash::{BuildHasher, RandomState};
use std::str::FromStr;
use std::sync::{Arc, Mutex};

/// Connections that read.
const CONNECTIONS: u32 = 8;

/// Settings of our PostgreSQL connections: confirmed data is on disk, and a process that hangs or whose machine
/// is gone does not keep its locks.
const SETTINGS: [(&str, &str); 6] = [
    ("synchronous_commit", "on"),
    ("lock_timeout", "3s"),
    ("idle_in_transaction_session_timeout", "10s"),
    ("tcp_keepalives_idle", "20"),
    ("tcp_keepalives_interval", "5"),
    ("tcp_keepalives_count", "3"),
];

/// Reads `postgres://…`.
pub(super) fn place(url: &str) -> Result<Place, StoreError> {
    // The cause is given without the URL, which may hold a password.
    let options = PgConnectOptions::from_str(url)
        .map_err(|e| refused(format!("the database URL is no good address of a PostgreSQL database: {e}")))?;
    Ok(Place::Postgres(Box::new(options.application_name("pgg"))))
}

pub(super) async fn open(options: PgConnectOptions) -> Result<Store, StoreError> {
    let options = options.options(SETTINGS);
    let pool = |connections| PgPoolOptions::new().max_connections(connections).acquire_timeout(WAIT);
    let shared = pool(CONNECTIONS).connect_with(options.clone()).await?;
    migrate::migrate(&Pool::Postgres(shared.clone())).await?;
    let (fsync,): (String,) = sqlx::query_as("SELECT current_setting('fsync')").fetch_one(&shared).await?;
    if fsync != "on" {
        tracing::warn!("this PostgreSQL has fsync = {fsync}: moves can be lost when its machine loses power");
    }
    // The writer, the listener and the leases never wait behind readers.
    let own = || pool(1).idle_timeout(None).max_lifetime(None).connect_lazy_with(options.clone());
    let tag = tag();
    Ok(Store {
        inner: Arc::new(Inner {
            read: Pool::Postgres(shared.clone()),
            write: Pool::Postgres(shared),
            patience: PATIENCE,
            commits: Commits::to_postgres(own(), tag.clone())?,
            changes: Feed::listen(own(), tag).await?,
            leases: Leases::shared(own()),
            lock: Mutex::default(),
        }),
    })
}

/// A tag unique to this process: the standard library seeds its hashers at random.
fn tag() -> String {
    let random =
        u128::from(RandomState::new().hash_one(0)) << 64 | u128::from(RandomState::new().hash_one(1));
    PersonId::from_random(random.to_le_bytes()).to_string()
}
