//! Situations that the benchmarks measure: states taken from random games, the same every time.

use pgg_ai::{Unwatched, player};
use pgg_core::{Options, Phase, Seeded, Side, State};

/// The states of a random game at the start of a phase of a turn.
pub fn state_at(turn: u8, phase: Phase) -> State {
    (0..100).find_map(|seed| find(seed, turn, phase)).expect("a random game that comes by there")
}

fn find(seed: u64, turn: u8, phase: Phase) -> Option<State> {
    let mut chance = Seeded::from_number(seed);
    let (mut state, _) = State::new_game(Options::default(), &mut chance).ok()?;
    let mut players = [player("random", seed, None)?, player("random", seed + 1000, None)?];
    while let Some(decision) = state.decision() {
        if (state.turn(), state.phase()) == (turn, phase) && !state.in_combat() {
            return Some(state);
        }
        let player = &mut players[usize::from(decision.side == Side::Soviet)];
        let action = player.choose(&state, &Unwatched);
        state.apply(&action, &mut chance).ok()?;
    }
    None
}
