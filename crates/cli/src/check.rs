//! `pgg check`: is a record true?

use crate::failure::Failure;
use pgg_core::{Phase, Record, State};
use pgg_table::Luck;
use std::fs::File;
use std::io::{BufReader, Write, stdin};
use std::path::{Path, PathBuf};

/// Verify records: every action legal, every die and draw possible, every state as recorded. If the record of a
/// finished game tells its seed, every die and draw is verified against it, and it against the hash published at the
/// start.
///
/// Example: `pgg check game.jsonl other.jsonl` prints a line for each; for a bad one it says which line of the file
/// is wrong and why. A `-` reads from standard input. Exit code 1 if any record is bad, 3 if a file cannot be read.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Record files (JSON Lines).
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Tell what dice and draws gave to each side, against what they give on the average
    #[arg(long)]
    luck: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let mut bad = 0;
    for path in &args.files {
        match check(path, args.luck)? {
            Ok((result, luck)) => {
                writeln!(out, "{}: ok, {result}", path.display())?;
                for line in luck.iter().flat_map(Luck::lines) {
                    writeln!(out, "  {line}")?;
                }
            }
            Err(wrong) => {
                bad += 1;
                writeln!(out, "{}: {wrong}", path.display())?;
            }
        }
    }
    match (bad, args.files.len()) {
        (0, _) => Ok(()),
        (1, 1) => Err(Failure::No("the record is bad".to_owned())),
        (bad, all) => Err(Failure::No(format!("{bad} of {all} records are bad"))),
    }
}

/// The result of a good record and, if wanted, its luck; or what is wrong with a bad one.
fn check(path: &Path, luck: bool) -> Result<Result<(String, Option<Luck>), String>, Failure> {
    let record = if path.as_os_str() == "-" {
        Record::read(stdin().lock())
    } else {
        let file = File::open(path).map_err(|e| Failure::file(path, &e))?;
        Record::read(BufReader::new(file))
    };
    let checked = record.and_then(|record| {
        let state = record.check()?;
        let thrown = record.check_seed()?;
        let luck = luck.then(|| Luck::of(&record)).transpose()?;
        Ok((told(&record, &state, thrown), luck))
    });
    Ok(checked.map_err(|error| error.to_string()))
}

fn told(record: &Record, state: &State, thrown: Option<u32>) -> String {
    let actions = record.entries.len();
    let how = record.end.as_ref().and_then(|end| end.how.as_deref().map(|how| (how, end.winner)));
    let mut told = if state.phase() == Phase::GameOver {
        let score = state.score();
        let draw = if score.draw { " (a draw)" } else { "" };
        format!("{actions} actions, {} points, {}{draw}", score.total, score.level)
    } else if let Some((how, winner)) = how {
        let winner = winner.map_or("a draw".to_owned(), |side| format!("the {side} player won"));
        format!("{actions} actions, ended in turn {}: {how}, {winner}", state.turn())
    } else {
        format!("{actions} actions, not finished: turn {}, {}", state.turn(), state.phase())
    };
    if let Some(thrown) = thrown {
        told.push_str(&format!("; all {thrown} dice and draws came from the seed"));
    }
    told
}
