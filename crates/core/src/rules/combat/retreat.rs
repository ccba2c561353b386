//! Retreats [9.7]: routed by the opponent, hex by hex.

use crate::data::data;
use crate::game::action::Action;
use crate::game::decision::{Decision, Open, Question};
use crate::game::event::{Closed, Event, Why};
use crate::game::illegal::{Illegal, Reason, illegal, refuse};
use crate::game::legal::Legal;
use crate::game::play::{Play, Refused};
use crate::game::state::{Combat, Place, RetreatPath, Stage, State, Way};
use crate::hex::{Direction, Hex};
use crate::rules::stacking::Load;
use crate::unit::{Side, UnitId, UnitSet};

/// The opponent sends stacks back (A17).
pub(crate) struct Retreating {
    pub(crate) combat: Combat,
    /// The side that retreats.
    pub(crate) side: Side,
    /// Hexes that every stack has to retreat.
    pub(crate) n: u8,
    /// Units of stacks that have not begun.
    pub(crate) waiting: UnitSet,
    /// The stack under way.
    pub(crate) way: Option<Way>,
}

impl Retreating {
    /// The stacks that may be sent on, with where they stand.
    fn stacks(&self, s: &State) -> Vec<Start> {
        match self.way {
            Some(way) => vec![Start::under_way(s, self.side, &way)],
            None => {
                let hexes = s.hexes_of(self.waiting);
                hexes.iter().map(|hex| self.start(s, hex)).collect()
            }
        }
    }

    fn start(&self, s: &State, hex: Hex) -> Start {
        Start::new(s, self.side, s.units_in(hex).and(&self.waiting), hex, self.n)
    }

    /// The stack sent on, and where to.
    fn route(&self, s: &State, action: &Action) -> Result<(Start, Hex), Illegal> {
        match *action {
            Action::Route { stack, to } => Ok((self.check_route(s, stack, to)?, to)),
            _ => Err(self.other(s)),
        }
    }

    fn check_route(&self, s: &State, stack: Hex, to: Hex) -> Result<Start, Illegal> {
        let from = match self.way {
            Some(way) if way.at != stack => return refuse("9.73", Reason::RetreatUnderWay),
            Some(way) => Start::under_way(s, self.side, &way),
            None if !s.units_in(stack).meets(&self.waiting) => {
                return refuse("9.72", Reason::NoStack { hex: stack });
            }
            None => self.start(s, stack),
        };
        let ways = s.ways(from);
        if ways.hexes.contains(&to) || (ways.hexes.is_empty() && to == stack) {
            return Ok(from);
        }
        s.check_retreat_step(from, to)?;
        if s.lost_by(from, to, false) != s.fewest_lost(from, false) {
            return refuse("9.73", Reason::RetreatLosesMore { hex: to });
        }
        refuse("9.73", Reason::RetreatVacantFirst { hex: to })
    }
}

impl Open for Retreating {
    fn decision(&self, _: &State) -> Decision {
        let n = self.way.map_or(self.n, |way| way.steps);
        Decision { side: self.side.enemy(), question: Question::Route { n } }
    }

    fn list(&self, s: &State, legal: &mut Legal) {
        for from in self.stacks(s) {
            let stack = from.at;
            let ways = s.ways(from);
            if ways.hexes.is_empty() {
                legal.others.push(Action::Route { stack, to: stack }); // [R91, 6.4] it is eliminated
            }
            legal.others.extend(ways.hexes.iter().map(|&to| Action::Route { stack, to }));
        }
    }

    fn check(&self, s: &State, action: &Action) -> Result<(), Illegal> {
        self.route(s, action).map(|_| ())
    }

    fn take(&self, play: &mut Play<'_>, action: &Action) -> Result<(), Refused> {
        let (from, to) = self.route(play.s, action)?;
        let begun = || {
            let units = play.s.units_in(from.at).and(&self.waiting);
            Way { units, left: from.at, passed: None, at: from.at, steps: self.n }
        };
        let way = self.way.unwrap_or_else(begun);
        let waiting = self.waiting.without(&way.units);
        play.route(MakingRoom { combat: self.combat, side: self.side, n: self.n, waiting, way }, from, to)
    }
}

/// The owner eliminates units of a stack under way for which there is no room (A18).
#[derive(Clone, Copy)]
pub(crate) struct MakingRoom {
    pub(crate) combat: Combat,
    /// The side that retreats.
    pub(crate) side: Side,
    /// Hexes that every stack has to retreat.
    pub(crate) n: u8,
    /// Units of stacks that have not begun.
    pub(crate) waiting: UnitSet,
    /// The stack under way.
    pub(crate) way: Way,
}

impl MakingRoom {
    /// [9.73a] The owner picks, but only units whose removal brings the stack nearer to fitting in.
    fn check_remove(&self, s: &State, unit: UnitId) -> Result<(), Illegal> {
        if !self.way.units.contains(unit) {
            return refuse("9.73", Reason::NotConcerned { unit });
        }
        let load = s.load(self.way.units);
        let residents = self.residents(s);
        let (side, without) = (self.side, load.less(unit.is_leader()));
        if without.excess_over(side, residents) >= load.excess_over(side, residents) {
            return refuse("9.73", Reason::RemovalUseless { unit });
        }
        Ok(())
    }

