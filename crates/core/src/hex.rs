//! Hexes, directions and sets of hexes [0.5].
//!
//! A hex is an index into arrays: `(column - 1) * 32 + (row - 1)`. The map has 31 rows, so a column fits into
//! one 32-bit word with a spare bit. A set of hexes is 59 words, and "all neighbours of" a set is a handful of
//! shifts.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

/// Columns of the map, west to east.
pub const COLUMNS: u16 = 59;
/// Rows of the map, north to south.
pub const ROWS: u16 = 31;
/// Length of an array indexed by [`Hex::index`].
pub const HEX_SLOTS: usize = COLUMNS as usize * 32;
const COLUMN_MASK: u32 = (1 << ROWS) - 1;

/// A hex of the map, written `CCRR`. Held as its index plus one, so that `Option<Hex>` is two bytes.
///
/// # Example
///
/// ```
/// use pgg_core::{Direction, Hex};
///
/// let smolensk: Hex = "2216".parse()?;
/// assert_eq!((smolensk.column(), smolensk.row()), (22, 16));
/// assert_eq!(smolensk.neighbour(Direction::N).map(|hex| hex.to_string()), Some("2215".to_owned()));
/// assert_eq!(smolensk.distance("1218".parse()?), 10);
/// assert!("6001".parse::<Hex>().is_err()); // 59 columns
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string"))]
pub struct Hex(NonZeroU16);

impl Hex {
    /// The hex of a column (1 to 59) and a row (1 to 31).
    pub const fn new(column: u16, row: u16) -> Option<Hex> {
        if column >= 1 && column <= COLUMNS && row >= 1 && row <= ROWS {
            Some(Hex::at((column - 1) * 32 + row - 1))
        } else {
            None
        }
    }

    const fn at(index: u16) -> Hex {
        match NonZeroU16::new(index + 1) {
            Some(raw) => Hex(raw),
            None => unreachable!(),
        }
    }

    const fn raw(self) -> u16 {
        self.0.get() - 1
    }

    /// The hex behind an array index, if the index is that of a hex.
    pub const fn from_index(index: usize) -> Option<Hex> {
        if index < HEX_SLOTS && index % 32 < ROWS as usize { Some(Hex::at(index as u16)) } else { None }
    }

    /// Index into arrays of [`HEX_SLOTS`] entries.
    pub const fn index(self) -> usize {
        self.raw() as usize
    }

    /// Column, 1 in the west to 59 in the east.
    pub const fn column(self) -> u16 {
        self.raw() / 32 + 1
    }

    /// Row, 1 in the north to 31 in the south.
    pub const fn row(self) -> u16 {
        self.raw() % 32 + 1
    }

    /// Every hex of the map, column by column.
    pub fn all() -> impl Iterator<Item = Hex> {
        (0..HEX_SLOTS).filter_map(Hex::from_index)
    }

    /// The neighbour in a direction; none beyond the map edge. Even columns sit half a hex lower.
    pub const fn neighbour(self, direction: Direction) -> Option<Hex> {
        let low = self.column().is_multiple_of(2) as i32;
        let (dc, dr) = match direction {
            Direction::N => (0, -1),
            Direction::NE => (1, low - 1),
            Direction::SE => (1, low),
            Direction::S => (0, 1),
            Direction::SW => (-1, low),
            Direction::NW => (-1, low - 1),
        };
        Hex::new((self.column() as i32 + dc) as u16, (self.row() as i32 + dr) as u16)
    }

    /// All neighbours on the map with their directions.
    pub fn neighbours(self) -> impl Iterator<Item = (Direction, Hex)> {
        Direction::ALL.into_iter().filter_map(move |d| self.neighbour(d).map(|h| (d, h)))
    }

