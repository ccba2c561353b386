//! The cases of chapter 9 that the worked examples do not reach: who attacks whom, losses, retreats, advances.
use crate::support::*;
use pgg_core::game::event::{Closed, Why};
use pgg_core::{Action, Event, Phase, Question, Reason, Side, Targets};
use serde_json::json;

fn attack(units: &[&str], targets: &[&str]) -> String {
    json!({"attack": {"targets": targets, "units": units}}).to_string()
}

/// A German Combat Phase of turn 7, with Konev in reach of 1222 and in supply.
fn german(units: &str) -> Table {
    Table::new(&format!(
        r#"{{"turn": 7, "phase": "german_combat", "units": {{{units}, "1425": ["konev"]}}}}"#
    ))
}

/// The Soviet Combat Phase, likewise.
fn soviet(units: &str) -> Table {
    Table::new(&format!(
        r#"{{"turn": 7, "phase": "soviet_combat", "units": {{{units}, "1425": ["konev"]}}}}"#
    ))
}

/// What the router may do now, as "1222 1223": from where to where.
fn routes(table: &Table) -> Vec<String> {
    let mut routes: Vec<String> = (table.state.legal().others.iter())
        .filter_map(|action| match action {
            Action::Route { stack, to } => Some(format!("{stack} {to}")),
            _ => None,
        })
        .collect();
    routes.sort();
    routes
}

/// The advances open to a unit, as "1222" or "1222 1223".
fn advances(table: &Table, id: &str) -> Vec<String> {
    let text = |path: &pgg_core::Path| path.iter().map(|h| h.to_string()).collect::<Vec<_>>().join(" ");
    let mut paths: Vec<String> = table.state.advances(unit(id)).iter().map(text).collect();
    paths.sort();
    paths
}

fn defense(table: &Table, ids: &[&str], targets: &[&str]) -> u32 {
    let targets = Targets::collect(targets.iter().map(|h| hex(h))).expect("at most six");
    let odds = table.state.odds(units(ids), &targets, false).expect("odds");
    assert_eq!(odds.defense.least, odds.defense.most);
    odds.defense.least
}

// ---- procedure --------------------------------------------------------------------------------------------------

