//! Numbers of the charts: combat results [9.5], terrain costs [6.7], objectives and levels of victory [15.0].

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::data::{Entries, Report};
use crate::hex::{HEX_SLOTS, Hex};
use crate::map::{CityKind, Map, RawMap};
use crate::schedule::Schedule;
use crate::unit::{MoveClass, Side};

/// Which values count where the seeds and the print differ [0.6].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[repr(u8)]
pub enum Edition {
    /// The values of the seeds.
    #[default]
    #[serde(rename = "reference")]
    Reference,
    /// The values of the print.
    #[serde(rename = "1976")]
    Print1976,
}

/// A result of the combat table: the defender's part first [9.6].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum CombatResult {
    A1,
    A2,
    Ae,
    D1,
    D2,
    De,
    #[serde(rename = "D1/A1")]
    D1A1,
    #[serde(rename = "D2/A1")]
    D2A1,
    #[serde(rename = "De/A1")]
    DeA1,
    Eng,
}

impl CombatResult {
    /// All ten.
    pub const ALL: [CombatResult; 10] = [
        CombatResult::A1,
        CombatResult::A2,
        CombatResult::Ae,
        CombatResult::D1,
        CombatResult::D2,
        CombatResult::De,
        CombatResult::D1A1,
        CombatResult::D2A1,
        CombatResult::DeA1,
        CombatResult::Eng,
    ];

    /// As the table writes it.
    pub const fn text(self) -> &'static str {
        match self {
            CombatResult::A1 => "A1",
            CombatResult::A2 => "A2",
            CombatResult::Ae => "Ae",
            CombatResult::D1 => "D1",
            CombatResult::D2 => "D2",
            CombatResult::De => "De",
            CombatResult::D1A1 => "D1/A1",
            CombatResult::D2A1 => "D2/A1",
            CombatResult::DeA1 => "De/A1",
            CombatResult::Eng => "Eng",
        }
    }
}

impl fmt::Display for CombatResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

const COLUMN_NAMES: [&str; 12] =
    ["1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1", "9-1", "10-1"];

/// A column of the combat table, 0 for "1-3" to 11 for "10-1".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Column(pub u8);

impl Column {
    /// All twelve, worst odds first.
    pub const ALL: [Column; 12] = {
        let mut all = [Column(0); 12];
        let mut i = 0;
        while i < 12 {
            all[i] = Column(i as u8);
            i += 1;
        }
        all
    };
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(COLUMN_NAMES[self.0 as usize])
    }
}

impl Serialize for Column {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Column {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Column, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(d)?;
        Column::ALL.into_iter().find(|column| column.to_string() == *text).ok_or_else(|| {
            serde::de::Error::custom(format!("no such odds: expected one of {}", COLUMN_NAMES.join(", ")))
        })
    }
}

/// What a hex costs by its ground; the order of [`Charges::ground`].
#[derive(Clone, Copy)]
pub(crate) enum Ground {
    Clear,
    Forest,
    Swamp,
    MajorCity,
    MinorCity,
}

/// The movement costs of the terrain effects chart in half-points, by [`MoveClass`].
#[derive(Clone, Default)]
pub(crate) struct Charges {
    pub(crate) ground: [[u8; 6]; 5],
    pub(crate) road: [u8; 6],
    pub(crate) river: [u8; 6],
}

/// Combat tables and terrain costs.
pub struct Tables {
    /// By edition, die and column.
    results: [[[CombatResult; 12]; 6]; 2],
    charges: Charges,
    interdiction_cost: u8,
    interdicted_rail: u8,
}

impl Tables {
    /// The column of the odds, rounded for the defender [9.4]. Both strengths are at least 1.
    pub fn column_of(attack: u32, defense: u32) -> Column {
        let (attack, defense) = (attack.max(1), defense.max(1));
        if attack >= defense {
            Column((attack / defense).min(10) as u8 + 1)
        } else if defense.div_ceil(attack) == 2 {
            Column(1)
        } else {
            Column(0)
        }
    }

    /// The result of a die (1 to 6) in a column.
    pub fn result(&self, edition: Edition, column: Column, die: u8) -> CombatResult {
        self.results[edition as usize][die as usize - 1][column.0 as usize]
    }

    /// Half-points that interdiction adds to the entry of its hex by normal movement [13.3].
    pub fn interdiction_cost(&self) -> u8 {
        self.interdiction_cost
    }

