//! The schedule from its file: reading, and checking against the map and the counters.

use super::raw::{
    RawArea, RawArithmetic, RawArmy, RawArrival, RawDie, RawFront, RawGermanArrival, RawReinforcements,
};
use super::{Area, Army, Arrival, FirstTurn, Schedule};
use crate::data::roster::{RawCounters, Roster};
use crate::data::{Entries, Report, TURNS, on_edge};
use crate::hex::{COLUMNS, Hex, HexSet, ROWS};
use crate::map::{Map, RawMap};
use crate::rules::stacking::COMBAT_UNITS_IN_HEX;
use crate::unit::{ARMOURED_SLOTS, Kind, RIFLE_SLOTS, Side, UnitId, UnitSet};

impl Schedule {
    pub(crate) fn build(
        raw: &RawReinforcements,
        (raw_map, map): (&RawMap, &Map),
        (raw_counters, roster): (&RawCounters, &mut Roster),
        report: &mut Report<'_>,
    ) -> Schedule {
        report.format(&raw.format, "pgg-reinforcements 2");
        let front = &raw.south_western_front;
        let mut schedule = Schedule {
            setup: Vec::new(),
            soviet: Vec::new(),
            areas: Default::default(),
            provisional: Default::default(),
            front_hexes: Vec::new(),
            front_per_turn: front.max_per_turn,
            front_per_game: front.max_per_game,
            front_from_turn: front.from_turn,
            front_points: (front.vp_to_german.first_five_each, front.vp_to_german.next_five_each),
        };
        schedule.add_areas(&raw.areas, raw_map, map, report);
        schedule.add_provisional(&raw.soviet_provisional.die, raw_map, map, report);
        for (name, _) in &raw_map.entry_areas.0 {
            let known = raw.areas.get(name).is_some() || raw.soviet_provisional.die.get(name).is_some();
            report.check(known, format!("areas '{name}'"), "missing, map.json has it in entry_areas");
        }
        schedule.add_setup(&raw.soviet_setup.armies, map, raw_counters, roster, report);
        schedule.add_arrivals(&raw.soviet_schedule, roster, report);
        schedule.check_leaders(roster, report);
        check_germans(&raw.german_schedule, roster, report);
        schedule.add_front(front, map, report);
        schedule.check_arithmetic(&raw.pool_arithmetic, roster, report);
        schedule
    }

    fn add_areas(&mut self, raw: &Entries<RawArea>, raw_map: &RawMap, map: &Map, report: &mut Report<'_>) {
        raw.check_keys("areas", report);
        for (name, _) in &raw.0 {
            report.check(Area::from_text(name).is_some(), format!("areas '{name}'"), "no such area");
        }
        for area in Area::ALL {
            let entry = format!("areas '{area}'");
            let Some(found) = raw.get(&area.to_string()) else {
                report.add(entry, "missing");
                continue;
            };
            let hexes = report.area(&entry, &found.hexes, raw_map.entry_areas.get(&area.to_string()));
            report.check(found.side == area.side(), &entry, format!("side is not {}", area.side()));
            for &hex in &hexes {
                let edge = &found.edge;
                report.check(
                    on_edge(hex, edge),
                    &entry,
                    format!("{hex} is not on the {edge} edge of the map"),
                );
            }
            // Germans may not use rail [6.36], so the file has no `rail` for their areas.
            if area.side() == Side::Soviet {
                report.rail(&entry, &hexes, found.rail == Some(true), map);
            }
            self.areas[area as usize] = hexes;
        }
    }

