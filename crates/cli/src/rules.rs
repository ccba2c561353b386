//! `pgg rules`: what a case says, in the words of the rulebook; for programmers in those of the specification, with where it
//! is enforced and which tests hold it.

use crate::failure::Failure;
use std::io::Write;

include!(concat!(env!("OUT_DIR"), "/cases.rs"));

/// A case of the rules; the build script makes the tables of `docs/rulebook.md` and of `docs/rules.md`.
pub(crate) struct CaseText {
    pub(crate) number: &'static str,
    pub(crate) text: &'static str,
}

/// A place in the sources that cites a case.
pub(crate) struct Citation {
    case: &'static str,
    file: &'static str,
    line: u32,
    test: Option<&'static str>,
    /// In the declaration of a type, which enforces nothing.
    declares: bool,
}

impl Citation {
    /// Does this place enforce the case?
    fn enforces(&self) -> bool {
        self.test.is_none() && !self.declares && self.file.starts_with("crates/core/src/")
    }
}

/// What a case of the rules says.
///
/// Example: `pgg rules 9.72` prints who routes a retreat. A letter names a clause (`9.73b`), an R a ruling (`R42`).
/// Without a case it lists them all. With --code programmers get the specification's words, and learn where the sources
/// enforce a case and which tests hold it.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A case such as 9.72, or a ruling such as R42.
    case: Option<String>,
    /// The specification's words instead, and where the sources enforce and test them.
    #[arg(long)]
    code: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut out = crate::out::stdout();
    match &args.case {
        Some(case) => write!(out, "{}", explain(case, args.code)?)?,
        None => list(&mut out, args.code)?,
    }
    Ok(())
}

/// A case as text, for programmers with its places in the sources; similar cases if it does not exist.
pub(crate) fn explain(wanted: &str, code: bool) -> Result<String, Failure> {
    let wanted = wanted.trim().trim_start_matches('[').trim_end_matches(']');
    let cases = if code { CASES } else { RULEBOOK };
    let (case, clause) = find(cases, wanted).ok_or_else(|| {
        Failure::No(format!("there is no case '{wanted}'; near it: {}", near(cases, wanted).join(", ")))
    })?;
    let places: Vec<&Citation> = CITATIONS
        .iter()
        .filter(|c| match clause {
            Some(clause) => c.case == clause,
            None => speaks_of(c.case, case.number),
        })
        .collect();
    let mut text = format!("{}\n", plain(case.text, code));
    let within: Vec<&str> = cases.iter().map(|c| c.number).filter(|n| is_within(n, case.number)).collect();
    if !within.is_empty() {
        text += &format!("\nWithin it: {}.\n", within.join(", "));
    }
    if !code {
        return Ok(text);
    }
    let mut section = |title: &str, chosen: Vec<String>| {
        if !chosen.is_empty() {
            text += &format!("\n{title}\n");
            chosen.iter().for_each(|line| text += &format!("  {line}\n"));
        }
    };
    let at = |c: &Citation| format!("{}:{}", c.file, c.line);
    let untested = || places.iter().filter(|c| c.test.is_none() && !c.file.contains("/tests/"));
    section("enforced in", unique(untested().filter(|c| c.enforces()).map(|c| at(c))));
    section("also named in", unique(untested().filter(|c| !c.enforces()).map(|c| at(c))));
    let tests = places.iter().filter_map(|c| c.test.map(|name| (c, name)));
    section("tested in", first_of_each_test(tests.map(|(c, name)| (at(c), name))));
    if places.is_empty() {
        text += "\nNo source cites it.\n";
    }
    Ok(text)
}

/// The case of a number; a clause without a text of its own is found in its case.
fn find<'a>(cases: &'static [CaseText], wanted: &'a str) -> Option<(&'static CaseText, Option<&'a str>)> {
    let exact = |number: &str| cases.iter().find(|c| c.number.eq_ignore_ascii_case(number));
    exact(wanted).map(|case| (case, None)).or_else(|| {
        let parent = wanted.strip_suffix(|c: char| c.is_ascii_lowercase())?;
        exact(parent).map(|case| (case, Some(wanted)))
    })
}

/// Itself, or a clause of it.
fn speaks_of(cited: &str, case: &str) -> bool {
    cited
        .strip_prefix(case)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_lowercase()))
}

/// One level down: 14.11 is within 14.1, 14.1 within 14.0.
fn is_within(number: &str, case: &str) -> bool {
    let stem = case.strip_suffix('0').filter(|s| s.ends_with('.')).unwrap_or(case);
    number != case && number.strip_prefix(stem).is_some_and(|rest| rest.len() == 1)
}

