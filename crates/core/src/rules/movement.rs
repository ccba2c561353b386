//! Movement [6.0, 6.1, 6.2, 6.4, 6.7]; markers that add to a cost [6.7b] are in `interdiction.rs`, lakes [6.7c] are shut by the
//! map: `map.rs`.

pub mod overrun;
pub mod rail;

use crate::data::data;
use crate::data::roster::{ARMOURED_ALLOWANCE, RIFLE_ALLOWANCE};
use crate::game::action::{Action, Path};
use crate::game::decision::{Decision, Open, Question};
use crate::game::event::Event;
use crate::game::illegal::{Illegal, Reason, illegal, refuse};
use crate::game::legal::Legal;
use crate::game::play::{Play, Refused};
use crate::game::state::{Origin, Phase, State};
use crate::hex::{Direction, Hex, HexSet};
use crate::map::FORBIDDEN;
use crate::unit::{MoveClass, Side, UnitId, UnitSet};
use std::fmt;

/// [6.4] The western hexrows, columns 01 and 02, which are closed to Soviet units …
pub const CLOSED_COLUMNS: u16 = 2;
/// [6.4] … up to this turn.
pub const CLOSED_TO_TURN: u8 = 6;
/// [6.25] The divisor of the allowance of a unit out of supply.
pub const ALLOWANCE_DIVISOR: u8 = 2;

/// Movement points, counted in halves so that ½ never meets a float (0.4).
///
/// # Example
///
/// ```
/// use pgg_core::Mp;
///
/// assert_eq!([Mp(1), Mp(20), Mp(21)].map(|points| points.to_string()), ["½", "10", "10½"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Mp(pub u8);

impl Mp {
    /// Half-points.
    pub const fn halves(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Mp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 2, self.0 % 2) {
            (whole, 0) => write!(f, "{whole}"),
            (0, _) => f.write_str("½"),
            (whole, _) => write!(f, "{whole}½"),
        }
    }
}

/// A Movement Phase: move, enter, ride, overrun, cut, or end the phase (A3 to A10, A13).
pub(crate) struct Moving;

impl Open for Moving {
    fn decision(&self, s: &State) -> Decision {
        Decision { side: s.phase.side(), question: Question::Move }
    }

    fn list(&self, s: &State, legal: &mut Legal) {
        s.legal_movement(legal);
        if self.check(s, &Action::Done).is_ok() {
            legal.others.push(Action::Done);
        }
    }

    fn check(&self, s: &State, action: &Action) -> Result<(), Illegal> {
        match action {
            Action::Move { units, path } => s.check_move(*units, path),
            Action::Ride { unit, path } => s.check_ride(*unit, path),
            Action::Enter { who, hex, rail } => s.check_enter(*who, *hex, *rail).map(|_| ()),
            Action::Overrun { units, target } => s.check_overrun(*units, *target).map(|_| ()),
            Action::CutRail { hex } => s.check_cut(*hex),
            Action::LiftCut { hex } => s.check_lift(*hex),
            Action::Done => {
                s.check_marched()?;
                s.check_provisional_taken()
            }
            _ => Err(self.other(s)),
        }
    }

    fn take(&self, play: &mut Play<'_>, action: &Action) -> Result<(), Refused> {
        match *action {
            // Walks and rides are checked step by step as they go.
            Action::Move { units, ref path } => play.walk(units, path)?,
            Action::Ride { unit, ref path } => play.ride(unit, path)?,
            Action::Enter { who, hex, rail } => play.enter(who, hex, rail)?,
            Action::Overrun { units, target } => play.overrun(units, target)?,
            Action::CutRail { hex } => play.cut(hex)?,
            Action::LiftCut { hex } => play.lift(hex)?,
            Action::Done => {
                self.check(play.s, action)?;
                play.end_phase();
            }
            _ => return Err(self.other(play.s).into()),
        }
        Ok(())
    }
}

