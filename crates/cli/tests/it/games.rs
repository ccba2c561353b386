//! The annotated games of `docs/games`: every record verifies, action by action, and has its account.

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
