//! The group commit: changes of many games made durable together, each of them whole or not at all.
//!
//! One thread writes. While it waits for a transaction to become durable, changes collect in a channel; then
//! they go together into the next. A game is changed only if its last entry is the one that the caller has
//! seen, so a late change is rejected and does not affect the others.

mod checkpoint;
mod json;
#[cfg(feature = "postgres")]
mod postgres;
mod prepare;
mod sqlite;
mod statements;
mod tail;

pub(super) use checkpoint::LONGEST;

#[cfg(feature = "postgres")]
use super::PATIENCE;
use super::open::SqliteFile;
use super::{Append, Appended, NewGame, PATIENCE_WITH_FILE, Store, StoreError, too_slow};
use metrics::histogram;
use pgg_table::GameId;
use prepare::Prepared;
use sqlx::SqlitePool;
use std::collections::{HashMap, HashSet, VecDeque};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{timeout, timeout_at};

/// How many changes may wait for the writer before callers block.
const QUEUE: usize = 4096;
/// How many changes go into one transaction at most, and how many bytes of them.
pub(super) const BATCH: usize = 512;
const BATCH_BYTES: usize = 4 << 20;
/// How often a batch is retried after a conflict with another process.
const TRIES: u32 = 10;
/// After so long without changes the writer catches up with deferred work.
const QUIET: Duration = Duration::from_millis(20);
/// For how many games the writer remembers what need not be written again.
const KNOWN: usize = 10_000;

impl Store {
    /// Makes a game. When this says [`Appended::Durable`], the game and its first entries survive anything.
    ///
    /// A caller that is dropped while waiting does not take the change back. After [`StoreError::Unknown`] the game
    /// may be there or not: read it.
    pub async fn create(&self, game: NewGame) -> Result<Appended, StoreError> {
        self.inner.commits.submit(prepare::create(game)?).await
    }

    /// Adds entries to a game's log, if `after` is its last entry; together with them everything else in `append`
    /// changes, or nothing. When this says [`Appended::Durable`], they survive anything, and every other process on
    /// the same database is told.
    ///
    /// A caller that is dropped while waiting does not take the change back. After [`StoreError::Unknown`] the entries
    /// may be there or not: read the log.
    pub async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        self.inner.commits.submit(prepare::append(append)?).await
    }
}

/// A handle of the writer.
pub(super) struct Commits {
    jobs: mpsc::Sender<Job>,
    /// The time limit from submission to answer.
    patience: Duration,
}

enum Job {
    Change(Box<Waiting>),
    /// Nothing comes after this.
    Finish(oneshot::Sender<()>),
}

/// A change and the channel for its answer.
struct Waiting {
    change: Prepared,
    reply: oneshot::Sender<Result<Appended, StoreError>>,
}

impl Commits {
    /// Starts the writer of an SQLite file. The holder of the one connection of `turns` may write.
    pub(super) fn to_sqlite(file: SqliteFile, turns: SqlitePool) -> Result<Commits, StoreError> {
        let connection = Connection::Sqlite(Box::new(sqlite::Writing::open(file, turns)?));
        Commits::start(connection, PATIENCE_WITH_FILE)
    }

    /// Starts the writer of a PostgreSQL database. `tag` marks what this process tells the others.
    #[cfg(feature = "postgres")]
    pub(super) fn to_postgres(pool: sqlx::PgPool, tag: String) -> Result<Commits, StoreError> {
        // A change may have to wait for several tries of those before it.
        Commits::start(Connection::Postgres(postgres::Writing::new(pool, tag)), 4 * PATIENCE)
    }

    fn start(connection: Connection, patience: Duration) -> Result<Commits, StoreError> {
        let (jobs, queue) = mpsc::channel(QUEUE);
        let writer = Writer { queue, put_off: VecDeque::new(), connection, known: HashMap::new() };
        // On a thread of its own: as a task among those of the players, who all wait for it, it would have to
        // queue for each statement.
        let runtime = tokio::runtime::Handle::current();
        let thread = std::thread::Builder::new().name("pgg-writer".to_owned());
        thread
            .spawn(move || runtime.block_on(writer.run()))
            .map_err(|e| StoreError::Unavailable(format!("no thread can be started: {e}")))?;
        Ok(Commits { jobs, patience })
    }

