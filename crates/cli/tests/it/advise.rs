//! `pgg advise` and the engine's `advise`: a position explained, in words and as JSON.

use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Output, Stdio};

const POSITION: &str = r#"{"turn": 7, "phase": "german_combat",
    "units": {"1222": ["pz7"], "1322": ["r1 3-4"], "1624": ["konev"], "2216": ["r2"], "0120": ["inf6"]}}"#;

fn pgg(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pgg"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The program may end before it has read everything; the test looks at its output then.
    let _ = child.stdin.take().expect("its input").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

fn stdout(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_position_is_explained_in_words() {
    let text = stdout(&pgg(&["advise", "-"], POSITION));
    for part in [
        "Turn 7, German Combat Phase. Advice for the German player.",
        "Worth to the Germans:",
        "points expected of objectives",
        "Smolensk (20 points)",
        "Plan:",
        "Best attacks from where units stand:",
        "against 1322",
        "promises",
        "Threats:",
    ] {
        assert!(text.contains(part), "no '{part}' in\n{text}");
    }
    let text = stdout(&pgg(&["advise", "-", "--side", "soviet"], POSITION));
    assert!(text.contains("Advice for the Soviet player."), "{text}");
    assert!(text.contains("a line that cannot be walked round"), "{text}");
}

#[test]
fn the_engine_says_the_same_as_the_command() {
    for side in ["german", "soviet"] {
        let told = stdout(&pgg(&["advise", "-", "--json", "--side", side], POSITION));
        let told: Value = serde_json::from_str(&told).expect("JSON");
        assert_eq!(told["side"], side);
        assert_eq!(told["objectives"].as_array().map(Vec::len), Some(12));
        let position: Value = serde_json::from_str(POSITION).expect("JSON");
        let requests = [json!({"cmd": "load", "position": position}), json!({"cmd": "advise", "side": side})];
        let lines: Vec<String> = requests.iter().map(ToString::to_string).collect();
        let replies = stdout(&pgg(&["engine"], &lines.join("\n")));
        let reply: Value = serde_json::from_str(replies.lines().last().expect("a reply")).expect("JSON");
        assert_eq!(reply["advice"], told, "{side}");
    }
}

#[test]
fn what_cannot_be_advised_is_explained() {
    let bad = pgg(&["advise", "-"], "nonsense");
    assert_ne!(bad.status.code(), Some(0));
    assert!(!bad.stderr.is_empty());
    let side = pgg(&["advise", "-", "--side", "both"], POSITION);
    assert!(String::from_utf8_lossy(&side.stderr).contains("expected german or soviet"));
    let replies = stdout(&pgg(
        &["engine"],
        "{\"cmd\": \"advise\"}\n{\"cmd\": \"new\", \"seed\": 1}\n{\"cmd\": \"advise\", \"side\": 3}\n",
    ));
    let replies: Vec<Value> = replies.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    assert_eq!(replies[0]["error"]["reason"], "no_game");
    assert_eq!(replies[2]["error"]["expected"], "optionally side");
}
