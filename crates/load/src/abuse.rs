//! Attacks on fairness: what hostile visitors can do to the others, on a server with the limits of a public one. Every visitor
//! comes from an address of his own, by way of a proxy that the server trusts.

use crate::http::call_from;
use crate::place::{Database, Place};
use crate::process::Served;
use crate::report::{Report, count, mebibytes, time};
use crate::socket::{Lost, Socket};
use crate::start::long_game;
use crate::trouble::{Trouble, While};
use hyper::Method;
use pgg_core::data::scenarios::scenario;
use serde_json::{Value, json};
use std::cell::Cell;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{Instant, sleep, timeout};

/// How often the others do something: less often than a socket may.
const PERIOD: Duration = Duration::from_millis(100);
/// How long to wait for what may not come.
const LONG: Duration = Duration::from_secs(120);
/// An attack whose odds are sums over thousands of strengths.
const EXPENSIVE: &str = r#"{"turn": 7, "phase": "german_movement", "units": {"1222": ["pz7", "pz20"],
    "1322": ["r1 untried", "r2 untried", "r3 untried"], "1323": ["r4 untried", "r5 untried"], "1624": ["konev"], "0120": ["inf6"]}}"#;

/// Which attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Attack {
    /// Sockets that ask for expensive odds without a pause, while others ask for little
    Odds,
    /// Games against `general` from a late position, while somebody else plays `cadet`
    Programs,
    /// Histories of a long game that nobody reads
    Histories,
    /// Spectators who talk without a pause
    Chat,
    /// Watchers of one game, before its player comes
    Watchers,
}

/// The options of the run.
#[derive(Clone, Debug, clap::Args)]
pub struct Abuse {
    /// Which attack
    #[arg(value_enum)]
    pub attack: Attack,
    /// How many hostile visitors, games or answers
    #[arg(long, default_value_t = 200)]
    pub hostile: u32,
    /// How many seconds it goes on, where time matters
    #[arg(long, default_value_t = 10)]
    pub seconds: u64,
}

impl Abuse {
    /// Attack, and measure what the others notice.
    pub async fn report(&self, pgg: &Path) -> Result<Report, Trouble> {
        let place = Place::new(pgg, Database::Sqlite)?;
        let served = place.serve_in_public().await?;
        let mut report = Report::default();
        match self.attack {
            Attack::Odds => self.odds(&served, &mut report).await?,
            Attack::Programs => self.programs(&served, &mut report).await?,
            Attack::Histories => self.histories(&served, &mut report).await?,
            Attack::Chat => self.chat(&served, &mut report).await?,
            Attack::Watchers => self.watchers(&served, &mut report).await?,
        }
        served.kill().await?;
        Ok(report)
    }

