//! `pgg sim`: many games between two programs.

use crate::failure::Failure;
use crate::lab::{self, Jobs, Switches};
use pgg_ai::Player;
use pgg_ai::shard::{Shard, share_out};
use pgg_ai::sim::{self, Outcome, Played, Seeds, Summary};
use pgg_core::Options;
use pgg_core::tables::LevelName;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
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
    /// Program that plays the Germans
    #[arg(long, value_name = "NAME", default_value = pgg_ai::NAMES[0])]
    german: String,
    /// Program that plays the Soviets
    #[arg(long, value_name = "NAME", default_value = pgg_ai::NAMES[0])]
    soviet: String,
    /// Games in the series
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Seed of the series
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    jobs: Jobs,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
    /// Write each game's record into this directory, as game-000000.jsonl and so on
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Play only the I-th of N parts of the series, such as 2/4
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    #[command(flatten)]
    switches: Switches,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    for name in [&args.german, &args.soviet] {
        new_player(name, 0)?;
    }
    lab::make_directory(args.records.as_deref())?;
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let series = Series { args, options: args.switches.options(), shard };
    let began = Instant::now();
    let games = series.play()?;
    let seconds = began.elapsed().as_secs_f64();
    let per_second = if seconds > 0.0 { games.len() as f64 / seconds } else { 0.0 };
    let summary = Summary::of(&games);
    let mut out = anstream::stdout().lock();
    if args.json {
        series.json(&mut out, &summary, per_second)?
    } else {
        series.tell(&mut out, &summary, per_second)?
    }
    Ok(())
}

/// The program of a name.
fn new_player(name: &str, seed: u64) -> Result<Box<dyn Player>, Failure> {
    pgg_ai::player(name, seed, None).ok_or_else(|| {
        Failure::Usage(format!("there is no program '{name}': expected one of {}", pgg_ai::NAMES.join(", ")))
    })
}

/// The games to play.
struct Series<'a> {
    args: &'a Args,
    options: Options,
    shard: Shard,
}

impl Series<'_> {
    /// Play all of them; in the order of the series, whichever ended first.
    fn play(&self) -> Result<Vec<Played>, Failure> {
        let count = self.shard.count(self.args.games as usize);
        let bar = lab::bar(count);
        let games = share_out(self.args.jobs.count(), count, |n| {
            let played = self.play_game(self.shard.piece(n) as u64);
            bar.inc(1);
            played
        });
        bar.finish_and_clear();
        games
    }

    fn play_game(&self, k: u64) -> Result<Played, Failure> {
        let seeds = Seeds::of(self.args.seed, k);
        let mut german = new_player(&self.args.german, seeds.german)?;
        let mut soviet = new_player(&self.args.soviet, seeds.soviet)?;
        let refused =
            |e| Failure::No(format!("game {k} of seed {}: a program was refused: {e}", self.args.seed));
        let outcome: Outcome = match &self.args.records {
            None => sim::play(self.options, seeds.game, &mut *german, &mut *soviet).map_err(refused)?,
            Some(directory) => {
                let (outcome, mut record) =
                    sim::play_recorded(self.options, seeds.game, &mut *german, &mut *soviet)
                        .map_err(refused)?;
                record.header.german = Some(self.args.german.clone());
                record.header.soviet = Some(self.args.soviet.clone());
                let path = directory.join(format!("game-{k:06}.jsonl"));
                lab::write_record(&path, &record)?;
                outcome
            }
        };
        Ok(Played::from(&outcome))
    }

    fn json(&self, out: &mut impl Write, summary: &Summary, per_second: f64) -> Result<(), Failure> {
        let levels: serde_json::Map<_, _> = summary
            .levels
            .iter()
            .filter_map(|(level, share)| Some((json!(level).as_str()?.to_owned(), json!(share))))
            .collect();
        let value = json!({
            "german": self.args.german,
            "soviet": self.args.soviet,
            "options": self.options,
            "seed": self.args.seed,
            "shard": self.args.shard,
            "games": summary.games,
            "games_per_second": per_second,
            "actions_per_game": summary.actions_per_game,
            "margin": summary.margin,
            "levels": levels,
        });
        Ok(writeln!(out, "{value}")?)
    }

    fn tell(&self, out: &mut impl Write, summary: &Summary, per_second: f64) -> Result<(), Failure> {
        let Args { german, soviet, seed, .. } = self.args;
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
