//! Reach: cost and path to every hex a unit or a stack can get to [6.1, 6.3], and what stops it there.

use crate::action::Path;
use crate::data::data;
use crate::hex::{COLUMNS, Direction, HEX_SLOTS, Hex, HexSet};
use crate::illegal::{Illegal, Reason, illegal, refuse};
use crate::map::FORBIDDEN;
use crate::movement::Mp;
use crate::rail::RAIL_POINTS;
use crate::state::State;
use crate::unit::{MoveClass, Side, UnitId, UnitSet};

/// A queue by cost for searches whose steps cost less than 16: a ring of hex sets, no allocation.
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
#[derive(Clone)]
pub struct Reach {
    cost: [u8; HEX_SLOTS],
    /// Direction back to the hex before, 6 at the start.
    back: [u8; HEX_SLOTS],
    start: Hex,
}

const UNREACHED: u8 = u8::MAX;
const START: u8 = 6;

impl Reach {
    /// Nothing reached but the start.
    pub const fn new(start: Hex) -> Reach {
        let mut reach = Reach { cost: [UNREACHED; HEX_SLOTS], back: [START; HEX_SLOTS], start };
        reach.cost[start.index()] = 0;
        reach
    }

    /// Where it begins.
    pub const fn start(&self) -> Hex {
        self.start
    }

    /// Half-points (or rail points) to a hex.
    pub const fn cost(&self, hex: Hex) -> Option<u8> {
        match self.cost[hex.index()] {
            UNREACHED => None,
            cost => Some(cost),
        }
    }

    /// The hexes entered on the way, the start not included.
    pub fn path(&self, hex: Hex) -> Option<Path> {
        self.cost(hex)?;
        let mut hexes = Vec::new();
        let mut at = hex;
        while let Some(&direction) = Direction::ALL.get(self.back[at.index()] as usize) {
            hexes.push(at);
            at = at.neighbour(direction)?;
        }
        Path::collect(hexes.into_iter().rev())
    }

    /// The hex before a hex on the way.
    pub fn before(&self, hex: Hex) -> Option<Hex> {
        self.cost(hex)?;
        hex.neighbour(*Direction::ALL.get(self.back[hex.index()] as usize)?)
    }

    /// All hexes reached, the start not included, with their costs.
    pub fn hexes(&self) -> impl Iterator<Item = (Hex, u8)> + '_ {
        Hex::all().filter(|&h| h != self.start).filter_map(|h| self.cost(h).map(|c| (h, c)))
    }

    /// Search with step costs of a class, inside `enter`, not going on from `halt`: the bare field, as search and
    /// benchmarks use it. Interdicted hexes cost 1 MP more [6.7b].
    pub fn fill(
        &mut self,
        class: MoveClass,
        points: u8,
        enter: &HexSet,
        halt: &HexSet,
        interdicted: &HexSet,
    ) {
        let map = &data().map;
        let costs = map.costs(class);
        let mut buckets = Buckets::new();
        buckets.push(0, self.start);
        while let Some((cost, hex)) = buckets.pop() {
            if self.cost[hex.index()] != cost || (halt.contains(hex) && hex != self.start) {
                continue;
            }
            let row = &costs[hex.index()];
            for d in Direction::ALL {
                let step = row[d as usize];
                if step > points - cost {
                    continue; // FORBIDDEN included
                }
                let Some(to) = map.step(hex, d) else { continue };
                if !enter.contains(to) {
                    continue;
                }
                let total = cost + step + if interdicted.contains(to) { 2 } else { 0 };
                if total <= points && total < self.cost[to.index()] {
                    self.cost[to.index()] = total;
                    self.back[to.index()] = d.opposite() as u8;
                    buckets.push(total, to);
                }
            }
        }
    }
}

/// A reach of units on the map.
pub struct StackReach {
    /// The field: for a mixed stack the cost of its first unit.
    pub field: Reach,
    /// Hexes where the units must stop: enemy zones of control [6.22].
    pub stops: HexSet,
}

