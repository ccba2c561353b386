//! The German plan: the way to each objective through what bars it, and which division goes for which.

use crate::eval::{Board, Clock, MOST_TOLL, Means, Unsupplied};
use crate::orders::Orders;
use crate::shared::exact::logistic;
use crate::shared::field::{CLOSED, FAR, Field, Way};
use crate::shared::{divisions, ground};
use crate::weights::Weights;
use pgg_core::hex::{HEX_SLOTS, Hex};
use pgg_core::unit::{MoveClass, UNITS};
use pgg_core::{HexSet, Newcomer, Phase, Place, Side, State, UnitId, UnitSet, data};

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

/// What an objective asks for.
#[derive(Clone, Copy, Debug)]
struct Want {
    points: f32,
    /// Strength it takes.
    need: f32,
    /// Strength sent so far.
    sent: f32,
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

    /// What the Germans would have in mind, whoever moves.
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
                known.unwrap_or_else(|| Field::spread([(hex, 0)], class, Way::To, &tolls))
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
        f32::from(self.way(unit, self.goal_of(unit), hex).min(300))
    }

    /// The objective a German unit goes for, by its place in the schedule.
    pub fn goal_of(&self, unit: UnitId) -> usize {
        usize::from(self.goal[unit.index()])
    }

    fn set_goal(&mut self, units: UnitSet, objective: usize) {
        units.iter().for_each(|u| self.goal[u.index()] = objective as u8);
    }

    /// Give every division an objective: points, chance to get there in time, and who goes there already.
    fn assign(&mut self, state: &State, board: &Board, weights: &Weights) {
        let clock = Clock::of(state);
        let edition = state.options().edition;
        let objectives = data().victory.objectives();
        let mut wants: Vec<Want> = objectives
            .iter()
            .map(|o| {
                let points = f32::from(o.points(edition));
                let defence: f32 = o.hexes.iter().map(|&h| around(board, h)).sum();
                let held = o.hexes.iter().all(|&h| state.controller(h) == Some(Side::German));
                match (held, soviets_near(board, o.hexes[0], 7)) {
                    (true, false) => Want { points: 0.0, need: 1.0, sent: 0.0 },
                    (true, true) => Want { points: 0.4 * points, need: (0.7 * defence).max(4.0), sent: 0.0 },
                    (false, _) => Want { points, need: (2.2 * defence).max(10.0), sent: 0.0 },
                }
            })
            .collect();
        let mut groups: Vec<(UnitSet, f32, Vec<f32>)> = Vec::new();
        for group in divisions() {
            let some = group.iter().find(|&u| matches!(state.place(u), Place::On(_) | Place::Waiting));
            let Some(unit) = some else { continue };
            let from: Vec<Hex> = match state.hex(unit) {
                Some(hex) => vec![hex],
                None => state.entry_hexes(Newcomer::Unit(unit)),
            };
            let far = |n| from.iter().map(|&h| self.way(unit, n, h)).min().unwrap_or(FAR);
            let ways = (0..objectives.len()).map(|n| f32::from(far(n))).collect();
            let strength = group.iter().map(|u| f32::from(state.attack(u)) * 1.5).sum();
            groups.push((group, strength, ways));
        }
        while !groups.is_empty() {
            let mut best = (f32::MIN, 0, 0);
            for (g, (group, _, ways)) in groups.iter().enumerate() {
                let on_foot = group.first().is_some_and(|u| self.on_foot.contains(u));
                let pace = if on_foot { 0.6 } else { 1.0 };
                let makes = pace * (weights.last_turn + weights.turn_pace * (clock.german - 1.0));
                let spread = weights.spread_last + weights.spread_turn * (clock.german - 1.0).max(0.0);
                for (n, want) in wants.iter().enumerate() {
                    let chance = logistic((makes - ways[n]) / spread);
                    let crowd = want.sent / want.need;
                    let worth =
                        want.points * chance / (1.0 + crowd * crowd) / (1.0 + ways[n] / (60.0 * pace));
                    if worth > best.0 {
                        best = (worth, g, n);
                    }
                }
            }
            let (_, g, n) = best;
            let (group, strength, _) = groups.swap_remove(g);
            wants[n].sent += strength;
            self.set_goal(group, n);
        }
    }
}

/// What bars the way, in half-points.
fn tolls(state: &State, board: &Board, weights: &Weights) -> Vec<u16> {
    let mut tolls = vec![0; HEX_SLOTS];
    for hex in state.zones(Side::Soviet).iter() {
        tolls[hex.index()] = weights.zone_toll as u16;
    }
    for stack in &board.stacks[Side::Soviet] {
        let bars = weights.stack_toll + weights.strength_toll * stack.defence * ground(stack.hex);
        tolls[stack.hex.index()] = (weights.zone_toll + bars).min(MOST_TOLL) as u16;
    }
    for hex in data().map.lakes().iter() {
        tolls[hex.index()] = CLOSED;
    }
    tolls
}

/// Soviet defence in a hex, and some of that next to it.
fn around(board: &Board, hex: Hex) -> f32 {
    let stack = |h: Hex| board.stack(Side::Soviet, h).map_or(0.0, |s| s.defence);
    stack(hex) * ground(hex) + hex.neighbours().map(|(_, h)| 0.4 * stack(h)).sum::<f32>()
}

fn soviets_near(board: &Board, hex: Hex, distance: u16) -> bool {
    board.stacks[Side::Soviet].iter().any(|s| s.units > 0 && s.hex.distance(hex) <= distance)
}
