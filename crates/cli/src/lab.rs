//! What the commands that play games share: options of the game, programs, threads, a progress bar, records.

use crate::failure::Failure;
use crate::files::{self, Force};
use crate::out;
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use pgg_ai::league::Entrant;
use pgg_core::data::tables::Edition;
use pgg_core::game::state::{SWITCHES, Switch};
use pgg_core::{Options, Record};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The switches of the game.
#[derive(clap::Args)]
pub(crate) struct Switches {
    /// Whose values count where the editions differ
    #[arg(long, value_enum, default_value_t = EditionName::Reference)]
    edition: EditionName,
    #[command(flatten)]
    turned: Turned,
}

#[derive(Clone, Copy, ValueEnum)]
enum EditionName {
    /// The values of the reference manual
    Reference,
    /// The values printed in 1976
    #[value(name = "1976")]
    Print1976,
}

impl Switches {
    pub(crate) fn options(&self) -> Options {
        let edition = match self.edition {
            EditionName::Reference => Edition::Reference,
            EditionName::Print1976 => Edition::Print1976,
        };
        Options::choose(edition, |switch| switch.standard != self.turned.0.contains(&switch.name))
    }
}

/// The switches that differ from their defaults: a flag for each of them [0.6].
struct Turned(Vec<&'static str>);

/// The flag that turns a switch: `--leader-evacuation`, `--no-rail-cut`.
fn flag(switch: &Switch) -> String {
    let name = switch.name.replace('_', "-");
    if switch.standard { format!("no-{name}") } else { name }
}

impl clap::Args for Turned {
    fn augment_args(command: Command) -> Command {
        SWITCHES.iter().fold(command, |command, switch| {
            let help = format!("{} [{}]", switch.other, switch.case);
            command.arg(Arg::new(switch.name).long(flag(switch)).action(ArgAction::SetTrue).help(help))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Turned::augment_args(command)
    }
}

impl FromArgMatches for Turned {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Turned, clap::Error> {
        let turned = SWITCHES.iter().map(|switch| switch.name).filter(|name| matches.get_flag(name));
        Ok(Turned(turned.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Turned::from_arg_matches(matches)?;
        Ok(())
    }
}

/// How a number of games is played and reported.
#[derive(clap::Args)]
pub(crate) struct Manner {
    /// Seed of all games
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) jobs: Jobs,
    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) patience: Patience,
    #[command(flatten)]
    pub(crate) switches: Switches,
}

/// How many threads play.
#[derive(clap::Args)]
pub(crate) struct Jobs {
    /// Games played at the same time [default: one for each processor]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
}

impl Jobs {
    pub(crate) fn count(&self) -> usize {
        match self.jobs {
            Some(jobs) => usize::from(jobs),
            None => std::thread::available_parallelism().map_or(1, NonZero::get),
        }
    }
}

/// A progress bar for games, on a terminal only.
pub(crate) fn bar(games: usize) -> ProgressBar {
    let bar = ProgressBar::new(games as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} to go") {
        bar.set_style(if out::ascii_only() { style.progress_chars("#>-") } else { style });
    }
    bar
}

/// Where records go, if they are kept.
#[derive(clap::Args)]
pub(crate) struct Records {
    /// Write each game's record into this directory, a file for each
    #[arg(long, value_name = "DIR")]
    pub(crate) records: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) force: Force,
}

impl Records {
    /// Make the directory. Refuses before any game is played if one of the records exists already.
    pub(crate) fn prepare(&self, mut names: impl Iterator<Item = String>) -> Result<(), Failure> {
        let Some(directory) = &self.records else { return Ok(()) };
        fs::create_dir_all(directory).map_err(|e| Failure::file(directory, &e))?;
        names.try_for_each(|name| files::refuse_existing(&directory.join(name), self.force))
    }

    /// Keep the record of a game, if records are kept.
    pub(crate) fn keep(&self, name: &str, record: &Record) -> Result<(), Failure> {
        let Some(directory) = &self.records else { return Ok(()) };
        files::write(&directory.join(name), &files::record_text(record)?, self.force)
    }
}

/// Programs from outside.
#[derive(clap::Args)]
pub(crate) struct Patience {
    /// Seconds that a program from outside (cmd:...) may take for an answer
    #[arg(long, value_name = "SECONDS", default_value_t = pgg_ai::outside::PATIENCE.as_secs(), value_parser = clap::value_parser!(u64).range(1..))]
    patience: u64,
}

impl Patience {
    /// A program as it is named on the command line, or an external one.
    pub(crate) fn entrant(&self, text: &str) -> Result<Entrant, Failure> {
        Ok(entrant(text)?.with_patience(Duration::from_secs(self.patience)))
    }
}

/// A built-in program, which never fails, for a game with people.
pub(crate) fn inside(text: &str) -> Result<Entrant, Failure> {
    match entrant(text)? {
        outside if outside.is_outside() => Err(Failure::Usage(format!(
            "'{text}': a program from outside plays in league, sim and habits only"
        ))),
        inside => Ok(inside),
    }
}

/// A program as it is named on the command line: `general`, `general:5000` with a budget, `general:5000@FILE` with weights,
/// `spar:hunter`, `cmd:PROGRAM ARGS`.
pub(crate) fn entrant(text: &str) -> Result<Entrant, Failure> {
    if text.starts_with("cmd:") {
        return text.parse().map_err(Failure::Usage);
    }
    let (program, file) = match text.split_once('@') {
        None => (text, None),
        Some((program, file)) => (program, Some(Path::new(file))),
    };
    let entrant: Entrant = program.parse().map_err(Failure::Usage)?;
    let Some(file) = file else { return Ok(entrant) };
    let name = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let weights = read_json(file, "weights")?;
    entrant
        .with_weights(&name, weights)
        .ok_or_else(|| Failure::Usage(format!("'{text}': the program {program} has no weights")))
}

/// Read a JSON file. `what` it should be is in the error.
pub(crate) fn read_json<T: DeserializeOwned>(path: &Path, what: &str) -> Result<T, Failure> {
    let text = files::read_text(path)?;
    serde_json::from_str(&text).map_err(|e| Failure::No(format!("{}: expected {what}: {e}", path.display())))
}

/// A value as JSON in one line.
pub(crate) fn json_line(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(|e| Failure::No(e.to_string()))
}
