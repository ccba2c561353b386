//! Counters and markers: 52 by 52 units, with NATO symbols; each state has a shape of its own.

use super::geometry::{Point, at, centre};
use super::side_class;
use pgg_core::{Face, Hex, Kind, Side, State, UnitId, UnitSet, data};
use std::fmt::Write;

/// Bodies are the one place with a gradient.
pub(super) const GRADIENTS: &str = "<defs>\
<linearGradient id=\"g-german\" x2=\"0\" y2=\"1\"><stop stop-color=\"#c3cbbe\"/><stop offset=\"1\" stop-color=\"#a4afa1\"/></linearGradient>\
<linearGradient id=\"g-tried\" x2=\"0\" y2=\"1\"><stop stop-color=\"#e4bd95\"/><stop offset=\"1\" stop-color=\"#d0a076\"/></linearGradient>\
<linearGradient id=\"g-untried\" x2=\"0\" y2=\"1\"><stop stop-color=\"#a34934\"/><stop offset=\"1\" stop-color=\"#873826\"/></linearGradient>\
<linearGradient id=\"g-leader\" x2=\"0\" y2=\"1\"><stop stop-color=\"#f6e8c4\"/><stop offset=\"1\" stop-color=\"#e3cb93\"/></linearGradient>\
</defs>\n";

/// A colour for each division that integrates [7.3], in families by corps; true if print on it is dark.
const BANDS: &[(&str, &str, bool)] = &[
    ("pz7", "#1d5c8c", false),
    ("pz12", "#177a84", false),
    ("pz20", "#5a4a9c", false),
    ("mot14", "#5f97c4", true),
    ("mot20", "#8d7cc2", true),
    ("pz19", "#2c7a4c", false),
    ("mot18", "#7fa53f", true),
    ("pz17", "#bb3a2c", false),
    ("pz18", "#de7430", true),
    ("mot29", "#e5ae2d", true),
    ("pz10", "#7b4b2a", false),
    ("dr", "#26282b", false),
    ("pz3", "#9c3473", false),
    ("pz4", "#d46a95", true),
    ("mot10", "#8a8628", true),
];
const NO_BAND: (&str, bool) = ("#5b685f", false);

/// How far each counter of a stack stands above the next.
const STEP: f64 = 4.2;

/// Markers, then every stack, those in the north first so that the southern ones lie on top.
pub(super) fn draw(state: &State) -> String {
    let mut svg = String::new();
    for hex in state.rail_cuts() {
        svg += &marker(hex, CUT, -14.0);
    }
    for hex in state.air_markers() {
        svg += &marker(hex, AIR, 0.0);
    }
    if let Some(hex) = state.soviet_marker() {
        svg += &marker(hex, SOVIET, 0.0);
    }
    let out_of_supply = state.out_of_supply(state.on_map(Side::German).or(&state.on_map(Side::Soviet)));
    let occupied = state.occupied(Side::German).or(state.occupied(Side::Soviet));
    let mut stacks: Vec<Hex> = occupied.iter().collect();
    stacks.sort_by(|a, b| centre(*a).1.total_cmp(&centre(*b).1));
    for hex in stacks {
        svg += &stack(state, hex, &out_of_supply);
    }
    svg
}

