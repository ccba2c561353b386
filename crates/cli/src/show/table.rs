//! The side table: turn, phase, decision, points, markers, units off the map, and the stacks by hex.

use crate::replay::side_style;
use crate::story;
use anstyle::Style;
use pgg_core::data::schedule::{Area, Pool};
use pgg_core::rules::sequence::TURNS;
use pgg_core::{Hex, Kind, Place, Side, State, UnitId, UnitSet, data};

/// The table as styled lines of at most so many characters.
pub(crate) fn lines(state: &State, width: usize) -> Vec<String> {
    let mut table = Table { lines: Vec::new(), width: width.max(20) };
    table.heading(&format!("Turn {} of {TURNS}: {}", state.turn(), state.phase()));
    match state.decision() {
        Some(decision) => table.text(&story::prompt(decision)),
        None => table.text("The game is over."),
    }
    for line in score(state) {
        table.text(&line);
    }
    for line in markers(state) {
        table.text(&line);
    }
    for side in Side::BOTH {
        table.off_map(state, side);
    }
    for side in Side::BOTH {
        table.stacks(state, side);
    }
    table.lines
}

struct Table {
    lines: Vec<String>,
    width: usize,
}

impl Table {
    fn heading(&mut self, text: &str) {
        self.styled(Style::new().bold(), text);
    }

    fn side_heading(&mut self, side: Side, text: &str) {
        self.lines.push(String::new());
        self.styled(side_style(side), text);
    }

    fn styled(&mut self, style: Style, text: &str) {
        self.lines.extend(wrap(text, self.width).iter().map(|line| format!("{style}{line}{style:#}")));
    }

    fn text(&mut self, text: &str) {
        self.lines.extend(wrap(text, self.width));
    }

    fn off_map(&mut self, state: &State, side: Side) {
        let lines = off_map(state, side);
        if !lines.is_empty() {
            self.side_heading(side, &format!("{side}, off the map"));
            lines.iter().for_each(|line| self.text(line));
        }
    }

    fn stacks(&mut self, state: &State, side: Side) {
        self.side_heading(side, &format!("{side} stacks"));
        for hex in state.occupied(side).iter() {
            self.text(&stack(state, side, hex));
        }
        if state.occupied(side).is_empty() {
            self.text("none on the map");
        }
    }
}

/// The current points by source [15.1].
pub(crate) fn score(state: &State) -> Vec<String> {
    let score = state.score();
    let draw = if score.draw { ", a draw" } else { "" };
    let mut lines = vec![format!("{} points: {}{draw}", score.total, score.level)];
    let name = |id: &str| {
        data().victory.objectives().iter().find(|o| o.id == id).map_or(id.to_owned(), |o| o.name.clone())
    };
    if !score.objectives.is_empty() {
        let held: Vec<String> =
            score.objectives.iter().map(|(id, vp)| format!("{} {vp}", name(id))).collect();
        lines.push(format!("German holds: {}", held.join(", ")));
    }
    if score.front > 0 {
        lines.push(format!("South-Western Front called: +{}", score.front));
    }
    if !score.divisions_lost.is_empty() {
        lines.push(format!("German divisions lost: {}", score.divisions_lost.join(", ")));
    }
    if score.recaptures > 0 {
        lines.push(format!("Cities recaptured: {}", score.recaptures));
    }
    lines
}

fn markers(state: &State) -> Vec<String> {
    let list = |hexes: Vec<Hex>| hexes.iter().map(Hex::to_string).collect::<Vec<_>>().join(", ");
    let mut lines = Vec::new();
    let (air, cuts): (Vec<Hex>, Vec<Hex>) = (state.air_markers().collect(), state.rail_cuts().collect());
    if !air.is_empty() {
        lines.push(format!("Air Interdiction: {}", list(air)));
    }
    if let Some(hex) = state.soviet_marker() {
        lines.push(format!("Soviet Interdiction: {hex}"));
    }
    if !cuts.is_empty() {
        lines.push(format!("Railway cut: {}", list(cuts)));
    }
    lines
}

