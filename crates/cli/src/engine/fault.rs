//! The error object: the case if a rule is broken, a stable reason, a sentence, and facts for programs.

use super::lines;
use pgg_core::formats::position::Problem;
use pgg_core::{BadPosition, Illegal, NoChance, RecordError, Refused};
use serde::Serialize;
use serde_json::{Value, json};

/// Why a request was not done. Nothing has changed.
#[derive(Debug, Serialize, thiserror::Error)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub(super) enum Fault {
    #[error("the line is longer than {} bytes and was skipped", lines::LIMIT)]
    LineTooLong,
    /// The line is not JSON.
    #[error("{detail}")]
    BadJson {
        #[serde(skip)]
        detail: String,
        #[serde(flatten)]
        at: At,
    },
    /// It is JSON, but not valid for the command.
    #[error("{detail}")]
    BadRequest {
        #[serde(skip)]
        detail: String,
        #[serde(flatten)]
        at: Option<At>,
        /// The fields of the command.
        expected: &'static str,
    },
    #[error("'{command}' is no command: expected {}", super::request::COMMANDS.join(", "))]
    UnknownCommand {
        #[serde(skip)]
        command: String,
    },
    #[error("there is no game: use new or load first")]
    NoGame,
    #[error("{}", BadPosition(problems.clone()))]
    BadPosition { problems: Vec<Problem> },
    #[error("{detail}")]
    BadRecord {
        #[serde(skip)]
        detail: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        record_line: Option<usize>,
    },
    /// A dictated outcome is impossible, or was not used.
    #[error("{detail}")]
    Chance {
        #[serde(skip)]
        detail: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        left: Option<Left>,
    },
    #[error("{}", if *done { "undo goes back neither over a die or a draw nor over a change of the deciding side" }
        else { "nothing has been done" })]
    CannotUndo {
        /// The state of the game after the error.
        #[serde(skip)]
        done: bool,
    },
    #[error("nothing has been undone since the last action")]
    CannotRedo,
    #[error("{unit} is not on the map")]
    NotOnMap {
        #[serde(skip)]
        unit: pgg_core::UnitId,
    },
    /// A fault of the program.
    #[error("{detail}")]
    Internal {
        #[serde(skip)]
        detail: String,
    },
    /// Against the rules.
    #[error("{}", .0.reason)]
    #[serde(untagged)]
    Illegal(#[from] Illegal),
}

/// Where in the line sent.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct At {
    line: usize,
    column: usize,
}

impl From<&serde_json::Error> for At {
    fn from(error: &serde_json::Error) -> At {
        At { line: error.line(), column: error.column() }
    }
}

/// Dictated outcomes that an action did not use.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Left {
    pub(super) dice: usize,
    pub(super) reveals: usize,
    pub(super) kinds: usize,
}

impl Fault {
    pub(super) fn bad_json(error: &serde_json::Error) -> Fault {
        Fault::BadJson { detail: error.to_string(), at: error.into() }
    }

    /// The fields cannot be parsed.
    pub(super) fn unreadable(error: &serde_json::Error, expected: &'static str) -> Fault {
        Fault::BadRequest { detail: error.to_string(), at: Some(error.into()), expected }
    }

    /// The fields are valid, but contradict one another.
    pub(super) fn bad_request(detail: impl Into<String>, expected: &'static str) -> Fault {
        Fault::BadRequest { detail: detail.into(), at: None, expected }
    }

    /// `case` is always there, null where no rule is broken.
    pub(super) fn into_json(self) -> Value {
        let mut error = json!(self);
        if let Value::Object(fields) = &mut error {
            fields.entry("case").or_insert(Value::Null);
            fields.insert("message".to_owned(), self.to_string().into());
        }
        error
    }
}

impl From<NoChance> for Fault {
    fn from(error: NoChance) -> Fault {
        Fault::Chance { detail: error.to_string(), left: None }
    }
}

impl From<Left> for Fault {
    fn from(left: Left) -> Fault {
        let Left { dice, reveals, kinds } = left;
        let detail = format!("the action did not use {dice} dice, {reveals} reveals and {kinds} kinds");
        Fault::Chance { detail, left: Some(left) }
    }
}

impl From<Refused> for Fault {
    fn from(refused: Refused) -> Fault {
        match refused {
            Refused::Illegal(illegal) => illegal.into(),
            Refused::Chance(error) => error.into(),
        }
    }
}

impl From<BadPosition> for Fault {
    fn from(error: BadPosition) -> Fault {
        Fault::BadPosition { problems: error.0 }
    }
}

impl From<RecordError> for Fault {
    fn from(error: RecordError) -> Fault {
        Fault::BadRecord { detail: error.to_string(), record_line: Some(error.line) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pgg_core::{Case, Reason, UnitId};
    use std::collections::BTreeSet;

    /// One of each.
    fn samples() -> Vec<Fault> {
        let detail = String::new;
        let at = At { line: 1, column: 2 };
        let unit = UnitId::all().next().expect("a unit");
        let all = vec![
            Fault::LineTooLong,
            Fault::BadJson { detail: detail(), at },
            Fault::BadRequest { detail: detail(), at: Some(at), expected: "units" },
            Fault::UnknownCommand { command: detail() },
            Fault::NoGame,
            Fault::BadPosition { problems: Vec::new() },
            Fault::BadRecord { detail: detail(), record_line: Some(1) },
            Left { dice: 1, reveals: 0, kinds: 0 }.into(),
            Fault::CannotUndo { done: true },
            Fault::CannotRedo,
            Fault::NotOnMap { unit },
            Fault::Internal { detail: detail() },
            Illegal { case: Case("15.0"), reason: Reason::GameOver }.into(),
        ];
        // A new fault does not compile here, and must be added above.
        all.iter().for_each(|fault| match fault {
            Fault::LineTooLong
            | Fault::BadJson { .. }
            | Fault::BadRequest { .. }
            | Fault::UnknownCommand { .. }
            | Fault::NoGame
            | Fault::BadPosition { .. }
            | Fault::BadRecord { .. }
            | Fault::Chance { .. }
            | Fault::CannotUndo { .. }
            | Fault::CannotRedo
            | Fault::NotOnMap { .. }
            | Fault::Internal { .. }
            | Fault::Illegal(_) => {}
        });
        all
    }

    #[test]
    fn the_document_names_every_reason_and_field_and_no_other() {
        let document =
            std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/engine-protocol.md"))
                .expect("the document");
        let section = document.split("\n## Replies and errors\n").nth(1).expect("the heading");
        let section = section.split("\n## ").next().expect("a section");
        let (fields, reasons) = section.split_once("| reason |").expect("the table of reasons");
        let named = |table: &str| -> BTreeSet<String> {
            let rows = table.lines().filter(|line| line.starts_with("| `"));
            let first = rows.filter_map(|line| line.split('|').nth(1));
            first.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
        };
        let (mut given, mut keys) = (BTreeSet::new(), BTreeSet::from(["facts".to_owned()]));
        for fault in samples() {
            let error = fault.into_json();
            if error["case"].is_null() {
                given.insert(error["reason"].as_str().expect("a reason").to_owned());
            }
            keys.extend(error.as_object().expect("an object").keys().cloned());
        }
        assert_eq!(named(reasons), given);
        assert_eq!(named(fields), keys);
    }
}
