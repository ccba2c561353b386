//! Combat: who may attack, strengths, the die, what the results mean [9.0 to 9.6].

use crate::action::Targets;
use crate::data::data;
use crate::event::{Closed, DieFor, Event, Why};
use crate::hex::Hex;
use crate::illegal::{Illegal, Reason, illegal, refuse};
use crate::sequence::{Play, Refused};
use crate::state::{Combat, Stage, State};
use crate::tables::{CombatResult, Tables};
use crate::unit::{Side, UnitId, UnitSet};

impl CombatResult {
    /// The defender's part: steps or hexes, `u8::MAX` for De.
    pub const fn defender(self) -> Option<u8> {
        match self {
            CombatResult::D1 | CombatResult::D1A1 => Some(1),
            CombatResult::D2 | CombatResult::D2A1 => Some(2),
            CombatResult::De | CombatResult::DeA1 => Some(u8::MAX),
            _ => None,
        }
    }

    /// The attacker's part: steps or hexes, `u8::MAX` for Ae.
    pub const fn attacker(self) -> Option<u8> {
        match self {
            CombatResult::A1 | CombatResult::D1A1 | CombatResult::D2A1 | CombatResult::DeA1 => Some(1),
            CombatResult::A2 => Some(2),
            CombatResult::Ae => Some(u8::MAX),
            _ => None,
        }
    }

