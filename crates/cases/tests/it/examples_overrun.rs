//! The worked examples of the rules, part D: overrun, Disruption, stacking, integration, zones (G14 to G22).
use crate::support::*;
use pgg_core::{Direction, Event, Phase, Question, Side, Targets};

fn walk(units: &[&str], path: &[&str]) -> String {
    serde_json::json!({"move": {"units": units, "path": path}}).to_string()
}

fn overrun(units: &[&str], target: &str) -> String {
    serde_json::json!({"overrun": {"units": units, "target": target}}).to_string()
}

fn lose(unit: &str) -> String {
    serde_json::json!({"lose_step": {"unit": unit}}).to_string()
}

fn route(stack: &str, to: &str) -> String {
    serde_json::json!({"route": {"stack": stack, "to": to}}).to_string()
}

fn all_in(table: &Table, ids: &[&str], place: &str) -> bool {
    ids.iter().all(|id| table.place(id).as_deref() == Some(place))
}

fn gone(table: &Table, id: &str) -> bool {
    table.place(id).is_none()
}

fn no_step(table: &Table, id: &str) -> bool {
    Direction::ALL.into_iter().all(|d| table.state.check_step(unit(id), d).is_err())
}

/// The attack strength of these units against a hex next to them.
fn attack_of(table: &Table, ids: &[&str], target: &str) -> u32 {
    let odds = table.state.odds(units(ids), &Targets::one(hex(target)), false).expect("odds");
    assert_eq!(odds.attack.least, odds.attack.most);
    odds.attack.least
}

/// pz7 in 1222 overruns a rifle 3-4 in 1322 with this die.
fn pz7_overruns(die: u8, result: &str) -> Table {
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "german_movement",
            "units": {"1222": ["pz7"], "1322": ["r1 3-4"], "1624": ["konev"]}}"#,
    );
    let events = table.act_with(&[die], &[], &overrun(&PZ7, "1322"));
    assert_eq!(odds_of(&events), (8, 4, "2-1".into(), result.into()));
    assert_eq!(table.decision().side, Side::Soviet);
    table
}

/// [6.55, 6.52] G14: 16/2 = 8 to 4, 2-1. Die 2, D1: the rifle retreats and is Disrupted, or is lost; pz7 enters.
#[test]
fn g14_overrun_of_a_rifle() {
    let mut retreat = pz7_overruns(2, "D1");
    let mut loss = retreat.clone();
    retreat.act(RETREAT);
    let events = retreat.act(&route("1322", "1421"));
    assert_eq!(retreat.place("r1").as_deref(), Some("1421"));
    assert!(retreat.state.is_disrupted(unit("r1")));
    let entered = Event::OverrunEntered { units: units(&PZ7), from: hex("1222"), to: hex("1322") };
    assert!(events.contains(&entered));
    assert!(all_in(&retreat, &PZ7, "1322"));
    loss.act(LOSS);
    assert!(gone(&loss, "r1"));
    assert!(all_in(&loss, &PZ7, "1322"));
    assert!(PZ7.iter().all(|id| loss.left(id) == 14));
}

/// [6.52] G14: die 4, D1/A1: the same for the rifle, but pz7 stays in 1222, loses a step or retreats, and is halted.
#[test]
fn g14_split_result() {
    let start = pz7_overruns(4, "D1/A1");
    let mut lost = start.clone();
    lost.act(LOSS);
    assert!(gone(&lost, "r1"));
    let mut retreated = start.clone();
    retreated.act(RETREAT);
    retreated.act(&route("1322", "1421"));
    assert!(retreated.state.is_disrupted(unit("r1")));
    for table in [lost, retreated] {
        assert_eq!(table.decision().side, Side::German);
        assert_eq!(table.decision().question, Question::LossOrRetreat { n: 1 });
        let mut pays = table.clone();
        pays.act(LOSS);
        pays.act(&lose("pz7-6"));
        assert_eq!(pays.state.steps_lost(unit("pz7-6")), 1);
        assert!(all_in(&pays, &PZ7, "1222"));
        let mut goes = table.clone();
        goes.act(RETREAT);
        assert_eq!(goes.decision().side, Side::Soviet); // [9.72]
        goes.act(&route("1222", "1123"));
        assert!(all_in(&goes, &PZ7, "1123"));
        for id in PZ7 {
            pays.refused("6.52", &walk(&[id], &["1221"]));
            goes.refused("6.52", &walk(&[id], &["1122"]));
        }
    }
}

