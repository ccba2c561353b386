//! The terrain effects chart [6.7]: every cell, on hexes of the real map found from the data.
//!
//! The chart is repeated here as the rules print it. The test asks `data()` what the map has, and the state what a step
//! costs, what a defender is worth and where a line runs.
use crate::support::*;
use pgg_core::map::{CityKind, Terrain};
use pgg_core::rules::supply::SupplyBy;
use pgg_core::{Direction, Hex, HexSet, Side, State, Targets, data};
use std::collections::{BTreeSet, HashMap, VecDeque};

/// Columns of the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Foot,
    Cav,
    Motor,
    Leader,
}

/// A unit of every kind [3.4], as positions write it.
const MOVERS: [(&str, Class); 9] = [
    ("inf6", Class::Foot),
    ("cav1", Class::Cav),
    ("pz7-25", Class::Motor),
    ("pz7-6", Class::Motor),
    ("mot14-11", Class::Motor),
    ("r1", Class::Foot),
    ("a1 tank", Class::Motor),
    ("a1 mechanised", Class::Motor),
    ("konev", Class::Leader),
];

/// Rows of the chart that are hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Ground {
    Clear,
    Forest,
    Swamp,
    MajorCity,
    MinorCity,
}

const GROUNDS: [Ground; 5] =
    [Ground::Clear, Ground::Forest, Ground::Swamp, Ground::MajorCity, Ground::MinorCity];

impl Ground {
    /// Half-points for FOOT, CAV, MOTOR, LEADER.
    fn cost(self, class: Class) -> u8 {
        let row = match self {
            Ground::Clear | Ground::MajorCity | Ground::MinorCity => [2, 2, 2, 2],
            Ground::Forest => [2, 4, 4, 2],
            Ground::Swamp => [4, 4, 4, 4],
        };
        row[class as usize]
    }

    fn doubles(self) -> bool {
        matches!(self, Ground::Forest | Ground::MajorCity)
    }
}

/// Rows of the chart that are hexsides crossed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    Field,
    Road,
    River,
    Lake,
}

/// The chart: half-points of a step, none where it may not be taken.
fn chart(way: Way, ground: Ground, class: Class, side: Side) -> Option<u8> {
    match way {
        Way::Lake => None,
        Way::Field => Some(ground.cost(class)),
        // [6.7a] The road rate replaces the whole terrain cost.
        Way::Road => Some([2, 2, 1, 1][class as usize]),
        Way::River => Some(ground.cost(class) + if side == Side::German { 4 } else { 2 }),
    }
}

fn ground(hex: Hex) -> Option<Ground> {
    let map = &data().map;
    match (map.city_kind(hex), map.terrain(hex)) {
        (_, Terrain::Lake) => None,
        (Some(CityKind::Major), _) => Some(Ground::MajorCity),
        (Some(CityKind::Minor), _) => Some(Ground::MinorCity),
        (None, Terrain::Forest) => Some(Ground::Forest),
        (None, Terrain::Swamp) => Some(Ground::Swamp),
        (None, Terrain::Clear) => Some(Ground::Clear),
    }
}

fn way(from: Hex, d: Direction) -> Way {
    let side = data().map.side(from, d);
    match (side.lake(), side.river(), side.road()) {
        (true, ..) => Way::Lake,
        (_, true, _) => Way::River, // [6.7a] A road does not bridge a river for movement.
        (.., true) => Way::Road,
        _ => Way::Field,
    }
}

/// A step of the map between hexes where units can be.
#[derive(Clone, Copy, Debug)]
struct Step {
    from: Hex,
    d: Direction,
    to: Hex,
    way: Way,
    ground: Ground,
}

fn land() -> impl Iterator<Item = Hex> {
    Hex::all().filter(|&h| ground(h).is_some())
}

fn steps_from(from: Hex) -> impl Iterator<Item = Step> {
    from.neighbours()
        .filter_map(move |(d, to)| ground(to).map(|ground| Step { from, d, to, way: way(from, d), ground }))
}

fn steps() -> impl Iterator<Item = Step> {
    land().flat_map(steps_from)
}

/// One step for every cell (hexside crossed, hex entered) that the map has.
fn cells() -> Vec<Step> {
    let mut seen = BTreeSet::new();
    steps().filter(|s| s.way != Way::Lake && seen.insert((s.way, s.ground))).collect()
}

fn id_of(text: &str) -> &str {
    text.split(' ').next().unwrap_or(text)
}

fn phase_of(text: &str) -> &'static str {
    match unit(id_of(text)).side() {
        Side::German => "german_movement",
        Side::Soviet => "soviet_movement",
    }
}

