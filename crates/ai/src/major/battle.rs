//! The Combat Phases: every attack worth a thought is played out for each die, and the best is made.

use super::Mind;
use super::ahead::Ahead;
use crate::plan::Plan;
use crate::script::fights::{with_bound_leaders, without_idle};
use crate::search::{Proposer, best};
use crate::shared::multiple;
use crate::survey::Sight;
use pgg_core::data::tables::Tables;
use pgg_core::{Action, Hex, Legal, Side, State, Targets, UnitId, UnitSet};

/// Points an attack must gain to be made.
const ENOUGH: f32 = 0.05;
/// More than any position is worth: what gains by itself is taken by what all promise together.
const IN_ALL: f32 = 10_000.0;
/// An attack of a worse ratio than this is not worth a thought.
const HOPELESS: f32 = 0.8;
/// The least a defence is taken to be, so that a ratio can be told.
const LEAST_DEFENCE: f32 = 0.5;
/// How much Leaders help about, before their rating is reckoned with [10.36].
const LED: f32 = 1.2;

/// The best attack left, or the end of the phase.
pub(super) fn attack(mind: &mut Mind, state: &State, side: Side, plan: &Plan) -> Option<Action> {
    let legal = state.legal();
    if legal.attacks.is_empty() {
        return Some(Action::Done);
    }
    let most = mind.effort.attacks;
    let mut peril = mind.peril(state, side, plan);
    let mut ahead = mind.ahead(plan);
    let weights = ahead.weights;
    // By itself a fight must gain; what those to come promise tells which is first.
    ahead.weights.massed = 0.0;
    let mut fear = |ahead: &mut Ahead<'_>, then: &State| {
        peril.as_mut().map_or(0.0, |peril| peril.points(&ahead.look_closer(then)))
    };
    let now = ahead.value(state, side) - fear(&mut ahead, state);
    let options = Attacks { legal: &legal, side, most }.propose(&ahead.look_closer(state));
    let gain = |action: &Action| {
        ahead.weights.massed = 0.0;
        let gain = ahead.fight(state, action, side, &mut fear).map(|value| value - now)?;
        if side == Side::Soviet || weights.massed == 0.0 || gain <= ENOUGH {
            return Some(gain);
        }
        ahead.weights = weights;
        ahead.fight(state, action, side, &mut fear).map(|value| value + IN_ALL)
    };
    Some(best(options, ENOUGH, 0.0, gain).map_or(Action::Done, |(_, action)| action))
}

/// Attacks worth a thought: on each hex by all who can, without those of use elsewhere, by as few as give the same odds, and
/// on two hexes at once [9.23].
pub(super) struct Attacks<'a> {
    pub(super) legal: &'a Legal,
    pub(super) side: Side,
    /// How many are proposed, at most.
    pub(super) most: usize,
}

impl Proposer for Attacks<'_> {
    type Candidate = Action;

    /// Those of the best ratio first.
    fn propose(&self, sight: &Sight<'_>) -> Vec<Action> {
        let mut all = Vec::new();
        for option in &self.legal.attacks {
            let able = option.units.and(&self.legal.capable);
            let one = Targets::one(option.target);
            self.add(sight, &mut all, able, one);
            let elsewhere = |u: UnitId| {
                self.legal.attacks.iter().any(|o| o.target != option.target && o.units.contains(u))
            };
            let without_others = self.fewest(sight, able, option.target, elsewhere);
            let few = self.fewest(sight, able, option.target, |_| true);
            if without_others != able {
                self.add(sight, &mut all, without_others, one);
            }
            if few != without_others {
                self.add(sight, &mut all, few, one);
            }
            for other in self.legal.attacks.iter().filter(|o| o.target > option.target) {
                let both = able.and(&other.units);
                if !both.is_empty() {
                    let mut two = one;
                    two.push(other.target);
                    self.add(sight, &mut all, both, two);
                }
            }
        }
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        all.into_iter().take(self.most).map(|(_, action)| action).collect()
    }
}

impl Attacks<'_> {
    /// An attack with its ratio of strengths, and the same with all Leaders who may join [10.36].
    fn add(&self, sight: &Sight<'_>, all: &mut Vec<(f32, Action)>, units: UnitSet, targets: Targets) {
        let ratio = self.strength(sight, units) / self.defence(sight, units, &targets).max(LEAST_DEFENCE);
        if ratio >= HOPELESS {
            let bound = with_bound_leaders(self.legal, units);
            all.push((ratio, Action::Attack { targets, units: bound }));
            let led = with_all_leaders(self.legal, units);
            if led != bound {
                all.push((LED * ratio, Action::Attack { targets, units: led }));
            }
        }
    }

    /// Without those who change nothing and may be spared, the weakest and those nobody has seen first: an attacker shows
    /// his strength, and may turn out to have none [12.3].
    fn fewest(
        &self,
        sight: &Sight<'_>,
        able: UnitSet,
        target: Hex,
        may_be_spared: impl Fn(UnitId) -> bool,
    ) -> UnitSet {
        let column = |units: UnitSet| {
            let attack = self.strength(sight, units);
            let defence = self.defence(sight, units, &Targets::one(target));
            Tables::column_of(attack as u32, defence.ceil() as u32)
        };
        let mut order: Vec<UnitId> = able.iter().collect();
        order.sort_by_key(|&u| sight.state.attack(u));
        without_idle(able, &order, may_be_spared, column)
    }

    /// Attack of units, in the share they have of their stacks.
    fn strength(&self, sight: &Sight<'_>, units: UnitSet) -> f32 {
        let mut sum = 0.0;
        for unit in units {
            let stack = sight.state.hex(unit).and_then(|h| sight.survey.stack(self.side, h));
            sum += stack.map_or(0.0, |stack| stack.attack / f32::from(stack.units.max(1)));
        }
        sum
    }

    fn defence(&self, sight: &Sight<'_>, units: UnitSet, targets: &Targets) -> f32 {
        let origins = || units.iter().filter_map(|u| sight.state.hex(u));
        let bare = |hex: Hex| sight.survey.stack(self.side.enemy(), hex).map_or(0.0, |s| s.defence);
        targets.iter().map(|hex| bare(hex) * multiple(hex, origins())).sum()
    }
}

/// With every Leader of their hexes.
fn with_all_leaders(legal: &Legal, attackers: UnitSet) -> UnitSet {
    let hexes = legal.duties.iter().filter(|duty| duty.stack.meets(&attackers));
    hexes.fold(attackers, |units, duty| units.or(&duty.leaders))
}
