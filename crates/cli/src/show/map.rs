//! The map in the terminal: a hex is five characters by two lines, even columns one line lower.
//!
//! ```text
//! P16³▐    units and stack size; on the right what lies on the north-east hexside
//! 1222     the number, underlined in blue over a river; on the right the south-east hexside
//! ```
//!
//! In ASCII a hex has six characters: `P16/3|`.

use super::window::{Window, cell_width};
use crate::out::ascii_only;
use anstyle::{Ansi256Color, Color, Effects, Style};
use pgg_core::map::{CityKind, Terrain};
use pgg_core::{Direction, Hex, HexSet, Kind, Side, State, UnitId, UnitSet, data};

const INK: u8 = 16;
const NUMBER: u8 = 240;
const PAPER: u8 = 230;
const FOREST: u8 = 150;
const SWAMP: u8 = 186;
const WATER: u8 = 110;
const MAJOR: u8 = 180;
const MINOR: u8 = 223;
const RIVER: u8 = 26;
const GERMAN: u8 = 248;
const TRIED: u8 = 173;
const UNTRIED: u8 = 124;
const LIT: u8 = 221;

const fn color(c: u8) -> Color {
    Color::Ansi256(Ansi256Color(c))
}

const fn style(ink: u8, ground: u8) -> Style {
    Style::new().fg_color(Some(color(ink))).bg_color(Some(color(ground)))
}

/// The window as lines of styled text; hexes of `lit` stand out.
pub(crate) fn draw(state: &State, window: Window, lit: &HexSet) -> Vec<String> {
    let (first, last) = window.rows;
    // An even column hangs half a hex lower, so it needs a line more.
    let lines = (last - first + 1) * 2 + 1;
    (0..lines).map(|line| draw_line(state, window, lit, line)).collect()
}

fn draw_line(state: &State, window: Window, lit: &HexSet, line: u16) -> String {
    let mut text = String::new();
    for column in window.columns.0..=window.columns.1 {
        let drop = u16::from(column % 2 == 0);
        let cell = line.checked_sub(drop).and_then(|l| {
            let row = window.rows.0 + l / 2;
            (row <= window.rows.1).then(|| Hex::new(column, row).map(|hex| (hex, l % 2 == 0))).flatten()
        });
        match cell {
            Some((hex, upper)) => text += &draw_cell(state, hex, upper, lit.contains(hex)),
            None => text += &" ".repeat(cell_width()),
        }
    }
    text
}

fn draw_cell(state: &State, hex: Hex, upper: bool, lit: bool) -> String {
    let map = &data().map;
    let ground = if lit { LIT } else { ground(hex) };
    let river = |d: Direction| map.side(hex, d).river() || map.side(hex, d).lake();
    let east = if river(if upper { Direction::NE } else { Direction::SE }) { "▐" } else { " " };
    let bank = style(RIVER, ground);
    let width = cell_width() - 1;
    if upper {
        let (glyph, look) = match stack_glyph(state, hex) {
            Some(stack) => stack,
            None => (features(state, hex), style(INK, ground)),
        };
        return format!("{look}{glyph:<width$}{look:#}{bank}{east}{bank:#}");
    }
    let (mut look, mut bank) = (style(NUMBER, ground), bank);
    if river(Direction::S) {
        look = bank.effects(Effects::UNDERLINE).underline_color(Some(color(RIVER)));
        bank = look;
    }
    let number = hex.to_string();
    format!("{look}{number:<width$}{look:#}{bank}{east}{bank:#}")
}

fn ground(hex: Hex) -> u8 {
    let map = &data().map;
    match (map.city_kind(hex), map.terrain(hex)) {
        (Some(CityKind::Major), _) => MAJOR,
        (Some(CityKind::Minor), _) => MINOR,
        (None, Terrain::Clear) => PAPER,
        (None, Terrain::Forest) => FOREST,
        (None, Terrain::Swamp) => SWAMP,
        (None, Terrain::Lake) => WATER,
    }
}

