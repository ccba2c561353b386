//! The sheet of a league: its raw results, to be summed up, written down and put together from shards.

use super::{Fixture, League, Pairing, Standing, Timed};
use crate::report::{self, FORMAT, GameLine, Report, Series};
use crate::shard::{Shard, check_whole};
use pgg_core::data;
use pgg_core::rules::sequence::TURNS;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeMap;
use std::time::Duration;

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
#[derive(Clone, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// Microseconds in a millisecond.
const US_IN_MS: f64 = 1000.0;

impl Clock {
    /// Of one game.
    pub fn of_game(spent: Duration) -> Clock {
        Clock { us: spent.as_micros() as u64, player_turns: u64::from(TURNS) }
    }

    /// Both together.
    pub fn add(&mut self, other: Clock) {
        self.us = self.us.saturating_add(other.us);
        self.player_turns = self.player_turns.saturating_add(other.player_turns);
    }

    /// Milliseconds for a player-turn, on average; none before the first.
    pub fn mean_ms(&self) -> Option<f64> {
        (self.player_turns > 0).then(|| self.us as f64 / US_IN_MS / self.player_turns as f64)
    }
}

impl Sheet {
    /// From the games of a part, two by two.
    pub(super) fn of(league: &League, shard: Shard, games: &[(Fixture, Timed)]) -> Sheet {
        let mut clocks = vec![Clock::default(); league.players.len()];
        for (fixture, game) in games {
            for (player, time) in [(fixture.german, game.german), (fixture.soviet, game.soviet)] {
                clocks[player].add(Clock::of_game(time));
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
                sum.add(*clock);
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

impl PairResult {
    /// Its two games, as they are written.
    fn lines(&self) -> [GameLine; 2] {
        let line = |german: &str, soviet: &str, game: &GameResult| GameLine {
            german: german.to_owned(),
            soviet: soviet.to_owned(),
            game: self.pair,
            margin: game.margin,
            level: data().victory.level(game.margin),
            actions: game.actions,
            state: game.state.clone(),
        };
        [line(&self.a, &self.b, &self.a_german), line(&self.b, &self.a, &self.b_german)]
    }

    /// From two games that are written one after the other.
    fn of(first: &GameLine, second: &GameLine) -> Result<PairResult, String> {
        let fits =
            (&first.german, &first.soviet, first.game) == (&second.soviet, &second.german, second.game);
        if !fits {
            let GameLine { german, soviet, game, .. } = second;
            return Err(format!(
                "game {game} of {german} against {soviet} is not the other half of its pair"
            ));
        }
        let result = |line: &GameLine| {
            let GameLine { margin, level, actions, state, .. } = line;
            if *level != data().victory.level(*margin) {
                return Err(format!("a margin of {margin} is not the level {level}"));
            }
            Ok(GameResult { margin: *margin, actions: *actions, state: state.clone() })
        };
        Ok(PairResult {
            a: first.german.clone(),
            b: first.soviet.clone(),
            pair: first.game,
            a_german: result(first)?,
            b_german: result(second)?,
        })
    }
}

impl Serialize for Sheet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let standings = self.standings();
        let series = standings.iter().flat_map(|s| {
            [(&s.a, &s.b, &s.a_german), (&s.b, &s.a, &s.b_german)].map(|(german, soviet, ends)| Series {
                german: german.clone(),
                soviet: soviet.clone(),
                games: s.pairs(),
                ends: ends.clone(),
            })
        });
        let (time_ms, clock) = report::clocks(&self.league.players, &self.clocks);
        Report {
            format: FORMAT,
            played: "league",
            players: &self.league.players,
            games_each: None,
            pairs_each: Some(self.league.pairs),
            seed: self.league.seed,
            options: self.league.options,
            shard: self.shard,
            series: series.collect(),
            pairs: Some(standings),
            time_ms,
            clock,
            results: self.results.iter().flat_map(PairResult::lines).collect(),
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
            #[serde(default)]
            played: String,
            #[serde(flatten)]
            league: League,
            shard: Shard,
            #[serde(rename = "series")]
            _series: IgnoredAny,
            #[serde(rename = "pairs")]
            _pairs: IgnoredAny,
            #[serde(rename = "time_ms")]
            _time_ms: IgnoredAny,
            clock: BTreeMap<String, Clock>,
            results: Vec<GameLine>,
        }
        let read = Read::deserialize(deserializer)?;
        if read.format != FORMAT {
            return Err(D::Error::custom(format!("the format is '{}'; expected '{FORMAT}'", read.format)));
        }
        if read.played != "league" {
            return Err(D::Error::custom(format!("it was played by '{}', not a league", read.played)));
        }
        if read.results.len() % 2 != 0 {
            return Err(D::Error::custom("the last pair has one game only"));
        }
        let pairs = read.results.chunks_exact(2).map(|pair| PairResult::of(&pair[0], &pair[1]));
        let results = pairs.collect::<Result<_, _>>().map_err(D::Error::custom)?;
        let clock = |name: String| read.clock.get(&name).copied();
        let clocks = read.league.players.iter().filter_map(|player| clock(player.to_string())).collect();
        let sheet = Sheet { league: read.league, shard: read.shard, results, clocks };
        sheet.complete().map_err(D::Error::custom)?;
        Ok(sheet)
    }
}
