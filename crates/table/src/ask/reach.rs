//! Where units can go: on foot, by rail, and what bars their way.

use super::not_asked;
use pgg_core::analysis::reach::{Reach, StackReach};
use pgg_core::game::chance::NoMore;
use pgg_core::rules::movement::overrun::OVERRUN_COST;
use pgg_core::{
    Action, Case, Direction, Hex, HexSet, Illegal, Path, Question, Reason, State, UnitId, UnitSet, data,
};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::iter::once;

/// Where units can go together. It is sent for every stack that a player inspects, so it is compact: paths as
/// predecessors, and barred hexes by code.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReachView {
    /// Where they are.
    pub start: Hex,
    /// Half-points left to the unit that has fewest.
    pub left: u8,
    /// The hexes in reach, cheapest first.
    pub hexes: Vec<WalkView>,
    /// Of these, where the units must stop [6.22].
    pub stops: Vec<Hex>,
    /// Of these, those entered along a road, at the road rate [6.7a].
    pub road: Vec<Hex>,
    /// Enemies that can be overrun, each with the hexes to do it from, the best first [6.51].
    pub targets: Vec<(Hex, Vec<Hex>)>,
    /// What is not reached.
    pub barred: BarredView,
    /// Where Soviet units can ride [6.3]; units with the same reach are listed together.
    pub rail: Vec<RailView>,
}

/// Hexes that can be reached at one cost: the half-points of the unit that pays most, the half-points left to
/// the unit that has fewest, and the hexes.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WalkView(pub u8, pub u8, pub Vec<Entered>);

/// A hex and the side by which a cheapest path enters it: `1222sw` is entered from 1123. Sides are n, ne, se,
/// s, sw, nw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "types", ts(as = "String"), schemars(with = "String"))]
pub struct Entered {
    /// The hex.
    pub hex: Hex,
    /// Its predecessor on the path.
    pub from: Hex,
}

impl Serialize for Entered {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let side = match self.hex.direction_to(self.from) {
            Some(Direction::N) => "n",
            Some(Direction::NE) => "ne",
            Some(Direction::SE) => "se",
            Some(Direction::S) => "s",
            Some(Direction::SW) => "sw",
            Some(Direction::NW) => "nw",
            None => "", // where a way begins
        };
        serializer.collect_str(&format_args!("{}{side}", self.hex))
    }
}

/// Why adjacent hexes are out of reach. Of several reasons the simplest is given: one that bars the hex itself
/// before one that bars the path to it.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BarredView {
    /// Too few points [6.12].
    pub far: Vec<Hex>,
    /// Enemy zones of control stop the march before them [6.22, 8.13].
    pub zone: Vec<Hex>,
    /// Enemies that no overrun can reach [6.51].
    pub enemies: Vec<Hex>,
    /// By any other rule.
    pub others: Vec<(Hex, Illegal)>,
    /// The cases of these lists.
    pub cases: BarredCases,
    /// Why the units can take no step at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub stuck: Option<Illegal>,
}

/// The case that bars the hexes of each list, and that of a hex to which no ride leads.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BarredCases {
    /// Too few points.
    #[cfg_attr(feature = "types", ts(as = "String"), schemars(with = "String"))]
    pub far: Case,
    /// Enemy zones of control.
    #[cfg_attr(feature = "types", ts(as = "String"), schemars(with = "String"))]
    pub zone: Case,
    /// No overrun reaches it.
    #[cfg_attr(feature = "types", ts(as = "String"), schemars(with = "String"))]
    pub enemies: Case,
    /// No ride leads there.
    #[cfg_attr(feature = "types", ts(as = "String"), schemars(with = "String"))]
    pub ride: Case,
}

impl Default for BarredCases {
    fn default() -> BarredCases {
        BarredCases { far: Case("6.12"), zone: Case("8.13"), enemies: Case("6.51"), ride: Case("6.33") }
    }
}

