//! The map: terrain, hexsides, networks and what a step costs [0.5, 6.7].
//!
//! Everything is worked out once. Single questions are array lookups; questions about many hexes (supply,
//! zones) use the sets of hexes by direction, on which a flood is a handful of shifts.

use serde::{Deserialize, Serialize};

use crate::data::{EDGES, Entries, Link, Report, on_edge};
use crate::hex::{COLUMNS, Direction, HEX_SLOTS, Hex, HexSet, ROWS};
use crate::tables::{Charges, Ground};
use crate::unit::MoveClass;

/// What covers a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Terrain {
    Clear,
    Forest,
    Swamp,
    Lake,
}

/// Size of a city. Only major ones double the defence [6.7].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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

    /// As [`Map::spread`], for the columns (counted from 0) that can hold an answer.
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
            |up: u32, down: u32, c: usize| if c % 2 == 0 { up >> 1 | down } else { up | down << 1 };
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
            // Sweep over the columns there and back; a winding way takes another sweep.
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

#[derive(Deserialize)]
pub(crate) struct RawMap {
    grid: RawGrid,
    terrain: RawTerrain,
    lake_partial: Vec<String>,
    offmap_or_partial: Vec<String>,
    cities: Vec<RawCity>,
    pub(crate) vp_hexes: Entries<u8>,
    rivers: Vec<String>,
    lake_hexsides: Vec<String>,
    road: Vec<String>,
    road_river_joins: Vec<String>,
    rail: Vec<String>,
    road_exits: Entries<String>,
    rail_exits: Entries<String>,
    pub(crate) entry_areas: Entries<Vec<String>>,
    air_interdiction_limit: RawLimit,
    river_names: Entries<Vec<String>>,
}

#[derive(Deserialize)]
struct RawGrid {
    columns: i64,
    rows_odd: i64,
    rows_even: i64,
    neighbours_odd_column: Entries<(i32, i32)>,
    neighbours_even_column: Entries<(i32, i32)>,
}

#[derive(Deserialize)]
struct RawTerrain {
    forest: Vec<String>,
    swamp: Vec<String>,
    lake: Vec<String>,
}

#[derive(Deserialize)]
struct RawCity {
    name: String,
    kind: String,
    hex: String,
    hexes: Vec<String>,
}

#[derive(Deserialize)]
struct RawLimit {
    last_column: u16,
}

impl Map {
    pub(crate) fn build(raw: &RawMap, charges: &Charges, report: &mut Report<'_>) -> Map {
        raw.grid.check(report);
        report.check(
            raw.offmap_or_partial.is_empty(),
            "offmap_or_partial",
            "every hex of the grid is a whole hex of the map",
        );
        let mut map = Map {
            terrain: Box::new([Terrain::Clear; HEX_SLOTS]),
            city_kind: Box::new([None; HEX_SLOTS]),
            cities: Vec::new(),
            sides: Box::new([[SideFlags::default(); 6]; HEX_SLOTS]),
            neighbours: Box::new([[None; 6]; HEX_SLOTS]),
            costs: std::array::from_fn(|_| Box::new([[FORBIDDEN; 6]; HEX_SLOTS])),
            terrain_costs: Box::new([[FORBIDDEN; 6]; HEX_SLOTS]),
            entry_costs: Box::new([[FORBIDDEN; 6]; HEX_SLOTS]),
            swamp: HexSet::EMPTY,
            forest: HexSet::EMPTY,
            lakes: HexSet::EMPTY,
            lake_partial: HexSet::EMPTY,
            doubling: HexSet::EMPTY,
            lake_sides: [HexSet::EMPTY; 6],
            road_or_join: [HexSet::EMPTY; 6],
            rail_sides: [HexSet::EMPTY; 6],
            road_hexes: HexSet::EMPTY,
            rail_hexes: HexSet::EMPTY,
            road_exits: HexSet::EMPTY,
            rail_exits: HexSet::EMPTY,
            river_names: Vec::new(),
            air_limit: raw.air_interdiction_limit.last_column,
        };
        map.add_terrain(raw, report);
        map.add_cities(&raw.cities, report);
        map.add_sides(raw, report);
        map.road_exits = map.exits("road_exits", &raw.road_exits, &map.road_hexes, report);
        map.rail_exits = map.exits("rail_exits", &raw.rail_exits, &map.rail_hexes, report);
        map.add_river_names(&raw.river_names, report);
        report.check(
            (1..=COLUMNS).contains(&map.air_limit),
            "air_interdiction_limit.last_column",
            format!("{} is no column of the map", map.air_limit),
        );
        raw.check_areas(report);
        map.add_costs(charges);
        map
    }

