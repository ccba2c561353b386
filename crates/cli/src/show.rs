//! `pgg show`: a position as a map, in the terminal or as a picture.

pub(crate) mod map;
pub(crate) mod svg;
pub(crate) mod table;
pub(crate) mod window;

use crate::failure::Failure;
use crate::files::{self, Force};
use crate::out;
use pgg_core::{Record, State};
use std::io::Write;
use std::path::{Path, PathBuf};
use window::Window;

/// Draw a position in the terminal, or as an SVG picture.
///
/// Example: `pgg show game.jsonl` draws the last position of a record; `pgg replay game.jsonl --to 40 | pgg show -`
/// the one after action 40; `pgg show position.json --window 1010-3020` a part of the map; `pgg show game.jsonl
/// --svg map.svg` makes a picture of the whole map that any browser opens.
///
/// In the terminal a stack shows the letter of its strongest kind (Germans P panzer, G panzergrenadier, M motorized,
/// I infantry, C cavalry; Soviets r rifle, t tank, m mechanised, * Leader), its strength (? while untried), and how
/// many units it has. Ground: ^ forest, ~ swamp, w lake, = road, # railway; a blue bar or line is a river.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A position (JSON) or a record (JSON Lines); `-` reads from standard input.
    file: PathBuf,
    /// Write a picture of the whole map to this file instead; `-` writes to standard output.
    #[arg(long, value_name = "OUT")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// The part of the map between two corner hexes.
    #[arg(long, value_name = "CCRR-CCRR")]
    window: Option<Window>,
    /// Columns of text to use; by default those of the terminal.
    #[arg(long)]
    width: Option<usize>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let state = load(&args.file)?;
    if let Some(path) = &args.svg {
        let picture = svg::draw(&state, args.window);
        if path.as_os_str() == "-" {
            out::data().write_all(picture.as_bytes())?;
            return Ok(());
        }
        return files::write(path, picture.as_bytes(), args.force);
    }
    let width = args.width.unwrap_or_else(window::terminal_width).clamp(20, 400);
    let mut out = out::stdout();
    draw(&mut out, &state, args.window, width)?;
    Ok(())
}

/// Map and table side by side, or one below the other where there is no room.
fn draw(out: &mut impl Write, state: &State, window: Option<Window>, width: usize) -> std::io::Result<()> {
    const TABLE: usize = 46;
    let beside = width >= 120;
    let map_width = if beside { width - TABLE - 3 } else { width };
    let window = window.unwrap_or_else(|| Window::around_the_front(state, map_width)).fit(map_width);
    let map = map::draw(state, window, &pgg_core::HexSet::EMPTY);
    let table = table::lines(state, if beside { TABLE } else { width });
    if !beside {
        for line in map.iter().chain(&[String::new()]).chain(&table) {
            writeln!(out, "{line}")?;
        }
        return Ok(());
    }
    let used = window.text_width();
    for n in 0..map.len().max(table.len()) {
        match (map.get(n), table.get(n)) {
            (Some(left), Some(right)) => writeln!(out, "{left}   {right}")?,
            (Some(left), None) => writeln!(out, "{left}")?,
            (None, right) => writeln!(out, "{:used$}   {}", "", right.map_or("", String::as_str))?,
        }
    }
    Ok(())
}

/// The state of a position file, or the last one of a record.
pub(crate) fn load(path: &Path) -> Result<State, Failure> {
    let text = files::read_text(path)?;
    let bad = |what: String| Failure::No(format!("{}: {what}", path.display()));
    if files::is_record(&text) {
        let record = Record::parse(&text).map_err(|e| bad(e.to_string()))?;
        let mut state = record.start().map_err(|e| bad(e.to_string()))?;
        for step in record.replay().map_err(|e| bad(e.to_string()))? {
            state = step.map_err(|e| bad(e.to_string()))?.state;
        }
        return Ok(state);
    }
    State::from_text(&text).map_err(|e| bad(e.to_string()))
}
