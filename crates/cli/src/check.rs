//! `pgg check`: verifies records.

use crate::failure::Failure;
use crate::{files, out};
use pgg_core::{Phase, Record, RecordError, State};
use pgg_table::Luck;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Verify records: every action legal, every die and draw possible, every state as recorded. If the record of a
/// finished game tells its seed, every die and draw is verified against it, and it against the hash published at the
/// start.
///
/// Example: `pgg check game.jsonl other.jsonl` prints a line for each; for a bad one it says which line of the
/// file is wrong and why, and goes on with the next. A record of older rules may replay differently by those of
/// this program; it is reported apart from bad ones. A `-` reads from standard input. Exit code 1 if any record
/// is bad or replays differently, 3 if a file cannot be read.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Record files (JSON Lines).
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Compare the dice and draws of each side with the average
    #[arg(long)]
    luck: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let (mut bad, mut older, mut unread) = (0, 0, 0);
    for path in &args.files {
        match check(path, args.luck) {
            Ok(Checked::Other(error)) => {
                older += 1;
                writeln!(out::stdout(), "{}: {error}", path.display())?;
            }
            Ok(Checked::Good(result, luck)) => {
                let mut out = out::stdout();
                writeln!(out, "{}: ok, {result}", path.display())?;
                for line in luck.iter().flat_map(Luck::lines) {
                    writeln!(out, "  {line}")?;
                }
            }
            Err(failure @ Failure::No(_)) => {
                bad += 1;
                writeln!(out::stdout(), "{}", failure.text())?;
            }
            Err(Failure::Closed) => return Err(Failure::Closed),
            Err(failure) => {
                unread += 1;
                failure.tell();
            }
        }
    }
    let are = |n: usize, what: &str| match (n, args.files.len()) {
        (0, _) => None,
        (1, 1) => Some(format!("the record {}", what.replacen("are", "is", 1))),
        (n, all) => Some(format!("{n} of {all} records {what}")),
    };
    let told = [
        are(bad, "are bad"),
        are(older, "are of older rules, by which they may be right"),
        are(unread, "are unread"),
    ];
    let told: Vec<String> = told.into_iter().flatten().collect();
    match (bad + older, unread) {
        (0, 0) => Ok(()),
        (_, 0) => Err(Failure::No(told.join(", "))),
        _ => Err(Failure::Io(told.join(", "))),
    }
}

/// What came of a record.
enum Checked {
    /// It is correct: its result and, on request, its luck.
    Good(String, Option<Luck>),
    /// It replays differently by the rules of this program; by the older ones it was played by it may have been
    /// right.
    Other(RecordError),
}

fn check(path: &Path, luck: bool) -> Result<Checked, Failure> {
    let record = files::read_record(path)?;
    let bad = |error: RecordError| Failure::No(format!("{}: {error}", path.display()));
    let state = match record.check() {
        Ok(state) => state,
        Err(error) if error.older.is_some() => return Ok(Checked::Other(error)),
        Err(error) => return Err(bad(error)),
    };
    let thrown = record.check_seed().map_err(bad)?;
    let luck = luck.then(|| Luck::of(&record)).transpose().map_err(bad)?;
    Ok(Checked::Good(told(&record, &state, thrown), luck))
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
