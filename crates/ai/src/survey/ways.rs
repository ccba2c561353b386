//! The way of the Germans: half-points of movement from where they are, with a toll for every zone of control and every stack
//! that bars it.

use super::board::Board;
use crate::plan::Plan;
use crate::shared::field::{Field, Orientation};
use crate::shared::ground;
use crate::weights::Weights;
use pgg_core::hex::HEX_SLOTS;
use pgg_core::unit::MoveClass;
use pgg_core::{Hex, Place, Side, State, UnitSet, data};

/// Farther than anything that matters to a chance.
pub(crate) const FAR: u16 = 500;
/// The dearest toll: nothing bars the way for longer than about two turns.
pub(crate) const MOST_TOLL: f32 = 44.0;

/// A stack that defends with less than this has to wait for others.
const WEAK: f32 = 8.0;
/// What that costs, in half-points.
const WEAK_WAITS: u16 = 8;
/// What infantry takes longer.
const SLOW: u16 = 12;
/// What it costs to come out of an enemy zone of control [6.22].
const PINNED: u16 = 5;
/// Turns within which a newcomer is waited for.
const SOON: u16 = 2;
/// Half-points of a turn that a newcomer has still to wait for.
const TURN: u16 = 26;
/// Half-points that entering the map costs him.
const ENTRY: u16 = 4;

/// How far the Germans are from where they may go.
#[derive(Clone)]
pub(crate) struct Ways {
    way: Field,
    /// What bars it.
    tolls: Vec<u16>,
    /// Does `way` belong to the position last looked at?
    known: bool,
    /// The way to each objective hex.
    to_objective: Vec<u16>,
    /// Where they set out from, with what they lose before they do.
    sources: Vec<(u16, Hex)>,
}

impl Ways {
    pub(super) fn new() -> Ways {
        Ways {
            way: Field::empty(),
            tolls: vec![0; HEX_SLOTS],
            known: false,
            to_objective: vec![FAR; data().victory.objective_hexes().len()],
            sources: Vec::new(),
        }
    }

    /// Find them: by the plan where it knows them, else by the map.
    pub(super) fn find(&mut self, state: &State, board: &Board, plan: &Plan, weights: &Weights) {
        self.set_out(state, board);
        if plan.fits(state) {
            self.by_plan(plan);
        } else {
            self.bar(state, board, weights);
            self.spread();
        }
    }

    /// Half-points the Germans are from a hex, by the position last looked at; asked in Soviet phases.
    pub(crate) fn to(&self, hex: Hex) -> u16 {
        if self.known { self.way.at(hex) } else { FAR }
    }

    /// Half-points they are from an objective hex.
    pub(crate) fn to_take(&self, hex: Hex) -> u16 {
        let index = data().victory.objective_hex_index(hex);
        index.and_then(|n| self.to_objective.get(n)).copied().unwrap_or(FAR)
    }

    /// Where the Germans set out from, with what each loses before he does.
    #[cfg(test)]
    pub(crate) fn sources(&self) -> &[(u16, Hex)] {
        &self.sources
    }

    /// The same were there nobody to bar them.
    pub(crate) fn unbarred(&self) -> Ways {
        let mut open = self.clone();
        open.tolls.fill(0);
        open.spread();
        open
    }

    fn set_out(&mut self, state: &State, board: &Board) {
        self.sources.clear();
        for stack in &board.stacks[Side::German] {
            let weak = if stack.defence < WEAK { WEAK_WAITS } else { 0 };
            let slow = if stack.mechanized { 0 } else { SLOW };
            let pinned = if state.zones(Side::Soviet).contains(stack.hex) { PINNED } else { 0 };
            self.sources.push((weak + slow + pinned, stack.hex));
        }
        for unit in UnitSet::GERMAN {
            if matches!(state.place(unit), Place::Scheduled | Place::Waiting) {
                let info = data().roster.german(unit);
                let wait = u16::from(info.turn.saturating_sub(state.turn()));
                if wait <= SOON && info.kind.is_mechanized() {
                    let late = TURN * wait + ENTRY;
                    self.sources.extend(data().schedule.area(info.area).iter().map(|&h| (late, h)));
                }
            }
        }
    }

    /// The way to each objective hex, where the plan knows the ways.
    fn by_plan(&mut self, plan: &Plan) {
        for (n, way) in self.to_objective.iter_mut().enumerate() {
            let from = |&(late, hex): &(u16, Hex)| late + plan.motor_way(n, hex);
            *way = self.sources.iter().map(from).min().unwrap_or(FAR).min(FAR);
        }
        self.known = false;
    }

    /// What bars the way.
    fn bar(&mut self, state: &State, board: &Board, weights: &Weights) {
        self.tolls.fill(0);
        for hex in state.zones(Side::Soviet).iter() {
            self.tolls[hex.index()] = weights.zone_toll as u16;
        }
        for stack in &board.stacks[Side::Soviet] {
            let bars = stack.defence * ground(stack.hex);
            let toll = weights.stack_toll + weights.strength_toll * bars;
            let zone = if state.zones(Side::Soviet).contains(stack.hex) { weights.zone_toll } else { 0.0 };
            self.tolls[stack.hex.index()] = (toll + zone).min(MOST_TOLL) as u16;
        }
    }

    /// Spread from the Germans over what bars them.
    fn spread(&mut self) {
        let sources = self.sources.iter().map(|&(late, hex)| (hex, late));
        let until = data().victory.objective_hexes();
        self.way.spread_again(sources, MoveClass::GermanMotor, Orientation::From, &self.tolls, Some(until));
        for (way, &hex) in self.to_objective.iter_mut().zip(data().victory.objective_hexes()) {
            *way = self.way.at(hex).min(FAR);
        }
        self.known = true;
    }
}
