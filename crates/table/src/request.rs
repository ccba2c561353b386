//! What can be asked of a table.

use crate::text::Words;
use pgg_core::{Action, Side};
use serde::{Deserialize, Serialize};

/// Something to be done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// The answer to the current decision.
    Action(Action),
    /// Take back your own last actions, as far as fairness allows.
    Undo {
        /// How many actions of the game remain; by default one fewer than now.
        #[serde(default)]
        #[cfg_attr(feature = "types", ts(optional = nullable))]
        to: Option<u32>,
    },
    /// Take the last undone action again.
    Redo,
    /// Back to the beginning of the phase, or as near as possible.
    ResetPhase,
    /// Ask the opponent to go back further than `Undo` may.
    OfferTakeback {
        /// How many actions of the game remain.
        to: u32,
    },
    /// Offer a draw.
    OfferDraw,
    /// Agree to what the opponent has offered.
    Accept,
    /// Refuse it, or withdraw your own offer.
    Decline,
    /// Give the game up.
    Resign {
        /// Which side, for a player of both.
        #[serde(default)]
        #[cfg_attr(feature = "types", ts(optional = nullable))]
        side: Option<Side>,
    },
    /// Say something to everybody at the table.
    Say {
        /// What.
        text: Words,
    },
    /// Take a seat.
    Sit {
        /// Which.
        side: Side,
    },
    /// Give up your seat, before the game has begun.
    Stand {
        /// Which side, for a player of both.
        #[serde(default)]
        #[cfg_attr(feature = "types", ts(optional = nullable))]
        side: Option<Side>,
    },
    /// Let a program play an open seat.
    SeatProgram {
        /// Which seat.
        side: Side,
        /// The program's level.
        level: String,
    },
    /// Should forced choices be played for you?
    Forced {
        /// Yes or no.
        auto: bool,
    },
}

impl Request {
    /// Does it depend on the position, so that it must apply to the one that the sender saw?
    pub const fn depends_on_position(&self) -> bool {
        matches!(
            self,
            Request::Action(_)
                | Request::Undo { .. }
                | Request::Redo
                | Request::ResetPhase
                | Request::OfferTakeback { .. }
                | Request::Accept
        )
    }
}

/// A request with the fields that make it idempotent.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// What is to be done.
    pub request: Request,
    /// Chosen by the sender, unique for each request: the same key again is not done twice.
    pub key: Option<String>,
    /// The number of the last entry the sender has seen.
    pub at: Option<u32>,
}

impl From<Request> for Asked {
    fn from(request: Request) -> Asked {
        Asked { request, key: None, at: None }
    }
}
