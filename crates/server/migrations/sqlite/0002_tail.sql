-- Where entries stand first, in the order in which they came: those of many games share a page, so a commit writes few.
-- While one of the two fills, the other is moved to the log, many entries of each game at a time; see
-- src/store/commit/tail.rs. PostgreSQL has no need of these tables.
CREATE TABLE log_tail_0 (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    n INTEGER NOT NULL,
    at INTEGER NOT NULL,
    key TEXT,
    body TEXT NOT NULL
) STRICT;
CREATE TABLE log_tail_1 (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    n INTEGER NOT NULL,
    at INTEGER NOT NULL,
    key TEXT,
    body TEXT NOT NULL
) STRICT;
