//! Soviet Leaders: behind the front, out of the Germans' reach, with the armies in theirs [10.3].

use super::super::{Mind, Notes};
use super::Guard;
use crate::shared::cover::{Stack, cover};
use crate::shared::ground;
use pgg_core::tables::Objective;
use pgg_core::{Action, Hex, Side, State, UnitId, UnitSet, data};

/// Half-points within which the Germans could get to a Leader if the line broke.
const ALONE: f32 = 50.0;

impl Notes {
    /// The next Leader to his place; none when all are looked at.
    pub(super) fn command(&mut self, mind: &mut Mind, guard: &Guard, state: &State) -> Option<Action> {
        mind.judge.look(state, &self.plan);
        loop {
            let left = state.on_map(Side::Soviet).and(&UnitSet::LEADER).without(&self.considered);
            let under_way = |u: &UnitId| state.has_entered(*u) && state.has_moved(*u);
            let leader = left.iter().find(under_way).or(left.first())?;
            let stacks = self.commanded(mind, guard, state, leader);
            self.done_with(UnitSet::one(leader));
            if let Some(action) = place(mind, guard, state, leader, &stacks) {
                return Some(action);
            }
        }
    }

    /// Stacks of divisions, and whether a Leader who has his place already commands them.
    fn commanded(&self, mind: &Mind, guard: &Guard, state: &State, leader: UnitId) -> Vec<Stack> {
        let settled: Vec<(Hex, u16)> = state
            .on_map(Side::Soviet)
            .and(&UnitSet::LEADER)
            .and(&self.considered)
            .iter()
            .filter(|&l| l != leader && !state.is_disrupted(l))
            .filter_map(|l| state.hex(l).map(|h| (h, u16::from(state.rating(l)))))
            .collect();
        let stack = |s: &crate::eval::Stack| Stack {
            hex: s.hex,
            // Those near the enemy need him most, those who hold what counts, and those who are about to strike [10.35].
            divisions: f32::from(s.units)
                * (need(guard, s.hex)
                    + guard.in_reach(s.hex) * points_beside(state, s.hex) / 12.0
                    + strikes(guard, s.hex)),
            served: settled.iter().any(|&(h, reach)| h.distance(s.hex) <= reach),
        };
        mind.judge.board.stacks[Side::Soviet].iter().filter(|s| s.units > 0).map(stack).collect()
    }
}

/// How soon the Germans are there.
fn need(guard: &Guard, hex: Hex) -> f32 {
    (1.2 - f32::from(guard.soon(hex)) / 60.0).clamp(0.1, 1.0)
}

/// Is a blow struck from here?
fn strikes(guard: &Guard, hex: Hex) -> f32 {
    let here = guard.strikes.iter().any(|&(_, from)| from == hex);
    if here { 1.5 * guard.weights.hunt.min(1.0) } else { 0.0 }
}

/// Points of the objective in a hex or beside it.
fn points_beside(state: &State, hex: Hex) -> f32 {
    let near = |o: &&Objective| o.hexes.iter().any(|h| h.distance(hex) <= 1);
    let objective = data().victory.objectives().iter().find(near);
    objective.map_or(0.0, |o| f32::from(o.points(state.options().edition)))
}

/// The best place for a Leader; none to stay.
fn place(mind: &Mind, guard: &Guard, state: &State, leader: UnitId, stacks: &[Stack]) -> Option<Action> {
    let at = state.hex(leader)?;
    let fits = |hex: Hex| {
        state.side_in(Side::Soviet, hex).without(&UnitSet::one(leader)).len() < 4
            && (hex == at || !state.is_enemy_controlled(Side::Soviet, hex))
    };
    let value = |hex: Hex| cover(state, stacks, leader, hex) - exposure(mind, guard, hex);
    let marching = guard.marchers.contains(leader);
    if marching {
        let ends = crate::shared::march::ends(state, leader);
        let best = ends.into_iter().max_by(|a, b| value(a.0).total_cmp(&value(b.0)))?;
        return Some(Action::Move { units: UnitSet::one(leader), path: best.1 });
    }
    let mut best = (if fits(at) { value(at) + 0.5 } else { f32::MIN }, None);
    let reach = state.reach(UnitSet::one(leader)).ok()?;
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
    Some(Action::Move { units: UnitSet::one(leader), path })
}

/// What the Germans could do to him there: by how soon they get to the hex past all zones of control, and, where no
/// division stands by him, by how soon they could if the line broke.
fn exposure(mind: &Mind, guard: &Guard, hex: Hex) -> f32 {
    let stack = mind.judge.board.stack(Side::Soviet, hex);
    let soon = f32::from(guard.soon(hex));
    let open = ((ALONE - soon) / 20.0).clamp(0.0, 1.0);
    let alone = if stack.is_none_or(|s| s.units == 0) { guard.weights.alone * open } else { 0.0 };
    if guard.threat.at(hex) <= 0.0 {
        return alone;
    }
    let company = stack.map_or(0.0, |s| s.defence) * ground(hex);
    let way = f32::from(mind.judge.german_way(hex));
    let near = ((40.0 - way) / 20.0).clamp(0.0, 1.5);
    alone + 4.0 * near / (1.0 + company / 8.0)
}
