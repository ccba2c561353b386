//! Movement as a wave: all hexes reached at one cost go on together.
//!
//! A set of hexes is a word a column (`HexSet`), so a step of a whole set in one direction is a shift. For each cost
//! in turn the hexes newly reached are shifted in the six directions, and what arrives is sorted by the cost of the
//! step into the sets of higher costs. Even and odd columns lie half a hex apart and shift differently; kept apart,
//! every operation below is the same on neighbouring words, which compilers turn into vector instructions.

use crate::data::data;
use crate::hex::{COLUMNS, Direction, Hex, HexSet};
use crate::map::FORBIDDEN;
use crate::unit::MoveClass;
use std::sync::LazyLock;

/// The highest cost of a walk is 20 half-points [6.23].
pub(super) const LEVELS: usize = 21;
/// Words worked on together: columns of one parity.
type Lane = [u32; 4];
const EMPTY: Lane = [0; 4];
/// Lanes of one parity: 30 columns, and a spare lane on either side.
const LANES: usize = 10;

/// A set of hexes with the columns of either parity together.
#[derive(Clone, Copy)]
pub(super) struct Split([[Lane; 2]; LANES]);

const fn place_of(hex: Hex) -> (usize, usize, usize, usize) {
    let column = hex.index() / 32;
    (column / 8 + 1, column % 2, column / 2 % 4, hex.index() % 32)
}

impl Split {
    pub(super) const EMPTY: Split = Split([[EMPTY; 2]; LANES]);

    fn of(set: &HexSet) -> Split {
        let mut split = Split::EMPTY;
        for (column, &word) in set.words().iter().enumerate() {
            split.0[column / 8 + 1][column % 2][column / 2 % 4] = word;
        }
        split
    }

    pub(super) fn to_set(self) -> HexSet {
        let mut set = HexSet::EMPTY;
        for (column, word) in set.words_mut().iter_mut().enumerate() {
            *word = self.0[column / 8 + 1][column % 2][column / 2 % 4];
        }
        set
    }

    #[inline]
    pub(super) const fn contains(&self, hex: Hex) -> bool {
        let (lane, parity, word, bit) = place_of(hex);
        self.0[lane][parity][word] >> bit & 1 != 0
    }

    pub(super) const fn insert(&mut self, hex: Hex) {
        let (lane, parity, word, bit) = place_of(hex);
        self.0[lane][parity][word] |= 1 << bit;
    }
}

/// What a step of a class costs in some columns of one parity [6.7].
struct Chart {
    /// Hexes entered from each direction over plain ground, along a road, and across a river.
    plain: [Lane; 6],
    road: [Lane; 6],
    river: [Lane; 6],
    /// Hexes whose ground costs the dear rate.
    dear: Lane,
}

/// The costs of a class and where they apply.
struct Steps {
    cheap: usize,
    dear: usize,
    road: usize,
    river: usize,
    charts: [[Chart; 2]; LANES],
}

static STEPS: LazyLock<[Steps; 6]> = LazyLock::new(|| MoveClass::ALL.map(steps_of));

/// The chart [6.7] has two rates of ground for each class, one road rate and one price of rivers.
fn steps_of(class: MoveClass) -> Steps {
    let map = &data().map;
    let chart = || Chart { plain: [EMPTY; 6], road: [EMPTY; 6], river: [EMPTY; 6], dear: EMPTY };
    let mut charts: [[Chart; 2]; LANES] = std::array::from_fn(|_| [chart(), chart()]);
    let ground = |hex| map.terrain_cost(class, hex);
    let rates = Hex::all().map(ground).filter(|&c| c != FORBIDDEN);
    let (cheap, dear) = rates.fold((u8::MAX, 0), |(low, high), c| (low.min(c), high.max(c)));
    let (mut road, mut river) = (0, 0);
    for to in Hex::all().filter(|&h| ground(h) != FORBIDDEN) {
        let (lane, parity, word, bit) = place_of(to);
        let chart = &mut charts[lane][parity];
        if ground(to) == dear && dear > cheap {
            chart.dear[word] |= 1 << bit;
        }
        for d in Direction::ALL {
            let Some(from) = map.step(to, d.opposite()) else { continue };
            let cost = map.cost(class, from, d);
            if cost == FORBIDDEN {
                continue;
            }
            let side = map.side(from, d);
            let sets = if side.river() {
                river = cost - ground(to);
                &mut chart.river
            } else if side.road() {
                road = cost;
                &mut chart.road
            } else {
                &mut chart.plain
            };
            sets[d as usize][word] |= 1 << bit;
        }
    }
    let [cheap, dear, road, river] = [cheap, dear, road, river].map(usize::from);
    Steps { cheap, dear, road, river, charts }
}

