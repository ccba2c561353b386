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

/// [12.4, 9.4] Divisions from the dead pile depend on one another, so their sheet is sampled: the chances add up to one, each column
/// and result is told once, and means and losses are those of the sheet's own columns.
#[test]
fn divisions_from_the_pile_are_sampled() {
    let state = state(
        r#"{"turn": 9, "phase": "german_combat", "units": {"1222": ["pz7"], "1624": ["konev"], "1322": ["r1 pile 1"]},
            "dead_pile": ["rifle 3-4#1", "rifle 3-4#2"], "pile_draws": 1}"#,
    );
    let known = r#"{"turn": 9, "phase": "german_combat", "units": {"1222": ["pz7"], "1624": ["konev"], "1322": ["r1 3-4#3"]}}"#;
    let sheet = state.odds(units(&PZ7), &Targets::one(hex("1322")), false).expect("odds");
    let known =
        crate::support::state(known).odds(units(&PZ7), &Targets::one(hex("1322")), false).expect("odds");
    assert!(!sheet.exact && known.exact);
    // Either counter of the pile is a 3-4: sampled or not, the fight is the same.
    let near = |one: f64, other: f64| (one - other).abs() < 1e-6;
    assert!(near(sheet.defense.mean, known.defense.mean) && near(sheet.attack.mean, known.attack.mean));
    assert_eq!((sheet.defense.least, sheet.defense.most), (known.defense.least, known.defense.most));
    assert_eq!(sheet.columns.len(), known.columns.len());
    assert!(sheet.columns.iter().zip(&known.columns).all(|(a, b)| a.0 == b.0 && near(a.1, b.1)));
    assert_eq!(sheet.results.len(), known.results.len());
    assert!(sheet.results.iter().zip(&known.results).all(|(a, b)| a.0 == b.0 && near(a.1, b.1)));
    assert!(near(sheet.losses.attacker, known.losses.attacker), "{:?} {:?}", sheet.losses, known.losses);
    assert!(near(sheet.losses.defender, known.losses.defender), "{:?} {:?}", sheet.losses, known.losses);
    assert!(known.losses.attacker > 0.0 && known.losses.defender > 0.0);
    let results: std::collections::HashSet<String> =
        known.results.iter().map(|(result, _)| result.to_string()).collect();
    assert_eq!(results.len(), known.results.len(), "each result is told once");
}

/// [12.3] Untried attackers without strength are told apart from those with some: of a 0-0, a 0-1 and a 1-1 only the last attacks.
#[test]
fn what_cannot_attack_is_told_apart() {
    let state = state(
        r#"{"turn": 9, "phase": "soviet_combat", "units": {"1322": ["inf6"], "1223": ["konev"], "1222": ["r1 pile 1"]},
            "dead_pile": ["rifle 0-1#1", "rifle 1-1#1"], "pile_draws": 1}"#,
    );
    let sheet = state.odds(units(&["r1"]), &Targets::one(hex("1322")), false).expect("odds");
    assert!((sheet.called_off - 0.5).abs() < 0.1, "one of two cannot attack [12.3]: {}", sheet.called_off);
    assert!(
        (sheet.attack.mean - 1.0).abs() < 1e-9,
        "the mean of the attacks that are made: {:?}",
        sheet.attack
    );
}

/// [12.3, R42] The sheet of an attack that is called off in any case has figures, all of them 0.
#[test]
fn an_attack_that_is_never_made() {
    let state = state(
        r#"{"turn": 9, "phase": "soviet_combat", "units": {"1322": ["inf6"], "1223": ["konev"], "1222": ["r1 0-1"]}}"#,
    );
    let sheet = state.odds(units(&["r1"]), &Targets::one(hex("1322")), false).expect("odds");
    assert_eq!((sheet.called_off, sheet.attack.mean, sheet.defense.mean), (1.0, 0.0, 0.0));
    assert_eq!(sheet.columns, []);
}
