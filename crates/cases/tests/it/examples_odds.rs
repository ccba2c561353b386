//! The worked examples of the rules, part D: odds and strengths (G23 to G29).
use crate::support::*;
use pgg_core::{Question, Side, Targets, data::tables::Tables};

fn attack(units: &[&str], targets: &[&str]) -> String {
    serde_json::json!({"attack": {"targets": targets, "units": units}}).to_string()
}

fn position(phase: &str, units: serde_json::Value) -> Table {
    Table::new(&serde_json::json!({"turn": 7, "phase": phase, "units": units}).to_string())
}

/// Attack, defence and column of the odds sheet, where every strength is known.
fn sheet(table: &Table, ids: &[&str], targets: &[&str], overrun: bool) -> (u32, u32, String) {
    let targets = Targets::collect(targets.iter().map(|t| hex(t))).expect("few targets");
    let odds = table.state.odds(units(ids), &targets, overrun).expect("odds");
    assert!(odds.exact);
    assert_eq!(odds.attack.least, odds.attack.most);
    assert_eq!(odds.defense.least, odds.defense.most);
    assert_eq!(odds.columns.len(), 1);
    (odds.attack.most, odds.defense.most, odds.columns[0].0.to_string())
}

/// [9.4] G23: from strengths to columns.
#[test]
fn g23_columns() {
    for (attack, defense, column) in [
        (26, 9, "2-1"),
        (16, 5, "3-1"),
        (19, 2, "9-1"),
        (20, 2, "10-1"),
        (33, 3, "10-1"),
        (5, 5, "1-1"),
        (9, 10, "1-2"),
        (4, 7, "1-2"),
        (1, 2, "1-2"),
        (3, 7, "1-3"),
        (4, 9, "1-3"),
        (1, 5, "1-3"),
    ] {
        assert_eq!(Tables::column_of(attack, defense).to_string(), column, "{attack}:{defense}");
    }
}

/// [9.32, 9.33] G24: forest and river triple; an attacker from the dry side takes the river away.
#[test]
fn g24_forest_and_river() {
    // Konev in 1218 keeps the rifle in supply between the Germans.
    let start = position(
        "german_combat",
        serde_json::json!({"1117": ["pz7"], "1118": ["r1 3-4"], "1119": ["inf6"], "1218": ["konev"]}),
    );
    let order = attack(&PZ7, &["1118"]);
    let events = start.clone().act_with(&[4], &[], &order);
    assert_eq!(odds_of(&events), (16, 12, "1-1".into(), "Eng".into()));
    let both = attack(&["pz7-25", "pz7-6", "pz7-7", "inf6"], &["1118"]);
    let events = start.clone().act_with(&[3], &[], &both);
    assert_eq!(odds_of(&events), (25, 8, "3-1".into(), "D1".into()));
    let events = start.clone().act_with(&[6], &[], &both);
    assert_eq!(odds_of(&events), (25, 8, "3-1".into(), "Eng".into()));
}

