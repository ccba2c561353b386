//! Units: what they are, not where they are [3.4].
//!
//! Unit ids are slots, fixed for a game: German units, Soviet Leaders, then the places that Soviet rifle and
//! armoured divisions take as they come into play. A division's strength is not part of its id, since it is
//! unknown before the unit's first combat [12.0].
//!
//! As text a German unit or Leader has its id of the counter list, such as `pz7-25` or `konev`, and a Soviet division
//! its slot, `r1` to `r110` or `a1` to `a20`. [`UnitId::all`] goes through all of them; `data().roster` has names and
//! printed strengths ([`Roster`](crate::data::roster::Roster)).

use std::fmt;

/// One of the two players.
///
/// # Example
///
/// ```
/// use pgg_core::Side;
///
/// assert_eq!(Side::German.enemy(), Side::Soviet);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Side {
    German,
    Soviet,
}

impl Side {
    /// Both, in the order of [`BySide`].
    pub const BOTH: [Side; 2] = [Side::German, Side::Soviet];

    /// The other player.
    pub const fn enemy(self) -> Side {
        match self {
            Side::German => Side::Soviet,
            Side::Soviet => Side::German,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::German => "German",
            Side::Soviet => "Soviet",
        })
    }
}

/// A value for each side.
///
/// # Example
///
/// ```
/// use pgg_core::{BySide, Side};
///
/// let mut losses = BySide([0, 0]);
/// losses[Side::Soviet] += 2;
/// assert_eq!(losses, BySide::from_fn(|side| if side == Side::Soviet { 2 } else { 0 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(as = "Named<T>"))]
pub struct BySide<T>(pub [T; 2]);

impl<T> BySide<T> {
    /// One for each side.
    pub fn from_fn(mut make: impl FnMut(Side) -> T) -> BySide<T> {
        BySide([make(Side::German), make(Side::Soviet)])
    }
}

/// The JSON form: an object with the keys `german` and `soviet`.
#[cfg(feature = "serde")]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
struct Named<T> {
    german: T,
    soviet: T,
}

#[cfg(feature = "types")]
impl<T: schemars::JsonSchema> schemars::JsonSchema for BySide<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("BySide_{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Named::<T>::json_schema(generator)
    }
}

#[cfg(feature = "serde")]
impl<T: serde::Serialize> serde::Serialize for BySide<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [german, soviet] = &self.0;
        Named { german, soviet }.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de, T: serde::Deserialize<'de>> serde::Deserialize<'de> for BySide<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<BySide<T>, D::Error> {
        Named::deserialize(deserializer).map(|Named { german, soviet }| BySide([german, soviet]))
    }
}

impl<T> std::ops::Index<Side> for BySide<T> {
    type Output = T;
    fn index(&self, side: Side) -> &T {
        &self.0[side as usize]
    }
}

impl<T> std::ops::IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side as usize]
    }
}

/// What kind of unit it is [3.4].
///
/// # Example
///
/// ```
/// use pgg_core::{Kind, Side};
///
/// assert_eq!(Kind::Rifle.side(), Side::Soviet);
/// assert!(Kind::Panzer.is_mechanized() && !Kind::Infantry.is_mechanized());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Kind {
    Infantry,
    Panzer,
    Panzergrenadier,
    Motorized,
    Cavalry,
    Leader,
    Rifle,
    Tank,
    Mechanised,
}

impl Kind {
    /// All nine.
    pub const ALL: [Kind; 9] = [
        Kind::Infantry,
        Kind::Panzer,
        Kind::Panzergrenadier,
        Kind::Motorized,
        Kind::Cavalry,
        Kind::Leader,
        Kind::Rifle,
        Kind::Tank,
        Kind::Mechanised,
    ];

    /// Whose kind it is.
    pub const fn side(self) -> Side {
        match self {
            Kind::Leader | Kind::Rifle | Kind::Tank | Kind::Mechanised => Side::Soviet,
            _ => Side::German,
        }
    }

    /// Tank or mechanised: one pool for draws [3.4]; each takes three of the eight places by rail [6.31].
    pub const fn is_armoured(self) -> bool {
        matches!(self, Kind::Tank | Kind::Mechanised)
    }

    /// May the kind move in the Mechanized Movement Phase [4.2]?
    pub const fn is_mechanized(self) -> bool {
        matches!(self, Kind::Panzer | Kind::Panzergrenadier | Kind::Motorized | Kind::Cavalry)
    }

