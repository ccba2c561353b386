//! A copy of the workspace in which every mutant is there at once.

use crate::listed::Mutant;
use crate::render::Rendered;
use crate::shorter::shorter;
use crate::sites::{self, Left};
use crate::{Failed, failed};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The packages that ask the switch: what is made wrong, and tests that read files of the workspace.
const ASKING: [&str; 6] = ["core", "cases", "laws", "table", "ai", "server"];
/// Those whose tests of limits read no file.
const READS_NONE: &str = "server";
const SWITCH: &str = "crates/mutant-switch";

/// The files as they were written, and the mutants that are not in them.
pub(crate) struct Written {
    pub(crate) files: BTreeMap<String, Rendered>,
    pub(crate) left: Left,
}

/// Copy everything that git knows but the page and this tool, and write the switch beside it. What is there no longer
/// goes, so that cargo does not find a package of old.
pub(crate) fn copy(tree: &Path, mutated: &BTreeSet<&str>) -> Result<(), Failed> {
    let out = Command::new("git")
        .args([
            "ls-files",
            "--cached",
            "--others",
            "--exclude-standard",
            "--",
            ".",
            ":!web",
            ":!crates/mutants",
        ])
        .output()
        .map_err(failed("git ls-files"))?;
    let listed = String::from_utf8_lossy(&out.stdout);
    let listed: BTreeSet<&str> = listed.lines().collect();
    sweep(tree, tree, &|file| listed.contains(file) || file.starts_with(SWITCH) || file == "Cargo.lock")?;
    for &file in listed.difference(mutated) {
        // Deleted, and git does not know it yet.
        let Ok(bytes) = fs::read(file) else { continue };
        let bytes = match String::from_utf8(bytes) {
            Ok(text) => shorter(file, adapted(file, text))?.into_bytes(),
            Err(binary) => binary.into_bytes(),
        };
        write(&tree.join(file), &bytes)?;
    }
    let manifest = "[package]\nname = \"pgg-mutant-switch\"\nversion = \"0.0.0\"\nedition = \"2024\"\n";
    write(&tree.join(SWITCH).join("Cargo.toml"), manifest.as_bytes())?;
    write(&tree.join(SWITCH).join("src/lib.rs"), include_bytes!("switch.rs"))
}

/// The packages depend on the switch, and find their files on another machine too.
fn adapted(file: &str, text: String) -> String {
    let package = file.strip_prefix("crates/").and_then(|rest| rest.split('/').next()).unwrap_or_default();
    if !ASKING.contains(&package) {
        return text;
    }
    if file == format!("crates/{package}/Cargo.toml") {
        let line = "[dependencies]\npgg-mutant-switch = { path = \"../mutant-switch\" }\n";
        return match text.contains("\n[dependencies]\n") {
            true => text.replacen("[dependencies]\n", line, 1),
            false => format!("{text}\n{line}"),
        };
    }
    if package == READS_NONE {
        return text;
    }
    let folder = format!("::pgg_mutant_switch::folder(\"crates/{package}\")");
    text.replace("env!(\"CARGO_MANIFEST_DIR\")", &folder)
}

/// Write the files with mutants, without those that do not compile.
pub(crate) fn switch(tree: &Path, mutants: &[Mutant], dropped: &BTreeSet<u32>) -> Result<Written, Failed> {
    let mut files: BTreeMap<&str, Vec<(u32, &Mutant)>> = BTreeMap::new();
    for (number, mutant) in (1..).zip(mutants) {
        let file = files.entry(&mutant.file).or_default();
        if !dropped.contains(&number) {
            file.push((number, mutant));
        }
    }
    let mut written = Written { files: BTreeMap::new(), left: Vec::new() };
    for (file, mutants) in files {
        let text = fs::read_to_string(file).map_err(failed(file))?;
        let (edits, left) = sites::edits(&text, &mutants).map_err(failed(file))?;
        let rendered = Rendered::of(&text, &edits);
        write(&tree.join(file), rendered.text.as_bytes())?;
        written.left.extend(left);
        written.files.insert(file.to_owned(), rendered);
    }
    Ok(written)
}

/// Remove the files of the copy that need not be there.
fn sweep(tree: &Path, folder: &Path, stays: &dyn Fn(&str) -> bool) -> Result<(), Failed> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            sweep(tree, &path, stays)?;
            // A folder that is not empty stays.
            let _ = fs::remove_dir(&path);
        } else if !path.strip_prefix(tree).ok().and_then(Path::to_str).is_some_and(stays) {
            fs::remove_file(&path).map_err(failed(path.display()))?;
        }
    }
    Ok(())
}

/// Only what differs is written, so that cargo builds only that again.
fn write(file: &Path, bytes: &[u8]) -> Result<(), Failed> {
    if fs::read(file).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    let folder = file.parent().unwrap_or(file);
    fs::create_dir_all(folder).map_err(failed(folder.display()))?;
    fs::write(file, bytes).map_err(failed(file.display()))
}
