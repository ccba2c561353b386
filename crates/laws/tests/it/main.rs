//! The laws, tested through the public API, in one test program: linked once, run in parallel.

mod laws;
mod once_broken;
mod soak;
mod targets;