/// A unit that may walk on, with the facts that every step needs.
pub(crate) struct Walker {
    unit: UnitId,
    pub(crate) from: Hex,
    class: MoveClass,
    left: u8,
    /// It is on the march of [5.23], to which columns 01 and 02 are open.
    marches: bool,
}

impl State {
    /// The printed allowance.
    pub fn printed_allowance(&self, unit: UnitId) -> Mp {
        let roster = &data().roster;
        Mp(2 * match unit.side() {
            Side::German => roster.german(unit).allowance,
            Side::Soviet if unit.is_leader() => roster.leader(unit).allowance,
            Side::Soviet if unit.is_armoured_slot() => ARMOURED_ALLOWANCE,
            Side::Soviet => RIFLE_ALLOWANCE,
        })
    }

    /// The allowance of this phase: half, fraction dropped, at least 1 MP, if out of supply at the snapshot [6.25].
    #[inline]
    pub fn allowance(&self, unit: UnitId) -> Mp {
        let full = self.printed_allowance(unit);
        let whole = full.0 / 2 / ALLOWANCE_DIVISOR;
        if self.marks.unsupplied.contains(unit) { Mp(whole.max(1) * 2) } else { full }
    }

    /// What is left to spend in this phase [6.23].
    #[inline]
    pub fn points_left(&self, unit: UnitId) -> Mp {
        Mp(self.allowance(unit).0.saturating_sub(self.spent[unit.index()]))
    }

    /// [6.4] Is the hex in the western hexrows, and are they closed to the side?
    #[inline]
    pub fn is_closed(&self, side: Side, hex: Hex) -> bool {
        self.has_closed_columns(side) && hex.column() <= CLOSED_COLUMNS
    }

    /// [6.4] Are the western hexrows closed to the side?
    #[inline]
    const fn has_closed_columns(&self, side: Side) -> bool {
        matches!(side, Side::Soviet) && self.turn <= CLOSED_TO_TURN
    }

    /// [6.4] The hexes that are closed to the side.
    pub fn closed_hexes(&self, side: Side) -> HexSet {
        let columns = if self.has_closed_columns(side) { CLOSED_COLUMNS } else { 0 };
        (1..=columns).fold(HexSet::EMPTY, |set, column| set.or(&HexSet::column(column)))
    }

    /// Half-points for a step by the chart [6.7], interdiction included; none across lakes or off the map.
    #[inline]
    pub fn step_cost(&self, unit: UnitId, from: Hex, direction: Direction) -> Option<u8> {
        let map = &data().map;
        let cost = map.cost(self.kind(unit).class(), from, direction);
        let to = map.step(from, direction)?;
        (cost != FORBIDDEN).then(|| cost + self.interdiction(unit.side(), to))
    }

    /// May the unit still do something by movement in this phase [6.11]?
    pub(crate) fn check_may_act(&self, unit: UnitId) -> Result<Hex, Illegal> {
        let side = self.phase.side();
        if unit.side() != side {
            return refuse("6.24", Reason::WrongSide { unit, side });
        }
        let hex = self.hex(unit).ok_or(illegal("6.11", Reason::NotOnMap { unit }))?;
        if self.phase == Phase::MechanizedMovement && !self.kind(unit).is_mechanized() {
            return refuse("4.2", Reason::NotMechanized { unit });
        }
        if self.is_disrupted(unit) {
            return refuse("6.62", Reason::Disrupted { unit });
        }
        if self.marks.halted.contains(unit) {
            return refuse("6.52", Reason::Halted { unit });
        }
        if self.marks.moved.contains(unit) && !self.group.units.contains(unit) {
            return refuse("6.11", Reason::Finished { unit });
        }
        Ok(hex)
    }

    /// Does the unit belong to the active group: it moved with it, or could have started with it [6.11, R7]?
    pub(crate) fn in_group(&self, unit: UnitId) -> bool {
        self.group.units.contains(unit)
            || (!self.group.entering
                && !self.group.units.is_empty()
                && !self.marks.moved.contains(unit)
                && self.hex(unit) == self.group.start)
    }

