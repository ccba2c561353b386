//! The German plan: the way to each objective through what bars it, and which division goes for which.

use crate::eval::Clock;
use crate::orders::Orders;
use crate::script::goals::{Auction, Contender, auction, contenders, defence_around};
use crate::shared::exact::logistic;
use crate::shared::field::{FAR, Field, Orientation, through};
use crate::shared::ground;
use crate::survey::{Board, MOST_TOLL, Means, StackView, Unsupplied};
use crate::weights::Weights;
use pgg_core::data::tables::Objective;
use pgg_core::unit::{MoveClass, UNITS};
use pgg_core::{Hex, HexSet, Phase, Place, Side, State, UnitId, UnitSet, data};

/// The farthest way that counts for tempo, in half-points.
const MOST_TO_GO: u16 = 300;
/// Hexes within which Soviet units may walk into a city that is held.
const NEAR: u16 = 7;
/// Strength for a city that nobody threatens.
const NO_NEED: f32 = 1.0;
/// How much of its points a city counts that has to be guarded; the strength for each point of defence near it, and the least.
const GUARDED: f32 = 0.4;
const GUARD: f32 = 0.7;
const LEAST_GUARD: f32 = 4.0;
/// Strength to take a point of defence, and the least to take anything.
const TO_TAKE: f32 = 2.2;
const LEAST_TO_TAKE: f32 = 10.0;
/// How fast those on foot are, against the panzers.
const ON_FOOT: f32 = 0.6;
/// Half-points of way at which an objective counts half.
const FAR_AWAY: f32 = 60.0;

/// What is fixed for a phase, or until the Soviet position changes in it.
pub struct Plan {
    pub(crate) means: Means,
    /// Way to each objective hex for motor and for foot; foot is empty where nobody goes on foot, both for the
    /// Soviet side.
    motor: Vec<Field>,
    foot: Vec<Field>,
    /// By objective: the places of its hexes in the lists above that count on the way to it.
    open: Vec<Vec<usize>>,
    /// The objective each German unit goes for.
    goal: [u8; UNITS],
    on_foot: UnitSet,
    /// The Soviet position that the ways were found in.
    barred: Option<(HexSet, HexSet)>,
}

impl Plan {
    /// What a side has in mind for the phase that begins with this state, with goals as ordered.
    pub fn of(state: &State, side: Side, weights: &Weights, orders: &Orders) -> Plan {
        let mut plan = Plan {
            means: Means::of(state),
            motor: Vec::new(),
            foot: Vec::new(),
            open: Vec::new(),
            goal: [0; UNITS],
            on_foot: UnitSet::GERMAN.iter().filter(|&u| !state.kind(u).is_mechanized()).collect(),
            barred: None,
        };
        // Nobody moves any more when the air markers are placed.
        if side == Side::German
            && state.phase().side() == Side::German
            && state.phase() != Phase::AirInterdiction
        {
            plan.send(state, weights, orders);
        }
        plan
    }

    /// What the Germans would have in mind, whichever side moves.
    pub(crate) fn german(state: &State, weights: &Weights, orders: &Orders) -> Plan {
        let mut plan = Plan::of(state, Side::Soviet, weights, orders);
        plan.send(state, weights, orders);
        plan
    }

    /// Find the ways and give every division its goal.
    fn send(&mut self, state: &State, weights: &Weights, orders: &Orders) {
        let board = self.find_ways(state, weights);
        self.assign(state, &board, weights);
        for unit in UnitSet::GERMAN {
            if let Some(goal) = orders.goal(unit) {
                self.set_goal(UnitSet::one(unit), goal);
            }
        }
    }

    /// The same goals, with ways through a Soviet position that has changed.
    pub(crate) fn renewed(&self, state: &State, weights: &Weights) -> Plan {
        let mut plan = Plan {
            means: Means::of(state),
            motor: self.motor.clone(),
            foot: self.foot.clone(),
            open: Vec::new(),
            barred: None,
            ..*self
        };
        plan.find_ways(state, weights);
        plan
    }

