//! Who sits where, and who asks.

use crate::id::PersonId;
use crate::text::Name;
use pgg_core::Side;
use serde::{Deserialize, Serialize};

/// One side's place at the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Seat {
    /// Anybody who may join can take it.
    #[default]
    Open,
    /// Reserved for a person who has not come yet.
    Invited {
        /// Who.
        id: PersonId,
        /// By what name.
        name: Name,
    },
    /// Taken.
    Person {
        /// By whom.
        id: PersonId,
        /// By what name.
        name: Name,
    },
    /// A program plays.
    Program {
        /// Its level, a name of `pgg_ai::NAMES`.
        level: String,
    },
}

impl Seat {
    /// The person who sits here.
    pub const fn person(&self) -> Option<PersonId> {
        match self {
            Seat::Person { id, .. } => Some(*id),
            _ => None,
        }
    }

    /// The program that plays here.
    pub fn program(&self) -> Option<&str> {
        match self {
            Seat::Program { level } => Some(level),
            _ => None,
        }
    }

    /// The name to show, if anybody is there or expected.
    pub fn name(&self) -> Option<&str> {
        match self {
            Seat::Open => None,
            Seat::Invited { name, .. } | Seat::Person { name, .. } => Some(name.as_str()),
            Seat::Program { level } => Some(level),
        }
    }

    /// Does a person or program play here?
    pub const fn is_taken(&self) -> bool {
        matches!(self, Seat::Person { .. } | Seat::Program { .. })
    }
}

/// Who makes a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// A person, seated or watching.
    Person {
        /// Who.
        id: PersonId,
        /// By what name.
        name: Name,
        /// Did he come with the game's code?
        invited: bool,
    },
    /// The program on a side's seat.
    Program(Side),
}
