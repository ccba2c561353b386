//! Requests as they are written. Each command has its fields; a field it does not know is an error, not ignored.

use pgg_core::{Action, Kind, Options, Seeded, Side, Targets, UnitId, UnitSet};
use serde::de::{self, Deserialize, Deserializer, IgnoredAny, Visitor};
use serde_json::{Value, json};
use std::fmt;
use std::num::NonZero;

/// Every command, for the message about an unknown one.
pub(super) const COMMANDS: [&str; 16] = [
    "new", "load", "position", "record", "decision", "legal", "reach", "odds", "supply", "score", "best",
    "advise", "apply", "undo", "redo", "quit",
];

/// A command's fields, and their description for error messages.
pub(super) trait Request: for<'de> Deserialize<'de> {
    const EXPECTED: &'static str;
}

macro_rules! request {
    ($(#[$doc:meta])* $name:ident, $expected:literal, { $($(#[$field_meta:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(super) struct $name {
            /// Parsed before; it is here only as a known field.
            #[serde(rename = "cmd")]
            _cmd: IgnoredAny,
            #[serde(rename = "id", default)]
            _id: Option<IgnoredAny>,
            $($(#[$field_meta])* pub(super) $field: $type,)*
        }

        impl Request for $name {
            const EXPECTED: &'static str = $expected;
        }
    };
}

request!(
    /// A command without fields.
    Plain, "no other field", {}
);
request!(
    /// A new game from set-up.
    New, "optionally options and seed", {
        #[serde(default)]
        options: Options,
        seed: Option<Seed>,
    }
);
request!(
    /// Go on from a position or a record.
    Load, "position or record, and optionally seed", {
        position: Option<Value>,
        record: Option<Value>,
        seed: Option<Seed>,
    }
);
request!(
    /// Where units can go.
    Reach, "units", {
        units: UnitSet,
    }
);
request!(
    /// Odds before the shot.
    Odds, "units and targets, and optionally overrun", {
        units: UnitSet,
        targets: Targets,
        #[serde(default)]
        overrun: bool,
    }
);
request!(
    /// Supply of a unit, or of a whole side.
    Supply, "unit or side", {
        unit: Option<UnitId>,
        side: Option<Side>,
    }
);
request!(
    /// What a program would do.
    Best, "level, and optionally budget and seed", {
        level: String,
        budget: Option<NonZero<u64>>,
        #[serde(default)]
        seed: u64,
    }
);
request!(
    /// A position explained.
    Advise, "optionally side", {
        side: Option<Side>,
    }
);
request!(
    /// Take an action, with chance as dictated.
    Apply, "action, and optionally dice, reveals and kinds", {
        action: Action,
        #[serde(default)]
        dice: Vec<u8>,
        #[serde(default)]
        reveals: Vec<String>,
        #[serde(default)]
        kinds: Vec<Kind>,
    }
);

/// A seed: a number, or 32 bytes as hex digits.
#[derive(Clone, Copy)]
pub(super) enum Seed {
    Number(u64),
    Bytes([u8; 32]),
}

impl Seed {
    /// A random seed: std draws its hash keys from the operating system.
    pub(super) fn of_the_system() -> Seed {
        use std::hash::{BuildHasher, RandomState};
        let mut bytes = [0; 32];
        for (n, part) in bytes.chunks_mut(8).enumerate() {
            part.copy_from_slice(&RandomState::new().hash_one(n).to_le_bytes());
        }
        Seed::Bytes(bytes)
    }

    pub(super) fn chance(self) -> Seeded {
        match self {
            Seed::Number(number) => Seeded::from_number(number),
            Seed::Bytes(bytes) => Seeded::new(bytes),
        }
    }

    /// As it is written in a request.
    pub(super) fn to_json(self) -> Value {
        match self {
            Seed::Number(number) => json!(number),
            Seed::Bytes(bytes) => json!(bytes.iter().map(|b| format!("{b:02x}")).collect::<String>()),
        }
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Seed, D::Error> {
        struct AnySeed;
        impl Visitor<'_> for AnySeed {
            type Value = Seed;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a seed: a whole number from 0 to {}, or 64 hex digits", u64::MAX)
            }
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Seed, E> {
                Ok(Seed::Number(number))
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Seed, E> {
                let digits: Option<Vec<u8>> =
                    text.chars().map(|c| c.to_digit(16).map(|digit| digit as u8)).collect();
                match digits {
                    Some(digits) if digits.len() == 64 => {
                        let mut bytes = [0; 32];
                        for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
                            *byte = pair[0] << 4 | pair[1];
                        }
                        Ok(Seed::Bytes(bytes))
                    }
                    _ => {
                        let short: String = text.chars().take(70).collect();
                        Err(E::invalid_value(de::Unexpected::Str(&short), &self))
                    }
                }
            }
        }
        d.deserialize_any(AnySeed)
    }
}
