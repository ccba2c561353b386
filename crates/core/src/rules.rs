//! The rules, a file for each chapter of the rulebook, in its order.
//!
//! A rule is in the file of its chapter and cites its case, such as `[9.72]`. Where another file enforces a
//! case, the chapter's file refers to it.
//!
//! | chapter | file |
//! | --- | --- |
//! | [4.0] Sequence of play | [`sequence`] |
//! | [5.0] Set-up | [`setup`] |
//! | [6.0] Movement | [`movement`], with [6.3] [`rail`](movement::rail) and [6.5] [`overrun`](movement::overrun) |
//! | [7.0] Stacking | [`stacking`] |
//! | [8.0] Zones of control | [`zones`] |
//! | [9.0] Combat | [`combat`], with [9.7] [`retreat`](combat::retreat) and [9.8] [`advance`](combat::advance) |
//! | [10.0] Soviet Leaders | [`leaders`] |
//! | [11.0] Supply | [`supply`] |
//! | [12.0] Untried units | [`untried`] |
//! | [13.0] Interdiction | [`interdiction`] |
//! | [14.0] Reinforcements | [`reinforcements`] |
//! | [15.0] Victory | [`victory`] |
//! | [16.0] Schedules | the data: [`schedule`](crate::data::schedule) |

pub mod combat;
pub mod interdiction;
pub mod leaders;
pub mod movement;
pub mod reinforcements;
pub mod sequence;
pub mod setup;
pub mod stacking;
pub mod supply;
pub mod untried;
pub mod victory;
pub mod zones;
