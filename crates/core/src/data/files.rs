//! Reads the five data files.
//!
//! [`Data::parse`] takes any texts, checks them strictly, and lists every problem it finds: a person who edits
//! a file wants to see all of them, not just the first.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{DeserializeOwned, MapAccess, Visitor};

use super::{Data, TURNS};
use crate::data::roster::{RawCounters, Roster};
use crate::data::schedule::{RawReinforcements, Schedule};
use crate::data::tables::{Charges, RawTables, RawVictory, Tables, VictorySchedule};
use crate::hex::{COLUMNS, Direction, Hex, ROWS};
use crate::map::{Map, RawMap};

const MAP: &str = "map.json";
const COUNTERS: &str = "counters.json";
const REINFORCEMENTS: &str = "reinforcements.json";
const TABLES: &str = "tables.json";
const VICTORY: &str = "victory.json";

/// The texts of the five data files.
#[derive(Clone, Copy)]
#[allow(missing_docs)]
pub struct Files<'a> {
    pub map: &'a str,
    pub counters: &'a str,
    pub reinforcements: &'a str,
    pub tables: &'a str,
    pub victory: &'a str,
}

impl Files<'static> {
    /// The files compiled into the program.
    pub fn embedded() -> Files<'static> {
        Files {
            map: include_str!("../../data/map.json"),
            counters: include_str!("../../data/counters.json"),
            reinforcements: include_str!("../../data/reinforcements.json"),
            tables: include_str!("../../data/tables.json"),
            victory: include_str!("../../data/victory.json"),
        }
    }
}

impl Data {
    /// Read and check the files. The error lists every problem found.
    pub fn parse(files: &Files<'_>) -> Result<Data, DataErrors> {
        let mut errors = Vec::new();
        let raw_map: Option<RawMap> = read(MAP, files.map, &mut errors);
        let raw_counters: Option<RawCounters> = read(COUNTERS, files.counters, &mut errors);
        let raw_arrivals: Option<RawReinforcements> = read(REINFORCEMENTS, files.reinforcements, &mut errors);
        let raw_tables: Option<RawTables> = read(TABLES, files.tables, &mut errors);
        let raw_victory: Option<RawVictory> = read(VICTORY, files.victory, &mut errors);

        // Problems in one file must not hide those in the others.
        let tables = raw_tables.map(|raw| Tables::build(&raw, &mut Report::new(TABLES, &mut errors)));
        let charges = tables.as_ref().map_or_else(Charges::default, |t| t.charges().clone());
        let map = raw_map.as_ref().map(|raw| Map::build(raw, &charges, &mut Report::new(MAP, &mut errors)));
        let roster =
            raw_counters.as_ref().map(|raw| Roster::build(raw, &mut Report::new(COUNTERS, &mut errors)));

        // The rest is checked against the map and the counters.
        let (Some(raw_map), Some(raw_counters), Some(raw_arrivals), Some(raw_victory)) =
            (raw_map, raw_counters, raw_arrivals, raw_victory)
        else {
            return Err(DataErrors(errors));
        };
        let (Some(map), Some(mut roster), Some(tables)) = (map, roster, tables) else {
            return Err(DataErrors(errors));
        };
        let mut report = Report::new(REINFORCEMENTS, &mut errors);
        let schedule =
            Schedule::build(&raw_arrivals, (&raw_map, &map), (&raw_counters, &mut roster), &mut report);
        let mut report = Report::new(VICTORY, &mut errors);
        let victory = VictorySchedule::build(&raw_victory, (&raw_map, &map), &schedule, &mut report);
        roster.mark_scoring(&raw_victory, &mut report);
        if errors.is_empty() {
            Ok(Data { map, roster, schedule, tables, victory })
        } else {
            Err(DataErrors(errors))
        }
    }
}

fn read<T: DeserializeOwned>(file: &'static str, text: &str, errors: &mut Vec<DataError>) -> Option<T> {
    match serde_json::from_str(text) {
        Ok(raw) => Some(raw),
        Err(error) => {
            let place = format!("line {} column {}", error.line(), error.column());
            let mut reason = error.to_string();
            if let Some(end) = reason.find(&format!(" at {place}")) {
                reason.truncate(end);
            }
            errors.push(DataError { file, entry: place, reason });
            None
        }
    }
}

/// Everything wrong with the data files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataErrors(pub Vec<DataError>);

impl fmt::Display for DataErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} problem(s) in the data files", self.0.len())?;
        self.0.iter().try_for_each(|error| write!(f, "\n{error}"))
    }
}

impl std::error::Error for DataErrors {}

/// One thing wrong with one data file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {entry}: {reason}")]
#[non_exhaustive]
pub struct DataError {
    /// Name of the file, such as `map.json`.
    pub file: &'static str,
    /// The entry of the file, such as `road[17] '0120-0319'`; for broken JSON the line and column.
    pub entry: String,
    /// What is wrong with it.
    pub reason: String,
}

