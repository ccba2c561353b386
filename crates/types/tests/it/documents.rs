//! The documents of the engine and the server name everything that programs may meet: events, reasons, codes, limits,
//! what views are made of.
//!
//! The tables between marks are made from the types and the sources: `PGG_BLESS=1 cargo test -p pgg-types`.

use pgg_core::{Event, Reason};
use pgg_server::webhook::Call;
use pgg_table::{Now, View};
use pgg_types::tables::{fields, table, variants};
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

/// The text between the marks of a table is this.
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
    let rows = variants::<Reason>("code").into_iter().map(|reason| {
        let sentence = sentences.get(&reason.name).cloned().unwrap_or_default();
        assert!(!sentence.is_empty(), "there is a sentence for {}", reason.name);
        vec![format!("`{}`", reason.name), reason.fields.join(", "), sentence]
    });
    holds("engine-protocol.md", "reasons", &table(&["reason", "facts", "message"], rows));
}

/// The sentences of refusals by their codes, as they stand in the source.
fn sentences() -> BTreeMap<String, String> {
    let source = fs::read_to_string(root().join("crates/core/src/illegal.rs")).expect("the source");
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

/// Codes of errors that a folder's sources give.
fn codes(folder: &str) -> BTreeSet<String> {
    let mut codes = BTreeSet::new();
    for (_, text) in sources(folder) {
        // Tests may make up codes.
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        for begin in ["Fault::new(", "Error::new(", "End::Bye("] {
            for rest in text.split(begin).skip(1) {
                // The first text among the arguments, if it is one of the first two.
                let mut parts = rest.splitn(3, '"');
                let (before, code) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
                let is_code = |c: char| c.is_ascii_lowercase() || c == '_';
                if !before.contains([';', '{', '}']) && !code.is_empty() && code.chars().all(is_code) {
                    codes.insert(code.to_owned());
                }
            }
        }
    }
    codes
}

/// Codes in the first column of tables under a heading.
fn documented(name: &str, heading: &str) -> BTreeSet<String> {
    let document = document(name);
    let section = document.split(&format!("\n## {heading}\n")).nth(1).expect("the heading");
    let section = section.split("\n## ").next().unwrap_or_default();
    let cells = section.lines().filter(|line| line.starts_with("| `") || line.starts_with("|`"));
    let first = cells.filter_map(|line| line.split('|').nth(1));
    first.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

#[test]
fn every_code_of_the_server_is_named_and_no_other() {
    let mut given = codes("crates/server/src");
    given.extend(codes("crates/table/src"));
    // Those that the framework's own refusals get.
    let plain = fs::read_to_string(root().join("crates/server/src/app/plain.rs")).expect("the source");
    let mapped = plain.lines().filter(|line| line.trim_start().starts_with("StatusCode::"));
    given.extend(mapped.filter_map(|line| line.split('"').nth(1)).map(str::to_owned));
    assert!(given.len() > 50, "{given:?}");
    let documented = documented("server-protocol.md", "Errors");
    assert_eq!(
        given.difference(&documented).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "not in the document"
    );
    assert_eq!(documented.difference(&given).collect::<Vec<_>>(), Vec::<&String>::new(), "no longer given");
}

#[test]
fn every_reason_of_the_engine_without_a_case_is_named() {
    let given = codes("crates/cli/src/engine");
    assert!(given.len() > 8, "{given:?}");
    let documented = documented("engine-protocol.md", "Replies and errors");
    assert_eq!(
        given.difference(&documented).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "not in the document"
    );
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
