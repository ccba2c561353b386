//! A position with its units as typed values, for a page that draws it: nothing in it has to be parsed.

use super::unit_text::UnitText;
use super::{DIAGRAM_FORMAT, POSITION_FORMAT, Position, Written, empty, write};
use crate::game::state::State;
use crate::hex::Hex;
use crate::unit::{Kind, UnitId};
use serde::{Deserialize, Serialize};

/// A position whose units are typed values. `State::try_from` reads it too.
///
/// # Example
///
/// ```
/// use pgg_core::formats::position::{Diagram, DiagramUnit};
/// use pgg_core::State;
/// # #[cfg(feature = "json")]
/// # {
/// let state = State::from_text(r#"{"turn": 3, "units": {"1117": ["inf6 lost 1", "inf26"]}}"#)?;
/// let diagram = Diagram::of(&state);
/// let [DiagramUnit::Details(inf6), DiagramUnit::Text(inf26)] = &diagram.units[&"1117".parse()?][..] else { panic!() };
/// assert_eq!((inf6.lost, inf26.as_str()), (1, "inf26"));
/// assert_eq!(State::try_from(&diagram)?, state);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Diagram = Position<DiagramUnit>;

/// A unit of a diagram: its id, or more if there is more to say. A text of a position is read as well.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(untagged)]
pub enum DiagramUnit {
    /// Its id: a unit at full strength, or a division nobody has seen, without marks.
    #[cfg_attr(feature = "types", ts(type = "UnitId"))]
    Text(String),
    /// A unit with all there is to say about it.
    Details(UnitDetails),
}

/// What there is to say about a unit; what is left out is none, or zero.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct UnitDetails {
    /// Which.
    pub id: UnitId,
    /// The kind of an armoured division.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub kind: Option<Kind>,
    /// Of a revealed division: attack, defence, and which of the counters that are alike.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub strength: Option<[u8; 3]>,
    /// Steps lost.
    #[serde(default, skip_serializing_if = "none")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub lost: u8,
    /// Half-points, or rail points of one that rides, spent in this phase.
    #[serde(default, skip_serializing_if = "none")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub spent: u8,
    /// The hex from which it came into the one where it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub from: Option<Hex>,
    /// Of an untried division from the dead pile: the draw that brought it.
    #[serde(default, skip_serializing_if = "none")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub pile: u8,
    /// Its marks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub marks: Vec<UnitMark>,
}

/// A mark of a unit in a position; `docs/position-format.md` says what each means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum UnitMark {
    Disrupted,
    Entered,
    Unsupplied,
    NoLoc,
    Moved,
    Stopped,
    Halted,
    Rode,
    Attacked,
    Defended,
    Retreated,
}

fn none(number: &u8) -> bool {
    *number == 0
}

impl Diagram {
    /// Of a state.
    pub fn of(state: &State) -> Diagram {
        write(state)
    }
}

impl Default for Diagram {
    fn default() -> Diagram {
        empty()
    }
}

impl Written for DiagramUnit {
    const FORMATS: &[&str] = &[DIAGRAM_FORMAT, POSITION_FORMAT];

    fn named(unit: UnitId) -> DiagramUnit {
        DiagramUnit::Text(unit.to_string())
    }

    fn write(state: &State, unit: UnitId) -> DiagramUnit {
        let details = UnitText::of(state, unit).details(unit);
        if details.is_plain() { DiagramUnit::named(unit) } else { DiagramUnit::Details(details) }
    }

    fn read(&self) -> Result<Vec<UnitText>, String> {
        match self {
            DiagramUnit::Text(text) => UnitText::parse(text),
            DiagramUnit::Details(details) => UnitText::of_details(details).map(|unit| vec![unit]),
        }
    }
}

impl UnitDetails {
    /// Is its id all there is to say?
    fn is_plain(&self) -> bool {
        let UnitDetails { id: _, kind, strength, lost, spent, from, pile, marks } = self;
        let numbers = [lost, spent, pile];
        kind.is_none()
            && strength.is_none()
            && from.is_none()
            && marks.is_empty()
            && numbers.iter().all(|n| **n == 0)
    }
}
