//! Worked examples G30 to G42 of the rules: reveals, results, retreats, advances, Leaders.
use crate::support::*;
use pgg_core::game::event::Why;
use pgg_core::{Event, Phase, Place, Question, Side};
use serde_json::json;

const MOT14: [&str; 2] = ["mot14-11", "mot14-53"];

/// A Combat Phase of turn 7.
fn combat(phase: &str, units: &str) -> Table {
    Table::new(&format!(r#"{{"turn": 7, "phase": "{phase}", "units": {{{units}}}}}"#))
}

/// The German Combat Phase, with Konev in reach of 1222 and in supply.
fn german_combat(units: &str) -> Table {
    combat("german_combat", &format!(r#"{units}, "1425": ["konev"]"#))
}

/// The Soviet Combat Phase, likewise.
fn soviet_combat(units: &str) -> Table {
    combat("soviet_combat", &format!(r#"{units}, "1425": ["konev"]"#))
}

/// The advances open to a unit, as "1222" or "1222 1223".
fn advances(table: &Table, id: &str) -> Vec<String> {
    let text = |path: &pgg_core::Path| path.iter().map(|h| h.to_string()).collect::<Vec<_>>().join(" ");
    let mut paths: Vec<String> = table.state.advances(unit(id)).iter().map(text).collect();
    paths.sort();
    paths
}

fn die_thrown(events: &[Event]) -> bool {
    events.iter().any(|e| matches!(e, Event::Die { .. }))
}

fn withdrew(events: &[Event], id: &str) -> Option<String> {
    events.iter().find_map(|e| match e {
        Event::Withdrew { unit: gone, to, .. } if *gone == unit(id) => Some(to.to_string()),
        _ => None,
    })
}

fn gone(table: &Table, id: &str) {
    assert_eq!(table.place(id), None, "{id} should be eliminated");
}

// ---- reveals ----------------------------------------------------------------------------------------------------

/// [12.3, 9.86] G30: a no-strength division is removed without a die; the attackers may advance two hexes.
#[test]
fn g30_no_strength_division_vanishes() {
    let mut table = german_combat(r#""1221": ["pz7"], "1222": ["r1"]"#);
    let events = table.act_with(&[], &["0-0"], &attack(&PZ7, "1222"));
    assert_eq!(eliminated(&events, "r1"), Some(Why::NoStrength));
    assert!(!die_thrown(&events));
    gone(&table, "r1");
    asked(&table, Side::German, Question::Advance);
    for id in PZ7 {
        assert_eq!(
            advances(&table, id),
            ["1222", "1222 1122", "1222 1123", "1222 1223", "1222 1322", "1222 1323"]
        );
    }
    table.act(&advance("pz7-25", &["1222", "1323"]));
    table.act(&advance("pz7-6", &["1222"]));
    assert_eq!(table.place("pz7-25").as_deref(), Some("1323"));
    assert_eq!(table.place("pz7-6").as_deref(), Some("1222"));
}

/// [12.3, 9.86] G30: a Leader in the hex is left to defend it: 16 to 2, 8-1; die 3 is De.
#[test]
fn g30_leader_is_left_to_defend() {
    let mut table = combat("german_combat", r#""1221": ["pz7"], "1222": ["r1", "rakutin"]"#);
    let events = table.act_with(&[3], &["0-0"], &attack(&PZ7, "1222"));
    assert_eq!(eliminated(&events, "r1"), Some(Why::NoStrength));
    assert_eq!(odds_of(&events), (16, 2, "8-1".into(), "De".into()));
    assert_eq!(eliminated(&events, "rakutin"), Some(Why::Result));
    asked(&table, Side::German, Question::Advance);
}

/// [12.3, 0.6] G30: the same in the edition of 1976 is De/A1.
#[test]
fn g30_edition_1976_is_a_split() {
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "german_combat", "options": {"edition": "1976"},
            "units": {"1221": ["pz7"], "1222": ["r1", "rakutin"]}}"#,
    );
    let events = table.act_with(&[3], &["0-0"], &attack(&PZ7, "1222"));
    assert_eq!(odds_of(&events), (16, 2, "8-1".into(), "De/A1".into()));
    gone(&table, "rakutin");
    asked(&table, Side::German, Question::LossOrRetreat { n: 1 });
}

/// [10.23] G31: the division that walked in with Konev has no strength; he goes back where they came from.
#[test]
fn g31_leader_withdraws_to_his_entry_hex() {
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "soviet_movement", "units": {
            "1221": ["inf6"], "1223": ["r1", "konev"], "1220": ["r2 3-4"], "1217": ["rokossovsky"]}}"#,
    );
    table.act(&walk(&["r1", "konev"], &["1222"]));
    table.act(DONE);
    let events = table.act_with(&[], &["0-0"], &attack(&["r1", "konev"], "1221"));
    assert_eq!(eliminated(&events, "r1"), Some(Why::NoStrength));
    assert!(events.contains(&Event::CombatOff) && !die_thrown(&events));
    assert_eq!(withdrew(&events, "konev").as_deref(), Some("1223"));
    places(&table, &["konev"], "1223");
    // inf6 does not advance and may still be attacked by others.
    places(&table, &["inf6"], "1221");
    asked(&table, Side::Soviet, Question::Attack);
    assert!(!table.state.was_attacked(unit("inf6")));
    assert!(table.is_legal(&attack(&["r2"], "1221")));
}

/// [10.23] G31: a German advance earlier in the phase controls the entry hex, nobody is in it: he is eliminated.
#[test]
fn g31_leader_without_a_way_back_is_eliminated() {
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "soviet_movement", "units": {
            "1221": ["inf6"], "1223": ["r1", "konev"], "1324": ["r2 1-1"], "1424": ["inf26"]}}"#,
    );
    table.act(&walk(&["r1", "konev"], &["1222"]));
    table.act(DONE);
    let events = table.act_with(&[5], &[], &attack(&["r2"], "1424"));
    assert_eq!(odds_of(&events), (1, 9, "1-3".into(), "Ae".into()));
    table.act(&advance("inf26", &["1324"]));
    let events = table.act_with(&[], &["0-0"], &attack(&["r1", "konev"], "1221"));
    assert_eq!(eliminated(&events, "konev"), Some(Why::NoWithdrawal));
    assert_eq!(withdrew(&events, "konev"), None);
    assert_eq!(table.state.place(unit("konev")), Place::Dead);
    places(&table, &["inf6"], "1221");
}

/// [10.23] G31: the pair stood in 1222 before inf6 came up: there is no entry hex, and Konev stays.
#[test]
fn g31_leader_the_enemy_came_to_stays() {
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "german_movement", "units": {"1219": ["inf6"], "1222": ["r1", "konev"]}}"#,
    );
    table.act(&walk(&["inf6"], &["1220", "1221"]));
    while table.state.phase() != Phase::SovietCombat {
        table.act(DONE);
    }
    assert_eq!(table.state.turn(), 8);
    let events = table.act_with(&[], &["0-0"], &attack(&["r1", "konev"], "1221"));
    assert!(events.contains(&Event::CombatOff));
    assert_eq!(withdrew(&events, "konev"), None);
    places(&table, &["konev"], "1222");
    places(&table, &["inf6"], "1221");
}

