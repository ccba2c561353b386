//! The protocol between a table and its players: a type of messages for each direction, and the refusals. The server speaks it
//! over the network; a page without a server speaks it to the same table in a worker.
//!
//! CONTRIBUTING.md has the recipe for a new message.

pub mod error;
mod from_player;
pub mod games;
#[cfg(feature = "http")]
pub mod http;
mod scope;
mod to_player;

pub use error::{Error, FaultView};
pub use from_player::*;
pub use scope::Scope;
pub use to_player::*;

/// The version of this protocol. A client of another version has to reload.
pub const PROTOCOL: u32 = 2;
