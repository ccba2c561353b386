//! One game between two programs.

use crate::Player;
use pgg_core::{Options, Phase, Refused, Seeded, Side, State};

/// How a game went.
pub struct Outcome {
    /// The last state.
    pub state: State,
    /// Actions taken.
    pub actions: u32,
}

/// Play a game to its end without keeping a record.
pub fn play(
    options: Options,
    seed: u64,
    german: &mut dyn Player,
    soviet: &mut dyn Player,
) -> Result<Outcome, Refused> {
    let mut chance = Seeded::from_number(seed);
    let (mut state, mut events) = State::new_game(options, &mut chance)?;
    let mut actions = 0;
    while let Some(decision) = state.decision() {
        let player: &mut dyn Player = match decision.side {
            Side::German => german,
            Side::Soviet => soviet,
        };
        let action = player.choose(&state);
        events.clear();
        state.apply_into(&action, &mut chance, &mut events)?;
        actions += 1;
    }
    debug_assert_eq!(state.phase(), Phase::GameOver);
    Ok(Outcome { state, actions })
}
