//! The map from its file: reading, checking, and working out every lookup.

use super::raw::{RawCity, RawMap};
use super::{City, CityKind, FORBIDDEN, Map, SideFlags, Terrain};
use crate::data::{EDGES, Entries, Link, Report, on_edge};
use crate::hex::{COLUMNS, Direction, HEX_SLOTS, Hex, HexSet};
use crate::tables::{Charges, Ground};
use crate::unit::MoveClass;

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
