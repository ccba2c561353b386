//! The worked examples of the rules, part D: set-up, first turn, movement, rail, western hexrows (G1 to G13).
use crate::support::*;
use pgg_core::{
    Action, Direction, Event, Hex, Options, Phase, Question, Scripted, Seeded, Side, State, UnitId, UnitSet,
    data,
};

/// `Move` as JSON.
fn walk(units: &[&str], path: &[&str]) -> String {
    serde_json::json!({"move": {"units": units, "path": path}}).to_string()
}

/// `Ride` as JSON.
fn ride(unit: &str, path: &[String]) -> String {
    serde_json::json!({"ride": {"unit": unit, "path": path}}).to_string()
}

/// What each step of a walk cost, in half-points.
fn costs(events: &[Event]) -> Vec<u8> {
    let cost = |e: &Event| match e {
        Event::Moved { cost, .. } => Some(*cost),
        _ => None,
    };
    events.iter().filter_map(cost).collect()
}

/// The hexes of a way, as JSON wants them.
fn hexes(path: pgg_core::Path) -> Vec<String> {
    path.iter().map(|h| h.to_string()).collect()
}

fn no_step(table: &Table, id: &str) -> bool {
    Direction::ALL.into_iter().all(|d| table.state.check_step(unit(id), d).is_err())
}

// ---- set-up and first turn ------------------------------------------------------------------------------------

fn new_game() -> Table {
    let mut chance = Scripted::new([], [], [], Seeded::from_number(1));
    let (state, _) = State::new_game(Options::default(), &mut chance).expect("a new game");
    Table { state }
}

/// Names of the divisions that wait to be placed in an army's hexes.
fn divisions_for(table: &Table, place: &str) -> Vec<String> {
    let place = hex(place);
    let of_army = |u: &UnitId| u.is_division() && table.state.deployment_hexes(*u).contains(&place);
    table.state.waiting(Side::Soviet).filter(of_army).map(|u| u.to_string()).collect()
}

/// Names of the units in a hex, Leaders left out.
fn divisions_in(table: &Table, place: &str) -> Vec<String> {
    table.state.units_in(hex(place)).and(&UnitSet::DIVISION).iter().map(|u| u.to_string()).collect()
}

fn deploy(unit: &str, place: &str) -> String {
    serde_json::json!({"deploy": {"unit": unit, "hex": place}}).to_string()
}

/// Set-up and dice for the 16th Army, the 19th and the provisional division; Kurochkin in the hex given, a rifle of
/// the 20th Army, named in the answer, in 0110.
fn first_turn(dice: [u8; 3], kurochkin: &str) -> (Table, String) {
    let mut table = new_game();
    for (n, division) in divisions_for(&table, "0123").iter().enumerate() {
        table.act(&deploy(division, ["0123", "0124", "0125"][n / 3]));
    }
    table.act(&deploy("remezov", "0123"));
    let twentieth = divisions_for(&table, "0108");
    let rifle = twentieth.iter().find(|id| !unit(id).is_armoured_slot()).expect("a rifle").clone();
    table.act(&deploy(&rifle, "0110"));
    for (n, division) in twentieth.iter().filter(|&d| *d != rifle).enumerate() {
        table.act(&deploy(division, ["0111", "0112", "0113", "0114"][n % 4]));
    }
    table.act(&deploy("kurochkin", kurochkin));
    table.act(DONE);
    assert_eq!(table.decision().question, Question::PlaceAirMarkers);
    table.act_with(&dice, &[], DONE);
    assert_eq!((table.state.turn(), table.state.phase()), (1, Phase::SovietMovement));
    (table, rifle)
}

