//! A Movement Phase that a position begins, and the one that comes next.
use crate::support::*;
use pgg_core::{Hex, Phase, Reason, State, UnitSet};

fn position(turn: u8, phase: &str, units: &str) -> Table {
    Table::new(&format!(r#"{{"turn": {turn}, "phase": "{phase}", "units": {{{units}}}}}"#))
}

/// A rifle and Konev in 1222, Germans all around.
const RING: &str = r#""1220": ["inf6"], "1421": ["inf26"], "1423": ["inf5"], "1224": ["inf35"], "1023": ["inf161"],
                      "1021": ["inf23"]"#;

/// [6.25, 6.55, 11.0a] A position in a Movement Phase in which nobody has moved begins with the supply snapshot.
#[test]
fn a_position_begins_with_the_snapshot() {
    let cut_off = position(7, "soviet_movement", &format!(r#"{RING}, "1222": ["r1 3-4"]"#));
    assert_eq!(cut_off.left("r1"), 6, "half of 6 points");
    cut_off.refused("6.55", &overrun(&["r1"], "1220"));
    let with_leader = position(7, "soviet_movement", &format!(r#"{RING}, "1222": ["r1 3-4", "konev"]"#));
    assert_eq!((with_leader.left("r1"), with_leader.left("konev")), (6, 10));
    // Germans too, in both of their phases.
    for phase in ["german_movement", "mechanized_movement"] {
        let units = r#""5010": ["pz7-25"], "5011": ["r1 3-4"], "1222": ["pz10-7"]"#;
        let table = Table::new(&format!(
            r#"{{"turn": 7, "phase": "{phase}", "soviet_marker": "0120", "soviet_marker_uses": 1,
                "units": {{{units}}}}}"#
        ));
        assert_eq!((table.left("pz7-25"), table.left("pz10-7")), (10, 20), "{phase}");
    }
    // In a Combat Phase there is none.
    let combat = position(7, "soviet_combat", &format!(r#"{RING}, "1222": ["r1 3-4"]"#));
    assert!(!combat.state.to_text().contains("unsupplied"));
}

/// [11.0a] Once somebody has acted the marks given are all there are; before, they stay beside the snapshot.
#[test]
fn marks_given_are_kept() {
    let begun =
        position(7, "soviet_movement", &format!(r#"{RING}, "1222": ["r1 3-4"], "4015": ["r2 moved"]"#));
    assert_eq!(begun.left("r1"), 12);
    let group = Table::new(&format!(
        r#"{{"turn": 7, "phase": "soviet_movement", "group": {{"start": "4015"}},
            "units": {{{RING}, "1222": ["r1 3-4"]}}}}"#
    ));
    assert_eq!(group.left("r1"), 12, "somebody has moved, and died");
    let supposed = position(7, "soviet_movement", r#""4015": ["r1 unsupplied", "konev"], "4115": ["r2"]"#);
    assert_eq!((supposed.left("r1"), supposed.left("r2")), (6, 12));
    for table in [begun, group, supposed] {
        assert_eq!(State::from_text(&table.state.to_text()).as_ref(), Ok(&table.state));
    }
}

/// [12.1] A strength without a number takes the next counter that nobody names.
#[test]
fn the_next_free_counter() {
    let load = |units: &str, dead: &str| {
        state(&format!(
            r#"{{"turn": 7, "phase": "soviet_movement", "units": {{"1222": [{units}]}}, "dead_pile": [{dead}]}}"#
        ))
    };
    let one = load(r#""rifle 3-4""#, r#""rifle 3-4#1""#).to_text();
    assert!(one.contains("r1 3-4#2"), "{one}");
    let two = load(r#""rifle 3-4", "rifle 3-4#2""#, r#""rifle 3-4#1""#).to_text();
    assert!(two.contains("r1 3-4#3") && two.contains("r2 3-4#2"), "{two}");
    let first = load(r#""rifle 3-4", "r7 3-4#1""#, "").to_text();
    assert!(first.contains("r1 3-4#2") && first.contains("r7 3-4#1"), "{first}");
}

fn range(table: &Table, ids: &[&str]) -> Vec<Hex> {
    table.state.range(units(ids)).expect("a range").field.hexes().map(|(hex, _)| hex).collect()
}

/// [6.4] Columns 01 and 02 are closed on turn 6 and open on turn 7, which is what comes next.
#[test]
fn the_next_phase_is_of_the_next_turn() {
    let table = position(6, "soviet_movement", r#""0405": ["r1 3-4", "konev"]"#);
    let here = table.state.reach(units(&["r1"])).expect("a reach");
    assert!(here.field.cost(hex("0205")).is_none());
    assert!(range(&table, &["r1"]).contains(&hex("0205")));
    let earlier = position(5, "soviet_movement", r#""0405": ["r1 3-4", "konev"]"#);
    assert!(!range(&earlier, &["r1"]).contains(&hex("0205")));
    let before = position(6, "german_movement", r#""0405": ["r1 3-4", "konev"], "3020": ["inf6"]"#);
    assert!(range(&before, &["r1"]).contains(&hex("0205")), "asked in the German Player-Turn of turn 6");
}

/// [11.33] A unit that entered this turn is in supply for this turn alone.
#[test]
fn free_supply_does_not_last() {
    let table = position(7, "soviet_movement", r#""3020": ["r1 3-4 entered moved"]"#);
    let then = table.state.at_next_movement(units(&["r1"])).expect("a phase");
    assert_eq!((then.turn(), then.phase()), (8, Phase::SovietMovement));
    assert_eq!(then.points_left(unit("r1")).halves(), 6, "without a Leader it has half its points then");
    assert!(!then.has_entered(unit("r1")));
}

/// [4.2, 6.63, 13.33] Panzers move again in the Mechanized Movement Phase, infantry on the next turn; Disruption comes off
/// in between, and so do air markers.
#[test]
fn the_sequence_leads_to_the_next_phase() {
    let table =
        position(7, "german_movement", r#""1222": ["pz7-25", "inf6", "pz7-6 disrupted"], "4015": ["konev"]"#);
    let next = |ids: &[&str]| table.state.at_next_movement(units(ids)).expect("a phase");
    let phase = |ids: &[&str]| (next(ids).turn(), next(ids).phase());
    assert_eq!(phase(&["pz7-25"]), (7, Phase::MechanizedMovement));
    assert_eq!(phase(&["inf6"]), (8, Phase::GermanMovement));
    assert_eq!(phase(&["pz7-25", "inf6"]), (8, Phase::GermanMovement));
    assert_eq!(phase(&["konev"]), (8, Phase::SovietMovement));
    assert!(next(&["pz7-6"]).is_disrupted(unit("pz7-6")), "it comes off after the Mechanized phase");
    assert!(!next(&["inf6"]).is_disrupted(unit("pz7-6")));
    let marked = Table::new(
        r#"{"turn": 7, "phase": "soviet_movement", "air": ["3020"], "units": {"3019": ["r1 3-4", "konev"]}}"#,
    );
    let cost = |table: &Table| table.state.range(units(&["r1"])).expect("a range").field.cost(hex("3020"));
    let plain = position(7, "soviet_movement", r#""3019": ["r1 3-4", "konev"]"#);
    assert_eq!(cost(&marked), cost(&plain));
    // After the last one there is none.
    let last = position(12, "soviet_combat", r#""3019": ["r1 3-4"], "1222": ["pz7-25"]"#);
    let refusal = last.state.at_next_movement(units(&["r1"])).expect_err("the game ends");
    assert_eq!((refusal.case.0, refusal.reason), ("15.0", Reason::NoMoreMovement));
    assert!(last.state.at_next_movement(units(&["pz7-25"])).is_ok());
    assert!(table.state.at_next_movement(UnitSet::EMPTY).is_err());
}
