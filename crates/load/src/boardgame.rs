//! The same load on a boardgame.io server with a trivial game and on ours, alternately: the ratio of actions per second.
//!
//! Its protocol is socket.io over a WebSocket, written out here, so that the same light tool drives both servers.

use crate::limits::GATHER;
use crate::players::Players;
use crate::process::{Memory, Served, own_processor};
use crate::report::{Report, count, mebibytes, time};
use crate::socket::{Lost, Socket};
use crate::trouble::{Trouble, While};
use crate::world::{Tally, breathe};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::cell::{Cell, RefCell};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;
use tokio::process::Command;
use tokio::sync::watch;
use tokio::time::Instant;

/// Warm-up, in which nothing is measured.
const WARM: Duration = Duration::from_secs(2);
/// The most players that connect at once.
const AT_ONCE: usize = 16;

/// The options of the run.
#[derive(Clone, Debug, clap::Args)]
pub struct Boardgame {
    /// How many games, of two players each.
    #[arg(long, default_value_t = 500)]
    pub games: u32,
    /// How long to measure each server in each round, in seconds.
    #[arg(long, default_value_t = 15)]
    pub seconds: u64,
    /// How often each of the two servers is measured, alternately.
    #[arg(long, default_value_t = 3)]
    pub rounds: u32,
    /// Measure the boardgame.io server alone.
    #[arg(long)]
    pub alone: bool,
    /// The folder of the boardgame.io server; `bench/boardgame` of this project if not given.
    #[arg(long)]
    pub folder: Option<PathBuf>,
}

/// The result of one measurement.
#[derive(Clone, Debug)]
pub struct Figures {
    /// Actions answered per second.
    pub actions_a_second: f64,
    /// Latency from sending to the answer: the median,
    pub p50: Duration,
    /// and the 99th percentile.
    pub p99: Duration,
    /// Resident memory.
    pub memory: Memory,
    /// Processor time of the server per action,
    pub server_time: Duration,
    /// and of this tool.
    pub tool_time: Duration,
}

impl Boardgame {
    /// Measure both alternately and print the ratio.
    pub async fn report(&self, pgg: &Path) -> Result<Report, Trouble> {
        let folder = self.installed().await?;
        let ours = Players {
            games: self.games,
            seconds: self.seconds,
            rate: None,
            database: crate::place::Database::Sqlite,
            seed: 1941,
            no_compare: true,
        };
        let (mut our_speeds, mut their_speeds) = (Vec::new(), Vec::new());
        let (mut our_last, mut their_last) = (None, None);
        for _ in 0..self.rounds.max(1) {
            let theirs = self.measure(&folder).await?;
            their_speeds.push(theirs.actions_a_second);
            their_last = Some(theirs);
            if !self.alone {
                let figures = ours.run(pgg).await?;
                our_speeds.push(figures.actions_a_second);
                our_last = Some(figures);
            }
        }
        let mut report = Report::default();
        let players = format!("{} players in {} games", count(u64::from(self.games) * 2), self.games);
        let theirs = middle(&mut their_speeds);
        if let Some(last) = their_last {
            report.figure(
                format!("boardgame.io, a trivial game in memory, no referee, nothing durable, {players}"),
                format!(
                    "{} actions a second; p50 {}, p99 {}; {} resident; processor time for an action: server {}, load \
                     tool {}",
                    count(theirs as u64),
                    time(last.p50),
                    time(last.p99),
                    mebibytes(last.memory.now),
                    time(last.server_time),
                    time(last.tool_time),
                ),
            );
        }
        if let Some(last) = our_last {
            let ours = middle(&mut our_speeds);
            report.figure(
                format!("`pgg serve`, every action refereed and durable in SQLite before anybody is told, {players}"),
                format!(
                    "{} actions a second; p50 {}, p99 {}; {} resident; processor time for an action: server {}, load \
                     tool {}",
                    count(ours as u64),
                    time(last.p50),
                    time(last.p99),
                    mebibytes(last.memory.now),
                    time(last.server_time),
                    time(last.tool_time),
                ),
            );
            let ratio = ours / theirs;
            let rounds = self.rounds.max(1);
            report.bar(
                "actions a second, ours against boardgame.io's, in turn in one run",
                "at least 5 times",
                format!("{ratio:.1} times (medians of {rounds})"),
                ratio >= 5.0,
            );
        }
        Ok(report)
    }

    /// The folder, with what it needs installed.
    async fn installed(&self) -> Result<PathBuf, Trouble> {
        let default = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/boardgame");
        let folder = self.folder.clone().unwrap_or_else(default);
        if !folder.join("node_modules/boardgame.io").is_dir() {
            let installed =
                Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(&folder).output();
            let installed = installed.await.while_(|| "cannot start npm".to_owned())?;
            if !installed.status.success() {
                let said = String::from_utf8_lossy(&installed.stderr).into_owned();
                return Err(Trouble::new(format!("npm ci in {} failed:\n{said}", folder.display())));
            }
        }
        Ok(folder)
    }

    async fn measure(&self, folder: &Path) -> Result<Figures, Trouble> {
        let logs = tempfile::tempdir().while_(|| "cannot make a temporary folder".to_owned())?;
        let mut command = Command::new("node");
        command.arg("server.js").current_dir(folder).env("NODE_ENV", "production").env("PORT", "0");
        let served = Served::start(command, logs.path()).await?;
        let figures = self.drive(&served).await;
        served.kill().await?;
        figures
    }

