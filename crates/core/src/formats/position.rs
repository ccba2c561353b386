//! Positions: any arrangement of units as JSON (part C of the rules).
//!
//! A [`Position`] becomes a [`State`] only through a check that lists all its problems. Fields that are left out
//! have their defaults, so a small situation takes a few lines: `turn`, `phase`, and `units` by hex. A unit is text,
//! a name and then words in any order:
//!
//! | text | means |
//! | --- | --- |
//! | `pz7-25`, `inf6`, `lukin` | a German unit or a Leader, by its [`UnitId`] |
//! | `pz7` | all units of a German division |
//! | `rifle`, `tank`, `mechanised` | a Soviet division, face down; it gets the next free number |
//! | `r12`, `a3 tank` | the same with its number |
//! | `rifle 3-4`, `r12 3-4#2` | face up; `#2` is the second counter of that strength |
//! | `inf6 lost 2` | a German unit that has lost two steps |
//! | `inf6 moved spent 6` | with a mark, and the half-points spent in this phase |
//!
//! `docs/position-format.md` of the repository has the other words, the marks and all fields with their defaults.
//! [`State::to_text`] shows how any state is written.
//!
//! # Example
//!
//! Print all that is wrong with a position:
//!
//! ```
//! # #[cfg(feature = "json")]
//! # {
//! use pgg_core::State;
//!
//! let text = r#"{"turn": 30, "units": {"9999": ["pz7"], "1220": ["inf6 lost 9", "rifle"]}, "colour": 3}"#;
//! let bad = State::from_text(text).expect_err("it is full of mistakes");
//! for problem in &bad.0 {
//!     println!("{}: {}", problem.field, problem.what); // turn: is 30; expected 1 to 12
//! }
//! let fields: Vec<&str> = bad.0.iter().map(|problem| problem.field.as_str()).collect();
//! assert_eq!(fields, ["colour", "units.9999", "turn", "units.1220[0]"]);
//! # }
//! ```

use crate::data::data;
use crate::data::schedule::{Area, Pool};
use crate::game::state::{Combat, Options, Phase, Place, State};
use crate::hex::Hex;
use crate::rules::untried::CounterName;
use crate::unit::{COUNTERS, CounterId, Kind, Side, UnitId, UnitSet};
use serde::{Deserialize, Serialize};
#[cfg(feature = "json")]
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fmt;

mod build;
mod diagram;
mod unit_text;
pub use diagram::{Diagram, DiagramUnit, UnitDetails, UnitMark};
use unit_text::UnitText;

/// The format's name and version.
pub const POSITION_FORMAT: &str = "pgg-position 1";
/// The format of a diagram, a position whose units are typed values.
pub const DIAGRAM_FORMAT: &str = "pgg-diagram 1";
#[cfg(feature = "json")]
/// The longest text read as a position.
pub const POSITION_LIMIT: usize = 1 << 20;

