//! Time of service: the time in which players could reach the server. Deadlines count this time and no other.
//!
//! It advances by monotonic clocks, and only while a server writes down that it is alive. So it stands still during an
//! outage, and a wall clock that jumps cannot move it. After an outage, and after a jump of the wall clock, it also
//! stands still for a grace period. All processes on one database share it. Time is a parameter here as everywhere.

use crate::id::Time;
use serde::{Deserialize, Serialize};

const MINUTE: i64 = 60 * 1000;

/// After a longer silence the server was away: nothing of the silence counts, and a grace period begins. Restarts are shorter
/// by far, and so are the waits of a busy machine.
pub const LAPSE: i64 = 5 * MINUTE;
/// A wall clock that moves this much against the monotonic clock between two beats has jumped. Corrections by NTP are smaller.
pub const JUMP: i64 = MINUTE;
/// How long deadlines stand still afterwards, so that everybody hears that the server is back: people look once a day.
pub const GRACE: i64 = 24 * 60 * MINUTE;

/// The two times that matter to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// For people: when it happened.
    pub wall: Time,
    /// For clocks: the time of service.
    pub served: Time,
}

/// Where nobody measures service, it is the time of the wall clock.
impl From<Time> for Moment {
    fn from(wall: Time) -> Moment {
        Moment { wall, served: wall }
    }
}

/// What the two clocks of a machine show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The wall clock, which people and programs may set.
    pub wall: Time,
    /// Milliseconds by a clock that nobody can set.
    pub steady: i64,
}

/// The time of service as it is stored: one for all processes on a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Service {
    /// Milliseconds served, grace periods included. It began as the wall time of the first start.
    pub run: i64,
    /// How much of that were earlier grace periods.
    pub graced: i64,
    /// At which `run` the latest grace period began.
    pub grace_from: Option<i64>,
    /// The wall clock of the process that wrote this.
    pub wall: Time,
}

/// Why a grace period begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// No process was alive, or none could write, for so many milliseconds by this machine's clocks.
    Away(i64),
    /// The wall clock moved by so many milliseconds against the monotonic clock.
    Jumped(i64),
}

impl Service {
    /// Before the first beat. `latest` is when something happened last in any game: a server that did not measure its service
    /// yet may have been away since then.
    pub fn begin(wall: Time, latest: Option<Time>) -> Service {
        let latest = latest.unwrap_or(wall).min(wall);
        Service { run: latest.0, graced: 0, grace_from: None, wall: latest }
    }

    /// The time of service.
    pub fn time(&self) -> Time {
        Time(self.run.saturating_sub(self.graced).saturating_sub(self.spent()))
    }

    /// How long deadlines still stand still.
    pub fn grace_left(&self) -> i64 {
        self.grace_from.map_or(0, |_| GRACE - self.spent())
    }

    /// How much of the latest grace period has passed.
    fn spent(&self) -> i64 {
        self.grace_from.map_or(0, |from| self.run.saturating_sub(from).clamp(0, GRACE))
    }

    fn pause(self) -> Service {
        Service { graced: self.graced.saturating_add(self.spent()), grace_from: Some(self.run), ..self }
    }

    fn after(self, span: i64) -> Service {
        Service { run: self.run.saturating_add(span), ..self }
    }
}

/// What one process knows of the time of service.
#[derive(Clone, Copy, Debug)]
pub struct Pulse {
    service: Service,
    /// When that was true, by this machine's clocks.
    at: Reading,
}

impl Pulse {
    /// A process starts: how it takes over from those before it, and whether there was an outage.
    pub fn begin(stored: Service, now: Reading) -> (Pulse, Option<Pause>) {
        let away = now.wall.since(stored.wall);
        let pause = (away.abs() > LAPSE).then_some(Pause::Away(away));
        let service = if pause.is_some() { stored.pause() } else { stored };
        (Pulse { service: Service { wall: now.wall, ..service }, at: now }, pause)
    }

    /// What this process knows.
    pub const fn service(&self) -> Service {
        self.service
    }

    /// What to store next: `stored` is what is stored, read after `now`. And why deadlines stop, if they do.
    pub fn beat(&self, stored: Service, now: Reading) -> (Service, Option<Pause>) {
        let passed = self.passed(now);
        let jump = now.wall.since(self.at.wall).saturating_sub(passed);
        let (own, pause) = if passed > LAPSE {
            (self.service, Some(Pause::Away(passed)))
        } else if jump.abs() > JUMP {
            (self.service.after(passed), Some(Pause::Jumped(jump)))
        } else {
            (self.service.after(passed), None)
        };
        // Every process counts by itself; the one that is ahead is right, since none counts faster than time passes.
        let service = Service { run: stored.run.max(own.run), ..stored };
        let service = if pause.is_some() { service.pause() } else { service };
        (Service { wall: now.wall, ..service }, pause)
    }

    /// `service` has been stored. It was computed from the reading `asked`; the answer came at `now`.
    pub fn learn(&mut self, service: Service, asked: Reading, now: Reading) {
        let own = self.service.run.saturating_add(self.passed(asked));
        // What others have counted is true when it is read, not when it was asked for.
        self.at = if service.run <= own { asked } else { Reading { steady: now.steady, ..asked } };
        self.service = service;
    }

    /// The time of service now. It does not go on by itself for longer than a lapse.
    pub fn time(&self, now: Reading) -> Time {
        self.now(now).time()
    }

    /// When a deadline will be by the wall clock, if nothing happens to the server.
    pub fn on_the_wall(&self, deadline: Time, now: Reading) -> Time {
        let service = self.now(now);
        now.wall.plus(deadline.since(service.time())).plus(service.grace_left())
    }

    fn now(&self, now: Reading) -> Service {
        self.service.after(self.passed(now).min(LAPSE))
    }

    fn passed(&self, now: Reading) -> i64 {
        now.steady.saturating_sub(self.at.steady).max(0)
    }
}
