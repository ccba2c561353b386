//! The eight questions that players of the seed manual ask most, each answered by a game.
use crate::support::*;
use pgg_core::game::event::Why;
use pgg_core::{Event, Phase, Question, Side};

/// A Combat Phase of turn 7.
fn combat(phase: &str, units: &str) -> Table {
    Table::new(&format!(r#"{{"turn": 7, "phase": "{phase}", "units": {{{units}}}}}"#))
}

/// pz7 in 1221 attacks a rifle 3-4 in 1222 at 4-1.
fn four_to_one(die: u8, result: &str, others: &str) -> Table {
    let mut table = combat(
        "german_combat",
        &format!(r#""1221": ["pz7"], "1222": ["r1 3-4"], "1425": ["konev"]{others}"#),
    );
    let events = table.act_with(&[die], &[], &attack(&PZ7, "1222"));
    assert_eq!(odds_of(&events), (16, 4, "4-1".into(), result.into()));
    table
}

/// [9.73c] Yes: the whole two hexes are gone, but the last one may touch the hex of the combat.
#[test]
fn faq_may_a_retreat_end_next_to_the_combat_hex() {
    let mut table = four_to_one(1, "D2", "");
    table.act(RETREAT);
    table.act(&route("1222", "1223"));
    asked(&table, Side::German, Question::Route { n: 1 });
    assert!(routes(&table).contains(&"1123".to_owned()));
    table.refused("9.73", &route("1223", "1222"));
    table.act(&route("1223", "1123"));
    assert_eq!(table.place("r1").as_deref(), Some("1123"));
    assert!(hex("1123").direction_to(hex("1222")).is_some());
    // Not into enemy control: 1122 touches pz7 in 1221.
    let mut table = four_to_one(1, "D2", "");
    table.act(RETREAT);
    table.act(&route("1222", "1123"));
    table.refused("9.71", &route("1123", "1122"));
}

/// [9.73c] Yes, if no enemy controls it: after D2/A1 the defender is two hexes off.
#[test]
fn faq_may_attackers_retreat_into_the_vacated_hex() {
    let mut table = four_to_one(3, "D2/A1", "");
    table.act(RETREAT);
    table.act(&route("1222", "1223"));
    table.act(&route("1223", "1224"));
    asked(&table, Side::German, Question::LossOrRetreat { n: 1 });
    table.act(RETREAT);
    asked(&table, Side::Soviet, Question::Route { n: 1 });
    assert!(routes(&table).contains(&"1222".to_owned()));
    table.act(&route("1221", "1222"));
    for id in PZ7 {
        assert_eq!(table.place(id).as_deref(), Some("1222"));
    }
    // After D1/A1 he stands next to the hex he left and controls it.
    let mut table = four_to_one(5, "D1/A1", "");
    table.act(RETREAT);
    table.act(&route("1222", "1223"));
    table.act(RETREAT);
    table.refused("9.71", &route("1221", "1222"));
}

/// A rifle beaten back onto two Disrupted divisions in 1223, which is its only way.
fn beaten_back() -> Table {
    let friends =
        r#", "1323": ["inf6"], "1123": ["inf26"], "1223": ["r3 4-4 disrupted", "r4 3-3 disrupted"]"#;
    let mut table = four_to_one(4, "D1", friends);
    assert!(!table.state.zones(Side::Soviet).contains(hex("1224")), "Disrupted units control nothing");
    table.act(RETREAT);
    table.act(&route("1222", "1223"));
    table.act(DONE);
    assert!(table.state.is_retreated(unit("r1")));
    table
}

/// [9.75] They keep their zone of control, but add no strength to the hex.
#[test]
fn faq_do_retreated_units_keep_their_zone_of_control() {
    let mut table = beaten_back();
    assert!(table.state.zones(Side::Soviet).contains(hex("1224")));
    let events = table.act_with(&[2], &[], &attack(&["inf6", "inf26"], "1223"));
    assert_eq!(odds_of(&events), (18, 7, "2-1".into(), "D1".into()), "4 and 3, without the retreated 4");
    let gone = events.iter().any(
        |e| matches!(e, Event::Eliminated { unit: gone, why: Why::Retreated, .. } if *gone == unit("r1")),
    );
    assert!(gone, "and a loss or retreat of their hosts is their end");
}

/// [9.73a, 7.2] No: a unit that does not fit into the hex is eliminated.
#[test]
fn faq_may_germans_overstack_in_retreat() {
    let mut table = combat(
        "soviet_combat",
        r#""1221": ["mot14"], "1220": ["inf6", "inf26"], "1421": ["r4"], "1021": ["r5"],
           "1222": ["r1 9-8", "r2 8-8", "r3 8-8", "konev"]"#,
    );
    let events = table.act_with(&[2], &[], &attack(&["r1", "r2", "r3", "konev"], "1221"));
    assert_eq!(odds_of(&events), (30, 12, "2-1".into(), "D1".into()));
    table.act(RETREAT);
    assert_eq!(routes(&table), ["1220"]);
    table.act(&route("1221", "1220"));
    asked(&table, Side::German, Question::MakeRoom { hex: hex("1220") });
    table.refused("9.73", r#"{"remove": {"unit": "inf6"}}"#);
    table.act(r#"{"remove": {"unit": "mot14-11"}}"#);
    assert_eq!(table.place("mot14-11"), None);
    assert_eq!(table.place("mot14-53").as_deref(), Some("1220"));
}

/// [9.75] No: Engaged leaves them alive; only a loss or a retreat of their hosts does not.
#[test]
fn faq_does_engaged_eliminate_retreated_units() {
    let mut table = beaten_back();
    let events = table.act_with(&[5], &[], &attack(&["inf6", "inf26"], "1223"));
    assert_eq!(odds_of(&events), (18, 7, "2-1".into(), "Eng".into()));
    table.act(&lose("r4"));
    table.act(&lose("inf6"));
    assert_eq!(table.place("r1").as_deref(), Some("1223"));
    assert_eq!(table.place("r3").as_deref(), Some("1223"));
}

/// [11.34] Yes: ten turns without supply halve and hurt nobody else.
#[test]
fn faq_may_units_stay_out_of_supply_for_ever() {
    let mut table = Table::new(
        r#"{"turn": 2, "phase": "german_movement", "units": {"5010": ["inf6"], "0417": ["r1"], "3010": ["r2"]}}"#,
    );
    let mut turns = 0;
    while table.state.phase() != Phase::GameOver {
        table.act(DONE);
        match table.state.phase() {
            Phase::SovietMovement => {
                assert_eq!((table.left("r1"), table.left("r2")), (6, 6));
                turns += 1;
            }
            Phase::GermanMovement => assert_eq!(table.left("inf6"), 6),
            _ => {}
        }
    }
    assert_eq!(turns, 10);
    for (id, at) in [("inf6", "5010"), ("r1", "0417"), ("r2", "3010")] {
        assert!(!table.state.is_supplied(unit(id)));
        assert_eq!(table.place(id).as_deref(), Some(at));
    }
}

/// [10.24] Yes: a Leader counts as one step.
#[test]
fn faq_may_a_leader_be_given_up_for_a_step() {
    let mut table = combat("german_combat", r#""1221": ["pz7"], "1222": ["r1 3-4", "lukin"]"#);
    table.act_with(&[4], &[], &attack(&PZ7, "1222"));
    table.act(LOSS);
    asked(&table, Side::Soviet, Question::LoseStep { n: 1 });
    table.act(&lose("lukin"));
    assert_eq!(table.place("lukin"), None);
    assert_eq!(table.place("r1").as_deref(), Some("1222"));
    asked(&table, Side::German, Question::Attack);
}

/// [9.66] Only by attackers that paid with a step; those that retreated stay where they are.
#[test]
fn faq_may_attackers_advance_after_a_split_result() {
    let mut table = four_to_one(5, "D1/A1", "");
    table.act(LOSS);
    asked(&table, Side::German, Question::LossOrRetreat { n: 1 });
    let mut retreat = table.clone();
    retreat.act(RETREAT);
    retreat.act(&route("1221", "1220"));
    asked(&retreat, Side::German, Question::Attack);
    retreat.refused("4.1", r#"{"advance": {"unit": "pz7-25", "path": ["1222"]}}"#);
    table.act(LOSS);
    table.act(&lose("pz7-7"));
    asked(&table, Side::German, Question::Advance);
    table.act(r#"{"advance": {"unit": "pz7-25", "path": ["1222"]}}"#);
    assert_eq!(table.place("pz7-25").as_deref(), Some("1222"));
}
