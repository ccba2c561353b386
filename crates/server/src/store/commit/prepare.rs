//! A change made ready for the group commit in the caller's task: checked, and written as JSON for the statements.

use crate::store::{Append, Hash, NewGame, Row, Snapshot, Status, StoreError, Summary, hex, no_zero};
use pgg_core::tables::LevelName;
use pgg_core::{BySide, Phase, Side};
use pgg_table::entry::How;
use pgg_table::{GameId, PersonId, Seat, Time, Visibility};
use serde::Serialize;

/// A change, ready to be written. `often` and `rarely` are JSON objects; the other texts are lists of objects without
/// their brackets.
pub(super) struct Prepared {
    pub(super) game: GameId,
    pub(super) is_new: bool,
    /// The numbers of the last entry before and afterwards.
    pub(super) after: u32,
    pub(super) last: u32,
    /// What changes of the game with every entry.
    pub(super) often: String,
    /// The members of the same object that change rarely, or in a new game are there for the first time.
    pub(super) rarely: String,
    pub(super) log: String,
    pub(super) snapshots: String,
    pub(super) outbox: String,
}

impl Prepared {
    pub(super) fn bytes(&self) -> usize {
        self.often.len() + self.rarely.len() + self.log.len() + self.snapshots.len() + self.outbox.len()
    }
}

/// Makes a new game ready.
pub(super) fn create(game: &NewGame) -> Result<Prepared, StoreError> {
    let (hash, code) = match &game.code {
        Some((hash, code)) => (Some(hash), Some(code.as_str())),
        None => (None, None),
    };
    no_zero("the code", code.unwrap_or_default())?;
    let last = number(0, game.rows.len())?;
    let fixed = Fixed {
        created: game.created,
        owner: game.owner,
        name: game.name.as_str(),
        name_search: game.name.as_str().to_lowercase(),
        visibility: game.visibility,
        options: game.options.to_string(),
        seed: hex(&game.seed.0),
        code: hash.map(|hash: &Hash| hex(hash)),
        code_text: code,
        rarely: rarely(&game.summary)?,
    };
    Ok(Prepared {
        game: game.id,
        is_new: true,
        after: 0,
        last,
        often: json(&often(game.id, 0, last, &game.summary))?,
        rarely: json(&fixed)?,
        log: log(game.id, 0, &game.rows)?,
        snapshots: snapshot(game.id, game.snapshot.as_ref())?,
        outbox: outbox(game.id, last, game.summary.updated, &game.wake)?,
    })
}

/// Makes an addition to a game ready.
pub(super) fn append(append: &Append) -> Result<Prepared, StoreError> {
    let last = number(append.after, append.rows.len())?;
    Ok(Prepared {
        game: append.game,
        is_new: false,
        after: append.after,
        last,
        often: json(&often(append.game, append.after, last, &append.summary))?,
        rarely: json(&rarely(&append.summary)?)?,
        log: log(append.game, append.after, &append.rows)?,
        snapshots: snapshot(append.game, append.snapshot.as_ref())?,
        outbox: outbox(append.game, last, append.summary.updated, &append.wake)?,
    })
}

/// The columns of a game that never change, and those that change rarely.
#[derive(Serialize)]
struct Fixed<'a> {
    created: Time,
    owner: Option<PersonId>,
    name: &'a str,
    name_search: String,
    visibility: Visibility,
    options: String,
    seed: String,
    code: Option<String>,
    code_text: Option<&'a str>,
    #[serde(flatten)]
    rarely: Rarely<'a>,
}

/// The columns of a game that change with every entry, and the number of the entry they must follow.
#[derive(Serialize)]
struct Often {
    id: GameId,
    after: u32,
    last: u32,
    updated: Time,
    turn: u8,
    phase: Phase,
    deciding: Option<Side>,
    deadline: Option<Time>,
}

fn often(id: GameId, after: u32, last: u32, summary: &Summary) -> Often {
    Often {
        id,
        after,
        last,
        updated: summary.updated,
        turn: summary.turn,
        phase: summary.phase,
        deciding: summary.deciding,
        deadline: summary.deadline,
    }
}

