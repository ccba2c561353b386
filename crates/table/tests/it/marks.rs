//! Facts about units that only the rules can compute.

use crate::support::*;
use pgg_core::{Side, State, UnitSet};
use pgg_table::Marks;

fn marks(state: &State) -> Marks {
    Marks::of(state, &state.legal())
}

fn units(names: &[&str]) -> UnitSet {
    serde_json::from_value(serde_json::json!(names)).expect("units")
}

/// A whole panzer division, another without one of its regiments, and two that bar each other.
#[test]
fn integrated_divisions_are_told() {
    let state = state(
        r#"{"turn": 7, "phase": "german_movement", "units": {
            "1222": ["pz7"], "1225": ["pz10-7", "pz10-69"], "0120": ["inf6"], "1624": ["konev"]}}"#,
    );
    assert_eq!(marks(&state).integrated, units(&PZ7));
}

/// Units that can still act are those that a legal action names: in a Movement Phase those that can walk, in a Combat Phase
/// those that can attack.
#[test]
fn units_that_can_act_are_told() {
    let at = |phase: &str| marks(&state(&FRONT.replace("german_movement", phase))).can_act;
    assert_eq!(at("german_combat"), units(&PZ7), "only they are beside an enemy");
    let moving = at("german_movement");
    assert!(moving.contains(units(&["inf6"]).first().expect("a unit")));
    assert!(moving.and(&UnitSet::SOVIET).is_empty());
    let spent = FRONT.replace("\"inf6\"", "\"inf6 moved halted\"");
    assert!(marks(&state(&spent)).can_act.and(&units(&["inf6"])).is_empty());
}

/// A fourth combat unit is one too many [7.2]; two Leaders with three divisions are too, for the Soviets [7.1].
#[test]
fn crowded_hexes_are_told() {
    let german = state(
        r#"{"turn": 7, "phase": "german_movement", "units": {
            "1222": ["pz7", "inf6"], "0120": ["inf26"], "1624": ["konev", "lukin", "r1", "r2", "r3"]}}"#,
    );
    let hexes = |state: &State| marks(state).crowded.iter().map(|hex| hex.to_string()).collect::<Vec<_>>();
    assert_eq!(hexes(&german), ["1222"]);
    let soviet = state(
        r#"{"turn": 7, "phase": "soviet_movement", "units": {"0120": ["inf26"],
            "1624": ["konev", "lukin", "r1", "r2", "r3"], "1626": ["kurochkin", "r4", "r5", "r6"]}}"#,
    );
    assert_eq!(hexes(&soviet), ["1624"]);
}

/// A unit out of supply at the snapshot has half its points, rounded down [6.25]; for all others nothing is sent.
#[test]
fn other_allowances_than_the_printed_ones_are_told() {
    let state = state(
        r#"{"turn": 7, "phase": "german_movement", "units": {
            "1222": ["pz7-25 unsupplied", "inf6 unsupplied"], "0120": ["inf26"], "1624": ["konev"]}}"#,
    );
    let told = serde_json::to_value(marks(&state).allowances).expect("JSON");
    assert_eq!(told, serde_json::json!({"pz7-25": 10, "inf6": 6}));
}

/// Marks and answers agree: a marked unit has a legal action, and supply is as the question answers.
#[test]
fn marks_agree_with_the_rules() {
    let mut game = Game::new(3);
    let mut random = Random::new(3);
    for ply in [20, 120, 320, 520] {
        game.play_on(&mut random, 9, |table| table.ply() >= ply);
        let state: &State = game.state();
        let Marks { integrated, out_of_supply, can_act, .. } = marks(state);
        for side in Side::BOTH {
            for unit in state.on_map(side) {
                assert_eq!(integrated.contains(unit), state.is_integrated(unit), "{unit}");
                assert_eq!(out_of_supply.contains(unit), !state.supply(unit).in_supply, "{unit}");
            }
        }
        let named = serde_json::to_string(&pgg_table::ask::LegalView::of(&state.legal())).expect("JSON");
        for unit in can_act {
            assert!(named.contains(&format!("\"{unit}\"")) || state.in_combat(), "{unit}");
        }
    }
}
