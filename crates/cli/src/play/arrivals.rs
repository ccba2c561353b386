//! Reinforcements: which units may enter where, and which divisions belong to which army.

use crate::story;
use pgg_core::data::schedule::{FirstTurn, Pool};
use pgg_core::{Hex, Newcomer, Phase, Side, State, UnitId, UnitSet, data};

/// Units that may enter at the same hexes.
pub(super) struct Group {
    /// `6 rifle divisions`, `pz7 and pz10`.
    who: String,
    /// How many units or divisions.
    pub(super) count: usize,
    /// `X`, or nothing for those without an area.
    area: String,
    /// Where they may enter now, on foot or by rail.
    pub(super) open: Vec<Hex>,
    /// All hexes of the area, in order.
    all: Vec<Hex>,
    by_rail: bool,
    /// What to type: `enter rifle X`.
    command: String,
    /// Need not be called: calling gives the enemy points [14.23].
    pub(super) optional: bool,
}

/// All reinforcements of this phase, by place and kind.
pub(super) fn groups(state: &State) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut units: Vec<(String, UnitSet)> = Vec::new();
    for newcomer in state.newcomers() {
        match newcomer {
            Newcomer::Unit(unit) => {
                let area = state.area_of(unit).map(|a| a.to_string()).unwrap_or_default();
                match units.iter_mut().find(|(known, _)| *known == area) {
                    Some((_, here)) => here.insert(unit),
                    None => units.push((area, UnitSet::one(unit))),
                }
            }
            other => groups.extend(group(state, other)),
        }
    }
    for (area, here) in units {
        let (Some(first), names) = (here.first(), by_division(here, state)) else { continue };
        let command = format!("enter {}", names.first().map_or("", |(id, _)| id));
        let who = names.into_iter().map(|(_, name)| name).collect::<Vec<_>>();
        groups.push(Group {
            who: story::listed(&who),
            count: here.len(),
            area,
            command,
            ..places(state, Newcomer::Unit(first))
        });
    }
    groups
}

/// Divisions that have no id before they enter.
fn group(state: &State, newcomer: Newcomer) -> Option<Group> {
    let (count, who, area) = match newcomer {
        Newcomer::Unit(_) => return None,
        Newcomer::Scheduled(pool, area) => {
            let count = state.owed(area, pool);
            let what = match pool {
                Pool::Rifle => "rifle division",
                Pool::Armoured => "armoured division",
            };
            (count, story::plural(count.into(), what), area.to_string())
        }
        Newcomer::Provisional => (1, "the provisional rifle division".to_owned(), String::new()),
        Newcomer::Front => {
            let points = data().schedule.front_points(state.front_called() + 1);
            let points = story::plural(points.into(), "point");
            (
                0,
                format!("the South-Western Front, if called ({points} to the German for the next)"),
                String::new(),
            )
        }
    };
    let optional = newcomer == Newcomer::Front;
    let command = format!("enter {newcomer}");
    Some(Group { who, count: count.into(), area, command, optional, ..places(state, newcomer) })
}

/// Where a newcomer may enter now.
fn places(state: &State, newcomer: Newcomer) -> Group {
    let all = state.entry_hexes(newcomer);
    let may = |hex: &Hex, rail| state.check_enter(newcomer, *hex, rail).is_ok();
    Group {
        who: String::new(),
        count: 0,
        area: String::new(),
        open: all.iter().copied().filter(|hex| may(hex, false) || may(hex, true)).collect(),
        by_rail: all.iter().any(|hex| may(hex, true)),
        all,
        command: String::new(),
        optional: false,
    }
}

impl Group {
    /// `6 rifle divisions at X (5907, also by rail)`.
    fn text(&self) -> String {
        if self.open.is_empty() {
            let at = if self.area.is_empty() { String::new() } else { format!(" at {}", self.area) };
            return format!("{}{at}: no hex is open to them now", self.who);
        }
        let rail = if self.by_rail { ", also by rail" } else { "" };
        let hexes = spans(&self.open, &self.all);
        if self.area.is_empty() {
            format!("{} at {hexes}{rail}", self.who)
        } else {
            format!("{} at {} ({hexes}{rail})", self.who, self.area)
        }
    }
}

/// Waiting units, a line for each place, with the command to type.
pub(super) fn lines(state: &State) -> Vec<String> {
    let groups = groups(state);
    let mut lines = Vec::new();
    if !groups.is_empty() {
        lines.push("May enter (move each on before the next one enters [6.11]):".to_owned());
    }
    for group in &groups {
        let example = match (group.open.first(), &group.open[..]) {
            (Some(_), [_]) => format!(": {}", group.command),
            (Some(first), _) => format!(": {} {first}", group.command),
            (None, _) => String::new(),
        };
        lines.extend(crate::show::table::wrap(&format!("  {}{example}", group.text()), 100));
    }
    lines
}

