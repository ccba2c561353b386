//! The time of service of this process: what deadlines count, and the beats that keep it.

use super::lock;
use crate::clock::Clock;
use crate::store::{Store, StoreError};
use pgg_table::service::Pause;
use pgg_table::{Moment, Pulse, Service, Time};
use std::sync::Mutex;
use std::time::Duration;

/// How often a process stores that it is alive: often enough that a kill costs the players' clocks next to nothing, rarely enough
/// that an idle server lets its disk sleep.
pub(crate) const BEAT: Duration = Duration::from_secs(30);
/// How often a beat is tried again at once when other processes are quicker.
const TRIES: u32 = 10;

/// The time of service of this process.
pub(super) struct Served {
    store: Store,
    clock: Clock,
    pulse: Mutex<Pulse>,
}

impl Served {
    /// A process starts, and goes on from what is stored.
    pub(super) async fn begin(store: Store, clock: Clock) -> Result<Served, StoreError> {
        for _ in 0..TRIES {
            let Some(stored) = store.service().await? else {
                let latest = store.latest().await?;
                store.begin_service(Service::begin(clock.now(), latest)).await?;
                continue;
            };
            let now = clock.reading();
            let (pulse, pause) = Pulse::begin(stored.service, now);
            if store.keep_service(pulse.service(), stored).await? {
                tell(pause);
                return Ok(Served { store, clock, pulse: Mutex::new(pulse) });
            }
        }
        Err(StoreError::Unavailable("other processes keep writing the time of service".to_owned()))
    }

    /// Stores that the process is alive. Until that succeeds, deadlines stand still.
    pub(super) async fn beat(&self) -> Result<(), StoreError> {
        for _ in 0..TRIES {
            let asked = self.clock.reading();
            // A row that somebody has deleted is made anew by the next start.
            let Some(stored) = self.store.service().await? else { return Ok(()) };
            let now = self.clock.reading();
            let (service, pause) = lock(&self.pulse).beat(stored.service, asked);
            if self.store.keep_service(service, stored).await? {
                lock(&self.pulse).learn(service, asked, now);
                tell(pause);
                return Ok(());
            }
        }
        Ok(())
    }

    /// The time now, for people and for clocks.
    pub(super) fn moment(&self) -> Moment {
        let now = self.clock.reading();
        Moment { wall: now.wall, served: lock(&self.pulse).time(now) }
    }

    /// When a deadline will be by the wall clock.
    pub(super) fn on_the_wall(&self, deadline: Time) -> Time {
        lock(&self.pulse).on_the_wall(deadline, self.clock.reading())
    }
}

fn tell(pause: Option<Pause>) {
    match pause {
        Some(Pause::Away(milliseconds)) => {
            tracing::warn!(milliseconds, "the server was away: all deadlines are later by that and by a day");
        }
        Some(Pause::Jumped(milliseconds)) => {
            tracing::warn!(
                milliseconds,
                "the system's clock has jumped: all deadlines stand still for a day"
            );
        }
        None => return,
    }
    metrics::counter!("pgg_deadline_pauses_total").increment(1);
}
