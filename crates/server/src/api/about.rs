//! What the server is, and the document that describes its API.

use crate::app::Shared;
use crate::wire::PROTOCOL;
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// What the server is.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/about", tag = "server", responses((status = 200, body = About))))]
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
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/openapi.json", tag = "server", responses((status = 200, body = Object))))]
pub async fn openapi() -> Response {
    #[cfg(feature = "openapi")]
    {
        use axum::http::{HeaderValue, header};
        let kind = (header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        ([kind], super::document::json()).into_response()
    }
    #[cfg(not(feature = "openapi"))]
    {
        let message = "this pgg was built without the document of its interface, as `cargo play` builds it: \
                       use a released pgg, or build one with `cargo build --release --package pgg`";
        crate::error::Error::new(axum::http::StatusCode::NOT_FOUND, "not_built", message).into_response()
    }
}