/// The most useful unit on top at the lower left, Leaders at the bottom; the others peep out to the upper right.
fn stack(state: &State, hex: Hex, out_of_supply: &UnitSet) -> String {
    let mut units: Vec<UnitId> = state.units_in(hex).iter().collect();
    units.sort_by_key(|&u| (u.is_leader(), std::cmp::Reverse(state.defense(u))));
    let (x, y) = centre(hex);
    let spread = (units.len() - 1) as f64 / 2.0 * STEP;
    let mut svg = format!(
        "<g class=\"stack\" transform=\"translate({})\"><title>{}</title>",
        at((x, y + 4.0)),
        tip(state, hex)
    );
    for (n, &unit) in units.iter().enumerate().rev() {
        let (dx, dy) = (n as f64 * STEP - spread, spread - n as f64 * STEP);
        let _ = write!(
            svg,
            "<g transform=\"translate({})\">{}</g>",
            at((dx, dy)),
            counter(state, unit, n > 0, out_of_supply)
        );
    }
    if let Some(division) = units.iter().find(|&&u| state.is_integrated(u)).and_then(|&u| division(u)) {
        let (fill, dark) = band(&division);
        let ink = if dark { "#17130a" } else { "#fff" };
        let (dx, dy) = (-28.0 - spread, -30.0 + spread);
        let _ = write!(
            svg,
            "<g class=\"double\" transform=\"translate({})\"><rect x=\"-9\" y=\"-7\" width=\"18\" height=\"13.4\" rx=\"4\" \
             fill=\"{fill}\"/><text y=\"3.4\" fill=\"{ink}\">×2</text></g>",
            at((dx, dy))
        );
    }
    // A Leader under other units stays visible.
    if let Some(&leader) = units.iter().skip(1).find(|u| u.is_leader()) {
        let _ = write!(
            svg,
            "<g class=\"boss\" transform=\"translate({})\"><circle r=\"9.6\"/><path d=\"{}\"/><text y=\"3.3\">{}</text></g>",
            at((23.0 + spread, -23.0 - spread)),
            star(9.4, 0.5),
            state.rating(leader)
        );
    }
    svg + "</g>\n"
}

/// What a browser shows when the pointer rests on the stack.
fn tip(state: &State, hex: Hex) -> String {
    let units = state.units_in(hex);
    let side = units.first().map_or(Side::German, UnitId::side);
    crate::show::table::stack(state, side, hex)
}

fn division(unit: UnitId) -> Option<String> {
    let roster = &data().roster;
    (unit.side() == Side::German)
        .then(|| roster.german(unit).formation.map(|f| roster.formation(f).id.clone()))
        .flatten()
}

fn band(division: &str) -> (&'static str, bool) {
    BANDS.iter().find(|b| b.0 == division).map_or(NO_BAND, |b| (b.1, b.2))
}

fn counter(state: &State, unit: UnitId, buried: bool, out_of_supply: &UnitSet) -> String {
    let kind = state.kind(unit);
    let look = match (unit.side(), kind) {
        (Side::German, _) => "german",
        (Side::Soviet, Kind::Leader) => "leader",
        (Side::Soviet, _) if state.is_untried(unit) => "untried",
        (Side::Soviet, _) => "tried",
    };
    let round = if unit.side() == Side::German { 4.0 } else { 10.0 };
    let mut svg = format!("<g class=\"counter {} {look}\">", side_class(unit.side()));
    let _ = write!(
        svg,
        "<rect class=\"shadow\" x=\"-25.4\" y=\"-23.4\" width=\"52.8\" height=\"52.6\" rx=\"{0}\"/>\
         <rect class=\"edge\" x=\"-26\" y=\"-26\" width=\"52\" height=\"52\" rx=\"{0}\"/>\
         <rect class=\"body\" x=\"-26\" y=\"-26\" width=\"52\" height=\"50.5\" rx=\"{0}\" fill=\"url(#g-{look})\"/>",
        round
    );
    let (fill, dark) = division(unit).map_or(NO_BAND, |d| band(&d));
    let fill = match look {
        "german" => fill,
        "untried" => "#712c1e",
        _ => "#8b3a27",
    };
    let _ = write!(
        svg,
        "<path d=\"M-26-13.6V{0}A{round} {round} 0 0 1 {1}-26H{2}A{round} {round} 0 0 1 26 {0}V-13.6Z\" fill=\"{fill}\"/>",
        round - 26.0,
        round - 26.0,
        26.0 - round
    );
    if kind == Kind::Motorized && fill != NO_BAND.0 {
        svg += "<path class=\"stripe\" d=\"M-26-13H26\"/>";
    }
    if !buried {
        let ink = if dark { "#17130a" } else { "#fff" };
        svg += &print(state, unit, kind, round, ink);
        svg += &marks(state, unit, out_of_supply);
    }
    svg + "</g>"
}

