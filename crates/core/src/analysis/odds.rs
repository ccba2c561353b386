//! Odds of a combat before it is fought: every modifier with its case, both strengths, the columns and the
//! chance of each result.
//!
//! Face-down divisions count with the distribution that public knowledge allows (part B of the rules): exactly,
//! by enumerating all combinations, where those are few; otherwise by a fixed number of samples, always the
//! same ones.

use crate::data::data;
use crate::data::tables::{Column, CombatResult};
use crate::game::action::Targets;
use crate::game::illegal::{Illegal, Reason, illegal, refuse};
use crate::game::state::State;
use crate::hex::Hex;
use crate::unit::{Side, UnitId, UnitSet};
use tally::{ORIGINS, Tally};

mod tally;

/// The odds sheet of an attack or overrun.
///
/// # Example
///
/// ```
/// use pgg_core::{Hex, State, Targets};
/// # #[cfg(all(feature = "formats", feature = "json"))]
/// # {
/// let state = State::from_text(
///     r#"{"turn": 7, "phase": "german_combat", "units": {"2215": ["inf6"], "2316": ["rifle 4-5"], "2515": ["konev"]}}"#,
/// )?;
/// let (from, target): (Hex, Hex) = ("2215".parse()?, "2316".parse()?);
/// let odds = state.odds(state.units_in(from), &Targets::one(target), false)?;
/// assert!(odds.exact);
/// let certain: f64 = odds.results.iter().map(|(_, chance)| chance).sum();
/// assert!((certain - 1.0).abs() < 1e-9);
/// for line in &odds.modifiers {
///     println!("[{}] {:?}: {} to {}", line.case, line.what, line.least, line.most);
/// }
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[non_exhaustive]
pub struct Odds {
    /// An overrun, at half strength [6.55].
    pub overrun: bool,
    /// Attack strength: mean, least and most.
    pub attack: Range,
    /// Defence strength: mean, least and most.
    pub defense: Range,
    /// Chance of each possible column.
    pub columns: Vec<(Column, f64)>,
    /// Chance of each possible result.
    pub results: Vec<(CombatResult, f64)>,
    /// Steps each side loses on average.
    pub losses: Losses,
    /// Chance that no attacker with strength is left [12.3, R42].
    pub called_off: f64,
    /// Chance that no defender is left and no die is thrown [12.3, R31].
    pub walkover: f64,
    /// Everything that changes a strength, with its case.
    pub modifiers: Vec<Modifier>,
    /// Exact, or by samples?
    pub exact: bool,
}

/// A strength that may not be known.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "types",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "StrengthRange"),
    schemars(rename = "StrengthRange")
)]
pub struct Range {
    /// Mean.
    pub mean: f64,
    /// Least.
    pub least: u32,
    /// Most.
    pub most: u32,
}

/// Steps lost on average if both sides always take the loss [9.65]; a side that retreats loses fewer. Every
/// cause counts: the result, including the exchange of Eng [9.67]; the reveal, which removes divisions without
/// strength [12.3] and Leaders or 0-1-6 that cannot withdraw [10.23b], even if no die is thrown [R31, R42]; the
/// elimination of units marked retreated [9.75]. A Leader and a Soviet division are one step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[non_exhaustive]
pub struct Losses {
    /// By the attacker.
    pub attacker: f64,
    /// By the defender.
    pub defender: f64,
}

/// One line of the sheet.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[non_exhaustive]
pub struct Modifier {
    /// The case.
    pub case: &'static str,
    /// What it is.
    pub what: ModifierKind,
    /// The units concerned.
    pub units: Vec<UnitId>,
    /// The hex concerned.
    pub hex: Option<Hex>,
    /// By how much at least: a factor or a number of points. It differs from `most` only where it depends on
    /// untried divisions: a Leader adds no more than they have [10.36].
    pub least: u32,
    /// By how much at most.
    pub most: u32,
}

/// What bears on the odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum ModifierKind {
    /// Divisional integration doubles [7.3].
    Integrated,
    /// Out of supply halves [11.31].
    OutOfSupply,
    /// A Leader adds up to his rating [10.36].
    Leader,
    /// Forest or major city doubles the defence [9.31].
    Terrain,
    /// Attacked only across rivers [9.32].
    River,
    /// An overrun attacks at half strength [6.55].
    Overrun,
    /// Marked retreated: adds nothing [9.75].
    Retreated,
    /// Face down: its strength is a distribution [12.1].
    Untried,
    /// Leaders alone defend with their rating [10.1].
    LoneLeader,
}

