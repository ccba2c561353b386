//! The counters: German units and their divisions, Soviet Leaders, Soviet divisions [3.4].

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::data::{Report, data};
use crate::schedule::Area;
use crate::tables::RawVictory;
use crate::unit::{
    ARMOURED_SLOTS, COUNTERS, CounterId, GERMANS, Kind, LEADERS, MoveClass, RIFLE_SLOTS, Side, UnitId,
    UnitSet,
};

/// Allowance of every rifle division in Movement Points [3.4].
pub const RIFLE_ALLOWANCE: u8 = 6;
/// Allowance of every tank or mechanised division in Movement Points [3.4].
pub const ARMOURED_ALLOWANCE: u8 = 10;

// How many counters there are of each kind; the slots of unit.rs are built on it.
const GERMAN_COUNTERS: i64 = 79;
const RIFLE_COUNTERS: i64 = 78;
const TANK_COUNTERS: i64 = 10;
const MECHANISED_COUNTERS: i64 = 10;

const KINDS: [Kind; 9] = [
    Kind::Infantry,
    Kind::Panzer,
    Kind::Panzergrenadier,
    Kind::Motorized,
    Kind::Cavalry,
    Kind::Leader,
    Kind::Rifle,
    Kind::Tank,
    Kind::Mechanised,
];

/// A German division, by its place in [`Roster::formations`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Formation(pub u8);

/// A German unit as printed.
#[derive(Clone, Debug)]
pub struct GermanUnit {
    /// Id in the file, such as "pz7-25".
    pub id: String,
    /// Name to show.
    pub name: String,
    /// Its division; none for GD and Lehr.
    pub formation: Option<Formation>,
    /// What it is.
    pub kind: Kind,
    /// Combat strength at each step, full strength first, zeros behind.
    pub strength: [u8; 4],
    /// Number of steps.
    pub steps: u8,
    /// Allowance in Movement Points.
    pub allowance: u8,
    /// Turn of arrival.
    pub turn: u8,
    /// Where it enters.
    pub area: Area,
}

/// A German division.
#[derive(Clone, Debug)]
pub struct FormationInfo {
    /// Id in the file, such as "pz7".
    pub id: String,
    /// Its units.
    pub units: UnitSet,
    /// Does integration double it [7.3]?
    pub doubles: bool,
    /// Does its loss score for the Soviet [15.12]?
    pub scores: bool,
    /// Number of its units at the start: 1 for infantry and cavalry.
    pub regiments: u8,
}

/// A Soviet Leader as printed.
#[derive(Clone, Debug)]
pub struct Leader {
    /// Id in the file, such as "lukin".
    pub id: String,
    /// Name to show.
    pub name: String,
    /// His army.
    pub army: String,
    /// Rating: radius, attack bonus and own defence.
    pub rating: u8,
    /// Allowance in Movement Points.
    pub allowance: u8,
    /// Turn and area of arrival, unless he is there from the start.
    pub arrives: Option<(u8, Area)>,
    /// His army in [`crate::schedule::Schedule::setup`].
    pub setup_army: Option<usize>,
}

/// A Soviet division as printed.
#[derive(Clone, Debug)]
pub struct Counter {
    /// Rifle, tank or mechanised.
    pub kind: Kind,
    /// Attack strength.
    pub attack: u8,
    /// Defence strength.
    pub defense: u8,
    /// Number among the counters of this kind and strength, from 1.
    pub copy: u8,
    /// Name to show; not unique.
    pub designation: String,
}

impl Counter {
    /// 0-0: removed when it is revealed [12.3].
    pub fn no_strength(&self) -> bool {
        self.attack == 0 && self.defense == 0
    }
}

/// All counters.
pub struct Roster {
    germans: Vec<GermanUnit>,
    formations: Vec<FormationInfo>,
    leaders: Vec<Leader>,
    counters: Vec<Counter>,
    /// German units and Leaders by id.
    ids: HashMap<String, UnitId>,
}

impl Roster {
    /// A German unit.
    #[inline]
    pub fn german(&self, unit: UnitId) -> &GermanUnit {
        &self.germans[unit.index()]
    }

    /// All German units in the order of the file.
    pub fn germans(&self) -> &[GermanUnit] {
        &self.germans
    }

