//! Ideas: orders worth a try. First everybody the same way, then the best so far with one group told otherwise.

use crate::orders::{Manner, OBJECTIVES, Orders, Stance};
use crate::shared::divisions;
use pgg_core::chance::below;
use pgg_core::{Hex, Place, Side, State, UnitSet, data};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// A source of ideas that never runs dry.
pub(super) struct Ideas {
    side: Side,
    groups: Vec<Group>,
    rng: ChaCha8Rng,
    /// How many of the plain ideas have been given.
    given: usize,
}

/// Units that get orders together, and hexes they may be sent to.
struct Group {
    units: UnitSet,
    hexes: Vec<Hex>,
}

/// How much farther back or forward the Soviet lines may be drawn.
const BACK: [f32; 5] = [0.0, 0.03, -0.03, 0.06, -0.06];
/// How much more or less an objective may count.
const EMPHASIS: [f32; 5] = [0.3, 0.6, 1.0, 1.6, 2.6];

impl Ideas {
    pub(super) fn new(state: &State, side: Side, seed: u64) -> Ideas {
        let groups = match side {
            Side::German => german_groups(state),
            Side::Soviet => soviet_groups(state),
        };
        let rng = ChaCha8Rng::seed_from_u64(seed ^ (u64::from(state.turn()) << 8 | side as u64));
        Ideas { side, groups, rng, given: 0 }
    }

    /// The next idea, with the best orders so far to vary.
    pub(super) fn next(&mut self, best: &Orders) -> Option<Orders> {
        let nth = self.given;
        self.given += 1;
        match self.side {
            Side::German => self.german(best, nth),
            Side::Soviet => Some(self.soviet(best, nth)),
        }
    }

    fn german(&mut self, best: &Orders, nth: usize) -> Option<Orders> {
        if let Some(&manner) = Manner::ALL.get(nth) {
            let mut orders = Orders::default();
            orders.set_manner(UnitSet::GERMAN, manner);
            return Some(orders);
        }
        if self.groups.is_empty() {
            return None;
        }
        let mut orders = best.clone();
        for _ in 0..1 + self.below(3) {
            let group = self.below(self.groups.len());
            let units = self.groups[group].units;
            match self.below(4) {
                0 => {
                    let goal = self.below(OBJECTIVES);
                    orders.set_goal(units, Some(goal));
                }
                1 => self.send(&mut orders, group),
                _ => {
                    let manner = Manner::ALL[self.below(Manner::ALL.len())];
                    orders.set_manner(units, manner);
                }
            }
        }
        Some(orders)
    }

    fn soviet(&mut self, best: &Orders, nth: usize) -> Orders {
        let plain = Stance::ALL.len();
        if nth < plain + BACK.len() {
            let mut orders = if nth < plain { Orders::default() } else { best.clone() };
            match Stance::ALL.get(nth) {
                Some(&stance) => orders.stance = stance,
                None => orders.back = BACK[nth - plain],
            }
            return orders;
        }
        let mut orders = best.clone();
        for _ in 0..1 + self.below(3) {
            match self.below(8) {
                0 => orders.stance = Stance::ALL[self.below(Stance::ALL.len())],
                1 => orders.back = BACK[self.below(BACK.len())],
                2..4 => orders.emphasis[self.below(OBJECTIVES)] = EMPHASIS[self.below(EMPHASIS.len())],
                _ if self.groups.is_empty() => {}
                _ => {
                    let group = self.below(self.groups.len());
                    self.send(&mut orders, group);
                }
            }
        }
        orders
    }

    /// Send a group to one of its hexes, or leave it to the plan again.
    fn send(&mut self, orders: &mut Orders, group: usize) {
        let Some(unit) = self.groups[group].units.first() else { return };
        let hexes = self.groups[group].hexes.len();
        let to = match self.below(hexes + 1) {
            n if n < hexes => Some(self.groups[group].hexes[n]),
            _ => None,
        };
        orders.send(unit, to);
    }

    fn below(&mut self, bound: usize) -> usize {
        below(&mut self.rng, bound as u32) as usize
    }
}

/// Divisions on the map or about to enter; those near the enemy may be sent beside him.
fn german_groups(state: &State) -> Vec<Group> {
    let beside = data().map.spread(state.occupied(Side::Soviet)).without(state.occupied(Side::Soviet));
    let here =
        |group: &UnitSet| group.iter().any(|u| matches!(state.place(u), Place::On(_) | Place::Waiting));
    let with_hexes = |units: UnitSet| {
        let first = units.iter().find(|&u| state.hex(u).is_some());
        let reach = first.and_then(|u| state.reach(UnitSet::one(u)).ok());
        let hexes = reach.map_or(Vec::new(), |r| r.field.hexes().map(|(h, _)| h).collect());
        let units = first.map_or(units, |u| UnitSet::one(u).or(&units));
        Group { units, hexes: hexes.into_iter().filter(|&h| beside.contains(h)).collect() }
    };
    divisions().into_iter().filter(here).map(with_hexes).collect()
}

/// Soviet divisions that the Germans may soon reach, each on its own, with the hexes around it that it can walk to.
fn soviet_groups(state: &State) -> Vec<Group> {
    let near = |h: Hex| state.occupied(Side::German).iter().any(|g| g.distance(h) <= 10);
    let mut groups = Vec::new();
    for unit in state.on_map(Side::Soviet).and(&UnitSet::DIVISION) {
        let Some(at) = state.hex(unit).filter(|&h| near(h)) else { continue };
        let Ok(reach) = state.reach(UnitSet::one(unit)) else { continue };
        let mut hexes: Vec<Hex> = reach.field.hexes().map(|(h, _)| h).collect();
        hexes.push(at);
        groups.push(Group { units: UnitSet::one(unit), hexes });
    }
    groups
}

/// The orders in words.
pub(super) fn words(state: &State, side: Side, orders: &Orders) -> String {
    let objectives = data().victory.objectives();
    match side {
        Side::Soviet => {
            let told = |more: bool| {
                let named: Vec<&str> = objectives
                    .iter()
                    .zip(orders.emphasis)
                    .filter(|(_, weight)| if more { *weight > 1.0 } else { *weight < 1.0 })
                    .map(|(o, _)| o.name.as_str())
                    .collect();
                named.join(", ")
            };
            let mut text = orders.stance.words().to_owned();
            if orders.back != 0.0 {
                text.push_str(if orders.back > 0.0 { "; farther back" } else { "; farther forward" });
            }
            for (more, what) in [(true, "more for"), (false, "less for")] {
                let named = told(more);
                if !named.is_empty() {
                    text.push_str(&format!("; {what} {named}"));
                }
            }
            text
        }
        Side::German => {
            let mut parts = Vec::new();
            for manner in Manner::ALL.into_iter().skip(1) {
                let count = divisions()
                    .into_iter()
                    .filter(|g| g.iter().any(|u| state.hex(u).is_some() && orders.manner(u) == manner))
                    .count();
                if count > 0 {
                    let divisions = if count == 1 { "division" } else { "divisions" };
                    parts.push(format!("{count} {divisions}: {}", manner.words()));
                }
            }
            if parts.is_empty() { Manner::AsUsual.words().to_owned() } else { parts.join("; ") }
        }
    }
}