/// [5.0, 5.1, 7.1] G1: the 13th Army within the stacking limit; the 16th as it comes.
#[test]
fn g1_deployment() {
    let mut table = new_game();
    let thirteenth = divisions_for(&table, "0123");
    assert_eq!(thirteenth.len(), 8);
    for (n, division) in thirteenth.iter().enumerate() {
        if n == 3 {
            // Four divisions in 0123: refused, with Remezov there or not.
            table.refused("7.1", &deploy(division, "0123"));
            table.act(&deploy("remezov", "0123"));
            table.refused("7.1", &deploy(division, "0123"));
        }
        table.act(&deploy(division, ["0123", "0124", "0125"][n / 3]));
    }
    assert_eq!(divisions_in(&table, "0123").len(), 3);
    assert_eq!(divisions_in(&table, "0124").len(), 3);
    assert_eq!(divisions_in(&table, "0125").len(), 2);
    assert_eq!(table.place("remezov").as_deref(), Some("0123"));

    // The 16th Army: no choice, no objection.
    assert_eq!(divisions_in(&table, "2216").len(), 6);
    assert_eq!(table.place("lukin").as_deref(), Some("2216"));
    let sixteenth = divisions_in(&table, "2216");
    table.refused("5.1", &deploy(&sixteenth[0], "2215"));
    table.refused("5.1", DONE); // the 20th is still to be placed
    for (n, division) in divisions_for(&table, "0108").iter().enumerate() {
        table.act(&deploy(division, ["0108", "0109", "0110", "0111"][n / 3]));
    }
    table.act(&deploy("kurochkin", "0115"));
    table.act(DONE);
    assert_eq!(table.state.phase(), Phase::GermanSetUp);
    assert_eq!(divisions_in(&table, "2216").len(), 6);
}

/// [5.21, 5.22] G2: the 16th Army stands on a 5, the 19th is free on a 2.
#[test]
fn g2_an_army_that_stands() {
    let (mut table, _) = first_turn([5, 2, 1], "0110");
    let army = divisions_in(&table, "2216");
    let step = |n: usize, to: &str| walk(&[&army[n]], &[to]);
    table.refused("5.22", &walk(&["lukin"], &["2215"]));
    table.refused("5.22", &ride(&army[0], &["2116".into()]));
    table.refused("5.22", &ride("lukin", &["2116".into()]));

    assert_eq!(costs(&table.act(&step(0, "2215"))), [2]);
    table.refused("5.22", &step(0, "2214")); // a second hex
    assert_eq!(costs(&table.act(&step(1, "2316"))), [2]);
    assert_eq!(costs(&table.act(&step(2, "2217"))), [4]); // across the Dnepr
    for to in ["2215", "2316", "2217"] {
        table.refused("5.22", &step(3, to)); // a fourth division
    }
    table.refused("5.22", &walk(&["lukin"], &["2215"]));
    table.refused("5.22", &ride(&army[3], &["2116".into()]));

    // The 19th moves freely from 1414: all of it, several hexes, Konev too.
    let mut free = divisions_in(&table, "1414");
    assert_eq!(free.len(), 4);
    free.push("konev".to_owned());
    let names: Vec<&str> = free.iter().map(String::as_str).collect();
    table.act(&walk(&names, &["1514", "1613"]));
    assert!(free.iter().all(|id| table.place(id).as_deref() == Some("1613")));
}

/// [5.23] G3: a rifle of the 20th Army spends its full allowance eastwards, and may not dawdle in the west.
#[test]
fn g3_the_march_of_a_rifle() {
    let (start, rifle) = first_turn([1, 1, 1], "0110");
    let step = |to: &str| walk(&[&rifle], &[to]);
    assert_eq!(start.left(&rifle), 12);
    let other = divisions_in(&start, "0123")[0].clone();

    let mut east = start.clone();
    for (to, cost, west) in
        [("0210", 2, ["0110", "0111"]), ("0311", 2, ["0210", "0211"]), ("0411", 2, ["0311", "0312"])]
    {
        assert_eq!(costs(&east.act(&step(to))), [cost], "to {to}");
        for hex in west {
            east.refused("5.23", &step(hex)); // NW or SW
        }
    }
    assert_eq!(costs(&east.act(&step("0512"))), [4]); // forest and river
    assert_eq!(east.left(&rifle), 2);
    assert!(!east.is_legal(&step("0411")));
    assert!(!east.is_legal(&step("0412")));
    // It may not stop: nobody else may start, the phase may not end.
    east.refused("5.23", &walk(&[&other], &["0223"]));
    east.refused("5.23", DONE);
    assert_eq!(costs(&east.act(&step("0612"))), [2]);
    // There it stops with 12.
    assert_eq!(east.left(&rifle), 0);
    assert!(no_step(&east, &rifle));
    east.act(&walk(&[&other], &["0223"]));

    let mut north = start.clone();
    assert_eq!(costs(&north.act(&walk(&[&rifle], &["0109", "0108", "0107", "0106"]))), [2, 2, 2, 2]);
    // The 2 half-points then left would not reach column 03.
    north.refused("5.23", &step("0105"));
    north.refused("5.23", &step("0107")); // nor back where it was
    assert_eq!(north.left(&rifle), 4);
}

