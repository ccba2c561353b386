//! What each column of the combat table does on average [9.5].

use pgg_core::data;
use pgg_core::tables::{Column, CombatResult, Edition, Tables};

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

/// The prospects of all columns of an edition.
#[derive(Clone, Debug)]
pub(crate) struct Fights([Prospect; 12]);

impl Fights {
    pub(crate) fn of(edition: Edition) -> Fights {
        Fights(Column::ALL.map(|column| {
            let mut sum = Prospect::default();
            for die in 1..=6 {
                let part = of_result(data().tables.result(edition, column, die));
                sum.trapped += part.trapped / 6.0;
                sum.free += part.free / 6.0;
                sum.clears += part.clears / 6.0;
                sum.own += part.own / 6.0;
                sum.through += part.through / 6.0;
            }
            sum
        }))
    }

    /// Of two strengths. With face-down divisions among the defenders, of three strengths they may have.
    #[inline]
    pub(crate) fn prospect(&self, attack: f32, defence: f32, untried: bool) -> Prospect {
        let column = |defence: f32| {
            let whole = |strength: f32| (strength + 0.01).max(1.0) as u32;
            self.0[Tables::column_of(whole(attack), whole(defence)).0 as usize]
        };
        if !untried {
            return column(defence);
        }
        let mut sum = Prospect::default();
        for (factor, weight) in [(0.6, 0.3), (1.0, 0.4), (1.5, 0.3)] {
            let part = column(defence * factor);
            sum.trapped += weight * part.trapped;
            sum.free += weight * part.free;
            sum.clears += weight * part.clears;
            sum.own += weight * part.own;
            sum.through += weight * part.through;
        }
        sum
    }
}

const fn of_result(result: CombatResult) -> Prospect {
    // What the attacker pays: A1 may be taken as a retreat of one hex, A2 as one of two.
    const A1: f32 = 0.35;
    const A2: f32 = 0.8;
    const ALL: f32 = 3.0;
    let (trapped, free, own, clears) = match result {
        CombatResult::D1 => (1.0, 0.0, 0.0, 1.0),
        CombatResult::D2 => (2.0, 0.15, 0.0, 1.0),
        CombatResult::De => (ALL, ALL, 0.0, 1.0),
        CombatResult::D1A1 => (1.0, 0.0, A1, 1.0),
        CombatResult::D2A1 => (2.0, 0.15, A1, 1.0),
        CombatResult::DeA1 => (ALL, ALL, A1, 1.0),
        CombatResult::Eng => (1.0, 1.0, 1.0, 0.0),
        CombatResult::A1 => (0.0, 0.0, A1, 0.0),
        CombatResult::A2 => (0.0, 0.0, A2, 0.0),
        CombatResult::Ae => (0.0, 0.0, ALL, 0.0),
    };
    let through = if own == 0.0 { clears } else { 0.0 };
    Prospect { trapped, free, clears, own, through }
}
