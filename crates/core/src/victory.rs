//! Objectives, points and levels [15.0].

use crate::data::data;
use crate::hex::{Hex, HexSet};
use crate::sequence::Play;
use crate::state::{Place, State};
use crate::tables::LevelName;
use crate::unit::Side;

/// Points of both sides by source.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Score {
    /// Objectives the German occupies now, with their points [15.11].
    pub objectives: Vec<(String, u8)>,
    /// Points for Front divisions called [14.23].
    pub front: u8,
    /// German divisions wholly eliminated [15.12].
    pub divisions_lost: Vec<String>,
    /// Cities recaptured [15.12].
    pub recaptures: u8,
    /// German points less Soviet points.
    pub total: i32,
    /// The level that total means.
    pub level: LevelName,
    /// With the historical draw, a German Marginal result [15.2].
    pub draw: bool,
}

impl State {
    /// Whose control an objective hex is under [15.11]: the last unit to be in it.
    pub fn controller(&self, hex: Hex) -> Option<Side> {
        let n = data().victory.objective_hex_index(hex)?;
        Some(if self.control >> n & 1 != 0 { Side::German } else { Side::Soviet })
    }

    /// [15.11, R80] Any entry changes control. Keeps the turn since which Smolensk is German [13.2].
    pub(crate) fn take_control(&mut self, side: Side, hex: Hex) {
        let victory = &data().victory;
        let Some(n) = victory.objective_hex_index(hex) else { return };
        match side {
            Side::German => self.control |= 1 << n,
            Side::Soviet => self.control &= !(1 << n),
        }
        let smolensk = victory.hex_mask(victory.smolensk());
        if self.control & smolensk != smolensk {
            self.smolensk_since = 0;
        } else if self.smolensk_since == 0 {
            self.smolensk_since = self.turn;
        }
    }

    /// Hexes joined to the west edge by open hexes [15.11]: swamp and interdiction do not matter.
    pub fn west_line(&self) -> HexSet {
        let open = self.open_hexes(Side::German);
        data().map.flood(&HexSet::column(1).and(&open), &open)
    }

    pub(crate) fn has_west_line(&self, objective: usize) -> bool {
        let line = self.west_line();
        data().victory.objectives()[objective].hexes.iter().any(|&h| line.contains(h))
    }

    /// Objectives the German occupies now: all hexes under control and a line to the west edge [15.11].
    pub fn occupied_objectives(&self) -> u16 {
        let victory = &data().victory;
        let mut line = None;
        let mut mask = 0;
        for (n, objective) in victory.objectives().iter().enumerate() {
            if self.control & victory.hex_mask(n) == victory.hex_mask(n) {
                let line = line.get_or_insert_with(|| self.west_line());
                if objective.hexes.iter().any(|&h| line.contains(h)) {
                    mask |= 1 << n;
                }
            }
        }
        mask
    }

    /// [14.23] Points for the Front divisions called so far.
    pub fn front_points(&self) -> u8 {
        (1..=self.front).map(|nth| data().schedule.front_points(nth)).sum()
    }

    /// German divisions wholly eliminated, without those that score nothing [15.12].
    fn lost_divisions(&self) -> impl Iterator<Item = &'static str> + '_ {
        data()
            .roster
            .formations()
            .iter()
            .filter(|f| f.scores && f.units.iter().all(|u| self.place(u) == Place::Dead))
            .map(|f| f.id.as_str())
    }

    /// German points less Soviet points as things stand [15.0].
    pub fn margin(&self) -> i32 {
        let victory = &data().victory;
        let occupied = self.occupied_objectives();
        let german: i32 = victory
            .objectives()
            .iter()
            .enumerate()
            .filter(|(n, _)| occupied >> n & 1 != 0)
            .map(|(_, o)| i32::from(o.points(self.options.edition)))
            .sum();
        german + i32::from(self.front_points())
            - self.lost_divisions().count() as i32 * i32::from(victory.division_points())
            - i32::from(self.recaptures) * i32::from(victory.recapture_points())
    }

    /// The points as things stand, by source.
    pub fn score(&self) -> Score {
        let victory = &data().victory;
        let occupied = self.occupied_objectives();
        let total = self.margin();
        let level = victory.level(total);
        Score {
            objectives: victory
                .objectives()
                .iter()
                .enumerate()
                .filter(|(n, _)| occupied >> n & 1 != 0)
                .map(|(_, o)| (o.id.clone(), o.points(self.options.edition)))
                .collect(),
            front: self.front_points(),
            divisions_lost: self.lost_divisions().map(str::to_owned).collect(),
            recaptures: self.recaptures,
            total,
            level,
            draw: self.options.historical_draw && level == LevelName::GermanMarginal,
        }
    }
}

impl Play<'_> {
    /// [15.12] Two points each time a city is recaptured, at the end of the Soviet Player-Turn.
    pub(crate) fn score_recaptures(&mut self) {
        let victory = &data().victory;
        for (n, objective) in victory.objectives().iter().enumerate() {
            let was_occupied = self.s.occupied_objectives >> n & 1 != 0;
            let all_soviet = self.s.control & victory.hex_mask(n) == 0;
            if objective.recapture && was_occupied && all_soviet {
                self.s.recaptures = self.s.recaptures.saturating_add(1);
                self.event(crate::event::Event::Recaptured { objective: n as u8 });
            }
        }
        self.s.occupied_objectives = 0;
    }
}