/// [5.23, 10.21] G4: Kurochkin by field, road and forest, 19 of 20; a half-point is lost.
#[test]
fn g4_the_march_of_kurochkin() {
    let (mut table, rifle) = first_turn([1, 1, 1], "0115");
    let name = ["kurochkin"];
    assert_eq!(table.left("kurochkin"), 20);
    let other = walk(&[&rifle], &["0210"]);
    let road = ["0215", "0316", "0416", "0517", "0518", "0617", "0718"];
    assert_eq!(costs(&table.act(&walk(&name, &road))), [2, 2, 2, 2, 1, 1, 1]);
    assert_eq!(table.left("kurochkin"), 9);
    // At 0718 he could not have stopped.
    table.refused("5.23", &other);
    table.refused("5.23", DONE);
    assert_eq!(costs(&table.act(&walk(&name, &["0717", "0816", "0916"]))), [2, 2, 2]);
    table.refused("5.23", &other);
    assert_eq!(costs(&table.act(&walk(&name, &["1015"]))), [2]);
    // Every step left costs 2: he may stop, 1 half-point lost.
    assert_eq!(table.left("kurochkin"), 1);
    assert!(no_step(&table, "kurochkin"));
    let here = hex("1015");
    for (d, next) in here.neighbours().filter(|(_, h)| h.column() >= 10) {
        let cost = table.state.step_cost(unit("kurochkin"), here, d);
        assert!(cost.is_none_or(|c| c >= 2), "{next} costs {cost:?}");
    }
    table.act(&other);
}

// ---- movement -------------------------------------------------------------------------------------------------

/// [6.12, 6.7] G5: by road, then off it.
#[test]
fn g5_a_panzer_regiment_on_the_road() {
    let mut table = Table::new(r#"{"turn": 7, "phase": "german_movement", "units": {"0219": ["pz7-25"]}}"#);
    assert_eq!(table.left("pz7-25"), 20);
    let road = ["0319", "0418", "0518", "0617", "0718", "0817"];
    let events = table.act(&walk(&["pz7-25"], &road));
    assert_eq!(costs(&events), [1; 6]);
    assert_eq!(costs(&table.act(&walk(&["pz7-25"], &["0816"]))), [4]); // forest
    assert_eq!(costs(&table.act(&walk(&["pz7-25"], &["0916"]))), [2]);
    assert_eq!(table.left("pz7-25"), 8);
}

/// A unit alone on the map on turn 7, its side to move.
fn alone(text: &str, from: &str) -> Table {
    let id = text.split(' ').next().unwrap_or(text);
    let phase = match unit(id).side() {
        Side::German => "german_movement",
        Side::Soviet => "soviet_movement",
    };
    Table::new(&serde_json::json!({"turn": 7, "phase": phase, "units": {from: [text]}}).to_string())
}

/// [6.7] G6: single steps.
#[test]
fn g6_single_steps() {
    for (text, from, to, cost) in [
        ("pz7-25", "1118", "1117", 6),  // river into clear
        ("pz7-25", "0811", "0911", 6),  // river where the road ends on both banks
        ("inf6", "1117", "1118", 6),    // river into forest
        ("pz7-25", "1117", "1118", 8),  // the same
        ("cav1", "1117", "1116", 4),    // forest, no link
        ("cav1", "1016", "1116", 2),    // along the road
        ("pz7-25", "1016", "1116", 1),  // along the road
        ("r1", "1117", "1118", 4),      // river into forest
        ("a1 tank", "1117", "1118", 6), // the same
        ("konev", "1117", "1118", 4),   // the same
        ("konev", "1107", "1006", 1),   // along the road into swamp
        ("r1", "1005", "1006", 4),      // swamp
        ("r1", "2216", "2217", 4),      // river into city
    ] {
        let mut table = alone(text, from);
        let id = text.split(' ').next().unwrap_or(text);
        let before = table.left(id);
        assert_eq!(costs(&table.act(&walk(&[id], &[to]))), [cost], "{text} from {from} to {to}");
        assert_eq!(table.left(id), before - cost);
        assert_eq!(table.place(id).as_deref(), Some(to));
    }
    for text in ["inf6", "cav1", "pz7-25", "mot14-11", "r1", "a1 tank", "a1 mechanised", "konev"] {
        let id = text.split(' ').next().unwrap_or(text);
        alone(text, "0907").refused("6.7", &walk(&[id], &["1006"])); // lake hexside
    }
}

/// [6.25] G7: allowances out of supply at the snapshot, and what they still pay for.
#[test]
fn g7_half_allowances() {
    // A rifle in 0120 shuts the road; column 55 is too far from the west edge.
    let mut german = Table::new(
        r#"{"turn": 7, "phase": "soviet_interdiction",
            "units": {"0120": ["r1 3-4"], "5519": ["pz7-25", "inf6", "cav1"]}}"#,
    );
    german.act(DONE);
    assert_eq!(german.state.phase(), Phase::GermanMovement);
    // No Leader anywhere.
    let mut soviet = Table::new(
        r#"{"turn": 6, "phase": "air_interdiction", "units": {"2216": ["r1", "a1 tank", "a2 mechanised"]}}"#,
    );
    soviet.act(DONE);
    assert_eq!(soviet.state.phase(), Phase::SovietMovement);
    for (table, id, printed, halved) in [
        (&german, "pz7-25", 10, 5),
        (&german, "inf6", 7, 3),
        (&german, "cav1", 5, 2),
        (&soviet, "r1", 6, 3),
        (&soviet, "a1", 10, 5),
        (&soviet, "a2", 10, 5),
    ] {
        assert_eq!(table.state.printed_allowance(unit(id)).halves(), 2 * printed, "{id}");
        assert_eq!(table.state.allowance(unit(id)).halves(), 2 * halved, "{id}");
        assert_eq!(table.left(id), 2 * halved, "{id}");
    }
    // inf6 can just cross to 1117, cav1 cannot.
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "german_movement", "units": {"1118": ["inf6 unsupplied", "cav1 unsupplied"]}}"#,
    );
    assert_eq!((table.left("inf6"), table.left("cav1")), (6, 4));
    table.refused("6.12", &walk(&["cav1"], &["1117"]));
    assert_eq!(costs(&table.act(&walk(&["inf6"], &["1117"]))), [6]);
    assert_eq!(table.left("inf6"), 0);
}

