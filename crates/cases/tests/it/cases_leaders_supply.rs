//! The cases of chapters 10 to 12 that the worked examples do not reach: Leaders, supply, untried units.
use crate::support::*;
use pgg_core::game::event::Why;
use pgg_core::rules::supply::SupplyBy;
use pgg_core::{Event, Phase, Place, Question, Seeded, Side, State, Targets, data};
use serde_json::json;

fn enter(who: &str, hex: &str) -> String {
    json!({"enter": {"who": who, "hex": hex}}).to_string()
}

fn position(turn: u8, phase: &str, units: &str) -> Table {
    Table::new(&format!(r#"{{"turn": {turn}, "phase": "{phase}", "units": {{{units}}}}}"#))
}

fn soviet_combat(units: &str) -> Table {
    position(7, "soviet_combat", units)
}

fn withdrew(events: &[Event], id: &str) -> Option<String> {
    events.iter().find_map(|e| match e {
        Event::Withdrew { unit: gone, to, .. } if *gone == unit(id) => Some(to.to_string()),
        _ => None,
    })
}

/// Attack and defence of the odds sheet.
fn odds(state: &State, ids: &[&str], target: &str) -> (u32, u32) {
    let odds = state.odds(units(ids), &Targets::one(hex(target)), false).expect("odds");
    (odds.attack.most, odds.defense.most)
}

// ---- Leaders ----------------------------------------------------------------------------------------------------

/// [10.1] One number: reach of command, most he adds to an attack, his own defence.
#[test]
fn the_rating() {
    for leader in data().roster.leaders() {
        let (id, rating) = (&leader.id, leader.rating);
        for (distance, reached) in [(rating, true), (rating + 1, false)] {
            let there = format!("12{:02}", 19 + distance);
            let table = position(7, "soviet_movement", &format!(r#""1219": ["{id}"], "{there}": ["r1"]"#));
            assert_eq!(table.state.has_loc(unit("r1")), reached, "{id} at {distance}");
        }
        let table = soviet_combat(&format!(r#""1222": ["r1 9-8", "{id}"], "1221": ["inf6"]"#));
        assert_eq!(odds(&table.state, &["r1", id], "1221").0, 9 + u32::from(rating));
        let table = position(7, "german_combat", &format!(r#""1222": ["{id}"], "1221": ["inf6"]"#));
        assert_eq!(odds(&table.state, &["inf6"], "1222").1, u32::from(rating));
    }
}

/// [10.21] Allowance 10; roads like MOTOR, forest like FOOT, rivers +1; alone, and by rail outside the eight.
#[test]
fn a_leader_on_the_move() {
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "soviet_movement", "rail_used": 8, "units": {"1316": ["lukin", "konev"]}}"#,
    );
    assert_eq!(table.left("lukin"), 20);
    table.act(&walk(&["lukin"], &["1216"])); // forest, along the road
    table.act(&walk(&["lukin"], &["1116"]));
    assert_eq!(table.left("lukin"), 18);
    table.act(&walk(&["lukin"], &["1117"])); // clear
    table.act(&walk(&["lukin"], &["1118"])); // across the Dnepr into forest
    assert_eq!(table.left("lukin"), 12);
    table.act(&ride("konev", &["1216", "1116"]));
    table.act(DONE);
    places(&table, &["lukin"], "1118");
}

/// [10.22] A unit with a zone of control and no attack strength; he can be attacked, and holds a hex.
#[test]
fn a_leader_is_a_unit() {
    let table = soviet_combat(r#""1222": ["konev"], "1221": ["inf6"]"#);
    assert!(table.state.zones(Side::Soviet).contains(hex("1221")));
    assert_eq!(table.state.attack(unit("konev")), 0);
    table.refused("9.11", &attack(&["konev"], "1221"));
    assert!(
        position(7, "german_combat", r#""1222": ["konev"], "1221": ["inf6"]"#)
            .is_legal(&attack(&["inf6"], "1222"))
    );
}

/// [10.23, R60] He joins an attack-capable unit already there, and left alone in a controlled hex he stays.
#[test]
fn a_leader_in_company() {
    let near = r#""1221": ["inf6"], "1223": ["lukin"]"#;
    for (there, may) in [
        ("", false),
        (r#", "1222": ["r1"]"#, true),
        (r#", "1222": ["r1 0-1"]"#, false),
        (r#", "1222": ["konev"]"#, false),
    ] {
        let table = position(7, "soviet_movement", &format!("{near}{there}"));
        assert_eq!(table.is_legal(&walk(&["lukin"], &["1222"])), may, "{there}");
    }
    position(7, "soviet_movement", near).refused("10.23", &walk(&["lukin"], &["1222"]));
    let mut alone = position(7, "soviet_movement", r#""1221": ["inf6"], "1222": ["lukin"]"#);
    alone.act(DONE);
    places(&alone, &["lukin"], "1222");
}

/// [10.23a] The entry hex is where a unit came from when it walked into enemy control, and only that.
#[test]
fn the_entry_hex() {
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "soviet_movement", "owed": {"X": {"rifle": 1}}, "units": {
            "1221": ["inf6"], "1224": ["r1", "lukin"], "1219": ["r2"], "5806": ["inf26"]}}"#,
    );
    table.act(&walk(&["r1", "lukin"], &["1223"]));
    assert_eq!(table.state.entry_hex(unit("r1")), None, "no enemy control yet");
    table.act(&walk(&["r1", "lukin"], &["1222"]));
    for id in ["r1", "lukin"] {
        assert_eq!(table.state.entry_hex(unit(id)), Some(hex("1223")));
    }
    assert_eq!(table.state.entry_hex(unit("r2")), None, "it never moved");
    table.act(&enter("rifle X", "5907"));
    assert!(table.state.zones(Side::German).contains(hex("5907")));
    assert_eq!(table.state.entry_hex(unit("r3")), None, "entering the map gives none");
    // It lasts as long as the unit stays, and a retreat forgets it.
    until(&mut table, 7, Phase::GermanCombat);
    assert_eq!(table.state.entry_hex(unit("lukin")), Some(hex("1223")));
    table.act_with(&[1], &["3-4"], &attack(&["inf6"], "1222"));
    table.act(RETREAT);
    let to = table.state.legal().others[0];
    table.state.apply(&to, &mut pgg_core::game::chance::NoMore).expect("a route");
    assert_eq!(table.state.entry_hex(unit("lukin")), None);
}

/// Konev and an untried division that walked from 1223 to 1222 and attack inf6 in 1221 together.
fn attack_with_nothing(others: &str) -> (Table, Vec<Event>) {
    let mut table =
        soviet_combat(&format!(r#""1221": ["inf6"], "1222": ["r1 from 1223", "konev from 1223"]{others}"#));
    let events = table.act_with(&[], &["0-0"], &attack(&["r1", "konev"], "1221"));
    (table, events)
}

/// [10.23b] Back to the entry hex; eliminated if that holds an enemy, is controlled without a friend, is full or closed.
#[test]
fn withdrawal() {
    let (table, events) = attack_with_nothing("");
    assert_eq!(withdrew(&events, "konev").as_deref(), Some("1223"));
    asked(&table, Side::Soviet, Question::Attack); // the enemy does not advance
    for (why, others) in [
        ("an enemy in it", r#", "1223": ["inf26"]"#),
        ("controlled", r#", "1124": ["inf26"]"#),
        ("full", r#", "1223": ["r2", "r3", "r4", "lukin"]"#),
    ] {
        let (_, events) = attack_with_nothing(others);
        assert_eq!(eliminated(&events, "konev"), Some(Why::NoWithdrawal), "{why}");
    }
    let (_, events) = attack_with_nothing(r#", "1124": ["inf26"], "1223": ["r2"]"#);
    assert_eq!(withdrew(&events, "konev").as_deref(), Some("1223"), "a friend cancels the control");
    for (turn, shut) in [(4, true), (7, false)] {
        let mut table = position(
            turn,
            "soviet_combat",
            r#""0404": ["inf6"], "0305": ["r1 from 0204", "konev from 0204"]"#,
        );
        let events = table.act_with(&[], &["0-0"], &attack(&["r1", "konev"], "0404"));
        assert_eq!(eliminated(&events, "konev").is_some(), shut, "turn {turn}");
    }
}

/// [10.23b, R58] Whether or not he takes part; not while an attack-capable unit is left; without an entry hex he stays.
#[test]
fn who_withdraws() {
    // Two divisions attack one after the other; Lukin joins the second combat only, and goes after it.
    let mut table = soviet_combat(
        r#""1221": ["inf6"], "1322": ["inf26"], "1222": ["r1 from 1223", "r2 from 1223", "lukin from 1223"]"#,
    );
    let events = table.act_with(&[], &["0-0"], &attack(&["r1"], "1221"));
    assert_eq!(withdrew(&events, "lukin"), None, "r2 is still there");
    let events = table.act_with(&[], &["0-0"], &attack(&["r2", "lukin"], "1322"));
    assert_eq!(withdrew(&events, "lukin").as_deref(), Some("1223"));
    // He has helped another combat; the attack that he may not join any more takes him back all the same.
    let mut table =
        soviet_combat(r#""1322": ["inf26"], "1222": ["r2 from 1223", "lukin attacked from 1223"]"#);
    let events = table.act_with(&[], &["0-0"], &attack(&["r2"], "1322"));
    assert_eq!(withdrew(&events, "lukin").as_deref(), Some("1223"));
    // No entry hex.
    let mut table = soviet_combat(r#""1221": ["inf6"], "1222": ["r1", "konev"]"#);
    table.act_with(&[], &["0-0"], &attack(&["r1", "konev"], "1221"));
    places(&table, &["konev"], "1222");
}

/// [10.23b] In an overrun he goes back and is halted.
#[test]
fn withdrawal_in_an_overrun() {
    let mut table = position(7, "soviet_movement", r#""1221": ["inf6"], "1224": ["r1", "konev"]"#);
    table.act(&walk(&["r1", "konev"], &["1223", "1222"]));
    let events = table.act_with(&[], &["0-0"], &overrun(&["r1", "konev"], "1221"));
    assert_eq!(withdrew(&events, "konev").as_deref(), Some("1223"));
    table.refused("6.52", &walk(&["konev"], &["1224"]));
    // Left out of it he goes all the same.
    let mut table = position(7, "soviet_movement", r#""1221": ["inf6"], "1224": ["r1", "konev"]"#);
    table.act(&walk(&["r1", "konev"], &["1223", "1222"]));
    let events = table.act_with(&[], &["0-0"], &overrun(&["r1"], "1221"));
    assert_eq!(withdrew(&events, "konev").as_deref(), Some("1223"));
    table.refused("6.52", &walk(&["konev"], &["1224"]));
}

/// [10.23c, R59] No withdrawal when his hex is the one attacked.
#[test]
fn no_withdrawal_in_defence() {
    let mut table =
        position(7, "german_combat", r#""1221": ["pz7"], "1222": ["r1 from 1223", "konev from 1223"]"#);
    let events = table.act_with(&[6], &["0-0"], &attack(&PZ7, "1222"));
    assert_eq!(withdrew(&events, "konev"), None);
    assert_eq!(odds_of(&events).1, 5, "he defends alone");
}

/// [10.24] His elimination is final and gives no points.
#[test]
fn a_dead_leader() {
    let mut table = position(7, "german_combat", r#""1221": ["pz7"], "1222": ["rakutin"]"#);
    let before = table.state.margin();
    table.act_with(&[1], &[], &attack(&PZ7, "1222"));
    assert_eq!(table.state.place(unit("rakutin")), Place::Dead);
    assert_eq!(table.state.margin(), before);
    until(&mut table, 9, Phase::SovietMovement);
    assert_eq!(table.state.place(unit("rakutin")), Place::Dead);
}

/// [10.25] He may stack with others within [7.1], and never has to.
#[test]
fn a_leader_stacks() {
    for stack in
        [r#"["konev"]"#, r#"["r1", "r2", "r3", "konev"]"#, r#"["konev", "lukin", "rakutin", "remezov"]"#]
    {
        let mut table = position(7, "soviet_movement", &format!(r#""1222": {stack}"#));
        table.act(DONE);
        assert_eq!(table.state.phase(), Phase::SovietCombat);
    }
}

/// [10.26, R43] He may be left out only while a combat unit of his hex stays out that has not attacked.
#[test]
fn a_leader_must_join() {
    let units =
        r#""1221": ["inf6"], "1322": ["inf26"], "1222": ["r1 3-4", "r2 3-4", "lukin", "konev disrupted"]"#;
    let table = soviet_combat(units);
    table.refused("10.26", &attack(&["r1", "r2"], "1221"));
    assert!(table.is_legal(&attack(&["r1"], "1221")));
    assert!(table.is_legal(&attack(&["r1", "r2", "lukin"], "1221")), "a Disrupted Leader never takes part");
    table.refused("6.62", &attack(&["r1", "konev"], "1221"));
    let spent = soviet_combat(&units.replace("r2 3-4", "r2 3-4 attacked"));
    spent.refused("10.26", &attack(&["r1"], "1221"));
    let helped =
        soviet_combat(&units.replace("\"lukin\"", "\"lukin attacked\"").replace("r2 3-4", "r2 3-4 attacked"));
    assert!(helped.is_legal(&attack(&["r1"], "1221")), "he helps one combat a phase");
    helped.refused("9.14", &attack(&["r1", "lukin"], "1221"));
}

/// [10.26] He shares the result, and advances only to where a combat unit of the combat has gone.
#[test]
fn a_leader_advances_in_company() {
    let mut table = soviet_combat(r#""1221": ["inf6 lost 3"], "1222": ["r1 9-8", "r2 8-8", "konev"]"#);
    table.act_with(&[1], &[], &attack(&["r1", "r2", "konev"], "1221"));
    table.refused("10.26", &advance("konev", &["1221"]));
    table.act(&advance("r1", &["1221", "1220"]));
    table.refused("10.26", &advance("konev", &["1221"]));
    table.act(&advance("konev", &["1221", "1220"]));
    places(&table, &["r1", "konev"], "1220");
}

/// [10.31, 11.21] Out of supply without a line to a supplied Leader, even next to the east edge.
#[test]
fn no_leader_no_supply() {
    let table = position(7, "soviet_movement", r#""5920": ["r1"], "1222": ["konev"]"#);
    assert!(!table.state.is_supplied(unit("r1")));
    let table = position(7, "soviet_movement", r#""5920": ["r1"], "5918": ["rakutin"]"#);
    assert!(table.state.is_supplied(unit("r1")));
    let table = position(7, "soviet_movement", r#""5920": ["r1"], "5918": ["rakutin disrupted"]"#);
    assert!(!table.state.is_supplied(unit("r1")));
}

/// [10.32, 11.23] One Leader serves any number of units of any army; one does not relay for another, nor a unit for units.
#[test]
fn one_leader_for_all() {
    let table = position(
        7,
        "soviet_movement",
        r#""1222": ["konev"], "1220": ["r1", "r2", "r3"], "1224": ["r4", "r5", "tank"], "1218": ["r9"], "1217": ["r7"]"#,
    );
    for id in ["r1", "r2", "r3", "r4", "r5", "a1", "r9", "r7"] {
        assert_eq!(table.state.supply(unit(id)).leader, Some(unit("konev")), "{id}");
    }
    let relay = position(7, "soviet_combat", r#""1216": ["r1"], "1218": ["rakutin"], "1223": ["konev"]"#);
    assert_eq!(relay.state.supply(unit("r1")).leader, Some(unit("rakutin")));
    let far = position(7, "soviet_combat", r#""1214": ["r1"], "1218": ["rakutin"], "1220": ["konev"]"#);
    assert!(!far.state.has_loc(unit("r1")), "4 hexes from Rakutin (2), 6 from Konev (5)");
}

/// [10.33] A ride needs no Leader.
#[test]
fn rides_need_no_leader() {
    let mut table = position(7, "soviet_movement", r#""1115": ["r1 unsupplied no-loc"]"#);
    table.act(&ride("r1", &["1215", "1315"]));
}

/// [10.34, 11.24] A Leader is in supply by his own line of any length to the east edge, and needs no other.
#[test]
fn a_leader_and_the_edge() {
    let table = position(7, "soviet_movement", r#""0310": ["rakutin"]"#);
    let supply = table.state.supply(unit("rakutin"));
    assert_eq!((supply.in_supply, supply.by), (true, SupplyBy::EastEdge));
    assert!(supply.line.len() > 50 && supply.line.last().is_some_and(|h| h.column() == 59));
    // Ringed in, he is not, no matter who is beside him.
    let ring = r#""1220": ["inf6"], "1421": ["inf26"], "1423": ["inf5"], "1224": ["inf35"], "1023": ["inf161"], "1021": ["inf23"]"#;
    let table =
        position(7, "soviet_movement", &format!(r#"{ring}, "1222": ["rakutin", "r1"], "1223": ["konev"]"#));
    for id in ["rakutin", "konev", "r1"] {
        assert!(!table.state.is_supplied(unit(id)), "{id}");
    }
}

/// [10.36, 9.4a, R44] Several Leaders add up under one ceiling; his own supply does not matter; never in defence.
#[test]
fn the_bonus() {
    let table = soviet_combat(
        r#""1222": ["r1 9-8", "lukin", "konev"], "1223": ["r2 5-5", "remezov"], "1221": ["inf6"]"#,
    );
    assert_eq!(odds(&table.state, &["r1", "lukin", "konev"], "1221").0, 9 + 8);
    let table =
        soviet_combat(r#""1222": ["r1 6-8", "lukin", "konev"], "1322": ["r2 5-5"], "1221": ["inf6"]"#);
    assert_eq!(
        odds(&table.state, &["r1", "lukin", "konev"], "1221").0,
        6 + 6,
        "no more than the stack itself"
    );
    assert_eq!(odds(&table.state, &["r1", "r2", "lukin", "konev"], "1221").0, 12 + 5, "of his own hex only");
    let ring = r#""1220": ["inf6"], "1421": ["inf26"], "1423": ["inf5"], "1224": ["inf35"], "1023": ["inf161"], "1021": ["inf23"]"#;
    let table = soviet_combat(&format!(r#"{ring}, "1222": ["r1 9-8", "lukin"], "1221": ["inf7"]"#));
    assert_eq!(odds(&table.state, &["r1", "lukin"], "1221").0, 4 + 3, "halved for supply, his 3 whole");
    let table = position(7, "german_combat", r#""1222": ["r1 3-4", "konev"], "1221": ["inf6"]"#);
    assert_eq!(odds(&table.state, &["inf6"], "1222").1, 4);
}

/// The pocket of a Leader, with the evacuation asked for at the start of Soviet turn 8.
fn pocket(options: &str, more: &str) -> Table {
    let mut table = Table::new(&format!(
        r#"{{"turn": 7, "phase": "air_interdiction", "options": {{{options}}}, "units": {{
            "1321": ["inf6"], "1323": ["inf26"], "1122": ["inf5"],
            "1222": ["lukin disrupted", "r1", "rakutin"]}}{more}}}"#
    ));
    table.act(DONE);
    table
}

/// [10.4, R87] One surrounded Leader a turn, two a game, before the snapshot, Disrupted or not; back at X next turn.
#[test]
fn evacuation() {
    let on = r#""leader_evacuation": true"#;
    assert_eq!(pocket("", "").state.phase(), Phase::SovietMovement);
    assert_eq!(pocket(on, r#", "evacuations": 2"#).state.phase(), Phase::SovietMovement);
    let mut table = pocket(on, "");
    asked(&table, Side::Soviet, Question::Evacuate);
    table.refused("10.4", r#"{"evacuate": {"unit": "konev"}}"#);
    table.refused("10.4", r#"{"evacuate": {"unit": "r1"}}"#);
    let mut other = table.clone();
    other.act(r#"{"evacuate": {"unit": "rakutin"}}"#);
    table.act(r#"{"evacuate": {"unit": "lukin"}}"#);
    asked(&table, Side::Soviet, Question::Move); // one a turn
    // The snapshot came after: without Rakutin the rifle has nobody, for Lukin is Disrupted.
    assert!(other.state.to_text().contains("no-loc"));
    assert!(!table.state.to_text().contains("no-loc"));
    table.refused("14.3", &enter("lukin", "5907"));
    until(&mut table, 8, Phase::AirInterdiction);
    table.act(DONE);
    table.act(r#"{"evacuate": {"unit": "rakutin"}}"#);
    table.refused("14.3", &enter("lukin", "3901"));
    table.act(&enter("lukin", "5907"));
}

/// [10.4, R61] Surrounded means no way east outside German units and zones, in a pocket of any size.
#[test]
fn surrounded() {
    let open = position(7, "soviet_movement", r#""1222": ["lukin"], "1321": ["inf6"], "1323": ["inf26"]"#);
    assert!(!open.state.is_surrounded(unit("lukin")));
    // A wall of Germans from edge to edge, two columns wide in its control: a pocket of a dozen columns.
    let wall: Vec<String> = (1..=31)
        .step_by(3)
        .zip(data().roster.germans())
        .map(|(row, g)| format!(r#""20{row:02}": ["{}"]"#, g.id))
        .collect();
    let shut =
        position(7, "soviet_movement", &format!(r#""1222": ["lukin"], "1221": ["r1"], {}"#, wall.join(", ")));
    assert!(shut.state.is_surrounded(unit("lukin")));
}

// ---- supply -----------------------------------------------------------------------------------------------------

/// [11.33, R66] In supply throughout the Player-Turn of entry; a Leader who has just entered counts as supplied.
#[test]
fn free_supply() {
    // 5907 is ringed by German control: no line of its own.
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "soviet_movement", "waiting": ["maslennikov"], "owed": {"X": {"rifle": 1}},
            "units": {"5806": ["inf6"], "5808": ["inf26"], "5906": ["r5 3-4"]}}"#,
    );
    table.act(&enter("rifle X", "5907"));
    table.act(&enter("maslennikov", "5907"));
    assert_eq!(table.state.supply(unit("r1")).by, SupplyBy::Entered);
    assert!(table.state.is_supplied(unit("maslennikov")) && table.state.is_supplied(unit("r5")));
    until(&mut table, 7, Phase::SovietCombat);
    assert!(table.state.is_supplied(unit("r1")));
    until(&mut table, 7, Phase::GermanMovement);
    assert!(!table.state.has_entered(unit("r1")) && table.state.supply(unit("r1")).by != SupplyBy::Entered);
    // Germans likewise, through the Mechanized Movement Phase.
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "german_movement", "waiting": ["inf7"], "soviet_marker": "0120",
            "soviet_marker_uses": 1, "units": {"0220": ["r1"], "0118": ["r2"], "0219": ["r3"]}}"#,
    );
    table.act(&enter("inf7", "0119"));
    until(&mut table, 7, Phase::MechanizedMovement);
    assert_eq!(table.state.supply(unit("inf7")).by, SupplyBy::Entered);
    until(&mut table, 7, Phase::AirInterdiction);
    table.act(DONE);
    assert!(!table.state.has_entered(unit("inf7")));
}

/// [11.33, R67] Set-up units trace from turn 1 on.
#[test]
fn set_up_units_trace() {
    let mut table = Table::new(
        r#"{"turn": 1, "phase": "german_set_up", "units": {"4015": ["r1", "rakutin"], "1414": ["r5"]}}"#,
    );
    table.act(DONE);
    assert_eq!((table.left("r1"), table.left("r5")), (12, 6));
}

/// [11.11, R63] A German unit in the Soviet marker's hex traces out of it; lines do not pass it.
#[test]
fn the_marker_and_lines() {
    let json = |unit: &str| {
        format!(
            r#"{{"turn": 7, "phase": "german_movement", "soviet_marker": "0319", "soviet_marker_uses": 1,
                "units": {{{unit}}}}}"#
        )
    };
    let table = Table::new(&json(r#""0319": ["inf6"]"#));
    assert!(table.state.is_supplied(unit("inf6")));
    assert!(!table.state.live_road().contains(hex("0319")));
    assert!(!table.state.live_road().contains(hex("0418")));
    assert!(table.state.live_road().contains(hex("0219")));
}

/// [11.12] Twenty Movement Points by the unit's own class, counted from the unit.
#[test]
fn direct_supply_is_the_unit_s_own() {
    // The road is shut by the marker: cavalry and infantry at one distance, a forest apart.
    let at = |who: &str, hex: &str| {
        state(&format!(
            r#"{{"turn": 7, "phase": "german_movement", "soviet_marker": "0120", "soviet_marker_uses": 1,
                "units": {{"{hex}": ["{who}"]}}}}"#
        ))
    };
    assert!(at("inf6", "2115").is_supplied(unit("inf6")));
    assert!(!at("inf6", "2215").is_supplied(unit("inf6")));
    assert!(at("pz7-25", "2215").is_supplied(unit("pz7-25")), "motor by road");
}

/// [11.34, 11.35] Lack of supply removes nobody and leaves zones, retreats and rail alone.
#[test]
fn what_supply_does_not_do() {
    let mut table = position(7, "soviet_movement", r#""1222": ["r1 unsupplied no-loc"], "1220": ["inf6"]"#);
    assert!(table.state.zones(Side::Soviet).contains(hex("1221")));
    until(&mut table, 7, Phase::GermanCombat);
    let mut near = position(7, "german_combat", r#""1222": ["r1 3-4"], "1221": ["pz7"]"#);
    assert!(!near.state.is_supplied(unit("r1")));
    near.act_with(&[4], &[], &attack(&PZ7, "1222"));
    near.act(RETREAT);
    places(&table, &["r1"], "1222");
}

/// [11.0b] The starting hex of a line is never tested; the last one is.
#[test]
fn ends_of_a_line() {
    // r1 stands in a controlled hex and still traces; the Leader's hex is his own, so it is open.
    let table = soviet_combat(r#""1222": ["r1"], "1221": ["inf6"], "1224": ["lukin"]"#);
    assert!(table.state.zones(Side::German).contains(hex("1222")));
    assert!(table.state.has_loc(unit("r1")));
}

// ---- untried units ----------------------------------------------------------------------------------------------

/// [12.1] Drawn by type, face down: kind and allowance are public, the strength is not there.
#[test]
fn untried() {
    let (state, _) = State::new_game(Default::default(), &mut Seeded::from_number(3)).expect("a game");
    let divisions: Vec<_> =
        pgg_core::UnitSet::DIVISION.iter().filter(|&u| state.place(u) != Place::Off).collect();
    assert_eq!(divisions.len(), 28 + 6);
    for u in divisions {
        assert!(state.is_untried(u) && state.strength(u).is_none());
        let allowance = if u.is_armoured_slot() { 20 } else { 12 };
        assert_eq!(state.printed_allowance(u).halves(), allowance);
        assert!(state.possible_counters(u).len() >= 10, "anything of its kind");
        assert!(state.is_attack_capable(u));
    }
}

/// [12.2] Turned up by combat or overrun, attackers and all in the hex attacked, for good; by nothing else.
#[test]
fn turned_up() {
    let mut table = position(
        7,
        "soviet_movement",
        r#""1223": ["r1", "r2"], "1115": ["r3"], "1221": ["inf6"], "1425": ["konev"], "1226": ["r4", "r5", "r6", "r7"]"#,
    );
    table.act(&walk(&["r1", "r2"], &["1222"]));
    table.act(&ride("r3", &["1215"]));
    table.act(DONE);
    table.act(r#"{"remove": {"unit": "r7"}}"#);
    assert_eq!(table.state.seen_dead().len(), 0, "it goes to the pile unseen");
    for id in ["r1", "r2", "r3", "r4"] {
        assert!(table.state.is_untried(unit(id)));
    }
    table.act_with(&[1], &["3-4"], &attack(&["r1"], "1221"));
    assert!(!table.state.is_untried(unit("r1")) && table.state.is_untried(unit("r2")), "r2 stayed out");
    table.act(LOSS);
    let mut table =
        position(7, "german_combat", r#""1222": ["r1", "r2", "r3 3-4"], "1221": ["pz7"], "1223": ["r4"]"#);
    table.act_with(&[6], &["3-4", "2-3"], &attack(&PZ7, "1222"));
    assert!(!table.state.is_untried(unit("r1")) && !table.state.is_untried(unit("r2")));
    assert!(table.state.is_untried(unit("r4")));
    table.act(r#"{"lose_step": {"unit": "r2"}}"#);
    table.act(r#"{"lose_step": {"unit": "pz7-7"}}"#);
    until(&mut table, 8, Phase::SovietMovement);
    assert_eq!(table.state.strength(unit("r1")), Some((3, 4)));
}

/// [12.3, R57] A 0-1-6 always withdraws from an attack, no matter who is with it; without an entry hex it stays, out of it.
#[test]
fn nought_one() {
    let mut table =
        soviet_combat(r#""1221": ["inf6"], "1222": ["r1 from 1223", "r2 4-4 from 1223", "konev"]"#);
    let events = table.act_with(&[6], &["0-1"], &attack(&["r1", "r2", "konev"], "1221"));
    assert_eq!(withdrew(&events, "r1").as_deref(), Some("1223"));
    assert_eq!(odds_of(&events), (8, 9, "1-2".into(), "Ae".into()));
    let mut table = soviet_combat(r#""1221": ["inf6"], "1222": ["r1", "r2 4-4", "konev"]"#);
    let events = table.act_with(&[6], &["0-1"], &attack(&["r1", "r2", "konev"], "1221"));
    assert_eq!(withdrew(&events, "r1"), None);
    assert_eq!(table.place("r1").as_deref(), Some("1222"), "Ae does not touch it");
    assert_eq!(table.place("r2"), None);
    let known = soviet_combat(r#""1221": ["inf6"], "1222": ["r1 0-1", "konev"]"#);
    known.refused("12.3", &attack(&["r1", "konev"], "1221"));
}

/// [12.3] Until it is revealed a no-strength unit is a full one; its removal satisfies no result.
#[test]
fn no_strength() {
    let mut table =
        position(7, "german_combat", r#""1221": ["pz7"], "1222": ["r1", "r2 3-4"], "1425": ["konev"]"#);
    let events = table.act_with(&[4], &["0-0"], &attack(&PZ7, "1222"));
    assert_eq!(odds_of(&events), (16, 4, "4-1".into(), "D1".into()));
    asked(&table, Side::Soviet, Question::LossOrRetreat { n: 1 });
}
