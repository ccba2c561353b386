//! Random games that once broke a law, played again.

use pgg_core::Options;
use pgg_core::data::tables::Edition;
use pgg_laws::soak::Soak;
use pgg_laws::{Temper, walk};

/// Law 5 [9.86]: after the attackers advanced, a defender could advance into the hex that held them. Law 6 [12.4]: after a
/// counter had come back to the dead pile, no counter was left for another division.
#[test]
fn games_of_the_soak() {
    let soak = Soak { games: 100_000, mutations: 1_000_000, records: 1_000, seed: 1941, switches: 3 };
    for game in [1806, 4126, 6126, 15751, 33505, 51491, 53193, 57097] {
        if let Err(breach) = soak.play(game) {
            panic!("game {game}, after {} actions: {}", breach.actions, breach.what);
        }
    }
}

/// Law 4 [6.37]: a hex was repaired and cut again in the same turn, and the text was refused. Reach [6.11] promised a joint
/// walk to a unit that had begun to move and one of another group with as many points left.
#[test]
fn other_games() {
    let options = Options { edition: Edition::Print1976, ..Options::default() };
    for (seed, end_one_in) in [(12_418_434_128_615_382_258, 30), (12_740_590_869_283_318_442, 60)] {
        assert_eq!(walk(seed, Temper { end_one_in, options, ..Temper::default() }).games, 1);
    }
}
