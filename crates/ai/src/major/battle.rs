//! The Combat Phases: every attack worth a thought is played out for each die, and the best is made.

use super::{Brief, Mind, Notes};
use crate::eval::Board;
use crate::shared::multiple;
use pgg_core::tables::Tables;
use pgg_core::{Action, Hex, Legal, Side, State, Targets, UnitId, UnitSet};
use std::sync::Arc;

/// An attack that gains less is left.
const ENOUGH: f32 = 0.05;

impl Notes {
    /// The best attack left, or the end of the phase.
    pub(super) fn attack(&mut self, mind: &mut Mind, state: &State, brief: &Brief<'_>) -> Option<Action> {
        let legal = state.legal();
        if legal.attacks.is_empty() {
            return Some(Action::Done);
        }
        let plan = Arc::clone(&self.plan);
        let mut ahead = mind.ahead(&plan);
        let now = ahead.value(state, self.side);
        let mut options = attacks(state, &ahead.judge.board, &legal, self.side);
        options.sort_by(|a, b| b.0.total_cmp(&a.0));
        options.truncate(brief.effort.attacks);
        let mut best: Option<(f32, Action)> = None;
        for (_, action) in options {
            let Some(value) = ahead.fight(state, &action, self.side) else { continue };
            let gain = value - now;
            if gain > best.map_or(ENOUGH, |(most, _)| most) {
                best = Some((gain, action));
            }
        }
        Some(best.map_or(Action::Done, |(_, action)| action))
    }
}

/// Attacks with the ratio of their strengths: on each hex by all who can, without those of use elsewhere, by as few as give
/// the same odds, and on two hexes at once [9.23].
fn attacks(state: &State, board: &Board, legal: &Legal, side: Side) -> Vec<(f32, Action)> {
    let mut all = Vec::new();
    let mut add = |units: UnitSet, targets: Targets| {
        let ratio =
            strength(state, board, side, units) / defence(state, board, side, units, &targets).max(0.5);
        if ratio >= 0.8 {
            let bound = with_leaders(legal, units);
            all.push((ratio, Action::Attack { targets, units: bound }));
            let led = with_all_leaders(legal, units);
            if led != bound {
                all.push((1.2 * ratio, Action::Attack { targets, units: led }));
            }
        }
    };
    for option in &legal.attacks {
        let able = option.units.and(&legal.capable);
        let one = Targets::one(option.target);
        add(able, one);
        let elsewhere =
            |u: UnitId| legal.attacks.iter().any(|o| o.target != option.target && o.units.contains(u));
        let without_others = fewest(state, board, side, able, option.target, elsewhere);
        let few = fewest(state, board, side, able, option.target, |_| true);
        if without_others != able {
            add(without_others, one);
        }
        if few != without_others {
            add(few, one);
        }
        for other in legal.attacks.iter().filter(|o| o.target > option.target) {
            let both = able.and(&other.units);
            if !both.is_empty() {
                let mut two = one;
                two.push(other.target);
                add(both, two);
            }
        }
    }
    all
}

/// Without those who change nothing and may be spared, the weakest and those nobody has seen first: whoever attacks shows
/// his strength, and may turn out to have none [12.3].
fn fewest(
    state: &State,
    board: &Board,
    side: Side,
    able: UnitSet,
    target: Hex,
    spared: impl Fn(UnitId) -> bool,
) -> UnitSet {
    let column = |units: UnitSet| {
        let attack = strength(state, board, side, units);
        let defence = defence(state, board, side, units, &Targets::one(target));
        Tables::column_of(attack as u32, defence.ceil() as u32)
    };
    let mut units = able;
    let mut by_strength: Vec<UnitId> = able.iter().collect();
    by_strength.sort_by_key(|&u| state.attack(u));
    for unit in by_strength {
        let without = units.without(&UnitSet::one(unit));
        if spared(unit) && !without.is_empty() && column(without) >= column(units) {
            units = without;
        }
    }
    units
}

/// [10.26] Leaders whose last combat unit attacks must join, and their rating helps [10.36].
fn with_leaders(legal: &Legal, attackers: UnitSet) -> UnitSet {
    let mut units = attackers;
    for duty in &legal.duties {
        if duty.stack.meets(&attackers) && duty.reserves.without(&attackers).is_empty() {
            units = units.or(&duty.leaders);
        }
    }
    units
}

/// With every Leader of their hexes.
fn with_all_leaders(legal: &Legal, attackers: UnitSet) -> UnitSet {
    let hexes = legal.duties.iter().filter(|duty| duty.stack.meets(&attackers));
    hexes.fold(attackers, |units, duty| units.or(&duty.leaders))
}

/// Attack of units, in the share they have of their stacks.
fn strength(state: &State, board: &Board, side: Side, units: UnitSet) -> f32 {
    let mut sum = 0.0;
    for unit in units {
        let Some(stack) = state.hex(unit).and_then(|h| board.stack(side, h)) else { continue };
        sum += stack.attack / f32::from(stack.units.max(1));
    }
    sum
}

fn defence(state: &State, board: &Board, side: Side, units: UnitSet, targets: &Targets) -> f32 {
    let origins = || units.iter().filter_map(|u| state.hex(u));
    let of = |hex: Hex| board.stack(side.enemy(), hex).map_or(0.0, |s| s.defence) * multiple(hex, origins());
    targets.iter().map(of).sum()
}
