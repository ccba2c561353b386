//! The Combat Phases: which hex to attack with whom, and who advances.

use super::Notes;
use super::strength::Strengths;
use crate::shared::{ground, multiple};
use pgg_core::legal::AttackOption;
use pgg_core::tables::Tables;
use pgg_core::{Action, Hex, Legal, Path, Side, State, Targets, UnitId, UnitSet, data};

/// An attack that promises less than this is left.
const ENOUGH: f32 = 0.8;

impl Notes {
    /// The best attack left, or the end of the phase.
    pub(super) fn attack(&mut self, state: &State) -> Option<Action> {
        let legal = state.legal();
        let all = state.on_map(Side::German).or(&state.on_map(Side::Soviet));
        self.unsupplied = state.out_of_supply(all);
        let strengths = Strengths::of(state, &self.unsupplied);
        let mut best: Option<(f32, UnitSet, Hex)> = None;
        for option in legal.attacks.iter().filter(|o| !self.passed_over.contains(o.target)) {
            let units = self.attackers(state, &strengths, &legal, option);
            let worth = self.attack_worth(state, &strengths, units, option.target);
            if worth > best.map_or(ENOUGH, |(most, ..)| most) {
                best = Some((worth, units, option.target));
            }
        }
        let Some((_, attackers, target)) = best else { return Some(Action::Done) };
        let mut units = attackers;
        // [10.26] Leaders whose last combat unit attacks must join.
        for duty in &legal.duties {
            if duty.stack.meets(&attackers) && duty.reserves.without(&attackers).is_empty() {
                units = units.or(&duty.leaders);
            }
        }
        Some(Action::Attack { targets: Targets::one(target), units })
    }

    /// Everybody adjacent, but those who change nothing here and may be of use elsewhere.
    fn attackers(
        &self,
        state: &State,
        strengths: &Strengths,
        legal: &Legal,
        option: &AttackOption,
    ) -> UnitSet {
        let mut units = option.units.and(&legal.capable);
        let column = |units: UnitSet| {
            let attack = strengths.attack_of(units);
            let defence = strengths.stack(self.side.enemy(), option.target)
                * multiple(option.target, units.iter().filter_map(|u| state.hex(u)));
            Tables::column_of(attack as u32, defence.ceil() as u32)
        };
        let mut by_strength: Vec<UnitId> = units.iter().collect();
        by_strength.sort_by(|a, b| strengths.attack(*a).total_cmp(&strengths.attack(*b)));
        for unit in by_strength {
            let elsewhere = legal.attacks.iter().any(|o| o.target != option.target && o.units.contains(unit));
            let without = units.without(&UnitSet::one(unit));
            if elsewhere && !without.is_empty() && column(without) >= column(units) {
                units = without;
            }
        }
        units
    }

    fn attack_worth(&self, state: &State, strengths: &Strengths, units: UnitSet, target: Hex) -> f32 {
        let enemy = self.side.enemy();
        let defenders = state.side_in(enemy, target);
        let defence =
            strengths.stack(enemy, target) * multiple(target, units.iter().filter_map(|u| state.hex(u)));
        let open = defenders.or(&units).iter().any(|u| state.is_untried(u));
        let chance = self.prospects.fight(strengths.attack_of(units), defence, open);
        let prize = match state.controller(target) {
            Some(_) => data()
                .victory
                .objectives()
                .iter()
                .find(|o| o.hexes.contains(&target))
                .map_or(0.0, |o| f32::from(o.points(state.options().edition))),
            None => 0.0,
        };
        match self.side {
            Side::German => chance.hurt * 4.0 - chance.harm * 2.5 + chance.clear * prize * 0.4,
            // A Soviet step is a division.
            Side::Soviet => chance.hurt * 3.0 - chance.harm * 4.0 + chance.clear * prize * 0.3,
        }
    }

    /// The advance that gains most, or have done.
    pub(super) fn advance(&mut self, state: &State) -> Option<Action> {
        let strengths = Strengths::of(state, &self.unsupplied);
        let mut best: Option<(f32, UnitId, Path)> = None;
        for unit in state.combatants(self.side) {
            for path in state.advances(unit) {
                let gain = self.advance_worth(state, &strengths, unit, path.last());
                if gain > best.map_or(0.3, |(most, ..)| most) {
                    best = Some((gain, unit, path));
                }
            }
        }
        Some(best.map_or(Action::Done, |(_, unit, path)| Action::Advance { unit, path }))
    }

    fn advance_worth(&self, state: &State, strengths: &Strengths, unit: UnitId, to: Option<Hex>) -> f32 {
        let (Some(from), Some(to)) = (state.hex(unit), to) else { return 0.0 };
        if strengths.count(self.side, to) >= 3 || unit.is_leader() {
            return 0.0;
        }
        let prize = |hex: Hex| {
            let objective = data().victory.objectives().iter().find(|o| o.hexes.contains(&hex));
            objective.map_or(0.0, |o| f32::from(o.points(state.options().edition)))
        };
        let leaves_it = strengths.count(self.side, from) == 1;
        let mut gain = 0.0;
        if state.controller(to).is_some_and(|side| side != self.side) {
            gain += 8.0 + 2.0 * prize(to);
        } else if strengths.count(self.side, to) == 0 {
            gain += prize(to);
        }
        if leaves_it && self.threat(from) > 0.0 {
            gain -= prize(from);
        }
        let risk = |hex: Hex| (self.threat(hex) / (strengths.defence(unit) * ground(hex)).max(1.0)).min(6.0);
        match (self.side, &self.drive) {
            (Side::German, Some(drive)) => {
                gain += drive.to_go(state, unit, from) - drive.to_go(state, unit, to);
                // [7.3] A division stays together.
                let mates =
                    |hex: Hex| state.side_in(Side::German, hex).iter().filter(|&u| same(u, unit)).count();
                gain += 8.0 * mates(to) as f32 - 2.0 * mates(from) as f32;
                gain - 0.5 * (risk(to) - risk(from))
            }
            _ => gain - 2.0 - (risk(to) - risk(from)),
        }
    }
}

/// Of one division?
fn same(a: UnitId, b: UnitId) -> bool {
    let of = |u: UnitId| data().roster.german(u).formation;
    a != b && of(a).is_some() && of(a) == of(b)
}
