//! The judge looks at the position that it is asked about.

use super::{APART, FRONT, judged, near, position};
use crate::eval::{Evaluator, Judge, Terms};
use crate::orders::Orders;
use crate::plan::Plan;
use crate::survey::Sight;
use crate::weights::Weights;
use pgg_core::{Side, State};
use std::sync::Arc;

fn positions() -> [State; 2] {
    [FRONT, APART].map(|units| position(7, "german_movement", units, ""))
}

fn plan_of(state: &State) -> Plan {
    Plan::of(state, Side::German, &Weights::default(), &Orders::default())
}

#[test]
fn a_value_is_of_the_position_given() {
    let (weights, mut judge) = (Weights::default(), Judge::default());
    let [one, other] = positions().map(|state| judged(&state, &weights).total());
    assert!(!near(one, other));
    for (state, worth) in positions().iter().zip([one, other]) {
        assert!(near(judge.value(state, &plan_of(state), &weights), worth));
    }
}

/// An evaluation that waits for no survey.
struct AllAlike;

impl Evaluator for AllAlike {
    fn value(&self, _: &Sight<'_>) -> f32 {
        0.0
    }

    fn terms(&self, _: &Sight<'_>) -> Terms {
        Terms::default()
    }

    fn reads_survey(&self) -> bool {
        false
    }
}

/// Planners look at the position they have had judged, though the evaluation had no need to.
#[test]
fn a_closer_look_is_at_the_position_judged() {
    let weights = Weights::default();
    for mut judge in [Judge::default(), Judge::by(Arc::new(AllAlike))] {
        for state in &positions() {
            let plan = plan_of(state);
            judge.value(state, &plan, &weights);
            let seen = judge.look_closer(state, &plan, &weights).judged().total();
            assert!(near(seen, judged(state, &weights).total()));
        }
    }
}
