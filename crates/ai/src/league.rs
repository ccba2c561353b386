//! A league: every program against every other, in pairs of games.
//!
//! A pair is the same seed played twice with the sides exchanged. Each program has a margin from the game in which it
//! plays the Germans; the larger margin wins the pair. The seeds of a pair come from the seed of the league, the places of the two programs in its list and the
//! number of the pair: however many threads or machines share the league, the games are the same, and a program that
//! joins at the end of the list changes none of the others' games.

mod entrant;
mod sheet;
mod standing;

pub use entrant::Entrant;
pub use sheet::{Clock, GameResult, PairResult, Sheet};
pub use standing::{Half, Standing, wilson};

use crate::shard::{Shard, share_out};
use crate::sim::{self, Clocked, Ended, Seeds, Stopped, mix};
use pgg_core::{Options, Record};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Who plays whom, and how often.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct League {
    /// The programs; every two of them are a pairing.
    pub players: Vec<Entrant>,
    /// Pairs of games in each pairing.
    #[serde(rename = "pairs_each")]
    pub pairs: u32,
    /// The seed of the league.
    pub seed: u64,
    /// The switches of the game.
    pub options: Options,
}

/// Two programs, by their places in the list of players; `a` stands before `b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The first one.
    pub a: usize,
    /// The second one.
    pub b: usize,
}

/// One game of a league.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Place of the program that plays the Germans.
    pub german: usize,
    /// Place of the program that plays the Soviets.
    pub soviet: usize,
    /// The number of the pair in the pairing, from 0.
    pub pair: u32,
    /// The seeds, the same in both games of a pair.
    pub seeds: Seeds,
}

/// What is wrong with a league.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLeague {
    /// Fewer than two programs.
    #[error("a league needs at least two programs")]
    TooFew,
    /// A program stands in the list twice.
    #[error("{0} is in the league twice: name every program once")]
    Twice(String),
    /// No pairs.
    #[error("a league needs at least one pair of games")]
    NoPairs,
}

/// A game of the league could not be played to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{game}: {why}")]
pub struct Foul {
    /// Which game, in words.
    pub game: String,
    /// Why.
    pub why: Stopped,
}

impl League {
    /// Check it.
    pub fn check(&self) -> Result<(), BadLeague> {
        if self.players.len() < 2 {
            return Err(BadLeague::TooFew);
        }
        for (n, player) in self.players.iter().enumerate() {
            if self.players[..n].iter().any(|before| before.name() == player.name()) {
                return Err(BadLeague::Twice(player.name()));
            }
        }
        if self.pairs == 0 { Err(BadLeague::NoPairs) } else { Ok(()) }
    }

    /// Every two programs, in order.
    pub fn pairings(&self) -> impl Iterator<Item = Pairing> + use<> {
        let count = self.players.len();
        (0..count).flat_map(move |a| (a + 1..count).map(move |b| Pairing { a, b }))
    }

    /// Pairs in the whole league.
    pub fn all_pairs(&self) -> usize {
        self.pairings().count() * self.pairs as usize
    }

    /// The first game of a pair: `a` plays the Germans.
    pub fn fixture(&self, pairing: Pairing, pair: u32) -> Fixture {
        let series = mix(mix(self.seed).wrapping_add(pairing.a as u64));
        let series = mix(series.wrapping_add(pairing.b as u64));
        let seeds = Seeds::of(series, u64::from(pair));
        Fixture { german: pairing.a, soviet: pairing.b, pair, seeds }
    }

    /// The two games of a piece of the league, a pair of a pairing, by its number in the whole.
    pub fn fixtures(&self, piece: usize) -> [Fixture; 2] {
        let pairs = self.pairs as usize;
        // A league of no pairs has no pieces.
        let pairing = self.pairings().nth(piece / pairs.max(1)).unwrap_or(Pairing { a: 0, b: 0 });
        let first = self.fixture(pairing, (piece % pairs.max(1)) as u32);
        [first, first.exchanged()]
    }

    /// Play a part of the league. `record` asks for records; `each` is told of every game when it is over.
    pub fn play<E: From<Foul> + Send>(
        &self,
        shard: Shard,
        jobs: usize,
        record: bool,
        each: impl Fn(&Fixture, Option<&mut Record>) -> Result<(), E> + Sync,
    ) -> Result<Sheet, E> {
        // Games are handed out one by one, not in pairs: they are long, and the last ones should not leave threads idle.
        let games = share_out(jobs, 2 * shard.count(self.all_pairs()), |n| {
            let fixture = self.fixtures(shard.piece(n / 2))[n % 2];
            let (played, mut record) = self.play_game(&fixture, record)?;
            each(&fixture, record.as_mut())?;
            Ok::<_, E>((fixture, played))
        })?;
        Ok(Sheet::of(self, shard, &games))
    }

    fn play_game(&self, fixture: &Fixture, record: bool) -> Result<(Timed, Option<Record>), Foul> {
        let foul = |why| Foul { game: self.name(fixture), why };
        let mut german = Clocked::of(self.players[fixture.german].player(fixture.seeds.german));
        let mut soviet = Clocked::of(self.players[fixture.soviet].player(fixture.seeds.soviet));
        let (outcome, record) = if record {
            let (outcome, record) =
                sim::play_recorded(self.options, fixture.seeds.game, &mut german, &mut soviet)
                    .map_err(foul)?;
            (outcome, Some(record))
        } else {
            (sim::play(self.options, fixture.seeds.game, &mut german, &mut soviet).map_err(foul)?, None)
        };
        Ok((Timed { outcome, german: german.spent(), soviet: soviet.spent() }, record))
    }

    /// A game in words.
    fn name(&self, fixture: &Fixture) -> String {
        let Fixture { german, soviet, pair, .. } = *fixture;
        let [german, soviet] = [german, soviet].map(|n| &self.players[n]);
        format!("{german} (German) against {soviet} (Soviet), pair {pair} of seed {}", self.seed)
    }
}

impl Fixture {
    /// The same seeds with the sides exchanged.
    pub fn exchanged(self) -> Fixture {
        Fixture { german: self.soviet, soviet: self.german, ..self }
    }
}

/// The margins of a pair: that of `a` as the Germans, and that of `b`.
pub fn play_pair(a: &Entrant, b: &Entrant, seeds: Seeds, options: Options) -> Result<[i32; 2], Stopped> {
    let margin = |german: &Entrant, soviet: &Entrant| {
        let (mut german, mut soviet) = (german.player(seeds.german), soviet.player(seeds.soviet));
        sim::play(options, seeds.game, &mut *german, &mut *soviet).map(|outcome| outcome.state.margin())
    };
    Ok([margin(a, b)?, margin(b, a)?])
}

/// A game with the time each program thought.
struct Timed {
    outcome: Ended,
    german: Duration,
    soviet: Duration,
}