/// [9.23, 9.34] G25: one combat against two hexes, each with its own multiple, one result for both.
#[test]
fn g25_two_hexes() {
    let mut table = position(
        "german_combat",
        serde_json::json!({"2215": ["inf6"], "2317": ["mot14"], "2316": ["r1 4-5"], "2216": ["r2 3-4"],
                           "2515": ["konev"]}),
    );
    let ids = ["inf6", "mot14-11", "mot14-53"];
    assert_eq!(sheet(&table, &ids, &["2316"], false).1, 5);
    assert_eq!(sheet(&table, &ids, &["2216"], false).1, 8); // Smolensk
    let events = table.act_with(&[1], &[], &attack(&ids, &["2316", "2216"]));
    assert_eq!(odds_of(&events), (21, 13, "1-1".into(), "D1".into()));
    assert_eq!(table.decision().side, Side::Soviet);
    assert_eq!(table.decision().question, Question::LossOrRetreat { n: 1 });
    // He loses one of the two.
    for (gone, stays) in [("r1", "r2"), ("r2", "r1")] {
        let mut loss = table.clone();
        loss.act(LOSS);
        loss.act(&serde_json::json!({"lose_step": {"unit": gone}}).to_string());
        assert_eq!(loss.place(gone), None);
        assert!(loss.place(stays).is_some());
        assert_eq!(loss.decision().side, Side::German);
    }
    // Or retreats both one hex, in the order the German likes.
    table.act(RETREAT);
    assert_eq!(table.decision().side, Side::German);
    table.act(r#"{"route": {"stack": "2216", "to": "2117"}}"#);
    table.act(r#"{"route": {"stack": "2316", "to": "2415"}}"#);
    assert_eq!(table.place("r2").as_deref(), Some("2117"));
    assert_eq!(table.place("r1").as_deref(), Some("2415"));
}

/// Germans in 5519, a rifle of the strength given with Konev in 5520; a rifle in 0120 shuts the supply road, and the
/// west edge is too far.
fn cut_off(germans: serde_json::Value, rifle: &str) -> Table {
    position(
        "german_combat",
        serde_json::json!({"5519": germans, "5520": [rifle, "konev"], "0120": ["r9 2-3"]}),
    )
}

/// [11.31, 11.32] G26: halved per stack, after integration; a unit worth 1 stays 1.
#[test]
fn g26_attack_out_of_supply() {
    let table = cut_off(serde_json::json!(["pz7"]), "r1 3-3");
    assert_eq!(sheet(&table, &PZ7, &["5520"], false), (8, 3, "2-1".into()));
    let events = table.clone().act_with(&[6], &[], &attack(&PZ7, &["5520"]));
    assert_eq!(odds_of(&events), (8, 3, "2-1".into(), "A1".into()));
    let table = cut_off(serde_json::json!(["inf6"]), "r1 3-3");
    assert_eq!(sheet(&table, &["inf6"], &["5520"], false).0, 4);
    let regiments = ["pz7-25", "pz10-69", "pz12-5"];
    let reduced = regiments.map(|id| format!("{id} lost 1"));
    let table = cut_off(serde_json::json!(reduced), "r1 3-3");
    assert_eq!(regiments.map(|id| table.state.attack(unit(id))), [2, 1, 1]);
    assert_eq!(sheet(&table, &regiments, &["5520"], false).0, 3);
}

/// [10.36, 6.55] G27: the Leader's bonus, its ceiling after supply, and the same as overruns.
#[test]
fn g27_leader_bonus() {
    let three = ["r1 3-4", "r2 2-3", "r3 2-2"];
    for (rifles, leader, cut, strength, as_overrun) in [
        (&["r1 6-8"][..], "remezov", false, 10, 5),
        (&["r1 6-8"][..], "remezov", true, 6, 3),
        (&["r1 1-2"][..], "remezov", false, 2, 1),
        (&three[..], "konev", false, 12, 6),
        (&three[..], "konev", true, 6, 3),
    ] {
        let stack: Vec<&str> = rifles.iter().copied().chain([leader]).collect();
        let ids: Vec<&str> = stack.iter().map(|text| text.split(' ').next().unwrap_or(text)).collect();
        let mut placed = serde_json::json!({"1222": stack, "1221": ["pz7-25"]});
        if cut {
            // All six hexes around 1222 are controlled: no line to the east edge.
            placed["1124"] = serde_json::json!(["inf6"]);
            placed["1324"] = serde_json::json!(["inf26"]);
        }
        let table = position("soviet_combat", placed.clone());
        assert_eq!(!table.state.is_supplied(unit("r1")), cut, "{stack:?}");
        assert_eq!(sheet(&table, &ids, &["1221"], false).0, strength, "{stack:?}");
        let events = table.clone().act_with(&[6], &[], &attack(&ids, &["1221"]));
        assert_eq!(u32::from(odds_of(&events).0), strength, "{stack:?}");

        let mut table = position("soviet_movement", placed);
        assert_eq!(sheet(&table, &ids, &["1221"], true).0, as_overrun, "{stack:?}");
        let order = serde_json::json!({"overrun": {"units": ids, "target": "1221"}});
        let events = table.act_with(&[6], &[], &order.to_string());
        assert_eq!(u32::from(odds_of(&events).0), as_overrun, "{stack:?}");
    }
}

/// [R37, R38, 11.31, 11.32] G28: supply before terrain, added up per stack.
#[test]
fn g28_defence_out_of_supply() {
    let table = position("german_combat", serde_json::json!({"1016": ["pz7"], "1116": ["r1 4-5"]}));
    assert_eq!(sheet(&table, &PZ7, &["1116"], false), (16, 4, "4-1".into()));
    for (rifles, defense) in [(&["r1 3-3", "r2 3-3"][..], 3), (&["r1 1-1", "r2 1-1", "r3 3-3"][..], 3)] {
        let table = position("german_combat", serde_json::json!({"1221": ["pz7"], "1222": rifles}));
        assert_eq!(sheet(&table, &PZ7, &["1222"], false).1, defense, "{rifles:?}");
        let events = table.clone().act_with(&[6], &[], &attack(&PZ7, &["1222"]));
        assert_eq!(odds_of(&events).1, defense as u16);
    }
}

/// [R45, 9.31] G29: a Leader alone defends with his rating; beside a combat unit he adds nothing.
#[test]
fn g29_a_leader_defends() {
    let table = position("german_combat", serde_json::json!({"2215": ["pz7"], "2216": ["lukin"]}));
    assert_eq!(sheet(&table, &PZ7, &["2216"], false), (16, 6, "2-1".into()));
    let table = position("german_combat", serde_json::json!({"2215": ["pz7"], "2216": ["lukin", "r1 0-1"]}));
    assert_eq!(sheet(&table, &PZ7, &["2216"], false), (16, 2, "8-1".into()));
    // Only from 2117, across the Dnepr: the multiple is 3.
    let table = position("german_combat", serde_json::json!({"2117": ["pz7"], "2216": ["lukin"]}));
    assert_eq!(sheet(&table, &PZ7, &["2216"], false), (16, 9, "1-1".into()));
    let table = position("german_combat", serde_json::json!({"2117": ["pz7"], "2216": ["lukin", "r1 0-1"]}));
    assert_eq!(sheet(&table, &PZ7, &["2216"], false), (16, 3, "5-1".into()));
}
