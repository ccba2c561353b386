//! Sums over every outcome of the reveal: exactly, or by samples where there are too many.

use super::{Attempt, Losses, Modifier, Odds, Range};
use crate::data::data;
use crate::data::tables::{Column, CombatResult, Edition, Tables};
use crate::game::chance::NoMore;
use crate::game::play::Play;
use crate::game::state::State;
use crate::rules::combat::results::Demand;
use crate::unit::{CounterId, Side, UnitId, UnitSet};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The most combinations that are enumerated; beyond that they are sampled.
const EXACT_LIMIT: usize = 20_000;
/// Samples otherwise.
const SAMPLES: usize = 2_000;
/// An attack comes from no more hexes than a hex has neighbours.
pub(super) const ORIGINS: usize = 6;

/// How one combination of reveals turns out, before the die.
struct Branch {
    /// Steps that the reveal costs each side, the attackers' first.
    removed: [u32; 2],
    then: Then,
}

enum Then {
    CalledOff,
    Walkover,
    Fight(Fight),
}

/// A combat in which the die is thrown.
struct Fight {
    attack: u32,
    defense: u32,
    /// Steps that results can take.
    attackers: u32,
    defenders: u32,
    /// Steps of units marked retreated, which go with any result against the defenders [9.75].
    marked: u32,
    /// What Leaders add, by the hexes attacked from [10.36].
    bonuses: [u32; ORIGINS],
}

impl State {
    /// What the referee would decide, on a state where all units concerned are face up.
    fn judge(&self, attempt: &Attempt) -> Branch {
        let Attempt { side, units, defending, unsupplied, overrun, .. } = *attempt;
        let mut after = *self;
        let mut play = Play { s: &mut after, chance: &mut NoMore, events: &mut Vec::new() };
        let left = play.muster(units, defending, &attempt.targets, overrun);
        let gone = |side: Side| self.steps_of(self.on_map(side).without(&after.on_map(side)));
        let removed = [gone(side), gone(side.enemy())];
        let then = match left {
            None => Then::CalledOff,
            Some((_, defenders)) if defenders.is_empty() => Then::Walkover,
            Some((attackers, defenders)) => {
                let mut bonuses = [0; ORIGINS];
                for (bonus, hex) in bonuses.iter_mut().zip(attempt.origins.iter()) {
                    *bonus = after.attack_of_hex(after.units_in(hex).and(&attackers), &unsupplied).1;
                }
                Then::Fight(Fight {
                    attack: after.attack_strength(attackers, &unsupplied, overrun),
                    defense: after.defense_strength(&attempt.targets, defenders, attackers, &unsupplied),
                    attackers: after.steps_of(attackers),
                    defenders: after.steps_of(defenders),
                    marked: after.steps_of(after.on_map(side.enemy()).and(&defending).without(&defenders)),
                    bonuses,
                })
            }
        };
        Branch { removed, then }
    }

    fn steps_of(&self, units: UnitSet) -> u32 {
        units.iter().map(|unit| u32::from(self.steps_left(unit))).sum()
    }
}

impl Fight {
    /// Steps that a result costs attackers and defenders if they always take the loss [9.6].
    fn losses(&self, result: CombatResult) -> (u32, u32) {
        if result == CombatResult::Eng {
            return (self.attackers.min(1), self.defenders.min(1)); // [9.67] marked units pay nothing [R52]
        }
        let steps = |demand: Option<Demand>, has: u32| match demand {
            Some(Demand::StepsOrHexes(n)) => u32::from(n).min(has),
            Some(Demand::Elimination) => has,
            None => 0,
        };
        let marked = if result.defender().is_some() { self.marked } else { 0 };
        (steps(result.attacker(), self.attackers), steps(result.defender(), self.defenders) + marked)
    }
}

/// Groups of counters that are equal for the odds, one of each with its number. Of a defender only the defence
/// matters; of an attacker only the attack, and without it whether he is removed or withdraws [12.3].
fn classes(counters: &[CounterId], attacks: bool) -> Vec<(CounterId, u32)> {
    let roster = &data().roster;
    let key = |c: CounterId| {
        let counter = roster.counter(c);
        if attacks { (counter.attack, counter.defense > 0) } else { (counter.defense, true) }
    };
    let mut classes: Vec<(CounterId, u32)> = Vec::new();
    for &counter in counters {
        match classes.iter_mut().find(|(c, _)| key(*c) == key(counter)) {
            Some((_, count)) => *count += 1,
            None => classes.push((counter, 1)),
        }
    }
    classes
}

/// A sum of values with their weights, and their bounds.
#[derive(Clone, Copy)]
struct Spread {
    sum: f64,
    least: u32,
    most: u32,
}

impl Spread {
    const NONE: Spread = Spread { sum: 0.0, least: u32::MAX, most: 0 };

    fn add(&mut self, value: u32, weight: f64) {
        self.sum += weight * f64::from(value);
        self.least = self.least.min(value);
        self.most = self.most.max(value);
    }

