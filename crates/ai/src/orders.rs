//! Orders for a player-turn: how each group of units behaves. What `major` does by itself is the order `AsUsual` for
//! everybody; `general` searches for better ones.

use crate::weights::Weights;
use pgg_core::unit::UNITS;
use pgg_core::{Hex, UnitId, UnitSet};
use serde::Serialize;

// How much more, or less, than usual a weight counts in a manner or a stance.
const FAR_MORE: f32 = 2.5;
const TWICE: f32 = 2.0;
const MUCH_MORE: f32 = 1.8;
const MORE: f32 = 1.6;
const SOMEWHAT_MORE: f32 = 1.5;
const LESS: f32 = 0.6;
const MUCH_LESS: f32 = 0.4;
const FAR_LESS: f32 = 0.3;
const HARDLY: f32 = 0.2;
/// The largest share of its worth that a unit out of supply can lose.
const MOST_SUPPLY: f32 = 0.9;
/// Points that a counter-attack must promise when none is wanted.
const RELUCTANT: f32 = 1.5;
/// How much is done to gather against Germans that stand alone when that is what is wanted.
const EAGER: f32 = 2.0;

/// How a German division behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Manner {
    /// By the evaluation as it is.
    #[default]
    AsUsual,
    /// Exploit: on along the road, past what can be passed.
    DriveOn,
    /// Break in: seek the fight.
    Strike,
    /// Destroy: pockets before ground.
    Seal,
    /// Screen: keep out of danger.
    Careful,
    /// Hold the ground.
    Hold,
}

impl Manner {
    /// All of them.
    pub const ALL: [Manner; 6] =
        [Manner::AsUsual, Manner::DriveOn, Manner::Strike, Manner::Seal, Manner::Careful, Manner::Hold];

    /// The weights of a side that behaves so.
    pub(crate) fn sees(self, weights: &Weights) -> Weights {
        let mut seen = *weights;
        match self {
            Manner::AsUsual => {}
            Manner::DriveOn => {
                seen.tempo *= FAR_MORE;
                seen.german_fights *= LESS;
            }
            Manner::Strike => {
                seen.german_fights *= MUCH_MORE;
                seen.danger *= LESS;
            }
            Manner::Seal => {
                seen.trapped *= FAR_MORE;
                seen.soviet_supply = (seen.soviet_supply * MORE).min(MOST_SUPPLY);
                seen.soviet_body *= SOMEWHAT_MORE;
            }
            Manner::Careful => {
                seen.danger *= FAR_MORE;
                seen.soviet_fights *= MUCH_MORE;
            }
            Manner::Hold => {
                seen.tempo *= HARDLY;
                seen.hold_garrison *= TWICE;
            }
        }
        seen
    }
}

/// How the Soviet side behaves as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Stance {
    /// By the evaluation as it is.
    #[default]
    AsUsual,
    /// Gather against Germans that stand alone, and attack wherever something can be gained.
    CounterAttack,
    /// No attack that can be avoided.
    Delay,
    /// Lines before cities.
    Lines,
    /// Cities before lines.
    Cities,
    /// Strong garrisons also where the enemy is far.
    Guard,
    /// Divisions beside the cities, where there are any to spare.
    Wings,
}

impl Stance {
    /// All of them.
    pub const ALL: [Stance; 7] = [
        Stance::AsUsual,
        Stance::CounterAttack,
        Stance::Delay,
        Stance::Lines,
        Stance::Cities,
        Stance::Guard,
        Stance::Wings,
    ];

    /// The weights of a side that behaves so.
    pub(crate) fn sees(self, weights: &Weights) -> Weights {
        let mut seen = *weights;
        match self {
            Stance::AsUsual => {}
            Stance::CounterAttack => {
                seen.blow = 0.0;
                seen.hunt = EAGER;
            }
            Stance::Delay => {
                seen.blow = RELUCTANT;
                seen.hunt = 0.0;
            }
            Stance::Lines => {
                seen.first_line *= TWICE;
                seen.second_line *= TWICE;
            }
            Stance::Cities => {
                seen.garrison *= FAR_MORE;
                seen.first_line *= MUCH_LESS;
                seen.second_line *= FAR_LESS;
            }
            Stance::Guard => {
                seen.garrison *= FAR_MORE;
                seen.caution = 1.0;
            }
            Stance::Wings => seen.wing *= FAR_MORE,
        }
        seen
    }
}

/// Number of objectives [15.11].
pub(crate) const OBJECTIVES: usize = 12;

/// The orders of a player-turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Orders {
    manners: [Manner; UNITS],
    goals: [Option<u8>; UNITS],
    /// How the Soviet side behaves.
    pub stance: Stance,
    /// How much more than usual each objective counts for the Soviet side.
    pub emphasis: [f32; OBJECTIVES],
    /// Units told to go to a hex if they can, the rest of their division with them.
    sends: Vec<(UnitId, Hex)>,
}

impl Default for Orders {
    fn default() -> Orders {
        Orders {
            manners: [Manner::AsUsual; UNITS],
            goals: [None; UNITS],
            stance: Stance::AsUsual,
            emphasis: [1.0; OBJECTIVES],
            sends: Vec::new(),
        }
    }
}

impl Orders {
    /// How a German unit behaves.
    pub fn manner(&self, unit: UnitId) -> Manner {
        self.manners[unit.index()]
    }

    /// The objective a German unit is told to go for, by its place in the schedule.
    pub fn goal(&self, unit: UnitId) -> Option<usize> {
        self.goals[unit.index()].map(usize::from)
    }

    /// The hex a unit is told to go to.
    pub fn sent_to(&self, unit: UnitId) -> Option<Hex> {
        self.sends.iter().find(|&&(who, _)| who == unit).map(|&(_, hex)| hex)
    }

    /// All units told to go to a hex.
    pub fn sends(&self) -> &[(UnitId, Hex)] {
        &self.sends
    }

    /// The same without anybody told to go to a hex: a new phase has begun.
    #[must_use]
    pub fn stay(mut self) -> Orders {
        self.sends.clear();
        self
    }

    /// Tell a unit to go to a hex; none to leave it to the plan.
    pub fn send(&mut self, unit: UnitId, to: Option<Hex>) {
        self.sends.retain(|&(who, _)| who != unit);
        self.sends.extend(to.map(|hex| (unit, hex)));
    }

    /// Tell units how to behave.
    pub fn set_manner(&mut self, units: UnitSet, manner: Manner) {
        units.iter().for_each(|u| self.manners[u.index()] = manner);
    }

    /// Tell units where to go; none to leave it to the plan.
    pub fn set_goal(&mut self, units: UnitSet, goal: Option<usize>) {
        units.iter().for_each(|u| self.goals[u.index()] = goal.map(|g| g as u8));
    }
}

#[cfg(test)]
mod tests;
