//! What the terms are made of: stacks, prospects, ways, garrisons, supply.

use super::{APART, FRONT, hex, looked, near, position};
use crate::eval::Clock;
use crate::survey::{Prospect, Supply};
use crate::weights::Weights;
use pgg_core::data::tables::{Column, CombatResult, Edition, Tables};
use pgg_core::{Game, Legal, Options, Seeded, Side, State, UnitSet, data};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

fn german(units: &str, more: &str) -> State {
    position(7, "german_movement", units, more)
}

fn soviet(units: &str, more: &str) -> State {
    position(7, "soviet_movement", units, more)
}

/// A panzer division, a division whose strength is known, and a Leader, each in a hex of its own.
#[test]
fn stacks() {
    let seen = looked(&german(APART, ""));
    let panzer = *seen.survey().stack(Side::German, hex("1222")).expect("a stack");
    assert!(near(panzer.attack, 16.0) && near(panzer.defence, 16.0), "[7.3] {panzer:?}");
    assert_eq!((panzer.steps, panzer.units, panzer.leaders), (6, 3, 0));
    assert!(panzer.mechanized && panzer.scores && !panzer.unsupplied && !panzer.untried);
    assert!(near(panzer.division_lost(0.5), 1.0), "a share of a share of four points");
    let rifle = *seen.survey().stack(Side::Soviet, hex("1722")).expect("a stack");
    assert!(near(rifle.attack, 7.0) && near(rifle.defence, 7.0), "{rifle:?}");
    assert_eq!((rifle.steps, rifle.units, rifle.leaders), (1, 1, 0));
    assert!(!rifle.mechanized && !rifle.untried && !rifle.unsupplied && !rifle.scores);
    assert!(near(rifle.division_lost(0.5), 0.0));
    let leader = *seen.survey().stack(Side::Soviet, hex("1924")).expect("a stack");
    assert_eq!((leader.units, leader.leaders, leader.steps), (0, 1, 0));
    assert!(near(leader.defence, 5.0) && near(leader.attack, 0.0), "[10.1] {leader:?}");
    assert!(seen.survey().stack(Side::Soviet, hex("1222")).is_none());
    assert!(seen.survey().stack(Side::German, hex("3030")).is_none());
}