    async fn odds(&self, served: &Served, report: &mut Report) -> Result<(), Trouble> {
        let to = served.address;
        let position: Value = serde_json::from_str(EXPENSIVE).while_(|| "no position".to_owned())?;
        let host = Visitor::come(to, 0).await?;
        let game = host.make(json!({"side": "both", "position": position})).await?;
        let path = format!("/api/games/{game}/ws");
        let asked = Rc::new(Cell::new(0u64));
        let mut hostile = Vec::new();
        for n in 1..=self.hostile {
            let (path, asked) = (path.clone(), Rc::clone(&asked));
            hostile.push(tokio::task::spawn_local(async move {
                // Who is refused has nothing to wait for, and comes again.
                while let Ok(mut socket) = Socket::connect_from(to, &path, None, Some(address(n))).await {
                    let _ = ask_without_pause(&mut socket, n, &asked).await;
                    sleep(PERIOD).await;
                }
            }));
        }
        let mut socket =
            Socket::connect_from(to, &path, Some(&host.cookie), Some(host.from)).await.while_(no_socket)?;
        let (mut health, mut little) = (Vec::new(), Vec::new());
        let until = Instant::now() + Duration::from_secs(self.seconds);
        let mut n = 0;
        while Instant::now() < until {
            n += 1;
            let began = Instant::now();
            let from = Some(address(1_000_000 + n));
            call_from(to, Method::GET, "/health", None, None, from)
                .await
                .while_(|| "no health".to_owned())?;
            health.push(began.elapsed());
            let began = Instant::now();
            answer(&mut socket, r#"{"ask": "score", "id": 1}"#).await.while_(no_socket)?;
            little.push(began.elapsed());
            sleep(PERIOD).await;
        }
        hostile.iter().for_each(|task| task.abort());
        let p99 = percentile(&mut health, 99).max(percentile(&mut little, 99));
        let measured = format!(
            "/health {} (longest {}), a small question {} (longest {}); p99 of {} each; {} hostile questions answered",
            time(percentile(&mut health, 99)),
            time(percentile(&mut health, 100)),
            time(percentile(&mut little, 99)),
            time(percentile(&mut little, 100)),
            health.len(),
            count(asked.get()),
        );
        let what = format!("{} sockets ask for expensive odds for {} s", self.hostile, self.seconds);
        report.bar(what, "others' p99 under 50 ms", measured, p99 < Duration::from_millis(50));
        Ok(())
    }

    async fn programs(&self, served: &Served, report: &mut Report) -> Result<(), Trouble> {
        /// A guest may make so many games a minute.
        const OF_ONE: u32 = 30;
        let to = served.address;
        let late = scenario("turn-8").ok_or_else(|| Trouble::new("there is no late scenario"))?;
        let position: Value = serde_json::from_str(late.position).while_(|| "no position".to_owned())?;
        let opponent = json!({"program": {"level": "general"}});
        let (mut made, mut maker) = (0, None);
        for n in 0..self.hostile {
            if n % OF_ONE == 0 {
                maker = Some(Visitor::come(to, 1 + n / OF_ONE).await?);
            }
            let Some(maker) = &maker else { continue };
            maker.make(json!({"side": "german", "opponent": opponent, "position": position})).await?;
            made += 1;
        }
        let anna = Visitor::come(to, 0).await?;
        let mut times = Vec::new();
        for _ in 0..10 {
            let opponent = json!({"program": {"level": "cadet"}});
            let began = Instant::now();
            let game = anna.make(json!({"side": "german", "opponent": opponent})).await?;
            let path = format!("/api/games/{game}/ws?since=1");
            let mut socket = Socket::connect_from(to, &path, Some(&anna.cookie), Some(anna.from))
                .await
                .while_(no_socket)?;
            let moved = async {
                loop {
                    socket.next().await?;
                    if socket.text()?.contains("\"acted\"") {
                        return Ok::<(), Lost>(());
                    }
                }
            };
            match timeout(LONG, moved).await {
                Ok(moved) => moved.while_(no_socket)?,
                Err(_) => return Err(Trouble::new("the cadet did not move in two minutes")),
            }
            times.push(began.elapsed());
        }
        let measured = format!(
            "{} at most, {} in the middle",
            time(percentile(&mut times, 100)),
            time(percentile(&mut times, 50))
        );
        let what = format!("a cadet's first move beside {made} games against general");
        report.bar(what, "within 2 s", measured, percentile(&mut times, 100) < Duration::from_secs(2));
        Ok(())
    }

    async fn histories(&self, served: &Served, report: &mut Report) -> Result<(), Trouble> {
        let to = served.address;
        let anna = Visitor::come(to, 0).await?;
        let made =
            anna.post("/api/games/import", json!({"side": "both", "record": long_game(1, 1500)?})).await?;
        let path = format!("/api/games/{}/history", made["id"].as_str().unwrap_or_default());
        let whole = call_from(to, Method::GET, &path, None, None, Some(anna.from)).await;
        let whole = whole.while_(|| "no history".to_owned())?.body.len() as u64;
        let before = served.memory().now;
        let mut silent = Vec::new();
        for n in 0..self.hostile {
            // Fewer from each address than one may have open.
            silent.push(unread(to, &path, address(1 + n / 8)).await.while_(|| "no connection".to_owned())?);
        }
        sleep(Duration::from_secs(self.seconds)).await;
        let most = served.memory().most;
        let grown = most.saturating_sub(before);
        let measured = format!("{} more than before, {} in all", mebibytes(grown), mebibytes(most));
        let what = format!("{} unread histories of {}", silent.len(), mebibytes(whole));
        report.bar(what, "under 256 MiB", measured, grown < 256 << 20);
        Ok(())
    }

    async fn chat(&self, served: &Served, report: &mut Report) -> Result<(), Trouble> {
        let to = served.address;
        let anna = Visitor::come(to, 0).await?;
        let game = anna.make(json!({"side": "both"})).await?;
        let mut talking = Vec::new();
        for n in 1..=self.hostile {
            let (visitor, path) = (Visitor::come(to, n).await?, format!("/api/games/{game}/ws"));
            talking.push(tokio::task::spawn_local(async move {
                while let Ok(mut socket) =
                    Socket::connect_from(to, &path, Some(&visitor.cookie), Some(visitor.from)).await
                {
                    // As fast as a socket may send.
                    while answer(&mut socket, r#"{"do": {"say": {"text": "hm"}}, "id": 1}"#).await.is_ok() {
                        sleep(Duration::from_millis(50)).await;
                    }
                }
            }));
        }
        sleep(Duration::from_secs(self.seconds)).await;
        talking.iter().for_each(|task| task.abort());
        let path = format!("/api/games/{game}");
        let whole = call_from(to, Method::GET, &path, None, None, Some(anna.from)).await;
        let whole: Value =
            serde_json::from_slice(&whole.while_(|| "no game".to_owned())?.body).unwrap_or_default();
        let entries = whole["last"].as_u64().unwrap_or_default();
        let what = format!("{} spectators talk for {} s", self.hostile, self.seconds);
        let bar = 1 + 30 + 30 * self.seconds.div_ceil(60);
        report.bar(what, "30 at once and 30 a minute", format!("{entries} entries"), entries <= bar);
        Ok(())
    }

    async fn watchers(&self, served: &Served, report: &mut Report) -> Result<(), Trouble> {
        // Each of the two comes less often than one session may.
        const EACH: u32 = 50;
        let to = served.address;
        let players = [Visitor::come(to, 2_000_000).await?, Visitor::come(to, 2_000_001).await?];
        let (game, code) = players[0].make_open(json!({"side": "german"})).await?;
        let join = format!("/api/games/{game}/join");
        players[1].post(&join, json!({"code": code})).await?;
        let path = format!("/api/games/{game}/ws");
        let mut watching = Vec::new();
        for n in 1..=self.hostile {
            watching.extend(Socket::connect_from(to, &path, None, Some(address(n))).await.ok());
        }
        let mut came = 0;
        for player in &players {
            for _ in 0..EACH {
                let socket = Socket::connect_from(to, &path, Some(&player.cookie), Some(player.from)).await;
                if let Ok(socket) = socket {
                    came += 1;
                    socket.close().await;
                }
            }
        }
        let what =
            format!("players come beside {} watchers, of whom {} got in", self.hostile, watching.len());
        let all = EACH * players.len() as u32;
        report.bar(what, "100 of 100", format!("{came} of {all}"), came == all);
        Ok(())
    }
}

/// A guest at an address of his own.
struct Visitor {
    to: SocketAddr,
    from: Ipv4Addr,
    cookie: String,
}

impl Visitor {
    async fn come(to: SocketAddr, n: u32) -> Result<Visitor, Trouble> {
        let from = address(n);
        let body = json!({"guest": {"name": format!("Visitor {n}")}});
        let came = call_from(to, Method::POST, "/api/session", None, Some(body), Some(from)).await;
        let cookie = came.while_(|| "no session".to_owned())?.cookie.unwrap_or_default();
        Ok(Visitor { to, from, cookie })
    }