    fn add_terrain(&mut self, raw: &RawMap, report: &mut Report<'_>) {
        for (terrain, list, texts) in [
            (Terrain::Forest, "terrain.forest", &raw.terrain.forest),
            (Terrain::Swamp, "terrain.swamp", &raw.terrain.swamp),
            (Terrain::Lake, "terrain.lake", &raw.terrain.lake),
        ] {
            let hexes = report.hexes(list, texts);
            for &hex in &hexes {
                let old = std::mem::replace(&mut self.terrain[hex.index()], terrain);
                report.check(
                    old == Terrain::Clear || old == terrain,
                    format!("{list} '{hex}'"),
                    format!("hex is {old:?} already"),
                );
            }
            let set = hexes.into_iter().collect();
            match terrain {
                Terrain::Forest => self.forest = set,
                Terrain::Swamp => self.swamp = set,
                _ => self.lakes = set,
            }
        }
        self.lake_partial = report.hexes("lake_partial", &raw.lake_partial).into_iter().collect();
        self.doubling = self.forest;
    }

    fn add_cities(&mut self, raw: &[RawCity], report: &mut Report<'_>) {
        for (i, city) in raw.iter().enumerate() {
            let entry = format!("cities[{i}] '{}'", city.name);
            let kind = match city.kind.as_str() {
                "major" => CityKind::Major,
                "minor" => CityKind::Minor,
                other => {
                    report.add(entry, format!("kind is '{other}', expected major or minor"));
                    continue;
                }
            };
            report.check(self.cities.iter().all(|c| c.name != city.name), &entry, "name is there twice");
            report.check(
                city.hexes.first() == Some(&city.hex),
                &entry,
                format!("hex {} is not the first of its hexes", city.hex),
            );
            let hexes = report.hexes(&format!("{entry} hexes"), &city.hexes);
            for &hex in &hexes {
                let terrain = self.terrain(hex);
                // [6.7c]
                report.check(
                    terrain == Terrain::Clear,
                    &entry,
                    format!("city hex {hex} is {terrain:?}, expected Clear"),
                );
                if let Some(other) = self.city_at(hex) {
                    report.add(&entry, format!("hex {hex} belongs to {} already", other.name));
                }
                self.city_kind[hex.index()] = Some(kind);
                if kind == CityKind::Major {
                    self.doubling.insert(hex);
                }
            }
            self.cities.push(City { name: city.name.clone(), kind, hexes });
        }
    }

    fn add_sides(&mut self, raw: &RawMap, report: &mut Report<'_>) {
        for hex in Hex::all() {
            for (d, next) in hex.neighbours() {
                self.neighbours[hex.index()][d as usize] = Some(next);
                self.sides[hex.index()][d as usize] = SideFlags::EXISTS;
            }
        }
        self.add_links(SideFlags::RIVER, &report.links("rivers", &raw.rivers));
        self.add_links(SideFlags::LAKE, &report.links("lake_hexsides", &raw.lake_hexsides));
        let roads = report.links("road", &raw.road);
        self.add_links(SideFlags::ROAD, &roads);
        let rails = report.links("rail", &raw.rail);
        self.add_links(SideFlags::RAIL, &rails);
        let joins = report.links("road_river_joins", &raw.road_river_joins);
        self.add_links(SideFlags::JOIN, &joins);
        for d in Direction::ALL {
            let with = |wanted: fn(SideFlags) -> bool| {
                Hex::all().filter(|&hex| wanted(self.side(hex, d))).collect::<HexSet>()
            };
            let road = with(SideFlags::road);
            let (lake, rail, road_or_join) =
                (with(SideFlags::lake), with(SideFlags::rail), with(|side| side.road() || side.join()));
            self.road_hexes = self.road_hexes.or(&road);
            self.rail_hexes = self.rail_hexes.or(&rail);
            self.lake_sides[d as usize] = lake;
            self.rail_sides[d as usize] = rail;
            self.road_or_join[d as usize] = road_or_join;
        }
        self.check_sides(&roads, &rails, &joins, report);
    }

    fn add_links(&mut self, flag: SideFlags, links: &[Link]) {
        for link in links {
            self.sides[link.from.index()][link.direction as usize].0 |= flag.0;
            self.sides[link.to.index()][link.direction.opposite() as usize].0 |= flag.0;
        }
    }

    fn check_sides(&self, roads: &[Link], rails: &[Link], joins: &[Link], report: &mut Report<'_>) {
        let side = |link: &Link| self.side(link.from, link.direction);
        for hex in Hex::all() {
            for (d, next) in hex.neighbours() {
                let side = self.side(hex, d);
                if self.lakes.contains(hex) {
                    // [6.7c]
                    report.check(
                        side.lake(),
                        format!("terrain.lake '{hex}'"),
                        format!("its side to {next} is no lake hexside"),
                    );
                }
                if hex < next && side.lake() && side.river() {
                    report.add(format!("lake_hexsides '{hex}-{next}'"), "hexside is a river too");
                }
            }
        }
        for link in roads {
            // [11.13]
            report.check(!side(link).river(), &link.entry, "road link crosses a river");
            report.check(!side(link).lake(), &link.entry, "road link crosses a lake hexside");
        }
        for link in rails {
            report.check(!side(link).lake(), &link.entry, "rail link crosses a lake hexside");
        }
        for link in joins {
            report.check(side(link).river(), &link.entry, "hexside is no river");
            for hex in [link.from, link.to] {
                report.check(self.road_hexes.contains(hex), &link.entry, format!("no road ends in {hex}"));
            }
        }
    }

