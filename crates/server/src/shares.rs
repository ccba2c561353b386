//! Fair shares of work that takes long: a few places, and among those who wait the one comes next who has used least lately.
//!
//! So one caller with a thousand jobs delays another with one job by one job at most. What a caller has used is forgotten by
//! halves, so nobody pays for yesterday.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::Instant;

/// After so long half of what somebody has used is forgotten: longer than any job, shorter than anybody's patience.
const HALF: Duration = Duration::from_secs(60);
/// Callers who have used less than this, in seconds of work, are not remembered.
const NOTHING: f64 = 0.001;
/// The callers remembered are looked through when there are so many, so that memory is bounded by those who work.
const MANY: usize = 4096;

/// Who has a share.
pub trait Caller: Copy + Eq + Hash {}
impl<T: Copy + Eq + Hash> Caller for T {}

/// Places for work, shared by callers.
pub struct Shares<K: Caller>(Arc<Inner<K>>);

struct Inner<K: Caller> {
    /// How many jobs of one caller may wait; none may be more than this.
    most: usize,
    /// How much work one caller may have used, in seconds, until he has to wait.
    budget: Option<f64>,
    state: Mutex<State<K>>,
}

struct State<K: Caller> {
    free: usize,
    /// In the order in which they came.
    waiting: Vec<Waiter<K>>,
    used: HashMap<K, Used>,
}

struct Waiter<K: Caller> {
    who: K,
    turn: oneshot::Sender<Place<K>>,
}

/// What a caller has used, in seconds of work, at some time.
#[derive(Clone, Copy)]
struct Used {
    seconds: f64,
    at: Instant,
}

impl Used {
    fn at(self, now: Instant) -> f64 {
        let halves = now.saturating_duration_since(self.at).as_secs_f64() / HALF.as_secs_f64();
        self.seconds * (-halves).exp2()
    }
}

/// Why there is no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crowded {
    /// So many jobs of this caller wait already.
    Waiting,
    /// He has used up his budget; there is more after so many seconds.
    UsedUp(u32),
}

impl<K: Caller> Shares<K> {
    /// So many places. Of one caller at most `most` jobs wait, and he may use so much work at a stretch, if there is a budget.
    pub fn new(places: usize, most: usize, budget: Option<Duration>) -> Shares<K> {
        let state = State { free: places.max(1), waiting: Vec::new(), used: HashMap::new() };
        let budget = budget.map(|budget| budget.as_secs_f64());
        Shares(Arc::new(Inner { most, budget, state: Mutex::new(state) }))
    }

    /// Waits for a place. It is given back, and its time counted, when it is dropped.
    pub async fn place(&self, who: K) -> Result<Place<K>, Crowded> {
        let turn = {
            let mut state = self.0.state();
            if let Some(budget) = self.0.budget
                && let used = state.used(who, Instant::now())
                && used > budget
            {
                let seconds = (used / budget).log2() * HALF.as_secs_f64();
                return Err(Crowded::UsedUp((seconds as u32).saturating_add(1)));
            }
            if state.free > 0 {
                state.free -= 1;
                return Ok(self.0.begin(who));
            }
            if state.waiting.iter().filter(|waiter| waiter.who == who).count() >= self.0.most {
                return Err(Crowded::Waiting);
            }
            let (turn, come) = oneshot::channel();
            state.waiting.push(Waiter { who, turn });
            come
        };
        // The sender is only ever dropped with the shares themselves.
        turn.await.map_err(|_| Crowded::Waiting)
    }

    /// How many jobs wait.
    pub fn waiting(&self) -> usize {
        self.0.state().waiting.len()
    }
}

impl<K: Caller> Inner<K> {
    fn state(&self) -> MutexGuard<'_, State<K>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Caller> Inner<K> {
    fn begin(self: &Arc<Self>, who: K) -> Place<K> {
        Place { shares: Arc::clone(self), who, began: Instant::now() }
    }
}

impl<K: Caller> State<K> {
    fn used(&self, who: K, now: Instant) -> f64 {
        self.used.get(&who).map_or(0.0, |used| used.at(now))
    }

    fn charge(&mut self, who: K, seconds: f64, now: Instant) {
        let seconds = self.used(who, now) + seconds;
        self.used.insert(who, Used { seconds, at: now });
        if self.used.len() > MANY {
            self.used.retain(|_, used| used.at(now) > NOTHING);
        }
    }

