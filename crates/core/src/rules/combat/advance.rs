//! Advance after combat [9.8].

use crate::data::data;
use crate::data::tables::CombatResult;
use crate::game::action::{Action, Path};
use crate::game::decision::{Decision, Open, Question};
use crate::game::event::{Closed, Event};
use crate::game::illegal::{Illegal, Reason, illegal, refuse};
use crate::game::legal::Legal;
use crate::game::play::{Play, Refused};
use crate::game::state::{Combat, Place, Stage, State};
use crate::hex::Hex;
use crate::unit::{Side, UnitId, UnitSet};

/// [9.82] The most hexes of an advance.
const MOST_HEXES: usize = 2;

/// The victors advance, one by one, or stop advancing (A19).
pub(crate) struct Advancing {
    pub(crate) combat: Combat,
    pub(crate) side: Side,
}

impl Open for Advancing {
    fn decision(&self, _: &State) -> Decision {
        Decision { side: self.side, question: Question::Advance }
    }

    fn list(&self, s: &State, legal: &mut Legal) {
        for unit in self.combat.units(self.side) {
            let paths = self.paths(s, unit);
            legal.others.extend(paths.into_iter().map(|path| Action::Advance { unit, path }));
        }
        legal.others.push(Action::Done);
    }

    fn check(&self, s: &State, action: &Action) -> Result<(), Illegal> {
        match action {
            Action::Advance { unit, path } => self.check_advance(s, *unit, path).map(|_| ()),
            Action::Done => Ok(()),
            _ => Err(self.other(s)),
        }
    }

    fn take(&self, play: &mut Play<'_>, action: &Action) -> Result<(), Refused> {
        match action {
            Action::Advance { unit, path } => self.advance(play, *unit, path),
            Action::Done => play.end_advance(self.combat, self.side),
            _ => Err(self.other(play.s).into()),
        }
    }
}

impl Advancing {
    fn advance(&self, play: &mut Play<'_>, unit: UnitId, path: &Path) -> Result<(), Refused> {
        let mut from = self.check_advance(play.s, unit, path)?;
        for to in path.iter() {
            play.event(Event::Advanced { unit, from, to });
            play.s.relocate(unit, Place::On(to));
            from = to;
        }
        // [9.85] It may not attack or be attacked again this phase.
        play.s.marks.attacked.insert(unit);
        play.s.marks.defended.insert(unit);
        let mut combat = self.combat;
        combat.advanced.insert(unit);
        play.go_on_advancing(combat, self.side)
    }

    /// [9.81] May the side advance at all after this combat?
    fn may_advance(&self) -> bool {
        let combat = &self.combat;
        if combat.result == CombatResult::Eng {
            return false; // [9.67]
        }
        if self.side == combat.attacker {
            // If they did not retreat, in a split as after an A result that emptied no hex of theirs [9.66].
            !combat.paths.iter().flatten().any(|p| combat.origins.contains(p.left))
        } else {
            combat.result.defender().is_none() // [9.66, 9.87] never in a split
        }
    }

