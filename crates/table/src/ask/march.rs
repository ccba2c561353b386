//! The march of the first turn [5.23].

use super::not_asked;
use pgg_core::game::chance::NoMore;
use pgg_core::{Action, Hex, Illegal, Path, Question, State, UnitSet};
use serde::Serialize;

/// Who still has to march, and how all of them could.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct MarchView {
    /// Units that can march together, in the order in which they may.
    pub parties: Vec<PartyView>,
    /// The rest of the march, action by action.
    pub plan: Vec<Action>,
}

/// Units of one hex that pay alike and have the same points left.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PartyView {
    /// Where they are.
    pub hex: Hex,
    /// Who.
    pub units: UnitSet,
}

/// Where a march may end.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct MarchEndView {
    /// Where.
    pub hex: Hex,
    /// A way there: the hexes entered, in order.
    pub path: Path,
    /// Half-points left then to the unit that has fewest: too few for a step that is allowed.
    pub left: u8,
}

fn asked(state: &State) -> Result<(), Illegal> {
    let moves = state.decision().is_some_and(|d| d.question == Question::Move);
    if moves { Ok(()) } else { Err(not_asked(state, "5.23")) }
}

impl MarchView {
    /// Of the units bound to march.
    pub fn of(state: &State) -> Result<MarchView, Illegal> {
        asked(state)?;
        let parties = state.march_parties().into_iter();
        Ok(MarchView {
            parties: parties.map(|party| PartyView { hex: party.hex, units: party.units }).collect(),
            plan: state.march_on(),
        })
    }
}

/// Where these units may end their march together.
pub(super) fn ends(state: &State, units: UnitSet) -> Result<Vec<MarchEndView>, Illegal> {
    asked(state)?;
    let left = |path: Path| {
        let mut then = *state;
        then.apply(&Action::Move { units, path }, &mut NoMore).ok()?;
        units.iter().map(|unit| then.points_left(unit).0).min()
    };
    let ends = state.march_ends_of(units).into_iter();
    Ok(ends.filter_map(|(hex, path)| Some(MarchEndView { hex, path, left: left(path)? })).collect())
}
