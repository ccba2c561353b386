//! Which hexes are to be held: two lines, the objectives, and what can be taken back.

use super::super::line::{Stake, behind, line};
use super::Guard;
use pgg_core::hex::HEX_SLOTS;
use pgg_core::{Direction, Hex, HexSet, Side, State, UnitSet, data};

/// From this turn on what falls is lost for good, and every garrison counts.
const LAST_TURNS: u8 = 10;

/// Half-points within which the Germans could walk into a city.
const WALKED_INTO: f32 = 60.0;
/// What the first and second division there are worth at least, for each point.
const FIRST: f32 = 0.8;
const SECOND: f32 = 0.3;

/// A hex to be held.
#[derive(Clone, Copy, Debug)]
pub(super) struct Post {
    pub(super) hex: Hex,
    /// What the first, second and third division there are worth.
    pub(super) worth: [f32; 3],
    /// Divisions there or on their way.
    pub(super) have: u8,
}

impl Guard {
    /// The posts, from the position and what can be reached.
    pub(super) fn choose_posts(&mut self, state: &State) {
        let avail = available(state);
        let stakes = stakes(state, self.weights.stake);
        let price = |hex: Hex| self.price(state, &avail, hex);
        let first = line(price, &stakes);
        let safe = behind(state, &first);
        let near: HexSet = first.iter().copied().collect();
        let near = data().map.spread(&data().map.spread(&near)).or(&near);
        let second = line(|hex| price(hex).filter(|_| safe.contains(hex) && !near.contains(hex)), &stakes);
        for &hex in &first {
            let threat = self.threat.at(hex);
            let second = 6.0 * (threat / 12.0).min(1.0);
            let third = 4.0 * ((threat - 16.0) / 24.0).clamp(0.0, 1.0);
            let share = self.weights.first_line;
            self.want(hex, [10.0 * share, second * share, third * share]);
        }
        for &hex in &second {
            let share = self.weights.second_line;
            self.want(hex, [5.0 * share, 1.5 * share, 0.5 * share]);
        }
        self.want_objectives(state);
        self.want_hunts(state);
        for post in &mut self.posts {
            let stays = |u| state.is_enemy_controlled(Side::Soviet, post.hex) || state.is_disrupted(u);
            let here = state.side_in(Side::Soviet, post.hex).and(&UnitSet::DIVISION);
            post.have = here.iter().filter(|&u| stays(u)).count() as u8;
        }
        self.line = first;
    }

    pub(super) fn want(&mut self, hex: Hex, worth: [f32; 3]) {
        match self.posts.iter_mut().find(|p| p.hex == hex) {
            Some(post) => {
                for (old, new) in post.worth.iter_mut().zip(worth) {
                    *old = old.max(new) + 0.3 * old.min(new);
                }
            }
            None => self.posts.push(Post { hex, worth, have: 0 }),
        }
    }

    /// Garrisons where the Germans may come, and cities that can be taken back.
    fn want_objectives(&mut self, state: &State) {
        let edition = state.options().edition;
        let left = f32::from(13 - state.turn());
        for (objective, emphasis) in data().victory.objectives().iter().zip(self.emphasis) {
            let points = emphasis * f32::from(objective.points(edition));
            for &hex in &objective.hexes {
                if state.controller(hex) == Some(Side::German) {
                    if !state.occupied(Side::German).contains(hex) {
                        self.want(hex, [6.0 + 0.6 * points, 3.0, 1.0]);
                    }
                    continue;
                }
                let soon = f32::from(self.soon(hex));
                if soon > 40.0 * left {
                    continue;
                }
                let urgent = 60.0 / (60.0 + soon);
                let worth = self.weights.garrison * points * urgent;
                // One division, two where raiders may come, more against more than a raid.
                let last = state.turn() >= LAST_TURNS;
                let caution = self.in_reach(hex) * if last { 1.0 } else { self.weights.caution };
                let against = |distance: u16, strength: f32| {
                    let force = self.force(hex, distance);
                    caution + (1.0 - caution) * (force / strength).min(1.0)
                };
                let (second, third, beside) = (against(22, 3.0), against(12, 16.0), against(10, 20.0));
                // What they can walk into is held before any line, and what counts most by two divisions.
                let share = if soon <= WALKED_INTO { points / objective.hexes.len() as f32 } else { 0.0 };
                let first = worth.max(FIRST * share);
                let second = (0.8 * worth * second).max(SECOND * share);
                self.want(hex, [first, second, 0.6 * worth * third]);
                let wing = self.weights.wing * worth * beside;
                for side in wings(state, hex) {
                    self.want(side, [wing, 0.6 * wing, 0.3 * wing]);
                }
            }
        }
    }