fn two_untried_walk_up() -> Table {
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "soviet_movement", "units": {
            "1221": ["inf6"], "1223": ["r1", "r2"], "1425": ["konev"]}}"#,
    );
    table.act(&walk(&["r1", "r2"], &["1222"]));
    table.act(DONE);
    table
}

/// [12.3] G32: a 0-1-6 among the attackers goes back to its entry hex, the attack goes in without it.
#[test]
fn g32_a_division_without_attack_goes_back() {
    let mut table = two_untried_walk_up();
    let events = table.act_with(&[1], &["0-1", "4-4"], &attack(&["r1", "r2"], "1221"));
    assert_eq!(withdrew(&events, "r1").as_deref(), Some("1223"));
    assert_eq!(odds_of(&events), (4, 9, "1-3".into(), "A1".into()));
    places(&table, &["r1"], "1223");
    places(&table, &["r2"], "1222");
}

/// [12.3] G32: both 0-1: both go back, no combat.
#[test]
fn g32_both_without_attack_go_back() {
    let mut table = two_untried_walk_up();
    let events = table.act_with(&[], &["0-1", "0-1"], &attack(&["r1", "r2"], "1221"));
    assert!(events.contains(&Event::CombatOff) && !die_thrown(&events));
    places(&table, &["r1", "r2"], "1223");
    asked(&table, Side::Soviet, Question::Attack);
    assert!(!table.state.was_attacked(unit("inf6")));
}

// ---- results, retreats, advances --------------------------------------------------------------------------------

