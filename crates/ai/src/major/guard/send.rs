//! Which division goes to which post, and how it gets there.

use super::Guard;
use super::posts::Post;
use crate::shared::exact::exp;
use crate::shared::field::{Field, Orientation, round};
use pgg_core::rules::sequence::TURNS;
use pgg_core::unit::MoveClass;
use pgg_core::{Action, Hex, HexSet, Side, State, UnitId, UnitSet};

/// Half-points a rifle division makes in a turn.
pub(super) const TURN: f32 = 12.0;
/// A ride must save so many half-points: places on the railway are few [6.31].
const RIDE: u16 = 9;
/// The share of a post's worth that is left in an enemy zone of control: the division may be stuck there.
pub(super) const IN_A_ZONE: f32 = 0.8;
/// And after a ride, whose place another may need more.
pub(super) const RIDDEN: f32 = 0.8;
/// How much of it each hex of the way takes, if the post can be reached in this phase.
pub(super) const A_HEX: f32 = 0.01;
/// What is left of it at once if it cannot, and how fast it fades with the turns it takes, up to so many.
pub(super) const LATER: f32 = 0.75;
pub(super) const FADES: f32 = 0.5;
pub(super) const MOST_TURNS: f32 = TURNS as f32;
/// Turns that a ride to the hex nearest to it takes besides.
pub(super) const A_RIDE: f32 = 0.3;
/// Farther than anything, in half-points.
pub(super) const FAR: u16 = 1000;
/// What a German zone of control costs on the way, in half-points.
const ZONE: u16 = 10;

/// A division that may be sent.
pub(super) struct Free {
    pub(super) walk: HexSet,
    pub(super) ride: HexSet,
    pub(super) at: Hex,
}

impl Free {
    /// A division with where it can be at the end of the phase; none if it cannot move.
    pub(super) fn of(state: &State, unit: UnitId) -> Option<Free> {
        let at = state.hex(unit)?;
        let reach = state.reach(UnitSet::one(unit)).ok()?;
        let walk = reach.field.hexes().map(|(h, _)| h).chain([at]).collect();
        let rails = state.rail_reach(unit);
        let ride = rails.map_or(HexSet::EMPTY, |r| r.hexes().map(|(h, _)| h).collect());
        Some(Free { walk, ride, at })
    }
}

impl Guard {
    /// Give every free division the post where it is worth most.
    pub(super) fn assign(&mut self, state: &State, considered: &UnitSet) {
        self.ways = self.posts.iter().map(|p| way_to(state, p.hex)).collect();
        let striking: UnitSet = self.strikes.iter().map(|&(unit, _)| unit).collect();
        let pinned = |u: &UnitId| state.hex(*u).is_none_or(|h| state.is_enemy_controlled(Side::Soviet, h));
        let bound = considered.or(&state.marching()).or(&striking);
        let divisions = state.on_map(Side::Soviet).and(&UnitSet::DIVISION).without(&bound);
        let mut free: Vec<(UnitId, Vec<f32>)> = Vec::new();
        for unit in divisions.iter().filter(|u| !pinned(u) && !state.has_moved(*u)) {
            let Some(who) = Free::of(state, unit) else { continue };
            let prompt = |(post, way): (&Post, &Field)| promptness(state, &who, post.hex, way);
            free.push((unit, self.posts.iter().zip(&self.ways).map(prompt).collect()));
        }
        if self.together {
            self.assign_trains(state, free.iter().map(|&(unit, _)| unit).collect());
            free.clear();
        }
        loop {
            let mut best = (0.0, usize::MAX, 0);
            for (u, (_, prompt)) in free.iter().enumerate() {
                for (p, post) in self.posts.iter().enumerate().filter(|(_, post)| !post.is_full()) {
                    let gain = post.worth[usize::from(post.have)] * prompt[p];
                    if gain > best.0 {
                        best = (gain, u, p);
                    }
                }
            }
            let (_, u, p) = best;
            if u == usize::MAX {
                break;
            }
            let (unit, _) = free.swap_remove(u);
            self.posts[p].have += 1;
            self.orders.push((unit, self.posts[p].hex));
        }
        // Orders are taken from the end: the best first.
        self.orders.reverse();
        self.orders.extend(self.strikes.iter().rev());
    }

