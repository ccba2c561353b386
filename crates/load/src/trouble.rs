//! Why a run cannot go on, as a sentence.

/// Something that ends a run.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Trouble(pub String);

impl Trouble {
    /// From what went wrong and where.
    pub fn new(text: impl Into<String>) -> Trouble {
        Trouble(text.into())
    }
}

/// Adds what was being done when something went wrong.
pub(crate) trait While<T> {
    fn while_(self, doing: impl FnOnce() -> String) -> Result<T, Trouble>;
}

impl<T, E: std::fmt::Display> While<T> for Result<T, E> {
    fn while_(self, doing: impl FnOnce() -> String) -> Result<T, Trouble> {
        self.map_err(|error| Trouble(format!("{}: {error}", doing())))
    }
}
