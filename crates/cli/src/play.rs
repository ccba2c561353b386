//! `pgg play`: a game in the terminal, by typed commands.

mod command;
mod session;
mod sheets;

use crate::failure::Failure;
use pgg_core::{BySide, Game, Record, Seeded, Side, State};
use session::{Seat, Session};
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};

/// Play in the terminal against a program, another person, or watch two programs.
///
/// Example: `pgg play --save game.jsonl` gives you the Germans against the strongest program; `pgg play --soviet
/// human --german random` the Soviets; `human` for both shares one keyboard. `--load game.jsonl` goes on with a
/// record or begins from a position. Type `help` in the game for its commands, such as `1222 > 1421` to move a stack
/// or `attack 1414 from 1313,1413`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Who plays the Germans: human, or the name of a program.
    #[arg(long, value_name = "WHO", default_value = "human")]
    german: String,
    /// Who plays the Soviets; the strongest program if not given.
    #[arg(long, value_name = "WHO")]
    soviet: Option<String>,
    /// The dice: the same seed and the same actions give the same game.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Go on from a record or a position.
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Keep the record in this file as the game goes on.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    let strongest = pgg_ai::NAMES.last().copied().unwrap_or("human");
    let seats = BySide([
        seat(&args.german, Side::German, seed)?,
        seat(args.soviet.as_deref().unwrap_or(strongest), Side::Soviet, seed)?,
    ]);
    let mut chance = Seeded::from_number(seed);
    let (game, opening) = match &args.load {
        Some(path) => (load(path, &mut chance)?, Vec::new()),
        None => Game::new(pgg_core::Options::default(), &mut chance)
            .map_err(|e| Failure::No(format!("the set-up cannot be drawn: {e}")))?,
    };
    let mut session = Session::new(game, chance, seats, args.save.clone());
    session.greet(seed, &opening)?;
    session.play(&mut std::io::stdin().lock())
}

fn seat(who: &str, side: Side, seed: u64) -> Result<Seat, Failure> {
    if who == "human" {
        return Ok(Seat::Human);
    }
    // Two programs of one name must not play in step.
    let seed = seed.wrapping_mul(2).wrapping_add(side as u64);
    pgg_ai::player(who, seed, None).map(|player| Seat::Program(who.to_owned(), player)).ok_or_else(|| {
        Failure::Usage(format!("there is no program '{who}': expected human or {}", pgg_ai::NAMES.join(", ")))
    })
}

/// A game from a record, its dice going on where they stopped, or from a position.
fn load(path: &Path, chance: &mut Seeded) -> Result<Game, Failure> {
    let text = fs::read_to_string(path).map_err(|e| Failure::file(path, &e))?;
    let bad = |what: String| Failure::No(format!("{}: {what}", path.display()));
    if !crate::show::is_record(&text) {
        return State::from_text(&text).map(Game::from_state).map_err(|e| bad(e.to_string()));
    }
    let record = Record::parse(&text).map_err(|e| bad(e.to_string()))?;
    let game = Game::from_record(&record).map_err(|e| bad(e.to_string()))?;
    let used = record.header.opening.len() + record.entries.iter().map(|e| e.chance.len()).sum::<usize>();
    for _ in 0..used {
        // Each outcome has a number of its own, so throwing one away steps over it.
        let _ = pgg_core::Chance::die(chance, game.state(), pgg_core::event::DieFor::Combat);
    }
    Ok(game)
}