/// The unit with its whole allowance wherever it is: it has just entered [11.33].
fn supplied(text: &str) -> String {
    format!("{text} entered")
}

/// The unit alone in a hex on turn 7, its side to move.
fn alone(text: &str, hex: Hex) -> State {
    state(
        &serde_json::json!({"turn": 7, "phase": phase_of(text), "units": {hex.to_string(): [text]}})
            .to_string(),
    )
}

fn step_action(text: &str, to: Hex) -> String {
    serde_json::json!({"move": {"units": [id_of(text)], "path": [to]}}).to_string()
}

// ---- movement -------------------------------------------------------------------------------------------------

/// [6.7] Every row by every column and side: the step is taken and paid for.
#[test]
fn every_cell_of_movement() {
    let cells = cells();
    let have: BTreeSet<(Way, Ground)> = cells.iter().map(|s| (s.way, s.ground)).collect();
    for ground in GROUNDS {
        assert!(have.contains(&(Way::Field, ground)), "{ground:?}");
        assert!(have.contains(&(Way::Road, ground)), "{ground:?} by road");
        assert!(have.contains(&(Way::River, ground)), "{ground:?} across a river");
    }
    for (text, class) in MOVERS {
        for s in &cells {
            let mut table = Table { state: alone(&supplied(text), s.from) };
            let id = unit(id_of(text));
            let cost = chart(s.way, s.ground, class, id.side());
            assert_eq!(table.state.check_step(id, s.d).ok(), cost, "{text} {s:?}");
            table.act(&step_action(text, s.to));
            let spent = table.state.printed_allowance(id).halves() - table.left(id_of(text));
            assert_eq!(Some(spent), cost, "{text} {s:?}");
        }
    }
}

/// [6.7] Every hexside of the map, both ways, for every kind of unit.
#[test]
fn every_step_of_the_map() {
    for (text, class) in MOVERS {
        let id = unit(id_of(text));
        for from in land() {
            let state = alone(text, from);
            for d in Direction::ALL {
                let got = state.check_step(id, d);
                let to = from.neighbour(d);
                match to.and_then(ground).and_then(|g| chart(way(from, d), g, class, id.side())) {
                    Some(cost) => assert_eq!(got.ok(), Some(cost), "{text} {from} {d:?}"),
                    None => {
                        // Off the map, across a lake hexside, or into a lake.
                        let case = if to.is_none() { "6.24" } else { "6.7" };
                        assert_eq!(got.err().map(|e| e.case.0), Some(case), "{text} {from} {d:?}");
                    }
                }
            }
        }
    }
}

/// [6.7, 6.7c] Nobody crosses a lake hexside; all sides of a lake hex are lake hexsides.
#[test]
fn lake_hexsides() {
    let map = &data().map;
    assert!(!map.lakes().is_empty());
    for lake in map.lakes().iter() {
        assert!(lake.neighbours().all(|(d, _)| map.side(lake, d).lake()), "{lake}");
    }
    let sides: Vec<Step> = steps().filter(|s| s.way == Way::Lake).collect();
    let shores: Vec<(Hex, Hex)> = land()
        .flat_map(|from| from.neighbours().map(move |(_, to)| (from, to)))
        .filter(|(_, to)| map.lakes().contains(*to))
        .collect();
    assert!(!sides.is_empty() && !shores.is_empty());
    for (text, _) in MOVERS {
        for (from, to) in sides.iter().map(|s| (s.from, s.to)).chain(shores.iter().copied()) {
            Table { state: alone(text, from) }.refused("6.7", &step_action(text, to));
        }
    }
}

/// [6.7b, 13.31, 13.32, 13.43] The enemy's marker adds 1 MP to every cell, the own one nothing.
#[test]
fn interdiction_adds() {
    for (text, class) in MOVERS {
        let id = unit(id_of(text));
        for s in cells() {
            let with = |markers: serde_json::Value| {
                let mut position = serde_json::json!(
                    {"turn": 7, "phase": phase_of(text), "units": {s.from.to_string(): [supplied(text)]}}
                );
                for (key, value) in markers.as_object().expect("an object") {
                    position[key] = value.clone();
                }
                state(&position.to_string())
            };
            let air = with(serde_json::json!({"air": [s.to]}));
            let marker = with(serde_json::json!({"soviet_marker": s.to, "soviet_marker_uses": 1}));
            let (enemy, own) = match id.side() {
                Side::German => (marker, air),
                Side::Soviet => (air, marker),
            };
            let cost = chart(s.way, s.ground, class, id.side()).expect("a step");
            assert_eq!(own.check_step(id, s.d).ok(), Some(cost), "{text} {s:?}");
            // cav1 has 10 half-points, and forest or swamp across a river with a marker takes 4 + 4 + 2.
            assert_eq!(enemy.check_step(id, s.d).ok(), Some(cost + 2), "{text} {s:?}");
        }
    }
}

