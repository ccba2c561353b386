//! Who plays in a league: a program, with a budget and weights of its own if it is given any.

use crate::levels::{IN_THE_MAKING, Level};
use crate::outside::{Outside, PATIENCE};
use crate::{NAMES, Player, Weights, sparring};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A program, written as `general`, `general:5000` with a budget, or `general:5000@bold` with weights called bold; a
/// level in the making, written as `try:marshal`; a sparring partner, written as `spar:hunter`; or a program from outside, written as `cmd:` and its command line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Entrant {
    program: Program,
    budget: Option<u64>,
    weights: Option<(String, Weights)>,
}

/// What plays.
#[derive(Clone, Debug, PartialEq)]
enum Program {
    Level(String),
    InTheMaking(&'static str),
    Partner(&'static str),
    /// Its command, and how long it may take to answer.
    Outside(String, Duration),
}

/// Before the name of a level in the making.
const IN_TRIAL: &str = "try:";
/// Before the name of a sparring partner.
const PARTNER: &str = "spar:";
/// Before the command of a program from outside.
const OUTSIDE: &str = "cmd:";

impl Entrant {
    /// A program with its default budget or another; none if there is no such program.
    pub fn new(level: &str, budget: Option<u64>) -> Option<Entrant> {
        let entrant = Entrant { program: Program::Level(level.to_owned()), budget, weights: None };
        entrant.try_player(0).map(|_| entrant)
    }

    /// The same program with other weights, under a name for them; none if it has no weights.
    pub fn with_weights(self, name: &str, weights: Weights) -> Option<Entrant> {
        if !matches!(self.program, Program::Level(_)) {
            return None;
        }
        let entrant = Entrant { weights: Some((name.to_owned(), weights)), ..self };
        entrant.try_player(0).map(|_| entrant)
    }

    /// The same; from outside, it may take so long to answer.
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> Entrant {
        if let Program::Outside(_, limit) = &mut self.program {
            *limit = patience;
        }
        self
    }

    /// As it is written.
    pub fn name(&self) -> String {
        self.to_string()
    }

    /// The program without budget and weights.
    pub fn level(&self) -> &str {
        match &self.program {
            Program::Level(name) | Program::Outside(name, _) => name,
            Program::InTheMaking(name) | Program::Partner(name) => name,
        }
    }

    /// Is it a program from outside, which may fail?
    pub fn is_outside(&self) -> bool {
        matches!(self.program, Program::Outside(..))
    }

    /// The program, ready to play.
    pub fn player(&self, seed: u64) -> Box<dyn Player> {
        self.try_player(seed).expect("an entrant is made only of a program there is")
    }

    fn try_player(&self, seed: u64) -> Option<Box<dyn Player>> {
        match (&self.program, &self.weights) {
            (Program::Level(level), None) => crate::player(level, seed, self.budget),
            (Program::Level(level), Some((_, weights))) => {
                crate::player_with(level, seed, self.budget, weights)
            }
            (Program::InTheMaking(name), _) => {
                in_the_making(name).map(|level| level.player(seed, self.budget))
            }
            (Program::Partner(name), _) => sparring::player(name, seed),
            (Program::Outside(command, patience), _) => {
                Some(Box::new(Outside::new(command, seed, *patience)))
            }
        }
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = match &self.program {
            Program::Level(level) => level.clone(),
            Program::InTheMaking(name) => format!("{IN_TRIAL}{name}"),
            Program::Partner(name) => format!("{PARTNER}{name}"),
            Program::Outside(command, _) => format!("{OUTSIDE}{command}"),
        };
        if let Some(budget) = self.budget {
            text.push_str(&format!(":{budget}"));
        }
        if let Some((name, _)) = &self.weights {
            text.push_str(&format!("@{name}"));
        }
        f.pad(&text)
    }
}

/// Weights are not part of the text.
impl FromStr for Entrant {
    type Err = String;
    fn from_str(text: &str) -> Result<Entrant, String> {
        let entrant = |program| Entrant { program, budget: None, weights: None };
        if let Some(command) = text.strip_prefix(OUTSIDE) {
            if command.trim().is_empty() {
                return Err(format!("'{text}': a command is missing, such as cmd:./player --fast"));
            }
            return Ok(entrant(Program::Outside(command.to_owned(), PATIENCE)));
        }
        if let Some(name) = text.strip_prefix(PARTNER) {
            let partner = sparring::NAMES.iter().find(|known| **known == name);
            return partner.map(|name| entrant(Program::Partner(name))).ok_or_else(|| {
                let names = sparring::NAMES.join(", ");
                format!("there is no sparring partner '{name}': expected one of {names}")
            });
        }
        let (trial, text) = match text.strip_prefix(IN_TRIAL) {
            Some(name) => (true, name),
            None => (false, text),
        };
        let (level, budget) = match text.split_once(':') {
            None => (text, None),
            Some((level, budget)) => match budget.parse() {
                Ok(budget) if budget > 0 => (level, Some(budget)),
                _ => {
                    return Err(format!("'{text}': a budget is a whole number from 1, such as {level}:1000"));
                }
            },
        };
        if trial {
            let found = in_the_making(level).ok_or_else(|| {
                let names: Vec<&str> = IN_THE_MAKING.iter().map(|level| level.name).collect();
                format!("there is no level '{level}' in the making: expected one of {}", names.join(", "))
            })?;
            return Ok(Entrant { budget, ..entrant(Program::InTheMaking(found.name)) });
        }
        Entrant::new(level, budget)
            .ok_or_else(|| format!("there is no program '{level}': expected one of {}", NAMES.join(", ")))
    }
}

fn in_the_making(name: &str) -> Option<&'static Level> {
    IN_THE_MAKING.iter().find(|level| level.name == name)
}

/// As it stands in a file: a text, or an object where it has weights.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Plain(String),
    Weighted { program: String, name: String, weights: Box<Weights> },
}

impl From<Entrant> for Written {
    fn from(entrant: Entrant) -> Written {
        let program = Entrant { weights: None, ..entrant.clone() }.to_string();
        match entrant.weights {
            None => Written::Plain(program),
            Some((name, weights)) => Written::Weighted { program, name, weights: Box::new(weights) },
        }
    }
}

impl TryFrom<Written> for Entrant {
    type Error = String;
    fn try_from(written: Written) -> Result<Entrant, String> {
        match written {
            Written::Plain(program) => program.parse(),
            Written::Weighted { program, name, weights } => program
                .parse::<Entrant>()?
                .with_weights(&name, *weights)
                .ok_or_else(|| format!("the program '{program}' has no weights")),
        }
    }
}
