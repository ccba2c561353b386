//! The meaning of the combat results [9.6]: loss or retreat, which steps, and what follows when both sides are
//! done.
//!
//! A combat passes through here by value. Each function passes it on, or stores it in the state and waits
//! (`Play::wait`).

use crate::data::tables::CombatResult;
use crate::game::action::Action;
use crate::game::decision::{Decision, Open, Question};
use crate::game::event::{Closed, Event, Why};
use crate::game::illegal::{Illegal, Reason, refuse};
use crate::game::legal::Legal;
use crate::game::play::{Play, Refused};
use crate::game::state::{Combat, Stage, State};
use crate::unit::{Side, UnitId, UnitSet};

/// What a result demands of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    /// That many steps, or as many hexes of retreat [9.65].
    StepsOrHexes(u8),
    /// All its units are eliminated [9.64].
    Elimination,
}

impl CombatResult {
    /// What it demands of the defender.
    pub const fn defender(self) -> Option<Demand> {
        match self {
            CombatResult::D1 | CombatResult::D1A1 => Some(Demand::StepsOrHexes(1)),
            CombatResult::D2 | CombatResult::D2A1 => Some(Demand::StepsOrHexes(2)),
            CombatResult::De | CombatResult::DeA1 => Some(Demand::Elimination),
            CombatResult::Eng | CombatResult::A1 | CombatResult::A2 | CombatResult::Ae => None,
        }
    }

    /// What it demands of the attacker.
    pub const fn attacker(self) -> Option<Demand> {
        match self {
            CombatResult::A1 | CombatResult::D1A1 | CombatResult::D2A1 | CombatResult::DeA1 => {
                Some(Demand::StepsOrHexes(1))
            }
            CombatResult::A2 => Some(Demand::StepsOrHexes(2)),
            CombatResult::Ae => Some(Demand::Elimination),
            CombatResult::Eng | CombatResult::D1 | CombatResult::D2 | CombatResult::De => None,
        }
    }

    /// Does it demand something of both [9.66]?
    pub(crate) const fn is_split(self) -> bool {
        self.defender().is_some() && self.attacker().is_some()
    }
}

impl Combat {
    /// Units of a side still in the combat.
    pub(crate) fn units(&self, side: Side) -> UnitSet {
        if side == self.attacker { self.attackers } else { self.defenders }
    }

    /// Units that are gone are no longer in the combat.
    pub(crate) fn drop_dead(&mut self, s: &State) {
        let alive = |set: UnitSet| set.iter().filter(|&u| s.hex(u).is_some()).collect::<UnitSet>();
        self.attackers = alive(self.attackers);
        self.defenders = alive(self.defenders);
    }
}

/// Loss or retreat (A15).
pub(crate) struct Choosing {
    pub(crate) combat: Combat,
    pub(crate) side: Side,
    /// Steps or hexes.
    pub(crate) n: u8,
}

impl Open for Choosing {
    fn decision(&self, _: &State) -> Decision {
        Decision { side: self.side, question: Question::LossOrRetreat { n: self.n } }
    }

    fn list(&self, _: &State, legal: &mut Legal) {
        legal.others.extend([Action::TakeLoss, Action::TakeRetreat]);
    }

    fn check(&self, s: &State, action: &Action) -> Result<(), Illegal> {
        match action {
            Action::TakeLoss | Action::TakeRetreat => Ok(()),
            _ => Err(self.other(s)),
        }
    }

    fn take(&self, play: &mut Play<'_>, action: &Action) -> Result<(), Refused> {
        let Choosing { combat, side, n } = *self;
        match action {
            Action::TakeLoss => {
                play.event(Event::LossChosen { side, steps: n });
                play.begin_loss(combat, side, n)
            }
            Action::TakeRetreat => {
                play.event(Event::RetreatChosen { side, hexes: n });
                play.wait(combat, Stage::Retreat { side, n, waiting: combat.units(side) });
                Ok(())
            }
            _ => Err(self.other(play.s).into()),
        }
    }
}

/// Which unit loses a step (A16).
pub(crate) struct Losing {
    pub(crate) combat: Combat,
    pub(crate) side: Side,
    /// Steps still to lose.
    pub(crate) n: u8,
}

impl Losing {
    /// The unit named.
    fn unit(&self, s: &State, action: &Action) -> Result<UnitId, Illegal> {
        match *action {
            Action::LoseStep { unit } if self.combat.units(self.side).contains(unit) => Ok(unit),
            Action::LoseStep { unit } => refuse("9.65", Reason::NotConcerned { unit }),
            _ => Err(self.other(s)),
        }
    }
}

