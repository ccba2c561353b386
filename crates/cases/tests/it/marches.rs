//! [5.23] The march of the first turn, as pages and programs ask of it, against the march step by step.

use crate::support::{state, unit};
use pgg_core::game::chance::NoMore;
use pgg_core::{Action, Hex, State, UnitId, UnitSet};
use std::collections::{BTreeSet, HashSet};

/// Where a unit ends that steps on for as long as anything is legal: every way is tried on a copy.
fn ends_by_steps(start: &State, who: UnitId) -> BTreeSet<Hex> {
    let mut ends = BTreeSet::new();
    let mut known = HashSet::new();
    let mut open = vec![*start];
    while let Some(here) = open.pop() {
        let of_it = |action: &Action| matches!(action, Action::Move { units, path } if *units == UnitSet::one(who) && path.len() == 1);
        let steps: Vec<Action> = here.legal().iter().filter(of_it).collect();
        if steps.is_empty() {
            ends.extend(here.hex(who));
        }
        for step in steps {
            let mut then = here;
            then.apply(&step, &mut NoMore).expect("a legal step");
            if known.insert(then.canonical_bytes()) {
                open.push(then);
            }
        }
    }
    ends
}

/// [5.23d] Where a march may end, each by a way that the referee accepts, is where it ends step by step.
#[test]
fn marches_end_where_steps_end() {
    for (at, who) in
        [("0109", "r1"), ("0212", "r1"), ("0410", "r1"), ("0310", "r1 unsupplied"), ("1414", "lukin")]
    {
        let name = who.split(' ').next().expect("a name");
        let state = state(&format!(
            r#"{{"turn": 1, "phase": "soviet_movement", "units": {{"{at}": ["{who}"]}}, "marching": ["{name}"]}}"#
        ));
        let who = unit(name);
        let ends = state.march_ends(who);
        for (end, path) in &ends {
            let march = Action::Move { units: UnitSet::one(who), path: *path };
            let mut then = state;
            then.apply(&march, &mut NoMore).unwrap_or_else(|refused| panic!("{at} to {end}: {refused}"));
            assert_eq!(then.hex(who), Some(*end), "the way leads there");
        }
        let told: BTreeSet<Hex> = ends.iter().map(|(end, _)| *end).collect();
        assert_eq!(told.len(), ends.len(), "{at}: no hex is told twice");
        assert_eq!(told, ends_by_steps(&state, who), "{at}");
        assert!(!told.is_empty(), "{at}");
    }
}
