//! The plan: ways to the objectives, goals of the divisions.

use super::*;

fn position(units: &str, more: &str) -> State {
    let text = format!(r#"{{"turn": 6, "phase": "german_movement", "units": {{{units}}}{more}}}"#);
    State::from_text(&text).unwrap_or_else(|e| panic!("bad position: {e}\n{text}"))
}

fn plan_of(state: &State, orders: &Orders) -> Plan {
    Plan::of(state, Side::German, &Weights::default(), orders)
}

fn unit(name: &str) -> UnitId {
    data().roster.parse_unit(name).expect("a unit")
}

fn hex(text: &str) -> Hex {
    text.parse().expect("a hex")
}

fn objective_at(text: &str) -> usize {
    data().victory.objectives().iter().position(|o| o.hexes.contains(&hex(text))).expect("an objective")
}

const DIVISION: &str = r#""2916": ["pz7"], "3822": ["rokossovsky"]"#;

/// A division goes for what it can get next, and all its regiments together.
#[test]
fn a_division_goes_for_one_objective() {
    let state = position(DIVISION, "");
    let plan = plan_of(&state, &Orders::default());
    let goals: Vec<usize> = state.on_map(Side::German).iter().map(|u| plan.goal_of(u)).collect();
    assert!(goals.windows(2).all(|pair| pair[0] == pair[1]), "{goals:?}");
}

/// What is ordered is the goal, whatever the plan would choose.
#[test]
fn a_goal_that_is_ordered_is_the_goal() {
    let state = position(DIVISION, "");
    for goal in 0..data().victory.objectives().len() {
        let mut orders = Orders::default();
        orders.set_goal(state.on_map(Side::German), Some(goal));
        let plan = plan_of(&state, &orders);
        assert!(state.on_map(Side::German).iter().all(|u| plan.goal_of(u) == goal));
        assert_eq!(orders.goal(unit("pz7-25")), Some(goal));
    }
}

/// A hex nearer to the goal has less to go; one more enemy in the way does not make it shorter.
#[test]
fn the_way_is_shorter_when_nearer_and_longer_when_barred() {
    let goal = objective_at("3122");
    let mut orders = Orders::default();
    orders.set_goal(UnitSet::GERMAN, Some(goal));
    let open = position(DIVISION, "");
    let barred = position(r#""2916": ["pz7"], "3020": ["r1 7-7", "r2 9-8"], "3822": ["rokossovsky"]"#, "");
    let panzer = unit("pz7-25");
    let (open, barred) = (plan_of(&open, &orders), plan_of(&barred, &orders));
    let to_go = |plan: &Plan, at: &str| plan.to_go(panzer, hex(at));
    assert!(to_go(&open, "3121") < to_go(&open, "2916") && to_go(&open, "3122") == 0.0);
    for at in ["2916", "2512", "3018"] {
        assert!(to_go(&barred, at) >= to_go(&open, at), "{at}");
    }
}

/// The ways fit the position they were found in, until a Soviet unit moves; then they are found again, the goals stay.
#[test]
fn a_plan_is_renewed_when_the_enemy_has_moved() {
    let before = position(r#""2916": ["pz7"], "3020": ["r1 7-7"], "3822": ["rokossovsky"]"#, "");
    let after = position(r#""2916": ["pz7"], "3320": ["r1 7-7"], "3822": ["rokossovsky"]"#, "");
    let plan = plan_of(&before, &Orders::default());
    assert!(plan.fits(&before) && !plan.fits(&after));
    let renewed = plan.renewed(&after, &Weights::default());
    assert!(renewed.fits(&after));
    assert_eq!(renewed.goal_of(unit("pz7-25")), plan.goal_of(unit("pz7-25")));
}

/// The Soviet side has no goals: nothing is to go.
#[test]
fn the_soviet_side_goes_for_nothing() {
    let state = position(DIVISION, "");
    let plan = Plan::of(&state, Side::Soviet, &Weights::default(), &Orders::default());
    assert_eq!(plan.to_go(unit("pz7-25"), hex("2916")), 0.0);
}

/// Strength is shared out: where many can go for two objectives, not all go for one.
#[test]
fn not_everybody_goes_to_the_same_place() {
    let units = r#""2616": ["pz7"], "2617": ["pz17"], "2716": ["pz18"], "2717": ["pz10"], "2718": ["mot29"],
        "2618": ["mot10"], "3822": ["rokossovsky"]"#;
    let state = position(units, "");
    let plan = plan_of(&state, &Orders::default());
    let goals: std::collections::HashSet<usize> =
        state.on_map(Side::German).iter().map(|u| plan.goal_of(u)).collect();
    assert!(goals.len() > 1, "{goals:?}");
}
