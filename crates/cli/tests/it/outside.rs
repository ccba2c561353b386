//! External programs [docs/laboratory.md]: one that plays, and everything that others can do wrong.

use crate::support::{directory, lab_fails, lab_prints};
use serde_json::Value;
use std::path::PathBuf;

/// The example, as the command line names it.
const EXAMPLE: &str = concat!("cmd:python3 ", env!("CARGO_MANIFEST_DIR"), "/../../examples/player.py");

/// A program written as a shell script.
fn script(name: &str, text: &str) -> (PathBuf, String) {
    let file = directory(&format!("outside-{name}")).join("player.sh");
    std::fs::write(&file, text).unwrap();
    let command = format!("cmd:sh {}", file.display());
    (file, command)
}

fn sim(german: &str, soviet: &str, jobs: &str) -> Value {
    let args = ["--german", german, "--soviet", soviet, "--games", "2", "--jobs", jobs, "--json"];
    serde_json::from_str(&lab_prints("sim", &args)).unwrap()
}

#[test]
fn the_example_plays_both_sides_and_repeats() {
    let one = sim(EXAMPLE, "random", "1");
    assert_eq!(sim(EXAMPLE, "random", "2")["results"], one["results"]);
    assert_eq!(one["players"][0], EXAMPLE);
    assert!(one["results"][0]["actions"].as_u64().unwrap() > 100, "{one}");
    let other = sim("random", EXAMPLE, "2");
    assert_ne!(other["results"], one["results"]);
}

#[test]
fn a_league_keeps_records_of_it() {
    let directory = directory("outside-league");
    let players = format!("{EXAMPLE},random");
    let records = directory.to_str().unwrap();
    let text = lab_prints("league", &["--players", &players, "--pairs", "1", "--records", records]);
    assert!(text.contains("player.py"), "{text}");
    assert!(directory.join("cmd1-random-000000.jsonl").exists());
}

/// Each of these ends the command with a message that names the program and the line.
#[test]
fn what_goes_wrong_is_told() {
    let ready = r#"read begin; echo '{"ready": true}'; read ask;"#;
    let cases = [
        ("dies", "exit 3".to_owned(), ["line 1", "exit status: 3"]),
        ("dies-later", format!("{ready} exit 4"), ["line 2", "exit status: 4"]),
        ("talks", "echo hello; cat".to_owned(), ["line 1", "hello"]),
        ("not-ready", r#"echo '{"ready": false}'; cat"#.to_owned(), ["line 1", "it is not ready"]),
        ("nonsense", format!(r#"{ready} echo '{{"action": "fly"}}'; cat"#), ["line 2", "fly"]),
        ("illegal", format!(r#"{ready} echo '{{"action": "take_loss"}}'; cat"#), ["line 2", "take_loss"]),
    ];
    for (name, text, says) in cases {
        let (file, command) = script(name, &text);
        let file = file.display().to_string();
        lab_fails("sim", 1, &["--soviet", &command, "--games", "1"], &[&says[..], &[file.as_str()]].concat());
    }
}

/// It is told why, and corrects its answer; one that never does ends the command like any other mistake.
#[test]
fn a_program_that_wants_to_is_asked_again() {
    // The game begins with the Soviet set-up: nothing is lost yet.
    let text = r#"read begin; echo '{"ready": true, "again": true}'; read ask; echo '{"action": "take_loss"}'
        read ask; case "$ask" in *'"refused":{"case":'*'"reason":'*) ;; *) exit 9;; esac; echo '{"action": "take_loss"}'
        read ask; echo '{"action": "take_loss"}'; read ask; echo '{"action": "take_loss"}'; cat"#;
    let (_, command) = script("again", text);
    lab_fails("sim", 1, &["--soviet", &command, "--games", "1"], &["line 5", "take_loss"]);
}

#[test]
fn a_program_that_hangs_or_writes_no_end_is_given_up() {
    let (_, command) = script("hangs", "read begin; exec sleep 600");
    let args = ["--soviet", &command, "--games", "1", "--patience", "1"];
    lab_fails("habits", 1, &args, &["line 1", "no answer in 1 seconds"]);
    let (_, command) = script("endless", "exec cat /dev/zero");
    lab_fails("sim", 1, &["--soviet", &command, "--games", "1"], &["line 1", "longer than"]);
}

#[test]
fn names_that_are_refused() {
    lab_fails(
        "sim",
        1,
        &["--german", "cmd:no-such-program", "--games", "1"],
        &["no-such-program", "cannot be started"],
    );
    lab_fails("sim", 2, &["--german", "cmd: "], &["a command is missing"]);
    lab_fails("sim", 2, &["--german", "spar:nobody"], &["no sparring partner 'nobody'", "hunter"]);
    lab_fails("tune", 2, &["--program", "spar:hunter"], &["no weights"]);
}
