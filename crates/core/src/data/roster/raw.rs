//! `counters.json` as it is written.

use serde::Deserialize;

#[derive(Deserialize)]
pub(crate) struct RawCounters {
    pub(super) format: String,
    pub(super) move_classes: RawClasses,
    pub(super) german: RawGerman,
    pub(super) soviet: RawSoviet,
    pub(super) totals: RawTotals,
}

#[derive(Deserialize)]
pub(super) struct RawClasses {
    pub(super) foot: Vec<String>,
    pub(super) cavalry: Vec<String>,
    pub(super) motor: Vec<String>,
    pub(super) leader: Vec<String>,
}

#[derive(Deserialize)]
pub(super) struct RawGerman {
    pub(super) mechanized_phase_types: Vec<String>,
    pub(super) integration: RawIntegration,
    pub(super) units: Vec<RawUnit>,
}

#[derive(Deserialize)]
pub(super) struct RawIntegration {
    pub(super) divisions_that_double: Vec<String>,
    pub(super) may_share_hex_with_two_regiment_motorized_division: Vec<String>,
}

#[derive(Deserialize)]
pub(super) struct RawUnit {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) division: Option<String>,
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) strength: Vec<u8>,
    #[serde(rename = "move")]
    pub(super) allowance: u8,
    pub(super) turn: u8,
    pub(super) area: String,
    #[serde(default)]
    pub(super) independent: bool,
    pub(super) steps: u8,
    pub(super) counters: u8,
}

#[derive(Deserialize)]
pub(super) struct RawSoviet {
    pub(super) untried: RawUntried,
    pub(super) rifle: Vec<RawStrength>,
    pub(super) tank: Vec<RawStrength>,
    pub(super) mechanised: Vec<RawStrength>,
    pub(super) leaders: Vec<RawLeader>,
}

#[derive(Deserialize)]
pub(super) struct RawUntried {
    pub(super) rifle: RawFace,
    pub(super) tank: RawFace,
    pub(super) mechanised: RawFace,
}

#[derive(Deserialize)]
pub(super) struct RawFace {
    #[serde(rename = "move")]
    pub(super) allowance: u8,
}

#[derive(Deserialize)]
pub(super) struct RawStrength {
    pub(super) attack: u8,
    pub(super) defense: u8,
    #[serde(rename = "move")]
    pub(super) allowance: u8,
    pub(super) count: usize,
    pub(super) designations: Vec<String>,
}

#[derive(Deserialize)]
pub(super) struct RawLeader {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) army: String,
    pub(super) rating: u8,
    #[serde(rename = "move")]
    pub(super) allowance: u8,
    pub(super) steps: i64,
    pub(super) turn: Option<u8>,
    pub(super) area: Option<String>,
    pub(super) setup: Option<Vec<String>>,
}

#[derive(Deserialize)]
pub(super) struct RawTotals {
    pub(super) german_counters: i64,
    pub(super) soviet_rifle: i64,
    pub(super) soviet_tank: i64,
    pub(super) soviet_mechanised: i64,
    pub(super) soviet_leaders: i64,
    pub(super) unit_counters: i64,
    pub(super) spi_sheet: i64,
    pub(super) markers_in_spi_sheet: i64,
}

impl RawCounters {
    /// Where a Leader of the set-up stands, by the counter file.
    pub(crate) fn leader_setup(&self, id: &str) -> Option<&[String]> {
        self.soviet.leaders.iter().find(|leader| leader.id == id)?.setup.as_deref()
    }
}