/// [9.0] Each combat is finished, advance included, before the next is declared; nothing is withdrawn by choice.
#[test]
fn one_combat_after_another() {
    let mut table = german(r#""1221": ["pz7"], "1222": ["r1 1-1"], "1019": ["inf6"], "1020": ["r2 3-4"]"#);
    table.act_with(&[1], &[], &attack(&PZ7, &["1222"]));
    asked(&table, Side::German, Question::Advance);
    table.refused("4.1", &attack(&["inf6"], &["1020"]));
    table.act(DONE);
    table.act_with(&[3], &[], &attack(&["inf6"], &["1020"]));
    asked(&table, Side::Soviet, Question::LossOrRetreat { n: 2 });
    table.refused("4.1", DONE);
}

/// Attacked from 1221, the only way out of 1322 is 1222, which Germans control and r1 holds open.
const ONE_WAY_OUT: &str = r#""1221": ["inf6"], "1522": ["inf26"], "1423": ["inf5"], "1222": ["r1 1-1"]"#;

/// [9.0, R39] Supply is judged before the reveal: a division that vanishes still holds the line of its neighbour.
#[test]
fn supply_is_judged_before_the_reveal() {
    let json = |r1: &str| {
        let held = ONE_WAY_OUT.replace("r1 1-1", r1);
        format!(
            r#"{{"turn": 7, "phase": "german_combat", "units": {{{held}, "1322": ["r2 3-4"], "1224": ["lukin"]}}}}"#
        )
    };
    let mut table = Table::new(&json("r1"));
    assert!(table.state.is_supplied(unit("r2")));
    let events = table.act_with(&[6], &["0-0"], &attack(&["inf6"], &["1222", "1322"]));
    assert_eq!(odds_of(&events), (9, 4, "2-1".into(), "A1".into()), "4 in supply, not 2");
    let gone = Table::new(&json("r1").replace(r#", "1222": ["r1"]"#, ""));
    assert!(!gone.state.is_supplied(unit("r2")));
}

// ---- who may attack ---------------------------------------------------------------------------------------------

/// [9.11] In the friendly Combat Phase, adjacent hexes that hold an enemy; no lone Leader, nobody without a line.
#[test]
fn who_may_attack() {
    let table = soviet(r#""1221": ["inf6"], "1222": ["r1 3-4"], "1322": ["lukin"], "1224": ["r2 3-4"]"#);
    table.refused("9.11", &attack(&["inf6"], &["1222"]));
    table.refused("9.11", &attack(&["r1"], &["1322"]));
    table.refused("9.11", &attack(&["r1"], &["1223"]));
    table.refused("9.11", &attack(&["r2"], &["1221"]));
    table.refused("9.11", &attack(&["lukin"], &["1221"]));
    table.refused("9.11", &attack(&["r1", "lukin"], &["1221"])); // he needs a combat unit of his own hex
    assert!(table.is_legal(&attack(&["r1"], &["1221"])));
    let alone = Table::new(
        r#"{"turn": 7, "phase": "soviet_combat", "units": {"1221": ["inf6"], "1222": ["r1 3-4"]}}"#,
    );
    alone.refused("10.35", &attack(&["r1"], &["1221"]));
    let movement = Table::new(
        r#"{"turn": 7, "phase": "german_movement", "units": {"1221": ["inf6"], "1222": ["r1 3-4"]}}"#,
    );
    movement.refused("4.1", &attack(&["inf6"], &["1222"]));
}

/// [9.11, R94] Never across a lake hexside.
#[test]
fn no_attack_across_a_lake() {
    let table = german(r#""1006": ["inf6"], "0907": ["r1 3-4"], "0906": ["inf26"]"#);
    table.refused("9.11", &attack(&["inf6"], &["0907"]));
    assert!(table.is_legal(&attack(&["inf26"], &["0907"])));
}

/// [9.12] Nobody has to attack, and the result does not touch a unit that stays out.
#[test]
fn bystanders() {
    let mut table = soviet(r#""1221": ["inf6"], "1222": ["r1 1-1", "r2 3-4"]"#);
    table.clone().act(DONE);
    let events = table.act_with(&[5], &[], &attack(&["r1"], &["1221"]));
    assert_eq!(odds_of(&events), (1, 9, "1-3".into(), "Ae".into()));
    assert_eq!(table.place("r1"), None);
    places(&table, &["r2"], "1222");
    // Nor moved by a retreat.
    let mut table = soviet(r#""1221": ["inf6"], "1222": ["r1 1-1", "r2 3-4"]"#);
    table.act_with(&[1], &[], &attack(&["r1"], &["1221"]));
    table.act(RETREAT);
    table.act(&route("1222", "1223"));
    places(&table, &["r2"], "1222");
    places(&table, &["r1"], "1223");
}

/// [9.13] From all six sides at once, by any number of units.
#[test]
fn all_six_sides() {
    let ring = r#""1221": ["pz7"], "1322": ["mot14"], "1323": ["inf5"], "1223": ["inf6"], "1123": ["inf26"], "1122": ["pz3"]"#;
    let mut table = german(&format!(r#"{ring}, "1222": ["r1 9-8"]"#));
    let all =
        [&PZ7[..], &["mot14-11", "mot14-53", "inf5", "inf6", "inf26", "pz3-6", "pz3-3", "pz3-394"]].concat();
    let events = table.act_with(&[1], &[], &attack(&all, &["1222"]));
    // 8 halved, for the ring cuts the line to Konev.
    assert_eq!(odds_of(&events), (16 + 12 + 9 + 9 + 9 + 16, 4, "10-1".into(), "De".into()));
}

/// [9.14, 9.24] A unit attacks once and is attacked once in a Combat Phase, with all its strength.
#[test]
fn once_each() {
    let mut table = german(r#""1221": ["inf6"], "1121": ["inf26"], "1222": ["r1 5-8"], "1322": ["r2 5-8"]"#);
    let events = table.act_with(&[4], &[], &attack(&["inf6"], &["1222"]));
    assert_eq!(odds_of(&events), (9, 8, "1-1".into(), "Eng".into()));
    table.refused("9.14", &attack(&["inf6"], &["1322"]));
    let mut table = german(r#""1221": ["inf6"], "1122": ["inf26"], "1222": ["r1 5-8", "r2 4-4"]"#);
    table.act_with(&[6], &[], &attack(&["inf6"], &["1222"]));
    assert!(table.state.in_combat());
    while table.state.in_combat() {
        table.act(if table.decision().question == Question::Advance { DONE } else { LOSS });
    }
    table.refused("9.14", &attack(&["inf26"], &["1222"]));
}

/// [9.21] All units of an attacked hex defend together.
#[test]
fn all_defend() {
    let table = german(r#""1221": ["inf6"], "1222": ["r1 3-4", "r2 2-3", "r3 1-2"]"#);
    assert_eq!(defense(&table, &["inf6"], &["1222"]), 9);
    let mut table = german(r#""1221": ["inf6"], "1222": ["r1", "r2", "r3"]"#);
    let events = table.act_with(&[1], &["3-4", "2-3", "1-2"], &attack(&["inf6"], &["1222"]));
    assert_eq!(odds_of(&events).1, 9);
}

/// [9.22] Units of one hex attack different hexes in different combats.
#[test]
fn a_stack_splits_its_attacks() {
    let mut table = german(r#""1221": ["inf6", "inf26", "inf5"], "1222": ["r1 5-8"], "1322": ["r2 5-8"]"#);
    for (id, target) in [("inf6", "1222"), ("inf26", "1322")] {
        let events = table.act_with(&[4], &[], &attack(&[id], &[target]));
        assert_eq!(odds_of(&events), (9, 8, "1-1".into(), "Eng".into()));
    }
    assert!(!table.state.has_attacked(unit("inf5")));
}

/// [9.23] Every attacker is adjacent to every hex attacked, and no hex is named twice.
#[test]
fn several_hexes() {
    let table = german(r#""1221": ["inf6"], "1122": ["inf26"], "1222": ["r1 5-8"], "1322": ["r2 5-8"]"#);
    assert!(table.is_legal(&attack(&["inf6"], &["1222", "1322"])));
    table.refused("9.23", &attack(&["inf6", "inf26"], &["1222", "1322"]));
    table.refused("9.23", &attack(&["inf6"], &["1222", "1222"]));
}

// ---- terrain and strength ---------------------------------------------------------------------------------------

/// [9.32, R41] Attackers that vanish at the reveal no longer count for the river.
#[test]
fn vanished_attackers_and_rivers() {
    let units = r#""1118": ["inf6 lost 1"], "1117": ["r1 5-5"], "1119": ["r2"], "1015": ["konev"], "1120": ["lukin"]"#;
    let json = format!(r#"{{"turn": 7, "phase": "soviet_combat", "units": {{{units}}}}}"#);
    let mut table = Table::new(&json);
    // inf6 is cut off and worth 2. With r2 on the dry side twice that in forest; without it three times, for r1
    // attacks across the Dnepr.
    let events = table.clone().act_with(&[1], &["3-4"], &attack(&["r1", "r2"], &["1118"]));
    assert_eq!(odds_of(&events).1, 4);
    let events = table.act_with(&[1], &["0-0"], &attack(&["r1", "r2"], &["1118"]));
    assert_eq!(odds_of(&events).1, 6);
    // Likewise a 0-1 that withdraws, or stays out for want of an entry hex.
    for r2 in ["r2 from 1120", "r2"] {
        let mut table = Table::new(&json.replace(r#""r2""#, &format!(r#""{r2}""#)));
        let events = table.act_with(&[1], &["0-1"], &attack(&["r1", "r2"], &["1118"]));
        assert_eq!(odds_of(&events).1, 6, "{r2}");
    }
}

/// [9.32, R93] Each hex of a combat has its own multiple.
#[test]
fn each_hex_has_its_river() {
    // 1117 looks at 1118 (forest, across the Dnepr) and at 1116 (forest, dry).
    let table = Table::new(
        r#"{"turn": 7, "phase": "german_combat",
            "units": {"1117": ["inf6"], "1118": ["r1 3-4"], "1116": ["r2 2-3"], "1115": ["konev"], "1119": ["lukin"]}}"#,
    );
    let (r1, r2) = (table.state.is_supplied(unit("r1")), table.state.is_supplied(unit("r2")));
    assert!(r1 && r2);
    assert_eq!(defense(&table, &["inf6"], &["1118", "1116"]), 4 * 3 + 3 * 2);
}

/// [9.4b] Defence: retreated units add nothing, and Leaders count only where no combat unit does.
#[test]
fn defence_strength() {
    let table = german(
        r#""1221": ["inf6"], "1222": ["r1 3-4 retreated defended", "r2 2-3", "lukin"], "1322": ["rakutin", "remezov"]"#,
    );
    assert_eq!(defense(&table, &["inf6"], &["1222"]), 3);
    assert_eq!(defense(&table, &["inf6"], &["1322"]), 2 + 4);
    assert_eq!(defense(&table, &["inf6"], &["1222", "1322"]), 9);
}

/// [9.4a] Attack: hex by hex, what is out of supply halved together with a fraction dropped for each hex.
#[test]
fn attack_strength() {
    let ring =
        r#""1220": ["r5"], "1421": ["r6"], "1423": ["r7"], "1224": ["r8"], "1023": ["r9"], "1021": ["r10"]"#;
    let table = german(&format!(
        r#"{ring}, "1221": ["gd lost 1", "mot14-11"], "1223": ["pz3-6 lost 1", "pz3-3"], "1222": ["r1 3-4"]"#
    ));
    assert!(["gd", "mot14-11", "pz3-6", "pz3-3"].iter().all(|id| !table.state.is_supplied(unit(id))));
    let one = |ids: &[&str]| {
        let odds = table.state.odds(units(ids), &Targets::one(hex("1222")), false).expect("odds");
        odds.attack.most
    };
    let value = |id: &str| u32::from(table.state.attack(unit(id)));
    assert_eq!(one(&["gd", "mot14-11"]), (value("gd") + value("mot14-11")) / 2);
    assert_eq!(
        one(&["gd", "mot14-11", "pz3-6", "pz3-3"]),
        (value("gd") + value("mot14-11")) / 2 + (value("pz3-6") + value("pz3-3")) / 2
    );
}

// ---- results ----------------------------------------------------------------------------------------------------

/// [9.61, 9.63] A step at a time: 9, 4, 2, 1, gone; regiments full, reduced, gone; the allowance stays.
#[test]
fn german_steps() {
    let strengths = |id: &str, steps: u8| -> Vec<u8> {
        (0..steps)
            .map(|lost| {
                let lost = if lost == 0 { String::new() } else { format!(" lost {lost}") };
                let json = format!(
                    r#"{{"turn": 7, "phase": "german_movement", "units": {{"1222": ["{id}{lost}"]}}}}"#
                );
                let state = state(&json);
                assert_eq!(state.defense(unit(id)), state.attack(unit(id)));
                let full = if id == "inf6" {
                    14
                } else if id == "cav1" {
                    10
                } else {
                    20
                };
                assert_eq!(state.points_left(unit(id)).halves(), full);
                state.attack(unit(id))
            })
            .collect()
    };
    assert_eq!(strengths("inf6", 4), [9, 4, 2, 1]);
    assert_eq!(strengths("pz7-25", 2), [4, 2]);
    assert_eq!(strengths("cav1", 2).len(), 2);
    // The counter that replaces it keeps its marks, and the last step is the end.
    let mut table = soviet(r#""1221": ["inf6 lost 2 disrupted"], "1222": ["r1 4-4"]"#);
    let events = table.act_with(&[4], &[], &attack(&["r1"], &["1221"]));
    assert_eq!(odds_of(&events).2, "2-1");
    table.act(LOSS);
    assert!(table.state.is_disrupted(unit("inf6")));
    assert_eq!(table.state.attack(unit("inf6")), 1);
    let mut table = soviet(r#""1221": ["inf6 lost 3"], "1222": ["r1 4-4"]"#);
    table.act_with(&[4], &[], &attack(&["r1"], &["1221"]));
    table.act(LOSS);
    assert_eq!(table.place("inf6"), None);
}

/// [9.62] Every Soviet unit, Leaders included, is one step.
#[test]
fn soviet_steps() {
    for who in ["r1 9-8", "a1 mechanised 8-8", "rokossovsky"] {
        let mut table = german(&format!(r#""1221": ["pz7"], "1222": ["{who}"]"#));
        let id = who.split(' ').next().expect("an id");
        assert_eq!(table.state.steps_left(unit(id)), 1);
        let events = table.act_with(&[2], &[], &attack(&PZ7, &["1222"]));
        assert!(odds_of(&events).3.starts_with('D'), "{events:?}");
        table.act(LOSS);
        assert_eq!(table.place(id), None);
    }
}

/// [9.64] De and Ae take all units of the combat, Leaders too, without choice.
#[test]
fn elimination() {
    let mut table = german(r#""1221": ["pz7"], "1222": ["r1 1-1", "lukin"]"#);
    let events = table.act_with(&[1], &[], &attack(&PZ7, &["1222"]));
    assert_eq!(odds_of(&events), (16, 1, "10-1".into(), "De".into()));
    for id in ["r1", "lukin"] {
        assert_eq!(eliminated(&events, id), Some(Why::Result));
    }
    let mut table = soviet(r#""1221": ["inf6"], "1222": ["r1 1-1", "lukin"], "1322": ["r2 1-1"]"#);
    let events = table.act_with(&[6], &[], &attack(&["r1", "lukin", "r2"], &["1221"]));
    assert_eq!(odds_of(&events).3, "Ae");
    for id in ["r1", "r2", "lukin"] {
        assert_eq!(eliminated(&events, id), Some(Why::Result));
    }
}

/// [9.65, R46] Two steps are spread as the owner likes; too few are enough.
#[test]
fn two_steps() {
    let attacked = || {
        let mut table = soviet(r#""1221": ["inf6 lost 2", "inf26 lost 3"], "1222": ["r1 9-8", "r2 6-8"]"#);
        let events = table.act_with(&[1], &[], &attack(&["r1", "r2"], &["1221"]));
        assert_eq!(odds_of(&events), (15, 3, "5-1".into(), "D2".into()));
        table.act(LOSS);
        table
    };
    let mut both_of_one = attacked();
    both_of_one.act(&lose("inf6"));
    both_of_one.act(&lose("inf6"));
    assert_eq!(both_of_one.place("inf6"), None);
    places(&both_of_one, &["inf26"], "1221");
    let mut one_of_each = attacked();
    one_of_each.act(&lose("inf26"));
    // One unit is left to lose from: no choice any more.
    places(&one_of_each, &["inf6"], "1221");
    assert_eq!(one_of_each.state.attack(unit("inf6")), 1);
    assert_eq!(one_of_each.place("inf26"), None);
}

/// [9.65, R91] Without a path for every stack there is no retreat: the steps are lost and nothing more.
#[test]
fn one_stack_without_a_way() {
    // 1322 has no way out once 1222 is not held by friends; it is attacked together with 1421's neighbour.
    let shut = ONE_WAY_OUT.replace(r#", "1222": ["r1 1-1"]"#, "");
    let mut table = german(&format!(r#"{shut}, "1322": ["r2 3-4"], "1121": ["r3 1-1"], "1021": ["r4"]"#));
    let events = table.act_with(&[3], &[], &attack(&["inf6"], &["1121", "1322"]));
    assert!(events.contains(&Event::NoRetreat { side: Side::Soviet }), "{events:?}");
    asked(&table, Side::Soviet, Question::LoseStep { n: 1 });
    table.refused("4.1", RETREAT);
}

// ---- retreats ---------------------------------------------------------------------------------------------------

/// Two stacks that retreat one hex: r1 in 1222 is free to go, r2 in 1322 can go only to 1222 while r1 is there.
fn two_stacks_retreat() -> Table {
    let mut table = german(&format!(r#"{ONE_WAY_OUT}, "1322": ["r2 1-1"]"#));
    let events = table.act_with(&[4], &[], &attack(&["inf6"], &["1222", "1322"]));
    assert_eq!(odds_of(&events), (9, 2, "4-1".into(), "D1".into()));
    table.act(RETREAT);
    table
}

/// [9.72] The opponent routes, and picks the order of the stacks.
#[test]
fn the_opponent_routes() {
    let mut table = two_stacks_retreat();
    asked(&table, Side::German, Question::Route { n: 1 });
    assert_eq!(routes(&table), ["1222 1123", "1222 1223", "1322 1222"]);
    table.act(&route("1322", "1222"));
    table.act(&route("1222", "1123"));
    places(&table, &["r2"], "1222");
    places(&table, &["r1"], "1123");
    // The attacker's retreat is the defender's to route.
    let mut table = german(r#""1221": ["inf6"], "1222": ["r1 5-8"]"#);
    table.act_with(&[5], &[], &attack(&["inf6"], &["1222"]));
    table.act(RETREAT);
    asked(&table, Side::Soviet, Question::Route { n: 1 });
    table.refused("9.72", &route("1222", "1223"));
}

/// [9.73, R91] A stack whose paths were closed by the retreat of another is eliminated when its turn comes.
#[test]
fn closed_by_a_fellow() {
    let mut table = two_stacks_retreat();
    table.act(&route("1222", "1223"));
    assert_eq!(routes(&table), ["1322 1322"]);
    let events = table.act(&route("1322", "1322"));
    assert_eq!(eliminated(&events, "r2"), Some(Why::PathClosed));
}

/// [9.73a, R50] The owner picks who dies for lack of room, among the retreating units only.
#[test]
fn the_owner_makes_room() {
    let mut table = german(
        r#""1221": ["pz7"], "1323": ["inf6"], "1123": ["inf26"], "1222": ["r1 3-4", "lukin"],
           "1223": ["r3 4-4", "r4 3-3", "r5 2-2"]"#,
    );
    table.act_with(&[4], &[], &attack(&PZ7, &["1222"]));
    table.act(RETREAT);
    table.act(&route("1222", "1223"));
    asked(&table, Side::Soviet, Question::MakeRoom { hex: hex("1223") });
    table.refused("9.73", &remove("r3"));
    table.refused("9.73", &remove("lukin")); // a fourth combat unit would be left
    table.act(&remove("r1"));
    places(&table, &["lukin", "r3", "r4", "r5"], "1223");
}

/// [7.1, 9.73a] Divisions and Leaders make room together: of two and two that come to two and one, one may stay, of either kind.
#[test]
fn divisions_and_leaders_make_room() {
    let mut table = german(
        r#""1221": ["pz7"], "1323": ["inf6"], "1123": ["inf26"], "1222": ["r1 3-4", "r2 2-4", "lukin", "remezov"],
           "1223": ["r3 4-4", "r4 3-3", "kurochkin"]"#,
    );
    let events = table.act_with(&[2], &[], &attack(&PZ7, &["1222"]));
    assert_eq!(odds_of(&events), (16, 8, "2-1".into(), "D1".into()));
    table.act(RETREAT);
    assert_eq!(routes(&table), ["1222 1223"]);
    table.act(&route("1222", "1223"));
    for (dead, left) in [(["r1", "r2", "lukin"], "remezov"), (["r1", "remezov", "lukin"], "r2")] {
        let mut table = table.clone();
        for unit in dead {
            asked(&table, Side::Soviet, Question::MakeRoom { hex: hex("1223") });
            table.act(&remove(unit));
        }
        assert_ne!(table.decision().question, Question::MakeRoom { hex: hex("1223") });
        places(&table, &[left, "r3", "r4", "kurochkin"], "1223");
        assert!(dead.iter().all(|unit| table.place(unit).is_none()));
    }
}

/// [9.73a] A stack for which there is no room at all is lost without a question.
#[test]
fn no_room_for_anybody() {
    let mut table = german(
        r#""1221": ["pz7"], "1323": ["inf6"], "1123": ["inf26"], "1222": ["r1 3-4"],
           "1223": ["r3 4-4", "r4 3-3", "r5 2-2", "lukin"]"#,
    );
    table.act_with(&[4], &[], &attack(&PZ7, &["1222"]));
    table.act(RETREAT);
    let events = table.act(&route("1222", "1223"));
    assert_eq!(eliminated(&events, "r1"), Some(Why::NoRoom));
    assert!(events.contains(&Event::Closed { side: Side::Soviet, what: Closed::MakeRoom }), "{events:?}");
    places(&table, &["r3", "r4", "r5", "lukin"], "1223");
}

/// [11.31, R39] A combat tells who is out of supply, and nothing where all are in supply.
#[test]
fn a_combat_tells_who_is_out_of_supply() {
    let told = |leader: &str| {
        let mut table = Table::new(&format!(
            r#"{{"turn": 7, "phase": "german_combat", "units": {{"1221": ["pz7"], "1222": ["r1 3-4"]{leader}}}}}"#
        ));
        let events = table.act_with(&[4], &[], &attack(&PZ7, &["1222"]));
        events.iter().find_map(|event| match event {
            Event::OutOfSupply { units } => Some(*units),
            _ => None,
        })
    };
    assert_eq!(told(r#", "1425": ["konev"]"#), None);
    assert_eq!(told(""), Some(units(&["r1"])), "no Leader, no supply [11.21]");
}

/// [12.3, R42] A division that turns out unable to attack calls its attack off: no die is thrown.
#[test]
fn an_attack_without_strength_is_called_off() {
    let mut table = soviet(r#""1221": ["inf6"], "1222": ["r1"]"#);
    let events = table.act_with(&[], &["0-1"], &attack(&["r1"], &["1221"]));
    assert!(!events.iter().any(|event| matches!(event, Event::Odds { .. })), "{events:?}");
    assert!(!table.state.in_combat());
    places(&table, &["inf6"], "1221");
}

/// [9.65] With one unit there is nothing to choose: the question of which steps closes by itself, and the event says so.
#[test]
fn one_unit_loses_its_step_without_a_question() {
    let mut seen = 0;
    for die in 1..=6 {
        let mut table = soviet(r#""1221": ["inf6"], "1222": ["r1 9-8", "r2 8-8"]"#);
        table.act_with(&[die], &[], &attack(&["r1", "r2"], &["1221"]));
        let decision = table.state.decision().expect("the game goes on");
        if decision.side != Side::German || !matches!(decision.question, Question::LossOrRetreat { .. }) {
            continue;
        }
        let events = table.act(LOSS);
        assert!(events.contains(&Event::Closed { side: Side::German, what: Closed::LoseStep }), "{events:?}");
        assert!(!matches!(table.decision().question, Question::LoseStep { .. }));
        seen += 1;
    }
    assert!(seen > 0);
}

/// [9.8] Advance is no question, closed or open, where no hex was left, and none after Eng [9.67].
#[test]
fn advance_is_asked_for_where_a_hex_was_left() {
    let units = r#""1221": ["pz7"], "1222": ["r1 3-4", "r2 2-4"]"#;
    for die in 1..=6 {
        let mut table = german(units);
        let mut events = table.act_with(&[die], &[], &attack(&PZ7, &["1222"]));
        while table.state.in_combat() && table.decision().question != Question::Advance {
            let next = match table.decision().question {
                Question::LossOrRetreat { .. } => LOSS.to_owned(),
                _ => json!(table.state.legal().others.first().expect("a choice")).to_string(),
            };
            events.extend(table.act(&next));
        }
        let held = table.state.units_in(hex("1222")).iter().any(|u| u.side() == Side::Soviet);
        let told = events.iter().any(|e| matches!(e, Event::Closed { what: Closed::Advance, .. }));
        let asked = table.state.in_combat();
        assert!(!(held && (told || asked)), "die {die}: nothing was left, and yet {events:?}");
    }
}

/// [9.73b] Fewest units lost comes before the vacant hex.
#[test]
fn the_router_spares_units() {
    // By 1123, vacant, the way leads only into the full 1223; by 1323, held by a friend, it is free.
    let mut table = german(
        r#""1221": ["pz7"], "0923": ["inf6"], "1024": ["inf26"], "1222": ["r1 3-4"],
           "1223": ["r2", "r3", "r4"], "1323": ["r5"]"#,
    );
    let events = table.act_with(&[1], &[], &attack(&PZ7, &["1222"]));
    assert_eq!(odds_of(&events), (16, 4, "4-1".into(), "D2".into()));
    table.act(RETREAT);
    assert_eq!(routes(&table), ["1222 1323"]);
    let why = |to: &str| table.state.check(&action(&route("1222", to))).expect_err("refused").reason;
    assert_eq!(why("1123"), Reason::RetreatLosesMore { hex: hex("1123") });
    table.refused("9.73", &route("1222", "1123"));
    table.refused("9.73", &route("1222", "1223"));
    table.act(&route("1222", "1323"));
    assert_eq!(routes(&table), ["1323 1324", "1323 1422", "1323 1423"], "then the vacant ones");
}

/// [9.73c, R92] In an overrun too, attackers may be sent into the hex the defender left.
#[test]
fn overrunners_retreat_forward() {
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "german_movement",
            "units": {"1222": ["pz7"], "1322": ["r1 3-4"], "1425": ["konev"]}}"#,
    );
    let overrun = json!({"overrun": {"units": PZ7, "target": "1322"}}).to_string();
    let events = table.act_with(&[3], &[], &overrun);
    assert_eq!(odds_of(&events), (8, 4, "2-1".into(), "D1/A1".into()));
    table.act(LOSS);
    table.act(RETREAT);
    asked(&table, Side::Soviet, Question::Route { n: 1 });
    table.act(&route("1222", "1322"));
    places(&table, &PZ7, "1322");
    table.refused("6.52", &json!({"move": {"units": PZ7, "path": ["1421"]}}).to_string());
}

/// [9.74] Units in a hex entered or passed do not move and suffer nothing.
#[test]
fn residents_are_untouched() {
    let mut table = german(
        r#""1221": ["pz7"], "1323": ["inf6"], "1123": ["inf26"], "1222": ["r1 3-4"], "1223": ["r3", "lukin"]"#,
    );
    table.act_with(&[1], &[], &attack(&PZ7, &["1222"]));
    table.act(RETREAT);
    table.act(&route("1222", "1223"));
    table.act(&route("1223", "1224"));
    places(&table, &["r3", "lukin"], "1223");
    for id in ["r3", "lukin"] {
        assert!(!table.state.is_retreated(unit(id)) && !table.state.was_attacked(unit(id)));
    }
    assert!(table.state.is_untried(unit("r3")));
}

/// A rifle marked retreated in 1223, with two others that were there.
fn marked() -> Table {
    let mut table = german(
        r#""1221": ["pz7"], "1323": ["inf6"], "1123": ["inf26"], "1222": ["r1 3-4"],
           "1223": ["r3 4-4", "r4 3-3"]"#,
    );
    table.act_with(&[4], &[], &attack(&PZ7, &["1222"]));
    table.act(RETREAT);
    table.act(&route("1222", "1223"));
    table.act(DONE);
    assert!(table.state.is_retreated(unit("r1")));
    table
}

/// [9.75, R52] No loss can be paid with a retreated unit, Eng's included, and it counts in no choice.
#[test]
fn retreated_units_pay_for_nobody() {
    let mut table = marked();
    table.act_with(&[5], &[], &attack(&["inf6", "inf26"], &["1223"]));
    asked(&table, Side::Soviet, Question::LoseStep { n: 1 });
    table.refused("9.65", &lose("r1"));
    table.act(&lose("r3"));
    places(&table, &["r1", "r4"], "1223");
}

/// [9.75, R52] The mark ends with the phase; onto nobody there is no mark; after the reveal only marked units: gone.
#[test]
fn the_end_of_retreated() {
    let mut table = marked();
    table.act(DONE);
    assert_eq!(table.state.phase(), Phase::MechanizedMovement);
    assert!(!table.state.is_retreated(unit("r1")));
    let mut table = german(r#""1221": ["pz7"], "1222": ["r1 3-4"]"#);
    table.act_with(&[4], &[], &attack(&PZ7, &["1222"]));
    table.act(RETREAT);
    table.act(&route("1222", "1223"));
    assert!(!table.state.is_retreated(unit("r1")));
    let mut table =
        german(r#""1221": ["pz7"], "1323": ["inf6"], "1123": ["inf26"], "1222": ["r1 3-4"], "1223": ["r3"]"#);
    table.act_with(&[4], &[], &attack(&PZ7, &["1222"]));
    table.act(RETREAT);
    table.act(&route("1222", "1223"));
    table.act(DONE);
    let events = table.act_with(&[], &["0-0"], &attack(&["inf6"], &["1223"]));
    assert_eq!(eliminated(&events, "r3"), Some(Why::NoStrength));
    assert_eq!(eliminated(&events, "r1"), Some(Why::Retreated));
    asked(&table, Side::German, Question::Advance);
}

/// [9.75, 9.14] A hex that holds only units already attacked may not be attacked.
#[test]
fn driven_off_and_safe() {
    let safe = german(r#""1224": ["inf6"], "1223": ["r1 3-4 defended", "r2 3-4 defended"]"#);
    safe.refused("9.14", &attack(&["inf6"], &["1223"]));
    assert!(safe.state.legal().attacks.is_empty());
    let joined = german(r#""1224": ["inf6"], "1223": ["r1 3-4 defended retreated", "r2 3-4"]"#);
    assert_eq!(defense(&joined, &["inf6"], &["1223"]), 4);
    assert!(joined.is_legal(&attack(&["inf6"], &["1223"])));
}

// ---- advances ---------------------------------------------------------------------------------------------------

/// [9.83] Enemy control, points and terrain do not matter; Germans may overstack until the phase ends.
#[test]
fn free_advance() {
    let mut table = german(
        r#""1221": ["pz7", "inf6"], "1222": ["r1 1-1"], "1424": ["r2"], "1122": ["inf26"], "1324": ["r3"]"#,
    );
    table.act_with(&[1], &[], &attack(&[&PZ7[..], &["inf6", "inf26"]].concat(), &["1222"]));
    assert!(table.state.zones(Side::Soviet).contains(hex("1323")));
    for id in ["pz7-25", "pz7-6", "pz7-7", "inf6"] {
        table.act(&advance(id, &["1222", "1323"]));
    }
    table.act(&advance("inf26", &["1222"]));
    places(&table, &["pz7-25", "pz7-6", "pz7-7", "inf6"], "1323");
    table.act(DONE);
    asked(&table, Side::German, Question::RemoveExcess { hex: hex("1323") });
}

/// [9.84] No straying from the path of retreat.
#[test]
fn along_the_path() {
    let mut table = german(r#""1221": ["pz7"], "1222": ["r1 3-4"]"#);
    table.act_with(&[1], &[], &attack(&PZ7, &["1222"]));
    table.act(RETREAT);
    table.act(&route("1222", "1223"));
    table.act(&route("1223", "1224"));
    assert_eq!(advances(&table, "pz7-25"), ["1222", "1222 1223"]);
    table.refused("9.84", &advance("pz7-25", &["1222", "1323"]));
    table.refused("9.84", &advance("pz7-25", &["1322"]));
    table.refused("9.82", &advance("pz7-25", &[]));
}

/// [9.85] At once or not at all, never forced; once each; no second attack.
#[test]
fn now_or_never() {
    let mut table = german(r#""1221": ["pz7"], "1222": ["r1 1-1"], "1224": ["r2 3-4"]"#);
    table.act_with(&[1], &[], &attack(&PZ7, &["1222"]));
    table.act(&advance("pz7-25", &["1222", "1223"]));
    table.refused("9.85", &advance("pz7-25", &["1222"]));
    table.act(DONE);
    table.refused("4.1", &advance("pz7-6", &["1222"]));
    table.refused("9.14", &attack(&["pz7-25"], &["1224"]));
    assert!(table.state.has_attacked(unit("pz7-25")) && table.state.was_attacked(unit("pz7-25")));
}

/// [9.86, R54] The second hex is vacant, or holds comrades of this advance only.
#[test]
fn the_second_hex() {
    let mut table = german(r#""1221": ["pz7"], "1222": ["r1 1-1"], "1223": ["inf6"], "1123": ["r2"]"#);
    table.act_with(&[1], &[], &attack(&PZ7, &["1222"]));
    assert_eq!(advances(&table, "pz7-25"), ["1222", "1222 1122", "1222 1322", "1222 1323"]);
    table.act(&advance("pz7-25", &["1222", "1323"]));
    assert!(advances(&table, "pz7-6").contains(&"1222 1323".to_owned()));
    // Not back to where others of the combat still stand.
    assert!(!advances(&table, "pz7-6").contains(&"1222 1221".to_owned()));
}

/// [9.86, R55] Each vacated hex follows its own line: one after a retreat, one after elimination.
#[test]
fn mixed_fates() {
    let mut table = two_stacks_retreat();
    table.act(&route("1222", "1223"));
    table.act(&route("1322", "1322"));
    asked(&table, Side::German, Question::Advance);
    assert_eq!(
        advances(&table, "inf6"),
        ["1222", "1322", "1322 1221", "1322 1222", "1322 1321", "1322 1323", "1322 1421", "1322 1422"]
    );
}

/// [9.81, R31] A hex left by attackers that vanished or withdrew is not vacated by the result: nobody enters it first.
#[test]
fn vanished_attackers_open_no_hex() {
    for (r1, counter) in [("r1", "0-0"), ("r1 from 1223", "0-1")] {
        let mut table = soviet(&format!(r#""1221": ["inf6"], "1222": ["{r1}"], "1322": ["r2 3-4"]"#));
        let events = table.act_with(&[1], &[counter], &attack(&["r1", "r2"], &["1221"]));
        assert_eq!(odds_of(&events), (3, 9, "1-3".into(), "A1".into()));
        table.act(LOSS);
        asked(&table, Side::German, Question::Advance);
        let into: Vec<String> = advances(&table, "inf6");
        assert!(into.contains(&"1322".to_owned()));
        assert!(!into.iter().any(|path| path.starts_with("1222")), "{counter}: {into:?}");
    }
}

/// [9.81, 9.86] A target hex emptied by the reveal is open to attackers who paid A1 with a step.
#[test]
fn attackers_enter_a_hex_emptied_by_the_reveal() {
    let mut table = german(r#""1221": ["inf6"], "1222": ["r1"], "1322": ["r2 5-8"]"#);
    let events = table.act_with(&[5], &["0-0"], &attack(&["inf6"], &["1222", "1322"]));
    assert_eq!(odds_of(&events), (9, 8, "1-1".into(), "A1".into()));
    table.act(LOSS);
    asked(&table, Side::German, Question::Advance);
    assert!(advances(&table, "inf6").contains(&"1222".to_owned()));
}

/// [9.0, R42] All attackers vanish: no die, no advance, and the target may still be attacked.
#[test]
fn all_attackers_vanish() {
    let mut table = soviet(r#""1221": ["inf6"], "1222": ["r1"], "1322": ["r2 3-4"]"#);
    let events = table.act_with(&[], &["0-0"], &attack(&["r1"], &["1221"]));
    assert!(events.contains(&Event::CombatOff));
    asked(&table, Side::Soviet, Question::Attack);
    assert!(!table.state.was_attacked(unit("inf6")));
    table.act_with(&[1], &[], &attack(&["r2"], &["1221"]));
}
