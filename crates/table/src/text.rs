//! User input: names and chat, bounded and free of characters that could disguise one text as another.

use serde::{Deserialize, Serialize};
use std::fmt;

/// An invalid text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadText {
    /// Nothing is left after trimming.
    #[error("the text is empty")]
    Empty,
    /// Too long.
    #[error("the text has more than {0} characters")]
    TooLong(usize),
}

macro_rules! text {
    ($(#[$doc:meta])* $name:ident, $limit:expr) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string"))]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// The most characters it may have.
            pub const LIMIT: usize = $limit;

            /// From user input: trimmed, white space normalized, control characters removed.
            pub fn parse(text: &str) -> Result<$name, BadText> {
                plain(text, $limit).map($name)
            }

            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
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
                    "description": "A text; white space is made plain, control characters are left out.",
                    "minLength": 1,
                    "maxLength": $limit,
                })
            }
        }

        impl TryFrom<String> for $name {
            type Error = BadText;

            fn try_from(text: String) -> Result<$name, BadText> {
                $name::parse(&text)
            }
        }

        impl From<$name> for String {
            fn from(text: $name) -> String {
                text.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }
    };
}

text! {
    /// The name of a person or a game.
    Name, 40
}
text! {
    /// Something said at the table.
    Words, 500
}

/// Invisible characters that change the direction or the look of the text around them.
const fn disguises(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

fn plain(text: &str, limit: usize) -> Result<String, BadText> {
    let mut plain = String::new();
    let mut length = 0;
    for word in text.split(char::is_whitespace) {
        let word = word.chars().filter(|&c| !c.is_control() && !disguises(c));
        for (n, c) in word.enumerate() {
            if n == 0 && !plain.is_empty() {
                plain.push(' ');
                length += 1;
            }
            plain.push(c);
            length += 1;
            if length > limit {
                return Err(BadText::TooLong(limit));
            }
        }
    }
    if plain.is_empty() { Err(BadText::Empty) } else { Ok(plain) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_trimmed_and_made_plain() {
        assert_eq!(Name::parse("  Heinz \t G. ").unwrap().as_str(), "Heinz G.");
        assert_eq!(Name::parse("a\u{202e}b\u{0}c").unwrap().as_str(), "abc");
        assert_eq!(Words::parse("<b>グデーリアン</b>").unwrap().as_str(), "<b>グデーリアン</b>");
    }

    #[test]
    fn empty_and_endless_texts_are_refused() {
        for empty in ["", "   ", "\u{200b}\u{0}"] {
            assert_eq!(Name::parse(empty), Err(BadText::Empty));
        }
        assert!(Name::parse(&"x".repeat(40)).is_ok());
        assert_eq!(Name::parse(&"x".repeat(41)), Err(BadText::TooLong(40)));
        assert!(serde_json::from_str::<Name>("\"\"").is_err());
    }

    #[test]
    fn spaces_between_words_count() {
        let words = |n: usize| vec!["x"; n].join(" ");
        assert_eq!(Name::parse(&format!("{}y", words(20))).map(|name| name.as_str().len()), Ok(40));
        assert_eq!(Name::parse(&words(21)), Err(BadText::TooLong(40)));
    }
}
