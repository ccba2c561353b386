//! Soviet Leaders [10.0]: where they may go, what they must join, when they withdraw, evacuation.
//!
//! Lines of Communications to them [10.31] are traced in `supply.rs`; `combat.rs` and `overrun.rs` ask for them before an
//! attack [10.35].

use crate::data::data;
use crate::game::action::Action;
use crate::game::decision::{Decision, Open, Question};
use crate::game::event::{Event, Why};
use crate::game::illegal::{Illegal, Reason, illegal, refuse};
use crate::game::legal::Legal;
use crate::game::play::{Play, Refused};
use crate::game::state::{Origin, Place, State};
use crate::hex::{Hex, HexSet};
use crate::unit::{Side, UnitId, UnitSet};

/// [10.4] Evacuations in a game.
pub(crate) const EVACUATIONS: u8 = 2;

/// The Soviet player evacuates a surrounded Leader, or does not (A11).
pub(crate) struct Evacuating;

impl Open for Evacuating {
    fn decision(&self, _: &State) -> Decision {
        Decision { side: Side::Soviet, question: Question::Evacuate }
    }

    fn list(&self, s: &State, legal: &mut Legal) {
        legal.others.extend(s.evacuable().map(|unit| Action::Evacuate { unit }));
        legal.others.push(Action::Done);
    }

    fn check(&self, s: &State, action: &Action) -> Result<(), Illegal> {
        match *action {
            Action::Evacuate { unit } => s.check_evacuate(unit).map(|_| ()),
            Action::Done => Ok(()),
            _ => Err(self.other(s)),
        }
    }

    fn take(&self, play: &mut Play<'_>, action: &Action) -> Result<(), Refused> {
        match *action {
            Action::Evacuate { unit } => {
                play.evacuate(unit)?;
                play.begin_soviet_movement()
            }
            Action::Done => {
                play.end_phase();
                Ok(())
            }
            _ => Err(self.other(play.s).into()),
        }
    }
}

impl State {
    /// [10.1] A Leader's rating: his radius of command, the most he adds to an attack, and his own defence.
    pub fn rating(&self, leader: UnitId) -> u8 {
        data().roster.leader(leader).rating
    }

    /// [10.36, R44] What the Leaders of a hex add to the attack of its units: their ratings, but no more than
    /// the units' own strength.
    pub(crate) fn leaders_add(&self, units: UnitSet, base: u32) -> u32 {
        let ratings: u32 = units.and(&UnitSet::LEADER).iter().map(|l| u32::from(self.rating(l))).sum();
        ratings.min(base)
    }

    /// Has a Soviet combat unit a Line of Communications to a working Leader now [10.35]?
    pub fn has_loc(&self, unit: UnitId) -> bool {
        self.hex(unit).is_some_and(|hex| self.soviet_lines().loc.contains(hex))
    }

    /// [10.23] Into an enemy-controlled hex only beside an attack-capable combat unit, which moves in first.
    pub(crate) fn check_leader_enters(&self, unit: UnitId, hex: Hex) -> Result<(), Illegal> {
        if self.is_enemy_controlled(Side::Soviet, hex)
            && !self.side_in(Side::Soviet, hex).iter().any(|u| self.is_attack_capable(u))
        {
            return refuse("10.23", Reason::LeaderAlone { unit, hex });
        }
        Ok(())
    }

    /// [10.26, R43] Combat units of a Soviet stack that could still attack in this phase: a Leader may wait for them.
    pub(crate) fn could_attack(&self, stack: UnitSet) -> UnitSet {
        let fresh = stack.and(&UnitSet::DIVISION).without(&self.marks.attacked);
        fresh.without(&self.marks.disrupted).iter().filter(|&u| self.is_attack_capable(u)).collect()
    }

