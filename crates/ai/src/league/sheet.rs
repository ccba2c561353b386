//! The sheet of a league: its raw results, to be summed up, written down and put together from shards.

use super::{Fixture, League, Pairing, Standing, Timed};
use crate::shard::{Shard, check_whole};
use pgg_core::sequence::TURNS;
use serde::de::IgnoredAny;
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeMap;

/// What was played, in the order of the league.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// The league.
    pub league: League,
    /// Which part of it.
    pub shard: Shard,
    /// The pairs of that part.
    pub results: Vec<PairResult>,
    /// The time each program took, in the order of the players.
    pub clocks: Vec<Clock>,
}

/// A pair of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairResult {
    /// Name of the first program.
    pub a: String,
    /// Name of the second one.
    pub b: String,
    /// The number of the pair in the pairing, from 0.
    pub pair: u32,
    /// The game in which `a` played the Germans.
    pub a_german: GameResult,
    /// The game in which `b` did.
    pub b_german: GameResult,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameResult {
    /// German points less Soviet points.
    pub margin: i32,
    /// Actions taken.
    pub actions: u32,
    /// Fingerprint of the last state.
    pub state: String,
}

/// How long a program thought, in all its decisions together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clock {
    /// Microseconds.
    pub us: u64,
    /// Player-turns it had: twelve in a game.
    pub player_turns: u64,
}

impl Clock {
    /// Milliseconds for a player-turn, on average; none before the first.
    pub fn mean_ms(&self) -> Option<f64> {
        (self.player_turns > 0).then(|| self.us as f64 / 1000.0 / self.player_turns as f64)
    }
}

impl Sheet {
    /// From the games of a part, two by two.
    pub(super) fn of(league: &League, shard: Shard, games: &[(Fixture, Timed)]) -> Sheet {
        let mut clocks = vec![Clock::default(); league.players.len()];
        for (fixture, game) in games {
            for (player, time) in [(fixture.german, game.german), (fixture.soviet, game.soviet)] {
                clocks[player].us += time.as_micros() as u64;
                clocks[player].player_turns += u64::from(TURNS);
            }
        }
        let result = |game: &Timed| GameResult {
            margin: game.outcome.state.margin(),
            actions: game.outcome.actions,
            state: game.outcome.state.fingerprint(),
        };
        let results = games.chunks_exact(2).map(|pair| PairResult {
            a: league.players[pair[0].0.german].to_string(),
            b: league.players[pair[0].0.soviet].to_string(),
            pair: pair[0].0.pair,
            a_german: result(&pair[0].1),
            b_german: result(&pair[1].1),
        });
        Sheet { league: league.clone(), shard, results: results.collect(), clocks }
    }

    /// What each pairing tells.
    pub fn standings(&self) -> Vec<Standing> {
        let mut of_pairing: BTreeMap<(&str, &str), Vec<&PairResult>> = BTreeMap::new();
        for result in &self.results {
            of_pairing.entry((&result.a, &result.b)).or_default().push(result);
        }
        let names: Vec<String> = self.league.players.iter().map(ToString::to_string).collect();
        let standing = |Pairing { a, b }| {
            let pairs = of_pairing.get(&(names[a].as_str(), names[b].as_str()));
            Standing::of(names[a].clone(), names[b].clone(), pairs.map_or(&[], Vec::as_slice))
        };
        self.league.pairings().map(standing).collect()
    }

    /// The whole league from its shards, in any order: what a single run would have given. Each comes with the name of
    /// its file, for the message about one that does not fit.
    pub fn merge(mut parts: Vec<(String, Sheet)>) -> Result<Sheet, String> {
        let Some((first, sheet)) = parts.first() else { return Err("there are no shards".to_owned()) };
        let league = sheet.league.clone();
        for (name, part) in &parts {
            if let Some(difference) = league.differs(&part.league) {
                return Err(format!("{name}: it is of another league than {first}: {difference}"));
            }
        }
        let shards: Vec<(&str, Shard)> = parts.iter().map(|(name, p)| (name.as_str(), p.shard)).collect();
        check_whole(&shards)?;
        parts.sort_by_key(|(_, part)| part.shard);
        let mut clocks = vec![Clock::default(); league.players.len()];
        for (_, part) in &parts {
            for (sum, clock) in clocks.iter_mut().zip(&part.clocks) {
                sum.us = sum.us.saturating_add(clock.us);
                sum.player_turns = sum.player_turns.saturating_add(clock.player_turns);
            }
        }
        // Piece n of the league is piece n / of in shard n % of.
        let mut lists: Vec<_> = parts.into_iter().map(|(_, part)| part.results.into_iter()).collect();
        let of = lists.len();
        let results = (0..league.all_pairs()).filter_map(|n| lists[n % of].next()).collect();
        Ok(Sheet { league, shard: Shard::WHOLE, results, clocks })
    }