/// [6.55, 11.31] G14: out of supply 16 → 8 → 4, 1-1.
#[test]
fn g14_out_of_supply() {
    // Rifles all round shut every line out of 1222.
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "german_movement",
            "units": {"1222": ["pz7"], "1322": ["r1 3-4"], "1124": ["r2 2-3"], "1022": ["r3 2-3"],
                      "1624": ["konev"]}}"#,
    );
    let events = table.act_with(&[1], &[], &overrun(&PZ7, "1322"));
    assert_eq!(odds_of(&events), (4, 4, "1-1".into(), "D1".into()));
}

/// [6.55] G14: infantry at 9 overruns with 4, at 1 with 1.
#[test]
fn g14_infantry() {
    for (inf6, attack, column, result) in [("inf6", 4, "1-1", "D1"), ("inf6 lost 3", 1, "1-3", "A1")] {
        let position = serde_json::json!({
            "turn": 7, "phase": "german_movement",
            "units": {"1222": [inf6], "1322": ["r1 3-4"], "1624": ["konev"]},
        });
        let mut table = Table::new(&position.to_string());
        let events = table.act_with(&[1], &[], &overrun(&["inf6"], "1322"));
        assert_eq!(odds_of(&events), (attack, 4, column.into(), result.into()));
    }
}

/// [6.51] G15: a regiment by road to 1016, two overruns, nothing left.
#[test]
fn g15_two_overruns() {
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "german_movement",
            "units": {"0219": ["pz7-25"], "1116": ["r1 1-1"], "1216": ["r2 1-1"]}}"#,
    );
    let road = ["0319", "0418", "0518", "0617", "0718", "0817", "0917", "1016"];
    table.act(&walk(&["pz7-25"], &road));
    assert_eq!(table.left("pz7-25"), 20 - 8);
    for (target, id, spent) in [("1116", "r1", 14), ("1216", "r2", 20)] {
        let events = table.act_with(&[1], &[], &overrun(&["pz7-25"], target));
        assert_eq!(odds_of(&events), (2, 2, "1-1".into(), "D1".into())); // forest
        table.act(LOSS);
        assert!(gone(&table, id));
        assert_eq!(table.place("pz7-25").as_deref(), Some(target)); // enters free
        assert_eq!(table.left("pz7-25"), 20 - spent);
    }
    assert!(no_step(&table, "pz7-25"));
    table.refused("6.12", &walk(&["pz7-25"], &["1316"]));
}

/// [6.51] G15: cav1 comes from 1219 and can just pay; from 1218 it cannot.
#[test]
fn g15_cavalry() {
    let position = |from: &str| {
        serde_json::json!({
            "turn": 7, "phase": "german_movement",
            "units": {from: ["cav1"], "1222": ["r1 3-4"], "1624": ["konev"]},
        })
        .to_string()
    };
    let mut near = Table::new(&position("1219"));
    assert_eq!(near.left("cav1"), 10);
    near.act(&walk(&["cav1"], &["1220", "1221"]));
    assert_eq!(near.left("cav1"), 6);
    near.act_with(&[1], &[], &overrun(&["cav1"], "1222"));
    assert_eq!(near.left("cav1"), 0);
    let mut far = Table::new(&position("1218"));
    far.act(&walk(&["cav1"], &["1219", "1220", "1221"]));
    assert_eq!(far.left("cav1"), 4);
    far.refused("6.51", &overrun(&["cav1"], "1222"));
}

