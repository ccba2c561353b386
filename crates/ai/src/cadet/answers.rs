//! The small decisions of a combat: lose or run, which step, which way the enemy runs, who goes for lack of room.

use super::View;
use super::strength::Strengths;
use crate::script::fights::{loses_its_last_step, next_step, worst_for};
use crate::shared::points;
use crate::survey::INTEGRATED;
use pgg_core::{Action, Hex, Place, Side, State, UnitId, UnitSet, data};

// All of these are in points of strength.

/// What it is worth to halt an overrun by standing fast [6.52].
const HALTS_OVERRUN: f32 = 1.5;
/// What each hex of retreat costs the Germans in time.
const TIME: f32 = 0.8;
/// The share of its points that a city counts at the start, and the turns after which it counts once more.
const EARLY: f32 = 0.4;
const DOUBLED_IN: f32 = 12.0;
/// What good ground is worth.
const COVER: f32 = 0.5;
/// What a Leader is worth.
const LEADER: f32 = 9.0;
/// The share of both its strengths that a Soviet division counts, and the least of them.
const DIVISION: f32 = 0.5;
const LEAST: f32 = 0.5;
/// What the last step of a division costs that scores for the enemy [15.12], and that of a regiment: it ends integration
/// [7.3a].
const DIVISION_LOST: f32 = 8.0;
const REGIMENT_LOST: f32 = 4.0;

impl View {
    /// Lose steps or give ground, whichever costs less.
    pub(super) fn loss_or_retreat(&self, state: &State, n: u8) -> Action {
        let units = state.combatants(self.side);
        let strengths = self.strengths(state);
        let steps: u32 = units.iter().map(|u| u32::from(state.steps_left(u))).sum();
        let mut costs: Vec<f32> = units.iter().map(|u| self.step_cost(state, &strengths, u)).collect();
        costs.sort_by(f32::total_cmp);
        let loss: f32 = costs.iter().cycle().take(usize::from(n)).sum();
        let all_lost = steps <= u32::from(n);
        let mut hexes: Vec<Hex> = units.iter().filter_map(|u| state.hex(u)).collect();
        hexes.dedup();
        let ground: f32 = hexes.iter().map(|&h| ground_cost(state, h)).sum();
        let time = match self.side {
            Side::Soviet if state.phase().is_movement() && !all_lost => HALTS_OVERRUN,
            Side::Soviet => 0.0,
            Side::German => TIME * f32::from(n),
        };
        let retreat = if all_lost { 0.0 } else { ground + time };
        if retreat <= loss { Action::TakeRetreat } else { Action::TakeLoss }
    }

    /// What the next step of a unit is worth.
    fn step_cost(&self, state: &State, strengths: &Strengths, unit: UnitId) -> f32 {
        if unit.is_leader() {
            return LEADER;
        }
        if self.side == Side::Soviet {
            return DIVISION * (strengths.attack(unit) + strengths.defence(unit)).max(LEAST);
        }
        let lost = next_step(state, unit) * if state.is_integrated(unit) { INTEGRATED } else { 1.0 };
        let Some(formation) = loses_its_last_step(state, unit) else { return lost };
        let alive = formation.units.iter().filter(|&u| state.place(u) != Place::Dead).count();
        lost + if alive == 1 && formation.scores { DIVISION_LOST } else { REGIMENT_LOST }
    }

    /// The cheapest step.
    pub(super) fn lose_step(&self, state: &State) -> Option<Action> {
        let unit = self.cheapest(state, state.combatants(self.side))?;
        Some(Action::LoseStep { unit })
    }

    fn cheapest(&self, state: &State, units: UnitSet) -> Option<UnitId> {
        let strengths = self.strengths(state);
        let cost = |u: UnitId| self.step_cost(state, &strengths, u);
        units.iter().min_by(|a, b| cost(*a).total_cmp(&cost(*b)))
    }

    /// The weakest of those that may go.
    pub(super) fn remove(&self, state: &State) -> Option<Action> {
        let removable: UnitSet = state
            .legal()
            .others
            .iter()
            .filter_map(|action| match action {
                Action::Remove { unit } => Some(*unit),
                _ => None,
            })
            .collect();
        self.cheapest(state, removable).map(|unit| Action::Remove { unit })
    }

    /// Send the enemy where it is worst for him, and, other things equal, not among his own.
    pub(super) fn route(&self, state: &State) -> Option<Action> {
        let enemy = self.side.enemy();
        let worst_for_him = |action: &Action| {
            let Action::Route { to, .. } = action else { return 0 };
            worst_for(state, enemy, *to) - i32::from(state.occupied(enemy).contains(*to))
        };
        state.legal().others.iter().max_by_key(|a| worst_for_him(a)).copied()
    }
}

/// What giving up a hex costs.
fn ground_cost(state: &State, hex: Hex) -> f32 {
    let late = EARLY + f32::from(state.turn()) / DOUBLED_IN;
    let terrain = if data().map.doubles_defence(hex) { COVER } else { 0.0 };
    points(state, hex) * late + terrain
}
