//! A session: one game at a time, and what each command does to it.

use super::fault::{Fault, Left};
use super::programs::Programs;
use super::request::{self, Request, Seed};
use pgg_ai::Weights;
use pgg_ai::advice::Advice;
use pgg_core::game::event::DieFor;
use pgg_core::{
    Chance, CounterId, Event, Game, Kind, NoChance, Phase, Position, Record, Scripted, Seeded, Side, State,
    UnitId,
};
use pgg_table::ask::{LegalView, ReachView, SupplyView, UnitSupplyView};
use serde_json::{Map, Value, json};

/// The rest of a reply.
type Body = Map<String, Value>;

/// A game, if there is one, and where its chance comes from.
#[derive(Default)]
pub(super) struct Session {
    table: Option<Table>,
    quit: bool,
}

struct Table {
    game: Game,
    chance: Seeded,
    programs: Programs,
}

impl Session {
    /// Has the session been ended?
    pub(super) fn has_quit(&self) -> bool {
        self.quit
    }

    /// Answer a line; the request's `id` comes back if the line is JSON.
    pub(super) fn answer(&mut self, line: &[u8]) -> (Option<Value>, Result<Body, Fault>) {
        let request: Value = match serde_json::from_slice(line) {
            Ok(value) => value,
            Err(error) => return (None, Err(Fault::bad_json(&error))),
        };
        let id = request.get("id").cloned();
        let answer = match request.get("cmd").and_then(Value::as_str) {
            Some(command) => self.command(command, line),
            None => {
                let what = "a request is an object with a text \"cmd\"";
                Err(Fault::bad_request(what, r#"such as {"cmd": "new"}"#))
            }
        };
        (id, answer)
    }

    fn command(&mut self, command: &str, line: &[u8]) -> Result<Body, Fault> {
        match command {
            "new" => self.new_game(read(line)?),
            "load" => self.load(read(line)?),
            "quit" => {
                read::<request::Plain>(line)?;
                self.quit = true;
                Ok(Body::new())
            }
            "apply" => {
                let request = read(line)?;
                self.table()?.apply(request)
            }
            "undo" => {
                read::<request::Plain>(line)?;
                self.table()?.undo()
            }
            "redo" => {
                read::<request::Plain>(line)?;
                self.table()?.redo()
            }
            "position" => {
                let game = self.asked(line)?;
                Ok(body([
                    ("position", Position::from(game.state()).to_json()),
                    ("fingerprint", json!(game.state().fingerprint())),
                ]))
            }
            "record" => {
                let game = self.asked(line)?;
                let mut text = Vec::new();
                // Writing to memory does not fail.
                game.record().write(&mut text).map_err(|e| Fault::Internal { detail: e.to_string() })?;
                Ok(body([("record", json!(String::from_utf8_lossy(&text)))]))
            }
            "decision" => Ok(status(self.asked(line)?.state())),
            "legal" => Ok(body([("legal", json!(LegalView::of(&self.asked(line)?.state().legal())))])),
            "score" => Ok(body([("score", json!(self.asked(line)?.state().score()))])),
            "reach" => {
                let request: request::Reach = read(line)?;
                Ok(body([("reach", json!(ReachView::of(self.table()?.game.state(), request.units)?))]))
            }
            "odds" => {
                let request: request::Odds = read(line)?;
                let state = self.table()?.game.state();
                let odds = state.odds(request.units, &request.targets, request.overrun)?;
                Ok(body([("odds", json!(odds))]))
            }
            "supply" => {
                let request: request::Supply = read(line)?;
                let state = self.table()?.game.state();
                match (request.unit, request.side) {
                    (Some(unit), None) => {
                        let supply = UnitSupplyView::of(state, unit).ok_or(Fault::NotOnMap { unit })?;
                        Ok(body([("supply", json!(supply))]))
                    }
                    (None, Some(side)) => Ok(body([("supply", json!(SupplyView::of(state, side)))])),
                    _ => Err(Fault::bad_request("name a unit or a side", request::Supply::EXPECTED)),
                }
            }
            "best" => {
                let request = read(line)?;
                let table = self.table()?;
                Ok(body([("action", json!(table.programs.best(table.game.state(), request)?))]))
            }
            "advise" => {
                let request: request::Advise = read(line)?;
                let state = self.table()?.game.state();
                let decides = state.decision().map_or(Side::German, |d| d.side);
                let advice = Advice::of(state, request.side.unwrap_or(decides), &Weights::default());
                Ok(body([("advice", json!(advice))]))
            }
            unknown => Err(Fault::UnknownCommand { command: unknown.chars().take(40).collect() }),
        }
    }

    fn table(&mut self) -> Result<&mut Table, Fault> {
        self.table.as_mut().ok_or(Fault::NoGame)
    }

    /// The game, for a command without fields.
    fn asked(&mut self, line: &[u8]) -> Result<&Game, Fault> {
        read::<request::Plain>(line)?;
        Ok(&self.table()?.game)
    }

    fn new_game(&mut self, request: request::New) -> Result<Body, Fault> {
        let seed = request.seed.unwrap_or_else(Seed::of_the_system);
        let mut chance = seed.chance();
        let (game, events) = Game::new(request.options, &mut chance)?;
        let mut reply = happened(&events, game.state());
        reply.insert("seed".to_owned(), seed.to_json());
        self.table = Some(Table { game, chance, programs: Programs::default() });
        Ok(reply)
    }

    fn load(&mut self, request: request::Load) -> Result<Body, Fault> {
        let (game, drawn, told) = match (request.position, request.record) {
            (Some(position), None) => (Game::from_state(read_position(position)?), 0, None),
            (None, Some(record)) => {
                let record = read_record(record)?;
                (Game::from_record(&record)?, record.drawn(), record.dice()?)
            }
            _ => {
                return Err(Fault::bad_request("name a position or a record", request::Load::EXPECTED));
            }
        };
        // The seed in the request or in the record continues where it stopped.
        let (seed, chance) = match (request.seed, told) {
            (None, Some(dice)) => (json!(dice.seed_text()), dice),
            (seed, _) => {
                let seed = seed.unwrap_or_else(Seed::of_the_system);
                (seed.to_json(), seed.chance().after(drawn))
            }
        };
        let mut reply = status(game.state());
        reply.insert("actions".to_owned(), json!(game.entries().len()));
        reply.insert("seed".to_owned(), seed);
        self.table = Some(Table { game, chance, programs: Programs::default() });
        Ok(reply)
    }
}

impl Table {
    fn apply(&mut self, request: request::Apply) -> Result<Body, Fault> {
        let request::Apply { action, dice, reveals, kinds, .. } = request;
        if !(dice.is_empty() && reveals.is_empty() && kinds.is_empty()) {
            // Try on a copy first: if outcomes are left over the action is refused, and then nothing may have
            // changed.
            let mut rest = self.chance.clone();
            let mut trial =
                Scripted::new(dice.clone(), reveals.clone(), kinds.iter().copied(), Rest(&mut rest));
            let mut state = *self.game.state();
            state.apply(&action, &mut trial)?;
            let (dice, reveals, kinds) = trial.left();
            if dice + reveals + kinds > 0 {
                return Err(Left { dice, reveals, kinds }.into());
            }
        }
        let mut rest = self.chance.clone();
        let mut chance = Scripted::new(dice, reveals, kinds, Rest(&mut rest));
        let events = self.game.play(&action, &mut chance)?;
        self.chance = rest;
        Ok(happened(&events, self.game.state()))
    }

    fn undo(&mut self) -> Result<Body, Fault> {
        if self.game.undo() {
            return Ok(status(self.game.state()));
        }
        Err(Fault::CannotUndo { done: !self.game.entries().is_empty() })
    }

    fn redo(&mut self) -> Result<Body, Fault> {
        match self.game.redo() {
            Some(events) => Ok(happened(&events, self.game.state())),
            None => Err(Fault::CannotRedo),
        }
    }
}

/// The seed's outcomes after the dictated ones. Borrowed, so that a refused action can restore it.
struct Rest<'a>(&'a mut Seeded);

impl Chance for Rest<'_> {
    fn die(&mut self, state: &State, why: DieFor) -> Result<u8, NoChance> {
        self.0.die(state, why)
    }