/// A position. Its units are texts; in a diagram they are typed values.
///
/// # Example
///
/// ```
/// use pgg_core::{Position, State};
/// # #[cfg(feature = "json")]
/// # {
/// let position = Position::parse(r#"{"turn": 3, "units": {"1117": ["pz7"], "1218": ["konev"]}}"#)?;
/// let state = State::try_from(&position)?;
/// assert_eq!(state.turn(), 3);
///
/// // What is wrong with a position is said all at once.
/// let bad = State::from_text(r#"{"turn": 30, "units": {"9999": ["pz7"], "1218": ["zhukov"]}}"#).unwrap_err();
/// assert_eq!(bad.0.len(), 3);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "types", schemars(bound = "U: schemars::JsonSchema, Position<U>: Default"))]
#[serde(default, deny_unknown_fields)]
#[serde(bound(deserialize = "U: Deserialize<'de>, Position<U>: Default"))]
pub struct Position<U = String> {
    /// `pgg-position 1`, or `pgg-diagram 1`.
    #[cfg_attr(feature = "types", schemars(extend("const" = Position::<U>::default().format)))]
    pub format: String,
    /// Edition and options.
    pub options: Options,
    /// Game-Turn.
    #[cfg_attr(feature = "types", schemars(range(min = 1, max = crate::rules::sequence::TURNS)))]
    pub turn: u8,
    /// Phase.
    pub phase: Phase,
    /// The phase is ending; stacks over the limit are being reduced.
    pub ending: bool,
    /// Units on the map: hex, then units such as `"pz7"`, `"inf6 lost 2"`, `"rifle 3-4 disrupted"`.
    pub units: BTreeMap<Hex, Vec<U>>,
    /// Units that may enter now.
    pub waiting: Vec<U>,
    /// German units and Leaders that will come by the schedule.
    pub scheduled: Vec<U>,
    /// German units and Leaders eliminated.
    pub dead: Vec<U>,
    /// Leaders that were evacuated, with the turn from which they may return.
    pub evacuated: BTreeMap<String, u8>,
    /// Do scheduled Soviet divisions and the provisional die still come?
    pub schedule: bool,
    /// Soviet divisions owed, by area.
    pub owed: BTreeMap<Area, Owed>,
    /// The die of the provisional division that is still to enter.
    pub provisional: Option<u8>,
    /// Front divisions called in the game.
    pub front: u8,
    /// Front divisions called this turn.
    pub front_this_turn: u8,
    /// Air Interdiction markers.
    pub air: Vec<Hex>,
    /// The Soviet Interdiction marker.
    pub soviet_marker: Option<Hex>,
    /// Turns in which it was used.
    pub soviet_marker_uses: u8,
    /// Rail Cut markers.
    pub rail_cuts: Vec<Hex>,
    /// Rail hexes repaired this turn.
    pub rail_repaired: Vec<Hex>,
    /// Rail capacity used, of eight.
    pub rail_used: u8,
    /// Objective hexes under German control; if not given, those with a German unit in them.
    pub german_control: Option<Vec<Hex>>,
    /// The turn since which Smolensk is German; 0 if it is not.
    pub smolensk_since: u8,
    /// Objectives the German occupied at the end of his last Player-Turn.
    pub occupied: Vec<String>,
    /// Cities recaptured.
    pub recaptures: u8,
    /// Leaders evacuated in the game.
    pub evacuations: u8,
    /// One was evacuated this turn.
    pub evacuated_this_turn: bool,
    /// Counters that went to the dead pile face up, each with one more than the number of draws made from it
    /// before.
    pub dead_pile: Vec<DeadCounter>,
    /// Counters that went there face down, by kind, with the same numbers.
    pub dead_unseen: BTreeMap<Kind, Vec<u8>>,
    /// Draws made from the dead pile.
    pub pile_draws: u8,
    /// The history of the dead pile, as `State::to_text` writes it; if not given, one that fits `dead_pile`.
    pub pile_log: Vec<u8>,
    /// The next number for a rifle and an armoured division.
    pub next: [u8; 2],
    /// The active group.
    pub group: GroupText,
    /// Units of the 13th and 20th Armies that have to march.
    pub marching: Vec<String>,
    /// Units of the 16th and of the 19th Army that stand.
    pub standing: [Vec<String>; 2],
    /// A combat being resolved.
    pub combat: Option<Combat>,
}

/// How a position writes a unit.
trait Written: Sized {
    /// The format that it writes, and others that it reads.
    const FORMATS: &[&str];
    /// Its id alone.
    fn named(unit: UnitId) -> Self;
    fn write(state: &State, unit: UnitId) -> Self;
    /// The units it names: one, or all of a German division.
    fn read(&self) -> Result<Vec<UnitText>, String>;
}

impl Written for String {
    const FORMATS: &[&str] = &[POSITION_FORMAT];

    fn named(unit: UnitId) -> String {
        unit.to_string()
    }

    fn write(state: &State, unit: UnitId) -> String {
        UnitText::of(state, unit).to_string()
    }

    fn read(&self) -> Result<Vec<UnitText>, String> {
        UnitText::parse(self)
    }
}

impl Default for Position {
    fn default() -> Position {
        empty()
    }
}

