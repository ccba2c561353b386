//! The referee in the page: the rules, compiled to WebAssembly, answer the same questions as the server, in the same messages. The
//! server stays the only authority over its games; the page only gets its answers sooner. With the feature `table` there are also
//! a table and the programs, behind the messages of the server's WebSocket, for a page without a server.
//!
//! `cargo xtask referee` builds the modules. A test in Node compares them with the native build, byte for byte.

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
