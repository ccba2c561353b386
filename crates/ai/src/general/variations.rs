//! Ideas: orders worth a try. First everybody the same way, then the best so far with one group told otherwise.

use crate::orders::{Manner, OBJECTIVES, Orders, Stance};
use crate::shared::divisions;
use pgg_core::chance::below;
use pgg_core::{Place, Side, State, UnitSet, data};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// A source of ideas that never runs dry.
pub(super) struct Ideas {
    side: Side,
    groups: Vec<UnitSet>,
    rng: ChaCha8Rng,
    /// How many of the plain ideas have been given.
    given: usize,
}

impl Ideas {
    pub(super) fn new(state: &State, side: Side, seed: u64) -> Ideas {
        let here =
            |group: &UnitSet| group.iter().any(|u| matches!(state.place(u), Place::On(_) | Place::Waiting));
        let groups = divisions().into_iter().filter(here).collect();
        let rng = ChaCha8Rng::seed_from_u64(seed ^ (u64::from(state.turn()) << 8 | side as u64));
        Ideas { side, groups, rng, given: 0 }
    }

    /// The next idea, with the best orders so far to vary.
    pub(super) fn next(&mut self, best: &Orders) -> Option<Orders> {
        let nth = self.given;
        self.given += 1;
        match self.side {
            Side::German => self.german(best, nth),
            Side::Soviet => Some(self.soviet(best, nth)),
        }
    }

    fn german(&mut self, best: &Orders, nth: usize) -> Option<Orders> {
        if let Some(&manner) = Manner::ALL.get(nth) {
            let mut orders = Orders::default();
            orders.set_manner(UnitSet::GERMAN, manner);
            return Some(orders);
        }
        if self.groups.is_empty() {
            return None;
        }
        let mut orders = best.clone();
        for _ in 0..1 + below(&mut self.rng, 3) {
            let group = self.groups[below(&mut self.rng, self.groups.len() as u32) as usize];
            if below(&mut self.rng, 3) == 0 {
                let goal = below(&mut self.rng, OBJECTIVES as u32) as usize;
                orders.set_goal(group, Some(goal));
            } else {
                let manner = Manner::ALL[below(&mut self.rng, Manner::ALL.len() as u32) as usize];
                orders.set_manner(group, manner);
            }
        }
        Some(orders)
    }

    fn soviet(&mut self, best: &Orders, nth: usize) -> Orders {
        if let Some(&stance) = Stance::ALL.get(nth) {
            let mut orders = Orders::default();
            orders.stance = stance;
            return orders;
        }
        let mut orders = best.clone();
        if below(&mut self.rng, 5) == 0 {
            orders.stance = Stance::ALL[below(&mut self.rng, Stance::ALL.len() as u32) as usize];
        }
        for _ in 0..1 + below(&mut self.rng, 3) {
            let objective = below(&mut self.rng, OBJECTIVES as u32) as usize;
            orders.emphasis[objective] = [0.3, 0.6, 1.0, 1.6, 2.6][below(&mut self.rng, 5) as usize];
        }
        orders
    }
}

/// The orders in words.
pub(super) fn words(state: &State, side: Side, orders: &Orders) -> String {
    let objectives = data().victory.objectives();
    match side {
        Side::Soviet => {
            let told = |more: bool| {
                let named: Vec<&str> = objectives
                    .iter()
                    .zip(orders.emphasis)
                    .filter(|(_, weight)| if more { *weight > 1.0 } else { *weight < 1.0 })
                    .map(|(o, _)| o.name.as_str())
                    .collect();
                named.join(", ")
            };
            let mut text = orders.stance.words().to_owned();
            for (more, what) in [(true, "more for"), (false, "less for")] {
                let named = told(more);
                if !named.is_empty() {
                    text.push_str(&format!("; {what} {named}"));
                }
            }
            text
        }
        Side::German => {
            let mut parts = Vec::new();
            for manner in Manner::ALL.into_iter().skip(1) {
                let count = divisions()
                    .into_iter()
                    .filter(|g| g.iter().any(|u| state.hex(u).is_some() && orders.manner(u) == manner))
                    .count();
                if count > 0 {
                    let divisions = if count == 1 { "division" } else { "divisions" };
                    parts.push(format!("{count} {divisions}: {}", manner.words()));
                }
            }
            if parts.is_empty() { Manner::AsUsual.words().to_owned() } else { parts.join("; ") }
        }
    }
}