    /// Least and most; nothing if nothing was added.
    fn bounds(&self) -> (u32, u32) {
        (self.least.min(self.most), self.most)
    }
}

/// The sums over all outcomes.
pub(super) struct Tally {
    edition: Edition,
    exact: bool,
    columns: [f64; 12],
    losses: Losses,
    called_off: f64,
    walkover: f64,
    /// Of the combats in which the die is thrown.
    weight: f64,
    attack: Spread,
    defense: Spread,
    bonuses: [Spread; ORIGINS],
}

impl Tally {
    fn new(edition: Edition) -> Tally {
        Tally {
            edition,
            exact: true,
            columns: [0.0; 12],
            losses: Losses::default(),
            called_off: 0.0,
            walkover: 0.0,
            weight: 0.0,
            attack: Spread::NONE,
            defense: Spread::NONE,
            bonuses: [Spread::NONE; ORIGINS],
        }
    }

    pub(super) fn of(state: &State, attempt: &Attempt) -> Tally {
        let mut tally = Tally::new(state.options.edition);
        let both = attempt.units.or(&attempt.defending);
        let untried: Vec<UnitId> = both.iter().filter(|&u| state.is_untried(u)).collect();
        if few_combinations(state, &untried, attempt) {
            tally.deal(&mut state.clone(), &untried, attempt, 1.0);
            return tally;
        }
        tally.exact = false;
        let mut rng = ChaCha8Rng::seed_from_u64(0x5EED);
        for _ in 0..SAMPLES {
            let mut state = *state;
            for &unit in &untried {
                if let Ok(counter) = state.sample_counter(unit, &mut rng) {
                    state.turn_up(unit, counter);
                }
            }
            tally.add(&state.judge(attempt), 1.0 / SAMPLES as f64);
        }
        tally
    }

    /// Go through all strengths the untried units may have.
    fn deal(&mut self, state: &mut State, untried: &[UnitId], attempt: &Attempt, weight: f64) {
        let Some((&unit, rest)) = untried.split_first() else {
            self.add(&state.judge(attempt), weight);
            return;
        };
        let possible: Vec<CounterId> = state.never_seen(state.kind(unit)).iter().collect();
        for (counter, count) in classes(&possible, attempt.units.contains(unit)) {
            let before = *state;
            state.turn_up(unit, counter);
            self.deal(state, rest, attempt, weight * f64::from(count) / possible.len() as f64);
            *state = before;
        }
    }

    fn add(&mut self, branch: &Branch, weight: f64) {
        self.losses.attacker += weight * f64::from(branch.removed[0]);
        self.losses.defender += weight * f64::from(branch.removed[1]);
        let fight = match &branch.then {
            Then::CalledOff => return self.called_off += weight,
            Then::Walkover => return self.walkover += weight,
            Then::Fight(fight) => fight,
        };
        let column = Tables::column_of(fight.attack, fight.defense);
        self.columns[column.0 as usize] += weight;
        for die in 1..=6 {
            let (attacker, defender) = fight.losses(data().tables.result(self.edition, column, die));
            self.losses.attacker += weight / 6.0 * f64::from(attacker);
            self.losses.defender += weight / 6.0 * f64::from(defender);
        }
        self.weight += weight;
        self.attack.add(fight.attack, weight);
        self.defense.add(fight.defense, weight);
        for (spread, &bonus) in self.bonuses.iter_mut().zip(&fight.bonuses) {
            spread.add(bonus, weight);
        }
    }

    /// Least and most that Leaders add, by the hexes attacked from.
    pub(super) fn bonuses(&self) -> [(u32, u32); ORIGINS] {
        self.bonuses.map(|spread| spread.bounds())
    }

    pub(super) fn finish(self, overrun: bool, modifiers: Vec<Modifier>) -> Odds {
        let range = |spread: Spread| {
            let (least, most) = spread.bounds();
            Range { mean: if self.weight > 0.0 { spread.sum / self.weight } else { 0.0 }, least, most }
        };
        let mut results: Vec<(CombatResult, f64)> = Vec::new();
        let mut columns = Vec::new();
        for (n, &chance) in self.columns.iter().enumerate().filter(|&(_, &c)| c > 0.0) {
            let column = Column(n as u8);
            columns.push((column, chance));
            for die in 1..=6 {
                let result = data().tables.result(self.edition, column, die);
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
            exact: self.exact,
        }
    }
}

/// Can all combinations be enumerated? Not if there are too many, or if some units came from the dead pile,
/// whose draws depend on one another.
fn few_combinations(state: &State, untried: &[UnitId], attempt: &Attempt) -> bool {
    let mut combinations = 1usize;
    for &unit in untried {
        if state.from_dead_pile(unit) {
            return false;
        }
        let possible: Vec<CounterId> = state.never_seen(state.kind(unit)).iter().collect();
        let classes = classes(&possible, attempt.units.contains(unit));
        combinations = combinations.saturating_mul(classes.len().max(1));
    }
    combinations <= EXACT_LIMIT
}
