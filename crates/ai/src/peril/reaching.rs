//! Who among the Soviets can be where near the Germans at the end of their next Movement Phase, and be commanded there.
//! How far a division comes depends on the Germans near it alone, so it is kept for the last few of their positions.

use crate::survey::Means;
use pgg_core::analysis::reach::{Ground, Reach};
use pgg_core::hex::HEX_SLOTS;
use pgg_core::unit::{MoveClass, UNITS};
use pgg_core::{Hex, HexSet, Side, State, UnitId, UnitSet, data};

/// Positions of the Germans near a division that are remembered.
const KEPT: usize = 6;
/// How far a Leader goes to command a blow, besides his rating.
const COMES: u16 = 5;

/// A division that can move.
struct Mover {
    unit: UnitId,
    at: Hex,
    class: MoveClass,
    points: u8,
    /// Where it could be if there were no Germans.
    near: HexSet,
    known: Vec<Known>,
    next: usize,
}

/// The Germans near a division, and where it can be then.
struct Known {
    germans: HexSet,
    zones: HexSet,
    reached: HexSet,
}

pub(super) struct Reaching {
    movers: Vec<Mover>,
    all: UnitSet,
    attack: [f32; UNITS],
    strongest_first: Vec<UnitId>,
    /// Hexes where a division will have a Leader if he wants to command it [10.35].
    commanded: HexSet,
    shut: HexSet,
    slow: HexSet,
    /// By hex near the Germans, the divisions that can be there.
    at: Vec<UnitSet>,
    filled: HexSet,
}

impl Reaching {
    /// At the start of the Soviet Movement Phase that begins or comes next; none if there is no more.
    pub(super) fn of(state: &State, means: &Means) -> Option<Reaching> {
        let divisions = state.on_map(Side::Soviet).and(&UnitSet::DIVISION);
        let then = match state.phase() {
            pgg_core::Phase::SovietMovement => *state,
            _ => state.at_next_movement(UnitSet::one(divisions.first()?)).ok()?,
        };
        let shut = then.closed_hexes(Side::Soviet).or(data().map.lakes());
        let slow: HexSet = then.air_markers().collect();
        let mut attack = [0.0; UNITS];
        let mut movers = Vec::new();
        let ground = Ground::new(&HexSet::ALL.without(&shut), &HexSet::EMPTY, &slow);
        for unit in then.on_map(Side::Soviet).and(&UnitSet::DIVISION) {
            let Some(at) = then.hex(unit).filter(|_| !then.is_disrupted(unit)) else { continue };
            attack[unit.index()] = means.strength(&then, unit).0;
            let (class, points) = (then.kind(unit).class(), then.points_left(unit).halves());
            let near = reached(at, class, points, &ground);
            movers.push(Mover { unit, at, class, points, near, known: Vec::with_capacity(KEPT), next: 0 });
        }
        let all: UnitSet = movers.iter().map(|mover| mover.unit).collect();
        let mut strongest_first: Vec<UnitId> = all.iter().collect();
        strongest_first.sort_by(|a, b| attack[b.index()].total_cmp(&attack[a.index()]));
        let mut commanded = HexSet::EMPTY;
        for leader in then.on_map(Side::Soviet).and(&UnitSet::LEADER) {
            let Some(at) = then.hex(leader).filter(|_| !then.is_disrupted(leader)) else { continue };
            let comes = if then.is_enemy_controlled(Side::Soviet, at) { 0 } else { COMES };
            let far = u16::from(then.rating(leader)) + comes;
            Hex::all().filter(|h| h.distance(at) <= far).for_each(|h| commanded.insert(h));
        }
        let at = vec![UnitSet::EMPTY; HEX_SLOTS];
        let filled = HexSet::EMPTY;
        Some(Reaching { movers, all, attack, strongest_first, commanded, shut, slow, at, filled })
    }

    /// Look at a position of the Germans.
    pub(super) fn look(&mut self, state: &State) {
        for hex in self.filled.iter() {
            self.at[hex.index()] = UnitSet::EMPTY;
        }
        let map = &data().map;
        let (germans, zones) = (*state.occupied(Side::German), *state.zones(Side::German));
        let beside = map.spread(&germans);
        let about = beside.or(&map.spread(&beside)).without(&germans);
        let ground = Ground::new(&HexSet::ALL.without(&germans).without(&self.shut), &zones, &self.slow);
        for mover in &mut self.movers {
            let unit = mover.unit;
            // Whom a fight has driven off is disrupted, or dead [6.61].
            if state.hex(unit) != Some(mover.at) {
                continue;
            }
            if zones.contains(mover.at) {
                self.at[mover.at.index()].insert(unit);
                continue;
            }
            if mover.near.meets(&about) {
                for hex in mover.reached(&germans, &zones, &ground).and(&about).iter() {
                    self.at[hex.index()].insert(unit);
                }
            }
        }
        self.filled = about;
    }

    /// All who can move or strike.
    pub(super) fn all(&self) -> UnitSet {
        self.all
    }

    /// Who can be in a hex.
    pub(super) fn at(&self, hex: Hex) -> UnitSet {
        self.at[hex.index()]
    }

    /// Divisions in a hex that can do nothing, and take room.
    pub(super) fn idle(&self, state: &State, hex: Hex) -> UnitSet {
        state.side_in(Side::Soviet, hex).and(&UnitSet::DIVISION).without(&self.all)
    }

    pub(super) fn is_commanded(&self, hex: Hex) -> bool {
        self.commanded.contains(hex)
    }

    /// Can anybody be beside a hex under command?
    pub(super) fn can_strike(&self, hex: Hex) -> bool {
        data().map.contacts(hex).any(|(_, h)| self.is_commanded(h) && !self.at(h).is_empty())
    }

    pub(super) fn attack(&self, unit: UnitId) -> f32 {
        self.attack[unit.index()]
    }

    pub(super) fn strongest_first(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.strongest_first.iter().copied()
    }
}

impl Mover {
    fn reached(&mut self, germans: &HexSet, zones: &HexSet, ground: &Ground) -> HexSet {
        let (germans, zones) = (germans.and(&self.near), zones.and(&self.near));
        if let Some(known) = self.known.iter().find(|k| k.zones == zones && k.germans == germans) {
            return known.reached;
        }
        let known = Known { germans, zones, reached: reached(self.at, self.class, self.points, ground) };
        let reached = known.reached;
        if self.known.len() < KEPT {
            self.known.push(known);
        } else {
            self.known[self.next] = known;
            self.next = (self.next + 1) % KEPT;
        }
        reached
    }
}

/// Where a walk may end, its start included.
fn reached(at: Hex, class: MoveClass, points: u8, ground: &Ground) -> HexSet {
    Reach::walk(at, class, points, ground).hexes().map(|(hex, _)| hex).chain([at]).collect()
}
