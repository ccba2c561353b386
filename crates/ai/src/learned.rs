//! The evaluation that has learned: what margin a game ends with, by a small net on coarse features of the position. The
//! features are counted in integers and so is the net, so it gives the same number on every machine.
//!
//! How it is trained is in `docs/laboratory.md`: `examples/positions.rs` plays the games and writes the features,
//! `bench/learned/train.py` trains and writes `net.bin`.

pub mod features;
mod net;

pub use features::{FEATURES, features};
pub use net::Net;

use crate::eval::Judge;
use crate::orders::Orders;
use crate::plan::Plan;
use crate::weights::Weights;
use pgg_core::State;

/// The share of the net, and what a point of the evaluation and one of the present margin come to at the end: least squares
/// over the starts of Movement Phases in 121 games.
const LEARNED: f32 = 0.5;
const EVALUATION: f32 = 0.65;
const MARGIN: f32 = 0.35;

/// Expects a margin of any position. It keeps its memory from one position to the next.
#[derive(Default)]
pub struct Learned {
    judge: Judge,
}

impl Learned {
    /// The features of a position.
    pub fn features(&mut self, state: &State) -> [i16; FEATURES] {
        let weights = Weights::default();
        let plan = Plan::of(state, state.phase().side(), &weights, &Orders::default());
        features(&self.judge.look(state, &plan, &weights))
    }

    /// The margin that the net expects at the end: German less Soviet points.
    pub fn margin(&mut self, state: &State) -> f32 {
        if state.decision().is_none() {
            return state.margin() as f32;
        }
        Net::kept().margin(&self.features(state))
    }

    /// The net's margin beside what the usual evaluation makes of it: together they are wrong in fewer games than either.
    /// It tells positions of the same turn and phase apart; what the evaluation adds to all of these alike is left out.
    pub fn judged(&mut self, state: &State) -> f32 {
        if state.decision().is_none() {
            return state.margin() as f32;
        }
        let weights = Weights::default();
        let plan = Plan::of(state, state.phase().side(), &weights, &Orders::default());
        let sight = self.judge.look(state, &plan, &weights);
        let net = Net::kept().margin(&features(&sight));
        let usual = EVALUATION * sight.judged().total() + MARGIN * state.margin() as f32;
        LEARNED * net + (1.0 - LEARNED) * usual
    }
}
