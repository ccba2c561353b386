//! `pgg sim`: many games between two programs.

use crate::failure::Failure;
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use pgg_ai::Player;
use pgg_ai::sim::{self, Outcome, Played, Seeds, Summary};
use pgg_core::tables::{Edition, LevelName};
use pgg_core::{Options, Record};
use serde_json::json;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
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
    /// Games played at the same time [default: one for each processor]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
    /// Write each game's record into this directory, as game-000000.jsonl and so on
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Play only the I-th of N parts of the series, such as 2/4
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Whose values count where the editions differ
    #[arg(long, value_enum, default_value_t = EditionName::Reference)]
    edition: EditionName,
    /// Play without German rail cuts [6.37]
    #[arg(long)]
    no_rail_cut: bool,
    /// Surrounded Leaders may be evacuated [10.4]
    #[arg(long)]
    leader_evacuation: bool,
    /// A German Marginal result counts as a draw [15.2]
    #[arg(long)]
    historical_draw: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum EditionName {
    /// The values of the reference manual
    Reference,
    /// The values printed in 1976
    #[value(name = "1976")]
    Print1976,
}

/// One of several equal parts of a series.
#[derive(Clone, Copy)]
struct Shard {
    part: u32,
    of: u32,
}

impl FromStr for Shard {
    type Err = String;
    fn from_str(text: &str) -> Result<Shard, String> {
        let wrong = || format!("'{text}' is no shard: expected I/N with I from 1 to N, such as 2/4");
        let (part, of) = text.split_once('/').ok_or_else(wrong)?;
        let shard = Shard { part: part.parse().map_err(|_| wrong())?, of: of.parse().map_err(|_| wrong())? };
        if (1..=shard.of).contains(&shard.part) { Ok(shard) } else { Err(wrong()) }
    }
}

impl Shard {
    const WHOLE: Shard = Shard { part: 1, of: 1 };

    /// How many games of a series are its own: those with k % N == I - 1.
    fn count(self, games: u32) -> u32 {
        games.saturating_sub(self.part - 1).div_ceil(self.of)
    }

    /// The number of its `n`th game in the series.
    fn game(self, n: u32) -> u32 {
        n * self.of + self.part - 1
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    for name in [&args.german, &args.soviet] {
        new_player(name, 0)?;
    }
    if let Some(directory) = &args.records {
        fs::create_dir_all(directory).map_err(|e| Failure::file(directory, &e))?;
    }
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let series = Series { args, options: args.options(), shard, count: shard.count(args.games) };
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
    pgg_ai::player(name, seed).ok_or_else(|| {
        Failure::Usage(format!("there is no program '{name}': expected one of {}", pgg_ai::NAMES.join(", ")))
    })
}

impl Args {
    fn options(&self) -> Options {
        Options {
            edition: match self.edition {
                EditionName::Reference => Edition::Reference,
                EditionName::Print1976 => Edition::Print1976,
            },
            rail_cut: !self.no_rail_cut,
            leader_evacuation: self.leader_evacuation,
            historical_draw: self.historical_draw,
        }
    }

    fn jobs(&self) -> usize {
        match self.jobs {
            Some(jobs) => usize::from(jobs),
            None => std::thread::available_parallelism().map_or(1, NonZero::get),
        }
    }
}

/// The games to play.
struct Series<'a> {
    args: &'a Args,
    options: Options,
    shard: Shard,
    count: u32,
}

impl Series<'_> {
    /// Play all of them; in the order of the series, whichever ended first.
    fn play(&self) -> Result<Vec<Played>, Failure> {
        let bar = ProgressBar::new(u64::from(self.count));
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} to go")
        {
            bar.set_style(style);
        }
        let next = AtomicU32::new(0);
        let failed = AtomicBool::new(false);
        let done: Mutex<Vec<(u32, Result<Played, Failure>)>> = Mutex::new(Vec::new());
        let work = || {
            let mut own = Vec::new();
            while !failed.load(Ordering::Relaxed) {
                // `fetch_update` rather than `fetch_add`, which would run over at the end of a very long series.
                let take = |n| if n < self.count { Some(n + 1) } else { None };
                let Ok(n) = next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take) else { break };
                let k = self.shard.game(n);
                let played = self.play_game(k);
                failed.fetch_or(played.is_err(), Ordering::Relaxed);
                own.push((k, played));
                bar.inc(1);
            }
            if let Ok(mut done) = done.lock() {
                done.append(&mut own);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.args.jobs().min(self.count.max(1) as usize) {
                scope.spawn(work);
            }
        });
        bar.finish_and_clear();
        let mut games = done.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        games.sort_unstable_by_key(|(k, _)| *k);
        games.into_iter().map(|(_, played)| played).collect()
    }

    fn play_game(&self, k: u32) -> Result<Played, Failure> {
        let seeds = Seeds::of(self.args.seed, u64::from(k));
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
                write_record(&path, &record).map_err(|e| Failure::file(&path, &e))?;
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
        let shard = self.args.shard.map(|shard| format!("{}/{}", shard.part, shard.of));
        let value = json!({
            "german": self.args.german,
            "soviet": self.args.soviet,
            "options": self.options,
            "seed": self.args.seed,
            "shard": shard,
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
        let part = self.args.shard.map(|s| format!(", part {} of {}", s.part, s.of)).unwrap_or_default();
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

fn write_record(path: &Path, record: &Record) -> std::io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    record.write(&mut file)?;
    file.flush()
}