fn empty<U: Written>() -> Position<U> {
    Position {
        format: U::FORMATS[0].to_owned(),
        options: Options::default(),
        turn: 1,
        phase: Phase::SovietMovement,
        ending: false,
        units: BTreeMap::new(),
        waiting: Vec::new(),
        scheduled: Vec::new(),
        dead: Vec::new(),
        evacuated: BTreeMap::new(),
        schedule: false,
        owed: BTreeMap::new(),
        provisional: None,
        front: 0,
        front_this_turn: 0,
        air: Vec::new(),
        soviet_marker: None,
        soviet_marker_uses: 0,
        rail_cuts: Vec::new(),
        rail_repaired: Vec::new(),
        rail_used: 0,
        german_control: None,
        smolensk_since: 0,
        occupied: Vec::new(),
        recaptures: 0,
        evacuations: 0,
        evacuated_this_turn: false,
        dead_pile: Vec::new(),
        dead_unseen: BTreeMap::new(),
        pile_draws: 0,
        pile_log: Vec::new(),
        next: [0; 2],
        group: GroupText::default(),
        marching: Vec::new(),
        standing: [Vec::new(), Vec::new()],
        combat: None,
    }
}

/// Divisions owed at an area.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Owed {
    /// Rifle divisions.
    pub rifle: u8,
    /// Armoured divisions.
    pub armoured: u8,
}

/// A counter in the dead pile: `"rifle 3-4#1"`, or with the number of draws before, plus one, `"rifle 3-4#1 @2"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string"))]
pub struct DeadCounter {
    /// Which.
    pub counter: CounterName,
    /// Draws made from the pile before it came there, plus one.
    pub buried: u8,
}

impl fmt::Display for DeadCounter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.counter)?;
        if self.buried != 1 { write!(f, " @{}", self.buried) } else { Ok(()) }
    }
}

impl Serialize for DeadCounter {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for DeadCounter {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<DeadCounter, D::Error> {
        let text = String::deserialize(d)?;
        let (name, buried) = match text.split_once(" @") {
            Some((name, n)) => (name, n.parse().map_err(serde::de::Error::custom)?),
            None => (text.as_str(), 1),
        };
        let counter = name.parse().map_err(serde::de::Error::custom)?;
        Ok(DeadCounter { counter, buried })
    }
}

/// The active group.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct GroupText {
    /// Those that have moved.
    pub units: Vec<String>,
    /// Where they began.
    pub start: Option<Hex>,
    /// They entered the map there.
    pub entering: bool,
    /// The rail hex that may be cut.
    pub cuttable: Option<Hex>,
}

/// All problems of a position.
///
/// # Example
///
/// ```
/// # #[cfg(all(feature = "formats", feature = "json"))]
/// # {
/// use pgg_core::State;
///
/// let text = r#"{"turn": 13, "units": {"1222": ["inf6", "r1 3-4"]}}"#;
/// let bad = State::from_text(text).expect_err("two things are wrong");
/// let fields: Vec<&str> = bad.0.iter().map(|problem| problem.field.as_str()).collect();
/// assert_eq!(fields, ["turn", "units.1222"]);
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadPosition(pub Vec<Problem>);

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[non_exhaustive]
pub struct Problem {
    /// The field, such as `units.1222[0]`.
    pub field: String,
    /// What is wrong and what was expected.
    pub what: String,
}

impl fmt::Display for BadPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, Problem { field, what }) in self.0.iter().enumerate() {
            let separator = if n == 0 { "" } else { "\n" };
            write!(f, "{separator}{field}: {what}")?;
        }
        Ok(())
    }
}

impl std::error::Error for BadPosition {}

#[cfg(feature = "json")]
impl Position {
    /// Reads a position from JSON text. This checks the form alone; `State::try_from` checks the content, and
    /// [`State::from_text`] does both and lists all problems together.
    pub fn parse(text: &str) -> Result<Position, BadPosition> {
        let (position, problems) = Position::read(text);
        if problems.is_empty() { Ok(position) } else { Err(BadPosition(problems)) }
    }

