//! What all players of a run share: where the servers are, what has been counted, and when to stop.

use crate::board::{Board, Claim};
use crate::http::{self, Created, Failed};
use crate::limits::{GATHER, STUCK};
use crate::trouble::Trouble;
use hdrhistogram::Histogram;
use pgg_core::{BySide, Legal, Side};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Duration;
use tokio::sync::{Semaphore, watch};
use tokio::time::Instant;

/// Games made at once, at most.
const MAKING: usize = 16;
/// Faults beyond these are counted, not kept.
const FAULTS_KEPT: usize = 20;

/// What players do now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// They come to their tables and wait.
    Gather,
    /// They act.
    Play,
    /// They begin nothing new, and leave when everything is answered and received.
    Finish,
}

/// How players behave.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// Time between two actions of a game; none means as fast as possible.
    pub period: Option<Duration>,
    /// Do they take back actions now and then, and chat while the other decides, so that requests race?
    pub lively: bool,
    /// The random seed.
    pub seed: u64,
}

/// What all players share.
pub struct World {
    /// How they behave.
    pub manner: Manner,
    servers: Vec<watch::Sender<Option<SocketAddr>>>,
    /// The last time without a server.
    dark: Cell<Instant>,
    stage: watch::Sender<Stage>,
    /// What has been counted.
    pub tally: RefCell<Tally>,
    /// A list that every choice reuses.
    pub legal: RefCell<Legal>,
    making: Semaphore,
    games: RefCell<Vec<Rc<Game>>>,
    gathered: Cell<u32>,
    numbers: Cell<u64>,
}

/// The counters.
pub struct Tally {
    /// Latency from sending an action to its answer, in microseconds.
    pub latency: Histogram<u64>,
    /// Actions answered.
    pub actions: u64,
    /// Entries received by all players together.
    pub heard: u64,
    /// Connections that ended before their player wanted it.
    pub lost: u64,
    /// Requests sent again on another connection.
    pub resent: u64,
    /// Refusals by code.
    pub refused: BTreeMap<String, u64>,
    /// Why connections ended, by message.
    pub why_lost: BTreeMap<String, u64>,
    /// What must never happen.
    pub faults: Vec<String>,
    fault_count: u64,
}

impl Default for Tally {
    fn default() -> Tally {
        Tally {
            latency: histogram(),
            actions: 0,
            heard: 0,
            lost: 0,
            resent: 0,
            refused: BTreeMap::new(),
            why_lost: BTreeMap::new(),
            faults: Vec::new(),
            fault_count: 0,
        }
    }
}

/// Latencies up to a minute, with three significant digits; these arguments are always accepted.
fn histogram() -> Histogram<u64> {
    Histogram::new_with_max(60_000_000, 3)
        .unwrap_or_else(|_| unreachable!("a minute and three digits are allowed"))
}

impl Tally {
    /// Record something that must never happen.
    pub fn fault(&mut self, text: impl Into<String>) {
        self.fault_count += 1;
        if self.faults.len() < FAULTS_KEPT {
            self.faults.push(text.into());
        }
    }

    /// The number of such faults.
    pub fn fault_count(&self) -> u64 {
        self.fault_count
    }

    /// Reset times and counters before a measurement; faults stay.
    pub fn begin(&mut self) {
        self.latency.reset();
        self.actions = 0;
        self.heard = 0;
    }

    /// A percentile of the latency.
    pub fn latency_at(&self, quantile: f64) -> Duration {
        Duration::from_micros(self.latency.value_at_quantile(quantile))
    }
}

/// A game and the state that its two players share.
pub struct Game {
    /// Its name on the server.
    pub id: String,
    /// The sessions of its players.
    pub cookies: BySide<String>,
    /// The game as its players follow it.
    pub board: RefCell<Board>,
    /// How many entries each player has seen.
    pub seen: BySide<Cell<u32>>,
    /// The latest entry that a player knows to exist: acknowledged to him, or named in his welcome.
    pub acknowledged: Cell<u32>,
    /// Requests that wait for their answer.
    pub pending: Cell<u32>,
    /// Requests that were acknowledged to the players.
    pub claims: RefCell<Vec<(u32, Claim)>>,
    /// When the next action is due.
    pub due: Cell<Instant>,
    /// When something happened last.
    pub moved: Cell<Instant>,
    /// A fault was found in it, so play has stopped.
    pub broken: Cell<bool>,
}

