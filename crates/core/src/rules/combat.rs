//! Combat [9.0]: who may attack, strengths, the die [9.1 to 9.5]. The table itself [9.5] is data: `data/tables.rs`.
//!
//! What the results mean [9.6] is in [`results`], retreats [9.7] in [`retreat`], the advance [9.8] in [`advance`].

pub mod advance;
pub mod results;
pub mod retreat;

use crate::data::data;
use crate::data::tables::{CombatResult, Tables};
use crate::game::action::{Action, Targets};
use crate::game::decision::{Decision, Open, Question};
use crate::game::event::{DieFor, Event, Why};
use crate::game::illegal::{Illegal, Reason, illegal, refuse};
use crate::game::legal::{AttackOption, LeaderDuty, Legal};
use crate::game::play::{Play, Refused};
use crate::game::state::{Combat, Stage, State};
use crate::hex::Hex;
use crate::map::Map;
use crate::rules::movement::overrun::OVERRUN_DIVISOR;
use crate::rules::stacking::INTEGRATION;
use crate::unit::{Side, UnitId, UnitSet};

/// A Combat Phase: attack, or end the phase (A14).
pub(crate) struct Attacking;

impl Open for Attacking {
    fn decision(&self, s: &State) -> Decision {
        Decision { side: s.phase.side(), question: Question::Attack }
    }

    fn list(&self, s: &State, legal: &mut Legal) {
        s.legal_attacks(legal);
        legal.others.push(Action::Done);
    }

    fn check(&self, s: &State, action: &Action) -> Result<(), Illegal> {
        match action {
            Action::Attack { targets, units } => s.check_attack(*units, targets),
            Action::Done => Ok(()),
            _ => Err(self.other(s)),
        }
    }

    fn take(&self, play: &mut Play<'_>, action: &Action) -> Result<(), Refused> {
        self.check(play.s, action)?;
        match *action {
            Action::Attack { targets, units } => {
                play.event(Event::AttackBegan { units, targets });
                play.fight(units, targets, false)
            }
            Action::Done => {
                play.end_phase();
                Ok(())
            }
            _ => Err(self.other(play.s).into()),
        }
    }
}

impl Map {
    /// [9.33] The multiplier of the defence of a hex: 1, plus one for each doubling, by its terrain and by
    /// rivers that all attackers attack across.
    #[inline]
    pub fn defence_multiple(&self, hex: Hex, across_rivers: bool) -> u32 {
        1 + u32::from(self.doubles_defence(hex)) + u32::from(across_rivers)
    }
}

impl State {
    /// [9.11, 9.14, 10.35] May the unit attack at all in this Combat Phase?
    pub(crate) fn check_attacker(
        &self,
        unit: UnitId,
        loc: &mut Option<crate::hex::HexSet>,
    ) -> Result<Hex, Illegal> {
        let side = self.phase.side();
        if unit.side() != side {
            return refuse("9.11", Reason::WrongSide { unit, side });
        }
        let hex = self.hex(unit).ok_or(illegal("9.11", Reason::NotOnMap { unit }))?;
        if self.is_disrupted(unit) {
            return refuse("6.62", Reason::Disrupted { unit });
        }
        if self.has_attacked(unit) {
            return refuse("9.14", Reason::HasAttacked { unit });
        }
        if side == Side::Soviet && !unit.is_leader() {
            if !self.is_attack_capable(unit) {
                return refuse("12.3", Reason::NoAttack { unit });
            }
            if !loc.get_or_insert_with(|| self.soviet_lines().loc).contains(hex) {
                return refuse("10.35", Reason::NoLoc { unit });
            }
        }
        Ok(hex)
    }

    /// [9.11, 9.14] May the hex be attacked in this Combat Phase?
    pub(crate) fn check_target(&self, hex: Hex) -> Result<(), Illegal> {
        let enemies = self.side_in(self.phase.side().enemy(), hex);
        if enemies.is_empty() {
            return refuse("9.11", Reason::NoEnemy { hex });
        }
        if enemies.is_within(&self.marks.defended) {
            return refuse("9.14", Reason::WasAttacked { hex });
        }
        Ok(())
    }

    /// [9.11, 9.23] Adjacent, and no lake hexside between.
    pub(crate) fn check_adjacent(&self, from: Hex, to: Hex) -> Result<(), Illegal> {
        let direction = from.direction_to(to).ok_or(illegal("9.11", Reason::NotAdjacent { from, to }))?;
        if data().map.side(from, direction).lake() {
            return refuse("9.11", Reason::Lake { from, to });
        }
        Ok(())
    }

