//! The `cadet`: plays by the rules, beats `random`, and plays the same from the same knowledge.

use pgg_ai::cadet::Cadet;
use pgg_ai::sim::{self, Seeds};
use pgg_ai::{NAMES, Player, Unwatched, player};
use pgg_core::tables::Edition;
use pgg_core::{Options, Phase, Record, Seeded, Side, State};

/// Games of a series as each side.
const GAMES: u64 = 10;

fn margin(options: Options, seeds: Seeds, german: &str, soviet: &str) -> i32 {
    let mut german = player(german, seeds.german, None).expect("a name");
    let mut soviet = player(soviet, seeds.soviet, None).expect("a name");
    let outcome = sim::play(options, seeds.game, &mut *german, &mut *soviet).expect("no refusal");
    assert_eq!(outcome.state.phase(), Phase::GameOver);
    outcome.state.margin()
}

#[test]
fn it_has_a_name() {
    assert!(NAMES.contains(&"cadet"));
    assert!(player("cadet", 1, None).is_some());
}

/// A pair is the same seed with sides exchanged; the better German margin wins it.
#[test]
fn it_beats_random_as_either_side() {
    let mut won = 0;
    for k in 0..GAMES {
        let seeds = Seeds::of(1, k);
        let ours = margin(Options::default(), seeds, "cadet", "random");
        let theirs = margin(Options::default(), seeds, "random", "cadet");
        won += u64::from(ours > theirs);
    }
    assert!(won + 1 >= GAMES, "{won} of {GAMES} pairs");
}

#[test]
fn it_plays_itself_under_all_options() {
    for (k, edition) in [Edition::Reference, Edition::Print1976].into_iter().enumerate() {
        let options = Options { edition, rail_cut: k == 0, leader_evacuation: true, historical_draw: true };
        margin(options, Seeds::of(2, k as u64), "cadet", "cadet");
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let seeds = Seeds::of(3, 0);
    let game = || {
        let (mut german, mut soviet) = (Cadet::new(seeds.german), Cadet::new(seeds.soviet));
        sim::play_recorded(Options::default(), seeds.game, &mut german, &mut soviet).expect("no refusal")
    };
    let ((once, record), (again, other)) = (game(), game());
    assert_eq!(once.state, again.state);
    let written = |record: &Record| {
        let mut bytes = Vec::new();
        record.write(&mut bytes).map(|()| bytes).expect("a record in memory")
    };
    assert_eq!(written(&record), written(&other));
}

/// Whatever nonsense happened before, it finds a legal action.
#[test]
fn it_answers_in_any_position() {
    for k in 0..4 {
        let seeds = Seeds::of(5, k);
        let mut cadet = Cadet::new(seeds.game);
        let mut random = player("random", seeds.german, None).expect("a name");
        let mut chance = Seeded::from_number(seeds.game);
        let (mut state, _) = State::new_game(Options::default(), &mut chance).expect("a new game");
        while state.decision().is_some() {
            let action = cadet.choose(&state, &Unwatched);
            assert_eq!(state.is_legal(&action), Ok(()), "{action:?} in {state:?}");
            state.apply(&random.choose(&state, &Unwatched), &mut chance).expect("no refusal");
        }
    }
}

/// A cadet that takes over at the start of a phase, with nothing but the position, does what the other one does.
#[test]
fn it_knows_no_more_than_the_position() {
    let seeds = Seeds::of(4, 0);
    let mut players = [Cadet::new(seeds.german), Cadet::new(seeds.soviet)];
    let mut chance = Seeded::from_number(seeds.game);
    let (mut state, _) = State::new_game(Options::default(), &mut chance).expect("a new game");
    let mut before = None;
    while let Some(decision) = state.decision() {
        let action = players[decision.side as usize].choose(&state, &Unwatched);
        let phase = Some((state.turn(), state.phase()));
        if phase != before {
            before = phase;
            let seed = if decision.side == Side::German { seeds.german } else { seeds.soviet };
            let copy = State::from_text(&state.to_text()).expect("a position");
            assert_eq!(Cadet::new(seed).choose(&copy, &Unwatched), action, "{state:?}");
        }
        state.apply(&action, &mut chance).expect("no refusal");
    }
}
