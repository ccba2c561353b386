//! Blows against Germans that stand where they can be closed in: every way to close supply and retreat with the divisions
//! that can get there is tried on a copy of the position, which the rules judge, and the best blow of all is planned first.

use super::Guard;
use super::counter::keepers;
use crate::major::strike::{DIVISION, FOR_GOOD, prize, relief};
use crate::shared::multiple_if;
use crate::survey::{Sight, StackView, UNSUPPLIED};
use pgg_core::analysis::reach::Reach;
use pgg_core::game::chance::NoMore;
use pgg_core::rules::stacking::COMBAT_UNITS_IN_HEX;
use pgg_core::{Action, Hex, HexSet, Side, State, UnitId, UnitSet, data};

/// Divisions in one blow, at most.
const MOST: usize = 14;
/// Odds beyond which nobody more is sent.
const ENOUGH: f32 = 6.0;
/// What a defender who can retreat loses besides, in steps, for each time he has to.
const DRIVEN_BACK: f32 = 0.3;
/// Points for closing one in, whatever the die says: he cannot move and fights at half strength, of his worth.
const CLOSED_IN: f32 = 0.25;
/// Points that each division costs that leaves its place in the line.
const LEAVES: f32 = 0.15;
/// How likely a Leader is closed in, at most, where he goes to command a blow.
const UNSAFE: f32 = 0.7;
/// Ways to close one in that are tried.
const RINGS: usize = 6;

/// What is left of the strength of one that is out of supply now, but has a Leader coming.
const SOON_SUPPLIED: f32 = 0.7;

/// A division that can strike.
struct Striker {
    unit: UnitId,
    at: Hex,
    attack: f32,
    /// Where it can strike from.
    hexes: HexSet,
    reach: Option<Reach>,
}

/// A blow against one German stack.
struct Blow {
    gain: f32,
    moves: Vec<(UnitId, Hex)>,
}

impl Guard {
    /// Plan blows, the best first, each division in one of them.
    pub(super) fn blows(&mut self, sight: &Sight<'_>, considered: &UnitSet) {
        let strikers = self.strikers(sight, considered);
        let mut used = UnitSet::EMPTY;
        let mut state = *sight.state;
        loop {
            let mut best: Option<Blow> = None;
            for target in sight.survey.stacks(Side::German) {
                let least = best.as_ref().map_or(self.weights.blow, |b| b.gain);
                if let Some(blow) = self.best_blow(sight, &state, &strikers, &used, target)
                    && blow.gain > least
                {
                    best = Some(blow);
                }
            }
            let Some(blow) = best else { break };
            if let Some(then) = moved(&state, &strikers, &blow.moves) {
                state = then;
            }
            blow.moves.iter().for_each(|&(unit, _)| used.insert(unit));
            self.strikes.extend(blow.moves);
        }
    }

    /// Hexes in which divisions have a Leader, or could have one if he goes where he can and is not closed in [10.35].
    fn could_be_commanded(&self, state: &State) -> HexSet {
        let map = &data().map;
        let mut commanded = state.soviet_lines().loc;
        for leader in state.on_map(Side::Soviet).and(&UnitSet::LEADER) {
            let Some(at) = state.hex(leader).filter(|_| !state.is_disrupted(leader)) else { continue };
            let Ok(reach) = state.reach(UnitSet::one(leader)) else { continue };
            let places =
                reach.field.hexes().map(|(hex, _)| hex).filter(|&hex| {
                    !state.is_enemy_controlled(Side::Soviet, hex) && self.closed(hex) < UNSAFE
                });
            let mut reached: HexSet = places.chain([at]).collect();
            for _ in 0..state.rating(leader) {
                reached = map.spread(&reached).or(&reached);
            }
            commanded = commanded.or(&reached);
        }
        commanded
    }