impl State {
    /// Where the units of one hex can walk together with what they have left [6.1].
    pub fn reach(&self, units: UnitSet) -> Result<StackReach, Illegal> {
        let first = units.first().ok_or(illegal("6.11", Reason::NoUnits))?;
        let start = self.check_may_act(first)?;
        for unit in units {
            if self.check_may_act(unit)? != start {
                return refuse("6.11", Reason::NotTogether);
            }
        }
        let side = first.side();
        let stops = *self.zones(side.enemy());
        let mut field = Reach::new(start);
        let bound = units.iter().any(|u| self.marks.stopped.contains(u) || self.marks.rode.contains(u));
        if bound || self.is_enemy_controlled(side, start) {
            return Ok(StackReach { field, stops });
        }
        let profile = |u: UnitId| (self.kind(u).class(), self.points_left(u).0);
        let special = units.meets(&self.marching) || self.standing.iter().any(|army| army.meets(&units));
        if special || units.iter().any(|u| profile(u) != profile(first)) {
            self.walk_field(units, &mut field);
        } else {
            let (class, points) = profile(first);
            field.fill(class, points, &self.enterable(units), &stops, &self.interdicted(side));
        }
        Ok(StackReach { field, stops })
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
        let mut enter = HexSet::ALL.without(self.occupied(side.enemy()));
        if side == Side::Soviet && self.turn <= 6 {
            enter = enter.without(&HexSet::column(1)).without(&HexSet::column(2)); // [6.4]
        }
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

    /// The slow way, for mixed stacks and for the first turn's armies: walk each step on a copy. Ordered by what all
    /// units have spent together; the stack goes on while each can pay.
    fn walk_field(&self, units: UnitSet, field: &mut Reach) {
        use std::cmp::Reverse;
        let mut states = vec![(*self, field.start)];
        let mut queue = std::collections::BinaryHeap::from([(Reverse(0u16), 0usize)]);
        let mut cheapest = vec![u16::MAX; HEX_SLOTS];
        cheapest[field.start.index()] = 0;
        let first = units.first().map_or(0, UnitId::index);
        while let Some((Reverse(total), n)) = queue.pop() {
            let (state, hex) = states[n];
            if cheapest[hex.index()] < total {
                continue;
            }
            for (d, to) in hex.neighbours() {
                let mut next = state;
                let step = crate::Action::Move { units, path: Path::one(to) };
                if next.apply(&step, &mut crate::chance::NoMore).is_err() {
                    continue;
                }
                let spent: u16 =
                    units.iter().map(|u| u16::from(next.spent[u.index()] - self.spent[u.index()])).sum();
                if spent < cheapest[to.index()] {
                    cheapest[to.index()] = spent;
                    field.cost[to.index()] = next.spent[first] - self.spent[first];
                    field.back[to.index()] = d.opposite() as u8;
                    queue.push((Reverse(spent), states.len()));
                    states.push((next, to));
                }
            }
        }
    }

    /// Where a unit can ride [6.3], in rail points.
    pub fn rail_reach(&self, unit: UnitId) -> Result<Reach, Illegal> {
        let start = self.check_rider(unit)?;
        let map = &data().map;
        let mut field = Reach::new(start);
        let points = self.rail_points_left(unit).min(RAIL_POINTS);
        let mut buckets = Buckets::new();
        buckets.push(0, start);
        while let Some((cost, hex)) = buckets.pop() {
            if field.cost[hex.index()] != cost {
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
                if total <= points && total < field.cost[to.index()] {
                    field.cost[to.index()] = total;
                    field.back[to.index()] = d.opposite() as u8;
                    buckets.push(total, to);
                }
            }
        }
        Ok(field)
    }

    /// Why a walk does not go from one hex of the field to the next: what the page says at the border.
    pub fn barrier(
        &self,
        units: UnitSet,
        reach: &StackReach,
        hex: Hex,
        direction: Direction,
    ) -> Option<Illegal> {
        let unit = units.first()?;
        let side = unit.side();
        let cost = reach.field.cost(hex)?;
        let to = data().map.step(hex, direction)?;
        if reach.field.cost(to).is_some() {
            return None;
        }
        if reach.stops.contains(hex) {
            return Some(illegal("6.22", Reason::Stopped { unit }));
        }
        if self.occupied(side.enemy()).contains(to) {
            return Some(illegal("6.21", Reason::EnemyInHex { hex: to }));
        }
        let Some(step) = self.step_cost(unit, hex, direction).filter(|&c| c != FORBIDDEN) else {
            return Some(illegal("6.7", Reason::Lake { from: hex, to }));
        };
        if self.is_closed(side, to) && !self.marching.contains(unit) {
            return Some(illegal("6.4", Reason::WesternHexrows { hex: to }));
        }
        let left = self.points_left(unit).0.saturating_sub(cost);
        if step > left {
            return Some(illegal("6.12", Reason::TooFar { unit, hex: to, cost: step, left }));
        }
        let leader = units.and(&UnitSet::LEADER).first();
        if let Some(e) = leader.and_then(|l| self.check_leader_enters(l, to).err()) {
            return Some(e);
        }
        Some(illegal("6.11", Reason::MarchUnfinished { unit }))
    }

    /// Half-points as a [`Mp`]; so that callers need not know the field's unit.
    pub fn reach_cost(&self, reach: &StackReach, hex: Hex) -> Option<Mp> {
        reach.field.cost(hex).map(Mp)
    }
}
