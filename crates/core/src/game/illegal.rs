//! Why an action is refused: the case that forbids it and the facts [0.1].
//!
//! [`Reason`] carries facts, not sentences, so that a page can say it in the reader's language; its `Display` is
//! the English sentence for terminals and logs. As JSON a refusal is `case`, `reason` (the code) and `facts`.

use crate::game::action::Newcomer;
use crate::game::decision::Question;
use crate::hex::Hex;
use crate::unit::{Side, UnitId};
use std::fmt;

/// A case number of the rules, such as `9.72`; its `Display` puts it in brackets.
///
/// # Example
///
/// ```
/// use pgg_core::Case;
///
/// assert_eq!(Case("9.72").to_string(), "[9.72]");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Case(pub &'static str);

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]", self.0)
    }
}

/// A refusal. Nothing has changed.
///
/// # Example
///
/// ```
/// use pgg_core::{Action, Options, Question, Reason, Seeded, State};
///
/// let (state, _) = State::new_game(Options::default(), &mut Seeded::from_number(7))?;
/// let refusal = state.check(&Action::TakeLoss).expect_err("nobody is fighting yet");
/// assert_eq!(refusal.case.0, "4.1");
/// assert_eq!(refusal.reason, Reason::NotAsked { asked: Question::Deploy });
/// assert_eq!(refusal.reason.code(), "not_asked");
/// println!("{refusal}"); // an English sentence with the case
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[error("{case} {reason}")]
pub struct Illegal {
    /// The case broken, such as `6.12`.
    #[cfg_attr(feature = "types", ts(type = "string"), schemars(with = "String"))]
    pub case: Case,
    /// What is wrong, with the facts.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub reason: Reason,
}

/// Shorthand for the chapters: `refuse("6.21", Reason::…)`.
pub(crate) const fn illegal(case: &'static str, reason: Reason) -> Illegal {
    Illegal { case: Case(case), reason }
}

pub(crate) const fn refuse<T>(case: &'static str, reason: Reason) -> Result<T, Illegal> {
    Err(illegal(case, reason))
}

