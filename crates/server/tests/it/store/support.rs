//! Databases to test on, and games and persons to put into them.

use pgg_core::{BySide, Phase, Side};
use pgg_server::store::{Append, Kind, NewGame, Person, Row, Session, Status, Store, Summary};
use pgg_table::{GameId, Name, PersonId, Seat, Seed, Time, Visibility};
use pgg_testkit::Postgres;
use std::sync::Arc;
use tempfile::TempDir;

/// Where the database of one test is.
pub(crate) enum Place {
    Sqlite(TempDir),
    Postgres {
        url: String,
        /// Keeps the server running.
        _server: Arc<Postgres>,
    },
}

impl Place {
    pub(crate) fn sqlite() -> Place {
        Place::Sqlite(TempDir::new().unwrap())
    }

    pub(crate) fn postgres() -> Place {
        let postgres = Postgres::shared().unwrap_or_else(|e| panic!("{e}"));
        let url = postgres.database().unwrap_or_else(|e| panic!("{e}"));
        Place::Postgres { url, _server: postgres }
    }

    pub(crate) fn url(&self) -> String {
        match self {
            Place::Sqlite(folder) => format!("sqlite:{}", folder.path().join("games/pgg.sqlite").display()),
            Place::Postgres { url, .. } => url.clone(),
        }
    }

    pub(crate) async fn open(&self) -> Store {
        Store::open(&self.url()).await.unwrap()
    }
}

/// `both! { name, … }`: runs these functions, which take a [`Place`], on both databases.
macro_rules! both {
    ($($name:ident),* $(,)?) => {
        mod sqlite {
            $( #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() { super::$name(crate::store::support::Place::sqlite()).await } )*
        }
        mod postgres {
            $( #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() { super::$name(crate::store::support::Place::postgres()).await } )*
        }
    };
}
pub(crate) use both;

pub(crate) fn game_id(n: u8) -> GameId {
    format!("game{n:08}").parse().unwrap()
}

pub(crate) fn person_id(n: u8) -> PersonId {
    format!("pers{n:08}").parse().unwrap()
}

pub(crate) fn name(text: &str) -> Name {
    Name::parse(text).unwrap()
}

pub(crate) fn seat(n: u8, text: &str) -> Seat {
    Seat::Person { id: person_id(n), name: name(text) }
}

pub(crate) fn row(text: &str) -> Row {
    Row { at: Time(7), key: None, body: format!("{{\"said\":{text:?}}}") }
}

/// A game under way between two persons.
pub(crate) fn summary(updated: i64) -> Summary {
    Summary {
        updated: Time(updated),
        status: Status::Playing,
        seats: BySide([seat(1, "Heinz"), seat(2, "Семён")]),
        turn: 2,
        phase: Phase::GermanCombat,
        deciding: Some(Side::German),
        deadline: None,
        ending: None,
    }
}

/// A public game made at this time with one entry.
pub(crate) fn new_game(n: u8, created: i64) -> NewGame {
    NewGame {
        id: game_id(n),
        created: Time(created),
        owner: Some(person_id(1)),
        name: name(&format!("Game {n}")),
        visibility: Visibility::Public,
        options: serde_json::json!({"edition": "1976"}),
        seed: Seed([n; 32]),
        code: None,
        rows: vec![row("opened")],
        summary: summary(created),
        snapshot: None,
        wake: Vec::new(),
    }
}

/// One more entry after the last.
pub(crate) fn append(n: u8, after: u32, text: &str) -> Append {
    Append {
        game: game_id(n),
        after,
        rows: vec![row(text)],
        summary: summary(100 + i64::from(after)),
        snapshot: None,
        wake: Vec::new(),
    }
}

pub(crate) fn person(n: u8, login: Option<&str>) -> Person {
    Person {
        id: person_id(n),
        kind: if login.is_some() { Kind::Account } else { Kind::Guest },
        name: name("Somebody"),
        login: login.map(str::to_owned),
        password: login.map(|_| "$argon2id$…".to_owned()),
        webhook: None,
        created: Time(10),
    }
}

pub(crate) fn session(n: u8) -> Session {
    Session { hash: [n; 32], created: Time(10), expires: Time(1000) }
}

/// The chat of a game, entry by entry; fails if a number is missing or there twice.
pub(crate) async fn said(store: &Store, n: u8) -> Vec<String> {
    let log = store.log(game_id(n), 0, u32::MAX).await.unwrap();
    for (row, number) in log.iter().zip(1..) {
        assert_eq!(row.n, number);
    }
    let text = |body: &str| {
        serde_json::from_str::<serde_json::Value>(body).unwrap()["said"].as_str().unwrap().to_owned()
    };
    log.iter().map(|row| text(&row.body)).collect()
}
