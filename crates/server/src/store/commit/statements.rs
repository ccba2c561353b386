//! Statements of a group commit that take the rows of a whole batch as one JSON text, for both databases.

use crate::store::schema::{Dialect, GAMES, LOG, OFTEN, RARELY, SNAPSHOTS, Type, names, rows_of_json};
use std::sync::Arc;

/// The statements. SQLite uses them for what is rare; see `sqlite`.
#[cfg_attr(not(feature = "postgres"), expect(dead_code, reason = "SQLite has a faster way"))]
pub(super) struct Statements {
    /// Makes games.
    pub(super) create: Arc<str>,
    /// Changes all of a game that can change.
    pub(super) change: Arc<str>,
    /// Changes only what changes often, most of which no index minds.
    pub(super) step: Arc<str>,
    pub(super) log: Arc<str>,
    pub(super) snapshots: Arc<str>,
    pub(super) outbox: Arc<str>,
}

impl Statements {
    pub(super) fn new(dialect: Dialect) -> Statements {
        let outbox = [
            ("person", Type::Text),
            ("game", Type::Text),
            ("n", Type::Number),
            ("created", Type::Number),
            ("tries", Type::Number),
            ("next", Type::Number),
        ];
        let insert = |table: &str, columns: &[(&str, Type)], then: &str| {
            let (names, rows) = (names(columns), rows_of_json(dialect, columns));
            // In SQLite, ON after FROM would be taken for a join without the WHERE.
            Arc::from(format!("INSERT INTO {table} ({names}) SELECT {names} FROM {rows} AS c WHERE {then}"))
        };
        // Only games that nobody else has changed; it tells which these were.
        let update = |columns: &[(&str, Type)]| {
            let set: Vec<String> = columns.iter().map(|(name, _)| format!("{name} = c.{name}")).collect();
            let rows =
                rows_of_json(dialect, &[&[("id", Type::Text), ("after", Type::Number)], columns].concat());
            Arc::from(format!(
                "UPDATE games SET {} FROM {rows} AS c WHERE games.id = c.id AND games.last = c.after \
                 RETURNING games.id",
                set.join(", ")
            ))
        };
        Statements {
            create: insert("games", GAMES, "true ON CONFLICT DO NOTHING RETURNING games.id"),
            change: update(&GAMES[OFTEN..]),
            step: update(&GAMES[OFTEN..RARELY]),
            log: insert("log", LOG, "true"),
            snapshots: insert("snapshots", SNAPSHOTS, REPLACE_SNAPSHOT),
            outbox: insert(
                "outbox",
                &outbox,
                "EXISTS (SELECT 1 FROM persons p WHERE p.id = c.person AND p.webhook IS NOT NULL)",
            ),
        }
    }
}

const REPLACE_SNAPSHOT: &str = "true ON CONFLICT (game) DO UPDATE SET n = excluded.n, body = excluded.body";
