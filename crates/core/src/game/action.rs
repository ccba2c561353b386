//! What a player can do: part A of the rules, one variant per decision.
//!
//! Canonical form: a `Move` or `Ride` of several units or several hexes means the same as its single steps, hex by
//! hex, combat units before Leaders; it is legal exactly if they are.

use crate::data::schedule::{Area, Pool};
use crate::game::state::State;
use crate::hex::Hex;
use crate::unit::{UnitId, UnitSet};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// An action of the deciding side. The numbers in parentheses are those of part A of `docs/rules.md`, the ones
/// in brackets cases of the rules.
///
/// # Example
///
/// ```
/// use pgg_core::{Action, Hex, Path, UnitId, UnitSet};
///
/// let unit: UnitId = "pz7-25".parse()?;
/// let way: Vec<Hex> = ["0110", "0210"].iter().map(|hex| hex.parse()).collect::<Result<_, _>>()?;
/// let walk = Action::Move { units: UnitSet::one(unit), path: Path::collect(way).expect("a short way") };
/// assert_eq!(walk.kind(), "move");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case", deny_unknown_fields))]
pub enum Action {
    /// Place a unit of the 13th or 20th Army (A1) [5.1].
    Deploy {
        /// The unit.
        unit: UnitId,
        /// Where.
        hex: Hex,
    },
    /// Place an interdiction marker (A2, A20, A21) [13.2, 13.4].
    Interdict {
        /// Where.
        hex: Hex,
    },
    /// Take a surrounded Leader off the map (A11) [10.4].
    Evacuate {
        /// The Leader.
        unit: UnitId,
    },
    /// Bring a reinforcement onto the map (A3, A4, A5) [14.0].
    Enter {
        /// Who.
        who: Newcomer,
        /// The entry hex.
        hex: Hex,
        /// By rail [6.32].
        #[cfg_attr(feature = "serde", serde(default))]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
        rail: bool,
    },
    /// Walk (A6, A9) [6.1].
    Move {
        /// Units of one hex.
        units: UnitSet,
        /// The hexes entered, in order.
        #[cfg_attr(feature = "serde", serde(deserialize_with = "path_as_written"))]
        path: Path,
    },
    /// Ride the railway (A7) [6.3].
    Ride {
        /// The unit.
        unit: UnitId,
        /// The hexes entered, in order.
        #[cfg_attr(feature = "serde", serde(deserialize_with = "path_as_written"))]
        path: Path,
    },
    /// Overrun (A8) [6.5].
    Overrun {
        /// Units of one hex and one group, Leaders that join included.
        units: UnitSet,
        /// The hex overrun.
        target: Hex,
    },
    /// Put a Rail Cut marker on the hex just entered (A10) [6.37a].
    CutRail {
        /// The hex.
        hex: Hex,
    },
    /// Take up the Rail Cut marker of the hex just entered (A10) [6.37d].
    LiftCut {
        /// The hex.
        hex: Hex,
    },
    /// Attack (A14) [9.0].
    Attack {
        /// The hexes attacked.
        targets: Targets,
        /// All units that take part, Leaders included.
        units: UnitSet,
    },
    /// Take the result as a loss of steps (A15) [9.65].
    TakeLoss,
    /// Take the result as a retreat (A15) [9.65].
    TakeRetreat,
    /// Lose one step of this unit (A16) [9.65].
    LoseStep {
        /// The unit.
        unit: UnitId,
    },
    /// Send the retreating stack in `stack` one hex on (A17) [9.72].
    Route {
        /// The hex where the stack is now.
        stack: Hex,
        /// The next hex.
        to: Hex,
    },
    /// Eliminate a unit that has no room (A12, A18) [7.1, 9.73a].
    Remove {
        /// The unit.
        unit: UnitId,
    },
    /// Advance after combat (A19) [9.8].
    Advance {
        /// The unit.
        unit: UnitId,
        /// One hex or two.
        #[cfg_attr(feature = "serde", serde(deserialize_with = "path_as_written"))]
        path: Path,
    },
    /// End the phase, or finish placing, attacking or advancing (A13).
    Done,
}

