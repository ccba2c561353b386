//! The prepared form of the data: the facts as consecutive bytes, numbers little-endian, lists and texts after
//! their length. Derived data is computed on loading.

use std::collections::BTreeMap;

use crate::hex::{Hex, HexSet};
use crate::unit::{UnitId, UnitSet};

/// What is left to read.
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl Bytes<'_> {
    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }
}

/// Something with a prepared form.
pub(crate) trait Prepared: Sized {
    /// Adds its bytes.
    #[cfg(all(test, feature = "json"))]
    fn put(&self, out: &mut Vec<u8>);

    /// Reads a value; none if the bytes are not valid.
    fn take(bytes: &mut Bytes<'_>) -> Option<Self>;
}

macro_rules! numbers {
    ($($number:ty)*) => {
        $(impl Prepared for $number {
            #[cfg(all(test, feature = "json"))]
            fn put(&self, out: &mut Vec<u8>) {
                out.extend(self.to_le_bytes());
            }
            fn take(bytes: &mut Bytes<'_>) -> Option<$number> {
                bytes.array().map(<$number>::from_le_bytes)
            }
        })*
    };
}

numbers! { u8 u16 i32 }

/// A type that stands for another one in its bytes.
macro_rules! stands_for {
    ($($name:ty, $number:ty, |$value:ident| $put:expr, |$read:ident| $take:expr;)*) => {
        $(impl Prepared for $name {
            #[cfg(all(test, feature = "json"))]
            fn put(&self, out: &mut Vec<u8>) {
                let $value = self;
                let number: $number = $put;
                number.put(out);
            }
            fn take(bytes: &mut Bytes<'_>) -> Option<$name> {
                let $read = <$number>::take(bytes)?;
                $take
            }
        })*
    };
}

stands_for! {
    bool, u8, |value| u8::from(*value), |read| (read < 2).then_some(read == 1);
    // Indices and lengths: nothing in the data is longer than 65535.
    usize, u16, |value| *value as u16, |read| Some(usize::from(read));
    Hex, u16, |value| value.index() as u16, |read| Hex::from_index(usize::from(read));
    UnitId, u8, |value| value.index() as u8, |read| UnitId::from_index(usize::from(read));
    HexSet, Vec<Hex>, |value| value.iter().collect(), |read| Some(read.into_iter().collect());
    UnitSet, Vec<UnitId>, |value| value.iter().collect(), |read| Some(read.into_iter().collect());
    String, Vec<u8>, |value| value.clone().into_bytes(), |read| String::from_utf8(read).ok();
}

impl<T: Prepared> Prepared for Option<T> {
    #[cfg(all(test, feature = "json"))]
    fn put(&self, out: &mut Vec<u8>) {
        self.is_some().put(out);
        self.iter().for_each(|value| value.put(out));
    }

    fn take(bytes: &mut Bytes<'_>) -> Option<Option<T>> {
        if bool::take(bytes)? { T::take(bytes).map(Some) } else { Some(None) }
    }
}

impl<T: Prepared> Prepared for Vec<T> {
    #[cfg(all(test, feature = "json"))]
    fn put(&self, out: &mut Vec<u8>) {
        self.len().put(out);
        self.iter().for_each(|value| value.put(out));
    }

    fn take(bytes: &mut Bytes<'_>) -> Option<Vec<T>> {
        let length = usize::take(bytes)?;
        (0..length).map(|_| T::take(bytes)).collect()
    }
}

impl<K: Prepared + Ord + Clone, V: Prepared + Clone> Prepared for BTreeMap<K, V> {
    #[cfg(all(test, feature = "json"))]
    fn put(&self, out: &mut Vec<u8>) {
        self.iter().map(|(key, value)| (key.clone(), value.clone())).collect::<Vec<_>>().put(out);
    }

    fn take(bytes: &mut Bytes<'_>) -> Option<BTreeMap<K, V>> {
        Vec::take(bytes).map(|list| list.into_iter().collect())
    }
}

impl<T: Prepared, const N: usize> Prepared for [T; N] {
    #[cfg(all(test, feature = "json"))]
    fn put(&self, out: &mut Vec<u8>) {
        self.iter().for_each(|value| value.put(out));
    }

    fn take(bytes: &mut Bytes<'_>) -> Option<[T; N]> {
        let list: Option<Vec<T>> = (0..N).map(|_| T::take(bytes)).collect();
        list?.try_into().ok()
    }
}

impl<A: Prepared, B: Prepared> Prepared for (A, B) {
    #[cfg(all(test, feature = "json"))]
    fn put(&self, out: &mut Vec<u8>) {
        self.0.put(out);
        self.1.put(out);
    }

    fn take(bytes: &mut Bytes<'_>) -> Option<(A, B)> {
        Some((A::take(bytes)?, B::take(bytes)?))
    }
}

/// A struct is the sequence of its fields.
macro_rules! prepared {
    ($($name:ident { $($field:tt),* })*) => {
        $(impl $crate::data::Prepared for $name {
            #[cfg(all(test, feature = "json"))]
            fn put(&self, out: &mut Vec<u8>) {
                $($crate::data::Prepared::put(&self.$field, out);)*
            }
            fn take(bytes: &mut $crate::data::Bytes<'_>) -> Option<$name> {
                Some($name { $($field: $crate::data::Prepared::take(bytes)?,)* })
            }
        })*
    };
}

/// An enum is the index of its variant in a list of all.
macro_rules! prepared_enum {
    ($($name:ident from $all:expr;)*) => {
        $(impl $crate::data::Prepared for $name {
            #[cfg(all(test, feature = "json"))]
            fn put(&self, out: &mut Vec<u8>) {
                let place = $all.iter().position(|value| value == self);
                out.push(place.expect("a list of all") as u8);
            }
            fn take(bytes: &mut $crate::data::Bytes<'_>) -> Option<$name> {
                $all.get(usize::from(u8::take(bytes)?)).copied()
            }
        })*
    };
}

pub(crate) use {prepared, prepared_enum};
