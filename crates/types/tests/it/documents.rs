//! The documents of the engine and the server name everything that programs may meet: events, reasons, codes, limits,
//! what views are made of.
//!
//! The tables between marks are made from the types and the sources: `PGG_BLESS=1 cargo test -p pgg-types`.

use crate::faults::samples;
use pgg_core::{Event, Reason};
use pgg_server::error::Error;
use pgg_server::webhook::Call;
use pgg_server::wire::{ToPlayer, Wanted};
use pgg_table::{Ask, Fault, Now, Request, View, What};
use pgg_types::tables::{Variant, fields, kinds, table, variants};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::{env, fs};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn document(name: &str) -> String {
    fs::read_to_string(root().join("docs").join(name)).expect("the document")
}

/// Checks the text between the marks of a table.
fn holds(name: &str, mark: &str, text: &str) {
    // One at a time: some of them write to the same document.
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let (begin, end) = (format!("<!-- {mark} -->\n"), format!("<!-- end of {mark} -->\n"));
    let document = document(name);
    let (before, rest) = document.split_once(&begin).unwrap_or_else(|| panic!("{name} has no mark {begin}"));
    let (found, after) = rest.split_once(&end).unwrap_or_else(|| panic!("{name} has no mark {end}"));
    let text = format!("\n{text}\n");
    if env::var_os("PGG_BLESS").is_some() && found != text {
        let anew = format!("{before}{begin}{text}{end}{after}");
        fs::write(root().join("docs").join(name), anew).expect("the document is written");
    } else {
        assert!(
            found == text,
            "docs/{name}: the {mark} are out of date: run `PGG_BLESS=1 cargo test -p pgg-types` and read what it wrote"
        );
    }
}

/// All source files under a folder.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    fn collect(folder: &Path, files: &mut Vec<(PathBuf, String)>) {
        let mut entries: Vec<PathBuf> =
            fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                collect(&path, files);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).expect("a source");
                files.push((path, text));
            }
        }
    }
    let mut files = Vec::new();
    collect(&root().join(folder), &mut files);
    files
}

#[test]
fn every_event_is_named() {
    let mut said = String::new();
    let rows = variants::<Event>("event").into_iter().map(|event| {
        // Some share a description, which stands at the first of them.
        if !event.description.is_empty() {
            said = event.description;
        }
        vec![format!("`{}`", event.name), event.fields.join(", "), said.clone()]
    });
    holds("engine-protocol.md", "events", &table(&["event", "with", "what happened"], rows));
}

#[test]
fn every_reason_is_named() {
    let sentences = sentences();
    let rows = variants::<Reason>("reason").into_iter().map(|reason| {
        let sentence = sentences.get(&reason.name).cloned().unwrap_or_default();
        assert!(!sentence.is_empty(), "there is a sentence for {}", reason.name);
        vec![format!("`{}`", reason.name), reason.fields.join(", "), sentence]
    });
    holds("engine-protocol.md", "reasons", &table(&["reason", "facts", "message"], rows));
}

/// The sentences of refusals by their codes, as they stand in the source.
fn sentences() -> BTreeMap<String, String> {
    let source = fs::read_to_string(root().join("crates/core/src/game/illegal.rs")).expect("the source");
    let found = source.split("#[error(").skip(1).filter_map(|rest| {
        let (text, rest) = rest.split_once(")]")?;
        let text = text.trim().trim_end_matches(',').trim().trim_matches('"');
        let text = text.split("\\\n").map(str::trim_start).collect::<String>();
        let mut lines = rest.lines().map(str::trim).filter(|line| !line.is_empty());
        let line = lines.find(|line| !line.starts_with("//") && !line.starts_with('#'))?;
        let name = line.split(|c: char| !c.is_alphanumeric()).next()?;
        Some((snake_case(name), text.replace(":02}", "}")))
    });
    found.collect()
}

fn snake_case(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.extend(c.to_lowercase());
    }
    text
}

#[test]
fn views_are_described() {
    holds("server-protocol.md", "fields of view", &fields::<View>("view"));
    holds("server-protocol.md", "fields of now", &fields::<Now>("now"));
    holds("server-protocol.md", "fields of a call", &fields::<Call>("body"));
}

