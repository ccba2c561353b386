//! Habits that a player would laugh at if they were missing. The Germans leave no city to an enemy who comes by, on foot or by
//! rail, let the infantry free the panzers, do not overrun without supply against odds, and do not wait while the Soviet
//! marker lies on the road; the Soviets leave no city to be walked into, do not strip one for a counter-attack, strike with
//! as many as it takes, keep their marker for many and come in where there is room; the Leaders of `major` keep company.

use crate::support::{hex, play_phase, position};
use pgg_ai::sim::Seeds;
use pgg_ai::{Unwatched, player};
use pgg_core::game::event::Why;
use pgg_core::{Action, Event, Hex, Options, Phase, Seeded, Side, State, UnitSet};

/// What the Germans have taken by the middle of a game.
const WEST: &str =
    r#", "german_control": ["2216", "2217", "0412", "0513", "0420", "0424", "0525", "2626", "3122"]"#;

/// The players who plan.
const PLANNERS: [&str; 2] = ["major", "general"];

/// Play the phase to its end: what was done, and the position after it.
pub(crate) fn play(name: &str, start: &State) -> (Vec<Action>, State) {
    play_phase(&mut *player(name, 1, Some(1)).expect("a name"), start, 1)
}

/// [6.3] The only division in Yel'nya stays there while Soviets can walk in, or come by rail from far away.
#[test]
fn a_city_taken_is_not_left_open() {
    let on_foot = r#""3122": ["inf6"], "2922": ["pz17"], "3322": ["r1 7-7"], "4020": ["rokossovsky"]"#;
    let by_rail = r#""3122": ["inf6"], "3222": ["pz17"], "4326": ["r1 7-7"], "4020": ["rokossovsky"]"#;
    let control = r#", "german_control": ["3122", "2216", "2217"]"#;
    for name in PLANNERS {
        for units in [on_foot, by_rail] {
            let (_, end) = play(name, &position(8, "german_movement", units, control));
            assert!(end.occupied(Side::German).contains(hex("3122")), "{name} leaves Yel'nya: {units}");
        }
    }
}

