//! What a client sends. An entry of `messages!` defines a kind of message: the enum, the parser, its error
//! message and the table of `docs/server-protocol.md` follow from it.

use crate::error::Error;
use pgg_table::{Asked, Asks, Request};
use serde::{Deserialize, Serialize};
use serde_json::Value;

macro_rules! messages {
    ($($(#[doc = $doc:literal])+ $kind:literal => $Variant:ident($(#[$of_part:meta])? $Part:ty),)+) => {
        /// What can be wanted.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
        pub enum Wanted {
            $($(#[doc = $doc])+ #[serde(rename = $kind)] $Variant($(#[$of_part])? $Part),)+
        }

        impl Wanted {
            /// All kinds by their names.
            pub const KINDS: &'static [&'static str] = &[$($kind),+];
        }

        /// The same before validation: a frame may have several, or none.
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(non_snake_case)]
        struct Frame {
            $(#[serde(rename = $kind)] $Variant: Option<$Part>,)+
            key: Option<String>,
            at: Option<u32>,
            #[serde(default)]
            id: Value,
        }

        impl Frame {
            /// The message, if it has exactly one kind.
            fn message(self) -> Option<FromPlayer> {
                let Frame { $($Variant,)+ key, at, id } = self;
                let mut all = [$($Variant.map(Wanted::$Variant)),+].into_iter().flatten();
                match (all.next(), all.next()) {
                    (Some(wanted), None) => Some(FromPlayer { wanted, key, at, id }),
                    _ => None,
                }
            }
        }
    };
}

messages! {
    /// Do something at the table. With a `key` it can be sent again without being done twice; what depends on the
    /// position needs `at`.
    "do" => Do(Request),
    /// A question, or a list of at most eight, which changes nothing.
    "ask" => Ask(Asks),
    /// Always true: the program that thinks answers at once with the best it has.
    "stop_thinking" => StopThinking(bool),
    /// Always true: you are writing in the chat. The others are told, at most once in two seconds, if you play one side.
    "writing" => Writing(bool),
    /// Anything. It comes back.
    "ping" => Ping(#[cfg_attr(feature = "types", ts(type = "unknown"))] Value),
}

/// What a player or spectator may send: one JSON object per text frame.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FromPlayer {
    /// What is wanted: exactly one.
    #[serde(flatten)]
    pub wanted: Wanted,
    /// Chosen by the sender, unique for each request: the same key again is answered, not done again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional = nullable))]
    pub key: Option<String>,
    /// The number of the last entry the sender has seen; an action needs it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional = nullable))]
    pub at: Option<u32>,
    /// Comes back with the answer.
    #[serde(skip_serializing_if = "Value::is_null")]
    #[cfg_attr(feature = "types", ts(optional, type = "unknown"), schemars(default))]
    pub id: Value,
}

impl FromPlayer {
    /// From a text frame.
    pub fn parse(text: &str) -> Result<FromPlayer, Error> {
        let bad = |detail: String| Error::BadMessage { detail };
        let frame: Frame = serde_json::from_str(text).map_err(|error| bad(error.to_string()))?;
        frame.message().ok_or_else(|| bad(format!("expected exactly one of {}", Wanted::KINDS.join(", "))))
    }
}

impl From<Wanted> for FromPlayer {
    fn from(wanted: Wanted) -> FromPlayer {
        FromPlayer { wanted, key: None, at: None, id: Value::Null }
    }
}

/// The longest key of a request.
const KEY_LIMIT: usize = 40;

/// Checks that a request is well formed: an action has `at`, the key is short, the program exists.
pub fn checked(Asked { request, key, at }: &Asked) -> Result<(), Error> {
    if key.as_ref().is_some_and(|key| key.len() > KEY_LIMIT) {
        return Err(Error::BadKey { most: KEY_LIMIT });
    }
    if at.is_none() && request.depends_on_position() {
        return Err(Error::NoAt);
    }
    if let Request::SeatProgram { level, .. } = request
        && !pgg_ai::NAMES.contains(&level.as_str())
    {
        return Err(Error::NoSuchLevel { levels: pgg_ai::NAMES });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_wants_exactly_one_thing_and_says_what_there_is() {
        let refused = |text| match FromPlayer::parse(text) {
            Err(Error::BadMessage { detail }) => detail,
            other => panic!("{other:?}"),
        };
        for text in ["{}", r#"{"id": 1}"#, r#"{"ping": 1, "stop_thinking": true}"#] {
            assert_eq!(refused(text), format!("expected exactly one of {}", Wanted::KINDS.join(", ")));
        }
        let unknown = refused(r#"{"dance": 1}"#);
        assert!(Wanted::KINDS.iter().all(|kind| unknown.contains(&format!("`{kind}`"))), "{unknown}");
        let read = FromPlayer::parse(r#"{"ping": "there?", "id": 7}"#).unwrap();
        assert_eq!(read, FromPlayer { id: 7.into(), ..Wanted::Ping("there?".into()).into() });
    }
}
