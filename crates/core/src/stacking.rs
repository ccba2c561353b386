//! Stacking [7.0] and divisional integration [7.3].

use crate::data::data;
use crate::event::{Event, Why};
use crate::hex::{HEX_SLOTS, Hex};
use crate::illegal::{Illegal, Reason, illegal, refuse};
use crate::sequence::Play;
use crate::state::{Phase, Place, State};
use crate::unit::{Side, UnitId, UnitSet};

/// Combat units and Leaders of a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Load {
    pub(crate) combat: u8,
    pub(crate) leaders: u8,
}

impl Load {
    pub(crate) const fn of(units: UnitSet) -> Load {
        let leaders = units.and(&UnitSet::LEADER).len() as u8;
        Load { combat: units.len() as u8 - leaders, leaders }
    }

    /// The fewest units that have to go so that the rest fits on top of `residents`, who stay [7.1, 7.2, 9.73a].
    pub(crate) const fn excess_over(self, side: Side, residents: Load) -> u8 {
        let combat = self.combat.saturating_sub(3u8.saturating_sub(residents.combat));
        match side {
            Side::German => combat,
            Side::Soviet => {
                // [7.1] At most three combat units and at most four units in all.
                let room = 4u8.saturating_sub(residents.combat + residents.leaders);
                let all = (self.combat + self.leaders).saturating_sub(room);
                if all > combat { all } else { combat }
            }
        }
    }

    /// Over the limit by how many units?
    pub(crate) const fn excess(self, side: Side) -> u8 {
        self.excess_over(side, Load { combat: 0, leaders: 0 })
    }

    pub(crate) const fn less(self, leader: bool) -> Load {
        if leader {
            Load { combat: self.combat, leaders: self.leaders.saturating_sub(1) }
        } else {
            Load { combat: self.combat.saturating_sub(1), leaders: self.leaders }
        }
    }
}

impl State {
    /// Would the hex hold one more combat unit of a side within the limit [7.1, 7.2]?
    pub fn has_room(&self, side: Side, hex: Hex) -> bool {
        let load = Load::of(self.side_in(side, hex));
        Load { combat: load.combat + 1, ..load }.excess(side) == 0
    }

    /// Would the hex hold this unit, too, within the limit?
    pub(crate) fn has_room_for(&self, unit: UnitId, hex: Hex) -> bool {
        let mut units = self.side_in(unit.side(), hex);
        units.insert(unit);
        Load::of(units).excess(unit.side()) == 0
    }

    /// Hexes of a side over its stacking limit, in order.
    pub fn overstacked(&self, side: Side) -> impl Iterator<Item = Hex> + '_ {
        // One pass over the units; most stacks are small.
        let mut loads = [Load { combat: 0, leaders: 0 }; HEX_SLOTS];
        for unit in UnitSet::side(side) {
            if let Some(hex) = self.hex(unit) {
                let load = &mut loads[hex.index()];
                if unit.is_leader() { load.leaders += 1 } else { load.combat += 1 }
            }
        }
        self.occupied(side).iter().filter(move |&hex| loads[hex.index()].excess(side) > 0)
    }

    /// The sides whose limits bind when the phase ends [7.1, 7.2].
    pub(crate) const fn limits_at_end(&self) -> &'static [Side] {
        match self.phase {
            Phase::SovietMovement => &[Side::Soviet],
            Phase::GermanMovement | Phase::MechanizedMovement => &[Side::German],
            Phase::SovietCombat | Phase::GermanCombat => &[Side::Soviet, Side::German],
            _ => &[],
        }
    }

    /// The next hex from which units have to go while the phase ends.
    pub(crate) fn next_overstacked(&self) -> Option<(Side, Hex)> {
        self.limits_at_end().iter().find_map(|&side| self.overstacked(side).next().map(|hex| (side, hex)))
    }

    /// [7.1] The owner picks, but only units whose removal brings the stack nearer to the limit.
    pub(crate) fn check_remove_excess(&self, unit: UnitId) -> Result<(), Illegal> {
        let (side, hex) = self
            .next_overstacked()
            .ok_or(illegal("7.1", Reason::NotAsked { asked: "no stack is too large" }))?;
        if unit.side() != side || self.hex(unit) != Some(hex) {
            return refuse("7.1", Reason::NotConcerned { unit });
        }
        let load = Load::of(self.side_in(side, hex));
        if load.less(unit.is_leader()).excess(side) >= load.excess(side) {
            return refuse("7.1", Reason::RemovalUseless { unit });
        }
        Ok(())
    }

    /// Is the unit's division integrated where it stands [7.3]? It then has twice its strength.
    pub fn is_integrated(&self, unit: UnitId) -> bool {
        if unit.side() != Side::German {
            return false;
        }
        let roster = &data().roster;
        let Some(formation) = roster.german(unit).formation else { return false };
        let info = roster.formation(formation);
        let Some(hex) = self.hex(unit) else { return false };
        if !info.doubles {
            return false; // [7.3c]
        }
        // [7.3a] All regiments alive and here; [7.3b] GD and Lehr belong to no division and disturb nobody.
        let here = self.side_in(Side::German, hex);
        info.units.is_within(&here)
            && here.without(&info.units).iter().all(|other| roster.german(other).formation.is_none())
    }
}

impl Play<'_> {
    /// Take a unit out of the game for now: Soviet divisions go to the dead pile [12.4, R75].
    pub(crate) fn eliminate(&mut self, unit: UnitId, why: Why) {
        let Some(hex) = self.s.hex(unit) else { return };
        self.event(Event::Eliminated { unit, hex, why });
        self.s.relocate(unit, Place::Dead);
        self.s.forget_marks(unit);
        if unit.is_division() {
            self.s.bury(unit);
        } else {
            self.s.set_steps_lost(unit, 0);
        }
    }

    pub(crate) fn remove_excess(&mut self, unit: UnitId) {
        self.eliminate(unit, Why::Stacking);
    }
}