    /// Reads the valid fields, and lists the problems of all others.
    fn read(text: &str) -> (Position, Vec<Problem>) {
        let nothing =
            |what: String| (Position::default(), vec![Problem { field: "position".to_owned(), what }]);
        if text.len() > POSITION_LIMIT {
            return nothing(format!("the text is longer than {POSITION_LIMIT} bytes"));
        }
        let object = match serde_json::from_str(text) {
            Ok(Value::Object(object)) => object,
            Ok(_) => return nothing("expected a JSON object such as {\"turn\": 7, …}".to_owned()),
            Err(error) => return nothing(error.to_string()),
        };
        let mut problems = Vec::new();
        let mut good = Map::new();
        for (key, value) in object {
            match read_alone(&key, value.clone()) {
                Ok(_) => {
                    good.insert(key, value);
                }
                Err(what) => {
                    problems.extend(name_faults(&key, &value, what));
                    // The remaining entries may have problems of their own.
                    good.extend(readable(&key, value).map(|rest| (key, rest)));
                }
            }
        }
        let position = serde_json::from_value(Value::Object(good)).unwrap_or_default();
        (position, problems)
    }

    /// As a JSON value, without defaults.
    pub fn to_json(&self) -> Value {
        let value = serde_json::to_value(self).unwrap_or_default();
        let defaults = serde_json::to_value(Position::<String>::default()).unwrap_or_default();
        let mut object = Map::new();
        if let (Value::Object(all), Value::Object(usual)) = (value, defaults) {
            for (key, value) in all {
                let always = matches!(key.as_str(), "format" | "turn" | "phase");
                if always || usual.get(&key) != Some(&value) {
                    object.insert(key, value);
                }
            }
        }
        Value::Object(object)
    }
}

/// A position with this field alone.
#[cfg(feature = "json")]
fn read_alone(key: &str, value: Value) -> Result<Position, String> {
    let object = Map::from_iter([(key.to_owned(), value)]);
    serde_json::from_value(Value::Object(object)).map_err(|e| e.to_string())
}

/// The entries of an object that can be read, one by one.
#[cfg(feature = "json")]
fn readable(key: &str, value: Value) -> Option<Value> {
    let Value::Object(entries) = value else { return None };
    let alone = |name: &str, value: &Value| Value::Object(Map::from_iter([(name.to_owned(), value.clone())]));
    let rest: Map<String, Value> =
        entries.into_iter().filter(|(name, value)| read_alone(key, alone(name, value)).is_ok()).collect();
    // A combat cannot be read entry by entry, nor in part.
    (key != "combat").then_some(Value::Object(rest))
}

/// What is wrong with a field; for an object, with which of its entries, if that can be found out.
#[cfg(feature = "json")]
fn name_faults(key: &str, value: &Value, what: String) -> Vec<Problem> {
    let problem = |field: String, what: String| Problem { field, what };
    let Value::Object(entries) = value else { return vec![problem(short(key), what)] };
    let one = |(name, value): (&String, &Value)| {
        let entry = Value::Object(Map::from_iter([(name.clone(), value.clone())]));
        read_alone(key, entry).err().map(|what| problem(format!("{}.{}", short(key), short(name)), what))
    };
    let faults: Vec<Problem> = entries.iter().filter_map(one).collect();
    // A combat cannot be read entry by entry: every entry would seem wrong.
    if faults.is_empty() || (key == "combat") { vec![problem(short(key), what)] } else { faults }
}

#[cfg(feature = "json")]
impl State {
    /// The text form: JSON from which [`State::from_text`] makes an equal state.
    pub fn to_text(&self) -> String {
        serde_json::to_string_pretty(&Position::from(self).to_json()).unwrap_or_default()
    }

    /// Reads the text form, or a handwritten position. The error lists everything that is wrong with it.
    pub fn from_text(text: &str) -> Result<State, BadPosition> {
        let (position, mut problems) = Position::read(text);
        match State::try_from(&position) {
            Ok(state) if problems.is_empty() => return Ok(state),
            Ok(_) => {}
            Err(BadPosition(more)) => problems.extend(more),
        }
        Err(BadPosition(problems))
    }
}

