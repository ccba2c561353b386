//! The encircler: the Germans close the ways of retreat of whole stacks, cut supply and command, and then attack at 8-1 or
//! better.

use super::Speciality;
use crate::orders::{Manner, Orders};
use crate::survey::Sight;
use pgg_core::data::tables::Column;
use pgg_core::{Action, Phase, Side, State, Targets, UnitSet, data};

/// Points for a division with no way out; with half of its ways closed, a quarter of it.
const RINGED: f32 = 1.5;
/// Points for a division that is out of supply besides.
const CUT_OFF: f32 = 0.4;
/// The odds it wants, 8-1, and how sure of them it must be.
const WANTED: Column = Column(9);
const SURE: f64 = 0.9;

pub(super) struct Encircler;

impl Speciality for Encircler {
    fn orders(&self, state: &State) -> Orders {
        let mut orders = Orders::default();
        if state.phase().side() == Side::German {
            orders.set_manner(UnitSet::GERMAN, Manner::Seal);
        }
        orders
    }

    fn bonus(&self, sight: &Sight<'_>) -> f32 {
        if sight.state.phase().side() == Side::Soviet {
            return 0.0;
        }
        let map = &data().map;
        let open = sight.state.open_hexes(Side::Soviet);
        let germans = map.spread(sight.state.occupied(Side::German));
        let mut bonus = 0.0;
        for stack in sight.survey.stacks(Side::Soviet) {
            let divisions = f32::from(stack.units);
            if stack.unsupplied {
                bonus += CUT_OFF * divisions;
            }
            if !germans.contains(stack.hex) {
                continue;
            }
            let (mut ways, mut closed) = (0.0, 0.0);
            for (direction, hex) in stack.hex.neighbours() {
                ways += 1.0;
                if map.side(stack.hex, direction).lake() || !open.contains(hex) {
                    closed += 1.0;
                }
            }
            let share: f32 = closed / f32::max(ways, 1.0);
            bonus += RINGED * divisions * share * share;
        }
        bonus
    }

    /// Attacks at the odds it wants, the largest stacks first, by no more than it takes.
    fn first(&self, state: &State) -> Option<Action> {
        if state.phase() != Phase::GermanCombat {
            return None;
        }
        let legal = state.legal();
        let sure = |units: UnitSet, targets: &Targets| {
            let odds = state.odds(units, targets, false).ok();
            odds.is_some_and(|odds| {
                let chance = odds.columns.iter().filter(|(c, _)| *c >= WANTED).map(|(_, p)| p).sum::<f64>();
                chance + odds.walkover >= SURE
            })
        };
        let mut best: Option<(usize, Action)> = None;
        for option in &legal.attacks {
            let targets = Targets::one(option.target);
            let mut units = option.units.and(&legal.capable);
            let size = state.side_in(Side::Soviet, option.target).len();
            if best.as_ref().is_some_and(|(most, _)| size <= *most) || !sure(units, &targets) {
                continue;
            }
            for unit in units.iter() {
                let fewer = units.without(&UnitSet::one(unit));
                if !fewer.is_empty() && sure(fewer, &targets) {
                    units = fewer;
                }
            }
            best = Some((size, Action::Attack { targets, units }));
        }
        best.map(|(_, action)| action)
    }
}
