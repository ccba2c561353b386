//! How much a game keeps: nobody can fill the disk with one game.

use super::Table;
use crate::fault::Fault;
use crate::request::Request;
use crate::seat::Who;
use serde::{Deserialize, Serialize};

/// So many messages of its players are kept: more than two people write in a year of evenings.
pub const MOST_OF_PLAYERS: u32 = 10_000;
/// So many of its spectators, all together.
pub const MOST_OF_SPECTATORS: u32 = 2_000;
/// After so many entries only actions, chat and what ends the game are taken: the longest games have some five thousand, and
/// actions without an undo come to an end.
pub const MOST_ENTRIES: u32 = 100_000;

/// How many messages there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Said {
    players: u32,
    spectators: u32,
}

impl Said {
    pub(super) fn is_nothing(&self) -> bool {
        *self == Said::default()
    }

    pub(super) fn count(&mut self, by_player: bool) {
        let said = if by_player { &mut self.players } else { &mut self.spectators };
        *said = said.saturating_add(1);
    }
}

impl Table {
    /// Is there room for what a request adds to the log?
    pub(super) fn room_for(&self, who: &Who, request: &Request) -> Result<(), Fault> {
        match request {
            Request::Say { .. } => {
                let plays = matches!(who, Who::Person { id, .. } if self.sides_of(*id).next().is_some());
                let (said, most) = if plays {
                    (self.said.players, MOST_OF_PLAYERS)
                } else {
                    (self.said.spectators, MOST_OF_SPECTATORS)
                };
                if said < most { Ok(()) } else { Err(Fault::ChatFull { most }) }
            }
            Request::Action(_) | Request::Resign { .. } | Request::Accept => Ok(()),
            _ if self.last < MOST_ENTRIES => Ok(()),
            _ => Err(Fault::LogFull { most: MOST_ENTRIES }),
        }
    }
}