/// How far units could walk.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RangeView {
    /// Where they are.
    pub start: Hex,
    /// The hexes in range, with the cost in half-points of the unit that pays most.
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

/// Where units can ride, or why they cannot.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RailView {
    /// The units.
    pub units: Vec<UnitId>,
    /// Where they can ride to, the cheapest first.
    pub hexes: Vec<RideView>,
    /// Why they may not ride at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub refused: Option<Illegal>,
}

/// Hexes that can be ridden to at one cost in rail points [6.33].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RideView(pub u8, pub Vec<Entered>);

impl ReachView {
    /// Of units of one hex.
    pub fn of(state: &State, units: UnitSet) -> Result<ReachView, Illegal> {
        if state.decision().is_none_or(|d| d.question != Question::Move) {
            return Err(not_asked(state, "6.24"));
        }
        let reach = state.reach(units)?;
        let start = reach.field.start();
        let walks: Vec<Walk> = Walks::new(state, units, &reach.field).all().collect();
        let border = Border::of(state, units, &reach, &walks);
        let all = || walks.iter().map(|walk| walk.hex);
        let along = |hex: &Hex| reach.field.before(*hex).is_some_and(|from| by_road(from, *hex));
        let paid = alike(walks.iter().map(|walk| ((walk.cost, walk.left), walk.hex)));
        Ok(ReachView {
            start,
            left: least_left(state, units),
            hexes: paid
                .into_iter()
                .map(|((cost, left), hexes)| WalkView(cost, left, entered(&reach.field, hexes)))
                .collect(),
            stops: all().filter(|&hex| reach.stops.contains(hex)).collect(),
            road: all().filter(along).collect(),
            targets: border.targets,
            barred: border.barred,
            rail: rides(state, units),
        })
    }
}

/// Hexes grouped by cost, cheapest first.
fn alike<P: Ord>(hexes: impl Iterator<Item = (P, Hex)>) -> BTreeMap<P, Vec<Hex>> {
    hexes.fold(BTreeMap::new(), |mut all, (price, hex)| {
        all.entry(price).or_insert_with(Vec::new).push(hex);
        all
    })
}

fn entered(field: &Reach, hexes: Vec<Hex>) -> Vec<Entered> {
    let from = |hex| field.before(hex).unwrap_or(field.start());
    hexes.into_iter().map(|hex| Entered { hex, from: from(hex) }).collect()
}

/// The hexes adjacent to those in reach.
#[derive(Default)]
struct Border {
    targets: Vec<(Hex, Vec<Hex>)>,
    barred: BarredView,
}

impl Border {
    fn of(state: &State, units: UnitSet, reach: &StackReach, walks: &[Walk]) -> Border {
        let start = reach.field.start();
        let mut border = Border::default();
        let mut steps = Vec::new();
        // Without a march some of the units may overrun alone; after one all need the points for it.
        for (from, left) in once((start, u8::MAX)).chain(walks.iter().map(|walk| (walk.hex, walk.left))) {
            let beyond = |hex: &Hex| reach.field.cost(*hex).is_none();
            if !from.neighbours().any(|(_, hex)| beyond(&hex)) {
                continue;
            }
            let Some(there) = state.after_walk(units, reach, from) else { continue };
            for direction in Direction::ALL {
                if let Some(why) = there.barrier(units, reach, from, direction)
                    && let Some(hex) = data().map.step(from, direction)
                {
                    steps.push((hex, why));
                }
            }
            if left >= OVERRUN_COST {
                there.overrun_targets(units).iter().for_each(|target| border.target(target, from));
            }
        }
        let taken = |hex| hex != start && state.occupied(state.phase().side()).contains(hex);
        for (_, ways) in &mut border.targets {
            // First free hexes, where a division keeps its integration [7.3]; then the cheapest.
            ways.sort_by_key(|&from| (taken(from), reach.field.cost(from)));
        }
        border.bar(state, &steps);
        if walks.is_empty() {
            border.barred.stuck = commonest(&steps);
        }
        border
    }

