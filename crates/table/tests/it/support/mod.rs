//! A table with its log, shared by all tests. A second table follows the entries in their JSON form and has to stay
//! equal.
#![allow(dead_code, unreachable_pub)]

use pgg_ai::{Player, Unwatched, player};
use pgg_core::game::chance::below;
use pgg_core::{Action, BySide, Legal, Options, Position, Record, Side, State};
use pgg_table::table::Start;
use pgg_table::{
    Asked, Entry, Fault, Happened, Name, Next, Opening, Pace, PersonId, Request, Seat, Seed, Story, Table,
    Time, Visibility, What, Who, Words,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::json;

pub const GERMAN: u8 = 1;
pub const SOVIET: u8 = 2;
/// A spectator.
pub const WATCHER: u8 = 3;
/// Another spectator.
pub const OTHER: u8 = 4;
pub const DAY: i64 = 24 * 60 * 60 * 1000;
/// The time when every game of the tests begins.
pub const START: Time = Time(1_000_000_000_000);

pub fn person(n: u8) -> PersonId {
    PersonId::from_random([n; 16])
}

pub fn name(text: &str) -> Name {
    Name::parse(text).expect("a name")
}

pub fn called(n: u8) -> Name {
    name(&format!("Player {n}"))
}

/// A person who has the game's code.
pub fn who(n: u8) -> Who {
    Who::Person { id: person(n), name: called(n), invited: true }
}

/// A person who does not.
pub fn stranger(n: u8) -> Who {
    Who::Person { id: person(n), name: called(n), invited: false }
}

pub fn seat(n: u8) -> Seat {
    Seat::Person { id: person(n), name: called(n) }
}

pub fn program(level: &str) -> Seat {
    Seat::Program { level: level.to_owned() }
}

pub fn seed(n: u64) -> Seed {
    let mut random = Random::new(n ^ 0x5eed);
    Seed(std::array::from_fn(|_| random.below(256) as u8))
}

/// Two persons, without a pace, from set-up.
pub fn opening() -> Opening {
    Opening {
        name: name("A game"),
        options: Options::default(),
        visibility: Visibility::Link,
        pace: Pace::Unlimited,
        seats: BySide([seat(GERMAN), seat(SOVIET)]),
        auto: BySide([false; 2]),
        from: Start::SetUp,
    }
}

/// The same from a position.
pub fn opening_at(position: &str) -> Opening {
    let position = Position::parse(position).unwrap_or_else(|e| panic!("bad position: {e}"));
    Opening { from: Start::Position(Box::new(position)), ..opening() }
}

/// The same from a record.
pub fn opening_from(record: &Record) -> Opening {
    Opening { from: Start::Record(Box::new(record.clone())), ..opening() }
}

pub fn state(position: &str) -> State {
    State::from_text(position).unwrap_or_else(|e| panic!("bad position: {e}"))
}

pub fn action(json: &str) -> Action {
    serde_json::from_str(json).unwrap_or_else(|e| panic!("bad action: {e}\n{json}"))
}

pub fn walk(unit: &str, path: &[&str]) -> Request {
    Request::Action(action(&serde_json::json!({"move": {"units": [unit], "path": path}}).to_string()))
}

pub fn attack(units: &[&str], target: &str) -> Request {
    Request::Action(action(&serde_json::json!({"attack": {"targets": [target], "units": units}}).to_string()))
}

pub fn overrun(units: &[&str], target: &str) -> Request {
    Request::Action(action(&serde_json::json!({"overrun": {"units": units, "target": target}}).to_string()))
}

pub const PZ7: [&str; 3] = ["pz7-25", "pz7-6", "pz7-7"];

/// The German player moves; a division faces the 7th Panzer, and an infantry division is far from everybody.
pub const FRONT: &str = r#"{"turn": 7, "phase": "german_movement",
    "units": {"1222": ["pz7"], "1322": ["r1 untried"], "1624": ["konev"], "0120": ["inf6"]}}"#;

/// An infantry division alone: it moves, and nobody has anything to attack.
pub const ALONE: &str =
    r#"{"turn": 7, "phase": "german_movement", "units": {"0120": ["inf6"], "3030": ["konev"]}}"#;

pub const DONE: Request = Request::Action(Action::Done);
pub const UNDO: Request = Request::Undo { to: None };

pub fn undo_to(to: u32) -> Request {
    Request::Undo { to: Some(to) }
}

pub fn say(text: &str) -> Request {
    Request::Say { text: Words::parse(text).expect("words") }
}