    /// Are the results those of the shard, all of them and in order?
    fn complete(&self) -> Result<(), String> {
        self.league.check().map_err(|e| e.to_string())?;
        if self.clocks.len() != self.league.players.len() {
            return Err("the clock of a player is missing".to_owned());
        }
        let pairings: Vec<Pairing> = self.league.pairings().collect();
        let count = self.shard.count(self.league.all_pairs());
        if self.results.len() != count {
            return Err(format!("it has {} results, and its part of the league {count}", self.results.len()));
        }
        for (n, result) in self.results.iter().enumerate() {
            let piece = self.shard.piece(n);
            let Pairing { a, b } = pairings[piece / self.league.pairs as usize];
            let [a, b] = [a, b].map(|n| self.league.players[n].to_string());
            let pair = (piece % self.league.pairs as usize) as u32;
            if (&result.a, &result.b, result.pair) != (&a, &b, pair) {
                return Err(format!(
                    "result {n} is {} against {}, pair {}; expected {a} against {b}, pair {pair}",
                    result.a, result.b, result.pair
                ));
            }
        }
        Ok(())
    }
}

impl League {
    /// In what another league is not this one.
    fn differs(&self, other: &League) -> Option<String> {
        let names =
            |league: &League| league.players.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        if names(self) != names(other) {
            Some(format!("players {} instead of {}", names(other), names(self)))
        } else if self.pairs != other.pairs {
            Some(format!("{} pairs instead of {}", other.pairs, self.pairs))
        } else if self.seed != other.seed {
            Some(format!("seed {} instead of {}", other.seed, self.seed))
        } else if self.options != other.options {
            Some("other options of the game".to_owned())
        } else {
            let changed = self.players.iter().zip(&other.players).find(|(ours, theirs)| ours != theirs);
            changed.map(|(player, _)| format!("other weights of {player}"))
        }
    }
}

const FORMAT: &str = "pgg-league 1";

/// A list of pairs as a JSON object in that order.
struct InOrder<'a, T>(Vec<(&'a str, T)>);

impl<T: Serialize> Serialize for InOrder<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

impl Serialize for Sheet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written<'a> {
            format: &'static str,
            #[serde(flatten)]
            league: &'a League,
            shard: Shard,
            pairs: Vec<Standing>,
            time_ms: InOrder<'a, Option<f64>>,
            clock: InOrder<'a, Clock>,
            results: &'a [PairResult],
        }
        let names: Vec<String> = self.league.players.iter().map(ToString::to_string).collect();
        let by_name = || names.iter().map(String::as_str).zip(self.clocks.iter().copied());
        Written {
            format: FORMAT,
            league: &self.league,
            shard: self.shard,
            pairs: self.standings(),
            time_ms: InOrder(by_name().map(|(name, clock)| (name, clock.mean_ms())).collect()),
            clock: InOrder(by_name().collect()),
            results: &self.results,
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Sheet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Sheet, D::Error> {
        use serde::de::Error;
        /// What is summed up in a file is not read: it is summed up again.
        #[derive(Deserialize)]
        struct Read {
            format: String,
            #[serde(flatten)]
            league: League,
            shard: Shard,
            #[serde(rename = "pairs")]
            _pairs: IgnoredAny,
            #[serde(rename = "time_ms")]
            _time_ms: IgnoredAny,
            clock: BTreeMap<String, Clock>,
            results: Vec<PairResult>,
        }
        let read = Read::deserialize(deserializer)?;
        if read.format != FORMAT {
            return Err(D::Error::custom(format!("the format is '{}'; expected '{FORMAT}'", read.format)));
        }
        let clock = |name: String| read.clock.get(&name).copied();
        let clocks = read.league.players.iter().filter_map(|player| clock(player.to_string())).collect();
        let sheet = Sheet { league: read.league, shard: read.shard, results: read.results, clocks };
        sheet.complete().map_err(D::Error::custom)?;
        Ok(sheet)
    }
}
