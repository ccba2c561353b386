//! Zones of control [8.0]. `state.rs` maintains the sets; that a unit stops in a zone [8.13] is in
//! `movement.rs`.

use crate::data::data;
use crate::game::state::State;
use crate::hex::{Hex, HexSet};
use crate::unit::{Side, UnitSet};

impl State {
    /// Is the hex in a zone of control of the side's enemy? Friendly units do not matter for movement [8.14].
    #[inline]
    pub fn is_enemy_controlled(&self, side: Side, hex: Hex) -> bool {
        self.zones(side.enemy()).contains(hex)
    }

    /// May a line or a retreat of the side enter the hex: no enemy unit, and no enemy control unless a friendly unit
    /// cancels it [8.14, 9.71, 11.0b].
    #[inline]
    pub fn is_open(&self, side: Side, hex: Hex) -> bool {
        !self.occupied(side.enemy()).contains(hex)
            && (!self.is_enemy_controlled(side, hex) || self.occupied(side).contains(hex))
    }

    /// All hexes open to lines of a side; see [`State::is_open`].
    pub fn open_hexes(&self, side: Side) -> HexSet {
        let enemy = side.enemy();
        HexSet::ALL
            .without(&self.zones(enemy).without(self.occupied(side)))
            .without(self.occupied(enemy))
            .without(data().map.lakes())
    }

    /// The zones of a side recomputed from the units [8.11, 8.16]: the slow and obvious way, to check the
    /// maintained sets.
    pub fn zones_afresh(&self, side: Side) -> HexSet {
        let mut zones = HexSet::EMPTY;
        for unit in UnitSet::side(side) {
            let Some(hex) = self.hex(unit).filter(|_| !self.is_disrupted(unit)) else { continue };
            for (direction, next) in hex.neighbours() {
                if !data().map.side(hex, direction).lake() {
                    zones.insert(next);
                }
            }
        }
        zones
    }

    /// The occupied hexes of a side, recomputed.
    pub fn occupied_afresh(&self, side: Side) -> HexSet {
        UnitSet::side(side).iter().filter_map(|u| self.hex(u)).collect()
    }
}
