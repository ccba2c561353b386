//! Advice: a position explained. What it is worth and why, the plan `major` would follow, the best attacks, the threats.

use crate::eval::{Clock, Judge, Terms};
use crate::major;
use crate::orders::Orders;
use crate::plan::Plan;
use crate::shared::divisions;
use crate::survey::{Sight, StackView};
use crate::weights::Weights;
use pgg_core::analysis::odds::Odds;
use pgg_core::{Hex, Place, Side, State, Targets, UnitId, UnitSet, data};
use serde::Serialize;

/// Attacks and threats told, at most.
const MOST: usize = 3;

/// A position explained to one side.
#[derive(Clone, Debug, Serialize)]
pub struct Advice {
    /// To whom.
    pub side: Side,
    /// What the position is worth to the Germans, in victory points.
    pub worth: f64,
    /// The terms of it, by name.
    pub terms: Vec<(&'static str, f64)>,
    /// The objectives, with the chance that the Germans have them at the end.
    pub objectives: Vec<Prospect>,
    /// The plan.
    pub plan: Vec<Intention>,
    /// The best attacks that units can make from where they stand, best first.
    pub attacks: Vec<Blow>,
    /// What the enemy can do, worst first.
    pub threats: Vec<Threat>,
}

/// An objective.
#[derive(Clone, Debug, Serialize)]
pub struct Prospect {
    /// Its name.
    pub name: String,
    /// Its points.
    pub points: u8,
    /// The chance that the Germans have it at the end.
    pub chance: f64,
}

/// A part of the plan.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Intention {
    /// Divisions go for an objective.
    Axis {
        /// Its name.
        objective: String,
        /// The divisions, by their first units.
        divisions: Vec<UnitId>,
    },
    /// A line of posts from north to south.
    Line {
        /// The posts.
        posts: Vec<Hex>,
    },
    /// Divisions go beside an enemy to attack him.
    CounterAttack {
        /// The divisions and where they go.
        moves: Vec<(UnitId, Hex)>,
    },
}

/// An attack.
#[derive(Clone, Debug, Serialize)]
pub struct Blow {
    /// The hex attacked.
    pub target: Hex,
    /// Who attacks.
    pub units: Vec<UnitId>,
    /// Points it promises.
    pub promise: f64,
    /// Can the defender not retreat?
    pub trapped: bool,
    /// The odds.
    pub odds: Odds,
}

/// What the enemy can do.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Threat {
    /// He can attack a stack.
    Attack {
        /// Where it stands.
        hex: Hex,
        /// Points the attack promises him.
        promise: f64,
    },
    /// A stack that he is beside has no way to retreat.
    NoWayOut {
        /// Where it stands.
        hex: Hex,
    },
    /// Units are out of supply.
    OutOfSupply {
        /// Which.
        units: Vec<UnitId>,
    },
}

impl Advice {
    /// Explain a position to a side.
    pub fn of(state: &State, side: Side, weights: &Weights) -> Advice {
        let orders = Orders::default();
        let plan = Plan::german(state, weights, &orders);
        let mut judge = Judge::default();
        let terms: Terms = judge.explain(state, &plan, weights);
        let sight = judge.look(state, &plan, weights);
        let clock = Clock::of(state);
        let occupied = state.occupied_objectives();
        let prospect = |(n, o): (usize, &pgg_core::data::tables::Objective)| Prospect {
            name: o.name.clone(),
            points: o.points(state.options().edition),
            chance: told(sight.chance_of(&clock, n, occupied.contains(n))),
        };
        Advice {
            side,
            worth: told(terms.total()),
            terms: terms.each().map(|(name, points)| (name, told(points))).to_vec(),
            objectives: data().victory.objectives().iter().enumerate().map(prospect).collect(),
            plan: match side {
                Side::German => axes(state, &plan),
                Side::Soviet => major::defence(state, weights),
            },
            attacks: attacks(&sight, side),
            threats: threats(&sight, side),
        }
    }
}

/// Numbers are told to a thousandth.
const TOLD: f64 = 1000.0;

fn told(number: f32) -> f64 {
    (f64::from(number) * TOLD).round() / TOLD
}

/// Objectives and the divisions that go for them, most points first.
fn axes(state: &State, plan: &Plan) -> Vec<Intention> {
    let mut axes = Vec::new();
    for (n, objective) in data().victory.objectives().iter().enumerate() {
        let some =
            |group: UnitSet| group.iter().find(|&u| matches!(state.place(u), Place::On(_) | Place::Waiting));
        let goes = |unit: &UnitId| plan.goal_of(*unit) == n;
        let divisions: Vec<UnitId> = divisions().into_iter().filter_map(some).filter(goes).collect();
        if !divisions.is_empty() {
            let points = objective.points(state.options().edition);
            axes.push((points, Intention::Axis { objective: objective.name.clone(), divisions }));
        }
    }
    axes.sort_by_key(|(points, _)| std::cmp::Reverse(*points));
    axes.into_iter().map(|(_, axis)| axis).collect()
}

/// The best attacks from where the units stand.
fn attacks(sight: &Sight<'_>, side: Side) -> Vec<Blow> {
    let state = sight.state;
    let mut blows: Vec<Blow> = Vec::new();
    for target in sight.survey.stacks(side.enemy()) {
        let promise = sight.promise(target, side);
        let units = able(state, side, target);
        if promise <= 0.0 || units.is_empty() {
            continue;
        }
        if let Ok(odds) = state.odds(units, &Targets::one(target.hex), false) {
            let trapped = sight.survey.is_trapped(state, side.enemy(), target.hex);
            let promise = told(promise);
            blows.push(Blow { target: target.hex, units: units.iter().collect(), promise, trapped, odds });
        }
    }
    blows.sort_by(|a, b| b.promise.total_cmp(&a.promise));
    blows.truncate(MOST);
    blows
}

/// Units that can attack a stack from where they stand.
fn able(state: &State, side: Side, target: &StackView) -> UnitSet {
    let map = &data().map;
    let mut units = UnitSet::EMPTY;
    for (_, from) in map.contacts(target.hex) {
        for unit in state.side_in(side, from).without(&UnitSet::LEADER) {
            let commanded = side == Side::German || state.has_loc(unit);
            if state.is_attack_capable(unit)
                && !state.is_disrupted(unit)
                && !state.has_attacked(unit)
                && commanded
            {
                units.insert(unit);
            }
        }
    }
    units
}

fn threats(sight: &Sight<'_>, side: Side) -> Vec<Threat> {
    let state = sight.state;
    let stacks = sight.survey.stacks(side);
    let mut attacks: Vec<(f32, Hex)> = stacks
        .iter()
        .map(|stack| (sight.promise(stack, side.enemy()), stack.hex))
        .filter(|&(promise, _)| promise > 0.0)
        .collect();
    attacks.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut threats: Vec<Threat> = attacks
        .into_iter()
        .take(MOST)
        .map(|(promise, hex)| Threat::Attack { hex, promise: told(promise) })
        .collect();
    for stack in stacks {
        let beside = state.zones(side.enemy()).contains(stack.hex);
        if beside && sight.survey.is_trapped(state, side, stack.hex) {
            threats.push(Threat::NoWayOut { hex: stack.hex });
        }
    }
    let out = state.out_of_supply(state.on_map(side));
    if !out.is_empty() {
        threats.push(Threat::OutOfSupply { units: out.iter().collect() });
    }
    threats
}
