//! Moving the write-ahead log of an SQLite file into the file itself.
//!
//! SQLite would do it within a commit, which then takes twenty times as long as others, and everybody in it waits. Here
//! a thread beside the writer does it while commits go on. For the log to begin anew, nothing may be left in it, so the
//! writer moves what has come meanwhile: as soon as that is little, and under load, where it never is, once the log is
//! long.

use rusqlite::Connection;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;

/// Whenever so many pages more are in the log, the thread moves them.
const MANY: u32 = 4000;
/// So little is left to the writer at once.
const LITTLE: i64 = 300;
/// A log of so many pages, 100 MB, shall begin anew after the next time it is moved.
const LONG: u32 = 24_000;
/// A log of so many begins anew now: the thread does not keep up, or is not there.
pub(in crate::store) const LONGEST: u32 = 2 * LONG;
/// The thread has told nothing.
const NOTHING: i64 = -1;

thread_local! {
    /// How long the log was after the last commit of this thread.
    static PAGES: Cell<u32> = const { Cell::new(0) };
}

/// The thread that moves the log, and what it has told.
pub(super) struct Checkpoints {
    /// Asks it to; none when it shall end.
    wake: Option<SyncSender<()>>,
    /// How many pages it has left in the log, once it has moved the others.
    left: Arc<AtomicI64>,
    /// It is asked again when there are so many.
    next: u32,
    thread: Option<JoinHandle<()>>,
}

impl Checkpoints {
    /// Takes over from SQLite for the connection of the writer; `beside` is another one to the same file.
    pub(super) fn start(writer: &Connection, beside: Connection) -> Checkpoints {
        writer.wal_hook(Some(|_, pages| {
            PAGES.set(pages.unsigned_abs());
            Ok(())
        }));
        let (wake, asked) = sync_channel(1);
        let left = Arc::new(AtomicI64::new(NOTHING));
        let told = Arc::clone(&left);
        let thread = std::thread::Builder::new().name("pgg-checkpoints".to_owned());
        // Without it nobody hears the question, and the writer does all of it.
        let thread = thread.spawn(move || work(&beside, &asked, &told)).ok();
        Checkpoints { wake: Some(wake), left, next: MANY, thread }
    }

    /// Between two transactions of the writer. What cannot be moved now is as safe in the log.
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
    /// The other connection is closed before this one is: the last one tidies up.
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

/// Moves as much as can be moved without waiting for anybody: how many pages are left, if that is known.
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