impl Open for Losing {
    fn decision(&self, _: &State) -> Decision {
        Decision { side: self.side, question: Question::LoseStep { n: self.n } }
    }

    fn list(&self, _: &State, legal: &mut Legal) {
        legal.others.extend(self.combat.units(self.side).iter().map(|unit| Action::LoseStep { unit }));
    }

    fn check(&self, s: &State, action: &Action) -> Result<(), Illegal> {
        self.unit(s, action).map(|_| ())
    }

    fn take(&self, play: &mut Play<'_>, action: &Action) -> Result<(), Refused> {
        play.lose_step(self.unit(play.s, action)?);
        play.begin_loss(self.combat, self.side, self.n - 1)
    }
}

impl Play<'_> {
    /// The combat waits for a decision.
    pub(crate) fn wait(&mut self, combat: Combat, stage: Stage) {
        self.s.combat = Some(Combat { stage, ..combat });
    }

    /// Step 8: the defender's part, then the attacker's.
    pub(crate) fn apply_result(&mut self, combat: Combat) -> Result<(), Refused> {
        let defender = combat.attacker.enemy();
        match (combat.result.defender(), combat.result.attacker()) {
            (Some(demand), _) => {
                // [9.75] Marked units share the fate of their hosts, before those choose.
                for hex in combat.targets.iter() {
                    let marked = self.s.side_in(defender, hex).and(&self.s.marks.retreated);
                    marked.iter().for_each(|u| self.eliminate(u, Why::Retreated));
                }
                self.begin_part(combat, defender, demand)
            }
            (None, Some(demand)) => self.begin_part(combat, combat.attacker, demand),
            (None, None) => self.begin_loss(combat, defender, 1), // [9.67] Eng: a step of each
        }
    }

    /// One side's part of the result.
    fn begin_part(&mut self, combat: Combat, side: Side, demand: Demand) -> Result<(), Refused> {
        match demand {
            Demand::Elimination => {
                // [9.64] All of them; there is no choice.
                combat.units(side).iter().for_each(|u| self.eliminate(u, Why::Result));
                self.part_done(combat, side)
            }
            Demand::StepsOrHexes(n) if self.s.can_retreat(combat.units(side), side, n) => {
                self.wait(combat, Stage::Choose { side, n });
                Ok(())
            }
            Demand::StepsOrHexes(n) => {
                self.event(Event::NoRetreat { side }); // [9.65, R91]
                self.begin_loss(combat, side, n)
            }
        }
    }

    /// [9.65] Ask which steps, unless there is nothing to choose.
    fn begin_loss(&mut self, mut combat: Combat, side: Side, n: u8) -> Result<(), Refused> {
        combat.drop_dead(self.s);
        let units = combat.units(side);
        let steps: u32 = units.iter().map(|u| u32::from(self.s.steps_left(u))).sum();
        if n == 0 || units.is_empty() {
            return self.part_done(combat, side);
        }
        if steps <= u32::from(n) || units.len() == 1 {
            self.event(Event::Closed { side, what: Closed::LoseStep });
        }
        if steps <= u32::from(n) {
            units.iter().for_each(|u| self.lose_all(u)); // [R46]
            return self.part_done(combat, side);
        }
        match units.first() {
            Some(only) if units.len() == 1 => {
                (0..n).for_each(|_| self.lose_step(only));
                self.part_done(combat, side)
            }
            _ => {
                self.wait(combat, Stage::Lose { side, n });
                Ok(())
            }
        }
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

    /// A side's part is done: the other's, or the end.
    pub(crate) fn part_done(&mut self, mut combat: Combat, side: Side) -> Result<(), Refused> {
        combat.drop_dead(self.s);
        if side == combat.attacker {
            return self.after_results(combat);
        }
        if combat.result == CombatResult::Eng {
            return self.begin_loss(combat, combat.attacker, 1); // [9.67] the defender first
        }
        if combat.overrun {
            self.disrupt(combat.defenders); // [6.61]
        }
        match combat.result.attacker() {
            Some(demand) => self.begin_part(combat, combat.attacker, demand), // [9.66]
            None => self.after_results(combat),
        }
    }

    /// All parts are done: overrunners enter or halt, victors advance [6.52, 9.81].
    pub(crate) fn after_results(&mut self, combat: Combat) -> Result<(), Refused> {
        if combat.overrun {
            self.end_overrun(&combat);
            return Ok(());
        }
        self.go_on_advancing(combat, combat.attacker)
    }

    pub(crate) fn end_combat(&mut self) {
        self.s.combat = None;
        self.event(Event::CombatEnded);
    }
}
