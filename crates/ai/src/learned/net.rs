//! The net: one hidden layer, and a direct sum beside it, in integers.

use super::FEATURES;
use std::sync::OnceLock;

/// The weights, as `train.py` writes them.
static KEPT: &[u8] = include_bytes!("net.bin");
/// What the file begins with.
const MAGIC: &[u8] = b"PGG net 1";
/// The weights between features and hidden units are in parts of 2 to this power.
const FIRST_BITS: u32 = 11;
/// Hidden sums are shifted by this before the second layer: features are in sixteenths, 4 bits, so 8 bits are left.
const SHIFT: u32 = FIRST_BITS + 4 - 8;
/// The margin comes out in parts of 2 to this power: the 8 bits left, and 8 of the second layer.
const OUT_BITS: u32 = 16;

/// A net that expects a margin.
pub struct Net {
    hidden: usize,
    /// By feature, then by hidden unit.
    first: Vec<i16>,
    base: Vec<i32>,
    second: Vec<i16>,
    /// By feature, straight to the margin.
    direct: Vec<i32>,
    whole: i32,
}

impl Net {
    /// The net that is kept with the program.
    pub fn kept() -> &'static Net {
        static NET: OnceLock<Net> = OnceLock::new();
        NET.get_or_init(|| Net::read(KEPT).expect("the kept net is whole"))
    }

    /// Read a net; none if the bytes are not one for these features.
    pub fn read(bytes: &[u8]) -> Option<Net> {
        let mut rest = Rest(bytes.strip_prefix(MAGIC)?);
        let (inputs, hidden) = (rest.small()?, usize::try_from(rest.small()?).ok()?);
        if usize::try_from(inputs).ok()? != FEATURES {
            return None;
        }
        let net = Net {
            hidden,
            first: rest.list(FEATURES * hidden, Rest::small)?,
            base: rest.list(hidden, Rest::large)?,
            second: rest.list(hidden, Rest::small)?,
            direct: rest.list(FEATURES, Rest::large)?,
            whole: rest.large()?,
        };
        rest.0.is_empty().then_some(net)
    }

    /// The margin that is expected with these features.
    pub fn margin(&self, features: &[i16; FEATURES]) -> f32 {
        let mut sums: Vec<i64> = self.base.iter().map(|&b| i64::from(b)).collect();
        let mut margin = i64::from(self.whole);
        for (n, &x) in features.iter().enumerate().filter(|(_, x)| **x != 0) {
            let row = &self.first[n * self.hidden..][..self.hidden];
            sums.iter_mut().zip(row).for_each(|(sum, &w)| *sum += i64::from(x) * i64::from(w));
            margin += i64::from(x) * i64::from(self.direct[n]);
        }
        for (sum, &w) in sums.iter().zip(&self.second) {
            margin += (sum.max(&0) >> SHIFT) * i64::from(w);
        }
        margin as f32 / (1 << OUT_BITS) as f32
    }
}

/// What is left to read.
struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    fn small(&mut self) -> Option<i16> {
        let (head, tail) = self.0.split_first_chunk()?;
        self.0 = tail;
        Some(i16::from_le_bytes(*head))
    }

    fn large(&mut self) -> Option<i32> {
        let (head, tail) = self.0.split_first_chunk()?;
        self.0 = tail;
        Some(i32::from_le_bytes(*head))
    }

    fn list<T>(&mut self, count: usize, mut read: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        (0..count).map(|_| read(self)).collect()
    }
}
