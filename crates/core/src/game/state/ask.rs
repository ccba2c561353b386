//! Questions about a state: everything in it is public.

use super::key::Fact;
use super::{Face, Options, PackedFace, Phase, Place, State, owed_row};
use crate::data::data;
use crate::data::schedule::{Area, Pool};
use crate::hex::{Hex, HexSet};
use crate::unit::{Kind, Side, UnitId, UnitSet};

impl State {
    /// The options of the game.
    pub const fn options(&self) -> Options {
        self.options
    }

    /// The Game-Turn, 1 to 12.
    pub const fn turn(&self) -> u8 {
        self.turn
    }

    /// The phase.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Where a unit is.
    #[inline]
    pub const fn place(&self, unit: UnitId) -> Place {
        self.places[unit.index()].unpack()
    }

    /// The hex of a unit on the map.
    #[inline]
    pub const fn hex(&self, unit: UnitId) -> Option<Hex> {
        Hex::from_index(self.places[unit.index()].0 as usize)
    }

    /// All units in a hex.
    pub fn units_in(&self, hex: Hex) -> UnitSet {
        let wanted = hex.index() as u16;
        let mut words = [0u64; 4];
        for (chunk, word) in self.places.chunks(64).zip(&mut words) {
            for (bit, place) in chunk.iter().enumerate() {
                *word |= u64::from(place.0 == wanted) << bit;
            }
        }
        UnitSet::from_words(words)
    }

    /// Units of a side in a hex.
    pub fn side_in(&self, side: Side, hex: Hex) -> UnitSet {
        if self.occupied[side].contains(hex) {
            self.units_in(hex).and(&UnitSet::side(side))
        } else {
            UnitSet::EMPTY
        }
    }

    /// All units of a side on the map.
    pub fn on_map(&self, side: Side) -> UnitSet {
        let mut words = [0u64; 4];
        for (chunk, word) in self.places.chunks(64).zip(&mut words) {
            for (bit, place) in chunk.iter().enumerate() {
                *word |= u64::from(place.0 < 0xFF00) << bit;
            }
        }
        UnitSet::from_words(words).and(&UnitSet::side(side))
    }

    /// Hexes that hold a unit of a side.
    pub const fn occupied(&self, side: Side) -> &HexSet {
        match side {
            Side::German => &self.occupied.0[0],
            Side::Soviet => &self.occupied.0[1],
        }
    }

    /// Hexes in the zone of control of a side [8.11].
    pub const fn zones(&self, side: Side) -> &HexSet {
        match side {
            Side::German => &self.zones.0[0],
            Side::Soviet => &self.zones.0[1],
        }
    }

    /// The kind of a unit; an unused slot shows the first kind of its pool.
    pub fn kind(&self, unit: UnitId) -> Kind {
        match unit.side() {
            Side::German => data().roster.german(unit).kind,
            Side::Soviet if unit.is_leader() => Kind::Leader,
            Side::Soviet => match self.face(unit) {
                Some(Face::Untried(kind)) => kind,
                Some(Face::Up(counter)) => data().roster.counter(counter).kind,
                None => Kind::Rifle,
            },
        }
    }

    /// What a Soviet division shows; none for other units.
    pub fn face(&self, unit: UnitId) -> Option<Face> {
        unit.division_slot().map(|slot| self.faces[slot].unpack())
    }

    pub(crate) const fn set_face(&mut self, division: UnitId, face: Face) {
        if let Some(slot) = division.division_slot() {
            let packed = PackedFace::pack(face);
            self.rekey(Fact::Face, division, self.faces[slot].0 as u16, packed.0 as u16);
            self.faces[slot] = packed;
        }
    }

    /// Is it a Soviet division still face down?
    pub const fn is_untried(&self, unit: UnitId) -> bool {
        match unit.division_slot() {
            Some(slot) => self.faces[slot].is_untried(),
            None => false,
        }
    }

    /// Steps lost by a German unit.
    pub const fn steps_lost(&self, unit: UnitId) -> u8 {
        if unit.is_german() { self.steps_lost[unit.number()] } else { 0 }
    }

    pub(crate) const fn set_steps_lost(&mut self, german: UnitId, lost: u8) {
        if german.is_german() {
            self.rekey(Fact::StepsLost, german, self.steps_lost(german) as u16, lost as u16);
            self.steps_lost[german.number()] = lost;
        }
    }

    /// Steps a unit has left [9.61, 9.62].
    pub fn steps_left(&self, unit: UnitId) -> u8 {
        match unit.side() {
            Side::German => data().roster.german(unit).steps - self.steps_lost(unit),
            Side::Soviet => 1,
        }
    }

