//! The laws from outside, in one program: linked once, run side by side.

mod laws;
mod once_broken;
mod soak;
mod targets;