    /// The hexes the loser held, of which those vacated may be entered.
    fn contested(&self, s: &State) -> impl Iterator<Item = Hex> + '_ {
        let combat = &self.combat;
        let held = if self.side == combat.attacker { &combat.targets } else { &combat.origins };
        let left = *s.occupied(self.side.enemy());
        held.iter().filter(move |&hex| !left.contains(hex))
    }

    /// Is there a vacated hex that the side may enter, and a surviving unit that fought for it?
    fn has_ground_to_take(&self, s: &State) -> bool {
        self.may_advance() && !self.combat.units(self.side).is_empty() && self.contested(s).next().is_some()
    }

    /// Every advance open to a unit.
    fn paths(&self, s: &State, unit: UnitId) -> Vec<Path> {
        let mut paths = Vec::new();
        if !self.may_advance() {
            return paths;
        }
        let eligible = self.combat.units(self.side).without(&self.combat.advanced);
        let Some(from) = s.hex(unit).filter(|_| eligible.contains(unit) && !s.is_disrupted(unit)) else {
            return paths;
        };
        for vacated in self.contested(s).filter(|&h| from.direction_to(h).is_some()) {
            let on = vacated.neighbours().map(|(_, second)| [Some(vacated), Some(second)]);
            for hexes in std::iter::once([Some(vacated), None]).chain(on) {
                if let Some(path) = Path::collect(hexes.into_iter().flatten())
                    && self.check_path(s, unit, from, &path).is_ok()
                {
                    paths.push(path);
                }
            }
        }
        paths
    }

    /// The hex where a legal advance begins.
    fn check_advance(&self, s: &State, unit: UnitId, path: &Path) -> Result<Hex, Illegal> {
        if self.combat.advanced.contains(unit) {
            return refuse("9.85", Reason::Advanced { unit });
        }
        if !self.combat.units(self.side).contains(unit) {
            return refuse("9.81", Reason::NotConcerned { unit });
        }
        if s.is_disrupted(unit) {
            return refuse("6.62", Reason::Disrupted { unit });
        }
        if !self.may_advance() {
            return refuse("9.81", Reason::NoAdvance);
        }
        let from = s.hex(unit).ok_or(illegal("9.81", Reason::NotOnMap { unit }))?;
        self.check_path(s, unit, from, path)?;
        Ok(from)
    }

    /// May a unit that may advance go this way?
    fn check_path(&self, s: &State, unit: UnitId, from: Hex, path: &Path) -> Result<(), Illegal> {
        let (combat, side) = (&self.combat, self.side);
        let vacated = path.first().ok_or(illegal("9.82", Reason::NoHexes))?;
        s.check_advance_step(from, vacated)?;
        if !self.contested(s).any(|hex| hex == vacated) {
            return refuse("9.84", Reason::NotVacated { hex: vacated });
        }
        s.check_advance_into(unit, vacated)?;
        let Some(second) = path.iter().nth(1) else { return self.check_end(s, unit, vacated) };
        if path.len() > MOST_HEXES {
            return refuse("9.82", Reason::AdvanceTooFar);
        }
        s.check_advance_step(vacated, second)?;
        match combat.paths.iter().flatten().find(|p| p.left == vacated) {
            Some(path) if path.passed != Some(second) => {
                return refuse("9.84", Reason::OffRetreatPath { hex: second });
            }
            Some(_) => {
                if s.occupied(side.enemy()).contains(second) {
                    return refuse("9.82", Reason::AdvanceOccupied { hex: second });
                }
            }
            // After an elimination: any adjacent hex without units other than those of this advance.
            None => {
                let others = s.units_in(second).without(&UnitSet::one(unit));
                if !others.is_within(&combat.advanced.and(&UnitSet::side(side))) {
                    return refuse("9.86", Reason::AdvanceOccupied { hex: second });
                }
            }
        }
        s.check_advance_into(unit, second)?;
        self.check_end(s, unit, second)
    }

    /// [10.26] A Leader ends his advance only beside a combat unit that advanced in the same combat.
    fn check_end(&self, s: &State, unit: UnitId, hex: Hex) -> Result<(), Illegal> {
        if unit.is_leader() && !s.units_in(hex).and(&self.combat.advanced).meets(&UnitSet::DIVISION) {
            return refuse("10.26", Reason::LeaderAdvancesAlone { unit, hex });
        }
        Ok(())
    }
}

impl State {
    /// Every advance open to a unit now [9.82, 9.83, 9.86].
    pub fn advances(&self, unit: UnitId) -> Vec<Path> {
        match self.combat {
            Some(combat @ Combat { stage: Stage::Advance { side }, .. }) => {
                Advancing { combat, side }.paths(self, unit)
            }
            _ => Vec::new(),
        }
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
}

impl Play<'_> {
    /// Keep asking while any unit can advance; then the other side, if it may.
    pub(crate) fn go_on_advancing(&mut self, combat: Combat, side: Side) -> Result<(), Refused> {
        let advancing = Advancing { combat, side };
        if combat.units(side).iter().any(|u| !advancing.paths(self.s, u).is_empty()) {
            self.wait(combat, Stage::Advance { side });
            return Ok(());
        }
        if advancing.has_ground_to_take(self.s) {
            self.event(Event::Closed { side, what: Closed::Advance });
        }
        self.end_advance(combat, side)
    }

    /// The side has finished. Attackers come first: both sides may advance when a hex was emptied by the reveal
    /// and the attackers then lost one of theirs [9.81].
    fn end_advance(&mut self, combat: Combat, side: Side) -> Result<(), Refused> {
        if side == combat.attacker {
            return self.go_on_advancing(combat, combat.attacker.enemy());
        }
        self.end_combat();
        Ok(())
    }
}
