//! German Movement Phases: each division to the best place in its reach, overrunning what is weak.

use super::View;
use super::goals::Goals;
use super::strength::Strengths;
use crate::script::Notes;
use crate::script::groups::Group;
use crate::shared::{division_of, ground, is_independent, jitter, multiple, overrun_attack, points};
use crate::survey::UNSUPPLIED;
use pgg_core::rules::movement::overrun::OVERRUN_COST;
use pgg_core::{Action, Hex, Phase, Side, State, UnitSet, data};

// All of these are in half-points of way.

/// What a step of the enemy and of one's own is worth.
const HURT: f32 = 8.0;
const HARM: f32 = 5.0;
/// The least chance that an overrun must have to go through.
const OVERRUN_CHANCE: f32 = 0.34;
/// What an overrun that fails costs in time.
const OVERRUN_FAILED: f32 = 2.0;
/// What it is worth to have the whole of a division together [7.3].
const TOGETHER: f32 = 10.0;
/// What strangers cost in the hex: the share of a whole division's attack, or what others lose [7.3b].
const BREAKS_OWN: f32 = 0.4;
const BREAKS_THEIRS: f32 = 8.0;
/// Enemies so many times as strong as the defence are no danger; how much each time more costs, and the most.
const BEARABLE: f32 = 1.5;
const DANGER: f32 = 3.0;
const MOST_DANGER: f32 = 12.0;
/// What a place out of supply costs, and from which turn on hardly anything.
const OUT_OF_SUPPLY: f32 = 12.0;
const OUT_OF_SUPPLY_LATE: f32 = 3.0;
const LATE: u8 = 11;
/// What it is worth to stay, other things equal.
const STAY: f32 = 0.5;
/// What an objective is worth to take besides its points, and the share of its points to keep.
const TAKE: f32 = 6.0;
const KEEP: f32 = 0.6;
/// Turns after which its points count once more.
const DOUBLED_IN: f32 = 6.0;
/// The least a fight is worth: nobody has to attack.
const NO_FIGHT: f32 = -2.0;
/// What a good attack on an objective is worth besides, and how good it must be.
const IMPORTANT: f32 = 6.0;
const GOOD: f32 = 2.0;
/// Less attack than this is none.
const NOBODY: f32 = 0.1;

/// The next thing to do in a German Movement Phase.
pub(super) fn drive(state: &State, notes: &mut Notes, view: &View, seed: u64) -> Option<Action> {
    if let Some(action) = notes.carry_on(state, true) {
        return Some(action);
    }
    let goals = view.goals.as_ref()?;
    let strengths = view.strengths(state);
    let drive = Drive { state, view, goals, strengths: &strengths, seed };
    while let Some(units) = notes.next_group(state, |hex| goals.to_enemy(hex)) {
        if let Some(action) = drive.send(notes, units) {
            return Some(action);
        }
        notes.done_with(units);
    }
    notes.bring_in(state, |unit, hex| goals.to_objective(state, unit, hex)).or(Some(Action::Done))
}

/// What is known for one decision.
struct Drive<'a> {
    state: &'a State,
    view: &'a View,
    goals: &'a Goals,
    strengths: &'a Strengths,
    seed: u64,
}

