//! The answers of the native build, for `web/scripts/referee/agree.js`, which sends the same messages to the module and compares
//! every byte: questions about positions of random games, whole games between programs, and games at a table without a server.
//!
//! A line has three parts between tabs: the call, the message, and the answer expected.

use clap::Parser;
use pgg_ai::Unwatched;
use pgg_core::formats::position::Diagram;
use pgg_core::game::chance::below;
use pgg_core::{Action, BySide, Game, Hex, Legal, Newcomer, Options, Seeded, Side, State, Targets, UnitSet};
use pgg_laws::mutate::mutate;
use pgg_table::Ask;
use pgg_table::ask::{Reply, answer};
use pgg_wasm::Host;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::{Value, json};
use std::io::{BufWriter, Result, StdoutLock, Write, stdout};

/// Writes what the native build answers, for a comparison with the module.
#[derive(Parser)]
struct Args {
    /// Positions of random games that are asked about
    #[arg(long, default_value_t = 200)]
    positions: u32,
    /// Seeds for which programs of every level play a game
    #[arg(long, default_value_t = 1)]
    seeds: u64,
    /// The first seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Of a random game, one position in so many is asked about: neighbours differ little.
const ASKED_ONE_IN: u32 = 17;
/// Of a random game's choices, one in so many ends the phase.
const ENDS_ONE_IN: u32 = 12;

fn main() -> Result<()> {
    let Args { positions, seeds, seed } = Args::parse();
    let mut out = BufWriter::new(stdout().lock());
    let mut asked = 0;
    for game in seed.. {
        if asked >= positions {
            break;
        }
        asked += random_game(&mut out, game, positions - asked)?;
    }
    for seed in seed..seed + seeds {
        for levels in [["recruit", "cadet"], ["major", "major"], ["general", "major"]] {
            program_game(&mut out, seed, BySide(levels))?;
        }
        table_game(&mut out, seed)?;
    }
    out.flush()
}

type Out = BufWriter<StdoutLock<'static>>;

fn line(out: &mut Out, call: &str, message: &impl serde::Serialize, expected: &str) -> Result<()> {
    write!(out, "{call}\t")?;
    serde_json::to_writer(&mut *out, message)?;
    writeln!(out, "\t{expected}")
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("what is sent has a JSON form")
}

/// Plays a random game and asks about some of its positions, at most so many; returns how many.
fn random_game(out: &mut Out, seed: u64, most: u32) -> Result<u32> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut chance = Seeded::from_number(seed);
    let (mut game, _) = Game::new(Options::default(), &mut chance).expect("a new game");
    let mut asked = 0;
    let mut legal = Legal::default();
    while asked < most {
        let state = *game.state();
        state.legal_into(&mut legal);
        let Some(action) = legal.sample(&mut rng, ENDS_ONE_IN) else { break };
        if below(&mut rng, ASKED_ONE_IN) == 0 {
            line(out, "place", &Diagram::of(&state), "")?;
            let asks = questions(&mut rng, &state, &legal, &action);
            let replies: Vec<Reply> = asks.iter().map(|ask| answer(&state, ask).into()).collect();
            line(out, "ask", &asks, &json(&replies))?;
            asked += 1;
        }
        game.play(&action, &mut chance).expect("it is legal");
    }
    Ok(asked)
}

/// Every kind of question, about units and hexes that are there.
fn questions(rng: &mut ChaCha8Rng, state: &State, legal: &Legal, action: &Action) -> Vec<Ask> {
    let stack = |rng: &mut ChaCha8Rng, side| {
        let hexes: Vec<Hex> = state.occupied(side).iter().collect();
        hexes.get(below(rng, hexes.len().max(1) as u32) as usize).copied()
    };
    let units = |hex: Option<Hex>| hex.map_or(UnitSet::EMPTY, |hex| state.units_in(hex));
    let mut asks =
        vec![Ask::Legal, Ask::Areas, Ask::Cup, Ask::Score, Ask::Position, Ask::March, Ask::Retreats];
    for side in Side::BOTH {
        let hex = stack(rng, side);
        asks.push(Ask::Supply { side });
        asks.push(Ask::Range { units: units(hex) });
        asks.push(Ask::MarchEnds { units: units(hex) });
        asks.push(Ask::Reach { units: units(hex), after: Vec::new() });
        if let (Some(from), Some(to)) = (hex, stack(rng, side.enemy())) {
            let (units, targets) = (units(hex), Targets::one(to));
            asks.push(Ask::BringIn { who: newcomers(legal), to: from });
            asks.push(Ask::Odds { units, targets, overrun: below(rng, 2) == 0, after: Vec::new() });
        }
    }
    for attack in &legal.attacks {
        let (units, targets) = (attack.units, Targets::one(attack.target));
        asks.push(Ask::Odds { units, targets, overrun: false, after: Vec::new() });
    }
    if let Action::Move { units, .. } = action {
        asks.push(Ask::Reach { units: *units, after: vec![*action] });
    }
    asks.push(Ask::Check { action: *action });
    asks.push(Ask::Check { action: mutate(rng, state, action) });
    asks
}

