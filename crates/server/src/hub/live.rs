//! One live game: the table, and the broadcast of what happens.

use super::scene::Scene;
use super::{Happenings, lock};
use crate::wire::{EntryView, Presence, ToPlayer};
use axum::extract::ws::Utf8Bytes;
use pgg_core::{BySide, Side};
use pgg_table::{GameId, Happened, Table, What};
use serde::Serialize;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};
use tokio::sync::{MutexGuard, broadcast};

/// Recent entries, kept for clients that reconnect.
const RECENT: usize = 72;
/// A listener that is further behind than this reads the log instead.
const QUEUE: usize = 64;

/// A message to everybody at the table, serialized once.
#[derive(Clone, Debug)]
pub struct Published {
    /// The number of the entry; none for a message that is not in the log.
    pub n: Option<u32>,
    /// The side that goes on deciding after an action: for everybody else the message can be batched.
    pub busy: Option<Side>,
    /// The message.
    pub text: Utf8Bytes,
}

impl Published {
    /// An entry and what it did.
    pub fn entry(happened: Happened) -> Published {
        let n = Some(happened.entry.n);
        let acts = matches!(happened.entry.what, What::Acted { .. } | What::Undid { .. } | What::Redid);
        let busy = happened.now.decision.map(|decision| decision.side).filter(|_| acts);
        Published { n, busy, text: text(&ToPlayer::Entry(Box::new(EntryView::from(happened)))) }
    }
}

/// The channel of messages to everybody.
pub type Voice = broadcast::Receiver<Published>;

/// The right to change the game: one request at a time.
pub(super) struct Turn {
    /// The outcome of the last commit is unknown: read the log first.
    pub(super) doubtful: bool,
}

/// One live game.
pub struct Live {
    id: GameId,
    turn: tokio::sync::Mutex<Turn>,
    scene: RwLock<Arc<Scene>>,
    recent: Mutex<VecDeque<Published>>,
    voice: broadcast::Sender<Published>,
    snapshot_at: AtomicU32,
    touched: Mutex<Instant>,
    present: Mutex<(BySide<u32>, u32)>,
    /// A task is running the program of this game.
    pub(crate) thinking: AtomicBool,
    /// The program should stop thinking.
    pub(crate) stop: AtomicBool,
}

impl Live {
    pub(super) fn new(id: GameId, table: Table, happened: Happenings) -> Live {
        let live = Live {
            id,
            turn: tokio::sync::Mutex::new(Turn { doubtful: false }),
            snapshot_at: AtomicU32::new(table.last() - happened.len() as u32),
            scene: RwLock::new(Arc::new(Scene::new(table.clone()))),
            recent: Mutex::default(),
            voice: broadcast::channel(QUEUE).0,
            touched: Mutex::new(Instant::now()),
            present: Mutex::default(),
            thinking: AtomicBool::new(false),
            stop: AtomicBool::new(false),
        };
        live.publish(table, happened);
        live
    }

    /// Which game.
    pub const fn id(&self) -> GameId {
        self.id
    }

    /// The seed of a program of this game.
    pub(crate) fn program_seed(&self, side: Side) -> u64 {
        self.table().seed().of_program(side)
    }

    /// The table as it is now.
    pub fn table(&self) -> Arc<Table> {
        Arc::clone(self.scene().table())
    }

    /// The same, with data derived from it once for all clients.
    pub fn scene(&self) -> Arc<Scene> {
        Arc::clone(&self.scene.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// One request at a time.
    pub(super) async fn turn(&self) -> MutexGuard<'_, Turn> {
        self.turn.lock().await
    }

    /// Replace the table and publish the entries, which are durable.
    pub(super) fn publish(&self, table: Table, happened: Happenings) {
        let messages: Vec<Published> = happened.into_iter().map(Published::entry).collect();
        // A subscriber must find each entry either in the table it reads or in the channel it listens to: the table
        // changes while `recent` is held, as it is in `listen`.
        let mut recent = lock(&self.recent);
        *self.scene.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(Scene::new(table));
        *lock(&self.touched) = Instant::now();
        for message in messages {
            if recent.len() == RECENT {
                recent.pop_front();
            }
            recent.push_back(message.clone());
            // An error only means that there are no listeners.
            let _ = self.voice.send(message);
        }
    }

    /// Subscribe, with the current table and, if they are in memory, the entries after `since`.
    pub fn listen(&self, since: Option<u32>) -> (Voice, Arc<Scene>, Option<Vec<Published>>) {
        let recent = lock(&self.recent);
        let scene = self.scene();
        let last = scene.table().last();
        let missed = since.and_then(|since| {
            let first = recent.front().and_then(|p| p.n).unwrap_or(last + 1);
            (since + 1 >= first && since <= last)
                .then(|| recent.iter().filter(|p| p.n > Some(since)).cloned().collect())
        });
        (self.voice.subscribe(), scene, missed)
    }

    /// Send everybody a message that is not in the log.
    pub fn tell(&self, message: &ToPlayer) {
        let _ = self.voice.send(Published { n: None, busy: None, text: text(message) });
    }

    /// Somebody connects or disconnects; everybody is told who is there.
    pub fn attend(&self, sides: &[Side], comes: bool) {
        let presence = {
            let mut present = lock(&self.present);
            let change = |n: &mut u32| *n = if comes { *n + 1 } else { n.saturating_sub(1) };
            if sides.is_empty() {
                change(&mut present.1);
            }
            for &side in sides {
                change(&mut present.0[side]);
            }
            presence(&present)
        };
        self.tell(&ToPlayer::Presence(presence));
    }

    /// Who is there, as far as this process knows.
    pub fn presence(&self) -> Presence {
        presence(&lock(&self.present))
    }

    pub(super) fn is_idle(&self, idle: Duration) -> bool {
        lock(&self.touched).elapsed() > idle && !self.thinking.load(Ordering::Relaxed)
    }

    pub(super) fn snapshot_at(&self) -> u32 {
        self.snapshot_at.load(Ordering::Relaxed)
    }

    pub(super) fn set_snapshot_at(&self, n: u32) {
        self.snapshot_at.store(n, Ordering::Relaxed);
    }
}

fn presence(present: &(BySide<u32>, u32)) -> Presence {
    let (sides, spectators) = present;
    Presence { german: sides[Side::German] > 0, soviet: sides[Side::Soviet] > 0, spectators: *spectators }
}

/// A message as text. All of them have a JSON form.
pub(crate) fn text(message: &ToPlayer) -> Utf8Bytes {
    json(message, |text| Utf8Bytes::from(text))
}

/// The JSON form of a value, written into a reused buffer, so that the result is allocated once, with its exact
/// size.
pub(super) fn json<T>(value: &impl Serialize, keep: impl FnOnce(&str) -> T) -> T {
    thread_local! {
        static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    }
    ROOM.with_borrow_mut(|room| {
        room.clear();
        // Writing to memory does not fail, and JSON is text.
        let written = serde_json::to_writer(&mut *room, value).is_ok();
        keep(std::str::from_utf8(room).ok().filter(|_| written).unwrap_or_default())
    })
}
