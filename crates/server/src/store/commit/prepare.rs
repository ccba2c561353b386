//! A change, prepared for the group commit in the caller's task: checked, and rare columns serialized as JSON.

use crate::store::{Append, Hash, NewGame, Row, Snapshot, Status, StoreError, Summary, hex, no_zero};
use pgg_core::data::tables::LevelName;
use pgg_core::{BySide, Phase, Side};
use pgg_table::entry::How;
use pgg_table::{GameId, PersonId, Seat, Time, Visibility};
use serde::Serialize;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash as Hashed};

/// A change, ready to be written. `outbox` is a list of JSON objects without its brackets.
pub(super) struct Prepared {
    pub(super) game: GameId,
    pub(super) is_new: bool,
    /// The numbers of the last entry before and afterwards.
    pub(super) after: u32,
    pub(super) last: u32,
    /// What changes of the game with every entry.
    pub(super) often: Often,
    pub(super) rest: Rest,
    /// The entries after `after`.
    pub(super) rows: Vec<Row>,
    pub(super) snapshot: Option<Snapshot>,
    pub(super) outbox: String,
}

/// The other columns of a game.
pub(super) enum Rest {
    /// Of a new game, as a JSON object.
    New(String),
    /// What changes rarely, and a hash of it.
    Rarely(Summary, u64),
}

impl Rest {
    /// A hash of what changes rarely; of a new game it is not known.
    pub(super) fn hash(&self) -> u64 {
        match self {
            Rest::New(_) => 0,
            Rest::Rarely(_, hash) => *hash,
        }
    }

    /// The columns as a JSON object.
    pub(super) fn json(&self) -> Result<String, serde_json::Error> {
        match self {
            Rest::New(json) => Ok(json.clone()),
            Rest::Rarely(summary, _) => serde_json::to_string(&Rarely::of(summary)),
        }
    }
}

impl Prepared {
    pub(super) fn bytes(&self) -> usize {
        let rows: usize = self.rows.iter().map(|row| row.body.len()).sum();
        rows + self.snapshot.as_ref().map_or(0, |s| s.body.len()) + self.outbox.len()
    }
}

/// Makes a new game ready.
pub(super) fn create(game: NewGame) -> Result<Prepared, StoreError> {
    let (hash, code) = match &game.code {
        Some((hash, code)) => (Some(hash), Some(code.as_str())),
        None => (None, None),
    };
    no_zero("the code", code.unwrap_or_default())?;
    check(&game.rows, &game.summary)?;
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
        rarely: Rarely::of(&game.summary),
    };
    Ok(Prepared {
        game: game.id,
        is_new: true,
        after: 0,
        last,
        often: often(game.id, 0, last, &game.summary),
        rest: Rest::New(json(&fixed)?),
        snapshot: game.snapshot,
        outbox: outbox(game.id, last, game.summary.updated, &game.wake)?,
        rows: game.rows,
    })
}

/// Makes an addition to a game ready.
pub(super) fn append(append: Append) -> Result<Prepared, StoreError> {
    check(&append.rows, &append.summary)?;
    let last = number(append.after, append.rows.len())?;
    let hash = hash(&Rarely::of(&append.summary));
    Ok(Prepared {
        game: append.game,
        is_new: false,
        after: append.after,
        last,
        often: often(append.game, append.after, last, &append.summary),
        snapshot: append.snapshot,
        outbox: outbox(append.game, last, append.summary.updated, &append.wake)?,
        rows: append.rows,
        rest: Rest::Rarely(append.summary, hash),
    })
}

fn hash(value: &impl Hashed) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(value)
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

/// The columns of a game that change often, and the number of the entry they must follow.
#[derive(Serialize)]
pub(super) struct Often {
    pub(super) id: GameId,
    pub(super) after: u32,
    pub(super) last: u32,
    pub(super) updated: Time,
    pub(super) turn: u8,
    pub(super) phase: Phase,
    pub(super) deciding: Option<Side>,
    pub(super) deadline: Option<Time>,
}

impl Often {
    /// A hash of what does not change with every entry.
    pub(super) fn hash(&self) -> u64 {
        hash(&(self.turn, self.phase, self.deciding, self.deadline))
    }
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
#[derive(Hash, Serialize)]
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

impl Rarely<'_> {
    fn of(summary: &Summary) -> Rarely<'_> {
        let BySide([german, soviet]) = &summary.seats;
        let ending = summary.ending.as_ref();
        Rarely {
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
            level: ending.and_then(|e| e.level),
            // Only finished games are searched.
            seats_search: ending.map(|_| {
                format!("{}\n{}", german.name().unwrap_or_default(), soviet.name().unwrap_or_default())
                    .to_lowercase()
            }),
        }
    }
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

fn check(rows: &[Row], summary: &Summary) -> Result<(), StoreError> {
    for seat in &summary.seats.0 {
        no_zero("the name of a program", seat.program().unwrap_or_default())?;
    }
    rows.iter().try_for_each(|row| {
        no_zero("the key of a request", row.key.as_deref().unwrap_or_default())?;
        no_zero("an entry", &row.body)
    })
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
