//! The portfolio: ways to behave that are worth a try.

use crate::orders::{Manner, Orders, Stance};
use crate::search::Proposer;
use crate::shared::divisions;
use crate::survey::Sight;
use pgg_core::data::tables::Objective;
use pgg_core::{Side, State, UnitSet, data};

/// How much more an objective may count.
const EMPHASIS: f32 = 3.0;
/// Divisions that may be sent together for an objective.
const TOGETHER: [usize; 2] = [2, 5];

/// Everybody in one manner, or an objective before all others.
pub(super) struct Portfolio;

impl Proposer for Portfolio {
    type Candidate = Orders;

    fn propose(&self, sight: &Sight<'_>) -> Vec<Orders> {
        match sight.state.phase().side() {
            Side::Soviet => soviet(sight.state),
            Side::German => german(sight.state),
        }
    }
}

fn soviet(state: &State) -> Vec<Orders> {
    let mut all = Vec::new();
    for &stance in &Stance::ALL[1..] {
        let mut orders = Orders::default();
        orders.stance = stance;
        all.push(orders);
    }
    for (n, objective) in data().victory.objectives().iter().enumerate() {
        if objective.hexes.iter().any(|&h| state.controller(h) == Some(Side::Soviet)) {
            let mut orders = Orders::default();
            orders.emphasis[n] = EMPHASIS;
            all.push(orders);
        }
    }
    all
}

fn german(state: &State) -> Vec<Orders> {
    let mut all = Vec::new();
    for &manner in &Manner::ALL[1..] {
        let mut orders = Orders::default();
        orders.set_manner(UnitSet::GERMAN, manner);
        all.push(orders);
    }
    for (n, objective) in data().victory.objectives().iter().enumerate() {
        if objective.hexes.iter().all(|&h| state.controller(h) == Some(Side::German)) {
            continue;
        }
        let nearest = nearest(state, objective);
        for count in TOGETHER {
            let mut orders = Orders::default();
            nearest.iter().take(count).for_each(|&group| orders.set_goal(group, Some(n)));
            all.push(orders);
        }
    }
    all
}

/// Mechanized divisions, the nearest to an objective first.
fn nearest(state: &State, objective: &Objective) -> Vec<UnitSet> {
    let far = |group: UnitSet| {
        let unit = group.iter().find(|&u| state.hex(u).is_some() && state.kind(u).is_mechanized())?;
        Some((state.hex(unit)?.distance(objective.hexes[0]), unit, group))
    };
    let mut all: Vec<_> = divisions().into_iter().filter_map(far).collect();
    all.sort_by_key(|&(distance, unit, _)| (distance, unit));
    all.into_iter().map(|(.., group)| group).collect()
}
