//! Positions and records that are wrong: each is refused with the field or line and the reason, and nothing panics.
use crate::support::*;
use pgg_core::formats::position::Diagram;
use pgg_core::game::chance::NoMore;
use pgg_core::{Game, Legal, Options, Record, RecordError, Seeded, State};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read};
use std::sync::{LazyLock, OnceLock};

// ---- positions --------------------------------------------------------------------------------------------------

/// What is wrong with a position, one "field: what" a line.
fn faults(json: &str) -> Vec<String> {
    match State::from_text(json) {
        Ok(_) => panic!("accepted: {json}"),
        Err(bad) => bad.0.iter().map(|p| format!("{}: {}", p.field, p.what)).collect(),
    }
}

/// The position has a fault that begins with the field and tells this.
fn fault(json: &str, field: &str, tells: &str) {
    let all = faults(json);
    let found = all.iter().any(|f| f.starts_with(field) && f.contains(tells));
    assert!(found, "expected '{field}: … {tells} …', got {all:#?}\n{json}");
}

/// A position of turn 7 with one field more.
fn with(field: &str) -> String {
    format!(r#"{{"turn": 7, "phase": "soviet_movement", {field}}}"#)
}

/// Units in a phase.
fn units_in(phase: &str, units: &str) -> String {
    format!(r#"{{"turn": 7, "phase": "{phase}", "units": {{{units}}}}}"#)
}

#[test]
fn not_json() {
    for text in ["", "{", "[]", "null", "7", "\"pz7\"", "{\"turn\": 7,}", "\u{0}", "{\"turn\": 7} {}"] {
        assert_eq!(faults(text).len(), 1, "{text}");
    }
    let deep = "[".repeat(100_000);
    fault(&deep, "position", "recursion");
    fault(&format!("{}{}", " ".repeat(1 << 20), "{}"), "position", "longer");
}

#[test]
fn unknown_names() {
    fault(&with(r#""unitz": {}"#), "unitz", "expected");
    fault(&with(r#""units": {"1222": ["pz99"]}"#), "units.1222[0]", "expected");
    fault(&with(r#""units": {"1222": ["r1", "lukin brave"]}"#), "units.1222[1]", "expected");
    fault(&with(r#""units": {"1222": [""]}"#), "units.1222[0]", "expected");
    fault(&with(r#""units": {"9999": ["r1"]}"#), "units", "9999");
    fault(&with(r#""units": {"12": ["r1"]}"#), "units", "12");
    fault(&with(r#""occupied": ["paris"]"#), "occupied", "paris");
    fault(&with(r#""evacuated": {"guderian": 5}"#), "evacuated.guderian", "Leader");
    fault(&with(r#""waiting": ["nobody"]"#), "waiting[0]", "expected");
    fault(&with(r#""owed": {"A": {"rifle": 1}}"#), "owed.A", "expected V, W, X or Z");
    fault(&with(r#""marching": ["r99"]"#), "marching[0]", "r99");
    fault(&with(r#""options": {"speed": 1}"#), "options", "speed");
    fault(&with(r#""dead_pile": ["rifle 9-9#1"]"#), "dead_pile", "expected");
    fault(&with(r#""group": {"units": ["xyz"]}"#), "group.units[0]", "xyz");
}

#[test]
fn turns_and_phases() {
    for turn in ["0", "13", "255"] {
        fault(&format!(r#"{{"turn": {turn}}}"#), "turn", "expected 1 to 12");
    }
    for turn in ["-1", "256", "1e99", "7.5", "\"seven\"", "null", "[7]", "18446744073709551616"] {
        fault(&format!(r#"{{"turn": {turn}}}"#), "turn", "");
    }
    fault(r#"{"phase": "tea_time"}"#, "phase", "tea_time");
    fault(r#"{"turn": 2, "phase": "soviet_set_up"}"#, "phase", "turn 1");
    fault(r#"{"turn": 12, "phase": "soviet_interdiction"}"#, "phase", "turn 12");
    fault(r#"{"turn": 11, "phase": "game_over"}"#, "phase", "turn 12");
    fault(r#"{"turn": 5, "phase": "evacuation"}"#, "phase", "leader_evacuation");
    fault(r#"{"turn": 5, "ending": true}"#, "ending", "limit");
    fault(r#"{"format": "pgg-position 9"}"#, "format", "expected 'pgg-position 1'");
}

#[test]
fn hostile_numbers() {
    for (field, value) in [
        ("front", "99"),
        ("front_this_turn", "6"),
        ("soviet_marker_uses", "4"),
        ("rail_used", "9"),
        ("evacuations", "3"),
        ("smolensk_since", "8"),
        ("recaptures", "255"),
        ("provisional", "0"),
        ("provisional", "7"),
        ("pile_draws", "255"),
    ] {
        fault(&with(&format!(r#""{field}": {value}"#)), field, "expected");
    }
    fault(&with(r#""owed": {"X": {"rifle": 255}}"#), "owed.X.rifle", "expected at most");
    fault(&with(r#""owed": {"X": {"armoured": 255}}"#), "owed.X.armoured", "expected at most");
    fault(&with(r#""next": [255, 0]"#), "next[0]", "expected");
    fault(&with(r#""next": [0, 255]"#), "next[1]", "expected");
    fault(&with(r#""evacuated": {"lukin": 99}"#), "evacuated.lukin", "expected");
    fault(&with(r#""units": {"1222": ["r1 spent 255"]}"#), "units.1222[0]", "expected a number");
    fault(&with(r#""units": {"1222": ["r1 spent -3"]}"#), "units.1222[0]", "expected a number");
    fault(&with(r#""units": {"1222": ["r1 pile 251"]}"#), "units.1222[0]", "expected a number");
    fault(&with(r#""units": {"1222": ["r1 300-400"]}"#), "units.1222[0]", "expected");
    fault(&with(r#""dead_unseen": {"rifle": [0]}"#), "dead_unseen.rifle", "expected");
    fault(&with(r#""dead_unseen": {"rifle": [9]}"#), "dead_unseen.rifle", "expected");
    fault(&with(r#""dead_pile": ["rifle 3-4#1 @7"]"#), "dead_pile[0]", "");
}

#[test]
fn wrong_types() {
    for (field, value) in [
        ("units", "[]"),
        ("units", r#"{"1222": "r1"}"#),
        ("units", r#"{"1222": [7]}"#),
        ("air", "\"1222\""),
        ("air", "[1222]"),
        ("options", "true"),
        ("ending", "1"),
        ("next", "[0]"),
        ("standing", "[[], [], []]"),
        ("combat", "{}"),
        ("combat", "7"),
        ("schedule", "\"yes\""),
    ] {
        fault(&with(&format!(r#""{field}": {value}"#)), field, "");
    }
}

#[test]
fn impossible_stacks() {
    fault(&with(r#""units": {"1222": ["r1", "inf6"]}"#), "units.1222", "both sides");
    fault(&with(r#""units": {"1222": ["konev", "pz7"]}"#), "units.1222", "both sides");
    fault(&with(r#""units": {"0602": ["r1"]}"#), "units.0602", "lake");
    fault(&with(r#""units": {"1222": ["r1", "r1"]}"#), "units.1222[1]", "twice");
    fault(&with(r#""units": {"1222": ["pz7", "pz7-25"]}"#), "units.1222[1]", "twice");
    fault(&with(r#""units": {"1222": ["rifle 9-8", "rifle 9-8"]}"#), "units.1222[1]", "9-8");
    fault(&with(r#""units": {"1222": ["rifle 0-0"]}"#), "units.1222[0]", "strength");
    fault(&with(r#""units": {"1222": ["rifle 2-9"]}"#), "units.1222[0]", "2-9");
    fault(&with(r#""units": {"1222": ["inf6 lost 4"]}"#), "units.1222[0]", "expected a number up to 3");
    fault(&with(r#""units": {"1222": ["pz7-25 lost 2"]}"#), "units.1222[0]", "lost 2");
    fault(&with(r#""units": {"1222": ["konev lost 1"]}"#), "units.1222[0]", "lost 1");
    fault(&with(r#""units": {"1222": ["inf6 3-4"]}"#), "units.1222[0]", "strength");
    fault(&with(r#""units": {"1222": ["a1"]}"#), "units.1222[0]", "tank or mechanised");
    fault(&with(r#""units": {"1222": ["r1 tank"]}"#), "units.1222[0]", "rifle");
    let many: Vec<String> =
        (1..=27).map(|row| format!(r#""30{row:02}": ["rifle", "rifle", "rifle"]"#)).collect();
    fault(
        &with(&format!(r#""units": {{{}}}"#, many.join(", "))),
        "units",
        "more rifle divisions than counters",
    );
    let tanks =
        r#""3001": ["tank", "tank", "tank", "tank", "tank", "tank", "tank", "tank", "tank", "tank", "tank"]"#;
    fault(&with(&format!(r#""units": {{{tanks}}}"#)), "units", "more tank divisions than counters");
    fault(&with(r#""units": {"1222": ["rifle 9-8"]}, "dead_pile": ["rifle 9-8#1"]"#), "units.1222[0]", "9-8");
    fault(&with(r#""units": {"1222": ["rifle 9-8#1"]}, "dead_pile": ["rifle 9-8#1"]"#), "dead_pile[0]", "");
    fault(&with(r#""dead_pile": ["rifle 9-8#1", "rifle 9-8#1"]"#), "dead_pile[1]", "twice");
    fault(&units_in("german_combat", r#""1222": ["r1", "r2", "r3", "r4"]"#), "units.1222", "stacking");
    fault(&with(r#""waiting": ["rifle"]"#), "waiting", "owed");
    fault(&with(r#""dead": ["r1"]"#), "dead[0]", "dead_pile");
}

#[test]
fn marks_out_of_place() {
    for (phase, unit) in [
        ("soviet_movement", "r1 attacked"),
        ("soviet_movement", "r1 defended"),
        ("soviet_combat", "r1 moved"),
        ("soviet_combat", "r1 stopped"),
        ("german_combat", "inf6 halted"),
        ("german_movement", "r1 moved"),
        ("soviet_movement", "inf6 moved"),
        ("soviet_movement", "inf6 unsupplied"),
        ("german_combat", "inf6 unsupplied"),
        ("soviet_interdiction", "r1 retreated"),
        ("german_movement", "r1 entered"),
        ("soviet_movement", "r1 spent 4"),
        ("soviet_movement", "r1 rode"),
        ("german_movement", "inf6 from 1221"),
        ("soviet_movement", "r1 from 1299"),
        ("soviet_movement", "r1 from 1225"),
        ("soviet_movement", "r1 from"),
        ("soviet_movement", "r1 3-4 pile 1"),
    ] {
        fault(&units_in(phase, &format!(r#""1222": ["{unit}"]"#)), "units.1222[0]", "");
    }
    fault(&with(r#""waiting": ["lukin disrupted"]"#), "waiting[0]", "on the map");
    fault(&with(r#""marching": ["r1"], "units": {"1222": ["r1"]}"#), "marching", "turn 1");
    fault(
        r#"{"turn": 1, "phase": "german_movement", "marching": ["r1"], "units": {"1222": ["r1"]}}"#,
        "marching",
        "Soviet Movement Phase",
    );
    fault(
        &with(r#""group": {"units": ["r1"], "start": "1222"}, "units": {"1222": ["r1"]}"#),
        "group.units",
        "moved",
    );
    fault(&with(r#""group": {"units": ["r1"]}, "units": {"1222": ["r1 moved"]}"#), "group.start", "needed");
    fault(&with(r#""group": {"start": "1222", "cuttable": "1222"}"#), "group.cuttable", "rail");
}

#[test]
fn markers_out_of_place() {
    fault(&with(r#""air": ["1222", "1223", "1224", "1225"]"#), "air", "at most three");
    fault(&with(r#""air": ["1222", "1222"]"#), "air", "different");
    fault(&with(r#""rail_cuts": ["1222"]"#), "rail_cuts", "1222 is no rail hex");
    fault(&with(r#""rail_cuts": ["1115", "1115"]"#), "rail_cuts", "different");
    fault(&with(r#""soviet_marker": "1222""#), "soviet_marker_uses", "");
    fault(&with(r#""german_control": ["1222"]"#), "german_control", "1222 is no objective");
    fault(&with(r#""german_control": ["2216"], "units": {"2216": ["r1"]}"#), "german_control", "2216");
    fault(&with(r#""german_control": [], "units": {"2216": ["inf6"]}"#), "german_control", "2216");
    fault(&with(r#""smolensk_since": 3"#), "smolensk_since", "Smolensk");
}

/// Numbers and lists may go up to their limit, and no further.
#[test]
fn limits_are_met_exactly() {
    let evacuated = |turn: u8| {
        format!(
            r#"{{"turn": 7, "phase": "soviet_movement", "options": {{"leader_evacuation": true}},
                "evacuated": {{"lukin": {turn}}}, "evacuations": 1}}"#
        )
    };
    for turn in [2, 12, 13] {
        assert!(State::from_text(&evacuated(turn)).is_ok(), "[10.4] a Leader may return on turn {turn}");
    }
    fault(&evacuated(14), "evacuated.lukin", "2 to 13");
    fault(&evacuated(1), "evacuated.lukin", "2 to 13");

    let rails: Vec<String> = pgg_core::data().map.rail_hexes().iter().map(|hex| hex.to_string()).collect();
    let repaired =
        |hexes: &[String]| json!({"turn": 7, "phase": "german_movement", "rail_repaired": hexes}).to_string();
    assert!(State::from_text(&repaired(&rails[..6])).is_ok(), "[6.37] six repaired hexes");
    fault(&repaired(&rails[..7]), "rail_repaired", "at most six");
    fault(&repaired(&[rails[0].clone(), rails[0].clone()]), "rail_repaired", "different");

    // All mechanised divisions lie in the pile unseen, and one more than there are.
    let all = pgg_core::data().roster.counters_of(pgg_core::Kind::Mechanised).len();
    let unseen = |n: usize| json!({"turn": 7, "dead_unseen": {"mechanised": vec![1; n]}}).to_string();
    assert!(State::from_text(&unseen(all)).is_ok());
    fault(&unseen(all + 1), "dead_unseen.mechanised", "");
    for kind in ["infantry", "leader"] {
        fault(&with(&format!(r#""dead_unseen": {{"{kind}": [1]}}"#)), "dead_unseen", "");
    }

    let pile = |draw: u8| {
        with(&format!(
            r#""units": {{"1222": ["r1 pile {draw}"]}}, "dead_unseen": {{"rifle": [1, 1]}}, "pile_draws": 2"#
        ))
    };
    assert!(State::from_text(&pile(2)).is_ok());
    fault(&pile(3), "units", "pile 3");
    fault(
        &with(
            r#""units": {"1222": ["r1 pile 1", "r2 pile 1"]}, "dead_unseen": {"rifle": [1, 1]}, "pile_draws": 2"#,
        ),
        "units",
        "pile 1",
    );
}

/// An armoured division needs a kind that is armoured, and a rifle division has none.
#[test]
fn kinds_of_the_wrong_pool() {
    for unit in ["a1 rifle", "a1", "r1 tank", "r1 mechanised"] {
        fault(&with(&format!(r#""units": {{"1222": ["{unit}"]}}"#)), "units.1222[0]", "");
    }
}

/// Marks and losses belong to units on the map; one that waits may have lost steps, and nothing else.
#[test]
fn units_off_the_map_carry_nothing() {
    let waiting = |unit: &str| format!(r#"{{"turn": 7, "phase": "german_movement", "waiting": ["{unit}"]}}"#);
    assert!(State::from_text(&waiting("inf6 lost 1")).is_ok());
    for unit in ["inf6 spent 2", "inf6 moved", "inf6 from 1222"] {
        fault(&waiting(unit), "waiting[0]", "on the map");
    }
    let scheduled = r#"{"turn": 7, "phase": "german_movement", "dead": ["inf6 lost 1"]}"#;
    fault(scheduled, "dead[0]", "on the map");
}

/// A group, or units that have moved, belong to a Movement Phase.
#[test]
fn groups_outside_movement() {
    fault(&units_in("soviet_combat", r#""1222": ["r1 moved"]"#), "", "only in a Movement Phase");
    let group = r#"{"turn": 7, "phase": "soviet_combat", "units": {"1222": ["r1"]}, "group": {"units": ["r1"], "start": "1222"}}"#;
    fault(group, "", "only in a Movement Phase");
}

/// A combat in which the Soviet player has to choose, as JSON.
fn a_combat() -> Value {
    let mut table =
        Table::new(&units_in("german_combat", r#""1221": ["pz7"], "1222": ["r1 3-4"], "1425": ["konev"]"#));
    table.act_with(&[4], &[], r#"{"attack": {"targets": ["1222"], "units": ["pz7-25", "pz7-6", "pz7-7"]}}"#);
    serde_json::from_str(&table.state.to_text()).expect("JSON")
}

#[test]
fn impossible_combats() {
    assert!(State::from_text(&a_combat().to_string()).is_ok());
    for (path, value) in [
        ("/attacker", json!("soviet")),
        ("/overrun", json!(true)),
        ("/targets", json!([])),
        ("/targets", json!(["1222", "1222", "1222", "1222", "1222", "1222", "1222"])),
        ("/targets", json!(["2222"])),
        ("/origins", json!([])),
        ("/origins", json!(["1225"])),
        ("/attackers", json!(["pz3-6"])),
        ("/attackers", json!(["r1"])),
        ("/defenders", json!(["pz7-25"])),
        ("/defenders", json!([])),
        ("/defenders", json!(["r7"])),
        ("/result", json!("Dx")),
        ("/stage/choose/n", json!(0)),
        ("/stage/choose/n", json!(3)),
        ("/stage/choose/n", json!(255)),
        ("/stage", json!({"lose": {"side": "soviet", "n": 9}})),
        ("/stage", json!({"retreat": {"side": "soviet", "n": 1, "waiting": []}})),
        ("/stage", json!({"retreat": {"side": "soviet", "n": 1, "waiting": ["pz7-25"]}})),
        (
            "/stage",
            json!({"routing": {"side": "soviet", "n": 1, "waiting": [], "way":
            {"units": ["r1"], "left": "1222", "passed": null, "at": "1223", "steps": 1}}}),
        ),
        (
            "/stage",
            json!({"make_room": {"side": "soviet", "n": 1, "waiting": [], "way":
            {"units": ["r1"], "left": "1222", "passed": null, "at": "1222", "steps": 0}}}),
        ),
        ("/stage", json!("flee")),
        ("/paths", json!([])),
    ] {
        let mut position = a_combat();
        *position.pointer_mut(&format!("/combat{path}")).expect("a field of the combat") = value.clone();
        fault(&position.to_string(), "combat", "");
    }
    let mut position = a_combat();
    position["phase"] = json!("german_movement");
    fault(&position.to_string(), "combat", "phase");
}

/// All faults are told, not the first: here one in each part of the position.
#[test]
fn all_faults_at_once() {
    let json = r#"{"format": "x", "turn": 13, "phase": "soviet_movement", "front": 11, "provisional": 9,
        "units": {"1222": ["r1", "inf6"], "1223": ["pz99", "inf26 lost 4"], "0602": ["r2"]},
        "waiting": ["nobody"], "owed": {"A": {"rifle": 1}}, "air": ["1222", "1222"], "rail_cuts": ["1222"],
        "german_control": ["1222"], "occupied": ["paris"], "dead_pile": ["rifle 3-4#1 @9"], "next": [200, 0],
        "group": {"units": ["zzz"]}, "marching": ["r77"]}"#;
    for field in [
        "format",
        "turn",
        "front",
        "provisional",
        "units.1222",
        "units.1223[0]",
        "units.1223[1]",
        "units.0602",
        "waiting[0]",
        "owed.A",
        "air",
        "rail_cuts",
        "german_control",
        "occupied",
        "dead_pile[0]",
        "next[0]",
        "group.units[0]",
        "marching[0]",
    ] {
        fault(json, &format!("{field}: "), "");
    }
}

/// Faults of type are told with all the others too.
#[test]
fn all_faults_of_type_at_once() {
    let json = r#"{"turn": "x", "phase": "tea_time", "air": [1], "front": 99, "unitz": 1}"#;
    for field in ["turn", "phase", "air", "front", "unitz"] {
        fault(json, field, "");
    }
}

// ---- records ----------------------------------------------------------------------------------------------------

fn text_of(record: &Record) -> String {
    let mut text = Vec::new();
    record.write(&mut text).expect("a Vec takes all");
    String::from_utf8(text).expect("UTF-8")
}

/// A random game so many actions long.
fn random_game(seed: u64, actions: usize, end_one_in: u32) -> Game {
    let options = Options { leader_evacuation: seed.is_multiple_of(2), ..Options::default() };
    let mut chance = Seeded::from_number(seed);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (mut game, _) = Game::new(options, &mut chance).expect("a new game");
    let mut legal = Legal::default();
    for _ in 0..actions {
        game.state().legal_into(&mut legal);
        let Some(action) = legal.sample(&mut rng, end_one_in) else { break };
        game.play(&action, &mut chance).unwrap_or_else(|e| panic!("sampled, but refused: {e} {action:?}"));
    }
    game
}

/// A record with a few dice in it, line by line.
fn lines() -> Vec<String> {
    static LINES: OnceLock<Vec<String>> = OnceLock::new();
    let lines =
        LINES.get_or_init(|| text_of(&random_game(1, 900, 8).record()).lines().map(str::to_owned).collect());
    lines.clone()
}

fn read_and_check(text: &str) -> Result<State, RecordError> {
    Record::parse(text)?.check()
}

/// The record is refused, in this line and for this reason.
fn refused(text: &str, line: usize, tells: &str) {
    match read_and_check(text) {
        Ok(_) => panic!("accepted; expected line {line}: {tells}"),
        Err(e) => {
            assert!(e.line == line && e.what.contains(tells), "expected line {line}: … {tells} …, got {e}")
        }
    }
}

fn joined(lines: &[String]) -> String {
    lines.iter().map(|l| format!("{l}\n")).collect()
}

/// The record with one line changed.
fn changed(line: usize, change: impl Fn(&mut Value)) -> String {
    let mut lines = lines();
    let mut value: Value = serde_json::from_str(&lines[line - 1]).expect("JSON");
    change(&mut value);
    lines[line - 1] = value.to_string();
    joined(&lines)
}

/// The last line with the die of a provisional division, which every other die would send elsewhere [14.11].
fn line_with_die() -> usize {
    let thrown = |l: &String| l.contains(r#""action":"done","chance":[{"die""#);
    1 + lines().iter().rposition(thrown).expect("a die")
}

#[test]
fn whole_record_is_accepted() {
    assert!(read_and_check(&joined(&lines())).is_ok());
}

#[test]
fn cut_at_every_line() {
    let lines = lines();
    refused("", 1, "empty");
    for keep in (1..lines.len()).filter(|n| n % 37 == 1 || *n < 40 || n + 3 > lines.len()) {
        refused(&joined(&lines[..keep]), keep + 1, "end line is missing");
    }
}

#[test]
fn cut_in_the_middle_of_a_line() {
    let lines = lines();
    for at in [1, 2, 3, lines.len() / 2, lines.len()] {
        let whole = joined(&lines[..at - 1]);
        for part in [1, lines[at - 1].len() / 2, lines[at - 1].len() - 1] {
            refused(&format!("{whole}{}", &lines[at - 1][..part]), at, "is no ");
        }
    }
}

#[test]
fn tampered_dice() {
    let line = line_with_die();
    for die in [0, 7, 255] {
        refused(&changed(line, |v| v["chance"][0]["die"] = json!(die)), line, "impossible");
    }
    let old = serde_json::from_str::<Value>(&lines()[line - 1]).expect("JSON")["chance"][0]["die"].as_u64();
    for die in (1..=6).filter(|&d| Some(d) != old) {
        refused(&changed(line, |v| v["chance"][0]["die"] = json!(die)), line, "leads to state");
    }
    refused(&changed(line, |v| v["chance"] = json!([])), line, "used up");
    let more = changed(line, |v| v["chance"].as_array_mut().expect("a list").push(json!({"die": 1})));
    refused(&more, line, "too many");
    refused(
        &changed(line, |v| v["chance"][0] = json!({"reveal": {"unit": "r1", "counter": "rifle 3-4#1"}})),
        line,
        "needed",
    );
    refused(&changed(line, |v| v["chance"][0]["die"] = json!(-1)), line, "is no action line");
}

#[test]
fn tampered_lines() {
    let all = lines();
    let line = all.len() / 2;
    refused(
        &changed(line, |v| v["action"] = json!({"deploy": {"unit": "lukin", "hex": "0110"}})),
        line,
        "refused",
    );
    refused(&changed(line, |v| v["action"] = json!({"fly": {"unit": "lukin"}})), line, "is no action line");
    refused(
        &changed(line, |v| v["action"] = json!({"move": {"units": ["r1"], "path": vec!["1222"; 31]}})),
        line,
        "refused: [6.11]",
    );
    refused(
        &changed(line, |v| v["state"] = json!("0123456789abcdef")),
        line,
        "the record says 0123456789abcdef",
    );
    refused(&changed(line, |v| v["note"] = json!("hello")), line, "note");
    refused(&changed(line, |v| v["n"] = json!(7)), line, "expected");
    let other = |v: &mut Value| v["side"] = json!(if v["side"] == "german" { "soviet" } else { "german" });
    refused(&changed(line, other), line, "the decision is the");
    let mut swapped = all.clone();
    swapped.swap(line - 1, line);
    refused(&joined(&swapped), line, "has n");
    let mut twice = all.clone();
    twice.insert(line, all[line - 1].clone());
    refused(&joined(&twice), line + 1, "has n");
}

#[test]
fn tampered_ends() {
    let all = lines();
    let last = all.len();
    refused(&joined(&all[..last - 1]), last, "end line is missing");
    refused(&format!("{}{}\n", joined(&all), all[1]), last + 1, "after the end");
    refused(&format!("{}{}\n", joined(&all), all[last - 1]), last + 1, "after the end");
    refused(&changed(last, |v| v["end"]["actions"] = json!(1)), last, "actions");
    refused(&changed(last, |v| v["end"]["state"] = json!("0")), last, "does not fit");
    refused(&changed(last, |v| v["end"]["score"] = json!(125)), last, "does not fit");
    refused(&changed(last, |v| v["end"]["level"] = json!("victory")), last, "end line");
}

#[test]
fn tampered_headers() {
    refused(&changed(1, |v| v["format"] = json!("pgg-record 2")), 1, "expected 'pgg-record 1'");
    refused(&changed(1, |v| v["options"]["speed"] = json!(1)), 1, "speed");
    refused(&changed(1, |v| v["opening"] = json!([])), 1, "opening");
    refused(
        &changed(1, |v| v["opening"].as_array_mut().expect("a list").push(json!({"die": 1}))),
        1,
        "too many",
    );
    refused(&changed(1, |v| v["start"] = json!({"turn": 99})), 1, "turn");
    refused(&changed(1, |v| v["options"]["rail_cut"] = json!(false)), 2, "");
    let no_header = joined(&lines()[1..]);
    refused(&no_header, 1, "header");
}

/// A reader that makes its bytes as they are asked for and counts them.
struct Flood {
    left: u64,
    given: std::rc::Rc<std::cell::Cell<u64>>,
}

impl Read for Flood {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let n = (buffer.len() as u64).min(self.left) as usize;
        buffer[..n].fill(b'x');
        self.left -= n as u64;
        self.given.set(self.given.get() + n as u64);
        Ok(n)
    }
}

/// A line of 100 MB is refused after a mebibyte or so, wherever it stands.
#[test]
fn a_line_without_end() {
    for (before, line) in [(String::new(), 1), (joined(&lines()[..3]), 4)] {
        let given = std::rc::Rc::new(std::cell::Cell::new(0));
        let flood = Flood { left: 100_000_000, given: given.clone() };
        let input = BufReader::new(before.as_bytes().chain(flood));
        let error = Record::read(input).expect_err("too long");
        assert!(error.line == line && error.what.contains("longer"), "{error}");
        assert!(given.get() < 3 << 20, "read {} bytes of it", given.get());
    }
}

/// Text that is not UTF-8, and a reader that fails.
#[test]
fn bad_readers() {
    let error = Record::read(&b"\xff\xfe\n"[..]).expect_err("not text");
    assert!(error.line == 1 && error.what.contains("UTF-8"));
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the disk is gone"))
        }
    }
    let mut input = BufReader::new(Broken);
    assert!(input.fill_buf().is_err());
    let error = Record::read(input).expect_err("broken");
    assert!(error.what.contains("the disk is gone"));
}

// ---- noise ------------------------------------------------------------------------------------------------------

/// States of random games, all phases and combats among them.
static STATES: LazyLock<Vec<State>> = LazyLock::new(|| {
    let mut states = Vec::new();
    for seed in 0..6 {
        let game = random_game(seed, 4000, 8);
        let record = game.record();
        let steps: Vec<State> =
            record.replay().expect("a start").map(|step| step.expect("a step").state).collect();
        states.extend(steps.iter().step_by(61).copied());
        states.extend(steps.iter().filter(|s| s.in_combat()).step_by(23).copied());
    }
    states
});

/// A state that was accepted is one that can be played.
fn playable(state: &State, seed: u64) -> Result<(), TestCaseError> {
    prop_assert_eq!(State::from_text(&state.to_text()), Ok(*state));
    let legal = state.legal();
    if state.decision().is_none() {
        return Ok(());
    }
    prop_assert!(!legal.is_empty(), "stuck: {}", state.to_text());
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..6 {
        let Some(action) = legal.sample(&mut rng, 6) else { break };
        let mut copy = *state;
        let done = copy.apply(&action, &mut Seeded::from_number(seed));
        prop_assert!(done.is_ok(), "{:?} by {:?} in {}", done, action, state.to_text());
        let _ = state.check(&action);
        let _ = copy.apply(&action, &mut NoMore);
    }
    Ok(())
}

/// One small change of bytes.
#[derive(Clone, Debug)]
enum Edit {
    Flip(prop::sample::Index, u8),
    Cut(prop::sample::Index),
    Drop(prop::sample::Index, usize),
    Double(prop::sample::Index, usize),
    Put(prop::sample::Index, &'static str),
}

const WORDS: [&str; 24] = [
    "0",
    "255",
    "-1",
    "1e99",
    "null",
    "\"\"",
    "{",
    "[",
    "\"1222\"",
    "\"0602\"",
    "\"9999\"",
    "true",
    "\"r1\"",
    "\"pz7-25\"",
    " disrupted",
    " retreated",
    " lost 3",
    " spent 30",
    " from 1222",
    " moved",
    " attacked",
    " rode",
    "\u{fffd}",
    "12",
];

fn edit() -> impl Strategy<Value = Edit> {
    let at = any::<prop::sample::Index>;
    prop_oneof![
        (at(), any::<u8>()).prop_map(|(i, b)| Edit::Flip(i, b)),
        at().prop_map(Edit::Cut),
        (at(), 1..40usize).prop_map(|(i, n)| Edit::Drop(i, n)),
        (at(), 1..40usize).prop_map(|(i, n)| Edit::Double(i, n)),
        (at(), prop::sample::select(&WORDS[..])).prop_map(|(i, w)| Edit::Put(i, w)),
    ]
}

fn edited(mut bytes: Vec<u8>, edits: &[Edit]) -> Vec<u8> {
    for edit in edits {
        if bytes.is_empty() {
            break;
        }
        let len = bytes.len();
        match edit {
            Edit::Flip(i, b) => bytes[i.index(len)] ^= b,
            Edit::Cut(i) => bytes.truncate(i.index(len)),
            Edit::Drop(i, n) => drop(bytes.drain(i.index(len)..(i.index(len) + n).min(len))),
            Edit::Double(i, n) => {
                let part = bytes[i.index(len)..(i.index(len) + n).min(len)].to_vec();
                bytes.splice(i.index(len)..i.index(len), part);
            }
            Edit::Put(i, w) => drop(bytes.splice(i.index(len)..i.index(len), w.bytes())),
        }
    }
    bytes
}

/// The pointers to all values of a JSON tree that hold no others.
fn leaves(value: &Value, at: &str, all: &mut Vec<String>) {
    match value {
        Value::Array(list) if !list.is_empty() => {
            list.iter().enumerate().for_each(|(n, v)| leaves(v, &format!("{at}/{n}"), all));
        }
        Value::Object(map) if !map.is_empty() => {
            map.iter().for_each(|(key, v)| leaves(v, &format!("{at}/{key}"), all));
        }
        _ => all.push(at.to_owned()),
    }
}

/// Change one value somewhere in a JSON tree.
fn disturb(value: &mut Value, at: usize, word: &str) {
    let mut all = Vec::new();
    leaves(value, "", &mut all);
    let Some(leaf) = value.pointer_mut(&all[at % all.len()]) else { return };
    *leaf = match &*leaf {
        Value::String(text) if word.starts_with(' ') => json!(format!("{text}{word}")),
        Value::Number(n) if word == "12" => json!(n.as_u64().unwrap_or(0) + 1),
        Value::Number(n) if word == "{" => json!(n.as_u64().unwrap_or(1).saturating_sub(1)),
        Value::Bool(b) => json!(!b),
        _ => serde_json::from_str(word).unwrap_or(Value::Null),
    };
}

/// The same cases every time, unless PROPTEST_CASES and PROPTEST_RNG_SEED ask for others.
fn config() -> ProptestConfig {
    let usual = ProptestConfig::default();
    let rng_seed = match usual.rng_seed {
        RngSeed::Random => RngSeed::Fixed(1976),
        fixed => fixed,
    };
    ProptestConfig { rng_seed, cases: usual.cases.max(500), failure_persistence: None, ..usual }
}

/// A diagram is checked like a position: every problem is told with its field, and texts are read as well.
#[test]
fn a_diagram_is_checked_like_a_position() {
    let diagram = |units: Value| {
        let value = json!({"turn": 7, "phase": "german_movement", "units": units});
        serde_json::from_value::<Diagram>(value).expect("a diagram")
    };
    let bad = diagram(json!({
        "1222": [{"id": "inf6", "lost": 4}],
        "1322": [{"id": "r1", "spent": 31}],
        "1422": ["ghost"],
    }));
    let problems = State::try_from(&bad).expect_err("three units are wrong").0;
    let fields: Vec<&str> = problems.iter().map(|problem| problem.field.as_str()).collect();
    assert_eq!(fields, ["units.1222[0]", "units.1322[0]", "units.1422[0]"]);

    let values =
        diagram(json!({"1222": [{"id": "inf6", "lost": 2}], "1322": [{"id": "r1", "strength": [3, 4, 1]}]}));
    let texts = diagram(json!({"1222": ["inf6 lost 2"], "1322": ["r1 3-4#1"]}));
    assert_eq!(State::try_from(&values), State::try_from(&texts));
    assert!(State::try_from(&values).is_ok());
}

proptest! {
    #![proptest_config(config())]

    /// Noise in the text form never panics, and what is accepted can be played.
    #[test]
    fn noise_in_text(at in any::<prop::sample::Index>(), edits in prop::collection::vec(edit(), 1..4), seed: u64) {
        let text = at.get(&STATES).to_text();
        let noisy = edited(text.into_bytes(), &edits);
        if let Ok(state) = State::from_text(&String::from_utf8_lossy(&noisy)) {
            playable(&state, seed)?;
        }
    }

    /// Changed values in the text form: more of them are accepted.
    #[test]
    fn noise_in_values(
        at in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<usize>(), prop::sample::select(&WORDS[..])), 1..3),
        seed: u64,
    ) {
        let mut value: Value = serde_json::from_str(&at.get(&STATES).to_text()).expect("JSON");
        for (leaf, word) in changes {
            disturb(&mut value, leaf, word);
        }
        if let Ok(state) = State::from_text(&value.to_string()) {
            playable(&state, seed)?;
        }
    }

    /// Noise in the binary form.
    #[test]
    fn noise_in_bytes(at in any::<prop::sample::Index>(), edits in prop::collection::vec(edit(), 1..4), seed: u64) {
        let noisy = edited(at.get(&STATES).to_bytes(), &edits);
        if let Ok(state) = State::from_bytes(&noisy) {
            playable(&state, seed)?;
        }
    }

    /// Nothing but noise.
    #[test]
    fn nothing_but_noise(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = State::from_bytes(&bytes);
        let _ = State::from_text(&String::from_utf8_lossy(&bytes));
        let _ = Record::read(&bytes[..]);
    }

    /// Noise in a record: refused, or the game it tells of can be played on.
    #[test]
    fn noise_in_records(edits in prop::collection::vec(edit(), 1..4), keep in 2..120usize, seed: u64) {
        let lines = lines();
        let text = joined(&lines[..keep]);
        let noisy = edited(text.into_bytes(), &edits);
        if let Ok(record) = Record::read(&noisy[..]) {
            let _ = record.check();
            if let Ok(game) = Game::from_record(&record) {
                playable(game.state(), seed)?;
            }
        }
    }
}
