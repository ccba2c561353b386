//! The guard of the supply road against the Soviet marker [13.44].

use super::{Looked, looked, position};

/// Two panzer divisions far ahead, and infantry on the first hex of the road.
const GUARDED: &str = r#""3021": ["pz7"], "3122": ["pz17"], "0120": ["inf6"], "5914": ["rokossovsky"]"#;

fn guarded(turn: u8, phase: &str, units: &str, more: &str) -> f32 {
    let seen = looked(&position(turn, phase, units, more));
    let mut weights = seen.weights;
    assert!(weights.set("road", 0.1));
    Looked { weights, ..seen }.sight().road_guarded()
}

/// [13.44] A guard counts while the Soviet player may still place his marker in a turn to come.
#[test]
fn while_the_marker_may_come() {
    let at = |turn: u8, more: &str| guarded(turn, "german_movement", GUARDED, more);
    assert!(at(7, "") > 0.0 && at(10, "") > 0.0);
    assert_eq!(at(11, ""), 0.0, "the last turn is the next");
    assert!(at(7, r#", "soviet_marker_uses": 2"#) > 0.0);
    assert_eq!(at(7, r#", "soviet_marker_uses": 3"#), 0.0, "it has come three times");
    assert_eq!(guarded(7, "soviet_movement", GUARDED, ""), 0.0);
    assert_eq!(guarded(7, "german_movement", &GUARDED.replace("inf6", "lehr"), ""), 0.0, "[13.45]");
}

/// A single division is not worth a guard; thirty points of strength are.
#[test]
fn from_thirty_points_on() {
    let at = |regiment: &str| {
        let units = GUARDED.replace("pz17", "mot29");
        guarded(7, "german_movement", &format!(r#"{units}, "2921": ["{regiment}"]"#), "")
    };
    assert_eq!(at("pz17-40 lost 1"), 0.0, "16 + 12 + 1");
    assert!(at("pz17-40") > 0.0, "16 + 12 + 2");
}
