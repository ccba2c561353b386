//! Two server processes on one PostgreSQL, the two players of each game on different ones, and one process is
//! killed repeatedly: every player must see every entry once and in order.

use crate::join;
use crate::place::{Database, Place};
use crate::player::pair;
use crate::process::Served;
use crate::report::{Report, count, time};
use crate::trouble::Trouble;
use crate::verify::{self, Compared};
use crate::world::{Manner, Stage, World};
use pgg_core::{BySide, Side};
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;
use tokio::time::Instant;

/// The options of the run.
#[derive(Clone, Debug, clap::Args)]
pub struct Two {
    /// How many actions.
    #[arg(long, default_value_t = 100_000)]
    pub actions: u64,
    /// How many games, of two players each.
    #[arg(long, default_value_t = 100)]
    pub games: u32,
    /// The processes are killed and restarted alternately, one after this many actions.
    #[arg(long, default_value_t = 5000)]
    pub every: u64,
    /// The random seed.
    #[arg(long, default_value_t = 1941)]
    pub seed: u64,
}

/// The results.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    /// What was compared.
    pub compared: Compared,
    /// Actions acknowledged.
    pub actions: u64,
    /// Entries that players received.
    pub heard: u64,
    /// How often a process was killed.
    pub kills: u64,
    /// How long it took.
    pub took: Duration,
    /// Latency from sending an action to its answer, 99th percentile.
    pub p99: Duration,
}

impl Two {
    /// Play the actions with kills in between, then compare.
    pub async fn run(&self, pgg: &Path) -> Result<Figures, Trouble> {
        let place = Place::new(pgg, Database::Postgres)?;
        let world = World::new(2, Manner { period: None, lively: true, seed: self.seed });
        let mut served: [Option<Served>; 2] = [None, None];
        for (server, served) in served.iter_mut().enumerate() {
            let up = served.insert(place.serve().await?);
            world.server_is(server, Some(up.address));
        }
        let homes = BySide::from_fn(|side| usize::from(side == Side::Soviet));
        let pairs = (0..self.games).map(|_| pair(Rc::clone(&world), homes));
        let pairs: Vec<_> = pairs.map(tokio::task::spawn_local).collect();
        world.gathered(self.games * 2).await?;
        world.set_stage(Stage::Play);
        let began = Instant::now();
        let mut kills = 0;
        // Players go on while a server restarts, so more actions may lie between two kills than were asked for.
        while world.tally.borrow().actions < self.actions || kills < self.actions / self.every {
            world.play_on(self.every).await?;
            let server = (kills % 2) as usize;
            world.server_is(server, None);
            if let Some(served) = served[server].take() {
                served.kill().await?;
            }
            let up = served[server].insert(place.serve().await?);
            world.server_is(server, Some(up.address));
            kills += 1;
        }
        let took = began.elapsed();
        world.set_stage(Stage::Finish);
        join(pairs).await?;
        let compared = verify::compare(&world).await?;
        world.check()?;
        let tally = world.tally.borrow();
        let (actions, heard, p99) = (tally.actions, tally.heard, tally.latency_at(0.99));
        Ok(Figures { compared, actions, heard, kills, took, p99 })
    }

    /// Run it and print the figures.
    pub async fn report(&self, pgg: &Path) -> Result<Report, Trouble> {
        let figures = self.run(pgg).await?;
        let mut report = Report::default();
        let measured = format!(
            "every player saw every entry once and in order: {} actions in {} games, {} entries seen, {} kills, {} \
             actions a second, p99 {}",
            count(figures.actions),
            count(figures.compared.games),
            count(figures.heard),
            figures.kills,
            count((figures.actions as f64 / figures.took.as_secs_f64()) as u64),
            time(figures.p99),
        );
        report.bar(
            format!("two processes on one PostgreSQL, one killed after every {} actions", count(self.every)),
            "100,000 actions, every event once and in order",
            measured,
            figures.actions >= 100_000,
        );
        Ok(report)
    }
}