    /// [5.23d] A group of the marching armies may not be left before it has spent what it can.
    pub(crate) fn check_leave_group(&self) -> Result<(), Illegal> {
        self.check_spent(self.group.units.and(&self.marching))
    }

    /// [5.23d] None of these marching units can go on.
    pub(crate) fn check_spent(&self, units: UnitSet) -> Result<(), Illegal> {
        let mut able = units.iter().filter_map(|unit| self.hex(unit).map(|hex| (unit, hex)));
        match able.find(|&(unit, _)| self.has_step(unit)) {
            Some((unit, hex)) => refuse("5.23", Reason::MarchUnfinished { unit, hex }),
            None => Ok(()),
        }
    }

    /// Can the unit take any step at all?
    pub(crate) fn has_step(&self, unit: UnitId) -> bool {
        Direction::ALL.into_iter().any(|d| self.check_step_of_group(unit, d).is_ok())
    }

    /// One step of one unit: its cost, or why not.
    pub fn check_step(&self, unit: UnitId, direction: Direction) -> Result<u8, Illegal> {
        let cost = self.check_step_of_group(unit, direction)?;
        if !self.in_group(unit) {
            self.check_leave_group()?;
        }
        Ok(cost)
    }

    fn check_step_of_group(&self, unit: UnitId, direction: Direction) -> Result<u8, Illegal> {
        self.check_step_from(&self.check_walker(unit)?, direction)
    }

    /// May the unit walk on from where it stands, whatever the direction?
    pub(crate) fn check_walker(&self, unit: UnitId) -> Result<Walker, Illegal> {
        let from = self.check_may_act(unit)?;
        if self.marks.rode.contains(unit) {
            return refuse("6.32", Reason::Rode { unit });
        }
        if self.marks.stopped.contains(unit) {
            return refuse("8.13", Reason::Stopped { unit });
        }
        if self.is_enemy_controlled(unit.side(), from) {
            return refuse("6.22", Reason::InEnemyZone { unit, hex: from });
        }
        self.check_standing(unit)?;
        let marches = self.marching.contains(unit);
        Ok(Walker { unit, from, class: self.kind(unit).class(), left: self.points_left(unit).0, marches })
    }

    /// One step of a unit that may walk.
    #[inline]
    pub(crate) fn check_step_from(&self, walker: &Walker, direction: Direction) -> Result<u8, Illegal> {
        let Walker { unit, from, class, left, marches } = *walker;
        let side = unit.side();
        let map = &data().map;
        let Some(to) = map.step(from, direction) else {
            return refuse("6.24", Reason::NotAdjacent { from, to: from });
        };
        let terrain = map.cost(class, from, direction);
        if terrain == FORBIDDEN {
            return refuse("6.7", Reason::Lake { from, to });
        }
        if self.occupied(side.enemy()).contains(to) {
            return refuse("6.21", Reason::EnemyInHex { hex: to });
        }
        if self.is_closed(side, to) && !marches {
            return refuse("6.4", Reason::WesternHexrows { hex: to });
        }
        let cost = terrain + self.interdiction(side, to);
        if cost > left {
            return refuse("6.12", Reason::TooFar { unit, hex: to, cost, left });
        }
        if unit.is_leader() {
            self.check_leader_enters(unit, to)?;
        }
        if marches {
            self.check_march(unit, from, direction, to, cost)?;
        }
        Ok(cost)
    }

    /// Every way to act in this Movement Phase.
    fn legal_movement(&self, legal: &mut Legal) {
        let side = self.phase.side();
        let spent_out = self.marks.moved.without(&self.group.units);
        let movers =
            self.on_map(side).without(&spent_out).without(&self.marks.halted).without(&self.marks.disrupted);
        // No other unit may start while a marching group has steps left [5.23d].
        let may_leave = self.check_leave_group().is_ok();
        let map = &data().map;
        for unit in movers {
            if !may_leave && !self.in_group(unit) {
                continue;
            }
            if let Ok(walker) = self.check_walker(unit) {
                for d in Direction::ALL {
                    if self.check_step_from(&walker, d).is_ok()
                        && let Some(to) = map.step(walker.from, d)
                    {
                        legal.steps.push((unit, to));
                    }
                }
            }
            self.legal_rides(unit, legal);
        }
        self.legal_overruns(legal, movers, may_leave);
        self.legal_entries(legal);
        self.legal_cuts(legal);
    }

