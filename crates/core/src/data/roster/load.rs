//! The roster from its file: reading and checking.

use std::collections::BTreeMap;

use super::raw::{RawCounters, RawIntegration, RawLeader, RawStrength, RawUnit};
use super::text::slot;
use super::{
    ARMOURED_ALLOWANCE, Counter, Formation, FormationInfo, GermanUnit, Leader, RIFLE_ALLOWANCE, Roster,
};
use crate::data::Report;
use crate::data::schedule::Area;
use crate::data::tables::RawVictory;
use crate::unit::{COUNTERS, CUP, GERMANS, Kind, LEADERS, MoveClass, Side, UnitId, UnitSet};

// How many counters there are of each kind; the slots of unit.rs are built on it.
const GERMAN_COUNTERS: i64 = 79;
const RIFLE_COUNTERS: i64 = CUP[0] as i64;
const TANK_COUNTERS: i64 = CUP[1] as i64;
const MECHANISED_COUNTERS: i64 = CUP[2] as i64;

impl Roster {
    pub(crate) fn build(raw: &RawCounters, report: &mut Report<'_>) -> Roster {
        report.format(&raw.format, "pgg-counters 2");
        raw.check_kinds(report);
        let mut roster = Roster {
            germans: Vec::new(),
            formations: Vec::new(),
            leaders: Vec::new(),
            counters: Vec::new(),
            ids: BTreeMap::new(),
        };
        // Units beyond the slots are dropped here; the totals report them.
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
        let kind =
            Kind::ALL.into_iter().find(|kind| kind.side() == Side::German && kind.to_string() == raw.kind);
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
        // A larger number is reported as a wrong total.
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

impl RawCounters {
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
        Kind::ALL.into_iter().filter(|&kind| belongs(kind)).map(|kind| kind.to_string()).collect();
    let mut found = listed.to_vec();
    expected.sort();
    found.sort();
    report.check(
        found == expected,
        entry,
        format!("lists {}, expected {}", found.join(", "), expected.join(", ")),
    );
}
