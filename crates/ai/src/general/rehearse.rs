//! Playing a turn in the mind: own orders, sampled luck, the enemy's answer by `major`, and what the position is
//! worth when it is one's turn again.

use super::luck::Luck;
use crate::Player;
use crate::Unwatched;
use crate::eval::Judge;
use crate::major::{Effort, Major};
use crate::orders::Orders;
use crate::plan::Plan;
use crate::weights::Weights;
use pgg_core::sequence::TURNS;
use pgg_core::{Event, Side, State};

/// From this turn on games are played to the end.
const TO_THE_END: u8 = 12;

/// What does not change between one rehearsal and the next.
pub(super) struct Rehearsal {
    state: State,
    side: Side,
    seed: u64,
    own: Major,
    enemy: Major,
    judge: Judge,
    weights: Weights,
    events: Vec<Event>,
}

impl Rehearsal {
    pub(super) fn new(state: &State, side: Side, seed: u64, weights: Weights) -> Rehearsal {
        Rehearsal {
            state: *state,
            side,
            seed,
            own: Major::new(seed, weights).with_effort(Effort::QUICK),
            // The enemy is taken for a `major`.
            enemy: Major::new(seed, Weights::default()).with_effort(Effort::QUICK),
            judge: Judge::new(weights),
            weights,
            events: Vec::new(),
        }
    }

    /// Player-turns that a rehearsal takes.
    pub(super) fn length(&self) -> u64 {
        let sides = if self.side == Side::Soviet { 2 } else { 1 };
        match self.state.turn() {
            turn if turn + 1 < TO_THE_END => 2,
            turn => 2 * u64::from(TURNS - turn.min(TURNS)) + sides,
        }
    }

    /// Worth to the side of orders under the luck of a number, and the player-turns it took to find out.
    pub(super) fn worth(&mut self, orders: &Orders, luck: u64) -> (f32, u64) {
        let mut state = self.state;
        let mut chance = Luck::new(self.seed, luck);
        self.own.command(orders.clone());
        self.enemy.command(Orders::default());
        let (mut turns, mut playing) = (1, self.side);
        let mut first = true;
        while let Some(decision) = state.decision() {
            if state.phase().side() != playing {
                playing = state.phase().side();
                if playing == self.side {
                    if state.turn() < TO_THE_END {
                        break; // The horizon: one's own turn again.
                    }
                    if first {
                        self.own.command(Orders::default());
                        first = false;
                    }
                }
                turns += 1;
            }
            let player = if decision.side == self.side { &mut self.own } else { &mut self.enemy };
            let action = player.choose(&state, &Unwatched);
            self.events.clear();
            chance.about(&state, &action);
            if state.apply_into(&action, &mut chance, &mut self.events).is_err() {
                break;
            }
        }
        let value = match state.decision() {
            None => state.margin() as f32,
            Some(_) => {
                let plan = Plan::of(&state, Side::German, &self.weights, &Orders::default());
                self.judge.value(&state, &plan)
            }
        };
        (if self.side == Side::German { value } else { -value }, turns)
    }
}
