//! A stub for a program that was built without webhooks and the TLS they need.

use crate::app::Shared;
use crate::error::Error;

/// Makes no calls.
pub struct Webhooks;

impl Webhooks {
    /// The setting has no effect.
    pub fn new(_may_be_private: bool) -> Result<Webhooks, String> {
        Ok(Webhooks)
    }

    /// No address is looked at.
    pub fn may_be_private(&self) -> bool {
        false
    }
}

/// Calls that are due wait in the database until a program comes that can make them.
pub async fn run(_app: Shared) {}

/// No address can be called.
pub fn check_url(_text: &str, _may_be_private: bool) -> Result<(), Error> {
    Err(Error::NotBuilt)
}

#[cfg(test)]
mod tests {
    #[test]
    fn built_without_webhooks_it_says_what_to_do() {
        let refused = super::check_url("https://example.org/", false).unwrap_err();
        assert_eq!((refused.status(), refused.code()), (501, "not_built"));
        assert!(refused.to_string().contains("cargo build"), "{refused}");
    }
}
