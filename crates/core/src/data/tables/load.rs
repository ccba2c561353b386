//! The combat tables and terrain costs from their file: its form, reading and checking.

use serde::Deserialize;

use super::{COLUMN_NAMES, Charges, CombatResult, Ground, Tables};
use crate::data::{Entries, Report};
use crate::unit::{MoveClass, Side};

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
        // No unit crosses a lake, and a railway has no movement cost: the map has no number for them.
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
