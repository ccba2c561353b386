//! A race of orders against the best so far: few lucks first, more for those that keep up.

use super::rehearse::Rehearsal;
use crate::orders::Orders;

/// Lucks after which a challenger that is behind goes out.
const HURDLES: [usize; 2] = [2, 6];
/// Points a challenger may be behind at each hurdle; at the last he must be ahead.
const BEHIND: [f32; 2] = [0.8, -0.2];

/// Rehearsals that a challenger and the best so far take at most until it is settled who is better.
pub(super) const MOST: u64 = 10;

/// The best orders so far with what they were worth under each luck.
pub(super) struct Race {
    rehearsal: Rehearsal,
    best: Orders,
    worths: Vec<f32>,
    spent: u64,
    budget: u64,
}

impl Race {
    /// With the best orders so far.
    pub(super) fn new(rehearsal: Rehearsal, best: Orders, budget: u64) -> Race {
        Race { rehearsal, best, worths: Vec::new(), spent: 0, budget }
    }

    pub(super) fn best(&self) -> &Orders {
        &self.best
    }

    pub(super) fn into_best(self) -> Orders {
        self.best
    }

    /// Player-turns played so far.
    pub(super) fn spent(&self) -> u64 {
        self.spent
    }

    /// Is the budget spent?
    pub(super) fn is_over(&self) -> bool {
        self.spent >= self.budget
    }

    /// Let orders run against the best; they take its place if they are worth more over all lucks.
    pub(super) fn enter(&mut self, orders: Orders) {
        if orders == self.best {
            return;
        }
        let mut worths = Vec::new();
        for (hurdle, &lucks) in HURDLES.iter().enumerate() {
            while worths.len() < lucks {
                if self.is_over() {
                    return;
                }
                if self.worths.len() == worths.len() {
                    let (worth, turns) = self.rehearsal.worth(&self.best, self.worths.len() as u64);
                    self.worths.push(worth);
                    self.spent += turns;
                }
                let (worth, turns) = self.rehearsal.worth(&orders, worths.len() as u64);
                worths.push(worth);
                self.spent += turns;
            }
            let ahead: f32 = worths.iter().zip(&self.worths).map(|(new, old)| new - old).sum();
            if ahead / lucks as f32 + BEHIND[hurdle] <= 0.0 {
                return;
            }
        }
        self.best = orders;
        self.worths = worths;
    }
}
