//! The Combat Phases: which hex to attack with which units, and which of them advance.

use super::View;
use super::strength::Strengths;
use crate::script::fights::{best_advance, with_bound_leaders, without_idle};
use crate::shared::{division_of, ground, multiple, points};
use pgg_core::data::tables::Tables;
use pgg_core::game::legal::AttackOption;
use pgg_core::{Action, Hex, Legal, Side, State, Targets, UnitId, UnitSet};

/// An attack that promises less than this is left.
const ENOUGH: f32 = 0.8;
/// What a step of the enemy, a step of one's own and each point of a city are worth in a fight.
const GERMAN: Stakes = Stakes { hurt: 4.0, harm: 2.5, prize: 0.4 };
/// A Soviet step is a division.
const SOVIET: Stakes = Stakes { hurt: 3.0, harm: 4.0, prize: 0.3 };

/// An advance that gains less than this is not made.
const ENOUGH_GAINED: f32 = 0.3;
/// What it is worth to take an objective besides its points, and how often these count.
const TAKE: f32 = 8.0;
const TAKE_POINTS: f32 = 2.0;
/// What each regiment of the same division is worth where it goes, and where it leaves [7.3].
const JOINS: f32 = 8.0;
const LEAVES: f32 = 2.0;
/// How many times stronger an enemy may be before it makes no difference any more.
const MOST_RISK: f32 = 6.0;
/// How much a German minds the risk, and what a Soviet division wants to gain to leave its post.
const GERMAN_RISK: f32 = 0.5;
const POST: f32 = 2.0;

struct Stakes {
    hurt: f32,
    harm: f32,
    prize: f32,
}

impl View {
    /// The best attack left, or the end of the phase.
    pub(super) fn attack(&mut self, state: &State) -> Option<Action> {
        let legal = state.legal();
        let all = state.on_map(Side::German).or(&state.on_map(Side::Soviet));
        self.unsupplied = state.out_of_supply(all);
        let strengths = self.strengths(state);
        let mut best: Option<(f32, UnitSet, Hex)> = None;
        for option in legal.attacks.iter().filter(|o| !self.passed_over.contains(o.target)) {
            let units = self.attackers(state, &strengths, &legal, option);
            let worth = self.attack_worth(state, &strengths, units, option.target);
            if worth > best.map_or(ENOUGH, |(most, ..)| most) {
                best = Some((worth, units, option.target));
            }
        }
        let Some((_, attackers, target)) = best else { return Some(Action::Done) };
        let units = with_bound_leaders(&legal, attackers);
        Some(Action::Attack { targets: Targets::one(target), units })
    }

    /// Everybody adjacent, but those who change nothing here and may be of use elsewhere, the weakest first.
    fn attackers(
        &self,
        state: &State,
        strengths: &Strengths,
        legal: &Legal,
        option: &AttackOption,
    ) -> UnitSet {
        let units = option.units.and(&legal.capable);
        let column = |units: UnitSet| {
            let attack = strengths.attack_of(units);
            let defence = strengths.stack(self.side.enemy(), option.target)
                * multiple(option.target, units.iter().filter_map(|u| state.hex(u)));
            Tables::column_of(attack as u32, defence.ceil() as u32)
        };
        let mut order: Vec<UnitId> = units.iter().collect();
        order.sort_by(|a, b| strengths.attack(*a).total_cmp(&strengths.attack(*b)));
        let elsewhere =
            |u: UnitId| legal.attacks.iter().any(|o| o.target != option.target && o.units.contains(u));
        without_idle(units, &order, elsewhere, column)
    }

    fn attack_worth(&self, state: &State, strengths: &Strengths, units: UnitSet, target: Hex) -> f32 {
        let enemy = self.side.enemy();
        let defenders = state.side_in(enemy, target);
        let defence =
            strengths.stack(enemy, target) * multiple(target, units.iter().filter_map(|u| state.hex(u)));
        let untried = defenders.or(&units).iter().any(|u| state.is_untried(u));
        let chance = self.prospects.fight(strengths.attack_of(units), defence, untried);
        let stakes = if self.side == Side::German { GERMAN } else { SOVIET };
        chance.hurt * stakes.hurt - chance.harm * stakes.harm
            + chance.clear * points(state, target) * stakes.prize
    }

    /// The advance that gains most, or have done.
    pub(super) fn advance(&self, state: &State) -> Action {
        let strengths = self.strengths(state);
        best_advance(state, self.side, ENOUGH_GAINED, |unit, from, to| {
            let room = !strengths.is_full(self.side, to);
            room.then(|| self.advance_worth(state, &strengths, unit, from, to))
        })
    }

    fn advance_worth(&self, state: &State, strengths: &Strengths, unit: UnitId, from: Hex, to: Hex) -> f32 {
        let leaves_it = strengths.count(self.side, from) == 1;
        let mut gain = 0.0;
        if state.controller(to).is_some_and(|side| side != self.side) {
            gain += TAKE + TAKE_POINTS * points(state, to);
        } else if strengths.count(self.side, to) == 0 {
            gain += points(state, to);
        }
        if leaves_it && self.threat.at(from) > 0.0 {
            gain -= points(state, from);
        }
        let risk = |hex: Hex| {
            (self.threat.at(hex) / (strengths.defence(unit) * ground(hex)).max(1.0)).min(MOST_RISK)
        };
        match (self.side, &self.goals) {
            (Side::German, Some(goals)) => {
                gain += goals.to_go(state, unit, from) - goals.to_go(state, unit, to);
                // [7.3] A division stays together.
                let mates = division_of(unit).without(&UnitSet::one(unit));
                let mates_in = |hex: Hex| state.side_in(Side::German, hex).and(&mates).len() as f32;
                gain += JOINS * mates_in(to) - LEAVES * mates_in(from);
                gain - GERMAN_RISK * (risk(to) - risk(from))
            }
            _ => gain - POST - (risk(to) - risk(from)),
        }
    }
}
