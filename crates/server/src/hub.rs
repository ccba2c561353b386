//! Live games: their tables in memory and their subscribers.
//!
//! No process owns a game. The log in the store is the truth; a table here is a copy that follows it. An entry
//! is published only after it is durable, and if another process was quicker with a number, this one catches up
//! and tries again.

pub(crate) mod live;
mod load;
mod reopen;
mod retell;
mod scene;
mod service;
mod summary;
#[cfg(test)]
mod tests;

pub use live::{Live, Published, Voice};
pub use load::story;
pub use reopen::NotReopened;
pub use retell::Retelling;
pub use scene::Scene;
pub(crate) use service::BEAT;

use crate::clock::Clock;
use crate::code::{Code, random};
use crate::error::Error;
use crate::programs::Programs;
use crate::store::{Append, Appended, Change, NewGame, Snapshot, Store, StoreError};
use live::Turn;
use pgg_core::Side;
use pgg_table::table::Opening;
use pgg_table::{Asked, GameId, Happened, Moment, Next, PersonId, Seat, Seed, Table, Time, View, Who};
use service::Served;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::broadcast;

/// How long a request is retried when other processes keep being quicker.
const PATIENCE: Duration = Duration::from_secs(25);
/// A snapshot is stored every so many entries.
const SNAPSHOT_EVERY: u32 = 128;
/// A game nobody is connected to leaves memory after so long.
const IDLE: Duration = Duration::from_secs(120);

/// The most games handled in one round.
const AT_ONCE: u32 = 1000;

/// All live games of this process.
pub struct Hub {
    store: Store,
    served: Served,
    live: Mutex<HashMap<GameId, Arc<Live>>>,
    programs: Programs,
    nudges: broadcast::Sender<PersonId>,
}

impl Hub {
    /// Over a store.
    pub async fn new(store: Store, clock: Clock) -> Result<Arc<Hub>, StoreError> {
        let nudges = broadcast::channel(256).0;
        let served = Served::begin(store.clone(), clock).await?;
        Ok(Arc::new(Hub { store, served, live: Mutex::default(), programs: Programs::default(), nudges }))
    }

    /// Stores that this process is alive, so that the time of service goes on.
    pub async fn beat(&self) -> Result<(), Error> {
        Ok(self.served.beat().await?)
    }

    /// When a deadline, which counts the time of service, will be by the wall clock.
    pub fn on_the_wall(&self, deadline: Time) -> Time {
        self.served.on_the_wall(deadline)
    }

    /// Everything there is to see in a game.
    pub fn view(&self, scene: &Scene) -> View {
        let view = scene.view();
        View { deadline: view.deadline.map(|deadline| self.on_the_wall(deadline)), ..view }
    }

    /// Set up a game that is joined by a code.
    pub async fn open(
        self: &Arc<Hub>,
        opening: Opening,
        owner: PersonId,
        code: &Code,
    ) -> Result<Arc<Live>, Error> {
        let (id, seed) = (GameId::from_random(random()?), Seed(random()?));
        let now = self.served.moment();
        let created = now.wall;
        // An imported record is replayed, which takes too long for a thread that serves others.
        let opened = tokio::task::spawn_blocking(move || Table::open(opening, seed, Some(owner), now));
        let Next { table, happened, .. } = opened.await.map_err(|_| Error::INTERNAL)??;
        let new = NewGame {
            id,
            created,
            owner: Some(owner),
            name: table.opened().name.clone(),
            visibility: table.opened().visibility,
            options: summary::options(&table),
            seed,
            code: Some((code.hash(), code.to_string())),
            rows: summary::rows(&happened),
            summary: summary::summary(&table, created),
            snapshot: Some(Snapshot { n: table.last(), body: table.snapshot() }),
            wake: summary::wake(None, &table),
        };
        if self.store.create(new).await? == Appended::Raced {
            return Err(Error::INTERNAL);
        }
        let live = Arc::new(Live::new(id, table, happened));
        live.set_snapshot_at(live.table().last());
        lock(&self.live).insert(id, Arc::clone(&live));
        self.tell_seated(&live.table());
        self.programs.wake(self, &live);
        Ok(live)
    }