#[inline(always)]
fn join(a: Lane, b: Lane, f: impl Fn(u32, u32) -> u32) -> Lane {
    std::array::from_fn(|n| f(a[n], b[n]))
}

#[inline(always)]
fn any(lane: Lane) -> bool {
    lane[0] | lane[1] | lane[2] | lane[3] != 0
}

/// Spread a wave from what is in `levels[0]`, up to `points`.
pub(super) fn spread(levels: &mut [Split; LEVELS], class: MoveClass, points: u8, sets: [&HexSet; 3]) {
    let [enter, halt, interdicted] = sets;
    let (mut open, halt) = (Split::of(enter), Split::of(halt));
    let slow = (!interdicted.is_empty()).then(|| Split::of(interdicted));
    let steps = &STEPS[class as usize];
    let top = (points as usize).min(LEVELS - 1);
    // Lanes that can hold anything yet, so that a wave near its start is narrow.
    let (mut low, mut high) = (LANES, 0);
    for n in (1..LANES - 1).filter(|&n| any(levels[0].0[n][0]) || any(levels[0].0[n][1])) {
        (low, high) = (low.min(n), high.max(n));
    }
    let mut wave = Split::EMPTY;
    for cost in 0..=top {
        // What is new at this cost; the first hex is where the units stand and is never tested.
        let mut moves = false;
        for n in low..=high {
            for parity in 0..2 {
                let mut new = levels[cost].0[n][parity];
                let mut goes_on = new;
                if cost > 0 {
                    new = join(new, open.0[n][parity], |a, o| a & o);
                    goes_on = join(new, halt.0[n][parity], |a, h| a & !h);
                    levels[cost].0[n][parity] = new;
                }
                open.0[n][parity] = join(open.0[n][parity], new, |o, a| o & !a);
                wave.0[n][parity] = goes_on;
                moves |= any(goes_on);
            }
        }
        if !moves || cost == top {
            continue;
        }
        (low, high) = ((low - 1).max(1), (high + 1).min(LANES - 2));
        for n in low..=high {
            for parity in 0..2 {
                let arriving = shift(&wave, parity, n);
                let all = arriving.iter().fold(EMPTY, |all, &lane| join(all, lane, |a, b| a | b));
                if !any(all) {
                    continue;
                }
                let chart = &steps.charts[n][parity];
                let by = |sets: &[Lane; 6]| {
                    let arrived = arriving.iter().zip(sets).map(|(&a, &s)| join(a, s, |a, s| a & s));
                    arrived.fold(EMPTY, |all, lane| join(all, lane, |a, b| a | b))
                };
                let mut land = |arrived: Lane, total: usize| {
                    let mut arrived = arrived;
                    if let Some(slow) = &slow {
                        let late = join(arrived, slow.0[n][parity], |a, s| a & s);
                        arrived = join(arrived, late, |a, l| a & !l);
                        if total + 2 <= top {
                            let level = &mut levels[total + 2].0[n][parity];
                            *level = join(*level, late, |a, l| a | l);
                        }
                    }
                    if total <= top {
                        let level = &mut levels[total].0[n][parity];
                        *level = join(*level, arrived, |a, l| a | l);
                    }
                };
                land(by(&chart.road), cost + steps.road);
                for (arrived, more) in [(by(&chart.plain), 0), (by(&chart.river), steps.river)] {
                    let dear = join(arrived, chart.dear, |a, d| a & d);
                    land(join(arrived, dear, |a, d| a & !d), cost + steps.cheap + more);
                    land(dear, cost + steps.dear + more);
                }
            }
        }
    }
}

/// What arrives in some columns of one parity from each direction. Columns 01, 03… sit high (parity 0), 02, 04… low.
#[inline(always)]
fn shift(set: &Split, parity: usize, n: usize) -> [Lane; 6] {
    let here = set.0[n][parity];
    let (north, south) = (here.map(|w| w >> 1), here.map(|w| w << 1));
    if parity == 0 {
        // From the low column to the west, going east, and from the low column to the east, going west.
        let [a, b, c, d] = set.0[n][1];
        let (west, east) = ([set.0[n - 1][1][3], a, b, c], [a, b, c, d]);
        [north, west, west.map(|w| w << 1), south, east.map(|w| w << 1), east]
    } else {
        // From the high column to the west, going east, and from the high column to the east, going west.
        let [a, b, c, d] = set.0[n][0];
        let (west, east) = ([a, b, c, d], [b, c, d, set.0[n + 1][0][0]]);
        [north, west.map(|w| w >> 1), west, south, east, east.map(|w| w >> 1)]
    }
}

const _: () = assert!(COLUMNS as usize <= 8 * (LANES - 2));
