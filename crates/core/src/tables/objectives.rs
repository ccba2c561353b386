//! Objectives and levels of victory [15.0].

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Edition;
use crate::hex::{HEX_SLOTS, Hex};
use crate::map::CityKind;
use crate::unit::Side;

mod load;

pub(crate) use load::RawVictory;

/// A place that scores for the German [15.11].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    /// Id in the file.
    pub id: String,
    /// Name to show.
    pub name: String,
    /// Its hexes, all of which must be held.
    pub hexes: Vec<Hex>,
    /// Points, edition `reference`.
    pub vp: u8,
    /// Points of the print where they differ.
    pub vp_1976: Option<u8>,
    /// Size, if it is a city.
    pub city: Option<CityKind>,
    /// Does its recapture score for the Soviet [15.12]?
    pub recapture: bool,
}

impl Objective {
    /// Its points in an edition.
    pub fn points(&self, edition: Edition) -> u8 {
        match edition {
            Edition::Reference => self.vp,
            Edition::Print1976 => self.vp_1976.unwrap_or(self.vp),
        }
    }
}

/// How the game ended [15.2].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum LevelName {
    SovietDecisive,
    SovietStrategic,
    SovietMarginal,
    GermanMarginal,
    GermanStrategic,
    GermanDecisive,
}

impl LevelName {
    /// Whose victory it is.
    pub const fn side(self) -> Side {
        match self {
            LevelName::SovietDecisive | LevelName::SovietStrategic | LevelName::SovietMarginal => {
                Side::Soviet
            }
            _ => Side::German,
        }
    }

    /// All six, from the lowest score.
    pub const ALL: [LevelName; 6] = [
        LevelName::SovietDecisive,
        LevelName::SovietStrategic,
        LevelName::SovietMarginal,
        LevelName::GermanMarginal,
        LevelName::GermanStrategic,
        LevelName::GermanDecisive,
    ];
}

impl fmt::Display for LevelName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            LevelName::SovietDecisive => "Soviet Decisive",
            LevelName::SovietStrategic => "Soviet Strategic",
            LevelName::SovietMarginal => "Soviet Marginal",
            LevelName::GermanMarginal => "German Marginal",
            LevelName::GermanStrategic => "German Strategic",
            LevelName::GermanDecisive => "German Decisive",
        })
    }
}

/// Objectives, points and levels [15.0].
pub struct VictorySchedule {
    objectives: Vec<Objective>,
    hexes: Vec<Hex>,
    /// Place in `hexes`, or `NO_OBJECTIVE`.
    hex_index: Box<[u8; HEX_SLOTS]>,
    masks: Vec<u16>,
    smolensk: usize,
    division_points: u8,
    recapture_points: u8,
    /// Lowest score of each level, ascending.
    levels: Vec<(i32, LevelName)>,
}

const NO_OBJECTIVE: u8 = u8::MAX;

impl VictorySchedule {
    /// The twelve objectives in the order of the file.
    pub fn objectives(&self) -> &[Objective] {
        &self.objectives
    }

    /// The hexes of all objectives in order.
    pub fn objective_hexes(&self) -> &[Hex] {
        &self.hexes
    }

    /// Place of a hex in [`Self::objective_hexes`].
    #[inline]
    pub fn objective_hex_index(&self, hex: Hex) -> Option<usize> {
        let index = self.hex_index[hex.index()];
        (index != NO_OBJECTIVE).then_some(index as usize)
    }

    /// The hexes of an objective as bits over [`Self::objective_hexes`].
    pub fn hex_mask(&self, objective: usize) -> u16 {
        self.masks[objective]
    }

    /// The place of Smolensk among the objectives; the air limit hangs on it [13.2].
    pub fn smolensk(&self) -> usize {
        self.smolensk
    }

    /// Soviet points for a German division eliminated [15.12].
    pub fn division_points(&self) -> u8 {
        self.division_points
    }

    /// Soviet points for a city recaptured [15.12].
    pub fn recapture_points(&self) -> u8 {
        self.recapture_points
    }

    /// The level of a final score.
    pub fn level(&self, score: i32) -> LevelName {
        let above = self.levels.partition_point(|&(min, _)| min <= score);
        self.levels[above.saturating_sub(1)].1
    }
}
