//! The cases of chapters 5 and 6.0 to 6.4 that the worked examples do not reach: first turn, movement, rail, rail cuts.
use crate::support::*;
use pgg_core::{Action, Decision, Event, Phase, Question, Side, State};
use serde_json::json;

fn enter(who: &str, hex: &str, rail: bool) -> String {
    json!({"enter": {"who": who, "hex": hex, "rail": rail}}).to_string()
}

fn cut(hex: &str) -> String {
    json!({"cut_rail": {"hex": hex}}).to_string()
}

fn lift(hex: &str) -> String {
    json!({"lift_cut": {"hex": hex}}).to_string()
}

fn soviet(turn: u8, units: &str) -> Table {
    Table::new(&format!(r#"{{"turn": {turn}, "phase": "soviet_movement", "units": {{{units}}}}}"#))
}

fn german(units: &str) -> Table {
    Table::new(&format!(r#"{{"turn": 7, "phase": "german_movement", "units": {{{units}}}}}"#))
}

/// The hexes a unit may step to now.
fn steps(table: &Table, id: &str) -> Vec<String> {
    let mut hexes: Vec<String> = (table.state.legal().steps.iter())
        .filter(|(who, _)| *who == unit(id))
        .map(|(_, to)| to.to_string())
        .collect();
    hexes.sort();
    hexes
}

// ---- the first turn ---------------------------------------------------------------------------------------------

/// German set-up, with the 16th Army (four divisions and Lukin) and the 19th (four) about to be rolled for.
fn before_the_dice() -> Table {
    Table::new(
        r#"{"turn": 1, "phase": "german_set_up", "units": {
            "2216": ["r1", "r2", "r3", "r4", "lukin"], "1414": ["r5", "r6", "r7", "r8"], "4015": ["r9", "rakutin"]},
            "standing": [["r1", "r2", "r3", "r4", "lukin"], ["r5", "r6", "r7", "r8"]]}"#,
    )
}

/// [5.21] On 1 to 3 an army is free, on 4 to 6 it stands; the first die is the 16th Army's; on turn 2 both are free.
#[test]
fn dice_of_the_standing_armies() {
    for die in 1..=6 {
        let stands = die > 3;
        let mut table = before_the_dice();
        table.act_with(&[die, 7 - die], &[], DONE);
        assert_eq!(table.state.phase(), Phase::SovietMovement);
        assert_eq!(table.is_legal(&walk(&["lukin"], &["2215"])), !stands, "16th Army, die {die}");
        assert_eq!(
            table.is_legal(&walk(&["r5", "r6"], &["1413", "1412"])),
            stands,
            "19th Army, die {}",
            7 - die
        );
    }
    let mut table = before_the_dice();
    table.act_with(&[4, 6], &[], DONE);
    table.act(&walk(&["r1"], &["2215"]));
    table.act(&walk(&["r5"], &["1413"]));
    until(&mut table, 2, Phase::SovietMovement);
    table.act(&walk(&["lukin"], &["2215", "2214"]));
    table.act(&walk(&["r6", "r7"], &["1413", "1412"]));
}

/// [5.2] No special rule for the 24th Army: it walks any way and rides while the others stand.
#[test]
fn the_24th_army_is_free() {
    let mut table = before_the_dice();
    table.act_with(&[6, 6], &[], DONE);
    table.act(&walk(&["rakutin"], &["3915"]));
    table.act(&ride("r9", &["4014", "4013"]));
}

/// [5.22] A standing army lets go as many divisions as exceed three, one hex each; nobody rides or overruns.
#[test]
fn a_standing_army() {
    let table = Table::new(
        r#"{"turn": 1, "phase": "soviet_movement", "units": {
            "2216": ["r1", "r2", "r3", "r4", "r5", "lukin"], "2215": ["inf6"]},
            "standing": [["r1", "r2", "r3", "r4", "r5", "lukin"], []]}"#,
    );
    table.refused("5.22", &overrun(&["r1", "r2"], "2215"));
    let mut table = Table::new(
        r#"{"turn": 1, "phase": "soviet_movement", "units": {"2216": ["r1", "r2", "r3", "r4", "r5", "lukin"]},
            "standing": [["r1", "r2", "r3", "r4", "r5", "lukin"], []]}"#,
    );
    table.refused("5.22", &walk(&["lukin"], &["2215"]));
    table.refused("5.22", &ride("r1", &["2116"]));
    table.refused("5.22", &ride("lukin", &["2116"]));
    table.refused("5.22", &walk(&["r1"], &["2215", "2214"]));
    table.act(&walk(&["r1"], &["2215"]));
    table.refused("5.22", &walk(&["r1"], &["2214"]));
    let mut stays = table.clone();
    table.act(&walk(&["r2"], &["2215"]));
    table.refused("5.22", &walk(&["r3"], &["2215"]));
    table.act(DONE);
    assert_eq!(table.state.phase(), Phase::SovietCombat);
    // The limit of [7.1] binds at the end of the phase as for anybody.
    stays.act(DONE);
    let excess = Question::RemoveExcess { hex: hex("2216") };
    assert_eq!(stays.decision(), Decision { side: Side::Soviet, question: excess });
}

