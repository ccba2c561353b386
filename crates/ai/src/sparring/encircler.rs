//! The encircler: the Germans close the ways of retreat of whole stacks, cut supply and command, and then attack at 8-1 or
//! better.

use super::Speciality;
use crate::orders::{Manner, Orders};
use crate::survey::Sight;
use pgg_core::data::tables::Column;
use pgg_core::hex::{COLUMNS, HEX_SLOTS};
use pgg_core::{Action, Hex, HexSet, Phase, Side, State, Targets, UnitSet, data};

/// Points for a division with no way of retreat; with half of its ways closed, a quarter of it.
const RINGED: f32 = 1.5;
/// Points for a division that is out of supply, and for a Leader who has no way to the east edge.
const CUT_OFF: f32 = 0.7;
const CAUGHT: f32 = 2.0;
/// Points for each hex by which his way there grows longer than the straight one, and up to how many: so a ring that is half
/// closed is worth closing.
const DETOUR: f32 = 0.06;
const MOST_DETOUR: u16 = 12;
/// Leaders who have so many Germans within so many hexes are those to be ringed.
const NEAR: u16 = 8;
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
        let far = ways_to_the_east(sight.state);
        let near = |hex: Hex| sight.state.occupied(Side::German).iter().any(|g| g.distance(hex) <= NEAR);
        let mut bonus = 0.0;
        for stack in sight.survey.stacks(Side::Soviet).iter().filter(|stack| near(stack.hex)) {
            if stack.unsupplied {
                bonus += CUT_OFF * f32::from(stack.units);
            }
            let shut = share_closed(sight.state, stack.hex);
            bonus += RINGED * f32::from(stack.units) * shut * shut;
            if stack.leaders > 0 {
                let detour = far[stack.hex.index()].map(|way| way - (COLUMNS - stack.hex.column()).min(way));
                bonus += f32::from(stack.leaders)
                    * detour.map_or(CAUGHT, |hexes| DETOUR * f32::from(hexes.min(MOST_DETOUR)));
            }
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

/// The share of the ways of retreat from a Soviet hex that are closed, where Germans stand beside it [9.71].
fn share_closed(state: &State, hex: Hex) -> f32 {
    if !state.zones(Side::German).contains(hex) {
        return 0.0;
    }
    let open = state.open_hexes(Side::Soviet);
    let lake = |direction| data().map.side(hex, direction).lake();
    let ways = hex.neighbours().count();
    let closed = hex.neighbours().filter(|&(direction, to)| lake(direction) || !open.contains(to)).count();
    closed as f32 / ways.max(1) as f32
}

/// By hex, how many hexes a line of a Leader to the east edge has [11.24]; none where he has none.
fn ways_to_the_east(state: &State) -> Vec<Option<u16>> {
    let map = &data().map;
    let open = state.open_hexes(Side::Soviet);
    let through = open.without(map.swamp());
    let mut far = vec![None; HEX_SLOTS];
    let mut front = HexSet::column(COLUMNS).and(&open);
    let (mut reached, mut way) = (HexSet::EMPTY, 0);
    while !front.is_empty() {
        front.iter().for_each(|hex| far[hex.index()] = Some(way));
        reached = reached.or(&front);
        front = map.spread(&front.and(&through)).without(&reached);
        way += 1;
    }
    far
}