    fn add_provisional(
        &mut self,
        raw: &Entries<RawDie>,
        raw_map: &RawMap,
        map: &Map,
        report: &mut Report<'_>,
    ) {
        raw.check_keys("soviet_provisional.die", report);
        for (die, _) in &raw.0 {
            let well = (1..=6).any(|d: u8| d.to_string() == *die);
            report.check(well, format!("soviet_provisional.die '{die}'"), "expected a die from 1 to 6");
        }
        for die in 1..=6_u8 {
            let entry = format!("soviet_provisional.die '{die}'");
            let Some(found) = raw.get(&die.to_string()) else {
                report.add(entry, "missing");
                continue;
            };
            let hexes = report.area(&entry, &found.hexes, raw_map.entry_areas.get(&die.to_string()));
            // [14.12] shifts along the edge, towards the east.
            let along =
                ["north", "south"].into_iter().any(|edge| hexes.iter().all(|&hex| on_edge(hex, edge)));
            report.check(along, &entry, "hexes are not on one edge of the map, north or south");
            report.rail(&entry, &hexes, found.rail, map);
            if let Some(name) = &found.same_as {
                let same = Area::from_text(name).is_some_and(|area| self.area(area) == hexes);
                report.check(same, &entry, format!("hexes are not those of area '{name}'"));
            }
            self.provisional[die as usize - 1] = hexes;
        }
    }

    fn add_setup(
        &mut self,
        raw: &[RawArmy],
        map: &Map,
        raw_counters: &RawCounters,
        roster: &mut Roster,
        report: &mut Report<'_>,
    ) {
        for (i, army) in raw.iter().enumerate() {
            let entry = format!("soviet_setup.armies[{i}] '{}'", army.army);
            report.check(raw[..i].iter().all(|other| other.army != army.army), &entry, "army is there twice");
            let hexes = report.hexes(&format!("{entry} hexes"), &army.hexes);
            for &hex in &hexes {
                report.check(!map.lakes().contains(hex), &entry, format!("{hex} is a lake"));
            }
            // [5.0] An army with several hexes keeps to the limit of three in each.
            let divisions = usize::from(army.rifle) + usize::from(army.armoured);
            let room = hexes.len() == 1 || divisions <= usize::from(COMBAT_UNITS_IN_HEX) * hexes.len();
            report.check(
                room,
                &entry,
                format!("{divisions} divisions have no room in {} hexes", hexes.len()),
            );
            // [5.2]
            let first_turn = match army.army.as_str() {
                "24th" => FirstTurn::Free,
                "16th" | "19th" => FirstTurn::Die,
                "13th" | "20th" => FirstTurn::March,
                _ => {
                    report.add(&entry, "no army of this name starts on the map");
                    FirstTurn::Free
                }
            };
            report.check(
                army.turn1.is_some() == (first_turn != FirstTurn::Free),
                &entry,
                "turn1 is there for the armies that the first turn binds, and for no others",
            );
            let Some(leader) = roster.leader_by_id(&army.leader) else {
                report.add(&entry, format!("no leader '{}' in counters.json", army.leader));
                continue;
            };
            report.check(
                raw_counters.leader_setup(&army.leader) == Some(&army.hexes),
                &entry,
                format!("hexes are not the setup of leader '{}' in counters.json", army.leader),
            );
            report.army(&entry, Some(&army.army), &army.leader, leader, roster);
            roster.set_up_with(leader, self.setup.len());
            let (name, rifle, armoured) = (army.army.clone(), army.rifle, army.armoured);
            self.setup.push(Army { name, hexes, rifle, armoured, leader, first_turn });
        }
    }

    fn add_arrivals(&mut self, raw: &[RawArrival], roster: &Roster, report: &mut Report<'_>) {
        for (i, arrival) in raw.iter().enumerate() {
            let &RawArrival { turn, rifle, armoured, .. } = arrival;
            let entry = format!("soviet_schedule[{i}] turn {turn} area '{}'", arrival.area);
            report.turn(&entry, turn);
            let Some(area) = Area::from_text(&arrival.area).filter(|area| area.side() == Side::Soviet) else {
                report.add(entry, "no such Soviet entry area");
                continue;
            };
            let leader = arrival.leader.as_ref().and_then(|id| {
                let leader = roster.leader_by_id(id);
                report.check(leader.is_some(), &entry, format!("no leader '{id}' in counters.json"));
                leader.inspect(|&leader| report.army(&entry, arrival.army.as_ref(), id, leader, roster))
            });
            self.soviet.push(Arrival { turn, area, rifle, armoured, leader, army: arrival.army.clone() });
        }
    }

