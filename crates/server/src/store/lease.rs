//! Leases: only one process at a time computes a program's move in a game, and in it one task.
//!
//! A lease only saves work; correctness does not depend on it. If the connection that holds it breaks, another
//! process may take it while the first still computes; then the slower of the two is `Raced` when it appends.

#[cfg(feature = "postgres")]
mod shared;

use super::{PATIENCE, Store, StoreError, too_slow};
use pgg_table::GameId;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

/// The right to compute the program's move in one game; given back when it is dropped.
pub struct Lease {
    game: GameId,
    /// The generation of the lease of this game.
    number: u64,
    held: Arc<Held>,
}

impl Store {
    /// Takes the lease of a game, unless it is taken. When a process dies, its leases are free again.
    pub async fn lease(&self, game: GameId) -> Result<Option<Lease>, StoreError> {
        let held = &self.inner.leases.held;
        let number = held.count.fetch_add(1, Ordering::Relaxed);
        match held.games().entry(game) {
            Entry::Occupied(_) => return Ok(None),
            Entry::Vacant(free) => free.insert(number),
        };
        // From here on dropping it releases the game, whatever happens.
        let lease = Lease { game, number, held: Arc::clone(held) };
        let Some(requests) = &held.requests else { return Ok(Some(lease)) };
        let (reply, answer) = oneshot::channel();
        requests.send(Request::Take(game, reply)).map_err(|_| too_slow(PATIENCE))?;
        match timeout(PATIENCE, answer).await {
            Ok(Ok(Ok(true))) => Ok(Some(lease)),
            Ok(Ok(Ok(false))) => Ok(None),
            Ok(Ok(Err(error))) => Err(error.into()),
            Ok(Err(_)) | Err(_) => Err(too_slow(PATIENCE)),
        }
    }
}

impl Lease {
    /// The game.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// Is it still ours, as far as we know? Not if the connection to the database broke meanwhile.
    pub fn is_held(&self) -> bool {
        self.held.games().get(&self.game) == Some(&self.number)
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let mut games = self.held.games();
        if games.get(&self.game) == Some(&self.number) {
            games.remove(&self.game);
            if let Some(requests) = &self.held.requests {
                let _ = requests.send(Request::Give(self.game));
            }
        }
    }
}

/// The leases of this process.
pub(super) struct Leases {
    held: Arc<Held>,
}

struct Held {
    games: Mutex<HashMap<GameId, u64>>,
    count: AtomicU64,
    /// To the task that holds the locks in PostgreSQL.
    requests: Option<mpsc::UnboundedSender<Request>>,
}

#[cfg_attr(not(feature = "postgres"), expect(dead_code, reason = "nobody takes them"))]
enum Request {
    Take(GameId, oneshot::Sender<Result<bool, sqlx::Error>>),
    Give(GameId),
}

impl Held {
    fn games(&self) -> std::sync::MutexGuard<'_, HashMap<GameId, u64>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Leases {
    /// For SQLite, where there are no other processes.
    pub(super) fn alone() -> Leases {
        Leases { held: Arc::new(Held { games: Mutex::default(), count: AtomicU64::new(0), requests: None }) }
    }
}
