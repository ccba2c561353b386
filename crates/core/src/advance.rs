//! Advance after combat [9.8].

use crate::action::Path;
use crate::data::data;
use crate::event::{Closed, Event};
use crate::hex::Hex;
use crate::illegal::{Illegal, Reason, illegal, refuse};
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

    /// Is there a vacated hex that the side may enter, and somebody alive who fought for it?
    fn has_ground_to_take(&self, side: Side) -> bool {
        let Some(combat) = &self.combat else { return false };
        self.may_advance(side)
            && !self.combatants(side).is_empty()
            && self.contested(combat, side).next().is_some()
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
        for vacated in self.contested(combat, side).filter(|&h| from.direction_to(h).is_some()) {
            let on = vacated.neighbours().map(|(_, second)| [Some(vacated), Some(second)]);
            for hexes in std::iter::once([Some(vacated), None]).chain(on) {
                if let Some(path) = Path::collect(hexes.into_iter().flatten())
                    && self.check_advance_path(combat, side, unit, &path).is_ok()
                {
                    paths.push(path);
                }
            }
        }
        paths
    }

    /// May a unit that may advance go this way?
    fn check_advance_path(
        &self,
        combat: &Combat,
        side: Side,
        unit: UnitId,
        path: &Path,
    ) -> Result<(), Illegal> {
        let from = self.hex(unit).ok_or(illegal("9.81", Reason::NotOnMap { unit }))?;
        let vacated = path.first().ok_or(illegal("9.82", Reason::NoHexes))?;
        self.check_advance_step(from, vacated)?;
        if !self.contested(combat, side).any(|hex| hex == vacated) {
            return refuse("9.84", Reason::NotVacated { hex: vacated });
        }
        self.check_advance_into(unit, vacated)?;
        let Some(second) = path.iter().nth(1) else { return self.check_end_advance(combat, unit, vacated) };
        if path.len() > 2 {
            return refuse("9.82", Reason::AdvanceTooFar);
        }
        self.check_advance_step(vacated, second)?;
        match combat.paths.iter().flatten().find(|p| p.left == vacated) {
            Some(path) if path.passed != Some(second) => {
                return refuse("9.84", Reason::OffRetreatPath { hex: second });
            }
            Some(_) => {
                if self.occupied(side.enemy()).contains(second) {
                    return refuse("9.82", Reason::AdvanceOccupied { hex: second });
                }
            }
            // After elimination any adjacent hex that is vacant but for comrades of this advance.
            None => {
                let others = self.units_in(second).without(&UnitSet::one(unit));
                if !others.is_within(&combat.advanced.and(&UnitSet::side(side))) {
                    return refuse("9.86", Reason::AdvanceOccupied { hex: second });
                }
            }
        }
        self.check_advance_into(unit, second)?;
        self.check_end_advance(combat, unit, second)
    }

    /// [9.83] To an adjacent hex, not across a lake hexside.
    fn check_advance_step(&self, from: Hex, to: Hex) -> Result<(), Illegal> {
        let direction = from.direction_to(to).ok_or(illegal("9.84", Reason::NotAdjacent { from, to }))?;
        if data().map.side(from, direction).lake() {
            return refuse("9.83", Reason::Lake { from, to });
        }
        Ok(())
    }

    /// [9.83] Closed columns [6.4] and, for Soviets, stacking at once [7.1].
    fn check_advance_into(&self, unit: UnitId, hex: Hex) -> Result<(), Illegal> {
        let side = unit.side();
        if self.is_closed(side, hex) {
            return refuse("6.4", Reason::WesternHexrows { hex });
        }
        if side == Side::Soviet && !self.has_room_for(unit, hex) {
            return refuse("9.83", Reason::Full { hex });
        }
        Ok(())
    }

    /// [10.26] A Leader ends his advance only beside a combat unit that advanced in the same combat.
    fn check_end_advance(&self, combat: &Combat, unit: UnitId, hex: Hex) -> Result<(), Illegal> {
        if unit.is_leader() && !self.units_in(hex).and(&combat.advanced).meets(&UnitSet::DIVISION) {
            return refuse("10.26", Reason::LeaderAdvancesAlone { unit, hex });
        }
        Ok(())
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
        if !self.may_advance(side) {
            return refuse("9.81", Reason::NoAdvance);
        }
        self.check_advance_path(combat, side, unit, path)
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
        if self.s.has_ground_to_take(side) {
            self.event(Event::Closed { side, what: Closed::Advance });
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