    /// The column of the terrain effects chart that the kind moves by [6.7].
    pub const fn class(self) -> MoveClass {
        match self {
            Kind::Infantry => MoveClass::GermanFoot,
            Kind::Cavalry => MoveClass::GermanCavalry,
            Kind::Panzer | Kind::Panzergrenadier | Kind::Motorized => MoveClass::GermanMotor,
            Kind::Rifle => MoveClass::SovietFoot,
            Kind::Tank | Kind::Mechanised => MoveClass::SovietMotor,
            Kind::Leader => MoveClass::Leader,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Infantry => "infantry",
            Kind::Panzer => "panzer",
            Kind::Panzergrenadier => "panzergrenadier",
            Kind::Motorized => "motorized",
            Kind::Cavalry => "cavalry",
            Kind::Leader => "leader",
            Kind::Rifle => "rifle",
            Kind::Tank => "tank",
            Kind::Mechanised => "mechanised",
        })
    }
}

/// Movement class by side, since rivers cost the sides differently [6.7].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum MoveClass {
    GermanFoot,
    GermanCavalry,
    GermanMotor,
    SovietFoot,
    SovietMotor,
    Leader,
}

impl MoveClass {
    /// All six.
    pub const ALL: [MoveClass; 6] = [
        MoveClass::GermanFoot,
        MoveClass::GermanCavalry,
        MoveClass::GermanMotor,
        MoveClass::SovietFoot,
        MoveClass::SovietMotor,
        MoveClass::Leader,
    ];

    /// Whose class it is.
    pub const fn side(self) -> Side {
        match self {
            MoveClass::GermanFoot | MoveClass::GermanCavalry | MoveClass::GermanMotor => Side::German,
            _ => Side::Soviet,
        }
    }
}

/// Number of German units: 42 regiments, 1 cavalry and 18 infantry divisions.
pub(crate) const GERMANS: usize = 61;
/// Number of Soviet Leaders.
pub(crate) const LEADERS: usize = 15;
/// Rifle divisions that can ever enter one game: 28 at set-up, 60 scheduled, 12 provisional, 10 of the Front.
pub(crate) const RIFLE_SLOTS: usize = 110;
/// Armoured divisions: as many as there are counters.
pub(crate) const ARMOURED_SLOTS: usize = (CUP[1] + CUP[2]) as usize;
/// All slots of Soviet divisions.
pub(crate) const DIVISIONS: usize = RIFLE_SLOTS + ARMOURED_SLOTS;
/// All slots of Soviet units.
pub(crate) const SOVIETS: usize = LEADERS + DIVISIONS;
/// All unit slots.
pub const UNITS: usize = GERMANS + SOVIETS;
const FIRST_LEADER: usize = GERMANS;
const FIRST_RIFLE: usize = GERMANS + LEADERS;
const FIRST_ARMOURED: usize = FIRST_RIFLE + RIFLE_SLOTS;

/// A unit of the game. Its text form is the id of `data/counters.json`, or `r1`… and `a1`… for Soviet divisions.
///
/// # Example
///
/// ```
/// use pgg_core::{Side, UnitId};
///
/// let regiment: UnitId = "pz7-25".parse()?;
/// assert_eq!(regiment.side(), Side::German);
/// let division = UnitId::rifle(0); // the first rifle division to come into play
/// assert_eq!(division.to_string(), "r1");
/// assert!("pz99".parse::<UnitId>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string"))]
pub struct UnitId(u8);

impl UnitId {
    /// The unit of a slot.
    pub const fn from_index(index: usize) -> Option<UnitId> {
        if index < UNITS { Some(UnitId(index as u8)) } else { None }
    }

    /// The `n`th German unit, in the order of the counter file.
    pub const fn german(n: usize) -> UnitId {
        assert!(n < GERMANS);
        UnitId(n as u8)
    }

    /// The `n`th Leader, in the order of the counter file.
    pub const fn leader(n: usize) -> UnitId {
        assert!(n < LEADERS);
        UnitId((FIRST_LEADER + n) as u8)
    }

    /// The `n`th rifle slot, from 0.
    pub const fn rifle(n: usize) -> UnitId {
        assert!(n < RIFLE_SLOTS);
        UnitId((FIRST_RIFLE + n) as u8)
    }

