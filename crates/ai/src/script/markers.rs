//! Interdiction markers: German ones on the railways of the Soviet reserves, the Soviet one on the supply road.

use crate::survey::INTEGRATED;
use pgg_core::game::chance::NoMore;
use pgg_core::rules::interdiction::SOVIET_MARKER_USES;
use pgg_core::rules::sequence::TURNS;
use pgg_core::{Action, Direction, Hex, Side, State, UnitId, UnitSet, data};

/// Hexes from which Soviet units may come to a railway in a turn or two.
const NEAR: u16 = 8;
/// How much more a hex counts for each line of railway that meets there.
const JUNCTION: f32 = 0.3;
/// Markers nearer to one another than this bar the same trains.
const APART: u16 = 3;

/// Air markers on junctions and lines near Soviet units that are behind the front [13.31].
pub(crate) fn air(state: &State) -> Option<Action> {
    let map = &data().map;
    let behind: Vec<Hex> = state
        .on_map(Side::Soviet)
        .iter()
        .filter_map(|u| state.hex(u))
        .filter(|&h| !state.is_enemy_controlled(Side::Soviet, h))
        .collect();
    let worth = |hex: Hex| {
        let lines = Direction::ALL.into_iter().filter(|&d| map.side(hex, d).rail()).count() as f32;
        let traffic: f32 = behind
            .iter()
            // Those that will come west over it.
            .filter(|h| (hex.column()..=hex.column() + NEAR).contains(&h.column()))
            .map(|&h| hex.distance(h))
            .filter(|&distance| distance <= NEAR)
            .map(|distance| 1.0 / (1.0 + f32::from(distance)))
            .sum();
        traffic * (1.0 + JUNCTION * lines)
    };
    let apart = |hex: Hex| state.air_markers().all(|m| m.distance(hex) >= APART);
    let mut places: Vec<(f32, Hex)> = map
        .rail_hexes()
        .iter()
        .filter(|&h| apart(h) && !state.occupied(Side::German).contains(h))
        .map(|h| (worth(h), h))
        .filter(|&(worth, _)| worth > 0.0)
        .collect();
    places.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut actions = places.into_iter().map(|(_, hex)| Action::Interdict { hex });
    Some(actions.find(|action| state.check(action).is_ok()).unwrap_or(Action::Done))
}

/// Units that must be cut off before one of the three uses is spent.
const WORTH_IT: usize = 24;
/// Hexes of the road that are tried: farther on it hits nobody.
const HEAD: usize = 6;

/// On the live road near its head, where it puts most Germans out of supply [13.44]; kept while it would do little.
pub(crate) fn soviet(state: &State) -> Option<Action> {
    let germans = state.on_map(Side::German);
    let before = state.out_of_supply(germans).len();
    // [13.41] It is not used on the last turn.
    let left = (TURNS - 1).saturating_sub(state.turn());
    let uses_left = SOVIET_MARKER_USES.saturating_sub(state.soviet_marker_uses());
    // Towards the end it is used for less.
    let wanted = if left < uses_left { 1 } else { WORTH_IT };
    let road = state.live_road();
    let heads = road.iter().filter(|&h| !state.occupied(Side::German).contains(h)).take(HEAD);
    let mut best = None;
    for hex in heads {
        let mut then = *state;
        if then.apply(&Action::Interdict { hex }, &mut NoMore).is_err() {
            continue;
        }
        let cut_off: UnitSet = then.out_of_supply(germans);
        let count = cut_off.len().saturating_sub(before);
        if best.is_none_or(|(most, _)| count > most) {
            best = Some((count, hex));
        }
    }
    Some(match best {
        Some((count, hex)) if count >= wanted => Action::Interdict { hex },
        _ => Action::Done,
    })
}

/// The share of the strength of the panzers that must be cut off before one of the three uses is spent, and the least.
const SHARE: f32 = 0.4;
const LEAST: f32 = 40.0;
/// How much infantry counts: it is slow anyway, and near the west edge.
const ON_FOOT: f32 = 0.3;

/// Wherever on the live road it halves most of the German attack and march in the turn that comes [11.31, 13.44]: early,
/// when the panzers are far out and every city is still to be taken.
pub(crate) fn soviet_early(state: &State) -> Option<Action> {
    let germans = state.on_map(Side::German);
    let weight = |unit: UnitId| {
        let strength =
            f32::from(state.attack(unit)) * if state.is_integrated(unit) { INTEGRATED } else { 1.0 };
        strength * if state.kind(unit).is_mechanized() { 1.0 } else { ON_FOOT }
    };
    let sum = |units: UnitSet| units.iter().map(weight).sum::<f32>();
    let before = state.out_of_supply(germans);
    let left = (TURNS - 1).saturating_sub(state.turn());
    let uses_left = SOVIET_MARKER_USES.saturating_sub(state.soviet_marker_uses());
    let wanted = if left < uses_left { 0.0 } else { (SHARE * sum(germans)).max(LEAST) };
    let mut best = (wanted, Action::Done);
    for hex in state.live_road().iter().filter(|&h| !state.occupied(Side::German).contains(h)) {
        let mut then = *state;
        let action = Action::Interdict { hex };
        if then.apply(&action, &mut NoMore).is_ok() {
            let cut_off = sum(then.out_of_supply(germans).without(&before));
            if cut_off > best.0 {
                best = (cut_off, action);
            }
        }
    }
    Some(best.1)
}
