//! German Movement Phases: groups of a division that move together, one after the other; overruns that follow a walk, and
//! divisions that come onto the map.

use super::Notes;
use crate::shared::division_of;
use crate::survey::INTEGRATED;
use pgg_core::analysis::reach::StackReach;
use pgg_core::{Action, Hex, Newcomer, Phase, Place, Side, State, UnitId, UnitSet};

/// Railways west of this column are behind the front: the six cuts are for those east of the upper Dnepr [6.37].
const WORTH_CUTTING: u16 = 14;
/// Half-points lost where a division comes in and others have to make room for it first.
const CROWDED: f32 = 6.0;
/// Half-points lost where it comes in under the eyes of the enemy [6.22].
const STUCK: f32 = 10.0;

/// A group that is looked at: units of one division in one hex.
pub(crate) struct Group {
    pub(crate) units: UnitSet,
    pub(crate) first: UnitId,
    pub(crate) at: Hex,
    /// All of a division of several regiments?
    pub(crate) whole: bool,
    /// Attack with integration, if they fight as they are and are in supply.
    pub(crate) attack: f32,
}

impl Group {
    pub(crate) fn of(state: &State, units: UnitSet) -> Option<Group> {
        let first = units.first()?;
        let at = state.hex(first)?;
        let whole = units == division_of(first) && units.len() > 1;
        let raw: f32 = units.iter().map(|u| f32::from(state.attack(u))).sum();
        let attack = raw * if whole { INTEGRATED } else { 1.0 };
        Some(Group { units, first, at, whole, attack })
    }

    /// Half-points that all of them have left.
    pub(crate) fn points_left(&self, state: &State) -> u8 {
        self.units.iter().map(|u| state.points_left(u).halves()).min().unwrap_or(0)
    }
}

impl Notes {
    /// What follows from the last action: a railway cut or mended, an overrun after the walk to it, the rest of a division
    /// that is coming in.
    pub(crate) fn carry_on(&mut self, state: &State, lifts_cuts: bool) -> Option<Action> {
        if let Some(hex) = self.arrived.take() {
            let worth_cutting = hex.column() >= WORTH_CUTTING;
            if worth_cutting && state.check(&Action::CutRail { hex }).is_ok() {
                return Some(Action::CutRail { hex });
            }
            if lifts_cuts && !worth_cutting && state.check(&Action::LiftCut { hex }).is_ok() {
                return Some(Action::LiftCut { hex });
            }
        }
        if let Some((units, target)) = self.overrun.take() {
            let action = Action::Overrun { units, target };
            if state.check(&action).is_ok() {
                self.active = units;
                return Some(action);
            }
        }
        if let Some((rest, hex)) = self.entering {
            if let Some(unit) = rest.iter().find(|&u| state.place(u) == Place::Waiting) {
                return Some(Action::Enter { who: Newcomer::Unit(unit), hex, rail: false });
            }
            self.entering = None;
        }
        None
    }

    fn is_under_way(&self, state: &State, unit: UnitId) -> bool {
        self.active.contains(unit) || state.has_entered(unit) && state.has_moved(unit)
    }

    fn free(&self, state: &State) -> UnitSet {
        state.on_map(Side::German).without(&self.considered)
    }

    /// Is somebody under way who may go on?
    pub(crate) fn under_way(&self, state: &State) -> bool {
        self.free(state).iter().any(|u| self.is_under_way(state, u))
    }

    /// The next group to look at: those under way first, then the one nearest to the enemy, by `far`.
    pub(crate) fn next_group(&self, state: &State, far: impl Fn(Hex) -> u16) -> Option<UnitSet> {
        let mechanized = state.phase() == Phase::MechanizedMovement;
        let free = self.free(state);
        let next = free
            .iter()
            .filter(|&u| !mechanized || state.kind(u).is_mechanized())
            .filter_map(|u| state.hex(u).map(|hex| (!self.is_under_way(state, u), far(hex), u)))
            .min()?;
        Some(together(state, next.2, &free))
    }

    /// All groups not looked at yet.
    pub(crate) fn groups(&self, state: &State) -> Vec<UnitSet> {
        let mut free = self.free(state);
        let mut all = Vec::new();
        while let Some(unit) = free.first() {
            let group = together(state, unit, &free);
            free = free.without(&group);
            all.push(group);
        }
        all
    }

    /// Walk to a hex, and overrun a target from there if there is one; none to stay.
    pub(crate) fn go(
        &mut self,
        reach: &StackReach,
        group: &Group,
        hex: Hex,
        target: Option<Hex>,
    ) -> Option<Action> {
        let units = group.units;
        if hex == group.at {
            let target = target?;
            self.active = units;
            return Some(Action::Overrun { units, target });
        }
        let path = reach.field.path(hex)?;
        match target {
            Some(target) => {
                self.overrun = Some((units, target));
                self.active = units;
            }
            None => {
                self.arrived = Some(hex);
                self.done_with(units);
            }
        }
        Some(Action::Move { units, path })
    }

    /// Bring the next division onto the map where its way is shortest; `way` is that of a unit from a hex to its goal.
    pub(crate) fn bring_in(&mut self, state: &State, way: impl Fn(UnitId, Hex) -> f32) -> Option<Action> {
        if state.phase() != Phase::GermanMovement {
            return None;
        }
        let mut best: Option<(f32, UnitSet, Hex)> = None;
        for unit in state.waiting(Side::German) {
            if self.holding.contains(&Newcomer::Unit(unit)) {
                continue;
            }
            let group: UnitSet =
                division_of(unit).iter().filter(|&u| state.place(u) == Place::Waiting).collect();
            for hex in state.entry_hexes(Newcomer::Unit(unit)) {
                let Ok(cost) = state.check_enter(Newcomer::Unit(unit), hex, false) else { continue };
                let full = !state.fit(group, hex);
                let stuck = state.is_enemy_controlled(Side::German, hex);
                if full && stuck {
                    continue;
                }
                let crowd = if full { CROWDED } else { 0.0 } + if stuck { STUCK } else { 0.0 };
                let total = way(unit, hex) + f32::from(cost) + crowd;
                if best.is_none_or(|(least, ..)| total < least) {
                    best = Some((total, group, hex));
                }
            }
        }
        let (_, group, hex) = best?;
        let unit = group.first()?;
        self.entering = Some((group, hex));
        Some(Action::Enter { who: Newcomer::Unit(unit), hex, rail: false })
    }
}

/// Those of a unit's division that are in its hex, of the units still free.
fn together(state: &State, unit: UnitId, free: &UnitSet) -> UnitSet {
    let at = state.hex(unit);
    division_of(unit).iter().filter(|&u| free.contains(u) && state.hex(u) == at).collect()
}
