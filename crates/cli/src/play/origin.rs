//! How a game in the terminal begins: new, from a position, or from a record.

use super::Args;
use super::kept::{Keeper, Shelf};
use super::session::{Seat, Table};
use crate::failure::Failure;
use crate::files::{self, Force};
use crate::lab;
use pgg_core::data::scenarios::scenario;
use pgg_core::{BySide, Event, Game, Options, Record, RecordError, Seeded, Side, State};
use std::hash::{BuildHasher, RandomState};
use std::path::Path;

/// A game that is about to be played.
pub(super) struct Begun {
    pub(super) table: Table,
    /// What is said of it first.
    pub(super) first: String,
    /// What happened at set-up, in a new game.
    pub(super) opening: Vec<Event>,
}

/// A new game.
pub(super) fn new_game(args: &Args, keeper: Option<Keeper>) -> Result<Begun, Failure> {
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    let seats = seats(args, None, seed)?;
    let mut dice = Seeded::from_number(seed);
    let (game, opening) = Game::new(args.switches.options(), &mut dice)
        .map_err(|e| Failure::No(format!("the set-up cannot be drawn: {e}")))?;
    let table = Table { game, dice, imported: None, seats, keeper };
    Ok(Begun { table, first: format!("seed {seed}"), opening })
}

/// A game from a file with a record or a position. Options that were given must be those of the file.
pub(super) fn from_file(
    args: &Args,
    path: &Path,
    text: &str,
    keeper: Option<Keeper>,
) -> Result<Begun, Failure> {
    let bad = |what: String| Failure::No(format!("{}: {what}", path.display()));
    if !files::is_record(text) {
        return from_position(args, path, text, keeper);
    }
    let record = Record::parse(text).map_err(|e| bad(e.to_string()))?;
    let game = Game::from_record(&record).map_err(|e| bad(e.to_string()))?;
    same_options(args, path, record.header.options)?;
    if let Some(how) = record.end.as_ref().and_then(|end| end.how.as_deref()) {
        return Err(bad(format!("the game is over ({how}); `pgg replay` tells it")));
    }
    if game.state().decision().is_none() {
        return Err(bad("the game is over; `pgg replay` tells it".to_owned()));
    }
    let (dice, imported) = dice(args, &record).map_err(|e| bad(e.to_string()))?;
    let dice = dice.map_err(bad)?;
    // Programs get their own random numbers, the same each time the game is continued from here.
    let seed = u64::from_str_radix(&dice.seed_text()[..16], 16).unwrap_or_default();
    let seed = seed.wrapping_add(record.entries.len() as u64);
    let seats = seats(args, Some((path, &record)), seed)?;
    let (turn, phase) = (game.state().turn(), game.state().phase());
    let first = format!("the game goes on in turn {turn}, {phase}");
    Ok(Begun { table: Table { game, dice, imported, seats, keeper }, first, opening: Vec::new() })
}

/// A game from a position that the program has with it.
pub(super) fn from_scenario(args: &Args, name: &str, keeper: Option<Keeper>) -> Result<Begun, Failure> {
    let scenario = scenario(name).ok_or_else(|| Failure::Usage(format!("there is no scenario {name}")))?;
    from_position(args, Path::new(name), scenario.position, keeper)
}

fn from_position(args: &Args, path: &Path, text: &str, keeper: Option<Keeper>) -> Result<Begun, Failure> {
    let state = State::from_text(text).map_err(|e| Failure::No(format!("{}: {e}", path.display())))?;
    same_options(args, path, state.options())?;
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    let seats = seats(args, None, seed)?;
    let (game, dice) = (Game::from_state(state), Seeded::from_number(seed));
    let table = Table { game, dice, imported: None, seats, keeper };
    Ok(Begun { table, first: format!("seed {seed}"), opening: Vec::new() })
}

/// The dice, if they fit, and how many actions were played with other dice.
type Dice = (Result<Seeded, String>, Option<u32>);

