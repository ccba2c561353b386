//! `pgg habits`: how programs play, counted.

mod table;

use crate::failure::Failure;
use crate::lab::{self, Manner};
use crate::{files, out};
use pgg_ai::habits::{Tally, Watcher};
use pgg_ai::league::{Clock, Half};
use pgg_ai::report::{self, InOrder};
use pgg_ai::shard::share_out;
use pgg_ai::sim::{self, Clocked, Seeds};
use pgg_core::{Options, Record, State};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Play games between two programs and count their habits, good and bad.
///
/// Leaders who stand alone, divisions out of supply, attacks and overruns by their odds, divisions left
/// where they can be cut off, losses, the margin turn by turn: docs/laboratory.md defines every row. The
/// games are those of `pgg sim` with the same programs, games and seed. With FILES no game is played:
/// the records in them are counted.
///
/// Examples:
///
/// pgg habits --german general --soviet general --games 16 --seed 1 --jobs 16
///
/// pgg habits game-1.jsonl game-2.jsonl
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Program that plays the Germans, named as in `pgg league`
    #[arg(long, value_name = "NAME", default_value = "general")]
    german: String,
    /// Program that plays the Soviets
    #[arg(long, value_name = "NAME", default_value = "general")]
    soviet: String,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    #[command(flatten)]
    manner: Manner,
    /// Records to count instead of playing
    #[arg(value_name = "FILES", conflicts_with_all = ["german", "soviet", "games", "seed", "jobs"])]
    files: Vec<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let seen = if args.files.is_empty() { play(args)? } else { read(&args.files)? };
    if args.manner.json {
        return Ok(writeln!(out::data(), "{}", lab::json_line(&seen.report())?)?);
    }
    table::tell(&mut out::stdout(), &seen)
}

/// All games, watched.
pub(crate) struct Seen {
    /// Who played whom, in words.
    title: String,
    players: Option<[String; 2]>,
    seed: Option<u64>,
    options: Option<Options>,
    tally: Tally,
    ends: Half,
    clock: InOrder<Clock>,
    time_ms: InOrder<Option<f64>>,
}

/// The name of the format.
const FORMAT: &str = "pgg-habits 1";

/// What is printed as JSON.
#[derive(Serialize)]
struct Report<'a> {
    format: &'static str,
    players: &'a Option<[String; 2]>,
    seed: Option<u64>,
    options: Option<Options>,
    #[serde(flatten)]
    ends: &'a Half,
    #[serde(flatten)]
    tally: &'a Tally,
    time_ms: &'a InOrder<Option<f64>>,
    clock: &'a InOrder<Clock>,
}

impl Seen {
    fn report(&self) -> Report<'_> {
        let Seen { players, seed, options, ends, tally, time_ms, clock, .. } = self;
        Report { format: FORMAT, players, seed: *seed, options: *options, ends, tally, time_ms, clock }
    }
}

fn play(args: &Args) -> Result<Seen, Failure> {
    let players = [args.manner.patience.entrant(&args.german)?, args.manner.patience.entrant(&args.soviet)?];
    let options = args.manner.switches.options();
    let bar = lab::bar(args.games as usize);
    let games = share_out(args.manner.jobs.count(), args.games as usize, |k| {
        let seeds = Seeds::of(args.manner.seed, k as u64);
        let mut german = Clocked::of(players[0].player(seeds.german));
        let mut soviet = Clocked::of(players[1].player(seeds.soviet));
        let mut watcher = Watcher::new();
        let see = |before: &State, events: &[_], after: &State| watcher.see(before, events, after);
        let outcome = sim::play_watched(options, seeds.game, &mut german, &mut soviet, see)
            .map_err(|e| Failure::No(format!("game {k} of seed {}: {e}", args.manner.seed)))?;
        bar.inc(1);
        let clocks = [german, soviet].map(|player| Clock::of_game(player.spent()));
        Ok::<_, Failure>((watcher, (outcome.state.margin(), outcome.actions), clocks))
    });
    bar.finish_and_clear();
    let games = games?;
    let mut clocks = [Clock::default(); 2];
    for (_, _, of_game) in &games {
        clocks.iter_mut().zip(of_game).for_each(|(sum, clock)| sum.add(*clock));
    }
    let (time_ms, clock) = report::clocks(&players, &clocks);
    let ends: Vec<(i32, u32)> = games.iter().map(|(_, end, _)| *end).collect();
    let [german, soviet] = players.map(|player| player.to_string());
    Ok(Seen {
        title: format!(
            "{german} (German) against {soviet} (Soviet): {} games, seed {}",
            args.games, args.manner.seed
        ),
        players: Some([german, soviet]),
        seed: Some(args.manner.seed),
        options: Some(options),
        tally: Tally::of(games.iter().map(|(watcher, ..)| watcher)),
        ends: Half::of(&ends),
        clock,
        time_ms,
    })
}

fn read(paths: &[PathBuf]) -> Result<Seen, Failure> {
    let games =
        paths.iter().map(|path| watch(path, &files::read_record(path)?)).collect::<Result<Vec<_>, _>>()?;
    let ends: Vec<(i32, u32)> = games.iter().map(|(_, end)| *end).collect();
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    Ok(Seen {
        title: names.join(", "),
        players: None,
        seed: None,
        options: None,
        tally: Tally::of(games.iter().map(|(watcher, _)| watcher)),
        ends: Half::of(&ends),
        clock: InOrder(Vec::new()),
        time_ms: InOrder(Vec::new()),
    })
}

/// Watch a record; its margin and actions.
fn watch(path: &Path, record: &Record) -> Result<(Watcher, (i32, u32)), Failure> {
    let bad = |e| Failure::No(format!("{}: {e}", path.display()));
    let mut watcher = Watcher::new();
    let mut before = record.start().map_err(bad)?;
    let mut actions = 0;
    for step in record.replay().map_err(bad)? {
        let step = step.map_err(bad)?;
        watcher.see(&before, &step.events, &step.state);
        before = step.state;
        actions += 1;
    }
    Ok((watcher, (before.margin(), actions)))
}
