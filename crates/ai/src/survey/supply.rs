//! Units out of supply, asked for again and again of positions that differ little: the lines of the Germans are kept for the
//! last few positions of the enemy.

use pgg_core::rules::supply::GermanLines;
use pgg_core::{Hex, HexSet, Side, State, UnitSet, data};

/// Positions that are remembered.
const KEPT: usize = 4;

/// The lines of the Germans in a position of the enemy.
struct Lines {
    /// What they depend on.
    open: HexSet,
    marker: Option<Hex>,
    lines: GermanLines,
    /// Joined to the west edge, were there no Soviet marker.
    joined: Option<HexSet>,
}

/// Units out of supply.
pub(crate) struct Unsupplied {
    /// Now.
    pub(crate) now: UnitSet,
    /// And still when the Soviet marker is off again at the end of the German Player-Turn [13.46].
    pub(crate) lasting: UnitSet,
}

/// Remembers where German lines reach.
pub(crate) struct Supply {
    kept: Vec<Lines>,
    next: usize,
}

impl Supply {
    pub(crate) fn new() -> Supply {
        Supply { kept: Vec::with_capacity(KEPT), next: 0 }
    }

    /// All units out of supply, as [`State::out_of_supply`] has it; a disrupted Leader counts as his neighbours do.
    pub(crate) fn unsupplied(&mut self, state: &State) -> Unsupplied {
        let mut out = UnitSet::EMPTY;
        let soviet = state.soviet_lines();
        for unit in state.on_map(Side::Soviet) {
            if state.hex(unit).is_some_and(|hex| !soviet.supplied.contains(hex)) && !state.has_entered(unit) {
                out.insert(unit);
            }
        }
        let mut lasting = out;
        let german = self.german(state);
        for unit in state.on_map(Side::German) {
            let Some(hex) = state.hex(unit) else { continue };
            let class = state.kind(unit).class();
            if !german.lines.supply(state, class, hex) && !state.has_entered(unit) {
                out.insert(unit);
                if german.marker.is_none() || !german.joined().contains(hex) {
                    lasting.insert(unit);
                }
            }
        }
        Unsupplied { now: out, lasting }
    }

    fn german(&mut self, state: &State) -> &mut Lines {
        let (open, marker) = (state.open_hexes(Side::German), state.soviet_marker());
        let known = self.kept.iter().position(|l| l.marker == marker && l.open == open);
        let place = known.unwrap_or_else(|| {
            let lines = Lines { open, marker, lines: state.german_lines(), joined: None };
            if self.kept.len() < KEPT {
                self.kept.push(lines);
                return self.kept.len() - 1;
            }
            self.next = (self.next + 1) % KEPT;
            self.kept[self.next] = lines;
            self.next
        });
        &mut self.kept[place]
    }
}

impl Lines {
    /// A line of any length will do: the road leads far east.
    fn joined(&mut self) -> &HexSet {
        let open = self.open;
        self.joined.get_or_insert_with(|| {
            let map = &data().map;
            map.spread(&map.flood(&HexSet::column(1).and(&open), &open.without(map.swamp())))
        })
    }
}
