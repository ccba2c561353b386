//! Many games put together.

use super::{Count, Odds, Turn, Turns, Watcher};
use crate::report::InOrder;
use pgg_core::data;
use pgg_core::data::tables::Column;
use pgg_core::rules::sequence::TURNS;
use serde::{Serialize, Serializer};

/// The sums of all games watched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    games: u32,
    turns: Turns,
    odds: Odds,
    /// How often the Germans had each objective at the end.
    objectives: Vec<u32>,
}

impl Tally {
    /// Of games in any order.
    pub fn of<'a>(watched: impl IntoIterator<Item = &'a Watcher>) -> Tally {
        let objectives = vec![0; data().victory.objectives().len()];
        let mut tally =
            Tally { games: 0, turns: [Turn::NONE; TURNS as usize], odds: Odds::default(), objectives };
        for watcher in watched {
            tally.games += 1;
            for (sum, turn) in tally.turns.iter_mut().zip(&watcher.turns) {
                Count::ALL.iter().for_each(|&count| sum[count] += turn[count]);
            }
            tally.odds.add(&watcher.odds);
            for (n, sum) in tally.objectives.iter_mut().enumerate() {
                *sum += u32::from(watcher.occupied.contains(n));
            }
        }
        tally
    }

    /// How many games.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Fights by their odds, in all games.
    pub fn odds(&self) -> &Odds {
        &self.odds
    }

    /// In what share of the games the Germans had each objective at the end, by its name.
    pub fn objectives(&self) -> impl Iterator<Item = (&'static str, f64)> + '_ {
        let games = f64::from(self.games.max(1));
        let objectives = data().victory.objectives().iter();
        objectives.zip(&self.objectives).map(move |(o, &count)| (o.name.as_str(), f64::from(count) / games))
    }

    /// The mean of a game's count in a turn, counted from 1.
    pub fn in_turn(&self, count: Count, turn: u8) -> f64 {
        let sum = self.turns.get(usize::from(turn).wrapping_sub(1)).map_or(0, |counts| counts[count]);
        f64::from(sum) / f64::from(self.games.max(1))
    }

    /// The mean of a game's count in all turns together.
    pub fn in_game(&self, count: Count) -> f64 {
        (1..=TURNS).map(|turn| self.in_turn(count, turn)).sum()
    }

    /// What part of a count another one is, over these turns; none where there is nothing.
    pub fn share(&self, part: Count, of: Count, turns: impl Iterator<Item = u8> + Clone) -> Option<f64> {
        let sum = |count| turns.clone().map(|turn| self.in_turn(count, turn)).sum::<f64>();
        (sum(of) > 0.0).then(|| sum(part) / sum(of))
    }
}

impl Odds {
    /// By name: what was fought, and how often with which odds.
    pub fn lists(&self) -> impl Iterator<Item = (&'static str, &[u32; Column::ALL.len()])> {
        let lists = [
            ("german_attacks", &self.german_attacks),
            ("german_overruns", &self.german_overruns),
            ("soviet_attacks", &self.soviet_attacks),
            ("soviet_overruns", &self.soviet_overruns),
        ];
        lists.into_iter()
    }

    fn add(&mut self, other: &Odds) {
        let pairs = [
            (&mut self.german_attacks, &other.german_attacks),
            (&mut self.german_overruns, &other.german_overruns),
            (&mut self.soviet_attacks, &other.soviet_attacks),
            (&mut self.soviet_overruns, &other.soviet_overruns),
        ];
        for (sums, more) in pairs {
            sums.iter_mut().zip(more).for_each(|(sum, count)| *sum += count);
        }
    }
}

/// Means of a game: in all, and turn by turn.
#[derive(Serialize)]
struct Means {
    game: f64,
    turns: Vec<f64>,
}

/// A tally as JSON.
#[derive(Serialize)]
struct Written {
    games: u32,
    counts: InOrder<Means>,
    odds: InOrder<InOrder<u32>>,
    objectives: InOrder<f64>,
}

impl Serialize for Tally {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let means = |count| Means {
            game: self.in_game(count),
            turns: (1..=TURNS).map(|turn| self.in_turn(count, turn)).collect(),
        };
        let counts = Count::ALL.iter().map(|&count| (count.name().to_owned(), means(count))).collect();
        let columns = |counts: &[u32; Column::ALL.len()]| {
            InOrder(Column::ALL.iter().zip(counts).map(|(column, n)| (column.to_string(), *n)).collect())
        };
        let odds = self.odds.lists().map(|(name, counts)| (name.to_owned(), columns(counts))).collect();
        let objectives = self.objectives().map(|(name, share)| (name.to_owned(), share)).collect();
        Written {
            games: self.games,
            counts: InOrder(counts),
            odds: InOrder(odds),
            objectives: InOrder(objectives),
        }
        .serialize(serializer)
    }
}
