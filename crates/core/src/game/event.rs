//! Events: enough to draw what happened and to tell the story, and nothing a player may not know (part B of the
//! rules).

use crate::data::tables::{Column, CombatResult, LevelName};
use crate::game::action::{Newcomer, Targets};
use crate::game::state::Phase;
use crate::hex::Hex;
use crate::rules::untried::CounterName;
use crate::unit::{Kind, Side, UnitId, UnitSet};
use std::fmt;

/// One thing that happened, in order.
///
/// # Example
///
/// ```
/// use pgg_core::{Event, Options, Phase, Seeded, State};
///
/// let (_state, events) = State::new_game(Options::default(), &mut Seeded::from_number(1941))?;
/// let began = events.iter().any(|event| matches!(event, Event::PhaseBegan { phase: Phase::SovietSetUp, .. }));
/// assert!(began);
/// # Ok::<(), pgg_core::NoChance>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "GameEvent"))]
#[cfg_attr(feature = "serde", serde(tag = "event", rename_all = "snake_case"))]
#[allow(missing_docs)]
pub enum Event {
    /// A phase begins [4.2].
    PhaseBegan {
        turn: u8,
        phase: Phase,
    },
    /// A unit was placed at set-up [5.1].
    Deployed {
        unit: UnitId,
        hex: Hex,
    },
    /// A division of this kind came out of the cup [12.1].
    Drawn {
        unit: UnitId,
        kind: Kind,
        from_dead_pile: bool,
    },
    /// A die was thrown.
    Die {
        why: DieFor,
        die: u8,
    },
    /// The army stands this turn, or is free [5.21].
    ArmyRolled {
        army: u8,
        stands: bool,
    },
    /// Scheduled divisions and units became available [14.3].
    ArrivalsDue {
        turn: u8,
    },
    /// A marker was placed [13.0].
    InterdictionPlaced {
        side: Side,
        hex: Hex,
    },
    /// The markers of a side came off [13.33, 13.46].
    InterdictionRemoved {
        side: Side,
    },
    /// A unit came onto the map [14.0].
    Entered {
        who: Newcomer,
        unit: UnitId,
        hex: Hex,
        rail: bool,
        cost: u8,
    },
    /// Points for a division of the Front [14.23].
    FrontPoints {
        points: u8,
        total: u8,
    },
    /// One step of a walk; the cost and the points left in half-points [6.1].
    Moved {
        unit: UnitId,
        from: Hex,
        to: Hex,
        cost: u8,
        left: u8,
    },
    /// It stopped in an enemy zone of control [6.22].
    Stopped {
        unit: UnitId,
        hex: Hex,
    },
    /// One hex of a ride; rail points [6.33].
    Rode {
        unit: UnitId,
        from: Hex,
        to: Hex,
        cost: u8,
        left: u8,
    },
    /// A Rail Cut marker was placed, taken up or removed by repair [6.37].
    RailCut {
        hex: Hex,
    },
    RailCutLifted {
        hex: Hex,
    },
    RailRepaired {
        hex: Hex,
    },
    /// A Leader was evacuated [10.4].
    Evacuated {
        unit: UnitId,
        hex: Hex,
    },
    /// An overrun began [6.5].
    OverrunBegan {
        units: UnitSet,
        from: Hex,
        target: Hex,
    },
    /// A combat began [9.0].
    AttackBegan {
        units: UnitSet,
        targets: Targets,
    },
    /// Units in this combat that are out of supply [11.3].
    OutOfSupply {
        units: UnitSet,
    },
    /// A division was turned face up [12.2].
    Revealed {
        unit: UnitId,
        counter: CounterName,
    },
    /// A unit went back to its entry hex [10.23b, 12.3].
    Withdrew {
        unit: UnitId,
        from: Hex,
        to: Hex,
    },
    /// No attacker with strength is left: no combat [12.3, R42].
    CombatOff,
    /// Strengths and odds [9.4].
    Odds {
        attack: u16,
        defense: u16,
        column: Column,
    },
    /// The result from the table [9.5].
    Result {
        die: u8,
        result: CombatResult,
    },
    /// The side must lose steps: it has no way to retreat [9.65].
    NoRetreat {
        side: Side,
    },
    /// Loss was chosen [9.65].
    LossChosen {
        side: Side,
        steps: u8,
    },
    /// Retreat was chosen [9.65].
    RetreatChosen {
        side: Side,
        hexes: u8,
    },
    /// A question closed by itself, or was not asked: nothing was left to choose.
    Closed {
        side: Side,
        what: Closed,
    },
    /// A step was lost; how many are left [9.61].
    StepLost {
        unit: UnitId,
        left: u8,
    },
    /// A unit is gone.
    Eliminated {
        unit: UnitId,
        hex: Hex,
        why: Why,
    },
    /// A stack went one hex back [9.72].
    Retreated {
        units: UnitSet,
        from: Hex,
        to: Hex,
    },
    /// Units were marked retreated [9.75].
    MarkedRetreated {
        units: UnitSet,
    },
    /// Units became Disrupted [6.61].
    Disrupted {
        units: UnitSet,
    },
    /// Disruption came off [6.63].
    Recovered {
        units: UnitSet,
    },
    /// Overrunning units entered the vacated hex [6.51].
    OverrunEntered {
        units: UnitSet,
        from: Hex,
        to: Hex,
    },
    /// Overrunning units do nothing more this phase [6.52].
    Halted {
        units: UnitSet,
    },
    /// A unit advanced after combat [9.8].
    Advanced {
        unit: UnitId,
        from: Hex,
        to: Hex,
    },
    /// A combat is finished.
    CombatEnded,
    /// An objective hex changed hands [15.11].
    Control {
        hex: Hex,
        side: Side,
    },
    /// A city was recaptured [15.12].
    Recaptured {
        objective: u8,
    },
    /// The provisional division could not enter and is lost [14.13].
    ProvisionalLost,
    /// A new Game-Turn [4.1].
    TurnBegan {
        turn: u8,
    },
    /// The game is over [15.2].
    GameOver {
        score: i16,
        level: LevelName,
    },
}

