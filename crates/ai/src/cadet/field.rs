//! Distances over the whole map: the cheapest way from or to many hexes at once, in half-points.

use pgg_core::data;
use pgg_core::hex::{Direction, HEX_SLOTS, Hex};
use pgg_core::map::FORBIDDEN;
use pgg_core::unit::MoveClass;

/// Farther than anything that matters.
pub(super) const FAR: u16 = 1000;
/// A toll that closes a hex.
pub(super) const CLOSED: u16 = u16::MAX;

/// More than a step and a toll together.
const RINGS: usize = 64;

/// A number for every hex.
#[derive(Clone)]
pub(super) struct Field(Vec<u16>);

/// Which way the steps are paid.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// From the sources outward.
    From,
    /// From every hex to the sources.
    To,
}

impl Field {
    pub(super) fn at(&self, hex: Hex) -> u16 {
        self.0[hex.index()]
    }

    /// The cheapest cost to every hex. A toll is paid on entering a hex, beside the chart [6.7].
    pub(super) fn spread(
        sources: impl IntoIterator<Item = (Hex, u16)>,
        class: MoveClass,
        way: Way,
        tolls: &[u16],
    ) -> Field {
        let map = &data().map;
        let costs = map.costs(class);
        let mut best = vec![FAR; HEX_SLOTS];
        let mut sources: Vec<(u16, Hex)> = sources.into_iter().map(|(hex, cost)| (cost, hex)).collect();
        sources.sort_unstable_by(|a, b| b.cmp(a));
        // Steps and tolls together stay below the number of rings.
        let mut rings: [Vec<Hex>; RINGS] = std::array::from_fn(|_| Vec::new());
        let (mut cost, mut waiting) = (0u16, 0usize);
        while cost < FAR {
            while let Some(&(_, hex)) = sources.last().filter(|&&(at, _)| at <= cost) {
                sources.pop();
                if cost < best[hex.index()] {
                    best[hex.index()] = cost;
                    rings[cost as usize % RINGS].push(hex);
                    waiting += 1;
                }
            }
            if waiting == 0 {
                // Nothing under way: on to the next source, or the end.
                let Some(&(next, _)) = sources.last() else { break };
                cost = next;
                continue;
            }
            while let Some(hex) = rings[cost as usize % RINGS].pop() {
                waiting -= 1;
                if best[hex.index()] != cost {
                    continue;
                }
                for d in Direction::ALL {
                    let Some(next) = map.step(hex, d) else { continue };
                    let (step, entered) = match way {
                        Way::From => (costs[hex.index()][d as usize], next),
                        Way::To => (costs[next.index()][d.opposite() as usize], hex),
                    };
                    let toll = tolls[entered.index()];
                    if step == FORBIDDEN || toll == CLOSED {
                        continue;
                    }
                    let total = cost + u16::from(step) + toll;
                    if total < best[next.index()] {
                        best[next.index()] = total;
                        rings[total as usize % RINGS].push(next);
                        waiting += 1;
                    }
                }
            }
            cost += 1;
        }
        Field(best)
    }
}

/// No tolls.
pub(super) fn free() -> Vec<u16> {
    vec![0; HEX_SLOTS]
}
