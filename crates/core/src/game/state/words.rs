//! Words of the state: phases, places, faces.

use crate::hex::Hex;
use crate::unit::{CounterId, Kind, Side};
use std::fmt;

/// The phases in which a player decides [4.2]. Disruption removal is automatic.
///
/// # Example
///
/// ```
/// use pgg_core::{Phase, Side};
///
/// assert_eq!(Phase::MechanizedMovement.side(), Side::German);
/// assert!(Phase::MechanizedMovement.is_movement());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[allow(missing_docs)]
pub enum Phase {
    SovietSetUp,
    GermanSetUp,
    Evacuation,
    SovietMovement,
    SovietCombat,
    SovietInterdiction,
    GermanMovement,
    GermanCombat,
    MechanizedMovement,
    AirInterdiction,
    GameOver,
}

impl Phase {
    /// All phases in order.
    pub const ALL: [Phase; 11] = [
        Phase::SovietSetUp,
        Phase::GermanSetUp,
        Phase::Evacuation,
        Phase::SovietMovement,
        Phase::SovietCombat,
        Phase::SovietInterdiction,
        Phase::GermanMovement,
        Phase::GermanCombat,
        Phase::MechanizedMovement,
        Phase::AirInterdiction,
        Phase::GameOver,
    ];

    /// Whose Player-Turn the phase belongs to.
    pub const fn side(self) -> Side {
        match self {
            Phase::SovietSetUp
            | Phase::Evacuation
            | Phase::SovietMovement
            | Phase::SovietCombat
            | Phase::SovietInterdiction => Side::Soviet,
            _ => Side::German,
        }
    }

    /// A Movement Phase?
    pub const fn is_movement(self) -> bool {
        matches!(self, Phase::SovietMovement | Phase::GermanMovement | Phase::MechanizedMovement)
    }

    /// A Combat Phase?
    pub const fn is_combat(self) -> bool {
        matches!(self, Phase::SovietCombat | Phase::GermanCombat)
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Phase::SovietSetUp => "Soviet set-up",
            Phase::GermanSetUp => "German set-up",
            Phase::Evacuation => "Evacuation of Leaders",
            Phase::SovietMovement => "Soviet Movement Phase",
            Phase::SovietCombat => "Soviet Combat Phase",
            Phase::SovietInterdiction => "Soviet Interdiction Phase",
            Phase::GermanMovement => "German Initial Movement Phase",
            Phase::GermanCombat => "German Combat Phase",
            Phase::MechanizedMovement => "Mechanized Movement Phase",
            Phase::AirInterdiction => "Air Interdiction Phase",
            Phase::GameOver => "end of the game",
        })
    }
}

/// Where a unit is.
///
/// # Example
///
/// ```
/// # #[cfg(all(feature = "formats", feature = "json"))]
/// # {
/// use pgg_core::{Place, State, UnitId};
///
/// let state = State::from_text(r#"{"turn": 7, "units": {"1222": ["inf6"]}}"#)?;
/// let (inf6, konev): (UnitId, UnitId) = ("inf6".parse()?, "konev".parse()?);
/// assert_eq!(state.place(inf6), Place::On("1222".parse()?));
/// assert_eq!(state.place(konev), Place::Off); // the position does not name him
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// On the map.
    On(Hex),
    /// Not part of this game (yet): an unused slot, or a unit that the position does not name.
    Off,
    /// Will come by the schedule.
    Scheduled,
    /// May enter now.
    Waiting,
    /// Eliminated.
    Dead,
    /// Evacuated [10.4]; returns from the turn after.
    Evacuated,
}

/// What a Soviet division shows.
///
/// # Example
///
/// ```
/// # #[cfg(all(feature = "formats", feature = "json"))]
/// # {
/// use pgg_core::{Face, Kind, State, UnitId};
///
/// let state = State::from_text(r#"{"turn": 7, "units": {"1322": ["r1 untried", "r2 3-4"]}}"#)?;
/// let (r1, r2): (UnitId, UnitId) = ("r1".parse()?, "r2".parse()?);
/// assert_eq!(state.face(r1), Some(Face::Untried(Kind::Rifle)));
/// assert!(matches!(state.face(r2), Some(Face::Up(_))));
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Face {
    /// Face down: kind and allowance, no strength [12.1].
    Untried(Kind),
    /// Face up for good [12.2].
    Up(CounterId),
}
