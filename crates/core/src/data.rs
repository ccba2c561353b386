//! The facts of the game: map, counters, schedules, tables, victory.
//!
//! The five files of `data/` contain them, every fact with its source. The program loads `data/prepared.bin`,
//! which `cargo xtask bless` makes from them and a test compares with them: it loads fast and needs no JSON
//! parser.

#[cfg(feature = "json")]
mod files;
mod prepared;
pub mod roster;
pub mod scenarios;
pub mod schedule;
pub mod tables;

use std::sync::LazyLock;

use crate::data::roster::Roster;
use crate::data::schedule::Schedule;
use crate::data::tables::{Tables, VictorySchedule};
use crate::map::Map;
#[cfg(feature = "json")]
pub(crate) use crate::rules::sequence::TURNS;
#[cfg(feature = "json")]
pub use files::{DataError, DataErrors, Files};
#[cfg(feature = "json")]
pub(crate) use files::{EDGES, Entries, Link, Report, on_edge};
pub(crate) use prepared::{Bytes, Prepared, prepared, prepared_enum};

/// Everything that is the same in all games.
#[derive(PartialEq)]
pub struct Data {
    /// The map [0.5].
    pub map: Map,
    /// German units, Leaders and Soviet counters [3.4].
    pub roster: Roster,
    /// Set-up and arrivals [5.1, 14.0].
    pub schedule: Schedule,
    /// Combat tables and terrain costs [9.5, 6.7].
    pub tables: Tables,
    /// Objectives and levels of victory [15.0].
    pub victory: VictorySchedule,
}

static DATA: LazyLock<Data> =
    LazyLock::new(|| Data::load(PREPARED).expect("the tests hold the prepared data to its files"));

/// The data files, prepared.
const PREPARED: &[u8] = include_bytes!("../data/prepared.bin");

/// The data compiled into the program.
///
/// # Example
///
/// ```
/// use pgg_core::data;
///
/// let smolensk = data().map.cities().iter().find(|city| city.name == "Smolensk").expect("it is on the map");
/// assert!(smolensk.hexes.iter().all(|&hex| data().map.doubles_defence(hex)));
/// ```
#[inline]
pub fn data() -> &'static Data {
    &DATA
}

impl Data {
    /// From the prepared form. Only its length is checked; the content was checked in the files.
    fn load(prepared: &[u8]) -> Option<Data> {
        let mut bytes = Bytes(prepared);
        let tables = Tables::take(&mut bytes)?;
        let data = Data {
            map: Map::take(&mut bytes, tables.charges())?,
            roster: Roster::take(&mut bytes)?,
            schedule: Schedule::take(&mut bytes)?,
            victory: VictorySchedule::take(&mut bytes)?,
            tables,
        };
        bytes.0.is_empty().then_some(data)
    }

    /// The prepared form.
    #[cfg(all(test, feature = "json"))]
    fn prepare(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.tables.put(&mut out);
        self.map.put(&mut out);
        self.roster.put(&mut out);
        self.schedule.put(&mut out);
        self.victory.put(&mut out);
        out
    }
}

#[cfg(all(test, feature = "json"))]
mod tests {
    use super::*;
    use std::{env, fs};

    #[test]
    fn the_prepared_data_are_those_of_the_files() {
        let written = Data::parse(&Files::embedded()).unwrap_or_else(|errors| panic!("{errors}"));
        let prepared = written.prepare();
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/prepared.bin");
        if env::var_os("PGG_BLESS").is_some() {
            fs::write(path, &prepared).expect("the file is written");
        }
        let kept = fs::read(path).expect("the file is there");
        assert!(kept == prepared, "{path} is out of date: run `cargo xtask bless`");
        let loaded = Data::load(&kept).expect("it can be loaded");
        assert!(loaded == written, "what is loaded is not what the files say");
    }

    #[test]
    fn what_is_cut_short_is_refused() {
        for length in (0..PREPARED.len()).step_by(101) {
            assert!(Data::load(&PREPARED[..length]).is_none(), "{length} bytes");
        }
    }
}
