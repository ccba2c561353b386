//! Secrets that are shown once and stored only as a hash: sessions, tokens, invitations.

pub use crate::code::random;

use crate::error::Error;
use crate::store::Hash;
use sha2::{Digest, Sha256};

/// A new secret of 256 bits, as 64 hexadecimal digits.
pub fn new() -> Result<String, Error> {
    random::<32>().map(|bytes| hex(&bytes))
}

/// Could this be a text of [`new`]? If not, it need not be looked up.
pub fn is_one(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

/// What is kept of a secret.
pub fn hash(secret: &str) -> Hash {
    Sha256::digest(secret.as_bytes()).into()
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |n: u8| char::from(DIGITS[usize::from(n & 15)]);
    bytes.iter().flat_map(|&byte| [digit(byte >> 4), digit(byte)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_differ_and_have_their_form() {
        let (a, b) = (new().unwrap(), new().unwrap());
        assert_ne!(a, b);
        assert!(is_one(&a) && !is_one("") && !is_one(&a.to_uppercase().replace(char::is_numeric, "A")));
        assert_eq!(hex(&[0, 0x7f, 0xff]), "007fff");
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hex(&hash("abc")), abc);
    }
}
