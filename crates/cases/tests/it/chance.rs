//! Where chance comes from, beside the seeds of games.

use crate::support::*;
use pgg_core::game::event::DieFor;
use pgg_core::rules::untried::CounterName;
use pgg_core::{Chance, Path, Sampled};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::BTreeMap;

/// [9.5] The dice that search throws have six faces, each about as often as the others.
#[test]
fn sampled_dice() {
    let table = state(r#"{"turn": 7, "phase": "german_combat", "units": {"1222": ["pz7"]}}"#);
    let mut chance = Sampled(ChaCha8Rng::seed_from_u64(1941));
    let mut faces = [0; 7];
    for _ in 0..6_000 {
        faces[usize::from(chance.die(&table, DieFor::Combat).expect("a die"))] += 1;
    }
    assert_eq!(faces[0], 0);
    assert!(faces[1..].iter().all(|count| (850..1_150).contains(count)), "{faces:?}");
}

/// A path ends where its last hex is.
#[test]
fn the_end_of_a_path() {
    let mut path = Path::one(hex("1222"));
    assert_eq!(path.last(), Some(hex("1222")));
    assert!(path.push(hex("1322")) && path.push(hex("1421")));
    assert_eq!(path.last(), Some(hex("1421")));
}

/// [12.4] Search deals to divisions from the dead pile what lay there at their draw, each counter as often as another and
/// none twice.
#[test]
fn search_deals_from_the_pile() {
    // Two counters and one that nobody saw lay there at the first draw; a third was seen to go in before the second.
    let table = state(
        r#"{"turn": 9, "phase": "german_combat", "units": {"1222": ["pz7"], "1322": ["r1 pile 1", "r2 pile 2"]},
            "dead_pile": ["rifle 3-4#1", "rifle 4-4#1", "rifle 6-7#1 @2"], "dead_unseen": {"rifle": [1]}, "pile_draws": 2}"#,
    );
    let known = ["rifle 3-4#1", "rifle 4-4#1", "rifle 6-7#1"];
    let mut chance = Sampled(ChaCha8Rng::seed_from_u64(1941));
    let mut dealt = |id: &str| {
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for _ in 0..6_000 {
            let counter = chance.reveal(&table, unit(id)).expect("a counter");
            assert!(table.possible_counters(unit(id)).contains(counter));
            let name = CounterName::of(counter).to_string();
            let name = if known.contains(&name.as_str()) { name } else { "never seen".to_owned() };
            *counts.entry(name).or_default() += 1;
        }
        counts
    };
    let near = |counts: &BTreeMap<String, u32>, name: &str, expected: u32| {
        let count = counts.get(name).copied().unwrap_or(0);
        assert!(count.abs_diff(expected) < 200, "{name}: {count}, expected about {expected}: {counts:?}");
    };
    let first = dealt("r1");
    assert_eq!(first.get("rifle 6-7#1"), None, "it was not there yet");
    for name in ["rifle 3-4#1", "rifle 4-4#1", "never seen"] {
        near(&first, name, 2_000);
    }
    // Of four, one is under the first division: the new one is there for certain, each other in two cases of three.
    let second = dealt("r2");
    near(&second, "rifle 6-7#1", 2_000);
    for name in ["rifle 3-4#1", "rifle 4-4#1", "never seen"] {
        near(&second, name, 1_333);
    }
}
