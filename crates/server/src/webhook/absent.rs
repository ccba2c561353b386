//! A program that calls nobody: it was built without webhooks and the TLS they need.

use crate::app::Shared;
use crate::error::Error;
use axum::http::StatusCode;

/// Makes no calls.
pub struct Webhooks;

impl Webhooks {
    /// Whatever may be called, nobody is.
    pub fn new(_may_be_private: bool) -> Result<Webhooks, String> {
        Ok(Webhooks)
    }

    /// No address is looked at.
    pub fn may_be_private(&self) -> bool {
        false
    }
}

/// Calls that are due wait in the database until a program comes that can make them.
pub async fn run(_app: Shared) {}

/// No address can be called.
pub fn check_url(_text: &str, _may_be_private: bool) -> Result<(), Error> {
    let message = "this pgg was built without webhooks, as `cargo play` builds it: \
                   use a released pgg, or build one with `cargo build --release --package pgg`";
    Err(Error::new(StatusCode::NOT_IMPLEMENTED, "not_built", message))
}
