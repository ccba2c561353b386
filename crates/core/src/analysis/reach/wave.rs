//! Reach as a bit-parallel flood: all hexes at one cost advance together, as a wave.
//!
//! A set of hexes is one word per column (`HexSet`), so a step of a whole set in one direction is a shift. For
//! each cost in turn the hexes newly reached are shifted in the six directions, and the arrivals are sorted by
//! the cost of the step into the sets of higher costs. Even and odd columns lie half a hex apart and shift
//! differently. They are stored separately, so that every operation below is the same on neighbouring words,
//! which compilers turn into vector instructions.

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
    /// Hexes whose ground costs the higher rate.
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

/// The chart [6.7] has two rates for ground for each class, one for roads and one for rivers.
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
    // Every step costs something, so that a wave never comes back to its own cost.
    let [cheap, dear, road, river] = [cheap.max(1), dear.max(1), road.max(1), river].map(usize::from);
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

/// The ground as units of one side see it: where they may go, must stop, and pay for a marker. It can be reused
/// for any number of units.
#[derive(Clone, Copy)]
pub struct Ground {
    enter: Split,
    halt: Split,
    slow: Split,
    any_slow: bool,
}

impl Ground {
    /// Hexes that may be entered, hexes that stop a walk, and hexes that cost 1 MP more [6.7b].
    pub fn new(enter: &HexSet, halt: &HexSet, interdicted: &HexSet) -> Ground {
        Ground {
            enter: Split::of(enter),
            halt: Split::of(halt),
            slow: Split::of(interdicted),
            any_slow: !interdicted.is_empty(),
        }
    }

    pub(super) fn halts(&self, hex: Hex) -> bool {
        self.halt.contains(hex)
    }

    pub(super) fn slows(&self, hex: Hex) -> bool {
        self.slow.contains(hex)
    }
}

/// Spread a wave from the hexes in `levels[0]`, up to `points`.
pub(super) fn spread(levels: &mut [Split; LEVELS], class: MoveClass, points: u8, ground: &Ground) {
    let steps = &STEPS[class as usize];
    let wave = Wave { open: ground.enter, ground, steps, top: (points as usize).min(LEVELS - 1) };
    // Most waves meet no marker, so the test for one stays out of their loop.
    if ground.any_slow { wave.run::<true>(levels) } else { wave.run::<false>(levels) }
}

struct Wave<'a> {
    /// Hexes that may be entered and have not been reached.
    open: Split,
    ground: &'a Ground,
    steps: &'a Steps,
    top: usize,
}

impl Wave<'_> {
    fn run<const SLOW: bool>(mut self, levels: &mut [Split; LEVELS]) {
        // Lanes that hold anything yet: near its start a wave is narrow.
        let holds = |level: &Split, n: usize| any(level.0[n][0]) || any(level.0[n][1]);
        let lanes = (1..LANES - 1).filter(|&n| holds(&levels[0], n));
        let (mut low, mut high) = lanes.fold((LANES, 0), |(low, high), n| (low.min(n), high.max(n)));
        let mut front = Split::EMPTY;
        for cost in 0..=self.top {
            let (so_far, later) = levels.split_at_mut(cost + 1);
            if !self.settle(&mut so_far[cost], &mut front, cost == 0, low..=high) {
                continue;
            }
            let later = &mut later[..self.top - cost];
            let (first, last) = ((low - 1).max(1), (high + 1).min(LANES - 2));
            for n in first..=last {
                let arrived =
                    self.arrive::<SLOW>(later, &front, 0, n) | self.arrive::<SLOW>(later, &front, 1, n);
                if arrived {
                    (low, high) = (low.min(n), high.max(n));
                }
            }
        }
    }

    /// The hexes that are new at this cost, and those of them from which the walk continues. The units' own hex
    /// is never tested.
    #[inline(always)]
    fn settle(
        &mut self,
        level: &mut Split,
        front: &mut Split,
        first: bool,
        lanes: std::ops::RangeInclusive<usize>,
    ) -> bool {
        let mut moving = EMPTY;
        for n in lanes {
            for parity in 0..2 {
                let mut new = level.0[n][parity];
                let mut goes_on = new;
                if !first {
                    new = join(new, self.open.0[n][parity], |a, o| a & o);
                    goes_on = join(new, self.ground.halt.0[n][parity], |a, h| a & !h);
                    level.0[n][parity] = new;
                }
                self.open.0[n][parity] = join(self.open.0[n][parity], new, |o, a| o & !a);
                front.0[n][parity] = goes_on;
                moving = join(moving, goes_on, |m, g| m | g);
            }
        }
        any(moving)
    }

    /// Sort the arrivals in a lane into the sets of higher costs; `later[0]` is one half-point higher.
    #[inline(always)]
    fn arrive<const SLOW: bool>(&self, later: &mut [Split], front: &Split, parity: usize, n: usize) -> bool {
        let arriving = shift(front, parity, n);
        let all = arriving.iter().fold(EMPTY, |all, &lane| join(all, lane, |a, b| a | b));
        if !any(all) {
            return false;
        }
        let (steps, slow) = (self.steps, self.ground.slow.0[n][parity]);
        let chart = &steps.charts[n][parity];
        let by = |sets: &[Lane; 6]| {
            let mut arrived = EMPTY;
            for d in 0..6 {
                arrived = join(arrived, join(arriving[d], sets[d], |a, s| a & s), |all, a| all | a);
            }
            arrived
        };
        let mut land = |mut arrived: Lane, cost: usize| {
            if SLOW {
                let late = join(arrived, slow, |a, s| a & s);
                arrived = join(arrived, slow, |a, s| a & !s);
                if let Some(level) = later.get_mut(cost + 1) {
                    level.0[n][parity] = join(level.0[n][parity], late, |l, a| l | a);
                }
            }
            if let Some(level) = later.get_mut(cost - 1) {
                level.0[n][parity] = join(level.0[n][parity], arrived, |l, a| l | a);
            }
        };
        land(by(&chart.road), steps.road);
        for (arrived, more) in [(by(&chart.plain), 0), (by(&chart.river), steps.river)] {
            land(join(arrived, chart.dear, |a, d| a & !d), steps.cheap + more);
            land(join(arrived, chart.dear, |a, d| a & d), steps.dear + more);
        }
        true
    }
}

/// The arrivals in some columns of one parity from each direction. Columns 01, 03… sit high (parity 0), 02, 04…
/// low.
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