pub fn keyed(request: Request, key: &str) -> Asked {
    Asked { key: Some(key.to_owned()), ..request.into() }
}

pub fn seen(request: Request, at: u32) -> Asked {
    Asked { at: Some(at), ..request.into() }
}

/// A person's number by side in [`opening`].
pub const fn player_of(side: Side) -> u8 {
    match side {
        Side::German => GERMAN,
        Side::Soviet => SOVIET,
    }
}

pub fn assert_same(a: &[Happened], b: &[Happened]) {
    assert_eq!(a.len(), b.len());
    for (a, b) in a.iter().zip(b) {
        assert_eq!(a.entry, b.entry);
        assert_eq!(a.events, b.events, "{:?}", a.entry);
        assert_eq!(a.now, b.now, "{:?}", a.entry);
    }
}

pub fn text<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("JSON")
}

/// A table, its log, and a second table that follows the log.
pub struct Game {
    pub table: Table,
    pub happened: Vec<Happened>,
    pub now: Time,
    seed: Seed,
    twin: Table,
}

impl Game {
    pub fn open(opening: Opening, n: u64) -> Game {
        Game::try_open(opening, n).unwrap_or_else(|e| panic!("not opened: {e:?}"))
    }

    pub fn try_open(opening: Opening, n: u64) -> Result<Game, Fault> {
        let Next { table, happened, n: number } = Table::open(opening, seed(n), Some(person(GERMAN)), START)?;
        assert_eq!(number, 1);
        let entry = through_json(&happened[0].entry);
        let (twin, events) = Table::first(&entry, seed(n)).expect("a first entry");
        assert_eq!(events, happened[0].events);
        let (first, rest) = happened.split_first().expect("the first entry");
        let mut game = Game { table, happened: vec![first.clone()], now: START, seed: seed(n), twin };
        game.follow(rest);
        Ok(game)
    }

    /// Two persons from set-up.
    pub fn new(n: u64) -> Game {
        Game::open(opening(), n)
    }

    pub fn at(position: &str, n: u64) -> Game {
        Game::open(opening_at(position), n)
    }

    pub fn seed(&self) -> Seed {
        self.seed
    }

    pub fn log(&self) -> Vec<Entry> {
        self.happened.iter().map(|h| h.entry.clone()).collect()
    }

    pub fn last_what(&self) -> &What {
        &self.happened[self.happened.len() - 1].entry.what
    }

    pub fn state(&self) -> &State {
        self.table.state()
    }

    pub fn later(&mut self, milliseconds: i64) {
        self.now = self.now.plus(milliseconds);
    }

    /// Make a request; returns the number that answers it, or the refusal.
    pub fn try_do(&mut self, who: &Who, asked: impl Into<Asked>) -> Result<u32, Fault> {
        let before = self.table.last();
        let next = self.table.handle(who, &asked.into(), self.now)?;
        assert_eq!(self.table.last(), before, "the table itself does not change");
        Ok(self.take(next))
    }

    /// Make a request that has to be accepted.
    pub fn must(&mut self, n: u8, asked: impl Into<Asked>) -> u32 {
        let asked = asked.into();
        let told = format!("{:?}", asked.request);
        self.try_do(&who(n), asked).unwrap_or_else(|e| panic!("refused: {e:?}\n{told}"))
    }

    /// Make a request that has to be refused with this code; nothing changes.
    pub fn refuses(&mut self, n: u8, code: &str, asked: impl Into<Asked>) -> Fault {
        self.refuses_to(&who(n), code, asked)
    }

    pub fn refuses_to(&mut self, who: &Who, code: &str, asked: impl Into<Asked>) -> Fault {
        let before = self.table.snapshot();
        let asked = asked.into();
        let told = format!("{:?}", asked.request);
        let fault = self.try_do(who, asked).err().unwrap_or_else(|| panic!("accepted: {told}"));
        assert_eq!(json!(fault)["code"], code, "{fault:?}\n{told}");
        assert!(!fault.to_string().is_empty());
        assert!(self.table.snapshot() == before, "a refused request changed something: {told}");
        fault
    }

    pub fn tick(&mut self) -> bool {
        let next = self.table.tick(self.now);
        next.is_some_and(|next| self.take(next) > 0)
    }

