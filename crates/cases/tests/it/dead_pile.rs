//! The dead pile [12.4]: what a reveal takes from it, and which kinds the armoured pool gives.

use crate::support::*;
use pgg_core::game::chance::NoMore;
use pgg_core::game::event::DieFor;
use pgg_core::{Chance, Event, Kind, NoChance, Sampled, Scripted, Seeded, State, data};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::{Value, json};

/// What lies in the pile as a file tells it: counters seen to go in, and those that nobody saw.
fn pile(state: &State) -> (Value, Value) {
    let position: Value = serde_json::from_str(&state.to_text()).expect("JSON");
    let told = |field: &str| position.get(field).cloned().unwrap_or(Value::Null);
    (told("dead_pile"), told("dead_unseen"))
}

/// What the log of the pile says of reveals: the draw, and the counter or 255 for one that nobody had seen.
fn reveals(state: &State) -> Vec<(u64, u64)> {
    let position: Value = serde_json::from_str(&state.to_text()).expect("JSON");
    let log: Vec<u64> =
        position["pile_log"].as_array().expect("a log").iter().filter_map(Value::as_u64).collect();
    // A reveal of a rifle division is 130 and two more bytes, and here it is the last event.
    match log.as_slice() {
        [.., 130, draw, counter] => vec![(*draw, *counter)],
        _ => Vec::new(),
    }
}

/// An attack on r1 in 1322, who turns out to be this counter.
fn revealed(more: &str, counter: &str) -> State {
    let mut table = Table::new(&format!(
        r#"{{"turn": 9, "phase": "german_combat", "units": {{"1222": ["pz7"], "1624": ["konev"], {more}}}"#
    ));
    table.act_with(&[1], &[counter], &attack(&PZ7, "1322"));
    table.state
}

/// [12.4] A counter seen to go in leaves the pile when it is revealed; those that nobody saw stay.
#[test]
fn a_seen_counter_leaves_the_pile() {
    let after = revealed(
        r#""1322": ["r1 pile 1"]}, "dead_pile": ["rifle 3-4#1", "rifle 4-4#1"], "dead_unseen": {"rifle": [1, 1]},
            "pile_draws": 1"#,
        "3-4#1",
    );
    assert_eq!(pile(&after), (json!(["rifle 4-4#1"]), json!({"rifle": [1, 1]})));
    let counter = pgg_core::CounterId::all().find(|&c| data().roster.counter_text(c) == "3-4#1");
    assert_eq!(reveals(&after), [(1, counter.expect("a counter").index() as u64)]);
}

/// [12.4] A counter that nobody had seen is one of those that went in face down before the draw: the latest of them.
#[test]
fn an_unseen_counter_leaves_the_pile() {
    let after = |more: &str, draw: u8| {
        revealed(
            &format!(
                r#""1322": ["r1 pile {draw}"]}}, "dead_pile": ["rifle 3-4#1"], "dead_unseen": {{"rifle": {more}}},
                    "pile_draws": 3"#
            ),
            "5-8#1",
        )
    };
    assert_eq!(pile(&after("[1, 2, 3]", 2)), (json!(["rifle 3-4#1"]), json!({"rifle": [1, 3]})));
    assert_eq!(pile(&after("[1, 2, 2, 4]", 2)), (json!(["rifle 3-4#1"]), json!({"rifle": [1, 2, 4]})));
    assert_eq!(pile(&after("[1]", 3)), (json!(["rifle 3-4#1"]), Value::Null));
    assert_eq!(reveals(&after("[1, 2, 3]", 2)), [(2, 255)]);
}

/// [12.4] A division from the cup takes nothing from the pile.
#[test]
fn a_division_from_the_cup_leaves_the_pile_alone() {
    let more = r#""1322": ["r1"]}, "dead_pile": ["rifle 3-4#1"], "dead_unseen": {"rifle": [1, 1]}"#;
    let after = revealed(more, "5-8#1");
    assert_eq!(pile(&after), (json!(["rifle 3-4#1"]), json!({"rifle": [1, 1]})));
    assert_eq!(after.in_dead_pile(Kind::Rifle), 3);
    assert_eq!(reveals(&after), [], "it says nothing of the pile");
}