/// pz7 came from 1120 to 1222, overran 1322 and entered it; `rifles` stand near.
fn pz7_in_1322(rifles: serde_json::Value) -> Table {
    let mut placed = serde_json::json!({"1120": ["pz7"], "1322": ["r1 3-4"], "1624": ["konev"]});
    for (place, ids) in rifles.as_object().expect("an object") {
        placed[place] = ids.clone();
    }
    let position = serde_json::json!({"turn": 7, "phase": "german_movement", "units": placed});
    let mut table = Table::new(&position.to_string());
    table.act(&walk(&PZ7, &["1121", "1122", "1222"]));
    assert!(PZ7.iter().all(|id| table.left(id) == 14));
    let events = table.act_with(&[2], &[], &overrun(&PZ7, "1322"));
    assert_eq!(odds_of(&events), (8, 4, "2-1".into(), "D1".into()));
    table.act(RETREAT);
    table.act(&route("1322", "1321"));
    assert_eq!(table.place("r1").as_deref(), Some("1321"));
    assert!(all_in(&table, &PZ7, "1322"));
    assert!(PZ7.iter().all(|id| table.left(id) == 8));
    table
}

/// [6.56] G16: control of the hex entered stops pz7, but does not bar another overrun.
#[test]
fn g16_stopped_after_an_overrun() {
    // 1323 touches 1222 too; 1421 touches 1322 only.
    for place in ["1323", "1421"] {
        let mut table = pz7_in_1322(serde_json::json!({place: ["r2 3-4"]}));
        assert!(table.state.is_enemy_controlled(Side::German, hex("1322")));
        for id in PZ7 {
            assert!(no_step(&table, id));
            table.refused("8.13", &walk(&[id], &["1422"]));
        }
        let events = table.act_with(&[2], &[], &overrun(&PZ7, place));
        assert_eq!(odds_of(&events), (8, 4, "2-1".into(), "D1".into()));
        assert!(PZ7.iter().all(|id| table.left(id) == 2));
    }
}

/// [6.56, 6.62] G16: were those rifles Disrupted or absent, pz7 could move on.
#[test]
fn g16_free_after_an_overrun() {
    for near in [
        serde_json::json!({}),
        serde_json::json!({"1323": ["r2 3-4 disrupted"]}),
        serde_json::json!({"1421": ["r2 3-4 disrupted"]}),
    ] {
        let mut table = pz7_in_1322(near);
        table.act(&walk(&PZ7, &["1422"]));
        assert!(all_in(&table, &PZ7, "1422"));
        assert!(PZ7.iter().all(|id| table.left(id) == 6));
    }
}

const STACK: [&str; 4] = ["r1", "r2", "r3", "konev"];

/// [6.55, 10.36] G17: a Soviet overrun with Konev; all four enter if the hex is vacated.
#[test]
fn g17_soviet_overrun() {
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "soviet_movement",
            "units": {"1220": ["r1 3-4", "r2 2-3", "r3 2-2", "konev"], "1222": ["pz7-25"]}}"#,
    );
    table.act(&walk(&STACK, &["1221"]));
    let events = table.act_with(&[1], &[], &overrun(&STACK, "1222"));
    assert_eq!(odds_of(&events), (6, 4, "1-1".into(), "D1".into()));
    assert_eq!(table.decision().side, Side::German);
    let mut stays = table.clone();
    table.act(RETREAT);
    assert_eq!(table.decision().side, Side::Soviet);
    table.act(&route("1222", "1223"));
    assert!(all_in(&table, &STACK, "1222"));
    assert!(table.state.is_disrupted(unit("pz7-25")));
    // Not vacated: they stay, halted.
    stays.act(LOSS);
    assert_eq!(stays.place("pz7-25").as_deref(), Some("1222"));
    assert!(all_in(&stays, &STACK, "1221"));
    for id in STACK {
        stays.refused("6.52", &walk(&[id], &["1220"]));
    }
}