    async fn submit(&self, change: Prepared) -> Result<Appended, StoreError> {
        let (reply, answer) = oneshot::channel();
        let job = Job::Change(Box::new(Waiting { change, reply }));
        let until = tokio::time::Instant::now() + self.patience;
        match timeout_at(until, self.jobs.send(job)).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => return Err(closed()),
            Err(_) => return Err(too_slow(self.patience)),
        }
        // The writer answers every change it has taken, unless the disk hangs.
        match timeout_at(until, answer).await {
            Ok(answer) => {
                answer.unwrap_or_else(|_| Err(StoreError::Unknown("the server is stopping".to_owned())))
            }
            Err(_) => Err(StoreError::Unknown("the disk does not answer".to_owned())),
        }
    }

    /// Waits until everything that was submitted is done, and ends the writer.
    pub(super) async fn finish(&self) {
        let (reply, done) = oneshot::channel();
        if self.jobs.send(Job::Finish(reply)).await.is_ok() {
            let _ = done.await;
        }
    }
}

struct Writer {
    queue: mpsc::Receiver<Job>,
    /// Changes of games that were already in the batch when they came.
    put_off: VecDeque<Waiting>,
    connection: Connection,
    /// Games that were changed here recently.
    known: HashMap<GameId, Known>,
}

/// What is known of a game that was changed here: the number of its last entry, and hashes of what it has in columns
/// that change often and rarely.
struct Known {
    last: u32,
    often: u64,
    rarely: u64,
}

/// What is done to the row of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// It is made.
    New,
    /// All of it changes that can.
    Changed,
    /// The rarely changing columns are unchanged.
    Stepped,
    /// Only the number and time of the last entry change.
    Touched,
}

/// A change and what it does to the row of its game.
type Sorted<'a> = (Kind, &'a Prepared);

/// Where the writer writes.
enum Connection {
    Sqlite(Box<sqlite::Writing>),
    #[cfg(feature = "postgres")]
    Postgres(postgres::Writing),
}

impl Writer {
    async fn run(mut self) {
        loop {
            let (batch, finish) = self.gather().await;
            if !batch.is_empty() {
                self.commit(batch).await;
            }
            if let Some(reply) = finish {
                self.catch_up().await;
                // Close the connection before reporting that all is done.
                drop(self);
                let _ = reply.send(());
                return;
            }
        }
    }

    /// Waits for the next job. If that takes long, deferred work is done meanwhile.
    async fn next(&mut self) -> Option<Job> {
        if matches!(&self.connection, Connection::Sqlite(writing) if writing.is_behind()) {
            match timeout(QUIET, self.queue.recv()).await {
                Ok(job) => return job,
                Err(_) => self.catch_up().await,
            }
        }
        self.queue.recv().await
    }

    async fn catch_up(&mut self) {
        if let Connection::Sqlite(writing) = &mut self.connection
            && let Err(failed) = writing.catch_up().await
        {
            tracing::warn!(error = %StoreError::from(failed), "lists of games are behind for a while");
            self.known.clear();
        }
    }

    /// The next batch: all waiting changes, within bounds, no game twice. Empty only at the end.
    async fn gather(&mut self) -> (Vec<Waiting>, Option<oneshot::Sender<()>>) {
        let mut batch = Vec::new();
        let mut games = HashSet::new();
        let mut bytes = 0;
        let mut later = VecDeque::new();
        while let Some(waiting) = self.put_off.pop_front() {
            add(waiting, &mut batch, &mut games, &mut bytes, &mut later);
        }
        self.put_off = later;
        while batch.len() < BATCH && bytes < BATCH_BYTES {
            let job = if batch.is_empty() { self.next().await } else { self.queue.try_recv().ok() };
            match job {
                Some(Job::Change(waiting)) => {
                    add(*waiting, &mut batch, &mut games, &mut bytes, &mut self.put_off);
                }
                Some(Job::Finish(reply)) if self.put_off.is_empty() => return (batch, Some(reply)),
                Some(Job::Finish(reply)) => {
                    // Deferred changes come first; there are few.
                    while !self.put_off.is_empty() {
                        let rest: VecDeque<Waiting> = self.put_off.drain(..).collect();
                        self.commit(std::mem::take(&mut batch)).await;
                        games.clear();
                        for waiting in rest {
                            add(waiting, &mut batch, &mut games, &mut bytes, &mut self.put_off);
                        }
                    }
                    return (batch, Some(reply));
                }
                // All handles of the store are gone.
                None if batch.is_empty() => {
                    let (reply, _) = oneshot::channel();
                    return (batch, Some(reply));
                }
                None => break,
            }
        }
        (batch, None)
    }

