//! Rate limits by address, session and game. Each endpoint declares its limit next to its handler:
//!
//! ```text
//! const JOIN: Limit = Limit::new("games.join").per_address(30, 60).per_game(30, 60);
//! app.limits.check(&JOIN, &caller.visit, Some(game))?;
//! ```

mod address;
mod open;

pub use address::{Address, Visit};
use open::Many;
pub use open::Open;

use crate::clock::Clock;
pub use crate::error::CountedBy;
use crate::error::Error;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::InMemoryState;
use governor::{NotUntil, Quota, RateLimiter};
use pgg_table::GameId;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroU32;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

/// All TCP connections.
const CONNECTIONS: Many = Many::new("connections").address(500);
/// WebSockets.
const SOCKETS: Many = Many::new("sockets").address(200).session(30).game(200);
/// WebSockets of those who play the game: however many watch it, there is room for its players.
const SEATS: Many = Many::new("sockets.players").address(200).session(30);
/// Streams for bots.
const STREAMS: Many = Many::new("streams").address(100).session(50);
/// Answers with the history of a game that are being sent, or wait until they are taken.
const HISTORIES: Many = Many::new("histories").address(16).session(8);
/// Messages over one WebSocket.
const MESSAGES: Rate = Rate { count: 20, per: 1, burst: 60 };
/// Messages over one WebSocket that are passed on to everybody at the table and not stored.
const WRITING: Rate = Rate { count: 1, per: 2, burst: 1 };

/// At most this many in that many seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rate {
    count: u32,
    per: u32,
    /// At most this many at once.
    burst: u32,
}

impl Rate {
    fn quota(self, factor: f64) -> Quota {
        let each = f64::from(self.per) / (f64::from(self.count) * factor);
        let each = Duration::try_from_secs_f64(each).unwrap_or(Duration::from_secs(1_000_000));
        let burst = NonZeroU32::new((f64::from(self.burst) * factor) as u32).unwrap_or(NonZeroU32::MIN);
        Quota::with_period(each.clamp(Duration::from_nanos(1), Duration::from_secs(1_000_000)))
            .unwrap_or(Quota::per_second(burst))
            .allow_burst(burst)
    }
}

/// What one endpoint takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    name: &'static str,
    address: Option<Rate>,
    session: Option<Rate>,
    game: Option<Rate>,
}

impl Limit {
    /// Of an endpoint, by a name that no other limit has; nothing is limited yet.
    pub const fn new(name: &'static str) -> Limit {
        Limit { name, address: None, session: None, game: None }
    }

    /// At most this many in that many seconds from one address, and that many at once.
    #[must_use]
    pub const fn per_address(self, count: u32, seconds: u32) -> Limit {
        Limit { address: Some(Rate { count, per: seconds, burst: count }), ..self }
    }

    /// At most this many in that many seconds from one session or token, and that many at once.
    #[must_use]
    pub const fn per_session(self, count: u32, seconds: u32) -> Limit {
        Limit { session: Some(Rate { count, per: seconds, burst: count }), ..self }
    }

    /// What of it counts by address and session.
    #[must_use]
    pub const fn of_the_caller(self) -> Limit {
        Limit { game: None, ..self }
    }

    /// What of it counts by game.
    #[must_use]
    pub const fn of_the_game(self) -> Limit {
        Limit { address: None, session: None, ..self }
    }

    /// At most this many in that many seconds in one game, by all together, and that many at once.
    #[must_use]
    pub const fn per_game(self, count: u32, seconds: u32) -> Limit {
        Limit { game: Some(Rate { count, per: seconds, burst: count }), ..self }
    }
}

/// So many callers are counted each on their own. Any more share this number of slots, and so their allowances, which
/// bounds memory however many addresses a flood comes from.
const SLOTS: usize = 1 << 18;

/// Callers by the hash of their address, session or game.
type Limiter = RateLimiter<u64, governor::state::keyed::DashMapStateStore<u64>, Clock, NoOpMiddleware<Nanos>>;

