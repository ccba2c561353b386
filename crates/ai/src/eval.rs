//! The evaluation: what a position is worth to the Germans, in victory points, by terms that people can read.
//!
//! [`Evaluator`] is the seam: planners hand over a [`Sight`] and get a number back, so another evaluation, such as a
//! learned one, is a new file that implements it. [`Standard`] is the one all programs use. It expects points of each
//! objective by the Germans' way to it: half-points of movement with a toll for every zone of control and every stack
//! that bars it. So a Soviet line is worth what it costs to get through, a hole in it is seen at once, and a German that
//! opens one is paid for it.

mod clock;
mod fights;
mod keepers;
mod massed;
mod objectives;
mod road;
mod standard;
#[cfg(test)]
mod tests;

pub(crate) use clock::Clock;
pub use objectives::{FITTED, Fit, Untaken};
pub(crate) use road::road_to_guard;
pub use standard::Standard;

use crate::plan::Plan;
use crate::survey::{Sight, Survey};
use crate::weights::Weights;
use pgg_core::State;
use std::sync::Arc;

/// Puts a value on positions.
pub trait Evaluator: Send + Sync {
    /// Worth of a position to the Germans, in victory points. Called for every position that is tried.
    fn value(&self, sight: &Sight<'_>) -> f32;

    /// The same for people, term by term.
    fn terms(&self, sight: &Sight<'_>) -> Terms;

    /// Does the value come from the survey? One that does not, such as one learned from positions, need not wait for it; the
    /// survey of its sights is of an earlier position.
    fn reads_survey(&self) -> bool {
        true
    }
}

/// The terms of the evaluation, each in victory points from the German side. An evaluation that has no such parts puts
/// all of its value into the one that fits best.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Terms {
    /// Points that nobody can take away: the Front called, divisions lost, cities recaptured [14.23, 15.12].
    pub settled: f32,
    /// Points expected of the objectives [15.11].
    pub objectives: f32,
    /// What the Soviet line takes from that: stacks and zones of control in the Germans' way.
    pub line: f32,
    /// German strength less Soviet strength.
    pub forces: f32,
    /// What lack of supply takes from either [11.31].
    pub supply: f32,
    /// What fights in reach promise to the one and to the other.
    pub fights: f32,
    /// Stacks that cannot retreat, and so must pay in steps [9.65].
    pub trapped: f32,
    /// How near the Germans are to what they go for.
    pub tempo: f32,
}

/// How many terms there are.
const TERMS: usize = 8;

impl Terms {
    /// All together.
    pub fn total(&self) -> f32 {
        self.each().iter().map(|(_, points)| points).sum()
    }

    /// Each term with its name.
    pub fn each(&self) -> [(&'static str, f32); TERMS] {
        [
            ("points settled", self.settled),
            ("points expected of objectives", self.objectives),
            ("the Soviet line", self.line),
            ("forces", self.forces),
            ("supply", self.supply),
            ("fights in reach", self.fights),
            ("stacks without a way out", self.trapped),
            ("tempo", self.tempo),
        ]
    }
}

/// Surveys positions and has them judged, by weights that are given with each. It keeps its memory from one to the next.
pub struct Judge {
    evaluator: Arc<dyn Evaluator>,
    survey: Survey,
}

impl Default for Judge {
    /// By the standard evaluation.
    fn default() -> Judge {
        Judge::by(Arc::new(Standard))
    }
}

impl Judge {
    /// By another evaluation.
    pub fn by(evaluator: Arc<dyn Evaluator>) -> Judge {
        Judge { evaluator, survey: Survey::default() }
    }

    /// Look at a position without judging it.
    pub fn look<'a>(&'a mut self, state: &'a State, plan: &'a Plan, weights: &'a Weights) -> Sight<'a> {
        self.survey.look(state, plan, weights);
        Sight { state, plan, survey: &self.survey, weights }
    }

    /// The position last judged, to be looked at more closely.
    pub fn look_closer<'a>(
        &'a mut self,
        state: &'a State,
        plan: &'a Plan,
        weights: &'a Weights,
    ) -> Sight<'a> {
        if !self.evaluator.reads_survey() {
            self.survey.look(state, plan, weights);
        }
        Sight { state, plan, survey: &self.survey, weights }
    }

    /// Worth of a position to the Germans, in victory points.
    pub fn value(&mut self, state: &State, plan: &Plan, weights: &Weights) -> f32 {
        if self.evaluator.reads_survey() {
            self.survey.look(state, plan, weights);
        }
        self.evaluator.value(&Sight { state, plan, survey: &self.survey, weights })
    }

    /// The same, term by term.
    pub fn explain(&mut self, state: &State, plan: &Plan, weights: &Weights) -> Terms {
        let evaluator = Arc::clone(&self.evaluator);
        evaluator.terms(&self.look(state, plan, weights))
    }
}
