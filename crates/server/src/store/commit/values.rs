//! The statements of every group commit in SQLite, with their rows as bound values: what changes of a game with each
//! entry, the entry, and snapshots. Written as JSON they would be taken apart again by SQLite, for half its time.

use super::BATCH;
use super::prepare::Prepared;
use crate::store::schema::{GAMES, LOG, LOG_TAILS, OFTEN, RARELY, SNAPSHOTS, names};
use serde::Serialize;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Arguments, AssertSqlSafe, SqliteConnection};
use std::sync::Arc;

/// How many rows a statement takes. Rows that are not bound are null and left out, so few sizes do.
const SIZES: [usize; 3] = [4, 32, BATCH];

/// The statements, by [`SIZES`].
pub(super) struct Values {
    touch: [Arc<str>; SIZES.len()],
    /// For each tail of the log.
    log: [[Arc<str>; SIZES.len()]; 2],
    snapshots: [Arc<str>; SIZES.len()],
}

impl Values {
    pub(super) fn new() -> Values {
        let often: Vec<&str> = GAMES[OFTEN..RARELY].iter().map(|(name, _)| *name).collect();
        // The first two columns are the game and the number of the entry it must follow.
        let set = often.iter().zip(3..).map(|(name, n)| format!("{name} = c.column{n}"));
        let set = set.collect::<Vec<_>>().join(", ");
        let touch = |rows| {
            let values = values(2 + often.len(), rows);
            let same = "games.id = c.column1 AND games.last = c.column2";
            format!("UPDATE games SET {set} FROM ({values}) AS c WHERE {same}").into()
        };
        let insert = |table, columns: &[_], then: &str| {
            SIZES.map(|rows| {
                let (names, values) = (names(columns), values(columns.len(), rows));
                let rows = format!("SELECT * FROM ({values}) WHERE column1 IS NOT NULL");
                format!("INSERT INTO {table} ({names}) {rows} {then}").into()
            })
        };
        let replace = "ON CONFLICT (game) DO UPDATE SET n = excluded.n, body = excluded.body";
        Values {
            touch: SIZES.map(touch),
            log: LOG_TAILS.map(|tail| insert(tail, LOG, "")),
            snapshots: insert("snapshots", SNAPSHOTS, replace),
        }
    }

    /// Changes what changes of games with every entry, of those that nobody else has changed. Gives how many these are.
    pub(super) async fn touch(
        &self,
        connection: &mut SqliteConnection,
        changes: &[&Prepared],
    ) -> Result<u64, sqlx::Error> {
        let mut touched = 0;
        for changes in changes.chunks(BATCH) {
            let mut values = Bound::default();
            for change in changes {
                let often = &change.often;
                values.text(often.id.as_str())?;
                values.number(often.after)?;
                values.number(often.last)?;
                values.number(often.updated.0)?;
                values.number(often.turn)?;
                values.add(word(&often.phase)?)?;
                values.add(often.deciding.as_ref().map(word).transpose()?)?;
                values.add(often.deadline.map(|deadline| deadline.0))?;
            }
            touched += values.run(connection, &self.touch, changes.len()).await?;
        }
        Ok(touched)
    }

    /// Adds entries to a tail, and keeps snapshots.
    pub(super) async fn add(
        &self,
        connection: &mut SqliteConnection,
        tail: usize,
        changes: &[&Prepared],
    ) -> Result<(), sqlx::Error> {
        let entries =
            changes.iter().flat_map(|c| c.rows.iter().zip(c.after + 1..).map(|(row, n)| (c.game, n, row)));
        let entries: Vec<_> = entries.collect();
        for entries in entries.chunks(BATCH) {
            let mut values = Bound::default();
            for (game, n, row) in entries {
                values.text(game.as_str())?;
                values.number(*n)?;
                values.number(row.at.0)?;
                values.add(row.key.as_deref())?;
                values.text(&row.body)?;
            }
            values.run(connection, &self.log[tail], entries.len()).await?;
        }
        let snapshots = changes.iter().filter_map(|c| Some((c.game, c.snapshot.as_ref()?)));
        let snapshots: Vec<_> = snapshots.collect();
        for snapshots in snapshots.chunks(BATCH) {
            let mut values = Bound::default();
            for (game, snapshot) in snapshots {
                values.text(game.as_str())?;
                values.number(snapshot.n)?;
                values.add(snapshot.body.as_slice())?;
            }
            values.run(connection, &self.snapshots, snapshots.len()).await?;
        }
        Ok(())
    }
}

/// `VALUES (?, ?), (?, ?)`: so many rows of so many columns.
fn values(columns: usize, rows: usize) -> String {
    let row = format!("({})", vec!["?"; columns].join(", "));
    format!("VALUES {}", vec![row.as_str(); rows].join(", "))
}

/// A word as it is kept in a column: its name in JSON.
fn word(value: &impl Serialize) -> Result<Arc<str>, sqlx::Error> {
    let json = serde_json::to_string(value).map_err(|e| sqlx::Error::Encode(e.into()))?;
    Ok(json.trim_matches('"').into())
}

/// The values of the rows of one statement.
#[derive(Default)]
struct Bound(SqliteArguments);

impl Bound {
    fn text(&mut self, text: &str) -> Result<(), sqlx::Error> {
        self.add(Arc::<str>::from(text))
    }

    fn number(&mut self, number: impl Into<i64>) -> Result<(), sqlx::Error> {
        self.add(number.into())
    }

    fn add<'t, T>(&mut self, value: T) -> Result<(), sqlx::Error>
    where
        T: sqlx::Encode<'t, sqlx::Sqlite> + sqlx::Type<sqlx::Sqlite>,
    {
        self.0.add(value).map_err(sqlx::Error::Encode)
    }

    /// Runs the smallest of the statements that takes so many rows. Gives how many rows it changed.
    async fn run(
        self,
        connection: &mut SqliteConnection,
        statements: &[Arc<str>; SIZES.len()],
        rows: usize,
    ) -> Result<u64, sqlx::Error> {
        let size = SIZES.iter().position(|&size| rows <= size).unwrap_or(SIZES.len() - 1);
        let query = sqlx::query_with(AssertSqlSafe(statements[size].clone()), self.0);
        Ok(query.execute(connection).await?.rows_affected())
    }
}
