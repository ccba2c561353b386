//! The killer of lone panzers: as the Soviet side it closes supply and retreat of Germans that stand where that can be
//! done, gathers round them, and attacks.

use super::Speciality;
use crate::Weights;
use crate::habits::closings;
use crate::orders::{Orders, Stance};
use crate::survey::Sight;
use pgg_core::{Phase, Side, State};

/// How much is done to gather against Germans that stand alone.
const EAGER: f32 = 3.0;
/// Points for each step of a German stack that cannot retreat, and for one that is out of supply besides.
const TRAPPED: f32 = 0.6;
const CUT_OFF: f32 = 0.3;
/// The most divisions it spends on one ring: more are needed elsewhere.
const MOST: usize = 6;

pub(super) struct Killer;

impl Speciality for Killer {
    fn weights(&self, side: Side) -> Weights {
        match side {
            Side::German => Weights::of_general(side),
            Side::Soviet => Weights { hunt: EAGER, blow: 0.0, ..Weights::of_general(side) },
        }
    }

    fn orders(&self, state: &State) -> Orders {
        let mut orders = Orders::default();
        if state.phase() == Phase::SovietMovement {
            orders.stance = Stance::CounterAttack;
            for closing in closings(state).into_iter().filter(|closing| closing.places.len() <= MOST) {
                closing.places.into_iter().for_each(|(unit, hex)| orders.send(unit, Some(hex)));
            }
        }
        orders
    }

    fn bonus(&self, sight: &Sight<'_>) -> f32 {
        if sight.state.phase().side() == Side::German {
            return 0.0;
        }
        let mut bonus = 0.0;
        for stack in sight.survey.stacks(Side::German) {
            if sight.survey.is_trapped(sight.state, Side::German, stack.hex) {
                let points = if stack.unsupplied { TRAPPED + CUT_OFF } else { TRAPPED };
                bonus -= points * (f32::from(stack.units) + 1.0);
            }
        }
        bonus
    }
}
