//! Soviet command, as positions in which a better choice is known: Leaders, trains, blows, the Front.

use crate::habits::{hex, play, position};
use pgg_core::{Action, Newcomer, Side, State, UnitSet};

/// Those who stand in a hex.
fn divisions_in(state: &State, at: &str) -> usize {
    state.side_in(Side::Soviet, hex(at)).and(&UnitSet::DIVISION).len()
}

/// A Leader whom the Germans could get to stands with a division, or farther from them than six hexes.
#[test]
fn no_leader_stands_alone_before_the_enemy() {
    let units = r#""1515": ["pz7"], "1518": ["pz10"], "1914": ["r1"], "1917": ["r2"], "2015": ["r3"], "2218": ["konev"],
        "2516": ["r4"], "1912": ["lukin"]"#;
    let (_, end) = play("general", &position(5, "soviet_movement", units, ""));
    for leader in end.on_map(Side::Soviet).and(&UnitSet::LEADER) {
        let at = end.hex(leader).expect("on the map");
        let company = !end.side_in(Side::Soviet, at).and(&UnitSet::DIVISION).is_empty();
        let far = end.occupied(Side::German).iter().all(|german| german.distance(at) > 6);
        assert!(company || far, "{leader} alone in {at}");
    }
}

/// [6.3] Nobody takes a train from Smolensk to where the panzers are, in front of Vitebsk.
#[test]
fn nobody_rides_into_the_arms_of_the_enemy() {
    let units = r#""0511": ["pz7"], "0414": ["pz12"], "0412": ["r1"], "2216": ["r2", "r3", "r4"], "2217": ["r5", "lukin"],
        "4015": ["r6", "r7", "rakutin"]"#;
    let (actions, _) = play("general", &position(2, "soviet_movement", units, ""));
    for action in actions {
        if let Action::Ride { path, .. } = action {
            let end = path.last().expect("a ride");
            assert!(end.column() > 12, "a ride to {end}");
        }
    }
}

/// [10.23] A Leader held fast beside the enemy cannot walk away: divisions join him.
#[test]
fn a_leader_held_fast_is_joined() {
    let units = r#""2614": ["pz7"], "2714": ["konev"], "2914": ["r1", "r2"], "2913": ["r3", "r4"], "3115": ["rokossovsky"]"#;
    let (_, end) = play("general", &position(5, "soviet_movement", units, ""));
    assert!(divisions_in(&end, "2714") > 0, "{:?}", end.occupied(Side::Soviet));
}

/// [9.65, 11.31] A panzer division that has run ahead is closed in: no supply, no retreat; and it is attacked.
#[test]
fn a_panzer_division_alone_is_closed_in_and_attacked() {
    let units = r#""5016": ["pz7"], "4818": ["r1", "r2", "r3"], "5018": ["r4", "r5", "r6"], "5218": ["r7", "r8", "r9"],
        "4813": ["r10", "r11", "r12"], "5014": ["r13", "r14"], "5118": ["rokossovsky"], "5213": ["konev"]"#;
    let (_, end) = play("general", &position(8, "soviet_movement", units, ""));
    let german = end.on_map(Side::German);
    assert_eq!(end.out_of_supply(german), german, "in supply: {:?}", end.occupied(Side::Soviet));
    let around: Vec<_> = hex("5016").neighbours().map(|(_, h)| h).collect();
    let open = around.iter().filter(|&&h| !end.is_enemy_controlled(Side::German, h)).count();
    assert_eq!(open, 0, "it can retreat");
    let (actions, _) = play("general", &end);
    assert!(actions.iter().any(|a| matches!(a, Action::Attack { .. })), "not attacked");
}

/// [14.23] A division of the Front is called for a city worth far more than it costs, and for nothing else.
#[test]
fn the_front_is_called_for_a_city() {
    let units = r#""5419": ["pz7"], "5717": ["r1 7-7"], "5015": ["rokossovsky"]"#;
    let called = |turn: u8| {
        let (actions, _) = play("general", &position(turn, "soviet_movement", units, ""));
        actions.iter().filter(|a| matches!(a, Action::Enter { who: Newcomer::Front, .. })).count()
    };
    assert!(called(10) > 0, "Kaluga is left open");
    assert_eq!(called(4), 0, "there is time to win it back");
}
