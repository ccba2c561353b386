//! German Movement Phases: each division to the best place in its reach, overrunning what is weak.

use super::super::Notes;
use super::super::strength::Strengths;
use crate::shared::{division_of, ground, is_independent, jitter, multiple};
use pgg_core::overrun::OVERRUN_COST;
use pgg_core::reach::StackReach;
use pgg_core::{Action, Hex, Newcomer, Phase, Place, Side, State, UnitId, UnitSet, data};

/// What a step of the enemy and of one's own is worth in half-points of ground.
const HURT: f32 = 8.0;
const HARM: f32 = 5.0;

/// A group that is looked at: units of one division in one hex.
struct Stack {
    units: UnitSet,
    first: UnitId,
    at: Hex,
    attack: f32,
    whole: bool,
}

impl Notes {
    /// The next thing to do in a German Movement Phase.
    pub(in crate::cadet) fn drive(&mut self, state: &State, seed: u64) -> Option<Action> {
        if let Some(hex) = self.arrived.take() {
            if state.is_legal(&Action::CutRail { hex }).is_ok() && worth_cutting(hex) {
                return Some(Action::CutRail { hex });
            }
            if state.is_legal(&Action::LiftCut { hex }).is_ok() && !worth_cutting(hex) {
                return Some(Action::LiftCut { hex });
            }
        }
        if let Some((units, target)) = self.overrun.take() {
            let action = Action::Overrun { units, target };
            if state.is_legal(&action).is_ok() {
                self.active = units;
                return Some(action);
            }
        }
        if let Some((rest, hex)) = self.entering {
            if let Some(unit) = rest.iter().find(|&u| state.place(u) == Place::Waiting) {
                return Some(Action::Enter { who: Newcomer::Unit(unit), hex, rail: false });
            }
            self.entering = None;
        }
        let strengths = Strengths::of(state, &self.unsupplied);
        while let Some(units) = self.next_group(state) {
            if let Some(action) = self.send(state, &strengths, units, seed) {
                return Some(action);
            }
            self.done_with(units);
        }
        self.bring_in(state, &strengths).or(Some(Action::Done))
    }

    /// Those under way first; then whoever stands nearest to the enemy.
    fn next_group(&self, state: &State) -> Option<UnitSet> {
        let mechanized = state.phase() == Phase::MechanizedMovement;
        let free = state.on_map(Side::German).without(&self.considered);
        let drive = self.drive.as_ref()?;
        let under_way = |u: UnitId| self.active.contains(u) || state.has_entered(u) && state.has_moved(u);
        let next = free
            .iter()
            .filter(|&u| !mechanized || state.kind(u).is_mechanized())
            .filter_map(|u| state.hex(u).map(|hex| (!under_way(u), drive.hunt.at(hex), u)))
            .min()?;
        let unit = next.2;
        let at = state.hex(unit)?;
        Some(division_of(unit).iter().filter(|&u| free.contains(u) && state.hex(u) == Some(at)).collect())
    }

    /// The best place in reach of a group, or the best overrun; none to stay.
    fn send(&mut self, state: &State, strengths: &Strengths, units: UnitSet, seed: u64) -> Option<Action> {
        let first = units.first()?;
        let at = state.hex(first)?;
        let reach = state.reach(units).ok()?;
        let division = division_of(first);
        let whole = units == division && units.len() > 1;
        let raw: f32 = units.iter().map(|u| f32::from(state.attack(u))).sum();
        let supply = if self.unsupplied.contains(first) { 0.5 } else { 1.0 };
        let attack = raw * supply * if whole { 2.0 } else { 1.0 };
        let stack = Stack { units, first, at, attack, whole };
        let mut best = (f32::MIN, at, None);
        let mut places: Vec<(Hex, u8)> = vec![(at, 0)];
        places.extend(reach.field.hexes());
        let points = units.iter().map(|u| state.points_left(u).0).min().unwrap_or(0);
        for (hex, cost) in places {
            let here = strengths.count(Side::German, hex) - if hex == at { units.len() } else { 0 };
            let place = self.place(state, strengths, &stack, hex) + jitter(seed, first, hex);
            // [7.2] It must fit where it ends, after an overrun that fails too.
            if here + units.len() > 3 {
                continue;
            }
            if place > best.0 {
                best = (place, hex, None);
            }
            if points >= cost + OVERRUN_COST {
                for (_, target) in hex.neighbours() {
                    if let Some(worth) = self.overrun_worth(state, strengths, &stack, hex, target, place)
                        && worth > best.0
                    {
                        best = (worth, hex, Some(target));
                    }
                }
            }
        }
        self.go(&reach, &stack, best.1, best.2)
    }