/// [9.65] G33: D2 on three rifles and a Leader: any two of the four, or all four retreat two hexes.
#[test]
fn g33_two_steps_of_four_units() {
    let mut table =
        combat("german_combat", r#""1221": ["pz7"], "1222": ["r1 1-1", "r2 1-1", "r3 2-1", "lukin"]"#);
    let events = table.act_with(&[1], &[], &attack(&PZ7, "1222"));
    assert_eq!(odds_of(&events), (16, 3, "5-1".into(), "D2".into()));
    asked(&table, Side::Soviet, Question::LossOrRetreat { n: 2 });
    let stack = ["r1", "r2", "r3", "lukin"];
    let mut loss = table.clone();
    loss.act(LOSS);
    asked(&loss, Side::Soviet, Question::LoseStep { n: 2 });
    for first in stack {
        for second in stack {
            let mut pair = loss.clone();
            pair.act(&lose(first));
            asked(&pair, Side::Soviet, Question::LoseStep { n: 1 });
            if first == second {
                pair.refused("9.65", &lose(second));
                continue;
            }
            pair.act(&lose(second));
            for id in stack {
                let expected = (id != first && id != second).then_some("1222");
                assert_eq!(pair.place(id).as_deref(), expected, "{first} and {second} are lost");
            }
            asked(&pair, Side::German, Question::Attack);
        }
    }
    table.act(RETREAT);
    asked(&table, Side::German, Question::Route { n: 2 });
    table.act(&route("1222", "1223"));
    asked(&table, Side::German, Question::Route { n: 1 });
    table.act(&route("1223", "1224"));
    places(&table, &stack, "1224");
}

/// [9.65] G33: D2 on one rifle: the loss of it is enough.
#[test]
fn g33_one_rifle_is_enough() {
    let mut table = german_combat(r#""1221": ["pz7"], "1222": ["r1 3-3"]"#);
    let events = table.act_with(&[1], &[], &attack(&PZ7, "1222"));
    assert_eq!(odds_of(&events), (16, 3, "5-1".into(), "D2".into()));
    table.act(LOSS);
    gone(&table, "r1");
    asked(&table, Side::German, Question::Advance);
}

/// [9.65, 9.63] G33: D2 on inf6 at 9: the loss leaves it at 2.
#[test]
fn g33_two_steps_of_an_infantry_division() {
    let mut table =
        combat("soviet_combat", r#""1221": ["inf6"], "1222": ["r1 9-8", "r2 8-8", "r3 8-8", "konev"]"#);
    let events = table.act_with(&[1], &[], &attack(&["r1", "r2", "r3", "konev"], "1221"));
    assert_eq!(odds_of(&events), (30, 9, "3-1".into(), "D2".into()));
    asked(&table, Side::German, Question::LossOrRetreat { n: 2 });
    table.act(LOSS);
    assert_eq!(table.state.strength(unit("inf6")), Some((2, 2)));
    places(&table, &["inf6"], "1221");
}

/// [9.66, 0.6] G34: 6-1, die 2, De/A1: retreat without advance, or a step and an advance of up to two hexes.
#[test]
fn g34_split_with_elimination() {
    let mut table = german_combat(r#""1221": ["mot14"], "1222": ["r1 2-2"]"#);
    let events = table.act_with(&[2], &[], &attack(&MOT14, "1222"));
    assert_eq!(odds_of(&events), (12, 2, "6-1".into(), "De/A1".into()));
    gone(&table, "r1");
    asked(&table, Side::German, Question::LossOrRetreat { n: 1 });

    let mut retreat = table.clone();
    retreat.act(RETREAT);
    asked(&retreat, Side::Soviet, Question::Route { n: 1 });
    retreat.act(&route("1221", "1220"));
    places(&retreat, &MOT14, "1220");
    asked(&retreat, Side::German, Question::Attack);
    retreat.refused("4.1", &advance("mot14-11", &["1222"]));

    table.act(LOSS);
    table.act(&lose("mot14-11"));
    assert_eq!(table.state.steps_left(unit("mot14-11")), 1);
    asked(&table, Side::German, Question::Advance);
    assert!(advances(&table, "mot14-11").contains(&"1222".to_owned()));
    table.act(&advance("mot14-53", &["1222", "1223"]));
    places(&table, &["mot14-53"], "1223");
}

/// [9.66, 0.6] G34: in the edition of 1976 it is D2: the rifle is lost or retreats two.
#[test]
fn g34_edition_1976_is_a_retreat() {
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "german_combat", "options": {"edition": "1976"},
            "units": {"1221": ["mot14"], "1222": ["r1 2-2"], "1425": ["konev"]}}"#,
    );
    let events = table.act_with(&[2], &[], &attack(&MOT14, "1222"));
    assert_eq!(odds_of(&events), (12, 2, "6-1".into(), "D2".into()));
    asked(&table, Side::Soviet, Question::LossOrRetreat { n: 2 });
    let mut loss = table.clone();
    loss.act(LOSS);
    gone(&loss, "r1");
    table.act(RETREAT);
    table.act(&route("1222", "1223"));
    table.act(&route("1223", "1224"));
    places(&table, &["r1"], "1224");
    asked(&table, Side::German, Question::Advance);
}

/// [6.55] G34: as an overrun the strength would be 6, 3-1.
#[test]
fn g34_as_an_overrun() {
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "german_movement",
            "units": {"1221": ["mot14"], "1222": ["r1 2-2"], "1425": ["konev"]}}"#,
    );
    let overrun = json!({"overrun": {"units": MOT14, "target": "1222"}}).to_string();
    let events = table.act_with(&[3], &[], &overrun);
    assert_eq!(odds_of(&events), (6, 2, "3-1".into(), "D1".into()));
}

