//! What the server is, and the document that describes its API.

use crate::app::Shared;
use crate::wire::PROTOCOL;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::sync::OnceLock;
use utoipa::ToSchema;

/// What the server is.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct About {
    /// The version of the program.
    version: &'static str,
    /// The version of the WebSocket's protocol.
    protocol: u32,
    /// The programs that play, weakest first.
    levels: &'static [&'static str],
    /// Who may have an account: `open`, `invitation` or `closed`.
    registration: &'static str,
    /// Is it one's own machine, with nobody else about?
    local: bool,
}

/// What the server is.
#[utoipa::path(get, path = "/api/about", tag = "server", responses((status = 200, body = About)))]
pub async fn about(State(app): State<Shared>) -> Json<About> {
    Json(About {
        version: env!("CARGO_PKG_VERSION"),
        protocol: PROTOCOL,
        levels: pgg_ai::NAMES,
        registration: app.config.registration.name(),
        local: app.config.is_local(),
    })
}

/// This document.
#[utoipa::path(get, path = "/api/openapi.json", tag = "server", responses((status = 200, body = Object)))]
pub async fn openapi() -> Response {
    static DOCUMENT: OnceLock<String> = OnceLock::new();
    let document = DOCUMENT.get_or_init(|| super::router().into_openapi().to_json().unwrap_or_default());
    let kind = (header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    ([kind], document.as_str()).into_response()
}
