//! Which German division goes for which objective: an auction that gives the best pair of the two, again and again.

use crate::shared::divisions;
use crate::shared::field::FAR;
use pgg_core::{Hex, Newcomer, Place, State, UnitId, UnitSet, data};

/// How much of its printed strength a division brings to bear: most are integrated when they fight [7.3].
const BROUGHT_TO_BEAR: f32 = 1.5;
/// How much defenders beside a hex count for its defence.
const BESIDE: f32 = 0.4;

/// A division that may be sent.
pub(crate) struct Contender {
    pub(crate) units: UnitSet,
    /// One of its units that can move.
    pub(crate) unit: UnitId,
    /// The strength it brings.
    pub(crate) strength: f32,
    /// The way to each objective, in half-points.
    pub(crate) ways: Vec<f32>,
}

/// All divisions on the map or about to enter; `way` is that of a unit to an objective from a hex.
pub(crate) fn contenders(state: &State, way: impl Fn(UnitId, usize, Hex) -> u16) -> Vec<Contender> {
    let mut all = Vec::new();
    for units in divisions() {
        let some = units.iter().find(|&u| matches!(state.place(u), Place::On(_) | Place::Waiting));
        let Some(unit) = some else { continue };
        let from: Vec<Hex> = match state.hex(unit) {
            Some(hex) => vec![hex],
            None => state.entry_hexes(Newcomer::Unit(unit)),
        };
        let far = |n| from.iter().map(|&h| way(unit, n, h)).min().unwrap_or(FAR);
        let ways = (0..data().victory.objectives().len()).map(|n| f32::from(far(n))).collect();
        let strength = units.iter().map(|u| f32::from(state.attack(u)) * BROUGHT_TO_BEAR).sum();
        all.push(Contender { units, unit, strength, ways });
    }
    all
}

/// What objectives ask for, and what it is worth to send a division to one.
pub(crate) trait Auction {
    /// What a division is worth there now.
    fn bid(&self, contender: &Contender, objective: usize) -> f32;

    /// It goes there.
    fn sell(&mut self, contender: &Contender, objective: usize);
}

/// Sell every division, the highest bid first.
pub(crate) fn auction(mut contenders: Vec<Contender>, auction: &mut impl Auction) {
    while !contenders.is_empty() {
        let mut best = (f32::MIN, 0, 0);
        for (c, contender) in contenders.iter().enumerate() {
            for n in 0..contender.ways.len() {
                let bid = auction.bid(contender, n);
                if bid > best.0 {
                    best = (bid, c, n);
                }
            }
        }
        let (_, c, n) = best;
        let contender = contenders.swap_remove(c);
        auction.sell(&contender, n);
    }
}

/// What defends a hex: the strength there, terrain included, and some of that beside it.
pub(crate) fn defence_around(hex: Hex, ground: f32, defence: impl Fn(Hex) -> f32) -> f32 {
    let beside = hex.neighbours().map(|(_, h)| BESIDE * defence(h)).sum::<f32>();
    defence(hex) * ground + beside
}
