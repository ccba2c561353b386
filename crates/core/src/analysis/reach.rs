//! Reach: cost and path to every hex that a unit or stack can reach [6.1, 6.3], and whether it must stop there.
//!
//! # Example
//!
//! ```
//! # #[cfg(all(feature = "formats", feature = "json"))]
//! # {
//! use pgg_core::{Direction, Hex, Mp, Reason, State};
//!
//! let state = State::from_text(
//!     r#"{"turn": 7, "phase": "german_movement", "units": {"2213": ["pz7"], "2316": ["rifle"], "2515": ["konev"]}}"#,
//! )?;
//! let from: Hex = "2213".parse()?;
//! let division = state.units_in(from); // the three regiments of pz7
//! let reach = state.reach(division)?;
//! for (hex, cost) in reach.field.hexes() {
//!     println!("{hex}: {} points by {:?}", Mp(cost), reach.field.path(hex));
//! }
//! // In an enemy zone of control the units must stop, and the referee says why they cannot go on.
//! let beside: Hex = "2315".parse()?;
//! assert!(reach.stops.contains(beside));
//! let there = state.after_walk(division, &reach, beside).expect("it is in reach");
//! let refusal = there.barrier(division, &there.reach(division)?, beside, Direction::S).expect("no way on");
//! assert!(matches!(refusal.reason, Reason::Stopped { .. }));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod wave;

use crate::data::data;
use crate::game::action::Path;
use crate::game::chance::AnyDie;
use crate::game::illegal::{Illegal, Reason, illegal, refuse};
use crate::game::play::Play;
use crate::game::state::{Phase, State};
use crate::hex::{COLUMNS, Direction, HEX_SLOTS, Hex, HexSet};
use crate::rules::movement::rail::RAIL_POINTS;
use crate::unit::{MoveClass, Side, UnitId, UnitSet};
pub use wave::Ground;
use wave::{LEVELS, Split};

/// A bucket queue for searches whose steps cost less than 16: a ring of hex sets, no allocation.
pub(crate) struct Buckets {
    ring: [HexSet; 16],
    cost: u8,
    column: usize,
    waiting: u32,
}

impl Buckets {
    pub(crate) const fn new() -> Buckets {
        Buckets { ring: [HexSet::EMPTY; 16], cost: 0, column: 0, waiting: 0 }
    }

    /// Add a hex at a cost not below the one being taken out and less than 16 above it.
    #[inline]
    pub(crate) fn push(&mut self, cost: u8, hex: Hex) {
        debug_assert!(cost >= self.cost && cost - self.cost < 16);
        let level = &mut self.ring[cost as usize % 16];
        if !level.contains(hex) {
            level.insert(hex);
            self.waiting += 1;
        }
    }

    /// The cheapest hex; one pushed again at a lower cost comes out twice.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(u8, Hex)> {
        while self.waiting > 0 {
            let words = self.ring[self.cost as usize % 16].words_mut();
            while self.column < COLUMNS as usize {
                let word = words[self.column];
                if word != 0 {
                    words[self.column] = word & (word - 1);
                    self.waiting -= 1;
                    let index = self.column * 32 + word.trailing_zeros() as usize;
                    return Hex::from_index(index).map(|hex| (self.cost, hex));
                }
                self.column += 1;
            }
            self.column = 0;
            self.cost += 1;
        }
        None
    }
}

/// Costs and ways from one hex.
///
/// # Example
///
/// ```
/// use pgg_core::{Hex, State};
/// # #[cfg(all(feature = "formats", feature = "json"))]
/// # {
/// let state = State::from_text(r#"{"turn": 7, "phase": "german_movement", "units": {"1117": ["inf6"]}}"#)?;
/// let (from, next): (Hex, Hex) = ("1117".parse()?, "1118".parse()?);
/// let reach = state.reach(state.units_in(from))?.field;
/// let half_points = reach.cost(next).expect("a hex beside it");
/// println!("{half_points} half-points by {:?}", reach.path(next));
/// assert_eq!(reach.before(next), Some(from));
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Reach {
    start: Hex,
    field: Field,
}

