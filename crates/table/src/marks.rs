//! Facts about units that a map shows and that only the rules can compute, so that a client need not know the
//! rules.

use pgg_core::{Hex, Legal, Side, State, UnitId, UnitSet};
use serde::Serialize;
use std::collections::BTreeMap;

/// Facts about units for a map. Whether a unit has moved, attacked, stopped or is Disrupted is in the position
/// itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Marks {
    /// Units whose division is integrated where they stand, and so has twice its strength [7.3].
    pub integrated: UnitSet,
    /// Units of both sides on the map that are out of supply now [11.3].
    pub out_of_supply: UnitSet,
    /// Units that can still act, or be acted on, in the current decision; the other units of the deciding side
    /// are spent.
    pub can_act: UnitSet,
    /// Hexes where the phasing side has more units than may stay when the phase ends [7.1, 7.2].
    pub crowded: Vec<Hex>,
    /// The allowance of this phase in half-points, for units where it differs from the printed one [6.25].
    #[cfg_attr(feature = "types", ts(type = "Record<UnitId, number>"))]
    pub allowances: BTreeMap<UnitId, u8>,
}

impl Marks {
    /// Of a state and its legal actions.
    pub fn of(state: &State, legal: &Legal) -> Marks {
        let german = state.on_map(Side::German);
        let all = german.or(&state.on_map(Side::Soviet));
        Marks {
            integrated: german.iter().filter(|&unit| state.is_integrated(unit)).collect(),
            out_of_supply: state.out_of_supply(all),
            can_act: can_act(state, legal),
            crowded: state.overstacked(state.phase().side()).collect(),
            allowances: all
                .iter()
                .map(|unit| (unit, state.allowance(unit)))
                .filter(|&(unit, now)| now != state.printed_allowance(unit))
                .map(|(unit, now)| (unit, now.0))
                .collect(),
        }
    }
}

fn can_act(state: &State, legal: &Legal) -> UnitSet {
    let mut units = UnitSet::EMPTY;
    for &(unit, _) in legal.steps.iter().chain(&legal.rides) {
        units.insert(unit);
    }
    for overrun in &legal.overruns {
        units = units.or(&overrun.units);
    }
    for attack in &legal.attacks {
        units = units.or(&attack.units);
    }
    for action in &legal.others {
        units = units.or(&action.units(state));
    }
    units
}
