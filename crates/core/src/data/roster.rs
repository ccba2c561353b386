//! The counters: German units and their divisions, Soviet Leaders, Soviet divisions [3.4].

use std::collections::BTreeMap;
use std::ops::Range;

use crate::data::schedule::Area;
use crate::unit::{CounterId, Kind, UnitId, UnitSet};

#[cfg(feature = "json")]
mod load;
#[cfg(feature = "json")]
mod raw;
mod text;

#[cfg(feature = "json")]
pub(crate) use raw::RawCounters;
pub use text::NoUnit;

/// Allowance of every rifle division in Movement Points [3.4].
pub(crate) const RIFLE_ALLOWANCE: u8 = 6;
/// Allowance of every tank or mechanised division in Movement Points [3.4].
pub(crate) const ARMOURED_ALLOWANCE: u8 = 10;

/// A German division, by its place in [`Roster::formations`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Formation(pub u8);

/// A German unit as printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GermanUnit {
    /// Id in the file, such as "pz7-25".
    pub id: String,
    /// Name to show.
    pub name: String,
    /// Its division; none for GD and Lehr.
    pub formation: Option<Formation>,
    /// What it is.
    pub kind: Kind,
    /// Combat strength at each step, full strength first, padded with zeros.
    pub strength: [u8; 4],
    /// Number of steps.
    pub steps: u8,
    /// Allowance in Movement Points.
    pub allowance: u8,
    /// Turn of arrival.
    pub turn: u8,
    /// Where it enters.
    pub area: Area,
}

/// A German division.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormationInfo {
    /// Id in the file, such as "pz7".
    pub id: String,
    /// Its units.
    pub units: UnitSet,
    /// Does integration double it [7.3]?
    pub doubles: bool,
    /// Does its loss score for the Soviet [15.12]?
    pub scores: bool,
    /// Number of its units at the start: 1 for infantry and cavalry.
    pub regiments: u8,
}

/// A Soviet Leader as printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leader {
    /// Id in the file, such as "lukin".
    pub id: String,
    /// Name to show.
    pub name: String,
    /// His army.
    pub army: String,
    /// Rating: radius, attack bonus and own defence.
    pub rating: u8,
    /// Allowance in Movement Points.
    pub allowance: u8,
    /// Turn and area of arrival, unless he is there from the start.
    pub arrives: Option<(u8, Area)>,
    /// His army in [`crate::data::schedule::Schedule::setup`].
    pub setup_army: Option<usize>,
}

/// A Soviet division as printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// Rifle, tank or mechanised.
    pub kind: Kind,
    /// Attack strength.
    pub attack: u8,
    /// Defence strength.
    pub defense: u8,
    /// Number among the counters of this kind and strength, from 1.
    pub copy: u8,
    /// Name to show; not unique.
    pub designation: String,
}

impl Counter {
    /// 0-0: removed when it is revealed [12.3].
    pub fn no_strength(&self) -> bool {
        self.attack == 0 && self.defense == 0
    }
}

/// All counters.
#[derive(PartialEq)]
pub struct Roster {
    germans: Vec<GermanUnit>,
    formations: Vec<FormationInfo>,
    leaders: Vec<Leader>,
    counters: Vec<Counter>,
    /// German units and Leaders by id.
    ids: BTreeMap<String, UnitId>,
}

impl Roster {
    /// A German unit.
    #[inline]
    pub fn german(&self, unit: UnitId) -> &GermanUnit {
        &self.germans[unit.index()]
    }

    /// All German units in the order of the file.
    pub fn germans(&self) -> &[GermanUnit] {
        &self.germans
    }

    /// All Leaders in the order of the file.
    pub fn leaders(&self) -> &[Leader] {
        &self.leaders
    }

    /// A Leader.
    #[inline]
    pub fn leader(&self, unit: UnitId) -> &Leader {
        debug_assert!(unit.is_leader());
        &self.leaders[unit.number()]
    }

    /// A German division.
    #[inline]
    pub fn formation(&self, f: Formation) -> &FormationInfo {
        &self.formations[f.0 as usize]
    }

    /// All German divisions, in the order of their first units.
    pub fn formations(&self) -> &[FormationInfo] {
        &self.formations
    }

    /// The German division of an id.
    pub fn formation_by_id(&self, id: &str) -> Option<Formation> {
        self.formations.iter().position(|f| f.id == id).map(|i| Formation(i as u8))
    }

    /// A Soviet counter.
    #[inline]
    pub fn counter(&self, c: CounterId) -> &Counter {
        &self.counters[c.index()]
    }

    /// All Soviet counters: rifle, tank, mechanised, each in the order of the file.
    pub fn counters(&self) -> &[Counter] {
        &self.counters
    }

    /// The places of a kind in [`Self::counters`]; empty for a kind that is not drawn.
    pub fn counters_of(&self, kind: Kind) -> Range<usize> {
        let from = self.counters.iter().position(|c| c.kind == kind).unwrap_or(0);
        from..from + self.counters.iter().filter(|c| c.kind == kind).count()
    }

    /// All counters of a kind and strength.
    pub fn counters_matching(
        &self,
        kind: Kind,
        attack: u8,
        defense: u8,
    ) -> impl Iterator<Item = CounterId> + '_ {
        CounterId::all().zip(&self.counters).filter_map(move |(id, c)| {
            (c.kind == kind && c.attack == attack && c.defense == defense).then_some(id)
        })
    }

    #[cfg(feature = "json")]
    pub(crate) fn leader_by_id(&self, id: &str) -> Option<UnitId> {
        self.ids.get(id).copied().filter(|unit| unit.is_leader())
    }

    #[cfg(feature = "json")]
    pub(crate) fn german_by_id(&self, id: &str) -> Option<UnitId> {
        self.ids.get(id).copied().filter(|unit| unit.is_german())
    }

    #[cfg(feature = "json")]
    pub(crate) fn set_up_with(&mut self, leader: UnitId, army: usize) {
        if let Some(leader) = self.leaders.get_mut(leader.number()) {
            leader.setup_army = Some(army);
        }
    }
}

crate::data::prepared_enum! { Kind from Kind::ALL; }
crate::data::prepared! {
    Formation { 0 }
    GermanUnit { id, name, formation, kind, strength, steps, allowance, turn, area }
    FormationInfo { id, units, doubles, scores, regiments }
    Leader { id, name, army, rating, allowance, arrives, setup_army }
    Counter { kind, attack, defense, copy, designation }
    Roster { germans, formations, leaders, counters, ids }
}