#[derive(Clone)]
#[allow(clippy::large_enum_variant)] // a walk is the common case and must not allocate
enum Field {
    /// A walk: a set of hexes for every cost. The predecessor of a hex is a neighbour from which the step costs
    /// the difference.
    Walk { levels: [Split; LEVELS], class: MoveClass, ground: Ground },
    /// Cost of each hex and the direction back.
    Kept(Vec<(u8, u8)>),
}

const UNREACHED: (u8, u8) = (u8::MAX, u8::MAX);

impl Reach {
    /// How far a unit of a class can walk: the bare field, as search uses it.
    pub fn walk(start: Hex, class: MoveClass, points: u8, ground: &Ground) -> Reach {
        let field = Field::Walk { levels: [Split::EMPTY; LEVELS], class, ground: *ground };
        let mut reach = Reach { start, field };
        reach.walk_again(start, class, points, ground);
        reach
    }

    /// Like [`Reach::walk`], but reuses the memory of this field: no allocation, no copy.
    pub fn walk_again(&mut self, start: Hex, class: MoveClass, points: u8, ground: &Ground) {
        self.start = start;
        match &mut self.field {
            Field::Walk { levels, class: of, ground: over } => {
                (*of, *over) = (class, *ground);
                levels.fill(Split::EMPTY);
                levels[0].insert(start);
                wave::spread(levels, class, points, ground);
            }
            Field::Kept(_) => *self = Reach::walk(start, class, points, ground),
        }
    }

    /// A field that stores each path; only the start is reached.
    fn kept(start: Hex) -> Reach {
        let mut kept = vec![UNREACHED; HEX_SLOTS];
        kept[start.index()] = (0, u8::MAX);
        Reach { start, field: Field::Kept(kept) }
    }

    /// Reach a hex (more cheaply), coming from the direction `back`.
    fn keep(&mut self, hex: Hex, cost: u8, back: Direction) {
        if let Field::Kept(kept) = &mut self.field {
            kept[hex.index()] = (cost, back as u8);
        }
    }

    /// Where it begins.
    pub const fn start(&self) -> Hex {
        self.start
    }

    /// Half-points (or rail points) to a hex.
    #[inline]
    pub fn cost(&self, hex: Hex) -> Option<u8> {
        match &self.field {
            Field::Walk { levels, .. } => {
                levels.iter().position(|level| level.contains(hex)).map(|cost| cost as u8)
            }
            Field::Kept(kept) => Some(kept[hex.index()].0).filter(|&cost| cost != UNREACHED.0),
        }
    }

    /// The predecessor of a hex on its path; none for the start.
    pub fn before(&self, hex: Hex) -> Option<Hex> {
        let cost = self.cost(hex).filter(|_| hex != self.start)?;
        match &self.field {
            Field::Kept(kept) => hex.neighbour(*Direction::ALL.get(kept[hex.index()].1 as usize)?),
            Field::Walk { levels, class, ground } => hex.neighbours().find_map(|(d, from)| {
                let more = if ground.slows(hex) { 2 } else { 0 };
                let step = data().map.cost(*class, from, d.opposite()).saturating_add(more);
                let goes_on = from == self.start || !ground.halts(from);
                let level = cost.checked_sub(step).and_then(|before| levels.get(before as usize))?;
                (goes_on && level.contains(from)).then_some(from)
            }),
        }
    }

    /// The hexes entered on the path, without the start.
    pub fn path(&self, hex: Hex) -> Option<Path> {
        self.cost(hex)?;
        let way: Vec<Hex> = std::iter::successors(Some(hex), |&at| self.before(at)).collect();
        Path::collect(way.into_iter().rev().skip(1))
    }

    /// All hexes reached, without the start, with their costs; cheapest first.
    pub fn hexes(&self) -> impl Iterator<Item = (Hex, u8)> + '_ {
        let mut all: Vec<(Hex, u8)> = match &self.field {
            Field::Walk { levels, .. } => {
                let of_level = |(cost, level): (usize, &Split)| {
                    level.to_set().iter().map(|hex| (hex, cost as u8)).collect::<Vec<_>>()
                };
                levels.iter().enumerate().flat_map(of_level).collect()
            }
            Field::Kept(_) => Hex::all().filter_map(|hex| self.cost(hex).map(|cost| (hex, cost))).collect(),
        };
        all.sort_by_key(|&(_, cost)| cost);
        all.into_iter().filter(|&(hex, _)| hex != self.start)
    }
}

