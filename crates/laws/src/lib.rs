//! The laws of the design, checked on a running game. Each law is a function that says what is broken; `walk`
//! plays a random game and checks every state and action against all of them. Tests, fuzz targets and the soak
//! share it.

pub mod laws;
pub mod mutate;
pub mod soak;
pub mod targets;
pub mod walk;

pub use walk::{Tally, Temper, walk};
