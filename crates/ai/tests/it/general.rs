//! The `general`: searches within its budget, plays by the rules, and the same seed and budget play the same.

use pgg_ai::general::General;
use pgg_ai::intent::Intent;
use pgg_ai::sim::Seeds;
use pgg_ai::{NAMES, Player, Progress, Unwatched, Watch, Weights, player};
use pgg_core::{Action, BySide, Options, Phase, Seeded, State};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Enough to let some orders run against each other, and quick.
const BUDGET: Option<u64> = Some(12);

/// As `general` plays: with weights of its own for either side.
fn general_with(seed: u64, budget: Option<u64>) -> General {
    General::by_side(seed, budget, BySide::from_fn(Weights::of_general))
}

fn general(seed: u64) -> General {
    general_with(seed, BUDGET)
}

/// A state in the middle of a game of majors: the start of a player-turn.
fn middle(turn: u8, phase: Phase) -> State {
    let seeds = Seeds::of(31, 0);
    let mut players = [1, 2].map(|seed| player("major", seed, None).expect("a name"));
    let mut chance = Seeded::from_number(seeds.game);
    let (mut state, _) = State::new_game(Options::default(), &mut chance).expect("a new game");
    while (state.turn(), state.phase()) != (turn, phase) {
        let side = state.decision().expect("the game goes on").side;
        let action = players[side as usize].choose(&state, &Unwatched);
        state.apply(&action, &mut chance).expect("no refusal");
    }
    state
}

/// Play the rest of a phase; all actions are legal.
fn phase_of(mut general: impl Player, state: &State) -> Vec<Action> {
    let mut state = *state;
    let mut chance = Seeded::from_number(7);
    let (phase, mut actions) = (state.phase(), Vec::new());
    while state.phase() == phase {
        let action = general.choose(&state, &Unwatched);
        state.apply(&action, &mut chance).expect("no refusal");
        actions.push(action);
    }
    actions
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

/// Counts what it is told and asks for an end at once.
#[derive(Default)]
struct Impatient {
    told: Mutex<Vec<Progress>>,
    stops: AtomicBool,
}

impl Watch for Impatient {
    fn progress(&self, progress: &Progress) {
        self.told.lock().expect("one thread").push(progress.clone());
    }

    fn stop(&self) -> bool {
        self.stops.load(Ordering::Relaxed)
    }
}

#[test]
fn it_reports_and_obeys() {
    let state = middle(12, Phase::GermanMovement);
    let watch = Impatient::default();
    general_with(3, Some(40)).choose(&state, &watch);
    let told = watch.told.into_inner().expect("one thread");
    assert!(told.len() > 1);
    assert!(told.windows(2).all(|pair| pair[0].share <= pair[1].share));
    let german = |p: &Progress| matches!(p.plan, Intent::German { .. });
    assert!(told.iter().all(|p| (0.0..=1.0).contains(&p.share) && german(p)));

    let watch = Impatient { stops: AtomicBool::new(true), ..Impatient::default() };
    let action = general_with(3, Some(u64::MAX)).choose(&state, &watch);
    assert_eq!(state.check(&action), Ok(()));
    assert!(watch.told.into_inner().expect("one thread").is_empty());
}
