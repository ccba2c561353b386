//! Errors as a client sees them: a status, a stable code, a sentence, and what to do.

use crate::store::StoreError;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use pgg_table::Fault;
use serde::Serialize;

/// Why a request was not done.
#[derive(Clone, Debug)]
pub struct Error {
    /// The HTTP status.
    pub status: StatusCode,
    /// What is wrong.
    pub fault: Box<Fault>,
    /// Try again after so many seconds.
    pub retry_after: Option<u32>,
}

impl Error {
    /// An error with a status.
    pub fn new(status: StatusCode, code: &str, message: impl Into<String>) -> Error {
        Error { status, fault: Box::new(Fault::new(code, message)), retry_after: None }
    }

    /// Something that is not there, or that the caller may not know of.
    pub fn not_found(what: &str) -> Error {
        Error::new(StatusCode::NOT_FOUND, "not_found", format!("there is no such {what}"))
    }

    /// Nobody is signed in.
    pub fn unauthorized() -> Error {
        let message = "nobody is signed in: open a session or send a token";
        Error::new(StatusCode::UNAUTHORIZED, "no_session", message)
    }

    /// Too much too fast.
    pub fn slow_down(seconds: u32) -> Error {
        let message = format!("that is more than this server takes: try again in {seconds} seconds");
        Error {
            retry_after: Some(seconds),
            ..Error::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message)
        }
    }

    /// Which limit it was, and by what it counts.
    #[must_use]
    pub(crate) fn of_limit(self, limit: &str, by: &str) -> Error {
        Error { fault: Box::new(self.fault.with("limit", limit).with("by", by)), ..self }
    }

    /// The database cannot be reached or written: nothing has been done, and nobody was told of anything.
    pub fn storage() -> Error {
        let message = "the server cannot reach its storage at the moment; nothing is lost: try again";
        Error { retry_after: Some(2), ..Error::new(StatusCode::SERVICE_UNAVAILABLE, "storage", message) }
    }

    /// Something that must not happen.
    pub fn internal() -> Error {
        let message = "something went wrong inside the server; it has been logged";
        Error::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }
}

/// The body of an answer that refuses.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ErrorBody {
    /// Why.
    error: Box<Fault>,
    /// Try again after so many seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    retry_after: Option<u32>,
}

/// Left with the answer for the log and the measurements: the code of an error.
#[derive(Clone, Debug)]
pub(crate) struct Refused(pub(crate) String);

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let refused = Refused(self.fault.code.clone());
        let mut response =
            (self.status, Json(ErrorBody { error: self.fault, retry_after: self.retry_after }))
                .into_response();
        response.extensions_mut().insert(refused);
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<Fault> for Error {
    /// What a table refuses.
    fn from(fault: Fault) -> Error {
        let status = match fault.code.as_str() {
            "stale" | "seat_taken" | "offered_already" | "over" | "begun" => StatusCode::CONFLICT,
            "not_seated" | "not_your_seat" | "not_your_decision" | "not_invited" => StatusCode::FORBIDDEN,
            "internal" => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Error { status, fault: Box::new(fault), retry_after: None }
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Error {
        match error {
            StoreError::Unavailable(cause) | StoreError::Unknown(cause) => {
                tracing::warn!(cause, "the store cannot be used");
                Error::storage()
            }
            StoreError::Corrupt(cause) => {
                tracing::error!(cause, "the store is not as it should be");
                Error::internal()
            }
            StoreError::Refused(message) => Error::new(StatusCode::UNPROCESSABLE_ENTITY, "refused", message),
        }
    }
}
