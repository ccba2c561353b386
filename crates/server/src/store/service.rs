//! The time of service as it is stored: one row for all processes.

use super::rows::{from_row, get, optional, run};
use super::{Store, StoreError};
use pgg_table::{Service, Time};

/// What is stored, and the number of the beat that stored it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beat {
    /// The time of service.
    pub service: Service,
    /// The number of the beat.
    pub number: i64,
}

impl Store {
    /// The time of service; none before the first start.
    pub async fn service(&self) -> Result<Option<Beat>, StoreError> {
        optional!(self, Beat, "SELECT beat, run, graced, grace_from, wall FROM service WHERE id = 1")
    }

    /// Stores the first, unless another process was quicker.
    pub async fn begin_service(&self, first: Service) -> Result<(), StoreError> {
        let Service { run, graced, grace_from, wall } = first;
        let sql = "INSERT INTO service (id, beat, run, graced, grace_from, wall) VALUES (1, 1, $1, $2, $3, $4) \
                   ON CONFLICT DO NOTHING";
        run!(self, sql, run, graced, grace_from, wall.0).map(drop)
    }

    /// Replaces what was read; false if another process was quicker.
    pub async fn keep_service(&self, service: Service, read: Beat) -> Result<bool, StoreError> {
        let Service { run, graced, grace_from, wall } = service;
        let sql = "UPDATE service SET beat = beat + 1, run = $1, graced = $2, grace_from = $3, wall = $4 \
                   WHERE id = 1 AND beat = $5";
        Ok(run!(self, sql, run, graced, grace_from, wall.0, read.number)? == 1)
    }

    /// When something happened last in any game.
    pub async fn latest(&self) -> Result<Option<Time>, StoreError> {
        let latest = optional!(self, (Option<i64>,), "SELECT max(updated) AS latest FROM games")?;
        Ok(latest.and_then(|(latest,)| latest).map(Time))
    }
}

from_row!(row => Beat {
    Ok(Beat {
        service: Service {
            run: get!(row, "run"),
            graced: get!(row, "graced"),
            grace_from: get!(row, "grace_from"),
            wall: get!(row, "wall"),
        },
        number: get!(row, "beat"),
    })
});