/// Units that wait, by entry area, and those eliminated.
fn off_map(state: &State, side: Side) -> Vec<String> {
    let mut lines = Vec::new();
    for area in Area::ALL.into_iter().filter(|a| a.side() == side) {
        let here: UnitSet = state.waiting(side).filter(|&u| state.area_of(u) == Some(area)).collect();
        let mut texts: Vec<String> = Vec::new();
        for (pool, what) in [(Pool::Rifle, "rifle"), (Pool::Armoured, "armoured")] {
            match state.owed(area, pool) {
                0 => {}
                n => texts.push(format!("{n} {what}")),
            }
        }
        texts.extend(by_division(here));
        if !texts.is_empty() {
            lines.push(format!("may enter at {area}: {}", texts.join(", ")));
        }
    }
    let unplaced: Vec<String> =
        state.waiting(side).filter(|&u| state.area_of(u).is_none()).map(|u| u.to_string()).collect();
    if !unplaced.is_empty() {
        lines.push(format!("to be placed: {}", unplaced.join(", ")));
    }
    if side == Side::Soviet {
        if let Some(die) = state.provisional() {
            lines.push(format!("provisional rifle division, die {die}"));
        }
        lines.push(format!("Front divisions called: {}", state.front_called()));
        let piles = [Kind::Rifle, Kind::Tank, Kind::Mechanised]
            .map(|k| format!("{k} {}+{}", state.in_cup(k), state.in_dead_pile(k)));
        lines.push(format!("cup + dead pile: {}", piles.join(", ")));
    }
    let dead: UnitSet =
        UnitSet::side(side).iter().filter(|&u| !u.is_division() && state.place(u) == Place::Dead).collect();
    if !dead.is_empty() {
        lines.push(format!("eliminated: {}", by_division(dead).join(", ")));
    }
    lines
}

/// Whole divisions by their own ids, the rest unit by unit.
fn by_division(units: UnitSet) -> Vec<String> {
    let mut rest = units;
    let mut texts = Vec::new();
    for formation in data().roster.formations() {
        if formation.units.is_within(&rest) {
            texts.push(formation.id.clone());
            rest = rest.without(&formation.units);
        }
    }
    texts.extend(rest.iter().map(|u| u.to_string()));
    texts
}

/// `1222 pz7-25 4-10, pz7-6 2-10 ×2`.
pub(crate) fn stack(state: &State, side: Side, hex: Hex) -> String {
    let units = state.side_in(side, hex);
    let texts: Vec<String> = units.iter().map(|u| unit(state, u)).collect();
    let integrated = if units.iter().any(|u| state.is_integrated(u)) { " ×2" } else { "" };
    let city = data().map.city_at(hex).map(|c| format!(" {}", c.name)).unwrap_or_default();
    format!("{hex}{city}: {}{integrated}", texts.join(", "))
}

/// A unit with its printed values and its markers.
pub(crate) fn unit(state: &State, unit: UnitId) -> String {
    let allowance = state.printed_allowance(unit);
    let printed = match state.strength(unit) {
        None => format!("?-{allowance}"),
        Some((_, rating)) if unit.is_leader() => format!("*{rating}"),
        Some((attack, _)) if unit.side() == Side::German => format!("{attack}-{allowance}"),
        Some((attack, _)) if state.kind(unit).is_armoured() => format!("{attack}-{allowance}"),
        Some((attack, defense)) => format!("{attack}-{defense}-{allowance}"),
    };
    let kind = match state.kind(unit) {
        Kind::Tank => " tank",
        Kind::Mechanised => " mech",
        _ => "",
    };
    let mut marks = String::new();
    if state.is_disrupted(unit) {
        marks += " disrupted";
    }
    if state.is_retreated(unit) {
        marks += " retreated";
    }
    format!("{unit}{kind} {printed}{marks}")
}

/// Break at blanks; what follows is indented by two more than the beginning.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let words = text.trim_start_matches(' ');
    let indent = " ".repeat(text.len() - words.len());
    let mut lines = Vec::new();
    let mut line = indent.clone();
    for word in words.split(' ') {
        let longer = line.chars().count() + 1 + word.chars().count();
        if !line.trim().is_empty() && longer > width {
            lines.push(std::mem::replace(&mut line, format!("{indent}  ")));
        }
        if !line.trim().is_empty() {
            line.push(' ');
        }
        line += word;
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn long_lines_are_broken_and_keep_their_indent() {
        assert_eq!(wrap("one two", 20), ["one two"]);
        assert_eq!(wrap("  one two three", 9), ["  one two", "    three"]);
        assert_eq!(wrap("Constantinople and on", 9), ["Constantinople", "  and on"]);
        assert_eq!(wrap("", 9), [""]);
    }
}
