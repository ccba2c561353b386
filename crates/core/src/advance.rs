//! Advance after combat [9.8].

use crate::action::Path;
use crate::data::data;
use crate::event::Event;
use crate::hex::{Direction, Hex};
use crate::illegal::{Illegal, Reason, refuse};
use crate::sequence::{Play, Refused};
use crate::state::{Combat, Place, Stage, State};
use crate::tables::CombatResult;
use crate::unit::{Side, UnitId, UnitSet};

impl State {
    /// [9.81] May the side advance at all after this combat?
    fn may_advance(&self, side: Side) -> bool {
        let Some(combat) = &self.combat else { return false };
        if combat.result == CombatResult::Eng {
            return false; // [9.67]
        }
        if side == combat.attacker {
            // If they did not retreat, in a split as after an A result that emptied no hex of theirs [9.66].
            !combat.paths.iter().flatten().any(|p| combat.origins.contains(p.left))
        } else {
            combat.result.defender().is_none() // [9.66, 9.87] never in a split
        }
    }

    /// The hexes the loser held, of which those vacated may be entered.
    fn contested<'a>(&self, combat: &'a Combat, victor: Side) -> impl Iterator<Item = Hex> + 'a {
        let held = if victor == combat.attacker { &combat.targets } else { &combat.origins };
        let left = *self.occupied(victor.enemy());
        held.iter().filter(move |&hex| !left.contains(hex))
    }

    /// Every advance open to a unit [9.82, 9.83, 9.86].
    pub fn advances(&self, unit: UnitId) -> Vec<Path> {
        let mut paths = Vec::new();
        let Some(combat) = &self.combat else { return paths };
        let Stage::Advance { side } = combat.stage else { return paths };
        if !self.may_advance(side) {
            return paths;
        }
        let eligible = self.combatants(side).without(&combat.advanced);
        let Some(from) = self.hex(unit).filter(|_| eligible.contains(unit) && !self.is_disrupted(unit))
        else {
            return paths;
        };
        let map = &data().map;
        for vacated in self.contested(combat, side) {
            let Some(d) = from.direction_to(vacated).filter(|&d| !map.side(from, d).lake()) else { continue };
            debug_assert_eq!(map.step(from, d), Some(vacated));
            if !self.may_advance_into(unit, vacated) {
                continue;
            }
            if self.may_end_advance(combat, unit, vacated) {
                paths.push(Path::one(vacated));
            }
            let retreat = combat.paths.iter().flatten().find(|p| p.left == vacated);
            for d in Direction::ALL {
                let Some(second) = map.step(vacated, d).filter(|_| !map.side(vacated, d).lake()) else {
                    continue;
                };
                let on_the_way = match retreat {
                    // [9.82] The hex passed, unless an enemy unit is in it.
                    Some(path) => {
                        path.passed == Some(second) && !self.occupied(side.enemy()).contains(second)
                    }
                    // [9.86] After elimination any adjacent hex that is vacant but for comrades of this advance.
                    None => {
                        let others = self.units_in(second).without(&UnitSet::one(unit));
                        others.is_within(&combat.advanced.and(&UnitSet::side(side)))
                    }
                };
                if on_the_way
                    && self.may_advance_into(unit, second)
                    && self.may_end_advance(combat, unit, second)
                    && let Some(path) = Path::collect([vacated, second])
                {
                    paths.push(path);
                }
            }
        }
        paths
    }

    /// [9.83] Closed columns and, for Soviets, stacking at once.
    fn may_advance_into(&self, unit: UnitId, hex: Hex) -> bool {
        let side = unit.side();
        !self.is_closed(side, hex) && (side == Side::German || self.has_room_for(unit, hex))
    }

    /// [10.26] A Leader ends his advance only beside a combat unit that advanced in the same combat.
    fn may_end_advance(&self, combat: &Combat, unit: UnitId, hex: Hex) -> bool {
        !unit.is_leader() || self.units_in(hex).and(&combat.advanced).meets(&UnitSet::DIVISION)
    }

    pub(crate) fn check_advance(&self, unit: UnitId, path: &Path) -> Result<(), Illegal> {
        let Some(combat) = &self.combat else {
            return refuse("9.85", Reason::NotAsked { asked: "no combat is being resolved" });
        };
        if combat.advanced.contains(unit) {
            return refuse("9.85", Reason::Advanced { unit });
        }
        let Stage::Advance { side } = combat.stage else {
            return refuse("9.81", Reason::NotConcerned { unit });
        };
        if !self.combatants(side).contains(unit) {
            return refuse("9.81", Reason::NotConcerned { unit });
        }
        if self.is_disrupted(unit) {
            return refuse("6.62", Reason::Disrupted { unit });
        }
        if self.advances(unit).contains(path) {
            return Ok(());
        }
        match path.last() {
            Some(hex) => refuse("9.84", Reason::BadAdvance { hex }),
            None => refuse("9.82", Reason::NoHexes),
        }
    }
}

impl Play<'_> {
    pub(crate) fn advance(&mut self, unit: UnitId, path: &Path) -> Result<(), Refused> {
        for to in path.iter() {
            let Some(from) = self.s.hex(unit) else { break };
            self.event(Event::Advanced { unit, from, to });
            self.s.relocate(unit, Place::On(to));
        }
        // [9.85] It may not attack or be attacked again this phase.
        self.s.marks.attacked.insert(unit);
        self.s.marks.defended.insert(unit);
        if let Some(combat) = &mut self.s.combat {
            combat.advanced.insert(unit);
        }
        self.go_on_advancing()
    }

    /// Ask on while anybody can advance; then the other side, if it may.
    pub(crate) fn go_on_advancing(&mut self) -> Result<(), Refused> {
        let Some(Combat { stage: Stage::Advance { side }, .. }) = self.s.combat else { return Ok(()) };
        if self.s.combatants(side).iter().any(|u| !self.s.advances(u).is_empty()) {
            return Ok(());
        }
        self.end_advance()
    }

    /// The side has done. Attackers come first: both sides may advance when a hex was emptied by the reveal and the
    /// attackers then lost one of theirs [9.81].
    pub(crate) fn end_advance(&mut self) -> Result<(), Refused> {
        match self.s.combat {
            Some(Combat { stage: Stage::Advance { side }, attacker, .. }) if side == attacker => {
                self.stage(Stage::Advance { side: attacker.enemy() });
                self.go_on_advancing()
            }
            _ => self.end_combat(),
        }
    }
}