    async fn make(&self, game: Value) -> Result<String, Trouble> {
        Ok(self.make_open(game).await?.0)
    }

    /// A game and the code to join it.
    async fn make_open(&self, game: Value) -> Result<(String, String), Trouble> {
        let made = self.post("/api/games", game).await?;
        let text = |name: &str| made[name].as_str().unwrap_or_default().to_owned();
        Ok((text("id"), text("code")))
    }

    async fn post(&self, path: &str, body: Value) -> Result<Value, Trouble> {
        let cookie = Some(self.cookie.as_str());
        let answer = call_from(self.to, Method::POST, path, cookie, Some(body), Some(self.from)).await;
        let answer = answer.while_(|| format!("{path} was refused"))?;
        serde_json::from_slice(&answer.body).while_(|| format!("{path} answers no JSON"))
    }
}

/// The address of a visitor.
fn address(n: u32) -> Ipv4Addr {
    Ipv4Addr::from(0x0a00_0000 | n & 0x00ff_ffff)
}

/// Asks for odds until the connection ends, each question another than the last.
async fn ask_without_pause(socket: &mut Socket, n: u32, asked: &Cell<u64>) -> Result<(), Lost> {
    const UNITS: [&str; 6] = ["pz7-25", "pz7-6", "pz7-7", "pz20-21", "pz20-59", "pz20-112"];
    for which in n.. {
        let units: Vec<&str> = UNITS
            .iter()
            .enumerate()
            .filter(|(bit, _)| (which % 63 + 1) >> bit & 1 == 1)
            .map(|(_, unit)| *unit)
            .collect();
        let ask = json!({"ask": {"odds": {"units": units, "targets": ["1322", "1323"]}}, "id": which});
        answer(socket, &ask.to_string()).await?;
        asked.set(asked.get() + 1);
    }
    Ok(())
}

/// Sends a message and waits for its answer.
async fn answer(socket: &mut Socket, message: &str) -> Result<(), Lost> {
    socket.send(message).await?;
    loop {
        socket.next().await?;
        let text = socket.text()?;
        if ["{\"answer", "{\"refused", "{\"done"].iter().any(|kind| text.starts_with(kind)) {
            return Ok(());
        }
    }
}

/// Asks for something and reads nothing of it.
async fn unread(to: SocketAddr, path: &str, from: Ipv4Addr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.set_recv_buffer_size(4096)?;
    let mut stream = socket.connect(to).await?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: {to}\r\nX-Forwarded-For: {from}\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    Ok(stream)
}

fn percentile(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    let at = (times.len() * percent).div_ceil(100);
    times.get(at.saturating_sub(1)).copied().unwrap_or_default()
}

fn no_socket() -> String {
    "the connection does not go on".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_and_addresses() {
        let mut times: Vec<Duration> = (1..=200).rev().map(Duration::from_millis).collect();
        assert_eq!(percentile(&mut times, 99), Duration::from_millis(198));
        assert_eq!(percentile(&mut times, 100), Duration::from_millis(200));
        assert_eq!(percentile(&mut [], 50), Duration::ZERO);
        assert_eq!(address(258), Ipv4Addr::new(10, 0, 1, 2));
    }
}