/// [6.22, 8.13] G8: a rifle next to inf6 has no step, until an overrun Disrupts inf6.
#[test]
fn g8_out_of_a_zone_of_control() {
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "soviet_movement",
            "units": {"1222": ["r1 3-4"], "1322": ["inf6"],
                      "1321": ["r2 6-8", "r3 5-8", "r4 5-8", "konev"]}}"#,
    );
    for to in ["1221", "1323", "1223", "1123", "1122"] {
        table.refused("6.22", &walk(&["r1"], &[to]));
    }
    assert!(no_step(&table, "r1"));
    assert!(table.state.legal().steps.iter().all(|&(u, _)| u != unit("r1")));
    table.refused("6.32", &ride("r1", &["1221".into()]));

    // (16 + 5) / 2 = 10 to 9, 1-1; die 1, D1; the German takes the loss.
    let events =
        table.act_with(&[1], &[], r#"{"overrun": {"units": ["r2", "r3", "r4", "konev"], "target": "1322"}}"#);
    assert_eq!(odds_of(&events), (10, 9, "1-1".into(), "D1".into()));
    table.act("\"take_loss\"");
    assert!(table.state.is_disrupted(unit("inf6")));
    assert_eq!(table.place("inf6").as_deref(), Some("1322"));
    // The rifle, which has not moved, may now move.
    assert_eq!(costs(&table.act(&walk(&["r1"], &["1122"]))), [2]);
}

/// [6.22, 8.13, 6.32] G8 on a railway: no ride out of a controlled hex.
#[test]
fn g8_no_ride_out_of_a_zone_of_control() {
    let near = Table::new(
        r#"{"turn": 7, "phase": "soviet_movement", "units": {"1415": ["r1 3-4"], "1416": ["inf6"]}}"#,
    );
    near.refused("6.32", &ride("r1", &["1515".into()]));
    let far = Table::new(
        r#"{"turn": 7, "phase": "soviet_movement", "units": {"1415": ["r1 3-4"], "1418": ["inf6"]}}"#,
    );
    assert!(far.is_legal(&ride("r1", &["1515".into()])));
}

