//! `pgg habits` from outside: the counts do not depend on how the games are run, and those of their records are the same.

use crate::support::{directory, lab, lab_fails, lab_prints};
use serde_json::Value;

fn counted(args: &[&str]) -> Value {
    let mut value: Value =
        serde_json::from_str(&lab_prints("habits", &[args, &["--json"]].concat())).unwrap();
    let keys = value.as_object_mut().unwrap();
    assert!(keys.remove("time_ms").is_some() && keys.remove("clock").is_some());
    assert_eq!(value["format"], "pgg-habits 1");
    value
}

const GAMES: [&str; 8] = ["--german", "cadet", "--soviet", "random", "--games", "3", "--seed", "4"];

#[test]
fn jobs_change_nothing_and_records_tell_the_same() {
    let played = counted(&[&GAMES[..], &["--jobs", "1"]].concat());
    assert_eq!(counted(&[&GAMES[..], &["--jobs", "3"]].concat()), played);
    let directory = directory("habits-records");
    let records = directory.to_str().unwrap();
    assert!(lab("sim", &[&GAMES[..], &["--records", records]].concat()).status.success());
    let names = ["game-000000.jsonl", "game-000001.jsonl", "game-000002.jsonl"];
    let files = names.map(|name| format!("{records}/{name}"));
    let read = counted(&files.each_ref().map(String::as_str));
    for key in ["games", "counts", "odds", "objectives", "margin", "levels", "actions_per_game"] {
        assert_eq!(read[key], played[key], "{key}");
    }
}

#[test]
fn the_margins_are_those_of_the_series() {
    let habits = counted(&GAMES);
    let sim: Value = serde_json::from_str(&lab_prints("sim", &[&GAMES[..], &["--json"]].concat())).unwrap();
    assert_eq!(habits["margin"], sim["series"][0]["margin"]);
    let last = habits["counts"]["margin"]["turns"][11].as_f64().unwrap();
    assert!((last - sim["series"][0]["margin"]["mean"].as_f64().unwrap()).abs() < 1e-9);
    for (name, means) in habits["counts"].as_object().unwrap() {
        assert_eq!(means["turns"].as_array().unwrap().len(), 12, "{name}");
    }
    // A part is never more than the whole.
    let game = |name: &str| habits["counts"][name]["game"].as_f64().unwrap();
    for (part, whole) in [
        ("leaders_alone", "leaders"),
        ("leaders_killed_alone", "leaders_killed"),
        ("unsupplied", "divisions"),
        ("out_of_command", "unsupplied"),
        ("german_attacks_best", "german_attacks"),
        ("german_overruns_even", "german_overruns"),
        ("exposed_hit", "exposed"),
        ("pocketed_attacked", "pocketed"),
        ("units_lost", "steps_lost"),
    ] {
        assert!(game(part) <= game(whole), "{part}: {habits}");
    }
    assert!(game("german_attacks") > 0.0 && game("german_overruns") > 0.0, "{habits}");
}

#[test]
fn the_table_is_for_people() {
    let text = lab_prints("habits", &GAMES);
    for words in ["Leaders alone within six hexes", "out of supply", "at 10-1", "exposed", "margin"] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn what_it_refuses() {
    lab_fails("habits", 2, &["--german", "colonel"], &["no program 'colonel'"]);
    lab_fails("habits", 3, &["no-such-file.jsonl"], &["no-such-file.jsonl"]);
    lab_fails("habits", 2, &["game.jsonl", "--games", "3"], &["--games"]);
}