    pub(crate) fn check_attack(&self, units: UnitSet, targets: &Targets) -> Result<(), Illegal> {
        if units.is_empty() {
            return refuse("9.11", Reason::NoUnits);
        }
        if targets.is_empty() {
            return refuse("9.11", Reason::NoHexes);
        }
        for (n, hex) in targets.iter().enumerate() {
            self.check_target(hex)?;
            if targets.iter().take(n).any(|h| h == hex) {
                return refuse("9.23", Reason::HexTwice { hex });
            }
        }
        let mut loc = None;
        for unit in units {
            let from = self.check_attacker(unit, &mut loc)?;
            for to in targets.iter() {
                self.check_adjacent(from, to).map_err(|refusal| {
                    // A unit adjacent to none of the hexes is no attacker at all; otherwise it must be adjacent to all.
                    let some = targets.iter().any(|hex| self.check_adjacent(from, hex).is_ok());
                    if some { illegal("9.23", refusal.reason) } else { refusal }
                })?;
            }
        }
        if !units.iter().any(|u| self.is_attack_capable(u)) {
            return refuse("9.11", Reason::NoStrength);
        }
        self.check_leaders_join(units)
    }

    fn legal_attacks(&self, legal: &mut Legal) {
        let side = self.phase.side();
        let map = &data().map;
        let near = map.spread(self.occupied(side.enemy())).and(self.occupied(side));
        let mut loc = None;
        let mut able = UnitSet::EMPTY;
        for from in near.iter() {
            let here = self.side_in(side, from);
            for unit in here {
                if self.check_attacker(unit, &mut loc).is_ok() {
                    able.insert(unit);
                    if self.is_attack_capable(unit) {
                        legal.capable.insert(unit);
                    }
                }
            }
            let leaders =
                here.and(&UnitSet::LEADER).without(&self.marks.attacked).without(&self.marks.disrupted);
            if here.meets(&UnitSet::LEADER) {
                let reserves = self.could_attack(here);
                legal.duties.push(LeaderDuty { stack: here, reserves, leaders });
            }
        }
        if legal.capable.is_empty() {
            return;
        }
        for target in map.spread(&near).and(self.occupied(side.enemy())).iter() {
            if self.check_target(target).is_err() {
                continue;
            }
            let mut units = UnitSet::EMPTY;
            for (_, from) in target.neighbours() {
                if near.contains(from) && self.check_adjacent(from, target).is_ok() {
                    units = units.or(&self.side_in(side, from).and(&able));
                }
            }
            if units.meets(&legal.capable) {
                legal.attacks.push(AttackOption { target, units });
            }
        }
    }

    /// Units of a side in the combat being resolved.
    pub fn combatants(&self, side: Side) -> UnitSet {
        self.combat.map_or(UnitSet::EMPTY, |combat| combat.units(side))
    }

    fn integrated_value(&self, unit: UnitId, printed: u8) -> u32 {
        u32::from(printed) * if self.is_integrated(unit) { u32::from(INTEGRATION) } else { 1 }
    }

    /// [9.4a] Attack strength of the units that take part from one hex: base, and the Leaders' bonus.
    pub(crate) fn attack_of_hex(&self, units: UnitSet, unsupplied: &UnitSet) -> (u32, u32) {
        let base = State::supplied_sum(
            units
                .without(&UnitSet::LEADER)
                .iter()
                .map(|u| (self.integrated_value(u, self.attack(u)), !unsupplied.contains(u))),
        );
        (base, self.leaders_add(units, base))
    }

    /// [9.4a] Attack strength of all attackers; an overrun halves at the very end, never below 1 [6.55].
    pub(crate) fn attack_strength(&self, units: UnitSet, unsupplied: &UnitSet, overrun: bool) -> u32 {
        let mut total = 0;
        let mut left = units;
        while let Some(hex) = left.first().and_then(|u| self.hex(u)) {
            let here = self.units_in(hex).and(&left);
            let (base, bonus) = self.attack_of_hex(here, unsupplied);
            total += base + bonus;
            left = left.without(&here);
        }
        if overrun { (total / u32::from(OVERRUN_DIVISOR)).max(1) } else { total }
    }

    /// [9.31, 9.33] The multiplier of a target hex: 1, plus one for each doubling.
    pub(crate) fn multiple(&self, target: Hex, attackers: UnitSet) -> u32 {
        data().map.defence_multiple(target, self.only_across_rivers(target, attackers))
    }

    /// [9.32] Does every attacking unit attack the hex across a river?
    pub(crate) fn only_across_rivers(&self, target: Hex, attackers: UnitSet) -> bool {
        let map = &data().map;
        attackers
            .iter()
            .filter_map(|u| self.hex(u))
            .all(|from| from.direction_to(target).is_some_and(|d| map.side(from, d).river()))
    }

