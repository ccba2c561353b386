//! Positions from the middle of games, as interesting starting points.

use pgg_core::{Legal, Options, Phase, Question, Seeded, State};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::HashSet;
use std::mem::{Discriminant, discriminant};
use std::sync::LazyLock;

/// Random games that are looked through.
const GAMES: u64 = 6;

static STATIONS: LazyLock<Vec<State>> = LazyLock::new(look_for);

/// One position for every question asked in every phase, early, in the middle and late. The same in every run of the
/// same rules.
pub fn stations() -> &'static [State] {
    &STATIONS
}

fn look_for() -> Vec<State> {
    let mut seen: HashSet<(Phase, Discriminant<Question>, u8)> = HashSet::new();
    let mut stations = Vec::new();
    let mut legal = Legal::default();
    for seed in 0..GAMES {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut chance = Seeded::from_number(seed);
        let options = Options { leader_evacuation: true, ..Options::default() };
        let (mut state, _) = State::new_game(options, &mut chance).expect("a new game");
        let mut asked = 0u32;
        while let Some(decision) = state.decision() {
            let key = (state.phase(), discriminant(&decision.question), state.turn() / 5);
            asked += 1;
            // Not the first state of a phase, when no unit has moved yet.
            let under_way = state.in_combat() || asked.is_multiple_of(7);
            if under_way && seen.insert(key) {
                stations.push(state);
            }
            state.legal_into(&mut legal);
            let Some(action) = legal.sample(&mut rng, 20) else { break };
            state.apply(&action, &mut chance).expect("a sampled action is legal");
        }
    }
    stations
}
