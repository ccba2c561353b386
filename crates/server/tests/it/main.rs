//! The server from outside, in one test program: linked once, run in parallel.

mod bots;
mod games;
mod intruders;
mod limits;
mod older;
mod outages;
mod page;
mod people;
mod shares;
mod store;
mod support;
#[cfg(feature = "webhooks")]
mod webhook;
