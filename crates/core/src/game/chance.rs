//! Dice and draws: the only source of randomness (part B of the rules).
//!
//! No part of the program holds secrets. The strength of an untried division is settled when it is turned face
//! up, out of what the public state leaves possible (`untried.rs` shows why that is equivalent to drawing when
//! it enters). So a chance source is a stream of numbers and needs no memory of the cup: undo, replay and
//! search cannot get out of step with it, and there is nothing to leak.

use crate::data::data;
use crate::data::schedule::Pool;
use crate::game::event::DieFor;
use crate::game::state::State;
use crate::rules::untried::{CounterName, Dealt};
use crate::unit::{CounterId, Kind, UnitId};
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::Digest;
use std::fmt;

/// A source of dice and draws. [`State::apply`] asks it whenever the rules need chance, with the public state
/// before the outcome.
///
/// # Example
///
/// Implement three methods for a source of your own. This one throws only sixes, and draws from a seed:
///
/// ```
/// use pgg_core::game::event::DieFor;
/// use pgg_core::{Chance, CounterId, Kind, NoChance, Options, Seeded, State, UnitId};
///
/// struct Sixes(Seeded);
///
/// impl Chance for Sixes {
///     fn die(&mut self, _: &State, _: DieFor) -> Result<u8, NoChance> {
///         Ok(6)
///     }
///     fn draw(&mut self, state: &State, unit: UnitId) -> Result<Kind, NoChance> {
///         self.0.draw(state, unit)
///     }
///     fn reveal(&mut self, state: &State, unit: UnitId) -> Result<CounterId, NoChance> {
///         self.0.reveal(state, unit)
///     }
/// }
///
/// let mut chance = Sixes(Seeded::from_number(1941));
/// let (_state, _events) = State::new_game(Options::default(), &mut chance)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Chance {
    /// Throw a die: 1 to 6.
    fn die(&mut self, state: &State, why: DieFor) -> Result<u8, NoChance>;
    /// The kind of armoured division that is drawn from the cup or the dead pile. It is not asked for rifle
    /// divisions, whose draws reveal nothing.
    fn draw(&mut self, state: &State, unit: UnitId) -> Result<Kind, NoChance>;
    /// The counter of an untried division that is revealed.
    fn reveal(&mut self, state: &State, unit: UnitId) -> Result<CounterId, NoChance>;
}

/// A source of fixed outcomes cannot give the one that is needed.
///
/// # Example
///
/// ```
/// use pgg_core::game::chance::NoMore;
/// use pgg_core::{NoChance, Options, State};
///
/// // The divisions of the set-up are drawn [12.1]; here nothing gives them.
/// let refused = State::new_game(Options::default(), &mut NoMore).expect_err("no chance");
/// assert!(matches!(refused, NoChance::UsedUp(_)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoChance {
    /// The list is used up.
    #[error("chance is used up: the next outcome needed is {0}")]
    UsedUp(String),
    /// The next outcome is of another kind.
    #[error("chance does not fit: needed {needed}, given {given}")]
    Mismatch {
        /// What the game asked for.
        needed: String,
        /// What the list had.
        given: String,
    },
    /// The outcome cannot happen now.
    #[error("that outcome is impossible: {0}")]
    Impossible(String),
}

/// One outcome, as records keep it.
///
/// # Example
///
/// ```
/// use pgg_core::Outcome;
///
/// assert_eq!(Outcome::Die(3).to_string(), "a die of 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case", deny_unknown_fields))]
pub enum Outcome {
    /// A die.
    Die(u8),
    /// The kind of an armoured division drawn.
    Draw {
        /// The unit.
        unit: UnitId,
        /// Tank or mechanised.
        kind: Kind,
    },
    /// A division turned face up.
    Reveal {
        /// The unit.
        unit: UnitId,
        /// The counter.
        counter: CounterName,
    },
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Die(die) => write!(f, "a die of {die}"),
            Outcome::Draw { unit, kind } => write!(f, "the kind of {unit}: {kind}"),
            Outcome::Reveal { unit, counter } => write!(f, "the strength of {unit}: {counter}"),
        }
    }
}

/// For a live game: a secret seed and the number of outcomes drawn. The same seed and number give the same
/// outcomes.
///
/// # Example
///
/// ```
/// use pgg_core::{Options, Seeded, State};
///
/// let mut chance = Seeded::new([7; 32]);
/// let published = chance.commitment(); // before the game; the seed itself follows when it is over
/// let (state, _) = State::new_game(Options::default(), &mut chance)?;
///
/// // The same seed gives the same game, and goes on where it was left.
/// let mut again = Seeded::new([7; 32]);
/// assert_eq!(State::new_game(Options::default(), &mut again)?.0, state);
/// assert_eq!(again.commitment(), published);
/// let later = Seeded::resume([7; 32], chance.drawn());
/// assert_eq!(later.drawn(), chance.drawn());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Seeded {
    seed: [u8; 32],
    drawn: u64,
}

