//! The Soviet Movement Phase: each division where it is worth most, on foot or by rail.

use super::View;
use super::posts::{MOST, Posts};
use super::strength::Strengths;
use crate::script::Notes;
use crate::script::leaders::cover;
use crate::script::march::march;
use crate::script::reserves::Reserves;
use crate::shared::field::Field;
use crate::shared::{jitter, multiple};
use pgg_core::rules::movement::rail::RAIL_CAPACITY;
use pgg_core::{Action, Hex, Newcomer, Path, Side, State, UnitId, UnitSet, data};

/// A ride has to gain so much over a walk: places on the railway are few [6.31].
const RIDE: f32 = 4.0;
/// What it is worth to stay, other things equal.
const STAY: f32 = 0.5;
/// What it costs to stand beside Germans for nothing.
const NO_ATTACK: f32 = -6.0;
/// What a German step and a Soviet one are worth: the Soviet one is a division.
const HURT: f32 = 6.0;
const HARM: f32 = 8.0;
/// Less attack than this is none; and what those who help are taken to have at least.
const NOBODY: f32 = 0.1;
const SOMEBODY: f32 = 0.5;
/// Half-points of German way beyond which a newcomer rides on by rail.
const SAFE: u16 = 40;
/// Turns in which divisions of the Front are worth their points, and how deep in the country how many Germans must be.
const FRONT_TURNS: std::ops::RangeInclusive<u8> = 4..=9;
const DEEP: u16 = 22;
const DEEP_STACKS: usize = 4;

/// The next thing to do in the Soviet Movement Phase.
pub(super) fn defend(state: &State, notes: &mut Notes, view: &View, seed: u64) -> Option<Action> {
    let posts = view.posts.as_ref()?;
    let strengths = view.strengths(state);
    let pull = view.pull(state, &strengths);
    let guard = Guard { state, view, posts, strengths: &strengths, pull: &pull, seed };
    while let Some(unit) = next_marcher(state, notes) {
        notes.done_with(UnitSet::one(unit));
        if let Some(action) = guard.march(notes, unit) {
            return Some(action);
        }
    }
    while let Some(unit) = guard.next_division(notes) {
        notes.done_with(UnitSet::one(unit));
        if let Some(action) = guard.post(unit) {
            return Some(action);
        }
    }
    if let Some(action) = notes.call_up(state, &guard) {
        return Some(action);
    }
    guard.command(notes).or(Some(Action::Done))
}

/// [5.23] Divisions before Leaders, so that these find them.
fn next_marcher(state: &State, notes: &Notes) -> Option<UnitId> {
    let left = state.marching().without(&notes.considered);
    left.without(&UnitSet::LEADER).first().or(left.first())
}

/// What is known for one decision.
pub(super) struct Guard<'a> {
    pub(super) state: &'a State,
    pub(super) view: &'a View,
    pub(super) posts: &'a Posts,
    pub(super) strengths: &'a Strengths,
    pull: &'a Field,
    seed: u64,
}

