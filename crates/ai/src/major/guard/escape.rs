//! How soon the Germans could close every way to the east: a ring takes supply from all in it, the Leaders with their
//! command, and it is closed in the German Player-Turn, when nobody can step back any more.

use crate::shared::field::FAR;
use crate::survey::Survey;
use pgg_core::hex::{COLUMNS, HEX_SLOTS};
use pgg_core::{Hex, HexSet, Side, State, UnitSet, data};
use std::collections::BinaryHeap;

/// Half-points that the Germans do not make in their two moves, and that they surely do, tolls included.
const LOOSE: f32 = 36.0;
const TIGHT: f32 = 14.0;

/// For every hex the half-points of German way that it takes to close the last chain of hexes from it to the east edge
/// [11.24]: of each chain its weakest hex counts, of all chains the best.
pub(in crate::major) struct Escape(Vec<u16>);

impl Escape {
    pub(in crate::major) fn of(state: &State, survey: &Survey) -> Escape {
        let map = &data().map;
        let own = state.on_map(Side::Soviet).and(&UnitSet::DIVISION);
        let manned: HexSet = own.iter().filter_map(|unit| state.hex(unit)).collect();
        let way = |hex: Hex| survey.ways().to(hex);
        // [11.0b] A division in a hex keeps it open for a line; elsewhere a zone of control closes it.
        let holds = |hex: Hex| {
            if state.occupied(Side::German).contains(hex) || map.lakes().contains(hex) {
                return 0;
            }
            let beside = || map.contacts(hex).map(|(_, h)| way(h)).min().unwrap_or(FAR);
            if manned.contains(hex) { way(hex) } else { way(hex).min(beside()) }
        };
        let held: Vec<u16> = {
            let mut all = vec![0; HEX_SLOTS];
            Hex::all().for_each(|hex| all[hex.index()] = holds(hex));
            all
        };
        let mut best = vec![0; HEX_SLOTS];
        let mut open: BinaryHeap<(u16, Hex)> = HexSet::column(COLUMNS).iter().map(|hex| (FAR, hex)).collect();
        while let Some((so_far, hex)) = open.pop() {
            if so_far <= best[hex.index()] {
                continue;
            }
            best[hex.index()] = so_far;
            // [11.0b] No line goes on from a swamp hex.
            let through = if map.swamp().contains(hex) { 0 } else { so_far.min(held[hex.index()]) };
            for (_, next) in map.contacts(hex) {
                if through > best[next.index()] {
                    open.push((through, next));
                }
            }
        }
        Escape(best)
    }

    /// From 0 to 1: could those in a hex be closed in by the end of the next German Player-Turn?
    pub(in crate::major) fn closed(&self, hex: Hex) -> f32 {
        ((LOOSE - f32::from(self.at(hex))) / (LOOSE - TIGHT)).clamp(0.0, 1.0)
    }

    /// Half-points that it takes to close in whoever is in a hex.
    pub(in crate::major) fn at(&self, hex: Hex) -> u16 {
        self.0[hex.index()]
    }
}
