//! Snapshots of a table, from which a game loads without its whole log.

use super::course::Course;
use super::keys::Keys;
use super::room::Said;
use super::{Corrupt, Seed, Table, corrupt};
use crate::clock::Clock;
use crate::entry::{Ended, Offer, Opened};
use crate::id::{PersonId, Time};
use crate::seat::Seat;
use crate::timeline::{Parts, Timeline};
use pgg_core::formats::fingerprint::RULES_VERSION;
use pgg_core::{BySide, Side};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The version of the form: a snapshot of another version is ignored, and the log is read instead.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Snapshot {
    version: u32,
    /// The version of the rules when the table was stored; 0 before that was recorded.
    #[serde(default)]
    rules: u32,
    opened: Opened,
    last: u32,
    moved: u32,
    last_at: Time,
    /// Since the time of service is measured.
    #[serde(default)]
    last_served: Option<Time>,
    timeline: Parts,
    drawn: u64,
    imported: u32,
    seats: BySide<Seat>,
    auto: BySide<bool>,
    offer: Option<(Side, Offer)>,
    offered: u32,
    #[serde(default, skip_serializing_if = "Said::is_nothing")]
    said: Said,
    clock: Clock,
    keys: Vec<(PersonId, u64, u32)>,
    ended: Option<Ended>,
    #[serde(default, skip_serializing_if = "Course::is_same")]
    course: Course,
}

/// A table as it was kept.
pub struct Kept {
    /// The table.
    pub table: Table,
    /// It was stored by older rules, or by a program that did not record the version: today's rules may lead
    /// elsewhere from its log.
    pub is_older: bool,
}

impl Table {
    /// Everything but the seed, as JSON.
    pub fn snapshot(&self) -> Vec<u8> {
        let snapshot = Snapshot {
            version: VERSION,
            rules: RULES_VERSION,
            opened: Opened::clone(&self.opened),
            last: self.last,
            moved: self.moved,
            last_at: self.last_at,
            last_served: Some(self.last_served).filter(|&served| served != self.last_at),
            timeline: self.timeline.to_parts(),
            drawn: self.drawn,
            imported: self.imported,
            seats: BySide::clone(&self.seats),
            auto: self.auto,
            offer: self.offer,
            offered: self.offered,
            said: self.said,
            clock: self.clock,
            keys: self.keys.to_vec(),
            ended: self.ended.clone(),
            course: self.course,
        };
        // Every part has a JSON form, and writing to memory does not fail.
        serde_json::to_vec(&snapshot).unwrap_or_default()
    }

    /// The table of a snapshot.
    pub fn restore(snapshot: &[u8], seed: Seed) -> Result<Kept, Corrupt> {
        let kept: Snapshot = match serde_json::from_slice(snapshot) {
            Ok(kept) => kept,
            Err(error) => return corrupt(0, format!("the snapshot cannot be read: {error}")),
        };
        if kept.version != VERSION {
            return corrupt(kept.last, format!("the snapshot has version {}", kept.version));
        }
        if kept.rules > RULES_VERSION {
            return corrupt(kept.last, format!("the snapshot is of version {} of the rules", kept.rules));
        }
        let is_older = kept.rules < RULES_VERSION;
        let Some(timeline) = Timeline::from_parts(kept.timeline, is_older) else {
            return corrupt(kept.last, "the state of the snapshot is wrong");
        };
        let table = Table {
            seed,
            opened: Arc::new(kept.opened),
            last: kept.last,
            moved: kept.moved,
            last_at: kept.last_at,
            last_served: kept.last_served.unwrap_or(kept.last_at),
            timeline,
            drawn: kept.drawn,
            imported: kept.imported,
            seats: Arc::new(kept.seats),
            auto: kept.auto,
            offer: kept.offer,
            offered: kept.offered,
            said: kept.said,
            clock: kept.clock,
            keys: Keys::from(kept.keys),
            ended: kept.ended,
            course: kept.course,
        };
        Ok(Kept { table, is_older })
    }
}
