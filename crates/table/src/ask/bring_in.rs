//! By which ways reinforcements come in [14.0].

use super::not_asked;
use crate::fault::Fault;
use pgg_core::{Action, Hex, Illegal, Newcomer, Question, State};
use serde::Serialize;

/// More newcomers than any turn brings.
const MOST: usize = 64;

/// How newcomers come in, one after another.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BringInView {
    /// Those who can, in the order in which they do. A later one counts on those before it.
    pub arrivals: Vec<ArrivalView>,
    /// Those who cannot.
    pub left_out: Vec<LeftOutView>,
}

/// One newcomer, or the regiments of a division.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ArrivalView {
    /// Who.
    pub who: Vec<Newcomer>,
    /// The entry hex.
    pub entry: Hex,
    /// By rail [6.32].
    pub rail: bool,
    /// Where they end.
    pub to: Hex,
    /// What has to be done. The kind of an armoured division is drawn as it enters; that changes none of these actions.
    pub actions: Vec<Action>,
}

/// A newcomer that cannot come in.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LeftOutView {
    /// Who.
    pub who: Newcomer,
    /// Why.
    pub why: Illegal,
}

impl BringInView {
    /// The plan for these newcomers.
    pub fn of(state: &State, who: &[Newcomer], to: Hex) -> Result<BringInView, Fault> {
        if state.decision().is_none_or(|d| d.question != Question::Move) {
            return Err(not_asked(state, "14.0").into());
        }
        if who.len() > MOST {
            return Err(Fault::TooManyActions { most: MOST });
        }
        let plan = state.bring_in(who, to);
        let arrivals = plan.arrivals.into_iter();
        Ok(BringInView {
            arrivals: arrivals
                .map(|a| ArrivalView {
                    who: a.who,
                    entry: a.entry,
                    rail: a.rail,
                    to: a.to,
                    actions: a.actions,
                })
                .collect(),
            left_out: plan.left_out.into_iter().map(|(who, why)| LeftOutView { who, why }).collect(),
        })
    }
}
