//! The operator reopens a game that ended by time.

use super::{Appended, Hub};
use crate::code::random;
use crate::error::Error;
use crate::store::StoreError;
use pgg_table::table::CannotReopen;
use pgg_table::{GameId, Seed};
use std::sync::Arc;

/// How often it is tried again when somebody is quicker; only chat can be.
const TRIES: u32 = 10;

/// Why a game was not reopened.
#[derive(Debug, thiserror::Error)]
pub enum NotReopened {
    /// It cannot be.
    #[error(transparent)]
    Cannot(#[from] CannotReopen),
    /// The game could not be read.
    #[error("{0}")]
    Unread(Error),
    /// The database did not take it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<Error> for NotReopened {
    fn from(error: Error) -> NotReopened {
        NotReopened::Unread(error)
    }
}

impl Hub {
    /// The game goes on from a new seed, and both sides have all their days.
    pub async fn reopen(self: &Arc<Hub>, id: GameId) -> Result<(), NotReopened> {
        let live = self.game(id).await?;
        let mut turn = live.turn().await;
        self.settle(&live, &mut turn).await?;
        for _ in 0..TRIES {
            let (before, now) = (live.table(), self.served.moment());
            let next = before.reopen(Seed(random()?), now)?;
            // First the seed: a game that is over needs none, so nothing is wrong if this process dies between the two.
            self.store.reseed(id, next.table.seed()).await?;
            match self.commit(&live, &mut turn, &before, next, now).await? {
                Appended::Durable => return Ok(()),
                Appended::Raced => self.read_on(&live).await?,
            }
        }
        Err(Error::Storage.into())
    }
}
