//! The `marshal`: searches within its budget, plays by the rules, and the same seed and budget play the same.

use crate::support::{self, Program, play_phase, reports_and_obeys, written};
use pgg_ai::intent::Intent;
use pgg_ai::league::Entrant;
use pgg_ai::marshal::Marshal;
use pgg_ai::sim::{self, Seeds};
use pgg_ai::{Player, Unwatched, player};
use pgg_core::{Options, Phase, Side, State};

/// Enough to let some schemes run against each other, and quick.
const BUDGET: Option<u64> = Some(12);

const MARSHAL: Program = Program { name: "marshal", make: |seed| Box::new(Marshal::new(seed, Some(1))) };

/// The start of a phase in the middle of a game.
fn middle(turn: u8, phase: Phase) -> State {
    support::middle(61, turn, phase)
}

/// Until it is shown to be stronger than the last level, it meets others in leagues and is not offered to people.
#[test]
fn leagues_take_it_and_people_are_not_offered_it() {
    let entrant = |name: &str| name.parse::<Entrant>();
    for name in ["try:marshal", "try:marshal:12"] {
        assert_eq!(entrant(name).expect("a level in the making").to_string(), name);
    }
    let state = middle(3, Phase::SovietMovement);
    let mut twelve = entrant("try:marshal:12").expect("a level in the making").player(5);
    assert_eq!(twelve.choose(&state, &Unwatched), Marshal::new(5, BUDGET).choose(&state, &Unwatched));
    assert!(entrant("try:nobody").is_err() && entrant("marshal").is_err());
    assert!(!pgg_ai::NAMES.contains(&"marshal"));
}

#[test]
fn it_answers_in_any_position() {
    MARSHAL.answers_in_any_position(62, 1, 60);
}

/// The same seed and budget play the same from the same position, and what is hidden changes nothing: strengths are settled
/// by the seed of the game, which a position does not have.
#[test]
fn it_knows_no_more_than_the_position() {
    for (turn, phase) in [
        (4, Phase::SovietMovement),
        (4, Phase::GermanMovement),
        (7, Phase::MechanizedMovement),
        (12, Phase::GermanMovement),
    ] {
        let state = middle(turn, phase);
        let copy = State::from_text(&state.to_text()).expect("a position");
        let actions = |state: &State| play_phase(&mut Marshal::new(5, BUDGET), state, 7).0;
        assert_eq!(actions(&state), actions(&copy), "turn {turn}, {phase:?}");
    }
}

/// A whole game against a quick program repeats bit for bit, on either side.
#[test]
fn the_same_seed_plays_the_same_game() {
    for side in Side::BOTH {
        let seeds = Seeds::of(63, side as u64);
        let game = || {
            let mut marshal: Box<dyn Player> = Box::new(Marshal::new(seeds.german, Some(4)));
            let mut other = player("major", seeds.soviet, None).expect("a name");
            let (german, soviet) = match side {
                Side::German => (&mut marshal, &mut other),
                Side::Soviet => (&mut other, &mut marshal),
            };
            let played = sim::play_recorded(Options::default(), seeds.game, &mut **german, &mut **soviet);
            played.map(|(_, record)| written(&record)).expect("no refusal")
        };
        assert_eq!(game(), game());
    }
}

#[test]
fn it_reports_and_obeys() {
    let soviet = |plan: &Intent| matches!(plan, Intent::Soviet { .. });
    reports_and_obeys(|budget| Marshal::new(3, Some(budget)), 80, &middle(5, Phase::SovietMovement), soviet);
}