/// [6.55] G17: out of reach of every Leader at the snapshot: no overrun, even if one has come into reach since.
#[test]
fn g17_no_leader_at_the_snapshot() {
    let position = |konev: &str| {
        serde_json::json!({
            "turn": 6, "phase": "air_interdiction",
            "units": {"1221": ["r1 3-4", "r2 2-3", "r3 2-2"], "1222": ["pz7-25"], konev: ["konev"]},
        })
        .to_string()
    };
    let order = overrun(&["r1", "r2", "r3"], "1222");
    let mut far = Table::new(&position("1815"));
    far.act(DONE);
    assert_eq!((far.state.turn(), far.state.phase()), (7, Phase::SovietMovement));
    assert!(!far.state.has_loc(unit("r1")));
    far.refused("6.55", &order);
    far.act(&walk(&["konev"], &["1715", "1615", "1516"]));
    far.act(&walk(&["konev"], &["1416", "1317"]));
    assert!(far.state.has_loc(unit("r1")));
    far.refused("6.55", &order);
    let mut near = Table::new(&position("1317"));
    near.act(DONE);
    assert!(near.is_legal(&order));
}

/// [6.61-6.63] G18: a stack that pays and holds is Disrupted until its owner's Disruption Removal Phase.
#[test]
fn g18_disruption() {
    let mut table = Table::new(
        r#"{"turn": 3, "phase": "german_movement",
            "units": {"1222": ["pz7"], "1322": ["r1 3-3", "r2 1-1"], "1624": ["konev"]}}"#,
    );
    assert!(table.state.zones(Side::Soviet).contains(hex("1321")));
    let events = table.act_with(&[2], &[], &overrun(&PZ7, "1322"));
    assert_eq!(odds_of(&events), (8, 4, "2-1".into(), "D1".into()));
    table.act(LOSS);
    table.act(&lose("r2"));
    assert!(gone(&table, "r2"));
    // Not vacated: pz7 is halted in 1222.
    assert!(all_in(&table, &PZ7, "1222"));
    for id in PZ7 {
        table.refused("6.52", &walk(&[id], &["1122"]));
    }
    table.refused("6.52", &overrun(&PZ7, "1322"));
    // The 3-3 is Disrupted and has no zone of control.
    assert_eq!(table.place("r1").as_deref(), Some("1322"));
    assert!(table.state.is_disrupted(unit("r1")));
    for (_, next) in hex("1322").neighbours() {
        assert!(!table.state.zones(Side::Soviet).contains(next), "{next}");
    }
    // It defends with 3 in the Combat Phase.
    table.act(DONE);
    assert_eq!(table.state.phase(), Phase::GermanCombat);
    let odds = table.state.odds(units(&PZ7), &Targets::one(hex("1322")), false).expect("odds");
    assert_eq!((odds.attack.most, odds.defense.most), (16, 3));
    let attack = r#"{"attack": {"targets": ["1322"], "units": ["pz7-25", "pz7-6", "pz7-7"]}}"#;
    let events = table.clone().act_with(&[5], &[], attack);
    assert_eq!(odds_of(&events), (16, 3, "5-1".into(), "D1".into()));
    // Soviet turn 4: it may neither move nor attack.
    while table.state.phase() != Phase::SovietMovement {
        table.act(DONE);
    }
    assert_eq!(table.state.turn(), 4);
    assert!(table.state.is_disrupted(unit("r1")));
    table.refused("6.62", &walk(&["r1"], &["1421"]));
    table.refused("6.62", &overrun(&["r1"], "1222"));
    table.act(DONE);
    assert_eq!(table.state.phase(), Phase::SovietCombat);
    table.refused("6.62", r#"{"attack": {"targets": ["1222"], "units": ["r1"]}}"#);
    // It recovers in the Disruption Removal Phase of that turn.
    let events = table.act(DONE);
    assert!(events.contains(&Event::Recovered { units: units(&["r1"]) }));
    assert!(!table.state.is_disrupted(unit("r1")));
    assert!(table.state.zones(Side::Soviet).contains(hex("1321")));
}