impl Drive<'_> {
    /// The best place in reach of a group, or the best overrun; none to stay.
    fn send(&self, notes: &mut Notes, units: UnitSet) -> Option<Action> {
        let mut group = Group::of(self.state, units)?;
        if self.view.unsupplied.contains(group.first) {
            group.attack *= UNSUPPLIED;
        }
        let reach = self.state.reach(units).ok()?;
        let points = group.points_left(self.state);
        let mut best = (f32::MIN, group.at, None);
        for (hex, cost) in std::iter::once((group.at, 0)).chain(reach.field.hexes()) {
            // [7.2] It must fit where it ends, after an overrun that fails too.
            if !self.state.fit(units, hex) {
                continue;
            }
            let place = self.place(&group, hex) + jitter(self.seed, group.first, hex);
            if place > best.0 {
                best = (place, hex, None);
            }
            if points >= cost + OVERRUN_COST {
                for (_, target) in hex.neighbours() {
                    if let Some(worth) = self.overrun(&group, hex, target, place)
                        && worth > best.0
                    {
                        best = (worth, hex, Some(target));
                    }
                }
            }
        }
        notes.go(&reach, &group, best.1, best.2)
    }

    /// What an overrun promises, measured like a place.
    fn overrun(&self, group: &Group, from: Hex, target: Hex, stay: f32) -> Option<f32> {
        let direction = from.direction_to(target)?;
        data().map.contact(from, direction).filter(|&to| self.state.occupied(Side::Soviet).contains(to))?;
        let defence = self.strengths.stack(Side::Soviet, target) * multiple(target, [from]);
        let untried = self.strengths.is_untried(target);
        let chance = self.view.prospects.fight(overrun_attack(group.attack), defence, untried);
        if chance.through < OVERRUN_CHANCE {
            return None;
        }
        let there = self.place(group, target);
        let exchange = chance.hurt * HURT - chance.harm * HARM;
        Some(chance.through * there.max(stay) + (1.0 - chance.through) * (stay - OVERRUN_FAILED) + exchange)
    }

    /// The worth of a hex to a group that would end there.
    fn place(&self, group: &Group, hex: Hex) -> f32 {
        let &Group { units, first, at, attack, whole } = group;
        let state = self.state;
        let mut worth = -self.goals.to_go(state, first, hex);
        worth += self.objective(units, hex);
        let others = state.side_in(Side::German, hex).without(&units);
        // [7.3] Together a division has twice its strength.
        let division = division_of(first);
        if !others.is_empty() {
            let joined = others.or(&units);
            if !whole && division.len() > 1 && division.is_within(&joined) && joined.len() == division.len() {
                worth += TOGETHER;
            } else if whole && !others.iter().all(is_independent) {
                worth -= attack * BREAKS_OWN;
            } else if !is_independent(first) && others.iter().any(|u| state.is_integrated(u)) {
                worth -= BREAKS_THEIRS;
            }
        }
        // Where it can strike in the Combat Phase.
        if state.phase() == Phase::GermanMovement && state.is_enemy_controlled(Side::German, hex) {
            worth += self.strike(group, hex);
        }
        // Where it can be struck.
        let defence = (attack + others.iter().map(|u| self.strengths.defence(u)).sum::<f32>()) * ground(hex);
        let danger = self.view.threat.at(hex) / defence.max(1.0) - BEARABLE;
        worth -= (danger * DANGER).clamp(0.0, MOST_DANGER);
        if !self.goals.is_supplied(hex) {
            worth -= if state.turn() >= LATE { OUT_OF_SUPPLY_LATE } else { OUT_OF_SUPPLY };
        }
        if hex == at {
            worth += STAY;
        }
        worth
    }

    /// What taking or keeping an objective hex is worth.
    fn objective(&self, units: UnitSet, hex: Hex) -> f32 {
        let Some(controller) = self.state.controller(hex) else { return 0.0 };
        let points = points(self.state, hex);
        let late = f32::from(self.state.turn()) / DOUBLED_IN;
        match controller {
            Side::Soviet => TAKE + points * (1.0 + late),
            // A unit there stays while the enemy is near and nobody else is there.
            Side::German if self.view.threat.at(hex) > 0.0 => {
                let alone = self.state.side_in(Side::German, hex).without(&units).is_empty();
                if alone { points * (KEEP + late) } else { 0.0 }
            }
            Side::German => 0.0,
        }
    }

    /// How much better the best attack from this hex becomes by this group.
    fn strike(&self, group: &Group, hex: Hex) -> f32 {
        let (state, strengths) = (self.state, self.strengths);
        let map = &data().map;
        let mut best: f32 = NO_FIGHT;
        for (_, target) in map.contacts(hex) {
            if !state.occupied(Side::Soviet).contains(target) {
                continue;
            }
            let mut origins = vec![hex];
            let mut helpers = 0.0;
            for (_, from) in map.contacts(target) {
                let here = strengths.stack_attack(Side::German, from);
                let here = if from == group.at { here - strengths.attack_of(group.units) } else { here };
                if here > NOBODY {
                    helpers += here;
                    origins.push(from);
                }
            }
            let untried = strengths.is_untried(target);
            let bare = strengths.stack(Side::Soviet, target);
            let worth = |attack: f32, defence: f32| {
                let chance = self.view.prospects.fight(attack, defence, untried);
                (chance.hurt * HURT - chance.harm * HARM).max(NO_FIGHT)
            };
            let with = worth(helpers + group.attack, bare * multiple(target, origins.iter().copied()));
            let without = if helpers > 0.0 {
                worth(helpers, bare * multiple(target, origins[1..].iter().copied()))
            } else {
                0.0
            };
            let important = if state.controller(target).is_some() { IMPORTANT } else { 0.0 };
            best = best.max(with - without.max(0.0) + if with > GOOD { important } else { 0.0 });
        }
        best
    }
}
