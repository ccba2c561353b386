//! Retreats [9.7]: routed by the opponent, hex by hex.

use crate::data::data;
use crate::event::{Closed, Event, Why};
use crate::hex::{Direction, Hex};
use crate::illegal::{Illegal, Reason, illegal, refuse};
use crate::sequence::{Play, Refused};
use crate::stacking::Load;
use crate::state::{Combat, Place, RetreatPath, Stage, State, Way};
use crate::unit::{Side, UnitId, UnitSet};

/// What the router may do with a stack from where it stands.
pub(crate) struct Ways {
    /// Hexes he may choose now [9.73b].
    pub(crate) hexes: Vec<Hex>,
    /// There is no legal path, only one into the closed columns [6.4].
    pub(crate) only_closed: bool,
}

/// A retreat from a hex: what has been left behind and how far it still goes.
#[derive(Clone, Copy)]
struct From {
    side: Side,
    load: Load,
    at: Hex,
    left: Hex,
    passed: Option<Hex>,
    steps: u8,
}

impl State {
    /// [9.71] May a retreat of the side enter `to` from `from`? Closed columns are asked separately.
    fn retreat_step(&self, side: Side, from: Hex, direction: Direction) -> Option<Hex> {
        let map = &data().map;
        let to = map.step(from, direction)?;
        let ok = !map.side(from, direction).lake() && self.is_open(side, to);
        ok.then_some(to)
    }

    /// [9.73a] The fewest units a load must lose to enter a hex, with what may be left of it.
    fn room(&self, side: Side, load: Load, hex: Hex) -> (u8, [Option<Load>; 5]) {
        let residents = Load::of(self.side_in(side, hex));
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
    fn fewest_lost(&self, from: From, closed_too: bool) -> Option<u8> {
        if from.steps == 0 {
            return Some(0);
        }
        self.next_hexes(from, closed_too).filter_map(|to| self.lost_by(from, to, closed_too)).min()
    }

    fn next_hexes(&self, from: From, closed_too: bool) -> impl Iterator<Item = Hex> + '_ {
        Direction::ALL.into_iter().filter_map(move |d| {
            self.retreat_step(from.side, from.at, d).filter(|&to| {
                // [9.73] Different hexes, none of them the one it left.
                to != from.left && Some(to) != from.passed && (closed_too || !self.is_closed(from.side, to))
            })
        })
    }

    /// The fewest units lost if the next hex is `to`.
    fn lost_by(&self, from: From, to: Hex, closed_too: bool) -> Option<u8> {
        let (lost, rests) = self.room(from.side, from.load, to);
        rests
            .into_iter()
            .flatten()
            .filter_map(|load| {
                let next = From { load, at: to, passed: Some(to), steps: from.steps - 1, ..from };
                self.fewest_lost(next, closed_too)
            })
            .min()
            .map(|later| lost + later)
    }

    /// [9.73b] Where the router may send a stack next: fewest units lost, then vacant hexes.
    fn ways(&self, from: From) -> Ways {
        let Some(fewest) = self.fewest_lost(from, false) else {
            return Ways { hexes: Vec::new(), only_closed: self.fewest_lost(from, true).is_some() };
        };
        let mut hexes: Vec<Hex> = self
            .next_hexes(from, false)
            .filter(|&to| self.lost_by(from, to, false) == Some(fewest))
            .collect();
        let vacant = |hex: &Hex| !self.occupied(from.side).contains(*hex);
        if hexes.iter().any(vacant) {
            hexes.retain(vacant);
        }
        Ways { hexes, only_closed: false }
    }

    fn start_of(&self, side: Side, units: UnitSet, hex: Hex, n: u8) -> From {
        From { side, load: Load::of(units), at: hex, left: hex, passed: None, steps: n }
    }