impl Seeded {
    /// From a secret seed.
    pub const fn new(seed: [u8; 32]) -> Seeded {
        Seeded { seed, drawn: 0 }
    }

    /// From a small number, for simulations and tests.
    pub fn from_number(number: u64) -> Seeded {
        let mut hash = sha2::Sha256::new();
        hash.update(b"pgg seed ");
        hash.update(number.to_le_bytes());
        Seeded::new(hash.finalize().into())
    }

    /// Resume a game that has drawn this many outcomes from the seed.
    pub const fn resume(seed: [u8; 32], drawn: u64) -> Seeded {
        Seeded { seed, drawn }
    }

    /// The same seed after this many outcomes.
    pub const fn after(self, drawn: u64) -> Seeded {
        Seeded { drawn, ..self }
    }

    /// How many outcomes have been given.
    pub const fn drawn(&self) -> u64 {
        self.drawn
    }

    /// The seed in 64 hex digits, as the end line of a record has it.
    pub fn seed_text(&self) -> String {
        self.seed.iter().map(|b| format!("{b:02x}")).collect()
    }

    /// The hash of the seed, which may be published when the game starts.
    pub fn commitment(&self) -> String {
        sha2::Sha256::digest(self.seed).iter().map(|b| format!("{b:02x}")).collect()
    }

    /// The generator for a draw from the dead pile, always the same for that draw.
    fn pile(&self, draw: u8) -> ChaCha12Rng {
        let mut rng = ChaCha12Rng::from_seed(self.seed);
        rng.set_stream(u64::MAX - u64::from(draw));
        rng
    }

    /// Each outcome has its own stream, so that a game resumes without replaying the numbers before.
    fn next(&mut self) -> ChaCha12Rng {
        let mut rng = ChaCha12Rng::from_seed(self.seed);
        rng.set_stream(self.drawn);
        self.drawn += 1;
        rng
    }
}

/// A number below `bound`, without bias.
pub fn below(rng: &mut impl Rng, bound: u32) -> u32 {
    // Reject the few numbers at the end that would favour small results.
    let limit = u32::MAX - u32::MAX % bound;
    loop {
        let number = rng.next_u32();
        if number < limit {
            return number % bound;
        }
    }
}

impl Chance for Seeded {
    fn die(&mut self, _: &State, _: DieFor) -> Result<u8, NoChance> {
        Ok(below(&mut self.next(), 6) as u8 + 1)
    }

    fn draw(&mut self, state: &State, unit: UnitId) -> Result<Kind, NoChance> {
        state.sample_kind(unit, &mut self.next())
    }

    fn reveal(&mut self, state: &State, unit: UnitId) -> Result<CounterId, NoChance> {
        let mut rng = self.next();
        let dealt =
            state.dealt_from_pile(unit, |draw, count| below(&mut self.pile(draw), count as u32) as usize);
        let counter = match dealt {
            Some(Dealt::Counter(counter)) => Some(counter),
            Some(Dealt::NeverSeen) => state.sample_never_seen(unit, &mut rng),
            None => None,
        };
        counter.map_or_else(|| state.sample_counter(unit, &mut rng), Ok)
    }
}

/// For search: random numbers of any origin, over the outcomes that the public state leaves possible.
///
/// # Example
///
/// ```
/// use pgg_core::{Chance, Options, Sampled, Seeded, State};
/// use pgg_core::game::event::DieFor;
/// use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
///
/// let (state, _events) = State::new_game(Options::default(), &mut Seeded::from_number(1941))?;
/// let mut chance = Sampled(ChaCha8Rng::seed_from_u64(7));
/// assert!((1..=6).contains(&chance.die(&state, DieFor::Combat)?));
/// # Ok::<(), pgg_core::NoChance>(())
/// ```
pub struct Sampled<R>(pub R);

impl<R: Rng> Chance for Sampled<R> {
    fn die(&mut self, _: &State, _: DieFor) -> Result<u8, NoChance> {
        Ok(below(&mut self.0, 6) as u8 + 1)
    }

    fn draw(&mut self, state: &State, unit: UnitId) -> Result<Kind, NoChance> {
        state.sample_kind(unit, &mut self.0)
    }

    fn reveal(&mut self, state: &State, unit: UnitId) -> Result<CounterId, NoChance> {
        state.sample_counter(unit, &mut self.0)
    }
}

