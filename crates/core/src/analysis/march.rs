//! The march of the 13th and 20th Armies on the first turn [5.23]: which units have to march next, where they may end, and a plan for
//! the rest. Every action of the plan was tried on a copy of the state, so the referee accepts it.

use crate::game::action::{Action, Path};
use crate::game::chance::NoMore;
use crate::game::state::State;
use crate::hex::{Direction, Hex};
use crate::unit::{Side, UnitId, UnitSet};

/// The most steps of a plan: more than all units of both armies have points.
const MOST_STEPS: usize = 1000;

/// Units of one hex that march together: they have the same costs and the same points left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Party {
    /// Where they are.
    pub hex: Hex,
    /// The units.
    pub units: UnitSet,
}

impl State {
    /// The parties that still have to march, in the order in which they may go [5.23d]: the group on the march, then the others from north to
    /// south, Leaders behind their divisions.
    pub fn march_parties(&self) -> Vec<Party> {
        let bound = self.marching();
        let due: UnitSet = bound.iter().filter(|&u| self.hex(u).is_some() && self.has_step(u)).collect();
        let begun = if self.check_leave_group().is_err() {
            due.iter().filter(|&u| self.in_group(u)).collect()
        } else {
            due
        };
        let mut parties: Vec<Party> = Vec::new();
        for unit in begun {
            let Some(hex) = self.hex(unit) else { continue };
            let like = |party: &&mut Party| {
                party.hex == hex && party.units.first().is_some_and(|first| self.marches_like(first, unit))
            };
            match parties.iter_mut().find(like) {
                Some(party) => party.units.insert(unit),
                None => parties.push(Party { hex, units: UnitSet::one(unit) }),
            }
        }
        parties.sort_by_key(|party| (party.units.meets(&UnitSet::LEADER), party.hex.row(), party.hex));
        parties
    }

    fn marches_like(&self, one: UnitId, other: UnitId) -> bool {
        let of = |unit: UnitId| (self.kind(unit).class(), self.points_left(unit), self.origin(unit));
        of(one) == of(other)
    }

    /// Where units of one hex may end their march together, with a way to each end: no points left for a step that is allowed
    /// [5.23d], and room for them [7.1].
    pub fn march_ends_of(&self, units: UnitSet) -> Vec<(Hex, Path)> {
        let Some(first) = units.first() else { return Vec::new() };
        let ends = self.march_ends(first).into_iter();
        ends.filter(|&(hex, path)| {
            let march = Action::Move { units, path };
            let mut then = *self;
            !path.is_empty()
                && then.apply(&march, &mut NoMore).is_ok()
                && then.check_spent(units).is_ok()
                && then.may_stack(then.side_in(Side::Soviet, hex))
        })
        .collect()
    }

    /// The rest of the march, action by action, after which no unit is bound. Stacks stay together where there is room for
    /// them, and each goes to a hex of its own as far east as it can; Leaders go where divisions are.
    pub fn march_on(&self) -> Vec<Action> {
        let mut then = *self;
        let mut plan = Vec::new();
        while let Some(party) = then.march_parties().first().copied().filter(|_| plan.len() < MOST_STEPS) {
            let Some(action) = then.march_of(party) else { break };
            if then.apply(&action, &mut NoMore).is_err() {
                break;
            }
            plan.push(action);
        }
        plan
    }

    /// The march of a party; of one of its units where there is no room for all; a single step where no end is known.
    fn march_of(&self, party: Party) -> Option<Action> {
        let whole = self.best_march(party.units);
        let alone = || party.units.first().and_then(|unit| self.best_march(UnitSet::one(unit)));
        let step = || {
            party.units.iter().find_map(|unit| {
                let to = Direction::ALL.into_iter().find(|&d| self.check_step(unit, d).is_ok())?;
                let path = Path::one(party.hex.neighbour(to)?);
                Some(Action::Move { units: UnitSet::one(unit), path })
            })
        };
        whole.or_else(alone).or_else(step)
    }

    fn best_march(&self, units: UnitSet) -> Option<Action> {
        let (start, leads) = (self.hex(units.first()?)?, units.meets(&UnitSet::LEADER));
        let taken = |hex: Hex| self.occupied(Side::Soviet).contains(hex);
        let worth = |hex: Hex| {
            let apart = std::cmp::Reverse(hex.row().abs_diff(start.row()));
            (taken(hex) == leads, hex.column(), apart, std::cmp::Reverse(hex))
        };
        let (_, path) = self.march_ends_of(units).into_iter().max_by_key(|&(hex, _)| worth(hex))?;
        Some(Action::Move { units, path })
    }
}
