//! `map.json` as it is written, and what can be checked without the map built from it.

use serde::Deserialize;

use crate::data::{EDGES, Entries, Report, on_edge};
use crate::hex::{COLUMNS, Hex, ROWS};

#[derive(Deserialize)]
pub(crate) struct RawMap {
    pub(super) grid: RawGrid,
    pub(super) terrain: RawTerrain,
    pub(super) lake_partial: Vec<String>,
    pub(super) offmap_or_partial: Vec<String>,
    pub(super) cities: Vec<RawCity>,
    pub(crate) vp_hexes: Entries<u8>,
    pub(super) rivers: Vec<String>,
    pub(super) lake_hexsides: Vec<String>,
    pub(super) road: Vec<String>,
    pub(super) road_river_joins: Vec<String>,
    pub(super) rail: Vec<String>,
    pub(super) road_exits: Entries<String>,
    pub(super) rail_exits: Entries<String>,
    pub(crate) entry_areas: Entries<Vec<String>>,
    pub(super) air_interdiction_limit: RawLimit,
    pub(super) river_names: Entries<Vec<String>>,
}

#[derive(Deserialize)]
pub(super) struct RawGrid {
    columns: i64,
    rows_odd: i64,
    rows_even: i64,
    neighbours_odd_column: Entries<(i32, i32)>,
    neighbours_even_column: Entries<(i32, i32)>,
}

#[derive(Deserialize)]
pub(super) struct RawTerrain {
    pub(super) forest: Vec<String>,
    pub(super) swamp: Vec<String>,
    pub(super) lake: Vec<String>,
}

#[derive(Deserialize)]
pub(super) struct RawCity {
    pub(super) name: String,
    pub(super) kind: String,
    pub(super) hex: String,
    pub(super) hexes: Vec<String>,
}

#[derive(Deserialize)]
pub(super) struct RawLimit {
    pub(super) last_column: u16,
}

impl RawMap {
    /// `schedule/load.rs` reads the areas from the other file and compares.
    pub(super) fn check_areas(&self, report: &mut Report<'_>) {
        self.entry_areas.check_keys("entry_areas", report);
        for (name, texts) in &self.entry_areas.0 {
            for hex in report.hexes(&format!("entry_areas.{name}"), texts) {
                report.check(
                    EDGES.into_iter().any(|edge| on_edge(hex, edge)),
                    format!("entry_areas.{name} '{hex}'"),
                    "hex is not on the edge of the map",
                );
            }
        }
        self.vp_hexes.check_keys("vp_hexes", report);
        for (text, _) in &self.vp_hexes.0 {
            report.hex(&format!("vp_hexes '{text}'"), text);
        }
    }
}

impl RawGrid {
    /// The grid is fixed in `hex.rs`; the file must describe the same one.
    pub(super) fn check(&self, report: &mut Report<'_>) {
        report.equal("grid.columns", self.columns, COLUMNS.into());
        report.equal("grid.rows_odd", self.rows_odd, ROWS.into());
        report.equal("grid.rows_even", self.rows_even, ROWS.into());
        for (name, table, column) in [
            ("neighbours_odd_column", &self.neighbours_odd_column, 11),
            ("neighbours_even_column", &self.neighbours_even_column, 12),
        ] {
            let Some(centre) = Hex::new(column, 11) else {
                continue;
            };
            for (d, next) in centre.neighbours() {
                let expected = (
                    i32::from(next.column()) - i32::from(column),
                    i32::from(next.row()) - i32::from(centre.row()),
                );
                let key = format!("{d:?}").to_lowercase();
                report.check(
                    table.get(&key) == Some(&expected),
                    format!("grid.{name} '{key}'"),
                    format!("is {:?}, expected {expected:?}", table.get(&key)),
                );
            }
        }
    }
}
