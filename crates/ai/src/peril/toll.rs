//! What a column of the combat table takes from a German stack [9.5].

use crate::survey::StackView;
use crate::survey::prospects::FACES;
use pgg_core::data::tables::{Column, CombatResult, Edition};
use pgg_core::{Side, State, UnitSet, data};

/// Points that the Soviets score for a division [15.12].
const DIVISION: f32 = 5.0;
/// The share of itself that a stack loses by being driven back: ground, and what it was there for.
const DRIVEN_BACK: f32 = 0.05;
/// Steps of the largest stack: three infantry divisions of four.
const MOST_STEPS: usize = 12;

/// The mean share that each column takes from a stack, by whether it is trapped and by its steps.
pub(super) struct Toll(Vec<[[f32; MOST_STEPS + 1]; 2]>);

impl Toll {
    pub(super) fn of(edition: Edition) -> Toll {
        let of_column = |column: Column| {
            let mut shares = [[0.0; MOST_STEPS + 1]; 2];
            for (trapped, shares) in [false, true].into_iter().zip(&mut shares) {
                for (steps, share) in shares.iter_mut().enumerate().skip(1) {
                    for die in 1..=FACES {
                        let result = data().tables.result(edition, column, die);
                        *share += taken(result, trapped, steps as f32) / f32::from(FACES);
                    }
                }
            }
            shares
        };
        Toll(Column::ALL.into_iter().map(of_column).collect())
    }

    pub(super) fn of_column(&self, column: Column, trapped: bool, steps: u8) -> f32 {
        self.0[usize::from(column.0)][usize::from(trapped)][usize::from(steps).clamp(1, MOST_STEPS)]
    }
}

/// The share of a stack of so many steps that a result takes.
fn taken(result: CombatResult, trapped: bool, steps: f32) -> f32 {
    let of = |lost: f32| {
        if trapped { (lost / steps).min(1.0) } else { DRIVEN_BACK }
    };
    match result {
        CombatResult::De | CombatResult::DeA1 => 1.0,
        CombatResult::D1 | CombatResult::D1A1 => of(1.0),
        CombatResult::D2 | CombatResult::D2A1 => of(2.0),
        CombatResult::Eng => (1.0 / steps).min(1.0),
        CombatResult::A1 | CombatResult::A2 | CombatResult::Ae => 0.0,
    }
}

/// Points that the end of a German stack is worth: its strength, and the divisions that end with it.
pub(super) fn worth(state: &State, stack: &StackView, men: f32) -> f32 {
    let roster = &data().roster;
    let mut seen = UnitSet::EMPTY;
    let mut points = men * (stack.worth + stack.dearth);
    for unit in state.side_in(Side::German, stack.hex) {
        let Some(formation) = roster.german(unit).formation.map(|f| roster.formation(f)) else { continue };
        let here = formation.units.iter().all(|u| state.hex(u).is_none_or(|h| h == stack.hex));
        if formation.scores && here && !seen.contains(unit) {
            points += DIVISION;
        }
        seen = seen.or(&formation.units);
    }
    points
}
