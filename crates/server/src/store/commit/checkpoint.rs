//! Checkpoints: moving the write-ahead log of an SQLite file into the file itself.
//!
//! SQLite would do it inside a commit, which then takes twenty times as long as others. Here a thread beside
//! the writer does it while commits continue. The log can start anew only when it is empty, so the writer moves
//! the rest: as soon as little is left, or, under load, once the log is long.

use rusqlite::Connection;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;

/// The thread runs a checkpoint whenever the log has grown by so many pages.
const MANY: u32 = 4000;
/// The writer finishes a checkpoint at once when so few pages are left.
const LITTLE: i64 = 300;
/// A log of so many pages, 100 MB, should start anew after the next checkpoint.
const LONG: u32 = 24_000;
/// A log of so many pages starts anew now: the thread does not keep up, or does not exist.
pub(in crate::store) const LONGEST: u32 = 2 * LONG;
/// The thread has not reported.
const NOTHING: i64 = -1;

thread_local! {
    /// How long the log was after the last commit of this thread.
    static PAGES: Cell<u32> = const { Cell::new(0) };
}

/// The thread that runs checkpoints, and its last report.
pub(super) struct Checkpoints {
    /// Wakes the thread; none to end it.
    wake: Option<SyncSender<()>>,
    /// How many pages the last checkpoint left in the log.
    left: Arc<AtomicI64>,
    /// The length of the log at which the thread is woken again.
    next: u32,
    thread: Option<JoinHandle<()>>,
}

impl Checkpoints {
    /// Takes over checkpoints for the writer's connection; `beside` is another connection to the same file.
    pub(super) fn start(writer: &Connection, beside: Connection) -> Checkpoints {
        writer.wal_hook(Some(|_, pages| {
            PAGES.set(pages.unsigned_abs());
            Ok(())
        }));
        let (wake, asked) = sync_channel(1);
        let left = Arc::new(AtomicI64::new(NOTHING));
        let told = Arc::clone(&left);
        let thread = std::thread::Builder::new().name("pgg-checkpoints".to_owned());
        // Without the thread the writer runs all checkpoints itself.
        let thread = thread.spawn(move || work(&beside, &asked, &told)).ok();
        Checkpoints { wake: Some(wake), left, next: MANY, thread }
    }

    /// To be called between two transactions of the writer. Pages that cannot be moved now are as safe in the
    /// log.
    pub(super) fn see_to(&mut self, writer: &Connection) {
        let pages = PAGES.get();
        let left = self.left.swap(NOTHING, Ordering::AcqRel);
        let due = left != NOTHING && (left <= LITTLE || pages >= LONG);
        if due || pages >= LONGEST {
            self.move_all(writer);
        } else if pages >= self.next {
            self.next = pages + MANY;
            let asked = self.wake.as_ref().map(|wake| wake.try_send(()));
            if let Some(Err(TrySendError::Disconnected(()))) = asked {
                self.move_all(writer);
            }
        }
    }

    fn move_all(&mut self, writer: &Connection) {
        move_log(writer);
        PAGES.set(0);
        self.next = MANY;
    }
}

impl Drop for Checkpoints {
    /// Close the other connection before this one, since the last one cleans up.
    fn drop(&mut self) {
        self.wake = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn work(beside: &Connection, asked: &Receiver<()>, left: &AtomicI64) {
    while asked.recv().is_ok() {
        if let Some(pages) = move_log(beside) {
            left.store(pages, Ordering::Release);
        }
    }
}

/// Moves as much as possible without waiting for readers; returns how many pages are left, if known.
fn move_log(connection: &Connection) -> Option<i64> {
    let counts = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(1)?, row.get::<_, i64>(2)?));
    match connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], counts) {
        Ok((pages, done)) => Some(pages - done),
        Err(error) => {
            tracing::warn!(%error, "the write-ahead log cannot be moved now");
            None
        }
    }
}