/// Everything printed on a counter.
fn print(state: &State, unit: UnitId, kind: Kind, round: f64, ink: &str) -> String {
    let mut svg = String::new();
    let (left, right, size) = designation(state, unit);
    let inset = if round > 6.0 { 6.4 } else { 4.6 };
    let tight = if left.len() + right.len() > 4 { " tight" } else { "" };
    for (text, end, x) in [(&left, "", inset - 26.0), (&right, " end", 26.0 - inset)] {
        let _ = write!(
            svg,
            "<text class=\"name{tight}{end}\" x=\"{x:.1}\" y=\"-16.4\" fill=\"{ink}\">{text}</text>"
        );
    }
    if unit.is_leader() {
        let leader = data().roster.leader(unit);
        let class = if leader.name.len() > 8 { "leader-name long" } else { "leader-name" };
        let _ = write!(
            svg,
            "<path class=\"size\" d=\"{}\" stroke=\"{ink}\" transform=\"translate(10.5 -19.7)\"/>\
             <path class=\"star\" transform=\"translate(0 1.4)\" d=\"{}\"/>\
             <text class=\"rating\" y=\"6\">{}</text><text class=\"{class}\" y=\"21.2\">{}</text>",
            FOUR_CROSSES,
            star(13.8, 0.48),
            leader.rating,
            leader.name
        );
        return svg;
    }
    // With nothing at the right the sign of size moves away from the number.
    let x = if right.is_empty() && !left.is_empty() { 13.0 } else { 0.0 };
    let _ = write!(
        svg,
        "<path class=\"size\" d=\"{size}\" stroke=\"{ink}\" transform=\"translate({x} -19.7)\"/>"
    );
    let up = if kind == Kind::Motorized { -4.2 } else { -3.3 };
    let _ = write!(
        svg,
        "<g class=\"nato\" transform=\"translate(0 {up})\"><rect x=\"-15\" y=\"-8.5\" width=\"30\" height=\"17\"/>{}</g>",
        symbol(kind)
    );
    let steps = if unit.side() == Side::German { data().roster.german(unit).steps } else { 0 };
    for n in 0..steps {
        let y = f64::from(n) * 5.2 - if steps == 2 { 5.8 } else { 11.0 };
        let on = if n < state.steps_left(unit) { " on" } else { "" };
        let _ = write!(svg, "<circle class=\"pip{on}\" cx=\"21\" cy=\"{y:.1}\" r=\"1.85\"/>");
    }
    let value = value(state, unit, kind);
    let class = if value.len() > 4 { "value small" } else { "value" };
    let _ = write!(svg, "<text class=\"{class}\" y=\"21.2\">{value}</text>");
    svg
}

/// Division and regiment of a German unit, number of a Soviet division, army of a Leader; and the size.
fn designation(state: &State, unit: UnitId) -> (String, String, &'static str) {
    let roster = &data().roster;
    if unit.is_leader() {
        return (
            roster.leader(unit).army.chars().take_while(char::is_ascii_digit).collect(),
            String::new(),
            "",
        );
    }
    if let Some(face) = state.face(unit) {
        let name = match face {
            Face::Up(counter) => roster.counter(counter).designation.clone(),
            Face::Untried(_) => String::new(),
        };
        return (name, String::new(), TWO_CROSSES);
    }
    let id = unit.to_string();
    let (division, regiment) = id.split_once('-').unwrap_or((&id, ""));
    let number = division.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let number = if number.is_empty() { division.to_ascii_uppercase() } else { number.to_owned() };
    let size = match state.kind(unit) {
        Kind::Infantry | Kind::Cavalry => TWO_CROSSES,
        _ => "M-3.4-2.6v5.2M0-2.6v5.2M3.4-2.6v5.2",
    };
    (if number == "LEHR" { "L".to_owned() } else { number }, regiment.to_owned(), size)
}

