//! `reinforcements.json` as it is written.

use serde::Deserialize;

use crate::data::Entries;
use crate::unit::Side;

#[derive(Deserialize)]
pub(crate) struct RawReinforcements {
    pub(super) format: String,
    pub(super) areas: Entries<RawArea>,
    pub(super) soviet_setup: RawSetup,
    pub(super) soviet_schedule: Vec<RawArrival>,
    pub(super) soviet_provisional: RawProvisional,
    pub(super) south_western_front: RawFront,
    pub(super) german_schedule: Vec<RawGermanArrival>,
    pub(super) pool_arithmetic: RawArithmetic,
}

#[derive(Deserialize)]
pub(super) struct RawArea {
    pub(super) side: Side,
    pub(super) hexes: Vec<String>,
    pub(super) edge: String,
    pub(super) rail: Option<bool>,
}

#[derive(Deserialize)]
pub(super) struct RawSetup {
    pub(super) armies: Vec<RawArmy>,
}

#[derive(Deserialize)]
pub(super) struct RawArmy {
    pub(super) army: String,
    pub(super) hexes: Vec<String>,
    pub(super) rifle: u8,
    pub(super) armoured: u8,
    pub(super) leader: String,
    pub(super) turn1: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct RawArrival {
    pub(super) turn: u8,
    pub(super) area: String,
    pub(super) rifle: u8,
    pub(super) armoured: u8,
    pub(super) leader: Option<String>,
    pub(super) army: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct RawProvisional {
    pub(super) die: Entries<RawDie>,
}

#[derive(Deserialize)]
pub(super) struct RawDie {
    pub(super) hexes: Vec<String>,
    pub(super) same_as: Option<String>,
    pub(super) rail: bool,
}

#[derive(Deserialize)]
pub(super) struct RawFront {
    pub(super) from_turn: u8,
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) max_per_turn: u8,
    pub(super) max_per_game: u8,
    pub(super) leader: Option<String>,
    pub(super) hexes: Vec<String>,
    pub(super) vp_to_german: RawFrontPoints,
}

#[derive(Deserialize)]
pub(super) struct RawFrontPoints {
    pub(super) first_five_each: u8,
    pub(super) next_five_each: u8,
    pub(super) all_ten: i64,
}

#[derive(Deserialize)]
pub(super) struct RawGermanArrival {
    pub(super) turn: u8,
    pub(super) area: String,
    pub(super) formations: Vec<String>,
}

#[derive(Deserialize)]
pub(super) struct RawArithmetic {
    pub(super) rifle_setup: i64,
    pub(super) rifle_scheduled: i64,
    pub(super) rifle_provisional: i64,
    pub(super) rifle_swf_max: i64,
    pub(super) rifle_total_max: i64,
    pub(super) rifle_counters: i64,
    pub(super) armoured_setup: i64,
    pub(super) armoured_scheduled: i64,
    pub(super) armoured_counters: i64,
}
