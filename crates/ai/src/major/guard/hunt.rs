//! Germans that stand alone, or on an objective that can be taken back: divisions gather two hexes away from them, out of
//! their zones of control, until they can attack.

use super::Guard;
use super::posts::terrain;
use crate::shared::points;
use pgg_core::rules::sequence::TURNS;
use pgg_core::{Hex, HexSet, Side, State, UnitSet, data};

/// Germans so near keep one another company.
const COMPANY: u16 = 4;
/// Strength near by with which nobody is alone any more.
const STRONG: f32 = 30.0;
/// Objectives so near are in danger.
const DANGER: u16 = 5;
/// How much the end of a German is worth wherever he stands.
const GERMAN: f32 = 3.0;
/// How much of the points of what he threatens counts.
const THREATENED: f32 = 0.5;
/// What is worth less than this is not hunted.
const WORTH_IT: f32 = 1.0;
/// What each of three divisions that gather is worth, against the prize.
const GATHERS: f32 = 0.5;
const SECOND: f32 = 0.9;
const THIRD: f32 = 0.8;
/// How far away they gather: one hex outside his zone of control.
const OUT_OF_SIGHT: u16 = 2;
/// Places to gather round one of them.
const PLACES: usize = 3;
/// How far a Leader goes to command an attack.
const RIDE: u16 = 3;

impl Guard {
    /// Places to gather.
    pub(super) fn want_hunts(&mut self, state: &State) {
        if self.weights.hunt <= 0.0 || state.turn() >= TURNS {
            return;
        }
        let prizes: Vec<(Hex, f32)> =
            self.near.iter().map(|&(at, attack)| (at, self.prize(state, at, attack))).collect();
        for (at, prize) in prizes.into_iter().filter(|&(_, prize)| prize > WORTH_IT) {
            let worth = self.weights.hunt * GATHERS * prize;
            for hex in places(state, at) {
                self.want(hex, [worth, SECOND * worth, THIRD * worth]);
            }
        }
    }

    /// What it is worth to be rid of a German stack.
    fn prize(&self, state: &State, at: Hex, attack: f32) -> f32 {
        let company = self.force(at, COMPANY) - attack;
        let alone = (1.0 - company / STRONG).clamp(0.0, 1.0);
        let taken = if state.controller(at) == Some(Side::German) { points(state, at) } else { 0.0 };
        let objectives = data().victory.objective_hexes().iter();
        let threatened = objectives
            .filter(|h| h.distance(at) <= DANGER && state.controller(**h) == Some(Side::Soviet))
            .map(|&h| points(state, h))
            .fold(0.0, f32::max);
        alone * (GERMAN + taken.max(THREATENED * threatened))
    }

    /// Hexes in which divisions have a Leader, or will have when he has moved [10.35].
    pub(super) fn commanded(&self, state: &State) -> HexSet {
        let mut commanded = state.soviet_lines().loc;
        if self.weights.hunt > 0.0 {
            for leader in state.on_map(Side::Soviet).and(&UnitSet::LEADER) {
                let Some(at) = state.hex(leader) else { continue };
                if !state.is_disrupted(leader) && !state.is_enemy_controlled(Side::Soviet, at) {
                    let far = u16::from(state.rating(leader)) + RIDE;
                    Hex::all().filter(|h| h.distance(at) <= far).for_each(|h| commanded.insert(h));
                }
            }
        }
        commanded
    }
}

/// Where to gather against a German: two hexes away, on good ground, not all on one side of him.
fn places(state: &State, at: Hex) -> Vec<Hex> {
    let fit = |h: &Hex| {
        h.distance(at) == OUT_OF_SIGHT
            && !state.zones(Side::German).contains(*h)
            && !state.occupied(Side::German).contains(*h)
            && !data().map.lakes().contains(*h)
    };
    let mut all: Vec<Hex> = Hex::all().filter(fit).collect();
    all.sort_by(|a, b| terrain(*b).total_cmp(&terrain(*a)).then(b.column().cmp(&a.column())));
    let mut chosen: Vec<Hex> = Vec::new();
    for hex in all {
        if chosen.len() < PLACES && chosen.iter().all(|c| c.distance(hex) >= OUT_OF_SIGHT) {
            chosen.push(hex);
        }
    }
    chosen
}
