//! Messages of the WebSocket, one type for each direction.
//!
//! CONTRIBUTING.md has the recipe for a new one.

mod from_player;
mod to_player;

pub use from_player::*;
pub use to_player::*;

/// The version of this protocol. A client of another version has to reload.
pub const PROTOCOL: u32 = 2;
