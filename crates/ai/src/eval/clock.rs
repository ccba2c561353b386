//! The time that is left to either side.

use pgg_core::rules::sequence::TURNS;
use pgg_core::{Phase, State};

/// What is left of a Soviet turn after its Movement Phase, for what can still be gained in it.
const AFTER_SOVIET_MOVEMENT: f32 = 0.4;
/// What is left of a German turn when only fights and the panzers' second move are to come.
const AFTER_GERMAN_MOVEMENT: f32 = 0.7;
/// What is left of it when only that move is to come.
const AFTER_GERMAN_COMBAT: f32 = 0.5;
/// Turns from which on forces count in full.
const LONG: f32 = 7.0;
/// Even in the last phase forces count a little: half a turn.
const AT_LEAST: f32 = 0.5;

/// Turns that are left to either side, the one under way by what is left of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    pub(crate) german: f32,
    pub(crate) soviet: f32,
}

impl Clock {
    pub(crate) fn of(state: &State) -> Clock {
        let after = f32::from(TURNS - state.turn().min(TURNS));
        let (german, soviet) = match state.phase() {
            Phase::SovietSetUp | Phase::GermanSetUp | Phase::Evacuation | Phase::SovietMovement => (1.0, 1.0),
            Phase::SovietCombat => (1.0, AFTER_SOVIET_MOVEMENT),
            Phase::SovietInterdiction | Phase::GermanMovement => (1.0, 0.0),
            Phase::GermanCombat => (AFTER_GERMAN_MOVEMENT, 0.0),
            Phase::MechanizedMovement => (AFTER_GERMAN_COMBAT, 0.0),
            Phase::AirInterdiction | Phase::GameOver => (0.0, 0.0),
        };
        Clock { german: after + german, soviet: after + soviet }
    }

    /// How much forces count: at the end nobody needs them.
    pub(crate) fn men(&self) -> f32 {
        ((self.german + AT_LEAST) / LONG).min(1.0)
    }
}
