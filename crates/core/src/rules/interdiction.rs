//! Interdiction markers of both sides [13.0]: the Germans' three air markers [13.1] and the Soviet marker [13.4].
//!
//! Their cost by rail [13.31] is in `rail.rs`, its figure in `data/tables.rs`; that German lines cannot pass the Soviet
//! marker [13.44] is in `supply.rs`. Where the Soviet marker [13.4] lies is answered in `ask.rs`.

use crate::data::data;
use crate::game::action::Action;
use crate::game::decision::{Decision, Open, Question};
use crate::game::event::Event;
use crate::game::illegal::{Illegal, Reason, refuse};
use crate::game::legal::Legal;
use crate::game::play::{Play, Refused};
use crate::game::state::State;
use crate::hex::{COLUMNS, Hex, HexSet};
use crate::rules::sequence::TURNS;
use crate::unit::Side;

/// [13.1] Air Interdiction markers of the Germans.
pub const AIR_MARKERS: usize = 3;
/// [13.41] Turns in which the Soviet marker may be used.
pub const SOVIET_MARKER_USES: u8 = 3;

/// The German player places air markers, at set-up and at the end of every Player-Turn (A2, A21).
pub(crate) struct PlacingAirMarkers;

impl Open for PlacingAirMarkers {
    fn decision(&self, _: &State) -> Decision {
        Decision { side: Side::German, question: Question::PlaceAirMarkers }
    }

    fn list(&self, s: &State, legal: &mut Legal) {
        if s.air.contains(&None) {
            let placed: HexSet = s.air_markers().collect();
            let limit = data().map.air_limit();
            let east = (limit + 1..=COLUMNS).fold(HexSet::EMPTY, |set, c| set.or(&HexSet::column(c)));
            let closed = if s.air_unlimited() { HexSet::EMPTY } else { east };
            legal.markers = HexSet::ALL.without(&placed).without(&closed);
        }
        legal.others.push(Action::Done);
    }

    fn check(&self, s: &State, action: &Action) -> Result<(), Illegal> {
        match *action {
            Action::Interdict { hex } => s.check_air_marker(hex),
            Action::Done => Ok(()),
            _ => Err(self.other(s)),
        }
    }

    fn take(&self, play: &mut Play<'_>, action: &Action) -> Result<(), Refused> {
        match *action {
            Action::Interdict { hex } => play.place_air_marker(hex),
            Action::Done => {
                play.end_phase();
                Ok(())
            }
            _ => Err(self.other(play.s).into()),
        }
    }
}

/// The Soviet player places his marker, or does not (A20).
pub(crate) struct PlacingSovietMarker;

impl Open for PlacingSovietMarker {
    fn decision(&self, _: &State) -> Decision {
        Decision { side: Side::Soviet, question: Question::PlaceSovietMarker }
    }

    fn list(&self, s: &State, legal: &mut Legal) {
        if s.has_soviet_marker() {
            legal.markers = HexSet::ALL.without(s.occupied(Side::German));
        }
        legal.others.push(Action::Done);
    }

    fn check(&self, s: &State, action: &Action) -> Result<(), Illegal> {
        match *action {
            Action::Interdict { hex } => s.check_soviet_marker(hex),
            Action::Done => Ok(()),
            _ => Err(self.other(s)),
        }
    }

    fn take(&self, play: &mut Play<'_>, action: &Action) -> Result<(), Refused> {
        match *action {
            Action::Interdict { hex } => play.place_soviet_marker(hex),
            Action::Done => {
                play.end_phase();
                Ok(())
            }
            _ => Err(self.other(play.s).into()),
        }
    }
}

impl State {
    /// [13.2] May air markers go east of the 4000 hexrow? Smolensk unbroken since the turn before, and its line open.
    pub fn air_unlimited(&self) -> bool {
        let smolensk = data().victory.smolensk();
        self.smolensk_since.is_some_and(|since| since < self.turn) && self.has_west_line(smolensk)
    }

    fn check_air_marker(&self, hex: Hex) -> Result<(), Illegal> {
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

    fn check_soviet_marker(&self, hex: Hex) -> Result<(), Illegal> {
        if !self.has_soviet_marker() {
            return refuse("13.41", Reason::NoMarker);
        }
        if self.occupied(Side::German).contains(hex) {
            return refuse("13.45", Reason::GermanInHex { hex });
        }
        Ok(())
    }

    /// The cost that an enemy marker adds to entering a hex: 1 MP [6.7b, 13.3, 13.43].
    #[inline]
    pub(crate) fn interdiction(&self, side: Side, hex: Hex) -> u8 {
        let interdicted = match side {
            Side::Soviet => self.air.contains(&Some(hex)),
            Side::German => self.soviet_marker == Some(hex),
        };
        if interdicted { data().tables.interdiction_cost() } else { 0 }
    }

    /// [13.2] Why an air marker may not be in a hex in the east.
    const fn why_limited(&self, hex: Hex) -> Reason {
        match self.smolensk_since {
            None => Reason::AirLimit { hex },
            Some(since) if since >= self.turn => Reason::AirLimitTooSoon { hex },
            Some(_) => Reason::AirLimitNoLine { hex },
        }
    }

    /// [13.41] May the Soviet marker still be placed this turn?
    fn has_soviet_marker(&self) -> bool {
        self.turn < TURNS && self.soviet_marker_uses < SOVIET_MARKER_USES && self.soviet_marker.is_none()
    }
}

impl Play<'_> {
    fn place_air_marker(&mut self, hex: Hex) -> Result<(), Refused> {
        self.s.check_air_marker(hex)?;
        if let Some(marker) = self.s.air.iter_mut().find(|m| m.is_none()) {
            *marker = Some(hex);
        }
        // Sorted, so that the same markers give the same state.
        self.s.air.sort_unstable_by_key(|m| m.map_or(usize::MAX, Hex::index));
        self.event(Event::InterdictionPlaced { side: Side::German, hex });
        Ok(())
    }

    fn place_soviet_marker(&mut self, hex: Hex) -> Result<(), Refused> {
        self.s.check_soviet_marker(hex)?;
        self.s.soviet_marker = Some(hex);
        self.s.soviet_marker_uses += 1;
        self.event(Event::InterdictionPlaced { side: Side::Soviet, hex });
        Ok(())
    }

    /// [13.33] The air markers come off when the Soviet Movement Phase ends.
    pub(crate) fn remove_air_markers(&mut self) {
        if self.s.air.iter().any(Option::is_some) {
            self.s.air = [None; AIR_MARKERS];
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
