//! The portfolio: ways to behave that are worth a try.

use crate::orders::{Manner, Orders, Stance};
use crate::shared::divisions;
use pgg_core::tables::Objective;
use pgg_core::{Side, State, UnitId, UnitSet, data};

/// How much more an objective may count.
const EMPHASIS: f32 = 3.0;
/// Divisions that may be sent together for an objective.
const TOGETHER: [usize; 2] = [2, 5];

/// The draft, and other ways: everybody in one manner, or an objective before all others.
pub(super) fn candidates(state: &State, side: Side, draft: Orders) -> Vec<Orders> {
    let mut all = vec![draft];
    match side {
        Side::Soviet => soviet(state, &mut all),
        Side::German => german(state, &mut all),
    }
    all
}

fn soviet(state: &State, all: &mut Vec<Orders>) {
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
}

fn german(state: &State, all: &mut Vec<Orders>) {
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

/// The orders in words.
pub(super) fn words(state: &State, side: Side, orders: &Orders) -> String {
    let objectives = data().victory.objectives();
    match side {
        Side::Soviet => {
            let mut text = orders.stance.words().to_owned();
            let named: Vec<&str> = objectives
                .iter()
                .zip(orders.emphasis)
                .filter(|(_, weight)| *weight > 1.0)
                .map(|(o, _)| o.name.as_str())
                .collect();
            if !named.is_empty() {
                text.push_str(&format!("; more for {}", named.join(", ")));
            }
            text
        }
        Side::German => {
            let groups = divisions().into_iter();
            let leaders = groups.filter_map(|g| g.iter().find(|&u| state.hex(u).is_some()));
            let leaders: Vec<UnitId> = leaders.collect();
            let told = |count: usize, what: &str| {
                let divisions = if count == 1 { "division" } else { "divisions" };
                (count > 0).then(|| format!("{count} {divisions}: {what}"))
            };
            let manner = |manner: Manner| {
                told(leaders.iter().filter(|&&u| orders.manner(u) == manner).count(), manner.words())
            };
            let goal = |(n, objective): (usize, &Objective)| {
                told(leaders.iter().filter(|&&u| orders.goal(u) == Some(n)).count(), &objective.name)
            };
            let manners = Manner::ALL.into_iter().skip(1).filter_map(manner);
            let parts: Vec<String> = manners.chain(objectives.iter().enumerate().filter_map(goal)).collect();
            if parts.is_empty() { Manner::AsUsual.words().to_owned() } else { parts.join("; ") }
        }
    }
}
