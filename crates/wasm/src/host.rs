//! A table without a server: the game, its log, and the messages that a server would send over its WebSocket.
//!
//! The page keeps the log: it makes new entries durable before it passes on the messages about them. If it cannot, or if another
//! tab has added entries, it opens the table again from the log.

use crate::misread::Misread;
use pgg_core::formats::position::Diagram;
use pgg_core::{Action, Record, Side};
use pgg_table::ask::{Reply, answer};
use pgg_table::{
    Asked, Asks, Entry, Fault, GameId, Happened, Luck, Name, Next, PersonId, Request, Seat, Seed, Story,
    Table, Time, Who,
};
use pgg_wire::games::{History, Import, NewGame, Opponent, Past, Sides, Whole, program};
use pgg_wire::{
    EntryView, Error, FaultView, FromPlayer, PROTOCOL, PositionView, Presence, ToPlayer, Wanted, Welcome,
    checked,
};
use serde::{Deserialize, Serialize};
use serde_json::{from_slice, to_vec};

/// A game at this machine, and the person who plays it.
pub struct Host {
    game: GameId,
    seed: Seed,
    person: PersonId,
    name: Name,
    table: Table,
    log: Vec<Entry>,
}

/// A table to be opened. Everything random, and the time, comes from the page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Opening {
    game: GameId,
    /// The game's secret.
    seed: [u8; 32],
    /// The person who plays at this machine.
    person: PersonId,
    name: Name,
    now: Time,
    from: From,
}

/// Where a game comes from.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum From {
    New(Box<NewGame>),
    Record(Import),
    /// It was opened before.
    Log(Vec<Entry>),
}

/// Something that changes the game.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Call {
    /// A text frame of the page.
    Message { text: String, now: Time },
    /// The program's choice, after entry `at`.
    Choice { action: Action, at: u32, now: Time },
}

/// The outcome of a call.
#[derive(Default, Serialize)]
struct Outcome {
    /// For the log; to be made durable before anything is sent.
    entries: Vec<Entry>,
    /// To everybody at the table, before the reply: what happened.
    before: Vec<ToPlayer>,
    /// To the sender.
    reply: Option<ToPlayer>,
    /// To everybody at the table, after the reply: the position.
    after: Option<ToPlayer>,
}

/// A question about the game as a whole.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Query {
    /// The messages for a client that connects, or reconnects after entry `since`.
    Welcome { since: Option<u32> },
    /// Everything there is to see.
    Whole,
    /// The entries after one.
    History { since: u32 },
    /// The positions after `from` to `to` actions.
    Positions { from: u32, to: u32 },
    /// The record, as text.
    Record,
    /// Dice and draws, compared with the average.
    Luck,
    /// The program that has to decide.
    ToMove,
}

/// The answer.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Told {
    Welcome(Vec<ToPlayer>),
    Whole(Box<Whole>),
    History(History),
    Positions(Vec<Past>),
    Record(String),
    Luck(Box<Luck>),
    ToMove(Option<Box<ToMove>>),
    Refused(FaultView),
}

/// A program that has to decide: how to seat it, and its position.
#[derive(Serialize)]
struct ToMove {
    side: Side,
    seating: Seating,
    at: u32,
    position: Diagram,
}

#[derive(Serialize)]
struct Seating {
    level: String,
    /// As text: it is too large for a number in JavaScript.
    seed: String,
}

/// The message that a program is thinking.
#[cfg(target_arch = "wasm32")]
pub(crate) fn thinking(side: Side, level: &str, share: f32, intent: pgg_ai::Intent) -> ToPlayer {
    ToPlayer::Thinking(pgg_wire::Thinking { side, level: level.to_owned(), share, intent })
}

impl Host {
    /// Opens a table: the host and the entries to keep, or the refusal as it is sent.
    pub fn open(opening: &[u8]) -> Result<(Option<Host>, Vec<u8>), Misread> {
        let opening: Opening = from_slice(opening)?;
        let (host, outcome) = match Host::opened(opening) {
            Ok((host, outcome)) => (Some(host), to_vec(&outcome)?),
            Err(error) => (None, to_vec(&Told::Refused(error.into()))?),
        };
        Ok((host, outcome))
    }