/// A question that closed by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "types",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ClosedQuestion"),
    schemars(rename = "ClosedQuestion")
)]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Closed {
    /// Which steps: all that are left are lost, or there is only one unit [9.65, 9.67].
    LoseStep,
    /// Which units have no room in retreat: all of them [9.73a].
    MakeRoom,
    /// Which units advance: no (other) unit can [9.8].
    Advance,
}

/// What a die was thrown for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum DieFor {
    /// May the 16th Army move [5.21]?
    Army16,
    /// May the 19th Army move [5.21]?
    Army19,
    /// Where the provisional division enters [14.11].
    Provisional,
    /// An overrun [6.5].
    Overrun,
    /// A combat [9.5].
    Combat,
}

impl fmt::Display for DieFor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DieFor::Army16 => "the 16th Army",
            DieFor::Army19 => "the 19th Army",
            DieFor::Provisional => "the provisional division",
            DieFor::Overrun => "an overrun",
            DieFor::Combat => "a combat",
        })
    }
}

/// Why a unit was eliminated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[allow(missing_docs)]
pub enum Why {
    /// By the result, De or Ae [9.64].
    Result,
    /// Its last step [9.61].
    Step,
    /// Revealed without strength [12.3].
    NoStrength,
    /// Over the stacking limit [7.1, 7.2].
    Stacking,
    /// No room in retreat [9.73a].
    NoRoom,
    /// Retreat into columns 01-02 [6.4].
    WesternHexrows,
    /// Its path was closed by another stack [9.73].
    PathClosed,
    /// Marked retreated, and its hosts were hit [9.75].
    Retreated,
    /// Nowhere to withdraw to [10.23b].
    NoWithdrawal,
}
