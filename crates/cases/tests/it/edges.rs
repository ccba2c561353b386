//! Edges: the last number that counts, the first that does not, sets whose units lie a machine word apart, keys of
//! positions that differ in one thing.

use crate::support::{DONE, Table, action, hex, state, unit, units};
use pgg_core::data::schedule::Area;
use pgg_core::formats::position::POSITION_LIMIT;
use pgg_core::game::chance::Recorded;
use pgg_core::game::event::DieFor;
use pgg_core::hex::HEX_SLOTS;
use pgg_core::unit::{COUNTERS, MoveClass, UNITS};
use pgg_core::{
    Action, Chance, CounterId, Direction, Event, Hex, Kind, Outcome, Path, Position, Seeded, Side, State,
    Targets, UnitId, UnitSet,
};
use std::collections::{BTreeSet, HashSet};

/// Behind the last there is none.
#[test]
fn numbers_end_where_they_should() {
    assert!(Hex::from_index(HEX_SLOTS - 32).is_some() && Hex::from_index(HEX_SLOTS).is_none());
    assert!(UnitId::from_index(UNITS - 1).is_some() && UnitId::from_index(UNITS).is_none());
    assert!(CounterId::from_index(COUNTERS - 1).is_some() && CounterId::from_index(COUNTERS).is_none());
}

fn every_unit() -> impl Iterator<Item = UnitId> {
    (0..UNITS).filter_map(UnitId::from_index)
}

/// A set holds what was put into it, no matter what else it holds.
#[test]
fn sets_of_units() {
    for one in every_unit() {
        let alone = UnitSet::one(one);
        assert_eq!((alone.or(&UnitSet::EMPTY), alone.or(&alone)), (alone, alone), "{one}");
        assert_eq!(UnitSet::EMPTY.or(&alone), alone, "{one}");
        for other in every_unit() {
            let both = alone.or(&UnitSet::one(other));
            assert!(!both.is_empty() && both.contains(one) && both.contains(other), "{one} {other}");
            assert_eq!(both.len(), if one == other { 1 } else { 2 }, "{one} {other}");
        }
    }
    assert!(UnitSet::EMPTY.is_empty());
}