    fn target(&mut self, target: Hex, from: Hex) {
        match self.targets.iter_mut().find(|(hex, _)| *hex == target) {
            Some((_, ways)) => ways.push(from),
            None => self.targets.push((target, vec![from])),
        }
    }

    fn bar(&mut self, state: &State, steps: &[(Hex, Illegal)]) {
        let enemy = state.occupied(state.phase().side().enemy());
        let targets: HexSet = self.targets.iter().map(|(hex, _)| *hex).collect();
        let beside: HexSet = steps.iter().map(|(hex, _)| *hex).collect();
        for hex in beside.iter().filter(|&hex| !targets.contains(hex)) {
            let why = || steps.iter().filter(|(to, _)| *to == hex).map(|(_, why)| *why);
            if why().any(|why| matches!(why.reason, Reason::EnemyInHex { .. })) {
                continue; // with the other enemies, below
            }
            let of_the_way =
                |why: &Illegal| matches!(why.reason, Reason::TooFar { .. } | Reason::Stopped { .. });
            if let Some(plain) = why().find(|why| !of_the_way(why)) {
                self.barred.others.push((hex, plain));
            } else if enemy.contains(hex) {
                // Listed with the other enemies.
            } else if why().any(|why| matches!(why.reason, Reason::TooFar { .. })) {
                self.barred.far.push(hex);
            } else {
                self.barred.zone.push(hex);
            }
        }
        let told: HexSet = self.barred.others.iter().map(|(hex, _)| *hex).collect();
        self.barred.enemies = enemy.without(&targets).without(&told).iter().collect();
    }
}

/// The reason that bars most of the steps.
fn commonest(steps: &[(Hex, Illegal)]) -> Option<Illegal> {
    let count = |why: &Illegal| steps.iter().filter(|(_, other)| same_code(other, why)).count();
    // The first of equal ones.
    steps.iter().map(|(_, why)| *why).rev().max_by_key(count)
}

fn same_code(a: &Illegal, b: &Illegal) -> bool {
    std::mem::discriminant(&a.reason) == std::mem::discriminant(&b.reason)
}

/// The walks of a field with their costs. Units of different kinds pay differently; then each walk is made on a
/// copy.
struct Walks<'a> {
    state: &'a State,
    units: UnitSet,
    field: &'a Reach,
    alike: bool,
}

struct Walk {
    hex: Hex,
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
            let (cost, left) = match self.alike {
                true => (cost, now.saturating_sub(cost)),
                false => self.made(self.field.path(hex)?)?,
            };
            Some(Walk { hex, cost, left })
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

/// Does a step follow a road? For movement no road crosses a river [6.7a]: those that supply follows are joins.
fn by_road(from: Hex, to: Hex) -> bool {
    from.direction_to(to).is_some_and(|d| data().map.side(from, d).road())
}

/// Where the Soviet units among these can ride, grouped by reach.
fn rides(state: &State, units: UnitSet) -> Vec<RailView> {
    let mut rail: Vec<RailView> = Vec::new();
    for unit in units.and(&UnitSet::SOVIET) {
        let (hexes, refused): (Vec<RideView>, _) = match state.rail_reach(unit) {
            Ok(field) => {
                let paid = alike(field.hexes().map(|(hex, cost)| (cost, hex)));
                let ride = |(cost, hexes)| RideView(cost, entered(&field, hexes));
                (paid.into_iter().map(ride).collect(), None)
            }
            Err(why) => (Vec::new(), Some(why)),
        };
        match rail.iter_mut().find(|alike| alike.hexes == hexes && alike.refused == refused) {
            Some(alike) => alike.units.push(unit),
            None => rail.push(RailView { units: vec![unit], hexes, refused }),
        }
    }
    rail
}