    /// [9.65] Retreat is open only if every stack of the side in the combat has a path of `n` hexes, or one into the
    /// closed columns [6.4].
    pub(crate) fn can_retreat(&self, side: Side, n: u8) -> bool {
        let units = self.combatants(side);
        self.hexes_of(units).iter().all(|hex| {
            let stack = self.units_in(hex).and(&units);
            self.fewest_lost(self.start_of(side, stack, hex, n), true).is_some()
        })
    }

    /// The stack of a hex that the router may send on, and where; the hex itself if it has no path and dies.
    pub(crate) fn routes(&self) -> Vec<(Hex, Hex)> {
        match self.combat {
            Some(Combat { stage: Stage::Retreat { side, n, waiting }, .. }) => {
                let mut routes = Vec::new();
                for hex in self.hexes_of(waiting).iter() {
                    let stack = self.units_in(hex).and(&waiting);
                    let ways = self.ways(self.start_of(side, stack, hex, n));
                    if ways.hexes.is_empty() {
                        routes.push((hex, hex)); // [R91, 6.4] its turn may come, and it is eliminated
                    }
                    routes.extend(ways.hexes.iter().map(|&to| (hex, to)));
                }
                routes
            }
            Some(Combat { stage: Stage::Routing { side, way, .. }, .. }) => {
                let ways = self.ways(self.under_way(side, &way));
                if ways.hexes.is_empty() {
                    return vec![(way.at, way.at)];
                }
                ways.hexes.iter().map(|&to| (way.at, to)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn under_way(&self, side: Side, way: &Way) -> From {
        From {
            side,
            load: Load::of(way.units),
            at: way.at,
            left: way.left,
            passed: way.passed,
            steps: way.steps,
        }
    }

    pub(crate) fn check_route(&self, stack: Hex, to: Hex) -> Result<(), Illegal> {
        let from = match self.combat {
            Some(Combat { stage: Stage::Retreat { side, n, waiting }, .. }) => {
                let units = self.units_in(stack).and(&waiting);
                if units.is_empty() {
                    return refuse("9.72", Reason::NoStack { hex: stack });
                }
                self.start_of(side, units, stack, n)
            }
            Some(Combat { stage: Stage::Routing { side, way, .. }, .. }) => {
                if way.at != stack {
                    return refuse("9.73", Reason::RetreatUnderWay);
                }
                self.under_way(side, &way)
            }
            _ => return refuse("9.72", Reason::NotAsked { asked: "nothing retreats" }),
        };
        let ways = self.ways(from);
        if ways.hexes.contains(&to) || (ways.hexes.is_empty() && to == stack) {
            return Ok(());
        }
        self.check_retreat_step(from, to)?;
        if self.lost_by(from, to, false) != self.fewest_lost(from, false) {
            return refuse("9.73", Reason::RetreatLosesMore { hex: to });
        }
        refuse("9.73", Reason::RetreatVacantFirst { hex: to })
    }

    /// Why a stack may not be sent to a hex, whatever else is open to it.
    fn check_retreat_step(&self, from: From, to: Hex) -> Result<(), Illegal> {
        let From { side, at, .. } = from;
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

    /// [9.73a] The owner picks, but only units whose removal brings the stack nearer to fitting in.
    pub(crate) fn check_make_room(&self, unit: UnitId) -> Result<(), Illegal> {
        let Some(Combat { stage: Stage::MakeRoom { side, way, .. }, .. }) = self.combat else {
            return refuse("9.73", Reason::NotConcerned { unit });
        };
        if !way.units.contains(unit) {
            return refuse("9.73", Reason::NotConcerned { unit });
        }
        let residents = Load::of(self.side_in(side, way.at).without(&way.units));
        let load = Load::of(way.units);
        if load.less(unit.is_leader()).excess_over(side, residents) >= load.excess_over(side, residents) {
            return refuse("9.73", Reason::RemovalUseless { unit });
        }
        Ok(())
    }
}

impl Play<'_> {
    pub(crate) fn take_retreat(&mut self) -> Result<(), Refused> {
        let Some(Combat { stage: Stage::Choose { side, n }, .. }) = self.s.combat else { return Ok(()) };
        self.event(Event::RetreatChosen { side, hexes: n });
        let waiting = self.s.combatants(side);
        self.stage(Stage::Retreat { side, n, waiting });
        Ok(())
    }

    pub(crate) fn route(&mut self, stack: Hex, to: Hex) -> Result<(), Refused> {
        let Some(combat) = self.s.combat else { return Ok(()) };
        let (side, n, waiting, mut way) = match combat.stage {
            Stage::Retreat { side, n, waiting } => {
                let units = self.s.units_in(stack).and(&waiting);
                let way = Way { units, left: stack, passed: None, at: stack, steps: n };
                (side, n, waiting.without(&units), way)
            }
            Stage::Routing { side, n, waiting, way } => (side, n, waiting, way),
            _ => return Ok(()),
        };
        if to == stack {
            // No legal path: into the closed columns [6.4], or shut by another stack's retreat [R91].
            let only_closed = self.s.ways(self.s.under_way(side, &way)).only_closed;
            let why = if only_closed { Why::WesternHexrows } else { Why::PathClosed };
            way.units.iter().for_each(|u| self.eliminate(u, why));
            way.units = UnitSet::EMPTY;
            self.drop_dead();
            return self.stack_done(side, n, waiting, way);
        }
        self.event(Event::Retreated { units: way.units, from: stack, to });
        if way.at != way.left {
            way.passed = Some(way.at);
        }
        for unit in way.units {
            self.s.relocate(unit, Place::On(to));
        }
        way.at = to;
        way.steps -= 1;
        self.fit_in(side, n, waiting, way)
    }

    pub(crate) fn make_room(&mut self, unit: UnitId) -> Result<(), Refused> {
        let Some(Combat { stage: Stage::MakeRoom { side, n, waiting, mut way }, .. }) = self.s.combat else {
            return Ok(());
        };
        self.eliminate(unit, Why::NoRoom);
        way.units.remove(unit);
        self.drop_dead();
        self.fit_in(side, n, waiting, way)
    }

    /// [9.73a] Does the stack fit where it came? If not its owner must choose, if there is a choice.
    fn fit_in(&mut self, side: Side, n: u8, waiting: UnitSet, way: Way) -> Result<(), Refused> {
        let mut way = way;
        let residents = Load::of(self.s.side_in(side, way.at).without(&way.units));
        let load = Load::of(way.units);
        let excess = load.excess_over(side, residents);
        if excess as usize == way.units.len() && excess > 0 {
            self.event(Event::Closed { side, what: Closed::MakeRoom });
            way.units.iter().for_each(|u| self.eliminate(u, Why::NoRoom));
            way.units = UnitSet::EMPTY;
            self.drop_dead();
        } else if excess > 0 {
            self.stage(Stage::MakeRoom { side, n, waiting, way });
            return Ok(());
        }
        if way.units.is_empty() || way.steps == 0 {
            return self.stack_done(side, n, waiting, way);
        }
        self.stage(Stage::Routing { side, n, waiting, way });
        Ok(())
    }

    /// The stack has come to its end; the next one, or the part is done.
    fn stack_done(&mut self, side: Side, n: u8, waiting: UnitSet, way: Way) -> Result<(), Refused> {
        if !way.units.is_empty() {
            if !self.s.side_in(side, way.at).without(&way.units).is_empty() {
                // [9.75] Onto friends: marked until the phase ends.
                self.s.marks.retreated = self.s.marks.retreated.or(&way.units);
                self.event(Event::MarkedRetreated { units: way.units });
            }
            if let Some(combat) = &mut self.s.combat
                && let Some(slot) = combat.paths.iter_mut().find(|p| p.is_none())
            {
                *slot = Some(RetreatPath { left: way.left, passed: way.passed });
            }
        }
        if waiting.is_empty() {
            return self.part_done(side);
        }
        self.stage(Stage::Retreat { side, n, waiting });
        Ok(())
    }
}
