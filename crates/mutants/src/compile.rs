//! The copy compiled: mutants that do not compile are found, and the test programs built.

use crate::tree::Written;
use crate::{Failed, failed};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Whose code is made wrong. An error in one hides those of the packages that need it.
const MUTATED: [&str; 4] = ["pgg-core", "pgg-table", "pgg-ai", "pgg-server"];
const TARGET: &str = "x86_64-unknown-linux-gnu";
/// The programs need no library of the machine that they run on.
const STATIC: &str = "-C target-feature=+crt-static";

/// A test program, with the package whose tests it holds.
pub(crate) struct Program {
    pub(crate) package: String,
    pub(crate) kind: String,
    pub(crate) path: PathBuf,
}

/// The mutants to which the compiler's errors are owed; none when all is well.
pub(crate) fn unviable(tree: &Path, written: &Written) -> Result<BTreeSet<u32>, Failed> {
    for package in MUTATED {
        let mut owed = BTreeSet::new();
        let mut unexplained = Vec::new();
        let (done, messages) = cargo(tree, &["check", "--package", package])?;
        for error in messages.iter().filter(|m| m.is_error()) {
            let message = error.message.as_ref().expect("an error has a message");
            let mut found = false;
            for span in message.spans.iter().filter(|span| span.is_primary) {
                let numbers = span.in_file(written).map(|(file, range)| written.files[file].owed(&range));
                found |= numbers.as_ref().is_some_and(|numbers| !numbers.is_empty());
                owed.extend(numbers.unwrap_or_default());
            }
            if !found && !message.spans.is_empty() {
                unexplained.push(message.rendered.clone().unwrap_or_default());
            }
        }
        if !owed.is_empty() {
            return Ok(owed);
        }
        if !done {
            return Err(Failed(format!("{package} does not compile:\n{}", unexplained.join("\n"))));
        }
    }
    Ok(BTreeSet::new())
}

/// Build the test programs of these packages.
pub(crate) fn build(tree: &Path, packages: &BTreeSet<&str>) -> Result<Vec<Program>, Failed> {
    let mut args = vec!["test", "--no-run", "--lib", "--tests"];
    args.extend(packages.iter().flat_map(|package| ["--package", package]));
    let (done, messages) = cargo(tree, &args)?;
    if !done {
        let rendered =
            messages.iter().filter(|m| m.is_error()).filter_map(|m| m.message.as_ref()?.rendered.clone());
        return Err(Failed(rendered.collect()));
    }
    let program = |message: &Message| {
        let target = message.target.as_ref()?;
        let name = message.package_id.as_ref()?.rsplit('/').next()?.split('#').next()?;
        let path = message.executable.clone()?;
        Some(Program { package: format!("pgg-{name}"), kind: target.name.clone(), path })
    };
    Ok(messages.iter().filter_map(program).collect())
}

/// This tool, built as the test programs are: to run on another machine.
pub(crate) fn this_tool(folder: &Path) -> Result<PathBuf, Failed> {
    let target = folder.join("tool");
    let status = Command::new("cargo")
        .args(["build", "--package", "pgg-mutants", "--target", TARGET, "--config", "profile.dev.strip=true"])
        .env("CARGO_TARGET_DIR", &target)
        .env("RUSTFLAGS", STATIC)
        .status()
        .map_err(failed("cargo"))?;
    match status.success() {
        true => Ok(target.join(TARGET).join("debug/pgg-mutants")),
        false => Err(Failed("this tool does not compile".to_owned())),
    }
}

#[derive(Deserialize)]
struct Message {
    reason: String,
    message: Option<Diagnostic>,
    package_id: Option<String>,
    target: Option<Target>,
    executable: Option<PathBuf>,
}

impl Message {
    fn is_error(&self) -> bool {
        self.reason == "compiler-message" && self.message.as_ref().is_some_and(|m| m.level == "error")
    }
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

#[derive(Deserialize)]
struct Diagnostic {
    level: String,
    spans: Vec<Span>,
    rendered: Option<String>,
}

#[derive(Deserialize)]
struct Span {
    file_name: String,
    byte_start: usize,
    byte_end: usize,
    is_primary: bool,
    expansion: Option<Box<Expansion>>,
}

#[derive(Deserialize)]
struct Expansion {
    span: Span,
}

impl Span {
    /// Where in a file with mutants it is; of a macro, where it is called.
    fn in_file<'w>(&self, written: &'w Written) -> Option<(&'w str, Range<usize>)> {
        match written.files.get_key_value(&self.file_name) {
            Some((file, _)) => Some((file, self.byte_start..self.byte_end)),
            None => self.expansion.as_ref()?.span.in_file(written),
        }
    }
}

/// Run cargo in the copy.
fn cargo(tree: &Path, args: &[&str]) -> Result<(bool, Vec<Message>), Failed> {
    let mut command = Command::new("cargo");
    command.args(args).args(["--target", TARGET, "--profile", "mutants", "--message-format", "json"]);
    // Built once and run ten thousand times.
    for option in
        ["incremental=false", "strip=true", "package.pgg-core.opt-level=3", "package.pgg-cases.opt-level=1"]
    {
        command.args(["--config", &format!("profile.mutants.{option}")]);
    }
    command.current_dir(tree).env("CARGO_TARGET_DIR", tree.join("../build"));
    command.env("RUSTFLAGS", format!("--cap-lints warn {STATIC}"));
    // The switch answers the compiler and the running program differently; no other crate needs more than stable Rust.
    command.env("RUSTC_BOOTSTRAP", "pgg_mutant_switch");
    let out = command.stderr(Stdio::inherit()).output().map_err(failed("cargo"))?;
    let lines = String::from_utf8_lossy(&out.stdout);
    let messages = lines.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let messages = messages.filter_map(|message| serde_json::from_value(message).ok()).collect();
    Ok((out.status.success(), messages))
}
