//! Overrun and Disruption [6.5, 6.6].

use crate::action::Targets;
use crate::event::Event;
use crate::hex::Hex;
use crate::illegal::{Illegal, Reason, illegal, refuse};
use crate::sequence::{Play, Refused};
use crate::state::State;
use crate::unit::{UnitId, UnitSet};

/// [6.51c] Half-points an overrun costs each unit.
pub const OVERRUN_COST: u8 = 6;

impl State {
    /// May the unit take part in an overrun from where it stands, whatever the target?
    pub(crate) fn check_overrunner(
        &self,
        unit: UnitId,
        loc: &mut Option<crate::hex::HexSet>,
    ) -> Result<Hex, Illegal> {
        let hex = self.check_may_act(unit)?;
        if self.marks.rode.contains(unit) {
            return refuse("6.32", Reason::Rode { unit });
        }
        if self.standing.iter().any(|army| army.contains(unit)) {
            return refuse("5.22", Reason::Standing { unit });
        }
        let left = self.points_left(unit).0;
        if left < OVERRUN_COST {
            return refuse("6.51", Reason::OverrunPoints { unit, left });
        }
        if unit.is_division() {
            if !self.is_attack_capable(unit) {
                return refuse("12.3", Reason::NoAttack { unit });
            }
            // [6.55] At the snapshot; who entered this phase is judged at the moment [R28].
            if self.has_entered(unit) {
                if !loc.get_or_insert_with(|| self.soviet_lines().loc).contains(hex) {
                    return refuse("6.55", Reason::NoLoc { unit });
                }
            } else if self.marks.no_loc.contains(unit) {
                return refuse("6.55", Reason::NoLocAtStart { unit });
            }
        }
        Ok(hex)
    }

    /// [6.51b] May the hex be overrun from `from`?
    pub(crate) fn check_overrun_target(&self, from: Hex, target: Hex) -> Result<(), Illegal> {
        let side = self.phase.side();
        if !self.occupied(side.enemy()).contains(target) {
            return refuse("6.51", Reason::NoEnemy { hex: target });
        }
        self.check_adjacent(from, target).map_err(|e| illegal("6.51", e.reason))?;
        if self.is_closed(side, target) {
            return refuse("6.4", Reason::WesternHexrows { hex: target });
        }
        Ok(())
    }

    /// The hex overrun from, or why not.
    pub(crate) fn check_overrun(&self, units: UnitSet, target: Hex) -> Result<Hex, Illegal> {
        let first = units.first().ok_or(illegal("6.51", Reason::NoUnits))?;
        let mut loc = None;
        let from = self.check_overrunner(first, &mut loc)?;
        for unit in units {
            if self.check_overrunner(unit, &mut loc)? != from {
                return refuse("6.51", Reason::NotTogether);
            }
        }
        self.check_overrun_target(from, target)?;
        // [6.54] One group, which began in one hex; or a new group of units that have not moved.
        if !units.iter().all(|u| self.in_group(u)) {
            if let Some(unit) = units.iter().find(|&u| self.in_group(u) || self.marks.moved.contains(u)) {
                return refuse("6.54", Reason::NotSameGroup { unit });
            }
            self.check_leave_group()?;
        }
        if !units.iter().any(|u| self.is_attack_capable(u)) {
            return refuse("6.53", Reason::NoStrength);
        }
        Ok(from)
    }
}

impl Play<'_> {
    pub(crate) fn overrun(&mut self, units: UnitSet, target: Hex) -> Result<(), Refused> {
        let from = self.s.check_overrun(units, target)?;
        for unit in units {
            self.activate(unit, from, false);
            self.s.spent[unit.index()] += OVERRUN_COST;
        }
        self.event(Event::OverrunBegan { units, from, target });
        self.fight(units, Targets::one(target), true)
    }

    /// [6.52] Halted units do nothing more this phase.
    pub(crate) fn halt(&mut self, units: UnitSet) {
        if !units.is_empty() {
            self.s.marks.halted = self.s.marks.halted.or(&units);
            self.event(Event::Halted { units });
        }
    }

    /// [6.52] The table of outcomes: enter the vacated hex, or halt.
    pub(crate) fn end_overrun(&mut self) -> Result<(), Refused> {
        let Some(combat) = self.s.combat.take() else { return Ok(()) };
        let target = combat.targets.first();
        let vacated = target.is_some_and(|t| !self.s.occupied(combat.attacker.enemy()).contains(t));
        let by_defender_alone = combat.result.defender().is_some() && !combat.result.is_split();
        match target {
            Some(to) if vacated && by_defender_alone => self.enter_overrun_hex(combat.attackers, to),
            _ => self.halt(combat.attackers),
        }
        self.event(Event::CombatEnded);
        Ok(())
    }

    /// [6.51, 6.56] All surviving overrunners enter, free of cost and of zones; control of the hex stops them there.
    fn enter_overrun_hex(&mut self, units: UnitSet, to: Hex) {
        let Some(from) = units.first().and_then(|u| self.s.hex(u)) else { return };
        let direction = from.direction_to(to);
        self.event(Event::OverrunEntered { units, from, to });
        let (leaders, combat) = (units.and(&UnitSet::LEADER), units.without(&UnitSet::LEADER));
        for unit in combat.iter().chain(leaders.iter()) {
            self.arrive(unit, to, direction);
        }
    }
}
