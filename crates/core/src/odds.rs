//! Odds before the shot: every modifier with its case, both strengths, the column and the chance of each result.
//!
//! Face-down divisions enter with the distribution that public knowledge allows [B]: exactly, by going through all
//! combinations, where those are few; otherwise by a fixed number of samples, always the same ones.

use crate::action::Targets;
use crate::data::data;
use crate::hex::Hex;
use crate::illegal::{Illegal, Reason, illegal, refuse};
use crate::state::State;
use crate::tables::{Column, CombatResult, Edition, Tables};
use crate::unit::{CounterId, Side, UnitId, UnitSet};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::Serialize;

/// Combinations gone through exactly before sampling takes over.
const EXACT_LIMIT: usize = 20_000;
/// Samples otherwise.
const SAMPLES: usize = 2_000;

/// The odds sheet of an attack or overrun.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Odds {
    /// An overrun, at half strength [6.55].
    pub overrun: bool,
    /// Attack strength: mean, least and most.
    pub attack: Range,
    /// Defence strength: mean, least and most.
    pub defense: Range,
    /// Chance of each column, those that can happen.
    pub columns: Vec<(Column, f64)>,
    /// Chance of each result, those that can happen.
    pub results: Vec<(CombatResult, f64)>,
    /// Steps each side loses on the average if nobody retreats [9.7].
    pub losses: Losses,
    /// Chance that no attacker with strength is left [R42].
    pub called_off: f64,
    /// Chance that no defender is left and no die is thrown [R31].
    pub walkover: f64,
    /// Everything that bears on it, with its case.
    pub modifiers: Vec<Modifier>,
    /// Exact, or by samples?
    pub exact: bool,
}

/// A strength that may not be known.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "StrengthRange"))]
pub struct Range {
    /// Mean.
    pub mean: f64,
    /// Least.
    pub least: u32,
    /// Most.
    pub most: u32,
}

/// Steps lost on the average, by results alone: who retreats instead loses fewer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Losses {
    /// By the attacker.
    pub attacker: f64,
    /// By the defender.
    pub defender: f64,
}

/// One line of the sheet.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Modifier {
    /// The case.
    pub case: &'static str,
    /// What it is.
    pub what: ModifierKind,
    /// The units concerned.
    pub units: Vec<UnitId>,
    /// The hex concerned.
    pub hex: Option<Hex>,
    /// By how much: a factor or a number of points.
    pub value: i32,
}

/// What bears on the odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
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

/// How one combination of reveals turns out.
enum Case {
    CalledOff,
    Walkover,
    Fight { attack: u32, defense: u32, attackers: u32, defenders: u32 },
}

