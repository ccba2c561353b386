//! A soak finds the same however it is shared out.

use pgg_laws::soak::{Plan, Sum};

const PLAN: Plan = Plan { games: 5, mutations: 503, records: 2, seed: 7 };

#[test]
fn any_number_of_jobs_finds_the_same() {
    let alone = PLAN.run(1, || ());
    assert_eq!(alone, PLAN.run(3, || ()));
    assert_eq!(alone.breaches, []);
    let Sum { games, mutations, records, .. } = alone.sum;
    assert_eq!((games, mutations, records), (5, 503, 2));
}

#[test]
fn a_game_is_the_same_in_any_series_of_its_seed() {
    let actions = |plan: Plan| plan.play(3).expect("the laws hold").actions;
    assert_eq!(actions(PLAN), actions(Plan { games: 9, mutations: 0, records: 9, ..PLAN }));
}
