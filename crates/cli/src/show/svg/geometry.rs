//! Where things are on the sheet: flat-topped hexes, even columns half a hex lower.

use pgg_core::hex::{COLUMNS, ROWS};
use pgg_core::{Direction, Hex};
use std::fmt::Write;

/// A point in units of the sheet.
pub(super) type Point = (f64, f64);

/// The side of a hex.
pub(super) const SIDE: f64 = 40.0;
/// The height of a hex.
pub(super) const HEIGHT: f64 = SIDE * 1.732_050_8;

/// Width and height of all hexes together.
pub(super) fn size() -> Point {
    (f64::from(COLUMNS - 1) * 1.5 * SIDE + 2.0 * SIDE, (f64::from(ROWS) + 0.5) * HEIGHT)
}

/// The middle of a hex.
pub(super) fn centre(hex: Hex) -> Point {
    let (column, row) = (f64::from(hex.column()), f64::from(hex.row()));
    let drop = if hex.column().is_multiple_of(2) { HEIGHT / 2.0 } else { 0.0 };
    (SIDE + (column - 1.0) * 1.5 * SIDE, HEIGHT / 2.0 + (row - 1.0) * HEIGHT + drop)
}

/// A corner around a centre: 0 in the east, then clockwise.
pub(super) fn corner((x, y): Point, n: u8) -> Point {
    let angle = std::f64::consts::FRAC_PI_3 * f64::from(n);
    (x + SIDE * angle.cos(), y + SIDE * angle.sin())
}

/// The ends of a hexside.
pub(super) fn hexside(hex: Hex, direction: Direction) -> (Point, Point) {
    let first = match direction {
        Direction::SE => 0,
        Direction::S => 1,
        Direction::SW => 2,
        Direction::NW => 3,
        Direction::N => 4,
        Direction::NE => 5,
    };
    (corner(centre(hex), first), corner(centre(hex), (first + 1) % 6))
}

/// A point between two.
pub(super) fn between(a: Point, b: Point, t: f64) -> Point {
    (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t)
}

/// How far two points are apart.
pub(super) fn distance(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// `12.5 7`, without idle zeros.
pub(super) fn at((x, y): Point) -> String {
    let short = |v: f64| {
        let text = format!("{v:.1}");
        text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
    };
    format!("{} {}", short(x), short(y))
}

/// A closed path.
pub(super) fn polygon(points: impl IntoIterator<Item = Point>) -> String {
    let mut path = String::new();
    for (n, point) in points.into_iter().enumerate() {
        let _ = write!(path, "{}{}", if n == 0 { 'M' } else { 'L' }, at(point));
    }
    path + "Z"
}

/// An open path.
pub(super) fn line(points: impl IntoIterator<Item = Point>) -> String {
    let mut path = polygon(points);
    path.pop();
    path
}

/// The outline of a hex.
pub(super) fn hexagon(hex: Hex) -> String {
    polygon((0..6).map(|n| corner(centre(hex), n)))
}

/// A smooth curve from one point to another.
pub(super) fn bend(from: Point, control: Point, to: Point) -> String {
    format!("M{}Q{} {}", at(from), at(control), at(to))
}

/// Small pseudo-random numbers, the same for the same seed.
pub(super) struct Scatter(u32);

impl Scatter {
    /// One for each hex and purpose.
    pub(super) fn new(hex: Hex, purpose: u32) -> Scatter {
        Scatter((hex.index() as u32 + 1).wrapping_mul(2_654_435_761) ^ purpose.wrapping_mul(40_503) | 1)
    }

    /// 0 to 1.
    pub(super) fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        f64::from(self.0) / f64::from(u32::MAX)
    }
}
