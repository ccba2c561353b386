//! Units and counters as text, for people and for every file: "pz7-25", "lukin", "r12", "3-4#2".

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

#[cfg(feature = "serde")]
use serde::de::{Error as _, SeqAccess, Visitor};
#[cfg(feature = "serde")]
use serde::ser::SerializeSeq;
#[cfg(feature = "serde")]
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Counter, Roster};
use crate::data::data;
#[cfg(feature = "serde")]
use crate::unit::UnitSet;
use crate::unit::{ARMOURED_SLOTS, CounterId, Kind, RIFLE_SLOTS, UnitId};

impl Roster {
    /// The id of a unit: "pz7-25", "lukin", "r12", "a3".
    pub fn unit_text(&self, unit: UnitId) -> String {
        self.unit_cow(unit).into_owned()
    }

    fn unit_cow(&self, unit: UnitId) -> Cow<'_, str> {
        if let Some(german) = self.germans.get(unit.index()) {
            Cow::Borrowed(&german.id)
        } else if unit.is_leader() {
            Cow::Borrowed(&self.leader(unit).id)
        } else {
            let pool = if unit.is_armoured_slot() { 'a' } else { 'r' };
            Cow::Owned(format!("{pool}{}", unit.number() + 1))
        }
    }

    /// The unit of an id.
    pub fn parse_unit(&self, text: &str) -> Option<UnitId> {
        self.ids.get(text).copied().or_else(|| slot(text))
    }

    /// A counter as strength and copy: "3-4#2". For tank and mechanised divisions unique only with the kind.
    pub fn counter_text(&self, c: CounterId) -> String {
        let Counter { attack, defense, copy, .. } = self.counter(c);
        format!("{attack}-{defense}#{copy}")
    }

    /// The counter of a text like "3-4#2".
    pub fn parse_counter(&self, kind: Kind, text: &str) -> Option<CounterId> {
        let mut ids = self.counters_of(kind).filter_map(CounterId::from_index);
        ids.find(|&c| self.counter_text(c) == text)
    }
}

/// A Soviet division by its slot: "r1" to "r110", "a1" to "a20", without signs or leading zeros.
pub(super) fn slot(text: &str) -> Option<UnitId> {
    let (pool, digits) = text.split_at_checked(1)?;
    if digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let number: usize = digits.parse().ok()?;
    match pool {
        "r" if number <= RIFLE_SLOTS => Some(UnitId::rifle(number - 1)),
        "a" if number <= ARMOURED_SLOTS => Some(UnitId::armoured(number - 1)),
        _ => None,
    }
}

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&data().roster.unit_cow(*self))
    }
}

impl fmt::Debug for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(feature = "serde")]
impl Serialize for UnitId {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&data().roster.unit_cow(*self))
    }
}

/// A text that names no unit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is no unit: expected the id of a German unit or Leader such as 'pz7-25' or 'lukin', or r1 to r{RIFLE_SLOTS}, \
     or a1 to a{ARMOURED_SLOTS}"
)]
pub struct NoUnit(pub String);

impl FromStr for UnitId {
    type Err = NoUnit;
    fn from_str(text: &str) -> Result<UnitId, NoUnit> {
        data().roster.parse_unit(text).ok_or_else(|| NoUnit(text.chars().take(40).collect()))
    }
}

#[cfg(feature = "serde")]
impl<'de> Deserialize<'de> for UnitId {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<UnitId, D::Error> {
        let text = <Cow<'de, str>>::deserialize(d)?;
        text.parse().map_err(D::Error::custom)
    }
}

#[cfg(feature = "serde")]
impl Serialize for UnitSet {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        // Binary formats want the length first.
        let mut list = s.serialize_seq(Some(self.len()))?;
        for unit in self.iter() {
            list.serialize_element(&unit)?;
        }
        list.end()
    }
}

#[cfg(feature = "serde")]
impl<'de> Deserialize<'de> for UnitSet {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<UnitSet, D::Error> {
        struct List;
        impl<'de> Visitor<'de> for List {
            type Value = UnitSet;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of units, each of them once")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<UnitSet, A::Error> {
                let mut set = UnitSet::EMPTY;
                while let Some(unit) = list.next_element::<UnitId>()? {
                    if set.contains(unit) {
                        return Err(A::Error::custom(format!("unit '{unit}' is listed twice")));
                    }
                    set.insert(unit);
                }
                Ok(set)
            }
        }
        d.deserialize_seq(List)
    }
}