/// Sides are told by name, and each class of movement belongs to one.
#[test]
fn sides_and_their_classes() {
    assert_eq!([Side::German, Side::Soviet].map(|side| side.to_string()), ["German", "Soviet"]);
    let germans = MoveClass::ALL.into_iter().filter(|class| class.side() == Side::German);
    let german = [MoveClass::GermanFoot, MoveClass::GermanCavalry, MoveClass::GermanMotor];
    assert_eq!(germans.collect::<Vec<_>>(), german);
    for unit in every_unit() {
        let state = state(r#"{"turn": 7, "phase": "german_combat"}"#);
        if !unit.is_division() {
            assert_eq!(state.kind(unit).class().side(), unit.side(), "{unit}");
        }
    }
}

/// A list of hexes says how long it may be; lists that differ are told apart in a set.
#[test]
fn lists_of_hexes() {
    let around: Vec<String> = hex("1222").neighbours().map(|(_, hex)| hex.to_string()).collect();
    let six = serde_json::to_string(&around).expect("JSON");
    assert_eq!(serde_json::from_str::<Targets>(&six).expect("six hexes").len(), 6);
    let seven = serde_json::to_string(&[around, vec!["1222".to_owned()]].concat()).expect("JSON");
    let refused = serde_json::from_str::<Targets>(&seven).expect_err("seven").to_string();
    assert!(refused.contains("invalid length 7, expected a list of at most 6 hexes"), "{refused}");
    let refused = serde_json::from_str::<Targets>("7").expect_err("no list").to_string();
    assert!(refused.contains("expected a list of at most 6 hexes"), "{refused}");
    let hash = |path: Path| {
        use std::hash::BuildHasher;
        std::hash::BuildHasherDefault::<std::hash::DefaultHasher>::default().hash_one(path)
    };
    let hashes: HashSet<u64> = Hex::all().map(|at| hash(Path::one(at))).collect();
    assert_eq!(hashes.len(), Hex::all().count());
}

/// A text is read up to its limit, and every problem of it is told, each on a line.
#[test]
fn texts_of_positions() {
    let text = r#"{"turn": 7, "phase": "german_combat"}"#;
    let padded = |length: usize| format!("{text}{}", " ".repeat(length - text.len()));
    assert!(Position::parse(&padded(POSITION_LIMIT)).is_ok());
    let long = Position::parse(&padded(POSITION_LIMIT + 1)).expect_err("too long").to_string();
    assert_eq!(long, format!("position: the text is longer than {POSITION_LIMIT} bytes"));
    let wrong = r#"{"turn": "x", "phase": "nowhen", "owed": {"V": {"rifle": "many"}, "X": {"rifle": 2}}, "combat": {"stage": 1}}"#;
    let told = Position::parse(wrong).expect_err("wrong").to_string();
    let fields: BTreeSet<&str> =
        told.lines().filter_map(|line| line.split_once(": ")).map(|(f, _)| f).collect();
    assert_eq!(fields, ["turn", "phase", "owed.V", "combat"].into(), "{told}");
    assert_eq!(told.lines().count(), 4, "{told}");
    // What can be read beside a fault has problems of its own.
    let more = r#"{"turn": 7, "phase": "soviet_movement", "units": {"1222": ["nobody"], "9999": 3}}"#;
    let told = State::from_text(more).expect_err("wrong").to_string();
    assert!(told.contains("9999") && told.contains("nobody"), "{told}");
}

/// An outcome belongs to the unit it names.
#[test]
fn outcomes_of_another_unit_are_refused() {
    let state = state(r#"{"turn": 7, "phase": "german_combat", "units": {"1722": ["r1", "r2"]}}"#);
    let outcome = |json: &str| serde_json::from_str::<Outcome>(json).expect("an outcome");
    let reveal = [outcome(r#"{"reveal": {"unit": "r1", "counter": "rifle 3-4#1"}}"#)];
    assert!(Recorded::new(&reveal).reveal(&state, unit("r1")).is_ok());
    assert!(Recorded::new(&reveal).reveal(&state, unit("r2")).is_err());
    let draw = [outcome(r#"{"draw": {"unit": "a1", "kind": "tank"}}"#)];
    assert_eq!(Recorded::new(&draw).draw(&state, unit("a1")).expect("a kind"), Kind::Tank);
    assert!(Recorded::new(&draw).draw(&state, unit("a2")).is_err());
}

/// A seed put forward gives what the seed gives there.
#[test]
fn a_seed_is_put_forward() {
    let state = state(r#"{"turn": 7, "phase": "german_combat"}"#);
    let dice = |mut from: Seeded, n: usize| -> Vec<u8> {
        (0..n).map(|_| from.die(&state, DieFor::Combat).expect("a die")).collect()
    };
    let all = dice(Seeded::from_number(7), 40);
    assert_eq!(dice(Seeded::from_number(7).after(25), 15), all[25..]);
    assert_eq!(Seeded::from_number(7).after(25).drawn(), 25);
}

/// The list of legal actions holds walks and rides of one unit and one hex, and no others.
#[test]
fn longer_walks_are_not_in_the_list() {
    let table = Table::new(
        r#"{"turn": 7, "phase": "soviet_movement", "units": {"1222": ["inf6"], "4015": ["r1", "r2", "konev"]}}"#,
    );
    let legal = table.state.legal();
    let walk = |who: &[&str], path: &[&str]| {
        let path = Path::collect(path.iter().map(|at| hex(at))).expect("a path");
        legal.contains(&Action::Move { units: units(who), path })
    };
    assert!(walk(&["r1"], &["4014"]));
    assert!(!walk(&["r1", "r2"], &["4014"]) && !walk(&["r1"], &["4014", "4013"]));
    for &(unit, to) in &legal.rides {
        let mut path = Path::one(to);
        assert!(legal.contains(&Action::Ride { unit, path }));
        path.push(hex("4015"));
        assert!(!legal.contains(&Action::Ride { unit, path }));
    }
    assert!(!legal.rides.is_empty());
}

/// [10.4] What a Leader's evacuation may be followed by: the end of it, and then the Soviet movement.
#[test]
fn evacuation_ends() {
    let mut table = Table::new(
        r#"{"turn": 7, "phase": "evacuation", "options": {"leader_evacuation": true}, "units": {
            "2216": ["konev"], "2214": ["pz7"], "2218": ["pz17"], "2015": ["pz10"], "2416": ["pz18"], "4015": ["lukin"]}}"#,
    );
    table.act(DONE);
    assert_eq!(table.state.phase(), pgg_core::Phase::SovietMovement);
    assert_eq!(table.place("konev").as_deref(), Some("2216"));
}

/// [14.3, 10.4] Where a newcomer enters: by his schedule, and at X after an evacuation; divisions are drawn for an area.
#[test]
fn areas_of_newcomers() {
    let soviet = state(
        r#"{"turn": 9, "phase": "soviet_movement", "units": {"1222": ["inf6"]}, "evacuated": {"konev": 9}, "waiting": ["yershakov"]}"#,
    );
    assert_eq!(soviet.area_of(unit("konev")), Some(Area::X));
    assert!(soviet.area_of(unit("yershakov")).is_some());
    assert_eq!(soviet.area_of(unit("r1")), None);
    let germans = state(
        r#"{"turn": 3, "phase": "german_movement", "units": {"1222": ["inf6"]}, "owed": {"V": {"rifle": 1}}}"#,
    );
    for who in ["rifle V", "provisional", "front"] {
        let refused = germans.check(&action(&format!(r#"{{"enter": {{"who": "{who}", "hex": "5910"}}}}"#)));
        assert_eq!(refused.expect_err(who).case.0, "14.0", "{who}");
    }
}

/// [11.0a] The event is told when a unit is out of supply, and not when none is.
#[test]
fn being_out_of_supply_is_told_of_somebody() {
    let told = |units: &str| {
        let mut table =
            Table::new(&format!(r#"{{"turn": 7, "phase": "soviet_interdiction", "units": {{{units}}}}}"#));
        let events = table.act(DONE);
        assert!(table.state.phase().is_movement(), "the phase that takes the snapshot");
        events.iter().find_map(|event| match event {
            Event::OutOfSupply { units } => Some(*units),
            _ => None,
        })
    };
    assert_eq!(told(r#""0120": ["inf6"]"#), None);
    let cut = r#""0120": ["inf6"], "0518": ["r1 3-4"], "5010": ["pz7-25"]"#;
    assert_eq!(told(cut), Some(units(&["pz7-25"])), "the road is cut at 0518");
}

/// [12.4] Which divisions come from the dead pile, and which counters lie there unseen.
#[test]
fn what_is_known_of_the_pile() {
    let state = state(
        r#"{"turn": 9, "phase": "german_combat", "units": {"1222": ["pz7"], "1322": ["r1 pile 1", "r2"]},
            "dead_pile": ["rifle 3-4#1"], "dead_unseen": {"rifle": [1, 1]}, "pile_draws": 1}"#,
    );
    assert!(state.from_dead_pile(unit("r1")) && !state.from_dead_pile(unit("r2")));
    assert_eq!((state.unseen_dead(Kind::Rifle), state.unseen_dead(Kind::Tank)), (2, 0));
    assert!(state.never_seen(Kind::Rifle).len() > 20 && !state.never_seen(Kind::Rifle).is_empty());
}

/// [9.0] The units of a combat are told for each side while it is open; without a combat there are none.
#[test]
fn combatants_of_both_sides() {
    let quiet =
        state(r#"{"turn": 7, "phase": "german_combat", "units": {"1222": ["pz7"], "1322": ["r1 3-4"]}}"#);
    assert!(quiet.combatants(Side::German).is_empty() && quiet.combatants(Side::Soviet).is_empty());
    let target = hex("1222").neighbour(Direction::NE).expect("a hex").to_string();
    for die in 1..=6 {
        let mut table = Table::new(&format!(
            r#"{{"turn": 7, "phase": "german_combat", "units": {{"1222": ["pz7"], "{target}": ["r1 3-4", "r2 3-4"]}}}}"#
        ));
        table.act_with(&[die], &[], &crate::support::attack(&crate::support::PZ7, &target));
        let Ok(decision) = table.state.decision().ok_or(()) else { continue };
        if !matches!(decision.question, pgg_core::Question::LossOrRetreat { .. }) {
            continue;
        }
        assert_eq!(table.state.combatants(Side::German), units(&crate::support::PZ7), "{die}");
        assert_eq!(table.state.combatants(Side::Soviet), units(&["r1", "r2"]), "{die}");
    }
}

/// Positions that differ in one thing have different keys, and the same position has the same.
#[test]
fn keys_tell_positions_apart() {
    let position = |more: &str| {
        state(&format!(r#"{{"phase": "german_movement", "turn": 7, "soviet_marker_uses": 2, {more}}}"#))
    };
    let mut keys = BTreeSet::new();
    let mut count = 0;
    let mut add = |state: State| {
        assert!(keys.insert(state.key()), "{}", state.to_text());
        count += 1;
    };
    for at in Hex::all().filter(|hex| !pgg_core::data().map.lakes().contains(*hex)).step_by(7) {
        add(position(&format!(r#""units": {{"{at}": ["inf6"]}}"#)));
        add(position(&format!(r#""units": {{"{at}": ["inf26"]}}"#)));
        add(position(&format!(r#""units": {{"1222": ["pz10"]}}, "soviet_marker": "{at}""#)));
    }
    for more in [
        r#""units": {"1222": ["inf5"]}"#,
        r#""units": {"1222": ["inf5"]}, "air": ["3020"]"#,
        r#""units": {"1222": ["inf5"]}, "owed": {"V": {"rifle": 1}}"#,
        r#""units": {"1222": ["inf5"]}, "owed": {"V": {"rifle": 2}}"#,
        r#""units": {"1222": ["inf5"]}, "provisional": 3"#,
        r#""units": {"1222": ["inf5 moved"]}"#,
        r#""units": {"1222": ["inf5 disrupted"]}"#,
        r#""units": {"1222": ["inf5", "r1"]}"#,
    ] {
        if let Ok(state) = State::from_text(&format!(r#"{{"phase": "german_movement", "turn": 7, {more}}}"#))
        {
            add(state);
        }
    }
    for turn in 1..=12 {
        for phase in
            ["soviet_movement", "soviet_combat", "german_movement", "german_combat", "mechanized_movement"]
        {
            let text = format!(r#"{{"turn": {turn}, "phase": "{phase}", "units": {{"1222": ["inf35"]}}}}"#);
            if let Ok(state) = State::from_text(&text) {
                add(state);
            }
        }
    }
    assert!(count > 500, "{count}");
    let one = position(r#""units": {"1222": ["inf6"]}"#);
    assert_eq!(State::from_text(&one.to_text()).map(|again| again.key()), Ok(one.key()));
    // Each bit of a key is set in about half of them.
    for bit in 0..64 {
        let set = keys.iter().filter(|&key| key >> bit & 1 == 1).count();
        assert!((2 * set).abs_diff(count) < count / 4, "bit {bit}: {set} of {count}");
    }
}

/// The odds sheet names units with each modifier, and those that have it.
#[test]
fn modifiers_name_units() {
    use pgg_core::analysis::odds::ModifierKind as What;
    let target = hex("1222").neighbour(Direction::NE).expect("a hex").to_string();
    let told = |attackers: &str, defenders: &str| {
        let state = state(&format!(
            r#"{{"turn": 7, "phase": "german_combat", "units": {{"1222": [{attackers}], "{target}": [{defenders}]}}}}"#
        ));
        let all = state.side_in(Side::German, hex("1222"));
        let odds = state.odds(all, &Targets::one(hex(&target)), false).expect("odds");
        assert!(odds.modifiers.iter().all(|m| m.what == What::Overrun || !m.units.is_empty()));
        let of =
            |what: What| odds.modifiers.iter().filter(move |m| m.what == what).flat_map(|m| m.units.clone());
        let kinds = [What::Integrated, What::Untried, What::Retreated, What::OutOfSupply];
        kinds.map(|what| of(what).collect::<UnitSet>())
    };
    let [integrated, untried, retreated, unsupplied] = told(r#""pz7""#, r#""r1", "r2 3-4", "konev""#);
    assert_eq!((integrated, untried), (units(&crate::support::PZ7), units(&["r1"])));
    assert!(retreated.is_empty() && !unsupplied.contains(unit("konev")));
    let [integrated, untried, retreated, _] = told(r#""inf6""#, r#""r1 3-4 retreated", "r2 3-4""#);
    assert!(integrated.is_empty() && untried.is_empty());
    assert_eq!(retreated, units(&["r1"]));
}

/// Random play covers all kinds of legal actions, with few units and with many, and seldom ends a phase.
#[test]
fn samples_are_of_everything() {
    use rand_chacha::rand_core::SeedableRng;
    let target = hex("1222").neighbour(Direction::NE).expect("a hex").to_string();
    let combat = state(&format!(
        r#"{{"turn": 7, "phase": "german_combat", "units": {{"1222": ["pz7"], "{target}": ["r1 3-4"]}}}}"#
    ));
    let legal = combat.legal();
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1941);
    let (mut ended, mut sizes) = (0, BTreeSet::new());
    for _ in 0..400 {
        match legal.sample(&mut rng, 20) {
            Some(Action::Attack { units, .. }) => drop(sizes.insert(units.len())),
            Some(Action::Done) => ended += 1,
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(sizes, [1, 2, 3].into());
    assert!((5..60).contains(&ended), "{ended} of 400");
}

/// A record's line is read up to a mebibyte, its end included.
#[test]
fn lines_of_records() {
    let mut chance = Seeded::from_number(1941);
    let (game, _) = pgg_core::Game::new(pgg_core::Options::default(), &mut chance).expect("a game");
    let mut text = Vec::new();
    game.record().write(&mut text).expect("a Vec takes all");
    let text = String::from_utf8(text).expect("UTF-8");
    let (first, rest) = text.split_once('\n').expect("lines");
    let padded = |length: usize| format!("{first}{}\n{rest}", " ".repeat(length - 1 - first.len()));
    assert!(pgg_core::Record::parse(&padded(1 << 20)).is_ok());
    let long = pgg_core::Record::parse(&padded((1 << 20) + 1)).expect_err("too long").to_string();
    assert!(long.contains("longer than 1048576 bytes"), "{long}");
}

/// [11.33] A unit that has just entered is in supply where it stands: its line is its hex.
#[test]
fn the_line_of_who_came_in() {
    let state =
        state(r#"{"turn": 7, "phase": "german_movement", "units": {"3020": ["inf6 entered moved"]}}"#);
    let supply = state.supply(unit("inf6"));
    assert!(supply.in_supply);
    assert_eq!(supply.line, [hex("3020")]);
}

/// [7.1] Arriving units count with their Leaders, and so do the units that stay.
#[test]
fn leaders_count_in_a_stack() {
    let state = state(
        r#"{"turn": 7, "phase": "soviet_movement", "units": {"1222": ["inf6"], "3020": ["r1", "lukin"],
            "3220": ["r2", "r3"], "4015": ["r4", "r5", "konev"], "4215": ["r6", "kurochkin"]}}"#,
    );
    assert!(!state.fit(units(&["r4", "r5", "konev"]), hex("3020")), "five");
    assert!(!state.fit(units(&["r4", "r5", "konev"]), hex("3220")), "five, four of them divisions");
    assert!(state.fit(units(&["r6", "kurochkin"]), hex("3020")), "four");
}

/// [10.23a] The hex a Leader came from is told while he stands in enemy control, and his text keeps it.
#[test]
fn entry_hexes_of_leaders() {
    let text = r#"{"turn": 7, "phase": "soviet_movement", "units": {"1422": ["inf6"], "1222": ["r1 3-4 moved", "konev moved"]}}"#;
    let mut table = Table::new(&text.replace(" moved", ""));
    let before = table.state.entry_hex(unit("konev"));
    assert_eq!(before, None);
    table.act(&crate::support::walk(&["r1", "konev"], &["1322"]));
    assert_eq!(table.state.entry_hex(unit("konev")), Some(hex("1222")));
    let text = table.state.to_text();
    assert!(text.contains("from 1222"), "{text}");
    assert_eq!(State::from_text(&text).map(|again| again.entry_hex(unit("konev"))), Ok(Some(hex("1222"))));
}

/// Everything joined to a hex is found however the way winds: the same as hex by hex.
#[test]
fn what_is_joined() {
    use pgg_core::{HexSet, data};
    use rand_chacha::rand_core::{Rng, SeedableRng};
    let map = &data().map;
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1941);
    let all: Vec<Hex> = Hex::all().collect();
    let mut winding = 0;
    for _ in 0..60 {
        let passable: HexSet = all.iter().copied().filter(|_| rng.next_u32() % 100 < 58).collect();
        let start = all[rng.next_u32() as usize % all.len()];
        let (mut reached, mut open) = (HexSet::from_iter([start]), vec![start]);
        while let Some(hex) = open.pop() {
            for to in Direction::ALL.into_iter().filter_map(|d| map.contact(hex, d)) {
                if passable.contains(to) && !reached.contains(to) {
                    reached.insert(to);
                    open.push(to);
                }
            }
        }
        winding += usize::from(reached.len() > 200);
        assert_eq!(map.flood(&HexSet::from_iter([start]), &passable), reached, "from {start}");
    }
    assert!(winding > 10, "{winding} of 60 are large");
}
