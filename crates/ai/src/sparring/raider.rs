//! The rail raider: Soviet divisions walk, or ride the railway, into cities that the Germans left empty, and onto their
//! supply road where it cuts off most.

use super::Speciality;
use crate::shared::points;
use pgg_core::game::chance::NoMore;
use pgg_core::{Action, Hex, HexSet, Phase, Side, State, UnitId, UnitSet, data};

/// German units that a raid on the road must cut off.
const CUT_OFF: usize = 4;
/// Divisions that raid the road in one turn, as far as they have moved.
const RAIDERS: usize = 3;

pub(super) struct Raider;

impl Speciality for Raider {
    fn first(&self, state: &State) -> Option<Action> {
        if state.phase() != Phase::SovietMovement {
            return None;
        }
        let raids = raids(state);
        let city = |(_, _, hex): &&(UnitId, Action, Hex)| is_empty_city(state, *hex);
        let best = raids.iter().filter(city).max_by_key(|(unit, _, hex)| (points(state, *hex) as u32, *unit));
        if let Some((_, action, _)) = best {
            return Some(*action);
        }
        let before = state.out_of_supply(state.on_map(Side::German)).len();
        let on_road = state.on_map(Side::Soviet).and(&UnitSet::DIVISION).iter().filter(|&unit| {
            let hex = state.hex(unit);
            state.has_moved(unit) && hex.is_some_and(|hex| data().map.road_hexes().contains(hex))
        });
        if on_road.count() >= RAIDERS {
            return None;
        }
        let mut seen = HexSet::EMPTY;
        let mut best: Option<(usize, Action)> = None;
        for (_, action, hex) in raids {
            if seen.contains(hex) {
                continue;
            }
            seen.insert(hex);
            let mut then = *state;
            if then.apply(&action, &mut NoMore).is_err() {
                continue;
            }
            let cut = then.out_of_supply(then.on_map(Side::German)).len().saturating_sub(before);
            if cut > best.as_ref().map_or(CUT_OFF - 1, |(most, _)| *most) {
                best = Some((cut, action));
            }
        }
        best.map(|(_, action)| action)
    }
}

/// Does the German have it, and nobody stand in it?
fn is_empty_city(state: &State, hex: Hex) -> bool {
    state.controller(hex) == Some(Side::German) && !state.occupied(Side::German).contains(hex)
}

/// Every way to a city that is empty or onto the live road: who, how, where. The last division leaves no city of ours.
fn raids(state: &State) -> Vec<(UnitId, Action, Hex)> {
    let road = state.live_road();
    let wanted = |hex: Hex| is_empty_city(state, hex) || road.contains(hex);
    let mut raids = Vec::new();
    let all = state.on_map(Side::Soviet).and(&UnitSet::DIVISION).without(&state.marching());
    for unit in all.iter().filter(|&unit| !state.has_moved(unit)) {
        let Some(at) = state.hex(unit) else { continue };
        let here = state.side_in(Side::Soviet, at).and(&UnitSet::DIVISION);
        if here.len() == 1 && points(state, at) > 0.0 {
            continue;
        }
        let room = |hex: &Hex| wanted(*hex) && state.has_room(Side::Soviet, *hex);
        if let Ok(reach) = state.reach(UnitSet::one(unit)) {
            for hex in reach.field.hexes().map(|(hex, _)| hex).filter(room) {
                let path = reach.field.path(hex);
                raids.extend(path.map(|path| (unit, Action::Move { units: UnitSet::one(unit), path }, hex)));
            }
        }
        if let Ok(rails) = state.rail_reach(unit) {
            for hex in rails.hexes().map(|(hex, _)| hex).filter(room) {
                raids.extend(rails.path(hex).map(|path| (unit, Action::Ride { unit, path }, hex)));
            }
        }
    }
    raids
}
