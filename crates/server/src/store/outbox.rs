//! Outstanding webhook calls: stored in the transaction that caused them, kept until they are delivered.

use super::error::Failed;
use super::rows::{from_row, get, run};
use super::{Pool, Store, StoreError};
use pgg_table::{GameId, PersonId, Time};

/// A call that is to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// Its id, for [`Store::delivered`] and [`Store::deliver_later`].
    pub id: i64,
    /// Whose webhook.
    pub person: PersonId,
    /// About which game.
    pub game: GameId,
    /// About which entry.
    pub n: u32,
    /// Since when it waits.
    pub created: Time,
    /// How many times it has been taken, including this time.
    pub tries: u32,
}

impl Store {
    /// Takes calls that are due, at most `limit`. No other process gets them before `until`; if they are neither
    /// delivered nor put off by then, they are due again. So each is made at least once.
    pub async fn take_deliveries(
        &self,
        now: Time,
        until: Time,
        limit: u32,
    ) -> Result<Vec<Delivery>, StoreError> {
        let limit = i64::from(limit);
        self.changing(async {
            match &self.inner.write {
                Pool::Sqlite(pool) => {
                    let mut connection = pool.acquire().await?;
                    sqlx::query_as(
                        "UPDATE outbox SET tries = tries + 1, next = $2 WHERE id IN \
                         (SELECT id FROM outbox WHERE next <= $1 ORDER BY next, id LIMIT $3) \
                         RETURNING id, person, game, n, created, tries",
                    )
                    .bind(now.0)
                    .bind(until.0)
                    .bind(limit)
                    .fetch_all(&mut *connection)
                    .await
                    .map_err(Failed::During)
                }
                #[cfg(feature = "postgres")]
                Pool::Postgres(pool) => {
                    let mut connection = pool.acquire().await?;
                    sqlx::query_as(
                        "UPDATE outbox SET tries = tries + 1, next = $2 WHERE id IN \
                         (SELECT id FROM outbox WHERE next <= $1 ORDER BY next, id LIMIT $3 FOR UPDATE SKIP LOCKED) \
                         RETURNING id, person, game, n, created, tries",
                    )
                    .bind(now.0)
                    .bind(until.0)
                    .bind(limit)
                    .fetch_all(&mut *connection)
                    .await
                    .map_err(Failed::During)
                }
            }
        })
        .await
    }

    /// Deletes a call that was delivered or given up.
    pub async fn delivered(&self, id: i64) -> Result<(), StoreError> {
        run!(self, "DELETE FROM outbox WHERE id = $1", id)?;
        Ok(())
    }

    /// A call was not tried and is due again at `next`.
    pub async fn put_back(&self, id: i64, next: Time) -> Result<(), StoreError> {
        run!(self, "UPDATE outbox SET next = $2, tries = tries - 1 WHERE id = $1", id, next.0)?;
        Ok(())
    }

    /// A call has failed and is due again at `next`.
    pub async fn deliver_later(&self, id: i64, next: Time) -> Result<(), StoreError> {
        run!(self, "UPDATE outbox SET next = $2 WHERE id = $1", id, next.0)?;
        Ok(())
    }
}

from_row!(row => Delivery {
    Ok(Delivery {
        id: get!(row, "id"),
        person: get!(row, "person"),
        game: get!(row, "game"),
        n: get!(row, "n"),
        created: get!(row, "created"),
        tries: get!(row, "tries"),
    })
});
