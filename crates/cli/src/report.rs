//! `pgg report`: a game that is over, or as far as it went, as one page to look back on and to share.

mod curve;
mod page;

use crate::failure::Failure;
use crate::files::{self, Force};
use crate::out;
use pgg_ai::Weights;
use pgg_ai::review::Review;
use pgg_table::Luck;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Make a report of a game: one HTML file that any browser opens, without a network.
///
/// It has the points and the margin to be expected after every phase as a curve, the losses of both sides, luck told apart from
/// what the players did, the three phases in which the game turned, and the front line turn by turn.
///
/// Example: `pgg report game.jsonl` writes game.html beside the record; `pgg report game.jsonl --out -` writes to
/// standard output.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The record (JSON Lines); `-` reads from standard input.
    file: PathBuf,
    /// Write the page to this file; `-` writes to standard output [default: beside the record]
    #[arg(long, value_name = "OUT")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let record = files::read_record(&args.file)?;
    let bad = |error| Failure::No(format!("{}: {error}", args.file.display()));
    let review = Review::of(&record, &Weights::default()).map_err(bad)?;
    let luck = Luck::of(&record).map_err(bad)?;
    if review.phases.is_empty() {
        return Err(Failure::No(format!(
            "{}: nothing has been played: there is nothing to report",
            args.file.display()
        )));
    }
    let page = page::write(&record, &review, &luck, &args.file);
    let path = args.out.clone().unwrap_or_else(|| beside(&args.file));
    if path.as_os_str() == "-" {
        out::data().write_all(page.as_bytes())?;
        return Ok(());
    }
    files::write(&path, page.as_bytes(), args.force)?;
    writeln!(out::stdout(), "{}", path.display())?;
    Ok(())
}

/// Where the report goes if nobody says so: a record from standard input has no place of its own.
fn beside(record: &Path) -> PathBuf {
    if record.as_os_str() == "-" { PathBuf::from("-") } else { record.with_extension("html") }
}
