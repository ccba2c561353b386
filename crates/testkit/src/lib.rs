//! What tests and measurements need around the server: a PostgreSQL of their own.

mod postgres;

pub use postgres::{Postgres, PostgresError};
