//! Objectives and levels of victory [15.0].

use std::fmt;

use super::Edition;
use crate::hex::{HEX_SLOTS, Hex};
use crate::map::CityKind;
use crate::unit::Side;

#[cfg(feature = "json")]
mod load;

#[cfg(feature = "json")]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
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
#[derive(PartialEq)]
pub struct VictorySchedule {
    objectives: Vec<Objective>,
    hexes: Vec<Hex>,
    /// Place in `hexes`.
    hex_index: [Option<u8>; HEX_SLOTS],
    hex_sets: Vec<ObjectiveHexes>,
    smolensk: usize,
    division_points: u8,
    recapture_points: u8,
    /// Lowest score of each level, ascending.
    levels: Vec<(i32, LevelName)>,
}

macro_rules! sets {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $name(u16);

        impl $name {
            /// None of them.
            pub const EMPTY: $name = $name(0);

            /// Is it in the set?
            pub const fn contains(self, place: usize) -> bool {
                self.0 >> place & 1 != 0
            }

            pub(crate) const fn insert(&mut self, place: usize) {
                self.0 |= 1 << place;
            }

            /// Its members as bits, the first in the lowest.
            pub const fn bits(self) -> u16 {
                self.0
            }
        }
    )*};
}

sets! {
    /// A set of objectives, by their place in [`VictorySchedule::objectives`].
    ObjectiveSet
    /// A set of objective hexes, by their place in [`VictorySchedule::objective_hexes`].
    ObjectiveHexes
}

impl ObjectiveSet {
    /// Is none in it?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl ObjectiveHexes {
    pub(crate) const fn remove(&mut self, place: usize) {
        self.0 &= !(1 << place);
    }

    /// Is every one of them in the other set, too?
    pub(crate) const fn is_within(self, other: ObjectiveHexes) -> bool {
        self.0 & other.0 == self.0
    }

    /// Is any of them in the other set?
    pub(crate) const fn meets(self, other: ObjectiveHexes) -> bool {
        self.0 & other.0 != 0
    }
}

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
        self.hex_index[hex.index()].map(usize::from)
    }

    /// The hexes of an objective.
    #[inline]
    pub fn hexes_of(&self, objective: usize) -> ObjectiveHexes {
        self.hex_sets[objective]
    }

    /// The index of Smolensk among the objectives; the air limit depends on it [13.2].
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

    /// The levels with the lowest score of each, ascending [15.2].
    pub fn levels(&self) -> &[(i32, LevelName)] {
        &self.levels
    }

    /// The level of a final score.
    pub fn level(&self, score: i32) -> LevelName {
        let above = self.levels.partition_point(|&(min, _)| min <= score);
        self.levels[above.saturating_sub(1)].1
    }
}

crate::data::prepared_enum! { LevelName from LevelName::ALL; }
crate::data::prepared! {
    ObjectiveHexes { 0 }
    Objective { id, name, hexes, vp, vp_1976, city, recapture }
    VictorySchedule {
        objectives, hexes, hex_index, hex_sets, smolensk, division_points, recapture_points, levels
    }
}
