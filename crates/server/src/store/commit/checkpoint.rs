//! Moving the write-ahead log of an SQLite file into the file itself.
//!
//! SQLite would do it within a commit, which then takes twenty times as long as others, and everybody in it waits. Here
//! a thread beside the writer moves nearly all of it while commits go on; then the writer moves the little that has come
//! meanwhile, so that the log can begin anew.

use rusqlite::Connection;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;

/// A log of so many pages is moved.
const MANY: u32 = 4000;
/// At so many the thread does not keep up, and the writer waits.
const TOO_MANY: u32 = 4 * MANY;
/// So little may be left to the writer, and so often the thread tries to come to it.
const REST: i64 = 300;
const PASSES: usize = 4;

thread_local! {
    /// How long the log was after the last commit of this thread.
    static PAGES: Cell<u32> = const { Cell::new(0) };
}

/// The thread that moves the log, and what it has told.
pub(super) struct Checkpoints {
    /// Asks it to; none when it shall end.
    wake: Option<SyncSender<()>>,
    /// It has moved nearly all, and the rest is the writer's.
    moved: Arc<AtomicBool>,
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
        let moved = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&moved);
        let thread = std::thread::Builder::new().name("pgg-checkpoints".to_owned());
        // Without it nobody hears the question, and the writer does all of it.
        let thread = thread.spawn(move || work(&beside, &asked, &told)).ok();
        Checkpoints { wake: Some(wake), moved, thread }
    }

    /// Between two transactions of the writer. What cannot be moved now is as safe in the log.
    pub(super) fn see_to(&self, writer: &Connection) {
        let pages = PAGES.get();
        if self.moved.swap(false, Ordering::AcqRel) || pages >= TOO_MANY {
            move_log(writer);
            PAGES.set(0);
        } else if pages >= MANY
            && let Some(wake) = &self.wake
            && let Err(TrySendError::Disconnected(())) = wake.try_send(())
        {
            move_log(writer);
        }
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

fn work(beside: &Connection, asked: &Receiver<()>, moved: &AtomicBool) {
    while asked.recv().is_ok() {
        for _ in 0..PASSES {
            if move_log(beside).is_none_or(|left| left <= REST) {
                break;
            }
        }
        // Asked for meanwhile was what has just been done.
        let _ = asked.try_recv();
        moved.store(true, Ordering::Release);
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
