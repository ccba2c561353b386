//! Every case of the rules has a test that cites it; `docs/rules-coverage.md` says which.
//!
//! `PGG_BLESS=1 cargo test -p pgg coverage` writes the document anew.

// The build script uses the rest of it.
#[allow(dead_code)]
#[path = "../../citations.rs"]
mod citations;

use self::citations::{CaseText, Citation, speaks_of};
use std::collections::{BTreeSet, HashMap};
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

/// The files of the chapters 4 to 15 in `rules`.
const CHAPTERS: [&str; 12] = [
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
const CORE: &str = "crates/core/src/";

/// The module of a case's chapter; none for rulings and for the chapters before 4, which only tell what words mean.
fn chapter_of(case: &str) -> Option<String> {
    let chapter = case.split_once('.')?.0.parse::<usize>().ok()?.checked_sub(4)?;
    let schedule = || format!("{CORE}data/schedule"); // [16.0]
    Some(CHAPTERS.get(chapter).map_or_else(schedule, |name| format!("{CORE}rules/{name}")))
}

/// Is the file this module, or within it?
fn is_in(file: &str, module: &str) -> bool {
    file.strip_prefix(module).is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
}

/// The lines of the sources, and what they say around a line.
struct Lines(HashMap<String, Vec<String>>);

impl Lines {
    fn of(cited: &[Citation]) -> Lines {
        let files: BTreeSet<&str> = cited.iter().map(|c| c.file.as_str()).collect();
        let read = |file: &str| fs::read_to_string(root().join(file)).expect("a source");
        let lines = |file: &str| read(file).lines().map(|line| line.trim().to_owned()).collect();
        Lines(files.into_iter().map(|file| (file.to_owned(), lines(file))).collect())
    }

    /// The head of a file says what it is about; it enforces nothing.
    fn is_head(&self, c: &Citation) -> bool {
        self.0[&c.file][c.line - 1].starts_with("//!")
    }

    /// Does the comment around a citation name the other file, as `map.rs`, or the module that it belongs to?
    fn points_to(&self, c: &Citation, other: &str) -> bool {
        let lines = &self.0[&c.file];
        let is_comment = |line: &&String| line.starts_with("//");
        let before = lines[..c.line].iter().rev().take_while(is_comment);
        let after = lines[c.line..].iter().take_while(is_comment);
        let other = format!("/{}/", other.trim_end_matches(".rs"));
        before
            .chain(after)
            .flat_map(|line| line.split('`').skip(1).step_by(2))
            .any(|name| name.strip_suffix(".rs").is_some_and(|module| other.contains(&format!("/{module}/"))))
    }
}

/// A reader of the rulebook finds the code: for every line of core that enforces a case outside the file of its chapter,
/// that file enforces the case too, or has a line that points to the other file.
#[test]
fn a_case_is_found_in_the_file_of_its_chapter() {
    let (cases, cited) = read();
    let lines = Lines::of(&cited);
    let in_core: Vec<&Citation> =
        cited.iter().filter(|c| c.test.is_none() && !c.declares && c.file.starts_with(CORE)).collect();
    let enforces = |c: &Citation| !lines.is_head(c);
    // The title of a section is enforced by its cases: its chapter has it if it is named there.
    let is_title = |case: &str| cases.iter().any(|c| c.number == case && c.title_only);
    let lost: Vec<String> = in_core
        .iter()
        .filter(|c| enforces(c))
        .filter_map(|c| {
            let chapter = chapter_of(&c.case)?;
            let says = |other: &Citation| speaks_of(&other.case, &c.case) || speaks_of(&c.case, &other.case);
            let found =
                |other: &Citation| enforces(other) || is_title(&c.case) || lines.points_to(other, &c.file);
            let mut at_home = in_core.iter().filter(|other| is_in(&other.file, &chapter) && says(other));
            let lost = !is_in(&c.file, &chapter) && !at_home.any(|other| found(other));
            lost.then(|| format!("{}:{} [{}]", c.file, c.line, c.case))
        })
        .collect();
    assert!(
        lost.is_empty(),
        "enforced here, but the file of the chapter neither enforces it nor points on:\n{}",
        lost.join("\n")
    );
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
