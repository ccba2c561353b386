//! The levels: the one list that names them. The command line, its completions and the server read it, so a new level is
//! an entry here, and its words in the page.

use crate::cadet::Cadet;
use crate::general::{self, General};
use crate::major::Major;
use crate::marshal::{self, Marshal};
use crate::random::Random;
use crate::recruit::Recruit;
use crate::{Player, Weights};
use pgg_core::BySide;

/// A level at which a program plays.
pub struct Level {
    /// Its name, as it is written everywhere.
    pub name: &'static str,
    /// Player-turns it plays in rollouts for one of its own, unless told otherwise; none if it does not search.
    pub budget: Option<u64>,
    /// Has it weights that may be turned?
    pub has_weights: bool,
    /// Makes a player of it.
    make: fn(&Settings) -> Box<dyn Player>,
}

/// With what a program is made.
struct Settings {
    seed: u64,
    budget: Option<u64>,
    /// Other weights than its own.
    weights: Option<Weights>,
}

/// All levels, weakest first.
pub const LEVELS: [Level; 5] = [
    Level {
        name: "random",
        budget: None,
        has_weights: false,
        make: |settings| Box::new(Random::new(settings.seed)),
    },
    Level {
        name: "recruit",
        budget: None,
        has_weights: false,
        make: |settings| Box::new(Recruit::new(settings.seed)),
    },
    Level {
        name: "cadet",
        budget: None,
        has_weights: false,
        make: |settings| Box::new(Cadet::new(settings.seed)),
    },
    Level {
        name: "major",
        budget: None,
        has_weights: true,
        make: |settings| Box::new(Major::new(settings.seed, settings.weights.unwrap_or_default())),
    },
    Level {
        name: "general",
        budget: Some(general::BUDGET),
        has_weights: true,
        make: |settings| {
            let own = |side| settings.weights.unwrap_or_else(|| Weights::of_general(side));
            Box::new(General::by_side(settings.seed, settings.budget, BySide::from_fn(own)))
        },
    },
];

/// Levels in the making, which are not offered to people: nobody has shown yet that they are stronger than the last level.
/// Leagues take them as `try:NAME`.
pub const IN_THE_MAKING: &[Level] = &[Level {
    name: "marshal",
    budget: Some(marshal::BUDGET),
    has_weights: false,
    make: |settings| Box::new(Marshal::new(settings.seed, settings.budget)),
}];

/// The names of all levels, weakest first.
pub const NAMES: &[&str] = &names();

const fn names() -> [&'static str; LEVELS.len()] {
    let mut names = [""; LEVELS.len()];
    let mut n = 0;
    while n < names.len() {
        names[n] = LEVELS[n].name;
        n += 1;
    }
    names
}

/// The level of a name.
pub fn level(name: &str) -> Option<&'static Level> {
    /// One slice for as long as the program runs, so that what is found in it can be given out.
    const ALL: &[Level] = &LEVELS;
    ALL.iter().find(|level| level.name == name)
}

impl Level {
    /// A player of it. The same seed and budget play the same.
    pub fn player(&self, seed: u64, budget: Option<u64>) -> Box<dyn Player> {
        (self.make)(&Settings { seed, budget, weights: None })
    }

    /// A player with other weights than its own; none if it has no weights.
    pub fn player_with(&self, seed: u64, budget: Option<u64>, weights: &Weights) -> Option<Box<dyn Player>> {
        let settings = Settings { seed, budget, weights: Some(*weights) };
        self.has_weights.then(|| (self.make)(&settings))
    }
}