/// [12.4] Search deals to a division only from what lay there when it was drawn, and the divisions from the cup, other kinds and
/// those turned up since take nothing.
#[test]
fn divisions_share_what_lay_there() {
    let table = state(
        r#"{"turn": 9, "phase": "german_combat", "units": {"1222": ["pz7"],
            "1322": ["r1 pile 1", "r2 pile 2", "r3"], "1422": ["a1 tank pile 3", "r4 3-4#2"]},
            "dead_pile": ["rifle 3-4#1", "rifle 4-4#1", "tank 4-4#1", "rifle 6-7#1 @3"], "pile_draws": 3}"#,
    );
    let mut chance = Sampled(ChaCha8Rng::seed_from_u64(7));
    for _ in 0..300 {
        let mut told = |id: &str| {
            let counter = chance.reveal(&table, unit(id)).expect("a counter");
            data().roster.counter_text(counter)
        };
        assert!(["3-4#1", "4-4#1"].contains(&told("r1").as_str()));
        assert!(["3-4#1", "4-4#1"].contains(&told("r2").as_str()));
        assert_eq!(told("a1"), "4-4#1");
        assert!(!["3-4#1", "4-4#1", "6-7#1", "3-4#2"].contains(&told("r3").as_str()));
    }
}

/// [12.4] What a division from the pile is was settled by its draw: dice thrown since, and who is revealed first, change nothing.
#[test]
fn a_seed_settles_a_draw_from_the_pile() {
    let table = state(
        r#"{"turn": 9, "phase": "german_combat", "units": {"1222": ["pz7"], "1622": ["pz12"], "1322": ["r1 pile 1"],
            "1722": ["r2 pile 2"], "3010": ["konev"]},
            "dead_pile": ["rifle 3-4#1", "rifle 4-4#1", "rifle 5-8#1", "rifle 2-6#1"], "pile_draws": 2}"#,
    );
    let revealed = |state: &mut State, chance: &mut Seeded, who: &str| {
        let (division, target) =
            if who == "r1" { (PZ7, "1322") } else { (["pz12-29", "pz12-5", "pz12-25"], "1722") };
        let told = state.apply(&action(&attack(&division, target)), chance).expect("a legal attack");
        told.into_iter().find_map(|event| match event {
            Event::Revealed { unit: it, counter } if it == unit(who) => Some(counter.to_string()),
            _ => None,
        })
    };
    let mut counters = Vec::new();
    for seed in 0..24 {
        let first = |thrown: u8, who: &str| {
            let (mut state, mut chance) = (table, Seeded::from_number(seed));
            (0..thrown).for_each(|_| drop(chance.die(&state, DieFor::Combat)));
            revealed(&mut state, &mut chance, who)
        };
        let told = ["r1", "r2"].map(|who| first(0, who).expect("it is revealed"));
        assert_ne!(told[0], told[1], "one counter, one division");
        for (who, counter) in ["r1", "r2"].into_iter().zip(&told) {
            (1..6).for_each(|thrown| {
                assert_eq!(first(thrown, who).as_ref(), Some(counter), "seed {seed}, {who}");
            });
        }
        counters.extend(told);
    }
    counters.sort_unstable();
    counters.dedup();
    assert_eq!(counters.len(), 4, "any of those that lay there");
}

/// All counters of a kind as a dead pile, but so many of the last.
fn all_but(kind: Kind, left: usize) -> Vec<String> {
    let range = data().roster.counters_of(kind);
    let counters = pgg_core::CounterId::all().filter(|c| range.contains(&c.index()));
    counters.take(range.len() - left).map(|c| format!("{kind} {}", data().roster.counter_text(c))).collect()
}

/// A position in which an armoured division is owed at X, with so many tanks and mechanised divisions in the cup.
fn armoured_pool(tanks: usize, mechanised: usize) -> State {
    let dead = [all_but(Kind::Tank, tanks), all_but(Kind::Mechanised, mechanised)].concat();
    let state = state(
        &json!({"turn": 9, "phase": "soviet_movement", "owed": {"X": {"armoured": 1}}, "dead_pile": dead})
            .to_string(),
    );
    assert_eq!((state.in_cup(Kind::Tank), state.in_cup(Kind::Mechanised)), (tanks as u8, mechanised as u8));
    state
}

