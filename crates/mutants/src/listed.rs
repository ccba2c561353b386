//! The mutants as `cargo mutants --list --json` names them.

use crate::Failed;
use serde::Deserialize;
use std::process::Command;

/// What is made wrong, and the packages whose tests judge it.
pub(crate) const JUDGED: [(&str, &[&str]); 4] = [
    ("pgg-core", &["pgg-core", "pgg-cases", "pgg-laws"]),
    ("pgg-table", &["pgg-table"]),
    (AI, &[AI]),
    (SERVER, &[SERVER]),
];
const AI: &str = "pgg-ai";
const SERVER: &str = "pgg-server";

/// Does this test judge? Of the opponents only the evaluation is made wrong, of the server only its limits: their other
/// tests play whole games and start whole servers to look at something else.
pub(crate) fn judges(package: &str, test: &str) -> bool {
    match package {
        AI => test.starts_with("eval::"),
        SERVER => test.starts_with("limits::"),
        _ => true,
    }
}

/// One mutant. Its number is its place in the list, from 1.
#[derive(Debug, Deserialize)]
pub(crate) struct Mutant {
    pub(crate) name: String,
    pub(crate) package: String,
    pub(crate) file: String,
    pub(crate) function: Option<Function>,
    pub(crate) span: Span,
    pub(crate) replacement: String,
    pub(crate) genre: Genre,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Function {
    pub(crate) function_name: String,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Span {
    pub(crate) start: Position,
}

/// Line and column, both from 1.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Position {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
pub(crate) enum Genre {
    FnValue,
    BinaryOperator,
    UnaryOperator,
    MatchArm,
    MatchArmGuard,
    StructField,
}

/// All mutants of the packages that are judged.
pub(crate) fn list() -> Result<Vec<Mutant>, Failed> {
    let mut listed = Vec::new();
    for (package, _) in JUDGED {
        let out = Command::new("cargo")
            .args(["mutants", "--list", "--json", "--package", package])
            .output()
            .map_err(|error| Failed(format!("cargo mutants: {error}")))?;
        if !out.status.success() {
            return Err(Failed(format!("cargo mutants --list: {}", String::from_utf8_lossy(&out.stderr))));
        }
        let mutants: Vec<Mutant> =
            serde_json::from_slice(&out.stdout).map_err(|error| Failed(format!("the list: {error}")))?;
        listed.extend(mutants);
    }
    Ok(listed)
}
