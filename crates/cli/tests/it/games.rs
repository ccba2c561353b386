//! The annotated games of `docs/games`: every record verifies, action by action, and has its account.

use crate::support::Folder;
use pgg_core::State;
use pgg_core::data::scenarios::scenario;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn the_annotated_games_are_true() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/games");
    let files = std::fs::read_dir(&folder).expect("the folder of games");
    let mut records: Vec<PathBuf> = files
        .map(|file| file.expect("a file").path())
        .filter(|p| p.extension().is_some_and(|e| e == "jsonl"))
        .collect();
    records.sort();
    assert!(records.len() >= 3, "{records:?}");
    for record in records {
        let checked =
            Command::new(env!("CARGO_BIN_EXE_pgg")).arg("check").arg(&record).output().expect("it runs");
        assert!(
            checked.status.success(),
            "{}: {}",
            record.display(),
            String::from_utf8_lossy(&checked.stderr)
        );
        let account = std::fs::read_to_string(record.with_extension("md")).expect("the account of the game");
        let name = record.file_name().and_then(|n| n.to_str()).expect("a name");
        assert!(account.contains(name), "the account of {name} does not name its record");
    }
}

/// A scenario is a moment of the game that it is said to come from, and nothing that somebody made up.
#[test]
fn the_scenarios_are_moments_of_an_annotated_game() {
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/games/1-on-the-last-turn.jsonl");
    for (name, to) in [("turn-4", "392"), ("turn-8", "855")] {
        let replayed = Command::new(env!("CARGO_BIN_EXE_pgg"))
            .arg("replay")
            .arg(&game)
            .args(["--to", to])
            .output()
            .expect("it runs");
        let there = State::from_text(&String::from_utf8_lossy(&replayed.stdout)).expect("a position");
        let position = scenario(name).expect("it is listed").position;
        assert_eq!(State::from_text(position).unwrap().fingerprint(), there.fingerprint(), "{name}");
    }
}

#[test]
fn a_game_begins_from_a_scenario() {
    let folder = Folder::new("scenario");
    let told = folder.told(&["play", "--scenario", "turn-8", "--soviet", "human"], "quit\n");
    assert!(told.contains("Turn 8"), "{told}");
    assert!(folder.fails(2, &["play", "--scenario", "turn-5"], "").contains("turn-4"));
}
