//! What stacks are worth and what a fight promises, by simple expectation.

use crate::shared::mean;
use pgg_core::hex::{HEX_SLOTS, Hex};
use pgg_core::tables::{Column, CombatResult, Edition, Tables};
use pgg_core::unit::UNITS;
use pgg_core::{BySide, HexSet, Kind, Side, State, UnitId, UnitSet, data};

/// Expected strengths of all units on the map and of their stacks.
pub(super) struct Strengths {
    attack: [f32; UNITS],
    defence: [f32; UNITS],
    /// Combat units by hex.
    count: BySide<Vec<u8>>,
    /// Units of any kind by hex.
    total: BySide<Vec<u8>>,
    stack_attack: BySide<Vec<f32>>,
    stack_defence: BySide<Vec<f32>>,
    /// Hexes with a face-down division.
    open: HexSet,
}

impl Strengths {
    /// As they stand, integration [7.3] and supply [11.31] included; a face-down division counts with the mean of
    /// what it may be [12.1].
    pub(super) fn of(state: &State, unsupplied: &UnitSet) -> Strengths {
        let mut all = Strengths {
            attack: [0.0; UNITS],
            defence: [0.0; UNITS],
            count: BySide([vec![0; HEX_SLOTS], vec![0; HEX_SLOTS]]),
            total: BySide([vec![0; HEX_SLOTS], vec![0; HEX_SLOTS]]),
            stack_attack: BySide([vec![0.0; HEX_SLOTS], vec![0.0; HEX_SLOTS]]),
            stack_defence: BySide([vec![0.0; HEX_SLOTS], vec![0.0; HEX_SLOTS]]),
            open: HexSet::EMPTY,
        };
        let means = [Kind::Rifle, Kind::Tank, Kind::Mechanised].map(|kind| (kind, mean(state, kind)));
        for side in Side::BOTH {
            for unit in state.on_map(side) {
                let Some(hex) = state.hex(unit) else { continue };
                let (attack, defence) = match state.strength(unit) {
                    Some((attack, defence)) => (f32::from(attack), f32::from(defence)),
                    None => {
                        let kind = state.kind(unit);
                        means.iter().find(|(k, _)| *k == kind).map_or((3.0, 4.0), |(_, mean)| *mean)
                    }
                };
                let integrated = if state.is_integrated(unit) { 2.0 } else { 1.0 };
                let halved = if unsupplied.contains(unit) { 0.5 } else { 1.0 };
                all.attack[unit.index()] = attack * integrated * halved;
                all.defence[unit.index()] = defence * integrated * halved;
                all.total[side][hex.index()] += 1;
                if state.is_untried(unit) {
                    all.open.insert(hex);
                }
                if !unit.is_leader() {
                    all.stack_attack[side][hex.index()] += attack * integrated * halved;
                    all.count[side][hex.index()] += 1;
                    all.stack_defence[side][hex.index()] += defence * integrated * halved;
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

    /// Units of a side in a hex, Leaders included.
    pub(super) fn total(&self, side: Side, hex: Hex) -> usize {
        usize::from(self.total[side][hex.index()])
    }

    /// Attack of a stack.
    pub(super) fn stack_attack(&self, side: Side, hex: Hex) -> f32 {
        self.stack_attack[side][hex.index()]
    }

    /// Is there a face-down division in the hex?
    pub(super) fn is_open(&self, hex: Hex) -> bool {
        self.open.contains(hex)
    }

    /// Defence of a stack before terrain.
    pub(super) fn stack(&self, side: Side, hex: Hex) -> f32 {
        self.stack_defence[side][hex.index()]
    }
}

/// What a column of the table does on average.
#[derive(Clone, Copy, Default)]
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

/// The prospects of all columns of an edition.
pub(super) struct Prospects([Prospect; 12]);

impl Prospects {
    pub(super) fn of(edition: Edition) -> Prospects {
        Prospects(Column::ALL.map(|column| {
            let mut sum = Prospect::default();
            for die in 1..=6 {
                let (hurt, harm) = parts(data().tables.result(edition, column, die));
                let clear = if hurt >= 1.0 && harm == 0.0 { 1.0 } else { 0.0 };
                sum.hurt += hurt / 6.0;
                sum.harm += harm / 6.0;
                sum.through += clear / 6.0;
                let gives_way =
                    data().tables.result(edition, column, die) != CombatResult::Eng && hurt >= 1.0;
                sum.clear += if gives_way { 1.0 / 6.0 } else { 0.0 };
            }
            sum
        }))
    }

    /// Of two strengths; `open` if face-down divisions make them uncertain.
    pub(super) fn fight(&self, attack: f32, defence: f32, open: bool) -> Prospect {
        let column = |defence: f32| {
            let whole = |strength: f32| (strength + 0.01).max(1.0) as u32;
            self.0[Tables::column_of(whole(attack), whole(defence)).0 as usize]
        };
        if !open {
            return column(defence);
        }
        let mut sum = Prospect::default();
        for (factor, weight) in [(0.6, 0.25), (1.0, 0.5), (1.5, 0.25)] {
            let part = column(defence * factor);
            sum.hurt += weight * part.hurt;
            sum.harm += weight * part.harm;
            sum.clear += weight * part.clear;
            sum.through += weight * part.through;
        }
        sum
    }
}

/// Steps of the defender and of the attacker that a result costs, elimination counted as a stack.
const fn parts(result: CombatResult) -> (f32, f32) {
    match result {
        CombatResult::D1 => (1.0, 0.0),
        CombatResult::D2 => (2.0, 0.0),
        CombatResult::De => (3.0, 0.0),
        CombatResult::D1A1 => (1.0, 1.0),
        CombatResult::D2A1 => (2.0, 1.0),
        CombatResult::DeA1 => (3.0, 1.0),
        CombatResult::Eng => (1.0, 1.0),
        CombatResult::A1 => (0.0, 1.0),
        CombatResult::A2 => (0.0, 2.0),
        CombatResult::Ae => (0.0, 4.0),
    }
}
