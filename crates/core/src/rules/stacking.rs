//! Stacking [7.0] and divisional integration [7.3].

use crate::data::data;
use crate::game::action::Action;
use crate::game::decision::{Decision, Open, Question};
use crate::game::event::{Event, Why};
use crate::game::illegal::{Illegal, Reason, refuse};
use crate::game::legal::Legal;
use crate::game::play::{Play, Refused};
use crate::game::state::{Phase, Place, State};
use crate::hex::{HEX_SLOTS, Hex};
use crate::unit::{Side, UnitId, UnitSet};

/// [7.1, 7.2] Combat units of a side that may end a phase in one hex.
pub const COMBAT_UNITS_IN_HEX: u8 = 3;
/// [7.1] Soviet units, Leaders included, that may end a phase in one hex.
pub const SOVIET_UNITS_IN_HEX: u8 = 4;

/// [7.3] The factor by which integration multiplies a division's strength.
pub const INTEGRATION: u8 = 2;

/// Combat units and Leaders of a stack, as far as they count [7.1].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Load {
    pub(crate) combat: u8,
    pub(crate) leaders: u8,
}

impl Load {
    /// The fewest units that have to go so that the rest fits on top of `residents`, who stay [7.1, 7.2, 9.73a].
    pub(crate) const fn excess_over(self, side: Side, residents: Load) -> u8 {
        let combat = self.combat.saturating_sub(COMBAT_UNITS_IN_HEX.saturating_sub(residents.combat));
        match side {
            Side::German => combat,
            Side::Soviet => {
                // [7.1] At most three combat units and at most four units in all.
                let room = SOVIET_UNITS_IN_HEX.saturating_sub(residents.combat + residents.leaders);
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

/// A phase ends with a stack over its limit: its owner eliminates units (A12).
pub(crate) struct RemovingExcess {
    pub(crate) side: Side,
    pub(crate) hex: Hex,
}

impl RemovingExcess {
    /// [7.1] The owner picks, but only units whose removal brings the stack nearer to the limit.
    fn check_remove(&self, s: &State, unit: UnitId) -> Result<(), Illegal> {
        if unit.side() != self.side || s.hex(unit) != Some(self.hex) {
            return refuse("7.1", Reason::NotConcerned { unit });
        }
        let load = s.load(s.side_in(self.side, self.hex));
        if load.less(unit.is_leader()).excess(self.side) >= load.excess(self.side) {
            return refuse("7.1", Reason::RemovalUseless { unit });
        }
        Ok(())
    }
}

impl RemovingExcess {
    /// The unit named.
    fn unit(&self, s: &State, action: &Action) -> Result<UnitId, Illegal> {
        match *action {
            Action::Remove { unit } => self.check_remove(s, unit).map(|()| unit),
            _ => Err(self.other(s)),
        }
    }
}

impl Open for RemovingExcess {
    fn decision(&self, _: &State) -> Decision {
        Decision { side: self.side, question: Question::RemoveExcess { hex: self.hex } }
    }

    fn list(&self, s: &State, legal: &mut Legal) {
        let here = s.side_in(self.side, self.hex);
        let fit = here.iter().filter(|&u| self.check_remove(s, u).is_ok());
        legal.others.extend(fit.map(|unit| Action::Remove { unit }));
    }

    fn check(&self, s: &State, action: &Action) -> Result<(), Illegal> {
        self.unit(s, action).map(|_| ())
    }

    fn take(&self, play: &mut Play<'_>, action: &Action) -> Result<(), Refused> {
        play.eliminate(self.unit(play.s, action)?, Why::Stacking);
        Ok(())
    }
}

impl State {
    /// The units of a stack that count: with the option `free_leaders` no Leader does [7.1, R32].
    pub(crate) const fn load(&self, units: UnitSet) -> Load {
        let leaders = units.and(&UnitSet::LEADER).len() as u8;
        let combat = units.len() as u8 - leaders;
        Load { combat, leaders: if self.options.free_leaders { 0 } else { leaders } }
    }

    /// Could units of one side end a phase in one hex [7.1, 7.2]?
    pub fn may_stack(&self, units: UnitSet) -> bool {
        units.first().is_none_or(|unit| self.load(units).excess(unit.side()) == 0)
    }

    /// Would the hex hold one more combat unit of a side within the limit [7.1, 7.2]?
    pub fn has_room(&self, side: Side, hex: Hex) -> bool {
        let load = self.load(self.side_in(side, hex));
        Load { combat: load.combat + 1, ..load }.excess(side) == 0
    }

    /// Would the hex hold this unit, too, within the limit?
    pub(crate) fn has_room_for(&self, unit: UnitId, hex: Hex) -> bool {
        let mut units = self.side_in(unit.side(), hex);
        units.insert(unit);
        self.may_stack(units)
    }

    /// Could these units of one side, the others of their side in the hex staying, end a phase there [7.1, 7.2]?
    pub fn fit(&self, units: UnitSet, hex: Hex) -> bool {
        units.first().is_none_or(|unit| self.may_stack(self.side_in(unit.side(), hex).or(&units)))
    }

    /// Hexes of a side over its stacking limit, in order.
    pub fn overstacked(&self, side: Side) -> impl Iterator<Item = Hex> + '_ {
        // One pass over the units; most stacks are small.
        let mut loads = [Load { combat: 0, leaders: 0 }; HEX_SLOTS];
        for unit in UnitSet::side(side) {
            if let Some(hex) = self.hex(unit) {
                let load = &mut loads[hex.index()];
                let Load { combat, leaders } = self.load(UnitSet::one(unit));
                *load = Load { combat: load.combat + combat, leaders: load.leaders + leaders };
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
        // [7.3a] All regiments alive and here; [7.3b] GD and Lehr belong to no division and do not prevent
        // integration.
        let here = self.side_in(Side::German, hex);
        info.units.is_within(&here)
            && here.without(&info.units).iter().all(|other| roster.german(other).formation.is_none())
    }
}

impl Play<'_> {
    /// Take a unit out of the game for now: Soviet divisions go to the dead pile [12.4, R75].
    pub(crate) fn eliminate(&mut self, unit: UnitId, why: Why) {
        let Some(hex) = self.s.hex(unit) else {
            debug_assert!(false, "{unit} is eliminated off the map");
            return;
        };
        self.event(Event::Eliminated { unit, hex, why });
        self.s.relocate(unit, Place::Dead);
        self.s.forget_marks(unit);
        if unit.is_division() {
            self.s.bury(unit);
        } else {
            self.s.set_steps_lost(unit, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(combat: u8, leaders: u8) -> Load {
        Load { combat, leaders }
    }

    /// [7.1, 9.73a] How many arriving units have to go, enumerated for every arriving stack and every stack that stays.
    #[test]
    fn the_fewest_go_that_leave_room() {
        let fits = |side, all: Load| {
            all.combat <= COMBAT_UNITS_IN_HEX
                && (side == Side::German || all.combat + all.leaders <= SOVIET_UNITS_IN_HEX)
        };
        for side in [Side::German, Side::Soviet] {
            for (combat, leaders) in (0..6).flat_map(|c| (0..5).map(move |l| (c, l))) {
                for (stay, stay_leaders) in (0..=3).flat_map(|c| (0..=4).map(move |l| (c, l))) {
                    let residents = load(stay, stay_leaders);
                    if !fits(side, residents) {
                        continue;
                    }
                    let goes = |n: u8| {
                        (0..=n.min(combat))
                            .filter(|c| n - c <= leaders)
                            .any(|c| fits(side, load(stay + combat - c, stay_leaders + leaders - (n - c))))
                    };
                    let fewest = (0..=combat + leaders).find(|&n| goes(n));
                    assert_eq!(
                        Some(load(combat, leaders).excess_over(side, residents)),
                        fewest,
                        "{side}: {combat} and {leaders} on {residents:?}"
                    );
                }
            }
        }
    }
}