    fn draw(&mut self, state: &State, unit: UnitId) -> Result<Kind, NoChance> {
        self.0.draw(state, unit)
    }

    fn reveal(&mut self, state: &State, unit: UnitId) -> Result<CounterId, NoChance> {
        self.0.reveal(state, unit)
    }
}

/// A command's fields, parsed from the line itself, so that an error has the column.
fn read<R: Request>(line: &[u8]) -> Result<R, Fault> {
    serde_json::from_slice(line).map_err(|error| Fault::unreadable(&error, R::EXPECTED))
}

/// A position as a JSON object, or as the text of a file.
fn read_position(value: Value) -> Result<State, Fault> {
    let position = match value {
        Value::String(text) => Position::parse(&text)?,
        value => Position::parse(&value.to_string())?,
    };
    Ok(State::try_from(&position)?)
}

/// A record, given as the text of a file or as the list of its lines.
fn read_record(value: Value) -> Result<Record, Fault> {
    let record = match value {
        Value::String(text) => Record::parse(&text)?,
        Value::Array(lines) => {
            let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
            Record::parse(&lines.join("\n"))?
        }
        _ => {
            let detail = "expected the text of a record, or a list of its lines".to_owned();
            return Err(Fault::BadRecord { detail, record_line: None });
        }
    };
    if record.end.is_some() {
        record.check()?;
    }
    Ok(record)
}

fn body<const N: usize>(entries: [(&str, Value); N]) -> Body {
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// Where the game is.
fn status(state: &State) -> Body {
    body([
        ("turn", json!(state.turn())),
        ("phase", json!(state.phase())),
        ("decision", json!(state.decision())),
        ("over", json!(state.phase() == Phase::GameOver)),
        ("fingerprint", json!(state.fingerprint())),
    ])
}

/// What happened, and where the game is now.
fn happened(events: &[Event], state: &State) -> Body {
    let mut body = status(state);
    body.insert("events".to_owned(), json!(events));
    body
}
