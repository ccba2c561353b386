//! The bodies of the fuzz targets in `fuzz/`: any bytes in, a panic if a law breaks. They are here so that the
//! tests can run them with the stable compiler. See `docs/fuzzing.md`.

mod bytes;
mod json;
mod stations;

pub use bytes::Bytes;
pub use json::mutate_json;
pub use stations::stations;

use crate::{laws, mutate::mutate};
use pgg_core::data::tables::Edition;
use pgg_core::data::{Data, Files};
use pgg_core::game::chance::{Recording, below};
use pgg_core::{Action, Game, Legal, Options, Phase, Record, Sampled, State};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A target: its name, as in `cargo fuzz run NAME`, and its body.
pub type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: [Target; 6] = [
    ("actions", actions),
    ("position", position),
    ("position_bytes", position_bytes),
    ("record", record),
    ("engine_line", engine_line),
    ("data", data),
];

/// How many actions are played from a position that was accepted.
const SURVIVED: u32 = 50;

/// More changes to a data file only repeat the same problems.
const MOST_CHANGES: u32 = 8;

/// The bytes choose where a game starts, every action, every mutation of one and every die; all laws hold.
pub fn actions(bytes: &[u8]) {
    let mut rng = Bytes::new(bytes);
    let start = rng.byte();
    let pace = [4, 12, 30, 60][usize::from(start & 3)];
    let mut game = if start < 64 {
        let switches = rng.byte();
        let switch = |n: u8| switches >> n & 1 != 0;
        let edition = if switch(0) { Edition::Print1976 } else { Edition::Reference };
        let mut turned = (1..8).map(switch);
        let options = Options::choose(edition, |switch| switch.standard != turned.next().unwrap_or(false));
        Game::new(options, &mut Sampled(&mut rng)).expect("a new game").0
    } else {
        Game::from_state(*station(rng.byte()))
    };
    let mut legal = Legal::default();
    while !rng.is_used_up() && step(&mut game, &mut legal, &mut rng, pace) {}
    let mut text = Vec::new();
    let record = game.record();
    record.write(&mut text).expect("writing to memory");
    let read = Record::read(text.as_slice()).unwrap_or_else(|e| panic!("law 4: own record refused: {e}"));
    assert_eq!(read, record, "law 4: the record came back different");
    read.check().unwrap_or_else(|e| panic!("law 3: own record does not check: {e}"));
}

/// One action and its laws; false when the game is over.
fn step(game: &mut Game, legal: &mut Legal, rng: &mut Bytes<'_>, pace: u32) -> bool {
    let before = *game.state();
    before.legal_into(legal);
    laws::never_stuck(&before, legal);
    let Some(action) = legal.sample(rng, pace) else { return false };
    assert!(laws::legal_means_accepted(&before, legal, &action), "law 1: sampled but refused: {action:?}");
    for _ in 0..below(rng, 3) {
        let other = mutate(rng, &before, &action);
        laws::action_comes_back(&other);
        if !laws::legal_means_accepted(&before, legal, &other) {
            laws::refusal_changes_nothing(&before, &other);
        }
    }
    let mut chance = Sampled(&mut *rng);
    let mut recording = Recording::new(&mut chance);
    let events = game.play(&action, &mut recording).unwrap_or_else(|e| panic!("law 1: {e}: {action:?}"));
    let outcomes = recording.outcomes;
    let after = *game.state();
    laws::same_again(&before, &action, &outcomes, &after, &events);
    laws::broken_chance_changes_nothing(&before, &action, &outcomes);
    laws::limits_hold(&before, &after);
    laws::caches_are_fresh(&after);
    laws::counters_are_conserved(&after);
    // Sample the expensive laws.
    if below(rng, 8) == 0 {
        laws::forms_come_back(&after);
        laws::supply_agrees(&after);
        laws::undo_is_safe(game);
    }
    true
}

/// The bytes are the text of a position.
pub fn position(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    match State::from_text(text) {
        Ok(state) => lives(state, seed_of(bytes)),
        Err(bad) => assert!(!bad.to_string().is_empty(), "a position refused without a reason"),
    }
}

/// The bytes are the binary form of a position.
pub fn position_bytes(bytes: &[u8]) {
    match State::from_bytes(bytes) {
        Ok(state) => lives(state, seed_of(bytes)),
        Err(bad) => assert!(!bad.to_string().is_empty(), "a position refused without a reason"),
    }
}

