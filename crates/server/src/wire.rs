//! Messages of the WebSocket.

pub use pgg_wire::{
    EntryView, FromPlayer, PROTOCOL, PositionView, Presence, Thinking, ToPlayer, Wanted, Welcome, checked,
};
