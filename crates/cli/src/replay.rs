//! `pgg replay`: a record as a story, or one of its positions.

use crate::failure::Failure;
use crate::show::table::wrap;
use crate::show::window::screen_width;
use crate::story::{self, Line};
use crate::{files, out};
use anstyle::{AnsiColor, Style};
use pgg_core::{Record, Side};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Tell a record action by action, or print the position after one of them.
///
/// Example: `pgg replay game.jsonl` tells the whole game with its dice; `pgg replay game.jsonl --from 200` begins
/// with action 200; `pgg replay game.jsonl --to 200` prints the position after action 200 as JSON, ready for
/// `pgg show -`. Action 0 is the start. With both, the actions from one to the other are told.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The record (JSON Lines); `-` reads from standard input.
    file: PathBuf,
    /// Print the position after this action, or end the story here.
    #[arg(long, value_name = "N")]
    to: Option<u32>,
    /// Begin the story with this action.
    #[arg(long, value_name = "N")]
    from: Option<u32>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    if let (Some(from), Some(to)) = (args.from, args.to)
        && from > to
    {
        return Err(Failure::Usage(format!("--from {from} comes after --to {to}: there is nothing to tell")));
    }
    let record = files::read_record(&args.file)?;
    let last = record.entries.len() as u32;
    for n in [args.from, args.to].into_iter().flatten() {
        if n > last {
            return Err(Failure::Usage(format!("there is no action {n}: the record has {last}")));
        }
    }
    match (args.from, args.to) {
        (None, Some(to)) => position(&args.file, &record, to),
        (from, to) => tell(&args.file, &record, from.unwrap_or(1), to.unwrap_or(last)),
    }
}

fn position(path: &Path, record: &Record, to: u32) -> Result<(), Failure> {
    let bad = |e| Failure::No(format!("{}: {e}", path.display()));
    let mut state = record.start().map_err(bad)?;
    for step in record.replay().map_err(bad)?.take(to as usize) {
        state = step.map_err(bad)?.state;
    }
    writeln!(out::data(), "{}", state.to_text())?;
    Ok(())
}

fn tell(path: &Path, record: &Record, from: u32, to: u32) -> Result<(), Failure> {
    let bad = |e| Failure::No(format!("{}: {e}", path.display()));
    let mut out = out::stdout();
    let mut before = record.start().map_err(bad)?;
    for (entry, step) in record.entries.iter().zip(record.replay().map_err(bad)?) {
        let step = step.map_err(bad)?;
        if entry.n > to {
            break;
        }
        if entry.n >= from {
            let style = side_style(entry.side);
            let lines = story::tell(&step.events, &step.state);
            // The events already say what was done, unless they begin with a new phase.
            let (said, rest) = match lines.as_slice() {
                [Line::Sentence(first), rest @ ..] => (first.clone(), rest),
                all => (story::action(&entry.action, &before), all),
            };
            writeln!(out, "{style}{:>5} {:<6}{style:#} {said}", entry.n, entry.side.to_string())?;
            tell_lines(&mut out, rest, "             ")?;
        }
        before = step.state;
    }
    Ok(())
}

/// Colours of the sides, in all that is printed.
pub(crate) const fn side_style(side: Side) -> Style {
    Style::new().bold().fg_color(Some(anstyle::Color::Ansi(match side {
        Side::German => AnsiColor::Cyan,
        Side::Soviet => AnsiColor::Red,
    })))
}

/// Print a story: headings stand out, sentences are indented.
pub(crate) fn tell_lines(out: &mut impl Write, lines: &[Line], indent: &str) -> std::io::Result<()> {
    let bold = Style::new().bold();
    for line in lines {
        match line {
            Line::Turn(text) => writeln!(out, "\n{bold}======== {text} ========{bold:#}")?,
            Line::Phase(text) => writeln!(out, "{bold}-- {text}{bold:#}")?,
            Line::Sentence(text) => {
                let text = format!("{indent}{text}");
                // In a pipe lines are not wrapped.
                let lines = screen_width().map_or_else(|| vec![text.clone()], |width| wrap(&text, width));
                lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
            }
        }
    }
    Ok(())
}
