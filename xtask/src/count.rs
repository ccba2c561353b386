//! `cargo xtask count [FOLDER]`: figures of the code that are to stay small, or to grow. With the folder of another
//! checkout it counts that one, so that two states are compared by the same rules.

mod decisions;
mod names;
mod numbers;
mod passages;

use std::fs;
use std::path::{Path, PathBuf};

/// The kinds of public items; `pub(crate)` does not count, nor do re-exports.
const ITEMS: [&str; 9] = ["const", "fn", "struct", "enum", "trait", "type", "static", "mod", "unsafe"];

/// A source file: its path within the checkout, and what it says.
struct Source {
    path: String,
    text: String,
}

/// Prints the figures of the checkout in the folder, or of this one.
pub(crate) fn run(args: &[String]) -> Result<(), ()> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let root = args.first().map_or(here, PathBuf::from);
    let sources = read(&root).map_err(|error| eprintln!("xtask: {}: {error}", root.display()))?;
    library(&sources);
    opponents(&sources);
    decisions::print(&sources);
    passages::print(&sources);
    Ok(())
}

/// Everything that is built into the programs and the page, without tests.
fn read(root: &Path) -> std::io::Result<Vec<Source>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(root.join("crates"))? {
        let folder = entry?.path().join("src");
        if folder.is_dir() {
            sources_in(&folder, &mut paths)?;
        }
    }
    sources_in(&root.join("web/src"), &mut paths)?;
    paths.sort();
    let source = |path: PathBuf| {
        let text = fs::read_to_string(&path)?;
        let path = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        Ok(Source { path, text })
    };
    paths.into_iter().map(source).collect()
}

/// The front of `pgg-core`, and the longest function anywhere.
fn library(sources: &[Source]) {
    let (mut items, mut documented, mut examples) = (0, 0, 0);
    let (mut in_core, mut anywhere) = ((0, String::new()), (0, String::new()));
    for source in sources.iter().filter(|source| source.path.ends_with(".rs")) {
        let lines: Vec<&str> = source.text.lines().collect();
        let core = source.path.starts_with("crates/core/");
        if core {
            for (n, _) in lines.iter().enumerate().filter(|(_, line)| is_public(line)) {
                items += 1;
                documented += usize::from(is_documented(&lines[..n], &lines[n..]));
            }
            examples += fences(&lines).div_ceil(2);
        }
        for (length, name) in functions(&lines) {
            let told = || (length, format!("{name} in {}", source.path));
            if core && length > in_core.0 {
                in_core = told();
            }
            if length > anywhere.0 {
                anywhere = told();
            }
        }
    }
    eprintln!("pgg-core");
    eprintln!("{items:>6}  public items");
    eprintln!("{documented:>6}  documented ones");
    eprintln!("{examples:>6}  fenced examples");
    eprintln!("{:>6}  lines in the longest function: {}", in_core.0, in_core.1);
    eprintln!("all crates");
    eprintln!("{:>6}  lines in the longest function: {}", anywhere.0, anywhere.1);
}

/// How many numbers in the opponents have no name, or no reason.
fn opponents(sources: &[Source]) {
    let mut all = numbers::Numbers::default();
    for source in sources.iter().filter(|source| numbers::counts(&source.path)) {
        let found = numbers::of(&source.text);
        all.bare += found.bare;
        all.constants += found.constants;
        all.sharing += found.sharing;
        all.unexplained += found.unexplained;
    }
    eprintln!("pgg-ai");
    eprintln!("{:>6}  numbers outside weights and constants, 0, 1 and 2 apart", all.bare);
    eprintln!("{:>6}  constants", all.constants);
    eprintln!("{:>6}  of them sharing the line that says why", all.sharing);
    eprintln!("{:>6}  of them without one", all.unexplained);
}

fn sources_in(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            sources_in(&path, found)?;
        } else if path
            .extension()
            .is_some_and(|extension| ["rs", "ts", "svelte"].iter().any(|of| extension == *of))
        {
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
