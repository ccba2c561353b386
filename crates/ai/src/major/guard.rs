//! The Soviet Movement Phase: lines that cannot be walked round, garrisons, and the divisions sent to them.

mod command;
mod counter;
mod hunt;
mod posts;
mod send;

use super::threat::Threat;
use super::{Brief, Mind, Notes};
use crate::advice::Intention;
use crate::orders::OBJECTIVES;
use crate::shared::field::{Field, Way, free};
use crate::shared::{german_sources, march};
use crate::weights::Weights;
use pgg_core::reach::Reach;
use pgg_core::unit::MoveClass;
use pgg_core::{Action, Hex, HexSet, Newcomer, Side, State, UnitId, UnitSet, data};
use posts::Post;

/// What the Soviet sees at the start of his Movement Phase.
pub(super) struct Guard {
    weights: Weights,
    /// How much more than usual each objective counts.
    emphasis: [f32; OBJECTIVES],
    /// How far the Germans are, those about to enter included, were there nobody in their way.
    soon: Field,
    threat: Threat,
    /// German stacks with their attack strengths.
    near: Vec<(Hex, f32)>,
    /// Where divisions are wanted.
    posts: Vec<Post>,
    /// The way to each of them.
    ways: Vec<Field>,
    /// Who goes where.
    orders: Vec<(UnitId, Hex)>,
    /// Who goes beside a German to attack him.
    strikes: Vec<(UnitId, Hex)>,
    /// Units bound to march [5.23].
    marchers: UnitSet,
    /// The posts of the first line, for the story of the plan.
    line: Vec<Hex>,
}

impl Guard {
    pub(super) fn of(mind: &mut Mind, notes: &Notes, state: &State, brief: &Brief<'_>) -> Guard {
        mind.judge.look(state, &notes.plan);
        let mut guard = Guard {
            weights: brief.orders.stance.sees(&brief.weights),
            emphasis: brief.orders.emphasis,
            soon: Field::spread(german_sources(state), MoveClass::GermanMotor, Way::From, &free()),
            threat: Threat::of(state, &mind.judge.board),
            near: mind.judge.board.stacks[Side::German].iter().map(|s| (s.hex, s.attack)).collect(),
            posts: Vec::new(),
            ways: Vec::new(),
            orders: Vec::new(),
            strikes: Vec::new(),
            marchers: UnitSet::EMPTY,
            line: Vec::new(),
        };
        if state.turn() == 1 {
            let west = |u: &UnitId| state.hex(*u).is_some_and(|h| h.column() == 1);
            guard.marchers = state.on_map(Side::Soviet).iter().filter(west).collect();
        }
        guard.choose_posts(state);
        guard.strikes = brief.orders.sends().to_vec();
        guard.counter(mind, state, &notes.considered);
        guard.assign(state, &notes.considered);
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

    fn soon(&self, hex: Hex) -> u16 {
        self.soon.at(hex)
    }
}

impl Notes {
    /// The next thing to do in the Soviet Movement Phase.
    pub(super) fn defend(&mut self, mind: &mut Mind, state: &State, brief: &Brief<'_>) -> Option<Action> {
        let mut guard = match self.guard.take() {
            Some(guard) => guard,
            None => Guard::of(mind, self, state, brief),
        };
        let action = self.next_order(mind, &mut guard, state);
        self.guard = Some(guard);
        action.or(Some(Action::Done))
    }

    fn next_order(&mut self, mind: &mut Mind, guard: &mut Guard, state: &State) -> Option<Action> {
        // Divisions before Leaders, so that these find them.
        let marchers = guard.marchers.without(&self.considered);
        for unit in marchers.without(&UnitSet::LEADER) {
            self.done_with(UnitSet::one(unit));
            if let Some(action) = guard.march(state, unit) {
                return Some(action);
            }
        }
        // Who has just entered goes on.
        let fresh = state.on_map(Side::Soviet).without(&self.considered).without(&UnitSet::LEADER);
        for unit in fresh.iter().filter(|&u| state.has_entered(u) && state.has_moved(u)) {
            self.done_with(UnitSet::one(unit));
            let action = guard.post_newcomer(state, unit).or_else(|| step_aside(state, unit));
            if action.is_some() {
                return action;
            }
        }
        while let Some((unit, hex)) = guard.orders.pop() {
            if self.considered.contains(unit) {
                continue;
            }
            self.done_with(UnitSet::one(unit));
            if let Some(action) = guard.go(state, unit, hex) {
                return Some(action);
            }
        }
        if let Some(action) = self.call_up(guard, state) {
            return Some(action);
        }
        self.command(mind, guard, state).or_else(|| make_room(state))
    }

