//! Supply and Lines of Communications [11.0, 10.3]. Movement points of a line [11.13] are those of the map: `map.rs`.
//!
//! Two ways to the same answer: floods over whole sets of hexes, backwards from the source, answer for all units at
//! once; `supply` traces one unit's line forward, step by step, as a player would, and returns it. A law keeps them
//! equal.

use crate::analysis::reach::Buckets;
use crate::data::data;
use crate::game::state::State;
use crate::hex::{COLUMNS, Direction, HEX_SLOTS, Hex, HexSet};
use crate::map::FORBIDDEN;
use crate::unit::{MoveClass, Side, UnitId, UnitSet};

/// [11.11] The end of the supply road.
pub const ROAD_HEAD: (u16, u16) = (1, 20);
/// [11.11] Most hexes between a unit and the live road.
pub const ROAD_REACH: u8 = 20;
/// [11.12] Most half-points to the west edge.
pub const DIRECT_REACH: u8 = 40;
/// [11.31] The divisor of the strength of a unit out of supply.
pub const UNSUPPLIED_DIVISOR: u8 = 2;

/// Is a unit in supply, and by which line?
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Supply {
    /// In supply?
    pub in_supply: bool,
    /// How, or why not.
    pub by: SupplyBy,
    /// The line traced, the unit's hex first. For Soviet combat units: to the Leader, then his line to the east
    /// edge; only to him if he is cut off from it.
    pub line: Vec<Hex>,
    /// The Leader used, for a Soviet combat unit; out of supply, the nearest working Leader, who is cut off himself.
    pub leader: Option<UnitId>,
    /// Has a Soviet combat unit a Line of Communications to a working Leader [10.35]?
    pub loc: bool,
}

/// The source of supply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum SupplyBy {
    /// Entered this Player-Turn [11.33].
    Entered,
    /// The live road [11.11].
    Road,
    /// Movement points to the west edge [11.12].
    Direct,
    /// A Leader in supply [11.21].
    Leader,
    /// The east edge, for a Leader [11.24].
    EastEdge,
    /// Nothing.
    None,
}

/// Supply of Soviet units by hex: where a Line of Communications exists, and where it leads to a supplied Leader.
#[derive(Clone, Copy)]
pub struct SovietLines {
    /// Hexes with a Line of Communications to a working Leader [10.35].
    pub loc: HexSet,
    /// Hexes with one to a Leader who is in supply [11.21].
    pub supplied: HexSet,
}

/// Germans move by the first classes of the chart [6.7].
const GERMAN_CLASSES: usize = MoveClass::SovietFoot as usize;

/// Where German supply lines reach, computed once for many units. It is valid while the hexes open to the lines
/// and the Soviet marker do not change.
#[derive(Clone, Debug)]
pub struct GermanLines {
    road: HexSet,
    /// By class, computed on first use.
    direct: [Option<HexSet>; GERMAN_CLASSES],
}

impl GermanLines {
    /// Is a unit of a class in supply in a hex, by the road [11.11] or directly [11.12]? `state` is the one they are of.
    pub fn supply(&mut self, state: &State, class: MoveClass, hex: Hex) -> bool {
        self.road.contains(hex)
            || self.direct[class as usize].get_or_insert_with(|| state.direct_supplied(class)).contains(hex)
    }
}

impl State {
    /// Hexes open to German supply lines: [11.0b] with the Soviet marker [13.44].
    fn german_open(&self) -> HexSet {
        let mut open = self.open_hexes(Side::German);
        if let Some(marker) = self.soviet_marker {
            open.remove(marker);
        }
        open
    }

    /// [11.11] The road hexes joined to 0120, all open; swamp does not interrupt a road [11.11, R62].
    pub fn live_road(&self) -> HexSet {
        let map = &data().map;
        let open = self.german_open();
        let mut reached = HexSet::EMPTY;
        if let Some(head) = Hex::new(ROAD_HEAD.0, ROAD_HEAD.1).filter(|&h| open.contains(h)) {
            reached.insert(head);
        }
        let mut front = reached;
        while !front.is_empty() {
            let mut next = HexSet::EMPTY;
            for d in Direction::ALL {
                next = next.or(&front.and(&map.road_or_join()[d as usize]).shifted(d));
            }
            front = next.and(&open).without(&reached);
            reached = reached.or(&front);
        }
        reached
    }

