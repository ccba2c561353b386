//! The schedule: set-up, arrivals, entry areas, the South-Western Front [5.1, 14.0, 16.0].

use std::fmt;

use crate::hex::{COLUMNS, Hex};
use crate::unit::{Side, UnitId};

#[cfg(feature = "json")]
mod load;
#[cfg(feature = "json")]
mod raw;

#[cfg(feature = "json")]
pub(crate) use raw::RawReinforcements;

/// An entry area: A to H German, V to Z Soviet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Area {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
    V,
    W,
    X,
    Z,
}

impl Area {
    /// All twelve.
    pub const ALL: [Area; 12] = [
        Area::A,
        Area::B,
        Area::C,
        Area::D,
        Area::E,
        Area::F,
        Area::G,
        Area::H,
        Area::V,
        Area::W,
        Area::X,
        Area::Z,
    ];

    /// The area of a letter.
    pub fn from_text(text: &str) -> Option<Area> {
        Area::ALL.into_iter().find(|area| area.to_string() == text)
    }

    /// Whose area it is.
    pub const fn side(self) -> Side {
        if (self as u8) < Area::V as u8 { Side::German } else { Side::Soviet }
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// A pool that Soviet divisions are drawn from [3.4].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[allow(missing_docs)]
pub enum Pool {
    Rifle,
    Armoured,
}

/// What binds an army on the first turn [5.2].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FirstTurn {
    /// Nothing.
    Free,
    /// A die decides whether it may move [5.21].
    Die,
    /// It must march east with its full allowance [5.23].
    March,
}

/// A Soviet army on the map at the start [5.1].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Army {
    /// Its name, such as "16th".
    pub name: String,
    /// The hexes it may be placed in.
    pub hexes: Vec<Hex>,
    /// Number of rifle divisions.
    pub rifle: u8,
    /// Number of armoured divisions.
    pub armoured: u8,
    /// Its Leader.
    pub leader: UnitId,
    /// What binds it on the first turn.
    pub first_turn: FirstTurn,
}

/// A scheduled Soviet arrival [16.1].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The Game-Turn.
    pub turn: u8,
    /// Where it enters.
    pub area: Area,
    /// Number of rifle divisions.
    pub rifle: u8,
    /// Number of armoured divisions.
    pub armoured: u8,
    /// The Leader that comes along.
    pub leader: Option<UnitId>,
    /// Name of the army.
    pub army: Option<String>,
}

/// Set-up and arrivals.
#[derive(PartialEq)]
pub struct Schedule {
    setup: Vec<Army>,
    soviet: Vec<Arrival>,
    areas: [Vec<Hex>; 12],
    provisional: [Vec<Hex>; 6],
    front_hexes: Vec<Hex>,
    front_per_turn: u8,
    front_per_game: u8,
    front_from_turn: u8,
    front_points: (u8, u8),
}

/// Front divisions that cost the lower number of points [14.23].
const CHEAP_FRONT: u8 = 5;

impl Schedule {
    /// The armies of the set-up, in the order of the file.
    pub fn setup(&self) -> &[Army] {
        &self.setup
    }

    /// The Soviet arrivals, in the order of the file.
    pub fn soviet(&self) -> &[Arrival] {
        &self.soviet
    }

    /// The hexes of an entry area.
    pub fn area(&self, a: Area) -> &[Hex] {
        &self.areas[a as usize]
    }

    /// The hexes that the provisional die (1 to 6) names [14.11].
    pub fn provisional(&self, die: u8) -> &[Hex] {
        &self.provisional[die as usize - 1]
    }

    /// The hexes east of a provisional area along the same map edge, nearest first [14.12].
    pub fn provisional_shift(&self, die: u8) -> impl Iterator<Item = Hex> + use<> {
        let last = self.provisional(die).iter().copied().max_by_key(|hex| hex.column());
        last.into_iter().flat_map(|last| {
            (last.column() + 1..=COLUMNS).filter_map(move |column| Hex::new(column, last.row()))
        })
    }

    /// Where divisions of the South-Western Front enter [14.22].
    pub fn front_hexes(&self) -> &[Hex] {
        &self.front_hexes
    }

    /// The most Front divisions in a turn [14.21].
    pub fn front_per_turn(&self) -> u8 {
        self.front_per_turn
    }

    /// The most Front divisions in a game [14.21].
    pub fn front_per_game(&self) -> u8 {
        self.front_per_game
    }

    /// The first turn of the Front [14.21].
    pub fn front_from_turn(&self) -> u8 {
        self.front_from_turn
    }

    /// German points for the `nth` Front division of the game, counted from 1 [14.23].
    pub fn front_points(&self, nth: u8) -> u8 {
        if nth <= CHEAP_FRONT { self.front_points.0 } else { self.front_points.1 }
    }

    #[cfg(feature = "json")]
    /// German points when the whole Front has come.
    pub(crate) fn front_total(&self) -> i64 {
        (1..=self.front_per_game).map(|nth| i64::from(self.front_points(nth))).sum()
    }
}

crate::data::prepared_enum! {
    Area from Area::ALL;
    FirstTurn from [FirstTurn::Free, FirstTurn::Die, FirstTurn::March];
}
crate::data::prepared! {
    Army { name, hexes, rifle, armoured, leader, first_turn }
    Arrival { turn, area, rifle, armoured, leader, army }
    Schedule {
        setup, soviet, areas, provisional, front_hexes, front_per_turn, front_per_game, front_from_turn, front_points
    }
}
