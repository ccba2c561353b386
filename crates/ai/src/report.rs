//! What many games tell, as JSON: one shape for a series (`pgg sim`) and a league (`pgg league`). `docs/laboratory.md` has
//! every key.

use crate::league::{Clock, Entrant, Half, Standing};
use crate::shard::Shard;
use pgg_core::Options;
use pgg_core::data::tables::LevelName;
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

/// The name of the format.
pub const FORMAT: &str = "pgg-games 1";

/// What was played and how it ended.
#[derive(Debug, Serialize)]
pub struct Report<'a> {
    /// [`FORMAT`].
    pub format: &'static str,
    /// What made it: `sim` or `league`.
    pub played: &'static str,
    /// The programs, in the order of the command line.
    pub players: &'a [Entrant],
    /// Games of a series.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games_each: Option<u32>,
    /// Pairs of games for every two programs of a league.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs_each: Option<u32>,
    /// The seed of the whole.
    pub seed: u64,
    /// The switches of the game.
    pub options: Options,
    /// Which part of it was played.
    pub shard: Shard,
    /// The games of one program as the Germans against another, summed up.
    pub series: Vec<Series>,
    /// In a league, what each pairing proves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs: Option<Vec<Standing>>,
    /// Milliseconds each program took for a player-turn, on average.
    pub time_ms: InOrder<Option<f64>>,
    /// The sums behind it.
    pub clock: InOrder<Clock>,
    /// Every game.
    pub results: Vec<GameLine>,
}

/// The games of one program as the Germans against another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Series {
    /// Who played the Germans.
    pub german: String,
    /// Who played the Soviets.
    pub soviet: String,
    /// How many games.
    pub games: u32,
    /// How they ended.
    #[serde(flatten)]
    pub ends: Half,
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameLine {
    /// Who played the Germans.
    pub german: String,
    /// Who played the Soviets.
    pub soviet: String,
    /// Its number in the series, from 0; the two games of a pair have the same.
    pub game: u32,
    /// German points less Soviet points.
    pub margin: i32,
    /// The level of victory.
    pub level: LevelName,
    /// Actions taken.
    pub actions: u32,
    /// Fingerprint of the last state.
    pub state: String,
}

/// Values by name, as a JSON object in that order.
#[derive(Clone, Debug, PartialEq)]
pub struct InOrder<T>(pub Vec<(String, T)>);

impl<T: Serialize> Serialize for InOrder<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

/// The clocks of programs by name; a program that plays both sides has one clock.
pub fn clocks(players: &[Entrant], clocks: &[Clock]) -> (InOrder<Option<f64>>, InOrder<Clock>) {
    let mut sums: Vec<(String, Clock)> = Vec::new();
    for (player, clock) in players.iter().zip(clocks) {
        let name = player.to_string();
        match sums.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => sum.add(*clock),
            None => sums.push((name, *clock)),
        }
    }
    let means = sums.iter().map(|(name, clock)| (name.clone(), clock.mean_ms())).collect();
    (InOrder(means), InOrder(sums))
}
