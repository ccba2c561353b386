//! The `marshal`: searches within its budget, plays by the rules, and the same seed and budget play the same.

use crate::support::{Program, written};
use pgg_ai::intent::Intent;
use pgg_ai::league::Entrant;
use pgg_ai::marshal::Marshal;
use pgg_ai::sim::{self, Seeds};
use pgg_ai::{Player, Progress, Unwatched, Watch, player};
use pgg_core::{Action, Options, Phase, Seeded, Side, State};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Enough to let some schemes run against each other, and quick.
const BUDGET: Option<u64> = Some(12);

const MARSHAL: Program = Program { name: "marshal", make: |seed| Box::new(Marshal::new(seed, Some(1))) };

/// A state in the middle of a game of majors: the start of a phase.
fn middle(turn: u8, phase: Phase) -> State {
    let seeds = Seeds::of(61, 0);
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
fn phase_of(mut marshal: impl Player, state: &State) -> Vec<Action> {
    let mut state = *state;
    let mut chance = Seeded::from_number(7);
    let (phase, mut actions) = (state.phase(), Vec::new());
    while state.phase() == phase {
        let action = marshal.choose(&state, &Unwatched);
        state.apply(&action, &mut chance).expect("no refusal");
        actions.push(action);
    }
    actions
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
        let actions = |state: &State| phase_of(Marshal::new(5, BUDGET), state);
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

/// Takes down what it is told, and may ask for an end.
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
    let state = middle(5, Phase::SovietMovement);
    let watch = Impatient::default();
    Marshal::new(3, Some(80)).choose(&state, &watch);
    let told = watch.told.into_inner().expect("one thread");
    assert!(told.len() > 1);
    assert!(told.windows(2).all(|pair| pair[0].share <= pair[1].share));
    let soviet = |p: &Progress| matches!(p.plan, Intent::Soviet { .. });
    assert!(told.iter().all(|p| (0.0..=1.0).contains(&p.share) && soviet(p)));

    let watch = Impatient { stops: AtomicBool::new(true), ..Impatient::default() };
    let action = Marshal::new(3, Some(u64::MAX)).choose(&state, &watch);
    assert_eq!(state.check(&action), Ok(()));
    assert!(watch.told.into_inner().expect("one thread").is_empty());
}