/// A reach of units on the map.
#[non_exhaustive]
pub struct StackReach {
    /// The field: for a mixed stack the cost of its first unit.
    pub field: Reach,
    /// Hexes where the units must stop: enemy zones of control [6.22].
    pub stops: HexSet,
}

impl State {
    /// Where the units of one hex can walk together with the points they have left [6.1]. Costs are in
    /// half-points ([`Mp`](crate::Mp) shows them as points). It is a question for a Movement Phase of these units; at
    /// any other time ask [`State::range`].
    pub fn reach(&self, units: UnitSet) -> Result<StackReach, Illegal> {
        let first = units.first().ok_or(illegal("6.11", Reason::NoUnits))?;
        let start = self.check_may_act(first)?;
        for unit in units {
            if self.check_may_act(unit)? != start {
                return refuse("6.11", Reason::NotTogether);
            }
        }
        let others = units.iter().any(|u| !self.in_group(u));
        if others {
            self.check_leave_group()?; // [5.23d]
        }
        let side = first.side();
        let stops = *self.zones(side.enemy());
        let stays = || StackReach { field: Reach::kept(start), stops };
        let bound = units.iter().any(|u| self.marks.stopped.contains(u) || self.marks.rode.contains(u));
        if bound || self.is_enemy_controlled(side, start) {
            return Ok(stays());
        }
        let profile = |u: UnitId| (self.kind(u).class(), self.points_left(u).0);
        // Units that have begun to move are finished by the first step of one that is not of their group [6.11].
        let begun = others && units.meets(&self.group.units);
        let armies = units.meets(&self.marching) || self.standing.iter().any(|army| army.meets(&units));
        if begun || armies || units.iter().any(|u| profile(u) != profile(first)) {
            return Ok(StackReach { field: self.walk_field(units, start), stops });
        }
        let (class, points) = profile(first);
        let field = Reach::walk(
            start,
            class,
            points,
            &Ground::new(&self.enterable(units), &stops, &self.interdicted(side)),
        );
        Ok(StackReach { field, stops })
    }

    /// How far units of one hex, of either side, could walk at the start of their next Movement Phase if
    /// neither side acted until then.
    pub fn range(&self, units: UnitSet) -> Result<StackReach, Illegal> {
        self.at_next_movement(units)?.reach(units)
    }

    /// The start of the next Movement Phase of these units if neither side acted until then: for questions
    /// about them, not for playing on. The sequence of play itself leads there [4.2], so that the turn,
    /// markers, Disruption, free supply and the supply snapshot are what they will be; dice, which only bring
    /// reinforcements, have arbitrary values.
    pub fn at_next_movement(&self, units: UnitSet) -> Result<State, Illegal> {
        let first = units.first().ok_or(illegal("6.11", Reason::NoUnits))?;
        let mechanized = units.iter().all(|u| self.kind(u).is_mechanized());
        let mut then = *self;
        then.combat = None;
        let mut play = Play { s: &mut then, chance: &mut AnyDie, events: &mut Vec::new() };
        // A Game-Turn has about ten phases.
        for _ in 0..2 * Phase::ALL.len() {
            if play.next_phase().is_err() {
                break;
            }
            let phase = play.s.phase;
            let moves = match phase {
                Phase::SovietMovement => first.side() == Side::Soviet,
                Phase::GermanMovement => first.side() == Side::German,
                Phase::MechanizedMovement => first.side() == Side::German && mechanized,
                _ => false,
            };
            if moves {
                return Ok(then);
            }
        }
        refuse("15.0", Reason::NoMoreMovement)
    }

    /// Hexes with a marker that adds to the cost of the side's units.
    fn interdicted(&self, side: Side) -> HexSet {
        match side {
            Side::Soviet => self.air_markers().collect(),
            Side::German => self.soviet_marker.into_iter().collect(),
        }
    }

