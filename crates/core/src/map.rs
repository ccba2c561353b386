//! The map: terrain, hexsides, networks and what a step costs [0.5, 6.7].
//!
//! Everything is computed once. Single questions are array lookups; questions about many hexes (supply,
//! zones) use the sets of hexes by direction, on which a flood is a handful of shifts.

use crate::hex::{COLUMNS, Direction, HEX_SLOTS, Hex, HexSet};
use crate::unit::MoveClass;

mod costs;
#[cfg(feature = "json")]
mod load;
#[cfg(feature = "json")]
mod raw;

#[cfg(feature = "json")]
pub(crate) use raw::RawMap;

/// What covers a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Terrain {
    Clear,
    Forest,
    Swamp,
    Lake,
}

/// Size of a city. Only major ones double the defence [6.7].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[allow(missing_docs)]
pub enum CityKind {
    Major,
    Minor,
}

/// A city of one or two hexes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct City {
    pub name: String,
    pub kind: CityKind,
    pub hexes: Vec<Hex>,
}

/// What a hexside holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct SideFlags(u8);

impl SideFlags {
    const EXISTS: SideFlags = SideFlags(1);
    const RIVER: SideFlags = SideFlags(2);
    const LAKE: SideFlags = SideFlags(4);
    const ROAD: SideFlags = SideFlags(8);
    const RAIL: SideFlags = SideFlags(16);
    const JOIN: SideFlags = SideFlags(32);

    const fn has(self, flag: SideFlags) -> bool {
        self.0 & flag.0 != 0
    }

    /// Is there a hex of the map behind it?
    pub const fn exists(self) -> bool {
        self.has(SideFlags::EXISTS)
    }

    /// A river runs along it.
    pub const fn river(self) -> bool {
        self.has(SideFlags::RIVER)
    }

    /// Water over its whole length: nothing crosses [6.7].
    pub const fn lake(self) -> bool {
        self.has(SideFlags::LAKE)
    }

    /// A road link crosses it.
    pub const fn road(self) -> bool {
        self.has(SideFlags::ROAD)
    }

    /// A rail link crosses it.
    pub const fn rail(self) -> bool {
        self.has(SideFlags::RAIL)
    }

    /// A road ends on both banks here: one road for supply, none for movement [11.13].
    pub const fn join(self) -> bool {
        self.has(SideFlags::JOIN)
    }
}

/// Cost of a step that may not be taken.
pub const FORBIDDEN: u8 = 255;

type Costs = [[u8; 6]; HEX_SLOTS];

/// The map, ready for lookup.
#[derive(PartialEq)]
pub struct Map {
    terrain: Box<[Terrain; HEX_SLOTS]>,
    city_kind: Box<[Option<CityKind>; HEX_SLOTS]>,
    cities: Vec<City>,
    sides: Box<[[SideFlags; 6]; HEX_SLOTS]>,
    neighbours: Box<[[Option<Hex>; 6]; HEX_SLOTS]>,
    costs: [Box<Costs>; 6],
    terrain_costs: Box<[[u8; 6]; HEX_SLOTS]>,
    entry_costs: Box<[[u8; 6]; HEX_SLOTS]>,
    swamp: HexSet,
    forest: HexSet,
    lakes: HexSet,
    lake_partial: HexSet,
    doubling: HexSet,
    lake_sides: [HexSet; 6],
    road_or_join: [HexSet; 6],
    rail_sides: [HexSet; 6],
    road_hexes: HexSet,
    rail_hexes: HexSet,
    road_exits: HexSet,
    rail_exits: HexSet,
    river_names: Vec<(String, Vec<(Hex, Hex)>)>,
    air_limit: u16,
}

impl Map {
    /// What covers the hex; cities are clear.
    #[inline]
    pub fn terrain(&self, hex: Hex) -> Terrain {
        self.terrain[hex.index()]
    }

    /// Size of the city in the hex.
    #[inline]
    pub fn city_kind(&self, hex: Hex) -> Option<CityKind> {
        self.city_kind[hex.index()]
    }

    /// The city in the hex.
    pub fn city_at(&self, hex: Hex) -> Option<&City> {
        self.city_kind(hex)?;
        self.cities.iter().find(|city| city.hexes.contains(&hex))
    }

    /// All cities, in the order of the file.
    pub fn cities(&self) -> &[City] {
        &self.cities
    }

    /// What the hexside in a direction holds.
    #[inline]
    pub fn side(&self, hex: Hex, d: Direction) -> SideFlags {
        self.sides[hex.index()][d as usize]
    }

    /// The neighbour in a direction, lake or not.
    #[inline]
    pub fn step(&self, hex: Hex, d: Direction) -> Option<Hex> {
        self.neighbours[hex.index()][d as usize]
    }

    /// The neighbour in a direction, unless a lake hexside is between the two: units walk, attack, retreat and
    /// advance only into such a hex, and zones of control extend only there [6.7c, 8.16, 9.71, 9.83, R94].
    #[inline]
    pub fn contact(&self, hex: Hex, d: Direction) -> Option<Hex> {
        self.step(hex, d).filter(|_| !self.side(hex, d).lake())
    }

