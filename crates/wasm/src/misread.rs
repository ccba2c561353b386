//! Invalid messages.

/// A message that the module cannot read: a bug of the page, which goes on without the module.
#[derive(Debug, thiserror::Error)]
pub enum Misread {
    /// It is not JSON, or not of the expected type.
    #[error("the message cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// The position is impossible.
    #[error("the position cannot be read: {0}")]
    Position(#[from] pgg_core::BadPosition),
    /// A question came before a position.
    #[error("no position was given yet: call `place` first")]
    NoPosition,
    /// A choice was asked for before a program was seated.
    #[error("no program was seated yet: call `seat` first")]
    NoProgram,
    /// There is no program of this name, or the seed is no number.
    #[error("there is no program \"{0}\", or its seed is no number")]
    NoSuchProgram(String),
    /// A message to a table came before one was opened.
    #[error("no table was opened yet: call `open` first")]
    NoTable,
    /// Nothing is left to choose.
    #[error("the game is over")]
    Over,
}