impl Game {
    /// Have both players seen every entry that either knows of, with no answers outstanding?
    pub fn is_quiet(&self) -> bool {
        let all = self.board.borrow().heard().max(self.acknowledged.get());
        self.pending.get() == 0 && Side::BOTH.into_iter().all(|side| self.seen[side].get() == all)
    }
}

impl World {
    /// A world with this many servers, all of them down.
    pub fn new(servers: usize, manner: Manner) -> Rc<World> {
        Rc::new(World {
            manner,
            servers: (0..servers).map(|_| watch::Sender::new(None)).collect(),
            dark: Cell::new(Instant::now()),
            stage: watch::Sender::new(Stage::Gather),
            tally: RefCell::default(),
            legal: RefCell::default(),
            making: Semaphore::new(MAKING),
            games: RefCell::default(),
            gathered: Cell::new(0),
            numbers: Cell::new(0),
        })
    }

    /// A server is up, or down.
    pub fn server_is(&self, server: usize, address: Option<SocketAddr>) {
        if (0..self.servers.len()).all(|s| self.server(s).is_none()) {
            self.dark.set(Instant::now());
        }
        self.servers[server].send_replace(address);
    }

    /// Where a server is, if it is up.
    pub fn server(&self, server: usize) -> Option<SocketAddr> {
        *self.servers[server].borrow()
    }

    /// How many servers there are.
    pub fn servers(&self) -> usize {
        self.servers.len()
    }

    /// A server that is up: the player's own, or another unless it waits for its own.
    pub async fn find_server(&self, home: usize, patient: bool) -> (usize, SocketAddr) {
        let mut changes = self.servers[home].subscribe();
        loop {
            let others = (0..self.servers.len()).filter(|_| !patient);
            let up = std::iter::once(home).chain(others).find_map(|s| Some((s, self.server(s)?)));
            if let Some(found) = up {
                return found;
            }
            // The sender lives as long as the world.
            let _ = changes.changed().await;
        }
    }

    /// What players do now.
    pub fn stage(&self) -> Stage {
        *self.stage.borrow()
    }

    /// Tell everybody what to do.
    pub fn set_stage(&self, stage: Stage) {
        self.stage.send_replace(stage);
    }

    /// Notifies of changes of the stage.
    pub fn stages(&self) -> watch::Receiver<Stage> {
        self.stage.subscribe()
    }

    /// A number that was never given out before.
    pub fn number(&self) -> u64 {
        self.numbers.set(self.numbers.get() + 1);
        self.numbers.get()
    }

    /// All games so far.
    pub fn games(&self) -> Vec<Rc<Game>> {
        self.games.borrow().clone()
    }

    /// A player has come to his table.
    pub fn gather(&self) {
        self.gathered.set(self.gathered.get() + 1);
    }

    /// Make a session, trying again while the server is away.
    pub async fn guest(&self, home: usize) -> Result<String, Trouble> {
        let name = format!("Player {}", self.number());
        loop {
            let _one_of_few = self.making.acquire().await;
            let (_, address) = self.find_server(home, false).await;
            match http::guest(address, &name).await {
                Ok(cookie) => return Ok(cookie),
                Err(Failed::Gone(_)) => breathe().await,
                Err(error) => return Err(Trouble::new(format!("cannot get a session: {error}"))),
            }
        }
    }