    /// The direction of an adjacent hex.
    pub fn direction_to(self, other: Hex) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&d| self.neighbour(d) == Some(other))
    }

    /// Distance in hexes.
    pub fn distance(self, other: Hex) -> u16 {
        fn cube(h: Hex) -> (i32, i32) {
            let q = h.column() as i32;
            // Even columns are shifted down by half a hex.
            (q, h.row() as i32 - (q - (q & 1)) / 2 + if q % 2 == 0 { 1 } else { 0 })
        }
        let ((q1, r1), (q2, r2)) = (cube(self), cube(other));
        let (dq, dr) = (q1 - q2, r1 - r2);
        ((dq.abs() + dr.abs() + (dq + dr).abs()) / 2) as u16
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.column(), self.row())
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no hex of the map.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no hex: expected four digits CCRR, column 01 to 59, row 01 to 31")]
pub struct NoHex(pub String);

impl FromStr for Hex {
    type Err = NoHex;
    fn from_str(text: &str) -> Result<Hex, NoHex> {
        let no = || NoHex(text.chars().take(40).collect());
        if text.len() != 4 || !text.bytes().all(|b| b.is_ascii_digit()) {
            return Err(no());
        }
        let number: u16 = text.parse().map_err(|_| no())?;
        Hex::new(number / 100, number % 100).ok_or_else(no)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Hex {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Hex {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Hex, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(d)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// One of the six sides of a hex.
///
/// # Example
///
/// ```
/// use pgg_core::{Direction, Hex};
///
/// let (from, to): (Hex, Hex) = ("1222".parse()?, "1221".parse()?);
/// assert_eq!(from.direction_to(to), Some(Direction::N));
/// assert_eq!(Direction::N.opposite(), Direction::S);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Direction {
    N,
    NE,
    SE,
    S,
    SW,
    NW,
}

impl Direction {
    /// All six, clockwise from the north.
    pub const ALL: [Direction; 6] =
        [Direction::N, Direction::NE, Direction::SE, Direction::S, Direction::SW, Direction::NW];

    /// The opposite side.
    pub const fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 3) % 6]
    }
}

/// A set of hexes: one word per column.
///
/// # Example
///
/// ```
/// use pgg_core::{Direction, Hex, HexSet};
///
/// let mut set: HexSet = ["2216", "2217"].iter().filter_map(|hex| hex.parse().ok()).collect();
/// set.insert("2316".parse()?);
/// assert_eq!(set.len(), 3);
/// let north = set.shifted(Direction::N);
/// assert_eq!(set.and(&north).iter().map(|hex| hex.to_string()).collect::<Vec<_>>(), ["2216"]);
/// assert!(set.without(&north).contains("2217".parse::<Hex>()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct HexSet([u32; COLUMNS as usize]);

impl HexSet {
    /// No hex.
    pub const EMPTY: HexSet = HexSet([0; COLUMNS as usize]);
    /// Every hex of the map.
    pub const ALL: HexSet = HexSet([COLUMN_MASK; COLUMNS as usize]);

    /// All hexes of one column.
    pub const fn column(column: u16) -> HexSet {
        let mut set = HexSet::EMPTY;
        set.0[column as usize - 1] = COLUMN_MASK;
        set
    }

    /// A bit for each hex of a column, the northernmost first.
    pub(crate) const fn rows(&self, column: u16) -> u32 {
        self.0[column as usize - 1]
    }

    /// Is the hex in the set?
    #[inline]
    pub const fn contains(&self, hex: Hex) -> bool {
        self.0[(hex.raw() / 32) as usize] >> (hex.raw() % 32) & 1 != 0
    }

    /// Put a hex in.
    #[inline]
    pub const fn insert(&mut self, hex: Hex) {
        self.0[(hex.raw() / 32) as usize] |= 1 << (hex.raw() % 32);
    }

    /// Take a hex out.
    #[inline]
    pub const fn remove(&mut self, hex: Hex) {
        self.0[(hex.raw() / 32) as usize] &= !(1 << (hex.raw() % 32));
    }

    /// Put in or take out.
    #[inline]
    pub const fn set(&mut self, hex: Hex, present: bool) {
        if present { self.insert(hex) } else { self.remove(hex) }
    }

