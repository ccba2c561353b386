//! Lists of games: newest first, page by page.

use super::game::game_columns;
use super::rows::{all, from_row, get, optional};
use super::{Game, Pool, Store, StoreError};
use crate::error::BadCursor;
use pgg_table::{GameId, PersonId, Time};
use std::fmt;
use std::str::FromStr;

/// One page of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// The games.
    pub games: Vec<Game>,
    /// Where the next page begins; none if this is the last.
    pub next: Option<Cursor>,
}

/// The place in a list after a game, as text `time-id`. Games that come or go do not shift it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    time: Time,
    id: GameId,
}

/// The most games on a page.
const PAGE: u32 = 100;
/// The most characters of a search that count.
const SEARCH: usize = 100;
/// The index has so many characters together.
const GRAM: usize = 3;
/// A shorter text is looked for in so many games: milliseconds.
const NEW: i64 = 2000;

macro_rules! finished {
    ($where:literal) => {
        concat!(
            "SELECT ",
            game_columns!(),
            " FROM games WHERE status = 'finished' AND visibility = 'public' AND (ended, id) < ($1, $2)",
            $where,
            " ORDER BY ended DESC, id DESC LIMIT $3"
        )
    };
}
const NEWEST: &str = finished!("");
#[cfg(feature = "postgres")]
const BY_PATTERN: &str =
    finished!(" AND (name_search LIKE $4 ESCAPE '\\' OR seats_search LIKE $4 ESCAPE '\\')");
/// First how far back the page reaches, then all of that time, since of equal times the id decides.
const BY_GRAMS: &str = concat!(
    "WITH newest AS (SELECT ended FROM games_text WHERE games_text MATCH $4 AND rowid < ($1 + 1) * 16384",
    " AND (ended, game) < ($1, $2) ORDER BY rowid DESC LIMIT $3) SELECT ",
    game_columns!(),
    " FROM (SELECT game AS hit FROM games_text WHERE games_text MATCH $4 AND rowid < ($1 + 1) * 16384",
    " AND rowid >= (SELECT min(ended) FROM newest) * 16384) CROSS JOIN games ON id = hit",
    " WHERE status = 'finished' AND visibility = 'public' AND (ended, id) < ($1, $2)",
    " ORDER BY ended DESC, id DESC LIMIT $3"
);
const AMONG_NEWEST: &str = concat!(
    "SELECT ",
    game_columns!(),
    " FROM (SELECT * FROM games WHERE status = 'finished' AND visibility = 'public' AND (ended, id) < ($1, $2)",
    " ORDER BY ended DESC, id DESC LIMIT $5) AS newest",
    " WHERE name_search LIKE $4 ESCAPE '\\' OR seats_search LIKE $4 ESCAPE '\\' ORDER BY ended DESC, id DESC LIMIT $3"
);

impl Store {
    /// Public games with an open seat, newest first.
    pub async fn open_games(&self, cursor: Option<Cursor>, limit: u32) -> Result<Page, StoreError> {
        let (time, id, limit) = bounds(cursor, limit);
        let games = all!(
            self,
            Game,
            concat!(
                "SELECT ",
                game_columns!(),
                " FROM games WHERE status = 'open' AND visibility = 'public' AND (created, id) < ($1, $2)",
                " ORDER BY created DESC, id DESC LIMIT $3"
            ),
            time,
            id.as_str(),
            limit + 1
        )?;
        Ok(page(games, limit, |game| game.created))
    }

    /// The games that a person made, plays or is invited to, with any status, the most recently changed first.
    /// A game that changes while the pages are read moves to the front.
    pub async fn games_of(
        &self,
        person: PersonId,
        cursor: Option<Cursor>,
        limit: u32,
    ) -> Result<Page, StoreError> {
        let (time, id, limit) = bounds(cursor, limit);
        let games = all!(
            self,
            Game,
            concat!(
                "SELECT ",
                game_columns!(),
                " FROM games WHERE (german_person = $4 OR soviet_person = $4 OR owner = $4)",
                " AND (updated, id) < ($1, $2) ORDER BY updated DESC, id DESC LIMIT $3"
            ),
            time,
            id.as_str(),
            limit + 1,
            person.as_str()
        )?;
        Ok(page(games, limit, |game| game.summary.updated))
    }

    /// Public games under way, newest first.
    pub async fn games_to_watch(&self, cursor: Option<Cursor>, limit: u32) -> Result<Page, StoreError> {
        let (time, id, limit) = bounds(cursor, limit);
        let games = all!(
            self,
            Game,
            concat!(
                "SELECT ",
                game_columns!(),
                " FROM games WHERE status = 'playing' AND visibility = 'public' AND (created, id) < ($1, $2)",
                " ORDER BY created DESC, id DESC LIMIT $3"
            ),
            time,
            id.as_str(),
            limit + 1
        )?;
        Ok(page(games, limit, |game| game.created))
    }