    /// Both parts [9.66].
    pub const fn is_split(self) -> bool {
        self.defender().is_some() && self.attacker().is_some()
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
                    // Every attacker is adjacent to every hex; who is adjacent to none is no attacker at all.
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

    pub(crate) fn check_lose_step(&self, unit: UnitId) -> Result<(), Illegal> {
        match self.combat {
            Some(Combat { stage: Stage::Lose { side, .. }, .. }) if self.combatants(side).contains(unit) => {
                Ok(())
            }
            _ => refuse("9.65", Reason::NotConcerned { unit }),
        }
    }

    /// Units of a side in the combat being resolved.
    pub fn combatants(&self, side: Side) -> UnitSet {
        match &self.combat {
            Some(combat) if combat.attacker == side => combat.attackers,
            Some(combat) => combat.defenders,
            None => UnitSet::EMPTY,
        }
    }

    /// [11.31, 11.32, R38] Unsupplied units of a stack: added up, halved, fraction dropped; a unit worth 1 stays 1.
    pub(crate) fn supplied_sum(values: impl Iterator<Item = (u32, bool)>) -> u32 {
        let (mut full, mut ones, mut rest) = (0, 0, 0);
        for (value, supplied) in values {
            match (supplied, value) {
                (true, _) => full += value,
                (false, 1) => ones += 1,
                (false, _) => rest += value,
            }
        }
        full + ones + rest / 2
    }

    fn integrated_value(&self, unit: UnitId, printed: u8) -> u32 {
        u32::from(printed) * if self.is_integrated(unit) { 2 } else { 1 }
    }

    /// [9.4a] Attack strength of the units that take part from one hex: base, and the Leaders' bonus.
    pub(crate) fn attack_of_hex(&self, units: UnitSet, unsupplied: &UnitSet) -> (u32, u32) {
        let base = State::supplied_sum(
            units
                .without(&UnitSet::LEADER)
                .iter()
                .map(|u| (self.integrated_value(u, self.attack(u)), !unsupplied.contains(u))),
        );
        let ratings: u32 = units.and(&UnitSet::LEADER).iter().map(|l| u32::from(self.rating(l))).sum();
        (base, ratings.min(base)) // [10.36, R44]
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
        if overrun { (total / 2).max(1) } else { total }
    }

    /// [9.33] The multiple of a target hex: 1 and one for each doubling.
    pub(crate) fn multiple(&self, target: Hex, attackers: UnitSet) -> u32 {
        1 + u32::from(data().map.doubles_defence(target))
            + u32::from(self.only_across_rivers(target, attackers))
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
    pub(crate) fn attack(&mut self, units: UnitSet, targets: Targets) -> Result<(), Refused> {
        self.event(Event::AttackBegan { units, targets });
        self.fight(units, targets, false)
    }

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
            self.s.combat = Some(combat);
            return self.after_results();
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
        self.s.combat = Some(combat);
        self.apply_result()
    }

    /// Steps 4 and 5, with everybody face up: the attackers and defenders still in the combat; none if no attacker has
    /// strength [R42]. The odds sheet asks it of every reveal that is possible, in whoever's phase.
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

    /// Step 4: no-strength units are removed; 0-1-6 among the attackers and Leaders left alone withdraw. Returns the
    /// attackers still in the combat.
    fn shed(&mut self, units: UnitSet, defending: UnitSet, overrun: bool) -> UnitSet {
        let origins = self.s.hexes_of(units);
        for unit in units.or(&defending).and(&UnitSet::DIVISION) {
            if self.s.strength(unit) == Some((0, 0)) {
                self.eliminate(unit, Why::NoStrength); // [12.3]
            }
        }
        let mut attackers: UnitSet = units.iter().filter(|&u| self.s.hex(u).is_some()).collect();
        if units.is_within(&UnitSet::GERMAN) {
            return attackers;
        }
        let leave = |play: &mut Self, unit: UnitId, attackers: &mut UnitSet| {
            play.withdraw(unit);
            attackers.remove(unit);
            if overrun && play.s.hex(unit).is_some() {
                play.halt(UnitSet::one(unit));
            }
        };
        for unit in attackers.and(&UnitSet::DIVISION) {
            if self.s.attack(unit) == 0 {
                leave(self, unit, &mut attackers); // [12.3, R57]
            }
        }
        for hex in origins.iter() {
            let here = self.s.side_in(Side::Soviet, hex);
            if !here.iter().any(|u| self.s.is_attack_capable(u)) {
                for leader in here.and(&UnitSet::LEADER) {
                    leave(self, leader, &mut attackers); // [10.23b, R58]
                }
            }
        }
        attackers
    }

    /// Step 8: the defender's part, then the attacker's.
    fn apply_result(&mut self) -> Result<(), Refused> {
        let Some(combat) = self.s.combat else { return Ok(()) };
        let defender = combat.attacker.enemy();
        if combat.result == CombatResult::Eng {
            return self.begin_loss(defender, 1);
        }
        match combat.result.defender() {
            Some(n) => {
                // [9.75] Marked units share the fate of their hosts, before those choose.
                for hex in combat.targets.iter() {
                    let marked = self.s.side_in(defender, hex).and(&self.s.marks.retreated);
                    marked.iter().for_each(|u| self.eliminate(u, Why::Retreated));
                }
                self.begin_part(defender, n)
            }
            None => self.begin_part(combat.attacker, combat.result.attacker().unwrap_or(0)),
        }
    }

    /// One side's part of the result.
    fn begin_part(&mut self, side: Side, n: u8) -> Result<(), Refused> {
        if n == u8::MAX {
            // [9.64] All of them, without choice.
            self.s.combatants(side).iter().for_each(|u| self.eliminate(u, Why::Result));
            return self.part_done(side);
        }
        if self.s.can_retreat(side, n) {
            self.stage(Stage::Choose { side, n });
            return Ok(());
        }
        self.event(Event::NoRetreat { side }); // [9.65, R91]
        self.begin_loss(side, n)
    }

    pub(crate) fn stage(&mut self, stage: Stage) {
        if let Some(combat) = &mut self.s.combat {
            combat.stage = stage;
        }
    }

    pub(crate) fn take_loss(&mut self) -> Result<(), Refused> {
        let Some(Combat { stage: Stage::Choose { side, n }, .. }) = self.s.combat else { return Ok(()) };
        self.event(Event::LossChosen { side, steps: n });
        self.begin_loss(side, n)
    }

    /// [9.65] Ask which steps, unless there is nothing to choose.
    fn begin_loss(&mut self, side: Side, n: u8) -> Result<(), Refused> {
        self.drop_dead();
        let units = self.s.combatants(side);
        let steps: u32 = units.iter().map(|u| u32::from(self.s.steps_left(u))).sum();
        if n == 0 || units.is_empty() {
            return self.part_done(side);
        }
        if steps <= u32::from(n) || units.len() == 1 {
            self.event(Event::Closed { side, what: Closed::LoseStep });
        }
        if steps <= u32::from(n) {
            units.iter().for_each(|u| self.lose_all(u)); // [R46]
            return self.part_done(side);
        }
        match units.first() {
            Some(only) if units.len() == 1 => {
                (0..n).for_each(|_| self.lose_step(only));
                self.part_done(side)
            }
            _ => {
                self.stage(Stage::Lose { side, n });
                Ok(())
            }
        }
    }

    pub(crate) fn lose_chosen_step(&mut self, unit: UnitId) -> Result<(), Refused> {
        let Some(Combat { stage: Stage::Lose { side, n }, .. }) = self.s.combat else { return Ok(()) };
        self.lose_step(unit);
        self.begin_loss(side, n - 1)
    }

    /// [9.61, 9.62, 9.63] One step.
    fn lose_step(&mut self, unit: UnitId) {
        let left = self.s.steps_left(unit).saturating_sub(1);
        self.event(Event::StepLost { unit, left });
        if left == 0 {
            self.eliminate(unit, Why::Step);
        } else {
            let lost = self.s.steps_lost(unit) + 1;
            self.s.set_steps_lost(unit, lost);
        }
    }

    fn lose_all(&mut self, unit: UnitId) {
        while self.s.hex(unit).is_some() {
            self.lose_step(unit);
        }
    }

    /// Units that are gone are no longer in the combat.
    pub(crate) fn drop_dead(&mut self) {
        let Some(mut combat) = self.s.combat else { return };
        let alive = |set: UnitSet| set.iter().filter(|&u| self.s.hex(u).is_some()).collect::<UnitSet>();
        combat.attackers = alive(combat.attackers);
        combat.defenders = alive(combat.defenders);
        self.s.combat = Some(combat);
    }

    /// A side's part is done: the other's, or the end.
    pub(crate) fn part_done(&mut self, side: Side) -> Result<(), Refused> {
        self.drop_dead();
        let Some(combat) = self.s.combat else { return Ok(()) };
        if side == combat.attacker {
            return self.after_results();
        }
        if combat.result == CombatResult::Eng {
            return self.begin_loss(combat.attacker, 1); // [9.67] the defender first
        }
        if combat.overrun && !combat.defenders.is_empty() {
            // [6.61] The whole surviving stack [R29].
            self.s.set_disrupted(combat.defenders, true);
            self.event(Event::Disrupted { units: combat.defenders });
        }
        match combat.result.attacker() {
            Some(n) => self.begin_part(combat.attacker, n), // [9.66]
            None => self.after_results(),
        }
    }

    /// All parts are done: overrunners enter or halt, victors advance [6.52, 9.81].
    fn after_results(&mut self) -> Result<(), Refused> {
        let Some(combat) = self.s.combat else { return Ok(()) };
        if combat.overrun {
            return self.end_overrun();
        }
        self.stage(Stage::Advance { side: combat.attacker });
        self.go_on_advancing()
    }

    pub(crate) fn end_combat(&mut self) -> Result<(), Refused> {
        self.s.combat = None;
        self.event(Event::CombatEnded);
        Ok(())
    }
}
