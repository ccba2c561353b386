//! The position as a picture: our own drawing of the map from the data, with counters on it.
//!
//! One hex side is 40 units. The layers come one after another, the ground first, as a printer would lay them.

pub(crate) mod album;
mod counters;
mod geometry;
mod ground;
mod labels;

use super::window::Window;
use geometry::{Point, centre, corner};
use pgg_core::hex::{COLUMNS, ROWS};
use pgg_core::rules::sequence::TURNS;
use pgg_core::{Hex, Side, State};

/// Margin around the hexes.
const MARGIN: f64 = 90.0;

/// The whole map, or a window of it, as an SVG document.
pub(crate) fn draw(state: &State, window: Option<Window>) -> String {
    let (width, height) = geometry::size();
    let (x, y, w, h) = match window {
        Some(window) => frame(window),
        None => (-MARGIN, -MARGIN, width + 2.0 * MARGIN, height + 2.0 * MARGIN),
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x:.0} {y:.0} {w:.0} {h:.0}\" width=\"{w:.0}\" \
         height=\"{h:.0}\" role=\"img\">\n<title>Panzergruppe Guderian, turn {}, {}</title>\n<style>{}</style>\n",
        state.turn(),
        state.phase(),
        include_str!("svg/style.css"),
    );
    svg += counters::GRADIENTS;
    svg += &format!(
        "<rect class=\"paper\" x=\"{:.0}\" y=\"{:.0}\" width=\"{:.0}\" height=\"{:.0}\"/>\n",
        -MARGIN,
        -MARGIN,
        width + 2.0 * MARGIN,
        height + 2.0 * MARGIN,
    );
    svg += &ground::draw();
    svg += &labels::draw(state.options().edition);
    svg += &caption(state, height);
    svg += &counters::draw(state);
    svg + "</svg>\n"
}

/// The corners of a window of hexes, with a little air.
fn frame(window: Window) -> (f64, f64, f64, f64) {
    let corners = [(window.columns.0, window.rows.0), (window.columns.1, window.rows.1)];
    let [Some(first), Some(last)] = corners.map(|(column, row)| Hex::new(column, row)) else {
        return (0.0, 0.0, 100.0, 100.0);
    };
    let (a, b) = (centre(first), centre(last));
    let (x, y) = (corner(a, 3).0, a.1.min(b.1) - geometry::HEIGHT);
    (x - 8.0, y, corner(b, 0).0 - x + 16.0, b.1 - y + geometry::HEIGHT + 10.0)
}

/// Title, turn, phase and points under the map.
fn caption(state: &State, height: f64) -> String {
    let score = state.score();
    let whose = match state.decision() {
        Some(decision) => format!("{} decides", decision.side),
        None => "the game is over".to_owned(),
    };
    let y = height + 60.0;
    format!(
        "<text class=\"title\" x=\"60\" y=\"{y:.0}\">Panzergruppe Guderian<tspan class=\"subtitle\" dx=\"24\">\
         Turn {} of {TURNS} · {} · {whose} · {} points, {}</tspan></text>\n",
        state.turn(),
        state.phase(),
        score.total,
        score.level,
    )
}

/// The outline of the whole board, clockwise.
fn board() -> Vec<Point> {
    let hex = |column, row| Hex::new(column, row).map(centre).unwrap_or_default();
    let mut outline = Vec::new();
    for column in 1..=COLUMNS {
        outline.extend([corner(hex(column, 1), 4), corner(hex(column, 1), 5)]);
    }
    for row in 1..=ROWS {
        outline.extend([corner(hex(COLUMNS, row), 0), corner(hex(COLUMNS, row), 1)]);
    }
    for column in (1..=COLUMNS).rev() {
        outline.extend([corner(hex(column, ROWS), 1), corner(hex(column, ROWS), 2)]);
    }
    for row in (1..=ROWS).rev() {
        outline.extend([corner(hex(1, row), 3), corner(hex(1, row), 4)]);
    }
    outline
}

/// The class of a side, for colours.
const fn side_class(side: Side) -> &'static str {
    match side {
        Side::German => "german",
        Side::Soviet => "soviet",
    }
}
