//! Which part of the map is drawn in the terminal.

use pgg_core::hex::{COLUMNS, ROWS};
use pgg_core::{Hex, HexSet, Side, State, data};
use std::io::IsTerminal;
use std::str::FromStr;

/// Characters a hex takes across.
pub(crate) const CELL: usize = 5;

/// A rectangle of columns and rows, ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) columns: (u16, u16),
    pub(crate) rows: (u16, u16),
}

impl Window {
    /// So many columns and rows to each side of a hex.
    pub(crate) fn around(hex: Hex, columns: u16, rows: u16) -> Window {
        let span = |at: u16, by: u16, last: u16| (at.saturating_sub(by).max(1), (at + by).min(last));
        Window { columns: span(hex.column(), columns, COLUMNS), rows: span(hex.row(), rows, ROWS) }
    }

    /// All rows, and as many columns around the middle of the fighting as so many characters can show.
    pub(crate) fn around_the_front(state: &State, width: usize) -> Window {
        let [german, soviet] = Side::BOTH.map(|side| *state.occupied(side));
        let contact = data().map.spread(&german).and(&soviet);
        let busy = [contact, german, soviet].into_iter().find(|set| !set.is_empty()).unwrap_or(HexSet::EMPTY);
        let mut columns: Vec<u16> = busy.iter().map(Hex::column).collect();
        columns.sort_unstable();
        let middle = columns.get(columns.len() / 2).copied().unwrap_or(COLUMNS / 2);
        Window { columns: across(middle, room(width)), rows: (1, ROWS) }
    }

    /// Cut down, evenly on both sides, to the columns that so many characters can show.
    pub(crate) fn fit(self, width: usize) -> Window {
        let (from, to) = self.columns;
        let room = room(width);
        if to - from < room { self } else { Window { columns: across((from + to) / 2, room), ..self } }
    }

    /// Characters across.
    pub(crate) const fn text_width(&self) -> usize {
        (self.columns.1 - self.columns.0 + 1) as usize * CELL + 1
    }
}

/// How many columns of hexes so many characters can show.
fn room(width: usize) -> u16 {
    (width.saturating_sub(1) / CELL).clamp(1, COLUMNS as usize) as u16
}

/// So many columns, the middle one in the middle if the map allows.
fn across(middle: u16, room: u16) -> (u16, u16) {
    let first = middle.saturating_sub(room / 2).clamp(1, COLUMNS + 1 - room);
    (first, first + room - 1)
}

impl FromStr for Window {
    type Err = String;
    fn from_str(text: &str) -> Result<Window, String> {
        let corners = text.split_once('-').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        let Some((a, b)): Option<(Hex, Hex)> = corners else {
            return Err("expected two corner hexes, such as 1010-3020".to_owned());
        };
        let span = |x: u16, y: u16| (x.min(y), x.max(y));
        Ok(Window { columns: span(a.column(), b.column()), rows: span(a.row(), b.row()) })
    }
}

/// Columns of text the terminal has: what `COLUMNS` says, else what the terminal says, else 80.
pub(crate) fn terminal_width() -> usize {
    let said = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
    said.or_else(|| std::io::stdout().is_terminal().then(ask_terminal).flatten()).unwrap_or(80)
}

/// The standard library does not know the size of a terminal; `stty` does.
fn ask_terminal() -> Option<usize> {
    let terminal = std::fs::File::open("/dev/tty").ok()?;
    let answer = std::process::Command::new("stty").arg("size").stdin(terminal).output().ok()?;
    let text = String::from_utf8(answer.stdout).ok()?;
    text.split_whitespace().nth(1)?.parse().ok().filter(|&columns| columns > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fits_evenly_and_stays_on_the_map() {
        let whole = Window { columns: (1, COLUMNS), rows: (1, ROWS) };
        assert_eq!(whole.fit(400), whole);
        assert_eq!(whole.fit(80).columns, (23, 37));
        assert_eq!("1010-3020".parse::<Window>().map(|w| w.fit(51).columns), Ok((15, 24)));
        for width in 0..400 {
            for column in 1..=COLUMNS {
                let (from, to) = across(column, room(width));
                assert!(from >= 1 && to <= COLUMNS && (from..=to).contains(&column));
            }
        }
    }

    #[test]
    fn corners_may_come_in_any_order() {
        assert_eq!("3020-1010".parse::<Window>(), "1010-3020".parse::<Window>());
        for bad in ["", "1010", "1010-", "1010-9999", "a-b"] {
            assert!(bad.parse::<Window>().is_err(), "{bad}");
        }
    }
}