    /// The `n`th armoured slot, from 0.
    pub const fn armoured(n: usize) -> UnitId {
        assert!(n < ARMOURED_SLOTS);
        UnitId((FIRST_ARMOURED + n) as u8)
    }

    /// Every unit slot.
    pub fn all() -> impl DoubleEndedIterator<Item = UnitId> {
        (0..UNITS as u8).map(UnitId)
    }

    /// Index into arrays of [`UNITS`] entries.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whose unit it is.
    pub const fn side(self) -> Side {
        if self.is_german() { Side::German } else { Side::Soviet }
    }

    /// Is it a German unit?
    pub const fn is_german(self) -> bool {
        (self.0 as usize) < GERMANS
    }

    /// Is it a Soviet Leader?
    pub const fn is_leader(self) -> bool {
        (self.0 as usize) >= FIRST_LEADER && (self.0 as usize) < FIRST_RIFLE
    }

    /// Is it a Soviet division, whose strength is drawn?
    pub const fn is_division(self) -> bool {
        self.0 as usize >= FIRST_RIFLE
    }

    /// Is it a slot of the armoured pool?
    pub const fn is_armoured_slot(self) -> bool {
        self.0 as usize >= FIRST_ARMOURED
    }

    /// Slot number among all Soviet units, Leaders first; none for German ones.
    pub(crate) const fn soviet_slot(self) -> Option<usize> {
        (self.0 as usize).checked_sub(GERMANS)
    }

    /// Slot number among all divisions, rifle slots first; none for other units.
    pub(crate) const fn division_slot(self) -> Option<usize> {
        (self.0 as usize).checked_sub(FIRST_RIFLE)
    }

    /// Slot number within its group: Germans, Leaders, rifle or armoured.
    pub const fn number(self) -> usize {
        let i = self.0 as usize;
        if i < FIRST_LEADER {
            i
        } else if i < FIRST_RIFLE {
            i - FIRST_LEADER
        } else if i < FIRST_ARMOURED {
            i - FIRST_RIFLE
        } else {
            i - FIRST_ARMOURED
        }
    }
}

/// A set of units.
///
/// # Example
///
/// ```
/// use pgg_core::{UnitId, UnitSet};
///
/// let mut stack: UnitSet = [UnitId::rifle(0), UnitId::rifle(1)].into_iter().collect();
/// stack.insert("konev".parse()?);
/// assert_eq!(stack.len(), 3);
/// let divisions = stack.and(&UnitSet::DIVISION);
/// assert_eq!(divisions.iter().map(|unit| unit.to_string()).collect::<Vec<_>>(), ["r1", "r2"]);
/// assert!(stack.is_within(&UnitSet::SOVIET));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "Array<UnitId>"))]
pub struct UnitSet([u64; 4]);

impl UnitSet {
    /// No unit.
    pub const EMPTY: UnitSet = UnitSet([0; 4]);
    /// All German units.
    pub const GERMAN: UnitSet = UnitSet::range(0, GERMANS);
    /// All Soviet units.
    pub const SOVIET: UnitSet = UnitSet::range(GERMANS, UNITS);
    /// All Leaders.
    pub const LEADER: UnitSet = UnitSet::range(FIRST_LEADER, FIRST_RIFLE);
    /// All Soviet divisions.
    pub const DIVISION: UnitSet = UnitSet::range(FIRST_RIFLE, UNITS);

    const fn range(from: usize, to: usize) -> UnitSet {
        let mut set = UnitSet([0; 4]);
        let mut i = from;
        while i < to {
            set.0[i / 64] |= 1 << (i % 64);
            i += 1;
        }
        set
    }

    /// All units of a side.
    pub const fn side(side: Side) -> UnitSet {
        match side {
            Side::German => UnitSet::GERMAN,
            Side::Soviet => UnitSet::SOVIET,
        }
    }

    /// A single unit.
    pub const fn one(unit: UnitId) -> UnitSet {
        let mut set = UnitSet::EMPTY;
        set.insert(unit);
        set
    }

    /// Is the unit in the set?
    #[inline]
    pub const fn contains(&self, unit: UnitId) -> bool {
        self.0[unit.0 as usize / 64] >> (unit.0 % 64) & 1 != 0
    }