    /// Commits a batch and answers all its callers.
    async fn commit(&mut self, batch: Vec<Waiting>) {
        let changes: Vec<&Prepared> = batch.iter().map(|waiting| &waiting.change).collect();
        match self.attempt(&changes).await {
            Ok(done) => {
                for waiting in batch {
                    let appended =
                        if done.contains(&waiting.change.game) { Appended::Durable } else { Appended::Raced };
                    let _ = waiting.reply.send(Ok(appended));
                }
            }
            // One change that the database rejects must not fail the others.
            Err(StoreError::Corrupt(what)) if batch.len() > 1 => {
                tracing::error!(what, "a group commit failed; its changes are tried one by one");
                for waiting in batch {
                    let result = self.attempt(&[&waiting.change]).await;
                    let result =
                        result.map(|done| if done.is_empty() { Appended::Raced } else { Appended::Durable });
                    let _ = waiting.reply.send(result);
                }
            }
            Err(error) => {
                tracing::error!(%error, changes = batch.len(), "a group commit failed");
                for waiting in batch {
                    let _ = waiting.reply.send(Err(error.clone()));
                }
                if matches!(error, StoreError::Unavailable(_)) {
                    self.turn_away(&error);
                }
            }
        }
    }

    /// The database is unreachable: tell all waiting requests now, not batch by batch.
    fn turn_away(&mut self, error: &StoreError) {
        for waiting in self.put_off.drain(..) {
            let _ = waiting.reply.send(Err(error.clone()));
        }
        for _ in 0..self.queue.len() {
            match self.queue.try_recv() {
                Ok(Job::Change(waiting)) => {
                    let _ = waiting.reply.send(Err(error.clone()));
                }
                Ok(Job::Finish(reply)) => {
                    let _ = reply.send(());
                    self.queue.close();
                }
                Err(_) => return,
            }
        }
    }

    /// Writes a batch in one transaction; returns the games whose changes were made.
    async fn attempt(&mut self, changes: &[&Prepared]) -> Result<HashSet<GameId>, StoreError> {
        let sorted: Vec<Sorted<'_>> = changes.iter().map(|change| (self.kind(change), *change)).collect();
        let began = Instant::now();
        let done = self.try_write(&sorted).await;
        histogram!("pgg_commit_seconds").record(began.elapsed().as_secs_f64());
        histogram!("pgg_commit_batch").record(changes.len() as f64);
        match &done {
            Ok(done) => self.learn(changes, done),
            Err(_) => self.known.clear(),
        }
        done
    }

    /// If this process wrote the last entry, the row's content is known, and unchanged columns need not be
    /// written again.
    fn kind(&self, change: &Prepared) -> Kind {
        match self.known.get(&change.game) {
            _ if change.is_new => Kind::New,
            Some(known) if known.last == change.after && known.rarely == change.rest.hash() => {
                if known.often == change.often.hash() { Kind::Touched } else { Kind::Stepped }
            }
            _ => Kind::Changed,
        }
    }

    fn learn(&mut self, changes: &[&Prepared], done: &HashSet<GameId>) {
        if self.known.len() > KNOWN {
            self.known.clear();
        }
        for change in changes.iter().filter(|change| done.contains(&change.game)) {
            let known = Known { last: change.last, often: change.often.hash(), rarely: change.rest.hash() };
            self.known.insert(change.game, known);
        }
    }

    async fn try_write(&mut self, changes: &[Sorted<'_>]) -> Result<HashSet<GameId>, StoreError> {
        let mut tries = 0;
        loop {
            tries += 1;
            let (reused, written) = match &mut self.connection {
                Connection::Sqlite(writing) => (false, writing.write(changes).await),
                #[cfg(feature = "postgres")]
                Connection::Postgres(writing) => (writing.is_connected(), writing.write(changes).await),
            };
            match written {
                Ok(done) => return Ok(done),
                Err(failed) if failed.is_clash() && tries < TRIES => {}
                // The database was unreachable for a moment: an old connection is useless.
                Err(failed) if reused && failed.is_lost_before() && tries < TRIES => {}
                Err(failed) => return Err(failed.into()),
            }
        }
    }
}

/// Adds the change to the batch, or defers it if its game is in the batch already.
fn add(
    waiting: Waiting,
    batch: &mut Vec<Waiting>,
    games: &mut HashSet<GameId>,
    bytes: &mut usize,
    later: &mut VecDeque<Waiting>,
) {
    if games.insert(waiting.change.game) {
        *bytes += waiting.change.bytes();
        batch.push(waiting);
    } else {
        later.push_back(waiting);
    }
}

fn closed() -> StoreError {
    StoreError::Unavailable("the server is stopping".to_owned())
}
