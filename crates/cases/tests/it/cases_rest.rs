//! The cases of chapter 4 and of chapters 13 to 16 that the worked examples do not reach: sequence, interdiction,
//! reinforcements, victory, schedules.
use crate::support::*;
use pgg_core::data::schedule::{Area, Pool};
use pgg_core::data::tables::LevelName;
use pgg_core::{Event, Game, Kind, Phase, Place, Question, Seeded, Side, data};
use serde_json::json;

fn enter(who: &str, hex: &str, rail: bool) -> String {
    json!({"enter": {"who": who, "hex": hex, "rail": rail}}).to_string()
}

fn position(turn: u8, phase: &str, units: &str, more: &str) -> Table {
    Table::new(&format!(r#"{{"turn": {turn}, "phase": "{phase}", "units": {{{units}}}{more}}}"#))
}

fn cost_of_entry(events: &[Event]) -> u8 {
    let cost = events.iter().find_map(|e| match e {
        Event::Entered { cost, .. } => Some(*cost),
        _ => None,
    });
    cost.expect("somebody entered")
}

// ---- sequence of play -------------------------------------------------------------------------------------------

/// [4.1, 4.2] Soviet Player-Turn, German Player-Turn, twelve times, each phase in its order.
#[test]
fn the_sequence() {
    let mut table = position(1, "soviet_movement", r#""4015": ["r1"], "0120": ["pz7-25"]"#, "");
    for turn in 1..=12 {
        let mut phases = vec![Phase::SovietMovement, Phase::SovietCombat];
        if turn < 12 {
            phases.push(Phase::SovietInterdiction);
        }
        phases.extend([
            Phase::GermanMovement,
            Phase::GermanCombat,
            Phase::MechanizedMovement,
            Phase::AirInterdiction,
        ]);
        for phase in phases {
            assert_eq!((table.state.turn(), table.state.phase()), (turn, phase));
            assert_eq!(table.decision().side, phase.side());
            table.act(DONE);
        }
    }
    assert_eq!(table.state.phase(), Phase::GameOver);
    assert!(table.state.decision().is_none());
    table.refused("15.0", DONE);
}

/// [4.1] Nothing is done out of order.
#[test]
fn nothing_out_of_order() {
    let actions = [
        ("soviet_movement", Side::Soviet, walk(&["r1"], &["1321"])),
        ("soviet_combat", Side::Soviet, attack(&["r1"], "1221")),
        ("soviet_interdiction", Side::Soviet, interdict("0120")),
        ("german_combat", Side::German, attack(&["inf6"], "1322")),
        ("air_interdiction", Side::German, interdict("0120")),
    ];
    let units = r#""1221": ["inf6"], "1322": ["r1 3-4", "konev"]"#;
    for (phase, ..) in &actions {
        let table = position(7, phase, units, "");
        for (other, _, action) in &actions {
            // A combat is refused in the enemy's Combat Phase for other reasons, a marker likewise.
            let alike = phase.split('_').next_back() == other.split('_').next_back();
            if !alike {
                table.refused("4.1", action);
            }
        }
        for answer in ["\"take_loss\"", "\"take_retreat\"", r#"{"lose_step": {"unit": "r1"}}"#] {
            table.refused("4.1", answer);
        }
    }
}

/// [4.2] Only panzer, panzergrenadier, motorized and cavalry units move in the Mechanized Movement Phase; nobody enters.
#[test]
fn the_mechanized_phase() {
    let table = position(
        7,
        "mechanized_movement",
        r#""1222": ["pz7-25", "pz7-6", "mot14-11", "gd", "cav1", "inf6"]"#,
        r#", "waiting": ["inf15", "pz3-6"]"#,
    );
    for (id, may) in
        [("pz7-25", true), ("pz7-6", true), ("mot14-11", true), ("gd", true), ("cav1", true), ("inf6", false)]
    {
        assert_eq!(table.is_legal(&walk(&[id], &["1221"])), may, "{id}");
    }
    table.refused("4.2", &enter("inf15", "0120", false));
    table.refused("4.2", &enter("pz3-6", "0129", false));
}

// ---- interdiction -----------------------------------------------------------------------------------------------

/// [13.1, 13.33] Air markers have no trait of a unit: no zone, no line cut, no combat, no hold on those already there.
#[test]
fn air_markers_are_no_units() {
    let units = r#""1222": ["r1"], "1224": ["rakutin"], "1221": ["r2"]"#;
    let with = position(7, "soviet_movement", units, r#", "air": ["1223", "1222", "1324"]"#);
    let without = position(7, "soviet_movement", units, "");
    assert_eq!(with.state.zones(Side::German), without.state.zones(Side::German));
    assert_eq!(with.state.supply(unit("r1")), without.state.supply(unit("r1")));
    for mut table in [with, without] {
        table.act(&walk(&["r1"], &["1322"])); // leaving a marked hex costs nothing
        assert_eq!(table.left("r1"), 10);
    }
}

/// [13.2, R68] Columns 01 to 40, zero to three of them, before turn 1 and in every Air Interdiction Phase.
#[test]
fn placing_air_markers() {
    for phase in ["german_set_up", "air_interdiction"] {
        let mut table = position(1, phase, r#""4015": ["r1"]"#, "");
        table.refused("13.2", &interdict("4101"));
        table.clone().act(DONE);
        table.act(&interdict("4031"));
        table.refused("13.33", &interdict("4031"));
        table.act(&interdict("4015"));
        table.act(&interdict("0101"));
        table.refused("13.2", &interdict("0102"));
    }
    // Smolensk since the turn before, or only since this one.
    for (since, free) in [(6, true), (7, false)] {
        let table = position(
            7,
            "air_interdiction",
            r#""2216": ["inf6"], "2217": ["inf26"]"#,
            &format!(r#", "smolensk_since": {since}"#),
        );
        assert_eq!(table.is_legal(&interdict("4101")), free, "since turn {since}");
    }
}

/// [13.34] On hexes with Soviet units, or any others.
#[test]
fn air_markers_on_units() {
    let mut table = position(7, "air_interdiction", r#""1222": ["r1"], "1322": ["inf6"]"#, "");
    table.act(&interdict("1222"));
    table.act(&interdict("1322"));
}

/// [13.33, R96] They come off when the Soviet Movement Phase ends, and do not touch retreats or advances.
#[test]
fn air_markers_come_off() {
    let mut table = position(7, "soviet_movement", r#""1222": ["r1"]"#, r#", "air": ["1221", "1322"]"#);
    let events = table.act(DONE);
    assert!(events.contains(&Event::InterdictionRemoved { side: Side::German }));
    assert_eq!(table.state.air_markers().count(), 0);
    assert_eq!(table.state.phase(), Phase::SovietCombat);
}

/// [13.4, 13.42, 13.45] The Soviet marker: at the end of his Player-Turn, anywhere but on a German unit, one at a time.
#[test]
fn placing_the_soviet_marker() {
    let mut table = position(7, "soviet_interdiction", r#""0219": ["pz7-25"], "1222": ["r1"]"#, "");
    table.refused("13.45", &interdict("0219"));
    for at in ["1222", "5931", "0101", "0120"] {
        assert!(table.is_legal(&interdict(at)), "{at}");
    }
    table.act(&interdict("0319"));
    table.refused("13.41", &interdict("0418"));
    assert_eq!(table.state.soviet_marker_uses(), 1);
    table.act(DONE);
    assert_eq!(table.state.zones(Side::Soviet).len(), 6, "no zone of its own");
}

/// [13.41] Three Game-Turns at most, never on turn 12.
#[test]
fn three_uses() {
    let mut table = position(1, "soviet_interdiction", r#""1222": ["r1"]"#, "");
    for turn in 1..=3 {
        until(&mut table, turn, Phase::SovietInterdiction);
        table.act(&interdict("0319"));
    }
    until(&mut table, 4, Phase::SovietCombat);
    table.act(DONE);
    assert_eq!(table.state.phase(), Phase::GermanMovement, "there is nothing left to place");
    let mut last = position(12, "soviet_combat", r#""1222": ["r1"]"#, "");
    last.act(DONE);
    assert_eq!(last.state.phase(), Phase::GermanMovement);
}

/// [13.44] No German line or live road enters its hex; on 0120 it shuts the whole road.
#[test]
fn the_marker_cuts_lines() {
    let live = |marker: &str| {
        let more = format!(r#", "soviet_marker": "{marker}", "soviet_marker_uses": 1"#);
        position(7, "german_movement", r#""0619": ["inf6"]"#, &more).state.live_road().len()
    };
    assert_eq!(live("0120"), 0);
    assert_eq!(live("0219"), 1);
    assert_eq!(live("0319"), 2);
    assert!(live("5931") > 20);
}

/// [13.46, R70] It comes off before the air markers are placed.
#[test]
fn the_marker_comes_off() {
    let mut table = position(
        7,
        "mechanized_movement",
        r#""1222": ["r1"]"#,
        r#", "soviet_marker": "0120", "soviet_marker_uses": 1"#,
    );
    let events = table.act(DONE);
    let off = events.iter().position(|e| *e == Event::InterdictionRemoved { side: Side::Soviet });
    let air =
        events.iter().position(|e| matches!(e, Event::PhaseBegan { phase: Phase::AirInterdiction, .. }));
    assert!(off.is_some() && off < air);
    assert_eq!(table.state.soviet_marker(), None);
}

// ---- reinforcements ---------------------------------------------------------------------------------------------

/// [14.0, R71] The cost of the entry hex: road rate only at a road exit, interdiction added, no river.
#[test]
fn the_cost_of_entry() {
    let cases = [
        ("pz7-25", "C", "0112", 4), // forest
        ("pz7-25", "C", "0111", 2),
        ("pz3-6", "H", "0129", 2),
        ("mot29-15", "E", "0120", 1), // the road exit
        ("inf23", "E", "0120", 2),
        ("mot29-15", "E", "0121", 2),
        ("lehr", "A", "0501", 1),
    ];
    for (who, area, at, cost) in cases {
        assert_eq!(data().roster.german(unit(who)).area, Area::from_text(area).expect("an area"));
        let mut table = position(9, "german_movement", "", &format!(r#", "waiting": ["{who}"]"#));
        assert_eq!(cost_of_entry(&table.act(&enter(who, at, false))), cost, "{who} at {at}");
    }
    let mut marked = position(
        9,
        "german_movement",
        "",
        r#", "waiting": ["mot29-15"], "soviet_marker": "0120", "soviet_marker_uses": 1"#,
    );
    assert_eq!(cost_of_entry(&marked.act(&enter("mot29-15", "0120", false))), 3);
    let owed = r#", "owed": {"X": {"rifle": 2, "armoured": 1}}, "air": ["5907"]"#;
    let mut table = position(9, "soviet_movement", "", owed);
    assert_eq!(cost_of_entry(&table.act(&enter("rifle X", "5907", false))), 2 + 2);
    assert_eq!(cost_of_entry(&table.act(&enter("rifle X", "5907", true))), 4, "rail points in all [13.31]");
}

/// [14.0] Alone or with others of the same entry hex; in the first Movement Phase only; not onto an enemy.
#[test]
fn entering() {
    let mut table =
        position(9, "german_movement", r#""0123": ["r1"]"#, r#", "waiting": ["inf78", "inf252", "inf31"]"#);
    table.refused("14.0", &enter("inf78", "0123", false));
    table.refused("14.3", &enter("inf78", "0122", false));
    table.act(&enter("inf78", "0125", false));
    table.act(&enter("inf252", "0125", false));
    table.act(&walk(&["inf78", "inf252"], &["0224"])); // one group
    table.act(&enter("inf31", "0126", false));
    table.refused("6.11", &walk(&["inf78"], &["0323"]));
}

/// [14.0] An enemy-controlled entry hex: the unit stops there and may overrun.
#[test]
fn entering_under_control() {
    let mut table = position(9, "german_movement", r#""0223": ["r1 1-1"]"#, r#", "waiting": ["inf78"]"#);
    table.act(&enter("inf78", "0124", false));
    table.refused("8.13", &walk(&["inf78"], &["0125"]));
    table.act_with(&[1], &[], r#"{"overrun": {"units": ["inf78"], "target": "0223"}}"#);
}

/// [14.11] Every turn one die, and one rifle division at the area it names, besides the schedule.
#[test]
fn the_provisional_die() {
    for (die, at) in [(1, "2001"), (2, "3901"), (3, "5101"), (4, "4331"), (5, "3131"), (6, "1831")] {
        let mut table = position(11, "air_interdiction", "", r#", "schedule": true"#);
        table.act_with(&[die], &[], DONE);
        assert_eq!(table.state.provisional(), Some(die));
        let other = if die == 2 { "5101" } else { "3901" };
        table.refused("14.12", &enter("provisional", other, false));
        table.act(&enter("provisional", at, false));
        assert_eq!(table.state.kind(unit("r1")), Kind::Rifle);
        table.refused("14.11", &enter("provisional", at, false));
    }
}

/// [14.13] It must be taken; if it cannot enter it is lost, and never saved.
#[test]
fn the_provisional_division_is_not_saved() {
    let table = position(7, "soviet_movement", "", r#", "provisional": 3"#);
    table.refused("14.13", DONE);
    // Every hex of the north edge from 5101 on held by Germans.
    let row: Vec<String> =
        (51..=59).zip(data().roster.germans()).map(|(c, g)| format!(r#""{c}01": ["{}"]"#, g.id)).collect();
    let mut shut = position(7, "soviet_movement", &row.join(", "), r#", "provisional": 3"#);
    let events = shut.act(DONE);
    assert!(events.contains(&Event::ProvisionalLost));
    until(&mut shut, 8, Phase::SovietMovement);
    assert_eq!(shut.state.provisional(), None);
}

/// All 78 rifle counters on the map.
fn no_counter_left(more: &str) -> Table {
    let stacks: Vec<String> =
        (2..28).map(|row| format!(r#""50{row:02}": ["rifle", "rifle", "rifle"]"#)).collect();
    position(9, "soviet_movement", &stacks.join(", "), more)
}

/// [14.14, R74] No counter: a scheduled division stays owed, a provisional one lapses, the Front cannot be called.
#[test]
fn no_counters() {
    let mut table = no_counter_left(r#", "owed": {"X": {"rifle": 2}}, "provisional": 4"#);
    assert_eq!((table.state.in_cup(Kind::Rifle), table.state.in_dead_pile(Kind::Rifle)), (0, 0));
    for (who, at) in [("rifle X", "5907"), ("provisional", "4331"), ("front", "3131")] {
        table.refused("14.14", &enter(who, at, false));
    }
    let events = table.act(DONE);
    assert!(events.contains(&Event::ProvisionalLost));
    assert_eq!(table.state.owed(Area::X, Pool::Rifle), 2);
}

/// [14.21] From turn 2, five a turn and ten a game.
#[test]
fn the_limits_of_the_front() {
    let early = position(1, "soviet_movement", "", "");
    early.refused("14.21", &enter("front", "3131", false));
    let mut table = position(2, "soviet_movement", "", "");
    for turn in [2, 3] {
        until(&mut table, turn, Phase::SovietMovement);
        for _ in 0..5 {
            table.act(&enter("front", "4331", false));
            table.act(
                &json!({"move": {"units": [format!("r{}", table.state.front_called())], "path": ["4330"]}})
                    .to_string(),
            );
        }
        table.refused("14.21", &enter("front", "4331", false));
        while table.state.phase() == Phase::SovietMovement {
            match table.decision().question {
                Question::RemoveExcess { hex } => {
                    let id = table.state.side_in(Side::Soviet, hex).first().expect("a stack");
                    table.act(&json!({"remove": {"unit": id}}).to_string());
                }
                _ => drop(table.act(DONE)),
            }
        }
    }
    until(&mut table, 4, Phase::SovietMovement);
    table.refused("14.21", &enter("front", "3131", false));
    // [14.23] One point for each of the first five, two for each of the next.
    assert_eq!(table.state.front_points(), 15);
    assert_eq!(table.state.margin(), 15);
    // [14.24] No Leader comes with them.
    assert!(pgg_core::UnitSet::LEADER.iter().all(|l| table.state.place(l) == Place::Off));
}

/// [14.22, R88] On the railway hexes of the south edge at or east of Z, 3931 not among them.
#[test]
fn where_the_front_enters() {
    let table = position(2, "soviet_movement", "", "");
    for at in ["3131", "3831", "4331", "4531", "5431"] {
        assert!(
            table.is_legal(&enter("front", at, false)) && table.is_legal(&enter("front", at, true)),
            "{at}"
        );
    }
    for at in ["3931", "1831", "3231", "5907", "0131"] {
        table.refused("14.22", &enter("front", at, false));
    }
}

/// [14.23] Points when they enter, in the order they come; [14.24] no Leader comes with them.
#[test]
fn points_for_the_front() {
    let mut table = position(5, "soviet_movement", "", r#", "front": 4"#);
    for (points, total) in [(1, 5), (2, 7), (2, 9)] {
        let events = table.act(&enter("front", "3131", false));
        assert!(events.contains(&Event::FrontPoints { points, total }));
    }
    assert!(table.state.waiting(Side::Soviet).next().is_none());
}

/// [14.3, R97] Held back as long as the owner likes, never early, always at their own area; 0111 is part of B.
#[test]
fn scheduled_arrivals() {
    let mut table = position(1, "air_interdiction", "", r#", "scheduled": ["inf6", "inf26", "inf5"]"#);
    until(&mut table, 2, Phase::GermanMovement);
    table.refused("14.3", &enter("inf5", "0115", false)); // due on turn 3
    for (at, may) in [("0101", true), ("0111", true), ("0112", true), ("0113", false), ("0120", false)] {
        assert_eq!(table.is_legal(&enter("inf6", at, false)), may, "{at}");
    }
    until(&mut table, 6, Phase::GermanMovement);
    table.act(&enter("inf6", "0111", false));
    table.refused("14.3", &enter("inf26", "0114", false));
    table.act(&enter("inf5", "0115", false));
}

// ---- victory ----------------------------------------------------------------------------------------------------

/// [15.0] Reckoned after turn 12 only: no lead ends the game before.
#[test]
fn no_early_end() {
    let objectives: Vec<String> = data()
        .victory
        .objective_hexes()
        .iter()
        .zip(data().roster.germans())
        .map(|(h, g)| format!(r#""{h}": ["{}"]"#, g.id))
        .collect();
    let mut table = position(11, "air_interdiction", &objectives.join(", "), "");
    assert!(table.state.margin() >= 125);
    table.act(DONE);
    assert_eq!((table.state.turn(), table.state.phase()), (12, Phase::SovietMovement));
    until(&mut table, 12, Phase::AirInterdiction);
    let events = table.act(DONE);
    assert!(events.iter().any(|e| matches!(e, Event::GameOver { level: LevelName::GermanDecisive, .. })));
}

/// [15.11, R80] Control changes by any entry: a passing unit, a Leader, a retreat.
#[test]
fn control_changes() {
    let control = |table: &Table| table.state.controller(hex("2216"));
    let mut table = position(7, "german_movement", r#""2215": ["pz7-25"]"#, "");
    assert_eq!(control(&table), Some(Side::Soviet));
    table.act(&walk(&["pz7-25"], &["2216", "2316"])); // passing
    assert_eq!(control(&table), Some(Side::German));
    let mut table = position(7, "soviet_movement", r#""2215": ["lukin"]"#, r#", "german_control": ["2216"]"#);
    table.act(&walk(&["lukin"], &["2216", "2316"]));
    assert_eq!(control(&table), Some(Side::Soviet));
    // A retreat whose only way leads through the city.
    let mut table = position(
        7,
        "german_combat",
        r#""2214": ["pz7"], "2415": ["inf6"], "2015": ["inf26"], "2215": ["r1 3-4"], "2219": ["konev"]"#,
        r#", "german_control": ["2216"]"#,
    );
    let events = table.act_with(&[4], &[], &attack(&["pz7-25", "pz7-6", "pz7-7"], "2215"));
    assert_eq!(odds_of(&events), (16, 4, "4-1".into(), "D1".into()));
    table.act("\"take_retreat\"");
    let events = table.act(r#"{"route": {"stack": "2215", "to": "2216"}}"#);
    assert!(events.contains(&Event::Control { hex: hex("2216"), side: Side::Soviet }));
    assert_eq!(control(&table), Some(Side::Soviet));
}

/// [15.11, R98] Every hex of an objective is needed: two of Vitebsk, Mogilev and Smolensk.
#[test]
fn every_hex_counts() {
    for (id, hexes) in
        [("vitebsk", ["0412", "0513"]), ("mogilev", ["0424", "0525"]), ("smolensk", ["2216", "2217"])]
    {
        let points = |control: &[&str]| {
            let table =
                position(7, "air_interdiction", "", &format!(r#", "german_control": {}"#, json!(control)));
            table.state.score().objectives.iter().any(|(o, _)| o == id)
        };
        assert!(points(&hexes), "{id}");
        assert!(!points(&hexes[..1]) && !points(&hexes[1..]), "{id}");
    }
}

/// [15.12] Five points for a division wholly gone, not for the cavalry, nor for single regiments; two a recapture.
#[test]
fn soviet_points() {
    let margin = |dead: &str, more: &str| {
        position(7, "air_interdiction", "", &format!(r#", "dead": [{dead}]{more}"#)).state.margin()
    };
    assert_eq!(margin(r#""inf6""#, ""), -5);
    assert_eq!(margin(r#""pz7""#, ""), -5);
    assert_eq!(margin(r#""pz7-25", "pz7-6""#, ""), 0);
    assert_eq!(margin(r#""gd", "lehr", "cav1""#, ""), 0);
    assert_eq!(margin("", r#", "recaptures": 3"#), -6);
}

/// [15.12, R81] Recaptures are of the ten cities of the schedule only.
#[test]
fn cities_to_recapture() {
    let objectives = data().victory.objectives();
    assert_eq!(objectives.iter().filter(|o| o.recapture).count(), 10);
    for (n, objective) in objectives.iter().enumerate() {
        let hexes: Vec<String> = objective.hexes.iter().map(|h| h.to_string()).collect();
        let units: Vec<String> =
            hexes.iter().enumerate().map(|(n, h)| format!(r#""{h}": ["r{}"]"#, n + 1)).collect();
        let mut table = position(
            7,
            "soviet_interdiction",
            &units.join(", "),
            &format!(r#", "occupied": ["{}"]"#, objective.id),
        );
        let events = table.act(DONE);
        let told = events.contains(&Event::Recaptured { objective: n as u8 });
        assert_eq!(told, objective.recapture, "{}", objective.id);
    }
}

/// [15.2] The six levels and their limits.
#[test]
fn levels() {
    use LevelName::*;
    for (score, level) in [
        (-40, SovietDecisive),
        (0, SovietDecisive),
        (1, SovietStrategic),
        (25, SovietStrategic),
        (26, SovietMarginal),
        (49, SovietMarginal),
        (50, GermanMarginal),
        (79, GermanMarginal),
        (80, GermanStrategic),
        (124, GermanStrategic),
        (125, GermanDecisive),
        (300, GermanDecisive),
    ] {
        assert_eq!(data().victory.level(score), level, "{score}");
    }
}

// ---- schedules --------------------------------------------------------------------------------------------------

/// [16.1] What becomes due on each turn to the Soviet player; nothing on turn 12.
#[test]
fn soviet_schedule() {
    let due = |turn: u8| {
        let mut table = position(turn - 1, "air_interdiction", "", r#", "schedule": true"#);
        table.act_with(&[3], &[], DONE);
        let owed = |area, pool| table.state.owed(area, pool);
        [Area::V, Area::W, Area::X, Area::Z].map(|a| (owed(a, Pool::Rifle), owed(a, Pool::Armoured)))
    };
    let none = (0, 0);
    assert_eq!(due(2), [none, (3, 1), (4, 0), none]);
    assert_eq!(due(3), [none, none, (4, 0), (5, 2)]);
    assert_eq!(due(4), [none, none, (5, 1), none]);
    assert_eq!(due(5), [none, none, (4, 1), none]);
    for turn in 6..=11 {
        assert_eq!(due(turn), [none, none, (4, 0), none], "turn {turn}");
    }
    assert_eq!(due(12), [none; 4]);
}

/// [16.2] Turn 2 at B brings the 6th and 26th Infantry; the 268th comes on turn 7 at E.
#[test]
fn german_schedule() {
    let (game, _) = Game::new(Default::default(), &mut Seeded::from_number(1)).expect("a game");
    let roster = &data().roster;
    for g in roster.germans() {
        assert_eq!(
            game.state().place(unit(&g.id)),
            Place::Scheduled,
            "no German unit starts on the map [5.0]"
        );
    }
    for (id, turn, at) in
        [("inf6", 2, "0105"), ("inf26", 2, "0105"), ("inf268", 7, "0121"), ("inf34", 9, "0128")]
    {
        let mut table = position(turn - 1, "german_movement", "", &format!(r#", "scheduled": ["{id}"]"#));
        until(&mut table, turn - 1, Phase::AirInterdiction);
        assert_eq!(table.state.place(unit(id)), Place::Scheduled);
        until(&mut table, turn, Phase::GermanMovement);
        table.act(&enter(id, at, false));
    }
}
