//! What the Germans' coming Combat Phase promises if they mass: every stack attacks once [9.14], the best fight comes
//! first, and nobody takes part in it whom its odds do not need.

use crate::shared::multiple_if;
use crate::survey::{Prospect, Sight, StackView};
use pgg_core::data::tables::{Column, Tables};
use pgg_core::{Phase, Side, data};

/// An attack that promises less is not made.
const ENOUGH: f32 = 0.05;
/// The least column that a planned attack is made on, 2-1: below it the attacker loses as much as the defender [9.5].
const LEAST: Column = Column(3);
/// Strengths are sums of shares: what lacks this much of a point is that point.
const ROUNDING: f32 = 0.01;
/// Hexes beside one.
const BESIDE: usize = 6;

/// Who could attack a stack.
struct Target<'a> {
    stack: &'a StackView,
    /// The attackers beside it, by their places in the list of stacks, and whether a river is between.
    from: [(u8, bool); BESIDE],
    count: usize,
    trapped: bool,
    held: bool,
}

/// A fight as it would be made: what it promises, and the attackers that it takes, as bits of the places in `from`.
#[derive(Clone, Copy)]
struct Fight {
    gain: f32,
    takes: u8,
}

impl Sight<'_> {
    /// What the fights of the coming or present German Combat Phase promise together.
    pub(super) fn massed(&self) -> f32 {
        let strengths = self.strengths();
        let targets = self.targets();
        let mut used = vec![false; strengths.len()];
        let mut fights: Vec<Option<Fight>> =
            targets.iter().map(|target| self.best_fight(target, &strengths, &used)).collect();
        let mut sum = 0.0;
        loop {
            let mut best: Option<(usize, Fight)> = None;
            for (n, fight) in fights.iter().enumerate() {
                if let Some(fight) = fight
                    && best.is_none_or(|(_, most)| fight.gain > most.gain)
                {
                    best = Some((n, *fight));
                }
            }
            let Some((n, fight)) = best else { return sum };
            sum += fight.gain;
            fights[n] = None;
            let mut taken = [u8::MAX; BESIDE];
            for (k, &(stack, _)) in targets[n].from[..targets[n].count].iter().enumerate() {
                if fight.takes >> k & 1 == 1 {
                    used[usize::from(stack)] = true;
                    taken[k] = stack;
                }
            }
            for (other, fight) in fights.iter_mut().enumerate() {
                let target = &targets[other];
                if fight.is_some() && target.from[..target.count].iter().any(|(s, _)| taken.contains(s)) {
                    *fight = self.best_fight(target, &strengths, &used);
                }
            }
        }
    }

    /// Attack of every German stack, less those who have attacked.
    fn strengths(&self) -> Vec<f32> {
        let fighting = self.state.phase() == Phase::GermanCombat;
        let strength = |stack: &StackView| {
            if !fighting {
                return stack.attack;
            }
            let units = self.state.side_in(Side::German, stack.hex);
            let free = units.iter().filter(|&u| !self.state.has_attacked(u)).count();
            stack.attack * free as f32 / f32::from(stack.units.max(1))
        };
        self.survey.stacks(Side::German).iter().map(strength).collect()
    }

    /// Soviet stacks with Germans beside them that may be attacked.
    fn targets(&self) -> Vec<Target<'_>> {
        let (state, map) = (self.state, &data().map);
        let fighting = state.phase() == Phase::GermanCombat;
        let germans = self.survey.stacks(Side::German);
        let mut all = Vec::new();
        for stack in self.survey.stacks(Side::Soviet) {
            if !state.zones(Side::German).contains(stack.hex) {
                continue;
            }
            if fighting && state.side_in(Side::Soviet, stack.hex).iter().all(|u| state.was_attacked(u)) {
                continue;
            }
            let (mut from, mut count) = ([(0, false); BESIDE], 0);
            for (d, hex) in map.contacts(stack.hex) {
                let Some(german) = self.survey.stack(Side::German, hex) else { continue };
                let Some(place) = germans.iter().position(|s| std::ptr::eq(s, german)) else { continue };
                from[count] = (place as u8, map.side(stack.hex, d).river());
                count += 1;
            }
            if count > 0 {
                let trapped = self.survey.is_trapped(state, Side::Soviet, stack.hex);
                let held = state.controller(stack.hex) == Some(Side::Soviet);
                all.push(Target { stack, from, count, trapped, held });
            }
        }
        all
    }

    /// The best attack on a target by those who are free: all of them, then without those who change nothing.
    fn best_fight(&self, target: &Target<'_>, strengths: &[f32], used: &[bool]) -> Option<Fight> {
        let from = &target.from[..target.count];
        let strength = |k: usize| strengths[usize::from(from[k].0)];
        let free = |k: &usize| !used[usize::from(from[*k].0)] && strength(*k) > 0.0;
        let (mut attack, mut dry, mut takes) = (0.0, false, 0u8);
        for k in (0..from.len()).filter(free) {
            attack += strength(k);
            dry |= !from[k].1;
            takes |= 1 << k;
        }
        if takes == 0 {
            return None;
        }
        let column = |attack: f32, dry: bool| {
            let defence = target.stack.defence * multiple_if(target.stack.hex, !dry);
            let whole = |strength: f32| (strength + ROUNDING).max(1.0) as u32;
            Tables::column_of(whole(attack), whole(defence))
        };
        let all = column(attack, dry);
        if all < LEAST {
            return None;
        }
        // The weakest first.
        let mut order: Vec<usize> = (0..from.len()).filter(free).collect();
        order.sort_by(|&a, &b| strength(a).total_cmp(&strength(b)));
        for k in order {
            let left = takes & !(1 << k);
            let still_dry = (0..from.len()).any(|other| left >> other & 1 == 1 && !from[other].1);
            if left != 0 && column(attack - strength(k), still_dry) >= all {
                takes = left;
                attack -= strength(k);
                dry = still_dry;
            }
        }
        let multiple = multiple_if(target.stack.hex, !dry);
        let chance = self.survey.fight(attack, target.stack.defence * multiple, target.stack.untried);
        let step = (0..from.len()).filter(|k| takes >> k & 1 == 1).map(|k| self.step_of(from[k].0));
        let gain = self.fight_gains(target, &chance, step.fold(f32::MAX, f32::min));
        (gain > ENOUGH).then_some(Fight { gain, takes })
    }

    /// What a step of a stack is worth on average.
    fn step_of(&self, stack: u8) -> f32 {
        let stack = &self.survey.stacks(Side::German)[usize::from(stack)];
        stack.worth / f32::from(stack.steps.max(1))
    }

    fn fight_gains(&self, target: &Target<'_>, chance: &Prospect, step: f32) -> f32 {
        let stack = target.stack;
        let steps = f32::from((stack.units + stack.leaders).max(1));
        let lost = if target.trapped { chance.trapped } else { chance.free }.min(steps);
        let prize = if target.held { self.weights.prize } else { 0.0 };
        lost / steps * stack.worth + chance.clears * (self.weights.push + prize) - chance.own * step
    }
}
