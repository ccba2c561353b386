//! Games over HTTP: making, finding, joining, reading and changing them.

pub mod lists;
pub mod new;
pub mod past;
pub mod play;

pub(crate) use lists::parse_id;
