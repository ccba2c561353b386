//! Programs as players: they think beside the tables, on threads of their own, a few at a time, and every player has his share of them.

use crate::error::Error;
use crate::hub::{Hub, Live};
use crate::shares::Shares;
use crate::wire::{Thinking, ToPlayer};
use pgg_ai::{Player, Progress, Watch};
use pgg_core::Side;
use pgg_table::{Asked, Fault, PersonId, Request, Table, Who};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The shortest interval between reports of a program's progress.
const TELL_EVERY: Duration = Duration::from_millis(200);

/// The programs at work in this process.
pub struct Programs {
    /// For programs that search, and think for seconds.
    long: Shares<Payer>,
    /// For the others: none of them waits for one that searches.
    short: Shares<Payer>,
    at_work: AtomicU32,
}

/// Whose share a program's thinking is counted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Payer {
    /// The person who plays against it.
    Person(PersonId),
    /// All games between programs together.
    Nobody,
}

impl Payer {
    fn of(table: &Table, side: Side) -> Payer {
        table.seats()[side.enemy()].person().map_or(Payer::Nobody, Payer::Person)
    }
}

impl Default for Programs {
    /// One core is left to the tables.
    fn default() -> Programs {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let places = |places| Shares::new(places, usize::MAX, None);
        Programs { long: places(cores - 1), short: places(1), at_work: AtomicU32::new(0) }
    }
}

impl Programs {
    /// The places for programs of this level.
    fn places(&self, level: &str) -> &Shares<Payer> {
        let searches =
            pgg_ai::levels::LEVELS.iter().any(|known| known.name == level && known.budget.is_some());
        if searches { &self.long } else { &self.short }
    }

    /// If a program has to decide in this game, start it unless it is running already.
    pub fn wake(&self, hub: &Arc<Hub>, live: &Arc<Live>) {
        if live.table().program_to_move().is_none() || live.thinking.swap(true, Ordering::AcqRel) {
            return;
        }
        let (hub, live) = (Arc::clone(hub), Arc::clone(live));
        tokio::spawn(async move {
            let played = play(&hub, &live).await;
            live.thinking.store(false, Ordering::Release);
            // A person may have acted since the last check. If playing was not possible, `resume_programs` soon
            // tries again.
            if played {
                hub.programs().wake(&hub, &live);
            }
        });
    }

    /// How many programs think.
    pub fn at_work(&self) -> u32 {
        self.at_work.load(Ordering::Relaxed)
    }
}

/// Play on while a program has to decide. False if that is not possible now.
async fn play(hub: &Arc<Hub>, live: &Arc<Live>) -> bool {
    let lease = match hub.store().lease(live.id()).await {
        Ok(Some(lease)) => lease,
        // Another process runs it; if that one dies, the next round of `resume_programs` does.
        Ok(None) => return false,
        Err(error) => {
            tracing::warn!(game = %live.id(), %error, "no lease for a program");
            return false;
        }
    };
    let mut players: [Option<(String, Box<dyn Player>)>; 2] = [None, None];
    while let Some((side, level)) = live.table().program_to_move().map(|(s, l)| (s, l.to_owned())) {
        let payer = Payer::of(&live.table(), side);
        let Ok(place) = hub.programs().places(&level).place(payer).await else { return false };
        let table = live.table();
        if table.program_to_move() != Some((side, &level)) {
            // A take-back or a resignation while it waited.
            continue;
        }
        let slot = &mut players[side as usize];
        let player = match slot.take() {
            Some((same, player)) if same == level => player,
            _ => match pgg_ai::player(&level, live.program_seed(side), None) {
                Some(player) => player,
                None => {
                    tracing::error!(game = %live.id(), level, "there is no such program");
                    return false;
                }
            },
        };
        live.stop.store(false, Ordering::Relaxed);
        let watch =
            Watcher { live: Arc::clone(live), side, level: level.clone(), told: Mutex::new(Instant::now()) };
        hub.programs().at_work.fetch_add(1, Ordering::Relaxed);
        let state = *table.state();
        let thought = tokio::task::spawn_blocking(move || {
            let mut player = player;
            let action = player.choose(&state, &watch);
            drop(place);
            (player, action)
        })
        .await;
        hub.programs().at_work.fetch_sub(1, Ordering::Relaxed);
        let Ok((player, action)) = thought else {
            tracing::error!(game = %live.id(), level, "a program failed");
            return false;
        };
        players[side as usize] = Some((level.clone(), player));
        let asked = Asked { request: Request::Action(action), key: None, at: Some(table.last()) };
        match hub.request(live, Who::Program(side), asked).await {
            Ok(_) => {}
            // The game changed meanwhile, by a take-back or a resignation: read it again.
            Err(Error::Table(Fault::Stale { .. } | Fault::NotYourDecision { .. })) => {}
            Err(error) => {
                tracing::warn!(game = %live.id(), level, code = error.code(), "a program's action was not taken");
                return false;
            }
        }
    }
    drop(lease);
    true
}

struct Watcher {
    live: Arc<Live>,
    side: Side,
    level: String,
    told: Mutex<Instant>,
}

impl Watch for Watcher {
    fn progress(&self, progress: &Progress) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.elapsed() < TELL_EVERY && progress.share < 1.0 {
            return;
        }
        *told = Instant::now();
        let (side, level) = (self.side, self.level.clone());
        let (share, intent) = (progress.share, progress.plan.clone());
        self.live.tell(&ToPlayer::Thinking(Thinking { side, level, share, intent }));
    }

    fn stop(&self) -> bool {
        self.live.stop.load(Ordering::Relaxed)
    }
}
