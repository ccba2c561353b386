//! Rail movement [6.3] and rail cuts [6.37].

use crate::data::data;
use crate::game::action::{Action, Path};
use crate::game::event::Event;
use crate::game::illegal::{Illegal, Reason, illegal, refuse};
use crate::game::legal::Legal;
use crate::game::play::Play;
use crate::game::state::State;
use crate::hex::{Direction, Hex, HexSet};
use crate::unit::{Side, UnitId};

/// [6.31] Combat units that may ride in one phase.
pub const RAIL_CAPACITY: u8 = 8;
/// [6.31] How many of these an armoured division counts for.
pub(crate) const ARMOURED_WEIGHT: u8 = 3;
/// [6.33] Rail points of a ride.
pub const RAIL_POINTS: u8 = 30;
/// [6.37] Rail Cut markers of the Germans.
pub const CUT_MARKERS: usize = 6;

impl State {
    /// [6.31] How much of the rail capacity a unit takes.
    pub fn rail_weight(&self, unit: UnitId) -> u8 {
        match unit {
            u if u.is_leader() => 0,
            u if u.is_armoured_slot() => ARMOURED_WEIGHT,
            _ => 1,
        }
    }

    /// [6.33] Rail points to enter a hex; with an air marker 4 in all [13.31].
    #[inline]
    pub fn rail_cost(&self, hex: Hex) -> u8 {
        if self.air.contains(&Some(hex)) { data().tables.interdicted_rail() } else { 1 }
    }

    /// Rail points left to a unit that rides, or all of them.
    pub fn rail_points_left(&self, unit: UnitId) -> u8 {
        if self.marks.rode.contains(unit) {
            RAIL_POINTS.saturating_sub(self.spent[unit.index()])
        } else {
            RAIL_POINTS
        }
    }

    /// Hexes from which Soviet units could ride to this hex in their next turn [6.32], with the Germans where
    /// they are now. Hexes repaired in their last turn are open again by then [6.37].
    pub fn rail_joined(&self, hex: Hex) -> HexSet {
        let map = &data().map;
        let open = |h: Hex| {
            !self.is_enemy_controlled(Side::Soviet, h)
                && !self.occupied(Side::German).contains(h)
                && !self.cuts.contains(&Some(h))
        };
        let mut joined = HexSet::EMPTY;
        let mut edge = if open(hex) { vec![hex] } else { Vec::new() };
        while let Some(at) = edge.pop() {
            if joined.contains(at) {
                continue;
            }
            joined.insert(at);
            let next = Direction::ALL.into_iter().filter(|&d| map.side(at, d).rail());
            edge.extend(next.filter_map(|d| map.step(at, d)).filter(|&h| open(h)));
        }
        joined
    }

    /// May any ride go into the hex: rail, no enemy, no enemy control, no cut, not just repaired?
    pub(crate) fn check_rail_hex(&self, hex: Hex) -> Result<(), Illegal> {
        let side = Side::Soviet;
        if !data().map.rail_hexes().contains(hex) {
            return refuse("6.32", Reason::NotRailHex { hex });
        }
        if self.occupied(side.enemy()).contains(hex) {
            return refuse("6.21", Reason::EnemyInHex { hex });
        }
        if self.is_enemy_controlled(side, hex) {
            return refuse("6.32", Reason::RailZone { hex });
        }
        if self.cuts.contains(&Some(hex)) {
            return refuse("6.37", Reason::RailCut { hex });
        }
        if self.repaired.contains(hex) {
            return refuse("6.37", Reason::RailRepaired { hex });
        }
        if self.is_closed(side, hex) {
            return refuse("6.4", Reason::WesternHexrows { hex });
        }
        Ok(())
    }

    /// May the unit begin, or go on with, a ride from where it stands?
    pub(crate) fn check_rider(&self, unit: UnitId) -> Result<Hex, Illegal> {
        if unit.side() == Side::German {
            return refuse("6.36", Reason::GermanRail);
        }
        let from = self.check_may_act(unit)?;
        if self.marching.contains(unit) {
            return refuse("5.23", Reason::MarchByRail { unit });
        }
        if self.standing.iter().any(|army| army.contains(unit)) {
            return refuse("5.22", Reason::Standing { unit });
        }
        if !self.marks.rode.contains(unit) {
            // [6.32] It does nothing but ride in this phase [R9].
            if self.marks.moved.contains(unit) || !data().map.rail_hexes().contains(from) {
                return refuse("6.32", Reason::NotOnRail { unit });
            }
            let (needs, left) = (self.rail_weight(unit), RAIL_CAPACITY.saturating_sub(self.rail_used));
            if needs > left {
                return refuse("6.31", Reason::RailCapacity { unit, needs, left });
            }
        }
        if self.is_enemy_controlled(Side::Soviet, from) {
            return refuse("6.32", Reason::RailZone { hex: from });
        }
        Ok(from)
    }

    /// One hex of a ride: its rail points, or why not.
    pub(crate) fn check_ride_step(&self, unit: UnitId, to: Hex) -> Result<u8, Illegal> {
        let from = self.check_rider(unit)?;
        let direction = from.direction_to(to).ok_or(illegal("6.32", Reason::NotAdjacent { from, to }))?;
        if !data().map.side(from, direction).rail() {
            return refuse("6.32", Reason::NoRail { from, to });
        }
        self.check_rail_hex(to)?;
        let (cost, left) = (self.rail_cost(to), self.rail_points_left(unit));
        if cost > left {
            return refuse("6.33", Reason::RailTooFar { unit, hex: to, cost, left });
        }
        if !self.in_group(unit) {
            self.check_leave_group()?;
        }
        Ok(cost)
    }

