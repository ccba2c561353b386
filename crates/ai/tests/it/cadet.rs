//! The `cadet`: plays by the rules, beats `random`, and plays the same from the same knowledge.

use crate::support::{Program, pairs_won};
use pgg_ai::cadet::Cadet;

const CADET: Program = Program { name: "cadet", make: |seed| Box::new(Cadet::new(seed)) };
/// Games of a series as each side.
const GAMES: u64 = 10;

#[test]
fn it_has_a_name() {
    CADET.has_a_name();
}

#[test]
fn it_beats_random_as_either_side() {
    let won = pairs_won("cadet", "random", 1, GAMES);
    assert!(won + 1 >= GAMES, "{won} of {GAMES} pairs");
}

#[test]
fn it_plays_itself_under_all_options() {
    CADET.plays_itself_under_all_options(2);
}

#[test]
fn the_same_seed_plays_the_same_game() {
    CADET.plays_the_same_again(3);
}

#[test]
fn it_answers_in_any_position() {
    CADET.answers_in_any_position(5, 4, 1);
}

#[test]
fn it_knows_no_more_than_the_position() {
    CADET.knows_no_more_than_the_position(4);
}
