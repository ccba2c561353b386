//! The victory schedule from its file: its form, reading, and checking against the map and the schedule.

use serde::Deserialize;

use super::{LevelName, Objective, ObjectiveHexes, VictorySchedule};
use crate::data::schedule::Schedule;
use crate::data::tables::Edition;
use crate::data::{Entries, Report};
use crate::hex::HEX_SLOTS;
use crate::map::{CityKind, Map, RawMap};

const SMOLENSK: &str = "smolensk";
const OBJECTIVES: i64 = 12;
/// At most the bits of an [`ObjectiveHexes`].
const OBJECTIVE_HEXES: usize = 15;
const TOTAL: i64 = 145;
const TOTAL_1976: i64 = 150;

#[derive(Deserialize)]
pub(crate) struct RawVictory {
    format: String,
    objectives: Vec<RawObjective>,
    objectives_total: i64,
    objectives_total_1976: i64,
    german: RawGermanPoints,
    soviet: RawSovietPoints,
    levels: Vec<RawLevel>,
    minor_cities: Entries<String>,
}

#[derive(Deserialize)]
struct RawObjective {
    id: String,
    name: String,
    hexes: Vec<String>,
    vp: u8,
    city: Option<String>,
    vp_1976: Option<u8>,
    vp_on_map: Option<u8>,
}

#[derive(Deserialize)]
struct RawGermanPoints {
    south_western_front: RawFrontPoints,
}

#[derive(Deserialize)]
struct RawFrontPoints {
    first_five_each: u8,
    next_five_each: u8,
    maximum: i64,
}

#[derive(Deserialize)]
struct RawSovietPoints {
    per_german_division_eliminated: u8,
    division_excludes: Vec<String>,
    not_divisions: Vec<String>,
    per_city_recaptured: u8,
    recapture_applies_to: Vec<String>,
}

#[derive(Deserialize)]
struct RawLevel {
    min: Option<i32>,
    max: Option<i32>,
    winner: String,
    level: String,
}

impl RawVictory {
    /// Divisions that score nothing [15.12].
    pub(crate) fn excluded(&self) -> &[String] {
        &self.soviet.division_excludes
    }

    /// Units that belong to no division.
    pub(crate) fn not_divisions(&self) -> &[String] {
        &self.soviet.not_divisions
    }
}

impl VictorySchedule {
    pub(crate) fn build(
        raw: &RawVictory,
        (raw_map, map): (&RawMap, &Map),
        schedule: &Schedule,
        report: &mut Report<'_>,
    ) -> VictorySchedule {
        report.format(&raw.format, "pgg-victory 2");
        let mut victory = VictorySchedule {
            objectives: Vec::new(),
            hexes: Vec::new(),
            hex_index: [None; HEX_SLOTS],
            hex_sets: Vec::new(),
            smolensk: 0,
            division_points: raw.soviet.per_german_division_eliminated,
            recapture_points: raw.soviet.per_city_recaptured,
            levels: Vec::new(),
        };
        for (i, objective) in raw.objectives.iter().enumerate() {
            victory.add_objective(&format!("objectives[{i}] '{}'", objective.id), objective, map, report);
        }
        victory.add_recaptures(&raw.soviet.recapture_applies_to, report);
        victory.add_levels(&raw.levels, report);
        victory.check_totals(raw, report);
        raw.check_map(raw_map, map, report);
        let front = &raw.german.south_western_front;
        for (name, found, nth) in
            [("first_five_each", front.first_five_each, 1), ("next_five_each", front.next_five_each, 6)]
        {
            let expected = schedule.front_points(nth).into();
            report.equal(format!("german.south_western_front.{name}"), found.into(), expected);
        }
        report.equal("german.south_western_front.maximum", front.maximum, schedule.front_total());
        victory
    }

    fn add_objective(&mut self, entry: &str, raw: &RawObjective, map: &Map, report: &mut Report<'_>) {
        report.check(self.objectives.iter().all(|o| o.id != raw.id), entry, "id is there twice");
        let hexes = report.hexes(entry, &raw.hexes);
        report.check(!hexes.is_empty(), entry, "has no hex");
        let mut own = ObjectiveHexes::EMPTY;
        for &hex in &hexes {
            let twice = self.objective_hex_index(hex).is_some();
            report.check(!twice, entry, format!("{hex} is in another objective too"));
            // More hexes than bits are reported as a wrong total.
            let index = self.hexes.len();
            if index < OBJECTIVE_HEXES {
                own.insert(index);
                self.hex_index[hex.index()] = Some(index as u8);
            }
            self.hexes.push(hex);
        }
        if raw.id == SMOLENSK {
            self.smolensk = self.objectives.len();
        }
        let city = match raw.city.as_deref() {
            None => None,
            Some("major") => Some(CityKind::Major),
            Some("minor") => Some(CityKind::Minor),
            Some(other) => {
                report.add(entry, format!("city is '{other}', expected major, minor or null"));
                None
            }
        };
        // An objective is a whole city of the map, or no city at all.
        let on_map = map.cities().iter().find(|c| c.hexes.iter().any(|hex| hexes.contains(hex)));
        report.check(
            on_map.map(|c| (c.kind, &c.hexes)) == city.map(|kind| (kind, &hexes)),
            entry,
            match on_map {
                Some(c) => format!("map.json has {} here, {:?}, hexes {:?}", c.name, c.kind, c.hexes),
                None => "map.json has no city here".to_owned(),
            },
        );
        if let Some(printed) = raw.vp_on_map {
            report.equal(format!("{entry} vp_on_map"), printed.into(), raw.vp_1976.unwrap_or(raw.vp).into());
        }
        self.hex_sets.push(own);
        self.objectives.push(Objective {
            id: raw.id.clone(),
            name: raw.name.clone(),
            hexes,
            vp: raw.vp,
            vp_1976: raw.vp_1976,
            city,
            recapture: false,
        });
    }