    fn exits(
        &self,
        object: &str,
        raw: &Entries<String>,
        network: &HexSet,
        report: &mut Report<'_>,
    ) -> HexSet {
        raw.check_keys(object, report);
        let mut exits = HexSet::EMPTY;
        for (text, towards) in &raw.0 {
            let entry = format!("{object} '{text}'");
            let Some(hex) = report.hex(&entry, text) else {
                continue;
            };
            // A road may leave towards the north-west over the north edge: one of the two must fit.
            let mut edges = towards.split('-');
            report.check(
                edges.clone().all(|edge| EDGES.contains(&edge)) && edges.any(|edge| on_edge(hex, edge)),
                &entry,
                format!("hex is not on the {towards} edge of the map"),
            );
            report.check(network.contains(hex), entry, "no link of the network reaches the hex");
            exits.insert(hex);
        }
        exits
    }

    fn add_river_names(&mut self, raw: &Entries<Vec<String>>, report: &mut Report<'_>) {
        raw.check_keys("river_names", report);
        for (name, texts) in &raw.0 {
            let links = report.links(&format!("river_names.{name}"), texts);
            for link in &links {
                report.check(
                    self.side(link.from, link.direction).river(),
                    &link.entry,
                    "hexside is no river",
                );
            }
            let sides = links.iter().map(|link| (link.from, link.to)).collect();
            self.river_names.push((name.clone(), sides));
        }
    }

    /// [6.7], the pseudocode below the chart.
    fn add_costs(&mut self, charges: &Charges) {
        for class in MoveClass::ALL {
            let c = class as usize;
            for hex in HexSet::ALL.without(&self.lakes).iter() {
                let ground = match (self.city_kind(hex), self.terrain(hex)) {
                    (Some(CityKind::Major), _) => Ground::MajorCity,
                    (Some(CityKind::Minor), _) => Ground::MinorCity,
                    (None, Terrain::Forest) => Ground::Forest,
                    (None, Terrain::Swamp) => Ground::Swamp,
                    (None, _) => Ground::Clear,
                };
                let terrain = charges.ground[ground as usize][c];
                self.terrain_costs[hex.index()][c] = terrain;
                self.entry_costs[hex.index()][c] =
                    if self.road_exits.contains(hex) { charges.road[c] } else { terrain };
            }
            for hex in Hex::all() {
                for (d, next) in hex.neighbours() {
                    let (side, terrain) = (self.side(hex, d), self.terrain_cost(class, next));
                    self.costs[c][hex.index()][d as usize] = if side.lake() || terrain == FORBIDDEN {
                        FORBIDDEN
                    } else if side.river() {
                        terrain.saturating_add(charges.river[c])
                    } else if side.road() {
                        charges.road[c]
                    } else {
                        terrain
                    };
                }
            }
        }
    }
}

impl RawMap {
    /// `schedule.rs` reads the areas from the other file and compares.
    fn check_areas(&self, report: &mut Report<'_>) {
        self.entry_areas.check_keys("entry_areas", report);
        for (name, texts) in &self.entry_areas.0 {
            for hex in report.hexes(&format!("entry_areas.{name}"), texts) {
                report.check(
                    EDGES.into_iter().any(|edge| on_edge(hex, edge)),
                    format!("entry_areas.{name} '{hex}'"),
                    "hex is not on the edge of the map",
                );
            }
        }
        self.vp_hexes.check_keys("vp_hexes", report);
        for (text, _) in &self.vp_hexes.0 {
            report.hex(&format!("vp_hexes '{text}'"), text);
        }
    }
}

impl RawGrid {
    /// The grid is fixed in `hex.rs`; the file must describe the same one.
    fn check(&self, report: &mut Report<'_>) {
        report.equal("grid.columns", self.columns, COLUMNS.into());
        report.equal("grid.rows_odd", self.rows_odd, ROWS.into());
        report.equal("grid.rows_even", self.rows_even, ROWS.into());
        for (name, table, column) in [
            ("neighbours_odd_column", &self.neighbours_odd_column, 11),
            ("neighbours_even_column", &self.neighbours_even_column, 12),
        ] {
            let Some(centre) = Hex::new(column, 11) else {
                continue;
            };
            for (d, next) in centre.neighbours() {
                let expected = (
                    i32::from(next.column()) - i32::from(column),
                    i32::from(next.row()) - i32::from(centre.row()),
                );
                let key = format!("{d:?}").to_lowercase();
                report.check(
                    table.get(&key) == Some(&expected),
                    format!("grid.{name} '{key}'"),
                    format!("is {:?}, expected {expected:?}", table.get(&key)),
                );
            }
        }
    }
}
