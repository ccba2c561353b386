//! Counter-attacks: all divisions that can get beside Germans that are weak, cut off or reduced attack them.

use super::Guard;
use crate::shared::{multiple_if, points};
use crate::survey::{Sight, StackView, UNSUPPLIED};
use pgg_core::rules::stacking::COMBAT_UNITS_IN_HEX;
use pgg_core::{Hex, HexSet, Side, UnitId, UnitSet, data};

/// Divisions in one attack, at most.
const MOST: usize = 12;
/// Divisions that stay in an objective, whatever can be gained elsewhere.
const KEEPERS: usize = 2;
/// Odds beyond which nobody more is sent: the last column but one of the table.
const ENOUGH: f32 = 4.0;
/// What a defender who can retreat loses besides, for each time he has to.
const DRIVEN_BACK: f32 = 0.3;
/// Points for driving Germans from a hex, and more from an objective; the share of its points that counts for hunters.
const CLEARED: f32 = 0.3;
const OBJECTIVE: f32 = 2.0;
const PRIZE: f32 = 0.5;
/// Points that a Soviet step costs: most are rifle divisions.
const OWN_STEP: f32 = 0.9;

/// A division that can strike, and from where.
struct Striker {
    unit: UnitId,
    attack: f32,
    hexes: HexSet,
}

/// An attack on one German stack.
struct Attack {
    gain: f32,
    moves: Vec<(UnitId, Hex)>,
}

impl Guard {
    /// Plan attacks, the best first, each division in one of them.
    pub(super) fn counter(&mut self, sight: &Sight<'_>, considered: &UnitSet) {
        let state = sight.state;
        let lines = state.soviet_lines();
        let commanded = self.commanded(state);
        let mut strikers: Vec<Striker> = Vec::new();
        let told: UnitSet = self.strikes.iter().map(|&(unit, _)| unit).collect();
        let bound = state.marching().or(&told);
        let divisions = state.on_map(Side::Soviet).and(&UnitSet::DIVISION).without(&bound);
        let keepers = keepers(sight);
        for unit in divisions.without(considered) {
            let Some(at) = state.hex(unit) else { continue };
            if state.is_disrupted(unit) || !state.is_attack_capable(unit) {
                continue;
            }
            let mut hexes: HexSet = HexSet::from_iter([at]);
            if !keepers.contains(unit)
                && let Ok(reach) = state.reach(UnitSet::one(unit))
            {
                reach.field.hexes().for_each(|(h, _)| hexes.insert(h));
            }
            let hexes = hexes.and(state.zones(Side::German)).and(&commanded);
            if !hexes.is_empty() {
                let supplied = if lines.supplied.contains(at) { 1.0 } else { UNSUPPLIED };
                let attack = sight.plan.means.strength(state, unit).0 * supplied;
                strikers.push(Striker { unit, attack, hexes });
            }
        }
        strikers.sort_by(|a, b| b.attack.total_cmp(&a.attack));
        let mut used = UnitSet::EMPTY;
        loop {
            let mut best: Option<Attack> = None;
            for target in sight.survey.stacks(Side::German) {
                let attack = self.attack(sight, &strikers, &used, target);
                if let Some(attack) = attack
                    && attack.gain > best.as_ref().map_or(self.weights.blow, |b| b.gain)
                {
                    best = Some(attack);
                }
            }
            let Some(attack) = best else { break };
            attack.moves.iter().for_each(|&(unit, _)| used.insert(unit));
            self.strikes.extend(attack.moves);
        }
    }

    /// The best attack on a stack: strongest divisions first, spread round it so that it cannot retreat.
    fn attack(
        &self,
        sight: &Sight<'_>,
        strikers: &[Striker],
        used: &UnitSet,
        target: &StackView,
    ) -> Option<Attack> {
        let (state, map) = (sight.state, &data().map);
        let around: Vec<(Hex, bool)> = map
            .contacts(target.hex)
            .filter(|&(_, h)| !state.occupied(Side::German).contains(h))
            .map(|(d, h)| (h, map.side(target.hex, d).river()))
            .collect();
        let mut crowd: Vec<usize> = around
            .iter()
            .map(|&(h, _)| {
                state
                    .side_in(Side::Soviet, h)
                    .and(&UnitSet::DIVISION)
                    .iter()
                    .filter(|&u| !strikers.iter().any(|s| s.unit == u))
                    .count()
            })
            .collect();
        let mut moves = Vec::new();
        let (mut attack, mut dry) = (0.0, false);
        let defence = |dry: bool| target.defence * multiple_if(target.hex, !dry);
        for striker in strikers.iter().filter(|s| !used.contains(s.unit)) {
            // The emptiest place that is not across a river.
            let place = (0..around.len())
                .filter(|&n| {
                    crowd[n] < usize::from(COMBAT_UNITS_IN_HEX) && striker.hexes.contains(around[n].0)
                })
                .min_by_key(|&n| (around[n].1, crowd[n], n));
            let Some(place) = place else { continue };
            crowd[place] += 1;
            attack += striker.attack;
            dry |= !around[place].1;
            moves.push((striker.unit, around[place].0));
            if moves.len() >= MOST || attack >= ENOUGH * defence(dry) {
                break;
            }
        }
        if moves.is_empty() {
            return None;
        }
        let chance = sight.survey.fight(attack, defence(dry), true);
        let posts: HexSet = moves.iter().map(|&(_, h)| h).collect();
        let zones = map.spread(&posts).or(state.zones(Side::Soviet));
        let soviets = posts.or(state.occupied(Side::Soviet));
        let open =
            |h: Hex| !soviets.contains(h) && (!zones.contains(h) || state.occupied(Side::German).contains(h));
        let trapped = !map.contacts(target.hex).any(|(_, h)| open(h));
        let steps = f32::from(target.steps.max(1));
        let lost =
            if trapped { chance.trapped } else { chance.free + DRIVEN_BACK * chance.clears }.min(steps);
        let of_it = lost / steps;
        let taken = points(state, target.hex);
        let prize = if taken > 0.0 { OBJECTIVE + PRIZE * self.weights.hunt.min(1.0) * taken } else { 0.0 };
        let gain = of_it * target.worth + target.division_lost(of_it) + chance.clears * (CLEARED + prize);
        let own = OWN_STEP * chance.own;
        Some(Attack { gain: gain - own, moves })
    }
}

/// Those that defend the objectives best.
pub(super) fn keepers(sight: &Sight<'_>) -> UnitSet {
    let defence = |unit: UnitId| sight.plan.means.strength(sight.state, unit).1;
    let mut all = UnitSet::EMPTY;
    for &hex in data().victory.objective_hexes() {
        let mut here: Vec<UnitId> =
            sight.state.side_in(Side::Soviet, hex).and(&UnitSet::DIVISION).iter().collect();
        here.sort_by(|a, b| defence(*b).total_cmp(&defence(*a)));
        here.into_iter().take(KEEPERS).for_each(|unit| all.insert(unit));
    }
    all
}
