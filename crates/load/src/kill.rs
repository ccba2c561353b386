//! `kill -9` at random moments under load, again and again: nothing that was acknowledged may be lost or done twice.

use crate::join;
use crate::limits::STUCK;
use crate::place::{Database, Place};
use crate::player::pair;
use crate::report::{Report, count};
use crate::trouble::Trouble;
use crate::verify::{self, Compared};
use crate::world::{Manner, Stage, World};
use pgg_core::BySide;
use pgg_core::game::chance::below;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

/// The options of the run.
#[derive(Clone, Debug, clap::Args)]
pub struct Kill {
    /// How often the server is killed.
    #[arg(long, default_value_t = 200)]
    pub times: u32,
    /// How many games, of two players each.
    #[arg(long, default_value_t = 30)]
    pub games: u32,
    /// Which database.
    #[arg(long, value_enum, default_value = "sqlite")]
    pub database: Database,
    /// The random seed.
    #[arg(long, default_value_t = 1941)]
    pub seed: u64,
    /// A server is killed after at least this many actions,
    #[arg(long, default_value_t = 20)]
    pub fewest: u32,
    /// and at most this many.
    #[arg(long, default_value_t = 2000)]
    pub most: u32,
}

/// The results.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    /// What was compared.
    pub compared: Compared,
    /// Requests that had to be sent again.
    pub resent: u64,
}

impl Kill {
    /// Kill as often as requested, then compare every client's log with the server's history.
    pub async fn run(&self, pgg: &Path) -> Result<Figures, Trouble> {
        let place = Place::new(pgg, self.database)?;
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let world = World::new(1, Manner { period: None, lively: true, seed: self.seed });
        let mut served = place.serve().await?;
        world.server_is(0, Some(served.address));
        let pairs = (0..self.games).map(|_| pair(Rc::clone(&world), BySide::from_fn(|_| 0)));
        let pairs: Vec<_> = pairs.map(tokio::task::spawn_local).collect();
        world.gathered(self.games * 2).await?;
        world.set_stage(Stage::Play);
        for _ in 0..self.times {
            // Counted from when players act again, so that every kill happens under load. The polling is not
            // synchronized with the server, so a kill may hit any moment of its work.
            let span = self.most.saturating_sub(self.fewest).max(1);
            world.play_on(u64::from(self.fewest + below(&mut rng, span))).await?;
            world.server_is(0, None);
            served.kill().await?;
            served = place.serve().await?;
            world.server_is(0, Some(served.address));
        }
        self.all_go_on(&world).await?;
        world.set_stage(Stage::Finish);
        join(pairs).await?;
        let compared = verify::compare(&world).await?;
        world.check()?;
        served.kill().await?;
        let resent = world.tally.borrow().resent;
        Ok(Figures { compared, resent })
    }

    /// Every game that is not over has to take another action.
    async fn all_go_on(&self, world: &World) -> Result<(), Trouble> {
        let games = world.games();
        let before: Vec<usize> = games.iter().map(|game| game.claims.borrow().len()).collect();
        let wait = async {
            for (game, &before) in games.iter().zip(&before) {
                while !game.board.borrow().ended() && game.claims.borrow().len() == before {
                    world.check()?;
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
            }
            Ok(())
        };
        match tokio::time::timeout(STUCK, wait).await {
            Ok(done) => done,
            Err(_) => Err(Trouble::new("a game takes no more actions after the last kill")),
        }
    }

    /// Run it and print the figures.
    pub async fn report(&self, pgg: &Path) -> Result<Report, Trouble> {
        let Figures { compared, resent } = self.run(pgg).await?;
        let mut report = Report::default();
        let measured = format!(
            "no acknowledged action lost, none doubled, no game stuck: {} requests acknowledged in {} games, {} sent \
             again after a kill",
            count(compared.acknowledged),
            count(compared.games),
            count(resent),
        );
        report.bar(
            format!("`kill -9` under load, {} times, {}", self.times, self.database.name()),
            "no acknowledged action lost, none doubled, no game stuck",
            measured,
            true,
        );
        Ok(report)
    }
}
