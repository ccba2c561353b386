//! The evaluation: what a position is worth to the Germans, in victory points, by terms that people can read.
//!
//! Points expected of each objective come from the Germans' way to it: half-points of movement with a toll for every
//! zone of control and every stack that bars it. So a Soviet line is worth what it costs to get through, a hole in it
//! is seen at once, and a German who opens one is paid for it.

mod board;
mod chances;
mod clash;
mod fights;
mod keepers;
mod supply;
#[cfg(test)]
mod tests;

use crate::plan::Plan;
use crate::shared::field::{Field, Way};
use crate::shared::{ground, mean};
use crate::weights::Weights;
pub(crate) use board::{Board, Stack, is_trapped};
pub(crate) use chances::Clock;
use fights::Fights;
use pgg_core::hex::HEX_SLOTS;
use pgg_core::tables::Edition;
use pgg_core::unit::MoveClass;
use pgg_core::{Hex, Kind, Place, Side, State, UnitId, UnitSet, data};
use supply::Supply;
pub(crate) use supply::Unsupplied;

/// The terms of the evaluation, each in victory points from the German side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Terms {
    /// Points that nobody can take away: the Front called, divisions lost, cities recaptured [14.23, 15.12].
    pub settled: f32,
    /// Points expected of the objectives [15.11].
    pub objectives: f32,
    /// What the Soviet line takes from that: stacks and zones of control in the Germans' way. Only where asked for, see
    /// [`Judge::explain`]; otherwise it is part of `objectives`.
    pub line: f32,
    /// German strength less Soviet strength.
    pub forces: f32,
    /// What lack of supply takes from either [11.31].
    pub supply: f32,
    /// What fights in reach promise to the one and to the other.
    pub fights: f32,
    /// Stacks that cannot retreat, and so must pay in steps [9.65].
    pub trapped: f32,
    /// How near the Germans are to what they go for.
    pub tempo: f32,
}

impl Terms {
    /// All together.
    pub fn total(&self) -> f32 {
        self.each().iter().map(|(_, points)| points).sum()
    }

    /// Each term with its name.
    pub fn each(&self) -> [(&'static str, f32); 8] {
        [
            ("points settled", self.settled),
            ("points expected of objectives", self.objectives),
            ("the Soviet line", self.line),
            ("forces", self.forces),
            ("supply", self.supply),
            ("fights in reach", self.fights),
            ("stacks without a way out", self.trapped),
            ("tempo", self.tempo),
        ]
    }
}

/// Farther than anything that matters to a chance.
const FAR: u16 = 500;
/// The dearest toll on the way.
pub(crate) const MOST_TOLL: f32 = 44.0;
/// Points that a unit over the stacking limit costs.
const OVERSTACKED: f32 = 5.0;

/// Mean strengths of face-down divisions.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Means([(f32, f32); 3]);

impl Means {
    pub(crate) fn of(state: &State) -> Means {
        Means([Kind::Rifle, Kind::Tank, Kind::Mechanised].map(|kind| mean(state, kind)))
    }

    /// Attack and defence of a Soviet unit; a Leader defends with his rating.
    #[inline]
    pub(crate) fn strength(&self, state: &State, unit: UnitId) -> (f32, f32) {
        match state.strength(unit) {
            Some((attack, defence)) => (f32::from(attack), f32::from(defence)),
            None => match state.kind(unit) {
                Kind::Tank => self.0[1],
                Kind::Mechanised => self.0[2],
                _ => self.0[0],
            },
        }
    }
}

/// Judges positions; keeps its memory from one to the next.
pub struct Judge {
    pub(crate) weights: Weights,
    pub(crate) board: Board,
    way: Field,
    /// What bars it.
    tolls: Vec<u16>,
    /// Does `way` belong to the position last looked at?
    known: bool,
    /// The way to each objective hex.
    to_objective: Vec<u16>,
    sources: Vec<(u16, Hex)>,
    pub(crate) fights: Fights,
    supply: Supply,
    edition: Edition,
}

impl Judge {
    /// By these weights.
    pub fn new(weights: Weights) -> Judge {
        let edition = Edition::default();
        Judge {
            weights,
            board: Board::new(),
            way: Field::empty(),
            tolls: vec![0; HEX_SLOTS],
            known: false,
            to_objective: vec![FAR; data().victory.objective_hexes().len()],
            sources: Vec::new(),
            fights: Fights::of(edition),
            supply: Supply::new(),
            edition,
        }
    }

    /// Worth of a position to the Germans, in victory points.
    pub fn value(&mut self, state: &State, plan: &Plan) -> f32 {
        self.terms(state, plan).total()
    }

    /// The same, term by term.
    pub fn terms(&mut self, state: &State, plan: &Plan) -> Terms {
        self.look(state, plan);
        let clock = Clock::of(state);
        let mut terms = Terms { settled: settled(state), ..Terms::default() };
        let men = clock.men();
        for side in Side::BOTH {
            let sign = if side == Side::German { 1.0 } else { -1.0 };
            for stack in &self.board.stacks[side] {
                // [7.1, 7.2] Too many in a hex: the rest is lost when the limit binds.
                let excess = OVERSTACKED * f32::from(stack.units.saturating_sub(3));
                terms.forces += sign * ((stack.worth + stack.dearth) * men - excess);
                terms.supply -= sign * stack.dearth * men;
            }
            let trapped = self.trapped(state, side);
            terms.trapped -= sign * trapped * men * self.weights.trapped;
        }
        terms.fights = men * self.fights_in_reach(state, &clock);
        terms.objectives = self.objectives(state, &clock);
        terms.tempo = self.weights.tempo * tempo(state, plan);
        terms
    }

