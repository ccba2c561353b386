//! The odds sheet of untried divisions against counting every case by hand.
use crate::support::*;
use pgg_core::analysis::odds::ModifierKind;
use pgg_core::data::tables::{Column, Tables};
use pgg_core::{Kind, State, Targets, data};

fn defended_by(untried: usize) -> State {
    let rifles: Vec<String> = (1..=untried).map(|n| format!("\"r{n}\"")).collect();
    state(&format!(
        r#"{{"turn": 7, "phase": "german_combat",
            "units": {{"1222": ["pz7"], "1322": [{}], "1624": ["konev"]}}}}"#,
        rifles.join(", ")
    ))
}

/// [12.1, 12.3, 9.4] pz7 (16) attacks two face-down rifles: all 78 × 77 pairs of counters, one by one.
#[test]
fn two_untried_defenders() {
    let state = defended_by(2);
    let sheet = state.odds(units(&PZ7), &Targets::one(hex("1322")), false).expect("odds");
    assert!(sheet.exact);
    let rifles = &data().roster.counters()[data().roster.counters_of(Kind::Rifle)];
    let (mut columns, mut walkover, mut pairs) = ([0.0; 12], 0.0, 0.0);
    for (n, first) in rifles.iter().enumerate() {
        for (m, second) in rifles.iter().enumerate().filter(|(m, _)| *m != n) {
            assert_ne!(n, m);
            pairs += 1.0;
            match u32::from(first.defense) + u32::from(second.defense) {
                0 => walkover += 1.0,
                defense => columns[Tables::column_of(16, defense).0 as usize] += 1.0,
            }
        }
    }
    assert!((sheet.walkover - walkover / pairs).abs() < 1e-9);
    for (n, count) in columns.iter().enumerate() {
        let told =
            sheet.columns.iter().find(|(c, _)| *c == Column(n as u8)).map_or(0.0, |(_, chance)| *chance);
        assert!((told - count / pairs).abs() < 1e-9, "column {n}: {told} told, {} counted", count / pairs);
    }
    let all: f64 = sheet.results.iter().map(|(_, chance)| chance).sum::<f64>() + sheet.walkover;
    assert!((all - 1.0).abs() < 1e-9);
}

/// [12.1] A full stack of untried divisions is still gone through exactly.
#[test]
fn three_untried_defenders_are_exact() {
    let sheet = defended_by(3).odds(units(&PZ7), &Targets::one(hex("1322")), false).expect("odds");
    assert!(sheet.exact);
    assert!((sheet.defense.mean - 3.0 * 3.96).abs() < 0.3, "the mean defence of a rifle is about 4");
}

/// [12.3, 10.35] A face-down attacker may turn out to have no attack: then there is no combat.
#[test]
fn an_untried_attacker_may_vanish() {
    let state = state(
        r#"{"turn": 7, "phase": "soviet_combat",
            "units": {"1222": ["r1"], "1322": ["inf6"], "1223": ["konev"]}}"#,
    );
    let sheet = state.odds(units(&["r1"]), &Targets::one(hex("1322")), false).expect("odds");
    // Eight 0-0 and two 0-1 among the 78.
    assert!(sheet.exact && (sheet.called_off - 10.0 / 78.0).abs() < 1e-9);
}

/// [10.1] The sheet tells of a Leader who stands alone, since he defends by himself; and of nobody else.
#[test]
fn a_lone_leader_is_told() {
    let lone = |defenders: &str| {
        let text = format!(
            r#"{{"turn": 7, "phase": "german_combat", "units": {{"1222": ["pz7"], "1322": [{defenders}], "1624": ["rokossovsky"]}}}}"#
        );
        let sheet = state(&text).odds(units(&PZ7), &Targets::one(hex("1322")), false).expect("odds");
        let lone = sheet.modifiers.into_iter().filter(|m| m.what == ModifierKind::LoneLeader);
        lone.map(|m| (m.case, m.units, m.hex)).collect::<Vec<_>>()
    };
    assert_eq!(lone(r#""konev""#), [("10.1", vec![unit("konev")], Some(hex("1322")))]);
    assert_eq!(lone(r#""konev", "r1 3-4""#), []);
    assert_eq!(lone(r#""r1""#), []);
}
