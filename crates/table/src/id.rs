//! Names of games and persons, and points in time.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::str::FromStr;

/// How many characters an id has.
const LENGTH: usize = 12;
const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A text that is no id: ids are twelve characters out of 0-9, A-Z and a-z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an id has twelve characters, each a digit or a letter from A to Z or a to z")]
pub struct BadId;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string"))]
        pub struct $name([u8; LENGTH]);

        impl $name {
            /// The id that these random bytes give; 71 bits of them are used.
            pub fn from_random(random: [u8; 16]) -> Self {
                Self(digits(random))
            }

            /// The twelve characters.
            pub fn as_str(&self) -> &str {
                std::str::from_utf8(&self.0).unwrap_or_default()
            }
        }

        impl FromStr for $name {
            type Err = BadId;

            fn from_str(text: &str) -> Result<Self, BadId> {
                let bytes: [u8; LENGTH] = text.as_bytes().try_into().map_err(|_| BadId)?;
                if bytes.iter().all(u8::is_ascii_alphanumeric) { Ok(Self(bytes)) } else { Err(BadId) }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({})", stringify!($name), self.as_str())
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        #[cfg(feature = "types")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({
                    "type": "string",
                    "description": "An id: twelve letters and digits.",
                    "pattern": "^[0-9A-Za-z]{12}$",
                })
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Text;
                impl de::Visitor<'_> for Text {
                    type Value = $name;
                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str("an id of twelve characters")
                    }
                    fn visit_str<E: de::Error>(self, text: &str) -> Result<$name, E> {
                        text.parse().map_err(E::custom)
                    }
                }
                deserializer.deserialize_str(Text)
            }
        }
    };
}

id! {
    /// The name of a game: twelve random characters, as in a link to it.
    GameId
}
id! {
    /// The name of a person, whether guest, account or bot.
    PersonId
}

/// A point in time: milliseconds since the beginning of 1970, UTC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema), ts(type = "number"))]
#[serde(transparent)]
pub struct Time(pub i64);

impl Time {
    /// This many milliseconds later (or earlier, if negative), at most the end of all time.
    pub fn plus(self, milliseconds: i64) -> Self {
        Self(self.0.saturating_add(milliseconds))
    }

    /// How many milliseconds have passed since `earlier`; negative if it is later.
    pub fn since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }
}

/// The last digits of a random number to the base 62.
fn digits(random: [u8; 16]) -> [u8; LENGTH] {
    let mut rest = u128::from_le_bytes(random);
    std::array::from_fn(|_| {
        let digit = ALPHABET[(rest % 62) as usize];
        rest /= 62;
        digit
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_comes_back_from_its_text_and_json() {
        let id = GameId::from_random(*b"sixteen bytes ok");
        assert_eq!(id.to_string().parse(), Ok(id));
        let json = serde_json::to_string(&id).unwrap();
        assert_eq!(json.len(), 14);
        assert_eq!(serde_json::from_str::<GameId>(&json).unwrap(), id);
        assert_eq!(PersonId::from_random([0; 16]).as_str(), "000000000000");
    }

    /// The digits of the number to the base 62, the last first.
    #[test]
    fn an_id_counts_in_sixty_two_digits() {
        let id = |random: u128| PersonId::from_random(random.to_le_bytes()).to_string();
        assert_eq!(id(61), "z00000000000");
        assert_eq!(id(62), "010000000000");
        assert_eq!(id(2 * 62 * 62 + 10), "A02000000000");
    }

    #[test]
    fn what_is_no_id_is_refused() {
        for text in ["", "short", "thirteenchars", "twelve chars", "äaaaaaaaaaa", "aaaaaaaaaaa/"] {
            assert_eq!(text.parse::<GameId>(), Err(BadId), "{text:?}");
        }
        assert!(serde_json::from_str::<PersonId>("12").is_err());
    }

    #[test]
    fn time_does_not_overflow() {
        assert_eq!(Time(i64::MAX).plus(1), Time(i64::MAX));
        assert_eq!(Time(5).since(Time(7)), -2);
    }
}