/// [13.31, 13.32, 13.43] G9: interdiction adds 1 MP.
#[test]
fn g9_interdiction() {
    let mut soviet = Table::new(
        r#"{"turn": 7, "phase": "soviet_movement", "air": ["1415", "1416"],
            "units": {"1414": ["r1"], "1316": ["konev"]}}"#,
    );
    assert!(data().map.rail_hexes().contains(hex("1415")));
    assert_eq!(costs(&soviet.act(&walk(&["r1"], &["1415"]))), [4]);
    assert_eq!(costs(&soviet.act(&walk(&["konev"], &["1416"]))), [3]);
    let mut german = Table::new(
        r#"{"turn": 7, "phase": "german_movement", "soviet_marker": "0219", "soviet_marker_uses": 1,
            "units": {"0120": ["pz7-25"]}}"#,
    );
    assert_eq!(costs(&german.act(&walk(&["pz7-25"], &["0219"]))), [3]);
}

// ---- rail and western hexrows ---------------------------------------------------------------------------------

/// A rifle that has just entered by rail at 5907.
fn entered_by_rail(air: &[&str]) -> Table {
    let position = serde_json::json!(
        {"turn": 7, "phase": "soviet_movement", "owed": {"X": {"rifle": 1}}, "air": air}
    );
    let mut table = Table::new(&position.to_string());
    table.act(r#"{"enter": {"who": "rifle X", "hex": "5907", "rail": true}}"#);
    assert_eq!(table.place("r1").as_deref(), Some("5907"));
    assert_eq!(table.state.rail_points_left(unit("r1")), 29);
    table
}

/// [6.33, 13.31] G10: how far a division rides that enters at 5907, with a marker on the way and without.
#[test]
fn g10_thirty_rail_points() {
    let mut table = entered_by_rail(&[]);
    let reach = table.state.rail_reach(unit("r1")).expect("it rides");
    assert_eq!(reach.cost(hex("3515")), Some(29)); // 30 with the entry hex
    assert_eq!(reach.cost(hex("3414")), None);
    let path = hexes(reach.path(hex("3515")).expect("a way"));
    assert_eq!(path.len(), 29);
    table.act(&ride("r1", &path));
    assert_eq!(table.place("r1").as_deref(), Some("3515"));
    assert_eq!(table.state.rail_points_left(unit("r1")), 0);
    table.refused("6.33", &ride("r1", &["3414".into()])); // 31

    let mut table = entered_by_rail(&["4607"]);
    let reach = table.state.rail_reach(unit("r1")).expect("it rides");
    let path = hexes(reach.path(hex("3815")).expect("a way"));
    assert!(path.contains(&"4607".to_owned()));
    assert_eq!(path.len() + 1, 27);
    assert_eq!(reach.cost(hex("3815")), Some(29));
    assert_eq!(reach.cost(hex("3715")), None);
    table.act(&ride("r1", &path));
    assert_eq!(table.state.rail_points_left(unit("r1")), 0);
    table.refused("6.33", &ride("r1", &["3715".into()])); // 31
}

/// [6.33, 13.31] G10: 4015 to 2626 is 30 hexes; a marker on the way makes it too far.
#[test]
fn g10_from_4015_to_2626() {
    let position = |air: &[String]| {
        Table::new(
            &serde_json::json!(
                {"turn": 7, "phase": "soviet_movement", "units": {"4015": ["r1"]}, "air": air}
            )
            .to_string(),
        )
    };
    let mut free = position(&[]);
    let reach = free.state.rail_reach(unit("r1")).expect("it rides");
    assert_eq!(reach.cost(hex("2626")), Some(30));
    let path = hexes(reach.path(hex("2626")).expect("a way"));
    assert_eq!(path.len(), 30);
    for marker in &path {
        let barred = position(std::slice::from_ref(marker));
        barred.refused("6.33", &ride("r1", &path));
    }
    free.act(&ride("r1", &path));
    assert_eq!(free.place("r1").as_deref(), Some("2626"));
}

/// [6.31] G11: eight by rail, an armoured division counting as three, Leaders besides.
#[test]
fn g11_rail_capacity() {
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "soviet_movement",
            "units": {"4015": ["a1 tank", "a2 tank", "r1", "r2", "r3", "konev", "lukin", "rakutin"]}}"#,
    );
    let next = [table.state.legal().rides[0].1.to_string()];
    for id in ["a1", "a2", "r1", "r2"] {
        table.act(&ride(id, &next));
    }
    assert_eq!(table.state.rail_used(), 8);
    table.refused("6.31", &ride("r3", &next)); // 9
    for id in ["konev", "lukin", "rakutin"] {
        table.act(&ride(id, &next));
    }
    assert_eq!(table.state.rail_used(), 8);

    let mut table = Table::new(
        r#"{"turn": 7, "phase": "soviet_movement",
            "units": {"4015": ["a1 mechanised", "a2 mechanised", "a3 mechanised"]}}"#,
    );
    table.act(&ride("a1", &next));
    table.act(&ride("a2", &next));
    table.refused("6.31", &ride("a3", &next)); // 9
}