/// The units that could enter now.
fn newcomers(legal: &Legal) -> Vec<Newcomer> {
    let enters = |action: Action| match action {
        Action::Enter { who, .. } => Some(who),
        _ => None,
    };
    let mut all: Vec<Newcomer> = Vec::new();
    for who in legal.others.iter().copied().filter_map(enters) {
        if !all.contains(&who) {
            all.push(who);
        }
    }
    all
}

/// A whole game between programs: the module has to choose as they do, action by action.
fn program_game(out: &mut Out, seed: u64, levels: BySide<&str>) -> Result<()> {
    let mut chance = Seeded::from_number(seed);
    let (mut game, _) = Game::new(Options::default(), &mut chance).expect("a new game");
    let mut players = BySide::from_fn(|side| {
        pgg_ai::player(levels[side], seed + side as u64, None).expect("there is such a program")
    });
    for side in Side::BOTH {
        let seating = json!({ "level": levels[side], "seed": (seed + side as u64).to_string() });
        line(out, seats(side), &seating, "")?;
    }
    while let Some(decision) = game.state().decision() {
        let action = players[decision.side].choose(game.state(), &Unwatched);
        let choose = if decision.side == Side::German { "choose german" } else { "choose soviet" };
        line(out, choose, &Diagram::of(game.state()), &json(&action))?;
        game.play(&action, &mut chance).expect("programs play by the rules");
    }
    Ok(())
}

/// A game of a person, who plays at random, against a program at a table of the page's own.
fn table_game(out: &mut Out, seed: u64) -> Result<()> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let secret = [below(&mut rng, 256) as u8; 32];
    let side = if seed.is_multiple_of(2) { "german" } else { "soviet" };
    let opening = json!({
        "game": "GameGameGame", "seed": secret, "person": "AnnaAnnaAnna", "name": "Anna", "now": seed,
        "from": {"new": {"side": side, "opponent": {"program": {"level": "cadet"}}}},
    });
    let (host, told) = Host::open(&bytes(&opening)).expect("an opening");
    let mut host = host.expect("a table");
    line(out, "open table", &opening, &text(told))?;
    let ask = |out: &mut Out, host: &Host, query: Value| -> Result<Value> {
        let told = text(host.tell(&bytes(&query)).expect("a query"));
        line(out, "tell table", &query, &told)?;
        Ok(serde_json::from_str(&told)?)
    };
    let mut program: Option<Box<dyn pgg_ai::Player>> = None;
    ask(out, &host, json!({"welcome": {"since": null}}))?;
    for now in 0.. {
        let to_move = ask(out, &host, json!("to_move"))?["to_move"].take();
        let call = if to_move.is_null() {
            let whole = ask(out, &host, json!("whole"))?["whole"].take();
            let position: Diagram = serde_json::from_value(whole["view"]["position"].clone())?;
            let state = State::try_from(&position).expect("a position of the game");
            let Some(action) = state.legal().sample(&mut rng, ENDS_ONE_IN) else { break };
            let message =
                json!({"do": {"action": action}, "at": whole["last"], "key": now.to_string(), "id": now});
            json!({"message": {"text": message.to_string(), "now": now}})
        } else {
            let seat = || to_move["seating"]["seed"].as_str()?.parse().ok();
            let player = program.get_or_insert_with(|| {
                pgg_ai::player("cadet", seat().expect("a seed"), None).expect("there is such a program")
            });
            let position: Diagram = serde_json::from_value(to_move["position"].clone())?;
            let state = State::try_from(&position).expect("a position of the game");
            let action = player.choose(&state, &Unwatched);
            json!({"choice": {"action": action, "at": to_move["at"], "now": now}})
        };
        let told = text(host.receive(&bytes(&call)).expect("a call"));
        line(out, "receive table", &call, &told)?;
    }
    for query in [json!("record"), json!("luck"), json!({"history": {"since": 3}})] {
        ask(out, &host, query)?;
    }
    ask(out, &host, json!({"positions": {"from": 0, "to": 20}})).map(drop)
}

fn bytes(value: &Value) -> Vec<u8> {
    json(value).into_bytes()
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("messages are text")
}

fn seats(side: Side) -> &'static str {
    if side == Side::German { "seat german" } else { "seat soviet" }
}