/// Collects the problems of one file.
pub(crate) struct Report<'a> {
    file: &'static str,
    errors: &'a mut Vec<DataError>,
}

impl<'a> Report<'a> {
    pub(crate) fn new(file: &'static str, errors: &'a mut Vec<DataError>) -> Report<'a> {
        Report { file, errors }
    }

    pub(crate) fn add(&mut self, entry: impl Into<String>, reason: impl Into<String>) {
        self.errors.push(DataError { file: self.file, entry: entry.into(), reason: reason.into() });
    }

    /// Add a problem if the condition does not hold.
    pub(crate) fn check(&mut self, well: bool, entry: impl Into<String>, reason: impl Into<String>) {
        if !well {
            self.add(entry, reason);
        }
    }

    /// A number that the rules, or another number of the files, fix.
    pub(crate) fn equal(&mut self, entry: impl Into<String>, found: i64, expected: i64) {
        self.check(found == expected, entry, format!("is {found}, expected {expected}"));
    }

    /// Does the file have the layout this program reads?
    pub(crate) fn format(&mut self, found: &str, expected: &str) {
        self.check(found == expected, "format", format!("is '{found}', expected '{expected}'"));
    }

    pub(crate) fn turn(&mut self, entry: &str, turn: u8) {
        self.check((1..=TURNS).contains(&turn), entry, format!("turn is {turn}, expected 1 to {TURNS}"));
    }

    pub(crate) fn hex(&mut self, entry: &str, text: &str) -> Option<Hex> {
        text.parse().map_err(|error: crate::hex::NoHex| self.add(entry, error.to_string())).ok()
    }

    /// A list of hexes, each of them once.
    pub(crate) fn hexes(&mut self, list: &str, texts: &[String]) -> Vec<Hex> {
        let mut hexes: Vec<Hex> = Vec::with_capacity(texts.len());
        let mut seen = crate::hex::HexSet::EMPTY;
        for (i, text) in texts.iter().enumerate() {
            let entry = format!("{list}[{i}] '{text}'");
            let Some(hex) = self.hex(&entry, text) else {
                continue;
            };
            self.check(!seen.contains(hex), entry, "hex is listed twice");
            seen.insert(hex);
            hexes.push(hex);
        }
        hexes
    }

    /// A list of links between adjacent hexes, each of them once in either direction.
    pub(crate) fn links(&mut self, list: &str, texts: &[String]) -> Vec<Link> {
        let mut links: Vec<Link> = Vec::with_capacity(texts.len());
        let mut seen = std::collections::HashSet::new();
        for (i, text) in texts.iter().enumerate() {
            let entry = format!("{list}[{i}] '{text}'");
            let Some((from, to)) = text.split_once('-') else {
                self.add(entry, "expected two hexes as CCRR-CCRR");
                continue;
            };
            let (Some(from), Some(to)) = (self.hex(&entry, from), self.hex(&entry, to)) else {
                continue;
            };
            let Some(direction) = from.direction_to(to) else {
                self.add(entry, "hexes are not adjacent");
                continue;
            };
            self.check(seen.insert((from.min(to), from.max(to))), entry.as_str(), "link is listed twice");
            links.push(Link { entry, from, to, direction });
        }
        links
    }
}

/// A pair of adjacent hexes of the map file.
pub(crate) struct Link {
    /// How to name it in a problem.
    pub(crate) entry: String,
    pub(crate) from: Hex,
    pub(crate) to: Hex,
    pub(crate) direction: Direction,
}

/// The edges of the map, by their names in the files.
pub(crate) const EDGES: [&str; 4] = ["north", "south", "west", "east"];

pub(crate) fn on_edge(hex: Hex, edge: &str) -> bool {
    match edge {
        "north" => hex.row() == 1,
        "south" => hex.row() == ROWS,
        "west" => hex.column() == 1,
        "east" => hex.column() == COLUMNS,
        _ => false,
    }
}

/// A JSON object as a list: keeps the order of the file, and a repeated key can be reported.
pub(crate) struct Entries<T>(pub(crate) Vec<(String, T)>);

impl<T> Entries<T> {
    pub(crate) fn get(&self, key: &str) -> Option<&T> {
        self.0.iter().find(|(k, _)| k == key).map(|(_, value)| value)
    }

    /// Report repeated keys: in JSON the last one silently wins.
    pub(crate) fn check_keys(&self, object: &str, report: &mut Report<'_>) {
        for (i, (key, _)) in self.0.iter().enumerate() {
            report.check(
                self.0[..i].iter().all(|(k, _)| k != key),
                format!("{object} '{key}'"),
                "key is there twice",
            );
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Entries<T> {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Entries<T>, D::Error> {
        struct List<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for List<T> {
            type Value = Entries<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries<T>, A::Error> {
                let mut list = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    list.push(entry);
                }
                Ok(Entries(list))
            }
        }
        d.deserialize_map(List(PhantomData))
    }
}