/// The dice with which a record continues: its own if it has a seed, else those of `--seed` if they match the
/// record so far, else new ones.
fn dice(args: &Args, record: &Record) -> Result<Dice, RecordError> {
    if let Some(dice) = record.dice()? {
        let other = args.seed.is_some_and(|n| Seeded::from_number(n).seed_text() != dice.seed_text());
        let why = "it has dice of its own, from another seed; leave --seed out to go on with them";
        return Ok((if other { Err(why.to_owned()) } else { Ok(dice) }, record.header.imported));
    }
    let seeded = Seeded::from_number(args.seed.unwrap_or_else(|| RandomState::new().hash_one(0)));
    let mut supposed = record.clone();
    supposed.header.commitment = Some(seeded.commitment());
    if let Some(end) = &mut supposed.end {
        end.seed = Some(seeded.seed_text());
    }
    match supposed.dice() {
        Ok(Some(dice)) if args.seed.is_some() => Ok((Ok(dice), record.header.imported)),
        _ => Ok((Ok(seeded), Some(record.entries.len() as u32))),
    }
}

fn same_options(args: &Args, path: &Path, there: Options) -> Result<(), Failure> {
    let given = args.switches.options();
    if given == there || given == Options::default() {
        return Ok(());
    }
    let path = path.display();
    Err(Failure::Usage(format!("{path}: the game has other options; leave them out to go on with its own")))
}

/// The players: as given, else as in the record, else a person against the strongest program.
fn seats(args: &Args, record: Option<(&Path, &Record)>, seed: u64) -> Result<BySide<Seat>, Failure> {
    let seat = |side: Side| {
        let (given, usual) = match side {
            Side::German => (&args.german, "human"),
            Side::Soviet => (&args.soviet, pgg_ai::NAMES.last().copied().unwrap_or("human")),
        };
        // Two programs of the same name need different seeds.
        let seed = seed.wrapping_mul(2).wrapping_add(side as u64);
        if let Some(who) = given {
            return named(who, seed);
        }
        let Some((path, record)) = record else { return named(usual, seed) };
        let there = match side {
            Side::German => &record.header.german,
            Side::Soviet => &record.header.soviet,
        };
        let Some(name) = there else { return named(usual, seed) };
        let level = name.split([':', '@']).next().unwrap_or_default();
        if !pgg_ai::NAMES.contains(&level) {
            return Ok(Seat::Human(name.clone()));
        }
        named(name, seed).map_err(|e| {
            let option = side.to_string().to_lowercase();
            let path = path.display();
            Failure::Usage(format!("{path}: {}; say with --{option} who goes on playing", e.text()))
        })
    };
    Ok(BySide([seat(Side::German)?, seat(Side::Soviet)?]))
}

/// `human`, or a program as `pgg league` names it.
fn named(who: &str, seed: u64) -> Result<Seat, Failure> {
    if who == "human" {
        return Ok(Seat::Human(who.to_owned()));
    }
    match lab::inside(who) {
        Ok(entrant) => Ok(Seat::Program(who.to_owned(), entrant.player(seed))),
        Err(Failure::Usage(text)) => Err(Failure::Usage(format!("{text}, or human"))),
        Err(failure) => Err(failure),
    }
}

/// Where a loaded game is saved: in its own file if that was requested or it is in the data directory, else in
/// a new one.
pub(super) fn keeper_of_loaded(args: &Args, path: &Path, text: &str) -> Result<Option<Keeper>, Failure> {
    let is = |other: &Path| match (path.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(two)) => one == two,
        _ => false,
    };
    if let Some(save) = &args.save {
        if is(save) && files::is_record(text) {
            return Ok(Some(Keeper::going_on(save.clone(), text.to_owned(), None)));
        }
        return new_file(save, args.force).map(Some);
    }
    let Ok(shelf) = Shelf::of_the_user() else { return Ok(None) };
    match shelf.games().into_iter().find(|game| is(&game.path)) {
        Some(game) => Ok(Some(Keeper::going_on(game.path, text.to_owned(), Some(shelf)))),
        None => Ok(Some(Keeper::on_shelf(shelf))),
    }
}

/// A file that the player named and that is not there yet.
pub(super) fn new_file(path: &Path, force: Force) -> Result<Keeper, Failure> {
    files::refuse_existing(path, force)?;
    Ok(Keeper::new(path.to_owned(), force))
}