    /// Hexes from which a German line of at most 20 hexes reaches the live road [11.11].
    pub fn road_supplied(&self) -> HexSet {
        let map = &data().map;
        // A line may end in a swamp hex, but not go on from one.
        let through = self.german_open().without(map.swamp());
        let mut front = self.live_road();
        let mut reached = front;
        for _ in 0..ROAD_REACH {
            if front.is_empty() {
                break;
            }
            let next = map.spread(&front).without(&reached);
            reached = reached.or(&next);
            front = next.and(&through);
        }
        reached
    }

    /// Hexes from which a unit of the class reaches column 01 within 20 MP [11.12].
    pub fn direct_supplied(&self, class: MoveClass) -> HexSet {
        let map = &data().map;
        let costs = map.costs(class);
        let open = self.german_open();
        let mut buckets = Buckets::new();
        let mut best = [u8::MAX; HEX_SLOTS];
        let west = HexSet::column(1);
        for hex in west.iter() {
            best[hex.index()] = 0;
            buckets.push(0, hex);
        }
        let mut reached = HexSet::EMPTY;
        while let Some((cost, hex)) = buckets.pop() {
            if best[hex.index()] != cost {
                continue;
            }
            reached.insert(hex);
            // May a line enter this hex, and go on from it or end in it?
            if !open.contains(hex) || (map.swamp().contains(hex) && hex.column() != 1) {
                continue;
            }
            for d in Direction::ALL {
                let Some(before) = map.step(hex, d) else { continue };
                let step = costs[before.index()][d.opposite() as usize];
                if step != FORBIDDEN && cost + step <= DIRECT_REACH && cost + step < best[before.index()] {
                    best[before.index()] = cost + step;
                    buckets.push(cost + step, before);
                }
            }
        }
        reached
    }

    /// Lines of German units, for every hex at once [11.11, 11.12].
    pub fn german_lines(&self) -> GermanLines {
        GermanLines { road: self.road_supplied(), direct: [None; GERMAN_CLASSES] }
    }

    /// Lines of Soviet units, for every hex at once [10.31, 11.21].
    pub fn soviet_lines(&self) -> SovietLines {
        let map = &data().map;
        let open = self.open_hexes(Side::Soviet);
        let through = open.without(map.swamp());
        let from_east = data().map.flood(&HexSet::column(COLUMNS).and(&open), &through);
        let mut lines = SovietLines { loc: HexSet::EMPTY, supplied: HexSet::EMPTY };
        for leader in UnitSet::LEADER.without(&self.marks.disrupted) {
            let Some(home) = self.hex(leader) else { continue };
            let reached = self.within_command(leader, home, &through);
            lines.loc = lines.loc.or(&reached);
            if self.marks.entered.contains(leader) || self.east_edge(home, &from_east) {
                lines.supplied = lines.supplied.or(&reached);
            }
        }
        lines
    }

    /// The hexes from which a Line of Communications reaches a Leader [10.31]; none if he is not working.
    pub fn command_of(&self, leader: UnitId) -> HexSet {
        let through = self.open_hexes(Side::Soviet).without(data().map.swamp());
        match self.hex(leader).filter(|_| !self.marks.disrupted.contains(leader)) {
            Some(home) => self.within_command(leader, home, &through),
            None => HexSet::EMPTY,
        }
    }

    fn within_command(&self, leader: UnitId, home: Hex, through: &HexSet) -> HexSet {
        // A line is no longer than the rating, so no farther than that many columns away.
        let rating = usize::from(self.rating(leader));
        let column = usize::from(home.column()) - 1;
        let (first, last) = (column.saturating_sub(rating), (column + rating).min(COLUMNS as usize - 1));
        let mut front = HexSet::from_iter([home]);
        let mut reached = front;
        for _ in 0..rating {
            let next = data().map.spread_within(&front, first, last).without(&reached);
            reached = reached.or(&next);
            front = next.and(through);
        }
        reached
    }

    /// [11.24] Is a Leader in this hex joined to column 59, given the hexes from which lines come in?
    fn east_edge(&self, home: Hex, from_east: &HexSet) -> bool {
        home.column() == COLUMNS || data().map.spread(&HexSet::from_iter([home])).meets(from_east)
    }