/// From the German Initial Movement Phase to the next Soviet Movement Phase.
fn to_soviet_turn(table: &mut Table) {
    while table.state.phase() != Phase::SovietMovement {
        table.act(DONE);
    }
}

/// [6.37] G12: a cut made in passing, repaired by a rifle, open on the next turn.
#[test]
fn g12_a_rail_cut() {
    let mut table = Table::new(
        r#"{"turn": 4, "phase": "german_movement",
            "units": {"2614": ["pz7-25"], "4015": ["r1", "rakutin"], "2816": ["r2", "konev"]}}"#,
    );
    table.act(&walk(&["pz7-25"], &["2715"]));
    table.act(r#"{"cut_rail": {"hex": "2715"}}"#);
    assert_eq!(table.state.rail_cuts().collect::<Vec<_>>(), [hex("2715")]);
    table.act(&walk(&["pz7-25"], &["2614", "2515", "2414", "2315"]));
    to_soviet_turn(&mut table);
    assert_eq!(table.state.turn(), 5);

    // A ride toward 2216 may go as far as 2814, not into 2715.
    let reach = table.state.rail_reach(unit("r1")).expect("it rides");
    let as_far = hexes(reach.path(hex("2814")).expect("a way to 2814"));
    assert_eq!(reach.cost(hex("2715")), None);
    assert!(table.is_legal(&ride("r1", &as_far)));
    let mut into: Vec<String> = as_far.clone();
    into.push("2715".into());
    table.refused("6.37", &ride("r1", &into));
    let mut through = into.clone();
    through.push("2615".into());
    table.refused("6.37", &ride("r1", &through));

    // A lone Leader entering does not lift it.
    let mut lone = table.clone();
    lone.act(&walk(&["konev"], &["2716", "2715"]));
    assert_eq!(lone.state.rail_cuts().collect::<Vec<_>>(), [hex("2715")]);

    // A rifle walks from 2716 into 2715: marker off, but no ride through on turn 5.
    table.act(&walk(&["r2"], &["2716"]));
    assert_eq!(table.state.rail_cuts().count(), 1);
    let events = table.act(&walk(&["r2"], &["2715"]));
    assert!(events.contains(&Event::RailRepaired { hex: hex("2715") }));
    assert_eq!(table.state.rail_cuts().count(), 0);
    assert!(table.is_legal(&ride("r1", &as_far)));
    table.refused("6.37", &ride("r1", &into));
    table.refused("6.37", &ride("r1", &through));

    // On turn 6 rides pass.
    table.act(DONE);
    to_soviet_turn(&mut table);
    assert_eq!(table.state.turn(), 6);
    table.act(&ride("r1", &through));
    assert_eq!(table.place("r1").as_deref(), Some("2615"));
}

