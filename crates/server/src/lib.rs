//! Games over the network: HTTP, WebSocket, accounts, and a store in SQLite or PostgreSQL.

pub mod api;
pub mod app;
mod chat;
pub mod clock;
pub mod code;
pub mod config;
pub mod error;
pub mod hub;
pub mod limits;
pub mod origin;
pub mod page;
pub mod people;
pub mod programs;
pub mod secret;
pub mod server;
pub mod shares;
pub mod socket;
pub mod store;
pub mod telemetry;
#[cfg_attr(not(feature = "webhooks"), path = "webhook/absent.rs")]
pub mod webhook;
pub mod wire;
pub mod work;

pub use config::Config;
pub use server::{ServeError, Server, serve};