    fn opened(Opening { game, seed, person, name, now, from }: Opening) -> Result<(Host, Outcome), Error> {
        let seed = Seed(seed);
        let me = || Seat::Person { id: person, name: name.clone() };
        let opening = match from {
            From::Log(log) => {
                let table = Story::of(&log, seed).map_err(|_| Error::INTERNAL)?.table;
                return Ok((Host { game, seed, person, name, table, log }, Outcome::default()));
            }
            From::New(new) => {
                let seats = new.side.seats(me(), other(new.side, new.opponent.clone())?);
                new.opening(seats, person)?
            }
            From::Record(import) => {
                let record = Record::parse(&import.record).map_err(Fault::from)?;
                let seats = import.side.seats(me(), other(import.side, import.opponent.clone())?);
                import.opening(record, seats)
            }
        };
        let Next { table, happened, .. } = Table::open(opening, seed, Some(person), now)?;
        let log: Vec<Entry> = happened.into_iter().map(|happened| happened.entry).collect();
        let entries = log.clone();
        Ok((Host { game, seed, person, name, table, log }, Outcome { entries, ..Outcome::default() }))
    }

    /// Takes a message of the page or a choice of the program, and returns the outcome.
    pub fn receive(&mut self, call: &[u8]) -> Result<Vec<u8>, Misread> {
        let outcome = match from_slice(call)? {
            Call::Message { text, now } => self.message(&text, now),
            Call::Choice { action, at, now } => self.choice(action, at, now),
        };
        Ok(to_vec(&outcome)?)
    }

    /// Answers a question about the game as a whole.
    pub fn tell(&self, query: &[u8]) -> Result<Vec<u8>, Misread> {
        let told = self.told(from_slice(query)?).unwrap_or_else(|error| Told::Refused(error.into()));
        Ok(to_vec(&told)?)
    }

    fn message(&mut self, text: &str, now: Time) -> Outcome {
        let FromPlayer { wanted, key, at, id } = match FromPlayer::parse(text) {
            Ok(message) => message,
            Err(error) => {
                return reply(ToPlayer::Refused { id: serde_json::Value::Null, error: error.into() });
            }
        };
        match wanted {
            Wanted::Do(request) => {
                let who = Who::Person { id: self.person, name: self.name.clone(), invited: false };
                match self.done(&who, &Asked { request, key, at }, now) {
                    Ok((n, outcome)) => Outcome { reply: Some(ToPlayer::Done { id, n }), ..outcome },
                    Err(error) => reply(ToPlayer::Refused { id, error: error.into() }),
                }
            }
            Wanted::Ask(asks) => reply(match self.answered(asks, id.clone()) {
                Ok(answer) => answer,
                Err(error) => ToPlayer::Refused { id, error: Error::from(error).into() },
            }),
            Wanted::Ping(ping) => reply(ToPlayer::Pong(ping)),
            // The page stops the program itself, and nobody else reads what is written.
            Wanted::StopThinking(_) | Wanted::Writing(_) => Outcome::default(),
        }
    }

    fn answered(&self, asks: Asks, id: serde_json::Value) -> Result<ToPlayer, Fault> {
        let (state, at) = (self.table.state(), self.table.last());
        Ok(match asks.checked()? {
            Asks::One(ask) => ToPlayer::Answer { id, answer: Box::new(answer(state, &ask)?), at },
            Asks::Several(asks) => {
                let answers = asks.iter().map(|ask| Reply::from(answer(state, ask))).collect();
                ToPlayer::Answers { id, answers, at }
            }
        })
    }

    fn choice(&mut self, action: Action, at: u32, now: Time) -> Outcome {
        let Some((side, _)) = self.table.program_to_move() else { return Outcome::default() };
        let asked = Asked { request: Request::Action(action), key: None, at: Some(at) };
        // The game may have gone on meanwhile, by a resignation or in another tab: then the choice is stale.
        self.done(&Who::Program(side), &asked, now).map(|(_, outcome)| outcome).unwrap_or_default()
    }

    fn done(&mut self, who: &Who, asked: &Asked, now: Time) -> Result<(u32, Outcome), Error> {
        checked(asked)?;
        let Next { table, happened, n } = self.table.handle(who, asked, now)?;
        let entries: Vec<Entry> = happened.iter().map(|happened| happened.entry.clone()).collect();
        self.table = table;
        self.log.extend(entries.iter().cloned());
        let outcome = self.outcome(happened);
        Ok((n, Outcome { entries, ..outcome }))
    }

    fn outcome(&self, happened: Vec<Happened>) -> Outcome {
        if happened.is_empty() {
            return Outcome::default();
        }
        let before =
            happened.into_iter().map(|one| ToPlayer::Entry(Box::new(EntryView::from(one)))).collect();
        Outcome { before, after: Some(self.position()), ..Outcome::default() }
    }