    /// Public games that are over, the most recently ended first. With a search, those with this text in the
    /// name of the game or of a player, ignoring case.
    pub async fn finished_games(
        &self,
        search: &str,
        cursor: Option<Cursor>,
        limit: u32,
    ) -> Result<Page, StoreError> {
        if search.contains('\0') {
            return Ok(Page { games: Vec::new(), next: None });
        }
        let (time, id, limit) = bounds(cursor, limit);
        let search: String = search.trim().chars().take(SEARCH).flat_map(char::to_lowercase).collect();
        let is_long = search.chars().count() >= GRAM;
        let games = match &self.inner.read {
            Pool::Sqlite(_) if is_long => {
                // The text as one phrase: any three characters of it are in the index, in their order.
                let phrase = format!("\"{}\"", search.replace('"', "\"\""));
                all!(self, Game, BY_GRAMS, time, id.as_str(), limit + 1, phrase)?
            }
            // PostgreSQL has an index for this too.
            #[cfg(feature = "postgres")]
            Pool::Postgres(_) if is_long => {
                all!(self, Game, BY_PATTERN, time, id.as_str(), limit + 1, pattern(&search))?
            }
            _ if search.is_empty() => all!(self, Game, NEWEST, time, id.as_str(), limit + 1)?,
            // One or two characters are in many names: they are looked for in the newest games only.
            _ => all!(self, Game, AMONG_NEWEST, time, id.as_str(), limit + 1, pattern(&search), NEW)?,
        };
        Ok(page(games, limit, |game| game.summary.ending.map_or(game.summary.updated, |e| e.at)))
    }

    /// Games in progress whose deadline has passed, the longest overdue first.
    pub async fn due(&self, now: Time, limit: u32) -> Result<Vec<GameId>, StoreError> {
        let ids = all!(
            self,
            Id,
            "SELECT id FROM games WHERE status = 'playing' AND deadline IS NOT NULL AND deadline <= $1 \
             ORDER BY deadline LIMIT $2",
            now.0,
            i64::from(limit)
        )?;
        Ok(ids.into_iter().map(|id| id.0).collect())
    }

    /// The next deadline of any game under way; it may have passed.
    pub async fn next_deadline(&self) -> Result<Option<Time>, StoreError> {
        let first = optional!(
            self,
            (i64,),
            "SELECT deadline FROM games WHERE status = 'playing' AND deadline IS NOT NULL ORDER BY deadline LIMIT 1"
        )?;
        Ok(first.map(|(time,)| Time(time)))
    }

    /// Games under way in which a program has to decide, by id, from the one after `after`.
    pub async fn programs_to_move(
        &self,
        after: Option<GameId>,
        limit: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        let ids = all!(
            self,
            Id,
            "SELECT id FROM games WHERE status = 'playing' \
             AND (deciding = 'german' AND german_program IS NOT NULL \
             OR deciding = 'soviet' AND soviet_program IS NOT NULL) AND id > $1 ORDER BY id LIMIT $2",
            after.map_or(String::new(), |id| id.to_string()),
            i64::from(limit)
        )?;
        Ok(ids.into_iter().map(|id| id.0).collect())
    }
}

struct Id(GameId);
from_row!(row => Id { Ok(Id(get!(row, "id"))) });

/// Where to begin and how many to give. Every id comes before `~`.
fn bounds(cursor: Option<Cursor>, limit: u32) -> (i64, String, i64) {
    let (time, id) = cursor.map_or((i64::MAX, "~".to_owned()), |c| (c.time.0, c.id.to_string()));
    (time, id, i64::from(limit.clamp(1, PAGE)))
}

/// The query asks for one more game than a page has, to know whether there is another page.
fn page(mut games: Vec<Game>, limit: i64, time: impl Fn(&Game) -> Time) -> Page {
    let more = games.len() as i64 > limit;
    games.truncate(limit as usize);
    let next = games.last().filter(|_| more).map(|game| Cursor { time: time(game), id: game.id });
    Page { games, next }
}

/// The pattern for LIKE that finds this text anywhere, taken literally.
fn pattern(search: &str) -> String {
    let mut pattern = String::from("%");
    for c in search.chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.time.0, self.id)
    }
}

impl FromStr for Cursor {
    type Err = BadCursor;

    fn from_str(text: &str) -> Result<Cursor, BadCursor> {
        let (time, id) = text.rsplit_once('-').ok_or(BadCursor)?;
        Ok(Cursor {
            time: Time(time.parse().map_err(|_| BadCursor)?),
            id: id.parse().map_err(|_| BadCursor)?,
        })
    }
}
