//! Errors as a client sees them; those of the store become some of them.

use crate::store::StoreError;
pub use pgg_wire::error::*;
pub(crate) use pgg_wire::http::Refused;

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Error {
        match error {
            StoreError::Unavailable(cause) | StoreError::Unknown(cause) => {
                tracing::warn!(cause, "the store cannot be used");
                Error::Storage
            }
            StoreError::Corrupt(cause) => {
                tracing::error!(cause, "the store is not as it should be");
                Error::INTERNAL
            }
            StoreError::Refused(detail) => Error::Refused { detail },
        }
    }
}