    fn position(&self) -> ToPlayer {
        ToPlayer::Position(Box::new(PositionView::at(&self.table, &self.table.state().legal(), &self.you())))
    }

    /// The sides of the person at this machine.
    fn you(&self) -> Vec<Side> {
        self.table.sides_of(self.person).collect()
    }

    fn told(&self, query: Query) -> Result<Told, Error> {
        let story = || Story::of(&self.log, self.seed).map_err(|_| Error::INTERNAL);
        Ok(match query {
            Query::Welcome { since } => Told::Welcome(self.welcome(since)?),
            Query::Whole => Told::Whole(Box::new(self.whole())),
            Query::History { since } => {
                let after = story()?.happened.into_iter().filter(|happened| happened.entry.n > since);
                Told::History(History { entries: after.map(EntryView::from).collect() })
            }
            Query::Positions { from, to } => {
                let states = story()?.states(from, to).map_err(|_| Error::INTERNAL)?;
                Told::Positions((from..).zip(&states).map(|(ply, state)| Past::of(ply, state)).collect())
            }
            Query::Record => {
                let mut text = Vec::new();
                story()?.record().write(&mut text).map_err(|_| Error::INTERNAL)?;
                Told::Record(String::from_utf8(text).map_err(|_| Error::INTERNAL)?)
            }
            Query::Luck => Told::Luck(Box::new(story()?.luck().map_err(|_| Error::INTERNAL)?)),
            Query::ToMove => Told::ToMove(self.to_move().map(Box::new)),
        })
    }

    fn welcome(&self, since: Option<u32>) -> Result<Vec<ToPlayer>, Error> {
        let last = self.table.last();
        let legal = self.table.state().legal();
        let you = self.you();
        let since = since.filter(|&since| since <= last);
        let welcome = Welcome {
            protocol: PROTOCOL,
            game: self.game,
            last,
            view: since.is_none().then(|| Box::new(self.table.view(&legal))),
            legal: if since.is_none() { PositionView::legal_for(&self.table, &legal, &you) } else { None },
            you: you.clone(),
        };
        let present = |side| you.contains(&side);
        let (german, soviet) = (present(Side::German), present(Side::Soviet));
        let presence = Presence { german, soviet, spectators: 0 };
        let mut told = vec![ToPlayer::Welcome(Box::new(welcome)), ToPlayer::Presence(presence)];
        if let Some(since) = since {
            let story = Story::of(&self.log, self.seed).map_err(|_| Error::INTERNAL)?;
            let missed = story.happened.into_iter().filter(|happened| happened.entry.n > since);
            told.extend(missed.map(|happened| ToPlayer::Entry(Box::new(EntryView::from(happened)))));
            told.push(self.position());
        }
        Ok(told)
    }

    fn whole(&self) -> Whole {
        let (last, view) = (self.table.last(), self.table.view(&self.table.state().legal()));
        Whole { id: self.game, last, you: self.you(), code: None, view }
    }

    fn to_move(&self) -> Option<ToMove> {
        let (side, level) = self.table.program_to_move()?;
        let seating = Seating { level: level.to_owned(), seed: self.seed.of_program(side).to_string() };
        let position = Diagram::of(self.table.state());
        Some(ToMove { side, seating, at: self.table.last(), position })
    }
}

/// The player of the other side. A program can take a seat that is left open; nobody else comes to this machine.
fn other(side: Sides, opponent: Opponent) -> Result<Seat, Error> {
    match opponent {
        _ if side == Sides::Both => Ok(Seat::Open),
        Opponent::Program { level } => program(level),
        Opponent::Person { .. } => Err(Error::NoSuchPerson),
        Opponent::Open => Ok(Seat::Open),
    }
}

