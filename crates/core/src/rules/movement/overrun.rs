//! Overrun and Disruption [6.5, 6.6].

use crate::data::data;
use crate::game::action::Targets;
use crate::game::event::Event;
use crate::game::illegal::{Illegal, Reason, illegal, refuse};
use crate::game::legal::{Legal, OverrunOption};
use crate::game::play::{Play, Refused};
use crate::game::state::{Combat, State};
use crate::hex::{Hex, HexSet};
use crate::unit::{Side, UnitId, UnitSet};

/// [6.51c] Half-points an overrun costs each unit.
pub const OVERRUN_COST: u8 = 6;
/// [6.55] The divisor of an overrun's attack strength.
pub const OVERRUN_DIVISOR: u8 = 2;

impl State {
    /// May the unit take part in an overrun from where it stands, whatever the target?
    pub(crate) fn check_overrunner(&self, unit: UnitId, loc: &mut Option<HexSet>) -> Result<Hex, Illegal> {
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
            // [6.55] At the snapshot; a unit that entered this phase is judged now [R28].
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
            // One that moved in an earlier group has been refused above [6.11].
            if let Some(unit) = units.iter().find(|&u| self.in_group(u)) {
                return refuse("6.54", Reason::NotSameGroup { unit });
            }
            self.check_leave_group()?;
        }
        if !units.iter().any(|u| self.is_attack_capable(u)) {
            return refuse("6.53", Reason::NoStrength);
        }
        Ok(from)
    }

    /// [6.54] Those of some units of one hex that may overrun from there: of the group that moves, and of those that have
    /// not moved yet.
    fn overrunners(&self, units: UnitSet, may_leave: bool, loc: &mut Option<HexSet>) -> [UnitSet; 2] {
        let mut able = UnitSet::EMPTY;
        for unit in units {
            if self.check_overrunner(unit, loc).is_ok() {
                able.insert(unit);
            }
        }
        let group: UnitSet = able.iter().filter(|&u| self.in_group(u)).collect();
        let fresh = if may_leave { able.without(&group).without(&self.marks.moved) } else { UnitSet::EMPTY };
        [group, fresh]
    }

    /// [6.51] Enemies that some of the units of one hex could overrun from where they stand, in a Movement Phase of theirs.
    pub fn overrun_targets(&self, units: UnitSet) -> HexSet {
        let Some(from) = units.first().and_then(|unit| self.hex(unit)) else { return HexSet::EMPTY };
        let targets: HexSet = from
            .neighbours()
            .map(|(_, target)| target)
            .filter(|&target| self.check_overrun_target(from, target).is_ok())
            .collect();
        if targets.is_empty() {
            return HexSet::EMPTY; // the costlier question need not be asked
        }
        let able = self.overrunners(units, self.check_leave_group().is_ok(), &mut None);
        let fights = |units: &UnitSet| units.iter().any(|u| self.is_attack_capable(u));
        if able.iter().any(fights) { targets } else { HexSet::EMPTY }
    }

    /// Adds the overruns of units that may still move.
    pub(crate) fn legal_overruns(&self, legal: &mut Legal, movers: UnitSet, may_leave: bool) {
        let side = self.phase.side();
        let map = &data().map;
        let near = map.spread(self.occupied(side.enemy())).and(self.occupied(side));
        let mut loc = None;
        for from in near.iter() {
            let [group, fresh] = self.overrunners(self.side_in(side, from).and(&movers), may_leave, &mut loc);
            for units in [group, fresh] {
                let capable: UnitSet = units.iter().filter(|&u| self.is_attack_capable(u)).collect();
                if capable.is_empty() {
                    continue;
                }
                legal.capable = legal.capable.or(&capable);
                for (_, target) in from.neighbours() {
                    if self.check_overrun_target(from, target).is_ok() {
                        legal.overruns.push(OverrunOption { from, target, units });
                    }
                }
            }
        }
    }
}

impl Play<'_> {
    /// [6.51] Units of one group overrun a hex.
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
    pub(crate) fn end_overrun(&mut self, combat: &Combat) {
        let vacated =
            combat.targets.first().filter(|&t| !self.s.occupied(combat.attacker.enemy()).contains(t));
        let by_defender_alone = combat.result.defender().is_some() && !combat.result.is_split();
        match vacated.zip(combat.origins.first()) {
            Some((to, from)) if by_defender_alone => self.enter_overrun_hex(combat.attackers, from, to),
            _ => self.halt(combat.attackers),
        }
        self.end_combat();
    }

    /// [6.51, 6.56] All surviving overrunners enter, at no cost and regardless of zones; control of the hex
    /// stops them there.
    fn enter_overrun_hex(&mut self, units: UnitSet, from: Hex, to: Hex) {
        let direction = from.direction_to(to);
        self.event(Event::OverrunEntered { units, from, to });
        let (leaders, combat) = (units.and(&UnitSet::LEADER), units.without(&UnitSet::LEADER));
        for unit in combat.iter().chain(leaders.iter()) {
            self.arrive(unit, to, direction);
        }
    }

    /// [6.61] An overrun disrupts the whole surviving stack [R29].
    pub(crate) fn disrupt(&mut self, units: UnitSet) {
        if !units.is_empty() {
            self.s.set_disrupted(units, true);
            self.event(Event::Disrupted { units });
        }
    }

    /// [6.63] Every Disruption marker of the side comes off.
    pub(crate) fn recover(&mut self, side: Side) {
        let units = self.s.marks.disrupted.and(&UnitSet::side(side));
        if !units.is_empty() {
            self.s.set_disrupted(units, false);
            self.event(Event::Recovered { units });
        }
    }
}
