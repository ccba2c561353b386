//! Data derived from the facts of the map: neighbours, sets, networks, and the cost of every step.

use super::{City, CityKind, FORBIDDEN, Map, SideFlags, Terrain};
use crate::data::tables::{Charges, Ground};
use crate::data::{Bytes, Prepared};
use crate::hex::{Direction, HEX_SLOTS, Hex, HexSet};
use crate::unit::MoveClass;

impl Map {
    /// Clear land from edge to edge.
    pub(super) fn blank(air_limit: u16) -> Map {
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
            air_limit,
        };
        for hex in Hex::all() {
            for (d, next) in hex.neighbours() {
                map.neighbours[hex.index()][d as usize] = Some(next);
                map.sides[hex.index()][d as usize] = SideFlags::EXISTS;
            }
        }
        map
    }

    /// The sets of hexes by terrain.
    pub(super) fn add_terrain_sets(&mut self) {
        let with = |wanted| Hex::all().filter(|&hex| self.terrain(hex) == wanted).collect::<HexSet>();
        (self.forest, self.swamp, self.lakes) =
            (with(Terrain::Forest), with(Terrain::Swamp), with(Terrain::Lake));
        self.doubling = self.doubling.or(&self.forest);
    }

    pub(super) fn add_city(&mut self, city: City) {
        for &hex in &city.hexes {
            self.city_kind[hex.index()] = Some(city.kind);
            if city.kind == CityKind::Major {
                self.doubling.insert(hex);
            }
        }
        self.cities.push(city);
    }

    /// The sets of hexes by what their sides hold.
    pub(super) fn add_networks(&mut self) {
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
    }

    /// [6.7], the pseudocode below the chart.
    pub(super) fn add_costs(&mut self, charges: &Charges) {
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

/// The facts of the map in their prepared form; the rest is derived from them.
impl Map {
    #[cfg(all(test, feature = "json"))]
    pub(crate) fn put(&self, out: &mut Vec<u8>) {
        self.air_limit.put(out);
        self.terrain.put(out);
        self.cities.put(out);
        // The other three sides of a hex are sides of its neighbours.
        self.sides.map(|[n, ne, se, ..]| [n.0, ne.0, se.0]).put(out);
        self.road_exits.put(out);
        self.rail_exits.put(out);
        self.river_names.put(out);
        self.lake_partial.put(out);
    }

    pub(crate) fn take(bytes: &mut Bytes<'_>, charges: &Charges) -> Option<Map> {
        let mut map = Map::blank(u16::take(bytes)?);
        *map.terrain = <[Terrain; HEX_SLOTS]>::take(bytes)?;
        map.add_terrain_sets();
        Vec::<City>::take(bytes)?.into_iter().for_each(|city| map.add_city(city));
        let sides = <[[u8; 3]; HEX_SLOTS]>::take(bytes)?;
        for hex in Hex::all() {
            for (&d, &held) in Direction::ALL.iter().zip(&sides[hex.index()]) {
                if let Some(next) = hex.neighbour(d) {
                    map.sides[hex.index()][d as usize] = SideFlags(held);
                    map.sides[next.index()][d.opposite() as usize] = SideFlags(held);
                }
            }
        }
        map.add_networks();
        map.road_exits = HexSet::take(bytes)?;
        map.rail_exits = HexSet::take(bytes)?;
        map.river_names = Vec::take(bytes)?;
        map.lake_partial = HexSet::take(bytes)?;
        map.add_costs(charges);
        Some(map)
    }
}

crate::data::prepared_enum! {
    Terrain from [Terrain::Clear, Terrain::Forest, Terrain::Swamp, Terrain::Lake];
    CityKind from [CityKind::Major, CityKind::Minor];
}
crate::data::prepared! {
    City { name, kind, hexes }
}