    fn go(&mut self, reach: &StackReach, stack: &Stack, hex: Hex, target: Option<Hex>) -> Option<Action> {
        if hex == stack.at {
            let target = target?;
            self.active = stack.units;
            return Some(Action::Overrun { units: stack.units, target });
        }
        let path = reach.field.path(hex)?;
        match target {
            Some(target) => {
                self.overrun = Some((stack.units, target));
                self.active = stack.units;
            }
            None => {
                self.arrived = Some(hex);
                self.done_with(stack.units);
            }
        }
        Some(Action::Move { units: stack.units, path })
    }

    /// What an overrun promises, measured like a place.
    fn overrun_worth(
        &self,
        state: &State,
        strengths: &Strengths,
        stack: &Stack,
        from: Hex,
        target: Hex,
        stay: f32,
    ) -> Option<f32> {
        let direction = from.direction_to(target)?;
        if !state.occupied(Side::Soviet).contains(target) || data().map.side(from, direction).lake() {
            return None;
        }
        let defence = strengths.stack(Side::Soviet, target) * multiple(target, [from]);
        let open = strengths.is_open(target);
        let chance = self.prospects.fight((stack.attack / 2.0).floor(), defence, open);
        if chance.through < 0.34 {
            return None;
        }
        let there = self.place(state, strengths, stack, target);
        let exchange = chance.hurt * HURT - chance.harm * HARM;
        Some(chance.through * there.max(stay) + (1.0 - chance.through) * (stay - 2.0) + exchange)
    }

    /// The worth of a hex to a group that would end there, in half-points of way.
    fn place(&self, state: &State, strengths: &Strengths, stack: &Stack, hex: Hex) -> f32 {
        let Some(drive) = &self.drive else { return 0.0 };
        let Stack { units, first, at, attack, whole } = *stack;
        let mut worth = -drive.to_go(state, first, hex);
        worth += self.objective_worth(state, hex, strengths, units);
        let others = state.side_in(Side::German, hex).without(&units);
        // [7.3] Together a division has twice its strength.
        let division = division_of(first);
        if !others.is_empty() {
            let joined = others.or(&units);
            if !whole && division.len() > 1 && division.is_within(&joined) && joined.len() == division.len() {
                worth += 10.0;
            } else if whole && !others.iter().all(is_independent) {
                worth -= attack * 0.4;
            } else if !is_independent(first) && others.iter().any(|u| state.is_integrated(u)) {
                worth -= 8.0;
            }
        }
        // Where it can strike in the Combat Phase.
        if state.phase() == Phase::GermanMovement && state.is_enemy_controlled(Side::German, hex) {
            worth += self.strike(state, strengths, stack, hex);
        }
        // Where it can be struck.
        let defence = (attack + others.iter().map(|u| strengths.defence(u)).sum::<f32>()) * ground(hex);
        let danger = self.threat(hex) / defence.max(1.0) - 1.5;
        worth -= (danger * 3.0).clamp(0.0, 12.0);
        if !drive.supplied.contains(hex) {
            worth -= if state.turn() >= 11 { 3.0 } else { 12.0 };
        }
        if hex == at {
            worth += 0.5;
        }
        worth
    }

