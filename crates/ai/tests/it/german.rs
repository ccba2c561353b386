//! The German side of `general`: what a player found wrong in games by hand (docs/games/by-hand.md), as positions with a
//! choice that is known to be better.

use crate::support::{hex, play_phase, position};
use pgg_ai::{peril, player};
use pgg_core::{Phase, Record, Side, State, UnitId, data};

/// The second game by hand: `general` as the Germans lost eleven divisions, most of them to rings.
const BY_HAND: &str = include_str!("../../../../docs/games/5-the-ring-before-smolensk.jsonl");

/// About half of what a panzer division is worth, the points for its end [15.12] included.
const HALF: f32 = 4.0;

/// The position of that game when a phase begins.
fn by_hand(turn: u8, phase: Phase) -> State {
    let record = Record::parse(BY_HAND).expect("a record");
    let mut states = record.replay().expect("it begins").map(|step| step.expect("it goes on").state);
    states.find(|state| (state.turn(), state.phase()) == (turn, phase)).expect("a phase of the game")
}

fn unit(text: &str) -> UnitId {
    data().roster.parse_unit(text).expect("a unit")
}

/// The position in which `general` leaves a phase.
fn played(start: &State) -> State {
    play_phase(&mut *player("general", 1, None).expect("a level"), start, 1).1
}

/// Points that the worst blow against a hex is likely to take.
fn toll(state: &State, at: &str) -> f32 {
    let blows = peril::blows(state);
    blows.iter().find(|blow| blow.target == hex(at)).map_or(0.0, |blow| blow.toll)
}

/// Three divisions that the player destroyed by a ring, on the turn before: each would cost most of what it is worth.
#[test]
fn rings_that_a_player_made_are_seen_before() {
    for (turn, at) in [(2, "2014"), (3, "2213"), (9, "3021")] {
        let state = by_hand(turn, Phase::SovietMovement);
        assert!(toll(&state, at) > HALF, "turn {turn}, {at}: {:?}", peril::blows(&state));
    }
}

/// In the Mechanized Movement Phases in which it ran ahead alone in that game, it keeps together now.
#[test]
fn a_lone_division_does_not_run_into_the_reach_of_many() {
    for (turn, units) in
        [(1, ["mot14-11", "pz20-21"]), (2, ["mot18-30", "lehr"]), (3, ["mot29-15", "pz19-27"])]
    {
        let end = played(&by_hand(turn, Phase::MechanizedMovement));
        let blows = peril::blows(&end);
        for at in units.map(|name| end.hex(unit(name)).expect("it lives")) {
            let taken = blows.iter().find(|blow| blow.target == at).map_or(0.0, |blow| blow.toll);
            assert!(taken < HALF, "turn {turn}, {at}: {blows:?}");
        }
    }
}

/// Panzers far ahead, with divisions on all sides that can close in on them, do not stay: in reach there is a place beside
/// friends.
#[test]
fn who_could_be_closed_in_comes_home() {
    let units = r#""2912": ["pz7"], "2412": ["inf6"], "2413": ["inf26"], "2411": ["inf5"],
        "3111": ["r1 3-4", "r2 3-4", "r9 3-3"], "3113": ["r3 4-4", "r4 3-4", "r10 2-3"], "2908": ["r5 4-5", "r6 3-3"],
        "2915": ["r7 4-4", "r8 3-4"], "3211": ["konev"], "3214": ["lukin"], "5915": ["r20 3-3"], "4417": ["r21 3-4"]"#;
    let start = position(6, "mechanized_movement", units, "");
    assert!(toll(&start, "2912") > 3.0, "{:?}", peril::blows(&start));
    let end = played(&start);
    let at = end.hex(unit("pz7-25")).expect("it lives").to_string();
    assert!(toll(&end, &at) < 2.0, "{at}: {:?}", peril::blows(&end));
}

/// The last division in Vitebsk, closed in and out of supply, at 10-1: it is attacked, and infantry walks in. For five turns
/// `general` stood round it with six divisions, as its rule of thumb sent single regiments of the panzer divisions into the city.
#[test]
fn a_pocket_that_binds_many_is_cleared() {
    let units = r#""0513": ["r23 6-5"], "0412": ["pz20"], "0514": ["inf5", "inf161"], "0612": ["inf6"], "0613": ["mot20"],
        "2216": ["r1 3-4", "r2 3-4"], "2217": ["r3 4-4"], "2215": ["pz4"], "2318": ["pz18"], "2411": ["konev"],
        "4015": ["r4 3-4"], "5915": ["r20 3-3"], "0120": ["inf23"]"#;
    let start = position(5, "german_combat", units, r#", "german_control": ["0412"]"#);
    let end = played(&start);
    assert!(end.hex(unit("r23")).is_none_or(|at| at != hex("0513")), "it is still there");
    let inside = end.side_in(Side::German, hex("0513"));
    assert!(inside.iter().all(|unit| !end.kind(unit).is_mechanized()), "{inside:?}");
}

/// [13.45] The first hexes of the supply road are held while the army is far ahead: in that game they were left on turn 7, and
/// the Soviet marker put half of the army out of supply on three turns.
#[test]
fn guards_stay_on_the_head_of_the_road() {
    let end = played(&by_hand(7, Phase::GermanMovement));
    for at in ["0120", "0219"] {
        assert!(!end.side_in(Side::German, hex(at)).is_empty(), "{at} is empty");
    }
}