fn value(state: &State, unit: UnitId, kind: Kind) -> String {
    let move_points = state.printed_allowance(unit);
    match state.strength(unit) {
        None => format!("?-{move_points}"),
        Some((attack, defense)) if kind == Kind::Rifle => format!("{attack}-{defense}-{move_points}"),
        Some((attack, _)) => format!("{attack}-{move_points}"),
    }
}

const TWO_CROSSES: &str = "M-5-2.4l4 4.8M-1-2.4l-4 4.8M1-2.4l4 4.8M5-2.4l-4 4.8";
const FOUR_CROSSES: &str = "M-10.4-2.3l4.2 4.6M-6.2-2.3l-4.2 4.6M-4.9-2.3l4.2 4.6M-.7-2.3l-4.2 4.6M.7-2.3l4.2 4.6\
                            M4.9-2.3l-4.2 4.6M6.2-2.3l4.2 4.6M10.4-2.3l-4.2 4.6";

const fn symbol(kind: Kind) -> &'static str {
    match kind {
        Kind::Infantry | Kind::Rifle => "<path d=\"M-15-8.5L15 8.5M-15 8.5L15-8.5\"/>",
        Kind::Motorized => {
            "<path d=\"M-15-8.5L15 8.5M-15 8.5L15-8.5\"/><circle cx=\"-8\" cy=\"10.2\" r=\"1.9\"/>\
             <circle cx=\"8\" cy=\"10.2\" r=\"1.9\"/>"
        }
        Kind::Panzergrenadier | Kind::Mechanised => {
            "<path d=\"M-15-8.5L15 8.5M-15 8.5L15-8.5\"/>\
             <path d=\"M-6.2-5H6.2A5 5 0 0 1 6.2 5H-6.2A5 5 0 0 1-6.2-5Z\"/>"
        }
        Kind::Panzer | Kind::Tank => "<path d=\"M-6.2-5H6.2A5 5 0 0 1 6.2 5H-6.2A5 5 0 0 1-6.2-5Z\"/>",
        Kind::Cavalry => "<path d=\"M-15 8.5L15-8.5\"/>",
        Kind::Leader => "",
    }
}

fn star(radius: f64, waist: f64) -> String {
    let point = |n: u8| -> Point {
        let angle = std::f64::consts::PI * (f64::from(n) / 5.0 - 0.5);
        let r = if n.is_multiple_of(2) { radius } else { radius * waist };
        (r * angle.cos(), r * angle.sin())
    };
    super::geometry::polygon((0..10).map(point))
}

/// Disrupted a violet diamond with a bolt, out of supply a yellow disc struck through, retreated a hooked tab.
fn marks(state: &State, unit: UnitId, out_of_supply: &UnitSet) -> String {
    let mut svg = String::new();
    let (disrupted, unsupplied) = (state.is_disrupted(unit), out_of_supply.contains(unit));
    let apart = if disrupted && unsupplied { 8.5 } else { 0.0 };
    if disrupted {
        let _ = write!(
            svg,
            "<g transform=\"translate(-25.5 {})\"><path class=\"disrupted\" d=\"M0-9.4L9.4 0 0 9.4-9.4 0Z\"/>\
             <path fill=\"#fff\" d=\"M1.6-5.6L-2.6.4H.4L-1.4 5.6 3-.8H0Z\"/></g>",
            -3.3 + apart
        );
    }
    if unsupplied {
        let _ = write!(
            svg,
            "<g transform=\"translate(-25.5 {})\"><circle class=\"unsupplied\" r=\"8\"/>\
             <path class=\"drop\" d=\"M0-5.4C2.4-2.6 3.6-.9 3.6 1.3a3.6 3.6 0 0 1-7.2 0C-3.6-.9-2.4-2.6 0-5.4Z\"/>\
             <path class=\"slash\" d=\"M-5.6-5.6L5.6 5.6\"/></g>",
            -3.3 - apart
        );
    }
    if state.is_retreated(unit) {
        svg += "<g transform=\"translate(27 22)\"><path class=\"tab\" d=\"M7.5-6.6H-4.2L-8.6 0-4.2 6.6H7.5Z\"/>\
                <path class=\"hook\" d=\"M4.6-3.4V-.8A2 2 0 0 1 2.6 1.2H-3.4M-1-1.4L-3.6 1.2-1 3.8\"/></g>";
    }
    svg
}

