//! Analysis beyond the rules, for players and programs: odds, reach, samples of hidden strengths.

pub mod arrivals;
pub mod march;
pub mod odds;
pub mod reach;
pub mod sample;