    /// All Leaders in the order of the file.
    pub fn leaders(&self) -> &[Leader] {
        &self.leaders
    }

    /// A Leader.
    #[inline]
    pub fn leader(&self, unit: UnitId) -> &Leader {
        debug_assert!(unit.is_leader());
        &self.leaders[unit.number()]
    }

    /// A German division.
    #[inline]
    pub fn formation(&self, f: Formation) -> &FormationInfo {
        &self.formations[f.0 as usize]
    }

    /// All German divisions, in the order of their first units.
    pub fn formations(&self) -> &[FormationInfo] {
        &self.formations
    }

    /// The German division of an id.
    pub fn formation_by_id(&self, id: &str) -> Option<Formation> {
        self.formations.iter().position(|f| f.id == id).map(|i| Formation(i as u8))
    }

    /// A Soviet counter.
    #[inline]
    pub fn counter(&self, c: CounterId) -> &Counter {
        &self.counters[c.index()]
    }

    /// All Soviet counters: rifle, tank, mechanised, each in the order of the file.
    pub fn counters(&self) -> &[Counter] {
        &self.counters
    }

    /// The places of a kind in [`Self::counters`]; empty for a kind that is not drawn.
    pub fn counters_of(&self, kind: Kind) -> Range<usize> {
        let from = self.counters.iter().position(|c| c.kind == kind).unwrap_or(0);
        from..from + self.counters.iter().filter(|c| c.kind == kind).count()
    }

    /// The id of a unit: "pz7-25", "lukin", "r12", "a3".
    pub fn unit_text(&self, unit: UnitId) -> String {
        self.unit_cow(unit).into_owned()
    }

    fn unit_cow(&self, unit: UnitId) -> Cow<'_, str> {
        if let Some(german) = self.germans.get(unit.index()) {
            Cow::Borrowed(&german.id)
        } else if unit.is_leader() {
            Cow::Borrowed(&self.leader(unit).id)
        } else {
            let pool = if unit.is_armoured_slot() { 'a' } else { 'r' };
            Cow::Owned(format!("{pool}{}", unit.number() + 1))
        }
    }

    /// The unit of an id.
    pub fn parse_unit(&self, text: &str) -> Option<UnitId> {
        self.ids.get(text).copied().or_else(|| slot(text))
    }

    /// A counter as strength and copy: "3-4#2". For tank and mechanised divisions unique only with the kind.
    pub fn counter_text(&self, c: CounterId) -> String {
        let Counter { attack, defense, copy, .. } = self.counter(c);
        format!("{attack}-{defense}#{copy}")
    }

    /// The counter of a text like "3-4#2".
    pub fn parse_counter(&self, kind: Kind, text: &str) -> Option<CounterId> {
        let mut ids = self.counters_of(kind).filter_map(CounterId::from_index);
        ids.find(|&c| self.counter_text(c) == text)
    }

    /// All counters of a kind and strength.
    pub fn counters_matching(
        &self,
        kind: Kind,
        attack: u8,
        defense: u8,
    ) -> impl Iterator<Item = CounterId> + '_ {
        CounterId::all().zip(&self.counters).filter_map(move |(id, c)| {
            (c.kind == kind && c.attack == attack && c.defense == defense).then_some(id)
        })
    }

    pub(crate) fn leader_by_id(&self, id: &str) -> Option<UnitId> {
        self.ids.get(id).copied().filter(|unit| unit.is_leader())
    }

    pub(crate) fn german_by_id(&self, id: &str) -> Option<UnitId> {
        self.ids.get(id).copied().filter(|unit| unit.side() == Side::German)
    }

    pub(crate) fn set_up_with(&mut self, leader: UnitId, army: usize) {
        if let Some(leader) = self.leaders.get_mut(leader.number()) {
            leader.setup_army = Some(army);
        }
    }
}

/// A Soviet division by its slot: "r1" to "r110", "a1" to "a20", without signs or leading zeros.
fn slot(text: &str) -> Option<UnitId> {
    let (pool, digits) = text.split_at_checked(1)?;
    if digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let number: usize = digits.parse().ok()?;
    match pool {
        "r" if number <= RIFLE_SLOTS => Some(UnitId::rifle(number - 1)),
        "a" if number <= ARMOURED_SLOTS => Some(UnitId::armoured(number - 1)),
        _ => None,
    }
}

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&data().roster.unit_cow(*self))
    }
}