    fn add_recaptures(&mut self, raw: &[String], report: &mut Report<'_>) {
        for (i, id) in raw.iter().enumerate() {
            let entry = format!("soviet.recapture_applies_to[{i}] '{id}'");
            let Some(objective) = self.objectives.iter_mut().find(|o| o.id == *id) else {
                report.add(entry, "no such objective");
                continue;
            };
            // [R81]
            report.check(objective.city.is_some(), &entry, "objective is no city");
            report.check(!objective.recapture, entry, "objective is listed twice");
            objective.recapture = true;
        }
    }

    /// [15.2] The levels cover every score, from the Soviet player's best to the German player's.
    fn add_levels(&mut self, raw: &[RawLevel], report: &mut Report<'_>) {
        report.equal("levels", raw.len() as i64, LevelName::ALL.len() as i64);
        let mut next = None;
        for (i, (level, name)) in raw.iter().zip(LevelName::ALL).enumerate() {
            let entry = format!("levels[{i}] '{} {}'", level.winner, level.level);
            let found = format!("{} {}", level.winner, level.level);
            report.check(
                found == name.to_string().to_lowercase(),
                &entry,
                format!("expected {name} at this place"),
            );
            report.check(
                level.min.map(i64::from) == next,
                &entry,
                match next {
                    None => "min is a number, expected null: there is no lowest score".to_owned(),
                    Some(next) => {
                        format!("min is {:?}, but the level before ends at {}", level.min, next - 1)
                    }
                },
            );
            let last = i + 1 == LevelName::ALL.len();
            report.check(
                level.max.is_none() == last,
                &entry,
                "max is null for the last level, and for no other",
            );
            report.check(
                level.min.zip(level.max).is_none_or(|(min, max)| min <= max),
                &entry,
                "max is below min",
            );
            next = level.max.map(|max| i64::from(max) + 1);
            self.levels.push((level.min.unwrap_or(i32::MIN), name));
        }
    }

    fn check_totals(&self, raw: &RawVictory, report: &mut Report<'_>) {
        report.equal("objectives", self.objectives.len() as i64, OBJECTIVES);
        report.equal("objectives hexes", self.hexes.len() as i64, OBJECTIVE_HEXES as i64);
        let smolensk = self.objectives.iter().any(|o| o.id == SMOLENSK);
        report.check(smolensk, "objectives", format!("none has the id '{SMOLENSK}'"));
        for (name, found, edition, expected) in [
            ("objectives_total", raw.objectives_total, Edition::Reference, TOTAL),
            ("objectives_total_1976", raw.objectives_total_1976, Edition::Print1976, TOTAL_1976),
        ] {
            let sum = self.objectives.iter().map(|o| i64::from(o.points(edition))).sum::<i64>();
            report.check(sum == found, name, format!("is {found}, but the objectives add up to {sum}"));
            report.equal(name, found, expected);
        }
    }
}

impl RawVictory {
    /// What this file repeats from the map.
    fn check_map(&self, raw_map: &RawMap, map: &Map, report: &mut Report<'_>) {
        for objective in self.objectives.iter().filter(|o| o.city.is_none()) {
            for hex in &objective.hexes {
                let printed = raw_map.vp_hexes.get(hex).copied();
                report.check(
                    printed.is_some() && printed == objective.vp_on_map,
                    format!("objectives '{}' vp_on_map", objective.id),
                    format!("is {:?}, vp_hexes of map.json has {printed:?}", objective.vp_on_map),
                );
            }
        }
        for (hex, _) in &raw_map.vp_hexes.0 {
            let known = self.objectives.iter().any(|o| o.hexes.contains(hex));
            report.check(known, format!("objectives '{hex}'"), "missing, map.json has it in vp_hexes");
        }
        self.minor_cities.check_keys("minor_cities", report);
        for (id, hex) in &self.minor_cities.0 {
            let entry = format!("minor_cities '{id}'");
            let Some(hex) = report.hex(&entry, hex) else {
                continue;
            };
            let minor = map.city_kind(hex) == Some(CityKind::Minor);
            report.check(minor, entry, format!("map.json has no minor city in {hex}"));
        }
        let minor = map.cities().iter().filter(|city| city.kind == CityKind::Minor).count();
        report.equal("minor_cities", self.minor_cities.0.len() as i64, minor as i64);
    }
}
