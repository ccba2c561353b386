//! Positions and records as text and bytes, and the fingerprints that identify a position.

pub mod fingerprint;
#[cfg(feature = "formats")]
pub mod position;
#[cfg(feature = "formats")]
pub mod record;
#[cfg(feature = "types")]
pub mod types;
