//! Answers to a player's questions: odds, reach, supply, units.

use crate::show::table;
use crate::story;
use pgg_core::analysis::odds::{Modifier, ModifierKind, Odds, Range};
use pgg_core::rules::supply::SupplyBy;
use pgg_core::{Event, Hex, HexSet, Side, State, Targets, UnitSet, data};
use std::collections::BTreeMap;

/// Where an event happened, for the window of the map.
pub(super) fn hex_of(event: &Event) -> Option<Hex> {
    match *event {
        Event::Deployed { hex, .. }
        | Event::InterdictionPlaced { hex, .. }
        | Event::Entered { hex, .. }
        | Event::Eliminated { hex, .. }
        | Event::Evacuated { hex, .. } => Some(hex),
        Event::Moved { to, .. }
        | Event::Rode { to, .. }
        | Event::Retreated { to, .. }
        | Event::OverrunEntered { to, .. }
        | Event::Advanced { to, .. } => Some(to),
        Event::OverrunBegan { target, .. } => Some(target),
        Event::AttackBegan { targets, .. } => targets.first(),
        _ => None,
    }
}

/// All units of both sides, and those that wait.
pub(super) fn units(state: &State) -> Vec<String> {
    let mut lines = Vec::new();
    for side in Side::BOTH {
        lines.push(format!("{side}:"));
        lines.extend(state.occupied(side).iter().map(|hex| format!("  {}", table::stack(state, side, hex))));
        let waiting: UnitSet = state.waiting(side).collect();
        if !waiting.is_empty() {
            lines.push(format!("  wait to enter: {}", story::names(waiting, state)));
        }
    }
    lines
}

/// What is in a hex: ground, units, supply, points left.
pub(super) fn stack(state: &State, hex: Hex) -> Vec<String> {
    let map = &data().map;
    let mut ground = vec![match map.city_at(hex) {
        Some(city) => {
            format!("{}, {:?} city", city.name, city.kind).replace("Major", "major").replace("Minor", "minor")
        }
        None => format!("{:?}", map.terrain(hex)).to_lowercase(),
    }];
    for (is, what) in [(map.road_hexes().contains(hex), "road"), (map.rail_hexes().contains(hex), "railway")]
    {
        if is {
            ground.push(what.to_owned());
        }
    }
    for side in Side::BOTH {
        if state.zones(side).contains(hex) {
            ground.push(format!("{side} zone of control"));
        }
    }
    let mut lines = vec![format!("{hex}: {}", ground.join(", "))];
    for unit in state.units_in(hex) {
        let left = if state.phase().is_movement() && unit.side() == state.phase().side() {
            format!(", {} MP left", state.points_left(unit))
        } else {
            String::new()
        };
        let supply = if state.is_supplied(unit) { "in supply" } else { "out of supply" };
        lines.push(format!("  {}: {supply}{left}", table::unit(state, unit)));
    }
    lines
}

/// The hexes units can walk to, and the same by cost.
pub(super) fn reach(state: &State, units: UnitSet) -> Result<(HexSet, Vec<String>), String> {
    let first = units.first().ok_or("No unit is there.")?;
    // Of a mixed stack, those that can still move.
    let able: UnitSet = units.iter().filter(|&u| state.reach(UnitSet::one(u)).is_ok()).collect();
    let units = if able.is_empty() { UnitSet::one(first) } else { able };
    let reach = state.reach(units).map_err(|e| format!("Not allowed. {e}."))?;
    let mut by_cost: BTreeMap<u8, Vec<String>> = BTreeMap::new();
    let mut lit = HexSet::EMPTY;
    for (hex, cost) in reach.field.hexes() {
        lit.insert(hex);
        let stop = if reach.stops.contains(hex) { "!" } else { "" };
        by_cost.entry(cost).or_default().push(format!("{hex}{stop}"));
    }
    let who = story::names(units, state);
    let mut lines = vec![format!("{who} can reach {} hexes (! means it must stop there).", lit.len())];
    for (cost, hexes) in by_cost {
        lines.extend(table::wrap(
            &format!("  {:>4} MP: {}", pgg_core::Mp(cost).to_string(), hexes.join(" ")),
            100,
        ));
    }
    if let Ok(rail) = state.rail_reach(first) {
        let hexes: Vec<String> = rail.hexes().map(|(hex, _)| hex.to_string()).collect();
        if !hexes.is_empty() {
            lines.extend(table::wrap(&format!("  {first} by rail: {}", hexes.join(" ")), 100));
        }
    }
    Ok((lit, lines))
}

/// Supply of units, with the line traced.
pub(super) fn supply(state: &State, units: UnitSet) -> Vec<String> {
    units
        .iter()
        .map(|unit| {
            let who = story::name(unit, state);
            if state.hex(unit).is_none() {
                return format!("{who} is not on the map.");
            }
            let supply = state.supply(unit);
            let line = supply.line.iter().map(Hex::to_string).collect::<Vec<_>>().join("-");
            let leader = supply.leader.map(|l| story::name(l, state)).unwrap_or_default();
            match supply.by {
                SupplyBy::Entered => format!("{who} is in supply: it entered this Player-Turn [11.33]."),
                SupplyBy::Road => format!("{who} is in supply by the live road, {line} [11.11]."),
                SupplyBy::Direct => format!("{who} is in supply from the west edge, {line} [11.12]."),
                SupplyBy::Leader => format!("{who} is in supply through {leader}, {line} [11.21]."),
                SupplyBy::EastEdge => format!("{who} is in supply from the east edge, {line} [11.24]."),
                SupplyBy::None if supply.leader.is_some() => {
                    format!("{who} is out of supply: {leader} commands it, {line} [10.35], but is cut off himself [11.24].")
                }
                SupplyBy::None => format!("{who} is out of supply [11.3]."),
            }
        })
        .collect()
}

