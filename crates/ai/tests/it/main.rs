//! The opponents from outside, in one program: linked once, run side by side.

mod cadet;
mod command;
mod general;
mod german;
mod habits;
mod league;
mod learned;
mod major;
mod marshal;
mod recruit;
mod review;
mod sparring;
mod support;
mod tune;
