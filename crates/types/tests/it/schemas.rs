//! Positions, records and messages validate against their schemas; malformed ones do not.

use jsonschema::Validator;
use pgg_core::{Game, Options, Position, Record, Seeded, State};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

/// The schemas of `docs/openapi.json`, by name.
pub(crate) struct Schemas {
    components: Value,
    ready: HashMap<String, Validator>,
}

impl Schemas {
    pub(crate) fn new() -> Schemas {
        let document: Value = serde_json::from_str(&pgg_types::openapi()).expect("JSON");
        Schemas { components: document["components"].clone(), ready: HashMap::new() }
    }

    /// Does a value fit the schema of this name? If not, where and why.
    pub(crate) fn check(&mut self, name: &str, value: &Value) -> Result<(), String> {
        if !self.ready.contains_key(name) {
            let schema =
                json!({ "$ref": format!("#/components/schemas/{name}"), "components": self.components });
            self.ready.insert(name.to_owned(), validator(&schema));
        }
        first_error(&self.ready[name], value)
    }
}

fn validator(schema: &Value) -> Validator {
    jsonschema::validator_for(schema).unwrap_or_else(|error| panic!("not a schema: {error}"))
}

fn first_error(validator: &Validator, value: &Value) -> Result<(), String> {
    match validator.iter_errors(value).next() {
        None => Ok(()),
        Some(error) => Err(format!("{}: {error}", error.instance_path())),
    }
}

fn fits(validator: &Validator, value: &Value) {
    if let Err(why) = first_error(validator, value) {
        panic!("{why}\n{value}");
    }
}

fn position_schema() -> Validator {
    validator(&serde_json::from_str(&pgg_types::schema::position()).expect("JSON"))
}

fn record_schema() -> Validator {
    validator(&serde_json::from_str(&pgg_types::schema::record()).expect("JSON"))
}

/// A state as a position, whole and without what has its default.
fn both_forms(state: &State) -> [Value; 2] {
    let position = Position::from(state);
    [serde_json::to_value(&position).expect("JSON"), position.to_json()]
}

#[test]
fn real_positions_and_records_fit() {
    let (positions, records) = (position_schema(), record_schema());
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/games");
    let mut looked_at = 0;
    for entry in fs::read_dir(folder).expect("the games") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|ending| ending != "jsonl") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a record");
        for line in text.lines() {
            fits(&records, &serde_json::from_str(line).expect("JSON"));
        }
        let record = Record::parse(&text).expect("a record");
        // Every seventh: all phases and all stages of combats come up.
        for step in record.replay().expect("a replay").step_by(7) {
            for form in both_forms(&step.expect("a step").state) {
                fits(&positions, &form);
                looked_at += 1;
            }
        }
    }
    assert!(looked_at > 1000, "only {looked_at} positions");
}

#[test]
fn a_record_that_starts_from_a_position_fits() {
    let state = State::from_text(r#"{"turn": 7, "units": {"0120": ["inf6"]}}"#).expect("a position");
    let game = Game::from_state(state);
    let mut text = Vec::new();
    game.record().write(&mut text).expect("a record");
    for line in String::from_utf8(text).expect("a text").lines() {
        fits(&record_schema(), &serde_json::from_str(line).expect("JSON"));
    }
}

#[test]
fn what_is_no_position_and_no_record_does_not_fit() {
    let (positions, records) = (position_schema(), record_schema());
    for good in
        [json!({}), json!({"turn": 7, "units": {"0120": ["inf6 lost 2"]}, "owed": {"X": {"rifle": 4}}})]
    {
        fits(&positions, &good);
    }
    for bad in [
        json!([]),
        json!({"format": "pgg-position 2"}),
        json!({"turn": 13}),
        json!({"turn": "seven"}),
        json!({"phase": "german_set_down"}),
        json!({"units": {"9999": ["inf6"]}}),
        json!({"units": {"0120": "inf6"}}),
        json!({"owed": {"Y": {"rifle": 4}}}),
        json!({"nonsense": 1}),
    ] {
        assert!(first_error(&positions, &bad).is_err(), "{bad}");
    }
    let line = json!({"n": 1, "side": "german", "action": "done", "state": "00"});
    fits(&records, &line);
    for bad in [
        json!({"n": 1, "side": "german", "action": "doen", "state": "00"}),
        json!({"n": 1, "side": "german", "action": "done"}),
        json!({"n": 1, "side": "french", "action": "done", "state": "00"}),
        json!({"format": "pgg-record 2", "options": {}}),
        json!({"end": {}}),
    ] {
        assert!(first_error(&records, &bad).is_err(), "{bad}");
    }
}

#[test]
fn what_is_written_as_one_word_fits_too() {
    let mut schemas = Schemas::new();
    for (name, good) in [
        ("Action", json!("done")),
        ("Action", json!({"move": {"units": ["inf6"], "path": ["0219", "0319"]}})),
        ("Action", json!({"enter": {"who": "rifle X", "hex": "5901"}})),
        ("BotAction", json!({"action": "done", "at": 3})),
        ("BotAction", json!({"action": {"lose_step": {"unit": "r1"}}})),
        ("Ask", json!("legal")),
        ("Ask", json!({"reach": {"units": ["inf6"]}})),
        ("Inquiry", json!({"position": {"turn": 3}, "asks": ["areas", {"supply": {"side": "german"}}]})),
        ("Pace", json!("unlimited")),
        ("Pace", json!({"days": 3})),
        ("NewGame", json!({"side": "both", "pace": {"days": 3}})),
        ("Do", json!({"do": "offer_draw", "key": "k"})),
    ] {
        schemas.check(name, &good).unwrap_or_else(|why| panic!("{name}: {why}"));
    }
    for (name, bad) in [
        ("Action", json!("doen")),
        ("Action", json!({"done": {}})),
        ("Action", json!({"move": {"units": ["inf6"]}})),
        ("Ask", json!("everything")),
        ("Pace", json!({"days": 31})),
        ("Pace", json!("fast")),
        ("NewGame", json!({"side": "french"})),
        ("ErrorBody", json!({"error": "no"})),
    ] {
        assert!(schemas.check(name, &bad).is_err(), "{name}: {bad}");
    }
}

#[test]
fn the_document_has_schemas_for_all_that_programs_meet() {
    let document: Value = serde_json::from_str(&pgg_types::openapi()).expect("JSON");
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    for name in [
        "Action",
        "Event",
        "Legal",
        "ErrorBody",
        "Illegal",
        "FaultView",
        "Position",
        "View",
        "FromPlayer",
        "ToPlayer",
    ] {
        assert!(schemas.contains_key(name), "{name}");
    }
    assert_eq!(document["components"]["securitySchemes"]["token"]["scheme"], "bearer");
    assert_eq!(document["components"]["securitySchemes"]["session"]["in"], "cookie");
    // Every reference resolves.
    let text = document.to_string();
    for reference in text.split("\"#/components/").skip(1).filter_map(|rest| rest.split('"').next()) {
        let (kind, name) = reference.split_once('/').expect("a reference");
        assert!(document["components"][kind].get(name).is_some(), "{reference}");
    }
}

#[test]
fn states_of_a_new_game_fit() {
    let (state, _) = State::new_game(Options::default(), &mut Seeded::new([1; 32])).expect("a game");
    for form in both_forms(&state) {
        fits(&position_schema(), &form);
    }
}
