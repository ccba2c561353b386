//! Messages of the WebSocket, sealed per direction: nothing a client may send is something the server sends.
//!
//! CONTRIBUTING.md tells how one is added.

mod from_player;
mod to_player;

pub use from_player::*;
pub use to_player::*;

/// The version of this protocol. A client of another version has to reload.
pub const PROTOCOL: u32 = 1;
