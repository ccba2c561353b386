//! Interdiction markers of both sides [13.0].

use crate::data::data;
use crate::event::Event;
use crate::hex::{COLUMNS, Hex, HexSet};
use crate::illegal::{Illegal, Reason, refuse};
use crate::sequence::{Play, TURNS};
use crate::state::{Phase, State};
use crate::unit::Side;

/// [13.41] Turns in which the Soviet marker may be used.
pub const SOVIET_MARKER_USES: u8 = 3;

impl State {
    /// [13.2] May air markers go east of the 4000 hexrow? Smolensk unbroken since the turn before, and its line open.
    pub fn air_unlimited(&self) -> bool {
        let smolensk = data().victory.smolensk();
        self.smolensk_since > 0 && self.smolensk_since < self.turn && self.has_west_line(smolensk)
    }

    /// [13.2] What keeps an air marker from a hex in the east.
    const fn why_limited(&self, hex: Hex) -> Reason {
        match self.smolensk_since {
            0 => Reason::AirLimit { hex },
            since if since >= self.turn => Reason::AirLimitTooSoon { hex },
            _ => Reason::AirLimitNoLine { hex },
        }
    }

    /// [13.41] May the Soviet marker still be placed this turn?
    fn has_soviet_marker(&self) -> bool {
        self.turn < TURNS && self.soviet_marker_uses < SOVIET_MARKER_USES && self.soviet_marker.is_none()
    }

    /// All hexes where the marker of this phase may go [13.2, 13.4].
    pub(crate) fn marker_hexes(&self) -> HexSet {
        match self.phase {
            Phase::GermanSetUp | Phase::AirInterdiction if self.air.contains(&None) => {
                let placed: HexSet = self.air_markers().collect();
                let limit = data().map.air_limit();
                let east = (limit + 1..=COLUMNS).fold(HexSet::EMPTY, |set, c| set.or(&HexSet::column(c)));
                let closed = if self.air_unlimited() { HexSet::EMPTY } else { east };
                HexSet::ALL.without(&placed).without(&closed)
            }
            Phase::SovietInterdiction if self.has_soviet_marker() => {
                HexSet::ALL.without(self.occupied(Side::German))
            }
            _ => HexSet::EMPTY,
        }
    }

    pub(crate) fn check_interdict(&self, hex: Hex) -> Result<(), Illegal> {
        match self.phase {
            Phase::GermanSetUp | Phase::AirInterdiction => {
                if self.air.iter().all(Option::is_some) {
                    return refuse("13.2", Reason::NoMarker);
                }
                if self.air.contains(&Some(hex)) {
                    return refuse("13.33", Reason::MarkerAlready { hex });
                }
                if hex.column() > data().map.air_limit() && !self.air_unlimited() {
                    return refuse("13.2", self.why_limited(hex));
                }
                Ok(())
            }
            Phase::SovietInterdiction => {
                if self.turn >= 12
                    || self.soviet_marker_uses >= SOVIET_MARKER_USES
                    || self.soviet_marker.is_some()
                {
                    return refuse("13.41", Reason::NoMarker);
                }
                if self.occupied(Side::German).contains(hex) {
                    return refuse("13.45", Reason::GermanInHex { hex });
                }
                Ok(())
            }
            _ => refuse("13.2", Reason::NotAsked { asked: "no marker is placed in this phase" }),
        }
    }
}

impl Play<'_> {
    pub(crate) fn interdict(&mut self, hex: Hex) {
        let side = self.s.phase.side();
        match side {
            Side::German => {
                if let Some(marker) = self.s.air.iter_mut().find(|m| m.is_none()) {
                    *marker = Some(hex);
                }
                // Kept in order, so that the same markers make the same state.
                self.s.air.sort_unstable_by_key(|m| m.map_or(usize::MAX, Hex::index));
            }
            Side::Soviet => {
                self.s.soviet_marker = Some(hex);
                self.s.soviet_marker_uses += 1;
            }
        }
        self.event(Event::InterdictionPlaced { side, hex });
    }

    /// [13.33] The air markers come off when the Soviet Movement Phase ends.
    pub(crate) fn remove_air_markers(&mut self) {
        if self.s.air.iter().any(Option::is_some) {
            self.s.air = [None; 3];
            self.event(Event::InterdictionRemoved { side: Side::German });
        }
    }

    /// [13.46] The Soviet marker comes off before the air markers are placed.
    pub(crate) fn remove_soviet_marker(&mut self) {
        if self.s.soviet_marker.take().is_some() {
            self.event(Event::InterdictionRemoved { side: Side::Soviet });
        }
    }
}