impl fmt::Debug for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for UnitId {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&data().roster.unit_cow(*self))
    }
}

impl<'de> Deserialize<'de> for UnitId {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<UnitId, D::Error> {
        let text = <Cow<'de, str>>::deserialize(d)?;
        data().roster.parse_unit(&text).ok_or_else(|| {
            let text: String = text.chars().take(40).collect();
            D::Error::custom(format!(
                "'{text}' is no unit: expected the id of a German unit or Leader such as 'pz7-25' or 'lukin', \
                 or r1 to r{RIFLE_SLOTS}, or a1 to a{ARMOURED_SLOTS}"
            ))
        })
    }
}

impl Serialize for UnitSet {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        // Binary formats want the length first.
        let mut list = s.serialize_seq(Some(self.len()))?;
        for unit in self.iter() {
            list.serialize_element(&unit)?;
        }
        list.end()
    }
}

impl<'de> Deserialize<'de> for UnitSet {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<UnitSet, D::Error> {
        struct List;
        impl<'de> Visitor<'de> for List {
            type Value = UnitSet;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of units, each of them once")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<UnitSet, A::Error> {
                let mut set = UnitSet::EMPTY;
                while let Some(unit) = list.next_element::<UnitId>()? {
                    if set.contains(unit) {
                        return Err(A::Error::custom(format!("unit '{unit}' is listed twice")));
                    }
                    set.insert(unit);
                }
                Ok(set)
            }
        }
        d.deserialize_seq(List)
    }
}

#[derive(Deserialize)]
pub(crate) struct RawCounters {
    format: String,
    move_classes: RawClasses,
    german: RawGerman,
    soviet: RawSoviet,
    totals: RawTotals,
}

#[derive(Deserialize)]
struct RawClasses {
    foot: Vec<String>,
    cavalry: Vec<String>,
    motor: Vec<String>,
    leader: Vec<String>,
}

#[derive(Deserialize)]
struct RawGerman {
    mechanized_phase_types: Vec<String>,
    integration: RawIntegration,
    units: Vec<RawUnit>,
}

#[derive(Deserialize)]
struct RawIntegration {
    divisions_that_double: Vec<String>,
    may_share_hex_with_two_regiment_motorized_division: Vec<String>,
}

#[derive(Deserialize)]
struct RawUnit {
    id: String,
    name: String,
    division: Option<String>,
    #[serde(rename = "type")]
    kind: String,
    strength: Vec<u8>,
    #[serde(rename = "move")]
    allowance: u8,
    turn: u8,
    area: String,
    #[serde(default)]
    independent: bool,
    steps: u8,
    counters: u8,
}

#[derive(Deserialize)]
struct RawSoviet {
    untried: RawUntried,
    rifle: Vec<RawStrength>,
    tank: Vec<RawStrength>,
    mechanised: Vec<RawStrength>,
    leaders: Vec<RawLeader>,
}

#[derive(Deserialize)]
struct RawUntried {
    rifle: RawFace,
    tank: RawFace,
    mechanised: RawFace,
}

#[derive(Deserialize)]
struct RawFace {
    #[serde(rename = "move")]
    allowance: u8,
}

#[derive(Deserialize)]
struct RawStrength {
    attack: u8,
    defense: u8,
    #[serde(rename = "move")]
    allowance: u8,
    count: usize,
    designations: Vec<String>,
}

#[derive(Deserialize)]
struct RawLeader {
    id: String,
    name: String,
    army: String,
    rating: u8,
    #[serde(rename = "move")]
    allowance: u8,
    steps: i64,
    turn: Option<u8>,
    area: Option<String>,
    setup: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct RawTotals {
    german_counters: i64,
    soviet_rifle: i64,
    soviet_tank: i64,
    soviet_mechanised: i64,
    soviet_leaders: i64,
    unit_counters: i64,
    spi_sheet: i64,
    markers_in_spi_sheet: i64,
}

impl RawCounters {
    /// Where a Leader of the set-up stands, by the counter file.
    pub(crate) fn leader_setup(&self, id: &str) -> Option<&[String]> {
        self.soviet.leaders.iter().find(|leader| leader.id == id)?.setup.as_deref()
    }

