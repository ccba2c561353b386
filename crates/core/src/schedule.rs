//! Who comes when and where: set-up, arrivals, entry areas, the South-Western Front [5.1, 14.0, 16.0].

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::data::{Entries, Report, TURNS, on_edge};
use crate::hex::{COLUMNS, Hex, HexSet, ROWS};
use crate::map::{Map, RawMap};
use crate::roster::{RawCounters, Roster};
use crate::unit::{ARMOURED_SLOTS, Kind, RIFLE_SLOTS, Side, UnitId, UnitSet};

/// An entry area: A to H German, V to Z Soviet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Area {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
    V,
    W,
    X,
    Z,
}

impl Area {
    /// All twelve.
    pub const ALL: [Area; 12] = [
        Area::A,
        Area::B,
        Area::C,
        Area::D,
        Area::E,
        Area::F,
        Area::G,
        Area::H,
        Area::V,
        Area::W,
        Area::X,
        Area::Z,
    ];

    /// The area of a letter.
    pub fn from_text(text: &str) -> Option<Area> {
        Area::ALL.into_iter().find(|area| area.to_string() == text)
    }

    /// Whose area it is.
    pub const fn side(self) -> Side {
        if (self as u8) < Area::V as u8 { Side::German } else { Side::Soviet }
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// A pool that Soviet divisions are drawn from [3.4].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Pool {
    Rifle,
    Armoured,
}

/// What binds an army on the first turn [5.2].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FirstTurn {
    /// Nothing.
    Free,
    /// A die decides whether it may move [5.21].
    Die,
    /// It must march east with its full allowance [5.23].
    March,
}

/// A Soviet army on the map at the start [5.1].
#[derive(Clone, Debug)]
pub struct Army {
    /// Its name, such as "16th".
    pub name: String,
    /// The hexes it may be placed in.
    pub hexes: Vec<Hex>,
    /// Number of rifle divisions.
    pub rifle: u8,
    /// Number of armoured divisions.
    pub armoured: u8,
    /// Its Leader.
    pub leader: UnitId,
    /// What binds it on the first turn.
    pub first_turn: FirstTurn,
}

/// A scheduled Soviet arrival [16.1].
#[derive(Clone, Debug)]
pub struct Arrival {
    /// The Game-Turn.
    pub turn: u8,
    /// Where it enters.
    pub area: Area,
    /// Number of rifle divisions.
    pub rifle: u8,
    /// Number of armoured divisions.
    pub armoured: u8,
    /// The Leader that comes along.
    pub leader: Option<UnitId>,
    /// Name of the army.
    pub army: Option<String>,
}

/// Set-up and arrivals.
pub struct Schedule {
    setup: Vec<Army>,
    soviet: Vec<Arrival>,
    areas: [Vec<Hex>; 12],
    provisional: [Vec<Hex>; 6],
    front_hexes: Vec<Hex>,
    front_per_turn: u8,
    front_per_game: u8,
    front_from_turn: u8,
    front_points: (u8, u8),
}

/// Front divisions that cost the lower number of points [14.23].
const CHEAP_FRONT: u8 = 5;

impl Schedule {
    /// The armies of the set-up, in the order of the file.
    pub fn setup(&self) -> &[Army] {
        &self.setup
    }

    /// The Soviet arrivals, in the order of the file.
    pub fn soviet(&self) -> &[Arrival] {
        &self.soviet
    }

    /// The hexes of an entry area.
    pub fn area(&self, a: Area) -> &[Hex] {
        &self.areas[a as usize]
    }

    /// The hexes that the provisional die (1 to 6) names [14.11].
    pub fn provisional(&self, die: u8) -> &[Hex] {
        &self.provisional[die as usize - 1]
    }

    /// The hexes east of a provisional area along the same map edge, nearest first [14.12].
    pub fn provisional_shift(&self, die: u8) -> impl Iterator<Item = Hex> + use<> {
        let last = self.provisional(die).iter().copied().max_by_key(|hex| hex.column());
        last.into_iter().flat_map(|last| {
            (last.column() + 1..=COLUMNS).filter_map(move |column| Hex::new(column, last.row()))
        })
    }

    /// Where divisions of the South-Western Front enter [14.22].
    pub fn front_hexes(&self) -> &[Hex] {
        &self.front_hexes
    }

    /// Front divisions a turn, at most [14.21].
    pub fn front_per_turn(&self) -> u8 {
        self.front_per_turn
    }

    /// Front divisions a game, at most [14.21].
    pub fn front_per_game(&self) -> u8 {
        self.front_per_game
    }

    /// The first turn of the Front [14.21].
    pub fn front_from_turn(&self) -> u8 {
        self.front_from_turn
    }

    /// German points for the `nth` Front division of the game, counted from 1 [14.23].
    pub fn front_points(&self, nth: u8) -> u8 {
        if nth <= CHEAP_FRONT { self.front_points.0 } else { self.front_points.1 }
    }
}

#[derive(Deserialize)]
pub(crate) struct RawReinforcements {
    format: String,
    areas: Entries<RawArea>,
    soviet_setup: RawSetup,
    soviet_schedule: Vec<RawArrival>,
    soviet_provisional: RawProvisional,
    south_western_front: RawFront,
    german_schedule: Vec<RawGermanArrival>,
    pool_arithmetic: RawArithmetic,
}

#[derive(Deserialize)]
struct RawArea {
    side: Side,
    hexes: Vec<String>,
    edge: String,
    rail: Option<bool>,
}

#[derive(Deserialize)]
struct RawSetup {
    armies: Vec<RawArmy>,
}

#[derive(Deserialize)]
struct RawArmy {
    army: String,
    hexes: Vec<String>,
    rifle: u8,
    armoured: u8,
    leader: String,
    turn1: Option<String>,
}

#[derive(Deserialize)]
struct RawArrival {
    turn: u8,
    area: String,
    rifle: u8,
    armoured: u8,
    leader: Option<String>,
    army: Option<String>,
}

#[derive(Deserialize)]
struct RawProvisional {
    die: Entries<RawDie>,
}

#[derive(Deserialize)]
struct RawDie {
    hexes: Vec<String>,
    same_as: Option<String>,
    rail: bool,
}

#[derive(Deserialize)]
struct RawFront {
    from_turn: u8,
    #[serde(rename = "type")]
    kind: String,
    max_per_turn: u8,
    max_per_game: u8,
    leader: Option<String>,
    hexes: Vec<String>,
    vp_to_german: RawFrontPoints,
}

#[derive(Deserialize)]
struct RawFrontPoints {
    first_five_each: u8,
    next_five_each: u8,
    all_ten: i64,
}

#[derive(Deserialize)]
struct RawGermanArrival {
    turn: u8,
    area: String,
    formations: Vec<String>,
}

#[derive(Deserialize)]
struct RawArithmetic {
    rifle_setup: i64,
    rifle_scheduled: i64,
    rifle_provisional: i64,
    rifle_swf_max: i64,
    rifle_total_max: i64,
    rifle_counters: i64,
    armoured_setup: i64,
    armoured_scheduled: i64,
    armoured_counters: i64,
}

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
            // Germans may not use rail [6.36], so their areas need not say.
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
            let room = hexes.len() == 1 || divisions <= 3 * hexes.len();
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

    /// German points when the whole Front has come.
    pub(crate) fn front_total(&self) -> i64 {
        (1..=self.front_per_game).map(|nth| i64::from(self.front_points(nth))).sum()
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
