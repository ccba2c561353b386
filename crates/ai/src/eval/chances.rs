//! The chance that the Germans have an objective at the end: by their way to it, the time that is left, strength near
//! by and garrisons.

use super::{FAR, Judge};
use crate::shared::exact::{exp, ln_1p, logistic};
use crate::shared::ground;
use pgg_core::sequence::TURNS;
use pgg_core::{Hex, Phase, Side, State, data};
use std::sync::LazyLock;

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
            Phase::SovietCombat => (1.0, 0.4),
            Phase::SovietInterdiction | Phase::GermanMovement => (1.0, 0.0),
            Phase::GermanCombat => (0.7, 0.0),
            Phase::MechanizedMovement => (0.5, 0.0),
            Phase::AirInterdiction | Phase::GameOver => (0.0, 0.0),
        };
        Clock { german: after + german, soviet: after + soviet }
    }

    /// How much forces count: at the end nobody needs them.
    pub(crate) fn men(&self) -> f32 {
        ((self.german + 0.5) / 7.0).min(1.0)
    }
}

/// Strength near a hex.
struct Near {
    german: f32,
    soviet: f32,
}

/// How strength counts with distance.
struct Decay {
    german: [f32; 64],
    soviet: [f32; 64],
}

static DECAY: LazyLock<Decay> = LazyLock::new(|| {
    let by = |scale: f32| std::array::from_fn(|distance| exp(-(distance as f32) / scale));
    Decay { german: by(8.0), soviet: by(4.0) }
});

/// How readily each objective falls, in the order of the schedule; found by regression over games of `major` and
/// `cadet`, as are the weights of the way, of strength and of garrisons.
const BASE: [f32; 12] = [-0.8, 2.4, 4.6, 3.6, 3.8, 1.1, 0.7, -0.8, 1.5, -0.8, -1.8, 0.0];

/// What a city retaken costs besides its points [15.12], and the trouble to take it again.
const RETAKEN: f32 = 5.0;

impl Judge {
    /// Points expected of all objectives.
    pub(super) fn objectives(&self, state: &State, clock: &Clock) -> f32 {
        let edition = state.options().edition;
        let occupied = state.occupied_objectives();
        let mut sum = 0.0;
        for (n, objective) in data().victory.objectives().iter().enumerate() {
            let points = f32::from(objective.points(edition));
            sum += points * self.chance_of(state, clock, n, occupied >> n & 1 != 0);
            if clock.soviet > 0.0 {
                let lost = self.weights.keep * (points + RETAKEN);
                sum -= lost * self.walked_into(state, &objective.hexes);
                sum -= self.wasted(state, &objective.hexes);
            }
        }
        sum
    }

    /// The chance that the Germans have an objective at the end.
    pub(crate) fn chance_of(&self, state: &State, clock: &Clock, objective: usize, occupied: bool) -> f32 {
        if clock.german <= 0.0 {
            return f32::from(u8::from(occupied));
        }
        let weights = &self.weights;
        let hexes = &data().victory.objectives()[objective].hexes;
        let open = |h: &&Hex| state.controller(**h) == Some(Side::Soviet);
        let far = hexes.iter().filter(open).map(|&h| self.to_take(h)).max();
        let near = self.near(hexes[0]);
        // What is not taken yet may always go wrong.
        let most = if far.is_some() { weights.untaken } else { 1.0 };
        let logit = match far {
            Some(far) => {
                let (far, turns) = (f32::from(far.min(FAR)), clock.german);
                let garrison =
                    weakest(hexes, |h| self.board.stack(Side::Soviet, h).map_or(0.0, |s| s.defence));
                BASE.get(objective).copied().unwrap_or(0.0)
                    + far * (0.012 - weights.way / (15.0 + 13.0 * turns))
                    - 0.05 * turns
                    + weights.way_strength * ln_1p(near.german)
                    - weights.way_garrison * ln_1p(garrison)
            }
            None if clock.soviet <= 0.0 => return if occupied { 1.0 } else { 0.3 },
            None => {
                let garrison = weakest(hexes, |h| self.garrison(state, h));
                let line = if occupied { 1.3 } else { 0.0 };
                line - 2.8 + weights.hold_strength * ln_1p(near.german)
                    - weights.hold_enemy * ln_1p(near.soviet)
                    + weights.hold_garrison * ln_1p(garrison)
            }
        };
        most * logistic(logit)
    }

    /// Attack strength of either side near a hex, farther stacks counting less.
    fn near(&self, hex: Hex) -> Near {
        let mut near = Near { german: 0.0, soviet: 0.0 };
        for stack in &self.board.stacks[Side::German] {
            near.german += stack.attack * DECAY.german[usize::from(stack.hex.distance(hex))];
        }
        for stack in &self.board.stacks[Side::Soviet] {
            near.soviet += stack.attack * DECAY.soviet[usize::from(stack.hex.distance(hex))];
        }
        near
    }
}

/// The weakest garrison in the hexes, by what it is worth on its ground.
fn weakest(hexes: &[Hex], garrison: impl Fn(Hex) -> f32) -> f32 {
    hexes.iter().map(|&h| garrison(h) * ground(h)).fold(f32::MAX, f32::min)
}
