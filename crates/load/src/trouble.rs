//! Why a run cannot go on, as a sentence.

/// Something that ends a run.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Trouble(pub String);

impl Trouble {
    /// Names the error and where it happened.
    pub fn new(text: impl Into<String>) -> Trouble {
        Trouble(text.into())
    }
}

/// Adds to an error what was being done.
pub(crate) trait While<T> {
    fn while_(self, doing: impl FnOnce() -> String) -> Result<T, Trouble>;
}

impl<T, E: std::fmt::Display> While<T> for Result<T, E> {
    fn while_(self, doing: impl FnOnce() -> String) -> Result<T, Trouble> {
        self.map_err(|error| Trouble(format!("{}: {error}", doing())))
    }
}
