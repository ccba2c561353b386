//! What the enemy can bring to bear in his next turn, by distance alone.

use super::strength::Strengths;
use pgg_core::hex::HEX_SLOTS;
use pgg_core::{Hex, Side, State, UnitId, UnitSet};

/// How far an attack reaches in hexes: of mechanized units, of Soviet armour, of those on foot.
const MECHANIZED: u16 = 7;
const ARMOURED: u16 = 6;
const ON_FOOT: u16 = 4;
/// How much units count that are more than half of that away.
const FAR: f32 = 0.5;
/// Rows looked at beyond the reach: rows run askew from column to column.
const MARGIN: u16 = 3;

/// Attack strength of a side that can come near each hex, farther units counting less.
pub(super) struct Threat(Vec<f32>);

impl Threat {
    pub(super) fn of(state: &State, strengths: &Strengths, side: Side) -> Threat {
        let mut threat = vec![0.0; HEX_SLOTS];
        for unit in state.on_map(side).without(&UnitSet::LEADER) {
            let Some(from) = state.hex(unit) else { continue };
            let (reach, attack) = (reach(state, unit), strengths.attack(unit));
            for column in from.column().saturating_sub(reach)..=from.column() + reach {
                let rows = from.row().saturating_sub(reach + MARGIN)..=from.row() + reach + MARGIN;
                for hex in rows.filter_map(|row| Hex::new(column, row)) {
                    let distance = from.distance(hex);
                    if distance <= reach {
                        threat[hex.index()] += attack * if distance <= reach / 2 { 1.0 } else { FAR };
                    }
                }
            }
        }
        Threat(threat)
    }

    pub(super) fn at(&self, hex: Hex) -> f32 {
        self.0[hex.index()]
    }
}

fn reach(state: &State, unit: UnitId) -> u16 {
    match state.kind(unit) {
        kind if kind.is_mechanized() => MECHANIZED,
        kind if kind.is_armoured() => ARMOURED,
        _ => ON_FOOT,
    }
}
