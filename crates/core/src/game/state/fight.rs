//! A combat or overrun while it is being resolved: what it waits for and what has happened in it.

use crate::data::tables::CombatResult;
use crate::game::action::Targets;
use crate::hex::Hex;
use crate::unit::{Side, UnitSet};

/// A combat or overrun being resolved [9.0]; opaque outside this crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Combat {
    pub(crate) overrun: bool,
    pub(crate) attacker: Side,
    pub(crate) targets: Targets,
    /// The hexes attacked from.
    pub(crate) origins: Targets,
    /// Units still in the combat.
    pub(crate) attackers: UnitSet,
    pub(crate) defenders: UnitSet,
    pub(crate) result: CombatResult,
    pub(crate) stage: Stage,
    /// Stacks that retreated, for the advance along their path [9.81].
    pub(crate) paths: [Option<RetreatPath>; 6],
    /// Units that advanced already.
    pub(crate) advanced: UnitSet,
}

/// The path of one stack: the hex it left, and the hex it passed through if it went two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub(crate) struct RetreatPath {
    pub(crate) left: Hex,
    pub(crate) passed: Option<Hex>,
}

/// What the combat waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case", deny_unknown_fields))]
pub(crate) enum Stage {
    /// Loss or retreat of `n` [9.65].
    Choose { side: Side, n: u8 },
    /// Which steps [9.65, 9.67].
    Lose { side: Side, n: u8 },
    /// Which stack goes next, and where to [9.72].
    Retreat { side: Side, n: u8, waiting: UnitSet },
    /// A stack under way.
    Routing { side: Side, n: u8, waiting: UnitSet, way: Way },
    /// The stack is in a hex too full for it [9.73a].
    MakeRoom { side: Side, n: u8, waiting: UnitSet, way: Way },
    /// The victors advance [9.8].
    Advance { side: Side },
}

/// The parts of a stage, in one form for all stages; `None` for those it does not have.
#[derive(Clone, Copy)]
pub(crate) struct StageParts {
    /// Its number in fingerprints.
    pub(crate) number: u8,
    pub(crate) side: Side,
    pub(crate) n: Option<u8>,
    pub(crate) waiting: Option<UnitSet>,
    pub(crate) way: Option<Way>,
}

impl Stage {
    pub(crate) const fn parts(&self) -> StageParts {
        let (number, side, n, waiting, way) = match *self {
            Stage::Choose { side, n } => (0, side, Some(n), None, None),
            Stage::Lose { side, n } => (1, side, Some(n), None, None),
            Stage::Retreat { side, n, waiting } => (2, side, Some(n), Some(waiting), None),
            Stage::Routing { side, n, waiting, way } => (3, side, Some(n), Some(waiting), Some(way)),
            Stage::MakeRoom { side, n, waiting, way } => (4, side, Some(n), Some(waiting), Some(way)),
            Stage::Advance { side } => (5, side, None, None, None),
        };
        StageParts { number, side, n, waiting, way }
    }
}

/// A stack under way in retreat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub(crate) struct Way {
    pub(crate) units: UnitSet,
    pub(crate) left: Hex,
    pub(crate) passed: Option<Hex>,
    pub(crate) at: Hex,
    pub(crate) steps: u8,
}
