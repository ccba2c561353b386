//! Every case of the rules has a test that cites it; `docs/rules-coverage.md` says which.
//!
//! `PGG_BLESS=1 cargo test -p pgg coverage` writes the document anew.

// The build script uses the rest of it.
#[allow(dead_code)]
#[path = "../../citations.rs"]
mod citations;

use self::citations::{CaseText, Citation, speaks_of};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The cases that must be covered: chapters 4 to 16, titles left out.
fn required(cases: &[CaseText]) -> Vec<&CaseText> {
    let chapter = |c: &CaseText| c.number.split('.').next().and_then(|n| n.parse::<u32>().ok());
    cases.iter().filter(|c| !c.title_only && chapter(c).is_some_and(|n| (4..=16).contains(&n))).collect()
}

fn read() -> (Vec<CaseText>, Vec<Citation>) {
    let rules = fs::read_to_string(root().join("docs/rules.md")).expect("the rules");
    let cases = citations::cases(&rules);
    let cited = citations::citations(&root(), &cases).expect("the sources");
    (cases, cited)
}

#[test]
fn every_case_has_a_test() {
    let (cases, cited) = read();
    let tested = |case: &CaseText| cited.iter().any(|c| c.test.is_some() && speaks_of(&c.case, &case.number));
    let missing: Vec<&str> =
        required(&cases).into_iter().filter(|c| !tested(c)).map(|c| c.number.as_str()).collect();
    assert!(missing.is_empty(), "{} cases that no test cites: {}", missing.len(), missing.join(", "));
}

#[test]
fn the_document_is_up_to_date() {
    let (cases, cited) = read();
    let document = document(&cases, &cited);
    let path = root().join("docs/rules-coverage.md");
    if env::var_os("PGG_BLESS").is_some() {
        fs::write(&path, &document).expect("the document is written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == document, "docs/rules-coverage.md is out of date: run this test with PGG_BLESS=1");
}

fn document(cases: &[CaseText], cited: &[Citation]) -> String {
    let mut text = String::from(
        "# Rules coverage\n\n\
         Which files enforce a case of `rules.md`, and which tests cite it. Made from the citations in the sources by \
         `PGG_BLESS=1 cargo test -p pgg coverage`; do not edit. `pgg rules --code 9.72` shows a case with its text \
         and the lines.\n\n\
         | case | enforced in | tests |\n|---|---|---|\n",
    );
    for case in required(cases) {
        let here = || cited.iter().filter(|c| speaks_of(&c.case, &case.number));
        let in_core =
            |c: &&Citation| c.test.is_none() && !c.declares && c.file.starts_with("crates/core/src/");
        let files: BTreeSet<&str> =
            here().filter(in_core).map(|c| c.file.trim_start_matches("crates/core/src/")).collect();
        let tests: BTreeSet<&str> = here().filter_map(|c| c.test.as_deref()).collect();
        let files: Vec<String> = files.iter().map(|f| format!("`{f}`")).collect();
        let tests: Vec<String> = tests.iter().map(|t| format!("`{t}`")).collect();
        let _ = writeln!(text, "| {} | {} | {} |", case.number, files.join(", "), tests.join(", "));
    }
    text
}

/// A reader of the rulebook finds the code: for every case that core enforces, the file of its chapter enforces it or has
/// a line that points on.
#[test]
fn a_case_is_found_in_the_file_of_its_chapter() {
    let chapters = [
        "sequence",
        "setup",
        "movement",
        "stacking",
        "zones",
        "combat",
        "leaders",
        "supply",
        "untried",
        "interdiction",
        "reinforcements",
        "victory",
    ];
    let file = |case: &str| {
        let chapter: usize = case.split('.').next().and_then(|n| n.parse().ok()).expect("a chapter");
        match chapters.get(chapter - 4) {
            Some(name) => format!("crates/core/src/rules/{name}"),
            None => "crates/core/src/data/schedule".to_owned(), // [16.0]
        }
    };
    let (cases, cited) = read();
    let core = |c: &&Citation| c.test.is_none() && c.file.starts_with("crates/core/src/");
    let lost: Vec<&str> = required(&cases)
        .into_iter()
        .filter(|case| {
            let here: Vec<&Citation> =
                cited.iter().filter(core).filter(|c| speaks_of(&c.case, &case.number)).collect();
            let home = file(&case.number);
            here.iter().any(|c| !c.declares) && !here.iter().any(|c| c.file.starts_with(&home))
        })
        .map(|case| case.number.as_str())
        .collect();
    assert!(lost.is_empty(), "not in the file of their chapter: {}", lost.join(", "));
}

/// The documentation of a type cites cases, but enforces nothing.
#[test]
fn declarations_enforce_nothing() {
    let (_, cited) = read();
    let here = |c: &&Citation| c.file == "crates/core/src/game/event.rs";
    assert!(cited.iter().filter(here).count() > 20);
    let enforcing: Vec<usize> = cited.iter().filter(here).filter(|c| !c.declares).map(|c| c.line).collect();
    assert!(enforcing.is_empty(), "lines of event.rs, which only declares: {enforcing:?}");
    let refusal =
        |c: &Citation| c.file == "crates/core/src/rules/combat/advance.rs" && c.case == "9.84" && !c.declares;
    assert!(cited.iter().any(refusal), "a refusal enforces its case");
}

/// The parser of the rules finds the cases that a reader finds.
#[test]
fn cases_are_read_with_their_text() {
    let (cases, _) = read();
    let text = |number: &str| &cases.iter().find(|c| c.number == number).expect("a case").text;
    assert!(text("9.72").contains("routes every retreat"));
    assert!(text("9.4a").contains("value(u)"));
    assert!(text("9.72").lines().count() < 5, "it ends where the next case begins");
    assert!(text("R42").contains("target not attacked"));
    assert!(cases.iter().filter(|c| c.number == "5.0").count() == 1);
    let order: Vec<&str> = cases.iter().map(|c| c.number.as_str()).filter(|n| n.starts_with("14.")).collect();
    assert_eq!(order[..4], ["14.0", "14.1", "14.11", "14.12"]);
}

/// `pgg rules` gives players the rulebook: it has every case of the specification, and what the program adds besides.
#[test]
fn the_rulebook_has_every_case() {
    let rulebook = fs::read_to_string(root().join("docs/rulebook.md")).expect("the rulebook");
    let book = citations::cases(&rulebook);
    let numbers: BTreeSet<&str> = book.iter().map(|c| c.number.as_str()).collect();
    let (cases, _) = read();
    let missing: Vec<&str> =
        cases.iter().map(|c| c.number.as_str()).filter(|n| !numbers.contains(n)).collect();
    assert!(missing.is_empty(), "not in docs/rulebook.md: {}", missing.join(", "));
    let text = |number: &str| &book.iter().find(|c| c.number == number).expect("a case").text;
    assert!(text("9.72").contains("opposing"));
    assert!(text("R43").contains("Disrupted"));
    assert!(text("F.1").contains("seed") && !text("F.1").contains("F.2"));
    let last: Vec<&str> = book.iter().map(|c| c.number.as_str()).filter(|n| !n.starts_with('R')).collect();
    assert_eq!(last.last(), Some(&"F.4"));
}
