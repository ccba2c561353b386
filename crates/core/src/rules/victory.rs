//! Objectives, points and levels [15.0]. The levels themselves [15.2] are data: `data/tables/objectives.rs`; a Marginal
//! result as a draw is a switch in `options.rs`.

use crate::data::data;
use crate::data::tables::{LevelName, ObjectiveHexes, ObjectiveSet};
use crate::game::event::Event;
use crate::game::play::Play;
use crate::game::state::{Place, State};
use crate::hex::{Hex, HexSet};
use crate::unit::Side;

/// Points of both sides by source.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
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
    /// The level of that total.
    pub level: LevelName,
    /// With the historical draw, a German Marginal result [15.2].
    pub draw: bool,
}

impl State {
    /// The side that controls an objective hex [15.11]: that of the last unit in it.
    pub fn controller(&self, hex: Hex) -> Option<Side> {
        let n = data().victory.objective_hex_index(hex)?;
        Some(if self.control.contains(n) { Side::German } else { Side::Soviet })
    }

    /// [15.11, R80] Any entry changes control. Keeps the turn since which Smolensk is German [13.2].
    pub(crate) fn take_control(&mut self, side: Side, hex: Hex) {
        let victory = &data().victory;
        let Some(n) = victory.objective_hex_index(hex) else { return };
        match side {
            Side::German => self.control.insert(n),
            Side::Soviet => self.control.remove(n),
        }
        let german = victory.hexes_of(victory.smolensk()).is_within(self.control);
        self.smolensk_since = german.then(|| self.smolensk_since.unwrap_or(self.turn));
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
    pub fn occupied_objectives(&self) -> ObjectiveSet {
        let victory = &data().victory;
        let mut line = None;
        let mut occupied = ObjectiveSet::EMPTY;
        for (n, objective) in victory.objectives().iter().enumerate() {
            if victory.hexes_of(n).is_within(self.control) {
                let line = line.get_or_insert_with(|| self.west_line());
                if objective.hexes.iter().any(|&h| line.contains(h)) {
                    occupied.insert(n);
                }
            }
        }
        occupied
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

    /// Current German points less Soviet points [15.0].
    pub fn margin(&self) -> i32 {
        let victory = &data().victory;
        let occupied = self.occupied_objectives();
        let german: i32 = victory
            .objectives()
            .iter()
            .enumerate()
            .filter(|(n, _)| occupied.contains(*n))
            .map(|(_, o)| i32::from(o.points(self.options.edition)))
            .sum();
        german + i32::from(self.front_points())
            - self.lost_divisions().count() as i32 * i32::from(victory.division_points())
            - i32::from(self.recaptures) * i32::from(victory.recapture_points())
    }

    /// The current points, by source.
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
                .filter(|(n, _)| occupied.contains(*n))
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
    /// Tell which objective hexes changed hands [15.11].
    pub(crate) fn tell_control(&mut self, before: ObjectiveHexes) {
        for (n, &hex) in data().victory.objective_hexes().iter().enumerate() {
            let german = self.s.control.contains(n);
            if german != before.contains(n) {
                let side = if german { Side::German } else { Side::Soviet };
                self.event(Event::Control { hex, side });
            }
        }
    }

    /// [15.12] Two points each time a city is recaptured, at the end of the Soviet Player-Turn.
    pub(crate) fn score_recaptures(&mut self) {
        let victory = &data().victory;
        for (n, objective) in victory.objectives().iter().enumerate() {
            let was_occupied = self.s.occupied_objectives.contains(n);
            let all_soviet = !victory.hexes_of(n).meets(self.s.control);
            if objective.recapture && was_occupied && all_soviet {
                self.s.recaptures = self.s.recaptures.saturating_add(1);
                self.event(Event::Recaptured { objective: n as u8 });
            }
        }
        self.s.occupied_objectives = ObjectiveSet::EMPTY;
    }
}
