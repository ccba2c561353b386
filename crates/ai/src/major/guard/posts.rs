//! Which hexes are to be held: two lines, the objectives, and what can be taken back.

use super::super::line::{Stake, behind, line};
use super::Guard;
use crate::shared::{combat_units, is_behind_rivers};
use pgg_core::hex::HEX_SLOTS;
use pgg_core::rules::sequence::TURNS;
use pgg_core::rules::stacking::COMBAT_UNITS_IN_HEX;
use pgg_core::{Hex, HexSet, Newcomer, Side, State, UnitSet, data};

/// Half-points of the Germans' way, with what bars it, within which an objective has to be held where newcomers come in, and over
/// which that fades; in the last turns it has to be held in any case.
const DUE: f32 = 44.0;
const DUE_OVER: f32 = 30.0;
const LAST_TURNS_LEFT: u8 = 4;
/// From this turn on what falls is lost for good, and every garrison counts.
const LAST_TURNS: u8 = 10;

/// Half-points within which the Germans could walk into a city.
const WALKED_INTO: f32 = 60.0;
/// What the first and second division there are worth at least, for each point.
const FIRST: f32 = 0.8;
const SECOND: f32 = 0.3;

/// What the divisions of a post in the first line are worth: the second and third by the German strength that can come.
const LINE: Worth = [10.0, 6.0, 4.0];
/// How much more of it full stacks count.
const STACKS: f32 = 2.0;
/// The strength from which the second is worth all of that, from which the third is worth something, and over which all.
const SECOND_AGAINST: f32 = 12.0;
const THIRD_FROM: f32 = 16.0;
const THIRD_OVER: f32 = 24.0;
/// What those of a post in the second line are worth.
const RESERVE: Worth = [5.0, 1.5, 0.5];
/// How much a second reason to hold the same hex counts.
const SECOND_REASON: f32 = 0.3;
/// What a city that the Germans have left empty is worth to take back, besides a share of its points.
const TAKE_BACK: Worth = [6.0, 3.0, 1.0];
const TAKE_BACK_POINTS: f32 = 0.6;
/// Half-points that the Germans may make in a turn: what is farther than the turns that are left is safe.
const A_TURN: f32 = 40.0;
/// Half-points of German way at which a city counts half.
const URGENT: f32 = 60.0;
/// What the second and third division in a city count, against the first.
const CITY_SECOND: f32 = 0.8;
const CITY_THIRD: f32 = 0.6;
/// Against a raid, an attack and an attack from two sides: how near Germans count, and the strength that calls for it in full.
const RAID: (u16, f32) = (22, 3.0);
const ATTACK: (u16, f32) = (12, 16.0);
const PINCERS: (u16, f32) = (10, 20.0);
/// What the second and third division beside a city count, against the first.
const WING_SECOND: f32 = 0.6;
const WING_THIRD: f32 = 0.3;
/// Half-points within which the Germans could be somewhere in two turns or so, and over which that becomes certain.
const TWO_TURNS: f32 = 110.0;
const CERTAIN: f32 = 60.0;

/// What is lost of the worth of a post where those who stand there could be closed in.
const DOOMED: f32 = 0.6;
/// What a post of the line costs: one to begin with, and a little more for every column to the east.
const PRICE: f32 = 1.0;
const EASTWARD: f32 = 0.012;
/// More where nobody can come, or only one; less where somebody is.
const OUT_OF_REACH: f32 = 3.0;
const ONE_IN_REACH: f32 = 0.3;
const HELD: f32 = 0.5;
/// More by the German strength that can come, up to so much; and the least.
const THREAT: f32 = 60.0;
const MOST_THREAT: f32 = 1.2;
const LEAST_PRICE: f32 = 0.1;
/// What good ground takes from it, and rivers.
const COVER: f32 = 0.45;
const RIVERS: f32 = 0.25;
/// On the march of the first turn: what each hex from the line costs, and how far it is where there is no line.
const OFF_THE_LINE: f32 = 0.5;
const NO_LINE: u16 = 9;

