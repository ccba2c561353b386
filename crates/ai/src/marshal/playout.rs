//! Playing out: the rest of the player-turn by a scheme, the reply of the other side, and what the position is worth then.

use super::schemes::Scheme;
use crate::general::luck::Luck;
use crate::learned::Learned;
use crate::major::{Effort, Major};
use crate::weights::Weights;
use crate::{Player, Unwatched};
use pgg_core::game::chance::NoChance;
use pgg_core::game::event::DieFor;
use pgg_core::{BySide, Chance, CounterId, Event, Kind, Phase, Side, State, UnitId};

/// From this turn on schemes are played to the end of the game.
const TO_THE_END: u8 = 11;
/// How the rest is played: quickly, but the Soviet side with its Leaders together, and the Germans overrun only who is weaker.
const REST: BySide<Effort> =
    BySide([Effort { least_ratio: 1.5, ..Effort::STEADY }, Effort { staff: true, ..Effort::STEADY }]);

/// What does not change between one playing out and the next.
pub(super) struct Playout {
    start: State,
    side: Side,
    seed: u64,
    rest: BySide<Major>,
    learned: Learned,
    events: Vec<Event>,
}

/// A luck that remembers whether it was needed.
struct Noted {
    luck: Luck,
    needed: bool,
}

impl Chance for Noted {
    fn die(&mut self, state: &State, what: DieFor) -> Result<u8, NoChance> {
        self.needed = true;
        self.luck.die(state, what)
    }

    fn draw(&mut self, state: &State, unit: UnitId) -> Result<Kind, NoChance> {
        self.needed = true;
        self.luck.draw(state, unit)
    }

    fn reveal(&mut self, state: &State, unit: UnitId) -> Result<CounterId, NoChance> {
        self.needed = true;
        self.luck.reveal(state, unit)
    }
}

impl Playout {
    pub(super) fn new(start: &State, side: Side, seed: u64) -> Playout {
        let rest = |side| Major::new(seed, Weights::of_general(side)).with_effort(REST[side]);
        Playout {
            start: *start,
            side,
            seed,
            rest: BySide::from_fn(rest),
            learned: Learned::default(),
            events: Vec::new(),
        }
    }

    /// What a scheme comes to for its side under the luck of a number, and the player-turns it took to find out.
    pub(super) fn worth(&mut self, scheme: &mut Scheme, luck: u64) -> (f32, u64) {
        let mut chance = Noted { luck: Luck::new(self.seed, luck), needed: false };
        let mut state = match scheme.moved {
            Some(moved) => moved,
            None => {
                // With overruns the first move is another one under each luck: it is found roughly.
                let mut own = match self.start.phase() {
                    Phase::GermanMovement => scheme.sketch(self.seed),
                    _ => scheme.player(self.seed),
                };
                let moved = self
                    .play(self.start, Some(&mut own), &mut chance, |now, start| now.phase() != start.phase());
                if !chance.needed {
                    scheme.moved = Some(moved);
                }
                moved
            }
        };
        let next = match self.side {
            Side::Soviet => Phase::SovietMovement,
            Side::German => Phase::GermanMovement,
        };
        let to_the_end = self.start.turn() >= TO_THE_END;
        state = self.play(state, None, &mut chance, |now, start| {
            !to_the_end && now.turn() > start.turn() && now.phase() == next
        });
        let turns = u64::from(state.turn() - self.start.turn()).max(1) * 2;
        let margin = self.learned.judged(&state);
        (if self.side == Side::German { margin } else { -margin }, turns)
    }

    /// Plays on until something has come about; our side by the one who is given, or as the rest is played.
    fn play(
        &mut self,
        mut state: State,
        mut own: Option<&mut Major>,
        chance: &mut Noted,
        until: impl Fn(&State, &State) -> bool,
    ) -> State {
        while let Some(decision) = state.decision() {
            if until(&state, &self.start) {
                break;
            }
            let action = match own.as_mut().filter(|_| decision.side == self.side) {
                Some(own) => own.choose(&state, &Unwatched),
                None => self.rest[decision.side].choose(&state, &Unwatched),
            };
            self.events.clear();
            chance.luck.about(&state, &action);
            if state.apply_into(&action, chance, &mut self.events).is_err() {
                break;
            }
        }
        state
    }
}
