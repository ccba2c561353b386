//! Names, points and the entry areas around the map.

use super::geometry::{HEIGHT, Point, SIDE, between, centre, hexside, size};
use super::side_class;
use pgg_core::data::schedule::Area;
use pgg_core::data::tables::Edition;
use pgg_core::map::CityKind;
use pgg_core::{Hex, data};
use std::fmt::Write;

/// Where a name stands beside its hex, clear of counters: offset of the anchor, and the anchor.
const PLACES: &[(&str, f64, f64, &str)] = &[
    ("Vitebsk", 28.0, -62.0, "middle"),
    ("Orsha", 46.0, 22.0, "start"),
    ("Mogilev", 92.0, 79.0, "start"),
    ("Smolensk", 47.0, -1.0, "start"),
    ("Roslavl", 46.0, -24.0, "start"),
    ("Rzhev", 46.0, 4.0, "start"),
    ("Vyazma", -4.0, 53.0, "middle"),
    ("Gzhatsk", 44.0, -20.0, "start"),
    ("Kaluga", -44.0, 34.0, "end"),
    ("Yelnya", 33.0, 14.0, "start"),
    ("Velizh", 34.0, -4.0, "start"),
    ("Bely", 33.0, 6.0, "start"),
    ("Mstislavl", 33.0, 16.0, "start"),
    ("Krichev", -33.0, 14.0, "end"),
    ("Kirov", 33.0, 2.0, "start"),
    ("Yukhnov", 12.0, -33.0, "start"),
];

pub(super) fn draw(edition: Edition) -> String {
    river_names() + &city_names(edition) + &entry_areas()
}

fn city_names(edition: Edition) -> String {
    let mut svg = String::new();
    let objectives = data().victory.objectives();
    for city in data().map.cities() {
        let Some(&first) = city.hexes.first() else { continue };
        let place = PLACES.iter().find(|p| p.0 == city.name);
        let (dx, dy, anchor) = place.map_or((44.0, 4.0, "start"), |p| (p.1, p.2, p.3));
        let (x, y) = centre(first);
        let (x, y) = (x + dx, y + dy);
        let objective = objectives.iter().find(|o| o.hexes.contains(&first));
        let name = objective.map_or(city.name.as_str(), |o| o.name.as_str()).replace('\'', "’");
        let class = if city.kind == CityKind::Major { "city" } else { "town" };
        // The points go into the text itself, so that they follow the name in any font.
        let points =
            objective.map(|o| format!("<tspan class=\"points\" dx=\"7\">{}</tspan>", o.points(edition)));
        let points = points.unwrap_or_default();
        let place = format!("x=\"{x:.0}\" y=\"{y:.0}\" text-anchor=\"{anchor}\"");
        svg += &haloed(class, &place, &format!("{name}{points}"));
    }
    for objective in objectives.iter().filter(|o| o.city.is_none()) {
        for &hex in &objective.hexes {
            let (x, y) = centre(hex);
            let points = objective.points(edition);
            let place = format!("x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\"", x + 8.0, y + 28.0);
            svg += &haloed("points", &place, &points.to_string());
        }
    }
    svg
}

/// A text over a broad stroke of paper, drawn twice since not every viewer strokes under its fill.
fn haloed(class: &str, place: &str, text: &str) -> String {
    format!(
        "<text class=\"{class} halo\" {place}>{text}</text>\n<text class=\"{class}\" {place}>{text}</text>\n"
    )
}

/// River names beside the hexside they belong to, turned along it.
fn river_names() -> String {
    let mut svg = String::new();
    for (name, sides) in data().map.river_names() {
        for &(a, b) in sides {
            let Some(direction) = a.direction_to(b) else { continue };
            let (p, q) = hexside(a, direction);
            let (p, q) = if p.0 <= q.0 { (p, q) } else { (q, p) };
            let (x, y) = between(p, q, 0.5);
            let angle = (q.1 - p.1).atan2(q.0 - p.0);
            let lift = (x + angle.sin() * 7.0, y - angle.cos() * 7.0);
            let turn = angle.to_degrees();
            let place = format!("transform=\"translate({:.1} {:.1}) rotate({turn:.0})\"", lift.0, lift.1);
            svg += &haloed("river-name", &place, name);
        }
    }
    svg
}

/// A bracket along the edge for each area, with its letter.
fn entry_areas() -> String {
    let mut svg = String::new();
    let (width, height) = size();
    for area in Area::ALL {
        let hexes = data().schedule.area(area);
        let (Some(first), Some(last)) = (hexes.first(), hexes.last()) else { continue };
        // Areas that overlap stand on two lines.
        let far = if matches!(area, Area::C | Area::G) { 20.0 } else { 46.0 };
        let (path, label) = bracket(*first, *last, area, far, width, height);
        let (x, y) = label;
        let class = side_class(area.side());
        let _ = writeln!(
            svg,
            "<g class=\"entry {class}\"><path d=\"{path}\"/><circle cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"12\"/>\
             <text x=\"{x:.0}\" y=\"{:.0}\">{area}</text></g>",
            y + 6.0
        );
    }
    svg
}

fn bracket(first: Hex, last: Hex, area: Area, far: f64, width: f64, height: f64) -> (String, Point) {
    let (a, b) = (centre(first), centre(last));
    let north = (matches!(area, Area::A) || first.row() == 1) && !matches!(area, Area::B);
    if north {
        let (x0, x1, y) = (a.0 - 22.0, b.0 + 22.0, -32.0);
        return (format!("M{x0:.0} {:.0}V{y:.0}H{x1:.0}V{:.0}", y + 8.0, y + 8.0), ((x0 + x1) / 2.0, y));
    }
    if first.column() == 1 {
        let (y0, y1, x) = (a.1 - HEIGHT / 2.0 + 5.0, b.1 + HEIGHT / 2.0 - 5.0, -far);
        return (format!("M{:.0} {y0:.0}H{x:.0}V{y1:.0}H{:.0}", x + 8.0, x + 8.0), (x, (y0 + y1) / 2.0));
    }
    if a.0 > width - 2.0 * SIDE {
        let x = width + 34.0;
        return (
            format!("M{:.0} {:.0}H{x:.0}V{:.0}H{:.0}", x - 8.0, a.1 - 22.0, b.1 + 22.0, x - 8.0),
            (x, a.1),
        );
    }
    let y = height + 32.0;
    (format!("M{:.0} {:.0}V{y:.0}H{:.0}V{:.0}", a.0 - 22.0, y - 8.0, b.0 + 22.0, y - 8.0), (a.0, y))
}