/// What an empty hex shows: a marker, else the city's name, else ground, road and railway.
fn features(state: &State, hex: Hex) -> String {
    let map = &data().map;
    if let Some(marker) = marker(state, hex) {
        return format!("{marker:<4}");
    }
    if let Some(city) = map.city_at(hex) {
        return format!("{:<4.4}", city.name);
    }
    let ground = match map.terrain(hex) {
        Terrain::Clear => ' ',
        Terrain::Forest => '^',
        Terrain::Swamp => '~',
        Terrain::Lake => 'w',
    };
    let road = if map.road_hexes().contains(hex) { '=' } else { ' ' };
    let rail = if map.rail_hexes().contains(hex) { '#' } else { ' ' };
    format!("{ground}{road}{rail} ")
}

fn marker(state: &State, hex: Hex) -> Option<&'static str> {
    if state.air_markers().any(|h| h == hex) {
        Some("AIR")
    } else if state.soviet_marker() == Some(hex) {
        Some("SOV")
    } else if state.rail_cuts().any(|h| h == hex) {
        Some("CUT")
    } else {
        None
    }
}

/// The characters of a stack, with the colours of its side.
fn stack_glyph(state: &State, hex: Hex) -> Option<(String, Style)> {
    let units = state.units_in(hex);
    let side = units.first()?.side();
    let fighters = units.without(&UnitSet::LEADER);
    let untried = fighters.iter().filter(|&u| state.is_untried(u)).count();
    let known: u32 = fighters.iter().map(|u| strength(state, u)).sum();
    let letter = fighters.iter().max_by_key(|&u| strength(state, u)).map_or('*', |u| letter(state.kind(u)));
    let value = match (fighters.is_empty(), untried) {
        (true, _) => units.iter().map(|u| u32::from(state.defense(u))).sum::<u32>().to_string(),
        (false, 0) => known.to_string(),
        (false, _) if known == 0 => "?".to_owned(),
        (false, _) => format!("{known}?"),
    };
    // A Leader among others shows as a star where there is room.
    let leader = !fighters.is_empty() && fighters != units;
    let value = if leader && value.len() < 2 { format!("{value}*") } else { value };
    let count = size(units.len());
    let bold = |s: Style| s.effects(Effects::BOLD);
    let mut look = bold(match side {
        Side::German => style(INK, GERMAN),
        Side::Soviet if untried > 0 => style(PAPER, UNTRIED),
        Side::Soviet => style(INK, TRIED),
    });
    if units.iter().all(|u| state.is_disrupted(u)) {
        look = look.effects(Effects::BOLD | Effects::STRIKETHROUGH);
    }
    Some((format!("{letter}{value:<2.2}{count}"), look))
}

/// Strength shown: an integrated regiment counts double [7.3]; Soviets by their defence.
fn strength(state: &State, unit: UnitId) -> u32 {
    u32::from(state.defense(unit)) * if state.is_integrated(unit) { 2 } else { 1 }
}

/// The letter of a kind; Soviets in small letters, so that sides differ without colour.
pub(crate) const fn letter(kind: Kind) -> char {
    match kind {
        Kind::Infantry => 'I',
        Kind::Panzer => 'P',
        Kind::Panzergrenadier => 'G',
        Kind::Motorized => 'M',
        Kind::Cavalry => 'C',
        Kind::Leader => '*',
        Kind::Rifle => 'r',
        Kind::Tank => 't',
        Kind::Mechanised => 'm',
    }
}

/// How many units stand there, if more than one: `³`, in ASCII `/3`, which no strength runs into.
fn size(n: usize) -> String {
    const DIGITS: [char; 10] = [' ', ' ', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    match n {
        0 | 1 => String::new(),
        2..=9 if ascii_only() => format!("/{n}"),
        _ if ascii_only() => "/+".to_owned(),
        _ => DIGITS.get(n).copied().unwrap_or('⁺').to_string(),
    }
}
