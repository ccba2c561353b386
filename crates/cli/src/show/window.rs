//! Which part of the map is drawn in the terminal.

use crate::out::ascii_only;
use pgg_core::hex::{COLUMNS, ROWS};
use pgg_core::{Hex, HexSet, Side, State, data};
use std::str::FromStr;

/// Characters a hex takes across: in ASCII one more, as the size of a stack has no small figures there.
pub(crate) fn cell_width() -> usize {
    if ascii_only() { 6 } else { 5 }
}

/// A rectangle of columns and rows, ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) columns: (u16, u16),
    pub(crate) rows: (u16, u16),
}

impl Window {
    /// As many columns and rows as fit into so many characters and lines, a hex in the middle if the map allows.
    pub(crate) fn around(hex: Hex, (width, height): (usize, usize)) -> Window {
        let rows = room_below(height);
        Window { columns: across(hex.column(), room(width)), rows: along(hex.row(), rows, ROWS) }
    }

    /// The window of the size that fits with the greatest total weight; each hex comes with its weight.
    pub(crate) fn around_most(counting: &[(Hex, u32)], size: (usize, usize)) -> Option<Window> {
        let worth = |middle: &Hex| {
            let window = Window::around(*middle, size);
            let seen = counting.iter().filter(|(hex, _)| window.shows(*hex));
            let worth: u32 = seen.clone().map(|(_, counts)| counts).sum();
            // Of equal windows, the one that is best centred.
            let off: u32 = seen.map(|(hex, counts)| counts * u32::from(hex.distance(*middle))).sum();
            (worth, std::cmp::Reverse(off))
        };
        let middle = Hex::all().max_by_key(worth)?;
        (!counting.is_empty()).then(|| Window::around(middle, size))
    }

    /// Is a hex in it?
    pub(crate) fn shows(&self, hex: Hex) -> bool {
        let within = |(first, last): (u16, u16), at| (first..=last).contains(&at);
        within(self.columns, hex.column()) && within(self.rows, hex.row())
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

    /// Shrink evenly on both sides to the columns that so many characters can show.
    pub(crate) fn fit(self, width: usize) -> Window {
        let (from, to) = self.columns;
        let room = room(width);
        if to - from < room { self } else { Window { columns: across((from + to) / 2, room), ..self } }
    }

    /// Characters across.
    pub(crate) fn text_width(&self) -> usize {
        (self.columns.1 - self.columns.0 + 1) as usize * cell_width() + 1
    }
}

/// How many columns of hexes so many characters can show.
fn room(width: usize) -> u16 {
    (width.saturating_sub(1) / cell_width()).clamp(1, COLUMNS as usize) as u16
}

/// How many rows of hexes so many lines can show: two per hex, plus one because even columns are lower.
fn room_below(height: usize) -> u16 {
    (height.saturating_sub(1) / 2).clamp(1, ROWS as usize) as u16
}

/// That many columns, the middle one in the middle if the map allows.
fn across(middle: u16, room: u16) -> (u16, u16) {
    along(middle, room, COLUMNS)
}

fn along(middle: u16, room: u16, last: u16) -> (u16, u16) {
    let first = middle.saturating_sub(room / 2).clamp(1, last + 1 - room);
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
    said("COLUMNS").or_else(|| asked().map(|(columns, _)| columns)).unwrap_or(80)
}

/// Lines of text the terminal has: what `LINES` says, else what the terminal says, else 40.
pub(crate) fn terminal_height() -> usize {
    said("LINES").or_else(|| asked().map(|(_, lines)| lines)).unwrap_or(40)
}

/// Columns of text of the terminal; none where there is no terminal, and lines may be as long as they like.
pub(crate) fn screen_width() -> Option<usize> {
    asked().map(|_| terminal_width())
}

fn said(variable: &str) -> Option<usize> {
    std::env::var(variable).ok()?.parse().ok()
}

fn asked() -> Option<(usize, usize)> {
    let (width, height) = terminal_size::terminal_size_of(std::io::stdout())?;
    (width.0 > 0 && height.0 > 0).then_some((width.0.into(), height.0.into()))
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
