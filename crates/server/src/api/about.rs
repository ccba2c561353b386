//! Facts about the server, and the document that describes its API.

use crate::app::Shared;
use crate::wire::PROTOCOL;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// The description of the API. `PGG_BLESS=1 cargo test -p pgg-types` regenerates it from the types.
const DOCUMENT: &str = include_str!("../../../../docs/openapi.json");

/// What the server is.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct About {
    /// The version of the program.
    version: &'static str,
    /// The version of the WebSocket's protocol.
    protocol: u32,
    /// The programs that play, weakest first.
    levels: &'static [&'static str],
    /// Who may have an account: `open`, `invitation` or `closed`.
    registration: &'static str,
    /// Is it a local server, which only its owner can reach?
    local: bool,
}

/// What the server is.
pub async fn about(State(app): State<Shared>) -> Json<About> {
    Json(About {
        version: env!("CARGO_PKG_VERSION"),
        protocol: PROTOCOL,
        levels: pgg_ai::NAMES,
        registration: app.config.registration.name(),
        local: app.config.is_local(),
    })
}

/// The document that describes the API.
pub async fn openapi() -> Response {
    let kind = (header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    ([kind], DOCUMENT).into_response()
}
