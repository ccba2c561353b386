//! The regression behind the chance to take an objective: plays games of `major` and `cadet`, fits, and prints what comes
//! out beside what the evaluation uses. The same games and the same numbers come out every time.
//!
//! `cargo run --release --package pgg-ai --example fit -- [GAMES] [SEED]`

use pgg_ai::Weights;
use pgg_ai::eval::FITTED;
use pgg_ai::fit::{fit, rows};
use pgg_core::data;
use std::io::{Write, stdout};

/// Games of each pairing, and the seed of the series.
const GAMES: u64 = 25;
const SEED: u64 = 1976;
/// Who plays whom.
const PAIRINGS: [(&str, &str); 4] =
    [("major", "major"), ("major", "cadet"), ("cadet", "major"), ("cadet", "cadet")];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let games = words.next().map_or(Ok(GAMES), |text| text.parse())?;
    let seed = words.next().map_or(Ok(SEED), |text| text.parse())?;
    let mut all = Vec::new();
    for (n, (german, soviet)) in PAIRINGS.into_iter().enumerate() {
        all.extend(rows(german, soviet, games, seed + n as u64)?);
    }
    let found = fit(&all);
    let mut out = stdout().lock();
    writeln!(out, "{} rows of {} games, seed {seed}", all.len(), games * PAIRINGS.len() as u64)?;
    writeln!(out, "{:<16} {:>8} {:>8}", "objective", "found", "in use")?;
    for (n, objective) in data().victory.objectives().iter().enumerate() {
        writeln!(out, "{:<16} {:>8.1} {:>8.1}", objective.name, found.fit.base[n], FITTED.base[n])?;
    }
    let weights = Weights::default();
    for (name, found, used) in [
        ("far", found.fit.far, FITTED.far),
        ("turn", found.fit.turn, FITTED.turn),
        ("way", found.way, weights.way),
        ("way_strength", found.way_strength, weights.way_strength),
        ("way_garrison", found.way_garrison, weights.way_garrison),
    ] {
        writeln!(out, "{name:<16} {found:>8.3} {used:>8.3}")?;
    }
    Ok(())
}
