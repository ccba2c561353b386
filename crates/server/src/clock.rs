//! The time: the system's, or in tests a clock that stands still until it is advanced.

use governor::nanos::Nanos;
use pgg_table::Time;
use std::sync::LazyLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::watch;

/// A source of time. Clones show the same time.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    /// The time, if it is advanced by hand.
    by_hand: Option<watch::Sender<Time>>,
}

impl Clock {
    /// A clock that shows this time until it is moved.
    pub fn stopped(at: Time) -> Clock {
        Clock { by_hand: Some(watch::Sender::new(at)) }
    }

    /// The time now.
    pub fn now(&self) -> Time {
        match &self.by_hand {
            Some(time) => *time.borrow(),
            None => {
                let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                Time(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
            }
        }
    }

    /// Moves a stopped clock forward; tasks that sleep until then wake. Other clocks go on by themselves.
    pub fn advance(&self, by: Duration) {
        if let Some(time) = &self.by_hand {
            time.send_modify(|time| *time = time.plus(milliseconds(by)));
        }
    }

    /// Waits until the clock shows this time.
    pub async fn sleep_until(&self, then: Time) {
        match &self.by_hand {
            // The sender lives as long as this borrow: the wait cannot fail.
            Some(time) => drop(time.subscribe().wait_for(|now| *now >= then).await),
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
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        match &self.by_hand {
            Some(time) => Duration::from_millis(u64::try_from(time.borrow().0).unwrap_or(0)).into(),
            None => START.elapsed().into(),
        }
    }
}
