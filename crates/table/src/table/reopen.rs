//! A game that ended by time goes on, since an operator says so.
//!
//! The end has published the seed, so everybody could foresee its dice. The game goes on from another seed, with a commitment of its own:
//! the actions before it count like those of an imported record.

use super::{Next, Seed, Table};
use crate::clock::Clock;
use crate::entry::{How, What};
use crate::service::Moment;
use std::sync::Arc;

/// Why a game cannot be reopened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotReopen {
    /// It goes on.
    #[error("the game is not over")]
    NotOver,
    /// The players have settled it.
    #[error("the game did not end by time: only the clock's verdict can be taken back")]
    NotByTime,
    /// Its dice are known.
    #[error("the seed is the one that the end has published: draw another")]
    KnownSeed,
}

impl Table {
    /// The game goes on from a new seed, and both sides have all their days.
    pub fn reopen(&self, seed: Seed, now: impl Into<Moment>) -> Result<Next, CannotReopen> {
        let ended = self.ended.as_ref().ok_or(CannotReopen::NotOver)?;
        if ended.how != How::Time {
            return Err(CannotReopen::NotByTime);
        }
        if ended.seed == seed.to_hex() {
            return Err(CannotReopen::KnownSeed);
        }
        let mut next = Next { table: self.clone(), happened: Vec::new(), n: self.last + 1 };
        next.table.seed = seed;
        let what = What::Reopened { commitment: seed.commitment() };
        next.table.follow(&what);
        next.happen(what, Vec::new(), now.into());
        Ok(next)
    }

    pub(super) fn follow_reopened(&mut self, commitment: &str) {
        let ply = self.ply();
        let opened = Arc::make_mut(&mut self.opened);
        commitment.clone_into(&mut opened.commitment);
        opened.imported = Some(ply);
        (self.imported, self.drawn) = (ply, 0);
        self.clock = Clock::new(self.clock.pace());
        self.ended = None;
    }

    /// Does the table have the seed that was committed to? Not if another process has reopened the game.
    pub fn has_its_seed(&self) -> bool {
        self.seed.commitment() == self.opened.commitment
    }

    /// The same table with this seed.
    #[must_use]
    pub fn with_seed(self, seed: Seed) -> Table {
        Table { seed, ..self }
    }
}
