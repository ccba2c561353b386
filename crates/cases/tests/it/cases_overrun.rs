//! The cases of 6.5 to 6.7 and of chapters 7 and 8 that the worked examples do not reach: overrun, Disruption, stacking,
//! integration, zones of control.
use crate::support::*;
use pgg_core::game::event::Why;
use pgg_core::{Event, Phase, Question, Side, Targets};
use serde_json::json;

fn position(turn: u8, phase: &str, units: &str) -> Table {
    Table::new(&format!(r#"{{"turn": {turn}, "phase": "{phase}", "units": {{{units}}}}}"#))
}

fn german(units: &str) -> Table {
    position(7, "german_movement", units)
}

fn soviet(units: &str) -> Table {
    position(7, "soviet_movement", units)
}

/// The attack strength of the odds sheet.
fn strength(table: &Table, ids: &[&str], target: &str, overrun: bool) -> u32 {
    let odds = table.state.odds(units(ids), &Targets::one(hex(target)), overrun).expect("odds");
    assert_eq!(odds.attack.least, odds.attack.most);
    odds.attack.least
}

// ---- overrun ----------------------------------------------------------------------------------------------------

/// [6.5] Every kind of combat unit of both sides may overrun, and both sides may fight in the Combat Phase after it.
#[test]
fn overrun_is_not_combat() {
    let mut table = german(r#""1222": ["inf6"], "1322": ["r1 5-8", "konev"]"#);
    let events = table.act_with(&[1], &[], &overrun(&["inf6"], "1322"));
    assert_eq!(odds_of(&events), (4, 8, "1-2".into(), "D1/A1".into()));
    table.act(LOSS);
    table.act(&lose("konev"));
    table.act(LOSS);
    until(&mut table, 7, Phase::GermanCombat);
    assert!(!table.state.has_attacked(unit("inf6")) && !table.state.was_attacked(unit("r1")));
    assert!(table.is_legal(&attack(&["inf6"], "1322")));
    let mut table = soviet(r#""1222": ["r1 5-5", "konev"], "1322": ["inf6 lost 3"]"#);
    table.act_with(&[6], &[], &overrun(&["r1", "konev"], "1322"));
    let mut table = soviet(r#""1222": ["tank 7-7", "konev"], "1322": ["inf6 lost 3"]"#);
    table.act_with(&[6], &[], &overrun(&["a1"], "1322"));
    // Also in the Mechanized Movement Phase, for those that move in it.
    let mut table = position(7, "mechanized_movement", r#""1222": ["cav1", "inf6"], "1322": ["r1 1-1"]"#);
    table.refused("4.2", &overrun(&["inf6"], "1322"));
    table.act_with(&[1], &[], &overrun(&["cav1"], "1322"));
}

/// [6.51a] The overrunning units are together in one hex.
#[test]
fn overrunners_are_together() {
    let mut table = german(r#""1220": ["pz7"], "1322": ["r1 3-4"]"#);
    table.act(&walk(&["pz7-25", "pz7-6"], &["1221"]));
    table.act(&walk(&["pz7-7"], &["1321"]));
    table.refused("6.51", &overrun(&PZ7, "1322"));
    table.act_with(&[2], &[], &overrun(&["pz7-25", "pz7-6"], "1322"));
}

/// [6.51b] The hex is adjacent and holds an enemy unit; for Soviets on turns 1 to 6 it is not in columns 01-02.
#[test]
fn the_hex_overrun() {
    let table = german(r#""1222": ["pz7"], "1324": ["r1 3-4"]"#);
    table.refused("6.51", &overrun(&PZ7, "1324"));
    table.refused("6.51", &overrun(&PZ7, "1323"));
    for (turn, open) in [(6, false), (7, true)] {
        let table = position(turn, "soviet_movement", r#""0305": ["r1 3-4", "konev"], "0205": ["inf6"]"#);
        assert_eq!(table.is_legal(&overrun(&["r1"], "0205")), open, "turn {turn}");
    }
    let table = position(6, "soviet_movement", r#""0305": ["r1 3-4", "konev"], "0205": ["inf6"]"#);
    table.refused("6.4", &overrun(&["r1"], "0205"));
}

/// [6.51c] Each pays 6 half-points and nothing more: not forest, not a river, not interdiction.
#[test]
fn an_overrun_costs_three_points() {
    let units = r#""1117": ["pz7-25 moved spent 14"], "1118": ["r1 1-1"]"#;
    let group = r#""group": {"units": ["pz7-25"], "start": "1115"}"#;
    let mut table = Table::new(&format!(
        r#"{{"turn": 7, "phase": "german_movement", "soviet_marker": "1118", "soviet_marker_uses": 1,
            {group}, "units": {{{units}}}}}"#
    ));
    // 4 to halve, 1-1 tripled in forest behind a river and halved never below 1: 2 to 3, 1-2.
    let events = table.act_with(&[1], &[], &overrun(&["pz7-25"], "1118"));
    assert!(events.iter().any(|e| matches!(e, Event::OverrunBegan { .. })));
    assert_eq!(table.left("pz7-25"), 0);
    let poor = Table::new(&format!(
        r#"{{"turn": 7, "phase": "german_movement", {group},
            "units": {{"1117": ["pz7-25 moved spent 15"], "1118": ["r1 1-1"]}}}}"#
    ));
    poor.refused("6.51", &overrun(&["pz7-25"], "1118"));
}

/// [6.51d, R95] Nobody who is Disrupted, halted or finished; enemy control of the hex of departure is no bar.
#[test]
fn who_may_overrun() {
    let table = german(r#""1222": ["pz7-25 disrupted", "pz7-6"], "1322": ["r1 1-1"]"#);
    table.refused("6.62", &overrun(&["pz7-25"], "1322"));
    assert!(
        table.is_legal(&overrun(&["pz7-6"], "1322")),
        "it began the phase under control and has not moved"
    );
    let mut table = german(r#""1222": ["pz7"], "1322": ["r1 9-8"], "1221": ["r2 1-1"], "1025": ["inf6"]"#);
    table.act_with(&[6], &[], &overrun(&PZ7, "1322"));
    table.act(LOSS);
    table.act(&lose("pz7-6"));
    table.refused("6.52", &overrun(&["pz7-25"], "1221"));
    table.refused("6.52", &walk(&["pz7-25"], &["1223"]));
}

/// [6.52] Not vacated, Engaged, and every result against the attacker: they stay or retreat, and are halted.
#[test]
fn failed_overruns_halt() {
    // D1 paid by one of two: not vacated.
    let mut table = german(r#""1222": ["pz7"], "1322": ["r1 1-1", "r2 3-3"], "1524": ["konev"]"#);
    let events = table.act_with(&[2], &[], &overrun(&PZ7, "1322"));
    assert_eq!(odds_of(&events), (8, 4, "2-1".into(), "D1".into()));
    table.act(LOSS);
    table.act(&lose("r1"));
    places(&table, &PZ7, "1222");
    table.refused("6.52", &overrun(&PZ7, "1322"));
    // Eng: each side loses a step, also if that empties the hex.
    let mut table = german(r#""1222": ["pz7"], "1322": ["r1 3-4"], "1524": ["konev"]"#);
    let events = table.act_with(&[5], &[], &overrun(&PZ7, "1322"));
    assert_eq!(odds_of(&events), (8, 4, "2-1".into(), "Eng".into()));
    table.act(&lose("pz7-7"));
    assert_eq!(table.place("r1"), None);
    places(&table, &PZ7, "1222");
    table.refused("6.52", &walk(&["pz7-25"], &["1322"]));
    // A1 by retreat, and Ae.
    let mut table = german(r#""1222": ["pz7"], "1322": ["r1 3-4"], "1524": ["konev"]"#);
    table.act_with(&[6], &[], &overrun(&PZ7, "1322"));
    table.act(RETREAT);
    asked(&table, Side::Soviet, Question::Route { n: 1 });
    table.act(&route("1222", "1122"));
    table.refused("6.52", &walk(&["pz7-25"], &["1121"]));
    let mut table = german(r#""1222": ["pz7-6"], "1322": ["r1 5-8"], "1524": ["konev"]"#);
    let events = table.act_with(&[5], &[], &overrun(&["pz7-6"], "1322"));
    assert_eq!(odds_of(&events), (1, 8, "1-3".into(), "Ae".into()));
    assert_eq!(table.place("pz7-6"), None);
}

/// [6.52, R31] The reveal of no-strength units empties the hex: no die, and the overrunners enter and may go on.
#[test]
fn overrun_of_nobody() {
    let mut table = german(r#""1222": ["pz7"], "1322": ["r1", "r2"]"#);
    table.act_with(&[], &["0-0", "0-0"], &overrun(&PZ7, "1322"));
    places(&table, &PZ7, "1322");
    assert_eq!(table.left("pz7-25"), 14);
    table.act(&walk(&PZ7, &["1421"]));
}

/// [6.53] Leaders are overrun like any unit and may join, but one combat unit with attack strength must make it.
#[test]
fn leaders_and_overruns() {
    let mut table = german(r#""1222": ["pz7"], "1322": ["konev"]"#);
    let events = table.act_with(&[1], &[], &overrun(&PZ7, "1322"));
    assert_eq!(odds_of(&events), (8, 5, "1-1".into(), "D1".into()));
    let table = soviet(r#""1222": ["r1 3-4", "r2 0-1", "konev", "lukin"], "1322": ["inf6"]"#);
    table.refused("6.53", &overrun(&["konev"], "1322"));
    table.refused("12.3", &overrun(&["r2", "konev"], "1322"));
    assert_eq!(strength(&table, &["r1"], "1322", true), 1, "nobody has to join");
    assert_eq!(strength(&table, &["r1", "lukin"], "1322", true), 3);
    for who in [&["r1"][..], &["r1", "lukin"], &["r1", "konev", "lukin"]] {
        assert!(table.is_legal(&overrun(who, "1322")));
    }
}

/// [6.54, R21] All began the phase in one hex, their paths may differ; nobody from elsewhere joins.
#[test]
fn overrunners_began_together() {
    let mut table = german(r#""1220": ["pz7"], "1121": ["mot14"], "1222": ["r1 3-4"]"#);
    table.act(&walk(&["pz7-25", "pz7-6"], &["1221"]));
    table.act(&walk(&["pz7-7"], &["1321", "1221"]));
    assert!(table.is_legal(&overrun(&PZ7, "1222")));
    table.act(&walk(&["mot14-11"], &["1221"]));
    table.refused("6.11", &overrun(&["pz7-25", "mot14-11"], "1222"));
    assert!(table.is_legal(&overrun(&["mot14-11"], "1222")));
    // A unit that stands in the hex all along is no more of the group than any other.
    let mut table = german(r#""1220": ["pz7-25"], "1221": ["mot14-11"], "1222": ["r1 3-4"]"#);
    table.act(&walk(&["pz7-25"], &["1221"]));
    table.refused("6.54", &overrun(&["pz7-25", "mot14-11"], "1222"));
    assert!(table.is_legal(&overrun(&["mot14-11"], "1222")));
}

/// [6.54, R90] A stack driven off may be overrun again, by the same group; one hex by several groups.
#[test]
fn overrun_again() {
    let mut table = german(r#""1222": ["pz7"], "1321": ["mot14"], "1322": ["r1 3-4"], "1524": ["konev"]"#);
    table.act_with(&[2], &[], &overrun(&PZ7, "1322"));
    table.act(RETREAT);
    table.act(&route("1322", "1422"));
    places(&table, &PZ7, "1322");
    let events = table.act_with(&[6], &[], &overrun(&PZ7, "1422"));
    assert_eq!(odds_of(&events).3, "A1");
    table.act(LOSS);
    table.act(&lose("pz7-6"));
    // The rifle stands again where another group comes up.
    table.act(&walk(&["mot14-11", "mot14-53"], &["1421"]));
    table.act_with(&[6], &[], &overrun(&["mot14-11", "mot14-53"], "1422"));
}

/// [6.55, R26] Halving is the last operation and never leaves less than 1.
#[test]
fn an_overrun_has_at_least_one_point() {
    let table = soviet(r#""1222": ["r1 1-1", "r2 1-2", "r3 1-3"], "1224": ["konev"], "1322": ["inf6"]"#);
    assert_eq!(strength(&table, &["r1"], "1322", true), 1);
    assert_eq!(strength(&table, &["r1", "r2"], "1322", true), 1);
    assert_eq!(strength(&table, &["r1", "r2", "r3"], "1322", true), 1);
    assert_eq!(strength(&table, &["r1", "r2", "r3"], "1322", false), 3);
}

/// [6.55, R28] A unit that entered this phase needs its Leader at the moment of the overrun.
#[test]
fn newcomers_overrun_with_a_leader_at_hand() {
    for (leader, legal) in [(r#", "5909": ["lukin"]"#, true), ("", false)] {
        let mut table = Table::new(&format!(
            r#"{{"turn": 7, "phase": "soviet_movement", "owed": {{"X": {{"rifle": 1}}}},
                "units": {{"5806": ["inf6"]{leader}}}}}"#
        ));
        table.act(r#"{"enter": {"who": "rifle X", "hex": "5907"}}"#);
        assert_eq!(table.is_legal(&overrun(&["r1"], "5806")), legal);
        if !legal {
            table.refused("6.55", &overrun(&["r1"], "5806"));
        }
    }
}

/// [6.57] After a successful overrun they split up, and all are finished once another unit moves; nobody advances.
#[test]
fn after_an_overrun() {
    let mut table = german(r#""1222": ["pz7"], "1322": ["r1 1-1"], "1025": ["inf6"]"#);
    table.act_with(&[1], &[], &overrun(&PZ7, "1322"));
    asked(&table, Side::German, Question::Move);
    table.refused("4.1", r#"{"advance": {"unit": "pz7-25", "path": ["1421"]}}"#);
    table.act(&walk(&["pz7-25"], &["1421"]));
    table.act(&walk(&["pz7-6"], &["1323"]));
    table.act(&walk(&["pz7-25"], &["1420"]));
    table.act(&walk(&["inf6"], &["1024"]));
    for (id, to) in [("pz7-25", "1419"), ("pz7-6", "1324"), ("pz7-7", "1321")] {
        table.refused("6.11", &walk(&[id], &[to]));
    }
}

/// [6.58, 9.88] The defender who holds does not advance, though the hex of departure is empty.
#[test]
fn the_defender_of_an_overrun_stays() {
    let mut table = german(r#""1222": ["pz7"], "1322": ["r1 3-4"], "1524": ["konev"]"#);
    table.act_with(&[6], &[], &overrun(&PZ7, "1322"));
    table.act(RETREAT);
    table.act(&route("1222", "1122"));
    asked(&table, Side::German, Question::Move);
    places(&table, &["r1"], "1322");
    assert!(table.state.units_in(hex("1222")).is_empty());
}

/// [6.59, 11.0a] Strength by the supply of the instant, allowance by that of the snapshot.
#[test]
fn supply_at_the_instant() {
    // In supply at the snapshot, not now: full allowance, half strength.
    let table = Table::new(
        r#"{"turn": 7, "phase": "german_movement", "soviet_marker": "0120", "soviet_marker_uses": 1,
            "units": {"5010": ["pz7"], "5011": ["r1 3-4"], "0101": ["inf6 moved"]}}"#,
    );
    assert_eq!((table.left("pz7-25"), strength(&table, &PZ7, "5011", true)), (20, 4));
    // The other way round.
    let unsupplied = r#""1222": ["pz7 unsupplied"], "1322": ["r1 3-4"], "1524": ["konev"]"#;
    let mut table = german(unsupplied);
    assert_eq!((table.left("pz7-25"), strength(&table, &PZ7, "1322", true)), (10, 8));
    let events = table.act_with(&[2], &[], &overrun(&PZ7, "1322"));
    assert_eq!(odds_of(&events).0, 8);
}

// ---- Disruption -------------------------------------------------------------------------------------------------

/// [6.61, R29] The whole surviving stack, Leaders included; not the units it retreats onto, not by Eng, not the attacker.
#[test]
fn who_is_disrupted() {
    let mut table = german(
        r#""1222": ["pz7"], "1322": ["r1 3-3", "lukin"], "1422": ["r2", "konev"], "1421": ["r3"], "1321": ["r4"], "1323": ["r5"]"#,
    );
    table.act_with(&[2], &[], &overrun(&PZ7, "1322"));
    table.act(RETREAT);
    table.act(&route("1322", "1422"));
    for (id, disrupted) in [("r1", true), ("lukin", true), ("r2", false), ("konev", false), ("pz7-25", false)]
    {
        assert_eq!(table.state.is_disrupted(unit(id)), disrupted, "{id}");
    }
    // By loss.
    let mut table = german(r#""1222": ["pz7"], "1322": ["r1 3-3", "r2 1-1", "lukin"]"#);
    table.act_with(&[2], &[], &overrun(&PZ7, "1322"));
    table.act(LOSS);
    table.act(&lose("r2"));
    assert!(table.state.is_disrupted(unit("r1")) && table.state.is_disrupted(unit("lukin")));
    // Not by Eng, and not by a result against the attacker.
    for (die, result) in [(5, "Eng"), (6, "A1")] {
        let mut table = german(r#""1222": ["pz7"], "1322": ["r1 3-3", "r2 1-1", "lukin"]"#);
        let events = table.act_with(&[die], &[], &overrun(&PZ7, "1322"));
        assert_eq!(odds_of(&events).3, result);
        match die {
            5 => table.act(&lose("r2")),
            _ => table.act(LOSS),
        };
        table.act(&lose("pz7-7"));
        assert!(!table.state.is_disrupted(unit("r1")) && !table.state.is_disrupted(unit("pz7-25")));
    }
    // Ordinary combat never disrupts.
    let mut table = position(7, "german_combat", r#""1222": ["pz7"], "1322": ["r1 3-4", "lukin"]"#);
    table.act_with(&[4], &[], &attack(&PZ7, "1322"));
    table.act(LOSS);
    table.act(&lose("r1"));
    assert!(!table.state.is_disrupted(unit("lukin")));
}

/// [6.62, R30] A Disrupted unit does nothing and controls nothing, but bars its hex, cancels control and defends in full.
#[test]
fn what_disruption_does() {
    let table = soviet(r#""1115": ["r1 disrupted"], "1020": ["konev disrupted"], "1114": ["inf6 lost 3"]"#);
    table.refused("6.62", &walk(&["r1"], &["1116"]));
    table.refused("6.62", r#"{"ride": {"unit": "r1", "path": ["1215"]}}"#);
    table.refused("6.62", &overrun(&["r1"], "1114"));
    table.refused("6.62", &walk(&["konev"], &["1021"]));
    assert!(!table.state.zones(Side::Soviet).contains(hex("1215")));
    let table = position(7, "soviet_combat", r#""1222": ["r1 3-4 disrupted", "konev"], "1322": ["inf6"]"#);
    table.refused("6.62", &attack(&["r1"], "1322"));
    // It defends with 4; the Germans may not enter; control of its own hex is cancelled for a line.
    let table = position(
        7,
        "german_combat",
        r#""1222": ["r1 3-4 disrupted"], "1322": ["inf6"], "1223": ["r2"], "1221": ["konev"]"#,
    );
    assert_eq!(
        table.state.odds(units(&["inf6"]), &Targets::one(hex("1222")), false).expect("odds").defense.most,
        4
    );
    assert!(table.state.zones(Side::German).contains(hex("1222")));
    assert!(table.state.has_loc(unit("r2")), "by 1222");
    let table = german(r#""1222": ["r1 disrupted"], "1322": ["inf6"]"#);
    table.refused("6.21", &walk(&["inf6"], &["1222"]));
    assert!(table.is_legal(&walk(&["inf6"], &["1221"])), "no zone of control");
}

/// [6.62, R30] It can be retreated onto, can be retreated, and does not advance.
#[test]
fn disrupted_units_do_not_advance() {
    let mut table = position(
        7,
        "german_combat",
        r#""1222": ["inf6"], "1322": ["r1 9-8 disrupted", "r2 8-8"], "1524": ["konev"]"#,
    );
    let events = table.act_with(&[1], &[], &attack(&["inf6"], "1322"));
    assert_eq!(odds_of(&events), (9, 16, "1-2".into(), "D1/A1".into()));
    let mut table = position(
        7,
        "german_combat",
        r#""1222": ["inf6"], "1322": ["r1 9-8 disrupted", "r2 8-8"], "1524": ["konev"]"#,
    );
    let events = table.act_with(&[3], &[], &attack(&["inf6"], "1322"));
    assert_eq!(odds_of(&events).3, "A1");
    table.act(RETREAT);
    table.act(&route("1222", "1122"));
    asked(&table, Side::Soviet, Question::Advance);
    table.refused("6.62", r#"{"advance": {"unit": "r1", "path": ["1222"]}}"#);
    table.act(r#"{"advance": {"unit": "r2", "path": ["1222"]}}"#);
}

/// [6.63] It ends in the owner's next Disruption Removal Phase, after his Combat Phase.
#[test]
fn disruption_ends() {
    let mut table = position(7, "soviet_movement", r#""1222": ["r1 disrupted"], "3010": ["inf6 disrupted"]"#);
    until(&mut table, 7, Phase::SovietCombat);
    assert!(table.state.is_disrupted(unit("r1")));
    table.act(DONE);
    assert!(!table.state.is_disrupted(unit("r1")) && table.state.is_disrupted(unit("inf6")));
    until(&mut table, 7, Phase::MechanizedMovement);
    assert!(table.state.is_disrupted(unit("inf6")));
    table.act(DONE);
    assert!(!table.state.is_disrupted(unit("inf6")));
}

/// [6.7a, R5] The road rate needs a road link: two road hexes side by side without one pay for the field.
#[test]
fn the_road_rate_needs_a_link() {
    // 1116 and 1216 are joined by road, 1116 and 1117 are not; both forest.
    let mut table = german(r#""1116": ["pz7-25", "pz7-6"]"#);
    table.act(&walk(&["pz7-25"], &["1216"]));
    assert_eq!(table.left("pz7-25"), 19);
    table.act(&walk(&["pz7-6"], &["1117", "1216"]));
    assert_eq!(table.left("pz7-6"), 20 - 2 - 4);
}

/// [6.7b] Interdiction adds 2 to normal entry, road or not; [6.7c] a lake hex may not be entered.
#[test]
fn markers_and_lakes() {
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "soviet_movement", "air": ["1216", "1222"],
            "units": {"1116": ["lukin"], "1223": ["r1 entered"], "0603": ["r2"]}}"#,
    );
    table.act(&walk(&["lukin"], &["1216"]));
    assert_eq!(table.left("lukin"), 20 - 1 - 2);
    table.act(&walk(&["r1"], &["1222"]));
    assert_eq!(table.left("r1"), 12 - 2 - 2);
    table.refused("6.7", &walk(&["r2"], &["0602"]));
}

// ---- stacking and integration -----------------------------------------------------------------------------------

/// [7.1, R75] Passing is free; at the end of the phase the owner gives up the excess, to the dead pile.
#[test]
fn soviet_stacking() {
    let mut table = soviet(r#""1222": ["r1", "r2", "r3"], "1223": ["r4 3-4", "lukin", "konev"]"#);
    let dead = table.state.in_dead_pile(pgg_core::Kind::Rifle);
    table.act(&walk(&["r4", "lukin"], &["1222", "1221"]));
    places(&table, &["r4", "lukin"], "1221");
    let mut over = soviet(r#""1222": ["r1", "r2", "r3"], "1223": ["r4 3-4", "lukin"]"#);
    over.act(&walk(&["r4", "lukin"], &["1222"]));
    over.act(DONE);
    asked(&over, Side::Soviet, Question::RemoveExcess { hex: hex("1222") });
    over.refused("7.1", &remove("lukin"));
    let events = over.act(&remove("r4"));
    assert!(events.iter().any(|e| matches!(e, Event::Eliminated { why: Why::Stacking, .. })));
    assert_eq!(over.state.phase(), Phase::SovietCombat);
    assert_eq!(over.state.in_dead_pile(pgg_core::Kind::Rifle), dead + 1);
    assert!(over.state.seen_dead().iter().count() == 1);
}

/// [7.1] At every moment of a Combat Phase: an advance into a full hex is refused.
#[test]
fn soviet_stacking_binds_in_combat() {
    let mut table = position(
        7,
        "soviet_combat",
        r#""1221": ["r1 9-8", "r2 8-8", "konev"], "1322": ["r3 7-7", "r4 7-6"], "1222": ["inf6 lost 3"]"#,
    );
    table.act_with(&[1], &[], &attack(&["r1", "r2", "r3", "r4", "konev"], "1222"));
    for id in ["r1", "r2", "r3"] {
        table.act(&json!({"advance": {"unit": id, "path": ["1222"]}}).to_string());
    }
    table.refused("9.83", r#"{"advance": {"unit": "r4", "path": ["1222"]}}"#);
}

/// [7.2] Germans: any number in between, three at the end of each phase.
#[test]
fn german_stacking() {
    let mut table = german(r#""1222": ["pz7"], "1223": ["mot14"]"#);
    table.act(&walk(&["mot14-11", "mot14-53"], &["1222"]));
    let mut passes = table.clone();
    passes.act(&walk(&["mot14-11", "mot14-53"], &["1221"]));
    passes.act(DONE);
    assert_eq!(passes.state.phase(), Phase::GermanCombat);
    table.act(DONE);
    asked(&table, Side::German, Question::RemoveExcess { hex: hex("1222") });
    table.act(&remove("mot14-11"));
    table.act(&remove("pz7-6"));
    assert_eq!(table.state.phase(), Phase::GermanCombat);
    // At the end of a Combat Phase, the enemy's too: the advance itself was free.
    for phase in ["german_combat", "mechanized_movement"] {
        let mut table = position(7, phase, r#""1222": ["pz7", "mot14-11"]"#);
        table.act(DONE);
        asked(&table, Side::German, Question::RemoveExcess { hex: hex("1222") });
    }
}

/// [7.2] A German advance may overstack; the end of the Soviet Combat Phase asks for the excess.
#[test]
fn german_stacking_after_a_soviet_attack() {
    let mut table =
        position(7, "soviet_combat", r#""1222": ["pz7", "mot14-11"], "1322": ["r1 1-1", "konev"]"#);
    table.act_with(&[5], &[], &attack(&["r1", "konev"], "1222"));
    for id in ["pz7-25", "pz7-6", "pz7-7", "mot14-11"] {
        table.act(&json!({"advance": {"unit": id, "path": ["1322"]}}).to_string());
    }
    table.act(DONE);
    asked(&table, Side::German, Question::RemoveExcess { hex: hex("1322") });
    table.act(&remove("mot14-11"));
    assert_eq!(table.state.phase(), Phase::SovietInterdiction);
}

/// [7.3a] One regiment gone ends integration for good; reduced ones do not.
#[test]
fn integration_ends_with_a_regiment() {
    let with = |here: &str| position(7, "german_combat", &format!(r#""1222": {here}, "1322": ["r1 3-4"]"#));
    let two = ["pz7-25", "pz7-6"];
    assert_eq!(strength(&with(r#"["pz7 lost 1"]"#), &PZ7, "1322", false), 8);
    assert_eq!(strength(&with(r#"["pz7-25", "pz7-6"]"#), &two, "1322", false), 6);
    let dead = Table::new(
        r#"{"turn": 7, "phase": "german_combat", "dead": ["pz7-7"],
            "units": {"1222": ["pz7-25", "pz7-6"], "1322": ["r1 3-4"]}}"#,
    );
    assert_eq!(strength(&dead, &two, "1322", false), 6);
}

/// [7.3b] GD and Lehr do not break the integration of a two-regiment division; [7.3c] they, infantry and cavalry have none.
#[test]
fn integration_and_others() {
    let with = |here: &str| position(7, "german_combat", &format!(r#""1222": {here}, "1322": ["r1 3-4"]"#));
    let mot14 = ["mot14-11", "mot14-53"];
    assert_eq!(strength(&with(r#"["mot14", "lehr"]"#), &mot14, "1322", false), 12);
    assert_eq!(strength(&with(r#"["mot14", "cav1"]"#), &mot14, "1322", false), 6);
    assert_eq!(strength(&with(r#"["mot14", "pz7-25"]"#), &mot14, "1322", false), 6);
    for alone in ["gd", "lehr", "cav1", "inf6"] {
        let table = with(&format!(r#"["{alone}"]"#));
        assert!(!table.state.is_integrated(unit(alone)));
        assert_eq!(strength(&table, &[alone], "1322", false), u32::from(table.state.attack(unit(alone))));
    }
}

/// [7.3d, R36] Those that take part are doubled if the others are present, and judged at the instant.
#[test]
fn integration_is_presence() {
    let table = position(7, "german_combat", r#""1222": ["pz7"], "1322": ["r1 3-4"]"#);
    assert_eq!(strength(&table, &["pz7-25"], "1322", false), 8);
    assert_eq!(strength(&table, &["pz7-6", "pz7-7"], "1322", false), 8);
    let mut table = german(r#""1222": ["pz7"], "1322": ["r1 disrupted"]"#);
    assert_eq!(strength(&table, &["pz7-25"], "1322", true), 4);
    table.act(&walk(&["pz7-7"], &["1221"]));
    assert_eq!(strength(&table, &["pz7-25"], "1322", true), 2);
}

// ---- zones of control -------------------------------------------------------------------------------------------

/// [8.11] Every unit that is not Disrupted controls, at every moment: Leaders, untried and no-strength units too.
#[test]
fn who_controls() {
    for who in ["konev", "rifle", "rifle 0-1", "tank", "inf6 lost 3", "cav1", "pz7-6 unsupplied"] {
        let german = !matches!(who.split(' ').next(), Some("konev" | "rifle" | "tank"));
        let phase = if german { "german_movement" } else { "soviet_movement" };
        let table = position(7, phase, &format!(r#""1222": ["{who}"]"#));
        let side = if german { Side::German } else { Side::Soviet };
        let zone: Vec<String> = table.state.zones(side).iter().map(|h| h.to_string()).collect();
        assert_eq!(zone, ["1122", "1123", "1221", "1223", "1322", "1323"], "{who}");
    }
    // Of the moment: it moves with the unit.
    let mut table = soviet(r#""1222": ["r1"]"#);
    table.act(&walk(&["r1"], &["1223"]));
    assert!(!table.state.zones(Side::Soviet).contains(hex("1221")));
    assert!(table.state.zones(Side::Soviet).contains(hex("1222")));
}

/// [8.12] Entering an enemy-controlled hex costs nothing extra.
#[test]
fn control_costs_nothing() {
    for near in ["", r#", "1322": ["r1"], "1220": ["r2"]"#] {
        let mut table = german(&format!(r#""1123": ["inf6"]{near}"#));
        table.act(&walk(&["inf6"], &["1222"]));
        assert_eq!(table.left("inf6"), 12);
    }
}

/// [8.13, R8] A unit that was stopped stays for the phase though the control vanishes.
#[test]
fn stopped_is_stopped() {
    let mut table = german(r#""1220": ["pz7", "mot14"], "1222": ["r1 1-1"], "1025": ["inf6"]"#);
    table.act(&walk(&["mot14-11"], &["1221"]));
    table.act(&walk(&["pz7-25", "pz7-6", "pz7-7", "mot14-53"], &["1221"]));
    table.act_with(&[1], &[], &overrun(&["pz7-25", "pz7-6", "pz7-7", "mot14-53"], "1222"));
    table.act(LOSS);
    assert!(table.state.zones(Side::Soviet).is_empty());
    table.refused("8.13", &walk(&["mot14-11"], &["1321"]));
}

/// [8.14] A friendly unit cancels control for lines and retreats, not for movement; a friendly zone cancels nothing.
#[test]
fn what_cancels_control() {
    // 1222 is controlled by inf6 in 1122: a rifle there does not let others pass by movement.
    let mut table = soviet(r#""1222": ["r1"], "1223": ["r2"], "1122": ["inf6"], "1220": ["konev"]"#);
    table.act(&walk(&["r2"], &["1222"]));
    table.refused("8.13", &walk(&["r2"], &["1322"]));
    // The line of r3 to Lukin (3) must pass 1222 or 1322; Germans control both.
    let germans = r#""1122": ["inf6"], "1422": ["inf26"]"#;
    let line = |held: &str| {
        position(7, "soviet_combat", &format!(r#"{germans}, "1223": ["r3"], "1221": ["rakutin"]{held}"#))
    };
    assert!(!line("").state.has_loc(unit("r3")), "the zones of r3 and Rakutin cancel nothing");
    assert!(line(r#", "1222": ["r1"]"#).state.has_loc(unit("r3")));
}

/// [8.15] Control is mutual: both of two neighbours are held.
#[test]
fn control_is_mutual() {
    let units = r#""1222": ["r1"], "1322": ["inf6"]"#;
    soviet(units).refused("6.22", &walk(&["r1"], &["1122"]));
    german(units).refused("6.22", &walk(&["inf6"], &["1421"]));
}

/// [8.16] Control reaches across rivers; several zones are no more than one.
#[test]
fn control_across_rivers() {
    let table = german(r#""1117": ["r1"], "1120": ["inf6"]"#);
    assert!(table.state.zones(Side::Soviet).contains(hex("1118")), "across the Dnepr");
    let mut table = german(r#""1121": ["r1"], "1221": ["r2"], "1323": ["inf6"]"#);
    table.act(&walk(&["inf6"], &["1222"]));
    assert_eq!(table.left("inf6"), 12);
}
