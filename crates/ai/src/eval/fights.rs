//! What fights in reach promise, and stacks that cannot get away.

use super::Clock;
use crate::shared::{ground, multiple_if};
use crate::survey::{Sight, StackView};
use pgg_core::{Phase, Side, data};

/// The share of a German stack's strength that may come beside a hex so far away.
const COMES: [f32; 9] = [1.0, 1.0, 0.9, 0.8, 0.7, 0.6, 0.45, 0.3, 0.15];
/// How much slower those on foot come.
const ON_FOOT: usize = 2;
/// More does not find room beside a hex.
const MOST_BESIDE: f32 = 40.0;
/// The share of a Soviet stack's strength that may gather beside a hex so far away.
const GATHERS: [f32; 5] = [1.0, 1.0, 0.7, 0.5, 0.35];
/// The share of a stack's attack that is free for one enemy when it stands beside so many [9.14].
const FREE_FOR_IT: [f32; 7] = [1.0, 1.0, 0.75, 0.6, 0.5, 0.45, 0.4];
/// Whether a Soviet stack can retreat is not known before the Germans have moved: half and half.
const EITHER: f32 = 0.5;
/// How much of the worst counts that Soviets who have gathered may do: they rarely close every way out.
const SURROUNDED: f32 = 0.6;

impl Sight<'_> {
    /// Worth of the stacks of a side that have an enemy beside them and no way out.
    pub(super) fn trapped(&self, side: Side) -> f32 {
        let enemies = self.state.zones(side.enemy());
        self.survey
            .stacks(side)
            .iter()
            .filter(|s| enemies.contains(s.hex) && self.survey.is_trapped(self.state, side, s.hex))
            .map(|s| s.worth)
            .sum()
    }

    /// What the fights in reach promise: of stacks that stand next to one another, and of Soviets near by.
    pub(super) fn fights_in_reach(&self, clock: &Clock) -> f32 {
        let (state, weights) = (self.state, self.weights);
        let german = match state.phase() {
            Phase::GermanMovement => 1.0,
            _ if clock.german > 0.0 => weights.later,
            _ => 0.0,
        };
        let soviet = match state.phase() {
            Phase::SovietMovement => 1.0,
            _ if clock.soviet > 0.0 => weights.later,
            _ => 0.0,
        };
        let mut sum = 0.0;
        if weights.massed > 0.0 && matches!(state.phase(), Phase::GermanMovement | Phase::GermanCombat) {
            sum += weights.massed * self.massed();
        } else if german > 0.0 {
            let soviets = self.survey.stacks(Side::Soviet).iter();
            let promise: f32 = soviets.map(|s| self.promise(s, Side::German)).sum();
            sum += german * weights.german_fights * promise;
        }
        if weights.exposure > 0.0 && state.phase() == Phase::SovietMovement {
            let exposed: f32 = self.survey.stacks(Side::Soviet).iter().map(|s| self.exposure(s)).sum();
            sum += weights.exposure * exposed;
        }
        if soviet > 0.0 {
            let germans = self.survey.stacks(Side::German).iter();
            let promise: f32 =
                germans.map(|s| self.promise(s, Side::Soviet).max(weights.danger * self.danger(s))).sum();
            sum -= soviet * weights.soviet_fights * promise;
        }
        sum
    }

    /// What an attack on a stack by all who stand beside it promises the attacker.
    pub(crate) fn promise(&self, target: &StackView, attacker: Side) -> f32 {
        let state = self.state;
        if !state.zones(attacker).contains(target.hex) {
            return 0.0;
        }
        let map = &data().map;
        let (mut attack, mut dry, mut step) = (0.0, false, 0.0f32);
        for (d, from) in map.contacts(target.hex) {
            let Some(stack) = self.survey.stack(attacker, from) else { continue };
            if stack.attack <= 0.0 {
                continue;
            }
            let others =
                from.neighbours().filter(|&(_, h)| state.occupied(attacker.enemy()).contains(h)).count();
            attack += stack.attack * FREE_FOR_IT[others.min(FREE_FOR_IT.len() - 1)];
            dry |= !map.side(target.hex, d).river();
            step = step.max(stack.worth / f32::from(stack.steps.max(1)));
        }
        if attack <= 0.0 {
            return 0.0;
        }
        let multiple = multiple_if(target.hex, !dry);
        let chance = self.survey.fight(attack, target.defence * multiple, target.untried);
        let trapped = self.survey.is_trapped(state, attacker.enemy(), target.hex);
        let lost = if trapped { chance.trapped } else { chance.free }.min(f32::from(target.steps.max(1)));
        let of_it = lost / f32::from(target.steps.max(1));
        let prize =
            if state.controller(target.hex) == Some(attacker.enemy()) { self.weights.prize } else { 0.0 };
        let gain =
            of_it * target.worth + target.division_lost(of_it) + chance.clears * (self.weights.push + prize);
        (gain - chance.own * step).max(0.0)
    }

    /// What Germans who can come beside it may do to a Soviet stack.
    fn exposure(&self, stack: &StackView) -> f32 {
        let mut near = 0.0;
        for enemy in self.survey.stacks(Side::German) {
            if enemy.hex.column().abs_diff(stack.hex.column()) > COMES.len() as u16 - 1 {
                continue;
            }
            let distance = usize::from(enemy.hex.distance(stack.hex));
            let pace = if enemy.mechanized { distance } else { ON_FOOT * distance };
            near += enemy.attack * COMES.get(pace).copied().unwrap_or(0.0);
        }
        let chance =
            self.survey.fight(near.min(MOST_BESIDE), stack.defence * ground(stack.hex), stack.untried);
        let lost = (EITHER * (chance.free + chance.trapped)).min(f32::from(stack.steps.max(1)));
        lost / f32::from(stack.steps.max(1)) * stack.worth
    }

    /// What Soviets who are near but not beside it may do to a German stack.
    fn danger(&self, stack: &StackView) -> f32 {
        let mut near = 0.0;
        for enemy in self.survey.stacks(Side::Soviet) {
            if enemy.hex.column().abs_diff(stack.hex.column()) > GATHERS.len() as u16 - 1 {
                continue;
            }
            let distance = usize::from(enemy.hex.distance(stack.hex));
            if let Some(share) = GATHERS.get(distance) {
                near += enemy.attack * share;
            }
        }
        let defence = stack.defence * ground(stack.hex);
        if near < defence {
            return 0.0;
        }
        let chance = self.survey.fight(near, defence, false);
        let lost = (SURROUNDED * chance.trapped).min(f32::from(stack.steps.max(1)));
        let of_it = lost / f32::from(stack.steps.max(1));
        of_it * stack.worth + stack.division_lost(of_it)
    }
}
