//! The Soviet Movement Phase: lines that cannot be walked round, garrisons, and the divisions sent to them.

mod blow;
mod counter;
mod depth;
mod escape;
mod front;
mod hunt;
mod leaders;
mod posts;
mod raid;
mod send;
mod staff;
mod trains;

use super::threat::Threat;
use super::{Mind, View};
use crate::advice::Intention;
use crate::orders::OBJECTIVES;
use crate::plan::Plan;
use crate::script::Notes;
use crate::script::march::march;
use crate::script::reserves::Reserves;
use crate::shared::field::{Field, Orientation, free};
use crate::shared::german_sources;
use crate::survey::Sight;
use crate::weights::Weights;
use escape::Escape;
use pgg_core::analysis::reach::Reach;
use pgg_core::rules::stacking::COMBAT_UNITS_IN_HEX;
use pgg_core::unit::MoveClass;
use pgg_core::{Action, Hex, HexSet, Newcomer, Side, State, UnitId, UnitSet, data};
use posts::Post;

/// Half-points from the Germans at which newcomers come in best: near enough to be of use, far enough not to be caught.
const COMES_IN: u16 = 30;
/// Half-points from the Germans beyond which a newcomer rides on by rail.
const SAFE: u16 = 40;

/// What the Soviet player sees at the start of his Movement Phase.
pub(super) struct Guard {
    weights: Weights,
    /// How much more than usual each objective counts.
    emphasis: [f32; OBJECTIVES],
    /// How far the Germans are, those about to enter included, were there nobody in their way.
    soon: Field,
    threat: Threat,
    /// How soon they could close the ways to the east.
    escape: Escape,
    /// How far they are from standing beside each objective hex, with what bars them; its own garrison does not count.
    to_objective: Vec<u16>,
    /// German stacks with their attack strengths.
    near: Vec<(Hex, f32)>,
    /// Where divisions are wanted.
    posts: Vec<Post>,
    /// The way to each of them.
    ways: Vec<Field>,
    /// Divisions with where they go.
    orders: Vec<(UnitId, Hex)>,
    /// Divisions that go beside a German to attack him, with where they go.
    strikes: Vec<(UnitId, Hex)>,
    /// The posts of the first line, for the story of the plan.
    line: Vec<Hex>,
    /// What the Leaders do, the last first; none before the divisions have moved.
    staff: Option<Vec<(UnitId, Action)>>,
    /// Are Leaders, divisions and trains planned together?
    together: bool,
    /// Divisions for which there is a train.
    riders: UnitSet,
    /// Divisions of the Front called in this phase.
    front_called: usize,
}

impl Guard {
    pub(super) fn of(mind: &mut Mind, state: &State, considered: &UnitSet, plan: &Plan) -> Guard {
        let sight = mind.judge.look(state, plan, &mind.weights);
        let germans = sight.survey.stacks(Side::German);
        let mut guard = Guard {
            weights: mind.orders.stance.sees(&mind.weights),
            emphasis: mind.orders.emphasis,
            soon: Field::spread(german_sources(state), MoveClass::GermanMotor, Orientation::From, &free()),
            threat: Threat::of(state, sight.survey),
            escape: Escape::of(state, sight.survey),
            to_objective: data().victory.objective_hexes().iter().map(|&h| beside(&sight, h)).collect(),
            near: germans.iter().map(|s| (s.hex, s.attack)).collect(),
            posts: Vec::new(),
            ways: Vec::new(),
            orders: Vec::new(),
            strikes: Vec::new(),
            line: Vec::new(),
            staff: None,
            together: mind.effort.staff,
            riders: UnitSet::EMPTY,
            front_called: 0,
        };
        guard.choose_posts(state);
        if guard.together {
            guard.lead_posts(&sight, considered);
        }
        guard.strikes = mind.orders.sends().to_vec();
        match guard.together {
            true => {
                guard.raids(&sight, considered);
                guard.blows(&sight, considered);
            }
            false => guard.counter(&sight, considered),
        }
        guard.assign(state, considered);
        guard
    }

    /// The plan, to be told.
    pub(super) fn intentions(&self) -> Vec<Intention> {
        let mut all = Vec::new();
        if !self.strikes.is_empty() {
            all.push(Intention::CounterAttack { moves: self.strikes.clone() });
        }
        if !self.line.is_empty() {
            all.push(Intention::Line { posts: self.line.clone() });
        }
        all
    }

    /// From 0 to 1: could those in a hex be closed in by the end of the next German Player-Turn?
    fn closed(&self, hex: Hex) -> f32 {
        self.escape.closed(hex)
    }

    fn soon(&self, hex: Hex) -> u16 {
        self.soon.at(hex)
    }
}

