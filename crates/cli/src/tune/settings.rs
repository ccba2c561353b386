//! The settings of a tuning, and the check that a saved tuning has the same.

use crate::failure::Failure;
use crate::lab::{self, Switches};
use pgg_ai::Weights;
use pgg_ai::tune::{Contest, Tuning};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(super) struct Settings {
    /// Program to tune; a budget may follow its name, as in general:500
    #[arg(long, value_name = "NAME", default_value = "major")]
    program: String,
    /// Its opponent, named as in `pgg league` [default: the program with the weights it starts from]
    #[arg(long, value_name = "NAME")]
    opponent: Option<String>,
    /// Weights to start from, as --out writes them [default: the program's own]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Weights to tune, with a comma between them [default: all]
    #[arg(long, value_name = "A,B,...", value_delimiter = ',')]
    only: Vec<String>,
    /// Values tried for each weight, spread over its range
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u8).range(2..=99))]
    values: u8,
    /// Rounds before the proof; a tuning that was kept goes on if it has had fewer
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rounds: u32,
    /// Trials in a round
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    batch: u32,
    /// Pairs of games in the proof
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    proof: u32,
    /// Seed of the tuning
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    switches: Switches,
}

impl Settings {
    /// A tuning before its first round.
    pub(super) fn begin(&self) -> Result<Tuning<Contest>, Failure> {
        let program = lab::entrant(&self.program)?;
        let none = || Failure::Usage(format!("the program {program} has no weights to tune"));
        let weights = match &self.from {
            Some(path) => lab::read_json(path, "weights")?,
            None => Weights::default(),
        };
        let opponent = match &self.opponent {
            Some(text) => lab::entrant(text)?,
            None => program.clone().with_weights("start", weights).ok_or_else(none)?,
        };
        let contest = Contest::new(program.clone(), weights, opponent, self.switches.options());
        let contest = contest.ok_or_else(none)?;
        let parameters = contest.parameters(&self.names()?, self.values);
        Ok(Tuning::new(contest, parameters, self.seed, self.rounds, self.batch, self.proof))
    }

    /// Go on with a tuning that was kept in a file. It must be the one that is asked for, but for the number of rounds and
    /// the proof.
    pub(super) fn go_on(&self, path: &Path) -> Result<Tuning<Contest>, Failure> {
        let wrong = |what: String| Failure::No(format!("{}: {what}", path.display()));
        let kept: Tuning<Contest> = lab::read_json(path, "a tuning")?;
        let mut kept = kept.checked().map_err(wrong)?;
        let asked = self.begin()?;
        let differs = [
            ("program", asked.contest.program() != kept.contest.program()),
            ("weights to start from", asked.contest.weights() != kept.contest.weights()),
            ("opponent", asked.contest.opponent() != kept.contest.opponent()),
            ("options of the game", asked.contest.options() != kept.contest.options()),
            ("weights to tune, or values for them", asked.parameters != kept.parameters),
            ("trials in a round", asked.batch != kept.batch),
            ("seed", asked.seed != kept.seed),
        ];
        if let Some((what, _)) = differs.iter().find(|(_, differs)| *differs) {
            return Err(wrong(format!("this tuning was begun with another setting: {what}")));
        }
        kept.extend(self.rounds, self.proof);
        Ok(kept)
    }

    /// The weights to tune, in their own order.
    fn names(&self) -> Result<Vec<&'static str>, Failure> {
        let all = Weights::names();
        match self.only.iter().find(|name| !all.contains(&name.as_str())) {
            None if self.only.is_empty() => Ok(all.to_vec()),
            None => Ok(all.iter().copied().filter(|name| self.only.iter().any(|n| n == name)).collect()),
            Some(name) => Err(Failure::Usage(format!(
                "there is no weight called '{name}': expected some of {}",
                all.join(", ")
            ))),
        }
    }
}