#[test]
fn every_message_is_named() {
    let row = |kind: Variant| {
        assert!(!kind.description.is_empty(), "it is said what {} is", kind.name);
        vec![format!("`{}`", kind.name), kind.fields.join(", "), kind.description]
    };
    let tell = |mark: &str, head: &str, kinds: Vec<Variant>| {
        holds("server-protocol.md", mark, &table(&[head, "with", ""], kinds.into_iter().map(row)));
    };
    tell("messages of the server", "message", kinds::<ToPlayer>());
    tell("entries", "what", kinds::<What>());
    let wanted = kinds::<Wanted>();
    assert!(wanted.iter().map(|kind| kind.name.as_str()).eq(Wanted::KINDS.iter().copied()));
    // What is asked and requested is told in sentences.
    let rows = wanted.into_iter().map(|kind| vec![format!("`{}`", kind.name), kind.description]);
    holds("server-protocol.md", "messages of a client", &table(&["message", ""], rows));
    let document = document("server-protocol.md");
    for Variant { name, .. } in [kinds::<Ask>(), kinds::<Request>()].into_iter().flatten() {
        let named = document.contains(&format!("`{name}`")) || document.contains(&format!("\"{name}\""));
        assert!(named, "docs/server-protocol.md does not name {name}");
    }
}

#[test]
fn every_limit_is_named() {
    let mut rows = Vec::new();
    for (_, text) in
        sources("crates/server/src").into_iter().filter(|(path, _)| !path.ends_with("src/limits.rs"))
    {
        for declared in text.split("Limit::new(\"").skip(1) {
            let (name, rest) = declared.split_once('"').expect("a name");
            let chain = rest.split(';').next().unwrap_or_default();
            let part = |by: &str| {
                let (_, rest) = chain.split_once(&format!(".per_{by}("))?;
                let (count, seconds) = rest.split_once(')')?.0.split_once(", ")?;
                Some(format!("{count} in {}", span(seconds.parse().ok()?)))
            };
            let cell = |by: &str| part(by).unwrap_or_default();
            rows.push(vec![format!("`{name}`"), cell("address"), cell("session"), cell("game")]);
        }
    }
    let limits = fs::read_to_string(root().join("crates/server/src/limits.rs")).expect("the source");
    for declared in limits.split("Many::new(\"").skip(1) {
        let (name, rest) = declared.split_once('"').expect("a name");
        let chain = rest.split(';').next().unwrap_or_default();
        let cell = |by: &str| {
            let part = chain.split_once(&format!(".{by}(")).and_then(|(_, rest)| rest.split_once(')'));
            part.map(|(count, _)| format!("{count} at once")).unwrap_or_default()
        };
        rows.push(vec![format!("`{name}`"), cell("address"), cell("session"), cell("game")]);
    }
    rows.sort();
    let names: BTreeSet<&String> = rows.iter().map(|row| &row[0]).collect();
    assert_eq!(names.len(), rows.len(), "each limit has a name of its own");
    assert!(names.len() > 20);
    holds("server-protocol.md", "limits", &table(&["limit", "address", "session", "game"], rows));
}

fn span(seconds: u32) -> String {
    match seconds {
        60 => "a minute".to_owned(),
        3600 => "an hour".to_owned(),
        _ => format!("{} minutes", seconds / 60),
    }
}

#[test]
fn every_code_is_named() {
    let statuses: BTreeMap<&str, u16> =
        samples().iter().map(|error| (error.code(), error.status())).collect();
    let own = variants::<Error>("code").into_iter();
    let mut rows: Vec<Vec<String>> = own
        .chain(variants::<Fault>("code"))
        .map(|code| {
            let status =
                statuses.get(code.name.as_str()).unwrap_or_else(|| panic!("a sample of {}", code.name));
            assert!(!code.description.is_empty(), "it is said what {} means", code.name);
            vec![format!("`{}`", code.name), status.to_string(), code.fields.join(", "), code.description]
        })
        .collect();
    let illegal = "Against the rules: `case`, `reason` and `facts` tell which and why.";
    rows.push(vec!["`illegal`".to_owned(), "422".to_owned(), String::new(), illegal.to_owned()]);
    rows.sort();
    assert_eq!(rows.len(), statuses.len(), "{statuses:?}");
    holds("server-protocol.md", "codes", &table(&["code", "status", "facts", "means"], rows));
}

#[test]
fn the_webhook_is_described() {
    let document = document("server-protocol.md");
    let source = fs::read_to_string(root().join("crates/server/src/webhook/send.rs")).expect("the source");
    for header in source.split('"').filter(|text| text.starts_with("x-pgg-")) {
        assert!(document.contains(&format!("`{header}`")), "{header}");
    }
    let calls = fs::read_to_string(root().join("crates/server/src/webhook.rs")).expect("the source");
    let pauses =
        calls.split("const PAUSES").nth(1).and_then(|rest| rest.split("];").next()).expect("the pauses");
    let pauses = pauses.matches("Duration::from_secs(").count();
    assert!(document.contains(&format!("tried again {pauses} times")), "{pauses} pauses");
}
