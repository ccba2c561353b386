//! `pgg sim`: many games between two programs.

use crate::failure::Failure;
use crate::lab::{self, Manner, Records};
use crate::out;
use pgg_ai::league::{Clock, Entrant, Half};
use pgg_ai::report::{self, GameLine, Report};
use pgg_ai::shard::{Shard, share_out};
use pgg_ai::sim::{self, Clocked, Played, Seeds, Summary};
use pgg_core::Options;
use pgg_core::data::tables::LevelName;
use std::io::Write;
use std::time::Instant;

/// Play many games between two programs and sum up how they ended.
///
/// Prints mean, median and spread of the margin (German less Soviet points), the share of each victory
/// level, actions a game and games a second. Game k of a series depends on --seed and k alone: any
/// number of --jobs plays the same games, and the shards 1/4 to 4/4 together are the whole series.
///
/// Example, a thousand games with every record kept:
///
/// pgg sim --german random --soviet random --games 1000 --seed 7 --records games/
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Program that plays the Germans, named as in `pgg league`: major, general:500, major@tuned.json
    #[arg(long, value_name = "NAME", default_value = pgg_ai::NAMES[0])]
    german: String,
    /// Program that plays the Soviets
    #[arg(long, value_name = "NAME", default_value = pgg_ai::NAMES[0])]
    soviet: String,
    /// Games in the series
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    #[command(flatten)]
    manner: Manner,
    #[command(flatten)]
    records: Records,
    /// Play only the I-th of N parts of the series, such as 2/4
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let players = [args.manner.patience.entrant(&args.german)?, args.manner.patience.entrant(&args.soviet)?];
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let series = Series { args, players, options: args.manner.switches.options(), shard };
    args.records.prepare((0..series.count()).map(|n| series.file_name(shard.piece(n))))?;
    let began = Instant::now();
    let games = series.play()?;
    let seconds = began.elapsed().as_secs_f64();
    if args.manner.json {
        let line = lab::json_line(&series.report(&games))?;
        return Ok(writeln!(out::data(), "{line}")?);
    }
    let per_second = if seconds > 0.0 { games.len() as f64 / seconds } else { 0.0 };
    let played: Vec<Played> = games.into_iter().map(|game| game.played).collect();
    series.tell(&mut out::stdout(), &Summary::of(&played), per_second)
}

/// The games to play.
struct Series<'a> {
    args: &'a Args,
    players: [Entrant; 2],
    options: Options,
    shard: Shard,
}

/// One of them, with the time of both programs.
struct Timed {
    played: Played,
    clocks: [Clock; 2],
}

impl Series<'_> {
    /// How many are in this part of the series.
    fn count(&self) -> usize {
        self.shard.count(self.args.games as usize)
    }

    fn file_name(&self, k: usize) -> String {
        format!("game-{k:06}.jsonl")
    }

    /// Play all of them; in the order of the series, whichever ended first.
    fn play(&self) -> Result<Vec<Timed>, Failure> {
        let bar = lab::bar(self.count());
        let games = share_out(self.args.manner.jobs.count(), self.count(), |n| {
            let played = self.play_game(self.shard.piece(n));
            bar.inc(1);
            played
        });
        bar.finish_and_clear();
        games
    }

    fn play_game(&self, k: usize) -> Result<Timed, Failure> {
        let seeds = Seeds::of(self.args.manner.seed, k as u64);
        let [german, soviet] = &self.players;
        let mut german = Clocked::of(german.player(seeds.german));
        let mut soviet = Clocked::of(soviet.player(seeds.soviet));
        let refused = |e| Failure::No(format!("game {k} of seed {}: {e}", self.args.manner.seed));
        let outcome = if self.args.records.records.is_some() {
            let (outcome, mut record) =
                sim::play_recorded(self.options, seeds.game, &mut german, &mut soviet).map_err(refused)?;
            record.header.german = Some(self.players[0].to_string());
            record.header.soviet = Some(self.players[1].to_string());
            self.args.records.keep(&self.file_name(k), &record)?;
            outcome
        } else {
            sim::play(self.options, seeds.game, &mut german, &mut soviet).map_err(refused)?
        };
        let clocks = [german, soviet].map(|player| Clock::of_game(player.spent()));
        Ok(Timed { played: Played::from(&outcome), clocks })
    }

    /// The result for programs.
    fn report(&self, games: &[Timed]) -> Report<'_> {
        let [german, soviet] = [0, 1].map(|n| self.players[n].to_string());
        let mut clocks = [Clock::default(); 2];
        for game in games {
            clocks.iter_mut().zip(game.clocks).for_each(|(sum, clock)| sum.add(clock));
        }
        let (time_ms, clock) = report::clocks(&self.players, &clocks);
        let ends: Vec<(i32, u32)> = games.iter().map(|g| (g.played.margin, g.played.actions)).collect();
        let result = |(n, game): (usize, &Timed)| GameLine {
            german: german.clone(),
            soviet: soviet.clone(),
            game: self.shard.piece(n) as u32,
            margin: game.played.margin,
            level: game.played.level,
            actions: game.played.actions,
            state: game.played.state.clone(),
        };
        Report {
            format: report::FORMAT,
            played: "sim",
            players: &self.players,
            games_each: Some(self.args.games),
            pairs_each: None,
            seed: self.args.manner.seed,
            options: self.options,
            shard: self.shard,
            results: games.iter().enumerate().map(result).collect(),
            series: vec![report::Series { german, soviet, games: games.len() as u32, ends: Half::of(&ends) }],
            pairs: None,
            time_ms,
            clock,
        }
    }

    fn tell(&self, out: &mut impl Write, summary: &Summary, per_second: f64) -> Result<(), Failure> {
        let ([german, soviet], seed) = (&self.players, self.args.manner.seed);
        let part = self.args.shard.map(|s| format!(", part {} of {}", s.part(), s.of())).unwrap_or_default();
        let margin = summary.margin;
        writeln!(
            out,
            "{german} (German) against {soviet} (Soviet): {} games, seed {seed}{part}",
            summary.games
        )?;
        writeln!(out, "margin: mean {:.2}, median {:.1}, sd {:.2}", margin.mean, margin.median, margin.sd)?;
        for (level, share) in &summary.levels {
            let draw = self.options.historical_draw && *level == LevelName::GermanMarginal;
            let note = if draw { " (a draw)" } else { "" };
            writeln!(out, "  {level:<16} {:5.1} %{note}", share * 100.0)?;
        }
        writeln!(out, "{:.0} actions a game, {per_second:.1} games a second", summary.actions_per_game)?;
        Ok(())
    }
}