/// What may be attacked in this phase, and from where.
pub(super) fn targets(state: &State) -> Vec<String> {
    let mut lines = Vec::new();
    for attack in state.legal().attacks {
        let mut from: Vec<String> =
            attack.units.iter().filter_map(|unit| state.hex(unit)).map(|hex| hex.to_string()).collect();
        from.sort();
        from.dedup();
        lines.push(format!("  {} from {}", story::place(attack.target), from.join(", ")));
    }
    if !lines.is_empty() {
        lines.insert(0, "May be attacked:".to_owned());
    }
    lines
}

/// The odds sheet.
pub(super) fn odds(odds: &Odds, targets: &Targets, units: UnitSet, state: &State) -> Vec<String> {
    let hexes: Vec<String> = targets.iter().map(story::place).collect();
    let what = if odds.overrun { "Overrun of" } else { "Attack on" };
    let mut lines = vec![format!("{what} {} by {}:", hexes.join(" and "), story::names(units, state))];
    lines.push(format!("  attack {}, defence {}", range(odds.attack), range(odds.defense)));
    for modifier in &odds.modifiers {
        let at = modifier.hex.map(|h| format!(" in {h}")).unwrap_or_default();
        let who = story::names(modifier.units.iter().copied().collect(), state);
        lines.push(format!("  {}{at}: {who} [{}]", kind(modifier), modifier.case));
    }
    let columns: Vec<String> = odds.columns.iter().map(|(c, p)| format!("{c} {}", percent(*p))).collect();
    if !columns.is_empty() {
        lines.push(format!("  odds: {}", columns.join(", ")));
    }
    let mut results = odds.results.clone();
    results.sort_by(|a, b| b.1.total_cmp(&a.1));
    for (result, chance) in results {
        lines.push(format!("  {:>4} {result:<5} {}", percent(chance), story::meaning(result.text())));
    }
    for (chance, what) in [(odds.walkover, "no defender is left"), (odds.called_off, "no attacker is left")] {
        if chance > 0.0 {
            lines.push(format!("  {:>4} {what}", percent(chance)));
        }
    }
    lines.push(format!(
        "  steps lost on the average if nobody retreats: attacker {:.1}, defender {:.1}",
        odds.losses.attacker, odds.losses.defender
    ));
    if !odds.exact {
        lines.push("  (by samples: too many strengths are possible)".to_owned());
    }
    lines
}

fn range(range: Range) -> String {
    if range.least == range.most {
        range.least.to_string()
    } else {
        format!("{:.1} ({} to {})", range.mean, range.least, range.most)
    }
}

fn percent(chance: f64) -> String {
    format!("{:.0}%", chance * 100.0)
}

fn kind(modifier: &Modifier) -> String {
    match modifier.what {
        ModifierKind::Integrated => "integrated division, doubled".to_owned(),
        ModifierKind::OutOfSupply => "out of supply, halved".to_owned(),
        ModifierKind::Leader if modifier.least == modifier.most => {
            format!("Leader's bonus +{}", modifier.most)
        }
        ModifierKind::Leader => format!("Leader's bonus +{} to {}", modifier.least, modifier.most),
        ModifierKind::Terrain => "forest or major city, defence doubled".to_owned(),
        ModifierKind::River => "attacked only across rivers, defence doubled".to_owned(),
        ModifierKind::Overrun => "overrun, attack halved".to_owned(),
        ModifierKind::Retreated => "retreated, adds nothing".to_owned(),
        ModifierKind::Untried => "untried".to_owned(),
        ModifierKind::LoneLeader => "Leaders alone, rating as defence".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(units: &str) -> State {
        let text = format!(r#"{{"turn": 7, "phase": "soviet_combat", "units": {{{units}}}}}"#);
        State::from_text(&text).expect("a position")
    }

    fn named(ids: &[&str]) -> UnitSet {
        ids.iter().filter_map(|id| data().roster.parse_unit(id)).collect()
    }

    /// [10.35, 11.24] Out of supply under a Leader who is cut off: he is named, with the line to him.
    #[test]
    fn a_leader_cut_off_is_told() {
        let ring = r#""1220": ["inf6"], "1421": ["inf26"], "1423": ["inf5"], "1224": ["inf35"], "1023": ["inf161"],
                      "1021": ["inf23"], "1222": ["r1"], "1223": ["konev"]"#;
        let told = supply(&state(ring), named(&["r1"])).join("\n");
        for part in ["out of supply", "Konev", "1222-1223", "[10.35]", "[11.24]"] {
            assert!(told.contains(part), "{part}: {told}");
        }
    }

    /// [10.36, 9.67] What a Leader adds to untried divisions is a range; the steps lost on the average are told.
    #[test]
    fn the_sheet_tells_ranges_and_losses() {
        let state = state(r#""1222": ["r1", "remezov"], "1322": ["inf6"]"#);
        let (units, targets) = (named(&["r1", "remezov"]), Targets::one("1322".parse().expect("a hex")));
        let sheet = state.odds(units, &targets, false).expect("odds");
        let told = odds(&sheet, &targets, units, &state).join("\n");
        assert!(told.contains("Leader's bonus +1 to 4"), "{told}");
        assert!(told.contains("steps lost on the average if nobody retreats: attacker "), "{told}");
    }
}