/// [6.7, 6.35] A railroad is the other terrain of its hex, across rivers too.
#[test]
fn railroad() {
    let map = &data().map;
    let along: Vec<Step> = steps().filter(|s| map.side(s.from, s.d).rail()).collect();
    for wanted in [Way::Field, Way::River] {
        let some = along.iter().filter(|s| s.way == wanted).count();
        assert!(some > 0, "{wanted:?}");
    }
    for (text, class) in MOVERS {
        let id = unit(id_of(text));
        for s in &along {
            let cost = chart(s.way, s.ground, class, id.side());
            assert_eq!(alone(text, s.from).check_step(id, s.d).ok(), cost, "{text} {s:?}");
        }
    }
}

// ---- combat ---------------------------------------------------------------------------------------------------

/// The defence strength of a hex attacked by these units.
fn defense(state: &State, attackers: &[&str], target: Hex) -> u32 {
    let odds = state.odds(units(attackers), &Targets::one(target), false).expect("odds");
    assert_eq!(odds.defense.least, odds.defense.most);
    odds.defense.most
}

/// [6.7, 9.31, 9.32, 9.33, 9.34] Every row: forest and major city double, a river doubles, both triple, nothing else
/// does anything. The attacker's own terrain does not matter, nor does a road, nor whose units they are.
#[test]
fn every_cell_of_combat() {
    for s in cells() {
        let multiple = 1 + u32::from(s.ground.doubles()) + u32::from(s.way == Way::River);
        // Konev in the rifle's hex: he keeps it in supply and adds nothing [R45].
        let german = serde_json::json!({
            "turn": 7, "phase": "german_combat",
            "units": {s.from.to_string(): ["inf6"], s.to.to_string(): ["r1 3-4", "konev"]},
        });
        let attacked = state(&german.to_string());
        assert!(attacked.is_supplied(unit("r1")), "{s:?}");
        assert_eq!(defense(&attacked, &["inf6"], s.to), 4 * multiple, "{s:?}");
        let soviet = serde_json::json!({
            "turn": 7, "phase": "soviet_combat",
            "units": {s.from.to_string(): ["r1 3-4"], s.to.to_string(): ["inf6"]},
        });
        let attacked = state(&soviet.to_string());
        let worth = if attacked.is_supplied(unit("inf6")) { 9 } else { 4 };
        assert_eq!(defense(&attacked, &["r1"], s.to), worth * multiple, "{s:?}");
    }
}

/// [9.31, 9.32] Every hexside of the map over which an attack can go.
#[test]
fn every_attack_of_the_map() {
    for s in steps().filter(|s| s.way != Way::Lake) {
        let position = serde_json::json!({
            "turn": 7, "phase": "german_combat",
            "units": {s.from.to_string(): ["inf6"], s.to.to_string(): ["r1 3-4", "konev"]},
        });
        let state = state(&position.to_string());
        let worth = if state.is_supplied(unit("r1")) { 4 } else { 2 };
        let multiple = 1 + u32::from(s.ground.doubles()) + u32::from(s.way == Way::River);
        assert_eq!(defense(&state, &["inf6"], s.to), worth * multiple, "{s:?}");
    }
}

/// [9.32] The river counts only if every attacker is across one.
#[test]
fn river_from_all_sides() {
    let mut seen = 0;
    for to in land() {
        let sides: Vec<Step> = to
            .neighbours()
            .flat_map(|(_, from)| steps_from(from).filter(move |s| s.to == to))
            .filter(|s| s.way != Way::Lake)
            .collect();
        let wet: Vec<&Step> = sides.iter().filter(|s| s.way == Way::River).collect();
        let dry: Vec<&Step> = sides.iter().filter(|s| s.way != Way::River).collect();
        let ([a, b, ..], [c, ..]) = (&wet[..], &dry[..]) else { continue };
        let place = |second: &Step| {
            let position = serde_json::json!({
                "turn": 7, "phase": "german_combat",
                "units": {a.from.to_string(): ["inf6"], second.from.to_string(): ["inf26"],
                          to.to_string(): ["r1 3-4", "konev"]},
            });
            state(&position.to_string())
        };
        for (second, river) in [(*b, true), (*c, false)] {
            let state = place(second);
            let worth = if state.is_supplied(unit("r1")) { 4 } else { 2 };
            let multiple = 1 + u32::from(a.ground.doubles()) + u32::from(river);
            assert_eq!(defense(&state, &["inf6", "inf26"], to), worth * multiple, "{to} {second:?}");
        }
        seen += 1;
    }
    assert!(seen > 0);
}

