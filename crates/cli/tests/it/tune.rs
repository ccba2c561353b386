//! `pgg tune` from outside: rounds, shards, resuming, and what it refuses.

use crate::support::{directory, lab_fails, lab_prints};
use serde_json::{Value, json};
use std::path::Path;

fn printed(args: &[&str]) -> String {
    lab_prints("tune", args)
}

fn fails(code: i32, args: &[&str], says: &[&str]) {
    lab_fails("tune", code, args, says);
}

/// The shortest tuning: two trials against the quickest opponent, and a proof of one pair.
const SHORT: [&str; 10] =
    ["--opponent", "random", "--rounds", "1", "--batch", "2", "--proof", "1", "--only", "danger,tempo"];

#[test]
fn shards_give_what_a_single_run_gives() {
    let directory = directory("tune-shards");
    let path = |name: &str| directory.join(name).to_str().unwrap().to_owned();
    let read = |name: &str| std::fs::read_to_string(directory.join(name)).unwrap();
    let (whole, shared) = (path("whole.json"), path("shared.json"));
    let out = path("weights.json");
    let text = printed(&[&SHORT[..], &["--state", &whole, "--out", &out, "--json"]].concat());
    for part in ["1/2", "2/2"] {
        let text = printed(&[&SHORT[..], &["--state", &shared, "--shard", part, "--jobs", "1"]].concat());
        std::fs::write(path(&format!("part-{}.json", &part[..1])), text).unwrap();
    }
    let merge = ["merge", &path("part-2.json"), &path("part-1.json"), "--state", &shared];
    assert!(printed(&merge).contains("round 1 of 1"));
    // The proof follows the rounds; here one command plays both.
    let again = printed(&[&SHORT[..], &["--state", &shared, "--json"]].concat());
    assert_eq!((again, read("shared.json")), (text.clone(), read("whole.json")));
    // It is over: the same command prints the same and plays nothing, and no shard is left to play.
    assert_eq!(printed(&[&SHORT[..], &["--state", &whole, "--json"]].concat()), text);
    fails(1, &[&SHORT[..], &["--state", &whole, "--shard", "1/2"]].concat(), &["over"]);
    // The best weights are in the file and can be played with.
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&read("weights.json")).unwrap(), value["weights"]);
    assert_eq!((&value["trials"], &value["over"]), (&json!(2), &json!(true)));
    let proof = &value["proof"];
    assert_eq!(
        proof["won"].as_u64().unwrap() + proof["lost"].as_u64().unwrap() + proof["drawn"].as_u64().unwrap(),
        1
    );
    assert!(proof["low"].is_number() && proof["high"].is_number());
    let table = printed(&[&SHORT[..], &["--state", &whole]].concat());
    for part in ["major against random", "danger", "tempo", "before", "best", "Proof", "95 %"] {
        assert!(table.contains(part), "{part}: {table}");
    }
    // Another tuning cannot resume from this file, and its shards do not fit.
    fails(1, &[&SHORT[..], &["--state", &whole, "--seed", "2"]].concat(), &["whole.json", "seed"]);
    fails(1, &[&SHORT[..8], &["--state", &whole]].concat(), &["whole.json", "weights to tune"]);
    let fresh = path("fresh.json");
    fails(1, &["merge", &path("part-1.json"), "--state", &fresh], &["missing", "2/2"]);
    fails(1, &["merge", &path("part-1.json"), &whole, "--state", &fresh], &["whole.json", "part of a round"]);
    let other = read("part-2.json").replace("\"seed\":1", "\"seed\":2");
    std::fs::write(path("other.json"), other).unwrap();
    let parts = [&path("part-1.json")[..], &path("other.json")];
    fails(1, &[&["merge"], &parts[..], &["--state", &fresh]].concat(), &["other.json", "another tuning"]);
    assert!(!Path::new(&fresh).exists());
}

#[test]
fn wrong_arguments_are_explained() {
    fails(2, &["--program", "nobody"], &["nobody", "cadet"]);
    fails(2, &["--program", "cadet"], &["cadet", "no weights"]);
    fails(2, &["--only", "danger,luck"], &["luck", "danger", "tempo"]);
    fails(3, &["--from", "no-such-file.json"], &["no-such-file.json"]);
    for (key, value) in [
        ("--rounds", "0"),
        ("--batch", "0"),
        ("--values", "1"),
        ("--shard", "0/3"),
        ("--shard", "4/3"),
        ("--jobs", "0"),
    ] {
        fails(2, &[key, value], &[key, value]);
    }
    fails(2, &["merge", "--state", "x.json"], &["FILES"]);
    fails(2, &["merge", "part.json"], &["--state"]);
    let directory = directory("tune-wrong");
    let state = directory.join("state.json");
    for text in ["", "{}", "[]", "{\"format\": \"pgg-tuning 1\"}"] {
        std::fs::write(&state, text).unwrap();
        fails(1, &["--state", state.to_str().unwrap()], &["state.json", "expected a tuning"]);
    }
}
