//! Orders for a player-turn: how each group of units behaves. What `major` does by itself is the order `AsUsual` for
//! everybody; `general` searches for better ones.

use crate::weights::Weights;
use pgg_core::unit::UNITS;
use pgg_core::{Hex, UnitId, UnitSet};

/// How a German division behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
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

    /// The evaluation as somebody sees it who behaves so.
    pub(crate) fn sees(self, weights: &Weights) -> Weights {
        let mut seen = *weights;
        match self {
            Manner::AsUsual => {}
            Manner::DriveOn => {
                seen.tempo *= 2.5;
                seen.german_fights *= 0.6;
            }
            Manner::Strike => {
                seen.german_fights *= 1.8;
                seen.danger *= 0.6;
            }
            Manner::Seal => {
                seen.trapped *= 2.5;
                seen.soviet_supply = (seen.soviet_supply * 1.6).min(0.9);
                seen.soviet_body *= 1.5;
            }
            Manner::Careful => {
                seen.danger *= 2.5;
                seen.soviet_fights *= 1.8;
            }
            Manner::Hold => {
                seen.tempo *= 0.2;
                seen.hold_garrison *= 2.0;
            }
        }
        seen
    }

    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Manner::AsUsual => "as usual",
            Manner::DriveOn => "drive on",
            Manner::Strike => "break in",
            Manner::Seal => "seal the pocket",
            Manner::Careful => "screen",
            Manner::Hold => "hold",
        }
    }
}

/// How the Soviet side behaves as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Stance {
    /// By the evaluation as it is.
    #[default]
    AsUsual,
    /// Gather against whoever stands alone, and strike wherever something can be gained.
    CounterAttack,
    /// No attack that can be avoided.
    Delay,
    /// Lines before cities.
    Lines,
    /// Cities before lines.
    Cities,
    /// Strong garrisons also where the enemy is far.
    Guard,
    /// Those who can, beside the cities.
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

    /// The evaluation as somebody sees it who behaves so.
    pub(crate) fn sees(self, weights: &Weights) -> Weights {
        let mut seen = *weights;
        match self {
            Stance::AsUsual => {}
            Stance::CounterAttack => {
                seen.blow = 0.0;
                seen.hunt = 2.0;
            }
            Stance::Delay => {
                seen.blow = 1.5;
                seen.hunt = 0.0;
            }
            Stance::Lines => {
                seen.first_line *= 2.0;
                seen.second_line *= 2.0;
            }
            Stance::Cities => {
                seen.garrison *= 2.5;
                seen.first_line *= 0.4;
                seen.second_line *= 0.3;
            }
            Stance::Guard => {
                seen.garrison *= 2.5;
                seen.caution = 1.0;
            }
            Stance::Wings => seen.wing *= 2.5,
        }
        seen
    }

    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Stance::AsUsual => "as usual",
            Stance::CounterAttack => "counter-attack",
            Stance::Delay => "delay",
            Stance::Lines => "hold in lines",
            Stance::Cities => "hold the cities",
            Stance::Guard => "guard what is behind the front",
            Stance::Wings => "keep the ways out of the cities open",
        }
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
