//! A random legal action, [`Legal::sample`]: uniform over the kinds of action, then over the actions. It serves the
//! `random` player, the tests of the laws and the fuzzer.

use crate::game::action::{Action, Path, Targets};
use crate::game::chance::below;
use crate::game::legal::Legal;
use crate::unit::{UnitId, UnitSet};
use rand_chacha::rand_core::Rng;

fn pick<T: Copy>(rng: &mut impl Rng, list: &[T]) -> T {
    list[below(rng, list.len() as u32) as usize]
}

fn same_kind(a: &Action, b: &Action) -> bool {
    std::mem::discriminant(a) == std::mem::discriminant(b)
}

fn with(mut units: UnitSet, unit: Option<UnitId>) -> UnitSet {
    if let Some(unit) = unit {
        units.insert(unit);
    }
    units
}

/// Some of the units; at least one if there is one.
fn some_of(rng: &mut impl Rng, units: UnitSet) -> UnitSet {
    let forced = units.iter().nth(below(rng, units.len().max(1) as u32) as usize);
    with(units.iter().filter(|_| rng.next_u32() & 1 == 0).collect(), forced)
}

impl Legal {
    /// A random legal action; none if there is none. Where the phase may be ended, one choice in `end_one_in` ends
    /// it, and every choice if there is nothing else to do.
    ///
    /// `Rng` is that of `rand_core` 0.10, so any generator of `rand` 0.10 or `rand_chacha` 0.10 will do.
    ///
    /// # Example
    ///
    /// A random game to its end. The same two seeds always give the same game:
    ///
    /// ```
    /// use pgg_core::{Options, Phase, Seeded, State};
    /// use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
    ///
    /// let mut chance = Seeded::from_number(1941); // the dice and draws
    /// let mut rng = ChaCha8Rng::seed_from_u64(7); // the players
    /// let (mut state, _events) = State::new_game(Options::default(), &mut chance)?;
    /// while let Some(action) = state.legal().sample(&mut rng, 20) {
    ///     state.apply(&action, &mut chance)?;
    /// }
    /// assert_eq!((state.turn(), state.phase()), (12, Phase::GameOver));
    /// println!("{:?}: {} points", state.score().level, state.score().total);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sample(&self, rng: &mut impl Rng, end_one_in: u32) -> Option<Action> {
        let can_end = self.others.last() == Some(&Action::Done);
        let others = &self.others[..self.others.len() - usize::from(can_end)];
        let lists = [
            self.steps.is_empty(),
            self.rides.is_empty(),
            self.overruns.is_empty(),
            self.attacks.is_empty(),
            self.markers.is_empty(),
        ];
        let of_lists = lists.iter().filter(|&&empty| !empty).count();
        // Actions of one kind are adjacent.
        let of_others = others.chunk_by(same_kind).count();
        if can_end && (of_lists + of_others == 0 || below(rng, end_one_in) == 0) {
            return Some(Action::Done);
        }
        if of_lists + of_others == 0 {
            return None;
        }
        let kind = below(rng, (of_lists + of_others) as u32) as usize;
        if let Some(list) = others.chunk_by(same_kind).nth(kind) {
            return Some(pick(rng, list));
        }
        match lists.iter().enumerate().filter(|(_, empty)| !**empty).nth(kind - of_others)?.0 {
            0 => {
                let (unit, to) = pick(rng, &self.steps);
                Some(Action::Move { units: UnitSet::one(unit), path: Path::one(to) })
            }
            1 => {
                let (unit, to) = pick(rng, &self.rides);
                Some(Action::Ride { unit, path: Path::one(to) })
            }
            2 => Some(self.sample_overrun(rng)),
            3 => Some(self.sample_attack(rng)),
            _ => {
                let at = below(rng, self.markers.len() as u32) as usize;
                self.markers.iter().nth(at).map(|hex| Action::Interdict { hex })
            }
        }
    }

    fn sample_overrun(&self, rng: &mut impl Rng) -> Action {
        let option = pick(rng, &self.overruns);
        let capable = option.units.and(&self.capable);
        let units = some_of(rng, option.units);
        let units = if units.meets(&capable) { units } else { with(units, capable.first()) };
        Action::Overrun { units, target: option.target }
    }

    fn sample_attack(&self, rng: &mut impl Rng) -> Action {
        let first = pick(rng, &self.attacks);
        let (mut targets, mut able) = (Targets::one(first.target), first.units);
        // Now and then several hexes at once [9.23].
        for other in &self.attacks {
            let both = able.and(&other.units);
            if !targets.contains(other.target) && both.meets(&self.capable) && below(rng, 4) == 0 {
                targets.push(other.target);
                able = both;
            }
        }
        let mut units = some_of(rng, able.and(&self.capable));
        // All Leaders of the hexes take part, which is always allowed [10.26].
        for duty in &self.duties {
            if duty.stack.meets(&units) {
                units = units.or(&duty.leaders.and(&able));
            }
        }
        Action::Attack { targets, units }
    }
}