    /// German attack strength within a distance of a hex.
    pub(super) fn force(&self, hex: Hex, distance: u16) -> f32 {
        let near = self.near.iter().filter(|(from, _)| from.distance(hex) <= distance);
        near.map(|&(_, attack)| attack).sum()
    }

    /// From 0 to 1: could the Germans be there within two turns or so?
    pub(super) fn in_reach(&self, hex: Hex) -> f32 {
        ((110.0 - f32::from(self.soon(hex))) / 60.0).clamp(0.0, 1.0)
    }

    /// What a post of the line costs.
    fn price(&self, state: &State, avail: &[u8], hex: Hex) -> Option<f32> {
        let map = &data().map;
        if map.lakes().contains(hex)
            || state.occupied(Side::German).contains(hex)
            || (state.turn() <= 6 && hex.column() <= 2)
        {
            return None;
        }
        let held = state.side_in(Side::Soviet, hex).meets(&UnitSet::DIVISION);
        if state.zones(Side::German).contains(hex) && !held {
            return None;
        }
        let mut price = 1.0 + 0.012 * f32::from(hex.column());
        price += match avail[hex.index()] {
            0 => 3.0,
            1 => 0.3,
            _ => 0.0,
        };
        if held {
            price -= 0.5;
        }
        price -= terrain(hex);
        Some((price + (self.threat.at(hex) / 60.0).min(1.2)).max(0.1))
    }

    /// What a hex is worth to a division on the march of the first turn.
    pub(super) fn worth_on_the_march(&self, state: &State, hex: Hex) -> f32 {
        let here = state.side_in(Side::Soviet, hex).and(&UnitSet::DIVISION).len().min(2);
        let at_post = self.posts.iter().find(|p| p.hex == hex).map_or(0.0, |p| p.worth[here]);
        let nearest = self.line.iter().map(|p| p.distance(hex)).min().unwrap_or(9);
        at_post + terrain(hex) - 0.5 * f32::from(nearest) - here as f32
    }
}

/// What the ground gives the defender.
pub(super) fn terrain(hex: Hex) -> f32 {
    let map = &data().map;
    let western = [Direction::N, Direction::NW, Direction::SW, Direction::S];
    let rivers = western.into_iter().filter(|&d| map.side(hex, d).river()).count();
    let cover = if map.doubles_defence(hex) { 0.45 } else { 0.0 };
    cover + if rivers >= 2 { 0.25 } else { 0.0 }
}

/// Objectives that are not lost, with what it is worth to have them behind the line.
fn stakes(state: &State, weight: f32) -> Vec<Stake> {
    let edition = state.options().edition;
    let mut all = Vec::new();
    for objective in data().victory.objectives() {
        let worth = weight * f32::from(objective.points(edition)) / objective.hexes.len() as f32;
        for &hex in objective.hexes.iter().filter(|&&h| state.controller(h) == Some(Side::Soviet)) {
            all.push(Stake { hex, worth });
        }
    }
    all
}

/// Divisions that can be in a hex at the end of this phase, by hex.
fn available(state: &State) -> Vec<u8> {
    let mut avail = vec![0u8; HEX_SLOTS];
    for unit in state.on_map(Side::Soviet).and(&UnitSet::DIVISION) {
        let Some(at) = state.hex(unit) else { continue };
        let mut add = |hex: Hex| avail[hex.index()] = avail[hex.index()].saturating_add(1);
        add(at);
        if let Ok(reach) = state.reach(UnitSet::one(unit)) {
            reach.field.hexes().for_each(|(hex, _)| add(hex));
        }
    }
    avail
}

/// The two hexes beside a city that best keep a way out of it open: one on either side, on good ground.
fn wings(state: &State, hex: Hex) -> Vec<Hex> {
    let fit = |h: &Hex| {
        !data().map.lakes().contains(*h)
            && !state.zones(Side::German).contains(*h)
            && !state.occupied(Side::German).contains(*h)
    };
    let mut around: Vec<Hex> = hex.neighbours().map(|(_, h)| h).filter(fit).collect();
    around.sort_by(|a, b| {
        (terrain(*b), b.column()).partial_cmp(&(terrain(*a), a.column())).unwrap_or(std::cmp::Ordering::Equal)
    });
    let Some(&first) = around.first() else { return Vec::new() };
    let second = around.iter().copied().find(|h| h.distance(first) >= 2);
    std::iter::once(first).chain(second).collect()
}
