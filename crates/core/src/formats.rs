//! Positions and records as text and bytes.

pub mod fingerprint;
#[cfg(feature = "formats")]
pub mod position;
#[cfg(feature = "formats")]
pub mod record;
#[cfg(feature = "types")]
pub mod types;
