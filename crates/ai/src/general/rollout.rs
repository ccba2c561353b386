//! Rollouts: the rest of the game played with own orders for this player-turn, sampled luck, both sides by `major`.

use super::luck::Luck;
use crate::major::{Effort, Major};
use crate::orders::Orders;
use crate::weights::Weights;
use crate::{Player, Unwatched};
use pgg_core::{Event, Side, State};

/// What does not change between one rollout and the next.
pub(super) struct Rollout {
    state: State,
    side: Side,
    seed: u64,
    own: Major,
    enemy: Major,
    events: Vec<Event>,
}

impl Rollout {
    pub(super) fn new(state: &State, side: Side, seed: u64, weights: Weights) -> Rollout {
        let major = |weights| Major::new(seed, weights).with_effort(Effort::STEADY);
        Rollout {
            state: *state,
            side,
            seed,
            own: major(weights),
            // The enemy is taken for a `major`.
            enemy: major(Weights::default()),
            events: Vec::new(),
        }
    }

    /// What orders come to for the side under the luck of a number, and the player-turns it took to find out.
    pub(super) fn worth(&mut self, orders: &Orders, luck: u64) -> (f32, u64) {
        let mut state = self.state;
        let mut chance = Luck::new(self.seed, luck);
        self.own.command(orders.clone());
        self.enemy.command(Orders::default());
        let (mut turns, mut playing) = (1, self.side);
        while let Some(decision) = state.decision() {
            if state.phase().side() != playing {
                playing = state.phase().side();
                turns += 1;
                if playing == self.side {
                    self.own.command(Orders::default());
                }
            }
            let player = if decision.side == self.side { &mut self.own } else { &mut self.enemy };
            let action = player.choose(&state, &Unwatched);
            self.events.clear();
            chance.about(&state, &action);
            if state.apply_into(&action, &mut chance, &mut self.events).is_err() {
                break;
            }
        }
        let margin = state.margin() as f32;
        (if self.side == Side::German { margin } else { -margin }, turns)
    }
}
