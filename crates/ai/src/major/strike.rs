//! Soviet attacks in the Combat Phase, by what each result of the table comes to with the odds that are publicly known. The
//! plan that brought the divisions together counts in the same way, so that they do not stand beside the enemy and wait.

use super::Mind;
use super::battle::Attacks;
use crate::plan::Plan;
use crate::search::{Proposer, best};
use crate::shared::points;
use crate::survey::Sight;
use pgg_core::data::tables::CombatResult;
use pgg_core::hex::COLUMNS;
use pgg_core::{Action, CounterId, Hex, HexSet, Side, State, Targets, UnitId, UnitSet, data};

/// Points an attack must gain to be made.
const ENOUGH: f32 = 0.1;
/// How much more than its worth for the evaluation a German lost is worth: he never comes back.
pub(super) const FOR_GOOD: f32 = 1.5;
/// Points for each hex that Germans are driven back, and for the hex they leave.
const DRIVEN_BACK: f32 = 0.3;
/// Points for an objective that is won back, and the share of its points that count.
const OBJECTIVE: f32 = 2.0;
const PRIZE: f32 = 0.3;
/// Points that a Soviet division costs, and a Leader who is lost with all others.
pub(super) const DIVISION: f32 = 0.9;
const LEADER: f32 = 5.0;
/// How much more a step of a garrison costs for each point of what it holds, up to so many.
const GARRISON: f32 = 0.15;
const MOST_POINTS: f32 = 20.0;
/// Points for a division without strength that nobody has looked at.
const BODY: f32 = 0.7;
/// What is left of the cost of a step where a retreat of a hex may be taken in its place, and of two.
const BACK_ONE: f32 = 0.35;
const BACK_TWO: f32 = 0.8;
/// Points for a division, and for a Leader, to whom the way to the east is opened.
const DIVISION_FREED: f32 = 0.4;
const LEADER_FREED: f32 = 1.2;

/// The best attack left, or the end of the phase.
pub(super) fn attack(mind: &mut Mind, state: &State, plan: &Plan) -> Option<Action> {
    let legal = state.legal();
    if legal.attacks.is_empty() {
        return Some(Action::Done);
    }
    let sight = mind.judge.look(state, plan, &mind.weights);
    let options = Attacks { legal: &legal, side: Side::Soviet, most: mind.effort.attacks }.propose(&sight);
    let gain = |action: &Action| match action {
        Action::Attack { targets, units } => worth(&sight, *units, targets),
        _ => None,
    };
    Some(best(options, ENOUGH, 0.0, gain).map_or(Action::Done, |(_, action)| action))
}

/// Points that an attack promises.
fn worth(sight: &Sight<'_>, units: UnitSet, targets: &Targets) -> Option<f32> {
    let state = sight.state;
    let odds = state.odds(units, targets, false).ok()?;
    // [9.65] If one stack has no way, all must pay in steps.
    let trapped = targets.iter().any(|hex| sight.survey.is_trapped(state, Side::German, hex));
    let stacks: Vec<_> = targets.iter().filter_map(|hex| sight.survey.stack(Side::German, hex)).collect();
    let steps: u8 = stacks.iter().map(|s| s.steps).sum();
    let of_steps = |n: u8| -> f32 {
        let share = f32::from(n.min(steps)) / f32::from(steps.max(1));
        FOR_GOOD * stacks.iter().map(|s| share * (s.worth + s.dearth) + s.division_lost(share)).sum::<f32>()
    };
    let cleared: f32 = targets.iter().map(|hex| prize(state, hex) + relief(state, hex)).sum();
    let defender = |n: u8| {
        if n >= steps {
            return of_steps(n) + cleared;
        }
        let back = cleared + DRIVEN_BACK * f32::from(n);
        if trapped { of_steps(n) } else { of_steps(n).min(back) }
    };
    let step = own_step(state, units);
    let all = || {
        let leaders = units.and(&UnitSet::LEADER).len() as f32;
        LEADER * leaders + DIVISION * (units.len() as f32 - leaders)
    };
    let result = |result: CombatResult| match result {
        CombatResult::D1 => defender(1),
        CombatResult::D2 => defender(2),
        CombatResult::De => defender(steps),
        CombatResult::D1A1 => defender(1) - BACK_ONE * step,
        CombatResult::D2A1 => defender(2) - BACK_ONE * step,
        CombatResult::DeA1 => defender(steps) - BACK_ONE * step,
        CombatResult::Eng => of_steps(1) - step,
        CombatResult::A1 => -BACK_ONE * step,
        CombatResult::A2 => -BACK_TWO * step,
        CombatResult::Ae => -all(),
    };
    let promise: f32 = odds.results.iter().map(|&(what, chance)| chance as f32 * result(what)).sum();
    Some(promise - unmasked(state, units))
}

/// Points that the cheapest step of the attackers costs: more where all of them hold an objective.
fn own_step(state: &State, units: UnitSet) -> f32 {
    let held =
        units.and(&UnitSet::DIVISION).iter().filter_map(|u| state.hex(u)).map(|hex| points(state, hex));
    DIVISION + GARRISON * held.fold(f32::MAX, f32::min).min(MOST_POINTS)
}

/// [12.3] Points for the divisions that turn out to have no strength: their zones of control go with them.
fn unmasked(state: &State, units: UnitSet) -> f32 {
    let empty = |unit: UnitId| {
        let counters = state.possible_counters(unit);
        let none = |id: &CounterId| {
            let counter = data().roster.counter(*id);
            counter.attack == 0 && counter.defense == 0
        };
        counters.iter().filter(none).count() as f32 / (counters.iter().count().max(1)) as f32
    };
    let untried = units.and(&UnitSet::DIVISION).iter().filter(|&u| state.is_untried(u));
    BODY * untried.map(empty).sum::<f32>()
}

/// Points for driving Germans from a hex: more from an objective.
pub(super) fn prize(state: &State, hex: Hex) -> f32 {
    let taken = points(state, hex);
    DRIVEN_BACK + if taken > 0.0 { OBJECTIVE + PRIZE * taken } else { 0.0 }
}

/// Points for those to whom the way to the east is open when nobody stands in a hex any more.
pub(super) fn relief(state: &State, hex: Hex) -> f32 {
    let germans = *state.occupied(Side::German);
    let now = joined_to_the_east(state, &germans);
    let then = joined_to_the_east(state, &germans.without(&HexSet::from_iter([hex])));
    let opened = then.without(&now);
    if opened.is_empty() {
        return 0.0;
    }
    let freed = |units: UnitSet| {
        units.iter().filter(|&u| state.hex(u).is_some_and(|at| opened.contains(at))).count() as f32
    };
    let soviets = state.on_map(Side::Soviet);
    DIVISION_FREED * freed(soviets.and(&UnitSet::DIVISION))
        + LEADER_FREED * freed(soviets.and(&UnitSet::LEADER))
}

/// Hexes from which a Leader has a line to the east edge while Germans stand in these hexes [11.24].
fn joined_to_the_east(state: &State, germans: &HexSet) -> HexSet {
    let map = &data().map;
    let controlled = map.spread(germans).without(state.occupied(Side::Soviet));
    let open = HexSet::ALL.without(&controlled).without(germans).without(map.lakes());
    let through = open.without(map.swamp());
    map.spread(&map.flood(&HexSet::column(COLUMNS).and(&open), &through))
}
