//! What fights in reach promise, and stacks that cannot get away.

use super::{Clock, Judge, Stack, is_trapped};
use crate::shared::ground;
use pgg_core::{Phase, Side, State, data};

/// The share of a German stack's strength that may come beside a hex so far away.
const COMES: [f32; 9] = [1.0, 1.0, 0.9, 0.8, 0.7, 0.6, 0.45, 0.3, 0.15];
/// More does not find room beside a hex.
const MOST_BESIDE: f32 = 40.0;

impl Judge {
    /// Worth of the stacks of a side that have an enemy beside them and no way out.
    pub(super) fn trapped(&self, state: &State, side: Side) -> f32 {
        let enemies = state.zones(side.enemy());
        self.board.stacks[side]
            .iter()
            .filter(|s| enemies.contains(s.hex) && is_trapped(state, &self.board, side, s.hex))
            .map(|s| s.worth)
            .sum()
    }

    /// What the fights in reach promise: of stacks that stand next to one another, and of Soviets near by.
    pub(super) fn fights_in_reach(&self, state: &State, clock: &Clock) -> f32 {
        let weights = &self.weights;
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
        if german > 0.0 {
            let promise: f32 =
                self.board.stacks[Side::Soviet].iter().map(|s| self.promise(state, s, Side::German)).sum();
            sum += german * weights.german_fights * promise;
        }
        if weights.exposure > 0.0 && state.phase() == Phase::SovietMovement {
            let exposed: f32 = self.board.stacks[Side::Soviet].iter().map(|s| self.exposure(s)).sum();
            sum += weights.exposure * exposed;
        }
        if soviet > 0.0 {
            let promise: f32 = self.board.stacks[Side::German]
                .iter()
                .map(|s| self.promise(state, s, Side::Soviet).max(weights.danger * self.danger(s)))
                .sum();
            sum -= soviet * weights.soviet_fights * promise;
        }
        sum
    }

    /// What an attack on a stack by all who stand beside it promises the attacker.
    pub(crate) fn promise(&self, state: &State, target: &Stack, attacker: Side) -> f32 {
        if !state.zones(attacker).contains(target.hex) {
            return 0.0;
        }
        let map = &data().map;
        let (mut attack, mut dry, mut step) = (0.0, false, 0.0f32);
        for (d, from) in target.hex.neighbours() {
            let flags = map.side(target.hex, d);
            let Some(stack) = self.board.stack(attacker, from).filter(|_| !flags.lake()) else { continue };
            if stack.attack <= 0.0 {
                continue;
            }
            let others =
                from.neighbours().filter(|&(_, h)| state.occupied(attacker.enemy()).contains(h)).count();
            attack += stack.attack * [1.0, 1.0, 0.75, 0.6, 0.5, 0.45, 0.4][others.min(6)];
            dry |= !flags.river();
            step = step.max(stack.worth / f32::from(stack.steps.max(1)));
        }
        if attack <= 0.0 {
            return 0.0;
        }
        let multiple = ground(target.hex) + if dry { 0.0 } else { 1.0 };
        let chance = self.fights.prospect(attack, target.defence * multiple, target.untried);
        let trapped = is_trapped(state, &self.board, attacker.enemy(), target.hex);
        let lost = if trapped { chance.trapped } else { chance.free }.min(f32::from(target.steps.max(1)));
        let of_it = lost / f32::from(target.steps.max(1));
        let prize =
            if state.controller(target.hex) == Some(attacker.enemy()) { self.weights.prize } else { 0.0 };
        let gain =
            of_it * target.worth + target.division_lost(of_it) + chance.clears * (self.weights.push + prize);
        (gain - chance.own * step).max(0.0)
    }

    /// What Germans who can come beside it may do to a Soviet stack.
    fn exposure(&self, stack: &Stack) -> f32 {
        let mut near = 0.0;
        for enemy in &self.board.stacks[Side::German] {
            if enemy.hex.column().abs_diff(stack.hex.column()) > 8 {
                continue;
            }
            let distance = usize::from(enemy.hex.distance(stack.hex));
            let pace = if enemy.mechanized { distance } else { 2 * distance };
            near += enemy.attack * COMES.get(pace).copied().unwrap_or(0.0);
        }
        let chance =
            self.fights.prospect(near.min(MOST_BESIDE), stack.defence * ground(stack.hex), stack.untried);
        let lost = (0.5 * (chance.free + chance.trapped)).min(f32::from(stack.steps.max(1)));
        lost / f32::from(stack.steps.max(1)) * stack.worth
    }

    /// What Soviets who are near but not beside it may do to a German stack.
    fn danger(&self, stack: &Stack) -> f32 {
        let mut near = 0.0;
        for enemy in &self.board.stacks[Side::Soviet] {
            if enemy.hex.column().abs_diff(stack.hex.column()) > 4 {
                continue;
            }
            let distance = enemy.hex.distance(stack.hex);
            if distance <= 4 {
                near += enemy.attack * [1.0, 1.0, 0.7, 0.5, 0.35][usize::from(distance)];
            }
        }
        let defence = stack.defence * ground(stack.hex);
        if near < defence {
            return 0.0;
        }
        let chance = self.fights.prospect(near, defence, false);
        let lost = (0.6 * chance.trapped).min(f32::from(stack.steps.max(1)));
        let of_it = lost / f32::from(stack.steps.max(1));
        of_it * stack.worth + stack.division_lost(of_it)
    }
}