/// [9.67] G35: Eng: each side loses a step, nobody moves.
#[test]
fn g35_engaged() {
    let mut table = german_combat(r#""1221": ["inf6"], "1222": ["r1 1-1", "r2 2-3"]"#);
    let events = table.act_with(&[5], &[], &attack(&["inf6"], "1222"));
    assert_eq!(odds_of(&events), (9, 4, "2-1".into(), "Eng".into()));
    asked(&table, Side::Soviet, Question::LoseStep { n: 1 });
    table.act(&lose("r1"));
    gone(&table, "r1");
    assert_eq!(table.state.strength(unit("inf6")), Some((4, 4)));
    places(&table, &["r2"], "1222");
    places(&table, &["inf6"], "1221");
    asked(&table, Side::German, Question::Attack);
}

/// [9.67] G35: had the Soviet one division only, 1222 would be empty and still not be entered.
#[test]
fn g35_engaged_empties_the_hex_without_advance() {
    let mut table = german_combat(r#""1221": ["inf6"], "1222": ["r1 2-3"]"#);
    let events = table.act_with(&[6], &[], &attack(&["inf6"], "1222"));
    assert_eq!(odds_of(&events), (9, 3, "3-1".into(), "Eng".into()));
    gone(&table, "r1");
    places(&table, &["inf6"], "1221");
    assert_eq!(table.state.strength(unit("inf6")), Some((4, 4)));
    asked(&table, Side::German, Question::Attack);
    table.refused("4.1", &advance("inf6", &["1222"]));
}

/// [9.71-9.73] G36: the German chooses among the free hexes.
#[test]
fn g36_routes_of_a_retreat() {
    let mut table = german_combat(r#""1221": ["pz7"], "1222": ["r1 3-4"]"#);
    let events = table.act_with(&[4], &[], &attack(&PZ7, "1222"));
    assert_eq!(odds_of(&events), (16, 4, "4-1".into(), "D1".into()));
    table.act(RETREAT);
    asked(&table, Side::German, Question::Route { n: 1 });
    assert_eq!(routes(&table), ["1123", "1223", "1323"]);
    for controlled in ["1122", "1322", "1221"] {
        table.refused("9.71", &route("1222", controlled));
    }
}

/// [9.73] G36: with a Soviet stack in 1223 a vacant hex comes first.
#[test]
fn g36_vacant_hexes_come_first() {
    let mut table = german_combat(r#""1221": ["pz7"], "1222": ["r1 3-4"], "1223": ["r2 3-4"]"#);
    table.act_with(&[4], &[], &attack(&PZ7, "1222"));
    table.act(RETREAT);
    assert_eq!(routes(&table), ["1123", "1323"]);
    table.refused("9.73", &route("1222", "1223"));
}

/// [9.71] G36: Germans on both sides: the controlled hex that friends hold is the only way.
#[test]
fn g36_friends_open_a_controlled_hex() {
    let mut table = german_combat(
        r#""1221": ["pz7"], "1323": ["inf6"], "1123": ["inf26"], "1222": ["r1 3-4"], "1223": ["r2 3-4"]"#,
    );
    let events = table.act_with(&[4], &[], &attack(&PZ7, "1222"));
    assert_eq!(odds_of(&events), (16, 4, "4-1".into(), "D1".into()));
    table.act(RETREAT);
    assert_eq!(routes(&table), ["1223"]);
}

/// [9.65, 9.71] G36: without those friends there is no way: only the loss is left.
#[test]
fn g36_no_way_out() {
    // Shut in, the rifle is out of supply: 8 counts 4.
    let mut table =
        german_combat(r#""1221": ["pz7"], "1323": ["inf6"], "1123": ["inf26"], "1222": ["r1 3-8"]"#);
    let events = table.act_with(&[4], &[], &attack(&PZ7, "1222"));
    assert_eq!(odds_of(&events), (16, 4, "4-1".into(), "D1".into()));
    assert!(events.contains(&Event::NoRetreat { side: Side::Soviet }));
    assert_eq!(eliminated(&events, "r1"), Some(Why::Step));
    asked(&table, Side::German, Question::Advance);
}

/// Three rifles whose only way is 1223, and none from there.
fn a_dead_end() -> Table {
    combat(
        "german_combat",
        r#""1221": ["pz7"], "1022": ["inf6"], "1422": ["inf26"], "1125": ["inf5"], "1325": ["inf35"],
           "1222": ["r1 3-4", "r2 3-4", "r3 3-4"]"#,
    )
}

/// [9.73] G36: on D1 they may retreat to 1223.
#[test]
fn g36_one_hex_into_a_dead_end() {
    let mut table = a_dead_end();
    let events = table.act_with(&[2], &[], &attack(&PZ7, "1222"));
    assert_eq!(odds_of(&events), (16, 6, "2-1".into(), "D1".into()));
    asked(&table, Side::Soviet, Question::LossOrRetreat { n: 1 });
    table.act(RETREAT);
    assert_eq!(routes(&table), ["1223"]);
    table.act(&route("1222", "1223"));
    places(&table, &["r1", "r2", "r3"], "1223");
}

/// [9.73, 9.65] G36: from there no second hex is open: on D2 two are lost and the third stays.
#[test]
fn g36_two_hexes_are_not_to_be_had() {
    let mut table = a_dead_end();
    let events = table.act_with(&[1], &[], &attack(&PZ7, "1222"));
    assert_eq!(odds_of(&events), (16, 6, "2-1".into(), "D2".into()));
    assert!(events.contains(&Event::NoRetreat { side: Side::Soviet }));
    asked(&table, Side::Soviet, Question::LoseStep { n: 2 });
    table.refused("4.1", RETREAT);
    table.act(&lose("r1"));
    table.act(&lose("r3"));
    places(&table, &["r2"], "1222");
    gone(&table, "r1");
    gone(&table, "r3");
    asked(&table, Side::German, Question::Attack);
}

/// Two rifles that must retreat through a hex with room for one.
fn a_full_hex() -> Table {
    german_combat(
        r#""1221": ["pz7"], "1323": ["inf6"], "1123": ["inf26"],
           "1222": ["r1 3-4", "r2 2-4"], "1223": ["r3 4-4", "r4 3-3"]"#,
    )
}

/// [9.73] G37: D2: one dies in 1223, the other goes on to 1224.
#[test]
fn g37_stacking_in_a_hex_passed() {
    let mut table = a_full_hex();
    let events = table.act_with(&[1], &[], &attack(&PZ7, "1222"));
    assert_eq!(odds_of(&events), (16, 8, "2-1".into(), "D2".into()));
    table.act(RETREAT);
    assert_eq!(routes(&table), ["1223"]);
    table.act(&route("1222", "1223"));
    asked(&table, Side::Soviet, Question::MakeRoom { hex: hex("1223") });
    for resident in ["r3", "r4"] {
        table.refused("9.73", &remove(resident));
    }
    for (dies, goes_on) in [("r1", "r2"), ("r2", "r1")] {
        let mut table = table.clone();
        let events = table.act(&remove(dies));
        assert_eq!(eliminated(&events, dies), Some(Why::NoRoom));
        assert_eq!(routes(&table), ["1224"]);
        table.act(&route("1223", "1224"));
        places(&table, &[goes_on], "1224");
        places(&table, &["r3", "r4"], "1223");
        assert!(!table.state.is_retreated(unit(goes_on)));
        // [9.82] The hex passed holds enemies and ends the path.
        assert_eq!(advances(&table, "pz7-25"), ["1222"]);
    }
}

/// G37 on D1, r1 given up: r2 is in 1223, marked; no advance.
fn a_marked_rifle() -> Table {
    let mut table = a_full_hex();
    let events = table.act_with(&[2], &[], &attack(&PZ7, "1222"));
    assert_eq!(odds_of(&events), (16, 8, "2-1".into(), "D1".into()));
    table.act(RETREAT);
    assert_eq!(routes(&table), ["1223"]);
    table.act(&route("1222", "1223"));
    asked(&table, Side::Soviet, Question::MakeRoom { hex: hex("1223") });
    table.act(&remove("r1"));
    asked(&table, Side::German, Question::Advance);
    table.act(DONE);
    table
}

/// [9.73, 9.75] G37: on D1 the same, and the survivor stays in 1223, marked retreated.
#[test]
fn g37_survivor_is_marked_retreated() {
    let table = a_marked_rifle();
    gone(&table, "r1");
    places(&table, &["r2", "r3", "r4"], "1223");
    assert!(table.state.is_retreated(unit("r2")));
    assert!(!table.state.is_retreated(unit("r3")) && !table.state.is_retreated(unit("r4")));
}

/// [9.73, 7.1] G37: a rifle and a Leader retreating onto two rifles: both fit.
#[test]
fn g37_a_leader_fits_in() {
    let mut table = german_combat(
        r#""1221": ["pz7"], "1323": ["inf6"], "1123": ["inf26"],
           "1222": ["r1 5-8", "lukin"], "1223": ["r3 4-4", "r4 3-3"]"#,
    );
    let events = table.act_with(&[2], &[], &attack(&PZ7, "1222"));
    assert_eq!(odds_of(&events), (16, 8, "2-1".into(), "D1".into()));
    table.act(RETREAT);
    table.act(&route("1222", "1223"));
    places(&table, &["r1", "lukin", "r3", "r4"], "1223");
    asked(&table, Side::German, Question::Advance);
}

/// [9.75] G38: the marked rifle adds nothing: 18 to 7; A1 does nothing to it.
#[test]
fn g38_retreated_and_attackers_lose() {
    let mut table = a_marked_rifle();
    let events = table.act_with(&[6], &[], &attack(&["inf6", "inf26"], "1223"));
    assert_eq!(odds_of(&events), (18, 7, "2-1".into(), "A1".into()));
    asked(&table, Side::German, Question::LossOrRetreat { n: 1 });
    table.act(LOSS);
    table.act(&lose("inf6"));
    places(&table, &["r2", "r3", "r4"], "1223");
}

/// [9.75] G38: D1 eliminates it first, then the Soviet chooses for the other two.
#[test]
fn g38_retreated_shares_a_loss() {
    let mut table = a_marked_rifle();
    let events = table.act_with(&[2], &[], &attack(&["inf6", "inf26"], "1223"));
    assert_eq!(odds_of(&events), (18, 7, "2-1".into(), "D1".into()));
    assert_eq!(eliminated(&events, "r2"), Some(Why::Retreated));
    asked(&table, Side::Soviet, Question::LossOrRetreat { n: 1 });
    places(&table, &["r3", "r4"], "1223");
    table.act(LOSS);
    table.act(&lose("r4"));
    places(&table, &["r3"], "1223");
}

/// [9.75] G38: Eng leaves it alive, one of the two is lost.
#[test]
fn g38_retreated_survives_engaged() {
    let mut table = a_marked_rifle();
    let events = table.act_with(&[5], &[], &attack(&["inf6", "inf26"], "1223"));
    assert_eq!(odds_of(&events), (18, 7, "2-1".into(), "Eng".into()));
    asked(&table, Side::Soviet, Question::LoseStep { n: 1 });
    table.refused("9.65", &lose("r2"));
    table.act(&lose("r3"));
    table.act(&lose("inf26"));
    gone(&table, "r3");
    places(&table, &["r2", "r4"], "1223");
}

/// [9.82] G39: after a retreat of one hex only the vacated hex is open.
#[test]
fn g39_advance_after_one_hex() {
    let mut table = german_combat(r#""1221": ["pz7"], "1222": ["r1 3-4"]"#);
    table.act_with(&[4], &[], &attack(&PZ7, "1222"));
    table.act(RETREAT);
    table.act(&route("1222", "1323"));
    for id in PZ7 {
        assert_eq!(advances(&table, id), ["1222"]);
    }
    table.refused("9.84", &advance("pz7-25", &["1222", "1223"]));
    table.refused("9.84", &advance("pz7-25", &["1122"]));
}

/// [9.82, 9.81] G39: after a retreat over 1223 to 1224: 1222, or 1222 and 1223; units may stop in different hexes.
#[test]
fn g39_advance_after_two_hexes() {
    let mut table = german_combat(r#""1221": ["pz7"], "1222": ["r1 3-4"]"#);
    let events = table.act_with(&[1], &[], &attack(&PZ7, "1222"));
    assert_eq!(odds_of(&events), (16, 4, "4-1".into(), "D2".into()));
    table.act(RETREAT);
    table.act(&route("1222", "1223"));
    table.act(&route("1223", "1224"));
    for id in PZ7 {
        assert_eq!(advances(&table, id), ["1222", "1222 1223"]);
    }
    table.refused("9.84", &advance("pz7-25", &["1222", "1323"]));
    table.act(&advance("pz7-25", &["1222"]));
    table.act(&advance("pz7-6", &["1222", "1223"]));
    table.refused("9.85", &advance("pz7-25", &["1223"]));
    table.act(DONE);
    places(&table, &["pz7-25"], "1222");
    places(&table, &["pz7-6"], "1223");
    places(&table, &["pz7-7"], "1221");
}

/// [9.86] G39: D2 paid with the lone division's loss: 1222, then any vacant neighbour of it.
#[test]
fn g39_advance_after_elimination() {
    let mut table = german_combat(r#""1221": ["pz7"], "1222": ["r1 3-4"], "1322": ["inf6"]"#);
    table.act_with(&[1], &[], &attack(&PZ7, "1222"));
    table.act(LOSS);
    assert_eq!(advances(&table, "pz7-25"), ["1222", "1222 1122", "1222 1123", "1222 1223", "1222 1323"]);
    table.refused("9.86", &advance("pz7-25", &["1222", "1322"]));
    table.act(&advance("pz7-25", &["1222", "1123"]));
    table.act(&advance("pz7-6", &["1222", "1323"]));
    table.act(&advance("pz7-7", &["1222"]));
    places(&table, &["pz7-25"], "1123");
    places(&table, &["pz7-6"], "1323");
    places(&table, &["pz7-7"], "1222");
    asked(&table, Side::German, Question::Attack);
}

/// Three rifles of attack 4 against mot14: 12 to 12. (The mix holds only two of 4-4; the third is a 4-5.)
fn three_rifles_attack() -> Table {
    let mut table = soviet_combat(r#""1221": ["mot14"], "1222": ["r1 4-4", "r2 4-4", "r3 4-5"]"#);
    let events = table.act_with(&[6], &[], &attack(&["r1", "r2", "r3"], "1221"));
    assert_eq!(odds_of(&events), (12, 12, "1-1".into(), "A2".into()));
    asked(&table, Side::Soviet, Question::LossOrRetreat { n: 2 });
    table
}

/// [9.81, 9.87] G40: the attackers retreat, routed by the German; the defender advances on their path.
#[test]
fn g40_defender_advances() {
    let mut table = three_rifles_attack();
    table.act(RETREAT);
    asked(&table, Side::German, Question::Route { n: 2 });
    table.act(&route("1222", "1223"));
    table.act(&route("1223", "1224"));
    places(&table, &["r1", "r2", "r3"], "1224");
    asked(&table, Side::German, Question::Advance);
    for id in MOT14 {
        assert_eq!(advances(&table, id), ["1222", "1222 1223"]);
    }
}

/// [9.81] G40: if the Soviet loses two of the three instead, 1222 is not vacated: no advance.
#[test]
fn g40_no_advance_on_an_attacker_who_stays() {
    let mut table = three_rifles_attack();
    table.act(LOSS);
    table.act(&lose("r1"));
    table.act(&lose("r2"));
    places(&table, &["r3"], "1222");
    asked(&table, Side::Soviet, Question::Attack);
}

/// [9.86, 9.87] G40: after Ae mot14 could go to 1222 and any vacant hex next to it.
#[test]
fn g40_defender_advances_after_elimination() {
    let mut table = soviet_combat(r#""1221": ["mot14"], "1222": ["r1 1-1"]"#);
    let events = table.act_with(&[5], &[], &attack(&["r1"], "1221"));
    assert_eq!(odds_of(&events), (1, 12, "1-3".into(), "Ae".into()));
    asked(&table, Side::German, Question::Advance);
    assert_eq!(
        advances(&table, "mot14-11"),
        ["1222", "1222 1122", "1222 1123", "1222 1223", "1222 1322", "1222 1323"]
    );
}

// ---- Leaders ----------------------------------------------------------------------------------------------------

fn lukin_before_the_enemy(units: &str) -> Table {
    Table::new(&format!(
        r#"{{"turn": 7, "phase": "soviet_movement", "units": {{"1221": ["inf6"], "1322": ["inf26"], {units}}}}}"#
    ))
}

/// [10.23] G41: Lukin enters an enemy-controlled hex only beside an attack-capable division.
#[test]
fn g41_leader_enters_enemy_control() {
    let alone = lukin_before_the_enemy(r#""1223": ["lukin"]"#);
    alone.refused("10.23", &walk(&["lukin"], &["1222"]));

    let mut together = lukin_before_the_enemy(r#""1223": ["lukin", "r1"]"#);
    together.refused("10.23", &walk(&["lukin"], &["1222"]));
    together.act(&walk(&["r1", "lukin"], &["1222"]));
    places(&together, &["r1", "lukin"], "1222");

    let weak = lukin_before_the_enemy(r#""1223": ["lukin", "r1 0-1"]"#);
    weak.refused("10.23", &walk(&["r1", "lukin"], &["1222"]));

    let mut joining = lukin_before_the_enemy(r#""1223": ["lukin"], "1222": ["r1"]"#);
    joining.act(&walk(&["lukin"], &["1222"]));
    places(&joining, &["lukin"], "1222");
}

/// [10.26] G41: he may wait while another division of his hex may still attack, and must join the last.
#[test]
fn g41_leader_must_join_the_last_attack() {
    let mut table = combat(
        "soviet_combat",
        r#""1221": ["inf6"], "1322": ["inf26"], "1222": ["r1 9-8", "r2 4-5", "lukin"]"#,
    );
    let events = table.act_with(&[1], &[], &attack(&["r1"], "1221"));
    assert_eq!(odds_of(&events), (9, 9, "1-1".into(), "D1".into()));
    table.act(LOSS);
    places(&table, &["r1", "r2", "lukin"], "1222");
    table.refused("10.26", &attack(&["r2"], "1322"));
    let events = table.act_with(&[1], &[], &attack(&["r2", "lukin"], "1322"));
    assert_eq!(odds_of(&events), (7, 9, "1-2".into(), "D1/A1".into()));
}

/// The end of German turn 6 with Lukin's pocket; the next phase is Soviet.
fn pocket(germans: &str) -> Table {
    Table::new(&format!(
        r#"{{"turn": 6, "phase": "air_interdiction", "options": {{"leader_evacuation": true}},
            "units": {{{germans}, "1222": ["lukin", "r1"], "1221": ["r2"], "1220": ["r3"]}}}}"#
    ))
}

/// [10.4] G42: Lukin has a line by friends, but everything around him is German or German-controlled.
#[test]
fn g42_surrounded_leader_is_evacuated() {
    let mut table = pocket(r#""1321": ["inf6"], "1323": ["inf26"], "1122": ["inf5"]"#);
    let supply = table.state.supply(unit("lukin"));
    assert!(supply.in_supply);
    assert_eq!(supply.line[..3], [hex("1222"), hex("1221"), hex("1220")]);
    table.act(DONE);
    assert_eq!(table.state.phase(), Phase::Evacuation);
    asked(&table, Side::Soviet, Question::Evacuate);
    table.act(r#"{"evacuate": {"unit": "lukin"}}"#);
    assert_eq!(table.state.place(unit("lukin")), Place::Evacuated);
    assert_eq!(table.state.phase(), Phase::SovietMovement);
}

/// [10.4] G42: without the German in 1122 he may not be evacuated.
#[test]
fn g42_leader_with_a_way_out_is_not() {
    let mut table = pocket(r#""1321": ["inf6"], "1323": ["inf26"]"#);
    assert!(!table.state.is_surrounded(unit("lukin")));
    table.act(DONE);
    assert_eq!(table.state.phase(), Phase::SovietMovement, "nobody to evacuate: no question");
    let asked = Table::new(
        r#"{"turn": 7, "phase": "evacuation", "options": {"leader_evacuation": true}, "units": {
            "1321": ["inf6"], "1323": ["inf26"], "1222": ["lukin", "r1"], "1221": ["r2"], "1220": ["r3"]}}"#,
    );
    asked.refused("10.4", r#"{"evacuate": {"unit": "lukin"}}"#);
}
