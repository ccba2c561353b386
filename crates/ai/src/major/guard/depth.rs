//! A line of full stacks: a division alone is run down by any panzer division on its way [6.51], three on good ground are not.
//! So the line is drawn where stacks can stand before the Germans come, not where single divisions happen to be.

use super::Guard;
use super::posts::{STACK, Worth, terrain};
use pgg_core::{Hex, Side, State, UnitSet, data};

/// What a post costs, and a little more for every column to the east.
const PRICE: f32 = 1.0;
const EASTWARD: f32 = 0.03;
/// How much more good ground counts than in a thin line.
const GROUND: f32 = 1.6;
/// More where fewer than three can be in time; nobody at all is worst where the Germans come at once.
const EACH_MISSING: f32 = 0.3;
const MISSING_NOW: f32 = 0.8;
const NOBODY: f32 = 0.6;
const TOO_LATE: f32 = 2.5;
/// Less for each who is there already.
const HELD: f32 = 0.25;
/// Half-points within which Germans are there before a stack is formed.
const AT_ONCE: u16 = 12;
const THIS_TURN: u16 = 40;
/// More the sooner they are there: a line farther back is manned in full before they come.
const FORWARD: f32 = 1.0;
/// By the German strength that can come, up to so much; and the least.
const THREAT: f32 = 80.0;
const MOST_THREAT: f32 = 1.0;
const LEAST_PRICE: f32 = 0.1;
/// More where those who stand there could be closed in.
const POCKET: f32 = 1.5;
/// What the divisions of a stack in the line are worth where nobody comes, and how much more with all that may come.
const QUIET: Worth = [1.5, 0.4, 0.2];
const PRESSED: Worth = [2.5, 4.0, 3.6];
/// The strength that presses in full.
const PRESSES: f32 = 24.0;
/// What those are worth who join a Leader who is held fast.
const RESCUE: Worth = [8.0, 4.0, 2.0];
/// An objective that Germans can be in at once is kept if so many divisions stand there.
const KEEPERS: usize = 2;

/// Up to here nothing can be kept for long.
pub(super) const WEST: u16 = 10;

impl Guard {
    /// What a stack of the line is worth, division by division.
    pub(super) fn stack_in_line(&self, hex: Hex) -> Worth {
        let pressed = (self.threat.at(hex) / PRESSES).min(1.0);
        std::array::from_fn(|n| QUIET[n] + pressed * PRESSED[n])
    }

    /// What a post of a line of stacks costs; none where there cannot be one.
    pub(super) fn price_in_depth(&self, state: &State, avail: &[u8], hex: Hex) -> Option<f32> {
        let map = &data().map;
        let closed = map.lakes().contains(hex)
            || state.occupied(Side::German).contains(hex)
            || state.is_closed(Side::Soviet, hex);
        let here = state.side_in(Side::Soviet, hex).and(&UnitSet::DIVISION).len();
        if closed || (state.zones(Side::German).contains(hex) && here == 0) {
            return None;
        }
        let soon = self.soon(hex);
        let can = usize::from(avail[hex.index()]).min(STACK);
        let each = if soon < THIS_TURN { MISSING_NOW } else { EACH_MISSING };
        let missing = each * (STACK - can) as f32;
        let late = if can > 0 {
            if soon < AT_ONCE && here == 0 { TOO_LATE / 2.0 } else { 0.0 }
        } else if soon < THIS_TURN {
            TOO_LATE
        } else {
            NOBODY
        };
        let price = PRICE + EASTWARD * f32::from(hex.column()) + missing + late
            - HELD * here.min(STACK) as f32
            - GROUND * terrain(hex)
            + FORWARD * (1.0 - f32::from(soon) / f32::from(THIS_TURN)).max(0.0)
            + (self.threat.at(hex) / THREAT).min(MOST_THREAT)
            + POCKET * self.closed(hex);
        Some(price.max(LEAST_PRICE))
    }

    /// A Leader who cannot get away is joined: alone he is lost, and all he commands with him [10.23].
    pub(super) fn want_rescues(&mut self, state: &State) {
        for leader in state.on_map(Side::Soviet).and(&UnitSet::LEADER) {
            let Some(at) = state.hex(leader) else { continue };
            let alone = !state.side_in(Side::Soviet, at).meets(&UnitSet::DIVISION);
            if alone && (state.is_enemy_controlled(Side::Soviet, at) || state.is_disrupted(leader)) {
                self.want(at, RESCUE);
            }
        }
    }

    /// Is an objective worth a line before it? Not if the Germans can walk into it at once and hardly anybody is there.
    pub(super) fn can_be_kept(&self, state: &State, hex: Hex) -> bool {
        let here = state.side_in(Side::Soviet, hex).and(&UnitSet::DIVISION).len();
        self.soon(hex) >= THIS_TURN / 2 || (here > KEEPERS && hex.column() > WEST)
    }
}
