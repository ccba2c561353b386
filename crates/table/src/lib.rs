//! A game between people: seats, undo, offers, chat and pace, as a value without I/O.
//!
//! A game is a log. [`Table::handle`] answers a request with the entries to add and the next table; the caller
//! makes the entries durable, replaces the old table, and publishes them. [`Table::admit`] follows entries that
//! another process has added. Time and the secret seed are parameters.

pub mod ask;
pub mod clock;
pub mod entry;
pub mod fault;
pub mod id;
pub mod luck;
pub mod marks;
pub mod request;
pub mod seat;
pub mod service;
mod steps;
pub mod story;
pub mod table;
pub mod text;
mod timeline;
pub mod view;

pub use ask::{Ask, Asks};
pub use clock::Pace;
pub use entry::{Entry, What};
pub use fault::{Fault, NoUndo};
pub use id::{GameId, PersonId, Time};
pub use luck::Luck;
pub use marks::Marks;
pub use request::{Asked, Request};
pub use seat::{Seat, Who};
pub use service::{Moment, Pulse, Service};
pub use story::Story;
pub use table::{Corrupt, Differs, Happened, Kept, Next, Opening, Seed, Table, Visibility};
pub use text::{Name, Words};
pub use view::{Now, View};