/// The rate limiters of the server.
pub struct Limits {
    /// The factor of all limits; without one there are no limits.
    factor: Option<f64>,
    /// How many callers of a limit are counted each on their own.
    slots: usize,
    clock: Clock,
    random: RandomState,
    limiters: RwLock<HashMap<(&'static str, CountedBy), Arc<Limiter>>>,
    open: Arc<open::Counts>,
}

impl Limits {
    /// With all limits multiplied by a factor, or without any.
    pub fn new(factor: Option<f64>, clock: Clock) -> Limits {
        let (random, limiters, open) = (RandomState::new(), RwLock::default(), Arc::default());
        Limits { factor, slots: SLOTS, clock, random, limiters, open }
    }

    /// Takes one from the allowance, or says when there will be more.
    pub fn check(&self, limit: &Limit, visit: &Visit, game: Option<GameId>) -> Result<(), Error> {
        let Some(factor) = self.factor else { return Ok(()) };
        let parts = [
            (CountedBy::Address, limit.address, Some(self.random.hash_one(visit.address))),
            (CountedBy::Session, limit.session, visit.session.map(|session| self.random.hash_one(session))),
            (CountedBy::Game, limit.game, game.map(|game| self.random.hash_one(game))),
        ];
        for (by, rate, key) in parts {
            let (Some(rate), Some(key)) = (rate, key) else { continue };
            let limiter = self.limiter(limit.name, by, rate.quota(factor));
            let key = if limiter.len() < self.slots { key } else { key % self.slots as u64 };
            if let Err(refused) = limiter.check_key(&key) {
                let seconds = seconds(&refused, &self.clock);
                tracing::info!(limit = limit.name, ?by, address = %visit.address, seconds, "refused: too many requests");
                metrics::counter!("pgg_limited_total", "limit" => limit.name).increment(1);
                return Err(Error::TooManyRequests { limit: limit.name, by, seconds });
            }
        }
        Ok(())
    }

    /// Room for a WebSocket in this game, until what is returned is dropped; refused if too many are open.
    pub fn connection(&self, visit: &Visit, game: GameId) -> Result<Open, Error> {
        self.open(&SOCKETS, visit, Some(game))
    }

    /// The same for somebody who plays the game.
    pub fn seat(&self, visit: &Visit, game: GameId) -> Result<Open, Error> {
        self.open(&SEATS, visit, Some(game))
    }

    /// Room for the answer with a game's history, which holds memory until it is taken.
    pub fn telling(&self, visit: &Visit) -> Result<Open, Error> {
        self.open(&HISTORIES, visit, None)
    }

    /// Room for a bot's stream.
    pub fn stream(&self, visit: &Visit) -> Result<Open, Error> {
        self.open(&STREAMS, visit, None)
    }

    /// Room for a TCP connection.
    pub(crate) fn tcp(&self, address: Address) -> Result<Open, Error> {
        self.open(&CONNECTIONS, &Visit { address, session: None }, None)
    }

    fn open(&self, most: &Many, visit: &Visit, game: Option<GameId>) -> Result<Open, Error> {
        // Without limits there is always room.
        open::open(&self.open, most, self.factor.unwrap_or(f64::INFINITY), visit, game)
    }

    /// The allowance of one WebSocket.
    pub fn pace(&self) -> Pace {
        self.pace_of(MESSAGES)
    }

    /// How often one WebSocket may tell the others that its player is writing.
    pub fn writing(&self) -> Pace {
        self.pace_of(WRITING)
    }

    fn pace_of(&self, rate: Rate) -> Pace {
        let limiter = |factor| RateLimiter::direct_with_clock(rate.quota(factor), self.clock.clone());
        Pace { limiter: self.factor.map(limiter) }
    }

