//! What must hold whatever the numbers are: the better side is seen, equal divisions are equal, and more is not worse.

use super::{judged, position};
use crate::eval::{Judge, Terms};
use crate::orders::Orders;
use crate::plan::Plan;
use crate::weights::Weights;
use pgg_core::{Hex, Record, Side, State, data};

/// Hexes tried, one in so many: a prime, so that all columns and rows come.
const ONE_HEX_IN: usize = 13;

fn worth(turn: u8, phase: &str, units: &str, more: &str) -> f32 {
    judged(&position(turn, phase, units, more), &Weights::default()).total()
}

/// When nobody moves any more, a position is worth its margin, to the last point.
#[test]
fn the_end_is_worth_its_score() {
    for control in ["", r#", "german_control": ["0412", "0513"]"#, r#", "recaptures": 2"#] {
        let units = r#""0412": ["inf6"], "0513": ["inf26"], "5914": ["rokossovsky"]"#;
        let state = position(12, "air_interdiction", units, control);
        let terms = judged(&state, &Weights::default());
        let score = terms.settled + terms.objectives;
        assert!((score - state.margin() as f32).abs() < 1e-3, "{score}, margin {}", state.margin());
    }
}

/// Positions with a known better side: the Germans before open cities, and the Germans lost among Soviet armies.
#[test]
fn the_better_side_is_seen() {
    let won = r#""2216": ["pz7"], "2217": ["pz17"], "3122": ["pz18"], "3021": ["pz10"], "4015": ["mot29"],
        "5914": ["rokossovsky"]"#;
    let control = r#", "german_control": ["2216", "2217", "3122", "4015"]"#;
    let lost = r#""2015": ["pz7-25"], "2216": ["r1 9-8", "r2 8-8"], "2217": ["r3", "r4"], "1915": ["r5", "r6"],
        "2116": ["r7", "r8"], "2416": ["rokossovsky"]"#;
    for phase in ["german_movement", "soviet_movement"] {
        let (won, lost) = (worth(9, phase, won, control), worth(9, phase, lost, ""));
        assert!(won > 50.0 && lost < 20.0, "{phase}: {won}, {lost}");
    }
}

/// Which of two equal divisions stands where makes no difference, on either side.
#[test]
fn equal_divisions_are_equal() {
    let at = |first: &str, second: &str, one: &str, other: &str| {
        format!(
            r#""1222": ["{first}"], "1424": ["{second}"], "1622": ["{one} 3-4"], "1724": ["{other} 7-7"], "1924": ["konev"]"#
        )
    };
    for phase in ["german_movement", "soviet_movement"] {
        let one = worth(7, phase, &at("inf6", "inf26", "r1", "r2"), "");
        let other = worth(7, phase, &at("inf26", "inf6", "r2", "r1"), "");
        assert!((one - other).abs() < 1e-3, "{phase}: {one}, {other}");
    }
}

/// Positions of a real game.
fn positions() -> Vec<State> {
    let text = include_str!("../../../../../docs/games/1-on-the-last-turn.jsonl");
    let record = Record::parse(text).expect("a record");
    let steps = record.replay().expect("a record").enumerate().step_by(41);
    steps.map(|(_, step)| step.expect("a step").state).collect()
}

fn terms_of(state: &State) -> Terms {
    let side = state.decision().map_or(Side::German, |decision| decision.side);
    let weights = Weights::default();
    let plan = Plan::of(state, side, &weights, &Orders::default());
    Judge::default().look(state, &plan, &weights).judged()
}

/// One more division is more force for its side while its hex has room [7.1, 7.2]; beyond that it is meant to cost.
#[test]
fn one_more_division_is_more_force() {
    let base = r#""1222": ["inf6"], "1722": ["r1 7-7"], "1924": ["konev"]"#;
    for phase in ["german_movement", "soviet_movement", "german_combat"] {
        let forces = |units: &str| judged(&position(7, phase, units, ""), &Weights::default()).forces;
        let before = forces(base);
        for (more, sign) in [
            (r#""1222": ["inf6", "inf26"]"#, 1.0),
            (r#""1222": ["inf6", "inf26", "inf7"]"#, 1.0),
            (r#""1722": ["r1 7-7", "r2"]"#, -1.0),
            (r#""1722": ["r1 7-7", "r2", "r3"]"#, -1.0),
        ] {
            let old = if sign > 0.0 { r#""1222": ["inf6"]"# } else { r#""1722": ["r1 7-7"]"# };
            let after = forces(&base.replace(old, more));
            assert!(sign * (after - before) > 0.0, "{phase}, {more}: {before}, then {after}");
        }
    }
}

/// The same for the whole value, in a free hex anywhere on the map.
#[test]
fn one_more_division_never_hurts() {
    let base =
        r#""1222": ["pz7"], "1722": ["r1 7-7"], "2216": ["r2", "r3"], "3122": ["r4"], "2424": ["konev"]"#;
    for (who, sign) in [("inf6", 1.0), ("pz17", 1.0), ("r9 5-5", -1.0)] {
        for (turn, phase) in [(3, "german_movement"), (7, "soviet_movement"), (11, "german_movement")] {
            let before = worth(turn, phase, base, "");
            let free = Hex::all().filter(|hex| !base.contains(&hex.to_string()));
            for hex in free.step_by(ONE_HEX_IN) {
                let units = format!(r#"{base}, "{hex}": ["{who}"]"#);
                let text = format!(r#"{{"turn": {turn}, "phase": "{phase}", "units": {{{units}}}}}"#);
                // Nobody stands in a lake.
                let Ok(state) = State::from_text(&text) else { continue };
                let gain = sign * (judged(&state, &Weights::default()).total() - before);
                assert!(gain >= 0.0, "{who} in {hex}, turn {turn}, {phase}: {gain}");
            }
        }
    }
}

/// Of every objective the Germans have at most its points, so all of them are worth at most all points.
#[test]
fn objectives_are_worth_their_points_at_most() {
    for state in positions() {
        let edition = state.options().edition;
        let all: f32 = data().victory.objectives().iter().map(|o| f32::from(o.points(edition))).sum();
        let terms = terms_of(&state);
        assert!(terms.objectives <= all, "{} of {all}", terms.objectives);
        assert!(terms.total().is_finite());
    }
}

/// A more valuable unit of measure changes nothing else: twice all worth of forces is twice the term.
#[test]
fn forces_are_linear_in_their_weights() {
    for state in positions().into_iter().step_by(3) {
        let mut weights = Weights::default();
        let once = judged(&state, &weights);
        for name in ["german_strength", "integration", "soviet_strength", "soviet_body", "leader"] {
            let value = weights.get(name).expect("a weight");
            assert!(weights.set(name, 2.0 * value));
        }
        let twice = judged(&state, &weights);
        // What is over the stacking limit counts by itself.
        if state.overstacked(Side::German).chain(state.overstacked(Side::Soviet)).next().is_none() {
            assert!((twice.forces - 2.0 * once.forces).abs() < 0.05, "{} {}", once.forces, twice.forces);
        }
    }
}
