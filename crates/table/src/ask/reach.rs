//! Where units can go: on foot, by rail, and what bars their way.

use super::not_asked;
use pgg_core::analysis::reach::{Reach, StackReach};
use pgg_core::game::chance::NoMore;
use pgg_core::rules::movement::overrun::OVERRUN_COST;
use pgg_core::{Action, Direction, Hex, Illegal, Path, Question, State, UnitId, UnitSet, data};
use serde::Serialize;

/// Where units can go together.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReachView {
    /// Where they are.
    pub start: Hex,
    /// Half-points left to each; the least of them.
    pub left: u8,
    /// What they can reach.
    pub hexes: Vec<WalkView>,
    /// Steps out of these hexes that are barred.
    pub blocked: Vec<Barred>,
    /// For each Soviet unit, where it can ride [6.3].
    pub rail: Vec<RailView>,
}

/// A hex that can be walked to.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WalkView {
    /// The hex.
    pub hex: Hex,
    /// Half-points of the unit that pays most.
    pub cost: u8,
    /// Half-points left there to the unit that has fewest.
    pub left: u8,
    /// Hexes entered, this one last.
    pub path: Vec<Hex>,
    /// The units must stop there [6.22].
    pub stops: bool,
    /// Entered along a road, at the road rate [6.7a].
    pub road: bool,
    /// All of them have points enough left there for an overrun [6.51].
    pub overrun: bool,
}

/// How far units could walk.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RangeView {
    /// Where they are.
    pub start: Hex,
    /// What they could reach, with the cost in half-points of the unit that pays most.
    pub hexes: Vec<(Hex, u8)>,
}

impl RangeView {
    /// Of units of one hex.
    pub fn of(state: &State, units: UnitSet) -> Result<RangeView, Illegal> {
        let then = state.at_next_movement(units)?;
        let field = then.reach(units)?.field;
        let walks = Walks::new(&then, units, &field);
        Ok(RangeView { start: field.start(), hexes: walks.all().map(|walk| (walk.hex, walk.cost)).collect() })
    }
}

/// A step that is barred, and why.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Barred {
    /// From a hex that can be reached.
    pub from: Hex,
    /// To this one.
    pub hex: Hex,
    /// The rule.
    pub why: Illegal,
}

/// Where a unit can ride, or why it cannot.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RailView {
    /// The unit.
    pub unit: UnitId,
    /// Hexes with their cost in rail points [6.33].
    pub hexes: Vec<RideView>,
    /// Why it may not ride at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub refused: Option<Illegal>,
}

/// A hex that can be ridden to.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[allow(missing_docs)]
pub struct RideView {
    pub hex: Hex,
    pub cost: u8,
    pub path: Vec<Hex>,
}

impl ReachView {
    /// Of units of one hex.
    pub fn of(state: &State, units: UnitSet) -> Result<ReachView, Illegal> {
        if state.decision().is_none_or(|d| d.question != Question::Move) {
            return Err(not_asked(state, "6.24"));
        }
        let reach = state.reach(units)?;
        let walks = Walks::new(state, units, &reach.field);
        let hexes: Vec<WalkView> = walks
            .all()
            .map(|Walk { hex, path, cost, left }| WalkView {
                hex,
                cost,
                left,
                path: path.iter().collect(),
                stops: reach.stops.contains(hex),
                road: reach.field.before(hex).is_some_and(|from| by_road(from, hex)),
                overrun: left >= OVERRUN_COST,
            })
            .collect();
        let reached = std::iter::once(reach.field.start()).chain(hexes.iter().map(|walk| walk.hex));
        let blocked = reached.flat_map(|from| barred(state, units, &reach, from)).collect();
        let rail = units.and(&UnitSet::SOVIET).iter().map(|unit| rides(state, unit)).collect();
        Ok(ReachView { start: reach.field.start(), left: least_left(state, units), hexes, blocked, rail })
    }
}

/// The walks of a field with what they cost. Units of different kinds pay differently: then each walk is made on a copy.
struct Walks<'a> {
    state: &'a State,
    units: UnitSet,
    field: &'a Reach,
    alike: bool,
}

struct Walk {
    hex: Hex,
    path: Path,
    cost: u8,
    left: u8,
}

impl<'a> Walks<'a> {
    fn new(state: &'a State, units: UnitSet, field: &'a Reach) -> Walks<'a> {
        let like = |unit: UnitId| (state.kind(unit), state.points_left(unit));
        let alike = units.first().is_none_or(|first| units.iter().all(|unit| like(unit) == like(first)));
        Walks { state, units, field, alike }
    }

    fn all(&self) -> impl Iterator<Item = Walk> + '_ {
        let now = least_left(self.state, self.units);
        self.field.hexes().filter_map(move |(hex, cost)| {
            let path = self.field.path(hex)?;
            let (cost, left) = match self.alike {
                true => (cost, now.saturating_sub(cost)),
                false => self.made(path)?,
            };
            Some(Walk { hex, path, cost, left })
        })
    }

    /// The most that a walk costs one of the units, and the least that is left to one of them.
    fn made(&self, path: Path) -> Option<(u8, u8)> {
        let mut then = *self.state;
        then.apply(&Action::Move { units: self.units, path }, &mut NoMore).ok()?;
        let spent = |unit: UnitId| self.state.points_left(unit).0.saturating_sub(then.points_left(unit).0);
        Some((self.units.iter().map(spent).max()?, least_left(&then, self.units)))
    }
}

/// Half-points of the unit that has fewest.
fn least_left(state: &State, units: UnitSet) -> u8 {
    units.iter().map(|unit| state.points_left(unit).0).min().unwrap_or_default()
}

/// The steps out of a hex of the field that are barred.
fn barred<'a>(
    state: &'a State,
    units: UnitSet,
    reach: &'a StackReach,
    from: Hex,
) -> impl Iterator<Item = Barred> + use<'a> {
    Direction::ALL.into_iter().filter_map(move |direction| {
        let hex = data().map.step(from, direction)?;
        let why = state.barrier(units, reach, from, direction)?;
        Some(Barred { from, hex, why })
    })
}

fn path(field: &Reach, hex: Hex) -> Vec<Hex> {
    field.path(hex).map(|path| path.iter().collect()).unwrap_or_default()
}

/// Does a step follow a road? Not across a river [6.7a].
fn by_road(from: Hex, to: Hex) -> bool {
    from.direction_to(to).is_some_and(|d| {
        let side = data().map.side(from, d);
        side.road() && !side.river()
    })
}

fn rides(state: &State, unit: UnitId) -> RailView {
    match state.rail_reach(unit) {
        Ok(field) => {
            let hexes =
                field.hexes().map(|(hex, cost)| RideView { hex, cost, path: path(&field, hex) }).collect();
            RailView { unit, hexes, refused: None }
        }
        Err(why) => RailView { unit, hexes: Vec::new(), refused: Some(why) },
    }
}
