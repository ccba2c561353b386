//! Many players in many games, all acting: throughput and latency of actions.

use crate::place::{Database, Place};
use crate::player::pair;
use crate::process::{Memory, Served, own_processor};
use crate::report::{Report, count, mebibytes, time};
use crate::trouble::Trouble;
use crate::world::{Manner, Stage, World};
use crate::{join, verify};
use pgg_core::BySide;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;
use tokio::time::Instant;

/// Warm-up, in which nothing is measured.
const WARM: Duration = Duration::from_secs(2);

/// The options of the run.
#[derive(Clone, Debug, clap::Args)]
pub struct Players {
    /// How many games, of two players each.
    #[arg(long, default_value_t = 500)]
    pub games: u32,
    /// How long to measure, in seconds.
    #[arg(long, default_value_t = 20)]
    pub seconds: u64,
    /// Actions per second in all games together; by default as fast as possible: each player acts as soon as he
    /// may.
    #[arg(long)]
    pub rate: Option<f64>,
    /// Which database.
    #[arg(long, value_enum, default_value = "sqlite")]
    pub database: Database,
    /// The random seed.
    #[arg(long, default_value_t = 1941)]
    pub seed: u64,
    /// Do not read every game's history afterwards to compare it.
    #[arg(long)]
    pub no_compare: bool,
}

/// The results.
#[derive(Clone, Debug)]
pub struct Figures {
    /// Actions acknowledged per second.
    pub actions_a_second: f64,
    /// Latency from sending to the answer: the median,
    pub p50: Duration,
    /// the 99th percentile,
    pub p99: Duration,
    /// and the maximum.
    pub max: Duration,
    /// The server's resident memory.
    pub memory: Memory,
    /// Connections lost.
    pub lost: u64,
    /// Processor time of the server per action,
    pub server_time: Duration,
    /// and of this tool.
    pub tool_time: Duration,
}

impl Players {
    /// Start a server, let the players play, and compare what they saw with the server's history.
    pub async fn run(&self, pgg: &Path) -> Result<Figures, Trouble> {
        let place = Place::new(pgg, self.database)?;
        let mut served = place.serve().await?;
        let figures = self.drive(&mut served).await;
        // If the server died, report that as the reason.
        let figures = figures.map_err(|trouble| match served.ended() {
            Some(why) => Trouble::new(format!("{trouble}\n{why}")),
            None => trouble,
        });
        served.kill().await?;
        figures
    }

    async fn drive(&self, served: &mut Served) -> Result<Figures, Trouble> {
        let period = self.rate.map(|rate| Duration::from_secs_f64(f64::from(self.games) / rate));
        let world = World::new(1, Manner { period, lively: false, seed: self.seed });
        world.server_is(0, Some(served.address));
        let pairs = (0..self.games).map(|_| pair(Rc::clone(&world), BySide::from_fn(|_| 0)));
        let pairs: Vec<_> = pairs.map(tokio::task::spawn_local).collect();
        world.gathered(self.games * 2).await?;

        world.set_stage(Stage::Play);
        world.play_for(WARM).await?;
        world.tally.borrow_mut().begin();
        let (began, server_before, tool_before) = (Instant::now(), served.processor(), own_processor());
        world.play_for(Duration::from_secs(self.seconds)).await?;
        let took = began.elapsed();
        let figures = {
            let tally = world.tally.borrow();
            let share = |time: Duration| time / u32::try_from(tally.actions.max(1)).unwrap_or(u32::MAX);
            Figures {
                actions_a_second: tally.actions as f64 / took.as_secs_f64(),
                p50: tally.latency_at(0.5),
                p99: tally.latency_at(0.99),
                max: tally.latency_at(1.0),
                memory: served.memory(),
                lost: tally.lost,
                server_time: share(served.processor() - server_before),
                tool_time: share(own_processor() - tool_before),
            }
        };
        world.set_stage(Stage::Finish);
        join(pairs).await?;
        if !self.no_compare {
            verify::compare(&world).await?;
        }
        world.check()?;
        Ok(figures)
    }

    /// Run it and print the figures.
    pub async fn report(&self, pgg: &Path) -> Result<Report, Trouble> {
        let figures = self.run(pgg).await?;
        let mut report = Report::default();
        let players = count(u64::from(self.games) * 2);
        let what = match self.rate {
            Some(rate) => format!("at {} actions a second", count(rate as u64)),
            None => "as fast as it goes".to_owned(),
        };
        let what = format!("{players} players in {} games, {}, {what}", self.games, self.database.name());
        let Figures { p50, p99, max, memory, lost, .. } = figures;
        let measured = format!(
            "{} actions a second; p50 {}, p99 {}, longest {}; {} resident (most: {}); {lost} connections dropped; \
             every player saw every entry once and in order",
            count(figures.actions_a_second as u64),
            time(p50),
            time(p99),
            time(max),
            mebibytes(memory.now),
            mebibytes(memory.most),
        );
        let held = memory.most < 256 << 20 && lost == 0 && p99 < Duration::from_millis(50);
        report.bar(what, "p99 under 50 ms, under 256 MiB, nothing dropped", measured, held);
        let spent = format!("server {}, load tool {}", time(figures.server_time), time(figures.tool_time));
        report.figure("processor time for an action", spent);
        Ok(report)
    }
}