    /// What `unit.rs` fixes about the kinds must be what the file says.
    fn check_kinds(&self, report: &mut Report<'_>) {
        let classes = &self.move_classes;
        for (name, listed, of) in [
            ("foot", &classes.foot, &[MoveClass::GermanFoot, MoveClass::SovietFoot][..]),
            ("cavalry", &classes.cavalry, &[MoveClass::GermanCavalry]),
            ("motor", &classes.motor, &[MoveClass::GermanMotor, MoveClass::SovietMotor]),
            ("leader", &classes.leader, &[MoveClass::Leader]),
        ] {
            check_list(&format!("move_classes.{name}"), listed, |kind| of.contains(&kind.class()), report);
        }
        let listed = &self.german.mechanized_phase_types;
        check_list("german.mechanized_phase_types", listed, Kind::is_mechanized, report);
    }

    fn check_totals(&self, roster: &Roster, report: &mut Report<'_>) {
        let totals = &self.totals;
        let german: i64 = self.german.units.iter().map(|unit| i64::from(unit.counters)).sum();
        let [rifle, tank, mechanised] = [Kind::Rifle, Kind::Tank, Kind::Mechanised]
            .map(|kind| roster.counters.iter().filter(|c| c.kind == kind).count() as i64);
        let leaders = self.soviet.leaders.len() as i64;
        report.equal("totals.german_counters", totals.german_counters, german);
        report.equal("totals.soviet_rifle", totals.soviet_rifle, rifle);
        report.equal("totals.soviet_tank", totals.soviet_tank, tank);
        report.equal("totals.soviet_mechanised", totals.soviet_mechanised, mechanised);
        report.equal("totals.soviet_leaders", totals.soviet_leaders, leaders);
        let units = german + rifle + tank + mechanised + leaders;
        report.equal("totals.unit_counters", totals.unit_counters, units);
        report.equal("totals.spi_sheet", totals.spi_sheet, units.saturating_add(totals.markers_in_spi_sheet));
        // What the numbers of unit.rs are built on.
        report.equal("german.units", self.german.units.len() as i64, GERMANS as i64);
        report.equal("german.units counters", german, GERMAN_COUNTERS);
        report.equal("soviet.rifle", rifle, RIFLE_COUNTERS);
        report.equal("soviet.tank", tank, TANK_COUNTERS);
        report.equal("soviet.mechanised", mechanised, MECHANISED_COUNTERS);
        report.equal("soviet.leaders", leaders, LEADERS as i64);
    }
}

/// Does a list name exactly the kinds that the rules put there?
fn check_list(entry: &str, listed: &[String], belongs: impl Fn(Kind) -> bool, report: &mut Report<'_>) {
    let mut expected: Vec<String> =
        KINDS.into_iter().filter(|&kind| belongs(kind)).map(|kind| kind.to_string()).collect();
    let mut found = listed.to_vec();
    expected.sort();
    found.sort();
    report.check(
        found == expected,
        entry,
        format!("lists {}, expected {}", found.join(", "), expected.join(", ")),
    );
}

impl Roster {
    pub(crate) fn build(raw: &RawCounters, report: &mut Report<'_>) -> Roster {
        report.format(&raw.format, "pgg-counters 2");
        raw.check_kinds(report);
        let mut roster = Roster {
            germans: Vec::new(),
            formations: Vec::new(),
            leaders: Vec::new(),
            counters: Vec::new(),
            ids: HashMap::new(),
        };
        // Too many units have no slots; the totals tell.
        for (i, unit) in raw.german.units.iter().take(GERMANS).enumerate() {
            roster.add_german(UnitId::german(i), unit, report);
        }
        roster.add_integration(&raw.german.integration, report);
        for (i, leader) in raw.soviet.leaders.iter().take(LEADERS).enumerate() {
            roster.add_leader(UnitId::leader(i), leader, report);
        }
        let (soviet, untried) = (&raw.soviet, &raw.soviet.untried);
        for (kind, rows, face, allowance) in [
            (Kind::Rifle, &soviet.rifle, &untried.rifle, RIFLE_ALLOWANCE),
            (Kind::Tank, &soviet.tank, &untried.tank, ARMOURED_ALLOWANCE),
            (Kind::Mechanised, &soviet.mechanised, &untried.mechanised, ARMOURED_ALLOWANCE),
        ] {
            report.equal(format!("soviet.untried.{kind} move"), face.allowance.into(), allowance.into());
            for (i, row) in rows.iter().enumerate() {
                let entry = format!("soviet.{kind}[{i}] '{}-{}'", row.attack, row.defense);
                roster.add_counters(&entry, kind, allowance, row, report);
            }
        }
        raw.check_totals(&roster, report);
        roster
    }

