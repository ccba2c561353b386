//! The program from outside, in one test program: linked once, run in parallel.
#![allow(clippy::unwrap_used)] // also in the helpers of the tests

mod advise;
mod commands;
mod coverage;
mod engine;
mod files;
mod games;
mod habits;
mod kill;
mod league;
mod outside;
mod play;
mod report;
mod serve;
mod sim;
mod support;
mod terminal;
mod tune;
