//! The time: the system's, or in tests a clock that stands still until it is advanced.

use governor::nanos::Nanos;
use pgg_table::Time;
use pgg_table::service::Reading;
use std::sync::LazyLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::watch;

/// When this process asked for the time first.
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// A source of time. Clones show the same time.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    /// The time, if it is advanced by hand.
    by_hand: Option<watch::Sender<Reading>>,
}

impl Clock {
    /// A clock that shows this time until it is moved.
    pub fn stopped(at: Time) -> Clock {
        Clock { by_hand: Some(watch::Sender::new(Reading { wall: at, steady: at.0 })) }
    }

    /// The time now, for people.
    pub fn now(&self) -> Time {
        self.reading().wall
    }

    /// The same, and a time that nobody can set.
    pub fn reading(&self) -> Reading {
        match &self.by_hand {
            Some(reading) => *reading.borrow(),
            None => {
                let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                Reading { wall: Time(milliseconds(since)), steady: milliseconds(START.elapsed()) }
            }
        }
    }

    /// Moves a stopped clock forward; tasks that sleep until then wake. Other clocks go on by themselves.
    pub fn advance(&self, by: Duration) {
        let by = milliseconds(by);
        self.change(|reading| Reading {
            wall: reading.wall.plus(by),
            steady: reading.steady.saturating_add(by),
        });
    }

    /// Sets the wall time of a stopped clock forward or back, as an operator or a bad time server does.
    pub fn jump(&self, milliseconds: i64) {
        self.change(|reading| Reading { wall: reading.wall.plus(milliseconds), ..reading });
    }

    fn change(&self, how: impl FnOnce(Reading) -> Reading) {
        if let Some(reading) = &self.by_hand {
            reading.send_modify(|reading| *reading = how(*reading));
        }
    }

    /// Waits until the clock shows this time.
    pub async fn sleep_until(&self, then: Time) {
        match &self.by_hand {
            // The sender lives as long as this borrow: the wait cannot fail.
            Some(reading) => drop(reading.subscribe().wait_for(|now| now.wall >= then).await),
            None => {
                let left = u64::try_from(then.since(self.now())).unwrap_or(0);
                tokio::time::sleep(Duration::from_millis(left)).await;
            }
        }
    }
}

/// A span as [`Time`] counts it.
pub fn milliseconds(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX)
}

/// For limits, which need a monotonic time.
impl governor::clock::Clock for Clock {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        match &self.by_hand {
            Some(reading) => {
                Duration::from_millis(u64::try_from(reading.borrow().steady).unwrap_or(0)).into()
            }
            None => START.elapsed().into(),
        }
    }
}
