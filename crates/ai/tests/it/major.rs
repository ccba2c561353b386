//! The `major`: plays by the rules, beats `cadet`, and plays the same from the same knowledge.

use pgg_ai::major::Major;
use pgg_ai::sim::{self, Seeds};
use pgg_ai::{NAMES, Player, Unwatched, Weights, player};
use pgg_core::tables::Edition;
use pgg_core::{Options, Phase, Record, Seeded, Side, State};

fn margin(options: Options, seeds: Seeds, german: &str, soviet: &str) -> i32 {
    let mut german = player(german, seeds.german, None).expect("a name");
    let mut soviet = player(soviet, seeds.soviet, None).expect("a name");
    let outcome = sim::play(options, seeds.game, &mut *german, &mut *soviet).expect("no refusal");
    assert_eq!(outcome.state.phase(), Phase::GameOver);
    outcome.state.margin()
}

#[test]
fn it_has_a_name() {
    assert!(NAMES.contains(&"major"));
    assert!(player("major", 1, None).is_some());
}

/// A pair is the same seed with sides exchanged; the better German margin wins it.
#[test]
fn it_beats_cadet() {
    let pairs = 6;
    let mut won = 0;
    for k in 0..pairs {
        let seeds = Seeds::of(11, k);
        let ours = margin(Options::default(), seeds, "major", "cadet");
        let theirs = margin(Options::default(), seeds, "cadet", "major");
        won += u64::from(ours > theirs);
    }
    assert!(won + 1 >= pairs, "{won} of {pairs} pairs");
}

#[test]
fn it_plays_itself_under_all_options() {
    for (k, edition) in [Edition::Reference, Edition::Print1976].into_iter().enumerate() {
        let options = Options { edition, rail_cut: k == 0, leader_evacuation: true, historical_draw: true };
        margin(options, Seeds::of(12, k as u64), "major", "major");
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let seeds = Seeds::of(13, 0);
    let game = || {
        let major = |seed| Major::new(seed, Weights::default());
        let (mut german, mut soviet) = (major(seeds.german), major(seeds.soviet));
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

/// Whatever nonsense happened before, it finds a legal action; a new one does too.
#[test]
fn it_answers_in_any_position() {
    for k in 0..3 {
        let seeds = Seeds::of(15, k);
        let mut major = Major::new(seeds.game, Weights::default());
        let mut random = player("random", seeds.german, None).expect("a name");
        let mut chance = Seeded::from_number(seeds.game);
        let (mut state, _) = State::new_game(Options::default(), &mut chance).expect("a new game");
        let mut actions = 0;
        while state.decision().is_some() {
            if actions % 7 == 0 {
                let action = major.choose(&state, &Unwatched);
                assert_eq!(state.is_legal(&action), Ok(()), "{action:?} in {state:?}");
            }
            if actions % 49 == 0 {
                let action = Major::new(1, Weights::default()).choose(&state, &Unwatched);
                assert_eq!(state.is_legal(&action), Ok(()), "{action:?} in {state:?}");
            }
            actions += 1;
            state.apply(&random.choose(&state, &Unwatched), &mut chance).expect("no refusal");
        }
    }
}

/// A major that takes over at the start of a phase, with nothing but the position, does what the other one does. The
/// strengths that are still hidden are settled by the seed of the game, which a position does not have: so two states
/// that differ only in what is hidden get the same choice.
#[test]
fn it_knows_no_more_than_the_position() {
    let seeds = Seeds::of(14, 0);
    let major = |seed| Major::new(seed, Weights::default());
    let mut players = [major(seeds.german), major(seeds.soviet)];
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
            assert_eq!(major(seed).choose(&copy, &Unwatched), action, "{state:?}");
        }
        state.apply(&action, &mut chance).expect("no refusal");
    }
}
