//! `pgg sim` from outside: the games do not depend on how they are run.

use crate::support::{directory, lab};
use pgg_core::Record;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// The JSON result, without what depends on the clock.
fn result(args: &[&str]) -> Value {
    let output = lab("sim", &[args, &["--json"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.stderr, b"", "progress is for terminals only");
    let mut value: Value = serde_json::from_slice(&output.stdout).unwrap();
    let keys = value.as_object_mut().unwrap();
    assert!(keys.remove("time_ms").unwrap().is_object() && keys.remove("clock").unwrap().is_object());
    assert_eq!((&value["format"], &value["played"]), (&"pgg-games 1".into(), &"sim".into()));
    assert_eq!(
        value["results"].as_array().unwrap().len() as u64,
        value["series"][0]["games"].as_u64().unwrap()
    );
    value
}

/// The records in a directory by file name.
fn records(directory: &Path) -> BTreeMap<String, String> {
    let files = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap());
    files
        .map(|f| (f.file_name().into_string().unwrap(), std::fs::read_to_string(f.path()).unwrap()))
        .collect()
}

#[test]
fn the_result_does_not_depend_on_jobs() {
    let one = result(&["--games", "6", "--seed", "5", "--jobs", "1"]);
    assert_eq!(result(&["--games", "6", "--seed", "5", "--jobs", "3"]), one);
    assert_eq!(result(&["--games", "6", "--seed", "5", "--jobs", "16"]), one);
    assert_eq!((&one["games_each"], &one["seed"], &one["shard"]), (&6.into(), &5.into(), &"1/1".into()));
    let series = &one["series"][0];
    assert_eq!(
        (&series["german"], &series["soviet"], &series["games"]),
        (&"random".into(), &"random".into(), &6.into())
    );
    for key in ["mean", "median", "sd"] {
        assert!(series["margin"][key].is_number(), "{one}");
    }
    let games: u64 =
        series["levels"].as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(games, 6);
    assert!(series["actions_per_game"].as_f64().unwrap() > 100.0);
    // Every game is reported, and the totals are theirs.
    let results = one["results"].as_array().unwrap();
    let margins: i64 = results.iter().map(|game| game["margin"].as_i64().unwrap()).sum();
    assert!((series["margin"]["mean"].as_f64().unwrap() - margins as f64 / 6.0).abs() < 1e-9);
    assert_eq!(results[5]["game"], 5);
    assert!(results[5]["level"].is_string() && results[5]["state"].is_string(), "{one}");
    assert_ne!(result(&["--games", "6", "--seed", "6"])["series"], one["series"]);
}

#[test]
fn shards_together_are_the_whole_and_records_check() {
    let whole = directory("sim-whole");
    let parts = directory("sim-parts");
    let result = result(&["--games", "7", "--seed", "3", "--records", whole.to_str().unwrap()]);
    for (shard, games) in [("1/3", 3), ("2/3", 2), ("3/3", 2)] {
        let args = ["--games", "7", "--seed", "3", "--jobs", "2", "--shard", shard];
        let part = self::result(&[&args[..], &["--records", parts.to_str().unwrap()]].concat());
        assert_eq!((&part["series"][0]["games"], &part["shard"]), (&games.into(), &shard.into()));
    }
    let records_of_whole = records(&whole);
    assert_eq!(records_of_whole.len(), 7);
    assert_eq!(records_of_whole, records(&parts));
    // A record has the result of the summary, and the players.
    let mut sum = 0;
    for (name, text) in &records_of_whole {
        let record = Record::parse(text).unwrap();
        let state = record.check().unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(record.header.german.as_deref(), Some("random"));
        assert_eq!(record.header.soviet.as_deref(), Some("random"));
        sum += state.score().total;
    }
    assert_eq!(result["series"][0]["margin"]["mean"].as_f64(), Some(f64::from(sum) / 7.0));
    // Writing records changes no game.
    assert_eq!(self::result(&["--games", "7", "--seed", "3"]), result);
    assert_eq!(self::result(&["--games", "2", "--shard", "5/9"])["series"][0]["games"], 0);
}

#[test]
fn options_reach_the_games() {
    let args =
        ["--games", "1", "--edition", "1976", "--no-rail-cut", "--leader-evacuation", "--historical-draw"];
    let directory = directory("sim-options");
    let result = result(&[&args[..], &["--records", directory.to_str().unwrap()]].concat());
    let options = serde_json::json!(
        {"edition": "1976", "rail_cut": false, "leader_evacuation": true, "historical_draw": true});
    assert_eq!(result["options"], options);
    let (_, text) = records(&directory).pop_first().unwrap();
    assert_eq!(serde_json::to_value(Record::parse(&text).unwrap().header.options).unwrap(), options);
}

/// Programs are named as in a league, with budgets and weights.
#[test]
fn programs_have_budgets_and_weights() {
    let directory = directory("sim-weights");
    std::fs::create_dir_all(&directory).unwrap();
    let weights = directory.join("bold.json");
    std::fs::write(&weights, "{}").unwrap();
    let games = directory.join("games");
    let german = format!("major@{}", weights.display());
    let args = ["--games", "1", "--german", &german, "--soviet", "random:7", "--records"];
    let result = result(&[&args[..], &[games.to_str().unwrap()]].concat());
    assert_eq!(
        (&result["results"][0]["german"], &result["results"][0]["soviet"]),
        (&"major@bold".into(), &"random:7".into())
    );
    let (_, text) = records(&games).pop_first().unwrap();
    assert_eq!(Record::parse(&text).unwrap().header.german.as_deref(), Some("major@bold"));
    for (name, code) in [("cadet:0", 2), ("cadet@none.json", 3), ("random:x", 2)] {
        assert_eq!(lab("sim", &["--german", name]).status.code(), Some(code), "{name}");
    }
}

#[test]
fn people_get_a_table() {
    let output = lab("sim", &["--games", "2"]);
    let text = String::from_utf8(output.stdout).unwrap();
    for part in
        ["2 games", "margin: mean", "median", "sd", "Soviet Decisive", "German Marginal", "games a second"]
    {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn wrong_arguments_are_explained() {
    let output = lab("sim", &["--german", "nobody"]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("nobody") && pgg_ai::NAMES.iter().all(|name| text.contains(name)), "{text}");
    let wrong: [&[&str]; 9] = [
        &["--games", "0"],
        &["--games", "-1"],
        &["--games", "99999999999999999999"],
        &["--jobs", "0"],
        &["--seed", "x"],
        &["--shard", "0/2"],
        &["--shard", "3/2"],
        &["--shard", "1"],
        &["--edition", "1812"],
    ];
    for args in wrong {
        let output = lab("sim", args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{args:?}");
    }
    // A directory that cannot be created.
    let output = lab("sim", &["--games", "1", "--records", env!("CARGO_BIN_EXE_pgg")]);
    assert_eq!(output.status.code(), Some(3));
}