    fn add_id(&mut self, entry: &str, id: &str, unit: UnitId, report: &mut Report<'_>) {
        report.check(slot(id).is_none(), entry, "id is that of a Soviet division");
        report.check(self.ids.insert(id.to_owned(), unit).is_none(), entry, "id is there twice");
    }

    fn add_german(&mut self, unit: UnitId, raw: &RawUnit, report: &mut Report<'_>) {
        let entry = format!("german.units[{}] '{}'", unit.number(), raw.id);
        self.add_id(&entry, &raw.id, unit, report);
        let kind = KINDS.into_iter().find(|kind| kind.side() == Side::German && kind.to_string() == raw.kind);
        report.check(kind.is_some(), &entry, format!("type '{}' is no kind of German unit", raw.kind));
        let area = Area::from_text(&raw.area).filter(|area| area.side() == Side::German);
        report.check(area.is_some(), &entry, format!("area '{}' is no German entry area", raw.area));
        report.turn(&entry, raw.turn);
        report.check(raw.allowance > 0, &entry, "move is 0");
        let mut strength = [0; 4];
        strength.iter_mut().zip(&raw.strength).for_each(|(to, from)| *to = *from);
        report.check(
            raw.strength.len() == usize::from(raw.steps) && (1..=4).contains(&raw.steps),
            &entry,
            format!("has {} strengths for {} steps, expected one a step", raw.strength.len(), raw.steps),
        );
        let falling = raw.strength.is_sorted_by(|a, b| a > b) && !raw.strength.contains(&0);
        report.check(falling, &entry, format!("strengths {:?} do not fall from step to step", raw.strength));
        // Two sides a counter.
        report.check(
            u32::from(raw.counters) * 2 == u32::from(raw.steps),
            &entry,
            format!("has {} counters for {} steps, expected one for two", raw.counters, raw.steps),
        );
        report.check(
            raw.independent == raw.division.is_none(),
            &entry,
            "a unit is independent if and only if it has no division",
        );
        let kind = kind.unwrap_or(Kind::Infantry);
        let is_division = matches!(kind, Kind::Infantry | Kind::Cavalry);
        report.check(
            (raw.division.as_ref() == Some(&raw.id)) == is_division,
            &entry,
            "infantry and cavalry units, and no others, are divisions of their own",
        );
        let formation = raw.division.as_ref().map(|id| self.join(unit, id));
        self.germans.push(GermanUnit {
            id: raw.id.clone(),
            name: raw.name.clone(),
            formation,
            kind,
            strength,
            steps: raw.steps,
            allowance: raw.allowance,
            turn: raw.turn,
            area: area.unwrap_or(Area::A),
        });
    }

    /// Put a unit into the division of an id, which may be new.
    fn join(&mut self, unit: UnitId, id: &str) -> Formation {
        let formation = self.formation_by_id(id).unwrap_or_else(|| {
            let units = UnitSet::EMPTY;
            let info = FormationInfo { id: id.to_owned(), units, doubles: false, scores: true, regiments: 0 };
            self.formations.push(info);
            Formation(self.formations.len() as u8 - 1)
        });
        let info = &mut self.formations[formation.0 as usize];
        info.units.insert(unit);
        info.regiments += 1;
        formation
    }