/// The end of the Soviet Movement Phase with these units in 1222.
fn ends_movement(stack: &[&str]) -> Table {
    let position = serde_json::json!({"turn": 7, "phase": "soviet_movement", "units": {"1222": stack}});
    let mut table = Table::new(&position.to_string());
    table.act(DONE);
    table
}

fn remove(unit: &str) -> String {
    serde_json::json!({"remove": {"unit": unit}}).to_string()
}

/// [7.1] G19: who may be eliminated for stacking.
#[test]
fn g19_excess_units() {
    let table = ends_movement(&["r1", "r2", "r3", "r4", "konev"]);
    assert_eq!(table.decision().side, Side::Soviet);
    assert_eq!(table.decision().question, Question::RemoveExcess { hex: hex("1222") });
    table.refused("7.1", &remove("konev")); // it would leave four
    for id in ["r1", "r2", "r3", "r4"] {
        let mut one = table.clone();
        one.act(&remove(id));
        assert!(gone(&one, id));
        assert_eq!(one.state.phase(), Phase::SovietCombat);
    }
    let table = ends_movement(&["r1", "r2", "r3", "konev", "lukin"]);
    for id in ["r1", "r2", "r3", "konev", "lukin"] {
        let mut one = table.clone();
        one.act(&remove(id));
        assert!(gone(&one, id));
        assert_eq!(one.state.phase(), Phase::SovietCombat);
    }
    let fine = ends_movement(&["r1", "r2", "konev", "lukin"]);
    assert_eq!(fine.state.phase(), Phase::SovietCombat);
    assert_eq!(fine.state.units_in(hex("1222")).len(), 4);
}

/// [7.1] With `free_leaders` any number of Leaders may stand with three combat units; four are still too many, and no Leader
/// can be given up for one.
#[test]
fn free_leaders() {
    let ends = |units: &[&str]| {
        let position = serde_json::json!({
            "turn": 5, "phase": "soviet_movement", "options": {"free_leaders": true}, "units": {"1222": units},
        });
        let mut table = Table::new(&position.to_string());
        table.act("\"done\"");
        table
    };
    let three = ["r1", "r2", "r3", "konev", "lukin"];
    assert_eq!(ends(&three).state.phase(), Phase::SovietCombat);
    assert_eq!(ends_movement(&three).decision().question, Question::RemoveExcess { hex: hex("1222") });
    let mut four = ends(&["r1", "r2", "r3", "r4", "konev", "lukin"]);
    four.refused("7.1", &remove("konev"));
    four.act(&remove("r4"));
    assert_eq!(four.state.phase(), Phase::SovietCombat);
    assert_eq!(four.state.units_in(hex("1222")).len(), 5);
}

/// [7.3] G20: mot14 alone, with gd, with inf6, and apart.
#[test]
fn g20_integration() {
    let strength = |placed: serde_json::Value, ids: &[&str]| {
        let mut placed = placed;
        placed["1222"] = serde_json::json!(["r1 3-4"]);
        placed["1624"] = serde_json::json!(["konev"]);
        let position = serde_json::json!({"turn": 7, "phase": "german_combat", "units": placed});
        let mut table = Table::new(&position.to_string());
        let attack = attack_of(&table, ids, "1222");
        // What the sheet says is what the combat uses.
        let order = serde_json::json!({"attack": {"targets": ["1222"], "units": ids}});
        let events = table.act_with(&[6], &[], &order.to_string());
        assert_eq!(u32::from(odds_of(&events).0), attack);
        attack
    };
    use serde_json::json;
    let (first, second) = ("mot14-11", "mot14-53");
    assert_eq!(strength(json!({"1221": ["mot14"]}), &[first, second]), 12);
    assert_eq!(strength(json!({"1221": ["mot14", "gd"]}), &[first, second, "gd"]), 16);
    assert_eq!(strength(json!({"1221": ["mot14", "inf6"]}), &[first, second, "inf6"]), 15);
    let apart = json!({"1221": [first], "1122": [second]});
    assert_eq!(strength(apart.clone(), &[first]), 3);
    assert_eq!(strength(apart.clone(), &[second]), 3);
    assert_eq!(strength(apart, &[first, second]), 6);
}