    fn strikers(&self, sight: &Sight<'_>, considered: &UnitSet) -> Vec<Striker> {
        let state = sight.state;
        let lines = state.soviet_lines();
        let commanded = self.could_be_commanded(state);
        let told: UnitSet = self.strikes.iter().map(|&(unit, _)| unit).collect();
        let bound = state.marching().or(&told).or(considered);
        let divisions = state.on_map(Side::Soviet).and(&UnitSet::DIVISION).without(&bound);
        let keepers = keepers(sight);
        let mut strikers = Vec::new();
        for unit in divisions {
            let Some(at) = state.hex(unit) else { continue };
            if state.is_disrupted(unit) || !state.is_attack_capable(unit) {
                continue;
            }
            let mut hexes: HexSet = HexSet::from_iter([at]);
            let mut reach = None;
            if !keepers.contains(unit)
                && let Ok(walk) = state.reach(UnitSet::one(unit))
            {
                walk.field.hexes().for_each(|(h, _)| hexes.insert(h));
                reach = Some(walk.field);
            }
            let hexes = hexes.and(state.zones(Side::German)).and(&commanded);
            if !hexes.is_empty() {
                let supplied = if lines.supplied.contains(at) { 1.0 } else { SOON_SUPPLIED };
                let attack = sight.plan.means.strength(state, unit).0 * supplied;
                strikers.push(Striker { unit, at, attack, hexes, reach });
            }
        }
        strikers.sort_by(|a, b| b.attack.total_cmp(&a.attack));
        strikers
    }

    /// The best blow against a stack: by every way to close it in, and without.
    fn best_blow(
        &self,
        sight: &Sight<'_>,
        state: &State,
        strikers: &[Striker],
        used: &UnitSet,
        target: &StackView,
    ) -> Option<Blow> {
        let free: Vec<&Striker> = strikers.iter().filter(|s| !used.contains(s.unit)).collect();
        let map = &data().map;
        let around: Vec<Hex> = map
            .contacts(target.hex)
            .map(|(_, h)| h)
            .filter(|&h| !state.occupied(Side::German).contains(h))
            .collect();
        if !free.iter().any(|s| around.iter().any(|&h| s.hexes.contains(h))) {
            return None;
        }
        let mut best: Option<Blow> = None;
        for ring in rings(state, &around, &free) {
            if let Some(blow) = self.blow(sight, state, &free, target, &around, &ring)
                && best.as_ref().is_none_or(|b| blow.gain > b.gain)
            {
                best = Some(blow);
            }
        }
        best
    }

    /// A blow that mans the hexes of a ring first, then adds the strongest wherever there is room.
    fn blow(
        &self,
        sight: &Sight<'_>,
        state: &State,
        free: &[&Striker],
        target: &StackView,
        around: &[Hex],
        ring: &[Hex],
    ) -> Option<Blow> {
        let map = &data().map;
        let river = |h: Hex| target.hex.direction_to(h).is_some_and(|d| map.side(target.hex, d).river());
        // Who stands there and does not strike takes room.
        let bystanders = |&h: &Hex| {
            let here = state.side_in(Side::Soviet, h).and(&UnitSet::DIVISION);
            here.iter().filter(|&u| !free.iter().any(|s| s.unit == u)).count()
        };
        let mut crowd: Vec<usize> = around.iter().map(bystanders).collect();
        let mut moves: Vec<(UnitId, Hex)> = Vec::new();
        let mut taken = UnitSet::EMPTY;
        let (mut attack, mut dry) = (0.0, false);
        let defence = |dry: bool| target.defence * multiple_if(target.hex, !dry);
        // The ring first, each hex by the weakest who can be there: the strong go where most can strike.
        let mut ring = ring.iter();
        let mut rest = free.iter();
        loop {
            let (who, place) = if let Some(&hex) = ring.next() {
                let who = free.iter().rev().find(|s| !taken.contains(s.unit) && s.hexes.contains(hex))?;
                (who, around.iter().position(|&h| h == hex)?)
            } else if let Some(who) = rest.next() {
                if moves.len() >= MOST || attack >= ENOUGH * defence(dry) {
                    break;
                }
                let room =
                    |&n: &usize| crowd[n] < usize::from(COMBAT_UNITS_IN_HEX) && who.hexes.contains(around[n]);
                let place = (0..around.len())
                    .filter(room)
                    .min_by_key(|&n| (river(around[n]), around[n] != who.at, crowd[n], n));
                let Some(place) = place.filter(|_| !taken.contains(who.unit)) else { continue };
                (who, place)
            } else {
                break;
            };
            crowd[place] += 1;
            taken.insert(who.unit);
            attack += who.attack;
            dry |= !river(around[place]);
            moves.push((who.unit, around[place]));
        }
        if moves.is_empty() {
            return None;
        }
        let gain = self.gain(sight, state, free, target, &moves, attack, defence(dry))?;
        Some(Blow { gain, moves })
    }