/// [11.31, 6.5] Cut off, a division overruns at a quarter of its strength: too little against one that it would run
/// down otherwise.
#[test]
fn without_supply_it_does_not_overrun_against_odds() {
    // `general` wants twice the strength.
    let overruns = |name: &str, more: &str| {
        let r1 = if name == "major" { "r1 7-7" } else { "r1 4-5" };
        let units =
            format!(r#""3121": ["mot29"], "3122": ["{r1}"], "4212": ["rokossovsky"], "5030": ["r2 1-2"]"#);
        let start = position(6, "german_movement", &units, more);
        assert_eq!(start.out_of_supply(start.on_map(Side::German)).is_empty(), more.is_empty());
        let (actions, _) = play(name, &start);
        actions.iter().filter(|a| matches!(a, Action::Overrun { .. })).count()
    };
    for name in PLANNERS {
        assert!(overruns(name, "") > 0, "{name}");
        assert_eq!(overruns(name, r#", "soviet_marker": "0120", "soviet_marker_uses": 1"#), 0, "{name}");
    }
}

/// A Leader whom the Germans could get to if the line broke stands with a division.
#[test]
fn a_leader_near_the_front_keeps_company() {
    let units = r#""1515": ["pz7"], "1518": ["pz10"], "1914": ["r1"], "1917": ["r2"], "2015": ["r3"], "2218": ["konev"], "2516": ["r4"]"#;
    let (_, end) = play("major", &position(5, "soviet_movement", units, ""));
    let at = end.on_map(Side::Soviet).and(&UnitSet::LEADER).first().and_then(|l| end.hex(l));
    let at = at.expect("a Leader");
    let company = end.side_in(Side::Soviet, at).without(&UnitSet::LEADER);
    assert!(!company.is_empty(), "alone in {at}");
}

/// [13.46] The marker comes off at the end of the turn: the infantry marches on, also to where it has no supply now.
#[test]
fn the_marker_on_the_road_does_not_stop_the_infantry() {
    let units = r#""1716": ["inf6"], "1718": ["inf26"], "2217": ["r1 2-3"], "3217": ["rokossovsky"]"#;
    let more = r#", "soviet_marker": "0120", "soviet_marker_uses": 1"#;
    let start = position(8, "german_movement", units, more);
    let columns =
        |state: &State| state.occupied(Side::German).iter().map(|h| u32::from(h.column())).sum::<u32>();
    for name in PLANNERS {
        let (_, end) = play(name, &start);
        assert!(columns(&end) >= columns(&start) + 8, "{name}: {:?}", end.occupied(Side::German));
    }
}

/// A German alone two hexes from an objective: the blow is struck, but two divisions stay where they are needed.
#[test]
fn a_counter_attack_does_not_strip_a_city() {
    let units = r#""5813": ["mot29-15 lost 1"], "5915": ["r1 9-8", "r2 8-8", "r3 7-7"], "5811": ["r4 3-5", "r5 2-3"],
        "5916": ["rokossovsky"]"#;
    for name in PLANNERS {
        let (_, end) = play(name, &position(8, "soviet_movement", units, ""));
        let beside = |h: &Hex| h.distance(hex("5813")) == 1;
        assert!(end.occupied(Side::Soviet).iter().any(|h| beside(&h)), "{name} does not strike");
        let left = end.side_in(Side::Soviet, hex("5915")).without(&UnitSet::LEADER).len();
        assert!(left >= 2, "{name} leaves {left} in 5915");
    }
}

/// A panzer division that has gone too far is attacked by as many as it takes, not by seven.
#[test]
fn a_blow_takes_as_many_as_are_needed() {
    let units = r#""5016": ["pz7"], "4918": ["r1", "r2", "r3"], "5018": ["r4", "r5", "r6"], "5118": ["r7", "r8", "r9"],
        "4914": ["r10", "r11", "r12"], "5117": ["rokossovsky"]"#;
    for name in PLANNERS {
        let (_, end) = play(name, &position(8, "soviet_movement", units, ""));
        let beside: usize = hex("5016")
            .neighbours()
            .map(|(_, h)| end.side_in(Side::Soviet, h).without(&UnitSet::LEADER).len())
            .sum();
        assert!(beside > 7, "{name} sends {beside}");
    }
}

/// [12.3] Ten divisions that nobody has seen round a brigade that is cut off: some may have no strength, so not all attack,
/// but some do.
#[test]
fn surrounded_germans_are_attacked() {
    let units = r#""3611": ["lehr lost 1"], "3610": ["r1", "r2", "r3"], "3612": ["r4"], "3711": ["r5", "r6", "r7"],
        "3712": ["r8", "r9", "r10"], "3811": ["rokossovsky"], "3212": ["pz7"]"#;
    for name in PLANNERS {
        let (actions, _) = play(name, &position(8, "soviet_combat", units, ""));
        let attackers = actions.iter().find_map(|action| match action {
            Action::Attack { units, .. } => Some(units.len()),
            _ => None,
        });
        assert!(attackers.is_some_and(|count| count < 10), "{name} attacks with {attackers:?}");
    }
}

/// [13.4] Three uses: none for a few units while there is time, any for whomever it hits when uses would be left over.
/// `general` does not wait where it halves most of the German attack [11.31].
#[test]
fn the_soviet_marker_is_kept_for_many() {
    let units = r#""3019": ["pz17"], "3020": ["pz18"], "3021": ["pz10"], "3022": ["pz7"], "4015": ["r1", "rokossovsky"]"#;
    for name in PLANNERS {
        let placed = |turn: u8| {
            let (actions, _) = play(name, &position(turn, "soviet_interdiction", units, ""));
            actions.iter().filter(|a| matches!(a, Action::Interdict { .. })).count()
        };
        let early = usize::from(name == "general");
        assert_eq!((placed(6), placed(11)), (early, 1), "{name}");
    }
}

/// A panzer division fills its hex, so nobody can relieve it before it has gone: it goes, and the infantry steps in; also
/// far behind the front.
#[test]
fn the_infantry_frees_the_panzers() {
    let control = r#", "german_control": ["2216", "2217", "0412", "0513"]"#;
    let smolensk = r#""2216": ["pz7"], "2215": ["inf6"], "2217": ["inf26"], "2617": ["r1 7-7"], "4020": ["rokossovsky"]"#;
    let vitebsk = r#""0412": ["pz7"], "0513": ["inf6", "inf26"], "0409": ["r1 9-8"], "4015": ["r2", "r3", "rokossovsky"],
        "3122": ["r4", "r5"], "2626": ["r6", "r7"]"#;
    for name in PLANNERS {
        for (turn, at, units) in [(8, "2216", smolensk), (11, "0412", vitebsk)] {
            let (_, end) = play(name, &position(turn, "german_movement", units, control));
            let here = end.side_in(Side::German, hex(at));
            assert!(!here.is_empty(), "{name} leaves {at}: {:?}", end.occupied(Side::German));
            assert!(here.iter().all(|u| !end.kind(u).is_mechanized()), "{name} keeps the panzers in {at}");
        }
    }
}

/// What the Germans can walk into is held before any line is drawn, what counts most by two divisions.
#[test]
fn no_city_is_left_for_the_germans_to_walk_into() {
    let units = r#""3016": ["pz7"], "2814": ["pz17"], "4015": ["r1", "r2"], "3916": ["r3"], "3715": ["r4", "konev"],
        "5914": ["r5", "r6", "r7", "rokossovsky"], "5907": ["r8"], "5921": ["r9"], "2626": ["r10"],
        "2216": ["r11"], "2217": ["r12"]"#;
    for name in PLANNERS {
        let (_, end) = play(name, &position(5, "soviet_movement", units, ""));
        let held = |at: &str| end.side_in(Side::Soviet, hex(at)).without(&UnitSet::LEADER).len();
        assert!(held("3122") >= 1, "{name} leaves Yel'nya: {:?}", end.occupied(Side::Soviet));
        assert!(held("5915") >= 2, "{name} has {} in 5915", held("5915"));
    }
}

/// [7.1] Most Soviet divisions come in at 5907. None is lost because too many stand there: on the first turn, when others
/// have gone there to hold it, in a game in which many come by rail, and in one in which Germans shut it in.
#[test]
fn nobody_is_lost_for_want_of_room() {
    let first_turn = |name| (0..6).map(move |k| ("cadet", name, 1, k));
    let games = [("major", "major", 4, 11), ("cadet", "major", 12, 97)];
    for (german, soviet, last, k) in PLANNERS.into_iter().flat_map(first_turn).chain(games) {
        let seeds = Seeds::of(9, k);
        let mut german = player(german, seeds.german, None).expect("a name");
        let mut soviet = player(soviet, seeds.soviet, Some(1)).expect("a name");
        let mut chance = Seeded::from_number(seeds.game);
        let (mut state, _) = State::new_game(Options::default(), &mut chance).expect("a game");
        while let Some(decision) = state.decision().filter(|_| state.turn() <= last) {
            let player = if decision.side == Side::German { &mut german } else { &mut soviet };
            let action = player.choose(&state, &Unwatched);
            for event in state.apply(&action, &mut chance).expect("no refusal") {
                let lost = matches!(event, Event::Eliminated { why: Why::Stacking, .. });
                assert!(!lost, "turn {}: {event:?}", state.turn());
            }
        }
    }
}

/// [13.45] The panzers live by the supply road: infantry near its head stands on it as far as the fork, so that the marker
/// finds no hex there.
#[test]
fn infantry_guards_the_head_of_the_supply_road() {
    let units = r#""0121": ["inf5"], "0320": ["inf6"], "0317": ["inf26"], "0419": ["inf15"], "0618": ["inf7"],
        "2715": ["pz7"], "2717": ["pz10"], "2719": ["pz17"], "2721": ["pz18"], "3516": ["r1", "r2"], "3519": ["r3", "r4"],
        "4015": ["r5", "rokossovsky"]"#;
    let (_, end) = play("general", &position(7, "german_movement", units, WEST));
    for road in ["0120", "0219", "0319", "0418", "0518"] {
        let guards = end.side_in(Side::German, hex(road));
        assert!(!guards.is_empty(), "{road} is open: {:?}", end.occupied(Side::German));
        assert!(guards.iter().all(|u| !end.kind(u).is_mechanized()), "panzers guard {road}");
    }
}

/// [6.55, 9.5] An overrun of a division that is known to be more than half as strong costs as much as it brings: it is
/// attacked in the Combat Phase instead, at twice the strength.
#[test]
fn a_strong_division_is_attacked_and_not_overrun() {
    let units = r#""2216": ["inf5"], "2217": ["inf6"], "3122": ["inf7"], "2626": ["inf15"],
        "2615": ["pz7"], "2816": ["r1 4-5"], "2613": ["pz10"], "3516": ["r5", "rokossovsky"]"#;
    let start = position(6, "german_movement", units, WEST);
    let (actions, end) = play("general", &start);
    assert!(!actions.iter().any(|a| matches!(a, Action::Overrun { .. })), "{actions:?}");
    assert_eq!(end.phase(), Phase::GermanCombat);
    let (attacks, _) = play("general", &end);
    assert!(attacks.iter().any(|a| matches!(a, Action::Attack { .. })), "{:?}", end.occupied(Side::German));
}

/// [9.71] Four divisions close in on one Soviet stack: it cannot retreat, has no supply, and is attacked by two or more at once.
#[test]
fn a_stack_is_ringed_and_attacked_by_several_divisions() {
    let units = r#""2216": ["inf5"], "2217": ["inf6"], "3122": ["inf7"], "2626": ["inf15"],
        "2412": ["pz7"], "2414": ["pz10"], "2418": ["pz17"], "2420": ["pz18"], "2816": ["r1 4-5", "r2 4-5", "r3 4-5"],
        "4016": ["r5", "rokossovsky"]"#;
    let (_, end) = play("general", &position(6, "german_movement", units, WEST));
    let zones = end.zones(Side::German);
    let way_out = hex("2816")
        .neighbours()
        .find(|(_, h)| !zones.contains(*h) && end.side_in(Side::German, *h).is_empty());
    assert_eq!(way_out, None, "{:?}", end.occupied(Side::German));
    let (attacks, _) = play("general", &end);
    let most = attacks.iter().filter_map(|a| match a {
        Action::Attack { units, .. } => Some(units.len()),
        _ => None,
    });
    assert!(most.max() >= Some(6), "{attacks:?}");
}
