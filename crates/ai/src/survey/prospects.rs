//! What the columns of the combat table do on average [9.5].

use super::STACK_STEPS;
use pgg_core::data;
use pgg_core::data::tables::{Column, CombatResult, Edition, Tables};

/// Faces of the die.
pub(crate) const FACES: u8 = 6;
/// Strengths are sums of shares: what lacks this much of a point is that point.
const ROUNDING: f32 = 0.01;

/// `N` figures for each column of an edition: what somebody wants to know of a fight.
#[derive(Clone, Debug)]
pub(crate) struct Prospects<const N: usize>([[f32; N]; Column::ALL.len()]);

impl<const N: usize> Prospects<N> {
    /// The means over the die of what a result comes to.
    pub(crate) fn of(edition: Edition, of_result: impl Fn(CombatResult) -> [f32; N]) -> Prospects<N> {
        Prospects(Column::ALL.map(|column| {
            let mut mean = [0.0; N];
            for die in 1..=FACES {
                let part = of_result(data().tables.result(edition, column, die));
                mean.iter_mut().zip(part).for_each(|(sum, x)| *sum += x / f32::from(FACES));
            }
            mean
        }))
    }

    /// Of two strengths that are known.
    #[inline]
    pub(crate) fn known(&self, attack: f32, defence: f32) -> [f32; N] {
        let whole = |strength: f32| (strength + ROUNDING).max(1.0) as u32;
        self.0[Tables::column_of(whole(attack), whole(defence)).0 as usize]
    }

    /// Of a defence that may be another: each share of it with its chance.
    #[inline]
    pub(crate) fn unknown(&self, attack: f32, defence: f32, shares: &[(f32, f32)]) -> [f32; N] {
        let mut mean = [0.0; N];
        for &(share, chance) in shares {
            let part = self.known(attack, defence * share);
            mean.iter_mut().zip(part).for_each(|(sum, x)| *sum += chance * x);
        }
        mean
    }
}

/// Fields of [`Prospect`].
const FIGURES: usize = 5;
/// The prospects of all columns.
pub(crate) type Columns = Prospects<FIGURES>;

/// What one column does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Prospect {
    /// Steps lost by a defender who cannot retreat; an elimination counts as three.
    pub(crate) trapped: f32,
    /// Steps lost by one who retreats when he may.
    pub(crate) free: f32,
    /// Chance that he has to leave the hex or lose steps.
    pub(crate) clears: f32,
    /// Steps lost by the attacker, a retreat in their place counting for a third.
    pub(crate) own: f32,
    /// Chance that an overrun goes through [6.52].
    pub(crate) through: f32,
}

/// What face-down divisions may have of the strength that is expected of them, with the chance of each.
const UNTRIED: [(f32, f32); 3] = [(0.6, 0.3), (1.0, 0.4), (1.5, 0.3)];
/// A1 may be taken as a retreat of one hex: it costs the attacker about a third of a step.
const A1: f32 = 0.35;
/// A2 may be taken as a retreat of two hexes, which is rarely at hand.
const A2: f32 = 0.8;
/// D2 may be taken as a retreat of two hexes; now and then the second is not there.
const D2_FREE: f32 = 0.15;

impl Prospect {
    pub(crate) fn of(edition: Edition) -> Columns {
        Prospects::of(edition, of_result)
    }

    #[inline]
    pub(crate) fn at(prospects: &Columns, attack: f32, defence: f32, untried: bool) -> Prospect {
        let [trapped, free, clears, own, through] = if untried {
            prospects.unknown(attack, defence, &UNTRIED)
        } else {
            prospects.known(attack, defence)
        };
        Prospect { trapped, free, clears, own, through }
    }
}

/// What a result comes to, in the order of the fields of [`Prospect`].
const fn of_result(result: CombatResult) -> [f32; FIGURES] {
    /// An elimination counts like the loss of a full stack.
    const ALL: f32 = STACK_STEPS;
    let (trapped, free, own, clears) = match result {
        CombatResult::D1 => (1.0, 0.0, 0.0, 1.0),
        CombatResult::D2 => (2.0, D2_FREE, 0.0, 1.0),
        CombatResult::De => (ALL, ALL, 0.0, 1.0),
        CombatResult::D1A1 => (1.0, 0.0, A1, 1.0),
        CombatResult::D2A1 => (2.0, D2_FREE, A1, 1.0),
        CombatResult::DeA1 => (ALL, ALL, A1, 1.0),
        CombatResult::Eng => (1.0, 1.0, 1.0, 0.0),
        CombatResult::A1 => (0.0, 0.0, A1, 0.0),
        CombatResult::A2 => (0.0, 0.0, A2, 0.0),
        CombatResult::Ae => (0.0, 0.0, ALL, 0.0),
    };
    let through = if own == 0.0 { clears } else { 0.0 };
    [trapped, free, clears, own, through]
}
