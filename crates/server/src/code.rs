//! Codes to join a game by: short enough to read out, drawn from an alphabet without look-alikes.

use crate::error::{BadCode, Error};
use sha2::Digest;
use std::fmt;
use std::str::FromStr;

const ALPHABET: &[u8; 32] = b"23456789abcdefghjkmnpqrstuvwxyz*";
const LENGTH: usize = 10;

/// Random bytes from the system.
pub fn random<const N: usize>() -> Result<[u8; N], Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| {
        tracing::error!(%error, "the system gives no random numbers");
        Error::INTERNAL
    })?;
    Ok(bytes)
}

/// A code to join a game by.
#[derive(Clone, PartialEq, Eq)]
pub struct Code(String);

impl Code {
    /// A new one.
    pub fn random() -> Result<Code, Error> {
        // The last character of the alphabet only pads it to a power of two, and is never used.
        let usable = ALPHABET.len() - 1;
        let mut code = String::new();
        while code.len() < LENGTH {
            let bytes: [u8; 16] = random()?;
            let digits = bytes.iter().map(|b| usize::from(b & 31)).filter(|&d| d < usable);
            code.extend(digits.map(|d| ALPHABET[d] as char).take(LENGTH - code.len()));
        }
        Ok(Code(code))
    }

    /// What it is found by.
    pub fn hash(&self) -> [u8; 32] {
        sha2::Sha256::digest(self.0.as_bytes()).into()
    }
}

impl FromStr for Code {
    type Err = BadCode;

    /// From user input: case and hyphens do not matter.
    fn from_str(text: &str) -> Result<Code, BadCode> {
        let plain: String = text
            .chars()
            .filter(|c| !matches!(c, '-' | ' '))
            .map(|c| c.to_ascii_lowercase())
            .take(LENGTH + 1)
            .collect();
        let known = |c: char| c != '*' && ALPHABET.contains(&(c as u8)) && c.is_ascii();
        if plain.len() == LENGTH && plain.chars().all(known) { Ok(Code(plain)) } else { Err(BadCode) }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, second) = self.0.split_at(LENGTH / 2);
        write!(f, "{first}-{second}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_comes_back_however_it_is_typed() {
        let code = Code::random().unwrap();
        let text = code.to_string();
        assert_eq!(text.len(), LENGTH + 1);
        for typed in [text.clone(), text.to_uppercase(), text.replace('-', ""), text.replace('-', " ")] {
            assert!(typed.parse::<Code>().is_ok_and(|c| c == code && c.hash() == code.hash()), "{typed}");
        }
        assert!(Code::random().unwrap() != code);
    }

    #[test]
    fn what_is_no_code_is_refused() {
        for text in ["", "abc", "0123456789", "4f7kq-2mz9d1", "4f7kq2mz9*", "ééééé-ééééé"] {
            assert!(text.parse::<Code>().is_err(), "{text}");
        }
    }
}