    /// A game, loaded if need be.
    pub async fn game(self: &Arc<Hub>, id: GameId) -> Result<Arc<Live>, Error> {
        if let Some(live) = lock(&self.live).get(&id) {
            return Ok(Arc::clone(live));
        }
        let loaded = Arc::new(load::load(&self.store, id).await?);
        let live = Arc::clone(lock(&self.live).entry(id).or_insert(loaded));
        // It may have been loaded just before another process added an entry, whose notification came too early
        // for it.
        self.catch_up(&live).await?;
        self.programs.wake(self, &live);
        Ok(live)
    }

    /// Carry out a request durably, then publish it. Returns the number of the entry.
    pub async fn request(self: &Arc<Hub>, live: &Arc<Live>, who: Who, asked: Asked) -> Result<u32, Error> {
        let (hub, live) = (Arc::clone(self), Arc::clone(live));
        // In a task of its own: the caller may go away, but durable entries must still be published.
        let done = tokio::spawn(async move { hub.carry_out(&live, &who, &asked).await });
        done.await.map_err(|_| Error::INTERNAL)?
    }

    /// The same, for a caller that is never dropped while it waits.
    pub(crate) async fn carry_out(
        self: &Arc<Hub>,
        live: &Arc<Live>,
        who: &Who,
        asked: &Asked,
    ) -> Result<u32, Error> {
        let mut turn = live.turn().await;
        self.settle(live, &mut turn).await?;
        let until = tokio::time::Instant::now() + PATIENCE;
        while tokio::time::Instant::now() < until {
            if asked.at.is_some_and(|at| at > live.table().last()) {
                // The sender has seen through another process what this one has not read yet.
                self.read_on(live).await?;
            }
            let (before, now) = (live.table(), self.served.moment());
            let next = before.handle(who, asked, now)?;
            if next.happened.is_empty() {
                return Ok(next.n);
            }
            let n = next.n;
            match self.commit(live, &mut turn, &before, next, now).await? {
                Appended::Durable => return Ok(n),
                Appended::Raced => self.read_on(live).await?,
            }
        }
        // Every lost race was won by another process, so the game goes on, only not here.
        Err(Error::Storage)
    }

    /// Make a step durable, then publish it.
    async fn commit(
        self: &Arc<Hub>,
        live: &Arc<Live>,
        turn: &mut Turn,
        before: &Table,
        next: Next,
        now: Moment,
    ) -> Result<Appended, Error> {
        let append = append(live, before, &next, now);
        let snapshot = append.snapshot.as_ref().map(|snapshot| snapshot.n);
        let appended = self.store.append(append).await.inspect_err(|error| {
            // It may be in the log all the same: read the log before anything else is done.
            turn.doubtful = matches!(error, StoreError::Unknown(_));
        })?;
        if appended == Appended::Durable {
            if let Some(n) = snapshot {
                live.set_snapshot_at(n);
            }
            self.nudge(before, &next.table);
            metrics::counter!("pgg_entries_total").increment(next.happened.len() as u64);
            live.publish(next.table, next.happened);
            self.programs.wake(self, live);
        }
        Ok(appended)
    }

    /// If it is unknown whether the last step became durable, read the log.
    async fn settle(&self, live: &Live, turn: &mut Turn) -> Result<(), Error> {
        if turn.doubtful {
            self.read_on(live).await?;
            turn.doubtful = false;
        }
        Ok(())
    }

    /// Follow what other processes have added.
    pub async fn catch_up(self: &Arc<Hub>, live: &Arc<Live>) -> Result<(), Error> {
        let mut turn = live.turn().await;
        self.read_on(live).await?;
        turn.doubtful = false;
        Ok(())
    }

    async fn read_on(&self, live: &Live) -> Result<(), Error> {
        load::read_on(&self.store, live).await
    }

    /// Time has passed: end games whose players are too late.
    pub async fn tick(self: &Arc<Hub>) -> Result<(), Error> {
        let now = self.served.moment();
        for id in self.store.due(now.served, AT_ONCE).await? {
            // A game that fails does not delay the others.
            if let Err(error) = self.tick_game(id, now).await {
                tracing::warn!(game = %id, code = error.code(), "a deadline could not be looked at");
            }
        }
        Ok(())
    }