/// A single-engined machine from above.
const AIR: &str = "<circle class=\"disc air\" r=\"20\"/><circle class=\"ring\" r=\"17.4\"/>\
<path fill=\"#24404e\" transform=\"rotate(62) scale(.86)\" d=\"M0-15C1.5-15 2.1-13 2.2-10.6L2.4-6.6 7-5.4 15.4-2.4C16.4-2 16.6 .6 15.6 .9L7 1.4 2.4 1.4 1.7 9.2 6.2 10.8C7 11.1 7 13 6.2 13.1L1.2 13.2 0 14.6-1.2 13.2-6.2 13.1C-7 13-7 11.1-6.2 10.8L-1.7 9.2-2.4 1.4-7 1.4-15.6 .9C-16.6 .6-16.4-2-15.4-2.4L-7-5.4-2.4-6.6-2.2-10.6C-2.1-13-1.5-15 0-15Z\"/>";
/// A twin-engined one.
const SOVIET: &str = "<circle class=\"disc red\" r=\"20\"/><circle class=\"ring light\" r=\"17.4\"/>\
<path fill=\"#ffeacf\" transform=\"rotate(-68) scale(.86)\" d=\"M0-14C1.8-14 2.3-11.5 2.4-9L2.5-6.2 4.4-6.4V-9.6C4.4-11 5-11.6 5.9-11.6S7.4-11 7.4-9.6V-6.6L15.8-4.6C16.6-4.4 16.7-1.6 15.9-1.4L7.2-.2C7.1 1.8 6.6 3 5.9 3S4.7 1.8 4.6-.1L2.4.2 1.6 9.4 6.4 10V8.2H8.2V14H6.4V12.4L1 12.8 0 13.6-1 12.8-6.4 12.4V14H-8.2V8.2H-6.4V10L-1.6 9.4-2.4.2-4.6-.1C-4.7 1.8-5.2 3-5.9 3S-7.1 1.8-7.2-.2L-15.9-1.4C-16.7-1.6-16.6-4.4-15.8-4.6L-7.4-6.6V-9.6C-7.4-11-6.8-11.6-5.9-11.6S-4.4-11-4.4-9.6V-6.4L-2.5-6.2-2.4-9C-2.3-11.5-1.8-14 0-14Z\"/>";
/// A broken track.
const CUT: &str = "<path class=\"disc cut\" d=\"M-9-17H9L17-9V9L9 17H-9L-17 9V-9Z\"/>\
<path class=\"track\" d=\"M-12-4.2H-3.4M-12 4.2H-6.4M12-4.2H6.4M12 4.2H3.4M-9.6-7.4V7.4M9.6-7.4V7.4\"/>\
<path class=\"bolt\" d=\"M1.6-11.5L-3.8 1H.2L-1.6 11.5 4.2-1.4H.4Z\"/>";

fn marker(hex: Hex, drawing: &str, lift: f64) -> String {
    let (x, y) = centre(hex);
    // Under a counter a marker would be lost: it looks out above it.
    format!(
        "<g class=\"marker\" transform=\"translate({})\">{drawing}</g>\n",
        at((x + lift, y - 8.0 + lift / 2.0))
    )
}
