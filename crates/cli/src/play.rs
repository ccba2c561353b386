//! `pgg play`: a game in the terminal, by typed commands.

pub(crate) mod arrivals;
mod command;
mod complete;
mod input;
mod kept;
mod origin;
mod session;
mod sheets;
mod thinking;
mod view;

use crate::failure::Failure;
use crate::files::{self, Force};
use crate::lab::Switches;
use crate::out::stdout;
use input::{Input, Typed};
use kept::{Keeper, Kept, Shelf};
use origin::Begun;
use pgg_core::Options;
use pgg_core::data::scenarios::SCENARIOS;
use session::Session;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Play in the terminal against a program, another person, or watch two programs.
///
/// A game keeps itself in your data directory; `pgg play` offers to go on with the last one that is not over, and
/// `pgg play --list` shows them all. With --save it is kept in a file of your own, and the same command goes on with it.
///
/// Example: `pgg play` gives you the Germans against the strongest program; `pgg play --soviet human --german cadet` the
/// Soviets; `human` for both shares one keyboard. `--load game.jsonl` goes on with a record, its players and its dice, or
/// begins from a position. Type `help` in the game for its commands, such as `1222 > 1421` to move a stack or
/// `attack 1414 from 1313,1413`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Who plays the Germans: human, or a program as in `pgg league`, such as general:500 [default: as in the record, or
    /// human]
    #[arg(long, value_name = "WHO")]
    german: Option<String>,
    /// Who plays the Soviets [default: as in the record, or the strongest program]
    #[arg(long, value_name = "WHO")]
    soviet: Option<String>,
    /// The dice: the same seed and the same actions give the same game [default: those of the record, or new ones]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Go on from a record or a position
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Begin from a turn of a good game: turn-4 or turn-8
    #[arg(long, value_name = "NAME", value_parser = scenario_names(), conflicts_with_all = ["load", "resume", "list"])]
    scenario: Option<String>,
    /// Keep the record in this file as the game goes on; if the file has a game that is not over, go on with it
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Go on with the game last played that is not over, or with game N of the list
    #[arg(long, value_name = "N", num_args = 0..=1, conflicts_with_all = ["load", "save"])]
    resume: Option<Option<u32>>,
    /// Begin a new game without asking
    #[arg(long, conflicts_with_all = ["load", "resume"])]
    new: bool,
    /// List the games that are kept, and do not play
    #[arg(long, conflicts_with_all = ["load", "resume", "new", "save"])]
    list: bool,
    #[command(flatten)]
    force: Force,
    #[command(flatten)]
    switches: Switches,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    if args.list {
        return list();
    }
    let mut input = Input::open(Shelf::of_the_user().ok().map(|shelf| shelf.history()));
    let Some(Begun { table, first, opening }) = begin(args, &mut input)? else { return Ok(()) };
    let mut session = Session::new(table, input);
    session.greet(&first, &opening)?;
    session.play()
}

/// The game that the arguments describe; none if the player changes his mind.
fn begin(args: &Args, input: &mut Input) -> Result<Option<Begun>, Failure> {
    if let Some(path) = &args.load {
        let text = files::read_text(path)?;
        let keeper = origin::keeper_of_loaded(args, path, &text)?;
        return origin::from_file(args, path, &text, keeper).map(Some);
    }
    if let Some(name) = &args.scenario {
        let keeper = match &args.save {
            Some(path) => Some(origin::new_file(path, args.force)?),
            None => Shelf::of_the_user().ok().map(Keeper::on_shelf),
        };
        return origin::from_scenario(args, name, keeper).map(Some);
    }
    if let Some(path) = &args.save {
        if args.new || args.force.force || !path.exists() {
            return origin::new_game(args, Some(origin::new_file(path, args.force)?)).map(Some);
        }
        return go_on_in(args, path).map(Some);
    }
    let shelf = match Shelf::of_the_user() {
        Ok(shelf) => shelf,
        Err(why) if args.resume.is_some() => return Err(Failure::Io(why)),
        Err(why) => {
            writeln!(crate::out::stderr(), "pgg: {why}: the game is not kept unless you give --save FILE")?;
            return origin::new_game(args, None).map(Some);
        }
    };
    if let Some(number) = args.resume {
        let found = number.map_or_else(|| shelf.unfinished(), |n| shelf.game(n));
        let game = found.ok_or_else(|| {
            Failure::No(match number {
                Some(n) => format!("there is no game {n}: `pgg play --list` shows those that are kept"),
                None => "there is no game to go on with: all that were kept are over".to_owned(),
            })
        })?;
        return go_on_with(args, game, shelf).map(Some);
    }
    if !args.new
        && args.asks_for_nothing()
        && let Some(game) = shelf.unfinished()
    {
        match offer(&game, input)? {
            Answer::GoOn => return go_on_with(args, game, shelf).map(Some),
            Answer::New => {}
            Answer::Leave => return Ok(None),
        }
    }
    origin::new_game(args, Some(Keeper::on_shelf(shelf))).map(Some)
}