impl State {
    /// The binary form.
    pub fn to_bytes(&self) -> Vec<u8> {
        postcard::to_stdvec(&Position::from(self)).unwrap_or_default()
    }

    /// From the binary form.
    pub fn from_bytes(bytes: &[u8]) -> Result<State, BadPosition> {
        let position: Position = postcard::from_bytes(bytes).map_err(|e| {
            BadPosition(vec![Problem { field: "position".to_owned(), what: format!("cannot be read: {e}") }])
        })?;
        State::try_from(&position)
    }
}

impl From<&State> for Position {
    fn from(state: &State) -> Position {
        write(state)
    }
}

/// A position of a state, its units written as `U` does.
fn write<U: Written>(state: &State) -> Position<U> {
    let names = |set: UnitSet| set.iter().map(|u| u.to_string()).collect::<Vec<_>>();
    let mut position = Position {
        options: state.options,
        turn: state.turn,
        phase: state.phase,
        ending: state.ending,
        schedule: state.scheduled,
        provisional: state.provisional,
        front: state.front,
        front_this_turn: state.front_this_turn,
        air: state.air_markers().collect(),
        soviet_marker: state.soviet_marker,
        soviet_marker_uses: state.soviet_marker_uses,
        rail_cuts: state.rail_cuts().collect(),
        rail_repaired: state.repaired.iter().collect(),
        rail_used: state.rail_used,
        smolensk_since: state.smolensk_since.unwrap_or(0),
        recaptures: state.recaptures,
        evacuations: state.evacuations,
        evacuated_this_turn: state.evacuated_this_turn,
        pile_draws: state.memory.pile_draws,
        pile_log: state.memory.log.bytes().to_vec(),
        next: state.memory.next_slot,
        group: GroupText {
            units: names(state.group.units),
            start: state.group.start,
            entering: state.group.entering,
            cuttable: state.group.cuttable,
        },
        marching: names(state.marching),
        standing: [names(state.standing[0]), names(state.standing[1])],
        combat: state.combat,
        ..empty()
    };
    for unit in UnitId::all() {
        let written = || U::write(state, unit);
        match state.place(unit) {
            Place::On(hex) => position.units.entry(hex).or_default().push(written()),
            Place::Waiting => position.waiting.push(written()),
            Place::Scheduled => position.scheduled.push(U::named(unit)),
            Place::Dead => position.dead.push(U::named(unit)),
            Place::Off | Place::Evacuated => {}
        }
        if let Some(turn) = state.return_turn(unit) {
            position.evacuated.insert(unit.to_string(), turn);
        }
    }
    for area in [Area::V, Area::W, Area::X, Area::Z] {
        let owed = Owed { rifle: state.owed(area, Pool::Rifle), armoured: state.owed(area, Pool::Armoured) };
        if owed != Owed::default() {
            position.owed.insert(area, owed);
        }
    }
    let victory = &data().victory;
    position.german_control = Some(
        victory
            .objective_hexes()
            .iter()
            .copied()
            .filter(|&h| state.controller(h) == Some(Side::German))
            .collect(),
    );
    let occupied = |(n, _): &(usize, _)| state.occupied_objectives.contains(*n);
    position.occupied =
        victory.objectives().iter().enumerate().filter(occupied).map(|(_, o)| o.id.clone()).collect();
    for counter in CounterId::all() {
        let buried = state.memory.buried[counter.index()];
        if buried > 0 {
            position.dead_pile.push(DeadCounter { counter: CounterName::of(counter), buried });
        }
    }
    for kind in [Kind::Rifle, Kind::Tank, Kind::Mechanised] {
        let unseen = state.unseen(kind);
        if !unseen.is_empty() {
            position.dead_unseen.insert(kind, unseen.to_vec());
        }
    }
    position
}

/// The beginning of a text, for messages.
fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

const _: () = assert!(COUNTERS <= 128);