    /// Every Leader is set up or arrives, once, as his counter says.
    fn check_leaders(&self, roster: &Roster, report: &mut Report<'_>) {
        for (i, leader) in roster.leaders().iter().enumerate() {
            let unit = UnitId::leader(i);
            let entry = format!("leader '{}'", leader.id);
            let set_up = self.setup.iter().filter(|army| army.leader == unit).count();
            let arrivals: Vec<_> =
                self.soviet.iter().filter(|arrival| arrival.leader == Some(unit)).collect();
            let times = set_up + arrivals.len();
            report.check(
                times == 1,
                &entry,
                format!("is in soviet_setup and soviet_schedule {times} times, expected once"),
            );
            for arrival in arrivals {
                report.check(
                    leader.arrives == Some((arrival.turn, arrival.area)),
                    &entry,
                    format!(
                        "arrives on turn {} in area {}, not as in counters.json",
                        arrival.turn, arrival.area
                    ),
                );
            }
        }
    }

    fn add_front(&mut self, raw: &RawFront, map: &Map, report: &mut Report<'_>) {
        let object = "south_western_front";
        self.front_hexes = report.hexes(&format!("{object}.hexes"), &raw.hexes);
        for &hex in &self.front_hexes {
            report.check(
                map.rail_exit(hex) && on_edge(hex, "south"),
                format!("{object}.hexes '{hex}'"),
                "hex is no rail exit on the south edge of the map",
            );
        }
        // [14.22] All of them at or east of Z.
        let z = self.area(Area::Z).iter().map(|hex| hex.column()).min().unwrap_or(COLUMNS);
        let exits: HexSet =
            (z..=COLUMNS).filter_map(|c| Hex::new(c, ROWS)).filter(|&hex| map.rail_exit(hex)).collect();
        report.check(
            self.front_hexes.iter().copied().collect::<HexSet>() == exits,
            format!("{object}.hexes"),
            format!("are {:?}, the rail exits at or east of Z are {exits:?}", self.front_hexes),
        );
        report.turn(&format!("{object}.from_turn"), raw.from_turn);
        report.check(raw.kind == Kind::Rifle.to_string(), format!("{object}.type"), "expected 'rifle'");
        report.check(raw.leader.is_none(), format!("{object}.leader"), "no Leader comes along [14.24]");
        report.check(
            raw.max_per_turn <= raw.max_per_game,
            format!("{object}.max_per_turn"),
            format!("{} a turn are more than {} a game", raw.max_per_turn, raw.max_per_game),
        );
        let entry = format!("{object}.vp_to_german.all_ten");
        report.equal(entry, raw.vp_to_german.all_ten, self.front_total());
    }

