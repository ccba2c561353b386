//! Soviet Leaders: behind the front, out of the Germans' reach, with the armies in theirs [10.3].

use super::Guard;
use crate::script::Notes;
use crate::script::leaders::{Troops, cover, place};
use crate::script::march::march;
use crate::shared::ground;
use crate::survey::{Sight, StackView};
use pgg_core::data::tables::Objective;
use pgg_core::{Action, Hex, Side, State, UnitId, data};

/// How much divisions need a Leader, by the half-points the Germans are away: most with the enemy before them.
const NEED: f32 = 1.2;
const FAR: f32 = 60.0;
const LEAST_NEED: f32 = 0.1;
/// Points of an objective that count as much as a division more.
const OBJECTIVE: f32 = 12.0;
/// How much more divisions count that are about to strike [10.35].
const STRIKES: f32 = 1.5;
/// Half-points within which the Germans could get to a Leader if the line broke, and over which that becomes certain.
const ALONE: f32 = 50.0;
const CERTAIN: f32 = 20.0;
/// Half-points within which they could get to him past all zones of control, and how much worse than certain it can be.
const REACHED: f32 = 40.0;
const WORST: f32 = 1.5;
/// What that costs, and the strength of company that halves it.
const CAUGHT: f32 = 4.0;
const COMPANY: f32 = 8.0;

impl Guard {
    /// The next Leader to his place; none when all are looked at.
    pub(super) fn command(&self, sight: &Sight<'_>, notes: &mut Notes) -> Option<Action> {
        let state = sight.state;
        while let Some(leader) = notes.next_leader(state) {
            let troops = self.troops(sight, notes, leader);
            let value = |hex: Hex| cover(state, &troops, leader, hex) - self.exposure(sight, hex);
            let action = match state.marching().contains(leader) {
                true => march(state, leader, value),
                false => place(state, leader, value),
            };
            if action.is_some() {
                return action;
            }
        }
        None
    }

    /// Divisions, and whether a Leader who has his place already commands them. Those near the enemy need him most, those
    /// that hold what counts, and those that are about to strike.
    fn troops(&self, sight: &Sight<'_>, notes: &Notes, leader: UnitId) -> Vec<Troops> {
        let commands = notes.commands(sight.state, leader);
        let troops = |s: &StackView| Troops {
            hex: s.hex,
            divisions: f32::from(s.units)
                * (self.need(s.hex)
                    + self.in_reach(s.hex) * points_beside(sight.state, s.hex) / OBJECTIVE
                    + self.strikes_from(s.hex)),
            served: commands.iter().any(|&(h, reach)| h.distance(s.hex) <= reach),
        };
        sight.survey.stacks(Side::Soviet).iter().filter(|s| s.units > 0).map(troops).collect()
    }

    /// How soon the Germans are there.
    fn need(&self, hex: Hex) -> f32 {
        (NEED - f32::from(self.soon(hex)) / FAR).clamp(LEAST_NEED, 1.0)
    }

    /// Is an attack planned from here?
    fn strikes_from(&self, hex: Hex) -> f32 {
        let here = self.strikes.iter().any(|&(_, from)| from == hex);
        if here { STRIKES * self.weights.hunt.min(1.0) } else { 0.0 }
    }

    /// What the Germans could do to him there: by how soon they get to the hex past all zones of control, and, where no
    /// division stands by him, by how soon they could if the line broke.
    fn exposure(&self, sight: &Sight<'_>, hex: Hex) -> f32 {
        let stack = sight.survey.stack(Side::Soviet, hex);
        let soon = f32::from(self.soon(hex));
        let open = ((ALONE - soon) / CERTAIN).clamp(0.0, 1.0);
        let alone = if stack.is_none_or(|s| s.units == 0) { self.weights.alone * open } else { 0.0 };
        if self.threat.at(hex) <= 0.0 {
            return alone;
        }
        let company = stack.map_or(0.0, |s| s.defence) * ground(hex);
        let way = f32::from(sight.survey.ways().to(hex));
        let near = ((REACHED - way) / CERTAIN).clamp(0.0, WORST);
        alone + CAUGHT * near / (1.0 + company / COMPANY)
    }
}

/// Points of the objective in a hex or beside it.
fn points_beside(state: &State, hex: Hex) -> f32 {
    let near = |o: &&Objective| o.hexes.iter().any(|h| h.distance(hex) <= 1);
    let objective = data().victory.objectives().iter().find(near);
    objective.map_or(0.0, |o| f32::from(o.points(state.options().edition)))
}