/// [6.7, 9.11, 6.51, 8.16] No attack, no overrun and no control across a lake hexside.
#[test]
fn no_attack_across_lakes() {
    for s in steps().filter(|s| s.way == Way::Lake) {
        for (phase, case, key) in
            [("german_combat", "9.11", "attack"), ("german_movement", "6.51", "overrun")]
        {
            let position = serde_json::json!({
                "turn": 7, "phase": phase,
                "units": {s.from.to_string(): ["inf6"], s.to.to_string(): ["r1 3-4"]},
            });
            let table = Table::new(&position.to_string());
            let order = match key {
                "attack" => serde_json::json!({"attack": {"targets": [s.to], "units": ["inf6"]}}),
                _ => serde_json::json!({"overrun": {"target": s.to, "units": ["inf6"]}}),
            };
            table.refused(case, &order.to_string());
            let odds = table.state.odds(units(&["inf6"]), &Targets::one(s.to), key == "overrun");
            assert_eq!(odds.err().map(|e| e.case.0), Some("9.11"), "{s:?}");
            assert!(!table.state.zones(Side::Soviet).contains(s.from), "{s:?}");
            assert!(!table.state.zones(Side::German).contains(s.to), "{s:?}");
        }
    }
}

// ---- lines ----------------------------------------------------------------------------------------------------

/// A rifle, and Rakutin, who reaches two hexes.
fn rifle_and_leader(rifle: Hex, leader: Hex) -> State {
    let position = serde_json::json!({
        "turn": 7, "phase": "soviet_movement",
        "units": {rifle.to_string(): ["r1"], leader.to_string(): ["rakutin"]},
    });
    state(&position.to_string())
}

fn has_loc(state: &State) -> bool {
    let rifle = unit("r1");
    let loc = state.supply(rifle).loc;
    assert_eq!(state.has_loc(rifle), loc);
    loc
}

/// [6.7, 11.0b, 11.22] A Line of Communications of two hexes in a straight line, the only one of that length: it goes
/// through every terrain but swamp, and across every hexside but lake; it may start and end in swamp.
#[test]
fn lines_of_communications() {
    let swamp = |h: Hex| ground(h) == Some(Ground::Swamp);
    let mut through = BTreeSet::new();
    let (mut barred, mut from_swamp, mut into_swamp) = (0, 0, 0);
    for first in steps() {
        for second in steps_from(first.to).filter(|s| s.d == first.d) {
            let dry = first.way != Way::Lake && second.way != Way::Lake;
            let open = dry && !swamp(first.to);
            assert_eq!(has_loc(&rifle_and_leader(first.from, second.to)), open, "{first:?} {second:?}");
            if open {
                through.insert((first.way, first.ground));
                from_swamp += u32::from(swamp(first.from));
                into_swamp += u32::from(swamp(second.to));
            } else if dry {
                barred += 1; // by swamp alone
            }
        }
    }
    for ground in GROUNDS {
        assert_eq!(through.contains(&(Way::Field, ground)), ground != Ground::Swamp, "{ground:?}");
        assert_eq!(through.contains(&(Way::River, ground)), ground != Ground::Swamp, "{ground:?}");
    }
    assert!(barred > 0 && from_swamp > 0 && into_swamp > 0);
}

/// [6.7, 11.0b] A line of one hex goes into swamp, and never across a lake hexside: there it goes round.
#[test]
fn lines_to_a_neighbour() {
    for s in steps() {
        let supply = rifle_and_leader(s.from, s.to).supply(unit("r1"));
        let crosses = supply.line.windows(2).any(|w| w == [s.from, s.to]);
        if s.way == Way::Lake {
            assert!(!crosses, "{s:?}");
        } else {
            assert!(supply.loc, "{s:?}");
        }
    }
}

/// The hexes joined to 0120 by road, over rivers too, on an empty map [11.11, 11.13].
fn whole_road() -> HexSet {
    let map = &data().map;
    let head = hex("0120");
    let mut seen = HexSet::from_iter([head]);
    let mut queue = VecDeque::from([head]);
    while let Some(at) = queue.pop_front() {
        for (d, next) in at.neighbours() {
            if (map.side(at, d).road() || map.side(at, d).join()) && !seen.contains(next) {
                seen.insert(next);
                queue.push_back(next);
            }
        }
    }
    seen
}

