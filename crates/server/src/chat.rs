//! How much may be said: the same over HTTP, over the WebSocket and by bots. Players have an allowance of their own, so that no
//! spectator can silence them. How much a game keeps at all is the table's business.

use crate::error::Error;
use crate::hub::Live;
use crate::limits::{Limit, Limits, Visit};
use pgg_table::{PersonId, Request};

/// What players say: faster than anybody types.
const PLAYERS: Limit = Limit::new("chat.players").per_address(120, 60).per_session(60, 60);
/// What spectators say: all of them together no more than players can read.
const SPECTATORS: Limit =
    Limit::new("chat.spectators").per_address(30, 60).per_session(10, 60).per_game(30, 60);

/// May this person do it? Everything but chat has other limits.
pub(crate) fn check(
    limits: &Limits,
    visit: &Visit,
    live: &Live,
    person: PersonId,
    request: &Request,
) -> Result<(), Error> {
    if !matches!(request, Request::Say { .. }) {
        return Ok(());
    }
    let plays = live.table().sides_of(person).next().is_some();
    limits.check(if plays { &PLAYERS } else { &SPECTATORS }, visit, Some(live.id()))
}
