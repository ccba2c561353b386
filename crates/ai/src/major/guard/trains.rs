//! Trains: eight divisions a turn may ride [6.31], so rides go to the divisions that save most by them, not to the first in the
//! list. No division rides into reach of the enemy, or away from him without need.

use super::Guard;
use super::depth::WEST;
use super::send::{A_HEX, A_RIDE, FADES, FAR, Free, IN_A_ZONE, LATER, MOST_TURNS, RIDDEN, TURN};
use crate::shared::exact::exp;
use crate::shared::field::Field;
use crate::shared::points;
use pgg_core::rules::movement::ALLOWANCE_DIVISOR;
use pgg_core::rules::movement::rail::RAIL_CAPACITY;
use pgg_core::{Hex, HexSet, Newcomer, Side, State, UnitId};

/// What a place on a train is worth: less is walked for.
const A_PLACE: f32 = 0.4;
/// Half-points within which the Germans are there at once: nobody gets off a train there.
const AT_ONCE: u16 = 22;
/// Half-points of the Germans' way by which a ride may lead away from them.
const AWAY: u16 = 16;
/// But for a city of so many points that they may soon be in.
const CITY: f32 = 10.0;
const SOON: u16 = 90;
/// Half-points of the Germans' way from which on newcomers need a train more than those who are nearer.
const REAR: u16 = 60;

/// A division with the share of each post's worth that is left when it has come there on foot, and by train.
struct Sent {
    unit: UnitId,
    at: Hex,
    on_foot: Vec<f32>,
    by_rail: Vec<f32>,
    weight: u8,
}

impl Guard {
    /// Give every free division the post where it is worth most, and a train to those to whom it saves most.
    pub(super) fn assign_trains(&mut self, state: &State, free: Vec<UnitId>) {
        let lines = state.soviet_lines();
        let mut free: Vec<Sent> = free
            .into_iter()
            .filter_map(|unit| {
                let who = Free::of(state, unit)?;
                let pace =
                    if lines.supplied.contains(who.at) { TURN } else { TURN / f32::from(ALLOWANCE_DIVISOR) };
                let posts = || self.posts.iter().zip(&self.ways);
                let on_foot = posts().map(|(p, way)| on_foot(state, &who, p.hex, way, pace)).collect();
                let by_rail = posts().map(|(p, way)| self.by_rail(state, &who, p.hex, way)).collect();
                Some(Sent { unit, at: who.at, on_foot, by_rail, weight: state.rail_weight(unit) })
            })
            .collect();
        // Where newcomers come in they can stay: nobody else is sent there.
        let manned: HexSet = state.newcomers().iter().flat_map(|&who| state.entry_hexes(who)).collect();
        let mut places = RAIL_CAPACITY.saturating_sub(self.newcomers_riding(state));
        loop {
            let mut best = (0.0, usize::MAX, 0, false);
            for (u, who) in free.iter().enumerate() {
                for (p, post) in self.posts.iter().enumerate().filter(|(_, post)| !post.is_full()) {
                    if manned.contains(post.hex) && who.at != post.hex {
                        continue;
                    }
                    let worth = post.worth[usize::from(post.have)];
                    let walked = worth * who.on_foot[p];
                    let ridden = worth * who.by_rail[p] - A_PLACE;
                    if walked > best.0 {
                        best = (walked, u, p, false);
                    }
                    if ridden > best.0 && ridden > walked && who.weight <= places {
                        best = (ridden, u, p, true);
                    }
                }
            }
            let (_, u, p, rides) = best;
            if u == usize::MAX {
                return;
            }
            let who = free.swap_remove(u);
            if rides {
                places -= who.weight;
                self.riders.insert(who.unit);
            }
            self.posts[p].have += 1;
            self.orders.push((who.unit, self.posts[p].hex));
        }
    }

    /// Places on the trains for those who come in far behind the front.
    fn newcomers_riding(&self, state: &State) -> u8 {
        let rear = |who: Newcomer| state.entry_hexes(who).iter().any(|&h| self.soon(h) > REAR);
        let places = |who: &Newcomer| match *who {
            Newcomer::Scheduled(pool, area) if rear(*who) => state.owed(area, pool),
            _ => 0,
        };
        state.newcomers().iter().map(places).sum::<u8>().min(RAIL_CAPACITY / 2)
    }

    /// The share of a post's worth that is left after a ride to it, or towards it; none where nobody may ride to.
    fn by_rail(&self, state: &State, who: &Free, post: Hex, way: &Field) -> f32 {
        let (from, to) = (self.soon(who.at), self.soon(post));
        let city = points(state, post) >= CITY && to < SOON && post.column() > WEST;
        let sensible = to >= AT_ONCE && to <= from.saturating_add(AWAY);
        if !city && !sensible {
            return 0.0;
        }
        if who.ride.contains(post) {
            return RIDDEN;
        }
        let nearest = who.ride.iter().filter(|&h| self.soon(h) >= AT_ONCE).map(|h| way.at(h)).min();
        let turns = f32::from(nearest.unwrap_or(FAR).min(FAR)) / TURN + A_RIDE;
        LATER * exp(-FADES * turns.min(MOST_TURNS))
    }
}

/// The share that is left after a walk.
fn on_foot(state: &State, who: &Free, post: Hex, way: &Field, pace: f32) -> f32 {
    let strange =
        if state.is_enemy_controlled(Side::Soviet, post) && post != who.at { IN_A_ZONE } else { 1.0 };
    if who.walk.contains(post) {
        return strange * (1.0 - A_HEX * f32::from(who.at.distance(post)));
    }
    let turns = f32::from(way.at(who.at).min(FAR)) / pace;
    strange * LATER * exp(-FADES * turns.min(MOST_TURNS))
}
