//! What is played for a trial: a program with the weights of a point, against an opponent.

use super::{Margins, Parameter, Tuning};
use crate::Weights;
use crate::league::{Entrant, Foul, play_pair};
use crate::sim::Seeds;
use pgg_core::Options;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

/// A program that has weights, and whom it plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contest {
    #[serde(deserialize_with = "with_weights")]
    program: Entrant,
    weights: Weights,
    opponent: Entrant,
    options: Options,
}

impl Contest {
    /// A program, with the weights it starts from, against an opponent; none if the program has no weights.
    pub fn new(program: Entrant, weights: Weights, opponent: Entrant, options: Options) -> Option<Contest> {
        has_weights(&program).then_some(Contest { program, weights, opponent, options })
    }

    /// The program that is tuned.
    pub fn program(&self) -> &Entrant {
        &self.program
    }

    /// The weights it starts from.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The switches of the game.
    pub fn options(&self) -> Options {
        self.options
    }

    /// Its opponent.
    pub fn opponent(&self) -> &Entrant {
        &self.opponent
    }

    /// The parameters of some weights, `values` values for each.
    pub fn parameters(&self, names: &[&str], values: u8) -> Vec<Parameter> {
        let parameter = |name: &&str| {
            let (now, range) = (self.weights.get(name)?, Weights::range(name)?);
            Some(Parameter::spread(name, now, range, values))
        };
        names.iter().filter_map(parameter).collect()
    }
}

impl Tuning<Contest> {
    /// Read it from what a file says, and check it.
    pub fn checked(self) -> Result<Tuning<Contest>, String> {
        self.check()?;
        match self.parameters.iter().find(|parameter| Weights::range(&parameter.name).is_none()) {
            Some(parameter) => Err(format!("there is no weight called {}", parameter.name)),
            None => Ok(self),
        }
    }

    /// The weights of a point.
    pub fn weights(&self, point: &[u8]) -> Weights {
        let mut weights = self.contest.weights;
        for (name, value) in self.values(point) {
            weights.set(name, value);
        }
        weights
    }

    /// Play the pair of a trial.
    pub fn try_point(&self, point: &[u8], seeds: Seeds) -> Result<Margins, Foul> {
        let Contest { program, opponent, options, .. } = &self.contest;
        let tuned = program.clone().with_weights("trial", self.weights(point));
        let tuned = tuned.expect("a contest is made only of a program that has weights");
        play_pair(&tuned, opponent, seeds, *options).map_err(|why| Foul {
            game: format!("{tuned} against {opponent}, game of seed {}", seeds.game),
            why,
        })
    }
}

fn has_weights(program: &Entrant) -> bool {
    program.clone().with_weights("", Weights::default()).is_some()
}

fn with_weights<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Entrant, D::Error> {
    let program = Entrant::deserialize(deserializer)?;
    if has_weights(&program) {
        Ok(program)
    } else {
        Err(D::Error::custom(format!("the program '{program}' has no weights")))
    }
}
