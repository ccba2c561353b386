//! `cargo xtask count`: figures of the code that are to stay small, or to grow, so that two states of it can be compared.

mod numbers;

use std::fs;
use std::path::{Path, PathBuf};

/// The source of `pgg-core`.
const CORE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/core/src");
/// What makes an item public; `pub(crate)` does not, and re-exports are no items.
const ITEMS: [&str; 9] = ["const", "fn", "struct", "enum", "trait", "type", "static", "mod", "unsafe"];

/// Prints the figures.
pub(crate) fn run() -> Result<(), ()> {
    let mut sources = Vec::new();
    sources_in(Path::new(CORE), &mut sources).map_err(|error| eprintln!("xtask: {CORE}: {error}"))?;
    sources.sort();
    let (mut items, mut documented, mut examples, mut longest) = (0, 0, 0, (0, String::new()));
    for path in sources {
        let text =
            fs::read_to_string(&path).map_err(|error| eprintln!("xtask: {}: {error}", path.display()))?;
        let lines: Vec<&str> = text.lines().collect();
        for (n, _) in lines.iter().enumerate().filter(|(_, line)| is_public(line)) {
            items += 1;
            documented += usize::from(is_documented(&lines[..n], &lines[n..]));
        }
        examples += fences(&lines).div_ceil(2);
        for (length, name) in functions(&lines) {
            if length > longest.0 {
                longest =
                    (length, format!("{name} in {}", path.strip_prefix(CORE).unwrap_or(&path).display()));
            }
        }
    }
    eprintln!("pgg-core");
    eprintln!("{items:>6}  public items");
    eprintln!("{documented:>6}  documented ones");
    eprintln!("{examples:>6}  fenced examples");
    eprintln!("{:>6}  lines in the longest function: {}", longest.0, longest.1);
    opponents()
}

/// Prints how many numbers of the opponents have no name, or no reason.
fn opponents() -> Result<(), ()> {
    let mut sources = Vec::new();
    sources_in(Path::new(numbers::AI), &mut sources)
        .map_err(|error| eprintln!("xtask: {}: {error}", numbers::AI))?;
    let mut all = numbers::Numbers::default();
    for path in sources.iter().filter(|path| numbers::counts(path)) {
        let text =
            fs::read_to_string(path).map_err(|error| eprintln!("xtask: {}: {error}", path.display()))?;
        let found = numbers::of(&text);
        all.bare += found.bare;
        all.constants += found.constants;
        all.unexplained += found.unexplained;
    }
    eprintln!("pgg-ai");
    eprintln!("{:>6}  numbers outside weights and constants, 0, 1 and 2 apart", all.bare);
    eprintln!("{:>6}  constants", all.constants);
    eprintln!("{:>6}  of them without a line of their own", all.unexplained);
    Ok(())
}

fn sources_in(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            sources_in(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    Ok(())
}

fn is_public(line: &str) -> bool {
    let rest = line.trim_start().strip_prefix("pub ");
    rest.and_then(|rest| rest.split_whitespace().next()).is_some_and(|word| ITEMS.contains(&word))
}

/// Is there a comment above it, or, for a module, is it one that says so at its head? Attributes may lie between.
fn is_documented(above: &[&str], from: &[&str]) -> bool {
    let comment = above
        .iter()
        .rev()
        .map(|line| line.trim())
        .find(|line| !line.starts_with("#[") && !line.starts_with(")]") && !line.ends_with(','))
        .is_some_and(|line| line.starts_with("///"));
    // The lint `missing_docs` holds modules in files to a head of their own.
    comment
        || from.first().is_some_and(|line| line.trim_start().starts_with("pub mod ") && line.ends_with(';'))
}

/// Lines of documentation that begin or end an example.
fn fences(lines: &[&str]) -> usize {
    let text = |line: &&str| line.trim_start().trim_start_matches(['/', '!']).trim().starts_with("```");
    lines.iter().filter(|line| line.trim_start().starts_with("//") && text(line)).count()
}

/// Every function with its lines: rustfmt ends it where its first line began.
fn functions<'a>(lines: &'a [&'a str]) -> impl Iterator<Item = (usize, &'a str)> {
    lines.iter().enumerate().filter_map(|(n, line)| {
        let name = line.split_once("fn ").filter(|(before, _)| {
            before
                .split_whitespace()
                .all(|word| word.starts_with("pub") || ["const", "unsafe"].contains(&word))
        })?;
        let end = format!("{}}}", &line[..line.len() - line.trim_start().len()]);
        let length = lines[n..].iter().position(|line| *line == end)? + 1;
        Some((length, name.1.split(['(', '<']).next().unwrap_or_default()))
    })
}