impl Action {
    /// The kind of action, as in the JSON form.
    pub const fn kind(&self) -> &'static str {
        match self {
            Action::Deploy { .. } => "deploy",
            Action::Interdict { .. } => "interdict",
            Action::Evacuate { .. } => "evacuate",
            Action::Enter { .. } => "enter",
            Action::Move { .. } => "move",
            Action::Ride { .. } => "ride",
            Action::Overrun { .. } => "overrun",
            Action::CutRail { .. } => "cut_rail",
            Action::LiftCut { .. } => "lift_cut",
            Action::Attack { .. } => "attack",
            Action::TakeLoss => "take_loss",
            Action::TakeRetreat => "take_retreat",
            Action::LoseStep { .. } => "lose_step",
            Action::Route { .. } => "route",
            Action::Remove { .. } => "remove",
            Action::Advance { .. } => "advance",
            Action::Done => "done",
        }
    }

    /// The units that it names, or whose stack it names.
    pub fn units(&self, state: &State) -> UnitSet {
        match *self {
            Action::Deploy { unit, .. }
            | Action::Evacuate { unit }
            | Action::Ride { unit, .. }
            | Action::LoseStep { unit }
            | Action::Remove { unit }
            | Action::Advance { unit, .. }
            | Action::Enter { who: Newcomer::Unit(unit), .. } => UnitSet::one(unit),
            Action::Route { stack, .. } => state.units_in(stack),
            Action::Move { units, .. } | Action::Overrun { units, .. } | Action::Attack { units, .. } => {
                units
            }
            Action::Enter { .. }
            | Action::Interdict { .. }
            | Action::CutRail { .. }
            | Action::LiftCut { .. }
            | Action::TakeLoss
            | Action::TakeRetreat
            | Action::Done => UnitSet::EMPTY,
        }
    }
}

/// Who enters the map.
///
/// # Example
///
/// ```
/// use pgg_core::Newcomer;
/// use pgg_core::data::schedule::{Area, Pool};
///
/// let newcomer: Newcomer = "rifle X".parse()?;
/// assert_eq!(newcomer, Newcomer::Scheduled(Pool::Rifle, Area::X));
/// assert_eq!("provisional".parse::<Newcomer>()?, Newcomer::Provisional);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string"))]
pub enum Newcomer {
    /// A German unit or a Leader that waits [14.3].
    Unit(UnitId),
    /// A scheduled Soviet division of an area [14.3].
    Scheduled(Pool, Area),
    /// The provisional division of this turn [14.11].
    Provisional,
    /// A division of the South-Western Front [14.2].
    Front,
}

impl fmt::Display for Newcomer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Newcomer::Unit(unit) => write!(f, "{unit}"),
            Newcomer::Scheduled(Pool::Rifle, area) => write!(f, "rifle {area}"),
            Newcomer::Scheduled(Pool::Armoured, area) => write!(f, "armoured {area}"),
            Newcomer::Provisional => f.write_str("provisional"),
            Newcomer::Front => f.write_str("front"),
        }
    }
}

impl FromStr for Newcomer {
    type Err = String;
    fn from_str(text: &str) -> Result<Newcomer, String> {
        let area = |name: &str| {
            Area::ALL
                .into_iter()
                .find(|a| a.to_string() == name)
                .ok_or_else(|| format!("'{name}' is no entry area: expected A to H, V, W, X or Z"))
        };
        match text {
            "provisional" => Ok(Newcomer::Provisional),
            "front" => Ok(Newcomer::Front),
            _ => match text.split_once(' ') {
                Some(("rifle", a)) => Ok(Newcomer::Scheduled(Pool::Rifle, area(a)?)),
                Some(("armoured", a)) => Ok(Newcomer::Scheduled(Pool::Armoured, area(a)?)),
                _ => crate::data::data().roster.parse_unit(text).map(Newcomer::Unit).ok_or_else(|| {
                    let short: String = text.chars().take(40).collect();
                    format!(
                        "'{short}' is nobody who enters: expected a unit id, 'rifle AREA', 'armoured AREA', \
                         'provisional' or 'front'"
                    )
                }),
            },
        }
    }
}