    /// Put a unit in.
    #[inline]
    pub const fn insert(&mut self, unit: UnitId) {
        self.0[unit.0 as usize / 64] |= 1 << (unit.0 % 64);
    }

    /// Take a unit out.
    #[inline]
    pub const fn remove(&mut self, unit: UnitId) {
        self.0[unit.0 as usize / 64] &= !(1 << (unit.0 % 64));
    }

    /// Nothing in it?
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// Number of units.
    #[inline]
    pub const fn len(&self) -> usize {
        (self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones() + self.0[3].count_ones())
            as usize
    }

    /// Both.
    #[inline]
    pub const fn and(&self, o: &UnitSet) -> UnitSet {
        UnitSet([self.0[0] & o.0[0], self.0[1] & o.0[1], self.0[2] & o.0[2], self.0[3] & o.0[3]])
    }

    /// Either.
    #[inline]
    pub const fn or(&self, o: &UnitSet) -> UnitSet {
        UnitSet([self.0[0] | o.0[0], self.0[1] | o.0[1], self.0[2] | o.0[2], self.0[3] | o.0[3]])
    }

    /// In this one and not in the other.
    #[inline]
    pub const fn without(&self, o: &UnitSet) -> UnitSet {
        UnitSet([self.0[0] & !o.0[0], self.0[1] & !o.0[1], self.0[2] & !o.0[2], self.0[3] & !o.0[3]])
    }

    /// Is every unit of this set in the other?
    #[inline]
    pub const fn is_within(&self, o: &UnitSet) -> bool {
        self.without(o).is_empty()
    }

    /// Do they share a unit?
    #[inline]
    pub const fn meets(&self, o: &UnitSet) -> bool {
        !self.and(o).is_empty()
    }

    /// The units in ascending order.
    #[inline]
    pub fn iter(&self) -> UnitIter {
        UnitIter { words: self.0, at: 0 }
    }

    /// The lowest unit.
    pub fn first(&self) -> Option<UnitId> {
        self.iter().next()
    }

    /// The words behind the set, for arithmetic on whole sets.
    pub(crate) const fn from_words(words: [u64; 4]) -> UnitSet {
        UnitSet(words)
    }

    /// A bit for each unit.
    pub(crate) const fn words(&self) -> [u64; 4] {
        self.0
    }
}

/// Iterator over a [`UnitSet`].
#[derive(Clone)]
pub struct UnitIter {
    words: [u64; 4],
    at: usize,
}

impl Iterator for UnitIter {
    type Item = UnitId;
    #[inline]
    fn next(&mut self) -> Option<UnitId> {
        while self.at < 4 {
            let word = self.words[self.at];
            if word != 0 {
                self.words[self.at] = word & (word - 1);
                return Some(UnitId((self.at * 64) as u8 + word.trailing_zeros() as u8));
            }
            self.at += 1;
        }
        None
    }
}

impl IntoIterator for UnitSet {
    type Item = UnitId;
    type IntoIter = UnitIter;
    fn into_iter(self) -> UnitIter {
        self.iter()
    }
}

impl FromIterator<UnitId> for UnitSet {
    fn from_iter<T: IntoIterator<Item = UnitId>>(units: T) -> UnitSet {
        let mut set = UnitSet::EMPTY;
        units.into_iter().for_each(|u| set.insert(u));
        set
    }
}

impl fmt::Debug for UnitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Rifle, tank and mechanised counters: what the cup holds when a game begins [3.4].
pub(crate) const CUP: [u8; 3] = [78, 10, 10];
/// Number of Soviet division counters.
pub const COUNTERS: usize = (CUP[0] + CUP[1] + CUP[2]) as usize;

/// A Soviet division counter, known once it is face up. Rifle first, then tank, then mechanised.
///
/// # Example
///
/// ```
/// use pgg_core::{CounterId, data};
///
/// let known = data().roster.counter(CounterId::all().next().expect("a counter"));
/// println!("{}-{}", known.attack, known.defense);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CounterId(u8);

impl CounterId {
    /// The counter of an index.
    pub const fn from_index(index: usize) -> Option<CounterId> {
        if index < COUNTERS { Some(CounterId(index as u8)) } else { None }
    }

    /// Every counter.
    pub fn all() -> impl Iterator<Item = CounterId> {
        (0..COUNTERS as u8).map(CounterId)
    }

    /// Index into arrays of [`COUNTERS`] entries.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