    /// [9.4b] Defence of the units of one hex before terrain: Leaders count only if no combat unit does [R45].
    pub(crate) fn defense_of_hex(&self, units: UnitSet, unsupplied: &UnitSet) -> u32 {
        let combat = units.without(&UnitSet::LEADER);
        let counting = if combat.is_empty() { units } else { combat };
        State::supplied_sum(
            counting.iter().map(|u| (self.integrated_value(u, self.defense(u)), !unsupplied.contains(u))),
        )
    }

    /// [9.4b] Defence strength of the defenders in all target hexes.
    pub(crate) fn defense_strength(
        &self,
        targets: &Targets,
        defenders: UnitSet,
        attackers: UnitSet,
        unsupplied: &UnitSet,
    ) -> u32 {
        targets
            .iter()
            .map(|hex| {
                let here = self.units_in(hex).and(&defenders);
                self.defense_of_hex(here, unsupplied) * self.multiple(hex, attackers)
            })
            .sum()
    }

    /// The hexes that units stand in.
    pub(crate) fn hexes_of(&self, units: UnitSet) -> Targets {
        let mut hexes = Targets::EMPTY;
        for hex in units.iter().filter_map(|u| self.hex(u)) {
            if !hexes.contains(hex) {
                hexes.push(hex);
            }
        }
        hexes
    }
}

impl Play<'_> {
    /// Steps 2 to 7 of [9.0], for combats and overruns alike.
    pub(crate) fn fight(&mut self, units: UnitSet, targets: Targets, overrun: bool) -> Result<(), Refused> {
        let side = self.s.phase.side();
        let enemy = side.enemy();
        let mut defending = UnitSet::EMPTY;
        for hex in targets.iter() {
            defending = defending.or(&self.s.side_in(enemy, hex));
        }
        // Step 2 [R39]: supply is judged before anything is revealed.
        let unsupplied = self.s.out_of_supply(units.or(&defending));
        if !unsupplied.is_empty() {
            self.event(Event::OutOfSupply { units: unsupplied });
        }
        // Step 3.
        self.reveal(units.or(&defending))?;
        // Steps 4 and 5.
        let Some((attackers, defenders)) = self.muster(units, defending, &targets, overrun) else {
            self.event(Event::CombatOff); // [R42]
            let left: UnitSet = units.iter().filter(|&u| self.s.hex(u).is_some()).collect();
            if overrun {
                self.halt(left);
            } else {
                self.s.marks.attacked = self.s.marks.attacked.or(&left);
            }
            self.event(Event::CombatEnded);
            return Ok(());
        };
        let mut combat = Combat {
            overrun,
            attacker: side,
            targets,
            // Hexes left in step 4 are not vacated by the result [9.81, R31].
            origins: self.s.hexes_of(attackers),
            attackers,
            defenders,
            result: CombatResult::De,
            stage: Stage::Advance { side },
            paths: [None; 6],
            advanced: UnitSet::EMPTY,
        };
        if !overrun {
            // Step 10, now that it is certain.
            let fought: UnitSet = units.iter().filter(|&u| self.s.hex(u).is_some()).collect();
            self.s.marks.attacked = self.s.marks.attacked.or(&fought);
            self.s.marks.defended = self.s.marks.defended.or(&defenders);
        }
        if defenders.is_empty() {
            // [R31] Vacated by elimination, no die.
            return self.after_results(combat);
        }
        // Step 6.
        let attack = self.s.attack_strength(attackers, &unsupplied, overrun);
        let defense = self.s.defense_strength(&targets, defenders, attackers, &unsupplied);
        let column = Tables::column_of(attack, defense);
        self.event(Event::Odds { attack: attack as u16, defense: defense as u16, column });
        // Step 7.
        let die = self.die(if overrun { DieFor::Overrun } else { DieFor::Combat })?;
        combat.result = data().tables.result(self.s.options.edition, column, die);
        self.event(Event::Result { die, result: combat.result });
        self.apply_result(combat)
    }

    /// Steps 4 and 5, with all units face up: the attackers and defenders still in the combat; none if no
    /// attacker has strength [R42]. The odds sheet calls this for every possible reveal, in either side's
    /// phase.
    pub(crate) fn muster(
        &mut self,
        units: UnitSet,
        defending: UnitSet,
        targets: &Targets,
        overrun: bool,
    ) -> Option<(UnitSet, UnitSet)> {
        let attackers = self.shed(units, defending, overrun);
        if !attackers.iter().any(|u| self.s.attack(u) > 0) {
            return None;
        }
        let mut defenders = UnitSet::EMPTY;
        for hex in targets.iter() {
            let here = self.s.units_in(hex).and(&defending);
            let counting = here.without(&self.s.marks.retreated);
            if counting.is_empty() {
                // [9.75] Only marked units are left: they are eliminated and the hex is vacated.
                here.iter().for_each(|u| self.eliminate(u, Why::Retreated));
            }
            defenders = defenders.or(&counting);
        }
        Some((attackers, defenders))
    }
}