    /// Rail points that an interdicted rail hex costs in all [13.31].
    pub fn interdicted_rail(&self) -> u8 {
        self.interdicted_rail
    }

    pub(crate) fn charges(&self) -> &Charges {
        &self.charges
    }
}

/// A place that scores for the German [15.11].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    /// Id in the file.
    pub id: String,
    /// Name to show.
    pub name: String,
    /// Its hexes, all of which must be held.
    pub hexes: Vec<Hex>,
    /// Points, edition `reference`.
    pub vp: u8,
    /// Points of the print where they differ.
    pub vp_1976: Option<u8>,
    /// Size, if it is a city.
    pub city: Option<CityKind>,
    /// Does its recapture score for the Soviet [15.12]?
    pub recapture: bool,
}

impl Objective {
    /// Its points in an edition.
    pub fn points(&self, edition: Edition) -> u8 {
        match edition {
            Edition::Reference => self.vp,
            Edition::Print1976 => self.vp_1976.unwrap_or(self.vp),
        }
    }
}

/// How the game ended [15.2].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum LevelName {
    SovietDecisive,
    SovietStrategic,
    SovietMarginal,
    GermanMarginal,
    GermanStrategic,
    GermanDecisive,
}

impl LevelName {
    /// All six, from the lowest score.
    pub const ALL: [LevelName; 6] = [
        LevelName::SovietDecisive,
        LevelName::SovietStrategic,
        LevelName::SovietMarginal,
        LevelName::GermanMarginal,
        LevelName::GermanStrategic,
        LevelName::GermanDecisive,
    ];
}

impl fmt::Display for LevelName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            LevelName::SovietDecisive => "Soviet Decisive",
            LevelName::SovietStrategic => "Soviet Strategic",
            LevelName::SovietMarginal => "Soviet Marginal",
            LevelName::GermanMarginal => "German Marginal",
            LevelName::GermanStrategic => "German Strategic",
            LevelName::GermanDecisive => "German Decisive",
        })
    }
}

/// Objectives, points and levels [15.0].
pub struct VictorySchedule {
    objectives: Vec<Objective>,
    hexes: Vec<Hex>,
    /// Place in `hexes`, or `NO_OBJECTIVE`.
    hex_index: Box<[u8; HEX_SLOTS]>,
    masks: Vec<u16>,
    smolensk: usize,
    division_points: u8,
    recapture_points: u8,
    /// Lowest score of each level, ascending.
    levels: Vec<(i32, LevelName)>,
}

const NO_OBJECTIVE: u8 = u8::MAX;
const SMOLENSK: &str = "smolensk";
const OBJECTIVES: i64 = 12;
/// At most the bits of [`VictorySchedule::hex_mask`].
const OBJECTIVE_HEXES: usize = 15;
const TOTAL: i64 = 145;
const TOTAL_1976: i64 = 150;

impl VictorySchedule {
    /// The twelve objectives in the order of the file.
    pub fn objectives(&self) -> &[Objective] {
        &self.objectives
    }

    /// The hexes of all objectives in order.
    pub fn objective_hexes(&self) -> &[Hex] {
        &self.hexes
    }

    /// Place of a hex in [`Self::objective_hexes`].
    #[inline]
    pub fn objective_hex_index(&self, hex: Hex) -> Option<usize> {
        let index = self.hex_index[hex.index()];
        (index != NO_OBJECTIVE).then_some(index as usize)
    }

    /// The hexes of an objective as bits over [`Self::objective_hexes`].
    pub fn hex_mask(&self, objective: usize) -> u16 {
        self.masks[objective]
    }

    /// The place of Smolensk among the objectives; the air limit hangs on it [13.2].
    pub fn smolensk(&self) -> usize {
        self.smolensk
    }

    /// Soviet points for a German division eliminated [15.12].
    pub fn division_points(&self) -> u8 {
        self.division_points
    }

    /// Soviet points for a city recaptured [15.12].
    pub fn recapture_points(&self) -> u8 {
        self.recapture_points
    }

    /// The level of a final score.
    pub fn level(&self, score: i32) -> LevelName {
        let above = self.levels.partition_point(|&(min, _)| min <= score);
        self.levels[above.saturating_sub(1)].1
    }
}

#[derive(Deserialize)]
pub(crate) struct RawTables {
    format: String,
    crt: RawCrt,
    crt_1976: RawCrt,
    tec: RawTec,
    interdiction: RawInterdiction,
}

