//! The store, on SQLite and on PostgreSQL by the same tests.

mod backups;
mod games;
mod lists;
mod outages;
mod outbox;
mod people;
mod several;
mod support;