    /// Forgets callers without recent requests; to be called now and then.
    pub fn sweep(&self) {
        let limiters = self.limiters.read().unwrap_or_else(PoisonError::into_inner);
        for limiter in limiters.values() {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }

    fn limiter(&self, name: &'static str, by: CountedBy, quota: Quota) -> Arc<Limiter> {
        let found = self.limiters.read().unwrap_or_else(PoisonError::into_inner).get(&(name, by)).cloned();
        found.unwrap_or_else(|| {
            let mut limiters = self.limiters.write().unwrap_or_else(PoisonError::into_inner);
            let new = || Arc::new(RateLimiter::dashmap_with_clock(quota, self.clock.clone()));
            Arc::clone(limiters.entry((name, by)).or_insert_with(new))
        })
    }
}

/// The messages of one connection.
pub struct Pace {
    /// None where there are no limits.
    limiter: Option<RateLimiter<governor::state::NotKeyed, InMemoryState, Clock, NoOpMiddleware<Nanos>>>,
}

impl Pace {
    /// Takes one from the allowance, or says in how many seconds there will be more.
    pub fn take(&self) -> Result<(), u32> {
        let Some(limiter) = &self.limiter else { return Ok(()) };
        limiter.check().map_err(|refused| seconds(&refused, limiter.clock()))
    }
}

/// How long to wait, in full seconds.
fn seconds(refused: &NotUntil<Nanos>, clock: &Clock) -> u32 {
    let wait = refused.wait_time_from(governor::clock::Clock::now(clock));
    u32::try_from(wait.as_millis().div_ceil(1000)).unwrap_or(u32::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pgg_table::Time;

    const LIMIT: Limit = Limit::new("test").per_address(3, 60).per_session(2, 60).per_game(4, 3600);

    fn ask(limits: &Limits, address: &str, session: u8, game: u8) -> Result<(), u32> {
        let visit = Visit { address: Address::new(address.parse().unwrap()), session: Some([session; 32]) };
        let game = GameId::from_random([game; 16]);
        limits.check(&LIMIT, &visit, Some(game)).map_err(|error| error.retry_after().unwrap())
    }

    #[test]
    fn each_has_an_allowance_of_its_own() {
        let clock = Clock::stopped(Time(0));
        let limits = Limits::new(Some(1.0), clock.clone());
        assert_eq!(ask(&limits, "10.0.0.1", 1, 1), Ok(()));
        assert_eq!(ask(&limits, "10.0.0.1", 1, 1), Ok(()));
        assert_eq!(ask(&limits, "10.0.0.1", 1, 2), Err(30), "the session has had its two");
        assert_eq!(ask(&limits, "10.0.0.1", 2, 2), Err(20), "the address has had its three");
        assert_eq!(ask(&limits, "10.0.0.2", 2, 1), Ok(()));
        assert_eq!(ask(&limits, "10.0.0.3", 3, 1), Ok(()));
        assert_eq!(ask(&limits, "10.0.0.4", 4, 1), Err(900), "the game has had its four");
        assert_eq!(ask(&limits, "10.0.0.4", 4, 2), Ok(()));
        clock.advance(Duration::from_secs(30));
        assert_eq!(ask(&limits, "10.0.0.1", 1, 2), Ok(()));
    }

    #[test]
    fn nobody_pays_for_somebody_else() {
        let limits = Limits::new(Some(1.0), Clock::stopped(Time(0)));
        const ONE: Limit = Limit::new("test").per_address(1, 60);
        // Of so many, some hundred would share one of the slots.
        for n in 0..SLOTS as u32 / 16 {
            let address = Address::new(std::net::Ipv4Addr::from(n).into());
            assert_eq!(limits.check(&ONE, &Visit { address, session: None }, None), Ok(()), "caller {n}");
        }
    }

    #[test]
    fn the_factor_multiplies_and_time_brings_back() {
        let clock = Clock::stopped(Time(0));
        let limits = Limits::new(Some(2.0), clock.clone());
        let pace = limits.pace();
        for _ in 0..120 {
            assert_eq!(pace.take(), Ok(()));
        }
        assert_eq!(pace.take(), Err(1));
        clock.advance(Duration::from_millis(25));
        assert_eq!([pace.take(), pace.take()], [Ok(()), Err(1)]);
        for _ in 0..4 {
            assert_eq!(ask(&limits, "10.0.0.1", 1, 1), Ok(()));
        }
        assert!(ask(&limits, "10.0.0.1", 1, 1).is_err());
    }

    #[test]
    fn the_others_are_told_every_two_seconds_that_a_player_writes() {
        let clock = Clock::stopped(Time(0));
        let limits = Limits::new(Some(1.0), clock.clone());
        let writing = limits.writing();
        assert_eq!([writing.take(), writing.take()], [Ok(()), Err(2)]);
        clock.advance(Duration::from_millis(1999));
        assert_eq!(writing.take(), Err(1));
        clock.advance(Duration::from_millis(1));
        assert_eq!([writing.take(), writing.take()], [Ok(()), Err(2)]);
    }

    #[test]
    fn memory_is_bounded_and_given_back() {
        let clock = Clock::stopped(Time(0));
        let slots = 64;
        let limits = Limits { slots, ..Limits::new(Some(1.0), clock.clone()) };
        for n in 0..1000 {
            let address = Address::new(std::net::Ipv4Addr::from(n).into());
            let _ = limits.check(&LIMIT, &Visit { address, session: None }, None);
        }
        let limiter =
            limits.limiter("test", CountedBy::Address, Rate { count: 3, per: 60, burst: 3 }.quota(1.0));
        assert!((slots..=2 * slots).contains(&limiter.len()), "{}", limiter.len());
        clock.advance(Duration::from_secs(3600));
        limits.sweep();
        assert!(limiter.is_empty());
    }

    #[test]
    fn without_a_factor_there_are_no_limits() {
        let limits = Limits::new(None, Clock::stopped(Time(0)));
        let pace = limits.pace();
        let visit = Visit { address: Address::new([10, 0, 0, 1].into()), session: Some([1; 32]) };
        let game = GameId::from_random([1; 16]);
        let mut open = Vec::new();
        for _ in 0..1000 {
            assert_eq!(pace.take(), Ok(()));
            assert_eq!(ask(&limits, "10.0.0.1", 1, 1), Ok(()));
            open.push((limits.connection(&visit, game), limits.stream(&visit), limits.tcp(visit.address)));
        }
        assert!(open.iter().all(|(socket, stream, tcp)| socket.is_ok() && stream.is_ok() && tcp.is_ok()));
    }

    /// At most this many of a kind can be open; a refused caller is told which limit it hit.
    fn room(most: usize, limit: &'static str, by: CountedBy, open: impl Fn(u8) -> Result<Open, Error>) {
        let held: Vec<Open> = (0..most).map(|n| open(n as u8).unwrap_or_else(|e| panic!("{e:?}"))).collect();
        let Err(refused) = open(most as u8) else { panic!("{limit} by {by:?} has no limit") };
        assert_eq!(refused, Error::TooManyRequests { limit, by, seconds: 5 });
        drop(held);
        assert!(open(0).is_ok(), "room is given back");
    }

    #[test]
    fn connections_sockets_and_streams_have_their_limits() {
        let limits = Limits::new(Some(0.1), Clock::stopped(Time(0)));
        let address = |n: u8| Address::new([10, 0, 0, n].into());
        let visit = |a: u8, session: u8| Visit { address: address(a), session: Some([session; 32]) };
        let game = |n: u8| GameId::from_random([n; 16]);
        room(50, "connections", CountedBy::Address, |_| limits.tcp(address(1)));
        room(20, "sockets", CountedBy::Address, |n| limits.connection(&visit(1, n), game(n)));
        room(3, "sockets", CountedBy::Session, |n| limits.connection(&visit(n, 1), game(n)));
        room(20, "sockets", CountedBy::Game, |n| limits.connection(&visit(n, n), game(1)));
        room(10, "streams", CountedBy::Address, |n| limits.stream(&visit(1, n)));
        room(5, "streams", CountedBy::Session, |n| limits.stream(&visit(n, 1)));
        room(2, "histories", CountedBy::Address, |n| limits.telling(&visit(1, n)));
        room(20, "sockets.players", CountedBy::Address, |n| limits.seat(&visit(1, n), game(n)));
        room(3, "sockets.players", CountedBy::Session, |n| limits.seat(&visit(n, 1), game(n)));
    }

    #[test]
    fn odd_factors_do_no_harm() {
        for factor in [0.0, 1e-12, 0.001, 1e12, f64::INFINITY] {
            let limits = Limits::new(Some(factor), Clock::stopped(Time(0)));
            assert_eq!(limits.pace().take(), Ok(()));
            assert_eq!(ask(&limits, "::1", 1, 1), Ok(()));
            assert!(limits.tcp(Address::new([10, 0, 0, 1].into())).is_ok(), "one is always let in");
        }
    }

    #[test]
    fn nobody_is_told_to_wait_for_no_time() {
        let limits = Limits::new(Some(1000.0), Clock::stopped(Time(0)));
        let pace = limits.pace();
        let refused = std::iter::repeat_with(|| pace.take()).find_map(Result::err);
        assert_eq!(refused, Some(1), "though there is more within a millisecond");
    }
}
