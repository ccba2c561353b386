//! A soak gives the same result with any number of jobs.

use pgg_core::game::state::SWITCHES;
use pgg_laws::soak::{Soak, Sum};

const SOAK: Soak = Soak { games: 5, mutations: 503, records: 2, seed: 7, switches: SWITCHES.len() };

#[test]
fn any_number_of_jobs_finds_the_same() {
    let alone = SOAK.run(1, || ());
    assert_eq!(alone, SOAK.run(3, || ()));
    assert_eq!(alone.breaches, []);
    let Sum { games, mutations, records, .. } = alone.sum;
    assert_eq!((games, mutations, records), (5, 503, 2));
}

#[test]
fn a_game_is_the_same_in_any_series_of_its_seed() {
    let actions = |soak: Soak| soak.play(3).expect("the laws hold").actions;
    assert_eq!(actions(SOAK), actions(Soak { games: 9, mutations: 0, records: 9, ..SOAK }));
}
