//! Games as the store keeps them, and reading one.

use super::rows::{all, from_row, get, optional, run, words};
use super::{Hash, Pool, Store, StoreError};
use pgg_core::data::tables::LevelName;
use pgg_core::{BySide, Phase, Side};
use pgg_table::entry::How;
use pgg_table::{GameId, Name, PersonId, Seat, Seed, Time, Visibility};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The status of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "GameStatus"),
    schemars(rename = "GameStatus")
)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// A seat is open.
    Open,
    /// Under way.
    Playing,
    /// Over.
    Finished,
}

/// What a list of games shows of one. It has no secrets in it; see [`Secrets`].
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// Its id.
    pub id: GameId,
    /// When it was made.
    pub created: Time,
    /// By whom.
    pub owner: Option<PersonId>,
    /// What it is called.
    pub name: Name,
    /// Who may see and join it.
    pub visibility: Visibility,
    /// Edition, options, pace, as lists show them.
    pub options: Value,
    /// The number of the last entry of its log.
    pub last: u32,
    /// What changes with the log.
    pub summary: Summary,
}

/// What is stored of a game besides its log for lists; it changes with every [`Append`].
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// When something happened last.
    pub updated: Time,
    /// Where it stands as a whole.
    pub status: Status,
    /// Who sits where.
    pub seats: BySide<Seat>,
    /// The Game-Turn.
    pub turn: u8,
    /// The phase.
    pub phase: Phase,
    /// Who has to decide.
    pub deciding: Option<Side>,
    /// Until when, if there is a pace.
    pub deadline: Option<Time>,
    /// How it ended.
    pub ending: Option<Ending>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// When.
    pub at: Time,
    /// Why it is over.
    pub how: How,
    /// Who won; none in a draw.
    pub winner: Option<Side>,
    /// The points as they stood.
    pub score: i32,
    /// The level those points mean, if it was played to its end.
    pub level: Option<LevelName>,
}

/// What must not be shown to everybody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secrets {
    /// What decides every die and draw.
    pub seed: Seed,
    /// The code to join by.
    pub code: Option<String>,
}

/// A game to be made, with the first entries of its log.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Its id, random.
    pub id: GameId,
    /// When it is made.
    pub created: Time,
    /// By whom.
    pub owner: Option<PersonId>,
    /// What it is called.
    pub name: Name,
    /// Who may see and join it.
    pub visibility: Visibility,
    /// What lists show of its options.
    pub options: Value,
    /// What decides every die and draw.
    pub seed: Seed,
    /// The code to join by: its hash, by which it is found, and itself.
    pub code: Option<(Hash, String)>,
    /// The first entries of the log, numbered from 1.
    pub rows: Vec<Row>,
    /// How it stands after them.
    pub summary: Summary,
    /// The table after some of them, for fast loading.
    pub snapshot: Option<Snapshot>,
    /// Whose webhooks to call; people without any are left out.
    pub wake: Vec<PersonId>,
}

/// Entries to be added to a game's log, and what else changes with them.
#[derive(Clone, Debug)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// The number of the last entry there is; the new ones are numbered from the next.
    pub after: u32,
    /// The entries.
    pub rows: Vec<Row>,
    /// How the game stands after them.
    pub summary: Summary,
    /// The table at some entry, which replaces the snapshot there is.
    pub snapshot: Option<Snapshot>,
    /// Whose webhooks to call; people without any are left out.
    pub wake: Vec<PersonId>,
}

/// What became of an [`Append`] or a [`NewGame`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// It is durable: it survives the loss of the process and of power.
    Durable,
    /// Nothing was changed: another process had added entries, or there is no such game (or, for a new one, its
    /// id or code is taken).
    Raced,
}

/// An entry to be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// When it happened.
    pub at: Time,
    /// The key of the request it came from.
    pub key: Option<String>,
    /// The entry, as JSON.
    pub body: String,
}

/// An entry that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogRow {
    /// Its number.
    pub n: u32,
    /// When it happened.
    pub at: Time,
    /// The key of the request it came from.
    pub key: Option<String>,
    /// The entry, as JSON.
    pub body: String,
}

/// A table at some entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The number of the last entry in it.
    pub n: u32,
    /// The table, in whatever form its maker chose.
    pub body: Vec<u8>,
}

/// Everything needed to load a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded {
    /// The game. Its log may have grown since this was read.
    pub game: Game,
    /// Seed and code.
    pub secrets: Secrets,
    /// The latest snapshot.
    pub snapshot: Option<Snapshot>,
    /// The entries after the snapshot, or all.
    pub log: Vec<LogRow>,
}

/// The columns of [`Game`].
macro_rules! game_columns {
    () => {
        "id, created, owner, name, visibility, options, last, updated, status, \
         german_person, german_invited, german_program, german_name, \
         soviet_person, soviet_invited, soviet_program, soviet_name, \
         turn, phase, deciding, deadline, ended, how, winner, score, level"
    };
}
pub(super) use game_columns;

impl Store {
    /// The game of this id.
    pub async fn game(&self, id: GameId) -> Result<Option<Game>, StoreError> {
        optional!(self, Game, concat!("SELECT ", game_columns!(), " FROM games WHERE id = $1"), id.as_str())
    }

    /// The game that is joined by the code of this hash.
    pub async fn by_code(&self, code: &Hash) -> Result<Option<Game>, StoreError> {
        optional!(self, Game, concat!("SELECT ", game_columns!(), " FROM games WHERE code = $1"), &code[..])
    }

    /// Seed and code of a game.
    pub async fn secrets(&self, id: GameId) -> Result<Option<Secrets>, StoreError> {
        optional!(self, Secrets, "SELECT seed, code_text FROM games WHERE id = $1", id.as_str())
    }

