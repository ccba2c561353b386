//! The `general`: searches within its budget, plays by the rules, and the same seed and budget play the same.

use crate::support::{self, play_phase, reports_and_obeys};
use pgg_ai::general::General;
use pgg_ai::intent::Intent;
use pgg_ai::sim::Seeds;
use pgg_ai::{NAMES, Player, Unwatched, Weights, player};
use pgg_core::{Action, BySide, Options, Phase, Seeded, State};

/// Enough to let some orders run against each other, and quick.
const BUDGET: Option<u64> = Some(12);

/// As `general` plays: with weights of its own for either side.
fn general_with(seed: u64, budget: Option<u64>) -> General {
    General::by_side(seed, budget, BySide::from_fn(Weights::of_general))
}

fn general(seed: u64) -> General {
    general_with(seed, BUDGET)
}

/// The start of a phase in the middle of a game.
fn middle(turn: u8, phase: Phase) -> State {
    support::middle(31, turn, phase)
}

/// What it does with a phase.
fn phase_of(mut general: General, state: &State) -> Vec<Action> {
    play_phase(&mut general, state, 7).0
}

#[test]
fn it_has_a_name() {
    assert!(NAMES.contains(&"general"));
    assert!(player("general", 1, BUDGET).is_some());
}

/// The same seed and budget play the same from the same position. Strengths that are still hidden are settled by the
/// seed of the game, which a position does not have: so two states that differ only in what is hidden get the same choice.
#[test]
fn it_knows_no_more_than_the_position() {
    for phase in
        [Phase::SovietMovement, Phase::GermanMovement, Phase::GermanCombat, Phase::MechanizedMovement]
    {
        // The last turns are searched to the end of the game.
        for turn in [3, 12] {
            let state = middle(turn, phase);
            let copy = State::from_text(&state.to_text()).expect("a position");
            assert_eq!(phase_of(general(5), &state), phase_of(general(5), &copy), "turn {turn}, {phase:?}");
        }
    }
}

/// Asked in the middle of a turn, with nothing known of what went before, it goes on.
#[test]
fn it_takes_over_in_any_position() {
    let seeds = Seeds::of(32, 0);
    let mut random = player("random", seeds.german, None).expect("a name");
    let mut chance = Seeded::from_number(seeds.game);
    let (mut state, _) = State::new_game(Options::default(), &mut chance).expect("a new game");
    let mut actions = 0;
    while state.decision().is_some() {
        if actions % 60 == 0 {
            let action = general_with(1, Some(4)).choose(&state, &Unwatched);
            assert_eq!(state.check(&action), Ok(()), "{action:?} in {state:?}");
        }
        actions += 1;
        state.apply(&random.choose(&state, &Unwatched), &mut chance).expect("no refusal");
    }
}

#[test]
fn it_reports_and_obeys() {
    let german = |plan: &Intent| matches!(plan, Intent::German { .. });
    reports_and_obeys(|budget| general_with(3, Some(budget)), 40, &middle(12, Phase::GermanMovement), german);
}
