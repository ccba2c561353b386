//! A refusal as an answer over HTTP.

use crate::error::{Error, ErrorBody};
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// The code of an error, attached to the answer for the log and the metrics.
#[derive(Clone, Debug)]
pub struct Refused(pub &'static str);

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let (refused, retry_after) = (Refused(self.code()), self.retry_after());
        let mut response = (status, Json(ErrorBody::from(self))).into_response();
        response.extensions_mut().insert(refused);
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