    /// Hexes that the units may enter by movement at all.
    fn enterable(&self, units: UnitSet) -> HexSet {
        let Some(side) = units.first().map(UnitId::side) else { return HexSet::EMPTY };
        let mut enter = HexSet::ALL.without(self.occupied(side.enemy())).without(&self.closed_hexes(side));
        let escorted = units.iter().any(|u| self.is_attack_capable(u));
        if !escorted && units.meets(&UnitSet::LEADER) {
            // [10.23] A Leader alone: into enemy zones only to join an attack-capable unit.
            for hex in self.zones(side.enemy()).iter() {
                if enter.contains(hex) && !self.side_in(side, hex).iter().any(|u| self.is_attack_capable(u)) {
                    enter.remove(hex);
                }
            }
        }
        enter
    }

    /// The slow way, for mixed stacks and for the first turn's armies: walk each step on a copy. Ordered by
    /// what all units have spent together; the stack walks on while each unit can pay.
    fn walk_field(&self, units: UnitSet, start: Hex) -> Reach {
        use std::cmp::Reverse;
        let mut field = Reach::kept(start);
        let mut states = vec![(*self, start)];
        let mut queue = std::collections::BinaryHeap::from([(Reverse(0u16), 0usize)]);
        let mut cheapest = vec![u16::MAX; HEX_SLOTS];
        cheapest[start.index()] = 0;
        let first = units.first().map_or(0, UnitId::index);
        while let Some((Reverse(total), n)) = queue.pop() {
            let (state, hex) = states[n];
            if cheapest[hex.index()] < total {
                continue;
            }
            for (d, to) in hex.neighbours() {
                let mut next = state;
                let step = crate::Action::Move { units, path: Path::one(to) };
                if next.apply(&step, &mut crate::game::chance::NoMore).is_err() {
                    continue;
                }
                let spent: u16 =
                    units.iter().map(|u| u16::from(next.spent[u.index()] - self.spent[u.index()])).sum();
                if spent < cheapest[to.index()] {
                    cheapest[to.index()] = spent;
                    field.keep(to, next.spent[first] - self.spent[first], d.opposite());
                    queue.push((Reverse(spent), states.len()));
                    states.push((next, to));
                }
            }
        }
        field
    }

    /// Where a unit can ride [6.3], in rail points.
    pub fn rail_reach(&self, unit: UnitId) -> Result<Reach, Illegal> {
        let start = self.check_rider(unit)?;
        if !self.in_group(unit) {
            self.check_leave_group()?; // [5.23d]
        }
        let map = &data().map;
        let mut field = Reach::kept(start);
        let points = self.rail_points_left(unit).min(RAIL_POINTS);
        let mut cheapest = [u8::MAX; HEX_SLOTS];
        cheapest[start.index()] = 0;
        let mut buckets = Buckets::new();
        buckets.push(0, start);
        while let Some((cost, hex)) = buckets.pop() {
            if cheapest[hex.index()] != cost {
                continue;
            }
            for d in Direction::ALL {
                if !map.side(hex, d).rail() {
                    continue;
                }
                let Some(to) = map.step(hex, d).filter(|&to| self.check_rail_hex(to).is_ok()) else {
                    continue;
                };
                let total = cost + self.rail_cost(to);
                if total <= points && total < cheapest[to.index()] {
                    cheapest[to.index()] = total;
                    field.keep(to, total, d.opposite());
                    buckets.push(total, to);
                }
            }
        }
        Ok(field)
    }

    /// A copy of the state after the units walked to a hex of the field, to ask the referee what they could do
    /// there.
    pub fn after_walk(&self, units: UnitSet, reach: &StackReach, hex: Hex) -> Option<State> {
        let mut there = *self;
        if let Some(path) = reach.field.path(hex).filter(|p| !p.is_empty()) {
            there.apply(&crate::Action::Move { units, path }, &mut crate::game::chance::NoMore).ok()?;
        }
        Some(there)
    }

    /// Why a walk cannot continue from a hex of the field in a direction: a page shows this at the border.
    /// Asked of the state [`after_walk`](State::after_walk) to that hex, so the answer is the referee's own.
    pub fn barrier(
        &self,
        units: UnitSet,
        reach: &StackReach,
        hex: Hex,
        direction: Direction,
    ) -> Option<Illegal> {
        let to = data().map.step(hex, direction)?;
        if reach.field.cost(to).is_some() {
            return None;
        }
        self.check_move(units, &Path::one(to)).err()
    }
}
