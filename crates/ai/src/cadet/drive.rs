//! The German drive: the way to each objective, and who goes for which.

mod push;

use super::strength::Strengths;
use crate::shared::field::{CLOSED, FAR, Field, Way, free};
use crate::shared::{divisions, ground};
use pgg_core::hex::HEX_SLOTS;
use pgg_core::sequence::TURNS;
use pgg_core::unit::{MoveClass, UNITS};
use pgg_core::{Hex, HexSet, Newcomer, Phase, Place, Side, State, UnitId, UnitSet, data};

/// What the German sees at the start of a phase.
pub(super) struct Drive {
    /// Way to each objective, for motor and for foot.
    motor: Vec<Field>,
    foot: Vec<Field>,
    /// Way of foot to the nearest Soviet unit.
    hunt: Field,
    /// The objective each unit goes for.
    goal: [u8; UNITS],
    /// Hexes in supply now.
    supplied: HexSet,
}

impl Drive {
    pub(super) fn of(state: &State, strengths: &Strengths) -> Drive {
        let tolls = tolls(state);
        let objectives = data().victory.objectives();
        let ways = |class| -> Vec<Field> {
            let to = |hexes: &[Hex]| {
                // The hexes still to be taken; all of them once it is held.
                let open = |h: &&Hex| state.controller(**h) == Some(Side::Soviet);
                let some: Vec<(Hex, u16)> = hexes.iter().filter(open).map(|&h| (h, 0)).collect();
                let sources = if some.is_empty() { hexes.iter().map(|&h| (h, 0)).collect() } else { some };
                Field::spread(sources, class, Way::To, &tolls)
            };
            objectives.iter().map(|o| to(&o.hexes)).collect()
        };
        let enemies = state.occupied(Side::Soviet).iter().map(|h| (h, 0));
        // Nobody goes on foot in the Mechanized Movement Phase [4.2].
        let mechanized = state.phase() == Phase::MechanizedMovement;
        let foot = if mechanized { Vec::new() } else { ways(MoveClass::GermanFoot) };
        let mut drive = Drive {
            motor: ways(MoveClass::GermanMotor),
            foot,
            hunt: Field::spread(enemies, MoveClass::GermanFoot, Way::To, &free()),
            goal: [0; UNITS],
            supplied: state.road_supplied().or(&state.direct_supplied(MoveClass::GermanMotor)),
        };
        drive.assign(state, strengths);
        drive
    }

    fn way(&self, state: &State, unit: UnitId, objective: usize) -> &Field {
        let foot = self.foot.get(objective).filter(|_| !state.kind(unit).is_mechanized());
        foot.unwrap_or(&self.motor[objective])
    }

    /// Half-points still to go from a hex to what the unit goes for. Infantry goes for the enemy on its way.
    pub(super) fn to_go(&self, state: &State, unit: UnitId, hex: Hex) -> f32 {
        let far = f32::from(self.way(state, unit, self.goal[unit.index()] as usize).at(hex));
        if state.kind(unit).is_mechanized() { far } else { far.min(f32::from(self.hunt.at(hex)) + 14.0) }
    }

    /// Give every division an objective: by points and time, until enough go there.
    fn assign(&mut self, state: &State, strengths: &Strengths) {
        let edition = state.options().edition;
        let objectives = data().victory.objectives();
        let left = f32::from(TURNS + 1 - state.turn());
        let mut wanted: Vec<Want> = objectives
            .iter()
            .map(|o| {
                let held = o.hexes.iter().all(|&h| state.controller(h) == Some(Side::German));
                let near = |h: &Hex| around(strengths, *h);
                let defence: f32 = o.hexes.iter().map(near).sum();
                let points = f32::from(o.points(edition));
                match held {
                    // A guard, if somebody could walk in.
                    true if defence == 0.0 && !soviets_near(state, o.hexes[0], 9) => {
                        Want { points, need: 0.0, held }
                    }
                    true => Want { points: points * 0.6, need: defence.max(4.0), held },
                    false => Want { points, need: (2.5 * defence).max(12.0), held },
                }
            })
            .collect();
        let mut groups: Vec<(UnitSet, Vec<f32>)> = Vec::new();
        for group in divisions() {
            let some = group.iter().find(|&u| matches!(state.place(u), Place::On(_) | Place::Waiting));
            let Some(unit) = some else { continue };
            let from: Vec<Hex> = match state.hex(unit) {
                Some(hex) => vec![hex],
                None => state.entry_hexes(Newcomer::Unit(unit)),
            };
            let rate = if state.kind(unit).is_mechanized() { 30.0 } else { 13.0 };
            let times = (0..objectives.len()).map(|n| {
                let far = from.iter().map(|&h| self.way(state, unit, n).at(h)).min().unwrap_or(FAR);
                f32::from(far) / rate
            });
            groups.push((group, times.collect()));
        }
        while !groups.is_empty() {
            let mut best = (f32::MIN, 0, 0);
            for (g, (_, times)) in groups.iter().enumerate() {
                for (n, want) in wanted.iter().enumerate() {
                    let late = if times[n] > left { 0.2 } else { 1.0 };
                    let use_of_it = match want.need > 0.0 {
                        true => 1.0,
                        false if want.held => 0.03,
                        false => 0.2,
                    };
                    let worth = want.points * late * use_of_it / (times[n] + 1.5);
                    if worth > best.0 {
                        best = (worth, g, n);
                    }
                }
            }
            let (_, g, n) = best;
            let (group, _) = groups.swap_remove(g);
            let strength: f32 = group.iter().map(|u| f32::from(state.attack(u)) * 1.5).sum();
            wanted[n].need -= strength;
            group.iter().for_each(|u| self.goal[u.index()] = n as u8);
        }
    }
}

/// What an objective asks for.
struct Want {
    points: f32,
    /// Strength still to be sent.
    need: f32,
    held: bool,
}

/// Soviet defence in a hex and half of that next to it.
fn around(strengths: &Strengths, hex: Hex) -> f32 {
    let near = hex.neighbours().map(|(_, h)| strengths.stack(Side::Soviet, h) * 0.4).sum::<f32>();
    strengths.stack(Side::Soviet, hex) * ground(hex) + near
}

fn soviets_near(state: &State, hex: Hex, distance: u16) -> bool {
    state.occupied(Side::Soviet).iter().any(|h| h.distance(hex) <= distance)
}

/// The enemy in the way: a stack has to be beaten, a zone of control stops [6.22].
fn tolls(state: &State) -> Vec<u16> {
    let mut tolls = vec![0; HEX_SLOTS];
    for hex in state.zones(Side::Soviet).iter() {
        tolls[hex.index()] = 6;
    }
    for hex in state.occupied(Side::Soviet).iter() {
        tolls[hex.index()] = 14;
    }
    for hex in data().map.lakes().iter() {
        tolls[hex.index()] = CLOSED;
    }
    tolls
}
