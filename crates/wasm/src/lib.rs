//! The referee in the page: the rules, compiled to WebAssembly, answer the server's questions in the server's own messages. The
//! server stays the only authority over its games; the page only asks sooner. With the feature `table` there are a table and the
//! programs, too, behind the messages of the server's WebSocket, for a page without one.
//!
//! `cargo xtask referee` builds the modules. A test by Node holds them to the native build, byte for byte.

#[cfg(target_arch = "wasm32")]
mod exports;
#[cfg(feature = "table")]
mod host;
mod misread;
#[cfg(feature = "table")]
mod programs;
mod referee;

#[cfg(feature = "table")]
pub use host::Host;
pub use misread::Misread;
#[cfg(feature = "table")]
pub use programs::Programs;
pub use referee::Referee;