/// The warning before a phase ends while units could still enter; none if none could.
pub(super) fn left_behind(state: &State) -> Option<(usize, String)> {
    let left: Vec<Group> = groups(state).into_iter().filter(|g| !g.optional && !g.open.is_empty()).collect();
    let count: usize = left.iter().map(|group| group.count).sum();
    let texts: Vec<String> = left.iter().map(Group::text).collect();
    (count > 0).then(|| (count, texts.join("; ")))
}

/// Hexes in the order of their area, with runs as spans: `0101-0107, 0109`.
fn spans(open: &[Hex], all: &[Hex]) -> String {
    let mut texts: Vec<String> = Vec::new();
    let mut run: Option<(Hex, Hex)> = None;
    let mut close = |run: &mut Option<(Hex, Hex)>| {
        if let Some((first, last)) = run.take() {
            texts.push(if first == last { first.to_string() } else { format!("{first}-{last}") });
        }
    };
    for &hex in all {
        // Only a run without gaps can be written by its ends.
        let joins = run.is_some_and(|(_, last)| last.direction_to(hex).is_some());
        match (open.contains(&hex), run) {
            (false, _) => close(&mut run),
            (true, Some((first, _))) if joins => run = Some((first, hex)),
            (true, _) => {
                close(&mut run);
                run = Some((hex, hex));
            }
        }
    }
    close(&mut run);
    texts.join(", ")
}

/// Whole divisions by their ids, the rest unit by unit: what to type, and what to call it.
fn by_division(units: UnitSet, state: &State) -> Vec<(String, String)> {
    let mut rest = units;
    let mut texts = Vec::new();
    for formation in data().roster.formations() {
        if formation.units.is_within(&rest) {
            texts.push((formation.id.clone(), formation.id.clone()));
            rest = rest.without(&formation.units);
        }
    }
    texts.extend(rest.iter().map(|u| (u.to_string(), story::name(u, state))));
    texts
}

/// The armies of the set-up with their divisions, while that matters: until the end of turn 1 [5.1, 5.2].
pub(super) fn armies(state: &State) -> Vec<String> {
    if state.turn() > 1 {
        return vec!["The armies of the set-up bind nobody after turn 1 [5.2].".to_owned()];
    }
    let mut lines = vec!["Armies:".to_owned()];
    for army in data().schedule.setup() {
        let units = army_units(&army.name, state);
        let hexes = spans(&army.hexes, &army.hexes);
        let waiting: UnitSet =
            units.iter().filter(|&u| state.waiting(Side::Soviet).any(|w| w == u)).collect();
        let what = match (state.phase() == Phase::SovietSetUp && army.hexes.len() > 1, army.first_turn) {
            (true, _) if waiting.is_empty() => format!("in {hexes}, all placed"),
            (true, _) if waiting == units => format!("to be placed in {hexes}"),
            (true, _) => format!("in {hexes}, still to be placed: {}", unit_list(waiting, state)),
            (false, FirstTurn::Free) => "free".to_owned(),
            (false, FirstTurn::Die) => "a die decides whether it may move [5.21]".to_owned(),
            (false, FirstTurn::March) => "must march east with its full allowance [5.23]".to_owned(),
        };
        let line = format!("  {} Army, {}: {what}", army.name, unit_list(units, state));
        lines.extend(crate::show::table::wrap(&line, 100));
    }
    lines
}

/// The units of an army of the set-up that are still there.
pub(crate) fn army_units(name: &str, state: &State) -> UnitSet {
    let army = data().schedule.setup().iter().find(|army| army.name == name);
    let hexes = army.map(|army| army.hexes.as_slice()).unwrap_or_default();
    let there = state.on_map(Side::Soviet).or(&state.waiting(Side::Soviet).collect());
    there.iter().filter(|&unit| !hexes.is_empty() && state.deployment_hexes(unit) == hexes).collect()
}

/// Units one after another, runs of numbers as such: `r16-r22, a2, Remezov`.
pub(crate) fn unit_list(units: UnitSet, state: &State) -> String {
    let mut texts: Vec<String> = Vec::new();
    let mut run: Vec<UnitId> = Vec::new();
    let mut close = |run: &mut Vec<UnitId>| {
        match run.as_slice() {
            [first, .., last] if run.len() > 2 => texts.push(format!("{first}-{last}")),
            few => texts.extend(few.iter().map(ToString::to_string)),
        }
        run.clear();
    };
    let mut leaders = Vec::new();
    for unit in units.iter() {
        if unit.is_leader() {
            leaders.push(story::name(unit, state));
            continue;
        }
        let joins = run.last().is_some_and(|last| {
            last.is_armoured_slot() == unit.is_armoured_slot() && last.number() + 1 == unit.number()
        });
        if !joins {
            close(&mut run);
        }
        run.push(unit);
    }
    close(&mut run);
    texts.extend(leaders);
    texts.join(", ")
}
