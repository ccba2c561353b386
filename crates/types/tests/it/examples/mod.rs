//! Checks messages against the types, and keeps those that show something new as samples for the page.

use crate::schemas::Schemas;
use pgg_server::wire::{FromPlayer, ToPlayer, Wanted};
use pgg_table::ask::Answer;
use pgg_table::{Ask, Request, What};
use pgg_types::Types;
use pgg_types::tables::{Variant, kinds};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs};

/// Longer messages are held against the types, but not kept.
const LENGTH: usize = 6_000;
/// Zones fill the map.
const LENGTH_OF_ANSWER: usize = 16_000;

/// Fields whose text is one of a few.
const NAMES: [&str; 15] = [
    "ask", "do", "event", "question", "phase", "kind", "why", "by", "what", "result", "code", "reason",
    "how", "offer", "seat",
];

pub(crate) struct Examples {
    types: Types,
    schemas: Schemas,
    /// What has been shown.
    shown: BTreeSet<String>,
    sent: Vec<Value>,
    asked: Vec<Value>,
    looked_at: usize,
}

impl Examples {
    pub(crate) fn new() -> Examples {
        Examples {
            types: Types::all(),
            schemas: Schemas::new(),
            shown: BTreeSet::new(),
            sent: Vec::new(),
            asked: Vec::new(),
            looked_at: 0,
        }
    }

    /// A message of the server.
    pub(crate) fn sent(&mut self, message: &ToPlayer) {
        let value = self.fits("ToPlayer", message);
        if self.is_new(&value) {
            self.sent.push(value);
        }
    }

    /// A message of the page, which the server has to understand.
    pub(crate) fn asked(&mut self, message: &FromPlayer) {
        let value = self.fits("FromPlayer", message);
        let back = FromPlayer::parse(&value.to_string())
            .unwrap_or_else(|e| panic!("not understood: {e:?}\n{value}"));
        assert_eq!(back, *message, "{value}");
        if self.is_new(&value) {
            self.asked.push(value);
        }
    }

    fn fits(&mut self, name: &str, message: &impl serde::Serialize) -> Value {
        let value = serde_json::to_value(message).expect("JSON");
        if let Err(why) = self.types.check(name, &value) {
            panic!("a message does not fit the page's types: {why}\n{value}");
        }
        if let Err(why) = self.schemas.check(name, &value) {
            panic!("a message does not fit its schema: {why}\n{value}");
        }
        self.looked_at += 1;
        value
    }

    fn is_new(&mut self, value: &Value) -> bool {
        let limit = if value.get("answer").is_some() { LENGTH_OF_ANSWER } else { LENGTH };
        if value.to_string().len() > limit {
            return false;
        }
        let mut features = BTreeSet::new();
        gather(value, "", &mut features);
        let before = self.shown.len();
        self.shown.append(&mut features);
        self.shown.len() > before
    }

    /// Every kind of message has been there; `examples.ts` is as it has to be.
    pub(crate) fn finish(self) {
        assert!(self.looked_at > 3_000, "only {} messages", self.looked_at);
        for (messages, path, kinds) in [
            (&self.sent, "", kinds::<ToPlayer>()),
            (&self.sent, "/entry/what", kinds::<What>()),
            (&self.sent, "/answer/answer", kinds::<Answer>()),
            (&self.asked, "", kinds::<Wanted>()),
            (&self.asked, "/do", kinds::<Request>()),
            (&self.asked, "/ask", kinds::<Ask>()),
        ] {
            let shown = shown(messages, path);
            for Variant { name, .. } in kinds {
                assert!(shown.contains(name.as_str()), "no example of {path} {name}");
            }
        }
        let text = self.text();
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire/examples.ts");
        if env::var_os("PGG_BLESS").is_some() {
            fs::write(&path, &text).expect("the examples are written");
        }
        let committed = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            committed == text,
            "web/src/wire/examples.ts is out of date: run `PGG_BLESS=1 cargo test -p pgg-types` and see that the page \
             still fits (`npm run check` in web/)"
        );
    }

    fn text(&self) -> String {
        let mut text = String::from(
            "// Messages of games played at random, one of every kind, made by `PGG_BLESS=1 cargo test -p pgg-types`; do \
             not edit.\nimport type { FromPlayer, ToPlayer } from './types';\n",
        );
        for (name, kind, messages) in [("sent", "ToPlayer", &self.sent), ("asked", "FromPlayer", &self.asked)]
        {
            let _ = writeln!(text, "\nexport const {name}: {kind}[] = [");
            for message in messages {
                let _ = writeln!(text, "  {message},");
            }
            text.push_str("];\n");
        }
        text
    }
}

/// The kinds of what stands at this place in the messages.
fn shown<'a>(messages: &'a [Value], path: &str) -> BTreeSet<&'a str> {
    let mut kinds = BTreeSet::new();
    for held in messages.iter().filter_map(|message| message.pointer(path)) {
        kinds.extend(held.as_str());
        kinds.extend(held.as_object().into_iter().flat_map(Map::keys).map(String::as_str));
    }
    kinds
}

/// The fields a value has, and the names in it.
fn gather(value: &Value, path: &str, features: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                // Hexes, units and areas are many.
                let many = key.chars().any(|c| c.is_ascii_digit()) || key.len() == 1 && key != "n";
                let path = format!("{path}.{}", if many { "*" } else { key });
                match value {
                    Value::String(name) if NAMES.contains(&key.as_str()) && !name.contains(' ') => {
                        features.insert(format!("{path}={name}"));
                    }
                    _ => gather(value, &path, features),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| gather(value, &format!("{path}[]"), features)),
        Value::String(_) => {
            features.insert(format!("{path}:text"));
        }
        Value::Number(_) => {
            features.insert(format!("{path}:number"));
        }
        Value::Bool(_) => {
            features.insert(format!("{path}:flag"));
        }
        Value::Null => {
            features.insert(format!("{path}:null"));
        }
    }
}