    /// Entries of a game's log in order, from the one after `after`, at most `limit` of them.
    pub async fn log(&self, id: GameId, after: u32, limit: u32) -> Result<Vec<LogRow>, StoreError> {
        let from = i64::from(after);
        let sql = match &self.inner.read {
            // In one statement, because entries may be moved meanwhile.
            Pool::Sqlite(_) => {
                "SELECT n, at, key, body FROM log WHERE game = $1 AND n > $2 \
                 UNION ALL SELECT n, at, key, body FROM log_tail_0 \
                 WHERE game = $1 AND n > max($2, coalesce((SELECT max(n) FROM log WHERE game = $1), 0)) \
                 UNION ALL SELECT n, at, key, body FROM log_tail_1 \
                 WHERE game = $1 AND n > max($2, coalesce((SELECT max(n) FROM log WHERE game = $1), 0)) \
                 ORDER BY n LIMIT $3"
            }
            #[cfg(feature = "postgres")]
            Pool::Postgres(_) => {
                "SELECT n, at, key, body FROM log WHERE game = $1 AND n > $2 ORDER BY n LIMIT $3"
            }
        };
        all!(self, LogRow, sql, id.as_str(), from, i64::from(limit))
    }

    /// Gives a game that is over another seed, with which it can be reopened.
    pub async fn reseed(&self, id: GameId, seed: Seed) -> Result<(), StoreError> {
        let sql = "UPDATE games SET seed = $2 WHERE id = $1 AND status = 'finished'";
        run!(self, sql, id.as_str(), &seed.0[..]).map(drop)
    }

    /// The latest snapshot of a game.
    pub async fn snapshot(&self, id: GameId) -> Result<Option<Snapshot>, StoreError> {
        optional!(self, Snapshot, "SELECT n, body FROM snapshots WHERE game = $1", id.as_str())
    }

    /// Replaces the snapshot of a game, unless the stored one is of a later entry.
    pub async fn keep(&self, id: GameId, snapshot: Snapshot) -> Result<(), StoreError> {
        let sql = "INSERT INTO snapshots (game, n, body) VALUES ($1, $2, $3) \
                   ON CONFLICT (game) DO UPDATE SET n = excluded.n, body = excluded.body \
                   WHERE snapshots.n <= excluded.n";
        run!(self, sql, id.as_str(), i64::from(snapshot.n), snapshot.body.as_slice()).map(drop)
    }

    /// Everything needed to load a game. Another process may add to the log meanwhile, so `log` can reach
    /// further than `game.last`, never less far.
    pub async fn load(&self, id: GameId) -> Result<Option<Loaded>, StoreError> {
        let Some(game) = self.game(id).await? else { return Ok(None) };
        let Some(secrets) = self.secrets(id).await? else { return Ok(None) };
        let snapshot = self.snapshot(id).await?;
        let after = snapshot.as_ref().map_or(0, |s| s.n);
        let log = self.log(id, after, u32::MAX).await?;
        Ok(Some(Loaded { game, secrets, snapshot, log }))
    }
}

words!(Status, Visibility, Phase, Side, How, LevelName);

from_row!(row => Game {
    let options: String = get!(row, "options");
    let ended: Option<Time> = get!(row, "ended");
    let ending = match ended {
        Some(at) => Some(Ending {
            at,
            how: get!(row, "how"),
            winner: get!(row, "winner"),
            score: get!(row, "score"),
            level: get!(row, "level"),
        }),
        None => None,
    };
    Ok(Game {
        id: get!(row, "id"),
        created: get!(row, "created"),
        owner: get!(row, "owner"),
        name: get!(row, "name"),
        visibility: get!(row, "visibility"),
        options: serde_json::from_str(&options).map_err(|e| sqlx::Error::Decode(e.into()))?,
        last: get!(row, "last"),
        summary: Summary {
            updated: get!(row, "updated"),
            status: get!(row, "status"),
            seats: BySide([
                seat(
                    get!(row, "german_person"),
                    get!(row, "german_invited"),
                    get!(row, "german_program"),
                    get!(row, "german_name"),
                )?,
                seat(
                    get!(row, "soviet_person"),
                    get!(row, "soviet_invited"),
                    get!(row, "soviet_program"),
                    get!(row, "soviet_name"),
                )?,
            ]),
            turn: get!(row, "turn"),
            phase: get!(row, "phase"),
            deciding: get!(row, "deciding"),
            deadline: get!(row, "deadline"),
            ending,
        },
    })
});

from_row!(row => Secrets {
    let seed: Vec<u8> = get!(row, "seed");
    let seed = seed.try_into().map_err(|_| sqlx::Error::Decode("a seed has 32 bytes".into()))?;
    Ok(Secrets { seed: Seed(seed), code: get!(row, "code_text") })
});

from_row!(row => LogRow {
    Ok(LogRow { n: get!(row, "n"), at: get!(row, "at"), key: get!(row, "key"), body: get!(row, "body") })
});

from_row!(row => Snapshot { Ok(Snapshot { n: get!(row, "n"), body: get!(row, "body") }) });

/// A seat from its four columns.
fn seat(
    person: Option<PersonId>,
    invited: u8,
    program: Option<String>,
    name: Option<Name>,
) -> Result<Seat, sqlx::Error> {
    match (person, program, name) {
        (None, None, None) => Ok(Seat::Open),
        (Some(id), None, Some(name)) if invited == 1 => Ok(Seat::Invited { id, name }),
        (Some(id), None, Some(name)) => Ok(Seat::Person { id, name }),
        (None, Some(level), _) => Ok(Seat::Program { level }),
        _ => Err(sqlx::Error::Decode("a seat is neither open nor a person's nor a program's".into())),
    }
}