/// A march of turn 1.
fn march(units: &str, marching: &[&str]) -> Table {
    Table::new(&format!(
        r#"{{"turn": 1, "phase": "soviet_movement", "units": {{{units}}}, "marching": {}}}"#,
        json!(marching)
    ))
}

/// [5.23a] The marching armies may not use rail.
#[test]
fn marching_armies_do_not_ride() {
    let table = march(r#""0109": ["r1", "kurochkin"]"#, &["r1", "kurochkin"]);
    table.refused("5.23", &ride("r1", &["0209"]));
    table.refused("5.23", &ride("kurochkin", &["0209"]));
    assert!(table.state.legal().rides.is_empty());
}

/// [5.23b] They step only N, S, NE or SE.
#[test]
fn marching_armies_do_not_step_west() {
    let table = march(r#""0410": ["r1"], "0510": ["r2"]"#, &["r1"]);
    table.refused("5.23", &walk(&["r1"], &["0310"]));
    table.refused("5.23", &walk(&["r1"], &["0311"]));
    assert_eq!(steps(&table, "r1"), ["0409", "0411", "0510", "0511"]);
    assert!(table.is_legal(&walk(&["r2"], &["0410"])), "the rule is not for others");
}

/// [5.23c, R89] No hex is entered twice, nor the hex where the march began.
#[test]
fn marching_armies_do_not_turn_round() {
    let mut table = march(r#""0410": ["r1"]"#, &["r1"]);
    table.act(&walk(&["r1"], &["0411"]));
    table.refused("5.23", &walk(&["r1"], &["0410"]));
    let mut table = march(r#""0408": ["r1"]"#, &["r1"]);
    table.act(&walk(&["r1"], &["0409", "0410"]));
    table.refused("5.23", &walk(&["r1"], &["0409"]));
    assert!(table.is_legal(&walk(&["r1"], &["0411"])));
}

/// [5.23d] The full allowance, half of it out of supply, must be spent before another group or the end.
#[test]
fn marching_armies_spend_all() {
    let mut table = march(r#""0310": ["r1 unsupplied"], "0610": ["r2"], "4015": ["r3"]"#, &["r1"]);
    table.refused("5.23", DONE);
    assert_eq!(table.left("r1"), 6);
    table.act(&walk(&["r1"], &["0410", "0510"]));
    table.refused("5.23", &walk(&["r2"], &["0710"]));
    let refused = table.state.reach(units(&["r2"])).err();
    assert_eq!(refused.map(|why| why.case.0), Some("5.23"), "its reach is refused as well");
    table.refused("5.23", &ride("r3", &["4014"]));
    let refused = table.state.rail_reach(unit("r3")).err();
    assert_eq!(refused.map(|why| why.case.0), Some("5.23"), "by rail too");
    table.refused("5.23", DONE);
    table.act(&walk(&["r1"], &["0509"]));
    assert_eq!(table.left("r1"), 0);
    table.act(&walk(&["r2"], &["0710"]));
    table.act(&ride("r3", &["4014"]));
    table.act(DONE);
}

/// [5.23e, R17] Out of reach of column 03 from the start, the unit ends as far east as it can, without penalty.
#[test]
fn marching_armies_go_as_far_as_they_can() {
    let mut table = Table::new(
        r#"{"turn": 1, "phase": "soviet_movement", "units": {"0110": ["r1 moved spent 10"]}, "marching": ["r1"],
            "group": {"units": ["r1"], "start": "0111"}}"#,
    );
    table.refused("5.23", &walk(&["r1"], &["0109"]));
    table.refused("5.23", DONE);
    table.act(&walk(&["r1"], &["0210"]));
    table.act(DONE);
    places(&table, &["r1"], "0210");
    // With two more half-points it would have to reach column 03.
    let near = Table::new(
        r#"{"turn": 1, "phase": "soviet_movement", "units": {"0110": ["r1 moved spent 8"]}, "marching": ["r1"],
            "group": {"units": ["r1"], "start": "0111"}}"#,
    );
    near.refused("5.23", &walk(&["r1"], &["0109"]));
    assert_eq!(steps(&near, "r1"), ["0209", "0210"]);
}

// ---- how to move ------------------------------------------------------------------------------------------------

/// [6.0] Any number of units may move, or none at all.
#[test]
fn nobody_has_to_move() {
    let mut table = soviet(7, r#""1222": ["r1", "r2"], "1225": ["r3"]"#);
    let all = [walk(&["r1"], &["1221"]), walk(&["r2"], &["1223"]), walk(&["r3"], &["1226"])];
    let mut busy = table.clone();
    all.iter().for_each(|action| drop(busy.act(action)));
    table.act(DONE);
    busy.act(DONE);
    places(&table, &["r1", "r2"], "1222");
    assert_eq!(table.state.phase(), busy.state.phase());
}

/// [6.11] Units of one hex go on together or apart until another unit moves; then those that moved are finished.
#[test]
fn the_active_group() {
    let mut table = soviet(7, r#""1222": ["r1", "r2", "r3"], "1225": ["r4"], "1125": ["r5"]"#);
    table.act(&walk(&["r1", "r2"], &["1221"]));
    table.act(&walk(&["r1"], &["1220"]));
    table.act(&walk(&["r2"], &["1321"]));
    table.act(&walk(&["r1"], &["1219"]));
    table.refused("6.11", &walk(&["r1", "r2"], &["1218"])); // not in one hex
    table.act(&walk(&["r4"], &["1226"]));
    for (id, to) in [("r1", "1218"), ("r2", "1421")] {
        table.refused("6.11", &walk(&[id], &[to]));
    }
    // A unit that has not moved is still available, and then r4 is finished too.
    table.act(&walk(&["r3"], &["1221"]));
    table.refused("6.11", &walk(&["r4"], &["1225"]));
    table.act(&walk(&["r5"], &["1124"]));
    table.refused("6.11", &walk(&["r3"], &["1220"]));
}

/// [6.12, R6] A step that cannot be paid in full may not be taken, not even as the only one of the phase.
#[test]
fn no_guaranteed_step() {
    let table = german(r#""1118": ["cav1 unsupplied"]"#);
    assert_eq!(table.left("cav1"), 4);
    table.refused("6.12", &walk(&["cav1"], &["1117"]));
    assert!(table.is_legal(&walk(&["cav1"], &["1119"])));
}

/// [6.21] Nobody walks into a hex with an enemy unit, a lone Leader or a Disrupted unit included.
#[test]
fn no_entry_to_an_enemy_hex() {
    let table = german(r#""1222": ["pz7-25"], "1221": ["lukin disrupted"], "1322": ["r1 disrupted"]"#);
    table.refused("6.21", &walk(&["pz7-25"], &["1221"]));
    table.refused("6.21", &walk(&["pz7-25"], &["1322"]));
    let table = soviet(7, r#""1222": ["r1", "konev"], "1221": ["inf6 disrupted"]"#);
    table.refused("6.21", &walk(&["r1"], &["1221"]));
    table.refused("6.21", &walk(&["konev"], &["1221"]));
}

/// [6.22] A unit that enters an enemy-controlled hex moves no further, but may overrun from there.
#[test]
fn stopped_by_control() {
    let mut table = german(r#""1219": ["pz7"], "1222": ["r1 3-4"]"#);
    let pz7 = ["pz7-25", "pz7-6", "pz7-7"];
    table.refused("8.13", &walk(&["pz7-25"], &["1220", "1221", "1321"]));
    table.act(&walk(&pz7, &["1220", "1221"]));
    table.refused("8.13", &walk(&["pz7-25"], &["1220"]));
    table.act_with(&[2], &[], &overrun(&pz7, "1222"));
}

/// [6.23] At most the allowance in a phase; what is left over is lost.
#[test]
fn points_are_not_saved() {
    let mut table = german(r#""1219": ["inf6"], "1319": ["inf26"]"#);
    let down = ["1220", "1221", "1222", "1223", "1224", "1225", "1226", "1227"];
    table.refused("6.12", &walk(&["inf6"], &down));
    table.act(&walk(&["inf6"], &down[..7]));
    assert_eq!((table.left("inf6"), table.left("inf26")), (0, 14));
    until(&mut table, 8, Phase::GermanMovement);
    assert_eq!((table.left("inf6"), table.left("inf26")), (14, 14));
}

/// [6.24] Units move in friendly Movement Phases only, and never off the map.
#[test]
fn only_in_friendly_movement_phases() {
    let table = soviet(7, r#""1222": ["r1"], "2222": ["inf6"], "0715": ["r2"], "0731": ["r3"]"#);
    table.refused("6.24", &walk(&["inf6"], &["2221"]));
    assert_eq!(steps(&table, "r3"), ["0630", "0631", "0730", "0830", "0831"]);
    for phase in ["soviet_combat", "soviet_interdiction", "german_combat", "air_interdiction"] {
        let table = Table::new(&format!(
            r#"{{"turn": 7, "phase": "{phase}", "units": {{"1222": ["r1"], "2222": ["inf6"]}}}}"#
        ));
        table.refused("4.1", &walk(&["r1"], &["1221"]));
        table.refused("4.1", &walk(&["inf6"], &["2221"]));
    }
    table.refused("6.24", &overrun(&["inf6"], "1222"));
}

/// [6.24] Retreats and advances are not movement: nobody is asked for points, and the next phase has them all.
#[test]
fn advances_cost_nothing() {
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "german_combat", "units": {"1221": ["pz7"], "1222": ["r1 1-1"]}}"#,
    );
    let attack = json!({"attack": {"targets": ["1222"], "units": ["pz7-25", "pz7-6", "pz7-7"]}}).to_string();
    table.act_with(&[1], &[], &attack);
    table.act(r#"{"advance": {"unit": "pz7-25", "path": ["1222", "1223"]}}"#);
    until(&mut table, 7, Phase::MechanizedMovement);
    assert_eq!(table.left("pz7-25"), 20);
}

// ---- rail -------------------------------------------------------------------------------------------------------

/// [6.31] Leaders ride besides, without limit; the ninth place is refused even to a reinforcement.
#[test]
fn eight_places() {
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "soviet_movement", "rail_used": 7, "owed": {"X": {"rifle": 2, "armoured": 1}},
            "units": {"4015": ["tank", "konev", "lukin"]}}"#,
    );
    table.refused("6.31", &ride("a1", &["4014"]));
    table.refused("6.31", &enter("armoured X", "5907", true));
    table.act(&enter("rifle X", "5907", true));
    assert_eq!(table.state.rail_used(), 8);
    table.refused("6.31", &enter("rifle X", "5907", true));
    table.act(&enter("rifle X", "5907", false));
    table.act(&ride("konev", &["4014"]));
    table.act(&ride("lukin", &["4014", "4013"]));
    assert_eq!(table.state.rail_used(), 8);
}

/// [6.32] A ride begins on rail, keeps to rail links and is all the unit does in the phase.
#[test]
fn a_ride_and_nothing_else() {
    let mut table = soviet(7, r#""1115": ["r1", "r2"], "1114": ["r4"]"#);
    table.refused("6.32", &ride("r4", &["1115"]));
    table.refused("6.32", &ride("r1", &["1116"])); // rail in both hexes, no link
    table.refused("6.32", &ride("r1", &["1114"]));
    table.act(&walk(&["r1"], &["1015"]));
    table.refused("6.32", &ride("r1", &["0915"]));
    table.act(&ride("r2", &["1015"]));
    table.refused("6.32", &walk(&["r2"], &["1016"]));
    // No overrun with a ride either [R9]: the target steps up to where the rider stands.
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "soviet_movement", "rail_used": 1, "group": {"units": ["r3"], "start": "1115"},
            "units": {"1015": ["r3 3-4 moved rode spent 1"], "1014": ["inf6"], "1018": ["konev"]}}"#,
    );
    table.refused("6.32", &overrun(&["r3"], "1014"));
    table.act(DONE);
}

/// [6.32, R12] Not out of, into or through an enemy-controlled hex, friends there or not.
#[test]
fn no_ride_through_control() {
    let table = soviet(7, r#""1115": ["r1"], "1315": ["r2"], "1314": ["inf6"]"#);
    // inf6 in 1314 controls 1215? No: 1214, 1215, 1313, 1315, 1413, 1414.
    assert!(!table.state.zones(Side::German).contains(hex("1115")));
    assert!(table.state.zones(Side::German).contains(hex("1315")));
    table.refused("6.32", &ride("r2", &["1415"]));
    table.refused("6.32", &ride("r1", &["1215", "1315"]));
    table.refused("6.32", &ride("r1", &["1215", "1315", "1415"]));
    // The same without the friend in 1315, and a hex that holds an enemy.
    let table = soviet(7, r#""1115": ["r1"], "1415": ["inf6"]"#);
    table.refused("6.32", &ride("r1", &["1215", "1315"]));
    let table = soviet(7, r#""1115": ["r1"], "1215": ["inf6 disrupted"]"#);
    table.refused("6.21", &ride("r1", &["1215"]));
}

/// [6.34] An unsupplied unit still has 30 points and needs no Leader; a Disrupted one may not ride [6.62].
#[test]
fn riding_without_supply() {
    let table = soviet(7, r#""4015": ["r1 unsupplied no-loc", "r2 disrupted"]"#);
    assert_eq!(table.state.rail_points_left(unit("r1")), 30);
    let reach = table.state.rail_reach(unit("r1")).expect("it may ride");
    assert!(reach.hexes().any(|(_, cost)| cost == 30));
    table.refused("6.62", &ride("r2", &["4014"]));
}

/// [6.36] Germans may not use rail, entering or on the map.
#[test]
fn no_german_rides() {
    let table = Table::new(
        r#"{"turn": 7, "phase": "german_movement", "units": {"1115": ["pz7-25"]}, "waiting": ["inf6"]}"#,
    );
    table.refused("6.36", &ride("pz7-25", &["1215"]));
    table.refused("6.36", &enter("inf6", "0109", true));
    assert!(table.is_legal(&enter("inf6", "0109", false)));
}

// ---- rail cuts --------------------------------------------------------------------------------------------------

/// [6.37a, R13] On entering a rail hex by movement, at once and free; not by a unit that merely stands there.
#[test]
fn cuts_are_made_on_entering() {
    let mut table = german(r#""1114": ["pz7-25"], "1315": ["mot14-11"]"#);
    table.refused("6.37", &cut("1315"));
    table.act(&walk(&["pz7-25"], &["1115"]));
    let left = table.left("pz7-25");
    let mut late = table.clone();
    table.act(&cut("1115"));
    assert_eq!(table.left("pz7-25"), left);
    assert_eq!(table.state.rail_cuts().collect::<Vec<_>>(), [hex("1115")]);
    table.act(&walk(&["pz7-25"], &["1114"])); // passing is enough
    late.act(&walk(&["pz7-25"], &["1114"]));
    late.refused("6.37", &cut("1115"));
}

/// [6.37a] By entering the map and by the free entry after an overrun; not by an advance.
#[test]
fn cuts_after_entry_and_overrun() {
    let mut table =
        Table::new(r#"{"turn": 2, "phase": "german_movement", "units": {}, "waiting": ["inf6"]}"#);
    table.act(&enter("inf6", "0109", false));
    table.act(&cut("0109"));
    let mut table = german(r#""1114": ["pz7"], "1115": ["r1 1-1"], "2020": ["konev"]"#);
    table.act_with(&[1], &[], &overrun(&["pz7-25", "pz7-6", "pz7-7"], "1115"));
    if table.decision().question == (Question::LossOrRetreat { n: 2 }) {
        table.act("\"take_loss\"");
    }
    places(&table, &["pz7-25"], "1115");
    table.act(&cut("1115"));
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "german_combat", "units": {"1114": ["pz7"], "1115": ["r1 1-1"]}}"#,
    );
    let attack = json!({"attack": {"targets": ["1115"], "units": ["pz7-25", "pz7-6", "pz7-7"]}}).to_string();
    table.act_with(&[1], &[], &attack);
    table.act(r#"{"advance": {"unit": "pz7-25", "path": ["1115"]}}"#);
    table.refused("4.1", &cut("1115"));
    until(&mut table, 7, Phase::MechanizedMovement);
    table.refused("6.37", &cut("1115"));
}

/// [6.37] With the switch off nobody cuts.
#[test]
fn cuts_switched_off() {
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "german_movement", "options": {"rail_cut": false}, "units": {"1114": ["pz7-25"]}}"#,
    );
    table.act(&walk(&["pz7-25"], &["1115"]));
    table.refused("6.37", &cut("1115"));
    assert!(!table.state.legal().others.iter().any(|a| matches!(a, Action::CutRail { .. })));
}

/// A Soviet phase of turn 7 with the rail cut in 1215.
fn cut_in_1215(units: &str) -> Table {
    Table::new(&format!(
        r#"{{"turn": 7, "phase": "soviet_movement", "rail_cuts": ["1215"], "units": {{{units}}}}}"#
    ))
}

/// [6.37b, R86] No ride into or through a cut hex; a unit standing in one may ride out of it.
#[test]
fn rides_and_cuts() {
    let mut table = cut_in_1215(r#""1115": ["r1"], "1215": ["r2"]"#);
    table.refused("6.37", &ride("r1", &["1215"]));
    table.refused("6.37", &ride("r1", &["1215", "1315"]));
    table.act(&ride("r2", &["1315", "1415"]));
    places(&table, &["r2"], "1415");
}

/// [6.37c] A Soviet combat unit that walks in takes the marker off; a Leader or a rider does not. Rides pass next turn.
#[test]
fn repairs() {
    let mut table = cut_in_1215(r#""1214": ["lukin", "r1"], "1115": ["r2"]"#);
    table.act(&walk(&["lukin"], &["1215"]));
    assert_eq!(table.state.rail_cuts().count(), 1);
    let events = table.act(&walk(&["r1"], &["1215"]));
    assert!(events.contains(&Event::RailRepaired { hex: hex("1215") }));
    assert_eq!(table.state.rail_cuts().count(), 0);
    table.refused("6.37", &ride("r2", &["1215"]));
    until(&mut table, 8, Phase::SovietMovement);
    table.act(&ride("r2", &["1215"]));
}

/// [6.37a, 6.37c] What Soviet units repaired this turn the Germans may cut again in theirs; the position stays readable.
#[test]
fn a_repaired_hex_is_cut_again() {
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "german_movement", "rail_repaired": ["1215"], "units": {"1114": ["pz7-25"]}}"#,
    );
    table.act(&walk(&["pz7-25"], &["1115", "1215"]));
    table.act(&cut("1215"));
    assert_eq!(table.state.rail_cuts().collect::<Vec<_>>(), [hex("1215")]);
    assert_eq!(State::from_text(&table.state.to_text()).expect("its own text"), table.state);
    until(&mut table, 8, Phase::SovietMovement);
    assert_eq!(table.state.repaired_rail().count(), 0);
    assert_eq!(table.state.rail_cuts().count(), 1);
}

/// [6.37d] A German combat unit that enters a cut hex may take the marker up, for use elsewhere.
#[test]
fn cuts_are_taken_up() {
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "german_movement", "units": {"1114": ["pz7-25"], "1415": ["inf6"]},
            "rail_cuts": ["1215", "1415", "2015", "2116", "2216", "2317"]}"#,
    );
    table.refused("6.37", &lift("1415")); // inf6 has not just entered
    table.act(&walk(&["pz7-25"], &["1115"]));
    table.refused("6.37", &cut("1115")); // all six are out
    table.refused("6.37", &lift("1115"));
    table.act(&walk(&["pz7-25"], &["1215"]));
    table.refused("6.37", &cut("1215"));
    table.act(&lift("1215"));
    table.act(&walk(&["pz7-25"], &["1315"]));
    table.act(&cut("1315"));
    let cuts: Vec<_> = table.state.rail_cuts().collect();
    assert!(cuts.contains(&hex("1315")) && !cuts.contains(&hex("1215")) && cuts.len() == 6);
}

/// [6.37e] A cut affects neither supply nor normal movement.
#[test]
fn cuts_do_nothing_else() {
    let cut = cut_in_1215(r#""1115": ["r1"], "1315": ["konev"]"#);
    let whole = soviet(7, r#""1115": ["r1"], "1315": ["konev"]"#);
    assert_eq!(cut.state.supply(unit("r1")), whole.state.supply(unit("r1")));
    assert!(cut.state.is_supplied(unit("r1")));
    for mut table in [cut, whole] {
        table.act(&walk(&["r1"], &["1215"]));
        assert_eq!(table.left("r1"), 10);
    }
}

// ---- the western hexrows ----------------------------------------------------------------------------------------

/// [6.4] Closed to every Soviet unit through turn 6, open from turn 7; lines may run through them all the time.
#[test]
fn western_hexrows() {
    for (turn, open) in [(2, false), (6, false), (7, true)] {
        let table = soviet(turn, r#""0310": ["r1", "lukin"], "0311": ["r2"]"#);
        assert_eq!(table.is_legal(&walk(&["r1"], &["0209"])), open, "turn {turn}");
        assert_eq!(table.is_legal(&walk(&["lukin"], &["0210"])), open, "turn {turn}");
        assert_eq!(table.is_legal(&ride("r2", &["0210"])), open, "turn {turn}");
    }
    let closed = soviet(6, r#""0310": ["r1"], "0311": ["r2"]"#);
    closed.refused("6.4", &walk(&["r1"], &["0209"]));
    closed.refused("6.4", &ride("r2", &["0210"]));
    // A line from 0303 to 0307 round the Germans leads through column 02.
    let lines = soviet(4, r#""0303": ["r1"], "0307": ["konev"], "0505": ["inf6"], "0405": ["inf26"]"#);
    assert!(lines.state.has_loc(unit("r1")));
    assert!(lines.state.supply(unit("r1")).line.iter().any(|h| h.column() == 2));
}

/// [6.4, R19] The router may not choose a closed hex while another is legal.
#[test]
fn closed_hexes_are_the_last_resort() {
    let mut table = Table::new(
        r#"{"turn": 4, "phase": "german_combat", "units": {
            "0305": ["r1 3-4"], "0404": ["pz7"], "0508": ["konev"]}}"#,
    );
    let attack = json!({"attack": {"targets": ["0305"], "units": ["pz7-25", "pz7-6", "pz7-7"]}}).to_string();
    let events = table.act_with(&[4], &[], &attack);
    assert_eq!(odds_of(&events), (16, 4, "4-1".into(), "D1".into()));
    table.act("\"take_retreat\"");
    let routes: Vec<String> = (table.state.legal().others.iter())
        .filter_map(|a| match a {
            Action::Route { to, .. } => Some(to.to_string()),
            _ => None,
        })
        .collect();
    assert_eq!(routes, ["0306"]);
    table.refused("6.4", r#"{"route": {"stack": "0305", "to": "0204"}}"#);
    table.refused("6.4", r#"{"route": {"stack": "0305", "to": "0205"}}"#);
}
