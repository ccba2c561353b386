//! Common random numbers: all candidates meet the same lucks. The same fight meets the same die, the same division the same
//! strength, whatever else was done before. Six lucks in a row show every fight all six faces, opposite ones one after the
//! other (antithetic variates).

use crate::sim::mix;
use pgg_core::game::chance::NoChance;
use pgg_core::game::event::DieFor;
use pgg_core::{Action, Chance, CounterId, Kind, Sampled, State, UnitId};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The orders in which the three pairs of opposite faces may come.
const ORDERS: [[u8; 3]; 6] = [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]];

/// Faces of the die, and what two opposite ones add up to.
const FACES: u64 = 6;
const OPPOSITE: u8 = 7;
/// What a die is thrown for, as one number: bits for the place and what happens there, the phase, the turn.
const OVERRUN: u64 = 1 << 12;
const ELSE: u64 = 1 << 13;
const PHASE_BITS: u32 = 16;
const TURN_BITS: u32 = 24;
/// The same with how often it was thrown for that before, and the six lucks it belongs to.
const SIX_BITS: u32 = 8;
const ABOUT_BITS: u32 = 20;
/// A luck and a unit as one number.
const UNIT_BITS: u32 = 16;
/// Which of two opposite faces comes first: a bit of the number for each of the three pairs, from this one on.
const TURNED_BIT: u32 = 8;

/// One luck.
pub(crate) struct Luck {
    seed: u64,
    number: u64,
    about: u64,
    /// What dice were thrown for.
    thrown: Vec<u64>,
}

impl Luck {
    pub(crate) fn new(seed: u64, number: u64) -> Luck {
        Luck { seed: mix(seed), number, about: 0, thrown: Vec::new() }
    }

    /// What the next die will be thrown for.
    pub(crate) fn about(&mut self, state: &State, action: &Action) {
        let place = match action {
            Action::Attack { targets, .. } => targets.iter().next().map_or(0, |h| h.index() as u64),
            Action::Overrun { target, .. } => OVERRUN | target.index() as u64,
            _ => ELSE,
        };
        self.about = u64::from(state.turn()) << TURN_BITS | (state.phase() as u64) << PHASE_BITS | place;
    }

    fn dealer(&self, unit: UnitId) -> Sampled<ChaCha8Rng> {
        let seed = mix(self.seed ^ mix(self.number << UNIT_BITS | unit.index() as u64));
        Sampled(ChaCha8Rng::seed_from_u64(seed))
    }
}

impl Chance for Luck {
    fn die(&mut self, _: &State, _: DieFor) -> Result<u8, NoChance> {
        let times = self.thrown.iter().filter(|&&about| about == self.about).count() as u64;
        self.thrown.push(self.about);
        let six = self.number / FACES;
        let number = mix(self.seed ^ mix(self.about << ABOUT_BITS | six << SIX_BITS | times));
        let place = (self.number % FACES) as usize;
        let low = ORDERS[(number % FACES) as usize][place / 2];
        let turned = number >> (TURNED_BIT + u32::from(low)) & 1 == 1;
        Ok(if turned == (place % 2 == 1) { low } else { OPPOSITE - low })
    }

    fn draw(&mut self, state: &State, unit: UnitId) -> Result<Kind, NoChance> {
        self.dealer(unit).draw(state, unit)
    }

    fn reveal(&mut self, state: &State, unit: UnitId) -> Result<CounterId, NoChance> {
        self.dealer(unit).reveal(state, unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pgg_core::{Options, Seeded};

    #[test]
    fn six_lucks_show_every_face_once_and_opposite_faces_together() {
        let (state, _) = State::new_game(Options::default(), &mut Seeded::from_number(1)).expect("a game");
        for seed in 0..50 {
            let die = |number| Luck::new(seed, number).die(&state, DieFor::Combat).expect("a die");
            let faces: Vec<u8> = (0..6).map(die).collect();
            assert!(faces.chunks(2).all(|pair| pair[0] + pair[1] == 7), "{faces:?}");
            let mut sorted = faces.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, [1, 2, 3, 4, 5, 6], "{faces:?}");
        }
    }
}
