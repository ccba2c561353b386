//! Counter-attacks: Germans who are weak, cut off or reduced are attacked by all who can get beside them.

use super::super::Mind;
use super::Guard;
use crate::eval::Stack;
use crate::shared::{ground, points};
use pgg_core::{Hex, HexSet, Side, State, UnitId, UnitSet, data};

/// Divisions in one blow, at most.
const MOST: usize = 12;
/// Divisions that stay in an objective, whatever can be gained elsewhere.
const KEEPERS: usize = 2;

/// A division that can strike, and from where.
struct Striker {
    unit: UnitId,
    attack: f32,
    hexes: HexSet,
}

/// A blow at one German stack.
struct Blow {
    gain: f32,
    moves: Vec<(UnitId, Hex)>,
}

impl Guard {
    /// Plan blows, the best first, each division in one of them.
    pub(super) fn counter(&mut self, mind: &Mind, state: &State, considered: &UnitSet) {
        let lines = state.soviet_lines();
        let commanded = self.commanded(state);
        let mut strikers: Vec<Striker> = Vec::new();
        let told: UnitSet = self.strikes.iter().map(|&(unit, _)| unit).collect();
        let bound = self.marchers.or(&told);
        let divisions = state.on_map(Side::Soviet).and(&UnitSet::DIVISION).without(&bound);
        let keepers = keepers(mind, state);
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
                let supplied = if lines.supplied.contains(at) { 1.0 } else { 0.5 };
                let attack = mind.means(state, unit).0 * supplied;
                strikers.push(Striker { unit, attack, hexes });
            }
        }
        strikers.sort_by(|a, b| b.attack.total_cmp(&a.attack));
        let mut used = UnitSet::EMPTY;
        loop {
            let mut best: Option<Blow> = None;
            for target in &mind.judge.board.stacks[Side::German] {
                let blow = self.blow(mind, state, &strikers, &used, target);
                if let Some(blow) = blow
                    && blow.gain > best.as_ref().map_or(self.weights.blow, |b| b.gain)
                {
                    best = Some(blow);
                }
            }
            let Some(blow) = best else { break };
            blow.moves.iter().for_each(|&(unit, _)| used.insert(unit));
            self.strikes.extend(blow.moves);
        }
    }

    /// The best blow at a stack: strongest divisions first, spread round it so that it cannot retreat.
    fn blow(
        &self,
        mind: &Mind,
        state: &State,
        strikers: &[Striker],
        used: &UnitSet,
        target: &Stack,
    ) -> Option<Blow> {
        let map = &data().map;
        let around: Vec<(Hex, bool)> = target
            .hex
            .neighbours()
            .filter(|&(d, h)| !map.side(target.hex, d).lake() && !state.occupied(Side::German).contains(h))
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
        let full = target.defence * ground(target.hex);
        for striker in strikers.iter().filter(|s| !used.contains(s.unit)) {
            // The emptiest place that is not across a river.
            let place = (0..around.len())
                .filter(|&n| crowd[n] < 3 && striker.hexes.contains(around[n].0))
                .min_by_key(|&n| (around[n].1, crowd[n], n));
            let Some(place) = place else { continue };
            crowd[place] += 1;
            attack += striker.attack;
            dry |= !around[place].1;
            moves.push((striker.unit, around[place].0));
            let defence = full + if dry { 0.0 } else { target.defence };
            if moves.len() >= MOST || attack >= 4.0 * defence {
                break;
            }
        }
        if moves.is_empty() {
            return None;
        }
        let defence = full + if dry { 0.0 } else { target.defence };
        let chance = mind.judge.fights.prospect(attack, defence, true);
        let posts: HexSet = moves.iter().map(|&(_, h)| h).collect();
        let zones = map.spread(&posts).or(state.zones(Side::Soviet));
        let soviets = posts.or(state.occupied(Side::Soviet));
        let open =
            |h: Hex| !soviets.contains(h) && (!zones.contains(h) || state.occupied(Side::German).contains(h));
        let trapped = !target.hex.neighbours().any(|(d, h)| !map.side(target.hex, d).lake() && open(h));
        let steps = f32::from(target.steps.max(1));
        let lost = if trapped { chance.trapped } else { chance.free + 0.3 * chance.clears }.min(steps);
        let of_it = lost / steps;
        let taken = points(state, target.hex);
        let prize = if taken > 0.0 { 2.0 + 0.5 * self.weights.hunt.min(1.0) * taken } else { 0.0 };
        let gain = of_it * target.worth + target.division_lost(of_it) + chance.clears * (0.3 + prize);
        let own = 0.9 * chance.own;
        Some(Blow { gain: gain - own, moves })
    }
}

/// Those who defend the objectives best.
fn keepers(mind: &Mind, state: &State) -> UnitSet {
    let mut all = UnitSet::EMPTY;
    for &hex in data().victory.objective_hexes() {
        let mut here: Vec<UnitId> = state.side_in(Side::Soviet, hex).and(&UnitSet::DIVISION).iter().collect();
        here.sort_by(|a, b| mind.means(state, *b).1.total_cmp(&mind.means(state, *a).1));
        here.into_iter().take(KEEPERS).for_each(|unit| all.insert(unit));
    }
    all
}
