//! Local search over where the Soviet script would put its divisions: one division at a time, each tried in the places
//! around its own while the others stand where they will.

use super::luck::Luck;
use crate::eval::Judge;
use crate::major::{Effort, Major};
use crate::orders::Orders;
use crate::plan::Plan;
use crate::weights::Weights;
use crate::{Player, Unwatched};
use pgg_core::rules::stacking::COMBAT_UNITS_IN_HEX;
use pgg_core::{Action, Event, Hex, Side, State, UnitId, UnitSet, data};

/// How far from its place in the plan a division is tried.
const AROUND: u16 = 3;
/// How near the enemy must be.
const NEAR: u16 = 9;
/// Points a better place must gain.
const GAIN: f32 = 0.1;
/// How often all divisions are looked at.
const PASSES: usize = 2;

/// Orders for a Soviet Movement Phase that send divisions to better places than the script would.
pub(super) fn refine(state: &State, mut orders: Orders, seed: u64, weights: &Weights) -> Orders {
    if state.turn() == 1 {
        return orders; // [5.23] The armies in the west are bound to march.
    }
    let mut trial = Trial {
        start: state,
        actions: script(state, &orders, seed, weights),
        seed,
        judge: Judge::default(),
        weights,
        plan: Plan::of(state, Side::Soviet, weights, &orders),
        events: Vec::new(),
    };
    let Some(end) = trial.replay(None) else { return orders };
    let divisions = movable(&trial, &end);
    for _ in 0..PASSES {
        let mut better = false;
        for &unit in &divisions {
            if let Some((hex, action)) = trial.better(unit) {
                trial.actions.retain(|a| mover(a) != Some(unit));
                trial.actions.extend(action);
                orders.send(unit, Some(hex));
                better = true;
            }
        }
        if !better {
            break;
        }
    }
    orders
}

/// What is needed to try places.
struct Trial<'a> {
    start: &'a State,
    /// The moves of the phase, in order.
    actions: Vec<Action>,
    seed: u64,
    judge: Judge,
    weights: &'a Weights,
    plan: Plan,
    events: Vec<Event>,
}

/// The moves that the script makes in the phase.
fn script(state: &State, orders: &Orders, seed: u64, weights: &Weights) -> Vec<Action> {
    let mut major = Major::new(seed, *weights).with_effort(Effort::STEADY);
    major.command(orders.clone());
    let phase = state.phase();
    let mut state = *state;
    let mut luck = Luck::new(seed, 0);
    let mut actions = Vec::new();
    while state.phase() == phase {
        let action = major.choose(&state, &Unwatched);
        luck.about(&state, &action);
        if action == Action::Done || state.apply(&action, &mut luck).is_err() {
            break;
        }
        actions.push(action);
    }
    actions
}

/// The division an action moves.
fn mover(action: &Action) -> Option<UnitId> {
    match action {
        Action::Move { units, .. } => units.first(),
        Action::Ride { unit, .. } => Some(*unit),
        _ => None,
    }
}

/// Divisions that may be sent elsewhere: near the enemy and moved at most once, the nearest first. In German zones of
/// control and in objectives, where the script has its reasons to be, nobody is disturbed.
fn movable(trial: &Trial<'_>, end: &State) -> Vec<UnitId> {
    let state = trial.start;
    let far = |at: Hex| state.occupied(Side::German).iter().map(|e| e.distance(at)).min().unwrap_or(u16::MAX);
    let shunned = |h: Hex| state.zones(Side::German).contains(h);
    let once = |unit: UnitId| trial.actions.iter().filter(|a| mover(a) == Some(unit)).count() <= 1;
    let mut all = Vec::new();
    for unit in state.on_map(Side::Soviet).without(&UnitSet::LEADER) {
        if let (Some(from), Some(at)) = (state.hex(unit), end.hex(unit))
            && once(unit)
            && far(at) <= NEAR
            && !shunned(from)
            && !shunned(at)
            && !data().victory.objective_hexes().contains(&at)
        {
            all.push((far(at), unit));
        }
    }
    all.sort_unstable();
    all.into_iter().map(|(_, unit)| unit).collect()
}

impl Trial<'_> {
    /// The position after all moves, or all but those of a division; none if a move is not legal any more.
    fn replay(&mut self, without: Option<UnitId>) -> Option<State> {
        let mut state = *self.start;
        let mut luck = Luck::new(self.seed, 0);
        for action in self.actions.iter().filter(|a| without.is_none() || mover(a) != without) {
            luck.about(&state, action);
            self.events.clear();
            state.apply_into(action, &mut luck, &mut self.events).ok()?;
        }
        Some(state)
    }

    /// Worth of a position to the Soviet side.
    fn value(&mut self, state: &State) -> f32 {
        -self.judge.value(state, &self.plan, self.weights)
    }

    /// A better place for a division and how it gets there; no action if it stays.
    fn better(&mut self, unit: UnitId) -> Option<(Hex, Option<Action>)> {
        let planned = self.replay(None)?;
        let others = self.replay(Some(unit))?;
        let alone = UnitSet::one(unit);
        let (from, at) = (others.hex(unit)?, planned.hex(unit)?);
        let reach = others.reach(alone).ok()?;
        let mut best = (self.value(&planned) + GAIN, None);
        for hex in reach.field.hexes().map(|(h, _)| h).chain([from]) {
            let crowd = others.side_in(Side::Soviet, hex).without(&alone).without(&UnitSet::LEADER);
            let full = crowd.len() >= usize::from(COMBAT_UNITS_IN_HEX);
            let shunned = others.zones(Side::German).contains(hex);
            if hex == at || hex.distance(at) > AROUND || shunned || full {
                continue;
            }
            let path = reach.field.path(hex).filter(|_| hex != from);
            let action = path.map(|path| Action::Move { units: alone, path });
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
