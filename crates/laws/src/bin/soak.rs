//! A long run of random games under the laws: `cargo run --release -p pgg-laws --bin soak -- --games 100000`.

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use pgg_core::game::state::SWITCHES;
use pgg_core::{HexSet, data};
use pgg_laws::soak::{Breach, Findings, Soak, Sum};
use std::io::{Write, stdout};
use std::num::NonZero;
use std::process::ExitCode;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

/// Play random games and check them against the laws.
///
/// Every state is checked for a stuck decision and for stale caches; mutated actions are tried throughout the
/// games, and none that the rules forbid may be accepted; records are replayed bit for bit. The result depends
/// on the numbers given here and not on --jobs. The exit code is 1 if a law was broken.
#[derive(Parser)]
#[command(name = "soak")]
struct Args {
    /// Random games to play
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Mutated actions to try in all the games together
    #[arg(long, value_name = "M", default_value_t = 0)]
    mutations: u64,
    /// Records to replay, at most one a game
    #[arg(long, value_name = "R", default_value_t = 0)]
    records: u64,
    /// Seed of the series
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Games played at the same time [default: one for each processor]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Play only this game of the series, counted from 0, to examine a breach
    #[arg(long, value_name = "K")]
    only: Option<u64>,
}

/// Breaches that are printed in full; the rest are counted.
const TOLD: usize = 10;

fn main() -> std::io::Result<ExitCode> {
    let args = Args::parse();
    let soak = Soak {
        games: args.games,
        mutations: args.mutations,
        records: args.records.min(args.games),
        seed: args.seed,
        switches: SWITCHES.len(),
    };
    let began = Instant::now();
    let findings = match args.only {
        // A single game runs without catching panics, so that a panic shows where it came from.
        Some(game) => play_one(&soak, game),
        None => play_all(&soak, &args),
    };
    let mut out = stdout().lock();
    tell(&mut out, &soak, &findings, began.elapsed())?;
    for breach in findings.breaches.iter().take(TOLD) {
        tell_breach(&mut out, &soak, breach)?;
    }
    if findings.breaches.len() > TOLD {
        writeln!(out, "\n… and {} more", findings.breaches.len() - TOLD)?;
    }
    Ok(if findings.breaches.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn play_one(soak: &Soak, game: u64) -> Findings {
    match soak.play(game) {
        Ok(sum) => Findings { sum, breaches: Vec::new() },
        Err(breach) => Findings { sum: Sum::default(), breaches: vec![breach] },
    }
}

fn play_all(soak: &Soak, args: &Args) -> Findings {
    // Panics are breaches and are printed at the end, not in the middle of the progress bar.
    std::panic::set_hook(Box::new(|_| {}));
    let jobs = args.jobs.map_or_else(|| available_parallelism().map_or(1, NonZero::get), usize::from);
    let bar = ProgressBar::new(soak.games);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} to go") {
        bar.set_style(style);
    }
    let findings = soak.run(jobs, || bar.inc(1));
    bar.finish_and_clear();
    drop(std::panic::take_hook());
    findings
}

fn tell(out: &mut impl Write, soak: &Soak, findings: &Findings, time: Duration) -> std::io::Result<()> {
    let Sum { games, actions, hexes, mutations, mutations_legal, records, entries } = findings.sum;
    let seconds = time.as_secs_f64().max(f64::EPSILON);
    let per_second = (games + findings.breaches.len() as u64) as f64 / seconds;
    let unlisted = findings.breaches.iter().filter(|b| b.is_illegal_accepted()).count() as u64;
    let mut row = |name: &str, number: u64, note: String| {
        let gap = if note.is_empty() { "" } else { "  " };
        writeln!(out, "{name:<32}{number:>14}{gap}{note}")
    };
    row("games without a breach", games, format!("of {}, {per_second:.1} a second", soak.games))?;
    row("games with a breach", findings.breaches.len() as u64, String::new())?;
    row("actions", actions, format!("{:.0} a game", actions as f64 / games.max(1) as f64))?;
    let land = HexSet::ALL.without(data().map.lakes()).len();
    row("hexes where a unit stood", hexes.len() as u64, format!("of {land}"))?;
    row("mutated actions tried", mutations, format!("{mutations_legal} of them legal"))?;
    row("accepted though not listed", unlisted, String::new())?;
    row("records replayed bit for bit", records, format!("{entries} entries"))?;
    writeln!(out, "seed {}, {seconds:.1} seconds", soak.seed)
}

fn tell_breach(out: &mut impl Write, soak: &Soak, breach: &Breach) -> std::io::Result<()> {
    let Breach { game, actions, what } = breach;
    let Soak { games, mutations, records, seed, .. } = soak;
    writeln!(out, "\ngame {game}, after {actions} actions: {what}")?;
    writeln!(
        out,
        "again: soak --seed {seed} --games {games} --mutations {mutations} --records {records} --only {game}"
    )
}
