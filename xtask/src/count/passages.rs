//! Duplicated passages of code, by exact match.

use super::Source;
use std::collections::HashMap;

/// The least number of lines of a passage: shorter ones are common idioms.
const LINES: usize = 6;
/// Generated files, and files that are alike on purpose.
const LEFT_OUT: [&str; 4] = ["web/src/wire/", "web/src/fixtures/", "crates/cases/", "web/src/testing/"];

/// Prints how many there are.
pub(super) fn print(sources: &[Source]) {
    let counted =
        |path: &str| !LEFT_OUT.iter().any(|folder| path.starts_with(folder)) && !path.contains("test");
    let sources: Vec<&Source> = sources.iter().filter(|source| counted(&source.path)).collect();
    let found = places(&sources);
    eprintln!("everything but tests");
    eprintln!("{:>6}  passages of {LINES} lines and more that stand in two places", found.len());
    found.iter().for_each(|place| eprintln!("        {place}"));
}

/// The number of a line, and what it says without what every file has.
fn lines(source: &Source) -> Vec<&str> {
    let says = |line: &&str| {
        let apart = ["//", "use ", "import ", "#[", "*", "/*"].iter().any(|start| line.starts_with(start));
        !apart && line.chars().filter(|c| c.is_alphanumeric()).count() > 2
    };
    source.text.lines().map(str::trim).filter(says).collect()
}

/// Maximal runs of lines that occurred before.
fn places(sources: &[&Source]) -> Vec<String> {
    let mut seen: HashMap<Vec<&str>, (usize, usize)> = HashMap::new();
    let mut passages = Vec::new();
    for (file, source) in sources.iter().enumerate() {
        let lines = lines(source);
        let mut until = None;
        for (at, window) in lines.windows(LINES).enumerate() {
            match seen.get(window) {
                Some(&(other, place)) if other != file || place + LINES <= at => {
                    // The same passage goes on if the one before it came from the line before.
                    if until != Some((other, place)) {
                        passages.push(format!("{} and {}: {}", source.path, sources[other].path, window[0]));
                    }
                    until = Some((other, place + 1));
                }
                _ => {
                    until = None;
                    seen.entry(window.to_vec()).or_insert((file, at));
                }
            }
        }
    }
    passages
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(path: &str, text: &str) -> Source {
        Source { path: path.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn a_passage_counts_once_however_long() {
        let names = |from: char| (from..='z').map(|c| format!("let value_{c} = 1;\n")).collect::<String>();
        let (all, some) = (source("a", &names('a')), source("b", &format!("{}other();", names('n'))));
        assert_eq!(places(&[&all, &some]).len(), 1);
        assert!(places(&[&all]).is_empty());
        let short = source("c", &names('w'));
        assert!(places(&[&all, &short]).is_empty());
    }
}
