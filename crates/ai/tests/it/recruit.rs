//! The `recruit`: plays by the rules, beats `random`, and loses to `cadet` as a beginner does.

use crate::support::{Program, pairs_won};
use pgg_ai::recruit::Recruit;

const RECRUIT: Program = Program { name: "recruit", make: |seed| Box::new(Recruit::new(seed)) };

#[test]
fn it_has_a_name() {
    RECRUIT.has_a_name();
}

#[test]
fn it_beats_random() {
    let won = pairs_won("recruit", "random", 21, 8);
    assert!(won >= 7, "{won} of 8 pairs");
}

#[test]
fn it_loses_to_cadet() {
    let won = pairs_won("recruit", "cadet", 22, 8);
    assert!(won <= 2, "{won} of 8 pairs");
}

#[test]
fn it_plays_itself_under_all_options() {
    RECRUIT.plays_itself_under_all_options(23);
}

#[test]
fn the_same_seed_plays_the_same_game() {
    RECRUIT.plays_the_same_again(24);
}

#[test]
fn it_answers_in_any_position() {
    RECRUIT.answers_in_any_position(25, 2, 1);
}

#[test]
fn it_knows_no_more_than_the_position() {
    RECRUIT.knows_no_more_than_the_position(26);
}
