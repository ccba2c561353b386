//! Where chance comes from, beside the seeds of games.

use crate::support::*;
use pgg_core::event::DieFor;
use pgg_core::{Chance, Path, Sampled};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

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
