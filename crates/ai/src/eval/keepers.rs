//! What holds an objective of the Germans: the danger that Soviets walk into one left empty, the infantry that can step in,
//! and panzers that wait where it could stand.

use crate::survey::{Sight, StackView};
use pgg_core::{Hex, Phase, Side, UnitId};

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

impl Sight<'_> {
    /// How likely Soviets walk into hexes that the Germans hold without a garrison.
    pub(super) fn walked_into(&self, hexes: &[Hex]) -> f32 {
        let mut most = 0.0f32;
        for &hex in hexes {
            if self.state.controller(hex) != Some(Side::German) {
                return 0.0;
            }
            if self.survey.stack(Side::German, hex).is_some() {
                continue;
            }
            let divisions = || self.survey.stacks(Side::Soviet).iter().filter(|s| s.units > 0);
            let walks = |s: &StackView| WALKS.get(usize::from(s.hex.distance(hex))).copied().unwrap_or(0.0);
            let mut risk = divisions().map(walks).fold(0.0, f32::max);
            if risk < RIDES {
                let rails = self.state.rail_joined(hex);
                if divisions().any(|s| rails.contains(s.hex)) {
                    risk = RIDES;
                }
            }
            if risk > 0.0 && self.relief(hex).next().is_some() {
                risk *= RELIEF;
            }
            most = most.max(risk);
        }
        most
    }

    /// Defence of the Germans in a hex; where nobody stands, of those who can step in.
    pub(super) fn garrison(&self, hex: Hex) -> f32 {
        match self.survey.stack(Side::German, hex) {
            Some(stack) => stack.defence,
            None => COMING * self.relief(hex).map(|s| s.defence).fold(0.0, f32::max),
        }
    }

    /// What it costs that mechanized divisions hold the hexes and infantry could.
    pub(super) fn wasted(&self, hexes: &[Hex]) -> f32 {
        let wasted = |&&hex: &&Hex| {
            self.survey.stack(Side::German, hex).is_some_and(|s| s.mechanized && s.units > 1)
                && !self.state.is_enemy_controlled(Side::German, hex)
                && self.relief(hex).any(|s| !s.mechanized)
        };
        WASTED * hexes.iter().filter(wasted).count() as f32
    }

    /// Germans near by who have not moved yet and can step into a hex. A division of three regiments fills its hex: it is
    /// relieved only after it has gone.
    fn relief(&self, hex: Hex) -> impl Iterator<Item = &StackView> {
        let moves = |u: UnitId| match self.state.phase() {
            _ if self.weights.relief == 0.0 => false,
            Phase::GermanMovement => !self.state.has_moved(u),
            Phase::MechanizedMovement => !self.state.has_moved(u) && self.state.kind(u).is_mechanized(),
            _ => false,
        };
        let can = move |s: &&StackView| {
            (1..=STEP_IN).contains(&s.hex.distance(hex))
                && !self.state.is_enemy_controlled(Side::German, s.hex)
                && self.state.side_in(Side::German, s.hex).iter().any(moves)
        };
        self.survey.stacks(Side::German).iter().filter(can)
    }
}
