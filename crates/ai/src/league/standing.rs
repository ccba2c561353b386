//! What a pairing tells: who won more pairs, how sure that is, and how the games ended.

use super::PairResult;
use crate::sim::Spread;
use pgg_core::data;
use pgg_core::data::tables::LevelName;
use serde::Serialize;
use std::collections::BTreeMap;

/// One program against another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The first program.
    pub a: String,
    /// The second one.
    pub b: String,
    /// Pairs won by `a`.
    pub won_a: u32,
    /// Pairs won by `b`.
    pub won_b: u32,
    /// Pairs with equal margins.
    pub drawn: u32,
    /// The share of the pairs won by `a`, a drawn one as a half; none where no pair was played.
    pub share_a: Option<f64>,
    /// Lower end of its 95 % interval.
    pub low: f64,
    /// Upper end of it.
    pub high: f64,
    /// The games in which `a` played the Germans; written down as a series.
    #[serde(skip)]
    pub a_german: Half,
    /// The games in which `b` did.
    #[serde(skip)]
    pub b_german: Half,
}

/// The games of a pairing with the sides one way round.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Half {
    /// The margins.
    pub margin: Spread,
    /// How many games ended at each level, from the lowest; all six are there.
    pub levels: BTreeMap<LevelName, u32>,
    /// Actions in a game, on average.
    pub actions_per_game: f64,
}

impl Standing {
    /// Of pairs in order, so that rounding is the same however they were played.
    pub(super) fn of(a: String, b: String, pairs: &[&PairResult]) -> Standing {
        let count = |test: fn(&PairResult) -> bool| pairs.iter().filter(|pair| test(pair)).count() as u32;
        let won_a = count(|pair| pair.a_german.margin > pair.b_german.margin);
        let won_b = count(|pair| pair.a_german.margin < pair.b_german.margin);
        let drawn = pairs.len() as u32 - won_a - won_b;
        let score = f64::from(won_a) + f64::from(drawn) / 2.0;
        let (low, high) = wilson(score, pairs.len() as f64);
        let share_a = (!pairs.is_empty()).then(|| score / pairs.len() as f64);
        let half = |games: Vec<(i32, u32)>| Half::of(&games);
        let a_german = half(pairs.iter().map(|p| (p.a_german.margin, p.a_german.actions)).collect());
        let b_german = half(pairs.iter().map(|p| (p.b_german.margin, p.b_german.actions)).collect());
        Standing { a, b, won_a, won_b, drawn, share_a, low, high, a_german, b_german }
    }

    /// Pairs played.
    pub fn pairs(&self) -> u32 {
        self.won_a + self.won_b + self.drawn
    }
}

impl Half {
    /// Of games in order, each with its margin and how many actions it took.
    pub fn of(games: &[(i32, u32)]) -> Half {
        let mut levels: BTreeMap<LevelName, u32> = LevelName::ALL.into_iter().map(|l| (l, 0)).collect();
        for (margin, _) in games {
            *levels.entry(data().victory.level(*margin)).or_default() += 1;
        }
        let actions: u64 = games.iter().map(|(_, actions)| u64::from(*actions)).sum();
        Half {
            margin: Spread::of(games.iter().map(|(margin, _)| *margin).collect()),
            levels,
            actions_per_game: actions as f64 / games.len().max(1) as f64,
        }
    }
}

/// The 95 % interval of Wilson for a share, from `score` won of `count`. Unlike the textbook interval it stays sensible
/// for shares near 0 and 1, which is where leagues end up. Draws as halves make it a little too wide, never too narrow.
pub fn wilson(score: f64, count: f64) -> (f64, f64) {
    /// The two-sided 95 % point of the normal distribution.
    const Z: f64 = 1.959_963_984_540_054;
    if count <= 0.0 {
        return (0.0, 1.0);
    }
    let share = score / count;
    let z2 = Z * Z / count;
    let half = z2 / 2.0;
    let middle = (share + half) / (1.0 + z2);
    let reach = Z / (1.0 + z2) * (share * (1.0 - share) / count + half / (2.0 * count)).sqrt();
    // All won is certain at the upper end, none won at the lower one; rounding must not say otherwise.
    let low = if score <= 0.0 { 0.0 } else { (middle - reach).max(0.0) };
    let high = if score >= count { 1.0 } else { (middle + reach).min(1.0) };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against values of the literature and of R's `prop.test(correct = FALSE)`.
    #[test]
    fn intervals_of_wilson() {
        let near = |(low, high): (f64, f64), l: f64, h: f64| {
            assert!((low - l).abs() < 5e-5 && (high - h).abs() < 5e-5, "{low} {high}, expected {l} {h}");
        };
        near(wilson(0.0, 0.0), 0.0, 1.0);
        near(wilson(0.0, 10.0), 0.0, 0.2775);
        near(wilson(10.0, 10.0), 0.7225, 1.0);
        near(wilson(5.0, 10.0), 0.2366, 0.7634);
        near(wilson(80.0, 100.0), 0.7112, 0.8666);
        near(wilson(81.0, 263.0), 0.2553, 0.3662);
    }
}