    async fn tick_game(self: &Arc<Hub>, id: GameId, now: Moment) -> Result<(), Error> {
        let live = self.game(id).await?;
        let mut turn = live.turn().await;
        self.settle(&live, &mut turn).await?;
        let before = live.table();
        let Some(next) = before.tick(now) else { return Ok(()) };
        match self.commit(&live, &mut turn, &before, next, now).await? {
            Appended::Durable => Ok(()),
            // Another process was quicker: the next round sees the new state.
            Appended::Raced => self.read_on(&live).await,
        }
    }

    /// Resumes programs that have to move and that no process runs: after a start, or after another process has
    /// died.
    pub async fn resume_programs(self: &Arc<Hub>) -> Result<(), Error> {
        let mut after = None;
        loop {
            let ids = self.store.programs_to_move(after, AT_ONCE).await?;
            for &id in &ids {
                let live = self.game(id).await?;
                self.programs.wake(self, &live);
            }
            match ids.last() {
                Some(&last) if ids.len() == AT_ONCE as usize => after = Some(last),
                _ => return Ok(()),
            }
        }
    }

    /// Games without connections leave memory. A snapshot is stored, so that newer rules need not replay the
    /// log.
    pub async fn sweep(&self) {
        let mut gone = Vec::new();
        lock(&self.live).retain(|_, live| {
            let stays = Arc::strong_count(live) > 1 || !live.is_idle(IDLE);
            if !stays {
                gone.push(Arc::clone(live));
            }
            stays
        });
        for live in gone {
            load::keep(&self.store, &live).await;
        }
    }

    /// When the server closes, a snapshot of each game is stored, so that a newer program need not replay the
    /// log.
    pub(crate) async fn close(&self) {
        let games: Vec<Arc<Live>> = lock(&self.live).values().cloned().collect();
        for live in games {
            load::keep(&self.store, &live).await;
        }
    }

    /// Persons whose list of games may have changed through this process.
    pub fn nudges(&self) -> broadcast::Receiver<PersonId> {
        self.nudges.subscribe()
    }

    /// Notify the players of a game that begins, ends or changes seats.
    fn nudge(&self, before: &Table, after: &Table) {
        if before.seats() != after.seats() || before.ended() != after.ended() {
            self.tell_seated(after);
        }
    }

    fn tell_seated(&self, table: &Table) {
        for side in Side::BOTH {
            if let Seat::Person { id, .. } | Seat::Invited { id, .. } = &table.seats()[side] {
                let _ = self.nudges.send(*id);
            }
        }
    }

    /// How many games are in memory.
    pub fn live_games(&self) -> usize {
        lock(&self.live).len()
    }

    /// The programs at work.
    pub const fn programs(&self) -> &Programs {
        &self.programs
    }

    /// The store.
    pub const fn store(&self) -> &Store {
        &self.store
    }

    /// Follow the changes of other processes to games that are live here.
    pub async fn follow(self: Arc<Hub>) {
        let mut changes = self.store.changes();
        loop {
            let games: Vec<Arc<Live>> = match changes.next().await {
                Change::Game { game, n } => {
                    let live = lock(&self.live).get(&game).cloned();
                    live.filter(|live| live.table().last() < n).into_iter().collect()
                }
                // Notifications may have been missed: check every game.
                Change::Missed => lock(&self.live).values().cloned().collect(),
            };
            for live in games {
                if let Err(error) = self.catch_up(&live).await {
                    tracing::warn!(game = %live.id(), code = error.code(), "cannot follow a game");
                }
                self.programs.wake(&self, &live);
            }
        }
    }
}

/// The changes that a step makes to the store.
fn append(live: &Live, before: &Table, next: &Next, now: Moment) -> Append {
    let table = &next.table;
    let snapshot = (table.last() - live.snapshot_at() >= SNAPSHOT_EVERY || table.ended().is_some())
        .then(|| Snapshot { n: table.last(), body: table.snapshot() });
    Append {
        game: live.id(),
        after: before.last(),
        rows: summary::rows(&next.happened),
        summary: summary::summary(table, now.wall),
        snapshot,
        wake: summary::wake(Some(before), table),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Rows and messages are made from the same values.
pub(crate) type Happenings = Vec<Happened>;
