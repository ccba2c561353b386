//! The tests of a table in one test program: linked once, run in parallel.

mod ask;
mod clock;
mod corrupt;
mod fair_dice;
mod faults;
mod forced;
mod keys;
mod laws;
mod luck;
mod marks;
mod newer_rules;
mod offers;
mod openings;
mod questions;
mod reach;
mod retreats;
mod seats;
mod secrets;
mod service;
mod story;
mod support;
mod undo;