    /// A whole ride, without riding it.
    pub(crate) fn check_ride(&self, unit: UnitId, path: &Path) -> Result<(), Illegal> {
        let mut copy = *self;
        let mut events = Vec::new();
        let mut play = Play { s: &mut copy, chance: &mut crate::game::chance::NoMore, events: &mut events };
        play.ride(unit, path)
    }

    /// Adds the next hexes of a ride, for a unit that may act.
    pub(crate) fn legal_rides(&self, unit: UnitId, legal: &mut Legal) {
        let map = &data().map;
        if unit.side() == Side::Soviet
            && let Some(from) = self.hex(unit).filter(|&h| map.rail_hexes().contains(h))
            && self.check_rider(unit).is_ok()
        {
            for d in Direction::ALL {
                if map.side(from, d).rail()
                    && let Some(to) = map.step(from, d)
                    && self.check_ride_step(unit, to).is_ok()
                {
                    legal.rides.push((unit, to));
                }
            }
        }
    }

    /// Adds what may be done with the railway of the hex just entered.
    pub(crate) fn legal_cuts(&self, legal: &mut Legal) {
        let Some(hex) = self.group.cuttable else { return };
        if self.check_cut(hex).is_ok() {
            legal.others.push(Action::CutRail { hex });
        }
        if self.check_lift(hex).is_ok() {
            legal.others.push(Action::LiftCut { hex });
        }
    }

    /// [6.37a] May a marker be put on the hex just entered?
    pub(crate) fn check_cut(&self, hex: Hex) -> Result<(), Illegal> {
        if !self.options.rail_cut {
            return refuse("6.37", Reason::CutsOff);
        }
        if self.group.cuttable != Some(hex) {
            return refuse("6.37", Reason::NothingToCut);
        }
        if self.cuts.contains(&Some(hex)) {
            return refuse("6.37", Reason::CutAlready { hex });
        }
        if self.cuts.iter().all(Option::is_some) {
            return refuse("6.37", Reason::NoCutMarker);
        }
        Ok(())
    }

    /// [6.37d] May the marker of the hex just entered be taken up?
    pub(crate) fn check_lift(&self, hex: Hex) -> Result<(), Illegal> {
        if !self.options.rail_cut {
            return refuse("6.37", Reason::CutsOff);
        }
        if self.group.cuttable != Some(hex) {
            return refuse("6.37", Reason::NothingToCut);
        }
        if !self.cuts.contains(&Some(hex)) {
            return refuse("6.37", Reason::NoCut { hex });
        }
        Ok(())
    }
}

impl Play<'_> {
    pub(crate) fn ride(&mut self, unit: UnitId, path: &Path) -> Result<(), Illegal> {
        if path.is_empty() {
            return refuse("6.32", Reason::NoHexes);
        }
        for to in path.iter() {
            let cost = self.s.check_ride_step(unit, to)?;
            let from = self.s.check_rider(unit)?;
            self.activate(unit, from, false);
            self.board(unit);
            self.s.spent[unit.index()] += cost;
            let left = self.s.rail_points_left(unit);
            self.event(Event::Rode { unit, from, to, cost, left });
            self.s.relocate(unit, crate::game::state::Place::On(to));
        }
        Ok(())
    }

    /// [6.31] The unit takes its share of the rail capacity, once.
    pub(crate) fn board(&mut self, unit: UnitId) {
        if !self.s.marks.rode.contains(unit) {
            self.s.marks.rode.insert(unit);
            self.s.rail_used += self.s.rail_weight(unit);
        }
    }

    /// A unit entered a hex by normal movement: Germans may cut or lift, Soviet combat units repair [6.37].
    pub(crate) fn rail_arrival(&mut self, unit: UnitId, hex: Hex) {
        match unit.side() {
            Side::German => {
                let here = self.s.options.rail_cut && data().map.rail_hexes().contains(hex);
                self.s.group.cuttable = here.then_some(hex);
            }
            Side::Soviet if !unit.is_leader() => {
                // [6.37c] Rides pass again from the next Game-Turn on.
                if self.take_marker(hex) {
                    self.s.repaired.push(hex);
                    self.event(Event::RailRepaired { hex });
                }
            }
            Side::Soviet => {}
        }
    }

    /// [6.37a] A German unit may cut or lift at once or not at all: any other action ends the opportunity.
    pub(crate) const fn close_cutting(&mut self, action: &Action) {
        if !matches!(action, Action::CutRail { .. } | Action::LiftCut { .. }) {
            self.s.group.cuttable = None;
        }
    }

    pub(crate) fn cut(&mut self, hex: Hex) -> Result<(), Illegal> {
        self.s.check_cut(hex)?;
        if let Some(marker) = self.s.cuts.iter_mut().find(|m| m.is_none()) {
            *marker = Some(hex);
        }
        self.sort_markers();
        self.s.group.cuttable = None;
        self.event(Event::RailCut { hex });
        Ok(())
    }

    pub(crate) fn lift(&mut self, hex: Hex) -> Result<(), Illegal> {
        self.s.check_lift(hex)?;
        self.take_marker(hex);
        self.s.group.cuttable = None;
        self.event(Event::RailCutLifted { hex });
        Ok(())
    }

    /// Take the Rail Cut marker of a hex off the map, if there is one.
    fn take_marker(&mut self, hex: Hex) -> bool {
        let marker = self.s.cuts.iter_mut().find(|m| **m == Some(hex));
        let found = marker.is_some();
        if let Some(marker) = marker {
            *marker = None;
        }
        self.sort_markers();
        found
    }

    /// Sorted, so that the same markers give the same state.
    fn sort_markers(&mut self) {
        self.s.cuts.sort_unstable_by_key(|m| m.map_or(usize::MAX, Hex::index));
    }
}
