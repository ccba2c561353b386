//! Games of the soak that once broke a law, played again.

use pgg_laws::soak::Plan;

/// Law 5 [9.86]: after an advance of the attackers, a defender's second hex was one that held them. Law 6 [12.4]: a
/// counter that had come back to the dead pile left nothing for another division to be.
#[test]
fn games_that_once_broke_a_law() {
    let plan = Plan { games: 100_000, mutations: 1_000_000, records: 1_000, seed: 1941 };
    for game in [1806, 4126, 6126, 15751, 33505, 51491, 53193, 57097] {
        if let Err(breach) = plan.play(game) {
            panic!("game {game}, after {} actions: {}", breach.actions, breach.what);
        }
    }
}
