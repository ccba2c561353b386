//! The error object: the case if a rule is broken, a stable reason, a sentence, and facts for programs.

use super::lines;
use pgg_core::{BadPosition, Illegal, NoChance, RecordError, Refused};
use pgg_table::fault::Fault as TableFault;
use serde_json::{Map, Value, json};

/// Why a request was not done. Nothing has changed.
#[derive(Debug)]
pub(super) struct Fault {
    case: Option<String>,
    reason: String,
    message: String,
    more: Map<String, Value>,
}

impl Fault {
    /// A fault in which no rule is broken.
    pub(super) fn new(reason: &str, message: impl Into<String>) -> Fault {
        Fault { case: None, reason: reason.to_owned(), message: message.into(), more: Map::new() }
    }

    pub(super) fn line_too_long() -> Fault {
        Fault::new("line_too_long", format!("the line is longer than {} bytes and was skipped", lines::LIMIT))
    }

    /// The line is not JSON.
    pub(super) fn bad_json(error: &serde_json::Error) -> Fault {
        Fault::new("bad_json", error.to_string()).at(error)
    }

    /// It is JSON, but not what the command takes.
    pub(super) fn bad_request(error: &serde_json::Error, expected: &str) -> Fault {
        Fault::new("bad_request", error.to_string()).at(error).with("expected", expected)
    }

    fn at(self, error: &serde_json::Error) -> Fault {
        self.with("line", error.line()).with("column", error.column())
    }

    /// Something more in the error object.
    pub(super) fn with(mut self, key: &str, value: impl Into<Value>) -> Fault {
        self.more.insert(key.to_owned(), value.into());
        self
    }

    pub(super) fn into_json(self) -> Value {
        let mut error = self.more;
        error.insert("case".to_owned(), json!(self.case));
        error.insert("reason".to_owned(), json!(self.reason));
        error.insert("message".to_owned(), json!(self.message));
        Value::Object(error)
    }
}

/// As the table has it; here a refusal without a case has its code as the reason.
impl From<TableFault> for Fault {
    fn from(fault: TableFault) -> Fault {
        let TableFault { code, message, case, reason, facts } = fault;
        let fault = Fault { case, ..Fault::new(&reason.unwrap_or(code), message) };
        if facts.is_empty() { fault } else { fault.with("facts", facts) }
    }
}

impl From<Illegal> for Fault {
    fn from(illegal: Illegal) -> Fault {
        TableFault::from(illegal).into()
    }
}

impl From<NoChance> for Fault {
    fn from(error: NoChance) -> Fault {
        Fault::new("chance", error.to_string())
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
        Fault::new("bad_position", error.to_string()).with("problems", json!(error.0))
    }
}

impl From<RecordError> for Fault {
    fn from(error: RecordError) -> Fault {
        Fault::new("bad_record", error.to_string()).with("record_line", error.line)
    }
}