    /// The turn from which an evacuated Leader may return [10.4]; none if he was never evacuated, and for other units.
    pub(crate) const fn return_turn(&self, unit: UnitId) -> Option<u8> {
        if unit.is_leader() { self.returns[unit.number()] } else { None }
    }

    pub(crate) const fn set_return_turn(&mut self, leader: UnitId, turn: u8) {
        if leader.is_leader() {
            self.returns[leader.number()] = Some(turn);
        }
    }

    /// Printed attack strength at its present step; 0 for Leaders and untried divisions.
    pub fn attack(&self, unit: UnitId) -> u8 {
        self.strength(unit).map_or(0, |(attack, _)| attack)
    }

    /// Printed defence strength at its present step; a Leader's is his rating [10.1].
    pub fn defense(&self, unit: UnitId) -> u8 {
        self.strength(unit).map_or(0, |(_, defense)| defense)
    }

    /// Attack and defence at the present step; none while untried.
    pub fn strength(&self, unit: UnitId) -> Option<(u8, u8)> {
        let roster = &data().roster;
        match unit.side() {
            Side::German => {
                let strength = *roster.german(unit).strength.get(self.steps_lost(unit) as usize)?;
                Some((strength, strength))
            }
            Side::Soviet if unit.is_leader() => Some((0, roster.leader(unit).rating)),
            Side::Soviet => match self.face(unit)? {
                Face::Up(counter) => {
                    let counter = roster.counter(counter);
                    Some((counter.attack, counter.defense))
                }
                Face::Untried(_) => None,
            },
        }
    }

    /// A combat unit that is untried or has an attack above 0 (0.3); always true of Germans.
    pub fn is_attack_capable(&self, unit: UnitId) -> bool {
        !unit.is_leader() && self.strength(unit).is_none_or(|(attack, _)| attack > 0)
    }

    /// Is the unit Disrupted [6.6]?
    pub const fn is_disrupted(&self, unit: UnitId) -> bool {
        self.marks.disrupted.contains(unit)
    }

    /// Did it enter the map in this Player-Turn [11.33]?
    pub const fn has_entered(&self, unit: UnitId) -> bool {
        self.marks.entered.contains(unit)
    }

    /// Is it marked retreated [9.75]?
    pub const fn is_retreated(&self, unit: UnitId) -> bool {
        self.marks.retreated.contains(unit)
    }

    /// Has it moved, entered, ridden or overrun in this phase?
    pub const fn has_moved(&self, unit: UnitId) -> bool {
        self.marks.moved.contains(unit)
    }

    /// Has it attacked in this Combat Phase?
    pub const fn has_attacked(&self, unit: UnitId) -> bool {
        self.marks.attacked.contains(unit)
    }

    /// Was it attacked in this Combat Phase?
    pub const fn was_attacked(&self, unit: UnitId) -> bool {
        self.marks.defended.contains(unit)
    }

    /// German Air Interdiction markers on the map [13.1].
    pub fn air_markers(&self) -> impl Iterator<Item = Hex> + '_ {
        self.air.iter().flatten().copied()
    }

    /// The Soviet Interdiction marker [13.4].
    pub const fn soviet_marker(&self) -> Option<Hex> {
        self.soviet_marker
    }

    /// Turns in which the Soviet marker was used [13.41].
    pub const fn soviet_marker_uses(&self) -> u8 {
        self.soviet_marker_uses
    }

    /// Rail Cut markers on the map [6.37].
    pub fn rail_cuts(&self) -> impl Iterator<Item = Hex> + '_ {
        self.cuts.iter().flatten().copied()
    }

    /// Rail hexes repaired this turn, open from the next [6.37c].
    pub fn repaired_rail(&self) -> impl Iterator<Item = Hex> + '_ {
        self.repaired.iter()
    }

    /// Rail capacity used this phase, of eight [6.31].
    pub const fn rail_used(&self) -> u8 {
        self.rail_used
    }

    /// Divisions of a pool owed at a Soviet area [14.3].
    pub fn owed(&self, area: Area, pool: Pool) -> u8 {
        owed_row(area).map_or(0, |row| self.owed[row][pool as usize])
    }

    /// The die of this turn's provisional division while it has not entered [14.11].
    pub const fn provisional(&self) -> Option<u8> {
        self.provisional
    }

    /// Front divisions called in the game [14.21].
    pub const fn front_called(&self) -> u8 {
        self.front
    }

    /// Units of a side that wait to enter [14.3].
    pub fn waiting(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        UnitSet::side(side).iter().filter(|&u| self.place(u) == Place::Waiting)
    }

    /// Is a combat or overrun being resolved?
    pub const fn in_combat(&self) -> bool {
        self.combat.is_some()
    }
}