    /// [10.26] Leaders of an attacking hex: they take part only with combat units of their hex, and may be left out
    /// only if a combat unit stays out that could attack later.
    pub(crate) fn check_leaders_join(&self, units: UnitSet) -> Result<(), Illegal> {
        for leader in units.and(&UnitSet::LEADER) {
            let mates = self.hex(leader).map_or(UnitSet::EMPTY, |hex| self.side_in(Side::Soviet, hex));
            if !mates.and(&units).meets(&UnitSet::DIVISION) {
                return refuse("9.11", Reason::LeaderWithoutUnits { unit: leader });
            }
        }
        let mut seen = HexSet::EMPTY;
        for hex in units.iter().filter_map(|u| self.hex(u)) {
            if seen.contains(hex) {
                continue;
            }
            seen.insert(hex);
            let here = self.side_in(Side::Soviet, hex);
            if !self.could_attack(here).without(&units).is_empty() {
                continue;
            }
            let idle = here.and(&UnitSet::LEADER).without(&units).without(&self.marks.attacked);
            if let Some(unit) = idle.without(&self.marks.disrupted).first() {
                return refuse("10.26", Reason::LeaderMustJoin { unit });
            }
        }
        Ok(())
    }

    /// [10.23a] The hex a unit came from when it walked into enemy control.
    pub fn entry_hex(&self, unit: UnitId) -> Option<Hex> {
        let hex = self.hex(unit)?;
        let direction = match self.origin(unit)? {
            Origin::Entered(d) => d,
            Origin::Marched(d) if self.is_enemy_controlled(Side::Soviet, hex) => d,
            Origin::Marched(_) => return None,
        };
        data().map.step(hex, direction)
    }

    /// [10.4] No way to the east edge outside German units and zones; friends do not cancel control here [10.4, R61].
    pub fn is_surrounded(&self, leader: UnitId) -> bool {
        let Some(hex) = self.hex(leader) else { return false };
        let free = HexSet::ALL
            .without(self.occupied(Side::German))
            .without(self.zones(Side::German))
            .without(data().map.lakes());
        let reached = data().map.flood(&HexSet::column(crate::hex::COLUMNS).and(&free), &free);
        hex.column() != crate::hex::COLUMNS && !data().map.spread(&HexSet::from_iter([hex])).meets(&reached)
    }

    /// The hex of a Leader that may be evacuated.
    fn check_evacuate(&self, unit: UnitId) -> Result<Hex, Illegal> {
        let hex = self.hex(unit).filter(|_| unit.is_leader());
        let hex = hex.ok_or(illegal("10.4", Reason::NotOnMap { unit }))?;
        if self.evacuations >= EVACUATIONS || self.evacuated_this_turn {
            return refuse("10.4", Reason::NoEvacuation);
        }
        if !self.is_surrounded(unit) {
            return refuse("10.4", Reason::NotSurrounded { unit });
        }
        Ok(hex)
    }

    /// Leaders that could be evacuated now.
    pub fn evacuable(&self) -> impl Iterator<Item = UnitId> + '_ {
        UnitSet::LEADER.iter().filter(|&u| self.check_evacuate(u).is_ok())
    }
}

impl Play<'_> {
    /// [10.4] Off the map; back at X on the next turn or later.
    fn evacuate(&mut self, unit: UnitId) -> Result<(), Illegal> {
        let hex = self.s.check_evacuate(unit)?;
        self.event(Event::Evacuated { unit, hex });
        self.s.relocate(unit, Place::Evacuated);
        self.s.forget_marks(unit);
        self.s.set_return_turn(unit, self.s.turn + 1);
        self.s.evacuations += 1;
        self.s.evacuated_this_turn = true;
        Ok(())
    }

    /// [10.23b] Back to the entry hex at once, or eliminated if that is closed. Without an entry hex it stays.
    pub(crate) fn withdraw(&mut self, unit: UnitId) {
        let Some((from, to)) = self.s.hex(unit).zip(self.s.entry_hex(unit)) else { return }; // [R58] it stays
        let shut = !self.s.is_open(Side::Soviet, to)
            || self.s.is_closed(Side::Soviet, to)
            || !self.s.has_room_for(unit, to);
        if shut {
            self.eliminate(unit, Why::NoWithdrawal);
        } else {
            self.event(Event::Withdrew { unit, from, to });
            self.s.relocate(unit, Place::On(to));
        }
    }
}
