//! `random`: uniform over the kinds of legal action, then over the actions; it ends phases now and then.

use crate::Player;
use pgg_core::chance::below;
use pgg_core::{Action, Legal, Path, State, Targets, UnitSet};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// One in so many choices ends the phase where that is allowed and there is something else to do.
const END_ONE_IN: u32 = 12;

/// A player that knows the rules and nothing else.
pub struct Random {
    rng: ChaCha8Rng,
    legal: Legal,
}

impl Random {
    /// The same seed plays the same.
    pub fn new(seed: u64) -> Random {
        Random { rng: ChaCha8Rng::seed_from_u64(seed), legal: Legal::default() }
    }

    fn below(&mut self, bound: usize) -> usize {
        below(&mut self.rng, bound.max(1) as u32) as usize
    }

    /// Some of the units; at least one if there is one.
    fn some_of(&mut self, units: UnitSet) -> UnitSet {
        let forced = units.iter().nth(self.below(units.len()));
        let mut some: UnitSet = units.iter().filter(|_| below(&mut self.rng, 2) == 0).collect();
        some.extend_with(forced);
        some
    }

    fn overrun(&mut self) -> Action {
        let option = pick(&mut self.rng, &self.legal.overruns);
        let mut units = self.some_of(option.units);
        let capable = option.units.and(&self.legal.capable);
        if !units.meets(&capable) {
            units.extend_with(capable.first());
        }
        Action::Overrun { units, target: option.target }
    }

    fn attack(&mut self) -> Action {
        let first = pick(&mut self.rng, &self.legal.attacks);
        let mut targets = Targets::one(first.target);
        let mut able = first.units;
        // Now and then several hexes at once [9.23].
        for other in self.legal.attacks.clone() {
            let both = able.and(&other.units);
            if !targets.contains(other.target) && both.meets(&self.legal.capable) && self.below(4) == 0 {
                targets.push(other.target);
                able = both;
            }
        }
        let capable = able.and(&self.legal.capable);
        let mut units = self.some_of(capable);
        // Leaders of the hexes take part if they can, which is always allowed.
        for duty in &self.legal.duties {
            if duty.stack.meets(&units) {
                units = units.or(&duty.leaders.and(&able));
            }
        }
        Action::Attack { targets, units }
    }
}

fn pick<T: Copy>(rng: &mut ChaCha8Rng, list: &[T]) -> T {
    list[below(rng, list.len() as u32) as usize]
}

/// A unit more, if there is one.
trait Extend {
    fn extend_with(&mut self, unit: Option<pgg_core::UnitId>);
}

impl Extend for UnitSet {
    fn extend_with(&mut self, unit: Option<pgg_core::UnitId>) {
        if let Some(unit) = unit {
            self.insert(unit);
        }
    }
}

impl Player for Random {
    fn choose(&mut self, state: &State) -> Action {
        let mut legal = std::mem::take(&mut self.legal);
        state.legal_into(&mut legal);
        self.legal = legal;
        let others = &self.legal.others;
        let can_end = others.last() == Some(&Action::Done);
        let rest = others.len() - usize::from(can_end);
        // The other kinds come one after another in the list.
        let mut kinds: [(usize, usize); 8] = [(0, 0); 8];
        let mut count = 0;
        for n in 0..rest {
            if count == 0 || others[n].kind() != others[kinds[count - 1].0].kind() {
                if count == kinds.len() {
                    break;
                }
                kinds[count] = (n, n);
                count += 1;
            }
            kinds[count - 1].1 = n + 1;
        }
        let lists = [
            !self.legal.steps.is_empty(),
            !self.legal.rides.is_empty(),
            !self.legal.overruns.is_empty(),
            !self.legal.attacks.is_empty(),
        ];
        let all = count + lists.iter().filter(|&&l| l).count();
        if can_end && (all == 0 || self.below(END_ONE_IN as usize) == 0) {
            return Action::Done;
        }
        let mut kind = self.below(all);
        if kind < count {
            let (from, to) = kinds[kind];
            return pick(&mut self.rng, &self.legal.others[from..to]);
        }
        kind -= count;
        let list = (0..4).filter(|&l| lists[l]).nth(kind);
        match list {
            Some(0) => {
                let (unit, to) = pick(&mut self.rng, &self.legal.steps);
                Action::Move { units: UnitSet::one(unit), path: Path::one(to) }
            }
            Some(1) => {
                let (unit, to) = pick(&mut self.rng, &self.legal.rides);
                Action::Ride { unit, path: Path::one(to) }
            }
            Some(2) => self.overrun(),
            Some(3) => self.attack(),
            _ => Action::Done,
        }
    }
}
