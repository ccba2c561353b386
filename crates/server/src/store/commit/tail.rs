//! The two staging tables in SQLite: entries are in them until they are moved to their games' places in the
//! log.
//!
//! In the log each game has pages of its own, so a commit of many games would write a page for each. In a tail
//! they share pages. When one tail is full, the other is filled, and the full one is moved part by part, a
//! range of games at a time, so that each page gets many entries. Meanwhile entries may be in both the log and
//! the tail: a reader takes from the tail only those after the last one in the log.

use crate::store::schema::{LOG, LOG_TAILS, names};
use rusqlite::{Connection, Error, params};

/// How many entries fill a tail.
const FULL: usize = 8192;
/// Where the parts begin in which a tail is moved, by the first character of a game's id; about equally many each.
const PARTS: [&str; 22] = [
    "", "3", "6", "9", "C", "F", "I", "L", "O", "R", "U", "W", "Z", "c", "f", "i", "l", "o", "r", "u", "x",
    "~",
];
/// When the other tail has so many entries, this one is moved as a whole: early enough not to be overtaken.
const MOVED_AT: usize = FULL * 3 / 4;

/// Which tail fills, and how far the other is moved.
#[derive(Clone, Copy)]
pub(super) struct Tails {
    filling: usize,
    /// How many entries are in the one that fills, at most.
    entries: usize,
    moving: Moving,
}

/// What has to be moved.
#[derive(Clone, Copy)]
enum Moving {
    Nothing,
    /// The other tail, from this part on.
    From(usize),
    /// Both tails, while their content is unknown.
    All,
}

/// The statements that move a tail.
pub(super) struct Moves {
    /// A range of games of each tail, from `$1` up to `$2`.
    range: [String; 2],
    clear: [String; 2],
}

impl Moves {
    pub(super) fn new() -> Moves {
        let columns = names(LOG);
        Moves {
            // A duplicate was moved earlier and is identical.
            range: LOG_TAILS.map(|tail| {
                format!(
                    "INSERT OR IGNORE INTO log ({columns}) SELECT {columns} FROM {tail} \
                     WHERE game >= ?1 AND game < ?2 ORDER BY game, n"
                )
            }),
            clear: LOG_TAILS.map(|tail| format!("DELETE FROM {tail}")),
        }
    }
}

impl Tails {
    /// The tails as an earlier process left them.
    pub(super) fn unknown() -> Tails {
        Tails { filling: 0, entries: 0, moving: Moving::All }
    }

    /// The number of the tail that fills.
    pub(super) fn filling(self) -> usize {
        self.filling
    }

    /// Is the tail that fills empty? Then what was in it before is elsewhere now.
    pub(super) fn is_fresh(self) -> bool {
        self.entries == 0
    }

    /// After `entries` new ones were added to a tail: moves the parts that are due, in the same transaction.
    /// Returns the tails as they are once it is committed.
    pub(super) fn advance(
        self,
        connection: &Connection,
        moves: &Moves,
        entries: usize,
    ) -> Result<Tails, Error> {
        let entries = self.entries + entries;
        let other = 1 - self.filling;
        let last = PARTS.len() - 1;
        match self.moving {
            Moving::From(part) if entries < FULL => {
                // As fast as the other fills, so that the work is spread evenly over the commits.
                let due = last.min(entries * last / MOVED_AT);
                if part < due {
                    move_range(connection, moves, other, PARTS[part], PARTS[due])?;
                }
                if due < last {
                    return Ok(Tails { entries, moving: Moving::From(due.max(part)), ..self });
                }
                clear(connection, moves, other)?;
                Ok(Tails { entries, moving: Moving::Nothing, ..self })
            }
            // One is full before the other is empty, or their content is unknown.
            Moving::From(_) | Moving::All => {
                for tail in 0..LOG_TAILS.len() {
                    move_range(connection, moves, tail, PARTS[0], PARTS[last])?;
                    clear(connection, moves, tail)?;
                }
                Ok(Tails { filling: self.filling, entries: 0, moving: Moving::Nothing })
            }
            Moving::Nothing if entries >= FULL => {
                Ok(Tails { filling: other, entries: 0, moving: Moving::From(0) })
            }
            Moving::Nothing => Ok(Tails { entries, ..self }),
        }
    }
}

fn move_range(
    connection: &Connection,
    moves: &Moves,
    tail: usize,
    from: &str,
    to: &str,
) -> Result<(), Error> {
    connection.prepare_cached(&moves.range[tail])?.execute(params![from, to]).map(|_| ())
}

fn clear(connection: &Connection, moves: &Moves, tail: usize) -> Result<(), Error> {
    connection.prepare_cached(&moves.clear[tail])?.execute([]).map(|_| ())
}
