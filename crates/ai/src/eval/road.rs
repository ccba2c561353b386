//! The supply road and the Soviet marker [13.44]: on a hex of the road without a German unit it shuts all that lies behind
//! it for a whole German Player-Turn. Infantry that stands on the road keeps it off [13.45].

use crate::shared::field::{Field, Orientation, free};
use crate::survey::{Sight, StackView};
use pgg_core::hex::HEX_SLOTS;
use pgg_core::rules::interdiction::SOVIET_MARKER_USES;
use pgg_core::rules::sequence::TURNS;
use pgg_core::rules::supply::{DIRECT_REACH, ROAD_HEAD, ROAD_REACH};
use pgg_core::unit::MoveClass;
use pgg_core::{Direction, Hex, HexSet, Side, data};
use std::sync::LazyLock;

/// Half-points that the way round the marker costs one who traces to the west edge [11.12].
const ROUND: u8 = 4;
/// Strength that must be at stake before anybody guards the road: a division or two are not worth a marker.
const LEAST: f32 = 30.0;
/// How much panzers count that do not need the road yet, since they go east, and infantry that does: it is slow anyway.
const SOON: f32 = 0.5;
const ON_FOOT: f32 = 0.3;
/// The first hexes of the road, which all need before long.
const HEAD: usize = 2;
/// The share of the army for which the road is guarded: those farthest ahead are beyond help.
const MOST_OF_IT: f32 = 0.85;

/// The road that all supply comes by, from its head to Smolensk, where it forks.
struct Trunk {
    hexes: Vec<Hex>,
    /// For those on wheels and those on foot, by hex: how many hexes of the trunk must be open; 0 where nobody needs it.
    needs: [Vec<u8>; 2],
}

static TRUNK: LazyLock<Trunk> = LazyLock::new(|| {
    let hexes = trunk();
    let west: Vec<(Hex, u16)> = HexSet::column(1).iter().map(|hex| (hex, 0)).collect();
    let near: Vec<HexSet> = (0..=hexes.len()).map(|open| within_reach(&hexes, open)).collect();
    let needs = [MoveClass::GermanMotor, MoveClass::GermanFoot].map(|class| {
        let direct = Field::spread(west.iter().copied(), class, Orientation::To, &free());
        let mut needs = vec![0; HEX_SLOTS];
        for hex in Hex::all().filter(|&hex| direct.at(hex) > u16::from(DIRECT_REACH - ROUND)) {
            let first = near.iter().position(|near| near.contains(hex));
            needs[hex.index()] = first.unwrap_or(hexes.len() + 1) as u8;
        }
        needs
    });
    Trunk { hexes, needs }
});

/// The hexes within reach of the road while so many hexes of the trunk are open and the marker is on the next one: other
/// roads that begin before it stay open too.
fn within_reach(trunk: &[Hex], open: usize) -> HexSet {
    let map = &data().map;
    let shut = trunk.get(open);
    let mut live: HexSet = trunk[..open].iter().copied().take(1).collect();
    let mut size = 0;
    while live.len() > size {
        size = live.len();
        let known = live;
        for hex in known.iter() {
            joined(hex).filter(|next| Some(next) != shut).for_each(|next| live.insert(next));
        }
    }
    (0..ROAD_REACH).fold(live, |reached, _| reached.or(&map.spread(&reached)))
}

/// The hexes that a road joins to one, over rivers too [11.13].
fn joined(hex: Hex) -> impl Iterator<Item = Hex> {
    let roads = data().map.road_or_join();
    let leads = move |d: &Direction| roads[*d as usize].contains(hex);
    Direction::ALL.into_iter().filter(leads).filter_map(move |d| hex.neighbour(d))
}

/// The way along the road from the hex that the live road begins with to Smolensk.
fn trunk() -> Vec<Hex> {
    let smolensk = data().victory.objectives().iter().find(|o| o.id == "smolensk").map(|o| o.hexes[0]);
    let mut ways: Vec<Vec<Hex>> = vec![Hex::new(ROAD_HEAD.0, ROAD_HEAD.1).into_iter().collect()];
    let mut seen: HexSet = ways[0].iter().copied().collect();
    while let Some(way) = (!ways.is_empty()).then(|| ways.remove(0)) {
        let Some(&end) = way.last() else { break };
        if Some(end) == smolensk {
            return way;
        }
        for hex in joined(end) {
            if !seen.contains(hex) {
                seen.insert(hex);
                ways.push(way.iter().copied().chain([hex]).collect());
            }
        }
    }
    Vec::new()
}

/// The hexes of the road that may be guarded.
pub(crate) fn road_to_guard() -> &'static [Hex] {
    &TRUNK.hexes
}

impl Sight<'_> {
    /// Points that guards on the road are worth: an equal share for each hex that is needed to keep what lies before it
    /// in supply.
    pub(super) fn road_guarded(&self) -> f32 {
        let state = self.state;
        let to_come = state.turn() + 1 < TURNS && state.soviet_marker_uses() < SOVIET_MARKER_USES;
        if state.phase().side() == Side::Soviet || !to_come {
            return 0.0;
        }
        let trunk = &*TRUNK;
        let germans = self.survey.stacks(Side::German);
        let need =
            |stack: &StackView| usize::from(trunk.needs[usize::from(!stack.mechanized)][stack.hex.index()]);
        let mut by_need = vec![0.0; trunk.hexes.len() + 2];
        for stack in germans {
            let counts = match (stack.mechanized, need(stack)) {
                (true, 0) => SOON,
                (true, _) => 1.0,
                (false, 0) => 0.0,
                (false, _) => ON_FOOT,
            };
            by_need[need(stack)] += counts * stack.attack.max(stack.defence);
        }
        let need_it: f32 = by_need[1..=trunk.hexes.len()].iter().sum();
        let at_stake = by_need[0] + need_it;
        if at_stake < LEAST {
            return 0.0;
        }
        // How much of the road has to be open for most of them.
        let (mut most, mut known) = (0, 0.0);
        while most < HEAD || known < MOST_OF_IT * need_it {
            most += 1;
            known += by_need[most];
        }
        // A hole lets the marker in, the worse the nearer it is to the head: so the first hexes count most.
        let guards = |hex: Hex| self.survey.stack(Side::German, hex).is_some_and(|s| !s.mechanized);
        let (mut guarded, mut all, mut unbroken, mut whole) = (0, 0, 0, true);
        for (n, &hex) in trunk.hexes[..most].iter().enumerate() {
            let counts = most - n;
            all += counts;
            if guards(hex) {
                guarded += counts;
                unbroken += if whole { counts } else { 0 };
            } else {
                whole = false;
            }
        }
        self.weights.road * at_stake * (guarded + unbroken) as f32 / (2 * all) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// It begins at the west edge and goes over the fork north of Smolensk.
    #[test]
    fn the_trunk_leads_to_smolensk() {
        let hexes = trunk();
        let names: Vec<String> = hexes.iter().map(Hex::to_string).collect();
        assert_eq!((names[0].as_str(), names[4].as_str()), ("0120", "0518"));
        assert_eq!(names.last().map(String::as_str), Some("2216"));
        assert_eq!(road_to_guard(), hexes);
    }
}
