//! The stacks on the map with their strengths and what they are worth.

use super::supply::Unsupplied;
use super::{INTEGRATED, Means, UNSUPPLIED};
use crate::weights::Weights;
use pgg_core::hex::{HEX_SLOTS, Hex};
use pgg_core::rules::stacking::COMBAT_UNITS_IN_HEX;
use pgg_core::{BySide, Side, State, UnitId, UnitSet, data};

/// Points at stake in a German stack beside its strength: a division lost scores for the enemy [15.12].
const DIVISION_LOST: f32 = 4.0;

/// Units of a side in a hex.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StackView {
    pub(crate) hex: Hex,
    /// Attack that can be used in the coming Combat Phase, integration and supply included.
    pub(crate) attack: f32,
    /// Defence before terrain.
    pub(crate) defence: f32,
    /// Worth in points, less what lack of supply takes from it.
    pub(crate) worth: f32,
    /// What lack of supply takes from it [11.31].
    pub(crate) dearth: f32,
    /// Steps of the combat units.
    pub(crate) steps: u8,
    /// Combat units.
    pub(crate) units: u8,
    pub(crate) leaders: u8,
    pub(crate) untried: bool,
    pub(crate) mechanized: bool,
    /// A unit of it is out of supply.
    pub(crate) unsupplied: bool,
    /// All that is left of a division is here, for which the enemy scores [15.12].
    pub(crate) scores: bool,
}

impl StackView {
    /// Points for a division that may be lost with a share of the stack.
    pub(crate) fn division_lost(&self, share: f32) -> f32 {
        if self.scores { DIVISION_LOST * share * share } else { 0.0 }
    }

    /// Are there as many combat units as may stay [7.1, 7.2]?
    pub(crate) fn is_full(&self) -> bool {
        self.units >= COMBAT_UNITS_IN_HEX
    }

    /// Combat units beyond that: they are lost when the limit binds.
    pub(crate) fn excess(&self) -> u8 {
        self.units.saturating_sub(COMBAT_UNITS_IN_HEX)
    }

    /// Add the worth of a unit; out of supply it loses a share of it.
    fn supply(&mut self, worth: f32, out: bool, share: f32) {
        let lost = if out { share * worth } else { 0.0 };
        self.worth += worth - lost;
        self.dearth += lost;
    }
}

/// All stacks.
pub(crate) struct Board {
    pub(crate) stacks: BySide<Vec<StackView>>,
    /// By hex: place in `stacks` plus one, 0 for none.
    at: BySide<Box<[u8; HEX_SLOTS]>>,
}

impl Board {
    pub(crate) fn new() -> Board {
        let none = || Box::new([0; HEX_SLOTS]);
        Board { stacks: BySide([Vec::new(), Vec::new()]), at: BySide([none(), none()]) }
    }

    /// The stack of a side in a hex.
    #[inline]
    pub(crate) fn stack(&self, side: Side, hex: Hex) -> Option<&StackView> {
        match self.at[side][hex.index()] {
            0 => None,
            n => self.stacks[side].get(usize::from(n) - 1),
        }
    }

    /// Look at the map anew.
    pub(crate) fn fill(&mut self, state: &State, unsupplied: &Unsupplied, means: &Means, weights: &Weights) {
        for side in Side::BOTH {
            for stack in self.stacks[side].drain(..) {
                self.at[side][stack.hex.index()] = 0;
            }
        }
        let integrated = integrated(state);
        for unit in state.on_map(Side::German) {
            let raw = f32::from(state.attack(unit));
            let doubled = integrated.contains(unit);
            let strength = if doubled { INTEGRATED * raw } else { raw };
            let (out, lasting) = (unsupplied.now.contains(unit), unsupplied.lasting.contains(unit));
            let worth = raw * weights.german_strength + if doubled { raw * weights.integration } else { 0.0 };
            let stack = self.entry(Side::German, unit, state);
            let Some(stack) = stack else { continue };
            let supplied = if out { UNSUPPLIED } else { 1.0 };
            if !state.is_disrupted(unit) {
                stack.attack += strength * supplied;
            }
            // [13.46] What the Soviet marker does is over before the enemy can make use of it.
            stack.defence += if lasting { UNSUPPLIED * strength } else { strength };
            stack.supply(worth, lasting, weights.german_supply);
            stack.steps += state.steps_left(unit);
            stack.units += 1;
            stack.mechanized |= state.kind(unit).is_mechanized();
            stack.unsupplied |= out;
            stack.scores |= scores(state, unit, stack.hex);
        }
        for unit in state.on_map(Side::Soviet) {
            let out = unsupplied.now.contains(unit);
            let (attack, defence) = means.strength(state, unit);
            let disrupted = state.is_disrupted(unit);
            let Some(stack) = self.entry(Side::Soviet, unit, state) else { continue };
            if unit.is_leader() {
                stack.leaders += 1;
                stack.supply(weights.leader, out, weights.soviet_supply);
                if stack.units == 0 {
                    stack.defence += defence;
                }
                continue;
            }
            if stack.units == 0 {
                stack.defence = 0.0; // [R45] Leaders count only where no combat unit does; they come first.
            }
            let supplied = if out { UNSUPPLIED } else { 1.0 };
            if !disrupted {
                stack.attack += attack * supplied;
            }
            stack.defence += defence * supplied;
            stack.supply(weights.soviet_division(attack, defence), out, weights.soviet_supply);
            stack.steps += 1;
            stack.units += 1;
            stack.untried |= state.is_untried(unit);
            stack.unsupplied |= out;
        }
    }

    fn entry(&mut self, side: Side, unit: UnitId, state: &State) -> Option<&mut StackView> {
        let hex = state.hex(unit)?;
        let at = &mut self.at[side][hex.index()];
        if *at == 0 {
            self.stacks[side].push(StackView {
                hex,
                attack: 0.0,
                defence: 0.0,
                worth: 0.0,
                dearth: 0.0,
                steps: 0,
                units: 0,
                leaders: 0,
                untried: false,
                mechanized: false,
                unsupplied: false,
                scores: false,
            });
            *at = self.stacks[side].len() as u8;
        }
        self.stacks[side].get_mut(usize::from(*at) - 1)
    }
}

/// German units whose divisions are integrated [7.3].
fn integrated(state: &State) -> UnitSet {
    let mut all = UnitSet::EMPTY;
    for formation in data().roster.formations().iter().filter(|f| f.doubles) {
        if formation.units.first().is_some_and(|unit| state.is_integrated(unit)) {
            all = all.or(&formation.units);
        }
    }
    all
}

/// [15.12] Is a German unit in a hex with all that is left of its division? GD and Lehr belong to none.
fn scores(state: &State, unit: UnitId, hex: Hex) -> bool {
    let roster = &data().roster;
    let division = roster.german(unit).formation.map(|f| roster.formation(f)).filter(|f| f.scores);
    division.is_some_and(|f| f.units.iter().all(|u| state.hex(u).is_none_or(|h| h == hex)))
}
