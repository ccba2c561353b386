//! The store, on SQLite and on PostgreSQL by the same tests.

#![allow(clippy::unwrap_used)] // also in the helpers of the tests

mod backups;
mod games;
mod lists;
mod outages;
mod outbox;
mod people;
mod several;
mod support;
