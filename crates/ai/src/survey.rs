//! What a position looks like to the programs: the stacks and their strengths, who is out of supply, how far the Germans
//! are from everything. It is found once for a position; the evaluation and the planners both read it.

mod board;
pub(crate) mod prospects;
mod supply;
mod ways;

pub(crate) use board::{Board, StackView};
pub(crate) use prospects::Prospect;
pub(crate) use supply::{Supply, Unsupplied};
pub(crate) use ways::{MOST_TOLL, Ways};

use crate::plan::Plan;
use crate::shared::mean;
use crate::weights::Weights;
use pgg_core::data::tables::Edition;
use pgg_core::rules::stacking::INTEGRATION;
use pgg_core::rules::supply::UNSUPPLIED_DIVISOR;
use pgg_core::{Direction, Hex, Kind, Side, State, UnitId};
use prospects::Columns;

/// Steps that an elimination costs a stack whose units are not known, in all tables of prospects.
pub(crate) const STACK_STEPS: f32 = 3.0;
/// [11.31] What is left of the strength of a unit out of supply.
pub(crate) const UNSUPPLIED: f32 = 1.0 / UNSUPPLIED_DIVISOR as f32;
/// [7.3] The factor by which integration multiplies a division's strength.
pub(crate) const INTEGRATED: f32 = INTEGRATION as f32;

/// A position as a program sees it. It keeps its memory from one position to the next.
pub struct Survey {
    board: Board,
    ways: Ways,
    supply: Supply,
    prospects: Columns,
    edition: Edition,
}

/// A position with all that an evaluation may want to know of it.
#[derive(Clone, Copy)]
pub struct Sight<'a> {
    /// The position itself.
    pub state: &'a State,
    /// What the side that decides has in mind.
    pub plan: &'a Plan,
    /// The position as seen with these weights and this plan.
    pub survey: &'a Survey,
    /// By which things are valued.
    pub weights: &'a Weights,
}

impl Default for Survey {
    fn default() -> Survey {
        let edition = Edition::default();
        Survey {
            board: Board::new(),
            ways: Ways::new(),
            supply: Supply::new(),
            prospects: Prospect::of(edition),
            edition,
        }
    }
}

impl Survey {
    /// Look at a position.
    pub fn look(&mut self, state: &State, plan: &Plan, weights: &Weights) {
        let edition = state.options().edition;
        if edition != self.edition {
            self.edition = edition;
            self.prospects = Prospect::of(edition);
        }
        let unsupplied = self.supply.unsupplied(state);
        self.board.fill(state, &unsupplied, &plan.means, weights);
        self.ways.find(state, &self.board, plan, weights);
    }

    /// The stacks of a side.
    pub(crate) fn stacks(&self, side: Side) -> &[StackView] {
        &self.board.stacks[side]
    }

    /// The stack of a side in a hex.
    #[inline]
    pub(crate) fn stack(&self, side: Side, hex: Hex) -> Option<&StackView> {
        self.board.stack(side, hex)
    }

    /// The ways of the Germans.
    pub(crate) fn ways(&self) -> &Ways {
        &self.ways
    }

    /// What a fight of two strengths does on average. With face-down divisions among the defenders, of three strengths they
    /// may have.
    #[inline]
    pub(crate) fn fight(&self, attack: f32, defence: f32, untried: bool) -> Prospect {
        Prospect::at(&self.prospects, attack, defence, untried)
    }

    /// Has a stack of the side no hex to retreat to [9.71]? Room is asked for one more unit.
    pub(crate) fn is_trapped(&self, state: &State, side: Side, hex: Hex) -> bool {
        let open = |d| state.retreat_step(side, hex, d).filter(|&to| !state.is_closed(side, to));
        !Direction::ALL
            .into_iter()
            .filter_map(open)
            .any(|to| self.stack(side, to).is_none_or(|s| !s.is_full()))
    }
}

/// The kinds of divisions that come face down.
const FACE_DOWN: [Kind; 3] = [Kind::Rifle, Kind::Tank, Kind::Mechanised];

/// Mean strengths of face-down divisions.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Means([(f32, f32); FACE_DOWN.len()]);

impl Means {
    pub(crate) fn of(state: &State) -> Means {
        Means(FACE_DOWN.map(|kind| mean(state, kind)))
    }

    /// Attack and defence of a Soviet unit; a Leader defends with his rating.
    #[inline]
    pub(crate) fn strength(&self, state: &State, unit: UnitId) -> (f32, f32) {
        match state.strength(unit) {
            Some((attack, defence)) => (f32::from(attack), f32::from(defence)),
            None => match state.kind(unit) {
                Kind::Tank => self.0[1],
                Kind::Mechanised => self.0[2],
                _ => self.0[0],
            },
        }
    }
}
