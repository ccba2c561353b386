//! The small decisions of a combat: lose or run, which step, which way the enemy runs, who goes for lack of room.

use super::Notes;
use super::strength::Strengths;
use pgg_core::{Action, Hex, Place, Side, State, UnitId, UnitSet, data};

impl Notes {
    /// Lose steps or give ground, whichever costs less.
    pub(super) fn loss_or_retreat(&mut self, state: &State, n: u8) -> Option<Action> {
        let units = state.combatants(self.side);
        let strengths = Strengths::of(state, &self.unsupplied);
        let steps: u32 = units.iter().map(|u| u32::from(state.steps_left(u))).sum();
        let mut costs: Vec<f32> = units.iter().map(|u| self.step_cost(state, &strengths, u)).collect();
        costs.sort_by(f32::total_cmp);
        let loss: f32 = costs.iter().cycle().take(usize::from(n)).sum();
        let all_lost = steps <= u32::from(n);
        let mut hexes: Vec<Hex> = units.iter().filter_map(|u| state.hex(u)).collect();
        hexes.dedup();
        let ground: f32 = hexes.iter().map(|&h| self.ground_cost(state, h)).sum();
        // Soviets that hold halt an overrun [6.52]; Germans that go back lose time.
        let time = match self.side {
            Side::Soviet if state.phase().is_movement() && !all_lost => 1.5,
            Side::Soviet => 0.0,
            Side::German => 0.8 * f32::from(n),
        };
        let retreat = if all_lost { 0.0 } else { ground + time };
        Some(if retreat <= loss { Action::TakeRetreat } else { Action::TakeLoss })
    }

    /// What giving up a hex costs.
    fn ground_cost(&self, state: &State, hex: Hex) -> f32 {
        let objective = data().victory.objectives().iter().find(|o| o.hexes.contains(&hex));
        let points = objective.map_or(0.0, |o| f32::from(o.points(state.options().edition)));
        let late = 0.4 + f32::from(state.turn()) / 12.0;
        let terrain = if data().map.doubles_defence(hex) { 0.5 } else { 0.0 };
        points * late + terrain
    }

    /// What the next step of a unit is worth.
    fn step_cost(&self, state: &State, strengths: &Strengths, unit: UnitId) -> f32 {
        if unit.is_leader() {
            return 9.0;
        }
        if self.side == Side::Soviet {
            return 0.5 * (strengths.attack(unit) + strengths.defence(unit)).max(0.5);
        }
        let roster = &data().roster;
        let info = roster.german(unit);
        let now = usize::from(state.steps_lost(unit));
        let next = info.strength.get(now + 1).copied().unwrap_or(0);
        let lost = f32::from(info.strength[now.min(3)]) - f32::from(next);
        let doubled = if state.is_integrated(unit) { 2.0 } else { 1.0 };
        let last_step = state.steps_left(unit) == 1;
        let Some(formation) = info.formation.map(|f| roster.formation(f)).filter(|_| last_step) else {
            return lost * doubled;
        };
        // [15.12] The last of a division scores for the enemy; [7.3a] a dead regiment ends integration.
        let alive = formation.units.iter().filter(|&u| state.place(u) != Place::Dead).count();
        lost * doubled + if alive == 1 && formation.scores { 8.0 } else { 4.0 }
    }

    /// The cheapest step.
    pub(super) fn lose_step(&mut self, state: &State) -> Option<Action> {
        let unit = self.cheapest(state, state.combatants(self.side))?;
        Some(Action::LoseStep { unit })
    }

    fn cheapest(&self, state: &State, units: UnitSet) -> Option<UnitId> {
        let strengths = Strengths::of(state, &self.unsupplied);
        let cost = |u: UnitId| self.step_cost(state, &strengths, u);
        units.iter().min_by(|a, b| cost(*a).total_cmp(&cost(*b)))
    }

    /// The weakest of those that may go.
    pub(super) fn remove(&mut self, state: &State) -> Option<Action> {
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

    /// Send the enemy away from what he wants, and among our own units.
    pub(super) fn route(&mut self, state: &State) -> Option<Action> {
        let enemy = self.side.enemy();
        let worst_for_him = |action: &Action| {
            let Action::Route { to, .. } = action else { return 0 };
            let controlled = to.neighbours().filter(|&(_, h)| state.zones(self.side).contains(h)).count();
            // Germans are sent west, Soviets away from their own, into our zones, off the good ground.
            let west = 59 - i32::from(to.column());
            let cover = if data().map.doubles_defence(*to) { 3 } else { 0 };
            let prize = if state.controller(*to).is_some() { 20 } else { 0 };
            let company = if state.occupied(enemy).contains(*to) { -1 } else { 0 };
            west + 2 * controlled as i32 - cover - prize + company
        };
        state.legal().others.iter().max_by_key(|a| worst_for_him(a)).copied()
    }
}
