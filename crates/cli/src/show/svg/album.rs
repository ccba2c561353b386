//! Several pictures on one page: the ground is drawn once, and all of them use it.

use super::geometry::{centre, polygon, size};
use super::{MARGIN, counters, frame, ground, labels, side_class};
use crate::show::window::Window;
use pgg_core::data::tables::Edition;
use pgg_core::{Side, State, data};

/// What the pictures share; it shows nothing by itself.
pub(crate) fn shared(edition: Edition) -> String {
    let mut svg =
        String::from("<svg width=\"0\" height=\"0\" class=\"shared\" aria-hidden=\"true\">\n<style>");
    svg += include_str!("style.css");
    svg += include_str!("album.css");
    svg += "</style>\n<defs>\n<g id=\"ground\">\n";
    svg += &ground::draw();
    svg += &labels::draw(edition);
    svg += "</g>\n<g id=\"plain\">\n";
    svg += &format!("<path class=\"board\" d=\"{}\"/>\n", polygon(super::board()));
    svg += &ground::plain();
    svg += "</g>\n</defs>\n";
    svg += counters::GRADIENTS;
    svg + "</svg>\n"
}

/// A part of the map with its counters.
pub(crate) fn scene(state: &State, window: Window, title: &str) -> String {
    let (x, y, w, h) = frame(window);
    format!(
        "<svg class=\"scene\" viewBox=\"{x:.0} {y:.0} {w:.0} {h:.0}\" role=\"img\">\n<title>{title}</title>\n\
         <use href=\"#ground\"/>\n{}</svg>\n",
        counters::draw(state),
    )
}

/// The whole map, small: a dot for every stack, a ring round the objectives that the Germans hold.
pub(crate) fn front(state: &State, title: &str) -> String {
    let (width, height) = size();
    let mut svg = format!(
        "<svg class=\"front\" viewBox=\"{:.0} {:.0} {:.0} {:.0}\" role=\"img\">\n<title>{title}</title>\n\
         <use href=\"#plain\"/>\n",
        -MARGIN / 2.0,
        -MARGIN / 2.0,
        width + MARGIN,
        height + MARGIN,
    );
    let held = state.occupied_objectives();
    for (n, objective) in data().victory.objectives().iter().enumerate() {
        let class = if held.contains(n) { "objective held" } else { "objective" };
        for &hex in &objective.hexes {
            let (x, y) = centre(hex);
            svg += &format!("<circle class=\"{class}\" cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"46\"/>");
        }
    }
    for side in Side::BOTH {
        for hex in state.occupied(side).iter() {
            let (x, y) = centre(hex);
            let class = side_class(side);
            svg += &format!("<circle class=\"dot {class}\" cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"30\"/>");
        }
    }
    svg + "\n</svg>\n"
}