    async fn drive(&self, served: &Served) -> Result<Figures, Trouble> {
        let room = Rc::new(Room {
            address: served.address,
            playing: watch::Sender::new(false),
            coming: tokio::sync::Semaphore::new(AT_ONCE),
            came: Cell::new(0),
            tally: RefCell::default(),
        });
        let players = (0..self.games).flat_map(|game| [(game, 0), (game, 1)]);
        let players: Vec<_> = players
            .map(|(game, seat)| tokio::task::spawn_local(play(Rc::clone(&room), game, seat)))
            .collect();
        let gather = async {
            while room.came.get() < self.games * 2 {
                room.check()?;
                breathe().await;
            }
            Ok::<(), Trouble>(())
        };
        tokio::time::timeout(GATHER, gather)
            .await
            .while_(|| "players do not come to their tables".to_owned())??;
        room.playing.send_replace(true);
        tokio::time::sleep(WARM).await;
        room.tally.borrow_mut().begin();
        let (began, server_before, tool_before) = (Instant::now(), served.processor(), own_processor());
        tokio::time::sleep(Duration::from_secs(self.seconds)).await;
        let took = began.elapsed();
        for player in players {
            player.abort();
        }
        room.check()?;
        let tally = room.tally.borrow();
        let share = |time: Duration| time / u32::try_from(tally.actions.max(1)).unwrap_or(u32::MAX);
        Ok(Figures {
            actions_a_second: tally.actions as f64 / took.as_secs_f64(),
            p50: tally.latency_at(0.5),
            p99: tally.latency_at(0.99),
            memory: served.memory(),
            server_time: share(served.processor() - server_before),
            tool_time: share(own_processor() - tool_before),
        })
    }
}

fn middle(speeds: &mut [f64]) -> f64 {
    speeds.sort_by(f64::total_cmp);
    speeds.get(speeds.len() / 2).copied().unwrap_or_default()
}

/// State that all players share.
struct Room {
    address: SocketAddr,
    playing: watch::Sender<bool>,
    coming: tokio::sync::Semaphore,
    came: Cell<u32>,
    tally: RefCell<Tally>,
}

impl Room {
    fn check(&self) -> Result<(), Trouble> {
        match self.tally.borrow().faults.first() {
            Some(fault) => Err(Trouble::new(format!("boardgame.io: {fault}"))),
            None => Ok(()),
        }
    }
}

/// The parts of a message that a player needs.
#[derive(Deserialize)]
struct GameState {
    #[serde(rename = "_stateID")]
    id: u64,
    ctx: Context,
}

#[derive(Deserialize)]
struct Context {
    #[serde(rename = "currentPlayer")]
    current: String,
}

#[derive(Deserialize)]
struct Sync {
    state: GameState,
}

/// A player that adds one whenever it is its turn.
async fn play(room: Rc<Room>, game: u32, seat: u32) {
    if let Err(lost) = talk(&room, game, seat).await {
        room.tally.borrow_mut().fault(format!("player {seat} of game {game}: {lost}"));
    }
}

async fn talk(room: &Room, game: u32, seat: u32) -> Result<(), Lost> {
    let seat = seat.to_string();
    let mut socket = {
        let _one_of_few = room.coming.acquire().await;
        let mut socket = Socket::connect(room.address, "/socket.io/?EIO=4&transport=websocket", None).await?;
        // "0" opens the engine's connection, "40" the namespace of the game, "42" is an event.
        until(&mut socket, "0{").await?;
        socket.send("40/trivial,").await?;
        until(&mut socket, "40/trivial,").await?;
        socket.send(&format!(r#"42/trivial,["sync","m{game}","{seat}",null,2]"#)).await?;
        socket
    };
    until(&mut socket, r#"42/trivial,["sync","#).await?;
    let (_, _, sync): (IgnoredAny, IgnoredAny, Sync) = event(socket.text()?)?;
    let mut state = sync.state;
    room.came.set(room.came.get() + 1);
    let mut playing = room.playing.subscribe();
    // The sender lives as long as the room.
    let _ = playing.wait_for(|playing| *playing).await;
    loop {
        let mine = state.ctx.current == seat;
        let sent = Instant::now();
        if mine {
            let action = format!(
                r#"42/trivial,["update",{{"type":"MAKE_MOVE","payload":{{"type":"add","args":[],"playerID":"{seat}","credentials":null}}}},{},"m{game}","{seat}"]"#,
                state.id
            );
            socket.send(&action).await?;
        }
        until(&mut socket, r#"42/trivial,["update","#).await?;
        let (_, _, next, _): (IgnoredAny, IgnoredAny, GameState, IgnoredAny) = event(socket.text()?)?;
        if next.id <= state.id {
            return Err(Lost(format!("state {} after state {}", next.id, state.id)));
        }
        state = next;
        if mine {
            let mut tally = room.tally.borrow_mut();
            tally.actions += 1;
            tally.latency.saturating_record(sent.elapsed().as_micros() as u64);
        }
    }
}

/// The next message with this prefix. Others are skipped, and pings answered.
async fn until(socket: &mut Socket, start: &str) -> Result<(), Lost> {
    loop {
        socket.next().await?;
        let text = socket.text()?;
        if text.starts_with(start) {
            return Ok(());
        }
        if text == "2" {
            socket.send("3").await?;
        }
    }
}

fn event<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Lost> {
    let json = text.split_once(',').map_or("", |(_, json)| json);
    serde_json::from_str(json).map_err(|error| Lost(format!("{error}: {text}")))
}