fn reply(message: ToPlayer) -> Outcome {
    Outcome { reply: Some(message), ..Outcome::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    const PERSON: &str = "AnnaAnnaAnna";

    fn opened(from: Value) -> (Option<Host>, Value) {
        let opening = json!({
            "game": "GameGameGame", "seed": vec![7; 32], "person": PERSON, "name": "Anna", "now": 1, "from": from
        });
        let (host, outcome) = Host::open(&to_vec(&opening).unwrap()).unwrap();
        (host, from_slice(&outcome).unwrap())
    }
    fn against(level: &str) -> Value {
        let units = json!({"1714": ["pz7"], "2112": ["r1 2-5"]});
        let position = json!({"turn": 5, "phase": "german_movement", "units": units});
        json!({"new": {"side": "german", "opponent": {"program": {"level": level}}, "position": position}})
    }
    fn send(host: &mut Host, message: &Value) -> Value {
        let call = json!({"message": {"text": message.to_string(), "now": 2}});
        from_slice(&host.receive(&to_vec(&call).unwrap()).unwrap()).unwrap()
    }
    fn ask(host: &Host, query: Value) -> Value {
        from_slice(&host.tell(&to_vec(&query).unwrap()).unwrap()).unwrap()
    }

    #[test]
    fn a_request_gives_entries_for_the_log_and_what_the_server_would_send() {
        let (host, outcome) = opened(against("recruit"));
        let mut host = host.expect("a table");
        assert_eq!(outcome["entries"].as_array().map(Vec::len), Some(1));
        let welcome = ask(&host, json!({"welcome": {"since": null}}))["welcome"].clone();
        assert_eq!(welcome[0]["welcome"]["you"], json!(["german"]));
        assert!(welcome[0]["welcome"]["legal"]["actions"].as_array().is_some_and(|all| !all.is_empty()));
        let step = json!({"move": {"units": ["pz7-7"], "path": ["1814"]}});
        let told = send(&mut host, &json!({"do": {"action": step}, "at": 1, "key": "k", "id": 5}));
        assert_eq!(told["entries"][0]["n"], 2);
        assert_eq!(told["before"][0]["entry"]["n"], 2);
        assert_eq!(told["reply"], json!({"done": {"id": 5, "n": 2}}));
        assert_eq!(told["after"]["position"]["n"], 2);
        // A repeated key is answered and not done again.
        let again = send(&mut host, &json!({"do": {"action": step}, "at": 1, "key": "k", "id": 6}));
        assert_eq!(again["reply"], json!({"done": {"id": 6, "n": 2}}));
        assert_eq!(again["entries"], json!([]));
    }

    #[test]
    fn refusals_are_the_servers() {
        let (host, _) = opened(against("recruit"));
        let mut host = host.expect("a table");
        let code = |told: Value| told["reply"]["refused"]["error"]["code"].clone();
        assert_eq!(code(send(&mut host, &json!({"dance": 1}))), "bad_message");
        assert_eq!(code(send(&mut host, &json!({"do": "redo", "id": 1}))), "no_at");
        assert_eq!(code(send(&mut host, &json!({"do": "redo", "at": 1}))), "cannot_redo");
        let (none, told) = opened(against("marshal"));
        assert!(none.is_none());
        assert_eq!(told["refused"]["code"], "no_such_level");
    }

    #[test]
    fn the_program_moves_by_the_games_seed_and_the_log_opens_the_table_again() {
        let (host, outcome) = opened(against("recruit"));
        let mut host = host.expect("a table");
        let mut log = outcome["entries"].as_array().cloned().expect("entries");
        assert_eq!(ask(&host, json!("to_move")), json!({"to_move": null}));
        // The phases of the German side end until the program has to decide.
        let to_move = loop {
            let at = log.len();
            let told = send(&mut host, &json!({"do": {"action": "done"}, "at": at, "key": at.to_string()}));
            log.extend(told["entries"].as_array().cloned().expect("entries"));
            let next = ask(&host, json!("to_move"))["to_move"].clone();
            if !next.is_null() {
                break next;
            }
        };
        assert_eq!(to_move["side"], "soviet");
        let seed = Seed([7; 32]).of_program(Side::Soviet);
        assert_eq!(to_move["seating"], json!({"level": "recruit", "seed": seed.to_string()}));
        let position: Diagram = serde_json::from_value(to_move["position"].clone()).unwrap();
        let state = pgg_core::State::try_from(&position).unwrap();
        let action = pgg_ai::player("recruit", seed, None).unwrap().choose(&state, &pgg_ai::Unwatched);
        let choice = json!({"choice": {"action": action, "at": to_move["at"], "now": 3}});
        let told: Value = from_slice(&host.receive(&to_vec(&choice).unwrap()).unwrap()).unwrap();
        log.extend(told["entries"].as_array().cloned().expect("entries"));
        assert_eq!(told["before"][0]["entry"]["what"]["acted"]["side"], "soviet");
        let (again, _) = opened(json!({"log": log}));
        let again = again.expect("the log fits");
        assert_eq!(ask(&again, json!("whole")), ask(&host, json!("whole")));
        assert_eq!(ask(&again, json!("record")), ask(&host, json!("record")));
    }
}