#[derive(Deserialize)]
struct RawCrt {
    columns: Vec<String>,
    rows: Entries<Vec<String>>,
    below: Option<String>,
    above: Option<String>,
    differences: Option<RawDifferences>,
}

#[derive(Deserialize)]
struct RawDifferences {
    cells: Vec<RawCell>,
}

#[derive(Deserialize)]
struct RawCell {
    die: u8,
    odds: String,
    seed: String,
    print: String,
}

#[derive(Deserialize)]
struct RawTec {
    rows: Vec<RawTecRow>,
}

#[derive(Deserialize)]
struct RawTecRow {
    id: String,
    cost: serde_json::Value,
}

#[derive(Deserialize)]
struct RawInterdiction {
    normal_add: f64,
    rail_cost: u8,
}

impl Tables {
    pub(crate) fn build(raw: &RawTables, report: &mut Report<'_>) -> Tables {
        report.format(&raw.format, "pgg-tables 2");
        let results = [raw.crt.results("crt", report), raw.crt_1976.results("crt_1976", report)];
        raw.crt.check_ends(report);
        raw.check_differences(&results, report);
        let interdiction_cost = half_points(raw.interdiction.normal_add).unwrap_or_else(|| {
            report.add(
                "interdiction.normal_add",
                "expected a number of whole or half Movement Points, ½ to 10",
            );
            0
        });
        report.check(raw.interdiction.rail_cost > 0, "interdiction.rail_cost", "expected at least 1");
        Tables {
            results,
            charges: raw.tec.charges(report),
            interdiction_cost,
            interdicted_rail: raw.interdiction.rail_cost,
        }
    }
}

impl RawCrt {
    fn results(&self, table: &str, report: &mut Report<'_>) -> [[CombatResult; 12]; 6] {
        report.check(
            self.columns == COLUMN_NAMES,
            format!("{table}.columns"),
            format!("expected the twelve columns {}", COLUMN_NAMES.join(", ")),
        );
        self.rows.check_keys(&format!("{table}.rows"), report);
        let mut results = [[CombatResult::Eng; 12]; 6];
        for (die, _) in &self.rows.0 {
            let well = (1..=6).any(|d: u8| d.to_string() == *die);
            report.check(well, format!("{table}.rows '{die}'"), "expected a die from 1 to 6");
        }
        for (die, row) in (1..).zip(&mut results) {
            let entry = format!("{table}.rows '{die}'");
            let Some(cells) = self.rows.get(&die.to_string()) else {
                report.add(entry, "row is missing");
                continue;
            };
            report.check(cells.len() == 12, &entry, format!("has {} results, expected 12", cells.len()));
            for ((text, cell), odds) in cells.iter().zip(row).zip(COLUMN_NAMES) {
                match CombatResult::ALL.into_iter().find(|r| r.text() == text) {
                    Some(result) => *cell = result,
                    None => report.add(format!("{entry} {odds}"), format!("'{text}' is no combat result")),
                }
            }
        }
        results
    }

    fn check_ends(&self, report: &mut Report<'_>) {
        for (name, end, expected) in [("below", &self.below, "1-3"), ("above", &self.above, "10-1")] {
            // [9.4] has no column beyond the ends.
            report.check(
                end.as_deref() == Some(expected),
                format!("crt.{name}"),
                format!("expected '{expected}'"),
            );
        }
    }
}

impl RawTables {
    /// [0.6] The editions differ in the listed cells and nowhere else.
    fn check_differences(&self, results: &[[[CombatResult; 12]; 6]; 2], report: &mut Report<'_>) {
        let Some(differences) = &self.crt.differences else {
            report.add("crt.differences", "missing");
            return;
        };
        let mut listed = [[false; 12]; 6];
        for (i, cell) in differences.cells.iter().enumerate() {
            let entry = format!("crt.differences.cells[{i}] die {} odds {}", cell.die, cell.odds);
            let column = COLUMN_NAMES.iter().position(|name| *name == cell.odds);
            let (Some(column), 1..=6) = (column, cell.die) else {
                report.add(entry, "no such cell in the combat table");
                continue;
            };
            let row = cell.die as usize - 1;
            report.check(!listed[row][column], &entry, "cell is listed twice");
            listed[row][column] = true;
            for (table, of, text) in [("crt", 0, &cell.seed), ("crt_1976", 1, &cell.print)] {
                let found = results[of][row][column];
                report.check(
                    found.text() == text,
                    &entry,
                    format!("'{text}' is listed, {table} has '{found}'"),
                );
            }
            report.check(cell.seed != cell.print, entry, "the two results are the same");
        }
        for (row, marks) in listed.iter().enumerate() {
            for (column, &marked) in marks.iter().enumerate() {
                let (seed, print) = (results[0][row][column], results[1][row][column]);
                report.check(
                    marked || seed == print,
                    format!("crt_1976.rows '{}' {}", row + 1, COLUMN_NAMES[column]),
                    format!("'{print}' differs from '{seed}' of crt and is not among crt.differences"),
                );
            }
        }
    }
}