impl State {
    /// The odds of an attack or overrun by these units on these hexes, legal or not yet: only adjacency is asked.
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
        let unsupplied = self.out_of_supply(units.or(&defending));
        let mut sums = Sums::default();
        let untried: Vec<UnitId> = units.or(&defending).iter().filter(|&u| self.is_untried(u)).collect();
        let mut state = *self;
        let question = Question { units, targets: *targets, defending, unsupplied, overrun };
        let exact = self.deal_exactly(&mut state, &untried, &question, &mut sums);
        if !exact {
            sums = Sums::default();
            let mut rng = ChaCha8Rng::seed_from_u64(0x5EED);
            for _ in 0..SAMPLES {
                let mut state = *self;
                for &unit in &untried {
                    if let Ok(counter) = state.sample_counter(unit, &mut rng) {
                        state.turn_up(unit, counter);
                    }
                }
                sums.add(state.judge(&question), 1.0 / SAMPLES as f64, self.options.edition);
            }
        }
        Ok(sums.finish(self, overrun, exact, self.modifiers(&question)))
    }

    /// Go through all strengths the untried units may have. False if there are too many, or some came from the dead
    /// pile, whose draws depend on one another.
    fn deal_exactly(
        &self,
        state: &mut State,
        untried: &[UnitId],
        question: &Question,
        sums: &mut Sums,
    ) -> bool {
        let mut combinations = 1usize;
        for &unit in untried {
            if self.from_dead_pile(unit) {
                return false;
            }
            let possible: Vec<CounterId> = self.never_seen(self.kind(unit)).iter().collect();
            let classes = classes(&possible, question.units.contains(unit));
            combinations = combinations.saturating_mul(classes.len().max(1));
        }
        if combinations > EXACT_LIMIT {
            return false;
        }
        deal(state, untried, question, 1.0, sums);
        true
    }

    /// Attackers and defenders left after the reveal [9.0, step 4], on a state where all are face up.
    fn after_reveal(&self, question: &Question) -> (UnitSet, UnitSet) {
        let no_strength = |u: UnitId| u.is_division() && self.strength(u) == Some((0, 0));
        let mut attackers: UnitSet =
            question.units.iter().filter(|&u| u.is_leader() || self.attack(u) > 0).collect();
        for leader in attackers.and(&UnitSet::LEADER) {
            let Some(hex) = self.hex(leader) else { continue };
            let stays = |u: UnitId| self.is_attack_capable(u);
            if !self.side_in(Side::Soviet, hex).iter().any(stays) {
                attackers.remove(leader);
            }
        }
        let defenders: UnitSet =
            question.defending.iter().filter(|&u| !no_strength(u) && !self.is_retreated(u)).collect();
        (attackers, defenders)
    }

    fn judge(&self, question: &Question) -> Case {
        let (attackers, defenders) = self.after_reveal(question);
        if !attackers.iter().any(|u| self.attack(u) > 0) {
            return Case::CalledOff;
        }
        if defenders.is_empty() {
            return Case::Walkover;
        }
        Case::Fight {
            attack: self.attack_strength(attackers, &question.unsupplied, question.overrun),
            defense: self.defense_strength(&question.targets, defenders, attackers, &question.unsupplied),
            attackers: self.steps_of(attackers),
            defenders: self.steps_of(defenders),
        }
    }

    fn steps_of(&self, units: UnitSet) -> u32 {
        units.iter().map(|unit| u32::from(self.steps_left(unit))).sum()
    }

    fn modifiers(&self, question: &Question) -> Vec<Modifier> {
        let mut all = Vec::new();
        let mut add = |case, what, units: UnitSet, hex, value| {
            all.push(Modifier { case, what, units: units.iter().collect(), hex, value });
        };
        let both = question.units.or(&question.defending);
        for hex in self.hexes_of(question.units).iter().chain(question.targets.iter()) {
            let here = self.units_in(hex).and(&both);
            let integrated: UnitSet = here.iter().filter(|&u| self.is_integrated(u)).collect();
            if !integrated.is_empty() {
                add("7.3", ModifierKind::Integrated, integrated, Some(hex), 2);
            }
            let out = here.and(&question.unsupplied);
            if !out.is_empty() {
                add("11.31", ModifierKind::OutOfSupply, out, Some(hex), 2);
            }
            let untried: UnitSet = here.iter().filter(|&u| self.is_untried(u)).collect();
            if !untried.is_empty() {
                add("12.1", ModifierKind::Untried, untried, Some(hex), 0);
            }
        }
        for hex in self.hexes_of(question.units).iter() {
            let here = self.units_in(hex).and(&question.units);
            let leaders = here.and(&UnitSet::LEADER);
            if !leaders.is_empty() {
                let bonus = self.attack_of_hex(here, &question.unsupplied).1;
                add("10.36", ModifierKind::Leader, leaders, Some(hex), bonus as i32);
            }
        }
        for hex in question.targets.iter() {
            let here = self.units_in(hex).and(&question.defending);
            if data().map.doubles_defence(hex) {
                add("9.31", ModifierKind::Terrain, here, Some(hex), 2);
            }
            if self.only_across_rivers(hex, question.units) {
                add("9.32", ModifierKind::River, here, Some(hex), 2);
            }
            let marked: UnitSet = here.iter().filter(|&u| self.is_retreated(u)).collect();
            if !marked.is_empty() {
                add("9.75", ModifierKind::Retreated, marked, Some(hex), 0);
            }
            if here.without(&marked).is_within(&UnitSet::LEADER) && !here.without(&marked).is_empty() {
                add("10.1", ModifierKind::LoneLeader, here.without(&marked), Some(hex), 0);
            }
        }
        if question.overrun {
            add("6.55", ModifierKind::Overrun, question.units, None, 2);
        }
        all
    }
}

