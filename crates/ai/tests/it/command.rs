//! Soviet command, as positions in which a better choice is known: Leaders, trains, blows, the Front.

use crate::habits::play;
use crate::support::{hex, position};
use pgg_ai::{Unwatched, player};
use pgg_core::{Action, Newcomer, Phase, Record, Seeded, Side, State, Targets, UnitSet};

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

/// [10.31] A Leader does not wait in a city that panzers on both sides of it can close in their two moves: all he commands would
/// fight at half strength.
#[test]
fn a_leader_leaves_the_city_that_can_be_ringed() {
    let units = r#""1914": ["pz7"], "1915": ["pz12"], "2020": ["pz17"], "2021": ["pz18"], "2216": ["lukin", "r1", "r2"], "2217": ["r3", "r4"],
        "2715": ["r5", "r6", "r7"], "2818": ["r8", "r9"]"#;
    let (_, end) = play("general", &position(4, "soviet_movement", units, ""));
    let lukin = end.hex(UnitSet::LEADER.iter().find(|u| end.hex(*u).is_some()).expect("a Leader"));
    assert!(lukin.is_some_and(|at| at.column() > 23), "he is in {lukin:?}");
}

/// [10.35] Who is to strike a panzer division that stands alone is in command when it comes to it: the Leader moves up.
#[test]
fn a_leader_comes_to_command_a_blow() {
    let units = r#""5016": ["pz7"], "4818": ["r1", "r2", "r3"], "5018": ["r4", "r5", "r6"], "5218": ["r7", "r8", "r9"],
        "4813": ["r10", "r11", "r12"], "5014": ["r13", "r14"], "5420": ["rokossovsky"], "5411": ["konev"]"#;
    let (_, end) = play("general", &position(8, "soviet_movement", units, ""));
    let (actions, _) = play("general", &end);
    assert!(
        actions.iter().any(|a| matches!(a, Action::Attack { .. })),
        "not attacked: {:?}",
        end.occupied(Side::Soviet)
    );
}

/// [9.65] Turn 2 of a game by hand: the 7th Panzer Division can be closed in with 3-1 against it. It is attacked, not only watched.
#[test]
fn panzers_that_are_closed_in_are_attacked() {
    let record = Record::parse(include_str!("../../../../docs/games/4-rings.jsonl")).expect("a record");
    let mut states = record.replay().expect("a start").map(|step| step.expect("a step").state);
    let start = states.find(|s| (s.turn(), s.phase()) == (2, Phase::SovietMovement)).expect("turn 2");
    let (_, moved) = play("general", &start);
    let (actions, _) = play("general", &moved);
    assert!(actions.iter().any(|a| matches!(a, Action::Attack { .. })), "{:?}", moved.occupied(Side::Soviet));
}

/// [6.22] A stack leaves a pocket while it can: what stands beside Germans tomorrow cannot walk away.
#[test]
fn a_stack_leaves_the_forming_pocket() {
    let units = r#""1410": ["pz7"], "1411": ["pz12"], "1720": ["pz17"], "1721": ["pz18"], "1615": ["r1", "r2", "r3"], "2716": ["konev", "r4", "r5"]"#;
    let (_, end) = play("general", &position(4, "soviet_movement", units, ""));
    assert_eq!(divisions_in(&end, "1615"), 0, "{:?}", end.occupied(Side::Soviet));
}

/// [15.11] A city that the Germans have left empty is walked into, and reached by rail.
#[test]
fn an_empty_city_is_walked_into() {
    let control = r#", "german_control": ["3122", "2626"]"#;
    let units = r#""4020": ["pz7"], "3424": ["r1"], "2725": ["r2"], "4415": ["rokossovsky", "r3"]"#;
    let (_, end) = play("general", &position(8, "soviet_movement", units, control));
    assert_eq!(end.controller(hex("3122")), Some(Side::Soviet), "{:?}", end.occupied(Side::Soviet));
    assert_eq!(end.controller(hex("2626")), Some(Side::Soviet), "{:?}", end.occupied(Side::Soviet));
}

/// [11.11] Divisions behind the German front step onto the supply road when most of the panzers live by it.
#[test]
fn raiders_cut_the_supply_road() {
    let units = r#""3815": ["pz7"], "3816": ["pz12"], "3817": ["pz17"], "3715": ["pz18"], "1413": ["r1"], "4519": ["konev", "r2", "r3"]"#;
    let control = r#", "german_control": ["0412", "0513", "0420", "0424", "0525", "2216", "2217"]"#;
    let start = position(6, "soviet_movement", units, control);
    let (_, end) = play("general", &start);
    let german = end.on_map(Side::German);
    assert!(
        end.out_of_supply(german).len() > start.out_of_supply(german).len(),
        "{:?}",
        end.occupied(Side::Soviet)
    );
}

/// [10.24] A Leader is not given as the step lost while a division can be.
#[test]
fn a_division_is_given_before_a_leader() {
    let units = r#""2912": ["pz7"], "2812": ["mot14-11"], "2814": ["mot14-53"], "3013": ["mot10-20"], "3014": ["mot10-41"],
        "2913": ["rokossovsky", "r1 7-7", "r2 8-8"], "3513": ["konev"]"#;
    let start = position(6, "german_combat", units, "");
    let option = start.legal().attacks.first().copied().expect("an attack");
    let attack = Action::Attack { targets: Targets::one(option.target), units: option.units };
    let mut asked = 0;
    for seed in 0..20 {
        let (mut state, mut chance) = (start, Seeded::from_number(seed));
        let mut general = player("general", 1, Some(1)).expect("a name");
        state.apply(&attack, &mut chance).expect("no refusal");
        while let Some(decision) = state.decision().filter(|_| state.in_combat()) {
            let action = match decision.side {
                Side::Soviet => general.choose(&state, &Unwatched),
                Side::German => state.legal().others.pop().expect("an answer"),
            };
            if let Action::LoseStep { unit } = action
                && decision.side == Side::Soviet
            {
                asked += 1;
                let divisions = state.combatants(Side::Soviet).and(&UnitSet::DIVISION);
                assert!(!unit.is_leader() || divisions.is_empty(), "{unit} instead of {divisions:?}");
            }
            state.apply(&action, &mut chance).expect("no refusal");
        }
    }
    assert!(asked > 0, "no step was lost");
}
