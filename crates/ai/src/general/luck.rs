//! Luck that all candidates share: the same fight meets the same die, the same division the same strength, whatever
//! else was done before. Six lucks in a row show every fight all six faces, opposite ones together.

use crate::sim::mix;
use pgg_core::chance::NoChance;
use pgg_core::event::DieFor;
use pgg_core::{Action, Chance, CounterId, Kind, Sampled, State, UnitId};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The orders in which the three pairs of opposite faces may come.
const ORDERS: [[u8; 3]; 6] = [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]];

/// One luck.
pub(super) struct Luck {
    seed: u64,
    number: u64,
    about: u64,
    /// What dice were thrown for.
    thrown: Vec<u64>,
}

impl Luck {
    pub(super) fn new(seed: u64, number: u64) -> Luck {
        Luck { seed: mix(seed), number, about: 0, thrown: Vec::new() }
    }

    /// What the next die will be thrown for.
    pub(super) fn about(&mut self, state: &State, action: &Action) {
        let place = match action {
            Action::Attack { targets, .. } => targets.iter().next().map_or(0, |h| h.index() as u64),
            Action::Overrun { target, .. } => 1 << 12 | target.index() as u64,
            _ => 1 << 13,
        };
        self.about = u64::from(state.turn()) << 24 | (state.phase() as u64) << 16 | place;
    }

    fn dealer(&self, unit: UnitId) -> Sampled<ChaCha8Rng> {
        let seed = mix(self.seed ^ mix(self.number << 16 | unit.index() as u64));
        Sampled(ChaCha8Rng::seed_from_u64(seed))
    }
}

impl Chance for Luck {
    fn die(&mut self, _: &State, _: DieFor) -> Result<u8, NoChance> {
        let times = self.thrown.iter().filter(|&&about| about == self.about).count() as u64;
        self.thrown.push(self.about);
        let six = self.number / 6;
        let number = mix(self.seed ^ mix(self.about << 20 | six << 8 | times));
        let place = (self.number % 6) as usize;
        let low = ORDERS[(number % 6) as usize][place / 2];
        let turned = number >> (8 + low) & 1 == 1;
        Ok(if turned == (place % 2 == 1) { low } else { 7 - low })
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