/// Why a rule forbids something, with the facts: units, hexes, numbers.
///
/// # Example
///
/// ```
/// use pgg_core::{Hex, Reason};
///
/// let hex: Hex = "1322".parse()?;
/// let reason = Reason::EnemyInHex { hex };
/// assert_eq!(reason.code(), "enemy_in_hex");
/// println!("{reason}"); // an English sentence
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # All reasons
///
/// The sentences of its `Display`, with the facts in braces:
///
/// | reason | sentence |
/// | --- | --- |
/// | `GameOver` | the game is over |
/// | `NotAsked` | this is not what has to be decided now: {asked} |
/// | `WrongSide` | {unit} is not a {side} unit |
/// | `NotOnMap` | {unit} is not on the map |
/// | `NotWaiting` | {unit} is not waiting to enter |
/// | `NoUnits` | name at least one unit |
/// | `NoHexes` | name at least one hex |
/// | `NotTogether` | the units are not all in one hex |
/// | `NotAdjacent` | {from} and {to} are not adjacent |
/// | `HexNotOffered` | {hex} is not a hex where it may be put |
/// | `Full` | {hex} is already full |
/// | `StillToPlace` | {unit} is still to be placed |
/// | `NotMechanized` | only panzer, panzergrenadier, motorized and cavalry units move in this phase, not {unit} |
/// | `Disrupted` | {unit} is Disrupted |
/// | `Halted` | {unit} was halted by its overrun |
/// | `Finished` | {unit} has finished its movement: another unit has moved since |
/// | `Stopped` | {unit} has stopped in an enemy zone of control |
/// | `InEnemyZone` | {unit} is in an enemy zone of control in {hex} and may leave it only by combat or overrun |
/// | `Lake` | a lake hexside lies between {from} and {to} |
/// | `EnemyInHex` | an enemy unit is in {hex} |
/// | `TooFar` | {unit} has {left} half-points left and the step to {hex} costs {cost} |
/// | `WesternHexrows` | no Soviet unit may enter {hex}, in column 01 or 02, before turn 7 |
/// | `NoMoreMovement` | no Movement Phase is left in which it could move |
/// | `Rode` | {unit} rides the railway this phase |
/// | `Standing` | {unit} belongs to an army that stands this turn |
/// | `StandingFull` | its army stands this turn: of its divisions only {allowed} may leave, by one hex |
/// | `MarchByRail` | on the first turn {unit} may not use rail |
/// | `MarchWest` | on the first turn {unit} in {hex} may step only N, S, NE or SE |
/// | `MarchTwice` | on the first turn {unit} may not enter {hex} twice |
/// | `MarchTooSlow` | from {hex} {unit} could no longer reach column {column} |
/// | `MarchUnfinished` | {unit} in {hex} must go on until no step can be paid |
/// | `LeaderAlone` | {unit} may enter {hex}, in an enemy zone of control, only together with an attack-capable combat unit |
/// | `GermanRail` | German units may not use rail |
/// | `NotOnRail` | {unit} did not begin the phase on a railway, or has moved |
/// | `NoRail` | no railway joins {from} and {to} |
/// | `RailZone` | {hex} is in an enemy zone of control |
/// | `RailCut` | the railway is cut in {hex} |
/// | `RailRepaired` | the railway in {hex} was repaired this turn and opens on the next |
/// | `RailCapacity` | {unit} needs {needs} of the eight places and {left} are left |
/// | `RailCapacityEntering` | to enter by rail it needs {needs} of the eight places and {left} are left: {who} |
/// | `RailTooFar` | {unit} has {left} rail points left and {hex} costs {cost} |
/// | `CutsOff` | rail cuts are switched off in this game |
/// | `NothingToCut` | no German combat unit has just entered a railway hex there |
/// | `NoCutMarker` | all six Rail Cut markers are on the map |
/// | `CutAlready` | there is a Rail Cut marker in {hex} already |
/// | `NoCut` | there is no Rail Cut marker in {hex} |
/// | `NoEnemy` | no enemy unit is in {hex} |
/// | `OverrunPoints` | {unit} has {left} half-points left and an overrun costs 6 |
/// | `NotSameGroup` | {unit} did not begin the phase with the others, or its group is closed |
/// | `NoStrength` | no unit with attack strength takes part |
/// | `NoLocAtStart` | {unit} had no Line of Communications to a working Leader when the phase began |
/// | `NoLoc` | {unit} has no Line of Communications to a working Leader |
/// | `NoAttack` | {unit} has no attack strength |
/// | `HasAttacked` | {unit} has attacked or advanced in this phase |
/// | `WasAttacked` | every unit in {hex} has been attacked in this phase |
/// | `HexTwice` | the same hex is named twice: {hex} |
/// | `LeaderWithoutUnits` | Leader {unit} takes part only with a combat unit of his hex |
/// | `LeaderMustJoin` | Leader {unit} must take part: no combat unit of his hex stays behind for a later combat |
/// | `NotConcerned` | {unit} is not one of the units concerned |
/// | `NoStack` | no stack of this combat in {hex} still has to retreat |
/// | `RetreatUnderWay` | the stack that began to retreat must finish first |
/// | `RetreatEnemy` | no stack retreats to {hex}, where an enemy unit is |
/// | `RetreatZone` | {hex} is in an enemy zone of control and no friendly unit stands there |
/// | `RetreatBack` | the stack has left {hex}, or passed it |
/// | `RetreatTooShort` | by {hex} there is no path of the whole length of the retreat |
/// | `RetreatOpen` | the stack has a path of retreat: it is not eliminated in {hex} |
/// | `RetreatLosesMore` | another way loses fewer units than {hex} |
/// | `RetreatVacantFirst` | a vacant hex must be taken before {hex} |
/// | `NotVacated` | an advance goes into a hex that the enemy has just vacated, which {hex} is not |
/// | `OffRetreatPath` | {hex} is not on the path of the enemy's retreat |
/// | `AdvanceTooFar` | an advance goes no farther than two hexes |
/// | `AdvanceOccupied` | the second hex of an advance must be vacant: somebody is in {hex} |
/// | `LeaderAdvancesAlone` | Leader {unit} may advance only where a combat unit of this combat has advanced, which {hex} is not |
/// | `NoAdvance` | nobody may advance after this result |
/// | `Advanced` | {unit} has advanced already |
/// | `RemovalUseless` | removing {unit} does not help: the limit would stay broken by as much |
/// | `NotSurrounded` | {unit} is not surrounded |
/// | `NoEvacuation` | no evacuation is left |
/// | `NoMarker` | no marker is left to place |
/// | `MarkerAlready` | a marker is in {hex} already |
/// | `AirLimit` | {hex} lies east of the 4000 hexrow and Smolensk is not German |
/// | `AirLimitTooSoon` | {hex} lies east of the 4000 hexrow and Smolensk is German only since this turn |
/// | `AirLimitNoLine` | {hex} lies east of the 4000 hexrow and Smolensk has no line to the west edge |
/// | `GermanInHex` | a German unit is in {hex} |
/// | `NoArrivals` | no reinforcements enter in this phase |
/// | `NothingDue` | nothing of that kind is due to enter |
/// | `NoCounter` | no counter of that type is left, neither in the cup nor in the dead pile |
/// | `NotEntryHex` | {hex} is not an entry hex for it |
/// | `NotRailHex` | {hex} is not a railway hex |
/// | `FrontLimit` | at most {per_turn} Front divisions a turn and {per_game} a game may enter |
/// | `FrontTooEarly` | the South-Western Front may be called from turn {turn} on |
/// | `ProvisionalDue` | the provisional division must enter first |
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(tag = "reason", content = "facts", rename_all = "snake_case"))]
#[strum(serialize_all = "snake_case")]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum Reason {
    #[error("the game is over")]
    GameOver,
    #[error("this is not what has to be decided now: {asked}")]
    NotAsked { asked: Question },
    #[error("{unit} is not a {side} unit")]
    WrongSide { unit: UnitId, side: Side },
    #[error("{unit} is not on the map")]
    NotOnMap { unit: UnitId },
    #[error("{unit} is not waiting to enter")]
    NotWaiting { unit: UnitId },
    #[error("name at least one unit")]
    NoUnits,
    #[error("name at least one hex")]
    NoHexes,
    #[error("the units are not all in one hex")]
    NotTogether,
    #[error("{from} and {to} are not adjacent")]
    NotAdjacent { from: Hex, to: Hex },
    #[error("{hex} is not a hex where it may be put")]
    HexNotOffered { hex: Hex },
    #[error("{hex} is already full")]
    Full { hex: Hex },
    #[error("{unit} is still to be placed")]
    StillToPlace { unit: UnitId },
    // movement
    #[error("only panzer, panzergrenadier, motorized and cavalry units move in this phase, not {unit}")]
    NotMechanized { unit: UnitId },
    #[error("{unit} is Disrupted")]
    Disrupted { unit: UnitId },
    #[error("{unit} was halted by its overrun")]
    Halted { unit: UnitId },
    #[error("{unit} has finished its movement: another unit has moved since")]
    Finished { unit: UnitId },
    #[error("{unit} has stopped in an enemy zone of control")]
    Stopped { unit: UnitId },
    #[error("{unit} is in an enemy zone of control in {hex} and may leave it only by combat or overrun")]
    InEnemyZone { unit: UnitId, hex: Hex },
    #[error("a lake hexside lies between {from} and {to}")]
    Lake { from: Hex, to: Hex },
    #[error("an enemy unit is in {hex}")]
    EnemyInHex { hex: Hex },
    #[error("{unit} has {left} half-points left and the step to {hex} costs {cost}")]
    TooFar { unit: UnitId, hex: Hex, cost: u8, left: u8 },
    #[error("no Soviet unit may enter {hex}, in column 01 or 02, before turn 7")]
    WesternHexrows { hex: Hex },
    #[error("no Movement Phase is left in which it could move")]
    NoMoreMovement,
    #[error("{unit} rides the railway this phase")]
    Rode { unit: UnitId },
    #[error("{unit} belongs to an army that stands this turn")]
    Standing { unit: UnitId },
    #[error("its army stands this turn: of its divisions only {allowed} may leave, by one hex")]
    StandingFull { allowed: u8 },
    #[error("on the first turn {unit} may not use rail")]
    MarchByRail { unit: UnitId },
    #[error("on the first turn {unit} in {hex} may step only N, S, NE or SE")]
    MarchWest { unit: UnitId, hex: Hex },
    #[error("on the first turn {unit} may not enter {hex} twice")]
    MarchTwice { unit: UnitId, hex: Hex },
    #[error("from {hex} {unit} could no longer reach column {column:02}")]
    MarchTooSlow { unit: UnitId, hex: Hex, column: u16 },
    #[error("{unit} in {hex} must go on until no step can be paid")]
    MarchUnfinished { unit: UnitId, hex: Hex },
    #[error(
        "{unit} may enter {hex}, in an enemy zone of control, only together with an attack-capable combat unit"
    )]
    LeaderAlone { unit: UnitId, hex: Hex },
    // rail
    #[error("German units may not use rail")]
    GermanRail,
    #[error("{unit} did not begin the phase on a railway, or has moved")]
    NotOnRail { unit: UnitId },
    #[error("no railway joins {from} and {to}")]
    NoRail { from: Hex, to: Hex },
    #[error("{hex} is in an enemy zone of control")]
    RailZone { hex: Hex },
    #[error("the railway is cut in {hex}")]
    RailCut { hex: Hex },
    #[error("the railway in {hex} was repaired this turn and opens on the next")]
    RailRepaired { hex: Hex },
    #[error("{unit} needs {needs} of the eight places and {left} are left")]
    RailCapacity { unit: UnitId, needs: u8, left: u8 },
    #[error("to enter by rail it needs {needs} of the eight places and {left} are left: {who}")]
    RailCapacityEntering { who: Newcomer, needs: u8, left: u8 },
    #[error("{unit} has {left} rail points left and {hex} costs {cost}")]
    RailTooFar { unit: UnitId, hex: Hex, cost: u8, left: u8 },
    #[error("rail cuts are switched off in this game")]
    CutsOff,
    #[error("no German combat unit has just entered a railway hex there")]
    NothingToCut,
    #[error("all six Rail Cut markers are on the map")]
    NoCutMarker,
    #[error("there is a Rail Cut marker in {hex} already")]
    CutAlready { hex: Hex },
    #[error("there is no Rail Cut marker in {hex}")]
    NoCut { hex: Hex },
    // overrun and combat
    #[error("no enemy unit is in {hex}")]
    NoEnemy { hex: Hex },
    #[error("{unit} has {left} half-points left and an overrun costs 6")]
    OverrunPoints { unit: UnitId, left: u8 },
    #[error("{unit} did not begin the phase with the others, or its group is closed")]
    NotSameGroup { unit: UnitId },
    #[error("no unit with attack strength takes part")]
    NoStrength,
    #[error("{unit} had no Line of Communications to a working Leader when the phase began")]
    NoLocAtStart { unit: UnitId },
    #[error("{unit} has no Line of Communications to a working Leader")]
    NoLoc { unit: UnitId },
    #[error("{unit} has no attack strength")]
    NoAttack { unit: UnitId },
    #[error("{unit} has attacked or advanced in this phase")]
    HasAttacked { unit: UnitId },
    #[error("every unit in {hex} has been attacked in this phase")]
    WasAttacked { hex: Hex },
    #[error("the same hex is named twice: {hex}")]
    HexTwice { hex: Hex },
    #[error("Leader {unit} takes part only with a combat unit of his hex")]
    LeaderWithoutUnits { unit: UnitId },
    #[error("Leader {unit} must take part: no combat unit of his hex stays behind for a later combat")]
    LeaderMustJoin { unit: UnitId },
    #[error("{unit} is not one of the units concerned")]
    NotConcerned { unit: UnitId },
    #[error("no stack of this combat in {hex} still has to retreat")]
    NoStack { hex: Hex },
    #[error("the stack that began to retreat must finish first")]
    RetreatUnderWay,
    #[error("no stack retreats to {hex}, where an enemy unit is")]
    RetreatEnemy { hex: Hex },
    #[error("{hex} is in an enemy zone of control and no friendly unit stands there")]
    RetreatZone { hex: Hex },
    #[error("the stack has left {hex}, or passed it")]
    RetreatBack { hex: Hex },
    #[error("by {hex} there is no path of the whole length of the retreat")]
    RetreatTooShort { hex: Hex },
    #[error("the stack has a path of retreat: it is not eliminated in {hex}")]
    RetreatOpen { hex: Hex },
    #[error("another way loses fewer units than {hex}")]
    RetreatLosesMore { hex: Hex },
    #[error("a vacant hex must be taken before {hex}")]
    RetreatVacantFirst { hex: Hex },
    #[error("an advance goes into a hex that the enemy has just vacated, which {hex} is not")]
    NotVacated { hex: Hex },
    #[error("{hex} is not on the path of the enemy's retreat")]
    OffRetreatPath { hex: Hex },
    #[error("an advance goes no farther than two hexes")]
    AdvanceTooFar,
    #[error("the second hex of an advance must be vacant: somebody is in {hex}")]
    AdvanceOccupied { hex: Hex },
    #[error(
        "Leader {unit} may advance only where a combat unit of this combat has advanced, which {hex} is not"
    )]
    LeaderAdvancesAlone { unit: UnitId, hex: Hex },
    #[error("nobody may advance after this result")]
    NoAdvance,
    #[error("{unit} has advanced already")]
    Advanced { unit: UnitId },
    #[error("removing {unit} does not help: the limit would stay broken by as much")]
    RemovalUseless { unit: UnitId },
    // leaders, interdiction, reinforcements
    #[error("{unit} is not surrounded")]
    NotSurrounded { unit: UnitId },
    #[error("no evacuation is left")]
    NoEvacuation,
    #[error("no marker is left to place")]
    NoMarker,
    #[error("a marker is in {hex} already")]
    MarkerAlready { hex: Hex },
    #[error("{hex} lies east of the 4000 hexrow and Smolensk is not German")]
    AirLimit { hex: Hex },
    #[error("{hex} lies east of the 4000 hexrow and Smolensk is German only since this turn")]
    AirLimitTooSoon { hex: Hex },
    #[error("{hex} lies east of the 4000 hexrow and Smolensk has no line to the west edge")]
    AirLimitNoLine { hex: Hex },
    #[error("a German unit is in {hex}")]
    GermanInHex { hex: Hex },
    #[error("no reinforcements enter in this phase")]
    NoArrivals,
    #[error("nothing of that kind is due to enter")]
    NothingDue,
    #[error("no counter of that type is left, neither in the cup nor in the dead pile")]
    NoCounter,
    #[error("{hex} is not an entry hex for it")]
    NotEntryHex { hex: Hex },
    #[error("{hex} is not a railway hex")]
    NotRailHex { hex: Hex },
    #[error("at most {per_turn} Front divisions a turn and {per_game} a game may enter")]
    FrontLimit { per_turn: u8, per_game: u8 },
    #[error("the South-Western Front may be called from turn {turn} on")]
    FrontTooEarly { turn: u8 },
    #[error("the provisional division must enter first")]
    ProvisionalDue,
}

impl Reason {
    /// The stable short name of the reason, as in the JSON form.
    pub fn code(&self) -> &'static str {
        self.into()
    }
}

#[cfg(all(test, feature = "json"))]
mod tests {
    use super::*;

    /// Programs that read refusals identify them by the code of the JSON form.
    #[test]
    fn the_code_is_that_of_the_json_form() {
        let (unit, hex) = (UnitId::rifle(0), Hex::all().next().expect("a hex"));
        for reason in [
            Reason::GameOver,
            Reason::NotAsked { asked: Question::Attack },
            Reason::TooFar { unit, hex, cost: 2, left: 1 },
            Reason::RailCapacityEntering { who: Newcomer::Front, needs: 1, left: 0 },
            Reason::NoLocAtStart { unit },
            Reason::AirLimitNoLine { hex },
        ] {
            let json = serde_json::to_value(reason).expect("it is written");
            assert_eq!(json["reason"], reason.code());
        }
    }
}