    /// Those of the units that are out of supply now [11.0a].
    pub fn out_of_supply(&self, units: UnitSet) -> UnitSet {
        let mut out = UnitSet::EMPTY;
        let tested = units.without(&self.marks.entered); // [11.33]
        let soviet = tested.and(&UnitSet::SOVIET);
        if !soviet.is_empty() {
            let lines = self.soviet_lines();
            let mut from_east = None;
            for unit in soviet {
                let Some(hex) = self.hex(unit) else { continue };
                let supplied = if unit.is_leader() {
                    let from_east = from_east.get_or_insert_with(|| {
                        let open = self.open_hexes(Side::Soviet);
                        data()
                            .map
                            .flood(&HexSet::column(COLUMNS).and(&open), &open.without(data().map.swamp()))
                    });
                    self.east_edge(hex, from_east)
                } else {
                    lines.supplied.contains(hex)
                };
                if !supplied {
                    out.insert(unit);
                }
            }
        }
        let german = tested.and(&UnitSet::GERMAN);
        if !german.is_empty() {
            let mut lines = self.german_lines();
            for unit in german {
                if self.hex(unit).is_some_and(|hex| !lines.supply(self, self.kind(unit).class(), hex)) {
                    out.insert(unit);
                }
            }
        }
        out
    }

    /// Is the unit in supply now?
    pub fn is_supplied(&self, unit: UnitId) -> bool {
        self.out_of_supply(UnitSet::one(unit)).is_empty()
    }

    /// One unit's supply with its line, traced forward from the unit.
    pub fn supply(&self, unit: UnitId) -> Supply {
        let none =
            Supply { in_supply: false, by: SupplyBy::None, line: Vec::new(), leader: None, loc: false };
        let Some(hex) = self.hex(unit) else { return none };
        let entered = self.has_entered(unit);
        match unit.side() {
            Side::German => {
                let road = self.live_road();
                if entered {
                    return Supply { in_supply: true, by: SupplyBy::Entered, line: vec![hex], ..none };
                }
                if let Some(line) = self.trace(Side::German, hex, ROAD_REACH as usize, |h| road.contains(h)) {
                    return Supply { in_supply: true, by: SupplyBy::Road, line, ..none };
                }
                match self.trace_direct(unit, hex) {
                    Some(line) => Supply { in_supply: true, by: SupplyBy::Direct, line, ..none },
                    None => none,
                }
            }
            Side::Soviet if unit.is_leader() => self.leader_supply(unit, hex),
            Side::Soviet => {
                let mut answer = none;
                for leader in UnitSet::LEADER.without(&self.marks.disrupted) {
                    let Some(home) = self.hex(leader) else { continue };
                    let reach = self.rating(leader) as usize;
                    let Some(mut line) = self.trace(Side::Soviet, hex, reach, |h| h == home) else {
                        continue;
                    };
                    answer.loc = true;
                    if !answer.in_supply && (answer.leader.is_none() || line.len() < answer.line.len()) {
                        // In command, though not supplied [10.35]: whose, and by what line.
                        (answer.leader, answer.line) = (Some(leader), line.clone());
                    }
                    let his = self.leader_supply(leader, home);
                    if his.in_supply && !answer.in_supply {
                        line.extend(his.line.iter().skip(1));
                        answer = Supply {
                            in_supply: true,
                            by: SupplyBy::Leader,
                            line,
                            leader: Some(leader),
                            loc: true,
                        };
                    }
                }
                if entered {
                    answer.in_supply = true;
                    answer.by = SupplyBy::Entered;
                    answer.line = vec![hex];
                }
                answer
            }
        }
    }

    fn leader_supply(&self, leader: UnitId, home: Hex) -> Supply {
        let answer = |by, line: Vec<Hex>| Supply {
            in_supply: by != SupplyBy::None,
            by,
            line,
            leader: None,
            loc: !self.is_disrupted(leader),
        };
        if self.has_entered(leader) {
            return answer(SupplyBy::Entered, vec![home]);
        }
        match self.trace(Side::Soviet, home, usize::MAX, |h| h.column() == COLUMNS) {
            Some(line) => answer(SupplyBy::EastEdge, line),
            None => answer(SupplyBy::None, Vec::new()),
        }
    }

