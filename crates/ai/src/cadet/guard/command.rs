//! Soviet Leaders: behind the front, with the armies in their reach [10.3].

use super::super::Notes;
use super::super::strength::Strengths;
use crate::shared::cover::{Stack, cover};
use crate::shared::ground;
use pgg_core::{Action, Hex, Side, State, UnitId, UnitSet};

impl Notes {
    /// The next Leader to his place; none when all are looked at.
    pub(super) fn command(&mut self, state: &State, strengths: &Strengths) -> Option<Action> {
        loop {
            let left = state.on_map(Side::Soviet).and(&UnitSet::LEADER).without(&self.considered);
            let under_way = |u: &UnitId| state.has_entered(*u) && state.has_moved(*u);
            let leader = left.iter().find(under_way).or(left.first())?;
            self.done_with(UnitSet::one(leader));
            if let Some(action) = self.place_leader(state, strengths, leader) {
                return Some(action);
            }
        }
    }

    fn place_leader(&self, state: &State, strengths: &Strengths, leader: UnitId) -> Option<Action> {
        let at = state.hex(leader)?;
        let fits = |hex: Hex| {
            strengths.total(Side::Soviet, hex) - usize::from(hex == at) < 4
                && (hex == at || !state.is_enemy_controlled(Side::Soviet, hex))
        };
        let stacks = self.stacks(state, strengths, leader);
        let value = |hex: Hex| cover(state, &stacks, leader, hex) - self.exposure(strengths, hex);
        let mut best = (if fits(at) { value(at) + 0.5 } else { f32::MIN }, None);
        if let Ok(reach) = state.reach(UnitSet::one(leader)) {
            for (hex, _) in reach.field.hexes().filter(|&(h, _)| fits(h)) {
                let worth = value(hex);
                if worth > best.0 {
                    best = (worth, Some(hex));
                }
            }
            if let Ok(rails) = state.rail_reach(leader) {
                let far = rails.hexes().filter(|&(h, _)| fits(h)).map(|(h, _)| (value(h), h));
                if let Some((worth, hex)) = far.max_by(|a, b| a.0.total_cmp(&b.0))
                    && worth > best.0 + 0.5
                {
                    return rails.path(hex).map(|path| Action::Ride { unit: leader, path });
                }
            }
            let path = reach.field.path(best.1?)?;
            return Some(Action::Move { units: UnitSet::one(leader), path });
        }
        None
    }

    /// Stacks of divisions, and whether a Leader who has his place already commands them.
    pub(super) fn stacks(&self, state: &State, strengths: &Strengths, leader: UnitId) -> Vec<Stack> {
        let settled: Vec<(Hex, u16)> = state
            .on_map(Side::Soviet)
            .and(&UnitSet::LEADER)
            .and(&self.considered)
            .iter()
            .filter(|&l| l != leader && !state.is_disrupted(l))
            .filter_map(|l| state.hex(l).map(|h| (h, u16::from(state.rating(l)))))
            .collect();
        // Those near the enemy need him most.
        let need = |hex: Hex| {
            let far = self.guard.as_ref().map_or(0.0, |g| f32::from(g.german(hex)));
            (1.2 - far / 100.0).clamp(0.2, 1.0)
        };
        let stack = |hex: Hex| Stack {
            hex,
            divisions: need(hex) * strengths.count(Side::Soviet, hex) as f32,
            served: settled.iter().any(|&(h, reach)| h.distance(hex) <= reach),
        };
        state.occupied(Side::Soviet).iter().map(stack).filter(|s| s.divisions > 0.0).collect()
    }

    /// What the Germans could do to him there.
    fn exposure(&self, strengths: &Strengths, hex: Hex) -> f32 {
        let threat = self.threat(hex);
        if threat == 0.0 {
            return 0.0;
        }
        let guard = strengths.stack(Side::Soviet, hex) * ground(hex);
        (1.0 + threat / 8.0).min(6.0) / (1.0 + guard / 8.0)
    }
}
