//! Soviet Leaders: behind the front, with the armies in their reach [10.3].

use super::Notes;
use pgg_core::{Action, Hex, Side, State, UnitId, UnitSet};

/// How much divisions count that another Leader commands already.
const SERVED: f32 = 0.25;
/// What each hex counts that he is from the nearest divisions without a Leader.
const FAR_FROM_THEM: f32 = 0.4;
/// What a better place must gain: neither a walk nor a place on the railway is free [6.31].
const WORTH_GOING: f32 = 0.5;

/// Divisions in a hex, as a Leader sees them.
pub(crate) struct Troops {
    pub(crate) hex: Hex,
    /// How many, those near the enemy counting most.
    pub(crate) divisions: f32,
    /// Another Leader commands them.
    pub(crate) served: bool,
}

impl Notes {
    /// The next Leader to look at, one just come first; none when all have been looked at.
    pub(crate) fn next_leader(&mut self, state: &State) -> Option<UnitId> {
        let left = state.on_map(Side::Soviet).and(&UnitSet::LEADER).without(&self.considered);
        let under_way = |u: &UnitId| state.has_entered(*u) && state.has_moved(*u);
        let leader = left.iter().find(under_way).or(left.first())?;
        self.done_with(UnitSet::one(leader));
        Some(leader)
    }

    /// The hexes that other Leaders command who have their places already: where they are and how far they reach.
    pub(crate) fn commands(&self, state: &State, but: UnitId) -> Vec<(Hex, u16)> {
        let settled = state.on_map(Side::Soviet).and(&UnitSet::LEADER).and(&self.considered);
        settled
            .iter()
            .filter(|&l| l != but && !state.is_disrupted(l))
            .filter_map(|l| state.hex(l).map(|h| (h, u16::from(state.rating(l)))))
            .collect()
    }
}

/// Divisions that a Leader in a hex would command, those without another counting most.
pub(crate) fn cover(state: &State, troops: &[Troops], leader: UnitId, hex: Hex) -> f32 {
    let reach = u16::from(state.rating(leader));
    let (mut worth, mut nearest) = (0.0, u16::MAX);
    for stack in troops {
        let distance = hex.distance(stack.hex);
        if !stack.served {
            nearest = nearest.min(distance.saturating_sub(reach));
        }
        if distance <= reach {
            worth += stack.divisions * if stack.served { SERVED } else { 1.0 };
        }
    }
    worth - if nearest == u16::MAX { 0.0 } else { FAR_FROM_THEM * f32::from(nearest) }
}

/// A Leader to the hex of most worth, on foot or by rail; none to stay.
pub(crate) fn place(state: &State, leader: UnitId, value: impl Fn(Hex) -> f32) -> Option<Action> {
    let at = state.hex(leader)?;
    let alone = UnitSet::one(leader);
    let fits =
        |hex: Hex| state.fit(alone, hex) && (hex == at || !state.is_enemy_controlled(Side::Soviet, hex));
    let mut best = (if fits(at) { value(at) + WORTH_GOING } else { f32::MIN }, None);
    let reach = state.reach(alone).ok()?;
    for (hex, _) in reach.field.hexes().filter(|&(h, _)| fits(h)) {
        let worth = value(hex);
        if worth > best.0 {
            best = (worth, Some(hex));
        }
    }
    if let Ok(rails) = state.rail_reach(leader) {
        let far = rails.hexes().filter(|&(h, _)| fits(h)).map(|(h, _)| (value(h), h));
        if let Some((worth, hex)) = far.max_by(|a, b| a.0.total_cmp(&b.0))
            && worth > best.0 + WORTH_GOING
        {
            return rails.path(hex).map(|path| Action::Ride { unit: leader, path });
        }
    }
    let path = reach.field.path(best.1?)?;
    Some(Action::Move { units: alone, path })
}