/// The next thing to do in the Soviet Movement Phase.
pub(super) fn defend(mind: &mut Mind, state: &State, notes: &mut Notes, view: &mut View) -> Option<Action> {
    let plan = &view.plan;
    let guard = view.guard.get_or_insert_with(|| Guard::of(mind, state, &notes.considered, plan));
    // Divisions before Leaders, so that these find them.
    let marching = state.marching().without(&notes.considered);
    for unit in marching.without(&UnitSet::LEADER) {
        notes.done_with(UnitSet::one(unit));
        if let Some(action) = march(state, unit, |hex| guard.worth_on_the_march(state, hex)) {
            return Some(action);
        }
    }
    // A division that has just entered goes on.
    let fresh = state.on_map(Side::Soviet).without(&notes.considered).without(&UnitSet::LEADER);
    for unit in fresh.iter().filter(|&u| state.has_entered(u) && state.has_moved(u)) {
        notes.done_with(UnitSet::one(unit));
        let action = guard.post_newcomer(state, unit).or_else(|| step_aside(state, unit));
        if action.is_some() {
            return action;
        }
    }
    while let Some((unit, hex)) = guard.orders.pop() {
        if notes.considered.contains(unit) {
            continue;
        }
        notes.done_with(UnitSet::one(unit));
        if let Some(action) = guard.go(state, unit, hex) {
            return Some(action);
        }
    }
    if let Some(action) = notes.call_up(state, guard) {
        guard.front_called += usize::from(matches!(action, Action::Enter { who: Newcomer::Front, .. }));
        return Some(action);
    }
    let sight = mind.judge.look(state, plan, &mind.weights);
    let led = if guard.together { guard.staff(&sight, notes) } else { guard.command(&sight, notes) };
    led.or_else(|| make_room(state))
}

impl Reserves for Guard {
    type Rank = (u16, Hex);

    /// A rifle division does not win back the point it costs, unless it holds a city.
    fn calls_front(&self, state: &State) -> bool {
        self.front_target(state).is_some()
    }

    fn gets_out(&self, state: &State, hex: Hex) -> bool {
        !state.is_enemy_controlled(Side::Soviet, hex) && has_way_out(state, hex)
    }

    fn rank(&self, state: &State, hex: Hex) -> (u16, Hex) {
        let target = self.front_target(state);
        if target.is_some_and(|city| state.rail_joined(hex).contains(city)) {
            return (0, hex);
        }
        (self.soon(hex).abs_diff(COMES_IN), hex)
    }

    fn rides(&self, state: &State, who: Newcomer, hex: Hex) -> bool {
        self.soon(hex) > SAFE || (who == Newcomer::Front && self.front_target(state).is_some())
    }
}

/// [7.1] A division too many in a hex leaves it while it can still move: the phase is about to end.
fn make_room(state: &State) -> Option<Action> {
    state.on_map(Side::Soviet).and(&UnitSet::DIVISION).iter().find_map(|unit| step_aside(state, unit))
}

/// [7.1] A division leaves a hex with too many in it, to the nearest with room; one that came by rail rides on.
fn step_aside(state: &State, unit: UnitId) -> Option<Action> {
    let alone = UnitSet::one(unit);
    let others = state.side_in(Side::Soviet, state.hex(unit)?).and(&UnitSet::DIVISION).without(&alone);
    if others.len() < usize::from(COMBAT_UNITS_IN_HEX) {
        return None;
    }
    let shunned = Guard::shunned(state);
    let nearest = |field: &Reach| {
        let places = field.hexes().filter(|&(h, _)| state.has_room(Side::Soviet, h));
        let (hex, _) = places.min_by_key(|&(h, cost)| (shunned.contains(h), cost, h))?;
        field.path(hex)
    };
    if let Some(path) = state.reach(alone).ok().and_then(|reach| nearest(&reach.field)) {
        return Some(Action::Move { units: alone, path });
    }
    let path = nearest(&state.rail_reach(unit).ok()?)?;
    Some(Action::Ride { unit, path })
}

/// Half-points the Germans are from the hexes beside one, with what bars them.
fn beside(sight: &Sight<'_>, hex: Hex) -> u16 {
    let ways = data().map.contacts(hex).map(|(_, h)| sight.survey.ways().to(h));
    ways.min().unwrap_or(u16::MAX)
}

/// Can a division that comes in here step aside?
fn has_way_out(state: &State, hex: Hex) -> bool {
    let open = |h: Hex| !state.occupied(Side::German).contains(h) && state.has_room(Side::Soviet, h);
    data().map.contacts(hex).any(|(_, h)| open(h))
}

impl Guard {
    /// Hexes in German zones of control, where nobody goes without reason.
    fn shunned(state: &State) -> HexSet {
        *state.zones(Side::German)
    }
}