    /// Bring in who is due [14.0]; Leaders last.
    fn call_up(&mut self, guard: &Guard, state: &State) -> Option<Action> {
        let mut due = state.newcomers();
        due.retain(|who| !self.holding.contains(who));
        due.sort_by_key(|who| matches!(who, Newcomer::Unit(_)));
        for who in due {
            if who == Newcomer::Front {
                continue; // [14.23] A rifle division does not win back the point it costs.
            }
            let crowd = |h: Hex| state.side_in(Side::Soviet, h).without(&UnitSet::LEADER).len();
            let room =
                |h: Hex| crowd(h) < 3 || !state.is_enemy_controlled(Side::Soviet, h) && has_way_out(state, h);
            let mut hexes = state.entry_hexes(who);
            hexes.retain(|&h| who == Newcomer::Provisional || room(h));
            let hex = hexes
                .into_iter()
                .filter(|&h| state.check_enter(who, h, false).is_ok())
                .min_by_key(|&h| (crowd(h) >= 3, guard.soon(h).abs_diff(30), h));
            if let Some(hex) = hex {
                let rail = state.check_enter(who, hex, true).is_ok() && guard.soon(hex) > 40;
                return Some(Action::Enter { who, hex, rail });
            }
            self.holding.push(who);
        }
        None
    }
}

/// [7.1] Whoever is too many in a hex and can still move leaves it: the phase is about to end.
fn make_room(state: &State) -> Option<Action> {
    state.on_map(Side::Soviet).and(&UnitSet::DIVISION).iter().find_map(|unit| step_aside(state, unit))
}

/// [7.1] A division leaves a hex with too many in it, to the nearest with room; who came by rail rides on.
fn step_aside(state: &State, unit: UnitId) -> Option<Action> {
    if state.side_in(Side::Soviet, state.hex(unit)?).and(&UnitSet::DIVISION).len() <= 3 {
        return None;
    }
    let shunned = Guard::shunned(state);
    let nearest = |field: &Reach| {
        let places = field.hexes().filter(|&(h, _)| state.has_room(Side::Soviet, h));
        let (hex, _) = places.min_by_key(|&(h, cost)| (shunned.contains(h), cost, h))?;
        field.path(hex)
    };
    let units = UnitSet::one(unit);
    if let Some(path) = state.reach(units).ok().and_then(|reach| nearest(&reach.field)) {
        return Some(Action::Move { units, path });
    }
    let path = nearest(&state.rail_reach(unit).ok()?)?;
    Some(Action::Ride { unit, path })
}

/// Can a division that comes in here step aside?
fn has_way_out(state: &State, hex: Hex) -> bool {
    let open = |h: Hex| !state.occupied(Side::German).contains(h) && state.has_room(Side::Soviet, h);
    hex.neighbours().any(|(d, h)| !data().map.side(hex, d).lake() && open(h))
}

impl Guard {
    /// [5.23] The march of the first turn: to the post that gains most.
    fn march(&self, state: &State, unit: UnitId) -> Option<Action> {
        let room = |hex: Hex| state.side_in(Side::Soviet, hex).without(&UnitSet::LEADER).len() < 3;
        let worth = |hex: Hex| self.worth_on_the_march(state, hex);
        let ends = march::ends(state, unit).into_iter().filter(|&(h, _)| unit.is_leader() || room(h));
        let best = ends.max_by(|a, b| worth(a.0).total_cmp(&worth(b.0)))?;
        Some(Action::Move { units: UnitSet::one(unit), path: best.1 })
    }

    /// Hexes in German zones of control, where nobody goes without reason.
    fn shunned(state: &State) -> HexSet {
        *state.zones(Side::German)
    }
}
