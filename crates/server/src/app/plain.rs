//! Refusals that the framework makes by itself are plain text; here they get the form of all others.

use crate::error::Error;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The longest sentence that is passed on.
const LONGEST: usize = 2000;

/// Gives plain refusals the form of an [`Error`].
pub(super) async fn as_error(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let Some(code) = code(response.status()).filter(|_| is_plain(&response)) else { return response };
    let status = response.status();
    let (parts, body) = response.into_parts();
    let text = to_bytes(body, LONGEST).await.unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let sentence = text.trim();
    let message = if sentence.is_empty() { status.canonical_reason().unwrap_or_default() } else { sentence };
    let mut error = Error::new(status, code, message).into_response();
    for (name, value) in &parts.headers {
        if *name != header::CONTENT_TYPE && *name != header::CONTENT_LENGTH {
            error.headers_mut().append(name, value.clone());
        }
    }
    error
}

fn is_plain(response: &Response<Body>) -> bool {
    match response.headers().get(header::CONTENT_TYPE) {
        Some(kind) => kind.as_bytes().starts_with(b"text/plain"),
        None => true,
    }
}

fn code(status: StatusCode) -> Option<&'static str> {
    Some(match status {
        StatusCode::BAD_REQUEST => "bad_request",
        StatusCode::NOT_FOUND => "not_found",
        StatusCode::METHOD_NOT_ALLOWED => "method_not_allowed",
        StatusCode::PAYLOAD_TOO_LARGE => "too_large",
        StatusCode::UNSUPPORTED_MEDIA_TYPE => "not_json",
        StatusCode::UNPROCESSABLE_ENTITY => "bad_body",
        StatusCode::UPGRADE_REQUIRED => "upgrade_required",
        _ => return None,
    })
}