/// As many divisions as may stay in a hex [7.1].
pub(super) const STACK: usize = COMBAT_UNITS_IN_HEX as usize;
/// What the first, second and third division in a hex are worth.
pub(super) type Worth = [f32; STACK];

/// A hex to be held.
#[derive(Clone, Copy, Debug)]
pub(super) struct Post {
    pub(super) hex: Hex,
    /// What the first, second and third division there are worth.
    pub(super) worth: Worth,
    /// Divisions there or on their way.
    pub(super) have: u8,
}

impl Post {
    /// Are there, or will there be, as many divisions as may stay [7.1]?
    pub(super) fn is_full(&self) -> bool {
        self.have >= COMBAT_UNITS_IN_HEX
    }
}

impl Guard {
    /// The posts, from the position and what can be reached.
    pub(super) fn choose_posts(&mut self, state: &State) {
        let avail = available(state);
        let mut stakes = stakes(state, self.weights.stake);
        if self.together {
            stakes.retain(|stake| self.can_be_kept(state, stake.hex));
        }
        let price = |hex: Hex| match self.together {
            true => self.price_in_depth(state, &avail, hex),
            false => self.price(state, &avail, hex),
        };
        let first = line(price, &stakes);
        let safe = behind(state, &first);
        let near: HexSet = first.iter().copied().collect();
        let near = data().map.spread(&data().map.spread(&near)).or(&near);
        let second = line(|hex| price(hex).filter(|_| safe.contains(hex) && !near.contains(hex)), &stakes);
        for &hex in &first {
            if self.together {
                let share = STACKS * self.weights.first_line;
                let share = share * (1.0 - DOOMED * self.closed(hex));
                self.want(hex, self.stack_in_line(hex).map(|worth| worth * share));
                continue;
            }
            let threat = self.threat.at(hex);
            let second = LINE[1] * (threat / SECOND_AGAINST).min(1.0);
            let third = LINE[2] * ((threat - THIRD_FROM) / THIRD_OVER).clamp(0.0, 1.0);
            let share = self.weights.first_line;
            self.want(hex, [LINE[0] * share, second * share, third * share]);
        }
        for &hex in &second {
            let share = self.weights.second_line;
            self.want(hex, RESERVE.map(|worth| worth * share));
        }
        self.want_objectives(state);
        self.want_hunts(state);
        if self.together {
            self.want_rescues(state);
        }
        for post in &mut self.posts {
            let stays = |u| state.is_enemy_controlled(Side::Soviet, post.hex) || state.is_disrupted(u);
            let here = state.side_in(Side::Soviet, post.hex).and(&UnitSet::DIVISION);
            post.have = here.iter().filter(|&u| stays(u)).count() as u8;
        }
        self.line = first;
    }

    pub(super) fn want(&mut self, hex: Hex, worth: Worth) {
        match self.posts.iter_mut().find(|p| p.hex == hex) {
            Some(post) => {
                for (old, new) in post.worth.iter_mut().zip(worth) {
                    *old = old.max(new) + SECOND_REASON * old.min(new);
                }
            }
            None => self.posts.push(Post { hex, worth, have: 0 }),
        }
    }

    /// Garrisons where the Germans may come, and cities that can be taken back.
    fn want_objectives(&mut self, state: &State) {
        let edition = state.options().edition;
        let left = f32::from(TURNS + 1 - state.turn());
        for (objective, emphasis) in data().victory.objectives().iter().zip(self.emphasis) {
            let points = emphasis * f32::from(objective.points(edition));
            for &hex in &objective.hexes {
                if state.controller(hex) == Some(Side::German) {
                    if !state.occupied(Side::German).contains(hex) {
                        let [first, second, third] = TAKE_BACK;
                        self.want(hex, [first + TAKE_BACK_POINTS * points, second, third]);
                    }
                    continue;
                }
                let soon = f32::from(self.soon(hex));
                let due = if self.together { self.due(state, hex) } else { 1.0 };
                if soon > A_TURN * left || due <= 0.0 {
                    continue;
                }
                let urgent = URGENT / (URGENT + soon);
                let worth = due * self.weights.garrison * points * urgent;
                // One division, two where raiders may come, more against more than a raid.
                let last = state.turn() >= LAST_TURNS;
                let caution = self.in_reach(hex) * if last { 1.0 } else { self.weights.caution };
                let against = |(distance, strength): (u16, f32)| {
                    let force = self.force(hex, distance);
                    caution + (1.0 - caution) * (force / strength).min(1.0)
                };
                let (second, third, beside) = (against(RAID), against(ATTACK), against(PINCERS));
                // What they can walk into is held before any line, and what counts most by two divisions.
                let share =
                    if soon <= WALKED_INTO { due * points / objective.hexes.len() as f32 } else { 0.0 };
                let first = worth.max(FIRST * share);
                let second = (CITY_SECOND * worth * second).max(SECOND * share);
                self.want(hex, [first, second, CITY_THIRD * worth * third]);
                let wing = self.weights.wing * worth * beside;
                for side in wings(state, hex) {
                    self.want(side, [wing, WING_SECOND * wing, WING_THIRD * wing]);
                }
            }
        }
    }