/// For replay: the outcomes of a record, each checked against what is possible.
///
/// # Example
///
/// ```
/// use pgg_core::game::event::DieFor;
/// use pgg_core::{Chance, NoChance, Options, Outcome, Recorded, Seeded, State};
///
/// let (state, _events) = State::new_game(Options::default(), &mut Seeded::from_number(1941))?;
/// let outcomes = [Outcome::Die(3), Outcome::Die(9)];
/// let mut chance = Recorded::new(&outcomes);
/// assert_eq!(chance.die(&state, DieFor::Combat), Ok(3));
/// assert!(matches!(chance.die(&state, DieFor::Combat), Err(NoChance::Impossible(_))));
/// assert!(matches!(chance.die(&state, DieFor::Combat), Err(NoChance::UsedUp(_))));
/// # Ok::<(), NoChance>(())
/// ```
pub struct Recorded<'a> {
    outcomes: std::slice::Iter<'a, Outcome>,
}

impl<'a> Recorded<'a> {
    /// Give these, in order.
    pub fn new(outcomes: &'a [Outcome]) -> Recorded<'a> {
        Recorded { outcomes: outcomes.iter() }
    }

    /// Outcomes not asked for.
    pub fn left(&self) -> usize {
        self.outcomes.len()
    }

    fn next(&mut self, needed: impl Fn() -> String) -> Result<Outcome, NoChance> {
        self.outcomes.next().copied().ok_or_else(|| NoChance::UsedUp(needed()))
    }
}

impl Chance for Recorded<'_> {
    fn die(&mut self, _: &State, why: DieFor) -> Result<u8, NoChance> {
        let needed = || format!("a die for {why}");
        match self.next(needed)? {
            Outcome::Die(die @ 1..=6) => Ok(die),
            Outcome::Die(die) => Err(NoChance::Impossible(format!("a die of {die}"))),
            other => Err(NoChance::Mismatch { needed: needed(), given: other.to_string() }),
        }
    }

    fn draw(&mut self, state: &State, unit: UnitId) -> Result<Kind, NoChance> {
        let needed = || format!("the kind of {unit}");
        match self.next(needed)? {
            Outcome::Draw { unit: given, kind } if given == unit => state.check_kind(kind),
            other => Err(NoChance::Mismatch { needed: needed(), given: other.to_string() }),
        }
    }

    fn reveal(&mut self, state: &State, unit: UnitId) -> Result<CounterId, NoChance> {
        let needed = || format!("the strength of {unit}");
        match self.next(needed)? {
            Outcome::Reveal { unit: given, counter } if given == unit => {
                state.check_counter(unit, counter.id())
            }
            other => Err(NoChance::Mismatch { needed: needed(), given: other.to_string() }),
        }
    }
}

/// For tests and examples: dice and strengths given in order, `"3-4"` or `"3-4#2"`; all other outcomes come
/// from another source.
///
/// # Example
///
/// ```
/// use pgg_core::game::chance::NoMore;
/// use pgg_core::{Scripted, State, UnitId};
/// # #[cfg(all(feature = "formats", feature = "json"))]
/// # {
/// let mut state = State::from_text(
///     r#"{"turn": 7, "phase": "german_combat", "units": {"2215": ["inf6"], "2316": ["r1 rifle"], "2515": ["konev"]}}"#,
/// )?;
/// let attack = state.legal().iter().next().expect("an attack");
/// // The division turns out to be a 4-5, and the die is a 3.
/// let mut chance = Scripted::new([3], ["4-5".to_owned()], [], NoMore);
/// state.apply(&attack, &mut chance)?;
/// assert_eq!(state.strength("r1".parse::<UnitId>()?), Some((4, 5)));
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Scripted<C> {
    dice: std::collections::VecDeque<u8>,
    reveals: std::collections::VecDeque<String>,
    kinds: std::collections::VecDeque<Kind>,
    then: C,
}

impl<C: Chance> Scripted<C> {
    /// Gives these outcomes first, then those of `then`.
    pub fn new(
        dice: impl IntoIterator<Item = u8>,
        reveals: impl IntoIterator<Item = String>,
        kinds: impl IntoIterator<Item = Kind>,
        then: C,
    ) -> Scripted<C> {
        Scripted {
            dice: dice.into_iter().collect(),
            reveals: reveals.into_iter().collect(),
            kinds: kinds.into_iter().collect(),
            then,
        }
    }

    /// Outcomes given but not asked for: dice, reveals, kinds.
    pub fn left(&self) -> (usize, usize, usize) {
        (self.dice.len(), self.reveals.len(), self.kinds.len())
    }
}

impl<C: Chance> Chance for Scripted<C> {
    fn die(&mut self, state: &State, why: DieFor) -> Result<u8, NoChance> {
        match self.dice.pop_front() {
            Some(die @ 1..=6) => Ok(die),
            Some(die) => Err(NoChance::Impossible(format!("a die of {die}"))),
            None => self.then.die(state, why),
        }
    }

