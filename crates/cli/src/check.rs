//! `pgg check`: is a record true?

use crate::failure::Failure;
use pgg_core::{Phase, Record};
use std::fs::File;
use std::io::{BufReader, Write, stdin};
use std::path::{Path, PathBuf};

/// Verify records: every action legal, every die and draw possible, every state as recorded.
///
/// Example: `pgg check game.jsonl other.jsonl` prints a line for each; for a bad one it says which line of the file
/// is wrong and why. A `-` reads from standard input. Exit code 1 if any record is bad, 3 if a file cannot be read.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Record files (JSON Lines).
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let mut bad = 0;
    for path in &args.files {
        match check(path)? {
            Ok(result) => writeln!(out, "{}: ok, {result}", path.display())?,
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

/// The result of a good record, or what is wrong with a bad one.
fn check(path: &Path) -> Result<Result<String, String>, Failure> {
    let record = if path.as_os_str() == "-" {
        Record::read(stdin().lock())
    } else {
        let file = File::open(path).map_err(|e| Failure::file(path, &e))?;
        Record::read(BufReader::new(file))
    };
    let checked = record.and_then(|record| record.check().map(|state| (record.entries.len(), state)));
    Ok(match checked {
        Ok((actions, state)) if state.phase() == Phase::GameOver => {
            let score = state.score();
            let draw = if score.draw { " (a draw)" } else { "" };
            Ok(format!("{actions} actions, {} points, {}{draw}", score.total, score.level))
        }
        Ok((actions, state)) => {
            Ok(format!("{actions} actions, not finished: turn {}, {}", state.turn(), state.phase()))
        }
        Err(error) => Err(error.to_string()),
    })
}
