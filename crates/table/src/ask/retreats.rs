//! Where a retreat could lead, before it is chosen: the router's choices, followed to their ends.

use super::not_asked;
use crate::fault::Fault;
use pgg_core::game::chance::NoMore;
use pgg_core::{Action, Hex, Question, State, UnitSet};
use serde::Serialize;

/// Where one stack could be sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RetreatView {
    /// The hex it stands in.
    pub stack: Hex,
    /// Where it could end if it went first, by the opponent's choice [9.72].
    pub ends: Vec<Hex>,
    /// It could find no path, and be lost.
    pub lost: bool,
}

/// The retreats of every stack of the side that has to choose between loss and retreat.
pub(super) fn retreats(state: &State) -> Result<Vec<RetreatView>, Fault> {
    let Some(Question::LossOrRetreat { n }) = state.decision().map(|decision| decision.question) else {
        return Err(not_asked(state, "9.65").into());
    };
    let mut then = *state;
    then.apply(&Action::TakeRetreat, &mut NoMore)?;
    let mut all: Vec<RetreatView> = Vec::new();
    for (stack, _) in routes(&then) {
        if all.iter().all(|one| one.stack != stack) {
            let mut one = RetreatView { stack, ends: Vec::new(), lost: false };
            follow(&then, then.units_in(stack), stack, n, &mut one);
            one.ends.sort_unstable();
            all.push(one);
        }
    }
    Ok(all)
}

/// The router's current choices: a stack and its next hex, which is its own if it has no path.
fn routes(state: &State) -> Vec<(Hex, Hex)> {
    let legal = state.legal().others;
    let route = |action: Action| match action {
        Action::Route { stack, to } => Some((stack, to)),
        _ => None,
    };
    legal.into_iter().filter_map(route).collect()
}

fn follow(state: &State, units: UnitSet, at: Hex, steps: u8, found: &mut RetreatView) {
    for (stack, to) in routes(state) {
        let mut then = *state;
        if stack != at || then.apply(&Action::Route { stack, to }, &mut NoMore).is_err() {
            continue;
        }
        if !units.iter().any(|unit| then.hex(unit) == Some(to)) {
            // No path, or no room where it led [9.73a].
            found.lost = true;
        } else if steps > 1 {
            make_room(&mut then);
            follow(&then, units, to, steps - 1, found);
        } else if !found.ends.contains(&to) {
            found.ends.push(to);
        }
    }
}

/// Which units the owner would eliminate on the way does not change where the rest can go.
fn make_room(state: &mut State) {
    while let Some(Question::MakeRoom { .. }) = state.decision().map(|decision| decision.question) {
        let Some(&action) = state.legal().others.first() else { return };
        if state.apply(&action, &mut NoMore).is_err() {
            return;
        }
    }
}