impl Guard<'_> {
    /// A newcomer under way first, then those nearest to the Germans.
    fn next_division(&self, notes: &Notes) -> Option<UnitId> {
        let state = self.state;
        let left = state.on_map(Side::Soviet).without(&notes.considered).without(&UnitSet::LEADER);
        let key = |u: UnitId| {
            let far = state.hex(u).map_or(0, |h| self.posts.german(h));
            (!(state.has_entered(u) && state.has_moved(u)), far, u)
        };
        left.iter().min_by_key(|&u| key(u))
    }

    fn march(&self, notes: &Notes, unit: UnitId) -> Option<Action> {
        if unit.is_leader() {
            let troops = self.troops(notes, unit);
            return march(self.state, unit, |hex| cover(self.state, &troops, unit, hex));
        }
        march(self.state, unit, |hex| -f32::from(self.pull.at(hex)))
    }

    /// Send a division where it is worth most, on foot or by rail; none to stay.
    fn post(&self, unit: UnitId) -> Option<Action> {
        let state = self.state;
        let at = state.hex(unit)?;
        let alone = UnitSet::one(unit);
        let fits = |hex: Hex| state.fit(alone, hex);
        let value = |hex: Hex| {
            let mut value = MOST - f32::from(self.pull.at(hex)) + jitter(self.seed, unit, hex);
            if hex == at {
                value = value.max(self.view.worth_of_staying(state, self.strengths, at));
            }
            if state.is_enemy_controlled(Side::Soviet, hex) {
                value += self.counter(unit, hex);
            }
            value
        };
        let mut best = (if fits(at) { value(at) + STAY } else { f32::MIN }, None);
        let mut path: Option<Path> = None;
        if let Ok(reach) = state.reach(alone) {
            for (hex, _) in reach.field.hexes().filter(|&(h, _)| fits(h)) {
                let value = value(hex);
                if value > best.0 {
                    best = (value, Some(hex));
                }
            }
            path = best.1.and_then(|hex| reach.field.path(hex)).filter(|path| !path.is_empty());
        }
        let walk = || path.map(|path| Action::Move { units: alone, path });
        self.ride(unit, best.0, fits).or_else(walk)
    }

    /// By rail, if that gains enough over a walk.
    fn ride(&self, unit: UnitId, walk: f32, fits: impl Fn(Hex) -> bool) -> Option<Action> {
        let reach = self.state.rail_reach(unit).ok()?;
        let value = |hex: Hex| MOST - f32::from(self.pull.at(hex));
        let (hex, _) =
            reach.hexes().filter(|&(h, _)| fits(h)).max_by(|a, b| value(a.0).total_cmp(&value(b.0)))?;
        if value(hex) < walk + RIDE {
            return None;
        }
        Some(Action::Ride { unit, path: reach.path(hex)? })
    }

    /// What going next to Germans is worth: a good attack, or trouble.
    fn counter(&self, unit: UnitId, hex: Hex) -> f32 {
        let (state, strengths) = (self.state, self.strengths);
        let map = &data().map;
        let at = state.hex(unit);
        let mut best: f32 = NO_ATTACK;
        for (_, target) in map.contacts(hex) {
            if !state.occupied(Side::German).contains(target) {
                continue;
            }
            let mut origins = vec![hex];
            let mut helpers = 0.0;
            for (_, from) in map.contacts(target) {
                let here = strengths.stack_attack(Side::Soviet, from);
                let here = if Some(from) == at { here - strengths.attack(unit) } else { here };
                if here > NOBODY {
                    helpers += here;
                    origins.push(from);
                }
            }
            let defence = strengths.stack(Side::German, target) * multiple(target, origins);
            let worth = |attack: f32| {
                let chance = self.view.prospects.fight(attack, defence, true);
                chance.hurt * HURT - chance.harm * HARM
            };
            let with = worth(helpers + strengths.attack(unit));
            if with > 0.0 {
                best = best.max(with - worth(helpers.max(SOMEBODY)).max(0.0));
            }
        }
        best
    }
}

impl Reserves for Guard<'_> {
    type Rank = u16;

    /// The first of them are cheap: called once the Germans are deep in the country.
    fn calls_front(&self, state: &State) -> bool {
        let deep = state.occupied(Side::German).iter().filter(|h| h.column() >= DEEP).count();
        let next = data().schedule.front_points(state.front_called() + 1);
        next == data().schedule.front_points(1) && FRONT_TURNS.contains(&state.turn()) && deep >= DEEP_STACKS
    }

    fn gets_out(&self, state: &State, hex: Hex) -> bool {
        !state.is_enemy_controlled(Side::Soviet, hex)
    }

    fn rank(&self, _: &State, hex: Hex) -> u16 {
        self.pull.at(hex)
    }

    /// Ride on from the map edge if the Germans are far and the railway has room.
    fn rides(&self, state: &State, who: Newcomer, hex: Hex) -> bool {
        self.posts.german(hex) > SAFE
            && (matches!(who, Newcomer::Unit(_)) || state.rail_used() < RAIL_CAPACITY)
    }
}