    /// The unit named.
    fn unit(&self, s: &State, action: &Action) -> Result<UnitId, Illegal> {
        match *action {
            Action::Remove { unit } => self.check_remove(s, unit).map(|()| unit),
            _ => Err(self.other(s)),
        }
    }

    /// The friends that stand where the stack came.
    fn residents(&self, s: &State) -> Load {
        s.load(s.side_in(self.side, self.way.at).without(&self.way.units))
    }

    /// How many units too many the stack has for the hex [9.73a].
    pub(crate) fn excess(&self, s: &State) -> u8 {
        s.load(self.way.units).excess_over(self.side, self.residents(s))
    }

    /// The whole stack is eliminated.
    fn lose_stack(&mut self, play: &mut Play<'_>, why: Why) {
        self.way.units.iter().for_each(|u| play.eliminate(u, why));
        self.way.units = UnitSet::EMPTY;
        self.combat.drop_dead(play.s);
    }
}

impl Open for MakingRoom {
    fn decision(&self, _: &State) -> Decision {
        Decision { side: self.side, question: Question::MakeRoom { hex: self.way.at } }
    }

    fn list(&self, s: &State, legal: &mut Legal) {
        let fit = self.way.units.iter().filter(|&u| self.check_remove(s, u).is_ok());
        legal.others.extend(fit.map(|unit| Action::Remove { unit }));
    }

    fn check(&self, s: &State, action: &Action) -> Result<(), Illegal> {
        self.unit(s, action).map(|_| ())
    }

    fn take(&self, play: &mut Play<'_>, action: &Action) -> Result<(), Refused> {
        let unit = self.unit(play.s, action)?;
        let mut left = *self;
        play.eliminate(unit, Why::NoRoom);
        left.way.units.remove(unit);
        left.combat.drop_dead(play.s);
        play.fit_in(left)
    }
}

/// Where a stack may be sent from where it stands.
struct RetreatHexes {
    /// Hexes to choose from [9.73b].
    hexes: Vec<Hex>,
    /// There is no legal path, only one into the closed columns [6.4].
    only_closed: bool,
}

/// A retreat from a hex: the hexes left behind, and how far it still has to go.
#[derive(Clone, Copy)]
pub(crate) struct Start {
    side: Side,
    load: Load,
    at: Hex,
    left: Hex,
    passed: Option<Hex>,
    steps: u8,
}

impl Start {
    fn new(s: &State, side: Side, units: UnitSet, hex: Hex, n: u8) -> Start {
        Start { side, load: s.load(units), at: hex, left: hex, passed: None, steps: n }
    }

    fn under_way(s: &State, side: Side, way: &Way) -> Start {
        let Way { units, left, passed, at, steps } = *way;
        Start { side, load: s.load(units), at, left, passed, steps }
    }
}

impl State {
    /// [9.71] The hex that a retreat of the side may enter from `from`. Closed columns [6.4] are asked separately.
    #[inline]
    pub fn retreat_step(&self, side: Side, from: Hex, direction: Direction) -> Option<Hex> {
        data().map.contact(from, direction).filter(|&to| self.is_open(side, to))
    }

    /// [9.73a] The fewest units a load must lose to enter a hex, with what may be left of it.
    fn room(&self, side: Side, load: Load, hex: Hex) -> (u8, [Option<Load>; 5]) {
        let residents = self.load(self.side_in(side, hex));
        let excess = load.excess_over(side, residents);
        let mut left = [None; 5];
        for leaders in 0..=excess.min(load.leaders).min(4) {
            let combat = excess - leaders;
            if combat > load.combat {
                continue;
            }
            let rest = Load { combat: load.combat - combat, leaders: load.leaders - leaders };
            if rest.excess_over(side, residents) == 0 {
                left[leaders as usize] = Some(rest);
            }
        }
        (excess, left)
    }

    /// The fewest units lost on any legal path from here; none if there is no such path.
    fn fewest_lost(&self, from: Start, closed_too: bool) -> Option<u8> {
        if from.steps == 0 {
            return Some(0);
        }
        self.next_hexes(from, closed_too).filter_map(|to| self.lost_by(from, to, closed_too)).min()
    }

