//! Distances over the whole map: the cheapest way from or to many hexes at once, in half-points.

use pgg_core::hex::{Direction, HEX_SLOTS, Hex};
use pgg_core::map::FORBIDDEN;
use pgg_core::unit::MoveClass;
use pgg_core::{HexSet, Side, State, data};
use std::cell::RefCell;
use std::cmp::Reverse;
use std::sync::LazyLock;

/// Farther than anything that matters.
pub(crate) const FAR: u16 = 1000;
/// A toll that closes a hex.
pub(crate) const CLOSED: u16 = u16::MAX;

/// More half-points than anybody makes in a turn.
const A_TURN: u16 = 60;

/// Sides of a hex.
const SIDES: usize = 6;

/// More than a step and a toll together.
const RINGS: usize = 64;

/// A number for every hex.
#[derive(Clone)]
pub(crate) struct Field(Box<[u16; HEX_SLOTS]>);

/// Which way the steps are paid.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Orientation {
    /// From the sources outward.
    From,
    /// From every hex to the sources.
    To,
}

/// For every hex the hexes next on a way and what the step costs; the list ends with the first forbidden one.
type Steps = [[(u16, u8); SIDES]; HEX_SLOTS];

static STEPS: LazyLock<Vec<[Box<Steps>; 2]>> = LazyLock::new(|| {
    MoveClass::ALL.map(|class| [steps_of(class, Orientation::From), steps_of(class, Orientation::To)]).into()
});

fn steps_of(class: MoveClass, way: Orientation) -> Box<Steps> {
    let map = &data().map;
    let costs = map.costs(class);
    let mut steps = Box::new([[(0, FORBIDDEN); SIDES]; HEX_SLOTS]);
    for hex in Hex::all() {
        let mut open = 0;
        for d in Direction::ALL {
            let Some(next) = map.step(hex, d) else { continue };
            let cost = match way {
                Orientation::From => costs[hex.index()][d as usize],
                Orientation::To => costs[next.index()][d.opposite() as usize],
            };
            if cost != FORBIDDEN {
                steps[hex.index()][open] = (next.index() as u16, cost);
                open += 1;
            }
        }
    }
    steps
}

thread_local! {
    /// Hexes waiting, by cost; the memory is used again.
    static WAITING: RefCell<Vec<Vec<u16>>> = RefCell::new(vec![Vec::new(); RINGS]);
}

impl Field {
    /// Nothing reached.
    pub(crate) fn empty() -> Field {
        Field(Box::new([FAR; HEX_SLOTS]))
    }

    #[inline]
    pub(crate) fn at(&self, hex: Hex) -> u16 {
        self.0[hex.index()]
    }

    /// The cheapest cost to every hex. A toll is paid on entering a hex, beside the chart [6.7].
    pub(crate) fn spread(
        sources: impl IntoIterator<Item = (Hex, u16)>,
        class: MoveClass,
        way: Orientation,
        tolls: &[u16],
    ) -> Field {
        let mut field = Field::empty();
        field.spread_again(sources, class, way, tolls, None);
        field
    }

    /// As [`Field::spread`], in the memory of a field that is no longer needed. With `until` only as far as these hexes
    /// and a turn's way.
    pub(crate) fn spread_again(
        &mut self,
        sources: impl IntoIterator<Item = (Hex, u16)>,
        class: MoveClass,
        way: Orientation,
        tolls: &[u16],
        until: Option<&[Hex]>,
    ) {
        let mut sources: Vec<(u16, Hex)> = sources.into_iter().map(|(hex, cost)| (cost, hex)).collect();
        // The dearest first: they are taken from the end.
        sources.sort_unstable_by_key(|&(cost, _)| Reverse(cost));
        self.0.fill(FAR);
        WAITING.with_borrow_mut(|rings| {
            let steps = &STEPS[class as usize][way as usize];
            match way {
                Orientation::From => spread::<true>(&mut self.0, rings, &mut sources, steps, tolls, until),
                Orientation::To => spread::<false>(&mut self.0, rings, &mut sources, steps, tolls, until),
            }
        });
    }
}

/// Take the hexes in the order of their costs. Steps and tolls together stay below the number of rings.
fn spread<const FROM: bool>(
    best: &mut [u16; HEX_SLOTS],
    rings: &mut [Vec<u16>],
    sources: &mut Vec<(u16, Hex)>,
    steps: &Steps,
    tolls: &[u16],
    until: Option<&[Hex]>,
) {
    let (mut cost, mut waiting, mut found) = (0u16, 0usize, 0usize);
    while cost < FAR {
        while let Some(&(_, hex)) = sources.last().filter(|&&(at, _)| at <= cost) {
            sources.pop();
            if cost < best[hex.index()] {
                best[hex.index()] = cost;
                rings[cost as usize % RINGS].push(hex.index() as u16);
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
            let hex = usize::from(hex);
            if best[hex] != cost {
                continue;
            }
            let left = if FROM { 0 } else { tolls[hex] };
            if left == CLOSED {
                continue;
            }
            let so_far = cost + left;
            for &(next, step) in &steps[hex] {
                if step == FORBIDDEN {
                    break;
                }
                let next = usize::from(next);
                let before = best[next];
                let mut total = so_far + u16::from(step);
                if total >= before {
                    continue;
                }
                if FROM {
                    if tolls[next] == CLOSED {
                        continue;
                    }
                    total += tolls[next];
                    if total >= before {
                        continue;
                    }
                }
                best[next] = total;
                rings[total as usize % RINGS].push(next as u16);
                waiting += 1;
            }
        }
        if let Some(until) = until {
            while until.get(found).is_some_and(|h| best[h.index()] <= cost) {
                found += 1;
            }
            if found == until.len() && cost >= A_TURN {
                break;
            }
        }
        cost += 1;
    }
    rings.iter_mut().for_each(Vec::clear);
}

/// No tolls.
pub(crate) fn free() -> Vec<u16> {
    vec![0; HEX_SLOTS]
}

/// Tolls of an enemy in the way that may be fought: a zone of control stops [6.22], a stack has to be beaten. Lakes are closed.
pub(crate) fn through(zones: &HexSet, zone: u16, stacks: impl Iterator<Item = (Hex, u16)>) -> Vec<u16> {
    let mut tolls = free();
    zones.iter().for_each(|hex| tolls[hex.index()] = zone);
    stacks.for_each(|(hex, toll)| tolls[hex.index()] = toll);
    data().map.lakes().iter().for_each(|hex| tolls[hex.index()] = CLOSED);
    tolls
}

/// Tolls of an enemy to go round.
pub(crate) fn round(state: &State, enemy: Side, zone: u16) -> Vec<u16> {
    let closed = state.occupied(enemy).iter().map(|hex| (hex, CLOSED));
    through(state.zones(enemy), zone, closed)
}
