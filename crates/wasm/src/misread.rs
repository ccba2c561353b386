//! Messages that are none.

/// A message that is no message of ours: a fault of the page, which goes on without us.
#[derive(Debug, thiserror::Error)]
pub enum Misread {
    /// It is no JSON, or not of the kind expected.
    #[error("the message cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// The position is impossible.
    #[error("the position cannot be read: {0}")]
    Position(#[from] pgg_core::BadPosition),
    /// A question before a position.
    #[error("no position was given yet: call `place` first")]
    NoPosition,
    /// A choice before a program.
    #[error("no program was seated yet: call `seat` first")]
    NoProgram,
    /// There is no program of this name, or the seed is no number.
    #[error("there is no program \"{0}\", or its seed is no number")]
    NoSuchProgram(String),
    /// A message to a table before one was opened.
    #[error("no table was opened yet: call `open` first")]
    NoTable,
    /// Nothing is left to choose.
    #[error("the game is over")]
    Over,
}