    /// Can a line of the side step from `from` in a direction [11.0b]?
    fn line_step(&self, side: Side, start: Hex, from: Hex, direction: Direction) -> Option<Hex> {
        let map = &data().map;
        let to = map.step(from, direction)?;
        let ok = !map.side(from, direction).lake()
            && self.is_open(side, to)
            && (side == Side::Soviet || self.soviet_marker != Some(to))
            && (from == start || !map.swamp().contains(from));
        ok.then_some(to)
    }

    /// The shortest line from `start` to a goal, of at most `limit` hexes.
    pub(crate) fn trace(
        &self,
        side: Side,
        start: Hex,
        limit: usize,
        goal: impl Fn(Hex) -> bool,
    ) -> Option<Vec<Hex>> {
        let mut from: Vec<Option<Hex>> = vec![None; HEX_SLOTS];
        let mut front = vec![start];
        let mut seen = HexSet::from_iter([start]);
        for length in 0.. {
            if let Some(&end) = front.iter().find(|&&h| goal(h)) {
                let mut line = vec![end];
                while let Some(before) = line.last().and_then(|h| from[h.index()]) {
                    line.push(before);
                }
                line.reverse();
                return Some(line);
            }
            if length >= limit || front.is_empty() {
                return None;
            }
            let mut next = Vec::new();
            for &hex in &front {
                for d in Direction::ALL {
                    if let Some(to) = self.line_step(side, start, hex, d).filter(|&to| !seen.contains(to)) {
                        seen.insert(to);
                        from[to.index()] = Some(hex);
                        next.push(to);
                    }
                }
            }
            front = next;
        }
        None
    }

    /// [11.12] The cheapest line to column 01, within 20 MP.
    fn trace_direct(&self, unit: UnitId, start: Hex) -> Option<Vec<Hex>> {
        let costs = data().map.costs(self.kind(unit).class());
        let mut best = vec![u8::MAX; HEX_SLOTS];
        let mut from: Vec<Option<Hex>> = vec![None; HEX_SLOTS];
        let mut buckets = Buckets::new();
        best[start.index()] = 0;
        buckets.push(0, start);
        while let Some((cost, hex)) = buckets.pop() {
            if best[hex.index()] != cost {
                continue;
            }
            if hex.column() == 1 {
                let mut line = vec![hex];
                while let Some(before) = line.last().and_then(|h| from[h.index()]) {
                    line.push(before);
                }
                line.reverse();
                return Some(line);
            }
            for d in Direction::ALL {
                let Some(to) = self.line_step(Side::German, start, hex, d) else { continue };
                let total = cost.saturating_add(costs[hex.index()][d as usize]);
                if total <= DIRECT_REACH && total < best[to.index()] {
                    best[to.index()] = total;
                    from[to.index()] = Some(hex);
                    buckets.push(total, to);
                }
            }
        }
        None
    }

    /// [11.0a] Units of a side that are out of supply now, and those without a Line of Communications [6.55].
    pub(crate) fn supply_snapshot(&self, side: Side) -> (UnitSet, UnitSet) {
        let units = self.on_map(side);
        let mut no_loc = UnitSet::EMPTY;
        if side == Side::Soviet {
            let lines = self.soviet_lines();
            let cut_off = |u: &UnitId| self.hex(*u).is_some_and(|hex| !lines.loc.contains(hex));
            no_loc = units.without(&UnitSet::LEADER).iter().filter(cut_off).collect();
        }
        (self.out_of_supply(units), no_loc)
    }

    /// [11.31, 11.32, R38] Unsupplied units of a stack: added up, halved, fraction dropped; a unit worth 1 stays 1.
    pub(crate) fn supplied_sum(values: impl Iterator<Item = (u32, bool)>) -> u32 {
        let (mut full, mut ones, mut rest) = (0, 0, 0);
        for (value, supplied) in values {
            match (supplied, value) {
                (true, _) => full += value,
                (false, 1) => ones += 1,
                (false, _) => rest += value,
            }
        }
        full + ones + rest / u32::from(UNSUPPLIED_DIVISOR)
    }
}
