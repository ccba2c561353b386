//! Refusals by the framework are plain text; here they get the form of all others.

use crate::error::{Error, Thing};
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The longest text that is passed on.
const LONGEST: usize = 2000;

/// Gives plain refusals the form of an [`Error`].
pub(super) async fn as_error(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let Some(fault) = fault(response.status()).filter(|_| is_plain(&response)) else { return response };
    let (parts, body) = response.into_parts();
    let text = to_bytes(body, LONGEST).await.unwrap_or_default();
    let mut error = fault(String::from_utf8_lossy(&text).trim().to_owned()).into_response();
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

/// The error for a refusal of this status, with the framework's text.
fn fault(status: StatusCode) -> Option<fn(String) -> Error> {
    Some(match status {
        StatusCode::BAD_REQUEST => |detail| Error::BadRequest { detail },
        StatusCode::NOT_FOUND => |_| Error::NotFound { what: Thing::Endpoint },
        StatusCode::METHOD_NOT_ALLOWED => |_| Error::MethodNotAllowed,
        StatusCode::PAYLOAD_TOO_LARGE => |_| Error::TooLarge { most: None },
        StatusCode::UNSUPPORTED_MEDIA_TYPE => |_| Error::NotJson,
        StatusCode::UNPROCESSABLE_ENTITY => |detail| Error::BadBody { detail },
        StatusCode::UPGRADE_REQUIRED => |_| Error::UpgradeRequired,
        _ => return None,
    })
}