impl RawTec {
    fn charges(&self, report: &mut Report<'_>) -> Charges {
        for (i, row) in self.rows.iter().enumerate() {
            report.check(
                self.rows[..i].iter().all(|other| other.id != row.id),
                format!("tec.rows[{i}] '{}'", row.id),
                "row is there twice",
            );
        }
        let mut charges = Charges::default();
        for (ground, id) in [
            (Ground::Clear, "clear"),
            (Ground::Forest, "forest"),
            (Ground::Swamp, "swamp"),
            (Ground::MajorCity, "major_city"),
            (Ground::MinorCity, "minor_city"),
        ] {
            charges.ground[ground as usize] = self.costs(id, class_keys, report);
        }
        charges.road = self.costs("road", class_keys, report);
        charges.river = self.costs("river", |class| [river_key(class); 3], report);
        // Nobody crosses a lake and a railway costs nothing of its own: map.rs has no number for them.
        for (id, well) in [("lake", serde_json::Value::Null), ("railroad", "other terrain".into())] {
            let found = self.rows.iter().find(|row| row.id == id).map(|row| &row.cost);
            report.check(found == Some(&well), format!("tec '{id}'"), format!("expected the cost {well}"));
        }
        charges
    }

    /// The row's costs by class, each under the first key that the row has.
    fn costs(&self, id: &str, keys: fn(MoveClass) -> [&'static str; 3], report: &mut Report<'_>) -> [u8; 6] {
        let entry = format!("tec '{id}'");
        let Some(row) = self.rows.iter().find(|row| row.id == id) else {
            report.add(entry, "row is missing");
            return [0; 6];
        };
        MoveClass::ALL.map(|class| {
            let keys = keys(class);
            let Some((key, cost)) = keys.iter().find_map(|&key| Some((key, row.cost.get(key)?))) else {
                report.add(&entry, format!("no cost for {class:?} (expected '{}')", keys.join("', '")));
                return 0;
            };
            cost.as_f64().and_then(half_points).unwrap_or_else(|| {
                report.add(
                    format!("{entry} cost.{key}"),
                    format!("{cost} is no number of whole or half Movement Points, ½ to 10"),
                );
                0
            })
        })
    }
}

fn class_keys(class: MoveClass) -> [&'static str; 3] {
    let own = match class {
        MoveClass::GermanFoot | MoveClass::SovietFoot => "foot",
        MoveClass::GermanCavalry => "cavalry",
        MoveClass::GermanMotor | MoveClass::SovietMotor => "motor",
        MoveClass::Leader => "leader",
    };
    [own, "others", "all"]
}

fn river_key(class: MoveClass) -> &'static str {
    match class.side() {
        Side::German => "german_add",
        Side::Soviet => "soviet_add",
    }
}

/// [0.4] Movement Points as half-points.
fn half_points(points: f64) -> Option<u8> {
    let halves = points * 2.0;
    (halves.fract() == 0.0 && (1.0..=20.0).contains(&halves)).then_some(halves as u8)
}

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
            hex_index: Box::new([NO_OBJECTIVE; HEX_SLOTS]),
            masks: Vec::new(),
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
        let mut mask = 0;
        for &hex in &hexes {
            let twice = self.objective_hex_index(hex).is_some();
            report.check(!twice, entry, format!("{hex} is in another objective too"));
            // More hexes than bits are a wrong total anyway.
            let index = self.hexes.len();
            if index < OBJECTIVE_HEXES {
                mask |= 1 << index;
                self.hex_index[hex.index()] = index as u8;
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
        self.masks.push(mask);
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

    /// [15.2] The levels take up every score, from the Soviet's best to the German's.
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
