//! `random`: uniform over the kinds of legal action, then over the actions; it ends phases now and then.

use crate::{Player, Watch};
use pgg_core::{Action, Legal, State};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// One in so many choices ends the phase, where that is allowed and there is something else to do.
const END_ONE_IN: u32 = 12;

/// A player that knows the rules and nothing else.
pub struct Random {
    rng: ChaCha8Rng,
    legal: Legal,
}

impl Random {
    /// The same seed plays the same.
    pub fn new(seed: u64) -> Random {
        Random { rng: ChaCha8Rng::seed_from_u64(seed), legal: Legal::default() }
    }
}

impl Player for Random {
    fn choose(&mut self, state: &State, _: &dyn Watch) -> Action {
        state.legal_into(&mut self.legal);
        self.legal.sample(&mut self.rng, END_ONE_IN).unwrap_or(Action::Done)
    }
}