/// A position that was accepted must behave like one that was played: it keeps the laws and can be played on.
fn lives(mut state: State, seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut legal = Legal::default();
    for n in 0..SURVIVED {
        laws::caches_are_fresh(&state);
        // Check the position itself against all laws, and sample the states after it.
        if n % 16 == 0 {
            laws::forms_come_back(&state);
            laws::counters_are_conserved(&state);
            laws::supply_agrees(&state);
        }
        state.legal_into(&mut legal);
        laws::never_stuck(&state, &legal);
        if state.phase() == Phase::GameOver {
            state.score();
        }
        let Some(action) = legal.sample(&mut rng, 6) else { return };
        laws::legal_means_accepted(&state, &legal, &action);
        state
            .apply(&action, &mut Sampled(&mut rng))
            .unwrap_or_else(|e| panic!("law 1: {e}: {action:?}\n{}", state.to_text()));
    }
}

/// The bytes are a record. One that checks is written and read again.
pub fn record(bytes: &[u8]) {
    let Ok(record) = Record::read(bytes) else { return };
    let mut text = Vec::new();
    record.write(&mut text).expect("writing to memory");
    let read = Record::read(text.as_slice()).unwrap_or_else(|e| panic!("law 4: own record refused: {e}"));
    assert_eq!(read, record, "law 4: the record came back different");
    let checked = record.check();
    assert_eq!(checked, read.check(), "law 3: the record checks otherwise the second time");
    if let Ok(last) = checked {
        laws::forms_come_back(&last);
        let game = Game::from_record(&record).unwrap_or_else(|e| panic!("law 3: checked, then refused: {e}"));
        assert_eq!(*game.state(), last, "law 3: the game of a record ends elsewhere");
    }
}

/// The first byte chooses a position from the middle of a game; each line after it is an action as JSON.
pub fn engine_line(bytes: &[u8]) {
    let Some((&start, lines)) = bytes.split_first() else { return };
    let Ok(lines) = str::from_utf8(lines) else { return };
    let mut state = *station(start);
    let mut rng = ChaCha8Rng::seed_from_u64(seed_of(bytes));
    for line in lines.lines().take(64) {
        let Ok(action) = serde_json::from_str::<Action>(line) else { continue };
        laws::action_comes_back(&action);
        if laws::legal_means_accepted(&state, &state.legal(), &action) {
            state
                .apply(&action, &mut Sampled(&mut rng))
                .unwrap_or_else(|e| panic!("law 1: {e}: {line}\n{}", state.to_text()));
            laws::caches_are_fresh(&state);
            laws::counters_are_conserved(&state);
            laws::never_stuck(&state, &state.legal());
        } else {
            laws::refusal_changes_nothing(&state, &action);
        }
    }
}

/// The bytes choose a data file and what is changed in it.
pub fn data(bytes: &[u8]) {
    let mut rng = Bytes::new(bytes);
    let own = Files::embedded();
    let texts = [own.map, own.counters, own.reinforcements, own.tables, own.victory];
    let which = usize::from(rng.byte()) % texts.len();
    let mut text = mutate_json(&mut rng, texts[which]);
    for _ in 0..MOST_CHANGES {
        if !rng.is_used_up() {
            text = mutate_json(&mut rng, &text);
        }
    }
    // Data that is accepted may differ only where no rule fixes a value; the only requirement is an answer.
    let files = match which {
        0 => Files { map: &text, ..own },
        1 => Files { counters: &text, ..own },
        2 => Files { reinforcements: &text, ..own },
        3 => Files { tables: &text, ..own },
        _ => Files { victory: &text, ..own },
    };
    if let Err(errors) = Data::parse(&files) {
        assert!(!errors.0.is_empty(), "data refused without a reason");
        assert!(!errors.to_string().is_empty());
    }
}

/// A small change to an input that is JSON text, for the mutators of the fuzz targets and the tests. The first
/// `skip` bytes, which are not text, stay; none if the rest is no text.
pub fn mutate_input(input: &[u8], skip: usize, seed: u64) -> Option<Vec<u8>> {
    let (head, text) = input.split_at_checked(skip)?;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut text = str::from_utf8(text).ok()?.to_owned();
    for _ in 0..1 + rng.next_u32().trailing_zeros() {
        text = mutate_json(&mut rng, &text);
    }
    Some([head, text.as_bytes()].concat())
}

fn station(byte: u8) -> &'static State {
    let all = stations();
    &all[usize::from(byte) % all.len()]
}

/// A seed from the input, so that the same input always does the same (FNV-1a).
fn seed_of(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &b| (hash ^ u64::from(b)).wrapping_mul(0x100_0000_01b3))
}
