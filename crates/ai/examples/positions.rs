//! The games that the learned evaluation is trained on: plays them between perturbed `major`s and writes the features of every
//! position at the start of a phase, with the margin at the end of its game. Game `k` depends on the seed and on `k` alone.
//!
//! `cargo run --release --package pgg-ai --example positions -- FILE SEED FIRST COUNT`
//!
//! The file begins with the number of features (u32). A row: number of the game (u32), its last margin (i16), turn (u8), phase (u8), features (i16 each), little-endian.

use pgg_ai::learned::{FEATURES, Learned};
use pgg_ai::major::{Effort, Major};
use pgg_ai::sim::{Seeds, play_watched};
use pgg_ai::{Player, Weights, player};
use pgg_core::{Options, Side};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::fs::File;
use std::io::{BufWriter, Write};

/// A `cadet` in one game of sixteen: it makes mistakes that no `major` makes.
const CADET: f64 = 1.0 / 16.0;
/// How far weights are turned: by the factor e to this power, one in the mean square.
const TURNED: f64 = 0.3;
/// How many positions the Germans who lay out may judge: enough to mass, and a game takes a second.
const LAYOUT: usize = 2_000;

/// What a program is made of.
struct Dealer(ChaCha8Rng);

impl Dealer {
    /// Between 0 and 1.
    fn share(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Roughly normal, by the sum of twelve.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.share()).sum::<f64>() - 6.0
    }

    fn weights(&mut self, side: Side) -> Weights {
        let general = self.share() < 0.6;
        let mut weights = if general { Weights::of_general(side) } else { Weights::default() };
        if self.share() < 0.6 {
            for name in Weights::names() {
                if let (Some((low, high)), Some(value)) = (Weights::range(name), weights.get(name)) {
                    weights.set(name, (value * (TURNED * self.normal()).exp()).clamp(low, high));
                }
            }
        }
        weights
    }

    fn effort(&mut self, side: Side) -> Effort {
        let drawn = self.share();
        match side {
            Side::German if drawn < 0.3 => Effort { least_ratio: 1.5, layout: LAYOUT, ..Effort::STEADY },
            Side::German if drawn < 0.6 => Effort { least_ratio: 1.5, ..Effort::STEADY },
            Side::Soviet if drawn < 0.6 => Effort { staff: true, ..Effort::STEADY },
            _ => Effort::BRISK,
        }
    }

    fn player(&mut self, side: Side, seed: u64) -> Box<dyn Player> {
        let cadet = (self.share() < CADET).then(|| player("cadet", seed, None)).flatten();
        let (weights, effort) = (self.weights(side), self.effort(side));
        cadet.unwrap_or_else(|| Box::new(Major::new(seed, weights).with_effort(effort)))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let path = words.next().ok_or("positions FILE SEED FIRST COUNT")?;
    let mut number = || words.next().ok_or("a number is missing")?.parse::<u64>().map_err(|e| e.to_string());
    let (seed, first, count) = (number()?, number()?, number()?);
    let mut out = BufWriter::new(File::create(path)?);
    out.write_all(&(FEATURES as u32).to_le_bytes())?;
    let mut learned = Learned::default();
    for game in first..first + count {
        let seeds = Seeds::of(seed, game);
        let mut dealer = Dealer(ChaCha8Rng::seed_from_u64(seeds.game));
        let mut german = dealer.player(Side::German, seeds.german);
        let mut soviet = dealer.player(Side::Soviet, seeds.soviet);
        let mut rows = Vec::new();
        let mut last = None;
        let ended =
            play_watched(Options::default(), seeds.game, &mut *german, &mut *soviet, |state, _, _| {
                let now = (state.turn(), state.phase() as u8);
                if last != Some(now) {
                    last = Some(now);
                    rows.push((now, learned.features(state)));
                }
            })?;
        let margin = ended.state.margin() as i16;
        for ((turn, phase), features) in rows {
            out.write_all(&(game as u32).to_le_bytes())?;
            out.write_all(&margin.to_le_bytes())?;
            out.write_all(&[turn, phase])?;
            for x in features {
                out.write_all(&x.to_le_bytes())?;
            }
        }
        out.flush()?;
    }
    Ok(())
}