    fn check_arithmetic(&self, raw: &RawArithmetic, roster: &Roster, report: &mut Report<'_>) {
        fn sum(divisions: impl Iterator<Item = u8>) -> i64 {
            divisions.map(i64::from).sum()
        }
        let armoured = roster.counters_of(Kind::Tank).len() + roster.counters_of(Kind::Mechanised).len();
        let rifle_setup = sum(self.setup.iter().map(|army| army.rifle));
        let rifle_scheduled = sum(self.soviet.iter().map(|arrival| arrival.rifle));
        let (provisional, front) = (i64::from(TURNS), i64::from(self.front_per_game));
        let total = rifle_setup + rifle_scheduled + provisional + front;
        for (name, found, expected) in [
            ("rifle_setup", raw.rifle_setup, rifle_setup),
            ("rifle_scheduled", raw.rifle_scheduled, rifle_scheduled),
            ("rifle_provisional", raw.rifle_provisional, provisional),
            ("rifle_swf_max", raw.rifle_swf_max, front),
            ("rifle_total_max", raw.rifle_total_max, total),
            ("rifle_counters", raw.rifle_counters, roster.counters_of(Kind::Rifle).len() as i64),
            ("armoured_setup", raw.armoured_setup, sum(self.setup.iter().map(|army| army.armoured))),
            ("armoured_scheduled", raw.armoured_scheduled, sum(self.soviet.iter().map(|a| a.armoured))),
            ("armoured_counters", raw.armoured_counters, armoured as i64),
        ] {
            report.equal(format!("pool_arithmetic.{name}"), found, expected);
        }
        // The slots of unit.rs.
        report.equal("pool_arithmetic.rifle_total_max", raw.rifle_total_max, RIFLE_SLOTS as i64);
        report.equal("pool_arithmetic.armoured_counters", raw.armoured_counters, ARMOURED_SLOTS as i64);
        // [3.4] The armoured pool is larger than the game can use, so an armoured draw never fails.
        let used = raw.armoured_setup.saturating_add(raw.armoured_scheduled);
        report.check(
            used <= raw.armoured_counters,
            "pool_arithmetic.armoured_counters",
            format!("{used} armoured divisions arrive"),
        );
    }
}

/// [16.2] Every German unit is scheduled once, as its counter says.
fn check_germans(raw: &[RawGermanArrival], roster: &Roster, report: &mut Report<'_>) {
    let mut scheduled = UnitSet::EMPTY;
    for (i, arrival) in raw.iter().enumerate() {
        for id in &arrival.formations {
            let entry = format!("german_schedule[{i}] '{id}'");
            let units = match (roster.formation_by_id(id), roster.german_by_id(id)) {
                (Some(formation), _) => roster.formation(formation).units,
                // GD and Lehr are scheduled by themselves.
                (None, Some(unit)) if roster.german(unit).formation.is_none() => UnitSet::one(unit),
                _ => {
                    report.add(entry, "no such division or independent unit in counters.json");
                    continue;
                }
            };
            report.check(!scheduled.meets(&units), &entry, "is scheduled twice");
            scheduled = scheduled.or(&units);
            for unit in units {
                let unit = roster.german(unit);
                report.check(
                    arrival.turn == unit.turn && arrival.area == unit.area.to_string(),
                    &entry,
                    format!(
                        "turn {} area '{}' is not turn {} area '{}' of unit '{}' in counters.json",
                        arrival.turn, arrival.area, unit.turn, unit.area, unit.id
                    ),
                );
            }
        }
    }
    for (i, unit) in roster.germans().iter().enumerate() {
        let entry = format!("german_schedule '{}'", unit.id);
        report.check(scheduled.contains(UnitId::german(i)), entry, "unit is never scheduled");
    }
}

/// Checks that several entries of this file share.
impl Report<'_> {
    /// The hexes of an entry area, the same as in the map file.
    fn area(&mut self, entry: &str, texts: &[String], on_map: Option<&Vec<String>>) -> Vec<Hex> {
        self.check(!texts.is_empty(), entry, "has no hex");
        self.check(
            on_map.is_some_and(|on_map| on_map == texts),
            entry,
            "hexes are not those of entry_areas in map.json",
        );
        self.hexes(entry, texts)
    }

    /// [6.32] The file says which areas a Soviet arrival may enter by rail.
    fn rail(&mut self, entry: &str, hexes: &[Hex], rail: bool, map: &Map) {
        let all = hexes.iter().all(|&hex| map.rail_hexes().contains(hex));
        self.check(rail == all, entry, format!("rail is {rail}, but the railway says {all}"));
    }

    fn army(&mut self, entry: &str, army: Option<&String>, id: &str, leader: UnitId, roster: &Roster) {
        let own = &roster.leader(leader).army;
        self.check(army == Some(own), entry, format!("leader '{id}' has the army '{own}' in counters.json"));
    }
}
