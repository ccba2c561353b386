//! The tables, as the migrations make them, listed for backups and for statements that take many rows at once as JSON.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use std::borrow::Cow;

/// Which database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    Sqlite,
    #[cfg(feature = "postgres")]
    Postgres,
}

/// What a column holds. In JSON, bytes are written in hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Text,
    Number,
    Bytes,
}

/// One table: its columns, those of the key first.
pub(super) struct Table {
    pub(super) name: &'static str,
    pub(super) key: &'static str,
    pub(super) columns: &'static [(&'static str, Type)],
}

use Type::{Bytes, Number, Text};

/// All tables, in an order in which they can be filled.
pub(super) const TABLES: [Table; 9] = [
    Table {
        name: "persons",
        key: "id",
        columns: &[
            ("id", Text),
            ("kind", Text),
            ("name", Text),
            ("login", Text),
            ("password", Text),
            ("webhook", Text),
            ("created", Number),
        ],
    },
    Table {
        name: "sessions",
        key: "hash",
        columns: &[("hash", Bytes), ("person", Text), ("created", Number), ("expires", Number)],
    },
    Table {
        name: "tokens",
        key: "id",
        columns: &[
            ("id", Text),
            ("hash", Bytes),
            ("person", Text),
            ("name", Text),
            ("scopes", Text),
            ("created", Number),
            ("used", Number),
            ("revoked", Number),
        ],
    },
    Table {
        name: "invitations",
        key: "hash",
        columns: &[("hash", Bytes), ("by_person", Text), ("uses_left", Number), ("expires", Number)],
    },
    Table { name: "games", key: "id", columns: GAMES },
    Table { name: "log", key: "game, n", columns: LOG },
    Table { name: "snapshots", key: "game", columns: SNAPSHOTS },
    Table {
        name: "outbox",
        key: "id",
        columns: &[
            ("id", Number),
            ("person", Text),
            ("game", Text),
            ("n", Number),
            ("created", Number),
            ("tries", Number),
            ("next", Number),
        ],
    },
    Table {
        name: "service",
        key: "id",
        columns: &[
            ("id", Number),
            ("beat", Number),
            ("run", Number),
            ("graced", Number),
            ("grace_from", Number),
            ("wall", Number),
        ],
    },
];

/// Of a game: what never changes, from `last` on what changes with every entry of its log, from `status` on what
/// changes rarely.
pub(super) const GAMES: &[(&str, Type)] = &[
    ("id", Text),
    ("created", Number),
    ("owner", Text),
    ("name", Text),
    ("name_search", Text),
    ("visibility", Text),
    ("options", Text),
    ("seed", Bytes),
    ("code", Bytes),
    ("code_text", Text),
    ("last", Number),
    ("updated", Number),
    ("turn", Number),
    ("phase", Text),
    ("deciding", Text),
    ("deadline", Number),
    ("status", Text),
    ("german_person", Text),
    ("german_invited", Number),
    ("german_program", Text),
    ("german_name", Text),
    ("soviet_person", Text),
    ("soviet_invited", Number),
    ("soviet_program", Text),
    ("soviet_name", Text),
    ("ended", Number),
    ("how", Text),
    ("winner", Text),
    ("score", Number),
    ("level", Text),
    ("seats_search", Text),
];
/// Where the columns of a game begin that change with every entry, and those that change rarely.
pub(super) const OFTEN: usize = 10;
pub(super) const RARELY: usize = 16;
pub(super) const LOG: &[(&str, Type)] =
    &[("game", Text), ("n", Number), ("at", Number), ("key", Text), ("body", Text)];
pub(super) const SNAPSHOTS: &[(&str, Type)] = &[("game", Text), ("n", Number), ("body", Bytes)];

/// Where entries wait in SQLite until they are moved to the log.
pub(super) const LOG_TAILS: [&str; 2] = ["log_tail_0", "log_tail_1"];

/// The columns by name: `a, b, c`.
pub(super) fn names(columns: &[(&str, Type)]) -> String {
    columns.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

/// A subquery that makes rows with these columns of `$1`, a JSON array of objects.
pub(super) fn rows_of_json(dialect: Dialect, columns: &[(&str, Type)]) -> String {
    let list = |each: &dyn Fn(&str, Type) -> String| {
        columns.iter().map(|&(name, kind)| each(name, kind)).collect::<Vec<_>>().join(", ")
    };
    match dialect {
        Dialect::Sqlite => {
            let values = list(&|name, kind| match kind {
                Bytes => format!("unhex(v->>'{name}') AS {name}"),
                Text | Number => format!("v->>'{name}' AS {name}"),
            });
            // Materialized, because otherwise each column would serialize its row again.
            format!("(WITH r AS MATERIALIZED (SELECT value AS v FROM jsonb_each($1)) SELECT {values} FROM r)")
        }
        #[cfg(feature = "postgres")]
        Dialect::Postgres => {
            let values = list(&|name, kind| match kind {
                Bytes => format!("decode({name}, 'hex') AS {name}"),
                Text | Number => name.to_owned(),
            });
            let types = list(&|name, kind| match kind {
                Number => format!("{name} bigint"),
                Text | Bytes => format!("{name} text"),
            });
            format!("(SELECT {values} FROM json_to_recordset($1::json) AS r({types}))")
        }
    }
}

/// The number of the newest migration.
pub(super) const VERSION: i64 = 4;

/// The migrations of a database, in order.
pub(super) fn migrator(dialect: Dialect) -> Migrator {
    let [first, tail, service, search] = match dialect {
        Dialect::Sqlite => [
            include_str!("../../migrations/sqlite/0001_first.sql"),
            include_str!("../../migrations/sqlite/0002_tail.sql"),
            include_str!("../../migrations/sqlite/0003_service.sql"),
            include_str!("../../migrations/sqlite/0004_search.sql"),
        ],
        #[cfg(feature = "postgres")]
        Dialect::Postgres => [
            include_str!("../../migrations/postgres/0001_first.sql"),
            include_str!("../../migrations/postgres/0002_tail.sql"),
            include_str!("../../migrations/postgres/0003_service.sql"),
            include_str!("../../migrations/postgres/0004_search.sql"),
        ],
    };
    let migration = |version, name: &'static str, sql: &'static str| {
        Migration::new(version, Cow::Borrowed(name), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(vec![
        migration(1, "first", first),
        migration(2, "tail", tail),
        migration(3, "service", service),
        migration(4, "search", search),
    ])
}
