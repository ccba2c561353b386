//! A few random games held against all laws, so that the tests of the rules alone notice a broken law. Many more are
//! played by the tests of `pgg-laws` and by the soak.
use pgg_core::Options;
use pgg_core::data::tables::Edition;
use pgg_laws::{Temper, walk};

fn hold(seed: u64, end_one_in: u32, options: Options) {
    let tally = walk(seed, Temper { end_one_in, closely_one_in: 8, options, ..Temper::default() });
    assert_eq!((tally.games, tally.replayed), (1, 1));
    assert!(tally.actions > 300, "{} actions", tally.actions);
}

#[test]
fn a_short_game() {
    hold(1, 4, Options::default());
}

#[test]
fn a_long_game_with_evacuation() {
    hold(2, 40, Options { leader_evacuation: true, historical_draw: true, ..Options::default() });
}

#[test]
fn a_game_as_printed_in_1976() {
    hold(3, 12, Options { edition: Edition::Print1976, rail_cut: false, ..Options::default() });
}
