//! The support itself.
mod support;
use support::*;

/// [9.4, 7.3] G14: pz7 (16) overruns with 8 against a rifle 3-4: 2-1; die 2, D1.
#[test]
fn g14_overrun_of_a_rifle() {
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "german_movement",
            "units": {"1222": ["pz7"], "1322": ["r1 3-4"], "1624": ["konev"]}}"#,
    );
    let events = table.act_with(
        &[2],
        &[],
        r#"{"overrun": {"units": ["pz7-25", "pz7-6", "pz7-7"], "target": "1322"}}"#,
    );
    assert_eq!(odds_of(&events), (8, 4, "2-1".into(), "D1".into()));
    table.act("\"take_retreat\"");
}
