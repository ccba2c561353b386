//! Why a request was not done: a stable code, a sentence, and where a rule forbids it the case with the facts.

use pgg_core::{BadPosition, Illegal, RecordError, Refused};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A refusal. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[error("{message}")]
pub struct Fault {
    /// A stable code for programs.
    pub code: String,
    /// A sentence for people.
    pub message: String,
    /// The case of the rules that forbids it, such as `6.12`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub case: Option<String>,
    /// What is wrong with the action, as a stable code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub reason: Option<String>,
    /// The units, hexes and numbers the message speaks of, or all that is wrong with a position.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, type = "Record<string, unknown>"))]
    pub facts: Map<String, Value>,
}

impl Fault {
    /// No rule of the game is broken.
    pub fn new(code: &str, message: impl Into<String>) -> Fault {
        Fault { code: code.to_owned(), message: message.into(), case: None, reason: None, facts: Map::new() }
    }

    /// A rule is broken.
    pub fn of_case(case: &str, reason: &str, message: impl Into<String>) -> Fault {
        let (case, reason) = (Some(case.to_owned()), Some(reason.to_owned()));
        Fault { case, reason, ..Fault::new("illegal", message) }
    }

    /// With a fact more.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Fault {
        self.facts.insert(key.to_owned(), value.into());
        self
    }
}

impl From<Illegal> for Fault {
    fn from(illegal: Illegal) -> Fault {
        let mut fault = Fault::of_case(illegal.case.0, &illegal.reason.code(), illegal.reason.to_string());
        if let Ok(Value::Object(mut facts)) = serde_json::to_value(illegal.reason) {
            facts.remove("code");
            fault.facts = facts;
        }
        fault
    }
}

impl From<Refused> for Fault {
    fn from(refused: Refused) -> Fault {
        match refused {
            Refused::Illegal(illegal) => illegal.into(),
            // A seeded source always gives: this cannot be the sender's fault.
            Refused::Chance(error) => Fault::new("internal", error.to_string()),
        }
    }
}

impl From<BadPosition> for Fault {
    fn from(error: BadPosition) -> Fault {
        let problems = serde_json::to_value(&error.0).unwrap_or_default();
        Fault::new("bad_position", error.to_string()).with("problems", problems)
    }
}

impl From<RecordError> for Fault {
    fn from(error: RecordError) -> Fault {
        Fault::new("bad_record", error.to_string()).with("line", error.line)
    }
}
