//! How many connections one address, one session and one game may have open at the same time.

use super::{Address, CountedBy, Visit};
use crate::error::Error;
use crate::store::Hash;
use pgg_table::GameId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// How many of a kind may be open at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Many {
    name: &'static str,
    address: u32,
    session: u32,
    game: u32,
}

impl Many {
    /// Of a kind, by a name that no other has; nothing is limited yet.
    pub(super) const fn new(name: &'static str) -> Many {
        Many { name, address: u32::MAX, session: u32::MAX, game: u32::MAX }
    }

    /// From one address.
    #[must_use]
    pub(super) const fn address(self, address: u32) -> Many {
        Many { address, ..self }
    }

    /// From one session or token.
    #[must_use]
    pub(super) const fn session(self, session: u32) -> Many {
        Many { session, ..self }
    }

    /// In one game.
    #[must_use]
    pub(super) const fn game(self, game: u32) -> Many {
        Many { game, ..self }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Who {
    Address(Address),
    Session(Hash),
    Game(GameId),
}

impl Who {
    const fn by(&self) -> CountedBy {
        match self {
            Who::Address(_) => CountedBy::Address,
            Who::Session(_) => CountedBy::Session,
            Who::Game(_) => CountedBy::Game,
        }
    }
}

/// Open ones by limit and caller; callers with none are absent.
#[derive(Default)]
pub(super) struct Counts(Mutex<HashMap<(&'static str, Who), u32>>);

/// Room for a connection, given back when it is dropped.
#[must_use]
pub struct Open {
    counts: Arc<Counts>,
    held: Vec<(&'static str, Who)>,
}

pub(super) fn open(
    counts: &Arc<Counts>,
    most: &Many,
    factor: f64,
    visit: &Visit,
    game: Option<GameId>,
) -> Result<Open, Error> {
    let wanted = [
        (Some(Who::Address(visit.address)), most.address),
        (visit.session.map(Who::Session), most.session),
        (game.map(Who::Game), most.game),
    ];
    let mut open = Open { counts: Arc::clone(counts), held: Vec::new() };
    let mut numbers = counts.0.lock().unwrap_or_else(PoisonError::into_inner);
    for (who, most_of) in wanted {
        let Some(who) = who.filter(|_| most_of != u32::MAX) else { continue };
        let number = numbers.entry((most.name, who)).or_default();
        if f64::from(*number) >= (f64::from(most_of) * factor).max(1.0) {
            drop(numbers);
            tracing::info!(limit = most.name, address = %visit.address, "refused: too many connections");
            metrics::counter!("pgg_limited_total", "limit" => most.name).increment(1);
            return Err(Error::TooManyRequests { limit: most.name, by: who.by(), seconds: 5 });
        }
        *number += 1;
        open.held.push((most.name, who));
    }
    drop(numbers);
    Ok(open)
}

impl Drop for Open {
    fn drop(&mut self) {
        let mut numbers = self.counts.0.lock().unwrap_or_else(PoisonError::into_inner);
        for key in &self.held {
            if let Some(number) = numbers.get_mut(key) {
                *number -= 1;
                if *number == 0 {
                    numbers.remove(key);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_given_back() {
        const MOST: Many = Many::new("test").address(3).session(2).game(2);
        let counts = Arc::default();
        let address = Address::new([10, 0, 0, 1].into());
        let ask = |session: u8, game: u8| {
            let visit = Visit { address, session: Some([session; 32]) };
            open(&counts, &MOST, 1.0, &visit, Some(GameId::from_random([game; 16])))
        };
        let first = ask(1, 1).unwrap();
        let second = ask(1, 2).unwrap();
        assert!(ask(1, 3).is_err(), "the session has two");
        let third = ask(2, 1).unwrap();
        assert!(ask(3, 3).is_err(), "the address has three");
        drop(third);
        let third = ask(2, 1).unwrap();
        drop(first);
        let fourth = ask(1, 3).unwrap();
        assert_eq!(counts.0.lock().unwrap().len(), 1 + 2 + 3);
        drop((second, third, fourth));
        assert!(counts.0.lock().unwrap().is_empty());
    }
}