    /// The action of the side that has to decide, no matter who sits there.
    pub fn act(&mut self, action: Action) -> u32 {
        let side = self.table.deciding().expect("the game goes on");
        let who = match &self.table.seats()[side] {
            Seat::Program { .. } => Who::Program(side),
            Seat::Person { id, name } => Who::Person { id: *id, name: name.clone(), invited: false },
            other => panic!("nobody plays the {side} side: {other:?}"),
        };
        let refused = |e| panic!("refused: {e:?}\n{action:?}");
        self.try_do(&who, Request::Action(action)).unwrap_or_else(refused)
    }

    /// Put the next table in place, as the keeper of the log does.
    pub fn take(&mut self, next: Next) -> u32 {
        let Next { table, happened, n } = next;
        self.table = table;
        self.follow(&happened);
        n
    }

    fn follow(&mut self, happened: &[Happened]) {
        for happened in happened {
            let entry = through_json(&happened.entry);
            assert_eq!(entry.n, self.twin.last() + 1, "numbers are gapless");
            let events = self.twin.admit(&entry).unwrap_or_else(|e| panic!("not admitted: {e}\n{entry:?}"));
            assert_eq!(events, happened.events, "{entry:?}");
            assert_eq!(self.twin.now(), happened.now, "{entry:?}");
        }
        self.happened.extend_from_slice(happened);
        assert_eq!(self.table.last() as usize, self.happened.len());
        assert_eq!(*self.table.state(), *self.twin.state());
        assert!(self.table.snapshot() == self.twin.snapshot(), "the tables differ");
    }

    /// Store the table and load it again.
    pub fn reload(&mut self) {
        let kept = self.table.snapshot();
        self.table = Table::restore(&kept, self.seed).unwrap_or_else(|e| panic!("{e}")).table;
        assert!(self.table.snapshot() == kept, "the snapshot of a restored table differs");
    }

    pub fn story(&self) -> Story {
        Story::of(&self.log(), self.seed).unwrap_or_else(|e| panic!("{e}"))
    }

    pub fn record(&self) -> Record {
        self.story().record()
    }

    /// Continue with random actions until `stop` or the end; one choice in `end_one_in` ends the phase.
    pub fn play_on(&mut self, random: &mut Random, end_one_in: u32, mut stop: impl FnMut(&Table) -> bool) {
        while self.table.deciding().is_some() && !stop(&self.table) {
            let action = random.action(self.state(), end_one_in);
            self.act(action);
        }
    }

    /// Continue with programs until `stop` or the end.
    pub fn play_with(&mut self, german: &str, soviet: &str, mut stop: impl FnMut(&Table) -> bool) {
        let mut programs: [Box<dyn Player>; 2] =
            [german, soviet].map(|level| player(level, 5, None).expect("a program"));
        while let Some(side) = self.table.deciding().filter(|_| !stop(&self.table)) {
            let action = programs[usize::from(side == Side::Soviet)].choose(self.state(), &Unwatched);
            self.act(action);
        }
    }
}

/// An entry as it comes back from the log.
pub fn through_json(entry: &Entry) -> Entry {
    let json = text(entry);
    let back: Entry = serde_json::from_str(&json).unwrap_or_else(|e| panic!("{e}\n{json}"));
    assert_eq!(back, *entry);
    back
}

/// Random numbers, the same for the same seed.
pub struct Random {
    rng: ChaCha8Rng,
    legal: Legal,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        Random { rng: ChaCha8Rng::seed_from_u64(seed), legal: Legal::default() }
    }

    pub fn below(&mut self, bound: u32) -> u32 {
        below(&mut self.rng, bound)
    }

    pub fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u32) as usize].clone()
    }

    /// A legal action of the decision.
    pub fn action(&mut self, state: &State, end_one_in: u32) -> Action {
        state.legal_into(&mut self.legal);
        self.legal.sample(&mut self.rng, end_one_in).expect("a legal action")
    }
}

/// The first number for which `make` gives something: for games in which a die has to fall in a certain way.
pub fn first<T>(make: impl FnMut(u64) -> Option<T>) -> T {
    (0..200).find_map(make).expect("one of 200 seeds does")
}

/// After an overrun of `FRONT` the Soviet player has to choose loss or retreat.
pub fn overrun_game(opening: &Opening) -> Game {
    first(|n| {
        let mut game = Game::open(opening.clone(), n);
        game.must(GERMAN, overrun(&PZ7, "1322"));
        (game.table.deciding() == Some(Side::Soviet)).then_some(game)
    })
}

/// A whole short game from set-up, played at random between two persons.
pub fn random_game(n: u64) -> Game {
    let mut game = Game::new(n);
    game.play_on(&mut Random::new(n), 2, |_| false);
    game
}
