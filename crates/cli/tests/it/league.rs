//! `pgg league` from outside: the result does not depend on how it is run; its tables; what it refuses.

use crate::support::{directory, lab_fails, lab_prints};
use pgg_core::Record;
use serde_json::{Value, json};
use std::path::Path;

fn printed(args: &[&str]) -> String {
    lab_prints("league", args)
}

/// The text without the times, which differ between runs: everything from `time_ms` to the results.
fn timeless(text: &str) -> String {
    let (before, rest) = text.split_once("\"time_ms\"").unwrap();
    let (_, after) = rest.split_once("\"results\"").unwrap();
    format!("{before}{after}")
}

fn fails(code: i32, args: &[&str], says: &[&str]) {
    lab_fails("league", code, args, says);
}

/// Plays a shard and writes it to a file.
fn shard(directory: &Path, args: &[&str], shard: &str) -> String {
    let path = directory.join(format!("part-{}.json", shard.replace('/', "-of-")));
    std::fs::write(&path, printed(&[args, &["--shard", shard]].concat())).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn jobs_and_shards_change_nothing() {
    let args = ["--players", "random,cadet,random:9", "--pairs", "2", "--seed", "5"];
    let one = printed(&[&args[..], &["--json", "--jobs", "1"]].concat());
    let two = printed(&[&args[..], &["--json", "--jobs", "2"]].concat());
    assert_eq!(timeless(&two), timeless(&one));
    let directory = directory("league-shards");
    let parts: Vec<String> = ["3/3", "1/3", "2/3"].map(|part| shard(&directory, &args, part)).into();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let merged = printed(&[&["merge", "--json"], &parts[..]].concat());
    assert_eq!(timeless(&merged), timeless(&one));
    // Times are added up, and the mean is weighted by player-turns.
    let merged: Value = serde_json::from_str(&merged).unwrap();
    let parts: Vec<Value> =
        parts.iter().map(|p| serde_json::from_str(&std::fs::read_to_string(p).unwrap()).unwrap()).collect();
    for player in ["random", "cadet", "random:9"] {
        let sum = |key: &str| parts.iter().map(|p| p["clock"][player][key].as_u64().unwrap()).sum::<u64>();
        assert_eq!(merged["clock"][player], json!({"us": sum("us"), "player_turns": 4 * 2 * 12}));
        let mean = sum("us") as f64 / 1000.0 / sum("player_turns") as f64;
        assert!((merged["time_ms"][player].as_f64().unwrap() - mean).abs() < 1e-9);
    }
}

#[test]
fn the_json_has_its_keys() {
    let text = printed(&["--players", "random,random:2", "--pairs", "3", "--seed", "2", "--json"]);
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["pairs"].as_array().unwrap().len(), 1);
    let pair = &value["pairs"][0];
    assert_eq!((&pair["a"], &pair["b"]), (&json!("random"), &json!("random:2")));
    let counts: u64 = ["won_a", "won_b", "drawn"].iter().map(|key| pair[key].as_u64().unwrap()).sum();
    assert_eq!(counts, 3);
    for key in ["share_a", "low", "high"] {
        assert!((0.0..=1.0).contains(&pair[key].as_f64().unwrap()), "{key}: {text}");
    }
    assert_eq!((&value["format"], &value["played"]), (&json!("pgg-games 1"), &json!("league")));
    // The games of either side, in the form that `pgg sim` uses too.
    assert_eq!(value["series"].as_array().unwrap().len(), 2);
    for (n, names) in [["random", "random:2"], ["random:2", "random"]].into_iter().enumerate() {
        let series = &value["series"][n];
        assert_eq!([&series["german"], &series["soviet"]], names);
        assert_eq!(series["games"], 3);
        for key in ["mean", "median", "sd"] {
            assert!(series["margin"][key].is_number(), "{text}");
        }
        let levels = series["levels"].as_object().unwrap();
        assert_eq!(levels.len(), 6);
        assert_eq!(levels.values().map(|count| count.as_u64().unwrap()).sum::<u64>(), 3);
    }
    for key in ["german", "soviet", "game", "margin", "level", "actions", "state"] {
        assert!(!value["results"][0][key].is_null(), "{key}: {text}");
    }
    for player in ["random", "random:2"] {
        assert!(value["time_ms"][player].as_f64().unwrap() > 0.0, "{text}");
    }
    assert_eq!(value["results"].as_array().unwrap().len(), 6);
    assert_eq!(
        (&value["seed"], &value["pairs_each"], &value["shard"]),
        (&json!(2), &json!(3), &json!("1/1"))
    );
}