    /// Who comes next: whoever has used least, and of equals the first.
    fn next(&mut self, now: Instant) -> Option<Waiter<K>> {
        let used: Vec<f64> = self.waiting.iter().map(|waiter| self.used(waiter.who, now)).collect();
        let (next, _) = used.iter().enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b))?;
        Some(self.waiting.remove(next))
    }
}

/// A place for one job.
pub struct Place<K: Caller> {
    shares: Arc<Inner<K>>,
    who: K,
    began: Instant,
}

impl<K: Caller> Drop for Place<K> {
    fn drop(&mut self) {
        let now = Instant::now();
        let mut state = self.shares.state();
        state.charge(self.who, now.saturating_duration_since(self.began).as_secs_f64(), now);
        // One who waited may have gone away meanwhile.
        state.waiting.retain(|waiter| !waiter.turn.is_closed());
        match state.next(now) {
            Some(next) => {
                let place = self.shares.begin(next.who);
                drop(state);
                // If he goes away at this very moment, the place comes back and is given to another.
                let _ = next.turn.send(place);
            }
            None => state.free += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::pin::pin;
    use tokio::time::{advance, timeout};

    const SECOND: Duration = Duration::from_secs(1);

    /// Somebody works for so long as soon as he has a place, and then says so.
    fn work(shares: &Arc<Shares<u8>>, who: u8, told: &Arc<Mutex<Vec<u8>>>) -> tokio::task::JoinHandle<()> {
        let (shares, told) = (Arc::clone(shares), Arc::clone(told));
        tokio::spawn(async move {
            let place = shares.place(who).await;
            tokio::time::sleep(SECOND).await;
            told.lock().unwrap().push(who);
            drop(place);
        })
    }

    #[tokio::test(start_paused = true)]
    async fn one_with_a_thousand_jobs_delays_another_by_one() {
        let (shares, told) = (Arc::new(Shares::new(1, 1000, None)), Arc::default());
        let jobs: Vec<_> = (0..1000).map(|_| work(&shares, 1, &told)).collect();
        tokio::time::sleep(SECOND / 2).await;
        let others: Vec<_> = [2, 3].map(|who| work(&shares, who, &told)).into();
        for job in others {
            job.await.unwrap();
        }
        assert_eq!(*told.lock().unwrap(), [1, 2, 3]);
        for job in jobs {
            job.await.unwrap();
        }
        assert_eq!(told.lock().unwrap().len(), 1002, "and all is done in the end");
        assert_eq!(shares.waiting(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn two_who_want_much_take_turns() {
        let (shares, told) = (Arc::new(Shares::new(1, 100, None)), Arc::default());
        let jobs: Vec<_> = (0..20).map(|n| work(&shares, n / 10, &told)).collect();
        for job in jobs {
            job.await.unwrap();
        }
        let told = told.lock().unwrap();
        assert!(told.chunks(2).all(|pair| pair[0] != pair[1]), "{told:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn there_are_so_many_places_and_those_who_go_away_cost_none() {
        let shares: Shares<u8> = Shares::new(2, 2, None);
        let held = (shares.place(1).await.unwrap(), shares.place(1).await.unwrap());
        let mut gone = pin!(shares.place(2));
        assert!(timeout(SECOND, gone.as_mut()).await.is_err());
        {
            let mut also = Box::pin(shares.place(2));
            assert!(timeout(SECOND, also.as_mut()).await.is_err());
            assert_eq!(shares.place(2).await.err(), Some(Crowded::Waiting), "he has two that wait");
        }
        drop(held.0);
        assert!(gone.await.is_ok());
        drop(held.1);
        assert!(shares.place(3).await.is_ok() && shares.place(3).await.is_ok());
        assert_eq!(shares.waiting(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn a_budget_is_used_up_and_comes_back() {
        let shares: Shares<u8> = Shares::new(4, 4, Some(10 * SECOND));
        let place = shares.place(1).await.unwrap();
        advance(40 * SECOND).await;
        drop(place);
        assert_eq!(shares.place(1).await.err(), Some(Crowded::UsedUp(121)));
        assert!(shares.place(2).await.is_ok(), "nobody else pays for it");
        advance(121 * SECOND).await;
        assert!(shares.place(1).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn memory_is_bounded() {
        let shares: Shares<u32> = Shares::new(1, 1, None);
        for who in 0..3 * MANY as u32 {
            let place = shares.place(who).await.unwrap();
            advance(SECOND).await;
            drop(place);
        }
        let remembered = shares.0.state().used.len();
        assert!(remembered <= MANY + 1, "{remembered}");
    }
}
