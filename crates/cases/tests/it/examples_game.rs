//! Worked examples G49 to G53 of the rules: reinforcements, victory, the sequence of play.
use crate::support::*;
use pgg_core::data::schedule::{Area, Pool};
use pgg_core::data::tables::LevelName;
use pgg_core::game::event::DieFor;
use pgg_core::{Event, Phase, Place, Side};
use serde_json::json;

fn enter(who: &str, hex: &str) -> String {
    json!({"enter": {"who": who, "hex": hex}}).to_string()
}

// ---- reinforcements ---------------------------------------------------------------------------------------------

/// Turn 7 with the provisional division of die 6 to enter.
fn provisional(units: &str) -> Table {
    Table::new(&format!(
        r#"{{"turn": 7, "phase": "soviet_movement", "provisional": 6, "units": {{{units}}}}}"#
    ))
}

/// [14.11-14.13] G49: a German unit stands in 1831: the division may enter at 1931 and stops there.
#[test]
fn g49_provisional_division_goes_round() {
    let mut table = provisional(r#""1831": ["inf6"]"#);
    table.refused("14.0", &enter("provisional", "1831"));
    table.refused("14.12", &enter("provisional", "2031"));
    table.refused("14.13", DONE);
    let events = table.act(&enter("provisional", "1931"));
    assert!(events.iter().any(|e| matches!(e, Event::Stopped { hex: at, .. } if *at == hex("1931"))));
    table.act(DONE);
}

/// [14.12] G49: with a German in 1931 too, 2031.
#[test]
fn g49_provisional_division_goes_farther() {
    let mut table = provisional(r#""1831": ["inf6"], "1931": ["inf26"]"#);
    table.refused("14.0", &enter("provisional", "1931"));
    table.act(&enter("provisional", "2031"));
}

/// [14.12] G49: had 1831 been merely controlled, he could choose 1831 or 1931; undisturbed, 1831 alone.
#[test]
fn g49_provisional_division_chooses() {
    let table = provisional(r#""1830": ["inf6"]"#);
    table.refused("14.13", DONE);
    for at in ["1831", "1931"] {
        table.clone().act(&enter("provisional", at));
    }
    table.refused("14.12", &enter("provisional", "2031"));
    let free = provisional(r#""0120": ["inf6"]"#);
    assert!(free.is_legal(&enter("provisional", "1831")));
    free.refused("14.12", &enter("provisional", "1931"));
}

/// [14.2] G50: five Front divisions on turn 2, three on turn 3: 5 points, then 6 more.
#[test]
fn g50_south_western_front() {
    let mut table = Table::new(r#"{"turn": 2, "phase": "soviet_movement", "units": {"4015": ["konev"]}}"#);
    for at in ["3131", "3831", "4331", "4531", "5431"] {
        table.act(&enter("front", at));
    }
    table.refused("14.21", &enter("front", "3131"));
    assert_eq!(table.state.front_points(), 5);
    until(&mut table, 3, Phase::SovietMovement);
    let mut points = 0;
    for _ in 0..3 {
        let events = table.act(&enter("front", "3131"));
        let of = events.iter().find_map(|e| match e {
            Event::FrontPoints { points, .. } => Some(*points),
            _ => None,
        });
        points += of.expect("points");
    }
    assert_eq!((points, table.state.front_points()), (6, 11));
}

/// [14.3] G50: arrivals of turn 9 at X while a German unit stands in 5907: they wait; no other hex will do.
#[test]
fn g50_arrivals_wait() {
    let mut table = Table::new(
        r#"{"turn": 8, "phase": "air_interdiction", "schedule": true, "scheduled": ["zakharkin"],
            "units": {"5907": ["inf6"]}}"#,
    );
    table.act_with(&[2], &[], DONE);
    assert_eq!((table.state.turn(), table.state.owed(Area::X, Pool::Rifle)), (9, 4));
    assert_eq!(table.state.place(unit("zakharkin")), Place::Waiting);
    for who in ["rifle X", "zakharkin"] {
        table.refused("14.0", &enter(who, "5907"));
        for other in ["5906", "5908", "3901", "3131"] {
            table.refused("14.3", &enter(who, other));
        }
    }
    table.act(&enter("provisional", "3901"));
    until(&mut table, 9, Phase::GermanMovement);
    table.act(&walk(&["inf6"], &["5807", "5708"]));
    until(&mut table, 9, Phase::AirInterdiction);
    table.act_with(&[2], &[], DONE);
    // Still there, with those of turn 10, and now the hex is free.
    assert_eq!(table.state.owed(Area::X, Pool::Rifle), 8);
    table.act(&enter("rifle X", "5907"));
    assert_eq!(table.state.owed(Area::X, Pool::Rifle), 7);
}

// ---- victory ----------------------------------------------------------------------------------------------------

/// The end of German turn 6: Smolensk is German and has its line; nobody is in it.
fn smolensk_is_german() -> Table {
    Table::new(
        r#"{"turn": 6, "phase": "air_interdiction", "german_control": ["2216", "2217"], "smolensk_since": 5,
            "units": {"2015": ["gd"], "2316": ["r1"], "2519": ["konev"]}}"#,
    )
}

/// [15.12] G51: one hex a turn recaptures nothing.
#[test]
fn g51_half_a_city_is_nothing() {
    let mut table = smolensk_is_german();
    until(&mut table, 7, Phase::SovietMovement);
    table.act(&walk(&["r1"], &["2216"]));
    until(&mut table, 7, Phase::GermanMovement);
    assert_eq!(table.state.controller(hex("2217")), Some(Side::German));
    assert_eq!(table.state.score().recaptures, 0);
    until(&mut table, 8, Phase::SovietMovement);
    table.act(&walk(&["r1"], &["2217"]));
    assert_eq!(table.state.controller(hex("2217")), Some(Side::Soviet));
    until(&mut table, 8, Phase::GermanMovement);
    assert_eq!((table.state.score().recaptures, table.state.margin()), (0, 0));
}

/// [15.12] G51: both hexes in one Soviet turn: 2 points; retaken and recaptured: 2 more.
#[test]
fn g51_recapture_and_again() {
    let mut table = smolensk_is_german();
    until(&mut table, 7, Phase::SovietMovement);
    table.act(&walk(&["r1"], &["2216", "2217", "2218", "2219"]));
    assert_eq!(table.state.score().recaptures, 0, "scored at the end of the Player-Turn");
    until(&mut table, 7, Phase::SovietInterdiction);
    let events = table.act(DONE);
    assert!(events.iter().any(|e| matches!(e, Event::Recaptured { .. })));
    assert_eq!((table.state.score().recaptures, table.state.margin()), (1, -2));
    // gd retakes both in German turn 7 and goes back.
    table.act(&walk(&["gd"], &["2115", "2215", "2216", "2217", "2216", "2215"]));
    until(&mut table, 7, Phase::AirInterdiction);
    assert_eq!(table.state.margin(), 20 - 2);
    until(&mut table, 8, Phase::SovietMovement);
    table.act(&walk(&["r1"], &["2218", "2217", "2216"]));
    until(&mut table, 8, Phase::GermanMovement);
    assert_eq!((table.state.score().recaptures, table.state.margin()), (2, -4));
}

// ---- the end ----------------------------------------------------------------------------------------------------

/// The last moment of turn 12 with six objectives, seven Front divisions, a panzer division lost, two recaptures.
fn last_moment(options: &str, units: &str) -> Table {
    Table::new(&format!(
        r#"{{"turn": 12, "phase": "air_interdiction", "options": {{{options}}}, "front": 7, "recaptures": 2,
            "dead": ["pz3"], "smolensk_since": 5, "german_control":
            ["0412", "0513", "0420", "0424", "0525", "2216", "2217", "2626", "3122"], "units": {{{units}}}}}"#
    ))
}

fn end(mut table: Table) -> (i16, LevelName, bool) {
    let events = table.act(DONE);
    assert_eq!(table.state.phase(), Phase::GameOver);
    assert_eq!(table.state.decision(), None);
    let told = events.iter().find_map(|e| match e {
        Event::GameOver { score, level } => Some((*score, *level)),
        _ => None,
    });
    let (score, level) = told.expect("the end is told");
    let sheet = table.state.score();
    assert_eq!((sheet.total, sheet.level), (i32::from(score), level));
    (score, level, sheet.draw)
}

/// [15.11, 15.12, 15.2] G52: 60 + 9 - 5 - 4 = 60, German Marginal.
#[test]
fn g52_the_reckoning() {
    let table = last_moment("", r#""4015": ["konev"]"#);
    let sheet = table.state.score();
    let told: Vec<(&str, u8)> = sheet.objectives.iter().map(|(id, vp)| (id.as_str(), *vp)).collect();
    assert_eq!(
        told,
        [("vitebsk", 10), ("orsha", 5), ("mogilev", 5), ("smolensk", 20), ("roslavl", 10), ("yelnya", 10)]
    );
    assert_eq!((sheet.front, sheet.recaptures), (9, 2));
    assert_eq!(sheet.divisions_lost, ["pz3"]);
    assert_eq!(end(table), (60, LevelName::GermanMarginal, false));
}

/// [15.2] G52: with `historical_draw` a draw.
#[test]
fn g52_historical_draw() {
    let table = last_moment(r#""historical_draw": true"#, r#""4015": ["konev"]"#);
    assert_eq!(end(table), (60, LevelName::GermanMarginal, true));
}

/// [0.6] G52: edition 1976: 65.
#[test]
fn g52_edition_1976() {
    let table = last_moment(r#""edition": "1976""#, r#""4015": ["konev"]"#);
    assert_eq!(end(table), (65, LevelName::GermanMarginal, false));
}

/// [15.11] G52: a rifle in 2726 controls empty Roslavl: no line, 10 less; with a German unit in 2626 it counts.
#[test]
fn g52_roslavl_needs_its_line() {
    let empty = last_moment("", r#""2726": ["r1"]"#);
    assert_eq!(end(empty), (50, LevelName::GermanMarginal, false));
    let held = last_moment("", r#""2726": ["r1"], "2626": ["gd"]"#);
    assert_eq!(end(held), (60, LevelName::GermanMarginal, false));
}

// ---- sequence ---------------------------------------------------------------------------------------------------

/// [4.2, 6.23] G53: a fresh allowance in the Mechanized Movement Phase, and not for infantry.
#[test]
fn g53_mechanized_movement() {
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "german_movement", "waiting": ["inf15"],
            "units": {"1019": ["pz7-25"], "1219": ["inf6"], "4015": ["konev"]}}"#,
    );
    let path = ["1020", "1021", "1022", "1023", "1024", "1025", "1026", "1126", "1125", "1124"];
    table.act(&walk(&["pz7-25"], &path));
    assert_eq!(table.left("pz7-25"), 0);
    table.refused("6.12", &walk(&["pz7-25"], &["1123"]));
    until(&mut table, 7, Phase::MechanizedMovement);
    assert_eq!(table.left("pz7-25"), 20);
    table.act(&walk(&["pz7-25"], &["1123", "1122"]));
    assert_eq!(table.left("pz7-25"), 16);
    table.refused("4.2", &walk(&["inf6"], &["1220"]));
    // inf15, not entered in the Initial phase, waits until turn 8.
    table.refused("4.2", &enter("inf15", "0120"));
    until(&mut table, 8, Phase::GermanMovement);
    assert_eq!(table.state.place(unit("inf15")), Place::Waiting);
    table.act(&enter("inf15", "0120"));
    assert_eq!(table.place("inf15").as_deref(), Some("0120"));
}

/// [4.2, 13.33] G53: the air markers leave the map when the Soviet Movement Phase ends, before any Soviet attack.
#[test]
fn g53_air_markers_come_off_before_combat() {
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "soviet_movement", "air": ["1415", "2015", "3015"],
            "units": {"4015": ["konev"]}}"#,
    );
    let events = table.act(DONE);
    let at = |wanted: &Event| events.iter().position(|e| e == wanted).expect("told");
    let removed = at(&Event::InterdictionRemoved { side: Side::German });
    assert!(removed < at(&Event::PhaseBegan { turn: 7, phase: Phase::SovietCombat }));
    assert_eq!(table.state.air_markers().count(), 0);
}

/// [4.2, 16.1] G53: turn 12 brings the provisional die, but no scheduled Soviet arrival.
#[test]
fn g53_turn_12() {
    let mut table = Table::new(
        r#"{"turn": 11, "phase": "air_interdiction", "schedule": true, "units": {"4015": ["konev"]}}"#,
    );
    let events = table.act_with(&[3], &[], DONE);
    assert!(events.contains(&Event::Die { why: DieFor::Provisional, die: 3 }));
    assert!(!events.iter().any(|e| matches!(e, Event::ArrivalsDue { .. })));
    for area in [Area::V, Area::W, Area::X, Area::Z] {
        for pool in [Pool::Rifle, Pool::Armoured] {
            assert_eq!(table.state.owed(area, pool), 0);
        }
    }
    assert_eq!(table.state.provisional(), Some(3));
    table.act(&enter("provisional", "5101"));
}
