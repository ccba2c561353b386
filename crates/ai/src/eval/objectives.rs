//! The chance that the Germans have an objective at the end: by their way to it, the time that is left, strength near
//! by and garrisons.

use super::Clock;
use crate::orders::OBJECTIVES;
use crate::shared::exact::{exp, ln_1p, logistic};
use crate::shared::ground;
use crate::survey::{Sight, Ways};
use crate::weights::Weights;
use pgg_core::{Hex, Phase, Side, data};
use std::sync::LazyLock;

/// How strength counts with distance.
struct Decay {
    german: [f32; FARTHEST],
    soviet: [f32; FARTHEST],
}

/// More than any two hexes are apart.
const FARTHEST: usize = 64;
/// Hexes over which strength counts a third: panzers come from farther than rifle divisions.
const GERMAN_DECAY: f32 = 8.0;
const SOVIET_DECAY: f32 = 4.0;

static DECAY: LazyLock<Decay> = LazyLock::new(|| {
    let by = |scale: f32| std::array::from_fn(|distance| exp(-(distance as f32) / scale));
    Decay { german: by(GERMAN_DECAY), soviet: by(SOVIET_DECAY) }
});

/// What a city retaken costs besides its points [15.12], and the trouble to take it again.
const RETAKEN: f32 = 5.0;
/// The chance that the line to the west is open again at the end, if it is not when nobody but the Germans moves any more.
const LINE_OPENS: f32 = 0.3;
/// How much the odds to keep what is held are better while that line is open.
const LINE_OPEN: f32 = 1.3;
/// What the odds to keep what is held begin with, below even, before strength, enemies and garrison count.
const HELD: f32 = 2.8;

/// What the chance to take an objective depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Untaken {
    /// Half-points the Germans are from the last hex of it.
    pub far: f32,
    /// Turns they have left.
    pub turns: f32,
    /// German attack strength near it.
    pub strength: f32,
    /// Defence of its weakest hex, terrain included.
    pub garrison: f32,
}

/// Logistic regression of the chance to take an objective: these numbers, and the weights `way`, `way_strength` and
/// `way_garrison`. [`crate::fit`] finds them from games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// How readily each objective falls, in the order of the schedule.
    pub base: [f32; OBJECTIVES],
    /// What a half-point of way counts however much time is left.
    pub far: f32,
    /// What a turn that is left counts by itself.
    pub turn: f32,
}

/// Half-points the Germans make in the turn under way, and in each turn after it, fights included: the way counts by the
/// share of it that they can make.
const THIS_TURN: f32 = 15.0;
const EACH_TURN: f32 = 13.0;

/// As it was fitted to games of `major` and `cadet`.
pub const FITTED: Fit =
    Fit { base: [-0.8, 2.4, 4.6, 3.6, 3.8, 1.1, 0.7, -0.8, 1.5, -0.8, -1.8, 0.0], far: 0.012, turn: -0.05 };

/// What was rarely taken in the games of the regression begins with this or less.
const RARELY: f32 = 0.0;

impl Untaken {
    /// Half-points the Germans can make in the time that is left.
    pub fn makes(&self) -> f32 {
        THIS_TURN + EACH_TURN * self.turns
    }
}

impl Fit {
    /// The chance to take an objective, as a logit.
    pub fn logit(&self, objective: usize, untaken: &Untaken, weights: &Weights) -> f32 {
        let base = self.base.get(objective).copied().unwrap_or(0.0);
        base + if base <= RARELY { weights.ambition } else { 0.0 }
            + untaken.far * (self.far - weights.way / untaken.makes())
            + self.turn * untaken.turns
            + weights.way_strength * ln_1p(untaken.strength)
            - weights.way_garrison * ln_1p(untaken.garrison)
    }
}

impl Sight<'_> {
    /// Points expected of all objectives, by the ways of the Germans to them.
    pub(super) fn objectives(&self, clock: &Clock, ways: &Ways) -> f32 {
        let state = self.state;
        let edition = state.options().edition;
        let occupied = state.occupied_objectives();
        let mut sum = 0.0;
        for (n, objective) in data().victory.objectives().iter().enumerate() {
            let points = f32::from(objective.points(edition));
            sum += points * self.chance_by(ways, clock, n, occupied.contains(n));
            if clock.soviet > 0.0 {
                let lost = self.weights.keep * (points + RETAKEN);
                sum -= lost * self.walked_into(&objective.hexes);
                sum -= self.wasted(&objective.hexes);
            }
        }
        sum
    }

    /// The chance that the Germans have an objective at the end.
    pub(crate) fn chance_of(&self, clock: &Clock, objective: usize, occupied: bool) -> f32 {
        self.chance_by(self.survey.ways(), clock, objective, occupied)
    }

    fn chance_by(&self, ways: &Ways, clock: &Clock, objective: usize, occupied: bool) -> f32 {
        if clock.german <= 0.0 {
            return f32::from(u8::from(occupied));
        }
        let weights = self.weights;
        let hexes = &data().victory.objectives()[objective].hexes;
        match self.prospect_of(ways, clock, objective) {
            // What is not taken yet may always go wrong.
            Some(untaken) => {
                let last = clock.german < 1.0 && self.state.phase() != Phase::GermanMovement;
                let left = if last { weights.at_last } else { 1.0 };
                left * weights.untaken * logistic(FITTED.logit(objective, &untaken, weights))
            }
            None if clock.soviet <= 0.0 && occupied => 1.0,
            None if clock.soviet <= 0.0 => LINE_OPENS,
            None => {
                let garrison = weakest(hexes, |h| self.garrison(h));
                let line = if occupied { LINE_OPEN } else { 0.0 };
                let logit = line - HELD + weights.hold_strength * ln_1p(self.germans_near(hexes[0]))
                    - weights.hold_enemy * ln_1p(self.soviets_near(hexes[0]))
                    + weights.hold_garrison * ln_1p(garrison);
                logistic(logit)
            }
        }
    }

    /// What the chance to take an objective depends on; none if the Germans have all of it.
    pub(crate) fn prospect_of(&self, ways: &Ways, clock: &Clock, objective: usize) -> Option<Untaken> {
        let hexes = &data().victory.objectives()[objective].hexes;
        let open = |h: &&Hex| self.state.controller(**h) == Some(Side::Soviet);
        let far = hexes.iter().filter(open).map(|&h| ways.to_take(h)).max()?;
        Some(Untaken {
            far: f32::from(far),
            turns: clock.german,
            strength: self.germans_near(hexes[0]),
            garrison: weakest(hexes, |h| self.survey.stack(Side::Soviet, h).map_or(0.0, |s| s.defence)),
        })
    }

    /// German attack strength near a hex, farther stacks counting less.
    fn germans_near(&self, hex: Hex) -> f32 {
        let mut near = 0.0;
        for stack in self.survey.stacks(Side::German) {
            near += stack.attack * DECAY.german[usize::from(stack.hex.distance(hex))];
        }
        near
    }

    /// Soviet attack strength near a hex, farther stacks counting less.
    fn soviets_near(&self, hex: Hex) -> f32 {
        let mut near = 0.0;
        for stack in self.survey.stacks(Side::Soviet) {
            near += stack.attack * DECAY.soviet[usize::from(stack.hex.distance(hex))];
        }
        near
    }
}

/// The weakest garrison in the hexes, by what it is worth on its ground.
fn weakest(hexes: &[Hex], garrison: impl Fn(Hex) -> f32) -> f32 {
    hexes.iter().map(|&h| garrison(h) * ground(h)).fold(f32::MAX, f32::min)
}
