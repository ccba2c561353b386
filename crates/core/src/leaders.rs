//! Soviet Leaders [10.0]: where they may go, what they must join, when they withdraw, evacuation.

use crate::data::data;
use crate::event::{Event, Why};
use crate::hex::{Direction, Hex, HexSet};
use crate::illegal::{Illegal, Reason, refuse};
use crate::sequence::Play;
use crate::state::{Place, State};
use crate::unit::{Side, UnitId, UnitSet};

/// [10.4] Evacuations in a game.
const EVACUATIONS: u8 = 2;

impl State {
    /// [10.1] A Leader's rating: reach of command, most he adds to an attack, his own defence.
    pub fn rating(&self, leader: UnitId) -> u8 {
        data().roster.leader(leader).rating
    }

    /// [10.23] Into an enemy-controlled hex only beside an attack-capable combat unit, which moves in first.
    pub(crate) fn check_leader_enters(&self, unit: UnitId, hex: Hex) -> Result<(), Illegal> {
        if self.is_enemy_controlled(Side::Soviet, hex)
            && !self.side_in(Side::Soviet, hex).iter().any(|u| self.is_attack_capable(u))
        {
            return refuse("10.23", Reason::LeaderAlone { unit, hex });
        }
        Ok(())
    }

    /// [10.26, R43] Combat units of a Soviet stack that could still attack in this phase: a Leader may wait for them.
    pub(crate) fn could_attack(&self, stack: UnitSet) -> UnitSet {
        let fresh = stack.and(&UnitSet::DIVISION).without(&self.marks.attacked);
        fresh.without(&self.marks.disrupted).iter().filter(|&u| self.is_attack_capable(u)).collect()
    }

    /// [10.26] Leaders of an attacking hex: they take part only with combat units of their hex, and may be left out
    /// only if a combat unit stays out that could attack later.
    pub(crate) fn check_leaders_join(&self, units: UnitSet) -> Result<(), Illegal> {
        for leader in units.and(&UnitSet::LEADER) {
            let mates = self.hex(leader).map_or(UnitSet::EMPTY, |hex| self.side_in(Side::Soviet, hex));
            if !mates.and(&units).meets(&UnitSet::DIVISION) {
                return refuse("9.11", Reason::LeaderWithoutUnits { unit: leader });
            }
        }
        let mut seen = HexSet::EMPTY;
        for hex in units.iter().filter_map(|u| self.hex(u)) {
            if seen.contains(hex) {
                continue;
            }
            seen.insert(hex);
            let here = self.side_in(Side::Soviet, hex);
            if !self.could_attack(here).without(&units).is_empty() {
                continue;
            }
            let idle = here.and(&UnitSet::LEADER).without(&units).without(&self.marks.attacked);
            if let Some(unit) = idle.without(&self.marks.disrupted).first() {
                return refuse("10.26", Reason::LeaderMustJoin { unit });
            }
        }
        Ok(())
    }

    /// [10.23a] The hex a unit came from when it walked into enemy control.
    pub fn entry_hex(&self, unit: UnitId) -> Option<Hex> {
        let direction = *Direction::ALL.get((self.came_from[unit.index()] as usize).checked_sub(1)?)?;
        data().map.step(self.hex(unit)?, direction)
    }

    /// [10.4] No way to the east edge outside German units and zones; friends do not cancel control here [R61].
    pub fn is_surrounded(&self, leader: UnitId) -> bool {
        let Some(hex) = self.hex(leader) else { return false };
        let free = HexSet::ALL
            .without(self.occupied(Side::German))
            .without(self.zones(Side::German))
            .without(data().map.lakes());
        let reached = data().map.flood(&HexSet::column(crate::hex::COLUMNS).and(&free), &free);
        hex.column() != crate::hex::COLUMNS && !data().map.spread(&HexSet::from_iter([hex])).meets(&reached)
    }

    pub(crate) fn check_evacuate(&self, unit: UnitId) -> Result<(), Illegal> {
        if !unit.is_leader() || self.hex(unit).is_none() {
            return refuse("10.4", Reason::NotOnMap { unit });
        }
        if self.evacuations >= EVACUATIONS || self.evacuated_this_turn {
            return refuse("10.4", Reason::NoEvacuation);
        }
        if !self.is_surrounded(unit) {
            return refuse("10.4", Reason::NotSurrounded { unit });
        }
        Ok(())
    }

    /// Leaders that could be evacuated now.
    pub fn evacuable(&self) -> impl Iterator<Item = UnitId> + '_ {
        UnitSet::LEADER.iter().filter(|&u| self.check_evacuate(u).is_ok())
    }
}

impl Play<'_> {
    /// [10.4] Off the map; back at X on the next turn or later.
    pub(crate) fn evacuate(&mut self, unit: UnitId) {
        let Some(hex) = self.s.hex(unit) else { return };
        self.event(Event::Evacuated { unit, hex });
        self.s.relocate(unit, Place::Evacuated);
        self.s.forget_marks(unit);
        self.s.set_return_turn(unit, self.s.turn + 1);
        self.s.evacuations += 1;
        self.s.evacuated_this_turn = true;
    }

    /// [10.23b] Back to the entry hex at once, or eliminated if that is closed. Without an entry hex it stays.
    pub(crate) fn withdraw(&mut self, unit: UnitId) {
        let (Some(from), Some(to)) = (self.s.hex(unit), self.s.entry_hex(unit)) else { return };
        let shut = !self.s.is_open(Side::Soviet, to)
            || self.s.is_closed(Side::Soviet, to)
            || !self.s.has_room_for(unit, to);
        if shut {
            self.eliminate(unit, Why::NoWithdrawal);
        } else {
            self.event(Event::Withdrew { unit, from, to });
            self.s.relocate(unit, Place::On(to));
        }
    }
}
