//! A fast 64-bit key of a position, for the transposition tables and caches of a search.
//!
//! Places, faces and steps lost form a Zobrist key: each such fact has a random number, and the key is the XOR
//! of those that hold, so that a change costs two XORs. The small rest is mixed in when the key is asked for. A
//! key is valid only for this build; use a fingerprint for anything stored.

use super::State;
use crate::unit::UnitId;
use std::hash::{Hash, Hasher};

/// A kind of fact in the incremental part.
#[derive(Clone, Copy)]
pub(super) enum Fact {
    Place,
    Face,
    StepsLost,
}

/// The random number of a fact with a value. Computed instead of looked up: a table of all values would not stay in the
/// cache.
const fn number(fact: Fact, unit: UnitId, value: u16) -> u64 {
    mix((fact as u64) << 32 | (unit.index() as u64) << 16 | value as u64)
}

/// The finaliser of splitmix64: every bit of the input changes about half of the output.
const fn mix(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl State {
    /// A fact of a unit changes its value.
    pub(super) const fn rekey(&mut self, fact: Fact, unit: UnitId, before: u16, after: u16) {
        self.units_key ^= number(fact, unit, before) ^ number(fact, unit, after);
    }

    /// A 64-bit key of the position for tables of a search: equal states have equal keys, and different states
    /// have different keys except with a chance of one in 2⁶⁴. It may change with every build;
    /// [`State::fingerprint`] does not.
    ///
    /// ```
    /// use pgg_core::{Options, Seeded, State};
    ///
    /// let mut chance = Seeded::from_number(1941);
    /// let (before, _) = State::new_game(Options::default(), &mut chance)?;
    /// let mut after = before;
    /// assert_eq!(after.key(), before.key());
    /// after.apply(&before.legal().others[0], &mut chance).expect("a legal action");
    /// assert_ne!(after.key(), before.key());
    /// # Ok::<(), pgg_core::NoChance>(())
    /// ```
    pub fn key(&self) -> u64 {
        let mut rest = Mixer(self.units_key);
        (self.options, self.turn, self.phase, self.ending, self.scheduled).hash(&mut rest);
        (self.returns, self.spent, self.origins).hash(&mut rest);
        (self.marks, self.group, self.marching, self.standing).hash(&mut rest);
        (self.air, self.soviet_marker, self.soviet_marker_uses).hash(&mut rest);
        (self.cuts, self.repaired, self.rail_used).hash(&mut rest);
        (self.owed, self.provisional, self.front, self.front_this_turn).hash(&mut rest);
        (self.control, self.smolensk_since, self.occupied_objectives, self.recaptures).hash(&mut rest);
        (self.evacuations, self.evacuated_this_turn).hash(&mut rest);
        self.memory.hash(&mut rest);
        self.combat.hash(&mut rest);
        rest.finish()
    }
}

/// Mixes words into a key.
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        mix(self.0)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, i: u8) {
        self.write_u64(i.into());
    }

    fn write_u16(&mut self, i: u16) {
        self.write_u64(i.into());
    }

    fn write_u64(&mut self, i: u64) {
        self.0 = (self.0.rotate_left(23) ^ i).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_usize(&mut self, i: usize) {
        self.write_u64(i as u64);
    }

    fn write_isize(&mut self, i: isize) {
        self.write_u64(i as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs of splitmix64 from the seed 0, as its authors published them.
    #[test]
    fn the_finaliser_is_that_of_splitmix64() {
        const STEP: u64 = 0x9E37_79B9_7F4A_7C15;
        let outputs = [0, STEP, STEP.wrapping_mul(2)].map(mix);
        assert_eq!(outputs, [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F]);
    }

    /// No two facts of any two units share a number.
    #[test]
    fn each_fact_has_a_number_of_its_own() {
        let facts = [Fact::Place, Fact::Face, Fact::StepsLost];
        let mut numbers = std::collections::HashSet::new();
        for (unit, fact) in UnitId::all().flat_map(|unit| facts.map(|fact| (unit, fact))) {
            for value in 0..40 {
                assert!(numbers.insert(number(fact, unit, value)), "{unit} {value}");
            }
        }
    }

    /// Numbers of the machine's own width, such as the lengths of lists, change a key.
    #[test]
    fn lengths_count() {
        let key_of = |length: usize| {
            let mut mixer = Mixer(1);
            mixer.write_usize(length);
            mixer.finish()
        };
        assert_ne!(key_of(1), key_of(2));
    }
}