fn unique(lines: impl Iterator<Item = String>) -> Vec<String> {
    let mut all: Vec<String> = lines.collect();
    all.dedup();
    all
}

/// A test that cites a case several times is named once.
fn first_of_each_test<'a>(tests: impl Iterator<Item = (String, &'a str)>) -> Vec<String> {
    let mut seen: Vec<(String, &str)> = Vec::new();
    let mut lines = Vec::new();
    for (at, name) in tests {
        let file = at.split(':').next().unwrap_or_default().to_owned();
        if !seen.contains(&(file.clone(), name)) {
            lines.push(format!("{at} {name}"));
            seen.push((file, name));
        }
    }
    lines
}

/// The cases that look most like the one asked for.
fn near(cases: &'static [CaseText], wanted: &str) -> Vec<&'static str> {
    let mut all: Vec<&str> = cases.iter().map(|c| c.number).collect();
    let chapter = |text: &str| text.split('.').next().unwrap_or_default().to_owned();
    all.sort_by_key(|number| (chapter(number) != chapter(wanted), distance(number, wanted)));
    all.truncate(5);
    all
}

/// The edit distance.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(20).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut before = row[0];
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let changed = before + usize::from(ca != *cb);
            before = row[j + 1];
            row[j + 1] = changed.min(before + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

/// Markdown without its marks, and a ruling's row as sentences.
fn plain(text: &str, code: bool) -> String {
    if let Some(row) = text.strip_prefix("| R") {
        let cells: Vec<&str> = row.trim_end_matches('|').split('|').map(str::trim).collect();
        return match cells.as_slice() {
            [number, question, ruling, basis, ..] if code && !basis.is_empty() => {
                format!("R{number} {question}\n{ruling}\n(basis, doubt: {basis})")
            }
            [number, question, ruling, why, ..] if !why.is_empty() => {
                format!("R{number} {question}\n{ruling}.\nWhy: {why}.")
            }
            _ => format!("R{}", cells.join("\n")).trim_end().to_owned(),
        };
    }
    let text = text.replace("**", "");
    let text = text.trim_start_matches("- ").trim_start_matches('#').trim_start();
    if code { text.to_owned() } else { unmarked(text) }
}

/// Without the marks of headings, emphasis and tables that the page is made from.
fn unmarked(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines().filter(|line| !line.trim_start().starts_with("<!--")) {
        let rule = line.trim_start().starts_with("|--") || line.trim_start().starts_with("| --");
        if rule {
            continue;
        }
        // An example is marked as quoted, and names the figure that the page draws.
        let line = line.trim_start().strip_prefix("> ").unwrap_or(line);
        let line =
            line.strip_prefix("<!-- ").and_then(|l| l.split_once("--> ")).map_or(line, |(_, words)| words);
        let line = line.trim_start_matches('#').replace('`', "");
        // An asterisk between blanks is a sign of its own, such as a Leader's.
        let letters: Vec<char> = line.chars().collect();
        let blank = |at: Option<usize>| at.and_then(|at| letters.get(at)).is_none_or(|c| c.is_whitespace());
        let kept = letters
            .iter()
            .enumerate()
            .filter(|&(at, &letter)| letter != '*' || (blank(at.checked_sub(1)) && blank(Some(at + 1))));
        lines.push(kept.map(|(_, letter)| letter).collect());
    }
    lines.join("\n").trim().to_owned()
}

fn list(out: &mut impl Write, code: bool) -> std::io::Result<()> {
    if !code {
        for case in RULEBOOK {
            writeln!(out, "{:>6}  {}", case.number, title(case))?;
        }
        return Ok(());
    }
    writeln!(out, "{:>6}  {:<70} {:>8} {:>6}", "case", "", "enforced", "tests")?;
    for case in CASES {
        let of_case = || CITATIONS.iter().filter(|c| speaks_of(c.case, case.number));
        let enforced = of_case().filter(|c| c.enforces()).count();
        let mut tests: Vec<_> = of_case().filter_map(|c| c.test.map(|name| (c.file, name))).collect();
        tests.dedup();
        writeln!(out, "{:>6}  {:<70} {enforced:>8} {:>6}", case.number, title(case), tests.len())?;
    }
    Ok(())
}

/// The first words of a case.
fn title(case: &CaseText) -> String {
    let text = plain(case.text, false).replace('\n', " ");
    let text = text.trim_start_matches(&format!("[{}]", case.number)).trim_start_matches(case.number).trim();
    if text.chars().count() <= 70 {
        return text.to_owned();
    }
    let short: String = text.chars().take(68).collect();
    let words = short.rsplit_once(' ').map_or(short.as_str(), |(words, _)| words);
    format!("{} …", words.trim_end_matches([',', '.', ':', ';']))
}
