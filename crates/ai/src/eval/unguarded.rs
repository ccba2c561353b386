//! The danger that Soviets walk into an objective that the Germans hold and have left empty.

use super::{Judge, Stack};
use pgg_core::{Direction, Hex, HexSet, Phase, Side, State, UnitId, data};

/// How likely a Soviet division so far away walks into an empty city in its next turn.
const WALKS: [f32; 7] = [1.0, 1.0, 1.0, 1.0, 0.7, 0.5, 0.3];
/// How likely one comes by rail [6.3], however far it is.
const RIDES: f32 = 0.7;
/// What is left of the danger while Germans can still step in, and from how far.
const RELIEF: f32 = 0.25;
const STEP_IN: u16 = 2;

impl Judge {
    /// How likely Soviets walk into hexes that the Germans hold without a garrison.
    pub(super) fn walked_into(&self, state: &State, hexes: &[Hex]) -> f32 {
        let mut most = 0.0f32;
        for &hex in hexes {
            if state.controller(hex) != Some(Side::German) {
                return 0.0;
            }
            if self.board.stack(Side::German, hex).is_some() {
                continue;
            }
            let divisions = || self.board.stacks[Side::Soviet].iter().filter(|s| s.units > 0);
            let walks = |s: &Stack| WALKS.get(usize::from(s.hex.distance(hex))).copied().unwrap_or(0.0);
            let mut risk = divisions().map(walks).fold(0.0, f32::max);
            if risk < RIDES {
                let rails = rails_to(state, hex);
                if divisions().any(|s| rails.contains(s.hex)) {
                    risk = RIDES;
                }
            }
            if risk > 0.0 && self.relieved(state, hex) {
                risk *= RELIEF;
            }
            most = most.max(risk);
        }
        most
    }

    /// Can Germans who have not moved yet step into a hex that others have left? A division that fills its hex is relieved
    /// only after it has gone.
    fn relieved(&self, state: &State, hex: Hex) -> bool {
        let moves = |u: UnitId| match state.phase() {
            Phase::GermanMovement => !state.has_moved(u),
            Phase::MechanizedMovement => !state.has_moved(u) && state.kind(u).is_mechanized(),
            _ => false,
        };
        let can = |s: &Stack| {
            s.hex.distance(hex) <= STEP_IN
                && !state.is_enemy_controlled(Side::German, s.hex)
                && state.side_in(Side::German, s.hex).iter().any(moves)
        };
        self.board.stacks[Side::German].iter().any(can)
    }
}

/// Hexes from which Soviets could ride into a hex in their next turn if they stood there [6.32]: what was repaired in their
/// last one is open again by then [6.37].
fn rails_to(state: &State, hex: Hex) -> HexSet {
    let map = &data().map;
    let open = |h: Hex| {
        !state.is_enemy_controlled(Side::Soviet, h)
            && !state.occupied(Side::German).contains(h)
            && state.rail_cuts().all(|cut| cut != h)
    };
    let mut seen = HexSet::EMPTY;
    let mut edge = if open(hex) { vec![hex] } else { Vec::new() };
    while let Some(at) = edge.pop() {
        if seen.contains(at) {
            continue;
        }
        seen.insert(at);
        let joined = Direction::ALL.into_iter().filter(|&d| map.side(at, d).rail());
        edge.extend(joined.filter_map(|d| map.step(at, d)).filter(|&h| open(h)));
    }
    seen
}