    /// What taking or keeping an objective hex is worth.
    fn objective_worth(&self, state: &State, hex: Hex, strengths: &Strengths, units: UnitSet) -> f32 {
        let Some(controller) = state.controller(hex) else { return 0.0 };
        let objective = data().victory.objectives().iter().find(|o| o.hexes.contains(&hex));
        let points = objective.map_or(0.0, |o| f32::from(o.points(state.options().edition)));
        let late = f32::from(state.turn()) / 6.0;
        match controller {
            Side::Soviet => 6.0 + points * (1.0 + late),
            // Whoever stands there stays while the enemy is near and nobody else is there.
            Side::German if self.threat(hex) > 0.0 => {
                let others =
                    strengths.count(Side::German, hex) - state.side_in(Side::German, hex).and(&units).len();
                if others == 0 { points * (0.6 + late) } else { 0.0 }
            }
            Side::German => 0.0,
        }
    }

    /// How much better the best attack from this hex becomes by this group.
    fn strike(&self, state: &State, strengths: &Strengths, stack: &Stack, hex: Hex) -> f32 {
        let map = &data().map;
        let mut best: f32 = -2.0;
        for (d, target) in hex.neighbours() {
            if map.side(hex, d).lake() || !state.occupied(Side::Soviet).contains(target) {
                continue;
            }
            let mut origins = vec![hex];
            let mut helpers = 0.0;
            for (back, from) in target.neighbours() {
                let here = strengths.stack_attack(Side::German, from);
                let here = if from == stack.at { here - strengths.attack_of(stack.units) } else { here };
                if here > 0.1 && !map.side(target, back).lake() {
                    helpers += here;
                    origins.push(from);
                }
            }
            let open = strengths.is_open(target);
            let bare = strengths.stack(Side::Soviet, target);
            let worth = |attack: f32, defence: f32| {
                let chance = self.prospects.fight(attack, defence, open);
                (chance.hurt * HURT - chance.harm * HARM).max(-2.0)
            };
            let with = worth(helpers + stack.attack, bare * multiple(target, origins.iter().copied()));
            let without = if helpers > 0.0 {
                worth(helpers, bare * multiple(target, origins[1..].iter().copied()))
            } else {
                0.0
            };
            let important = if state.controller(target).is_some() { 6.0 } else { 0.0 };
            best = best.max(with - without.max(0.0) + if with > 2.0 { important } else { 0.0 });
        }
        best
    }

    /// Bring the next division onto the map, where its way is shortest.
    fn bring_in(&mut self, state: &State, strengths: &Strengths) -> Option<Action> {
        let drive = self.drive.as_ref()?;
        if state.phase() != Phase::GermanMovement {
            return None;
        }
        let mut best: Option<(u16, UnitSet, Hex)> = None;
        for unit in state.waiting(Side::German) {
            if self.holding.contains(&Newcomer::Unit(unit)) {
                continue;
            }
            let group: UnitSet =
                division_of(unit).iter().filter(|&u| state.place(u) == Place::Waiting).collect();
            for hex in state.entry_hexes(Newcomer::Unit(unit)) {
                let Ok(cost) = state.check_enter(Newcomer::Unit(unit), hex, false) else { continue };
                let full = strengths.count(Side::German, hex) + group.len() > 3;
                let stuck = state.is_enemy_controlled(Side::German, hex);
                if full && stuck {
                    continue;
                }
                let crowd = u16::from(full) * 6 + u16::from(stuck) * 10;
                let way = drive.way(state, unit, drive.goal[unit.index()] as usize).at(hex);
                let total = way.saturating_add(u16::from(cost)).saturating_add(crowd);
                if best.is_none_or(|(least, ..)| total < least) {
                    best = Some((total, group, hex));
                }
            }
        }
        let (_, group, hex) = best?;
        let unit = group.first()?;
        self.entering = Some((group, hex));
        Some(Action::Enter { who: Newcomer::Unit(unit), hex, rail: false })
    }
}

/// Cuts are for the railways east of the upper Dnepr; the six markers are not wasted behind the front.
fn worth_cutting(hex: Hex) -> bool {
    hex.column() >= 14
}