/// The positions that the program has with it; the parser lists them to whoever errs.
fn scenario_names() -> clap::builder::PossibleValuesParser {
    SCENARIOS.iter().map(|scenario| scenario.name).collect::<Vec<_>>().into()
}

impl Args {
    /// Could any game be meant?
    fn asks_for_nothing(&self) -> bool {
        let plain = self.switches.options() == Options::default();
        plain && self.german.is_none() && self.soviet.is_none() && self.seed.is_none()
    }
}

enum Answer {
    GoOn,
    New,
    Leave,
}

/// Ask at a terminal whether to continue the last game; in a pipe there is nobody to ask.
fn offer(game: &Kept, input: &mut Input) -> Result<Answer, Failure> {
    let number = game.number;
    let Ok(told) = game.told() else { return Ok(Answer::New) };
    if !input.is_terminal() {
        writeln!(stdout(), "Game {number} is not over ({told}): pgg play --resume goes on with it.")?;
        return Ok(Answer::New);
    }
    writeln!(stdout(), "Game {number} is not over: {told}.")?;
    loop {
        match input.line("Go on with it? [Y/n] ", None)? {
            Typed::Line(line) => match line.trim().to_lowercase().as_str() {
                "" | "y" | "yes" => return Ok(Answer::GoOn),
                "n" | "no" | "new" => return Ok(Answer::New),
                "q" | "quit" => return Ok(Answer::Leave),
                _ => writeln!(stdout(), "Type y to go on, n for a new game, q to leave.")?,
            },
            Typed::Never | Typed::End => return Ok(Answer::Leave),
        }
    }
}

/// Continue a saved game.
fn go_on_with(args: &Args, game: Kept, shelf: Shelf) -> Result<Begun, Failure> {
    let text = files::read_text(&game.path)?;
    let keeper = Keeper::going_on(game.path.clone(), text.clone(), Some(shelf));
    origin::from_file(args, &game.path, &text, Some(keeper))
}

/// Continue the record in the `--save` file. Any other content is not overwritten.
fn go_on_in(args: &Args, path: &Path) -> Result<Begun, Failure> {
    let refused = |why: &str| {
        let path = path.display();
        let why = why.strip_prefix(&format!("{path}: ")).unwrap_or(why);
        Failure::Io(format!(
            "{path} is there already and cannot be gone on with: {why}; choose another file, or --force to write over it"
        ))
    };
    let text = files::read_text(path)?;
    if !files::is_record(&text) {
        return Err(refused("it is no record of a game"));
    }
    let keeper = Keeper::going_on(path.to_owned(), text.clone(), None);
    origin::from_file(args, path, &text, Some(keeper)).map_err(|failure| refused(failure.text()))
}

/// The saved games, the last one first.
fn list() -> Result<(), Failure> {
    let shelf = Shelf::of_the_user().map_err(Failure::Io)?;
    let games = shelf.games();
    let mut out = stdout();
    if games.is_empty() {
        writeln!(out, "No game is kept yet.")?;
    }
    for game in games {
        let told = game.told().unwrap_or_else(|failure| format!("cannot be read: {}", failure.text()));
        writeln!(out, "{:>4}  {told}", game.number)?;
    }
    Ok(())
}
