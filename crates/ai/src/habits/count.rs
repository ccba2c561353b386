//! What is counted of a player-turn: a list of names, so that tables, sums and JSON need no more than to go through it.

use pgg_core::rules::sequence::TURNS;
use std::ops::{Index, IndexMut};

/// Names every count once: its variant, its name in JSON, what it is.
macro_rules! counts {
    ($($variant:ident $name:literal: $what:literal,)*) => {
        /// Something that is counted in every Game-Turn.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Count {
            $(#[doc = $what] $variant,)*
        }

        impl Count {
            /// All of them.
            pub const ALL: &[Count] = &[$(Count::$variant,)*];

            /// Its name in JSON.
            pub const fn name(self) -> &'static str {
                match self { $(Count::$variant => $name,)* }
            }

            /// What it is, in words.
            pub const fn what(self) -> &'static str {
                match self { $(Count::$variant => $what,)* }
            }
        }
    };
}

counts! {
    Leaders "leaders": "Leaders on the map when the Soviet Player-Turn is over.",
    LeadersAlone "leaders_alone": "Of them, without a combat unit in their hex and at most six hexes from a German unit.",
    LeadersIdle "leaders_idle": "Of them, those from whom no division on the map has a Line of Communications.",
    LeadersKilled "leaders_killed": "Leaders eliminated, in either Player-Turn.",
    LeadersKilledAlone "leaders_killed_alone": "Of them, without a combat unit in their hex when that fight began.",
    Divisions "divisions": "Soviet divisions on the map when the Soviet Player-Turn is over.",
    Unsupplied "unsupplied": "Of them, out of supply.",
    OutOfCommand "out_of_command": "Of them, without a Line of Communications to a working Leader.",
    DivisionsLost "divisions_lost": "Soviet divisions eliminated, in either Player-Turn.",
    SovietAttacks "soviet_attacks": "Soviet attacks in the Combat Phase.",
    SovietOverruns "soviet_overruns": "Soviet overruns.",
    FrontCalled "front_called": "Divisions of the South-Western Front that entered.",
    SovietMarkers "soviet_markers": "Soviet Interdiction markers placed.",
    Pocketed "pocketed": "German hexes of mechanized units alone with many Soviet divisions about, when the Soviet Player-Turn begins.",
    PocketedAttacked "pocketed_attacked": "Of them, attacked or overrun in that Player-Turn.",
    GermanAttacks "german_attacks": "German attacks in the Combat Phase.",
    GermanAttacksBest "german_attacks_best": "Of them, at 10-1.",
    GermanOverruns "german_overruns": "German overruns.",
    GermanOverrunsEven "german_overruns_even": "Of them, at 1-1 or worse.",
    GermanUnits "german_units": "German combat units on the map when the German Player-Turn is over.",
    GermanUnsupplied "german_unsupplied": "Of them, out of supply.",
    StepsLost "steps_lost": "German steps lost, in either Player-Turn.",
    UnitsLost "units_lost": "German units eliminated, in either Player-Turn.",
    Exposed "exposed": "German divisions where the Soviets can close supply and retreat, when the German Player-Turn is over.",
    ExposedHit "exposed_hit": "Of them, with a step lost in the Soviet Player-Turn that follows.",
    Margin "margin": "German points less Soviet points when the turn is over.",
}

/// The counts of one Game-Turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn([i32; Count::ALL.len()]);

impl Turn {
    /// Nothing counted.
    pub const NONE: Turn = Turn([0; Count::ALL.len()]);
}

impl Index<Count> for Turn {
    type Output = i32;
    fn index(&self, count: Count) -> &i32 {
        &self.0[count as usize]
    }
}

impl IndexMut<Count> for Turn {
    fn index_mut(&mut self, count: Count) -> &mut i32 {
        &mut self.0[count as usize]
    }
}

/// The counts of every Game-Turn, the first one first.
pub type Turns = [Turn; TURNS as usize];