    /// What a blow promises: the moves are made on a copy, and the rules say who is cut off and who can retreat there.
    #[allow(clippy::too_many_arguments)]
    fn gain(
        &self,
        sight: &Sight<'_>,
        state: &State,
        strikers: &[&Striker],
        target: &StackView,
        moves: &[(UnitId, Hex)],
        attack: f32,
        defence: f32,
    ) -> Option<f32> {
        let then = moved_by(state, strikers, moves)?;
        let germans = then.side_in(Side::German, target.hex);
        let cut_off = !then.out_of_supply(germans).is_empty();
        let defence = if cut_off && !target.unsupplied { UNSUPPLIED * defence } else { defence };
        let trapped = sight.survey.is_trapped(&then, Side::German, target.hex);
        let chance = sight.survey.fight(attack, defence, true);
        let steps = f32::from(target.steps.max(1));
        let lost =
            if trapped { chance.trapped } else { chance.free + DRIVEN_BACK * chance.clears }.min(steps);
        let of_it = lost / steps;
        let closed = if trapped && cut_off { CLOSED_IN * target.worth } else { 0.0 };
        let stay = |unit: UnitId, to: Hex| state.hex(unit) == Some(to);
        let leave = moves.iter().filter(|&&(unit, to)| !stay(unit, to)).count() as f32;
        Some(
            FOR_GOOD * (of_it * target.worth + target.division_lost(of_it))
                + chance.clears * (prize(state, target.hex) + relief(&then, target.hex))
                + closed
                - DIVISION * chance.own
                - LEAVES * leave,
        )
    }
}

/// The position after the moves of strikers.
fn moved(state: &State, strikers: &[Striker], moves: &[(UnitId, Hex)]) -> Option<State> {
    let all: Vec<&Striker> = strikers.iter().collect();
    moved_by(state, &all, moves)
}

fn moved_by(state: &State, strikers: &[&Striker], moves: &[(UnitId, Hex)]) -> Option<State> {
    let mut then = *state;
    for &(unit, to) in moves {
        let striker = strikers.iter().find(|s| s.unit == unit)?;
        if striker.at == to {
            continue;
        }
        let path = striker.reach.as_ref()?.path(to)?;
        then.apply(&Action::Move { units: UnitSet::one(unit), path }, &mut NoMore).ok()?;
    }
    Some(then)
}

/// Ways to man the hexes around a stack so that each is held or in a zone of control, the fewest hexes first; and none.
fn rings(state: &State, around: &[Hex], free: &[&Striker]) -> Vec<Vec<Hex>> {
    let map = &data().map;
    let stay: HexSet = around.iter().copied().filter(|&h| state.occupied(Side::Soviet).contains(h)).collect();
    let can: Vec<Hex> =
        around.iter().copied().filter(|&h| free.iter().any(|s| s.hexes.contains(h))).collect();
    let mut all: Vec<Vec<Hex>> = Vec::new();
    for bits in 1u32..1 << can.len() {
        let ring: Vec<Hex> = (0..can.len()).filter(|n| bits >> n & 1 == 1).map(|n| can[n]).collect();
        let held: HexSet = ring.iter().copied().collect();
        let zones = map.spread(&held).or(state.zones(Side::Soviet)).or(&held).or(&stay);
        if around.iter().all(|&h| zones.contains(h)) {
            all.push(ring);
        }
    }
    all.sort_by_key(Vec::len);
    all.truncate(RINGS);
    all.push(Vec::new());
    all
}
