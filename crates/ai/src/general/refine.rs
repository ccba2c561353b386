//! Refining: where the script would put its units is improved one group at a time, each tried in the places around its
//! own while the others stand where they will.

use super::luck::Luck;
use crate::eval::Judge;
use crate::major::{Effort, Major};
use crate::orders::Orders;
use crate::plan::Plan;
use crate::shared::division_of;
use crate::weights::Weights;
use crate::{Player, Unwatched};
use pgg_core::{Action, Event, Hex, HexSet, Phase, Side, State, UnitId, UnitSet};

/// How far from its place in the plan a group is tried.
const AROUND: u16 = 3;
/// How near the enemy must be.
const NEAR: u16 = 9;
/// Points a better place must gain.
const GAIN: f32 = 0.1;
/// How often all groups are looked at.
const PASSES: usize = 2;

/// Orders that send groups to better places than the script would.
pub(super) fn refine(state: &State, orders: Orders, seed: u64, weights: &Weights) -> Orders {
    let side = match state.phase() {
        // [5.23] On the first turn the Soviets are bound to march.
        Phase::SovietMovement if state.turn() > 1 => Side::Soviet,
        Phase::GermanMovement | Phase::MechanizedMovement => Side::German,
        _ => return orders,
    };
    let mut trial = Trial {
        start: state,
        side,
        actions: script(state, &orders, seed, weights),
        seed,
        judge: Judge::new(*weights),
        plan: Plan::of(state, side, weights, &orders),
        events: Vec::new(),
    };
    let Some(end) = trial.replay(UnitSet::EMPTY) else { return orders };
    let groups = groups(&trial, &end);
    let mut refined = orders;
    for _ in 0..PASSES {
        let mut better = false;
        for &group in &groups {
            if let Some((hex, action)) = trial.better(group)
                && let Some(first) = group.first()
            {
                trial.actions.retain(|a| !moves(a).meets(&group));
                trial.actions.extend(action);
                refined.send(first, Some(hex));
                better = true;
            }
        }
        if !better {
            break;
        }
    }
    refined
}

/// What is needed to try places.
struct Trial<'a> {
    start: &'a State,
    side: Side,
    /// The moves of the phase, in order.
    actions: Vec<Action>,
    seed: u64,
    judge: Judge,
    plan: Plan,
    events: Vec<Event>,
}

/// The moves that the script makes in the phase, fights with some luck included.
fn script(state: &State, orders: &Orders, seed: u64, weights: &Weights) -> Vec<Action> {
    let mut major = Major::new(seed, *weights).with_effort(Effort::FULL);
    major.command(orders.clone());
    let mut enemy = Major::new(seed, *weights).with_effort(Effort::QUICK);
    let (phase, side) = (state.phase(), state.phase().side());
    let mut state = *state;
    let mut luck = Luck::new(seed, 0);
    let mut actions = Vec::new();
    while state.phase() == phase {
        let own = state.decision().is_some_and(|d| d.side == side);
        let action = if own { &mut major } else { &mut enemy }.choose(&state, &Unwatched);
        let over = action == Action::Done && !state.in_combat();
        luck.about(&state, &action);
        if over || state.apply(&action, &mut luck).is_err() {
            break;
        }
        actions.push(action);
    }
    actions
}

/// The units an action moves.
fn moves(action: &Action) -> UnitSet {
    match action {
        Action::Move { units, .. } => *units,
        Action::Ride { unit, .. } => UnitSet::one(*unit),
        _ => UnitSet::EMPTY,
    }
}

/// Groups that may be sent elsewhere: near the enemy, without a fight of their own, the nearest first. Soviets keep out
/// of German zones of control, where the script has its reasons to be.
fn groups(trial: &Trial<'_>, end: &State) -> Vec<UnitSet> {
    let (state, side) = (trial.start, trial.side);
    let mut bound = UnitSet::EMPTY;
    let mut moved: Vec<UnitSet> = Vec::new();
    for action in &trial.actions {
        match action {
            Action::Overrun { units, .. } => bound = bound.or(units),
            Action::Advance { unit, .. } => bound.insert(*unit),
            Action::Move { units, .. } => moved.push(*units),
            Action::Ride { unit, .. } => moved.push(UnitSet::one(*unit)),
            _ => {}
        }
    }
    let far = |at: Hex| state.occupied(side.enemy()).iter().map(|e| e.distance(at)).min().unwrap_or(99);
    let shunned = |h: Hex| side == Side::Soviet && state.zones(Side::German).contains(h);
    let mut seen = bound.or(&UnitSet::LEADER);
    let mut groups = Vec::new();
    for unit in state.on_map(side) {
        if seen.contains(unit) {
            continue;
        }
        let alone = || match side {
            Side::German => division_of(unit).iter().filter(|&u| state.hex(u) == state.hex(unit)).collect(),
            Side::Soviet => UnitSet::one(unit),
        };
        let group = moved.iter().copied().find(|g| g.contains(unit)).unwrap_or_else(alone);
        let twice = moved.iter().filter(|g| g.meets(&group)).count() > 1;
        let fresh = !group.meets(&seen);
        seen = seen.or(&group);
        if let (Some(from), Some(at)) = (state.hex(unit), end.hex(unit))
            && fresh
            && !twice
            && far(at) <= NEAR
            && !shunned(from)
            && !shunned(at)
        {
            groups.push((far(at), group));
        }
    }
    groups.sort_by_key(|&(far, group)| (far, group.first()));
    groups.into_iter().map(|(_, group)| group).collect()
}

impl Trial<'_> {
    /// The position after all moves but those of a group; none if a move is not legal any more.
    fn replay(&mut self, without: UnitSet) -> Option<State> {
        let mut state = *self.start;
        let mut luck = Luck::new(self.seed, 0);
        for action in self.actions.iter().filter(|a| !moves(a).meets(&without)) {
            luck.about(&state, action);
            self.events.clear();
            state.apply_into(action, &mut luck, &mut self.events).ok()?;
        }
        Some(state)
    }

    fn value(&mut self, state: &State) -> f32 {
        let value = self.judge.value(state, &self.plan);
        if self.side == Side::German { value } else { -value }
    }

    /// A better place for a group and how it gets there; no action if it stays.
    fn better(&mut self, group: UnitSet) -> Option<(Hex, Option<Action>)> {
        let planned = self.replay(UnitSet::EMPTY)?;
        let others = self.replay(group)?;
        let first: UnitId = group.first()?;
        let (from, at) = (others.hex(first)?, planned.hex(first)?);
        let reach = others.reach(group).ok()?;
        let shunned = if self.side == Side::Soviet { *others.zones(Side::German) } else { HexSet::EMPTY };
        let mut best = (self.value(&planned) + GAIN, None);
        for hex in reach.field.hexes().map(|(h, _)| h).chain([from]) {
            let crowd = others.side_in(self.side, hex).without(&group).without(&UnitSet::LEADER);
            let full = crowd.len() + group.len() > 3;
            if hex == at || hex.distance(at) > AROUND || shunned.contains(hex) || full {
                continue;
            }
            let path = reach.field.path(hex).filter(|_| hex != from);
            let action = path.map(|path| Action::Move { units: group, path });
            let mut then = others;
            if let Some(action) = &action {
                self.events.clear();
                let mut luck = Luck::new(self.seed, 0);
                if then.apply_into(action, &mut luck, &mut self.events).is_err() {
                    continue;
                }
            }
            let value = self.value(&then);
            if value > best.0 {
                best = (value, Some((hex, action)));
            }
        }
        best.1
    }
}
