//! What stacks are worth and what a fight promises, by simple expectation.

use crate::shared::{TYPICAL, mean};
use crate::survey::{INTEGRATED, STACK_STEPS, UNSUPPLIED, prospects};
use pgg_core::data::tables::{CombatResult, Edition};
use pgg_core::hex::{HEX_SLOTS, Hex};
use pgg_core::rules::stacking::COMBAT_UNITS_IN_HEX;
use pgg_core::unit::UNITS;
use pgg_core::{BySide, HexSet, Kind, Side, State, UnitId, UnitSet};

/// Expected strengths of all units on the map and of their stacks.
pub(super) struct Strengths {
    attack: [f32; UNITS],
    defence: [f32; UNITS],
    /// Combat units by hex.
    count: BySide<Vec<u8>>,
    stack_attack: BySide<Vec<f32>>,
    stack_defence: BySide<Vec<f32>>,
    /// Hexes with a face-down division.
    untried: HexSet,
}

impl Strengths {
    /// As they stand, integration [7.3] and supply [11.31] included; a face-down division counts with the mean of
    /// what it may be [12.1].
    pub(super) fn of(state: &State, unsupplied: &UnitSet) -> Strengths {
        let mut all = Strengths {
            attack: [0.0; UNITS],
            defence: [0.0; UNITS],
            count: BySide([vec![0; HEX_SLOTS], vec![0; HEX_SLOTS]]),
            stack_attack: BySide([vec![0.0; HEX_SLOTS], vec![0.0; HEX_SLOTS]]),
            stack_defence: BySide([vec![0.0; HEX_SLOTS], vec![0.0; HEX_SLOTS]]),
            untried: HexSet::EMPTY,
        };
        let means = [Kind::Rifle, Kind::Tank, Kind::Mechanised].map(|kind| (kind, mean(state, kind)));
        for side in Side::BOTH {
            for unit in state.on_map(side) {
                let Some(hex) = state.hex(unit) else { continue };
                let (attack, defence) = match state.strength(unit) {
                    Some((attack, defence)) => (f32::from(attack), f32::from(defence)),
                    None => {
                        let kind = state.kind(unit);
                        means.iter().find(|(k, _)| *k == kind).map_or(TYPICAL, |(_, mean)| *mean)
                    }
                };
                let integrated = if state.is_integrated(unit) { INTEGRATED } else { 1.0 };
                let supplied = if unsupplied.contains(unit) { UNSUPPLIED } else { 1.0 };
                all.attack[unit.index()] = attack * integrated * supplied;
                all.defence[unit.index()] = defence * integrated * supplied;
                if state.is_untried(unit) {
                    all.untried.insert(hex);
                }
                if !unit.is_leader() {
                    all.count[side][hex.index()] += 1;
                    all.stack_attack[side][hex.index()] += all.attack[unit.index()];
                    all.stack_defence[side][hex.index()] += all.defence[unit.index()];
                }
            }
        }
        // [R45] A Leader counts only where no combat unit does.
        for leader in state.on_map(Side::Soviet).and(&UnitSet::LEADER) {
            if let Some(hex) = state.hex(leader)
                && all.count[Side::Soviet][hex.index()] == 0
            {
                all.stack_defence[Side::Soviet][hex.index()] += all.defence[leader.index()];
            }
        }
        all
    }

    pub(super) fn attack(&self, unit: UnitId) -> f32 {
        self.attack[unit.index()]
    }

    pub(super) fn defence(&self, unit: UnitId) -> f32 {
        self.defence[unit.index()]
    }

    pub(super) fn attack_of(&self, units: UnitSet) -> f32 {
        units.iter().map(|u| self.attack(u)).sum()
    }

    /// Combat units of a side in a hex.
    pub(super) fn count(&self, side: Side, hex: Hex) -> usize {
        usize::from(self.count[side][hex.index()])
    }

    /// Are there as many as may stay [7.1, 7.2]?
    pub(super) fn is_full(&self, side: Side, hex: Hex) -> bool {
        self.count[side][hex.index()] >= COMBAT_UNITS_IN_HEX
    }

    /// Attack of a stack.
    pub(super) fn stack_attack(&self, side: Side, hex: Hex) -> f32 {
        self.stack_attack[side][hex.index()]
    }

    /// Is there a face-down division in the hex?
    pub(super) fn is_untried(&self, hex: Hex) -> bool {
        self.untried.contains(hex)
    }

    /// Defence of a stack before terrain.
    pub(super) fn stack(&self, side: Side, hex: Hex) -> f32 {
        self.stack_defence[side][hex.index()]
    }
}

/// What a column of the table does on average.
#[derive(Clone, Copy)]
pub(super) struct Prospect {
    /// Steps the defender is hurt.
    pub(super) hurt: f32,
    /// Steps the attacker is hurt.
    pub(super) harm: f32,
    /// Chance that the defender has to give way or lose.
    pub(super) clear: f32,
    /// Chance that an overrun goes through [6.52].
    pub(super) through: f32,
}

/// What face-down divisions may have of the strength that is expected of them, with the chance of each.
const UNTRIED: [(f32, f32); 3] = [(0.6, 0.25), (1.0, 0.5), (1.5, 0.25)];
/// Steps an attacker loses with everything: more than a stack, for several have gathered.
const ALL_ATTACKERS: f32 = 4.0;

/// Fields of [`Prospect`].
const FIGURES: usize = 4;

/// The prospects of all columns of an edition.
pub(super) struct Prospects(prospects::Prospects<FIGURES>);

impl Prospects {
    pub(super) fn of(edition: Edition) -> Prospects {
        Prospects(prospects::Prospects::of(edition, |result| {
            let (hurt, harm) = steps(result);
            let as_a_chance = |happens: bool| f32::from(u8::from(happens));
            let gives_way = as_a_chance(hurt >= 1.0 && result != CombatResult::Eng);
            let through = as_a_chance(hurt >= 1.0 && harm == 0.0);
            [hurt, harm, gives_way, through]
        }))
    }

    /// Of two strengths; `untried` if face-down divisions make them uncertain.
    pub(super) fn fight(&self, attack: f32, defence: f32, untried: bool) -> Prospect {
        let [hurt, harm, clear, through] =
            if untried { self.0.unknown(attack, defence, &UNTRIED) } else { self.0.known(attack, defence) };
        Prospect { hurt, harm, clear, through }
    }
}

/// Steps of the defender and of the attacker that a result costs, elimination counted as a stack.
const fn steps(result: CombatResult) -> (f32, f32) {
    match result {
        CombatResult::D1 => (1.0, 0.0),
        CombatResult::D2 => (2.0, 0.0),
        CombatResult::De => (STACK_STEPS, 0.0),
        CombatResult::D1A1 => (1.0, 1.0),
        CombatResult::D2A1 => (2.0, 1.0),
        CombatResult::DeA1 => (STACK_STEPS, 1.0),
        CombatResult::Eng => (1.0, 1.0),
        CombatResult::A1 => (0.0, 1.0),
        CombatResult::A2 => (0.0, 2.0),
        CombatResult::Ae => (0.0, ALL_ATTACKERS),
    }
}