    /// [7.3]
    fn add_integration(&mut self, raw: &RawIntegration, report: &mut Report<'_>) {
        for (i, id) in raw.divisions_that_double.iter().enumerate() {
            let entry = format!("german.integration.divisions_that_double[{i}] '{id}'");
            match self.formation_by_id(id) {
                Some(Formation(f)) => {
                    let info = &mut self.formations[f as usize];
                    report.check(!info.doubles, entry, "division is listed twice");
                    info.doubles = true;
                }
                None => report.add(entry, "no unit is of this division"),
            }
        }
        for info in &self.formations {
            let motor = info.units.iter().all(|unit| {
                self.germans.get(unit.index()).is_some_and(|u| u.kind.class() == MoveClass::GermanMotor)
            });
            report.check(
                info.doubles == motor,
                format!("german.integration.divisions_that_double '{}'", info.id),
                "panzer and motorized divisions, and no others, double",
            );
        }
        let entry = "german.integration.may_share_hex_with_two_regiment_motorized_division";
        self.check_independent(entry, &raw.may_share_hex_with_two_regiment_motorized_division, report);
    }

    fn check_independent(&self, entry: &str, listed: &[String], report: &mut Report<'_>) {
        let mut listed: Vec<&str> = listed.iter().map(String::as_str).collect();
        let mut independent: Vec<&str> = self
            .germans
            .iter()
            .filter(|unit| unit.formation.is_none())
            .map(|unit| unit.id.as_str())
            .collect();
        listed.sort_unstable();
        independent.sort_unstable();
        report.check(
            listed == independent,
            entry,
            format!(
                "lists {}, the units without a division are {}",
                listed.join(", "),
                independent.join(", ")
            ),
        );
    }

    fn add_leader(&mut self, unit: UnitId, raw: &RawLeader, report: &mut Report<'_>) {
        let entry = format!("soviet.leaders[{}] '{}'", unit.number(), raw.id);
        self.add_id(&entry, &raw.id, unit, report);
        report.check(raw.rating > 0, &entry, "rating is 0");
        report.check(raw.allowance > 0, &entry, "move is 0");
        report.equal(format!("{entry} steps"), raw.steps, 1);
        let arrives = match (raw.turn, &raw.area, &raw.setup) {
            (None, None, Some(_)) => None,
            (Some(turn), Some(text), None) => {
                report.turn(&entry, turn);
                let area = Area::from_text(text).filter(|area| area.side() == Side::Soviet);
                report.check(area.is_some(), &entry, format!("area '{text}' is no Soviet entry area"));
                area.map(|area| (turn, area))
            }
            _ => {
                report.add(&entry, "expected either setup, or turn and area");
                None
            }
        };
        self.leaders.push(Leader {
            id: raw.id.clone(),
            name: raw.name.clone(),
            army: raw.army.clone(),
            rating: raw.rating,
            allowance: raw.allowance,
            arrives,
            setup_army: None,
        });
    }

    fn add_counters(
        &mut self,
        entry: &str,
        kind: Kind,
        allowance: u8,
        raw: &RawStrength,
        report: &mut Report<'_>,
    ) {
        let &RawStrength { attack, defense, .. } = raw;
        report.check(
            self.counters_matching(kind, attack, defense).next().is_none(),
            entry,
            "strength is there twice",
        );
        // [3.4] An untried division shows its allowance, so all of a kind have the same.
        report.equal(format!("{entry} move"), raw.allowance.into(), allowance.into());
        report.check(
            !kind.is_armoured() || attack == defense,
            entry,
            "tank and mechanised divisions have one number for attack and defence",
        );
        report.check(
            raw.designations.len() == raw.count,
            entry,
            format!("has {} designations for a count of {}", raw.designations.len(), raw.count),
        );
        // More than that is a wrong total anyway.
        for (copy, designation) in (1..=COUNTERS as u8).zip(&raw.designations) {
            let designation = designation.clone();
            self.counters.push(Counter { kind, attack, defense, copy, designation });
        }
    }

    /// Which divisions score is in the victory file [15.12].
    pub(crate) fn mark_scoring(&mut self, raw: &RawVictory, report: &mut Report<'_>) {
        for (i, id) in raw.excluded().iter().enumerate() {
            let entry = format!("soviet.division_excludes[{i}] '{id}'");
            match self.formation_by_id(id) {
                Some(Formation(f)) => self.formations[f as usize].scores = false,
                None => report.add(entry, "no such division in counters.json"),
            }
        }
        self.check_independent("soviet.not_divisions", raw.not_divisions(), report);
    }
}
