//! The server from outside, in one program: linked once, run side by side.

mod bots;
mod games;
mod intruders;
mod limits;
mod older;
mod outages;
mod page;
mod people;
mod store;
mod support;
#[cfg(feature = "webhooks")]
mod webhook;