    /// Nothing in it?
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&w| w == 0)
    }

    /// Number of hexes.
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// The hexes, column by column, north to south.
    pub fn iter(&self) -> impl Iterator<Item = Hex> + '_ {
        self.0.iter().enumerate().flat_map(|(column, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let row = rest.trailing_zeros();
                    rest &= rest - 1;
                    Hex::at(column as u16 * 32 + row as u16)
                })
            })
        })
    }

    /// Both.
    #[inline]
    pub fn and(&self, other: &HexSet) -> HexSet {
        HexSet(std::array::from_fn(|c| self.0[c] & other.0[c]))
    }

    /// Either.
    #[inline]
    pub fn or(&self, other: &HexSet) -> HexSet {
        HexSet(std::array::from_fn(|c| self.0[c] | other.0[c]))
    }

    /// In this one and not in the other.
    #[inline]
    pub fn without(&self, other: &HexSet) -> HexSet {
        HexSet(std::array::from_fn(|c| self.0[c] & !other.0[c]))
    }

    /// Do they share a hex?
    pub fn meets(&self, other: &HexSet) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// The set moved one hex in a direction; what leaves the map is dropped.
    #[inline]
    pub fn shifted(&self, direction: Direction) -> HexSet {
        // Index 0 is column 01, which is odd and sits high.
        let mut out = HexSet::EMPTY;
        let last = COLUMNS as usize - 1;
        match direction {
            Direction::N => (0..=last).for_each(|c| out.0[c] = self.0[c] >> 1),
            Direction::S => (0..=last).for_each(|c| out.0[c] = self.0[c] << 1 & COLUMN_MASK),
            // From a high column (even index) NE goes up a row and SE keeps it; from a low one NE keeps it.
            Direction::NE => (0..last).for_each(|c| out.0[c + 1] = self.0[c] >> (1 - (c & 1))),
            Direction::SE => (0..last).for_each(|c| out.0[c + 1] = self.0[c] << (c & 1) & COLUMN_MASK),
            Direction::NW => (1..=last).for_each(|c| out.0[c - 1] = self.0[c] >> (1 - (c & 1))),
            Direction::SW => (1..=last).for_each(|c| out.0[c - 1] = self.0[c] << (c & 1) & COLUMN_MASK),
        }
        out
    }

    /// The words, one per column; bit 0 is the northernmost row.
    pub(crate) const fn words(&self) -> &[u32; COLUMNS as usize] {
        &self.0
    }

    /// The words, to be changed in place.
    pub(crate) const fn words_mut(&mut self) -> &mut [u32; COLUMNS as usize] {
        &mut self.0
    }
}

impl FromIterator<Hex> for HexSet {
    fn from_iter<T: IntoIterator<Item = Hex>>(hexes: T) -> HexSet {
        let mut set = HexSet::EMPTY;
        hexes.into_iter().for_each(|h| set.insert(h));
        set
    }
}

impl fmt::Debug for HexSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [0.5] Around 1222, clockwise: 1221 N, 1322 NE, 1323 SE, 1223 S, 1123 SW, 1122 NW (rules.md, part D).
    #[test]
    fn neighbours_of_1222() {
        let hex: Hex = "1222".parse().unwrap();
        let around: Vec<String> = hex.neighbours().map(|(_, h)| h.to_string()).collect();
        assert_eq!(around, ["1221", "1322", "1323", "1223", "1123", "1122"]);
    }

    #[test]
    fn distance_and_shift_agree_with_neighbours() {
        for hex in Hex::all() {
            for d in Direction::ALL {
                let shifted = HexSet::from_iter([hex]).shifted(d);
                assert_eq!(shifted.iter().next(), hex.neighbour(d));
                if let Some(next) = hex.neighbour(d) {
                    assert_eq!(hex.distance(next), 1);
                    assert_eq!(next.neighbour(d.opposite()), Some(hex));
                }
            }
        }
        let far: Hex = "2320".parse().unwrap();
        assert_eq!(far.distance("0319".parse().unwrap()), 20);
    }

    #[test]
    fn text_comes_back() {
        for hex in Hex::all() {
            assert_eq!(hex.to_string().parse(), Ok(hex));
        }
        for bad in ["", "0", "0000", "6001", "0132", "12345", "12a4", "１２３４", "+101"] {
            assert!(bad.parse::<Hex>().is_err(), "{bad}");
        }
    }
}
