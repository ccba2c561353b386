//! Analysis beyond the rules, for players and programs. The entry points are methods of
//! [`State`](crate::State):
//!
//! | question | method |
//! | --- | --- |
//! | Where can these units walk or ride, now or in their next Movement Phase? | [`reach`](crate::State::reach), [`rail_reach`](crate::State::rail_reach), [`range`](crate::State::range) |
//! | Why can they not go on? | [`barrier`](crate::State::barrier), [`check_step`](crate::State::check_step) |
//! | What are the odds of an attack or overrun? | [`odds`](crate::State::odds) |
//! | How do reinforcements get to a hex? | [`bring_in`](crate::State::bring_in) |
//! | How does the march of the first turn go on? | [`march_parties`](crate::State::march_parties), [`march_on`](crate::State::march_on) |
//! | What might a random player do? | [`Legal::sample`](crate::Legal::sample) |

pub mod arrivals;
pub mod march;
pub mod odds;
pub mod reach;
pub mod sample;
