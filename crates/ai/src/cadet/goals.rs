//! Where the Germans go: the way to each objective, and which division goes for which.

use super::strength::Strengths;
use crate::script::goals::{Auction, Contender, auction, contenders, defence_around};
use crate::shared::field::{Field, Orientation, free, through};
use crate::shared::ground;
use pgg_core::rules::sequence::TURNS;
use pgg_core::unit::{MoveClass, UNITS};
use pgg_core::{Hex, HexSet, Phase, Side, State, UnitId, data};

/// What the enemy in the way costs, in half-points: a zone of control stops [6.22], a stack has to be beaten.
const ZONE: u16 = 6;
const STACK: u16 = 14;
/// Half-points by which an enemy may be farther than the goal for infantry to go for him: it is there to fight.
const ENEMY_ON_THE_WAY: f32 = 14.0;
/// Half-points a division makes in a turn, mechanized or on foot.
const MOTOR_TURN: f32 = 30.0;
const FOOT_TURN: f32 = 13.0;
/// Hexes within which an enemy may walk into a city that is held.
const NEAR: u16 = 9;
/// How much of its points a city counts that has to be guarded, and the least strength for that.
const GUARDED: f32 = 0.6;
const GUARD: f32 = 4.0;
/// Strength it takes to beat a point of defence, and the least to take anything.
const TO_TAKE: f32 = 2.5;
const LEAST_TO_TAKE: f32 = 12.0;
/// How much an objective counts that cannot be reached in time.
const TOO_LATE: f32 = 0.2;
/// How much one more counts where enough go already: to take it, or to hold what is held.
const ENOUGH_TAKE: f32 = 0.2;
const ENOUGH_HOLD: f32 = 0.03;
/// Turns added to every way, so that what is next door does not count beyond all measure.
const HEAD_START: f32 = 1.5;

/// What the German sees at the start of a phase.
pub(super) struct Goals {
    /// Way to each objective, for motor and for foot.
    motor: Vec<Field>,
    foot: Vec<Field>,
    /// Way of foot to the nearest Soviet unit.
    hunt: Field,
    /// The objective each unit goes for.
    goal: [u8; UNITS],
    /// Hexes in supply now.
    supplied: HexSet,
}

impl Goals {
    pub(super) fn of(state: &State, strengths: &Strengths) -> Goals {
        let stacks = state.occupied(Side::Soviet).iter().map(|hex| (hex, STACK));
        let tolls = through(state.zones(Side::Soviet), ZONE, stacks);
        let objectives = data().victory.objectives();
        let ways = |class| -> Vec<Field> {
            let to = |hexes: &[Hex]| {
                // The hexes still to be taken; all of them once it is held.
                let open = |h: &&Hex| state.controller(**h) == Some(Side::Soviet);
                let some: Vec<(Hex, u16)> = hexes.iter().filter(open).map(|&h| (h, 0)).collect();
                let sources = if some.is_empty() { hexes.iter().map(|&h| (h, 0)).collect() } else { some };
                Field::spread(sources, class, Orientation::To, &tolls)
            };
            objectives.iter().map(|o| to(&o.hexes)).collect()
        };
        let enemies = state.occupied(Side::Soviet).iter().map(|h| (h, 0));
        // Nobody goes on foot in the Mechanized Movement Phase [4.2].
        let mechanized = state.phase() == Phase::MechanizedMovement;
        let foot = if mechanized { Vec::new() } else { ways(MoveClass::GermanFoot) };
        let mut goals = Goals {
            motor: ways(MoveClass::GermanMotor),
            foot,
            hunt: Field::spread(enemies, MoveClass::GermanFoot, Orientation::To, &free()),
            goal: [0; UNITS],
            supplied: state.road_supplied().or(&state.direct_supplied(MoveClass::GermanMotor)),
        };
        let contenders = contenders(state, |unit, n, hex| goals.way(state, unit, n).at(hex));
        auction(contenders, &mut Wants { state, wants: wants(state, strengths), goals: &mut goals });
        goals
    }

    fn way(&self, state: &State, unit: UnitId, objective: usize) -> &Field {
        let foot = self.foot.get(objective).filter(|_| !state.kind(unit).is_mechanized());
        foot.unwrap_or(&self.motor[objective])
    }

    /// Half-points from a hex to the objective that a unit goes for.
    pub(super) fn to_objective(&self, state: &State, unit: UnitId, hex: Hex) -> f32 {
        f32::from(self.way(state, unit, self.goal[unit.index()] as usize).at(hex))
    }

    /// Half-points still to go from a hex to what the unit goes for. Infantry goes for the enemy on its way.
    pub(super) fn to_go(&self, state: &State, unit: UnitId, hex: Hex) -> f32 {
        let far = self.to_objective(state, unit, hex);
        if state.kind(unit).is_mechanized() {
            far
        } else {
            far.min(f32::from(self.to_enemy(hex)) + ENEMY_ON_THE_WAY)
        }
    }

    /// Half-points on foot to the nearest enemy.
    pub(super) fn to_enemy(&self, hex: Hex) -> u16 {
        self.hunt.at(hex)
    }

    /// Is a hex in supply?
    pub(super) fn is_supplied(&self, hex: Hex) -> bool {
        self.supplied.contains(hex)
    }
}

/// What an objective asks for.
struct Want {
    points: f32,
    /// Strength still to be sent.
    need: f32,
    held: bool,
}

fn wants(state: &State, strengths: &Strengths) -> Vec<Want> {
    let edition = state.options().edition;
    let want = |o: &pgg_core::data::tables::Objective| {
        let held = o.hexes.iter().all(|&h| state.controller(h) == Some(Side::German));
        let stack = |h: Hex| strengths.stack(Side::Soviet, h);
        let defence: f32 = o.hexes.iter().map(|&h| defence_around(h, ground(h), stack)).sum();
        let points = f32::from(o.points(edition));
        let near = || state.occupied(Side::Soviet).iter().any(|h| h.distance(o.hexes[0]) <= NEAR);
        match held {
            // A guard, if somebody could walk in.
            true if defence == 0.0 && !near() => Want { points, need: 0.0, held },
            true => Want { points: points * GUARDED, need: defence.max(GUARD), held },
            false => Want { points, need: (TO_TAKE * defence).max(LEAST_TO_TAKE), held },
        }
    };
    data().victory.objectives().iter().map(want).collect()
}

/// Divisions are sent by points and time, until enough go there.
struct Wants<'a> {
    state: &'a State,
    wants: Vec<Want>,
    goals: &'a mut Goals,
}

impl Auction for Wants<'_> {
    fn bid(&self, contender: &Contender, objective: usize) -> f32 {
        let want = &self.wants[objective];
        let left = f32::from(TURNS + 1 - self.state.turn());
        let turn = if self.state.kind(contender.unit).is_mechanized() { MOTOR_TURN } else { FOOT_TURN };
        let turns = contender.ways[objective] / turn;
        let in_time = if turns > left { TOO_LATE } else { 1.0 };
        let use_of_it = match want.need > 0.0 {
            true => 1.0,
            false if want.held => ENOUGH_HOLD,
            false => ENOUGH_TAKE,
        };
        want.points * in_time * use_of_it / (turns + HEAD_START)
    }

    fn sell(&mut self, contender: &Contender, objective: usize) {
        self.wants[objective].need -= contender.strength;
        contender.units.iter().for_each(|u| self.goals.goal[u.index()] = objective as u8);
    }
}
