//! What a token allows.

use serde::{Deserialize, Serialize};

/// What a token allows. All of them allow to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// See what its owner sees, change nothing.
    Read,
    /// Create, join and play games.
    Play,
    /// The streams and actions for bots.
    Bot,
}

impl Scope {
    /// All of them.
    pub const ALL: [Scope; 3] = [Scope::Read, Scope::Play, Scope::Bot];

    /// The name, as in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Play => "play",
            Scope::Bot => "bot",
        }
    }
}
