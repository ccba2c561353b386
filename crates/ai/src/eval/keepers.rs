//! Who holds an objective of the Germans: the danger that Soviets walk into one left empty, the infantry that can step in,
//! and panzers that wait where it could stand.

use super::{Judge, Stack};
use pgg_core::{Direction, Hex, HexSet, Phase, Side, State, UnitId, data};

/// How likely a Soviet division so far away walks into an empty city in its next turn.
const WALKS: [f32; 7] = [1.0, 1.0, 1.0, 1.0, 0.7, 0.5, 0.3];
/// How likely one comes by rail [6.3], however far it is.
const RIDES: f32 = 0.7;
/// What is left of the danger while Germans can still step in, and from how far.
const RELIEF: f32 = 0.25;
const STEP_IN: u16 = 2;
/// How much of their defence counts before they have.
const COMING: f32 = 0.75;
/// Points that a mechanized division costs while it holds what infantry could hold.
const WASTED: f32 = 1.0;

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
            if risk > 0.0 && self.relief(state, hex).next().is_some() {
                risk *= RELIEF;
            }
            most = most.max(risk);
        }
        most
    }

    /// Defence of the Germans in a hex; where nobody stands, of those who can step in.
    pub(super) fn garrison(&self, state: &State, hex: Hex) -> f32 {
        match self.board.stack(Side::German, hex) {
            Some(stack) => stack.defence,
            None => COMING * self.relief(state, hex).map(|s| s.defence).fold(0.0, f32::max),
        }
    }

    /// What it costs that mechanized divisions hold the hexes and infantry could.
    pub(super) fn wasted(&self, state: &State, hexes: &[Hex]) -> f32 {
        let wasted = |&&hex: &&Hex| {
            self.board.stack(Side::German, hex).is_some_and(|s| s.mechanized && s.units > 1)
                && !state.is_enemy_controlled(Side::German, hex)
                && self.relief(state, hex).any(|s| !s.mechanized)
        };
        WASTED * hexes.iter().filter(wasted).count() as f32
    }

    /// Germans near by who have not moved yet and can step into a hex. A division of three regiments fills its hex: it is
    /// relieved only after it has gone.
    fn relief(&self, state: &State, hex: Hex) -> impl Iterator<Item = &Stack> {
        let moves = |u: UnitId| match state.phase() {
            Phase::GermanMovement => !state.has_moved(u),
            Phase::MechanizedMovement => !state.has_moved(u) && state.kind(u).is_mechanized(),
            _ => false,
        };
        let can = move |s: &&Stack| {
            (1..=STEP_IN).contains(&s.hex.distance(hex))
                && !state.is_enemy_controlled(Side::German, s.hex)
                && state.side_in(Side::German, s.hex).iter().any(moves)
        };
        self.board.stacks[Side::German].iter().filter(can)
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