#[test]
fn people_get_tables() {
    let args = ["--players", "random,random:2,random:3", "--pairs", "1", "--seed", "2"];
    let text = printed(&args);
    for part in [
        "random:3",
        "95 %",
        "Wilson",
        "pairs won",
        "German",
        "Soviet",
        "SD",
        "GD",
        "Time for a player-turn",
        "ms",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // Merged shards give the same league, except for the times.
    let directory = directory("league-table");
    let parts = ["1/2", "2/2"].map(|part| shard(&directory, &args, part));
    let merged = printed(&["merge", &parts[0], &parts[1]]);
    let untimed = |text: &str| text.split("Time for a player-turn").next().unwrap().to_owned();
    assert_eq!(untimed(&merged), untimed(&text));
}

#[test]
fn records_are_kept() {
    let directory = directory("league-records");
    let args = ["--players", "random,random:2", "--pairs", "2", "--json", "--records"];
    let text = printed(&[&args[..], &[directory.to_str().unwrap()]].concat());
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(std::fs::read_dir(&directory).unwrap().count(), 4);
    for result in value["results"].as_array().unwrap() {
        let [german, soviet] = ["german", "soviet"].map(|side| result[side].as_str().unwrap());
        let game = result["game"].as_u64().unwrap();
        let name = format!("{german}-{soviet}-{game:06}.jsonl").replace(':', "_");
        let record = Record::parse(&std::fs::read_to_string(directory.join(name)).unwrap()).unwrap();
        assert_eq!(record.header.soviet.as_deref(), Some(soviet));
        let state = record.check().unwrap();
        assert_eq!(result["margin"], state.margin());
        assert_eq!(result["level"], json!(state.score().level));
        assert_eq!(result["state"], state.fingerprint());
        assert_eq!(result["actions"], record.entries.len());
    }
}

#[test]
fn wrong_arguments_are_explained() {
    let two = ["--players", "random,cadet"];
    fails(2, &["--players", "random,nobody"], &["nobody", "random", "cadet"]);
    fails(2, &["--players", "random,cadet:0"], &["cadet:0", "budget"]);
    fails(2, &["--players", "random"], &["two programs"]);
    fails(2, &["--players", "random,cadet,random"], &["random", "twice"]);
    fails(2, &[], &["--players"]);
    for (key, value) in [
        ("--pairs", "0"),
        ("--pairs", "99999999999"),
        ("--jobs", "0"),
        ("--seed", "x"),
        ("--shard", "0/3"),
        ("--shard", "4/3"),
        ("--shard", "2"),
        ("--edition", "1812"),
    ] {
        fails(2, &[&two[..], &[key, value]].concat(), &[value, key]);
    }
    // A directory that cannot be created; weights that cannot be read, that are no weights, or for a program without any.
    let program = env!("CARGO_BIN_EXE_pgg");
    fails(3, &[&two[..], &["--pairs", "1", "--records", program]].concat(), &[program]);
    fails(3, &["--players", "random,major@no-such-file.json"], &["no-such-file.json"]);
    let directory = directory("league-weights");
    let file = directory.join("weights.json");
    std::fs::write(&file, "{\"nonsense\": 1}").unwrap();
    fails(1, &["--players", &format!("random,major@{}", file.display())], &["weights.json", "nonsense"]);
    std::fs::write(&file, "{}").unwrap();
    fails(2, &["--players", &format!("random,cadet@{}", file.display())], &["cadet", "no weights"]);
}

#[test]
fn shards_that_do_not_fit_are_refused() {
    let directory = directory("league-misfits");
    let file = |name: &str, args: &[&str], part: &str| {
        let folder = directory.join(name);
        std::fs::create_dir_all(&folder).unwrap();
        shard(&folder, &[&["--players", "random,random:2", "--pairs", "2"], args].concat(), part)
    };
    let (one, two) = (file("right", &[], "1/2"), file("right", &[], "2/2"));
    printed(&["merge", &two, &one]);
    fails(1, &["merge", &one], &["missing", "2/2"]);
    fails(1, &["merge", &one, &two, &one], &[&one, "1/2", "and so is"]);
    let other = file("seed", &["--seed", "9"], "2/2");
    fails(1, &["merge", &one, &other], &[&other, "another league", "seed 9 instead of 1"]);
    let other = file("options", &["--no-rail-cut"], "2/2");
    fails(1, &["merge", &one, &other], &[&other, "other options"]);
    let other = file("parts", &[], "2/3");
    fails(1, &["merge", &one, &other], &[&other, "2/3"]);
    fails(3, &["merge", &one, "no-such-file.json"], &["no-such-file.json"]);
    fails(2, &["merge"], &["FILES"]);
    // Files of another kind, or tampered with.
    let text = std::fs::read_to_string(&two).unwrap();
    let tampered = [
        ("", "EOF"),
        ("[1]", "invalid"),
        (&text.replace("pgg-games 1", "pgg-games 7"), "pgg-games 7"),
        (&text.replace("\"shard\":\"2/2\"", "\"shard\":\"3/2\""), "3/2"),
        (&text.replace("\"shard\":\"2/2\"", "\"shard\":\"1/1\""), "results"),
        (&text.replace("\"game\":1", "\"game\":0"), "pair 0"),
        (&text.replace("\"played\":\"league\"", "\"played\":\"sim\""), "not a league"),
        (&text.replacen("\"game\":1", "\"game\":2", 1), "other half"),
        (&text.replace("\"clock\":{\"random\"", "\"clock\":{\"nobody\""), "clock"),
    ];
    for (text, says) in tampered {
        let path = directory.join("tampered.json");
        std::fs::write(&path, text).unwrap();
        fails(1, &["merge", &one, path.to_str().unwrap()], &["tampered.json", says]);
    }
}