    /// As [`Judge::terms`], with what the Soviet line does told apart.
    pub fn explain(&mut self, state: &State, plan: &Plan) -> Terms {
        let mut terms = self.terms(state, plan);
        self.tolls.fill(0);
        self.spread();
        let open = self.objectives(state, &Clock::of(state));
        self.look(state, plan);
        terms.line = terms.objectives - open;
        terms.objectives = open;
        terms
    }

    /// Half-points the Germans are from a hex, by the position last looked at; asked in Soviet phases.
    pub(crate) fn german_way(&self, hex: Hex) -> u16 {
        if self.known { self.way.at(hex) } else { FAR }
    }

    /// Half-points they are from an objective hex.
    fn to_take(&self, hex: Hex) -> u16 {
        let index = data().victory.objective_hex_index(hex);
        index.and_then(|n| self.to_objective.get(n)).copied().unwrap_or(FAR)
    }

    /// Stacks and the Germans' way.
    pub(crate) fn look(&mut self, state: &State, plan: &Plan) {
        let edition = state.options().edition;
        if edition != self.edition {
            self.edition = edition;
            self.fights = Fights::of(edition);
        }
        let unsupplied = self.supply.unsupplied(state);
        self.board.fill(state, &unsupplied, &plan.means, &self.weights);
        self.sources.clear();
        for stack in &self.board.stacks[Side::German] {
            let weak = if stack.defence < 8.0 { 8 } else { 0 };
            let slow = if stack.mechanized { 0 } else { 12 };
            let pinned = if state.zones(Side::Soviet).contains(stack.hex) { 5 } else { 0 };
            self.sources.push((weak + slow + pinned, stack.hex));
        }
        for unit in UnitSet::GERMAN {
            if matches!(state.place(unit), Place::Scheduled | Place::Waiting) {
                let info = data().roster.german(unit);
                let wait = u16::from(info.turn.saturating_sub(state.turn()));
                if wait <= 2 && info.kind.is_mechanized() {
                    let late = 26 * wait + 4;
                    self.sources.extend(data().schedule.area(info.area).iter().map(|&h| (late, h)));
                }
            }
        }
        if plan.fits(state) {
            self.ways_by_plan(plan);
        } else {
            self.find_ways(state);
        }
    }

    /// The way to each objective hex, where the plan knows the ways.
    fn ways_by_plan(&mut self, plan: &Plan) {
        for (n, way) in self.to_objective.iter_mut().enumerate() {
            let from = |&(late, hex): &(u16, Hex)| late + plan.motor_way(n, hex);
            *way = self.sources.iter().map(from).min().unwrap_or(FAR).min(FAR);
        }
        self.known = false;
    }

    /// The way to every hex.
    fn find_ways(&mut self, state: &State) {
        self.tolls.fill(0);
        for hex in state.zones(Side::Soviet).iter() {
            self.tolls[hex.index()] = self.weights.zone_toll as u16;
        }
        for stack in &self.board.stacks[Side::Soviet] {
            let bars = stack.defence * ground(stack.hex);
            let toll = self.weights.stack_toll + self.weights.strength_toll * bars;
            let zone =
                if state.zones(Side::Soviet).contains(stack.hex) { self.weights.zone_toll } else { 0.0 };
            self.tolls[stack.hex.index()] = (toll + zone).min(MOST_TOLL) as u16;
        }
        self.spread();
    }

    /// Spread from the Germans over what bars them.
    fn spread(&mut self) {
        let sources = self.sources.iter().map(|&(late, hex)| (hex, late));
        let until = data().victory.objective_hexes();
        self.way.spread_again(sources, MoveClass::GermanMotor, Way::From, &self.tolls, Some(until));
        for (way, &hex) in self.to_objective.iter_mut().zip(data().victory.objective_hexes()) {
            *way = self.way.at(hex).min(FAR);
        }
        self.known = true;
    }
}

/// Points that stay whatever happens.
fn settled(state: &State) -> f32 {
    let victory = &data().victory;
    let occupied = state.occupied_objectives();
    let objectives = victory.objectives().iter().enumerate().filter(|(n, _)| occupied >> n & 1 != 0);
    let now: i32 = objectives.map(|(_, o)| i32::from(o.points(state.options().edition))).sum();
    (state.margin() - now) as f32
}

/// How near the Germans are to their goals, in points of strength and turns.
fn tempo(state: &State, plan: &Plan) -> f32 {
    let mut sum = 0.0;
    for unit in state.on_map(Side::German) {
        if let Some(hex) = state.hex(unit) {
            sum -= f32::from(state.attack(unit)) * plan.to_go(unit, hex) / 26.0;
        }
    }
    sum
}
