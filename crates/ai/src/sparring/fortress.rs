//! The Soviet fortress: deep garrisons in the cities, divisions behind the rivers on the road, no attacks.

use super::Speciality;
use crate::Weights;
use crate::orders::{Orders, Stance};
use crate::shared::{combat_units, is_behind_rivers, points};
use pgg_core::{Hex, Phase, Side, State, UnitId, UnitSet, data};

/// What garrisons count, and that they count where no enemy is near.
const GARRISON: f32 = 2.0;
/// Points that a counter-attack must promise.
const RELUCTANT: f32 = 1.5;
/// Divisions in a hex of a city and in one behind a river.
const IN_CITY: usize = 3;
const BEHIND_RIVER: usize = 2;
/// Points from which a city is worth three divisions.
const WORTH: f32 = 10.0;
/// Hexes behind rivers that are held at most, and how far from the Germans they may be.
const POSTS: usize = 5;
const NEAR: u16 = 9;

pub(super) struct Fortress;

impl Speciality for Fortress {
    fn weights(&self, side: Side) -> Weights {
        let own = Weights::of_general(side);
        match side {
            Side::German => own,
            Side::Soviet => Weights { garrison: GARRISON, caution: 1.0, blow: RELUCTANT, hunt: 0.0, ..own },
        }
    }

    fn orders(&self, state: &State) -> Orders {
        let mut orders = Orders::default();
        if state.phase() != Phase::SovietMovement {
            return orders;
        }
        orders.stance = Stance::Guard;
        let mut free: Vec<(UnitId, Hex)> = divisions(state);
        for (hex, wanted) in posts(state) {
            let have = combat_units(state, Side::Soviet, hex);
            free.retain(|&(_, at)| at != hex);
            for _ in have..wanted {
                let able = |unit: UnitId| {
                    let walks = state.reach(UnitSet::one(unit)).is_ok_and(|r| r.field.path(hex).is_some());
                    walks || state.rail_reach(unit).is_ok_and(|r| r.path(hex).is_some())
                };
                let near = (0..free.len()).filter(|&n| able(free[n].0));
                let Some(n) = near.min_by_key(|&n| free[n].1.distance(hex)) else { break };
                let (unit, _) = free.swap_remove(n);
                orders.send(unit, Some(hex));
            }
        }
        orders
    }
}

/// Divisions that are not bound to what they hold.
fn divisions(state: &State) -> Vec<(UnitId, Hex)> {
    let all = state.on_map(Side::Soviet).and(&UnitSet::DIVISION).without(&state.marching());
    let placed = all.iter().filter_map(|unit| Some((unit, state.hex(unit)?)));
    placed.filter(|&(_, hex)| points(state, hex) == 0.0).collect()
}

/// What is to be held, with how many: the cities first, those of most points before the others.
fn posts(state: &State) -> Vec<(Hex, usize)> {
    let ours = |hex: &Hex| !state.occupied(Side::German).contains(*hex);
    let danger = |hex: Hex| state.occupied(Side::German).iter().map(|g| g.distance(hex)).min();
    let mut cities: Vec<Hex> =
        data().victory.objective_hexes().iter().copied().filter(|h| points(state, *h) >= WORTH).collect();
    cities.sort_by_key(|&hex| (-(points(state, hex) as i32), danger(hex), hex));
    let mut rivers: Vec<Hex> = data()
        .map
        .road_hexes()
        .iter()
        .filter(|&hex| is_behind_rivers(hex) && danger(hex).is_some_and(|far| (2..=NEAR).contains(&far)))
        .collect();
    rivers.sort_by_key(|&hex| (danger(hex), hex));
    let cities = cities.into_iter().map(|hex| (hex, IN_CITY));
    let rivers = rivers.into_iter().take(POSTS).map(|hex| (hex, BEHIND_RIVER));
    cities.chain(rivers).filter(|(hex, _)| ours(hex)).collect()
}