    /// Are the ways those of this position?
    pub(crate) fn fits(&self, state: &State) -> bool {
        self.barred.as_ref().is_some_and(|(stacks, zones)| {
            stacks == state.occupied(Side::Soviet) && zones == state.zones(Side::Soviet)
        })
    }

    fn find_ways(&mut self, state: &State, weights: &Weights) -> Board {
        let mut board = Board::new();
        let all = state.on_map(Side::German).or(&state.on_map(Side::Soviet));
        let now = state.out_of_supply(all);
        board.fill(state, &Unsupplied { now, lasting: now }, &self.means, weights);
        let tolls = tolls(state, &board, weights);
        let victory = &data().victory;
        let ways = |class, old: Vec<Field>| -> Vec<Field> {
            let mut old = old.into_iter();
            let mut to = |&hex: &Hex| {
                // The way to what is held already need not be the newest.
                let held = state.controller(hex) == Some(Side::German);
                let known = old.next().filter(|_| held);
                known.unwrap_or_else(|| Field::spread([(hex, 0)], class, Orientation::To, &tolls))
            };
            victory.objective_hexes().iter().map(&mut to).collect()
        };
        self.motor = ways(MoveClass::GermanMotor, std::mem::take(&mut self.motor));
        let walkers = !matches!(state.phase(), Phase::GermanCombat | Phase::MechanizedMovement)
            && self.on_foot.iter().any(|u| matches!(state.place(u), Place::On(_) | Place::Waiting));
        if walkers && self.foot.is_empty() {
            self.foot = ways(MoveClass::GermanFoot, Vec::new());
        }
        // The hexes still to be taken; all of them once it is held.
        let open = |hex: &&Hex| state.controller(**hex) == Some(Side::Soviet);
        let index = |hex: &Hex| victory.objective_hex_index(*hex);
        self.open = (victory.objectives().iter())
            .map(|o| {
                let some: Vec<usize> = o.hexes.iter().filter(open).filter_map(index).collect();
                if some.is_empty() { o.hexes.iter().filter_map(index).collect() } else { some }
            })
            .collect();
        self.barred = Some((*state.occupied(Side::Soviet), *state.zones(Side::Soviet)));
        board
    }

    /// Half-points of a unit from a hex to an objective.
    fn way(&self, unit: UnitId, objective: usize, from: Hex) -> u16 {
        let on_foot = self.on_foot.contains(unit) && !self.foot.is_empty();
        let ways = if on_foot { &self.foot } else { &self.motor };
        self.open[objective].iter().map(|&n| ways[n].at(from)).min().unwrap_or(FAR)
    }

    /// Half-points of a motor unit from a hex to an objective hex.
    #[inline]
    pub(crate) fn motor_way(&self, objective_hex: usize, from: Hex) -> u16 {
        self.motor[objective_hex].at(from)
    }

    /// Half-points from a hex to what a unit goes for; nothing for the Soviet side.
    pub(crate) fn to_go(&self, unit: UnitId, hex: Hex) -> f32 {
        if self.motor.is_empty() {
            return 0.0;
        }
        f32::from(self.way(unit, self.goal_of(unit), hex).min(MOST_TO_GO))
    }

    /// The objective a German unit goes for, by its place in the schedule.
    pub fn goal_of(&self, unit: UnitId) -> usize {
        usize::from(self.goal[unit.index()])
    }

    fn set_goal(&mut self, units: UnitSet, objective: usize) {
        units.iter().for_each(|u| self.goal[u.index()] = objective as u8);
    }

