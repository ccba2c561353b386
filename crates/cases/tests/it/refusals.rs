//! A refusal names its case and its cause: not a neighbouring case, not an unrelated unit.
use crate::support::*;
use pgg_core::game::event::Closed;
use pgg_core::{Event, Illegal, Newcomer, Question, Reason, Side, UnitSet};
use serde_json::json;

fn position(turn: u8, phase: &str, units: &str) -> Table {
    Table::new(&format!(r#"{{"turn": {turn}, "phase": "{phase}", "units": {{{units}}}}}"#))
}

/// The refusal of an action, case and reason.
fn why(table: &Table, json: &str) -> (&'static str, Reason) {
    let Illegal { case, reason } = table.state.check(&action(json)).expect_err("a refusal");
    (case.0, reason)
}

/// [6.31] Who enters by rail beyond the eight places is named as it waits: it has no counter yet.
#[test]
fn a_newcomer_without_a_place_by_rail() {
    let table = Table::new(
        r#"{"turn": 7, "phase": "soviet_movement", "rail_used": 8, "owed": {"X": {"rifle": 1}},
            "units": {"4015": ["r1"]}}"#,
    );
    let who: Newcomer = "rifle X".parse().expect("a newcomer");
    let enter = json!({"enter": {"who": "rifle X", "hex": "5907", "rail": true}}).to_string();
    let (case, reason) = why(&table, &enter);
    assert_eq!((case, reason), ("6.31", Reason::RailCapacityEntering { who, needs: 1, left: 0 }));
    assert!(!reason.to_string().contains("r1"), "{reason}");
}

/// [9.11, 9.23] Adjacent to one of two hexes is against [9.23], adjacent to none against [9.11].
#[test]
fn adjacent_to_one_of_two_hexes() {
    let units = r#""1221": ["r1 3-4"], "1321": ["r2 3-4"], "1222": ["inf6"], "1122": ["inf26"], "1124": ["inf5"],
                   "1624": ["konev"]"#;
    let table = position(7, "german_combat", units);
    let attack = |units: &[&str], targets: &[&str]| {
        json!({"attack": {"units": units, "targets": targets}}).to_string()
    };
    table.refused("9.23", &attack(&["inf6", "inf26"], &["1221", "1321"]));
    table.refused("9.11", &attack(&["inf6", "inf5"], &["1221", "1321"]));
}

/// pz7 in 1221 has attacked a rifle in 1222 at 4-1: D2 by a die of 1, D1 by one of 4.
fn vacated(die: u8, others: &str) -> Table {
    let units = format!(r#""1221": ["pz7"], "1222": ["r1 3-4"], "1425": ["konev"]{others}"#);
    let mut table = position(7, "german_combat", &units);
    table.act_with(&[die], &[], &attack(&PZ7, "1222"));
    table
}

/// [9.82, 9.84, 9.86] Every advance that is refused says why.
#[test]
fn refused_advances() {
    // After a retreat of two hexes by 1223: the vacated hex, then the hex passed.
    let mut table = vacated(1, "");
    table.act(RETREAT);
    table.act(&route("1222", "1223"));
    table.act(&route("1223", "1224"));
    let reason = |path: &[&str]| why(&table, &advance("pz7-25", path));
    assert_eq!(reason(&["1122"]), ("9.84", Reason::NotVacated { hex: hex("1122") }));
    assert_eq!(reason(&["1222", "1323"]), ("9.84", Reason::OffRetreatPath { hex: hex("1323") }));
    assert_eq!(reason(&["1222", "1223", "1224"]), ("9.82", Reason::AdvanceTooFar));
    assert_eq!(reason(&["1223"]).0, "9.84");
    assert_eq!(reason(&[]), ("9.82", Reason::NoHexes));
    // After elimination: somebody in the second hex.
    let mut table = vacated(1, r#", "1322": ["r2 1-1"]"#);
    table.act(LOSS);
    assert_eq!(
        why(&table, &advance("pz7-25", &["1222", "1322"])),
        ("9.86", Reason::AdvanceOccupied { hex: hex("1322") })
    );
}

/// [6.4, 9.83, 7.1] Soviets: closed columns, and stacking at once.
#[test]
fn refused_soviet_advances() {
    let mut table = position(4, "soviet_combat", r#""0305": ["r1 9-8", "konev"], "0205": ["inf6 lost 3"]"#);
    table.act_with(&[1], &[], &attack(&["r1", "konev"], "0205"));
    // Nobody may go there, so nobody is asked: the question closes by itself.
    assert!(!table.state.in_combat());
    let units =
        r#""1221": ["r1 9-8", "r2 8-8", "konev"], "1322": ["r3 7-7", "r4 7-6"], "1222": ["inf6 lost 3"]"#;
    let mut table = position(7, "soviet_combat", units);
    table.act_with(&[1], &[], &attack(&["r1", "r2", "r3", "r4", "konev"], "1222"));
    for id in ["r1", "r2", "r3"] {
        table.act(&advance(id, &["1222"]));
    }
    assert_eq!(why(&table, &advance("r4", &["1222"])), ("9.83", Reason::Full { hex: hex("1222") }));
    assert_eq!(
        why(&table, &advance("konev", &["1222", "1122"])),
        ("10.26", Reason::LeaderAdvancesAlone { unit: unit("konev"), hex: hex("1122") })
    );
    let mut west =
        position(4, "soviet_combat", r#""0305": ["r1 9-8", "r2 8-8", "konev"], "0405": ["inf6 lost 3"]"#);
    west.act_with(&[1], &[], &attack(&["r1", "r2", "konev"], "0405"));
    west.act(&advance("r1", &["0405"]));
    let closed = position(4, "soviet_combat", r#""0305": ["r1 9-8", "konev"], "0304": ["inf6 lost 3"]"#);
    let mut closed = closed;
    closed.act_with(&[1], &[], &attack(&["r1", "konev"], "0304"));
    assert_eq!(
        why(&closed, &advance("r1", &["0304", "0203"])),
        ("6.4", Reason::WesternHexrows { hex: hex("0203") })
    );
}

/// [9.71, 9.73, 6.4] Every hex that a stack may not be sent to says why.
#[test]
fn refused_routes() {
    let mut table = vacated(1, "");
    table.act(RETREAT);
    let reason = |table: &Table, stack: &str, to: &str| why(table, &route(stack, to));
    assert_eq!(reason(&table, "1222", "1221"), ("9.71", Reason::RetreatEnemy { hex: hex("1221") }));
    assert_eq!(reason(&table, "1222", "1122"), ("9.71", Reason::RetreatZone { hex: hex("1122") }));
    assert_eq!(
        reason(&table, "1222", "1226"),
        ("9.73", Reason::NotAdjacent { from: hex("1222"), to: hex("1226") })
    );
    assert_eq!(reason(&table, "1222", "1222"), ("9.73", Reason::RetreatOpen { hex: hex("1222") }));
    table.act(&route("1222", "1123"));
    assert_eq!(reason(&table, "1123", "1222"), ("9.73", Reason::RetreatBack { hex: hex("1222") }));
    // Into the closed columns only if there is nothing else, and then by staying.
    let mut west = position(4, "german_combat", r#""0305": ["r1 3-4"], "0404": ["pz7"], "0705": ["konev"]"#);
    west.act_with(&[1], &[], &attack(&PZ7, "0305"));
    west.act(RETREAT);
    assert_eq!(reason(&west, "0305", "0204"), ("6.4", Reason::WesternHexrows { hex: hex("0204") }));
}

/// [13.2] East of column 40 three things can be missing: the city, the turn, the line.
#[test]
fn the_air_limit_says_what_is_missing() {
    let table = |units: &str, more: &str| {
        Table::new(&format!(r#"{{"turn": 7, "phase": "air_interdiction", "units": {{{units}}}{more}}}"#))
    };
    let hex = hex("4101");
    let east = interdict("4101");
    let city = r#""2216": ["inf6"], "2217": ["inf26"]"#;
    let half = table(r#""2216": ["inf6"]"#, "");
    assert_eq!(why(&half, &east), ("13.2", Reason::AirLimit { hex }));
    let new = table(city, r#", "smolensk_since": 7"#);
    assert_eq!(why(&new, &east), ("13.2", Reason::AirLimitTooSoon { hex }));
    let cut = r#"{city}, "2214": ["r1"], "2415": ["r2"], "2417": ["r3"], "2219": ["r4"], "2018": ["r5"], "2016": ["r6"]"#
        .replace("{city}", city);
    assert_eq!(
        why(&table(&cut, r#", "smolensk_since": 5"#), &east),
        ("13.2", Reason::AirLimitNoLine { hex })
    );
    assert!(table(city, r#", "smolensk_since": 5"#).is_legal(&east));
}

/// [6.12, 6.33, 9.82] A path longer than any is read, and refused where its points end.
#[test]
fn a_path_longer_than_any() {
    let there_and_back = |a: &str, b: &str, n: usize| -> Vec<String> {
        (0..n).map(|k| if k % 2 == 0 { a.to_owned() } else { b.to_owned() }).collect()
    };
    let table = position(7, "soviet_movement", r#""4015": ["r1"], "1222": ["konev"], "2222": ["r2"]"#);
    for n in [31, 32, 200] {
        let ride = json!({"ride": {"unit": "r1", "path": there_and_back("4014", "4015", n)}}).to_string();
        let (case, reason) = why(&table, &ride);
        assert_eq!(case, "6.33", "{reason}");
        assert!(matches!(reason, Reason::RailTooFar { left: 0, .. }), "{reason}");
        let walk = json!({"move": {"units": ["r2"], "path": there_and_back("2221", "2222", n)}}).to_string();
        assert_eq!(why(&table, &walk).0, "6.12");
    }
    let whole = json!({"ride": {"unit": "r1", "path": there_and_back("4014", "4015", 30)}}).to_string();
    assert!(table.is_legal(&whole), "thirty rail points are thirty hexes");
}

/// [10.26, R43] A Leader may wait only for a mate that could still attack.
#[test]
fn a_leader_waits_for_nobody_who_cannot_attack() {
    let table = |mate: &str| {
        position(
            7,
            "soviet_combat",
            &format!(r#""1221": ["inf6"], "1222": ["r1 3-4", "r2 {mate}", "konev"]"#),
        )
    };
    for (mate, may_wait) in
        [("3-3", true), ("", true), ("3-3 disrupted", false), ("0-1", false), ("3-3 attacked", false)]
    {
        let table = table(mate);
        let alone = attack(&["r1"], "1221");
        assert_eq!(table.is_legal(&alone), may_wait, "{mate}");
        assert_eq!(table.state.legal().contains(&action(&alone)), may_wait, "{mate}: the list says the same");
        if !may_wait {
            assert_eq!(
                why(&table, &alone),
                ("10.26", Reason::LeaderMustJoin { unit: unit("konev") }),
                "{mate}"
            );
        }
        assert!(table.is_legal(&attack(&["r1", "konev"], "1221")), "{mate}");
    }
}

/// [9.65, 9.73a, 9.8] A question that nobody needs to answer is told.
#[test]
fn questions_that_close_by_themselves() {
    let closed = |events: &[Event], side: Side, what: Closed| events.contains(&Event::Closed { side, what });
    // One rifle has no choice of steps; pz7 is asked who advances, one by one.
    let mut table = vacated(4, "");
    let events = table.act(LOSS);
    assert!(closed(&events, Side::Soviet, Closed::LoseStep), "{events:?}");
    assert!(!closed(&events, Side::German, Closed::Advance), "{events:?}");
    table.act(&advance("pz7-25", &["1222"]));
    table.act(&advance("pz7-6", &["1222"]));
    let events = table.act(&advance("pz7-7", &["1222"]));
    assert!(closed(&events, Side::German, Closed::Advance), "{events:?}");
    // A side that has done by itself is not told so.
    let mut done = vacated(4, "");
    done.act(LOSS);
    assert!(!closed(&done.act(DONE), Side::German, Closed::Advance));
    // Nobody may enter column 02 before turn 7: never asked.
    let mut west = position(4, "soviet_combat", r#""0305": ["r1 9-8", "konev"], "0205": ["inf6 lost 3"]"#);
    let events = west.act_with(&[1], &[], &attack(&["r1", "konev"], "0205"));
    assert!(closed(&events, Side::Soviet, Closed::Advance), "{events:?}");
    // Two rifles for one step are a choice.
    let mut two =
        position(7, "german_combat", r#""1221": ["pz7"], "1222": ["r1 3-4", "r2 1-1"], "1425": ["konev"]"#);
    two.act_with(&[3], &[], &attack(&PZ7, "1222"));
    let events = two.act(LOSS);
    assert!(!closed(&events, Side::Soviet, Closed::LoseStep), "{events:?}");
    asked(&two, Side::Soviet, Question::LoseStep { n: 1 });
}

/// [10.35, 11.21, 11.24] Out of supply under a Leader who is cut off: he is named, with the line to him.
#[test]
fn a_leader_cut_off_is_named() {
    let ring = r#""1220": ["inf6"], "1421": ["inf26"], "1423": ["inf5"], "1224": ["inf35"], "1023": ["inf161"],
                  "1021": ["inf23"], "1222": ["r1", "konev"]"#;
    let table = position(7, "soviet_combat", ring);
    let supply = table.state.supply(unit("r1"));
    assert_eq!((supply.in_supply, supply.loc, supply.leader), (false, true, Some(unit("konev"))));
    assert_eq!(supply.line, [hex("1222")]);
    // The nearest of two, with the way to him.
    let apart = position(
        7,
        "soviet_combat",
        &ring.replace(r#""r1", "konev""#, r#""r1""#).replace(r#""1023""#, r#""1223": ["konev"], "1023""#),
    );
    let supply = apart.state.supply(unit("r1"));
    assert_eq!((supply.in_supply, supply.leader), (false, Some(unit("konev"))));
    assert_eq!(supply.line, [hex("1222"), hex("1223")]);
    let both = position(
        7,
        "soviet_combat",
        &ring
            .replace(r#""r1", "konev""#, r#""r1", "lukin""#)
            .replace(r#""1023""#, r#""1223": ["konev"], "1023""#),
    );
    assert_eq!(both.state.supply(unit("r1")).leader, Some(unit("lukin")), "in the same hex");
    let swapped = position(7, "soviet_combat", &ring.replace(r#""1023""#, r#""1223": ["lukin"], "1023""#));
    assert_eq!(swapped.state.supply(unit("r1")).leader, Some(unit("konev")), "whatever their order");
    let none = position(7, "soviet_combat", &ring.replace(r#", "konev""#, ""));
    let supply = none.state.supply(unit("r1"));
    assert_eq!((supply.leader, supply.line.len(), supply.loc), (None, 0, false));
    assert!(table.state.out_of_supply(UnitSet::one(unit("r1"))).contains(unit("r1")));
}