/// [R45, 6.62, 11.31] With a division a Leader does not defend; the Disrupted do not attack; without supply all is half.
#[test]
fn strengths_of_stacks() {
    let seen = looked(&german(r#""1222": ["pz7"], "1722": ["r1 7-7", "konev"]"#, ""));
    let both = seen.survey().stack(Side::Soviet, hex("1722")).expect("a stack");
    assert!(near(both.defence, 7.0) && near(both.attack, 7.0));
    assert_eq!((both.units, both.leaders), (1, 1));
    let disrupted = r#""1222": ["inf6 disrupted"], "1722": ["r1 7-7 disrupted"], "1924": ["konev"]"#;
    let seen = looked(&german(disrupted, ""));
    for (side, at, defence) in [(Side::German, "1222", 9.0), (Side::Soviet, "1722", 7.0)] {
        let stack = seen.survey().stack(side, hex(at)).expect("a stack");
        assert!(near(stack.attack, 0.0) && near(stack.defence, defence), "{stack:?}");
    }
    let seen = looked(&german(r#""1222": ["pz7"], "1722": ["r1 7-7"]"#, ""));
    let alone = seen.survey().stack(Side::Soviet, hex("1722")).expect("a stack");
    assert!(alone.unsupplied && near(alone.attack, 3.5) && near(alone.defence, 3.5), "{alone:?}");
    // [13.46] The marker is gone before the enemy can attack: it halves the attack alone.
    let far = r#""3121": ["mot29"], "4212": ["rokossovsky"]"#;
    let seen =
        looked(&position(6, "german_movement", far, r#", "soviet_marker": "0120", "soviet_marker_uses": 1"#));
    let marked = seen.survey().stack(Side::German, hex("3121")).expect("a stack");
    assert!(marked.unsupplied && near(marked.attack, 6.0) && near(marked.defence, 12.0), "{marked:?}");
    assert!(near(marked.dearth, 0.0), "it passes");
    let seen = looked(&german(
        r#""1222": ["pz7-25", "lehr"], "1322": ["pz7-6"], "1722": ["r1"], "1924": ["konev"]"#,
        "",
    ));
    let part = seen.survey().stack(Side::German, hex("1222")).expect("a stack");
    assert!(!part.scores, "[15.12] the rest of the division is elsewhere");
    assert!(near(part.attack, 7.0), "[7.3] nobody is doubled");
    let untried = seen.survey().stack(Side::Soviet, hex("1722")).expect("a stack");
    assert!(untried.untried && (untried.defence - 3.96).abs() < 0.3 && (untried.attack - 2.9).abs() < 0.3);
}

/// Untried armour counts as its kind does on average.
#[test]
fn means_by_kind() {
    let seen = looked(&german(
        r#""1222": ["pz7"], "1722": ["r1"], "1822": ["tank"], "1922": ["mechanised"], "2024": ["konev"]"#,
        "",
    ));
    let attack = |at| seen.survey().stack(Side::Soviet, hex(at)).expect("a stack").attack;
    let mean = |kind| {
        let roster = &data().roster;
        let all: Vec<f32> =
            roster.counters()[roster.counters_of(kind)].iter().map(|c| f32::from(c.attack)).collect();
        all.iter().sum::<f32>() / all.len() as f32
    };
    assert!(near(attack("1722"), mean(pgg_core::Kind::Rifle)));
    assert!(near(attack("1822"), mean(pgg_core::Kind::Tank)));
    assert!(near(attack("1922"), mean(pgg_core::Kind::Mechanised)));
}

/// [9.5] What a column does, by its six results.
#[test]
fn prospects() {
    for edition in [Edition::Reference, Edition::Print1976] {
        let table = Prospect::of(edition);
        let fight = |attack: f32, defence: f32, untried: bool| Prospect::at(&table, attack, defence, untried);
        for (attack, defence) in [(8, 16), (8, 8), (12, 8), (16, 8), (24, 8), (40, 8), (64, 8)] {
            let column = Tables::column_of(attack, defence);
            let results = (1..=6).map(|die| data().tables.result(edition, column, die));
            let share = |of: &dyn Fn(CombatResult) -> f32| results.clone().map(of).sum::<f32>() / 6.0;
            let steps = |r: CombatResult| match r {
                CombatResult::De | CombatResult::DeA1 => 3.0,
                CombatResult::D2 | CombatResult::D2A1 => 2.0,
                CombatResult::D1 | CombatResult::D1A1 | CombatResult::Eng => 1.0,
                CombatResult::A1 | CombatResult::A2 | CombatResult::Ae => 0.0,
            };
            let own = |r: CombatResult| match r {
                CombatResult::D1A1 | CombatResult::D2A1 | CombatResult::DeA1 | CombatResult::A1 => 0.35,
                CombatResult::A2 => 0.8,
                CombatResult::Ae => 3.0,
                CombatResult::Eng => 1.0,
                CombatResult::D1 | CombatResult::D2 | CombatResult::De => 0.0,
            };
            let free = |r: CombatResult| match r {
                CombatResult::D1 | CombatResult::D1A1 => 0.0,
                CombatResult::D2 | CombatResult::D2A1 => 0.15,
                other => steps(other),
            };
            let clears = |r: CombatResult| f32::from(u8::from(steps(r) > 0.0 && r != CombatResult::Eng));
            let through = |r: CombatResult| clears(r) * f32::from(u8::from(own(r) == 0.0));
            let told = fight(attack as f32, defence as f32, false);
            assert!(near(told.trapped, share(&steps)), "{column}: {told:?}");
            assert!(near(told.free, share(&free)), "{column}: {told:?}");
            assert!(near(told.own, share(&own)), "{column}: {told:?}");
            assert!(near(told.clears, share(&clears)), "{column}: {told:?}");
            assert!(near(told.through, share(&through)), "{column}: {told:?}");
            let of = |factor: f32| fight(attack as f32, factor * defence as f32, false);
            let (weak, mean, strong) = (of(0.6), of(1.0), of(1.5));
            let unseen = fight(attack as f32, defence as f32, true);
            for (told, parts) in [
                (unseen.trapped, [weak.trapped, mean.trapped, strong.trapped]),
                (unseen.free, [weak.free, mean.free, strong.free]),
                (unseen.clears, [weak.clears, mean.clears, strong.clears]),
                (unseen.own, [weak.own, mean.own, strong.own]),
                (unseen.through, [weak.through, mean.through, strong.through]),
            ] {
                assert!(near(told, 0.3 * parts[0] + 0.4 * parts[1] + 0.3 * parts[2]), "{column}");
            }
        }
        assert_eq!(fight(0.0, 0.0, false), fight(1.0, 1.0, false), "strengths are at least one");
    }
    assert_eq!(Column::ALL.len(), 12);
}

/// Where the Germans start from: the weak, the slow and the pinned are late, and so are newcomers.
#[test]
fn the_germans_set_out() {
    let late = |units: &str, at: &str| {
        let seen = looked(&german(units, ""));
        seen.survey().ways().sources().iter().find(|(_, h)| *h == hex(at)).expect("a source").0
    };
    assert_eq!(late(APART, "1222"), 0);
    assert_eq!(late(FRONT, "1222"), 5, "[6.22] pinned");
    assert_eq!(late(r#""1222": ["inf6"], "1924": ["konev"]"#, "1222"), 12, "slow");
    assert_eq!(late(r#""1222": ["pz7-25"], "1924": ["konev"]"#, "1222"), 8, "weak");
    assert_eq!(
        late(r#""1222": ["inf6 lost 2"], "1322": ["r1"], "1924": ["konev"]"#, "1222"),
        25,
        "all of it"
    );
    // pz10 comes on turn 3 at E.
    let area = data().roster.german(data().roster.parse_unit("pz10-7").expect("a unit")).area;
    for (turn, late) in [(1, Some(56)), (2, Some(30)), (3, Some(4))] {
        let more = r#", "scheduled": ["pz10"]"#;
        let seen = looked(&position(turn, "german_movement", APART, more));
        let told = seen
            .survey()
            .ways()
            .sources()
            .iter()
            .find(|(_, h)| *h == data().schedule.area(area)[0])
            .map(|s| s.0);
        assert_eq!(told, late, "turn {turn}");
    }
    let infantry = looked(&position(1, "german_movement", APART, r#", "scheduled": ["inf6"]"#));
    assert_eq!(infantry.survey().ways().sources().len(), 1, "nobody waits for the infantry");
}

/// Tolls: what bars the way makes it longer, by zones, stacks and their strength.
#[test]
fn tolls_on_the_way() {
    let way = |units: &str| looked(&soviet(units, "")).survey().ways().to(hex("2216"));
    let open = way(r#""1222": ["pz7"], "5914": ["rokossovsky"]"#);
    let weak = way(r#""1222": ["pz7"], "2216": ["r1 1-2"], "5914": ["rokossovsky"]"#);
    let strong = way(r#""1222": ["pz7"], "2216": ["r1 9-8"], "5914": ["rokossovsky"]"#);
    assert!(open < weak && weak < strong, "{open}, {weak}, {strong}");
    assert!(strong <= open + 44 + 2 * 9, "no toll is dearer than 44");
    let seen = looked(&german(APART, ""));
    let ways = seen.survey().ways();
    assert_eq!(ways.to(hex("2216")), 500, "the plan knows the ways to objectives, and only these");
    let objective = data().victory.objective_hexes()[0];
    assert!(ways.to_take(objective) < 500);
    assert_eq!(ways.to_take(hex("3030")), 500, "no objective");
}

/// [9.71] No hex to go to: enemies, their zones, full hexes, lakes, the western hexrows.
#[test]
fn trapped_stacks() {
    let trapped = |turn: u8, units: &str, side: Side, at: &str| {
        let state = position(turn, "german_movement", units, "");
        let seen = looked(&state);
        seen.survey().is_trapped(&state, side, hex(at))
    };
    let ring = |more: &str| {
        format!(
            r#""1222": ["r1"], "1220": ["pz7"], "1224": ["pz17"], "1021": ["pz18"], "1023": ["pz10"], "1421": ["mot29"]{more}, "5914": ["rokossovsky"]"#
        )
    };
    assert!(trapped(7, &ring(r#", "1423": ["inf6"]"#), Side::Soviet, "1222"));
    assert!(!trapped(7, APART, Side::Soviet, "1722") && !trapped(7, APART, Side::German, "1222"));
    // [6.4] West of it only columns 01 and 02 are free.
    let west = |more: &str| {
        format!(r#""0310": ["r1"], "0409": ["pz7"], "0410": ["pz17"], "5914": ["rokossovsky"]{more}"#)
    };
    assert!(trapped(6, &west(""), Side::Soviet, "0310"));
    assert!(!trapped(7, &west(""), Side::Soviet, "0310"));
    let full = r#", "0209": ["r2", "r3", "r4"], "0210": ["r5", "r6", "r7"]"#;
    assert!(trapped(7, &west(full), Side::Soviet, "0310"), "[7.1] no room");
    assert!(!trapped(7, &west(&full.replace(r#", "r7""#, "")), Side::Soviet, "0310"));
}

/// How likely Soviets walk or ride into a city that the Germans hold and have left.
#[test]
fn walking_into_an_empty_city() {
    let control = r#", "german_control": ["3122"]"#;
    let risk_of = |state: &State| looked(state).sight().walked_into(&[hex("3122")]);
    let risk = |units: &str| risk_of(&soviet(units, control));
    let with =
        |at: &str, who: &str| format!(r#""1222": ["pz7"], "{at}": ["{who}"], "5914": ["rokossovsky"]"#);
    assert!(near(risk(&with("3125", "r1")), 1.0), "three hexes away");
    assert!(near(risk(&with("3125", "konev")), 0.0), "a Leader takes nothing");
    assert!(
        near(risk(r#""3122": ["inf6"], "3125": ["r1"], "5914": ["rokossovsky"]"#), 0.0),
        "somebody stands there"
    );
    assert!(near(risk_of(&soviet(&with("3125", "r1"), "")), 0.0), "it is not theirs");
    assert!(near(risk(&with("4326", "r1")), 0.7), "[6.3] by rail from far away");
    assert!(near(risk(&with("4404", "r1")), 0.0), "far from any rail");
    let cut = r#", "german_control": ["3122"], "rail_cuts": ["3222"]"#;
    assert!(risk_of(&soviet(&with("4326", "r1"), cut)) <= 0.7);
    // Germans two hexes away who have not moved can step in.
    let relieved = r#""3022": ["inf6"], "3125": ["r1"], "5914": ["rokossovsky"]"#;
    assert!(near(risk_of(&german(relieved, control)), 0.25));
    assert!(near(risk_of(&german(&relieved.replace("inf6", "inf6 moved"), control)), 1.0));
    assert!(near(risk(relieved), 1.0), "in their own turn they do not wait for it");
    assert!(
        near(risk_of(&position(7, "mechanized_movement", relieved, control)), 1.0),
        "[4.2] infantry stays"
    );
    let motorized = relieved.replace("inf6", "mot29");
    assert!(near(risk_of(&position(7, "mechanized_movement", &motorized, control)), 0.25));
}

/// Who holds a city: those in it, or three quarters of those who can step in; panzers hold what infantry could.
#[test]
fn garrisons() {
    let control = r#", "german_control": ["3122"]"#;
    let state = german(r#""3122": ["inf6"], "5914": ["rokossovsky"]"#, control);
    assert!(near(looked(&state).sight().garrison(hex("3122")), 9.0));
    let state = german(r#""3022": ["inf6"], "5914": ["rokossovsky"]"#, control);
    assert!(near(looked(&state).sight().garrison(hex("3122")), 6.75));
    let state = soviet(r#""3022": ["inf6"], "5914": ["rokossovsky"]"#, control);
    assert!(near(looked(&state).sight().garrison(hex("3122")), 0.0));
    let wasted = |units: &str| {
        let state = german(units, control);
        looked(&state).sight().wasted(&[hex("3122")])
    };
    assert!(near(wasted(r#""3122": ["pz7"], "3022": ["inf6"], "5914": ["rokossovsky"]"#), 1.0));
    assert!(near(wasted(r#""3122": ["pz7"], "3022": ["mot29"], "5914": ["rokossovsky"]"#), 0.0));
    assert!(near(wasted(r#""3122": ["inf6"], "3022": ["inf26"], "5914": ["rokossovsky"]"#), 0.0));
    assert!(
        near(wasted(r#""3122": ["pz7-25"], "3022": ["inf6"], "5914": ["rokossovsky"]"#), 0.0),
        "one regiment may"
    );
    assert!(
        near(wasted(r#""3122": ["pz7"], "3022": ["inf6"], "3222": ["r1"], "5914": ["rokossovsky"]"#), 0.0),
        "under fire"
    );
}

/// Weighed with nothing, those near by do not count: nobody steps in.
#[test]
fn without_relief_nobody_steps_in() {
    let control = r#", "german_control": ["3122"]"#;
    let mut seen = looked(&german(r#""3022": ["inf6"], "3125": ["r1"], "5914": ["rokossovsky"]"#, control));
    assert!(near(seen.sight().garrison(hex("3122")), 6.75));
    assert!(seen.weights.set("relief", 0.0));
    assert!(near(seen.sight().garrison(hex("3122")), 0.0));
    assert!(near(seen.sight().walked_into(&[hex("3122")]), 1.0));
}

/// The chance to have an objective at the end: certain when all is over, better when near, strong and early.
#[test]
fn chances_of_objectives() {
    let yelnya =
        data().victory.objectives().iter().position(|o| o.hexes.contains(&hex("3122"))).expect("Yel'nya");
    let chance_of =
        |state: &State, occupied: bool| looked(state).sight().chance_of(&Clock::of(state), yelnya, occupied);
    let over = position(12, "air_interdiction", APART, "");
    assert!(near(chance_of(&over, true), 1.0) && near(chance_of(&over, false), 0.0));
    let last = position(12, "german_movement", r#""3122": ["inf6"], "5914": ["rokossovsky"]"#, "");
    assert!(near(chance_of(&last, true), 1.0) && near(chance_of(&last, false), 0.3));
    let at = |turn: u8, units: &str| chance_of(&position(turn, "german_movement", units, ""), false);
    let (near_by, far) =
        (r#""2922": ["pz7"], "5914": ["rokossovsky"]"#, r#""1222": ["pz7"], "5914": ["rokossovsky"]"#);
    assert!(at(7, near_by) > at(7, far) && at(7, far) > 0.0);
    assert!(at(7, near_by) > at(7, r#""2922": ["pz7"], "3122": ["r1 9-8"], "5914": ["rokossovsky"]"#));
    assert!(at(7, near_by) > at(7, r#""2922": ["pz7-6"], "5914": ["rokossovsky"]"#));
    assert!(at(4, far) > at(11, far), "there is time");
    assert!(at(4, near_by) <= Weights::default().untaken);
    let held =
        |units: &str, occupied: bool| chance_of(&soviet(units, r#", "german_control": ["3122"]"#), occupied);
    let (alone, fought) = (
        r#""3122": ["inf6"], "5914": ["rokossovsky"]"#,
        r#""3122": ["inf6"], "3222": ["r1 9-8", "r2 9-8"], "5914": ["rokossovsky"]"#
            .replace("r2 9-8", "r2 8-8"),
    );
    assert!(held(alone, true) > held(&fought, true) && held(alone, true) > held(alone, false));
    assert!(
        held(alone, true) > held(r#""3022": ["inf6"], "5914": ["rokossovsky"]"#, true),
        "a garrison keeps it"
    );
}

/// What an attack promises: nothing from afar, more against a stack that cannot leave, the prize where a city is won.
#[test]
fn promises() {
    let promise = |units: &str, at: &str| {
        let state = german(units, "");
        let seen = looked(&state);
        seen.sight().promise(seen.survey().stack(Side::Soviet, hex(at)).expect("a stack"), Side::German)
    };
    assert!(near(promise(APART, "1722"), 0.0));
    let alone = promise(FRONT, "1322");
    assert!(alone > 0.0);
    let two = promise(r#""1222": ["pz7"], "1422": ["pz17"], "1322": ["r1 7-7"], "1624": ["konev"]"#, "1322");
    assert!(two > alone, "{two} by two divisions, {alone} by one");
    let strong = promise(r#""1222": ["pz7"], "1322": ["r1 9-8", "r2 8-8"], "1624": ["konev"]"#, "1322");
    assert!(strong < two, "{strong}");
    let disrupted = promise(r#""1222": ["inf6 disrupted"], "1322": ["r1 7-7"], "1624": ["konev"]"#, "1322");
    assert!(near(disrupted, 0.0));
}

/// [11.0] Who is out of supply: as the rules have it, from position to position of whole games.
#[test]
fn supply_as_the_rules_have_it() {
    let mut supply = Supply::new();
    let (mut some, mut passing) = (0, 0);
    for seed in 1..4 {
        let mut chance = Seeded::from_number(seed);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (mut game, _) = Game::new(Options::default(), &mut chance).expect("a game");
        let mut legal = Legal::default();
        for n in 0.. {
            let state = *game.state();
            if n % 7 == 0
                && !state.on_map(Side::Soviet).and(&UnitSet::LEADER).iter().any(|u| state.is_disrupted(u))
            {
                let told = supply.unsupplied(&state);
                let all = state.on_map(Side::German).or(&state.on_map(Side::Soviet));
                assert_eq!(told.now, state.out_of_supply(all), "{}", state.to_text());
                assert!(told.lasting.is_within(&told.now));
                some += told.now.len();
                if state.soviet_marker().is_none() {
                    assert_eq!(told.lasting, told.now);
                } else {
                    passing += told.now.without(&told.lasting).len();
                }
            }
            state.legal_into(&mut legal);
            let Some(action) = legal.sample(&mut rng, 16) else { break };
            game.play(&action, &mut chance).expect("a legal action");
        }
    }
    assert!(some > 1000, "{some} out of supply, {passing} for a moment");
}