    /// Give every division an objective: by points, the chance to get there in time, and the strength that goes there already.
    fn assign(&mut self, state: &State, board: &Board, weights: &Weights) {
        let turns = Clock::of(state).german - 1.0;
        let makes = weights.last_turn + weights.turn_pace * turns;
        let spread = weights.spread_last + weights.spread_turn * turns.max(0.0);
        let mut asked = wants(state, board);
        loop {
            let contenders = contenders(state, |unit, objective, from| self.way(unit, objective, from));
            let mut sale = Wants { wants: asked.clone(), makes, spread, plan: self };
            auction(contenders, &mut sale);
            // What too few go for is given up, the least first: they join those who go for something else.
            let short =
                |want: &Want| want.sent > 0.0 && want.takes && want.sent < weights.package * want.need;
            let shortest = sale.wants.iter().enumerate().filter(|(_, want)| short(want));
            let by_share = |a: &(usize, &Want), b: &(usize, &Want)| {
                (a.1.points * a.1.sent / a.1.need).total_cmp(&(b.1.points * b.1.sent / b.1.need))
            };
            let Some((n, _)) = shortest.min_by(by_share) else { return };
            if asked.iter().filter(|want| want.takes).count() <= 1 {
                return;
            }
            asked[n] = Want { points: 0.0, takes: false, ..asked[n] };
        }
    }
}

/// What an objective asks for.
#[derive(Clone, Copy, Debug)]
struct Want {
    points: f32,
    /// Strength it takes.
    need: f32,
    /// Strength sent so far.
    sent: f32,
    /// Is it still to be taken?
    takes: bool,
}

fn wants(state: &State, board: &Board) -> Vec<Want> {
    let edition = state.options().edition;
    let stack = |h: Hex| board.stack(Side::Soviet, h).map_or(0.0, |s| s.defence);
    let divisions = || board.stacks[Side::Soviet].iter().filter(|s| s.units > 0);
    let want = |o: &Objective| {
        let points = f32::from(o.points(edition));
        let defence: f32 = o.hexes.iter().map(|&h| defence_around(h, ground(h), stack)).sum();
        let held = o.hexes.iter().all(|&h| state.controller(h) == Some(Side::German));
        let near = divisions().any(|s| s.hex.distance(o.hexes[0]) <= NEAR);
        let (points, need) = match (held, near) {
            (true, false) => (0.0, NO_NEED),
            (true, true) => (GUARDED * points, (GUARD * defence).max(LEAST_GUARD)),
            (false, _) => (points, (TO_TAKE * defence).max(LEAST_TO_TAKE)),
        };
        Want { points, need, sent: 0.0, takes: !held }
    };
    data().victory.objectives().iter().map(want).collect()
}

/// What has been sent where, as far as it goes.
struct Wants<'a> {
    wants: Vec<Want>,
    /// Half-points the panzers make in the time that is left, and how uncertain that is.
    makes: f32,
    spread: f32,
    plan: &'a mut Plan,
}

impl Auction for Wants<'_> {
    fn bid(&self, contender: &Contender, objective: usize) -> f32 {
        let (want, way) = (&self.wants[objective], contender.ways[objective]);
        let on_foot = contender.units.first().is_some_and(|u| self.plan.on_foot.contains(u));
        let pace = if on_foot { ON_FOOT } else { 1.0 };
        let chance = logistic((pace * self.makes - way) / self.spread);
        let crowd = want.sent / want.need;
        want.points * chance / (1.0 + crowd * crowd) / (1.0 + way / (FAR_AWAY * pace))
    }

    fn sell(&mut self, contender: &Contender, objective: usize) {
        self.wants[objective].sent += contender.strength;
        self.plan.set_goal(contender.units, objective);
    }
}

/// What bars the way, in half-points.
fn tolls(state: &State, board: &Board, weights: &Weights) -> Vec<u16> {
    let toll = |stack: &StackView| {
        let bars = weights.stack_toll + weights.strength_toll * stack.defence * ground(stack.hex);
        (stack.hex, (weights.zone_toll + bars).min(MOST_TOLL) as u16)
    };
    through(state.zones(Side::Soviet), weights.zone_toll as u16, board.stacks[Side::Soviet].iter().map(toll))
}

#[cfg(test)]
mod tests;
