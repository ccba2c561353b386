//! Questions one at a time or several at once.

use super::{Answer, Ask};
use crate::fault::Fault;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer, StrDeserializer};
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// Questions that may be asked at once, at most.
pub const MOST_AT_ONCE: usize = 8;

/// A question, or a list of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(untagged)]
pub enum Asks {
    /// One.
    One(Ask),
    /// At most eight, each answered or refused on its own.
    Several(Vec<Ask>),
}

impl Asks {
    /// A list that is too long is refused as a whole.
    pub fn checked(self) -> Result<Asks, Fault> {
        match &self {
            Asks::Several(asks) => few(asks).map(|()| self),
            Asks::One(_) => Ok(self),
        }
    }
}

/// Checks that these are not more questions than may be asked at once.
pub fn few(asks: &[Ask]) -> Result<(), Fault> {
    if asks.len() <= MOST_AT_ONCE {
        return Ok(());
    }
    Err(Fault::TooManyQuestions { most: MOST_AT_ONCE })
}

/// By hand, so that an invalid question gets its own error: an untagged enum would only say that no variant
/// matched.
impl<'de> Deserialize<'de> for Asks {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Asks, D::Error> {
        struct OneOrSeveral;
        impl<'de> Visitor<'de> for OneOrSeveral {
            type Value = Asks;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a question or a list of questions")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Asks, E> {
                Ask::deserialize(StrDeserializer::new(word)).map(Asks::One)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Asks, A::Error> {
                Ask::deserialize(MapAccessDeserializer::new(map)).map(Asks::One)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Asks, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(list)).map(Asks::Several)
            }
        }
        deserializer.deserialize_any(OneOrSeveral)
    }
}

/// The outcome of one question of a list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// Its answer.
    Answer(Box<Answer>),
    /// Why it cannot be answered.
    Refused(Box<Fault>),
}

impl From<Result<Answer, Fault>> for Reply {
    fn from(answered: Result<Answer, Fault>) -> Reply {
        match answered {
            Ok(answer) => Reply::Answer(Box::new(answer)),
            Err(fault) => Reply::Refused(Box::new(fault)),
        }
    }
}