    /// From 0 to 1: must those who are to hold an objective be sent now? Where newcomers come in they are there in time, until
    /// the Germans need no more than a turn, past all that bars them.
    fn due(&self, state: &State, hex: Hex) -> f32 {
        let left = f32::from(TURNS + 1 - state.turn());
        let comes_in =
            |&who: &Newcomer| matches!(who, Newcomer::Scheduled(..)) && state.entry_hexes(who).contains(&hex);
        if left <= f32::from(LAST_TURNS_LEFT) || !state.newcomers().iter().any(comes_in) {
            return 1.0;
        }
        let way = data().victory.objective_hex_index(hex).map_or(0, |n| self.to_objective[n]);
        ((DUE + DUE_OVER - f32::from(way)) / DUE_OVER).clamp(0.0, 1.0)
    }

    /// German attack strength within a distance of a hex.
    pub(super) fn force(&self, hex: Hex, distance: u16) -> f32 {
        let near = self.near.iter().filter(|(from, _)| from.distance(hex) <= distance);
        near.map(|&(_, attack)| attack).sum()
    }

    /// From 0 to 1: could the Germans be there within two turns or so?
    pub(super) fn in_reach(&self, hex: Hex) -> f32 {
        ((TWO_TURNS - f32::from(self.soon(hex))) / CERTAIN).clamp(0.0, 1.0)
    }

    /// What a post of the line costs.
    fn price(&self, state: &State, avail: &[u8], hex: Hex) -> Option<f32> {
        let map = &data().map;
        if map.lakes().contains(hex)
            || state.occupied(Side::German).contains(hex)
            || state.is_closed(Side::Soviet, hex)
        {
            return None;
        }
        let held = state.side_in(Side::Soviet, hex).meets(&UnitSet::DIVISION);
        if state.zones(Side::German).contains(hex) && !held {
            return None;
        }
        let mut price = PRICE + EASTWARD * f32::from(hex.column());
        price += match avail[hex.index()] {
            0 => OUT_OF_REACH,
            1 => ONE_IN_REACH,
            _ => 0.0,
        };
        if held {
            price -= HELD;
        }
        price -= terrain(hex);
        Some((price + (self.threat.at(hex) / THREAT).min(MOST_THREAT)).max(LEAST_PRICE))
    }

    /// What a hex is worth to a division on the march of the first turn.
    pub(super) fn worth_on_the_march(&self, state: &State, hex: Hex) -> f32 {
        let here = combat_units(state, Side::Soviet, hex).min(2);
        let at_post = self.posts.iter().find(|p| p.hex == hex).map_or(0.0, |p| p.worth[here]);
        let nearest = self.line.iter().map(|p| p.distance(hex)).min().unwrap_or(NO_LINE);
        at_post + terrain(hex) - OFF_THE_LINE * f32::from(nearest) - here as f32
    }
}

/// What the ground gives the defender.
pub(super) fn terrain(hex: Hex) -> f32 {
    let cover = if data().map.doubles_defence(hex) { COVER } else { 0.0 };
    cover + if is_behind_rivers(hex) { RIVERS } else { 0.0 }
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
