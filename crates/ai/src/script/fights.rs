//! What every program does in a fight: who need not take part, which Leaders must, what a step is worth, where a beaten
//! enemy is sent, who advances.

use pgg_core::data::roster::FormationInfo;
use pgg_core::data::tables::Column;
use pgg_core::hex::COLUMNS;
use pgg_core::{Action, Hex, Legal, Path, Side, State, UnitId, UnitSet, data};

/// How much worse for those who run each hex beside an enemy zone of control is.
const ZONE_BESIDE: i32 = 2;
/// How much better good ground is for them.
const COVER: i32 = 3;
/// And an objective: nobody is driven into one.
const OBJECTIVE: i32 = 20;

/// Without those who change nothing in the odds and may be spared, in the order given: the first to go first.
pub(crate) fn without_idle(
    units: UnitSet,
    order: &[UnitId],
    may_be_spared: impl Fn(UnitId) -> bool,
    column: impl Fn(UnitSet) -> Column,
) -> UnitSet {
    let mut units = units;
    for &unit in order {
        let without = units.without(&UnitSet::one(unit));
        if may_be_spared(unit) && !without.is_empty() && column(without) >= column(units) {
            units = without;
        }
    }
    units
}

/// [10.26] With the Leaders whose last combat unit attacks: they must join.
pub(crate) fn with_bound_leaders(legal: &Legal, attackers: UnitSet) -> UnitSet {
    let mut units = attackers;
    for duty in &legal.duties {
        if duty.stack.meets(&attackers) && duty.reserves.without(&attackers).is_empty() {
            units = units.or(&duty.leaders);
        }
    }
    units
}

/// What the next step of a German unit takes from its strength.
pub(crate) fn next_step(state: &State, unit: UnitId) -> f32 {
    let strength = &data().roster.german(unit).strength;
    let now = usize::from(state.steps_lost(unit)).min(strength.len() - 1);
    let next = strength.get(now + 1).copied().unwrap_or(0);
    f32::from(strength[now]) - f32::from(next)
}

/// The division of a German unit whose next step is its last [15.12, 7.3a].
pub(crate) fn loses_its_last_step(state: &State, unit: UnitId) -> Option<&'static FormationInfo> {
    let roster = &data().roster;
    let formation = roster.german(unit).formation.map(|f| roster.formation(f));
    formation.filter(|_| state.steps_left(unit) == 1)
}

/// How bad a hex of retreat is for those who run: Germans are sent west, Soviets away from their own, into enemy zones,
/// off the good ground, out of what counts.
pub(crate) fn worst_for(state: &State, runs: Side, to: Hex) -> i32 {
    let zones = state.zones(runs.enemy());
    let near = to.neighbours().filter(|&(_, h)| zones.contains(h)).count() as i32;
    let west = i32::from(COLUMNS) - i32::from(to.column());
    let cover = if data().map.doubles_defence(to) { COVER } else { 0 };
    let prize = if state.controller(to).is_some() { OBJECTIVE } else { 0 };
    west + ZONE_BESIDE * near - cover - prize
}

/// The advance that gains most and more than `least`, or have done [9.8]; `gain` is none for one that nobody wants.
pub(crate) fn best_advance(
    state: &State,
    side: Side,
    least: f32,
    gain: impl Fn(UnitId, Hex, Hex) -> Option<f32>,
) -> Action {
    let mut best: Option<(f32, UnitId, Path)> = None;
    for unit in state.combatants(side).without(&UnitSet::LEADER) {
        for path in state.advances(unit) {
            let (Some(from), Some(to)) = (state.hex(unit), path.last()) else { continue };
            let Some(gain) = gain(unit, from, to) else { continue };
            if gain > best.map_or(least, |(most, ..)| most) {
                best = Some((gain, unit, path));
            }
        }
    }
    best.map_or(Action::Done, |(_, unit, path)| Action::Advance { unit, path })
}
