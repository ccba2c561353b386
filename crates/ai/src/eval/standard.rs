//! The standard evaluation: its terms put together.

use super::{Clock, Evaluator, Terms};
use crate::survey::Sight;
use pgg_core::{Side, data};

/// Points that a unit over the stacking limit costs [7.1, 7.2]: more than any is worth, so nobody plans to lose one.
const OVERSTACKED: f32 = 5.0;
/// Half-points the panzers make in a turn without fights.
const TURN: f32 = 26.0;

/// The evaluation all programs use.
pub struct Standard;

impl Evaluator for Standard {
    fn value(&self, sight: &Sight<'_>) -> f32 {
        sight.judged().total()
    }

    /// What the Soviet line does is told apart: the objectives are judged a second time with nobody in the way.
    fn terms(&self, sight: &Sight<'_>) -> Terms {
        let terms = sight.judged();
        let open = sight.objectives(&Clock::of(sight.state), &sight.survey.ways().unbarred());
        Terms { objectives: open, line: terms.objectives - open, ..terms }
    }
}

impl Sight<'_> {
    /// All terms, the Soviet line as a part of the objectives.
    pub(crate) fn judged(&self) -> Terms {
        let clock = Clock::of(self.state);
        let mut terms = Terms { settled: self.settled(), ..Terms::default() };
        let men = clock.men();
        for side in Side::BOTH {
            let sign = if side == Side::German { 1.0 } else { -1.0 };
            for stack in self.survey.stacks(side) {
                let excess = OVERSTACKED * f32::from(stack.excess());
                terms.forces += sign * ((stack.worth + stack.dearth) * men - excess);
                terms.supply -= sign * stack.dearth * men;
            }
            terms.trapped -= sign * self.trapped(side) * men * self.weights.trapped;
        }
        terms.fights = men * self.fights_in_reach(&clock);
        terms.objectives = self.objectives(&clock, self.survey.ways());
        if self.weights.road > 0.0 {
            terms.supply += self.road_guarded();
        }
        terms.tempo = self.weights.tempo * self.tempo();
        terms
    }

    /// Points that stay whatever happens.
    fn settled(&self) -> f32 {
        let victory = &data().victory;
        let occupied = self.state.occupied_objectives();
        let objectives = victory.objectives().iter().enumerate().filter(|(n, _)| occupied.contains(*n));
        let now: i32 = objectives.map(|(_, o)| i32::from(o.points(self.state.options().edition))).sum();
        (self.state.margin() - now) as f32
    }

    /// How near the Germans are to their goals, in points of strength and turns.
    fn tempo(&self) -> f32 {
        let mut sum = 0.0;
        for unit in self.state.on_map(Side::German) {
            if let Some(hex) = self.state.hex(unit) {
                sum -= f32::from(self.state.attack(unit)) * self.plan.to_go(unit, hex) / TURN;
            }
        }
        sum
    }
}