/// Enters with this kind drawn; the kind that came, or the refusal of the chance.
fn enters(state: &State, kind: Kind) -> Result<Kind, String> {
    let mut then = *state;
    let enter = action(r#"{"enter": {"who": "armoured X", "hex": "5907"}}"#);
    let mut chance = Scripted::new([], [], [kind], NoMore);
    then.apply(&enter, &mut chance).map_err(|refused| refused.to_string())?;
    let came = then.on_map(pgg_core::Side::Soviet).first().expect("a division");
    Ok(then.kind(came))
}

/// [12.4, 14.12] A draw from the armoured pool gives a kind that is in the cup; when the cup is empty, one in the dead pile.
#[test]
fn the_armoured_pool_gives_what_is_there() {
    let both = armoured_pool(2, 1);
    let tanks = armoured_pool(2, 0);
    let mechanised = armoured_pool(0, 2);
    let none = armoured_pool(0, 0);
    for (state, kind, can) in [
        (&both, Kind::Tank, true),
        (&both, Kind::Mechanised, true),
        (&both, Kind::Rifle, false),
        (&tanks, Kind::Tank, true),
        (&tanks, Kind::Mechanised, false),
        (&mechanised, Kind::Tank, false),
        (&mechanised, Kind::Mechanised, true),
        (&none, Kind::Tank, true),
        (&none, Kind::Mechanised, true),
        (&none, Kind::Rifle, false),
    ] {
        let told = enters(state, kind);
        assert_eq!(told.is_ok(), can, "{kind}: {told:?}");
        assert!(told.is_err() || told == Ok(kind));
    }
    // What is drawn from a seed is never a kind that is not there.
    let mut chance = Sampled(ChaCha8Rng::seed_from_u64(3));
    let mut drawn = |state: &State| chance.draw(state, unit("a1"));
    for _ in 0..200 {
        assert_eq!(drawn(&tanks), Ok(Kind::Tank));
        assert_eq!(drawn(&mechanised), Ok(Kind::Mechanised));
    }
    let counts = (0..3_000).filter(|_| drawn(&both) == Ok(Kind::Tank)).count();
    assert!((1_800..2_200).contains(&counts), "two of three are tanks: {counts} of 3000");
    let share = |kind| data().roster.counters_of(kind).len();
    let expected = 3_000 * share(Kind::Tank) / (share(Kind::Tank) + share(Kind::Mechanised));
    let counts = (0..3_000).filter(|_| drawn(&none) == Ok(Kind::Tank)).count();
    assert!(counts.abs_diff(expected) < 200, "{counts} of 3000, expected about {expected}");
}

/// [14.3] Where neither cup nor pile has an armoured counter none can be drawn, and the refusal says so.
#[test]
fn an_empty_pool_gives_nothing() {
    let on_map = |kind: Kind| {
        // Those without strength lie face down: revealed they would be removed [12.3].
        let all: Vec<String> = all_but(kind, 0)
            .into_iter()
            .map(|text| if text.contains("0-0") { kind.to_string() } else { text })
            .collect();
        all.chunks(3).map(<[String]>::to_vec).collect::<Vec<_>>()
    };
    let stacks = [on_map(Kind::Tank), on_map(Kind::Mechanised)].concat();
    let units: serde_json::Map<String, Value> =
        (2..).zip(&stacks).map(|(row, stack)| (format!("30{row:02}"), json!(stack))).collect();
    let state = state(&json!({"turn": 9, "phase": "soviet_movement", "units": units}).to_string());
    let mut chance = Sampled(ChaCha8Rng::seed_from_u64(3));
    let told = chance.draw(&state, unit("a1"));
    assert!(
        matches!(&told, Err(NoChance::Impossible(why)) if why.contains("no armoured counter")),
        "{told:?}"
    );
}

/// [14.3, 12.4] A newcomer of the armoured pool can be planned for whichever kind is left, in the cup or in the pile.
#[test]
fn arrivals_of_armoured_divisions() {
    for (tanks, mechanised) in [(2, 1), (0, 2), (2, 0), (0, 0)] {
        let state = armoured_pool(tanks, mechanised);
        let plan = state.bring_in(&["armoured X".parse().expect("a newcomer")], hex("5808"));
        assert_eq!((plan.arrivals.len(), plan.left_out), (1, vec![]), "{tanks}, {mechanised}");
    }
}
