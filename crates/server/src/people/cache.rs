//! Recent lookups of callers, so that not every request reads the database.

use super::caller::{By, Caller};
use crate::store::Hash;
use pgg_table::{PersonId, Time};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How long an answer is valid, in milliseconds; changes by this process invalidate it at once.
const GOOD_FOR: i64 = 10_000;
/// How many answers are kept.
const MOST: usize = 10_000;

/// Callers by the hash of their cookie or token.
#[derive(Default)]
pub(super) struct Cache(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    callers: HashMap<Hash, (Caller, Time)>,
    /// A generation counter: it grows with every invalidation.
    age: u64,
}

impl Kept {
    /// An answer that is still valid.
    fn good(&self, key: &Hash, now: Time) -> Option<&Caller> {
        let (caller, since) = self.callers.get(key)?;
        let alive = match caller.by {
            By::Session { expires } => expires > now,
            By::Token => true,
        };
        (alive && is_fresh(*since, now)).then_some(caller)
    }
}

impl Cache {
    pub(super) fn find(&self, key: &Hash, now: Time) -> Option<Caller> {
        self.kept().good(key, now).cloned()
    }

    /// Is this the key of this person?
    pub(super) fn is(&self, key: &Hash, person: PersonId, now: Time) -> bool {
        self.kept().good(key, now).is_some_and(|caller| caller.id == person)
    }

    /// Read this before asking the database, and pass it to [`Cache::keep`] with the answer.
    pub(super) fn age(&self) -> u64 {
        self.kept().age
    }

    /// Keeps an answer, unless there was an invalidation since the database was asked.
    pub(super) fn keep(&self, age: u64, caller: Caller, now: Time) {
        let mut kept = self.kept();
        if kept.age != age {
            return;
        }
        if kept.callers.len() >= MOST {
            kept.callers.retain(|_, (_, since)| is_fresh(*since, now));
        }
        if kept.callers.len() >= MOST {
            kept.callers.clear();
        }
        kept.callers.insert(caller.key, (caller, now));
    }

    /// Forgets a person.
    pub(super) fn forget(&self, id: PersonId) {
        let mut kept = self.kept();
        kept.age += 1;
        kept.callers.retain(|_, (caller, _)| caller.id != id);
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_fresh(since: Time, now: Time) -> bool {
    (0..GOOD_FOR).contains(&now.since(since))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::{Address, Visit};
    use crate::people::Scopes;
    use crate::store::Kind;
    use pgg_table::Name;

    fn caller(n: u32) -> Caller {
        let mut key = [0; 32];
        key[..4].copy_from_slice(&n.to_le_bytes());
        let mut id = [0; 16];
        id[..4].copy_from_slice(&n.to_le_bytes());
        Caller {
            id: PersonId::from_random(id),
            name: Name::parse("Somebody").unwrap(),
            kind: Kind::Guest,
            scopes: Scopes::ALL,
            key,
            by: By::Session { expires: Time(1_000_000) },
            visit: Visit { address: Address::new([127, 0, 0, 1].into()), session: Some(key) },
        }
    }

    #[test]
    fn answers_grow_old_and_are_forgotten() {
        let cache = Cache::default();
        let one = caller(1);
        cache.keep(cache.age(), one.clone(), Time(0));
        assert!(cache.find(&one.key, Time(9_999)).is_some());
        assert!(cache.find(&one.key, Time(10_000)).is_none());
        let age = cache.age();
        cache.forget(one.id);
        assert!(cache.find(&one.key, Time(0)).is_none());
        cache.keep(age, one.clone(), Time(0));
        assert!(cache.find(&one.key, Time(0)).is_none(), "what was read before is not kept");
    }

    #[test]
    fn an_expired_session_is_not_found() {
        let cache = Cache::default();
        cache.keep(cache.age(), caller(1), Time(999_999));
        assert!(cache.find(&caller(1).key, Time(1_000_000)).is_none());
    }

    #[test]
    fn it_does_not_grow_without_end() {
        let cache = Cache::default();
        for n in 0..=MOST as u32 {
            cache.keep(cache.age(), caller(n), Time(i64::from(n)));
        }
        assert!(cache.kept().callers.len() <= MOST);
        assert!(cache.find(&caller(MOST as u32).key, Time(MOST as i64)).is_some());
    }
}