    fn draw(&mut self, state: &State, unit: UnitId) -> Result<Kind, NoChance> {
        match self.kinds.pop_front() {
            Some(kind) => state.check_kind(kind),
            None => self.then.draw(state, unit),
        }
    }

    fn reveal(&mut self, state: &State, unit: UnitId) -> Result<CounterId, NoChance> {
        let Some(wanted) = self.reveals.pop_front() else { return self.then.reveal(state, unit) };
        let kind = state.kind(unit);
        let roster = &data().roster;
        let impossible =
            || NoChance::Impossible(format!("no {kind} division of strength '{wanted}' is left for {unit}"));
        if let Some(counter) = roster.parse_counter(kind, &wanted) {
            return state.check_counter(unit, counter);
        }
        let (attack, defense) =
            wanted.split_once('-').and_then(|(a, d)| Some((a.parse().ok()?, d.parse().ok()?))).ok_or_else(
                || NoChance::Impossible(format!("'{wanted}' is no strength: expected such as 3-4")),
            )?;
        roster
            .counters_matching(kind, attack, defense)
            .find(|&c| state.check_counter(unit, c).is_ok())
            .ok_or_else(impossible)
    }
}

/// Keeps the outcomes of another source, for a record.
pub struct Recording<'a> {
    source: &'a mut dyn Chance,
    /// What was given so far.
    pub outcomes: Vec<Outcome>,
}

impl<'a> Recording<'a> {
    /// Around a source.
    pub fn new(source: &'a mut dyn Chance) -> Recording<'a> {
        Recording { source, outcomes: Vec::new() }
    }
}

impl Chance for Recording<'_> {
    fn die(&mut self, state: &State, why: DieFor) -> Result<u8, NoChance> {
        let die = self.source.die(state, why)?;
        self.outcomes.push(Outcome::Die(die));
        Ok(die)
    }

    fn draw(&mut self, state: &State, unit: UnitId) -> Result<Kind, NoChance> {
        let kind = self.source.draw(state, unit)?;
        self.outcomes.push(Outcome::Draw { unit, kind });
        Ok(kind)
    }

    fn reveal(&mut self, state: &State, unit: UnitId) -> Result<CounterId, NoChance> {
        let counter = self.source.reveal(state, unit)?;
        self.outcomes.push(Outcome::Reveal { unit, counter: CounterName::of(counter) });
        Ok(counter)
    }
}

/// A source without outcomes, for searches in which no chance may occur.
pub struct NoMore;

impl Chance for NoMore {
    fn die(&mut self, _: &State, why: DieFor) -> Result<u8, NoChance> {
        Err(NoChance::UsedUp(format!("a die for {why}")))
    }

    fn draw(&mut self, _: &State, unit: UnitId) -> Result<Kind, NoChance> {
        Err(NoChance::UsedUp(format!("the kind of {unit}")))
    }

    fn reveal(&mut self, _: &State, unit: UnitId) -> Result<CounterId, NoChance> {
        Err(NoChance::UsedUp(format!("the strength of {unit}")))
    }
}

/// Dice whose values do not matter: for looking ahead.
pub(crate) struct AnyDie;

impl Chance for AnyDie {
    fn die(&mut self, _: &State, _: DieFor) -> Result<u8, NoChance> {
        Ok(1)
    }

    fn draw(&mut self, state: &State, unit: UnitId) -> Result<Kind, NoChance> {
        NoMore.draw(state, unit)
    }

    fn reveal(&mut self, state: &State, unit: UnitId) -> Result<CounterId, NoChance> {
        NoMore.reveal(state, unit)
    }
}

/// Draws whose kind does not matter, since both kinds of armoured division move alike: for looking ahead.
pub(crate) struct AnyDraw;

impl Chance for AnyDraw {
    fn die(&mut self, state: &State, why: DieFor) -> Result<u8, NoChance> {
        NoMore.die(state, why)
    }

    fn draw(&mut self, state: &State, unit: UnitId) -> Result<Kind, NoChance> {
        let kinds = [Kind::Tank, Kind::Mechanised];
        let in_cup = kinds.into_iter().find(|&kind| state.in_cup(kind) > 0);
        let kind = in_cup.or_else(|| kinds.into_iter().find(|&kind| state.in_dead_pile(kind) > 0));
        kind.ok_or_else(|| NoChance::Impossible(format!("a kind for {unit}: no counter is left")))
    }

    fn reveal(&mut self, state: &State, unit: UnitId) -> Result<CounterId, NoChance> {
        NoMore.reveal(state, unit)
    }
}

/// Which pool a slot is drawn from.
pub(crate) const fn pool_of(unit: UnitId) -> Pool {
    if unit.is_armoured_slot() { Pool::Armoured } else { Pool::Rifle }
}