    /// Make a game for two players, trying again while the server is away.
    pub async fn make_game(&self, home: usize, cookies: BySide<String>) -> Result<Rc<Game>, Trouble> {
        let name = format!("Load {}", self.number());
        let created: Created = loop {
            let _one_of_few = self.making.acquire().await;
            let (_, address) = self.find_server(home, false).await;
            match http::create(address, &cookies[Side::German], &name).await {
                Ok(created) => break created,
                Err(Failed::Gone(_)) => breathe().await,
                Err(error) => return Err(Trouble::new(format!("cannot make a game: {error}"))),
            }
        };
        let mut again = false;
        loop {
            let _one_of_few = self.making.acquire().await;
            let (_, address) = self.find_server(home, false).await;
            match http::join(address, &cookies[Side::Soviet], &created).await {
                Ok(()) => break,
                Err(Failed::Gone(_)) => breathe().await,
                // The first try succeeded though its answer was lost; the welcome will say whether the seat is
                // ours.
                Err(Failed::Refused { .. }) if again => break,
                Err(error) => return Err(Trouble::new(format!("cannot join a game: {error}"))),
            }
            again = true;
        }
        let now = Instant::now();
        let game = Rc::new(Game {
            id: created.id,
            cookies,
            board: RefCell::default(),
            seen: BySide::from_fn(|_| Cell::new(0)),
            acknowledged: Cell::new(0),
            pending: Cell::new(0),
            claims: RefCell::default(),
            due: Cell::new(now),
            moved: Cell::new(now),
            broken: Cell::new(false),
        });
        self.games.borrow_mut().push(Rc::clone(&game));
        Ok(game)
    }

    /// Wait until this many players are at their tables.
    pub async fn gathered(&self, players: u32) -> Result<(), Trouble> {
        let gather = async {
            while self.gathered.get() < players {
                self.check()?;
                breathe().await;
            }
            Ok(())
        };
        match tokio::time::timeout(GATHER, gather).await {
            Ok(done) => done,
            Err(_) => {
                let came = self.gathered.get();
                let why = &self.tally.borrow().why_lost;
                Err(Trouble::new(format!("only {came} of {players} players came to their tables: {why:?}")))
            }
        }
    }

    /// Is anything wrong so far?
    pub fn check(&self) -> Result<(), Trouble> {
        let tally = self.tally.borrow();
        if tally.faults.is_empty() {
            return Ok(());
        }
        Err(Trouble::new(format!("{} faults:\n{}", tally.fault_count, tally.faults.join("\n"))))
    }

    /// Let players act for some time, and check now and then whether anything is wrong or stuck.
    pub async fn play_for(&self, time: Duration) -> Result<(), Trouble> {
        let end = Instant::now() + time;
        loop {
            self.check()?;
            self.check_stuck()?;
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            tokio::time::sleep(left.min(Duration::from_millis(500))).await;
        }
    }

    /// Let players act until this many more actions are acknowledged, no matter how long each takes.
    pub async fn play_on(&self, more: u64) -> Result<(), Trouble> {
        let until = self.tally.borrow().actions + more;
        let (mut last, mut since) = (0, Instant::now());
        loop {
            self.check()?;
            self.check_stuck()?;
            let actions = self.tally.borrow().actions;
            if actions >= until {
                return Ok(());
            }
            if actions != last {
                (last, since) = (actions, Instant::now());
            }
            if since.elapsed() > STUCK {
                return Err(Trouble::new(format!("no action is acknowledged any more after {actions}")));
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// Is a game stuck?
    pub fn check_stuck(&self) -> Result<(), Trouble> {
        let games = self.games.borrow();
        let stuck = games.iter().find(|game| {
            let over = game.broken.get() || game.board.borrow().ended();
            // With repeated kills a game may not have had a chance yet; at the end each has to continue.
            let since = game.moved.get().max(self.dark.get());
            !over && self.stage() == Stage::Play && since.elapsed() > STUCK
        });
        let Some(game) = stuck else { return Ok(()) };
        let board = game.board.borrow();
        let seen = Side::BOTH.map(|side| game.seen[side].get());
        Err(Trouble::new(format!(
            "game {} is stuck: {} entries, seen {seen:?}, {} requests without an answer, {:?} to decide",
            game.id,
            board.heard(),
            game.pending.get(),
            board.deciding(),
        )))
    }
}

/// Give the server time to come back.
pub(crate) async fn breathe() {
    tokio::time::sleep(Duration::from_millis(5)).await;
}
