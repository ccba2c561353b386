//! Work that takes long and changes nothing: questions, replays, the parsing of records. It is done beside the threads that serve,
//! a few jobs at a time, and every address has its share.

use crate::error::Error;
use crate::limits::{Address, CountedBy, Visit};
use crate::shares::{Crowded, Shares};
use std::time::Duration;

/// How many jobs of one address may wait: more than a page ever asks at once, since it waits for answers.
const MOST_WAITING: usize = 64;
/// How much work an address may have used lately, in seconds on one core: hundreds of the most expensive questions, or a whole
/// evening of a page that asks the server because it cannot carry the referee.
const BUDGET: Duration = Duration::from_secs(20);
/// The name of the limit.
const LIMIT: &str = "work";

/// Where long work is done.
pub struct Work {
    shares: Shares<Address>,
}

impl Work {
    /// One core is left to the threads that serve. `factor` is that of all limits; without it there are none.
    pub fn new(factor: Option<f64>) -> Work {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let scaled = |factor: f64| Duration::try_from_secs_f64(BUDGET.as_secs_f64() * factor).ok();
        let most = factor.map_or(usize::MAX, |factor| ((MOST_WAITING as f64 * factor) as usize).max(1));
        Work { shares: Shares::new(cores - 1, most, factor.and_then(scaled)) }
    }

    /// How many jobs wait.
    pub fn waiting(&self) -> usize {
        self.shares.waiting()
    }

    /// Does a job when it is this visitor's turn. It goes on to its end even if he goes away.
    pub async fn run<T: Send + 'static>(
        &self,
        visit: &Visit,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let place = self.shares.place(visit.address).await.map_err(|crowded| {
            let seconds = match crowded {
                Crowded::Waiting => 1,
                Crowded::UsedUp(seconds) => seconds,
            };
            tracing::info!(limit = LIMIT, address = %visit.address, seconds, "refused: too much work");
            metrics::counter!("pgg_limited_total", "limit" => LIMIT).increment(1);
            Error::TooManyRequests { limit: LIMIT, by: CountedBy::Address, seconds }
        })?;
        let done = tokio::task::spawn_blocking(move || {
            let done = job();
            drop(place);
            done
        });
        done.await.map_err(|_| Error::INTERNAL)
    }
}
