//! The group commit: changes of many games made durable together, each of them whole or not at all.
//!
//! One thread writes. While it waits for a transaction to become durable, changes gather in a channel; then they go
//! together into the next. A game is changed only if its last entry is the one the caller has seen, so a change that
//! comes too late falls out and does not disturb the others.

mod batch;
mod prepare;
mod tail;
mod values;

use super::error::Failed;
use super::schema::Dialect;
use super::{Append, Appended, NewGame, PATIENCE, Pool, Store, StoreError, too_slow};
use batch::{Kind, Sorted, Statements};
use metrics::histogram;
use pgg_table::GameId;
use prepare::Prepared;
use sqlx::pool::PoolConnection;
use sqlx::{PgPool, Postgres, SqlitePool};
use std::collections::{HashMap, HashSet, VecDeque};
use std::time::Instant;
use tail::Tails;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

/// How many changes may wait for the writer before callers wait at the door.
const QUEUE: usize = 4096;
/// How many changes go into one transaction at most, and how many bytes of them.
pub(super) const BATCH: usize = 256;
const BATCH_BYTES: usize = 4 << 20;
/// How often a batch is tried again when another process stood in its way.
const TRIES: u32 = 10;
/// Of how many games it is known what need not be written again.
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

/// The door to the writer.
pub(super) struct Commits {
    jobs: mpsc::Sender<Job>,
}

enum Job {
    Change(Box<Waiting>),
    /// Nothing comes after this.
    Finish(oneshot::Sender<()>),
}

/// A change and who waits for it.
struct Waiting {
    change: Prepared,
    reply: oneshot::Sender<Result<Appended, StoreError>>,
}

impl Commits {
    /// Starts the writer. `tag` marks what this process tells the others.
    pub(super) fn start(pool: Pool, tag: String) -> Result<Commits, StoreError> {
        let (jobs, queue) = mpsc::channel(QUEUE);
        let dialect = match pool {
            Pool::Sqlite(_) => Dialect::Sqlite,
            Pool::Postgres(_) => Dialect::Postgres,
        };
        let connection = match pool {
            Pool::Sqlite(pool) => Connection::Sqlite { pool, tails: Tails::unknown() },
            Pool::Postgres(pool) => Connection::Postgres(pool, None),
        };
        let writer = Writer {
            queue,
            put_off: VecDeque::new(),
            connection,
            statements: Statements::new(dialect),
            tag,
            known: HashMap::new(),
        };
        // On a thread of its own: among the tasks of players, who all wait for it, it would have to queue for each
        // statement.
        let runtime = tokio::runtime::Handle::current();
        let thread = std::thread::Builder::new().name("pgg-writer".to_owned());
        thread
            .spawn(move || runtime.block_on(writer.run()))
            .map_err(|e| StoreError::Unavailable(format!("no thread can be started: {e}")))?;
        Ok(Commits { jobs })
    }

    async fn submit(&self, change: Prepared) -> Result<Appended, StoreError> {
        let (reply, answer) = oneshot::channel();
        let job = Job::Change(Box::new(Waiting { change, reply }));
        match timeout(PATIENCE, self.jobs.send(job)).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => return Err(closed()),
            Err(_) => return Err(too_slow()),
        }
        // The writer answers every change it has taken, in bounded time.
        answer.await.unwrap_or_else(|_| Err(StoreError::Unknown("the server is stopping".to_owned())))
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
    statements: Statements,
    tag: String,
    /// Of games that were changed here lately: the number of the last entry, and a hash of what changes rarely.
    known: HashMap<GameId, (u32, u64)>,
}

/// SQLite's one writing connection is shared with the small statements and taken for each batch; PostgreSQL's is ours.
enum Connection {
    Sqlite { pool: SqlitePool, tails: Tails },
    Postgres(PgPool, Option<PoolConnection<Postgres>>),
}

impl Writer {
    async fn run(mut self) {
        loop {
            let (batch, finish) = self.gather().await;
            if !batch.is_empty() {
                self.commit(batch).await;
            }
            if let Some(reply) = finish {
                let _ = reply.send(());
                return;
            }
        }
    }

    /// The next batch: all that waits, within bounds, no game twice. Empty only at the end.
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
            let job = if batch.is_empty() { self.queue.recv().await } else { self.queue.try_recv().ok() };
            match job {
                Some(Job::Change(waiting)) => {
                    add(*waiting, &mut batch, &mut games, &mut bytes, &mut self.put_off);
                }
                Some(Job::Finish(reply)) if self.put_off.is_empty() => return (batch, Some(reply)),
                Some(Job::Finish(reply)) => {
                    // What was put off comes first; it is little.
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

    /// Commits a batch and answers everybody in it.
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
            // One change the database cannot digest must not take the others with it.
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

    /// The database is away: whoever waits learns it now and not one batch after the other.
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

    /// Writes a batch in one transaction; the games whose changes were made.
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

    /// If the last entry there is was written here, what changes rarely is known, and need not be written when it has
    /// not changed.
    fn kind(&self, change: &Prepared) -> Kind {
        match self.known.get(&change.game) {
            _ if change.is_new => Kind::New,
            Some(&(last, hash)) if last == change.after && hash == change.rest.hash() => Kind::Touched,
            _ => Kind::Changed,
        }
    }

    fn learn(&mut self, changes: &[&Prepared], done: &HashSet<GameId>) {
        if self.known.len() > KNOWN {
            self.known.clear();
        }
        for change in changes.iter().filter(|change| done.contains(&change.game)) {
            self.known.insert(change.game, (change.last, change.rest.hash()));
        }
    }

    async fn try_write(&mut self, changes: &[Sorted<'_>]) -> Result<HashSet<GameId>, StoreError> {
        let mut tries = 0;
        loop {
            tries += 1;
            let reused = matches!(self.connection, Connection::Postgres(_, Some(_)));
            match self.connection.write(&self.statements, changes, &self.tag).await {
                Ok(done) => return Ok(done),
                Err(failed) if failed.is_clash() && tries < TRIES => {}
                // The database was away for a moment: a connection from before is of no use.
                Err(failed) if reused && failed.is_lost_before() && tries < TRIES => {}
                Err(failed) => return Err(failed.into()),
            }
        }
    }
}

/// Into the batch, or to be put off if its game is in it already.
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

impl Connection {
    /// One attempt at one transaction. A connection on which anything failed is not used again, which also takes
    /// back what it had begun.
    async fn write(
        &mut self,
        statements: &Statements,
        changes: &[Sorted<'_>],
        tag: &str,
    ) -> Result<HashSet<GameId>, Failed> {
        match self {
            Connection::Sqlite { pool, tails } => {
                let mut connection = pool.acquire().await?;
                let result = batch::write_sqlite(&mut connection, statements, changes, tails).await;
                if result.is_err() {
                    drop(connection.detach());
                }
                result
            }
            Connection::Postgres(pool, held) => {
                let mut connection = match held.take() {
                    Some(connection) => connection,
                    None => pool.acquire().await?,
                };
                let result = batch::write_postgres(&mut connection, statements, changes, tag).await;
                if result.is_ok() {
                    *held = Some(connection);
                } else {
                    drop(connection.detach());
                }
                result
            }
        }
    }
}

fn closed() -> StoreError {
    StoreError::Unavailable("the server is stopping".to_owned())
}