/// The columns of a game that change rarely.
#[derive(Serialize)]
struct Rarely<'a> {
    status: Status,
    german_person: Option<PersonId>,
    german_invited: u8,
    german_program: Option<&'a str>,
    german_name: Option<&'a str>,
    soviet_person: Option<PersonId>,
    soviet_invited: u8,
    soviet_program: Option<&'a str>,
    soviet_name: Option<&'a str>,
    ended: Option<Time>,
    how: Option<How>,
    winner: Option<Side>,
    score: Option<i32>,
    level: Option<LevelName>,
    seats_search: Option<String>,
}

fn rarely(summary: &Summary) -> Result<Rarely<'_>, StoreError> {
    let BySide([german, soviet]) = &summary.seats;
    for seat in [german, soviet] {
        no_zero("the name of a program", seat.program().unwrap_or_default())?;
    }
    let ending = summary.ending.as_ref();
    Ok(Rarely {
        status: summary.status,
        german_person: person(german),
        german_invited: invited(german),
        german_program: german.program(),
        german_name: name(german),
        soviet_person: person(soviet),
        soviet_invited: invited(soviet),
        soviet_program: soviet.program(),
        soviet_name: name(soviet),
        ended: ending.map(|e| e.at),
        how: ending.map(|e| e.how),
        winner: ending.and_then(|e| e.winner),
        score: ending.map(|e| e.score),
        level: ending.map(|e| e.level),
        // Only finished games are searched.
        seats_search: ending.map(|_| {
            format!("{}\n{}", german.name().unwrap_or_default(), soviet.name().unwrap_or_default())
                .to_lowercase()
        }),
    })
}

const fn person(seat: &Seat) -> Option<PersonId> {
    match seat {
        Seat::Person { id, .. } | Seat::Invited { id, .. } => Some(*id),
        Seat::Open | Seat::Program { .. } => None,
    }
}

const fn invited(seat: &Seat) -> u8 {
    matches!(seat, Seat::Invited { .. }) as u8
}

fn name(seat: &Seat) -> Option<&str> {
    if seat.program().is_some() { None } else { seat.name() }
}

fn log(game: GameId, after: u32, rows: &[Row]) -> Result<String, StoreError> {
    #[derive(Serialize)]
    struct Entry<'a> {
        game: GameId,
        n: u32,
        at: Time,
        key: Option<&'a str>,
        body: &'a str,
    }
    list(rows.iter().zip(after + 1..).map(|(row, n)| {
        no_zero("the key of a request", row.key.as_deref().unwrap_or_default())?;
        no_zero("an entry", &row.body)?;
        json(&Entry { game, n, at: row.at, key: row.key.as_deref(), body: &row.body })
    }))
}

fn snapshot(game: GameId, snapshot: Option<&Snapshot>) -> Result<String, StoreError> {
    #[derive(Serialize)]
    struct Entry {
        game: GameId,
        n: u32,
        body: String,
    }
    list(snapshot.into_iter().map(|s| json(&Entry { game, n: s.n, body: hex(&s.body) })))
}

fn outbox(game: GameId, n: u32, now: Time, wake: &[PersonId]) -> Result<String, StoreError> {
    #[derive(Serialize)]
    struct Entry {
        person: PersonId,
        game: GameId,
        n: u32,
        created: Time,
        tries: u32,
        next: Time,
    }
    list(wake.iter().map(|&person| json(&Entry { person, game, n, created: now, tries: 0, next: now })))
}

/// JSON objects with commas between them.
fn list(items: impl Iterator<Item = Result<String, StoreError>>) -> Result<String, StoreError> {
    let mut list = String::new();
    for item in items {
        if !list.is_empty() {
            list.push(',');
        }
        list.push_str(&item?);
    }
    Ok(list)
}

/// The number of the last of `rows` entries after `after`. A change without entries would leave no trace to race for.
fn number(after: u32, rows: usize) -> Result<u32, StoreError> {
    let last = u32::try_from(rows).ok().filter(|&rows| rows > 0).and_then(|rows| after.checked_add(rows));
    last.ok_or_else(|| StoreError::Refused("a change of a game needs entries for its log".to_owned()))
}

fn json(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value)
        .map_err(|e| StoreError::Refused(format!("this cannot be written as JSON: {e}")))
}