    fn next_hexes(&self, from: Start, closed_too: bool) -> impl Iterator<Item = Hex> + '_ {
        Direction::ALL.into_iter().filter_map(move |d| {
            self.retreat_step(from.side, from.at, d).filter(|&to| {
                // [9.73] Different hexes, none of them the one it left.
                to != from.left && Some(to) != from.passed && (closed_too || !self.is_closed(from.side, to))
            })
        })
    }

    /// The fewest units lost if the next hex is `to`.
    fn lost_by(&self, from: Start, to: Hex, closed_too: bool) -> Option<u8> {
        let (lost, rests) = self.room(from.side, from.load, to);
        rests
            .into_iter()
            .flatten()
            .filter_map(|load| {
                let next = Start { load, at: to, passed: Some(to), steps: from.steps - 1, ..from };
                self.fewest_lost(next, closed_too)
            })
            .min()
            .map(|later| lost + later)
    }

    /// [9.73b] Where the router may send a stack next: fewest units lost, then vacant hexes.
    fn ways(&self, from: Start) -> RetreatHexes {
        let Some(fewest) = self.fewest_lost(from, false) else {
            return RetreatHexes { hexes: Vec::new(), only_closed: self.fewest_lost(from, true).is_some() };
        };
        let mut hexes: Vec<Hex> = self
            .next_hexes(from, false)
            .filter(|&to| self.lost_by(from, to, false) == Some(fewest))
            .collect();
        let vacant = |hex: &Hex| !self.occupied(from.side).contains(*hex);
        if hexes.iter().any(vacant) {
            hexes.retain(vacant);
        }
        RetreatHexes { hexes, only_closed: false }
    }

    /// [9.65] Retreat is open only if every stack of the side in the combat has a path of `n` hexes, or one into the
    /// closed columns [6.4].
    pub(crate) fn can_retreat(&self, units: UnitSet, side: Side, n: u8) -> bool {
        self.hexes_of(units).iter().all(|hex| {
            let stack = self.units_in(hex).and(&units);
            self.fewest_lost(Start::new(self, side, stack, hex, n), true).is_some()
        })
    }

    /// Why a stack may not be sent to a hex, whatever else is open to it.
    fn check_retreat_step(&self, from: Start, to: Hex) -> Result<(), Illegal> {
        let Start { side, at, .. } = from;
        if to == at {
            return refuse("9.73", Reason::RetreatOpen { hex: at });
        }
        let direction = at.direction_to(to).ok_or(illegal("9.73", Reason::NotAdjacent { from: at, to }))?;
        if to == from.left || Some(to) == from.passed {
            return refuse("9.73", Reason::RetreatBack { hex: to });
        }
        if data().map.side(at, direction).lake() {
            return refuse("9.71", Reason::Lake { from: at, to });
        }
        if self.occupied(side.enemy()).contains(to) {
            return refuse("9.71", Reason::RetreatEnemy { hex: to });
        }
        if !self.is_open(side, to) {
            return refuse("9.71", Reason::RetreatZone { hex: to });
        }
        if self.is_closed(side, to) {
            return refuse("6.4", Reason::WesternHexrows { hex: to });
        }
        if self.lost_by(from, to, false).is_none() {
            return refuse("9.73", Reason::RetreatTooShort { hex: to });
        }
        Ok(())
    }
}

impl Play<'_> {
    /// A stack goes to the next hex. If it has no path, that is its own hex, and it is eliminated.
    fn route(&mut self, mut stack: MakingRoom, from: Start, to: Hex) -> Result<(), Refused> {
        let way = &mut stack.way;
        if to == way.at {
            // No legal path: into the closed columns [6.4], or shut by another stack's retreat [R91].
            let why = if self.s.ways(from).only_closed { Why::WesternHexrows } else { Why::PathClosed };
            stack.lose_stack(self, why);
            return self.stack_done(stack);
        }
        self.event(Event::Retreated { units: way.units, from: way.at, to });
        if way.at != way.left {
            way.passed = Some(way.at);
        }
        for unit in way.units {
            self.s.relocate(unit, Place::On(to));
        }
        way.at = to;
        way.steps -= 1;
        self.fit_in(stack)
    }

    /// [9.73a] Does the stack fit where it came? If not its owner must choose, if there is a choice.
    fn fit_in(&mut self, mut stack: MakingRoom) -> Result<(), Refused> {
        let excess = stack.excess(self.s);
        let MakingRoom { combat, side, n, waiting, way } = stack;
        if excess as usize == way.units.len() && excess > 0 {
            self.event(Event::Closed { side, what: Closed::MakeRoom });
            stack.lose_stack(self, Why::NoRoom);
        } else if excess > 0 {
            self.wait(combat, Stage::MakeRoom { side, n, waiting, way });
            return Ok(());
        }
        if stack.way.units.is_empty() || way.steps == 0 {
            return self.stack_done(stack);
        }
        self.wait(stack.combat, Stage::Routing { side, n, waiting, way });
        Ok(())
    }

    /// The stack has finished: the next one retreats, or the part is done.
    fn stack_done(&mut self, stack: MakingRoom) -> Result<(), Refused> {
        let MakingRoom { mut combat, side, n, waiting, way } = stack;
        if !way.units.is_empty() {
            if !self.s.side_in(side, way.at).without(&way.units).is_empty() {
                // [9.75] Onto friends: marked until the phase ends.
                self.s.marks.retreated = self.s.marks.retreated.or(&way.units);
                self.event(Event::MarkedRetreated { units: way.units });
            }
            if let Some(slot) = combat.paths.iter_mut().find(|p| p.is_none()) {
                *slot = Some(RetreatPath { left: way.left, passed: way.passed });
            }
        }
        if waiting.is_empty() {
            return self.part_done(combat, side);
        }
        self.wait(combat, Stage::Retreat { side, n, waiting });
        Ok(())
    }
}