/// Hexes from `start` to the goal, with swamp barring the way or not.
fn distance(start: Hex, goal: &HexSet, swamp_bars: bool) -> Option<usize> {
    let mut far = HashMap::from([(start, 0)]);
    let mut queue = VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        if goal.contains(at) {
            return Some(far[&at]);
        }
        if swamp_bars && at != start && ground(at) == Some(Ground::Swamp) {
            continue;
        }
        for s in steps_from(at).filter(|s| s.way != Way::Lake) {
            if !far.contains_key(&s.to) {
                far.insert(s.to, far[&at] + 1);
                queue.push_back(s.to);
            }
        }
    }
    None
}

/// [6.7, 11.11, 11.0b, R62] German lines run on roads, through swamp there; off the road they go into swamp but not
/// through it, and across no lake hexside.
#[test]
fn german_lines() {
    let road = whole_road();
    assert!(road.iter().any(|h| ground(h) == Some(Ground::Swamp)), "a road through swamp");
    let (mut longer, mut in_swamp) = (0, 0);
    for from in land() {
        let state = alone("inf6", from);
        assert_eq!(state.live_road(), road);
        let inf6 = unit("inf6");
        let supply = state.supply(inf6);
        assert_eq!(supply.in_supply, state.is_supplied(inf6), "{from}");
        let far = distance(from, &road, true);
        let by_road = far.filter(|&n| n <= 20);
        assert_eq!(supply.by == SupplyBy::Road, by_road.is_some(), "{from}");
        if let Some(n) = by_road {
            assert_eq!(supply.line.len(), n + 1, "{from}");
            longer += u32::from(far != distance(from, &road, false));
            in_swamp += u32::from(n > 0 && ground(from) == Some(Ground::Swamp));
        }
        for pair in supply.line.windows(2) {
            let d = pair[0].direction_to(pair[1]).expect("neighbours");
            assert_ne!(way(pair[0], d), Way::Lake, "{from}");
        }
        let inside = supply.line.iter().skip(1).rev().skip(1);
        assert!(inside.clone().all(|&h| ground(h) != Some(Ground::Swamp)), "{from}");
    }
    assert!(longer > 0, "swamp makes some line longer");
    assert!(in_swamp > 0, "some unit traces out of swamp");
}

/// [11.12, 11.13, 6.7] The direct line pays the costs of the chart, for each German class.
#[test]
fn direct_lines_pay_the_chart() {
    // A rifle in 0120 shuts the road.
    for (text, class) in MOVERS.into_iter().filter(|(text, _)| unit(id_of(text)).side() == Side::German) {
        let mut supplied = 0;
        for from in land().filter(|h| h.column() > 3 && h.column() < 40 && h.column() % 3 == 1) {
            let position = serde_json::json!({
                "turn": 7, "phase": "german_movement",
                "units": {"0120": ["r1"], from.to_string(): [text]},
            });
            let state = state(&position.to_string());
            let id = unit(id_of(text));
            let supply = state.supply(id);
            assert_eq!(
                supply.in_supply,
                cheapest_west(&state, from, class).is_some_and(|c| c <= 40),
                "{text} {from}"
            );
            assert_eq!(supply.in_supply, state.is_supplied(id), "{text} {from}");
            if supply.in_supply {
                assert_eq!(supply.by, SupplyBy::Direct);
                supplied += 1;
            }
        }
        assert!(supplied > 0, "{text}");
    }
}

/// Half-points of the cheapest line to column 01, the slow and obvious way.
fn cheapest_west(state: &State, start: Hex, class: Class) -> Option<u32> {
    let mut best: HashMap<Hex, u32> = HashMap::from([(start, 0)]);
    let mut changed = VecDeque::from([start]);
    while let Some(at) = changed.pop_front() {
        if at != start && ground(at) == Some(Ground::Swamp) {
            continue;
        }
        for s in steps_from(at).filter(|s| state.is_open(Side::German, s.to)) {
            let Some(step) = chart(s.way, s.ground, class, Side::German) else { continue };
            let cost = best[&at] + u32::from(step);
            if cost <= 40 && best.get(&s.to).is_none_or(|&b| cost < b) {
                best.insert(s.to, cost);
                changed.push_back(s.to);
            }
        }
    }
    best.iter().filter(|(h, _)| h.column() == 1).map(|(_, &c)| c).min()
}

/// [3.4] The movers stand for every kind there is.
#[test]
fn every_kind_is_there() {
    let kinds: BTreeSet<String> =
        MOVERS.iter().map(|(text, _)| alone(text, hex("1222")).kind(unit(id_of(text))).to_string()).collect();
    assert_eq!(kinds.len(), 9);
}
