//! Keys of requests, which make them idempotent.

use crate::id::PersonId;
use sha2::Digest;
use std::sync::Arc;

/// Keys remembered, at most.
const KEYS: usize = 64;
/// The most keys of one person: more than can be in flight at once, and few enough that two players leave room
/// for others.
const OF_ONE: usize = 30;
/// A table is copied for every action. Copies share all keys but the latest, of which there are at most this many.
const LATE: usize = 16;

/// Who sent a key, the key as a hash, and the number of the entry it led to.
type Key = (PersonId, u64, u32);

/// The keys of the latest requests.
#[derive(Clone, Default)]
pub(super) struct Keys {
    early: Arc<Vec<Key>>,
    /// How many of the first of them are forgotten.
    forgotten: usize,
    late: Vec<Key>,
}

impl Keys {
    /// The number of the entry that a request with this key led to.
    pub(super) fn find(&self, by: PersonId, key: &str) -> Option<u32> {
        let key = hash(key);
        self.all().find(|&&(person, known, _)| known == key && person == by).map(|&(_, _, n)| n)
    }

    /// Remembers a key. Players' keys are kept however much the opponent does and spectators say: a player
    /// who was away for long may still repeat his last request.
    pub(super) fn add(&mut self, by: PersonId, key: &str, n: u32, plays: impl Fn(PersonId) -> bool) {
        let own = |&&(person, _, _): &&Key| person == by;
        let oldest = if self.all().filter(own).count() >= OF_ONE {
            self.all().position(|&(person, _, _)| person == by)
        } else if self.all().count() == KEYS {
            Some(self.all().position(|&(person, _, _)| !plays(person)).unwrap_or(0))
        } else {
            None
        };
        if let Some(oldest) = oldest {
            if oldest == 0 && self.forgotten < self.early.len() {
                self.forgotten += 1;
            } else {
                let mut all = self.to_vec();
                all.remove(oldest);
                *self = Keys::from(all);
            }
        }
        if self.late.len() == LATE {
            *self = Keys::from(self.to_vec());
        }
        self.late.push((by, hash(key), n));
    }

    pub(super) fn to_vec(&self) -> Vec<Key> {
        self.all().copied().collect()
    }

    fn all(&self) -> impl Iterator<Item = &Key> {
        self.early.iter().skip(self.forgotten).chain(&self.late)
    }
}

impl From<Vec<Key>> for Keys {
    fn from(keys: Vec<Key>) -> Keys {
        Keys { early: Arc::new(keys), forgotten: 0, late: Vec::new() }
    }
}

/// A hash that is the same in every process.
fn hash(key: &str) -> u64 {
    let digest = sha2::Sha256::digest(key);
    u64::from_le_bytes(std::array::from_fn(|n| digest[n]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_who_play_are_remembered_longer() {
        let player = PersonId::from_random([0; 16]);
        let spectator = |n: u32| PersonId::from_random([1 + (n % 7) as u8; 16]);
        let mut keys = Keys::default();
        for n in 0..1000 {
            let by = if n % 40 == 0 { player } else { spectator(n) };
            keys.add(by, &n.to_string(), n, |id| id == player);
        }
        assert_eq!(keys.to_vec().len(), KEYS);
        for n in (0..1000).step_by(40) {
            assert_eq!(keys.find(player, &n.to_string()), Some(n));
        }
        assert_eq!(keys.find(spectator(999), "999"), Some(999));
        assert_eq!((keys.find(player, "999"), keys.find(spectator(1), "1")), (None, None));
    }

    /// A table is copied for every action: all but the latest keys are shared with the copy, even when every new key pushes out an old
    /// one.
    #[test]
    fn copies_share_all_keys_but_the_latest() {
        let mut keys = Keys::default();
        let mut shared = 0;
        for n in 0..1600 {
            let copy = keys.clone();
            keys.add(PersonId::from_random([1; 16]), &n.to_string(), n, |_| true);
            shared += usize::from(Arc::ptr_eq(&copy.early, &keys.early));
            assert!(keys.late.len() <= LATE);
        }
        assert_eq!(shared, 1600 - 1600 / LATE + 1, "written anew once in {LATE}");
        assert_eq!(keys.to_vec().len(), OF_ONE);
    }

    /// A player whose answer was lost comes back after the opponent has acted for a whole turn.
    #[test]
    fn the_last_request_of_one_is_not_forgotten_for_those_of_the_other() {
        let [absent, busy] = [1, 2].map(|n| PersonId::from_random([n; 16]));
        let mut keys = Keys::default();
        keys.add(absent, "his last", 0, |_| true);
        for n in 1..1000 {
            keys.add(busy, &n.to_string(), n, |_| true);
        }
        assert_eq!(keys.find(absent, "his last"), Some(0));
        assert_eq!((keys.find(busy, "970"), keys.find(busy, "969")), (Some(970), None));
    }
}
