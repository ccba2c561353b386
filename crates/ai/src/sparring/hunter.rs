//! The leader hunter: German panzers go for Soviet Leaders, those first who stand alone.

use super::Speciality;
use crate::Weights;
use crate::survey::Sight;
use pgg_core::{Hex, Side, UnitSet};

/// Points a Leader is worth to it.
const LEADER: f32 = 8.0;
/// Points for each hex that panzers are nearer to a Leader, and how many hexes away they count.
const NEARER: f32 = 0.12;
const FAR: u16 = 10;
/// How much more it counts when he has no company.
const ALONE: f32 = 2.0;
/// Points for closing the retreat of one who is alone.
const CAUGHT: f32 = 2.5;
/// Attack strength that can catch somebody.
const STRONG: f32 = 3.0;

pub(super) struct Hunter;

impl Speciality for Hunter {
    fn weights(&self, side: Side) -> Weights {
        match side {
            Side::German => Weights { leader: LEADER, ..Weights::of_general(side) },
            Side::Soviet => Weights::of_general(side),
        }
    }

    fn bonus(&self, sight: &Sight<'_>) -> f32 {
        if sight.state.phase().side() == Side::Soviet {
            return 0.0;
        }
        let hunts = |stack: &&crate::survey::StackView| stack.mechanized && stack.attack >= STRONG;
        let panzers: Vec<Hex> =
            sight.survey.stacks(Side::German).iter().filter(hunts).map(|stack| stack.hex).collect();
        let mut bonus = 0.0;
        for leader in sight.state.on_map(Side::Soviet).and(&UnitSet::LEADER) {
            let Some(hex) = sight.state.hex(leader) else { continue };
            let nearest = panzers.iter().map(|p| p.distance(hex)).min().unwrap_or(FAR).min(FAR);
            let alone = sight.survey.stack(Side::Soviet, hex).is_none_or(|s| s.units == 0);
            bonus += NEARER * f32::from(FAR - nearest) * if alone { ALONE } else { 1.0 };
            if alone && sight.survey.is_trapped(sight.state, Side::Soviet, hex) {
                bonus += CAUGHT;
            }
        }
        bonus
    }
}
