//! The front of the library: what stands at the root of `pgg-core` is shown in use.

use std::fs;
use std::path::{Path, PathBuf};

/// The names at the root, each with the module that has it.
fn root(lib: &str) -> Vec<(String, &str)> {
    let uses = lib.split("pub use ").skip(1).filter_map(|rest| rest.split_once(';')).map(|(path, _)| path);
    uses.flat_map(|path| {
        let (module, names) = path.rsplit_once("::").expect("a path");
        let names = names.trim_matches(['{', '}']).split(',').map(|name| name.trim().to_owned());
        names.map(move |name| (name, module)).collect::<Vec<_>>()
    })
    .collect()
}

/// The sources of a module and of those below it.
fn sources(src: &Path, module: &str) -> Vec<String> {
    let path = src.join(module.replace("::", "/"));
    let mut files = vec![path.with_extension("rs")];
    if let Ok(below) = fs::read_dir(&path) {
        files.extend(below.map(|file| file.expect("a file").path()).filter(|path| path.is_file()));
    }
    files.iter().map(|file| fs::read_to_string(file).expect("a source")).collect()
}

/// Has the item of the name an example among the lines of documentation above it?
fn has_example(source: &str, name: &str) -> Option<bool> {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let declares = |line: &str| {
        let item = ["struct", "enum", "trait", "fn", "type"]
            .iter()
            .find_map(|item| line.strip_prefix("pub ")?.strip_prefix(item)?.strip_prefix(' '));
        item.is_some_and(|rest| {
            rest.strip_prefix(name)
                .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        })
    };
    let at = lines.iter().position(|line| declares(line))?;
    let above = lines[..at].iter().rev().take_while(|line| line.starts_with("///") || line.starts_with("#["));
    Some(above.filter(|line| line.starts_with("/// ```")).count() >= 2)
}

#[test]
fn every_name_at_the_root_has_an_example() {
    let src = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../core/src");
    let lib = fs::read_to_string(src.join("lib.rs")).expect("the front page");
    let names = root(&lib);
    assert!(names.len() >= 40, "{names:?}");
    let shown = |(name, module): &(String, &str)| {
        sources(&src, module).iter().find_map(|source| has_example(source, name)).unwrap_or(false)
    };
    let silent: Vec<&String> = names.iter().filter(|name| !shown(name)).map(|(name, _)| name).collect();
    assert!(silent.is_empty(), "without an example: {silent:?}");
}

/// The variants of `Reason` have no documentation of their own: their sentences say what they mean.
#[test]
fn the_documentation_lists_every_reason() {
    let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../core/src/game/illegal.rs");
    let source = fs::read_to_string(source).expect("the source");
    let (documented, rest) = source.split_once("pub enum Reason {").expect("the enum");
    let (variants, _) = rest.split_once("\n}\n").expect("its end");
    let row = |variant: &str| {
        let (sentence, rest) = variant.split_once(")]").expect("a sentence");
        let sentence = sentence.trim().trim_matches('"').replace(":02}", "}");
        let name: String = rest.trim_start().chars().take_while(char::is_ascii_alphanumeric).collect();
        format!("/// | `{name}` | {sentence} |\n")
    };
    let table: String = variants.split("#[error(").skip(1).map(row).collect();
    assert!(documented.contains(&table), "the table above `Reason` has to be:\n{table}");
}
