//! Schemes: how a side may play the rest of its player-turn. The first is what `general` would do.

use crate::major::{Effort, Major};
use crate::orders::{Manner, OBJECTIVES, Orders, Stance};
use crate::shared::divisions;
use crate::weights::Weights;
use pgg_core::{Phase, Side, State, UnitSet, data};

/// Divisions that are sent together for an objective, and how many objectives are thought of, the nearest.
const TOGETHER: usize = 3;
const GOALS: usize = 2;
/// Positions judged to lay out roughly.
const SKETCH: usize = 2_500;
/// A ratio of an overrun that is never reached.
const NEVER: f32 = 1000.0;
/// How much more danger, or the coming fights, count to those who heed them, and how much less to those who do not.
const WARY: f32 = 2.5;
const RECKLESS: f32 = 0.4;
/// What a Leader costs who stands alone, where that is to be avoided.
const NOT_ALONE: f32 = 6.0;

/// How a side plays.
#[derive(Clone)]
pub(super) struct Scheme {
    pub(super) orders: Orders,
    weights: Weights,
    effort: Effort,
    /// The position it leads to when its phase ends, if no luck comes in.
    pub(super) moved: Option<State>,
}

impl Scheme {
    /// As `general` plays.
    pub(super) fn usual(side: Side) -> Scheme {
        let effort = match side {
            Side::German => Effort::WHOLE,
            Side::Soviet => Effort::THOROUGH,
        };
        Scheme { orders: Orders::default(), weights: Weights::of_general(side), effort, moved: None }
    }

    /// A player who follows it.
    pub(super) fn player(&self, seed: u64) -> Major {
        let mut major = Major::new(seed, self.weights).with_effort(self.effort);
        major.command(self.orders.clone());
        major
    }

    /// A player who follows it roughly, and so quickly.
    pub(super) fn sketch(&self, seed: u64) -> Major {
        let mut rough = self.clone();
        rough.effort.layout = rough.effort.layout.min(SKETCH);
        rough.player(seed)
    }

    fn with(mut self, change: impl FnOnce(&mut Scheme)) -> Scheme {
        change(&mut self);
        self
    }
}

/// All schemes for the phase that begins.
pub(super) fn schemes(state: &State, side: Side) -> Vec<Scheme> {
    let usual = || Scheme::usual(side);
    let mut all = vec![usual()];
    match side {
        Side::German => german(state, usual, &mut all),
        Side::Soviet => soviet(usual, &mut all),
    }
    all
}

fn german(state: &State, usual: impl Fn() -> Scheme, all: &mut Vec<Scheme>) {
    for manner in [Manner::Careful, Manner::Strike, Manner::DriveOn] {
        all.push(usual().with(|s| s.orders.set_manner(UnitSet::GERMAN, manner)));
    }
    if state.phase() == Phase::GermanMovement {
        all.push(usual().with(|s| s.effort.least_ratio = NEVER));
        all.push(usual().with(|s| s.weights.massed *= WARY));
    } else {
        all.push(usual().with(|s| s.weights.peril *= WARY));
        all.push(usual().with(|s| s.orders.set_manner(UnitSet::GERMAN, Manner::Hold)));
    }
    let mut goals: Vec<_> = (0..OBJECTIVES).filter_map(|n| Some((nearest(state, n)?, n))).collect();
    goals.sort_by_key(|&((far, _), n)| (far, n));
    for ((_, groups), n) in goals.into_iter().take(GOALS) {
        all.push(usual().with(|s| groups.iter().for_each(|&group| s.orders.set_goal(group, Some(n)))));
    }
}

fn soviet(usual: impl Fn() -> Scheme, all: &mut Vec<Scheme>) {
    for stance in [Stance::CounterAttack, Stance::Delay, Stance::Lines, Stance::Cities, Stance::Wings] {
        all.push(usual().with(|s| s.orders.stance = stance));
    }
    all.push(usual().with(|s| s.weights.alone = NOT_ALONE));
    for factor in [WARY, RECKLESS] {
        all.push(usual().with(|s| s.weights.exposure *= factor));
    }
}

/// The mechanized divisions nearest to an objective that the Germans do not have, and how far the first is.
fn nearest(state: &State, objective: usize) -> Option<(u16, Vec<UnitSet>)> {
    let hexes = &data().victory.objectives()[objective].hexes;
    let open = hexes.iter().find(|&&h| state.controller(h) == Some(Side::Soviet))?;
    let far = |group: UnitSet| {
        let unit = group.iter().find(|&u| state.hex(u).is_some() && state.kind(u).is_mechanized())?;
        Some((state.hex(unit)?.distance(*open), unit, group))
    };
    let mut all: Vec<_> = divisions().into_iter().filter_map(far).collect();
    all.sort_by_key(|&(distance, unit, _)| (distance, unit));
    let first = all.first()?.0;
    Some((first, all.into_iter().take(TOGETHER).map(|(.., group)| group).collect()))
}
