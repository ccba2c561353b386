//! Bytes as a source of random numbers, so that the fuzzer controls all choices.

use rand_chacha::rand_core::{Infallible, TryRng};

/// Returns the bytes in pairs, then zeros.
#[derive(Clone, Debug)]
pub struct Bytes<'a> {
    left: &'a [u8],
}

impl<'a> Bytes<'a> {
    /// A source of these bytes.
    pub const fn new(bytes: &'a [u8]) -> Bytes<'a> {
        Bytes { left: bytes }
    }

    /// Are all used up?
    pub const fn is_used_up(&self) -> bool {
        self.left.is_empty()
    }

    /// The next byte, or 0.
    pub fn byte(&mut self) -> u8 {
        match self.left.split_first() {
            Some((&first, rest)) => {
                self.left = rest;
                first
            }
            None => 0,
        }
    }
}

impl TryRng for Bytes<'_> {
    type Error = Infallible;

    /// Two bytes are enough for any choice, and short inputs last longer.
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(u32::from(u16::from_le_bytes([self.byte(), self.byte()])))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(u64::from(self.try_next_u32()?))
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        out.fill_with(|| self.byte());
        Ok(())
    }
}