    /// On the way to a post, by foot or by rail; none to stay.
    pub(super) fn go(&self, state: &State, unit: UnitId, post: Hex) -> Option<Action> {
        let at = state.hex(unit)?;
        if at == post {
            return None;
        }
        let known = self.posts.iter().position(|p| p.hex == post).and_then(|p| self.ways.get(p));
        let made;
        let field = match known {
            Some(field) => field,
            None => {
                made = way_to(state, post);
                &made
            }
        };
        let room = |hex: Hex| hex == at || self.room(state, unit, hex);
        let shunned = Guard::shunned(state);
        let fit = |hex: Hex| room(hex) && (hex == post || !shunned.contains(hex));
        let reach = state.reach(UnitSet::one(unit)).ok()?;
        let walked = reach
            .field
            .hexes()
            .map(|(h, _)| h)
            .chain([at])
            .filter(|&h| fit(h))
            .min_by_key(|&h| (field.at(h), self.threat.at(h) as i32, h));
        let rails = state.rail_reach(unit).ok();
        let ridden = rails
            .as_ref()
            .and_then(|r| r.hexes().map(|(h, _)| h).filter(|&h| fit(h)).min_by_key(|&h| (field.at(h), h)));
        let left = |hex: Option<Hex>| hex.map_or(u16::MAX, |h| field.at(h));
        // A division that can be in a city this turn does not come on foot on the next.
        let in_time = state.controller(post).is_some() && left(ridden) == 0 && left(walked) > 0;
        let rides = match self.together {
            true => self.riders.contains(unit) && left(ridden) < left(walked),
            false => in_time || left(ridden).saturating_add(RIDE) <= left(walked),
        };
        if rides {
            let path = rails?.path(ridden?)?;
            return Some(Action::Ride { unit, path });
        }
        let hex = walked.filter(|&h| h != at)?;
        let path = reach.field.path(hex)?;
        Some(Action::Move { units: UnitSet::one(unit), path })
    }

    /// Is there room at the end of the phase, when those with other orders have left [7.1]?
    fn room(&self, state: &State, unit: UnitId, hex: Hex) -> bool {
        let leaves = |u: UnitId| self.orders.iter().any(|&(who, to)| who == u && to != hex);
        let here = state.side_in(Side::Soviet, hex);
        let stay: UnitSet = here.iter().filter(|&u| u != unit && !leaves(u)).collect();
        state.may_stack(stay.or(&UnitSet::one(unit)))
    }

    /// A division that has just come onto the map: to the post that needs it most.
    pub(super) fn post_newcomer(&mut self, state: &State, unit: UnitId) -> Option<Action> {
        let who = Free::of(state, unit)?;
        let mut best: Option<(f32, usize)> = None;
        for (p, post) in self.posts.iter().enumerate().filter(|(_, p)| !p.is_full()) {
            let gain = post.worth[usize::from(post.have)] * promptness(state, &who, post.hex, &self.ways[p]);
            if best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, p));
            }
        }
        let (_, p) = best?;
        self.posts[p].have += 1;
        let hex = self.posts[p].hex;
        self.riders.insert(unit);
        self.go(state, unit, hex)
    }
}

/// The share of a post's worth that is left after the way there.
fn promptness(state: &State, who: &Free, post: Hex, field: &Field) -> f32 {
    let strange =
        if state.is_enemy_controlled(Side::Soviet, post) && post != who.at { IN_A_ZONE } else { 1.0 };
    if who.walk.contains(post) {
        return strange * (1.0 - A_HEX * f32::from(who.at.distance(post)));
    }
    if who.ride.contains(post) {
        return RIDDEN * strange;
    }
    // On foot, or by rail to the hex nearest to it.
    let nearest = who.ride.iter().map(|h| field.at(h)).min().unwrap_or(u16::MAX);
    let ridden = f32::from(nearest.min(FAR)) / TURN + A_RIDE;
    let turns = (f32::from(field.at(who.at)) / TURN).min(ridden);
    strange * LATER * exp(-FADES * turns.min(MOST_TURNS))
}

/// The way of a rifle division to a hex, round the Germans.
fn way_to(state: &State, hex: Hex) -> Field {
    Field::spread([(hex, 0)], MoveClass::SovietFoot, Orientation::To, &round(state, Side::German, ZONE))
}