/// An attack or overrun to be judged.
struct Attempt {
    side: Side,
    units: UnitSet,
    /// The hexes attacked from.
    origins: Targets,
    targets: Targets,
    defending: UnitSet,
    unsupplied: UnitSet,
    overrun: bool,
}

impl State {
    /// The odds of an attack or overrun by these units on these hexes. It need not be legal now; only adjacency
    /// is checked.
    pub fn odds(&self, units: UnitSet, targets: &Targets, overrun: bool) -> Result<Odds, Illegal> {
        let first = units.first().ok_or(illegal("9.11", Reason::NoUnits))?;
        let side = first.side();
        if targets.is_empty() {
            return refuse("9.11", Reason::NoHexes);
        }
        for unit in units {
            let from = self.hex(unit).ok_or(illegal("9.11", Reason::NotOnMap { unit }))?;
            if unit.side() != side {
                return refuse("9.11", Reason::WrongSide { unit, side });
            }
            for to in targets.iter() {
                self.check_adjacent(from, to)?;
            }
        }
        let mut defending = UnitSet::EMPTY;
        for hex in targets.iter() {
            let here = self.side_in(side.enemy(), hex);
            if here.is_empty() {
                return refuse("9.11", Reason::NoEnemy { hex });
            }
            defending = defending.or(&here);
        }
        let attempt = Attempt {
            side,
            units,
            origins: self.hexes_of(units),
            targets: *targets,
            defending,
            unsupplied: self.out_of_supply(units.or(&defending)),
            overrun,
        };
        let tally = Tally::of(self, &attempt);
        let modifiers = self.modifiers(&attempt, tally.bonuses());
        Ok(tally.finish(overrun, modifiers))
    }

    /// All modifiers. `bonuses` are the Leaders' by the hexes attacked from, least and most.
    fn modifiers(&self, attempt: &Attempt, bonuses: [(u32, u32); ORIGINS]) -> Vec<Modifier> {
        let mut all = Vec::new();
        let (double, note) = ((2, 2), (0, 0));
        let mut add = |case, what, units: UnitSet, hex, (least, most)| {
            all.push(Modifier { case, what, units: units.iter().collect(), hex, least, most });
        };
        let both = attempt.units.or(&attempt.defending);
        for hex in attempt.origins.iter().chain(attempt.targets.iter()) {
            let here = self.units_in(hex).and(&both);
            let integrated: UnitSet = here.iter().filter(|&u| self.is_integrated(u)).collect();
            if !integrated.is_empty() {
                add("7.3", ModifierKind::Integrated, integrated, Some(hex), double);
            }
            let out = here.and(&attempt.unsupplied);
            if !out.is_empty() {
                add("11.31", ModifierKind::OutOfSupply, out, Some(hex), double);
            }
            let untried: UnitSet = here.iter().filter(|&u| self.is_untried(u)).collect();
            if !untried.is_empty() {
                add("12.1", ModifierKind::Untried, untried, Some(hex), note);
            }
        }
        for (hex, bonus) in attempt.origins.iter().zip(bonuses) {
            let leaders = self.units_in(hex).and(&attempt.units).and(&UnitSet::LEADER);
            if !leaders.is_empty() {
                add("10.36", ModifierKind::Leader, leaders, Some(hex), bonus);
            }
        }
        for hex in attempt.targets.iter() {
            let here = self.units_in(hex).and(&attempt.defending);
            if data().map.doubles_defence(hex) {
                add("9.31", ModifierKind::Terrain, here, Some(hex), double);
            }
            if self.only_across_rivers(hex, attempt.units) {
                add("9.32", ModifierKind::River, here, Some(hex), double);
            }
            let marked: UnitSet = here.iter().filter(|&u| self.is_retreated(u)).collect();
            if !marked.is_empty() {
                add("9.75", ModifierKind::Retreated, marked, Some(hex), note);
            }
            if here.without(&marked).is_within(&UnitSet::LEADER) && !here.without(&marked).is_empty() {
                add("10.1", ModifierKind::LoneLeader, here.without(&marked), Some(hex), note);
            }
        }
        if attempt.overrun {
            add("6.55", ModifierKind::Overrun, attempt.units, None, double);
        }
        all
    }
}
