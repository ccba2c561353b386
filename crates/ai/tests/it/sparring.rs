//! Sparring partners: each does what it is made for in a position made for it, and plays whole games besides.

use crate::support::{hex, play_phase, position};
use pgg_ai::sim::{self, Seeds};
use pgg_ai::{Player, habits, sparring};
use pgg_core::{Action, Options, Phase, Place, Side, State, UnitId, UnitSet, data};

fn unit(text: &str) -> UnitId {
    data().roster.parse_unit(text).expect("a unit")
}

fn partner(name: &str) -> Box<dyn Player> {
    sparring::player(name, 1).expect("a partner")
}

/// Play the phase to its end: what was done, and the position after it.
fn play(name: &str, start: &State) -> (Vec<Action>, State) {
    play_phase(&mut *partner(name), start, 1)
}

#[test]
fn every_partner_plays_either_side_to_the_end() {
    for (k, name) in sparring::NAMES.into_iter().enumerate() {
        let seeds = Seeds::of(6, k as u64);
        let (mut german, mut soviet) = (partner(name), partner(name));
        let game = sim::play(Options::default(), seeds.game, &mut *german, &mut *soviet).expect("a game");
        assert_eq!(game.state.phase(), Phase::GameOver, "{name}");
    }
    assert!(sparring::player("nobody", 1).is_none());
}

/// A Leader alone off the way: the panzers stand beside him at the end, or he is gone.
#[test]
fn the_hunter_hunts_leaders() {
    let units = r#""2812": ["pz7"], "3114": ["rokossovsky"], "5015": ["konev", "r1"]"#;
    let (actions, end) = play("hunter", &position(6, "german_movement", units, ""));
    let leader = unit("rokossovsky");
    let caught = end.hex(leader).is_some_and(|at| end.zones(Side::German).contains(at));
    assert!(caught || end.place(leader) == Place::Dead, "{actions:?}");
}

/// [9.71] Two divisions stand where they leave a stack no way out.
#[test]
fn the_encircler_closes_the_ways_of_retreat() {
    let units = r#""2912": ["r1 3-4", "r2 3-4"], "2712": ["pz7"], "2710": ["pz12"], "2714": ["pz10"],
        "4015": ["rokossovsky"]"#;
    let start = position(6, "german_movement", units, "");
    let (_, end) = play("encircler", &start);
    let ways =
        |state: &State| hex("2912").neighbours().filter(|&(_, h)| state.is_open(Side::Soviet, h)).count();
    let gone = !end.occupied(Side::Soviet).contains(hex("2912"));
    assert!(gone || ways(&end) == 0, "{} ways are open", ways(&end));
}

/// [9.4] It attacks at 8-1, with what that takes.
#[test]
fn the_encircler_attacks_at_good_odds() {
    let units = r#""2912": ["r1 1-1"], "2812": ["pz7"], "3012": ["pz12"], "5015": ["rokossovsky"]"#;
    let (actions, _) = play("encircler", &position(6, "german_combat", units, ""));
    let Some(Action::Attack { units, targets }) = actions.first() else { panic!("{actions:?}") };
    let state = position(6, "german_combat", r#""2912": ["r1 1-1"], "2812": ["pz7"], "3012": ["pz12"]"#, "");
    assert_eq!(targets.iter().collect::<Vec<_>>(), [hex("2912")]);
    assert!(units.is_within(&state.on_map(Side::German)) && units.len() < 6, "{units:?}");
}

/// A panzer regiment that can be closed in is, and cut off from supply by it.
#[test]
fn the_killer_closes_in_lone_panzers() {
    let units = r#""2912": ["pz7-25"], "3112": ["r1"], "2712": ["r2"], "3311": ["r3"], "3313": ["r4"],
        "3411": ["rokossovsky"]"#;
    let start = position(5, "soviet_movement", units, "");
    assert!(!habits::exposed(&start).is_empty());
    let (_, end) = play("killer", &start);
    let open = hex("2912").neighbours().filter(|&(_, h)| end.is_open(Side::German, h)).count();
    assert_eq!(open, 0);
    assert!(!end.is_supplied(unit("pz7-25")));
}

/// Both hexes of Smolensk are filled.
#[test]
fn the_fortress_fills_its_cities() {
    let units = r#""1414": ["pz7"], "2216": ["r1"], "2217": ["r2"], "2315": ["r3"], "2316": ["r4"], "2317": ["r5"],
        "2416": ["r6"], "2215": ["r7"], "2417": ["rokossovsky"]"#;
    let (_, end) = play("fortress", &position(4, "soviet_movement", units, ""));
    let in_city =
        [hex("2216"), hex("2217")].map(|h| end.side_in(Side::Soviet, h).and(&UnitSet::DIVISION).len());
    assert!(in_city.iter().sum::<usize>() >= 5, "{in_city:?}");
}

/// [6.32, 15.12] By rail into Yel'nya, which the Germans left empty.
#[test]
fn the_raider_rides_into_an_empty_city() {
    let units = r#""2922": ["pz17"], "4326": ["r1 7-7"], "4020": ["rokossovsky"]"#;
    let start = position(8, "soviet_movement", units, r#", "german_control": ["3122"]"#);
    let (actions, end) = play("raider", &start);
    assert!(end.occupied(Side::Soviet).contains(hex("3122")), "{actions:?}");
    assert!(actions.iter().any(|a| matches!(a, Action::Ride { .. })), "{actions:?}");
}

/// A panzer division that can be closed in is, under the command of a Leader who was too far away [10.35], and is attacked in
/// the same turn by more than twice its defence.
#[test]
fn the_punisher_closes_in_and_attacks() {
    let units = r#""2912": ["pz7"], "3211": ["r1 4-5", "r2 3-4", "r3 4-5"], "3213": ["r4 4-5", "r5 3-4"],
        "2609": ["r6 3-3", "r7 4-4"], "2615": ["r8 4-4", "r9 3-3"], "3612": ["konev"]"#;
    let start = position(5, "soviet_movement", units, "");
    let mut player = partner("punisher");
    let (_, closed) = play_phase(&mut *player, &start, 1);
    assert!(!closed.is_supplied(unit("pz7-25")), "it has a line");
    let (actions, _) = play_phase(&mut *player, &closed, 1);
    let Some(Action::Attack { units, targets }) = actions.first() else { panic!("{actions:?}") };
    let odds = closed.odds(*units, targets, false).expect("an attack");
    assert!(targets.iter().eq([hex("2912")]) && odds.attack.mean > 2.0 * odds.defense.mean, "{odds:?}");
}