/// [6.37] G12: with all six markers out, one must be taken up before another cut.
#[test]
fn g12_six_cuts() {
    let start = hex("2715");
    let rails = data().map.rail_hexes();
    let far: Vec<Hex> = rails.iter().filter(|&h| h.distance(start) > 10).take(5).collect();
    let mut cuts: Vec<String> = far.iter().map(|h| h.to_string()).collect();
    cuts.push("2814".into());
    let position = serde_json::json!(
        {"turn": 7, "phase": "german_movement", "units": {"2614": ["pz7-25"]}, "rail_cuts": cuts}
    );
    let mut table = Table::new(&position.to_string());
    let offered =
        |table: &Table| table.state.legal().others.iter().any(|a| matches!(a, Action::CutRail { .. }));
    table.act(&walk(&["pz7-25"], &["2715"]));
    assert!(!offered(&table));
    table.refused("6.37", r#"{"cut_rail": {"hex": "2715"}}"#);
    table.refused("6.37", r#"{"lift_cut": {"hex": "2715"}}"#);
    // It enters a cut hex and takes that marker up.
    table.act(&walk(&["pz7-25"], &["2814"]));
    assert!(!offered(&table));
    table.refused("6.37", r#"{"cut_rail": {"hex": "2814"}}"#);
    table.act(r#"{"lift_cut": {"hex": "2814"}}"#);
    assert_eq!(table.state.rail_cuts().count(), 5);
    table.act(&walk(&["pz7-25"], &["2715"]));
    assert!(offered(&table));
    table.act(r#"{"cut_rail": {"hex": "2715"}}"#);
    assert_eq!(table.state.rail_cuts().count(), 6);
    assert!(table.state.rail_cuts().any(|h| h == start));
}

/// Germans in 0404 and 0306 have attacked the rifle in 0305: 18 to 4, 4-1; die 4, D1.
fn attacked_at_0305(turn: u8) -> Table {
    let position = serde_json::json!({
        "turn": turn, "phase": "german_combat",
        "units": {"0305": ["r1 3-4"], "0404": ["inf6"], "0306": ["inf26"], "0402": ["konev"]},
    });
    let mut table = Table::new(&position.to_string());
    let free: Vec<Hex> =
        hex("0305").neighbours().map(|(_, h)| h).filter(|&h| table.state.is_open(Side::Soviet, h)).collect();
    assert_eq!(free, [hex("0204")]);
    let events =
        table.act_with(&[4], &[], r#"{"attack": {"targets": ["0305"], "units": ["inf6", "inf26"]}}"#);
    assert_eq!(odds_of(&events), (18, 4, "4-1".into(), "D1".into()));
    assert_eq!(table.decision().side, Side::Soviet);
    assert_eq!(table.decision().question, Question::LossOrRetreat { n: 1 });
    table
}

/// [6.4, 9.71] G13: a retreat into column 02 eliminates on turn 4, and is open on turn 7.
#[test]
fn g13_retreat_into_the_western_hexrows() {
    let mut retreat = attacked_at_0305(4);
    let mut loss = retreat.clone();
    retreat.act("\"take_retreat\"");
    assert_eq!(retreat.decision().question, Question::Route { n: 1 });
    retreat.refused("9.71", r#"{"route": {"stack": "0305", "to": "0304"}}"#);
    let routes = retreat.state.legal().others;
    assert_eq!(routes.len(), 1);
    retreat.state.apply(&routes[0], &mut pgg_core::game::chance::NoMore).expect("the only way on");
    assert_eq!(retreat.place("r1"), None);
    loss.act("\"take_loss\"");
    assert_eq!(loss.place("r1"), None);

    let mut later = attacked_at_0305(7);
    later.act("\"take_retreat\"");
    later.act(r#"{"route": {"stack": "0305", "to": "0204"}}"#);
    assert_eq!(later.place("r1").as_deref(), Some("0204"));
}

/// [6.4] G13: no overrun into column 02 on turn 4; an attack, but no advance.
#[test]
fn g13_attack_on_the_western_hexrows() {
    let position = |phase: &str, inf6: &str| {
        serde_json::json!({
            "turn": 4, "phase": phase,
            "units": {"0305": ["r1 6-8"], "0205": [inf6], "0405": ["konev"]},
        })
        .to_string()
    };
    let overrun = Table::new(&position("soviet_movement", "inf6"));
    overrun.refused("6.4", r#"{"overrun": {"units": ["r1"], "target": "0205"}}"#);
    let attack = r#"{"attack": {"targets": ["0205"], "units": ["r1"]}}"#;
    assert!(Table::new(&position("soviet_combat", "inf6")).is_legal(attack));
    // Down to its last step: 6 to 1, 6-1; die 3, D2, and the loss vacates 0205.
    let mut table = Table::new(&position("soviet_combat", "inf6 lost 3"));
    let events = table.act_with(&[3], &[], attack);
    assert_eq!(odds_of(&events), (6, 1, "6-1".into(), "D2".into()));
    table.act("\"take_loss\"");
    assert_eq!(table.place("inf6"), None);
    // Nobody is asked to advance.
    assert_eq!(table.decision().question, Question::Attack);
    assert_eq!(table.place("r1").as_deref(), Some("0305"));
    assert!(!table.is_legal(r#"{"advance": {"unit": "r1", "path": ["0205"]}}"#));
}
