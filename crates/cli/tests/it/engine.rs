//! `pgg engine` from outside: the examples of its page, hostile input, and whole games through the protocol.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A session with the real program.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_pgg"))
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        Engine { child, input, output }
    }

    /// With a game from a position, seed 1.
    fn load(position: Value) -> Engine {
        let mut engine = Engine::start();
        engine.ok(json!({"cmd": "load", "position": position, "seed": 1}));
        engine
    }

    fn write(&mut self, bytes: &[u8]) {
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
    }

    fn read(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|e| panic!("the reply is no JSON: {e}: '{line}'"))
    }

    fn ask_line(&mut self, line: &str) -> Value {
        self.write(line.as_bytes());
        self.write(b"\n");
        self.read()
    }

    fn ask(&mut self, request: Value) -> Value {
        self.ask_line(&request.to_string())
    }

    fn ok(&mut self, request: Value) -> Value {
        let reply = self.ask(request.clone());
        assert_eq!(reply["ok"], true, "{request}: {reply}");
        reply
    }

    /// The request fails for this reason.
    fn fails(&mut self, reason: &str, request: Value) -> Value {
        self.fails_line(reason, &request.to_string())
    }

    fn fails_line(&mut self, reason: &str, line: &str) -> Value {
        let reply = self.ask_line(line);
        let short: String = line.chars().take(200).collect();
        assert_eq!(reply["ok"], false, "{short}: {reply}");
        assert_eq!(reply["error"]["reason"], reason, "{short}: {reply}");
        assert!(reply["error"].get("case").is_some() && reply["error"]["message"].is_string(), "{reply}");
        reply["error"].clone()
    }

    fn apply(&mut self, action: Value) -> Value {
        self.ok(json!({"cmd": "apply", "action": action}))
    }

    fn fingerprint(&mut self) -> Value {
        self.ok(json!({"cmd": "decision"}))["fingerprint"].clone()
    }

    /// Ends the input; the program must exit with success and print nothing more.
    fn finish(mut self) {
        drop(self.input.take());
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        assert_eq!(line, "");
        assert!(self.child.wait().unwrap().success());
    }
}

/// Does a reply match the example in the documentation? Its second paragraph says how to compare.
fn fits(shown: &Value, reply: &Value) -> bool {
    let any = json!("…");
    match (shown, reply) {
        (shown, _) if *shown == any => true,
        (Value::Array(shown), Value::Array(reply)) => {
            let (shown, open) = match shown.split_last() {
                Some((last, rest)) if *last == any => (rest, true),
                _ => (&shown[..], false),
            };
            (shown.len() == reply.len() || open && shown.len() < reply.len())
                && shown.iter().zip(reply).all(|(shown, reply)| fits(shown, reply))
        }
        (Value::Object(shown), Value::Object(reply)) => {
            shown
                .iter()
                .filter(|(key, _)| *key != "…")
                .all(|(key, shown)| reply.get(key).is_some_and(|reply| fits(shown, reply)))
                && (shown.contains_key("…") || reply.keys().all(|key| shown.contains_key(key)))
        }
        (shown, reply) => shown == reply,
    }
}

#[test]
fn the_examples_of_the_page_are_true() {
    let page = include_str!("../../../../docs/engine-protocol.md");
    let mut examples: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        if line.starts_with("```") {
            inside = line == "```session";
        } else if !inside {
        } else if let Some(request) = line.strip_prefix("> ") {
            examples.push((request.to_owned(), String::new()));
        } else {
            let reply = &mut examples.last_mut().expect("a request comes first").1;
            reply.push_str(line.strip_prefix("< ").unwrap_or(line));
        }
    }
    let mut engine = Engine::start();
    let mut commands = Vec::new();
    for (request, shown) in &examples {
        let reply = engine.ask_line(request);
        let shown: Value = serde_json::from_str(shown).unwrap_or_else(|e| panic!("{e}: {shown}"));
        assert!(fits(&shown, &reply), "\nsent  {request}\nshown {shown}\nreply {reply}");
        if reply["ok"] == true {
            let request: Value = serde_json::from_str(request).unwrap();
            commands.push(request["cmd"].as_str().unwrap().to_owned());
        }
    }
    engine.finish();
    for section in page.lines().filter_map(|line| line.strip_prefix("## ")) {
        for command in section.split(", ").filter(|name| name.chars().all(|c| c.is_ascii_lowercase())) {
            assert!(commands.iter().any(|c| c == command), "the page has no example of {command}");
        }
    }
    assert!(commands.len() > 20);
}