    /// All hexes in contact with a hex: see [`Map::contact`].
    #[inline]
    pub fn contacts(&self, hex: Hex) -> impl Iterator<Item = (Direction, Hex)> + '_ {
        Direction::ALL.into_iter().filter_map(move |d| self.contact(hex, d).map(|to| (d, to)))
    }

    /// Half-points to step from a hex in a direction [6.7], without interdiction; [`FORBIDDEN`] off the map,
    /// across a lake hexside and into a lake.
    #[inline]
    pub fn cost(&self, class: MoveClass, hex: Hex, d: Direction) -> u8 {
        self.costs[class as usize][hex.index()][d as usize]
    }

    /// All costs of a class, by [`Hex::index`] and direction.
    #[inline]
    pub fn costs(&self, class: MoveClass) -> &[[u8; 6]; HEX_SLOTS] {
        &self.costs[class as usize]
    }

    /// Half-points to enter the map here: the road rate where a road leaves the map [14.0, R71].
    pub fn entry_cost(&self, class: MoveClass, hex: Hex) -> u8 {
        self.entry_costs[hex.index()][class as usize]
    }

    /// Half-points for the terrain of the hex alone, off the road.
    pub fn terrain_cost(&self, class: MoveClass, hex: Hex) -> u8 {
        self.terrain_costs[hex.index()][class as usize]
    }

    /// By direction: the hexes whose side there is a lake hexside.
    #[inline]
    pub fn lake_sides(&self) -> &[HexSet; 6] {
        &self.lake_sides
    }

    /// All neighbours of the set's hexes that are not across a lake hexside. Hexes of the set are in it only if
    /// they neighbour one another.
    #[inline]
    pub fn spread(&self, set: &HexSet) -> HexSet {
        self.spread_within(set, 0, COLUMNS as usize - 1)
    }

    /// Like [`Map::spread`], for the columns (counted from 0) that can contain results.
    #[inline]
    pub(crate) fn spread_within(&self, set: &HexSet, first: usize, last: usize) -> HexSet {
        let mut out = HexSet::EMPTY;
        for column in first..=last {
            out.words_mut()[column] = self.neighbours_in(set, column);
        }
        out
    }

    /// The hexes of a column (counted from 0) that neighbour the set, not across a lake hexside.
    #[inline]
    fn neighbours_in(&self, set: &HexSet, column: usize) -> u32 {
        let from = |d: Direction, c: usize| set.words()[c] & !self.lake_sides[d as usize].words()[c];
        // Columns of even number here sit high: see `HexSet::shifted`.
        let sideways =
            |up: u32, down: u32, c: usize| if c.is_multiple_of(2) { up >> 1 | down } else { up | down << 1 };
        let mut found = from(Direction::N, column) >> 1 | from(Direction::S, column) << 1;
        if column > 0 {
            found |= sideways(from(Direction::NE, column - 1), from(Direction::SE, column - 1), column - 1);
        }
        if column + 1 < COLUMNS as usize {
            found |= sideways(from(Direction::NW, column + 1), from(Direction::SW, column + 1), column + 1);
        }
        found & HexSet::ALL.words()[column]
    }

    /// Everything joined to the seed through passable hexes, the seed included, not across lake hexsides.
    pub fn flood(&self, seed: &HexSet, passable: &HexSet) -> HexSet {
        let mut reached = *seed;
        let last = COLUMNS as usize - 1;
        loop {
            // Sweep over the columns forward and backward; a winding path needs another sweep.
            let mut grown = false;
            for column in (0..=last).rev().chain(0..=last) {
                let before = reached.words()[column];
                loop {
                    let now = reached.words()[column];
                    let next = now | (self.neighbours_in(&reached, column) & passable.words()[column]);
                    if next == now {
                        break;
                    }
                    reached.words_mut()[column] = next;
                }
                grown |= reached.words()[column] != before;
            }
            if !grown {
                return reached;
            }
        }
    }

    /// Swamp hexes.
    pub fn swamp(&self) -> &HexSet {
        &self.swamp
    }

    /// Forest hexes.
    pub fn forest(&self) -> &HexSet {
        &self.forest
    }

    /// Lake hexes, which cannot be entered [6.7c].
    pub fn lakes(&self) -> &HexSet {
        &self.lakes
    }

    /// Hexes at either end of a road link.
    pub fn road_hexes(&self) -> &HexSet {
        &self.road_hexes
    }

    /// Hexes at either end of a rail link.
    pub fn rail_hexes(&self) -> &HexSet {
        &self.rail_hexes
    }

    /// By direction: the hexes with a road link or a road-river join there, the German supply net [11.13].
    #[inline]
    pub fn road_or_join(&self) -> &[HexSet; 6] {
        &self.road_or_join
    }

    /// By direction: the hexes with a rail link there.
    #[inline]
    pub fn rail_sides(&self) -> &[HexSet; 6] {
        &self.rail_sides
    }

    /// Forest or major city: defence doubled [6.7].
    #[inline]
    pub fn doubles_defence(&self, hex: Hex) -> bool {
        self.doubling.contains(hex)
    }

    /// The printed river names, each with the hexsides it stands beside (for drawing).
    pub fn river_names(&self) -> &[(String, Vec<(Hex, Hex)>)] {
        &self.river_names
    }

    /// Hexes with some lake in them (for drawing).
    pub fn lake_partial(&self) -> &HexSet {
        &self.lake_partial
    }

    /// The easternmost column for air interdiction before Smolensk falls [13.2].
    pub fn air_limit(&self) -> u16 {
        self.air_limit
    }

    /// Does a road leave the map here?
    pub fn road_exit(&self, hex: Hex) -> bool {
        self.road_exits.contains(hex)
    }

    /// Does a railway leave the map here?
    pub fn rail_exit(&self, hex: Hex) -> bool {
        self.rail_exits.contains(hex)
    }
}
