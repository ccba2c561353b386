//! One game among people: seats, undo, offers, chat and pace, as a value without I/O.
//!
//! A game is a log. [`Table::handle`] answers a request with the entries that are to be added and the table as it will
//! be then; the caller makes the entries durable first, puts the new table in place of the old one, and
//! tells everybody. [`Table::admit`] follows entries that somebody else has added. Time and the secret seed are
//! handed in.

pub mod ask;
pub mod clock;
pub mod entry;
pub mod fault;
pub mod id;
pub mod luck;
pub mod marks;
pub mod request;
pub mod seat;
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
pub use story::Story;
pub use table::{Corrupt, Differs, Happened, Kept, Next, Opening, Seed, Table, Visibility};
pub use text::{Name, Words};
pub use view::{Now, View};