#[test]
fn bad_lines_get_errors_and_the_session_goes_on() {
    let mut engine = Engine::start();
    for line in
        ["{", "}", "nul", "{\"cmd\":", "{\"cmd\": \"new\",}", "\"\\ud800\"", "1e999", "new", "{'cmd': 1}"]
    {
        let error = engine.fails_line("bad_json", line);
        assert_eq!(error["line"], 1, "{line}");
        assert!(error["column"].is_u64() && error["case"].is_null(), "{line}");
    }
    for line in
        ["1", "[]", "null", "\"new\"", "{}", "{\"cmd\": 1}", "{\"cmd\": null}", "{\"cmd\": [\"new\"]}"]
    {
        engine.fails_line("bad_request", line);
    }
    engine.write(b"\xff\xfe{\n");
    assert_eq!(engine.read()["error"]["reason"], "bad_json");
    engine.write(b"\n   \n\r\n"); // blank lines get no reply
    let error = engine.fails("unknown_command", json!({"cmd": "x".repeat(100_000)}));
    assert!(error["message"].as_str().unwrap().len() < 300);
    let error = engine.fails("bad_request", json!({"cmd": "new", "sead": 1}));
    assert!(error["message"].as_str().unwrap().contains("sead"));
    engine.fails("bad_request", json!({"cmd": "legal", "more": 1}));
    engine.fails_line("bad_request", r#"{"cmd": "new", "seed": 1, "seed": 2}"#);
    engine.ok(json!({"cmd": "new", "seed": 1}));
    engine.finish();
}

/// A path that is too long is refused by its case, like a shorter one, and not as a bad request [6.11].
#[test]
fn a_long_path_is_refused_by_its_case() {
    let mut engine = Engine::start();
    let units = json!({"1222": ["pz7"], "1322": ["r1 untried"], "1624": ["konev"], "0120": ["inf6"]});
    let position = json!({"turn": 7, "phase": "german_movement", "units": units});
    engine.ok(json!({"cmd": "load", "seed": 1, "position": position}));
    for hexes in [2, 31, 500] {
        let action = json!({"move": {"units": ["inf6"], "path": vec!["2020"; hexes]}});
        let error = engine.fails("not_adjacent", json!({"cmd": "apply", "action": action}));
        assert_eq!(error["case"], "6.11");
    }
    engine.finish();
}

/// A record with its seed continues with the same dice.
#[test]
fn a_record_with_its_seed_goes_on() {
    let mut engine = Engine::start();
    let units =
        json!({"1221": ["pz7"], "1222": ["r1 3-4"], "2021": ["inf6"], "2022": ["r2 3-4"], "1624": ["konev"]});
    let position = json!({"turn": 7, "phase": "german_combat", "units": units});
    let first = json!({"attack": {"units": ["pz7-25", "pz7-6", "pz7-7"], "targets": ["1222"]}});
    let second = json!({"attack": {"units": ["inf6"], "targets": ["2022"]}});
    let mut differ = false;
    for n in 1..=6 {
        let mut bytes = [0; 32];
        bytes[31] = n;
        let seed = format!("{n:064x}");
        engine.ok(json!({"cmd": "load", "seed": seed, "position": position}));
        let before = engine.ok(json!({"cmd": "apply", "action": first}));
        while engine.ok(json!({"cmd": "decision"}))["decision"]["question"] != "attack" {
            let actions = engine.ok(json!({"cmd": "legal"}))["legal"]["actions"].clone();
            let actions = actions.as_array().expect("a list");
            let action = actions.iter().find(|a| *a == "take_loss" || *a == "done").unwrap_or(&actions[0]);
            engine.ok(json!({"cmd": "apply", "action": action}));
        }
        let record = engine.ok(json!({"cmd": "record"}))["record"].clone();
        let played = engine.ok(json!({"cmd": "apply", "action": second}));
        engine.ok(json!({"cmd": "load", "seed": seed, "record": record}));
        assert_eq!(engine.ok(json!({"cmd": "apply", "action": second})), played, "seed {seed}");
        // So does one that contains the seed, as that of a finished game does.
        let commitment = pgg_core::Seeded::new(bytes).commitment();
        let told = record
            .as_str()
            .expect("a text")
            .replacen(r#"{"format""#, &format!(r#"{{"commitment":"{commitment}","format""#), 1)
            .replace(r#""end":{"#, &format!(r#""end":{{"seed":"{seed}","#));
        assert_eq!(engine.ok(json!({"cmd": "load", "record": told}))["seed"], seed);
        assert_eq!(engine.ok(json!({"cmd": "apply", "action": second})), played, "seed {seed}");
        let die = |reply: &Value| {
            reply["events"].as_array().and_then(|all| all.iter().find(|e| e["event"] == "die").cloned())
        };
        differ |= die(&before) != die(&played);
    }
    assert!(differ, "the second die is another than the first, by some seed");
    engine.finish();
}

#[test]
fn ids_are_echoed() {
    let mut engine = Engine::start();
    for id in [json!(7), json!("x"), json!({"a": [1, null]}), json!(null), json!(-1.5)] {
        assert_eq!(engine.ask(json!({"cmd": "legal", "id": id}))["id"], id);
        assert_eq!(engine.ok(json!({"cmd": "new", "seed": 1, "id": id}))["id"], id);
        assert_eq!(engine.ask(json!({"cmd": "frob", "id": id}))["id"], id);
    }
    assert!(engine.ask(json!({"cmd": "legal"})).get("id").is_none());
    engine.finish();
}

#[test]
fn without_a_game_there_is_nothing_to_ask() {
    let mut engine = Engine::start();
    for cmd in ["position", "record", "decision", "legal", "score", "undo", "redo"] {
        engine.fails("no_game", json!({"cmd": cmd}));
    }
    engine.fails("no_game", json!({"cmd": "apply", "action": "done"}));
    engine.fails("no_game", json!({"cmd": "reach", "units": ["inf6"]}));
    engine.fails("no_game", json!({"cmd": "best", "level": "cadet"}));
    engine.fails("no_game", json!({"cmd": "odds", "units": ["inf6"], "targets": ["1222"]}));
    engine.fails("no_game", json!({"cmd": "supply", "unit": "inf6"}));
    engine.ok(json!({"cmd": "quit"}));
    engine.finish();
}

#[test]
fn hostile_numbers_and_depths_are_refused() {
    let mut engine = Engine::start();
    let seeds =
        ["-1", "1.5", "1e3", "18446744073709551616", "99999999999999999999999999", "true", "[]", "\"12\""];
    for seed in seeds {
        engine.fails_line("bad_request", &format!(r#"{{"cmd": "new", "seed": {seed}}}"#));
    }
    let hex = "g".repeat(64);
    engine.fails("bad_request", json!({"cmd": "new", "seed": hex}));
    engine.fails("bad_request", json!({"cmd": "new", "seed": "ё".repeat(32)}));
    for depth in [200, 10_000, 400_000] {
        let deep = "[".repeat(depth);
        engine.fails_line("bad_json", &deep);
        engine.fails_line("bad_json", &format!(r#"{{"cmd": "new", "id": {deep}"#));
        engine.fails_line("bad_json", &format!("{deep}{}", "]".repeat(depth)));
    }
    for number in ["-1", "256", "1e400", "4294967296", "1.0", "123456789012345678901234567890"] {
        let reply = engine.ask_line(&format!(r#"{{"cmd": "load", "position": {{"turn": {number}}}}}"#));
        assert_eq!(reply["ok"], false, "turn {number}: {reply}");
        let line = format!(r#"{{"cmd": "load", "position": {{"turn": 7, "recaptures": {number}}}}}"#);
        assert_eq!(engine.ask_line(&line)["ok"], false, "recaptures {number}");
        let line = format!(r#"{{"cmd": "apply", "action": "done", "dice": [{number}]}}"#);
        assert_eq!(engine.ask_line(&line)["ok"], false, "die {number}");
    }
    let names: Vec<String> = (0..50_000).map(|n| format!("u{n}")).collect();
    engine.fails("bad_request", json!({"cmd": "reach", "units": names}));
    engine.fails("bad_position", json!({"cmd": "load", "position": {"units": {"1222": names}}}));
    engine.ok(json!({"cmd": "new", "seed": u64::MAX}));
    let seed = "0123456789abcdef".repeat(4);
    assert_eq!(engine.ok(json!({"cmd": "new", "seed": seed}))["seed"], seed);
    engine.finish();
}

#[test]
fn unknown_units_and_hexes_are_named() {
    let mut engine = Engine::load(json!({"turn": 7, "phase": "german_movement", "units": {"1222": ["pz7"]}}));
    let before = engine.fingerprint();
    let bad = [
        json!({"move": {"units": ["pz7-99"], "path": ["1223"]}}),
        json!({"move": {"units": ["pz7-25", "pz7-25"], "path": ["1223"]}}),
        json!({"move": {"units": ["pz7-25"], "path": ["0000"]}}),
        json!({"move": {"units": ["pz7-25"], "path": ["6001"]}}),
        json!({"move": {"units": ["pz7-25"], "path": [1223]}}),
        json!({"move": {"units": "pz7-25", "path": ["1223"]}}),
        json!({"move": {"units": ["pz7-25"]}}),
        json!({"fly": {"unit": "pz7-25"}}),
        json!({"lose_step": {"unit": "r111"}}),
        json!({"lose_step": {"unit": "r0"}}),
        json!({"lose_step": {"unit": ""}}),
        json!({"enter": {"who": "rifle Q", "hex": "5907"}}),
        json!("finish"),
        json!(null),
        json!(12),
    ];
    for action in bad {
        let error = engine.fails("bad_request", json!({"cmd": "apply", "action": action}));
        assert!(error["expected"].is_string() && error["column"].as_u64() > Some(0), "{action}: {error}");
    }
    // Units and hexes exist, but the action breaks the rules.
    let refused = [
        ("6.11", "not_on_map", json!({"move": {"units": ["inf6"], "path": ["1223"]}})),
        ("6.11", "not_adjacent", json!({"move": {"units": ["pz7-25"], "path": ["1230"]}})),
        ("4.1", "not_asked", json!("take_loss")),
    ];
    for (case, reason, action) in refused {
        let error = engine.fails(reason, json!({"cmd": "apply", "action": action}));
        assert_eq!(error["case"], case);
    }
    engine.fails("not_on_map", json!({"cmd": "supply", "unit": "inf6"}));
    engine.fails("bad_request", json!({"cmd": "supply"}));
    engine.fails("bad_request", json!({"cmd": "supply", "unit": "pz7-25", "side": "german"}));
    engine.fails("no_enemy", json!({"cmd": "odds", "units": ["pz7-25"], "targets": ["1223"]}));
    engine.fails("no_units", json!({"cmd": "odds", "units": [], "targets": ["1223"]}));
    engine.fails("no_hexes", json!({"cmd": "odds", "units": ["pz7-25"], "targets": []}));
    engine.fails("no_units", json!({"cmd": "reach", "units": []}));
    assert_eq!(engine.fingerprint(), before);
    engine.finish();
}

#[test]
fn a_truncated_last_line_is_answered() {
    let mut engine = Engine::start();
    engine.write(br#"{"cmd": "new", "se"#);
    drop(engine.input.take());
    assert_eq!(engine.read()["error"]["reason"], "bad_json");
    engine.finish();
    // A request is complete without its newline.
    let mut engine = Engine::start();
    engine.write(br#"{"cmd": "new", "seed": 1}"#);
    drop(engine.input.take());
    assert_eq!(engine.read()["ok"], true);
    engine.finish();
}

#[test]
fn a_line_of_a_hundred_megabytes_is_skipped() {
    let mut engine = Engine::start();
    engine.ok(json!({"cmd": "new", "seed": 1}));
    let before = engine.fingerprint();
    let chunk = vec![b'x'; 1 << 20];
    for _ in 0..100 {
        engine.write(&chunk);
    }
    // A line that is too long is refused before it ends.
    assert_eq!(engine.read()["error"]["reason"], "line_too_long");
    assert!(most_memory(engine.child.id()).is_none_or(|kib| kib < 64 << 10));
    engine.write(b"\n");
    assert_eq!(engine.fingerprint(), before);
    // At the limit, and one beyond it.
    let padded = |length: usize| {
        let request = r#"{"cmd": "decision"}"#;
        format!("{request}{}", " ".repeat(length - request.len()))
    };
    assert_eq!(engine.ask_line(&padded(1 << 20))["ok"], true);
    engine.fails_line("line_too_long", &padded((1 << 20) + 1));
    assert_eq!(engine.fingerprint(), before);
    engine.finish();
}

/// The peak memory of a process in KiB, where the system reports it.
fn most_memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// pz7 beside two untried rifles in 1322, Konev behind them.
fn before_the_overrun() -> Value {
    json!({"turn": 7, "phase": "german_movement",
        "units": {"1222": ["pz7"], "1322": ["r1 untried", "r2 untried"], "1624": ["konev"], "0120": ["inf6"]}})
}

fn overrun() -> Value {
    json!({"overrun": {"units": ["pz7-25", "pz7-6", "pz7-7"], "target": "1322"}})
}

/// [12.2] Reveals come in the order of unit ids; all other chance comes from the seed.
#[test]
fn dictated_chance_is_what_happens() {
    let mut engine = Engine::load(before_the_overrun());
    let reply =
        engine.ok(json!({"cmd": "apply", "action": overrun(), "dice": [2], "reveals": ["3-3", "1-1"]}));
    let events = reply["events"].as_array().unwrap();
    let revealed: Vec<(&str, &str)> = events
        .iter()
        .filter(|e| e["event"] == "revealed")
        .map(|e| (e["unit"].as_str().unwrap(), e["counter"].as_str().unwrap().split('#').next().unwrap()))
        .collect();
    assert_eq!(revealed, [("r1", "rifle 3-3"), ("r2", "rifle 1-1")]);
    assert!(events.contains(&json!({"event": "odds", "attack": 8, "defense": 4, "column": "2-1"})));
    assert!(events.contains(&json!({"event": "result", "die": 2, "result": "D1"})));
    engine.finish();
    // With no outcome dictated, or only some, the seed gives the same result every time.
    let partly = |dice: Value| {
        let mut engine = Engine::load(before_the_overrun());
        let reply = engine.ok(json!({"cmd": "apply", "action": overrun(), "dice": dice}));
        engine.finish();
        reply
    };
    assert_eq!(partly(json!([])), partly(json!([])));
    assert_eq!(partly(json!([3])), partly(json!([3])));
}

#[test]
fn chance_that_cannot_be_or_is_left_over_changes_nothing() {
    let mut engine = Engine::load(before_the_overrun());
    engine.apply(json!({"move": {"units": ["inf6"], "path": ["0219"]}}));
    engine.ok(json!({"cmd": "undo"}));
    let before = engine.fingerprint();
    let bad = [
        json!({"dice": [0]}),
        json!({"dice": [7]}),
        json!({"dice": [2, 2]}),
        json!({"reveals": ["9-9"]}),
        json!({"reveals": ["nonsense"]}),
        json!({"reveals": [""]}),
        json!({"reveals": ["3-4", "3-4", "3-4"], "dice": [1]}),
        json!({"kinds": ["tank"]}),
        json!({"kinds": ["panzer"]}),
    ];
    for chance in bad {
        let mut request = json!({"cmd": "apply", "action": overrun()});
        request.as_object_mut().unwrap().extend(chance.as_object().unwrap().clone());
        let error = engine.fails("chance", request);
        assert!(error["case"].is_null());
    }
    engine.fails("bad_request", json!({"cmd": "apply", "action": overrun(), "kinds": ["sausage"]}));
    assert_eq!(engine.fingerprint(), before);
    // A refusal keeps even the undone actions, and draws nothing from the seed.
    engine.ok(json!({"cmd": "redo"}));
    engine.ok(json!({"cmd": "undo"}));
    let after = engine.ok(json!({"cmd": "apply", "action": overrun()}));
    let mut fresh = Engine::load(before_the_overrun());
    assert_eq!(fresh.ok(json!({"cmd": "apply", "action": overrun()})), after);
    fresh.finish();
    engine.finish();
}

/// [3.4, 14.3] The kind of an armoured division drawn.
#[test]
fn dictated_kinds_are_drawn() {
    for kind in ["tank", "mechanised"] {
        let mut engine = Engine::load(
            json!({"turn": 7, "phase": "soviet_movement", "owed": {"X": {"armoured": 1}}, "units": {"0120": ["inf6"]}}),
        );
        let enter = json!({"enter": {"who": "armoured X", "hex": "5907"}});
        let reply = engine.ok(json!({"cmd": "apply", "action": enter, "kinds": [kind]}));
        assert_eq!(reply["events"][0]["kind"], kind);
        engine.fails("cannot_undo", json!({"cmd": "undo"})); // a draw
        engine.finish();
    }
}

#[test]
fn undo_stops_at_dice_and_at_the_other_side() {
    let mut engine = Engine::load(before_the_overrun());
    engine.fails("cannot_undo", json!({"cmd": "undo"}));
    engine.fails("cannot_redo", json!({"cmd": "redo"}));
    let start = engine.fingerprint();
    engine.apply(json!({"move": {"units": ["inf6"], "path": ["0219"]}}));
    let moved = engine.fingerprint();
    engine.apply(json!({"move": {"units": ["inf6"], "path": ["0319"]}}));
    assert_eq!(engine.ok(json!({"cmd": "undo"}))["fingerprint"], moved);
    assert_eq!(engine.ok(json!({"cmd": "undo"}))["fingerprint"], start);
    engine.fails("cannot_undo", json!({"cmd": "undo"}));
    assert_eq!(engine.ok(json!({"cmd": "redo"}))["fingerprint"], moved);
    // A refused action keeps the undone ones; a new action drops them.
    engine.fails("not_asked", json!({"cmd": "apply", "action": "take_loss"}));
    engine.ok(json!({"cmd": "redo"}));
    engine.ok(json!({"cmd": "undo"}));
    engine.apply(json!({"move": {"units": ["inf6"], "path": ["0220"]}}));
    engine.fails("cannot_redo", json!({"cmd": "redo"}));
    // A die and a reveal.
    engine.ok(json!({"cmd": "apply", "action": overrun(), "dice": [2], "reveals": ["3-3", "1-1"]}));
    engine.fails("cannot_undo", json!({"cmd": "undo"}));
    // There is no chance here, but the other side decides next.
    let decision = engine.apply(json!("take_retreat"))["decision"].clone();
    assert_eq!((&decision["side"], &decision["question"]), (&json!("german"), &json!("route")));
    engine.fails("cannot_undo", json!({"cmd": "undo"}));
    engine.apply(json!({"route": {"stack": "1322", "to": "1422"}}));
    // A new phase of the same side does not prevent undo.
    let before = engine.fingerprint();
    assert_eq!(engine.apply(json!("done"))["phase"], "german_combat");
    assert_eq!(engine.ok(json!({"cmd": "undo"}))["fingerprint"], before);
    engine.finish();
}

/// Every program answers with a legal action, the game does not change, and the same question gets the same answer.
#[test]
fn programs_can_be_asked() {
    let page = include_str!("../../../../docs/engine-protocol.md");
    for level in pgg_ai::NAMES {
        assert!(page.contains(&format!("`\"{level}\"`")), "the page does not name the program {level}");
        let question = json!({"cmd": "best", "level": level, "budget": 1, "seed": 3});
        let mut engine = Engine::load(before_the_overrun());
        let before = engine.fingerprint();
        let action = engine.ok(question.clone())["action"].clone();
        assert_eq!(engine.fingerprint(), before);
        engine.apply(action.clone());
        engine.finish();
        let mut engine = Engine::load(before_the_overrun());
        engine.ok(json!({"cmd": "best", "level": "random"}));
        assert_eq!(engine.ok(question)["action"], action, "{level}");
        engine.finish();
    }
}

/// A program that is asked for one action after another plays as it would in a game.
#[test]
fn a_game_by_best_is_the_game_of_the_programs() {
    let mut engine = Engine::start();
    engine.ok(json!({"cmd": "new", "seed": 5}));
    let mut chance = pgg_core::Seeded::from_number(5);
    let (mut state, _) = pgg_core::State::new_game(pgg_core::Options::default(), &mut chance).unwrap();
    let mut players = [pgg_ai::player("cadet", 1, None).unwrap(), pgg_ai::player("random", 2, None).unwrap()];
    while let Some(decision) = state.decision() {
        let action = players[decision.side as usize].choose(&state, &pgg_ai::Unwatched);
        let (level, seed) = [("cadet", 1), ("random", 2)][decision.side as usize];
        let best = engine.ok(json!({"cmd": "best", "level": level, "seed": seed}));
        assert_eq!(best["action"], json!(action));
        state.apply(&action, &mut chance).unwrap();
        let reply = engine.apply(best["action"].clone());
        assert_eq!(reply["fingerprint"], state.fingerprint());
    }
    let error = engine.fails("game_over", json!({"cmd": "best", "level": "cadet"}));
    assert_eq!(error["case"], "15.0");
    engine.finish();
}

#[test]
fn bad_questions_for_a_program_are_explained() {
    let mut engine = Engine::load(before_the_overrun());
    let error = engine.fails("bad_request", json!({"cmd": "best", "level": "x".repeat(1000)}));
    let message = error["message"].as_str().unwrap();
    assert!(message.len() < 300 && pgg_ai::NAMES.iter().all(|name| message.contains(name)), "{message}");
    for wrong in [
        json!({}),
        json!({"level": 1}),
        json!({"level": "cadet", "budget": 0}),
        json!({"level": "cadet", "budget": -1}),
        json!({"level": "cadet", "budget": "much"}),
        json!({"level": "cadet", "seed": 1.5}),
        json!({"level": "cadet", "side": "german"}),
    ] {
        let mut request = json!({"cmd": "best"});
        request.as_object_mut().unwrap().extend(wrong.as_object().unwrap().clone());
        let error = engine.fails("bad_request", request);
        assert_eq!(error["expected"], "level, and optionally budget and seed", "{wrong}");
    }
    engine.finish();
}

/// A fixed series of numbers for the choices below.
struct Choices(u64);

impl Choices {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// A legal action, composed from the reply to `legal` as the documentation says.
fn choose(legal: &Value, choices: &mut Choices) -> Value {
    let list = |key: &str| legal[key].as_array().unwrap();
    let (actions, overruns, attacks) = (list("actions"), list("overruns"), list("attacks"));
    if !overruns.is_empty() && choices.below(3) == 0 {
        let option = &overruns[choices.below(overruns.len())];
        return json!({"overrun": {"units": option["units"], "target": option["target"]}});
    }
    if !attacks.is_empty() && choices.below(3) > 0 {
        // All units that may attack; a Leader whose combat units may not attack stays out.
        let option = &attacks[choices.below(attacks.len())];
        let units = option["units"].as_array().unwrap();
        let escorted = |unit: &Value| {
            let stack = list("leader_duties")
                .iter()
                .map(|d| d["stack"].as_array().unwrap())
                .find(|s| s.contains(unit));
            let is_division = |u: &Value| {
                let name = u.as_str().unwrap();
                name.len() > 1 && name[1..].bytes().all(|b| b.is_ascii_digit())
            };
            is_division(unit) || stack.is_none_or(|s| s.iter().any(|u| is_division(u) && units.contains(u)))
        };
        let units: Vec<&Value> = units.iter().filter(|u| escorted(u)).collect();
        return json!({"attack": {"targets": [option["target"]], "units": units}});
    }
    // Sometimes end the phase, so that there are not too many steps.
    match actions.last() {
        Some(done) if done == "done" && choices.below(8) == 0 => done.clone(),
        _ => actions[choices.below(actions.len())].clone(),
    }
}

#[test]
fn whole_games_go_through_the_protocol() {
    for seed in [1, 2] {
        let mut engine = Engine::start();
        let options =
            json!({"leader_evacuation": true, "edition": if seed == 1 { "reference" } else { "1976" }});
        engine.ok(json!({"cmd": "new", "seed": seed, "options": options}));
        let mut choices = Choices(seed);
        let mut actions = 0;
        let last = loop {
            let legal = engine.ok(json!({"cmd": "legal"}));
            let action = choose(&legal["legal"], &mut choices);
            let reply = engine.apply(action);
            actions += 1;
            assert!(actions < 100_000, "the game does not end");
            if actions % 50 == 0 {
                // Positions round-trip, and asking changes nothing.
                let position = engine.ok(json!({"cmd": "position"}));
                assert_eq!(position["fingerprint"], reply["fingerprint"]);
                for side in ["german", "soviet"] {
                    engine.ok(json!({"cmd": "supply", "side": side}));
                }
                engine.ok(json!({"cmd": "score"}));
                assert_eq!(engine.fingerprint(), reply["fingerprint"]);
                let mut second = Engine::start();
                let loaded = second.ok(json!({"cmd": "load", "position": position["position"]}));
                assert_eq!(loaded["fingerprint"], reply["fingerprint"]);
                let text = position["position"].to_string();
                let loaded = second.ok(json!({"cmd": "load", "position": text}));
                assert_eq!(loaded["fingerprint"], reply["fingerprint"]);
                second.finish();
            }
            if reply["over"] == true {
                break reply;
            }
        };
        assert_eq!(last["decision"], Value::Null);
        assert_eq!((&last["turn"], &last["phase"]), (&json!(12), &json!("game_over")));
        engine.fails("game_over", json!({"cmd": "apply", "action": "done"}));
        let legal = engine.ok(json!({"cmd": "legal"}));
        assert_eq!(legal["legal"]["actions"], json!([]));
        engine.fails("cannot_undo", json!({"cmd": "undo"}));
        // The record leads to the same state, as text and as a list of lines; a falsified one does not.
        let record = engine.ok(json!({"cmd": "record"}))["record"].as_str().unwrap().to_owned();
        let loaded = engine.ok(json!({"cmd": "load", "record": record}));
        assert_eq!((&loaded["fingerprint"], &loaded["actions"]), (&last["fingerprint"], &json!(actions)));
        let lines: Vec<Value> = record.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let loaded = engine.ok(json!({"cmd": "load", "record": lines}));
        assert_eq!(loaded["fingerprint"], last["fingerprint"]);
        let mut wrong = lines.clone();
        wrong[5]["state"] = json!("0000000000000000");
        let error = engine.fails("bad_record", json!({"cmd": "load", "record": wrong}));
        assert_eq!(error["record_line"], 6);
        assert_eq!(engine.fingerprint(), last["fingerprint"]);
        // With the last line cut off, the game continues from there.
        let cut = &lines[..lines.len() - 2];
        let loaded = engine.ok(json!({"cmd": "load", "record": cut}));
        assert_eq!((&loaded["actions"], &loaded["over"]), (&json!(actions - 1), &json!(false)));
        engine.finish();
    }
}

#[test]
fn a_seed_of_the_system_can_be_used_again() {
    let mut engine = Engine::start();
    let first = engine.ok(json!({"cmd": "new"}));
    let other = engine.ok(json!({"cmd": "new"}));
    assert_ne!(first["seed"], other["seed"]);
    let again = engine.ok(json!({"cmd": "new", "seed": first["seed"]}));
    assert_eq!(first, again);
    engine.finish();
}