#[cfg(feature = "serde")]
impl Serialize for Newcomer {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> Deserialize<'de> for Newcomer {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Newcomer, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(d)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A short list of hexes, kept in place.
#[derive(Clone, Copy)]
pub struct HexList<const N: usize> {
    len: u8,
    hexes: [Option<Hex>; N],
}

/// A path: one hex more than the longest ride [6.33], so that a longer one is refused where the points run out.
///
/// # Example
///
/// ```
/// use pgg_core::{Hex, Path};
///
/// let hexes = ["1221".parse::<Hex>()?, "1220".parse()?];
/// let path = Path::collect(hexes).expect("short enough");
/// assert_eq!((path.len(), path.last()), (2, Some(hexes[1])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Path = HexList<31>;
/// Hexes attacked together: at most the six around an attacker [9.23].
///
/// # Example
///
/// ```
/// use pgg_core::{Hex, Targets};
///
/// let hex: Hex = "2316".parse()?;
/// assert!(Targets::one(hex).contains(hex));
/// assert_eq!(Targets::collect(Hex::all()), None); // too many to be attacked together
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Targets = HexList<6>;

impl<const N: usize> HexList<N> {
    /// No hex.
    pub const EMPTY: HexList<N> = HexList { len: 0, hexes: [None; N] };

    /// One hex.
    pub fn one(hex: Hex) -> HexList<N> {
        let mut list = HexList::EMPTY;
        list.push(hex);
        list
    }

    /// Add a hex; false if the list is full.
    pub fn push(&mut self, hex: Hex) -> bool {
        match self.hexes.get_mut(self.len as usize) {
            Some(slot) => {
                *slot = Some(hex);
                self.len += 1;
                true
            }
            None => false,
        }
    }

    /// Number of hexes.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// No hex in it?
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The hexes in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Hex> + '_ {
        self.hexes[..self.len as usize].iter().flatten().copied()
    }

    /// The first hex.
    pub fn first(&self) -> Option<Hex> {
        self.hexes[0]
    }

    /// The last hex.
    pub fn last(&self) -> Option<Hex> {
        self.iter().next_back()
    }

    /// Is the hex in the list?
    pub fn contains(&self, hex: Hex) -> bool {
        self.iter().any(|h| h == hex)
    }

    /// From an iterator, if it is not too long.
    pub fn collect(hexes: impl IntoIterator<Item = Hex>) -> Option<HexList<N>> {
        let mut list = HexList::EMPTY;
        hexes.into_iter().all(|h| list.push(h)).then_some(list)
    }
}

impl<const N: usize> PartialEq for HexList<N> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<const N: usize> Eq for HexList<N> {}

impl<const N: usize> std::hash::Hash for HexList<N> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.len.hash(state);
        self.iter().for_each(|h| h.hash(state));
    }
}

impl<const N: usize> fmt::Debug for HexList<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(feature = "serde")]
impl<const N: usize> Serialize for HexList<N> {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        // Binary formats need the length first.
        let hexes: Vec<Hex> = self.iter().collect();
        hexes.serialize(s)
    }
}

/// A path of any length. No unit can pay for 31 hexes, so the rest does not matter: the referee refuses the
/// path by its case [6.12, 6.33, 9.82], not the parser by its length.
#[cfg(feature = "serde")]
fn path_as_written<'de, D: serde::Deserializer<'de>>(d: D) -> Result<Path, D::Error> {
    let hexes: Vec<Hex> = Vec::deserialize(d)?;
    let mut path = Path::EMPTY;
    hexes.into_iter().take(31).for_each(|hex| {
        path.push(hex);
    });
    Ok(path)
}

#[cfg(feature = "serde")]
impl<'de, const N: usize> Deserialize<'de> for HexList<N> {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct Hexes<const N: usize>;
        impl<'de, const N: usize> serde::de::Visitor<'de> for Hexes<N> {
            type Value = HexList<N>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a list of at most {N} hexes")
            }
            fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut seq: A) -> Result<HexList<N>, A::Error> {
                let mut list = HexList::EMPTY;
                while let Some(hex) = seq.next_element()? {
                    if !list.push(hex) {
                        return Err(serde::de::Error::invalid_length(N + 1, &self));
                    }
                }
                Ok(list)
            }
        }
        d.deserialize_seq(Hexes::<N>)
    }
}
