//! The numbers of the charts: combat results [9.5], terrain costs [6.7], objectives and levels of victory
//! [15.0].

use std::fmt;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

#[cfg(feature = "json")]
mod load;
mod objectives;

#[cfg(feature = "json")]
pub(crate) use load::RawTables;
#[cfg(feature = "json")]
pub(crate) use objectives::RawVictory;
pub use objectives::{LevelName, Objective, ObjectiveHexes, ObjectiveSet, VictorySchedule};

/// Which values apply where the sources and the printed game differ [0.6].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[repr(u8)]
pub enum Edition {
    /// The values of the seeds.
    #[default]
    #[cfg_attr(feature = "serde", serde(rename = "reference"))]
    Reference,
    /// The values of the print.
    #[cfg_attr(feature = "serde", serde(rename = "1976"))]
    Print1976,
}

impl Edition {
    /// Both.
    pub const ALL: [Edition; 2] = [Edition::Reference, Edition::Print1976];
}

/// A result of the combat table: the defender's part first [9.6].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[allow(missing_docs)]
pub enum CombatResult {
    A1,
    A2,
    Ae,
    D1,
    D2,
    De,
    #[cfg_attr(feature = "serde", serde(rename = "D1/A1"))]
    D1A1,
    #[cfg_attr(feature = "serde", serde(rename = "D2/A1"))]
    D2A1,
    #[cfg_attr(feature = "serde", serde(rename = "De/A1"))]
    DeA1,
    Eng,
}

impl CombatResult {
    /// All ten.
    pub const ALL: [CombatResult; 10] = [
        CombatResult::A1,
        CombatResult::A2,
        CombatResult::Ae,
        CombatResult::D1,
        CombatResult::D2,
        CombatResult::De,
        CombatResult::D1A1,
        CombatResult::D2A1,
        CombatResult::DeA1,
        CombatResult::Eng,
    ];

    /// As the table writes it.
    pub const fn text(self) -> &'static str {
        match self {
            CombatResult::A1 => "A1",
            CombatResult::A2 => "A2",
            CombatResult::Ae => "Ae",
            CombatResult::D1 => "D1",
            CombatResult::D2 => "D2",
            CombatResult::De => "De",
            CombatResult::D1A1 => "D1/A1",
            CombatResult::D2A1 => "D2/A1",
            CombatResult::DeA1 => "De/A1",
            CombatResult::Eng => "Eng",
        }
    }
}

impl fmt::Display for CombatResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

const COLUMN_NAMES: [&str; 12] =
    ["1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1", "9-1", "10-1"];

/// A column of the combat table, 0 for "1-3" to 11 for "10-1".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Column(pub u8);

impl Column {
    /// All twelve, worst odds first.
    pub const ALL: [Column; 12] = {
        let mut all = [Column(0); 12];
        let mut i = 0;
        while i < 12 {
            all[i] = Column(i as u8);
            i += 1;
        }
        all
    };
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(COLUMN_NAMES[self.0 as usize])
    }
}

#[cfg(feature = "serde")]
impl Serialize for Column {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> Deserialize<'de> for Column {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Column, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(d)?;
        Column::ALL.into_iter().find(|column| column.to_string() == *text).ok_or_else(|| {
            serde::de::Error::custom(format!("no such odds: expected one of {}", COLUMN_NAMES.join(", ")))
        })
    }
}

/// The cost of a hex by its ground; the order of [`Charges::ground`].
#[derive(Clone, Copy)]
pub(crate) enum Ground {
    Clear,
    Forest,
    Swamp,
    MajorCity,
    MinorCity,
}

/// The movement costs of the terrain effects chart in half-points, by [`MoveClass`].
#[derive(Clone, Default, PartialEq)]
pub(crate) struct Charges {
    pub(crate) ground: [[u8; 6]; 5],
    pub(crate) road: [u8; 6],
    pub(crate) river: [u8; 6],
}

/// Combat tables and terrain costs.
#[derive(PartialEq)]
pub struct Tables {
    /// By edition, die and column.
    results: [[[CombatResult; 12]; 6]; 2],
    charges: Charges,
    interdiction_cost: u8,
    interdicted_rail: u8,
}

impl Tables {
    /// The column of the odds, rounded for the defender [9.4]. Both strengths are at least 1.
    pub fn column_of(attack: u32, defense: u32) -> Column {
        let (attack, defense) = (attack.max(1), defense.max(1));
        if attack >= defense {
            Column((attack / defense).min(10) as u8 + 1)
        } else if defense.div_ceil(attack) == 2 {
            Column(1)
        } else {
            Column(0)
        }
    }

    /// The result of a die (1 to 6) in a column.
    pub fn result(&self, edition: Edition, column: Column, die: u8) -> CombatResult {
        self.results[edition as usize][die as usize - 1][column.0 as usize]
    }

    /// Half-points that interdiction adds to the entry of its hex by normal movement [13.3].
    pub fn interdiction_cost(&self) -> u8 {
        self.interdiction_cost
    }

    /// Rail points that an interdicted rail hex costs in all [13.31].
    pub fn interdicted_rail(&self) -> u8 {
        self.interdicted_rail
    }

    pub(crate) fn charges(&self) -> &Charges {
        &self.charges
    }
}

crate::data::prepared_enum! { CombatResult from CombatResult::ALL; }
crate::data::prepared! {
    Charges { ground, road, river }
    Tables { results, charges, interdiction_cost, interdicted_rail }
}
