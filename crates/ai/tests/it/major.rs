//! The `major`: plays by the rules, beats `cadet`, and plays the same from the same knowledge.

use crate::support::{Program, pairs_won};
use pgg_ai::eval::{Evaluator, Terms};
use pgg_ai::major::Major;
use pgg_ai::survey::Sight;
use pgg_ai::{Player, Unwatched, Weights};
use pgg_core::{Action, State};
use std::sync::Arc;

const MAJOR: Program = Program { name: "major", make: |seed| Box::new(Major::new(seed, Weights::default())) };

#[test]
fn it_has_a_name() {
    MAJOR.has_a_name();
}

#[test]
fn it_beats_cadet() {
    let pairs = 6;
    let won = pairs_won("major", "cadet", 11, pairs);
    assert!(won + 1 >= pairs, "{won} of {pairs} pairs");
}

#[test]
fn it_plays_itself_under_all_options() {
    MAJOR.plays_itself_under_all_options(12);
}

#[test]
fn the_same_seed_plays_the_same_game() {
    MAJOR.plays_the_same_again(13);
}

#[test]
fn it_answers_in_any_position() {
    MAJOR.answers_in_any_position(15, 3, 7);
}

#[test]
fn it_knows_no_more_than_the_position() {
    MAJOR.knows_no_more_than_the_position(14);
}

/// An evaluation that counts Soviet units and nothing else, without the survey.
struct Headcount;

impl Evaluator for Headcount {
    fn value(&self, sight: &Sight<'_>) -> f32 {
        -(sight.state.on_map(pgg_core::Side::Soviet).len() as f32)
    }

    fn terms(&self, sight: &Sight<'_>) -> Terms {
        Terms { forces: self.value(sight), ..Terms::default() }
    }

    fn reads_survey(&self) -> bool {
        false
    }
}

/// It plays by the evaluation that it is given: where the standard one spares its regiments at 1-2, one that counts only the
/// enemy's heads attacks.
#[test]
fn it_plays_by_another_evaluation() {
    let text = r#"{"turn": 7, "phase": "german_combat", "units": {
        "1222": ["pz7-25"], "1322": ["r1 4-5"], "1422": ["konev"]}}"#;
    let state = State::from_text(text).expect("a position");
    let usual = Weights::default();
    assert_eq!(Major::new(1, usual).choose(&state, &Unwatched), Action::Done);
    let action = Major::by(1, usual, Arc::new(Headcount)).choose(&state, &Unwatched);
    assert!(matches!(action, Action::Attack { .. }), "{action:?}");
}