    /// A walk of several units and hexes, without walking it.
    pub(crate) fn check_move(&self, units: UnitSet, path: &Path) -> Result<(), Illegal> {
        let mut copy = *self;
        let mut events = Vec::new();
        let mut play = Play { s: &mut copy, chance: &mut crate::game::chance::NoMore, events: &mut events };
        play.walk(units, path)
    }
}

impl Play<'_> {
    /// [6.11] Units of one hex walk a path together: each hex is entered by the combat units, then the Leaders.
    pub(crate) fn walk(&mut self, units: UnitSet, path: &Path) -> Result<(), Illegal> {
        let first = units.first().ok_or(illegal("6.11", Reason::NoUnits))?;
        if path.is_empty() {
            return refuse("6.11", Reason::NoHexes);
        }
        let start = self.s.hex(first).ok_or(illegal("6.11", Reason::NotOnMap { unit: first }))?;
        if let Some(away) = units.iter().find(|&u| self.s.hex(u) != Some(start)) {
            return match self.s.hex(away) {
                Some(_) => refuse("6.11", Reason::NotTogether),
                None => refuse("6.11", Reason::NotOnMap { unit: away }),
            };
        }
        let (leaders, combat) = (units.and(&UnitSet::LEADER), units.without(&UnitSet::LEADER));
        let mut from = start;
        for to in path.iter() {
            let direction = from.direction_to(to).ok_or(illegal("6.11", Reason::NotAdjacent { from, to }))?;
            for unit in combat.iter().chain(leaders.iter()) {
                let cost = self.s.check_step(unit, direction)?;
                self.step(unit, from, to, direction, cost);
            }
            from = to;
        }
        Ok(())
    }

    /// A step that has been checked.
    fn step(&mut self, unit: UnitId, from: Hex, to: Hex, direction: Direction, cost: u8) {
        self.activate(unit, from, false);
        self.s.spent[unit.index()] += cost;
        let left = self.s.points_left(unit).0;
        self.event(Event::Moved { unit, from, to, cost, left });
        self.arrive(unit, to, Some(direction));
    }

    /// [6.11] The unit becomes part of the active group, or starts a new one.
    pub(crate) fn activate(&mut self, unit: UnitId, start: Hex, entering: bool) {
        let group = &self.s.group;
        let joins = self.s.in_group(unit)
            || (entering && group.entering && !group.units.is_empty() && group.start == Some(start));
        if !joins {
            self.s.group = crate::game::state::Group {
                units: UnitSet::EMPTY,
                start: Some(start),
                entering,
                cuttable: self.s.group.cuttable,
            };
        }
        self.s.group.units.insert(unit);
        self.s.marks.moved.insert(unit);
    }

    /// A unit comes into a hex by movement: enemy control stops it, rails are repaired or may be cut.
    pub(crate) fn arrive(&mut self, unit: UnitId, hex: Hex, direction: Option<Direction>) {
        let side = unit.side();
        self.s.relocate(unit, crate::game::state::Place::On(hex));
        let controlled = self.s.is_enemy_controlled(side, hex);
        if controlled {
            // [6.22, 8.13] It stops.
            self.s.marks.stopped.insert(unit);
            self.event(Event::Stopped { unit, hex });
        } else {
            self.s.marks.stopped.remove(unit);
        }
        let from = direction.map(Direction::opposite);
        if self.s.marching.contains(unit) {
            self.s.set_origin(unit, from.map(Origin::Marched)); // [5.23c]
        } else if controlled {
            self.s.set_origin(unit, from.map(Origin::Entered)); // [10.23a]
        }
        self.rail_arrival(unit, hex);
    }
}