/// [7.3] G21: reduced regiments stay integrated.
#[test]
fn g21_a_reduced_regiment() {
    let table = Table::new(
        r#"{"turn": 7, "phase": "german_combat",
            "units": {"1221": ["pz7-25 lost 1", "pz7-6", "pz7-7"], "1222": ["r1 3-4"]}}"#,
    );
    assert_eq!(attack_of(&table, &PZ7, "1222"), 12);
}

/// [7.3, 9.65] G21: two ways to pay A2, and what pz7 is worth afterwards.
#[test]
fn g21_two_steps_of_pz7() {
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "german_combat",
            "units": {"1221": ["pz7"], "1222": ["r1 5-8", "r2 5-8", "konev"]}}"#,
    );
    let attack = r#"{"attack": {"targets": ["1222"], "units": ["pz7-25", "pz7-6", "pz7-7"]}}"#;
    let events = table.act_with(&[6], &[], attack);
    assert_eq!(odds_of(&events), (16, 16, "1-1".into(), "A2".into()));
    assert_eq!(table.decision().question, Question::LossOrRetreat { n: 2 });
    table.act(LOSS);

    let mut reduced = table.clone();
    reduced.act(&lose("pz7-25"));
    reduced.act(&lose("pz7-6"));
    assert_eq!(PZ7.map(|id| reduced.state.attack(unit(id))), [2, 1, 2]);
    assert_eq!(attack_of(&reduced, &PZ7, "1222"), 10);

    table.act(&lose("pz7-6"));
    table.act(&lose("pz7-6"));
    assert!(gone(&table, "pz7-6"));
    let rest = ["pz7-25", "pz7-7"];
    assert_eq!(rest.map(|id| table.state.attack(unit(id))), [4, 2]);
    assert_eq!(attack_of(&table, &rest, "1222"), 6);
    // For the rest of the game.
    while table.state.turn() == 7 || table.state.phase() != Phase::GermanCombat {
        table.act(DONE);
    }
    assert_eq!(attack_of(&table, &rest, "1222"), 6);
}

/// [8.16, 9.11] G22: control does not reach across a lake hexside, nor do attacks; across a river it does.
#[test]
fn g22_lake_hexside() {
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "german_movement", "units": {"0907": ["r1 3-4"], "1107": ["pz7-25"]}}"#,
    );
    let zones = table.state.zones(Side::Soviet);
    assert!(zones.contains(hex("1007"))); // across a river
    assert!(!zones.contains(hex("1006")));
    let events = table.act(&walk(&["pz7-25"], &["1006"]));
    assert!(!events.iter().any(|e| matches!(e, Event::Stopped { .. })));
    table.refused("6.51", &overrun(&["pz7-25"], "0907"));

    // It cannot attack 0907 from there.
    let mut combat = table.clone();
    combat.act(DONE);
    combat.refused("9.11", r#"{"attack": {"targets": ["0907"], "units": ["pz7-25"]}}"#);

    // In 0906 it stops.
    let events = table.act(&walk(&["pz7-25"], &["0906"]));
    assert!(events.contains(&Event::Stopped { unit: unit("pz7-25"), hex: hex("0906") }));
    table.refused("8.13", &walk(&["pz7-25"], &["0905"]));
    table.act(DONE);
    assert!(table.is_legal(r#"{"attack": {"targets": ["0907"], "units": ["pz7-25"]}}"#));
}
