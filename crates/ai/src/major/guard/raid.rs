//! Raids: a division walks, or rides, into every city that the Germans have left empty, and where its zone of control lies on
//! the supply road it puts all who live by that road out of supply when the Germans move [11.0a, 11.11].

use super::Guard;
use super::counter::keepers;
use crate::shared::points;
use crate::survey::Sight;
use pgg_core::game::chance::NoMore;
use pgg_core::hex::HEX_SLOTS;
use pgg_core::{Action, Hex, HexSet, Side, State, UnitId, UnitSet, data};

/// Divisions that raid the road in one turn, at most.
const RAIDERS: usize = 3;
/// German strength that a raid must put out of supply; infantry counts a third.
const CUT_OFF: f32 = 30.0;
const ON_FOOT: f32 = 0.3;
/// How much less a raid is worth for each point of defence that leaves the line for it.
const LEAVES: f32 = 1.0;

/// A division that may raid, and where it can be.
struct Raider {
    unit: UnitId,
    walk: HexSet,
    ride: HexSet,
}

impl Guard {
    /// Send divisions into empty cities, then onto the supply road.
    pub(super) fn raids(&mut self, sight: &Sight<'_>, considered: &UnitSet) {
        let state = sight.state;
        let told: UnitSet = self.strikes.iter().map(|&(unit, _)| unit).collect();
        let bound = state.marching().or(&told).or(considered).or(&keepers(sight));
        let divisions = state.on_map(Side::Soviet).and(&UnitSet::DIVISION).without(&bound);
        let mut raiders: Vec<Raider> = divisions.iter().filter_map(|unit| Raider::of(state, unit)).collect();
        let strength = |unit: UnitId| sight.plan.means.strength(state, unit).1;
        raiders.sort_by(|a, b| strength(a.unit).total_cmp(&strength(b.unit)));
        let mut empty: Vec<Hex> = data().victory.objective_hexes().to_vec();
        empty.retain(|&hex| {
            state.controller(hex) == Some(Side::German) && !state.occupied(Side::German).contains(hex)
        });
        empty.sort_by(|a, b| points(state, *b).total_cmp(&points(state, *a)).then(a.cmp(b)));
        for hex in empty {
            let Some(n) = raiders.iter().position(|r| r.walk.contains(hex) || r.ride.contains(hex)) else {
                continue;
            };
            let raider = raiders.remove(n);
            self.raid(&raider, hex);
        }
        self.raid_the_road(sight, raiders);
    }

    fn raid(&mut self, raider: &Raider, hex: Hex) {
        if !raider.walk.contains(hex) {
            self.riders.insert(raider.unit);
        }
        self.strikes.push((raider.unit, hex));
    }

    /// Where a zone of control on the road does most, one division after the other.
    fn raid_the_road(&mut self, sight: &Sight<'_>, mut raiders: Vec<Raider>) {
        let mut state = *sight.state;
        let germans = state.on_map(Side::German);
        for _ in 0..RAIDERS {
            let road = state.live_road();
            let beside = data().map.spread(&road).or(&road);
            let before = state.out_of_supply(germans);
            let mut tried = [false; HEX_SLOTS];
            let mut best: Option<(f32, usize, State, Hex)> = None;
            for (n, raider) in raiders.iter().enumerate() {
                for hex in raider.walk.and(&beside).iter() {
                    if std::mem::replace(&mut tried[hex.index()], true) || !state.has_room(Side::Soviet, hex)
                    {
                        continue;
                    }
                    let Some(then) = walked(&state, raider.unit, hex) else { continue };
                    let cut = weight(&state, then.out_of_supply(germans).without(&before));
                    let gain = cut - LEAVES * sight.plan.means.strength(&state, raider.unit).1;
                    if cut > CUT_OFF && best.as_ref().is_none_or(|b| gain > b.0) {
                        best = Some((gain, n, then, hex));
                    }
                }
            }
            let Some((_, n, then, hex)) = best else { return };
            state = then;
            let raider = raiders.remove(n);
            self.raid(&raider, hex);
        }
    }
}

impl Raider {
    fn of(state: &State, unit: UnitId) -> Option<Raider> {
        let at = state.hex(unit).filter(|_| !state.is_disrupted(unit) && !state.has_moved(unit))?;
        let walk =
            state.reach(UnitSet::one(unit)).ok()?.field.hexes().map(|(hex, _)| hex).chain([at]).collect();
        let ride = state.rail_reach(unit).map_or(HexSet::EMPTY, |r| r.hexes().map(|(hex, _)| hex).collect());
        Some(Raider { unit, walk, ride })
    }
}

/// The position after a walk.
fn walked(state: &State, unit: UnitId, hex: Hex) -> Option<State> {
    let mut then = *state;
    if state.hex(unit) != Some(hex) {
        let units = UnitSet::one(unit);
        let path = state.reach(units).ok()?.field.path(hex)?;
        then.apply(&Action::Move { units, path }, &mut NoMore).ok()?;
    }
    Some(then)
}

/// Attack strength of Germans, those on foot for a part.
fn weight(state: &State, units: UnitSet) -> f32 {
    let of = |unit: UnitId| {
        let strength = f32::from(state.attack(unit)) * if state.is_integrated(unit) { 2.0 } else { 1.0 };
        strength * if state.kind(unit).is_mechanized() { 1.0 } else { ON_FOOT }
    };
    units.iter().map(of).sum()
}
