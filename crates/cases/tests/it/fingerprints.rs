//! Fingerprints: test vectors, what they are made of, and records of older rules.

use pgg_core::formats::fingerprint::{RULES_VERSION, version_of};
use pgg_core::{Game, Legal, Options, Position, Record, Seeded, State};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::HashMap;
use std::path::PathBuf;

/// The test vectors of `docs/position-format.md`.
const VECTORS: [(&str, &str, &str); 4] = [
    (r#"{}"#, "1001000111010003", "2.dbda174e8ed75979"),
    (
        r#"{"turn": 3, "phase": "german_movement", "units": {"1222": ["pz7-25 lost 1"], "1322": ["r1 3-4#1", "lukin"]}}"#,
        "1001000311010006200900060c163e0d164c0d1625020006012602004c29",
        "2.f9f18df00aae2e4a",
    ),
    (
        r#"{"options": {"leader_evacuation": true}, "air": ["2010", "1510"]}"#,
        "0301000110010001110100035004000f0a140a",
        "2.ccf01c7a350c9af9",
    ),
    (
        r#"{"turn": 12, "phase": "game_over", "german_control": ["0420"], "recaptures": 2}"#,
        "1001000c1101000a700200041473010002",
        "2.dfcdb1c65f091eb8",
    ),
];

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn test_vectors() {
    let document = std::fs::read_to_string(
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/position-format.md"),
    )
    .expect("the document");
    for (text, bytes, fingerprint) in VECTORS {
        let state = State::from_text(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(hex(&state.canonical_bytes()), bytes, "{text}");
        assert_eq!(state.fingerprint(), fingerprint, "{text}");
        for part in [text, bytes, fingerprint] {
            assert!(document.contains(part), "docs/position-format.md does not tell {part}");
        }
    }
}

/// Positions that differ in anything have different bytes and different keys for search, and equal ones equal: along whole
/// games.
#[test]
fn bytes_are_equal_exactly_for_equal_positions() {
    let mut known: HashMap<Vec<u8>, String> = HashMap::new();
    let mut keys: HashMap<u64, Vec<u8>> = HashMap::new();
    for (seed, leader_evacuation) in [(1, false), (2, true)] {
        let options = Options { leader_evacuation, ..Options::default() };
        let mut chance = Seeded::from_number(seed);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (mut game, _) = Game::new(options, &mut chance).expect("a new game");
        let mut legal = Legal::default();
        loop {
            let position = Position::from(game.state()).to_json().to_string();
            let bytes = game.state().canonical_bytes();
            let same_key = keys.entry(game.state().key()).or_insert_with(|| bytes.clone());
            assert_eq!(*same_key, bytes, "two positions with the same key");
            let afresh = State::from_text(&position).expect("its own text");
            assert_eq!(afresh.key(), game.state().key(), "a key that was not kept right");
            let before = known.entry(bytes).or_insert_with(|| position.clone());
            assert_eq!(*before, position, "two positions with the same bytes");
            game.state().legal_into(&mut legal);
            let Some(action) = legal.sample(&mut rng, 24) else { break };
            game.play(&action, &mut chance).expect("a legal action");
        }
    }
    let mut texts: Vec<&String> = known.values().collect();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), known.len(), "one position with two kinds of bytes");
    assert!(known.len() > 2000 && keys.len() == known.len(), "{} positions", known.len());
}

fn golden(folder: &str, name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(folder);
    std::fs::read_to_string(path.join(format!("{name}.jsonl"))).expect("a record")
}

/// Kept records that replay differently by newer rules, as they must where a rule was corrected: file and line.
const ANOTHER_WAY: &[(&str, usize)] = &[];

/// The records of older rules under `tests/golden/rules-N`: of every form that ever was in the repository, the games of
/// `docs/games` among them.
fn kept() -> Vec<(u32, String, Record)> {
    let golden = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut kept = Vec::new();
    for version in 1..RULES_VERSION {
        for file in
            std::fs::read_dir(golden.join(format!("rules-{version}"))).expect("a folder for each version")
        {
            let path = file.expect("a file").path();
            let text = std::fs::read_to_string(&path).expect("text");
            let name = format!("rules-{version}/{}", path.file_name().expect("a name").to_string_lossy());
            kept.push((version, name, Record::parse(&text).expect("a record")));
        }
    }
    kept
}

/// Every record that was ever written is read and verified to its last line, and can be played on.
#[test]
fn records_of_older_rules_check() {
    let kept = kept();
    for (version, name, old) in &kept {
        assert_eq!(version_of(&old.entries[0].state), *version, "{name}");
        if let Some((_, line)) = ANOTHER_WAY.iter().find(|(other, _)| other == name) {
            let error = old.check().expect_err(name);
            assert_eq!((error.line, error.older), (*line, Some(*version)), "{name}: {error}");
            continue;
        }
        let last = old.check().unwrap_or_else(|e| panic!("{name}: {e}"));
        let goes_on = Game::from_record(old).expect("a good record").record();
        assert_eq!(goes_on.check(), Ok(last), "{name} can be played on");
    }
    assert!(kept.len() >= 19, "{} records", kept.len());
}

/// What is blessed today is the game that older rules led to.
#[test]
fn golden_records_of_two_versions_are_the_same_games() {
    for name in ["usual", "evacuation", "edition_1976"] {
        let [old, new] =
            ["rules-1", ""].map(|folder| Record::parse(&golden(folder, name)).expect("a record"));
        assert_eq!(old.check().expect("a good record"), new.check().expect("a good record"), "{name}");
    }
}

/// A line that replays differently is falsified in a record of today's rules; in one of older rules it may have been right.
#[test]
fn a_record_of_older_rules_is_told_from_a_falsified_one() {
    for (folder, older) in [("rules-1", Some(1)), ("", None)] {
        let mut record = Record::parse(&golden(folder, "usual")).expect("a record");
        let thrown = record.entries.iter().position(|entry| entry.chance.len() == 1).expect("a die");
        record.entries[thrown].chance.clear();
        let error = record.check().expect_err("a die is missing");
        assert_eq!((error.line, error.older), (thrown + 2, older), "{error}");
        assert_eq!(error.what.contains("by version 2 goes another way"), older.is_some(), "{error}");
    }
    let mut record = Record::parse(&golden("", "usual")).expect("a record");
    record.entries[0].state = record.entries[0].state.replacen("2.", "3.", 1);
    let error = record.check().expect_err("of the future");
    assert!(error.what.contains("a newer program"), "{error}");
    assert_eq!(error.older, None);
}
