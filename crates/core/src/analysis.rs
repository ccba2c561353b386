//! Questions that players and programs ask beyond the rules: odds, reach, samples of what is hidden.

pub mod odds;
pub mod reach;
pub mod sample;