/// What is being asked.
struct Question {
    units: UnitSet,
    targets: Targets,
    defending: UnitSet,
    unsupplied: UnitSet,
    overrun: bool,
}

/// Counters alike for the odds, one of each with how many there are: of an attacker only the attack matters, of a
/// defender only the defence. Without strength, a division drops out of either.
fn classes(counters: &[CounterId], attacks: bool) -> Vec<(CounterId, u32)> {
    let roster = &data().roster;
    let key = |c: CounterId| if attacks { roster.counter(c).attack } else { roster.counter(c).defense };
    let mut classes: Vec<(CounterId, u32)> = Vec::new();
    for &counter in counters {
        match classes.iter_mut().find(|(c, _)| key(*c) == key(counter)) {
            Some((_, count)) => *count += 1,
            None => classes.push((counter, 1)),
        }
    }
    classes
}

fn deal(state: &mut State, untried: &[UnitId], question: &Question, weight: f64, sums: &mut Sums) {
    let Some((&unit, rest)) = untried.split_first() else {
        sums.add(state.judge(question), weight, state.options.edition);
        return;
    };
    let possible: Vec<CounterId> = state.never_seen(state.kind(unit)).iter().collect();
    for (counter, count) in classes(&possible, question.units.contains(unit)) {
        let before = *state;
        state.turn_up(unit, counter);
        deal(state, rest, question, weight * f64::from(count) / possible.len() as f64, sums);
        *state = before;
    }
}

/// Steps that one side's part of a result takes of those it has.
fn steps(part: Option<u8>, has: u32) -> f64 {
    f64::from(u32::from(part.unwrap_or(0)).min(has))
}

#[derive(Default)]
struct Sums {
    columns: [f64; 12],
    losses: Losses,
    called_off: f64,
    walkover: f64,
    attack: Option<(f64, u32, u32)>,
    defense: Option<(f64, u32, u32)>,
    weight: f64,
}

impl Sums {
    fn add(&mut self, case: Case, weight: f64, edition: Edition) {
        match case {
            Case::CalledOff => self.called_off += weight,
            Case::Walkover => self.walkover += weight,
            Case::Fight { attack, defense, attackers, defenders } => {
                let column = Tables::column_of(attack, defense);
                self.columns[column.0 as usize] += weight;
                for die in 1..=6 {
                    let result = data().tables.result(edition, column, die);
                    self.losses.attacker += weight / 6.0 * steps(result.attacker(), attackers);
                    self.losses.defender += weight / 6.0 * steps(result.defender(), defenders);
                }
                self.weight += weight;
                for (sum, value) in [(&mut self.attack, attack), (&mut self.defense, defense)] {
                    let (mean, least, most) = sum.unwrap_or((0.0, u32::MAX, 0));
                    *sum = Some((mean + weight * f64::from(value), least.min(value), most.max(value)));
                }
            }
        }
    }

    fn finish(self, state: &State, overrun: bool, exact: bool, modifiers: Vec<Modifier>) -> Odds {
        let range = |sum: Option<(f64, u32, u32)>| match sum {
            Some((mean, least, most)) => Range { mean: mean / self.weight, least, most },
            None => Range { mean: 0.0, least: 0, most: 0 },
        };
        let mut results: Vec<(CombatResult, f64)> = Vec::new();
        let mut columns = Vec::new();
        for (n, &chance) in self.columns.iter().enumerate().filter(|&(_, &c)| c > 0.0) {
            let column = Column(n as u8);
            columns.push((column, chance));
            for die in 1..=6 {
                let result = data().tables.result(state.options.edition, column, die);
                match results.iter_mut().find(|(r, _)| *r == result) {
                    Some((_, sum)) => *sum += chance / 6.0,
                    None => results.push((result, chance / 6.0)),
                }
            }
        }
        Odds {
            overrun,
            attack: range(self.attack),
            defense: range(self.defense),
            columns,
            results,
            losses: self.losses,
            called_off: self.called_off,
            walkover: self.walkover,
            modifiers,
            exact,
        }
    }
}
