//! The map from its file: reading and checking.

use super::raw::{RawCity, RawMap};
use super::{City, CityKind, Map, SideFlags, Terrain};
use crate::data::tables::Charges;
use crate::data::{EDGES, Entries, Link, Report, on_edge};
use crate::hex::{COLUMNS, Hex, HexSet};

impl Map {
    pub(crate) fn build(raw: &RawMap, charges: &Charges, report: &mut Report<'_>) -> Map {
        raw.grid.check(report);
        report.check(
            raw.offmap_or_partial.is_empty(),
            "offmap_or_partial",
            "every hex of the grid is a whole hex of the map",
        );
        let mut map = Map::blank(raw.air_interdiction_limit.last_column);
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
        }
        self.add_terrain_sets();
        self.lake_partial = report.hexes("lake_partial", &raw.lake_partial).into_iter().collect();
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
            }
            self.add_city(City { name: city.name.clone(), kind, hexes });
        }
    }

    fn add_sides(&mut self, raw: &RawMap, report: &mut Report<'_>) {
        self.add_links(SideFlags::RIVER, &report.links("rivers", &raw.rivers));
        self.add_links(SideFlags::LAKE, &report.links("lake_hexsides", &raw.lake_hexsides));
        let roads = report.links("road", &raw.road);
        self.add_links(SideFlags::ROAD, &roads);
        let rails = report.links("rail", &raw.rail);
        self.add_links(SideFlags::RAIL, &rails);
        let joins = report.links("road_river_joins", &raw.road_river_joins);
        self.add_links(SideFlags::JOIN, &joins);
        self.add_networks();
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
}
