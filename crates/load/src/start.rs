//! How long the server takes to start, and to load a long game that is not in memory.

use crate::http;
use crate::place::{Database, Place};
use crate::report::{Report, count, median, time};
use crate::socket::{Seen, Socket, path};
use crate::trouble::{Trouble, While};
use pgg_core::formats::record::{ActionLine, Header, Record};
use pgg_core::game::chance::Recording;
use pgg_core::{Options, Seeded, State};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::path::Path;
use std::time::{Duration, Instant};

/// The options of the run.
#[derive(Clone, Debug, clap::Args)]
pub struct Start {
    /// Repetitions.
    #[arg(long, default_value_t = 20)]
    pub times: usize,
}

impl Start {
    /// From starting the process to the first page, each time on the same database.
    pub async fn run(&self, pgg: &Path) -> Result<Vec<Duration>, Trouble> {
        let place = Place::new(pgg, Database::Sqlite)?;
        // The first start creates the database; it is measured separately.
        let mut times = Vec::new();
        for _ in 0..=self.times {
            let began = Instant::now();
            let served = place.serve().await?;
            http::get(served.address, "/", None)
                .await
                .while_(|| "the first page does not come".to_owned())?;
            times.push(began.elapsed());
            served.kill().await?;
        }
        Ok(times)
    }

    /// Run it and print the figures.
    pub async fn report(&self, pgg: &Path) -> Result<Report, Trouble> {
        let times = self.run(pgg).await?;
        let (first, rest) = times.split_first().ok_or_else(|| Trouble::new("no starts"))?;
        let longest = rest.iter().max().copied().unwrap_or_default();
        let middle = median(rest.to_vec());
        let mut report = Report::default();
        report.bar(
            "`pgg serve` from start to first page served",
            "under 200 ms",
            format!(
                "{} (median of {}; longest {}; making a new database {})",
                time(middle),
                rest.len(),
                time(longest),
                time(*first),
            ),
            middle < Duration::from_millis(200),
        );
        Ok(report)
    }
}

/// The options of the run.
#[derive(Clone, Debug, clap::Args)]
pub struct Loading {
    /// How many actions a game has.
    #[arg(long, default_value_t = 1500)]
    pub actions: usize,
    /// How many games are loaded.
    #[arg(long, default_value_t = 20)]
    pub times: u64,
    /// Which database.
    #[arg(long, value_enum, default_value = "sqlite")]
    pub database: Database,
}

impl Loading {
    /// Import games, restart the server, and load each: by HTTP, and by WebSocket up to the welcome.
    pub async fn run(&self, pgg: &Path) -> Result<[Vec<Duration>; 2], Trouble> {
        let place = Place::new(pgg, self.database)?;
        let served = place.serve().await?;
        let doing = || "cannot bring in a game".to_owned();
        let cookie = http::guest(served.address, "Archivist").await.while_(doing)?;
        let mut games = Vec::new();
        for number in 0..self.times * 2 {
            let record = long_game(number, self.actions)?;
            let name = format!("A long game {number}");
            games.push(http::import(served.address, &cookie, &name, &record).await.while_(doing)?);
        }
        served.kill().await?;

        let served = place.serve().await?;
        // Warm up: the cost of the very first request is not measured here.
        http::get(served.address, "/health", None).await.while_(|| "no health".to_owned())?;
        let (by_http, by_socket) = games.split_at(games.len() / 2);
        let mut times = [Vec::new(), Vec::new()];
        for game in by_http {
            let began = Instant::now();
            let path = format!("/api/games/{}", game.id);
            http::get(served.address, &path, Some(&cookie))
                .await
                .while_(|| "the game does not come".to_owned())?;
            times[0].push(began.elapsed());
        }
        for game in by_socket {
            let began = Instant::now();
            let path = path(&game.id, u32::MAX).replace(&format!("since={}&", u32::MAX), "");
            let doing = || "no welcome".to_owned();
            let mut socket = Socket::connect(served.address, &path, Some(&cookie)).await.while_(doing)?;
            socket.next().await.while_(doing)?;
            times[1].push(began.elapsed());
            let text = socket.text().while_(doing)?;
            let Ok(Seen { welcome: Some(_), .. }) = serde_json::from_str(text) else {
                return Err(Trouble::new(format!("expected a welcome, got {text}")));
            };
            socket.close().await;
        }
        served.kill().await?;
        Ok(times)
    }

    /// Run it and print the figures.
    pub async fn report(&self, pgg: &Path) -> Result<Report, Trouble> {
        let [by_http, by_socket] = self.run(pgg).await?;
        let longest = by_http.iter().chain(&by_socket).max().copied().unwrap_or_default();
        let mut report = Report::default();
        report.bar(
            format!("loading a {}-action game, {}", count(self.actions as u64), self.database.name()),
            "under 20 ms",
            format!(
                "{} by HTTP, {} to the welcome of a WebSocket (medians of {}; longest {})",
                time(median(by_http)),
                time(median(by_socket)),
                self.times,
                time(longest),
            ),
            longest < Duration::from_millis(20),
        );
        Ok(report)
    }
}

/// A random game of exactly this many actions, as a record.
pub(crate) fn long_game(number: u64, actions: usize) -> Result<String, Trouble> {
    // A game in which phases seldom end is rarely too short; if one is, take the next.
    for attempt in 0..100 {
        let seed = number * 1000 + attempt;
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut seeded = Seeded::from_number(seed);
        let mut opening = Recording::new(&mut seeded);
        let doing = || "cannot play a game".to_owned();
        let (mut state, _) = State::new_game(Options::default(), &mut opening).while_(doing)?;
        let header = Header::of_new_game(Options::default(), opening.outcomes);
        let mut entries: Vec<ActionLine> = Vec::new();
        while let Some(decision) = state.decision()
            && entries.len() < actions
        {
            let Some(action) = state.legal().sample(&mut rng, 40) else { break };
            let mut chance = Recording::new(&mut seeded);
            state.apply(&action, &mut chance).while_(doing)?;
            entries.push(ActionLine {
                n: entries.len() as u32 + 1,
                side: decision.side,
                action,
                chance: chance.outcomes,
                state: state.fingerprint(),
            });
        }
        if entries.len() == actions && state.decision().is_some() {
            let mut text = Vec::new();
            Record::new(header, entries, &state).write(&mut text).while_(doing)?;
            return String::from_utf8(text).while_(doing);
        }
    }
    Err(Trouble::new(format!("no game of {actions} actions was found")))
}
