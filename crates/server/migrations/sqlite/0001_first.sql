-- The same tables and columns as in migrations/postgres; src/store/schema.rs lists them once more for backups.
-- Times are milliseconds since 1970; secrets are kept as SHA-256 only.

CREATE TABLE persons (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('guest', 'account', 'bot')),
    name TEXT NOT NULL,
    login TEXT UNIQUE,
    password TEXT,
    webhook TEXT,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
    hash BLOB NOT NULL PRIMARY KEY,
    person TEXT NOT NULL REFERENCES persons (id),
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_person ON sessions (person);
CREATE INDEX sessions_expires ON sessions (expires);

CREATE TABLE tokens (
    id TEXT NOT NULL PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    person TEXT NOT NULL REFERENCES persons (id),
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created INTEGER NOT NULL,
    used INTEGER,
    revoked INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX tokens_person ON tokens (person);

CREATE TABLE invitations (
    hash BLOB NOT NULL PRIMARY KEY,
    by_person TEXT REFERENCES persons (id),
    uses_left INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE games (
    id TEXT NOT NULL PRIMARY KEY,
    created INTEGER NOT NULL,
    owner TEXT,
    name TEXT NOT NULL,
    name_search TEXT NOT NULL,
    visibility TEXT NOT NULL CHECK (visibility IN ('public', 'link')),
    options TEXT NOT NULL,
    seed BLOB NOT NULL,
    code BLOB UNIQUE,
    code_text TEXT,
    last INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    phase TEXT NOT NULL,
    deciding TEXT CHECK (deciding IN ('german', 'soviet')),
    deadline INTEGER,
    status TEXT NOT NULL CHECK (status IN ('open', 'playing', 'finished')),
    german_person TEXT,
    german_invited INTEGER NOT NULL,
    german_program TEXT,
    german_name TEXT,
    soviet_person TEXT,
    soviet_invited INTEGER NOT NULL,
    soviet_program TEXT,
    soviet_name TEXT,
    ended INTEGER,
    how TEXT,
    winner TEXT CHECK (winner IN ('german', 'soviet')),
    score INTEGER,
    level TEXT,
    seats_search TEXT
) STRICT, WITHOUT ROWID;
-- No index holds `updated`, which changes with every action.
CREATE INDEX games_open ON games (created, id) WHERE status = 'open' AND visibility = 'public';
CREATE INDEX games_watch ON games (created, id) WHERE status = 'playing' AND visibility = 'public';
CREATE INDEX games_finished ON games (ended, id) WHERE status = 'finished' AND visibility = 'public';
CREATE INDEX games_owner ON games (owner) WHERE owner IS NOT NULL;
CREATE INDEX games_german ON games (german_person) WHERE german_person IS NOT NULL;
CREATE INDEX games_soviet ON games (soviet_person) WHERE soviet_person IS NOT NULL;
CREATE INDEX games_deadline ON games (deadline) WHERE status = 'playing' AND deadline IS NOT NULL;
CREATE INDEX games_program ON games (id) WHERE status = 'playing'
    AND (deciding = 'german' AND german_program IS NOT NULL OR deciding = 'soviet' AND soviet_program IS NOT NULL);

-- Append-only: every change of a game under the next number.
CREATE TABLE log (
    game TEXT NOT NULL,
    n INTEGER NOT NULL,
    at INTEGER NOT NULL,
    key TEXT,
    body TEXT NOT NULL,
    PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;

-- The latest of each game, for fast loading.
CREATE TABLE snapshots (
    game TEXT NOT NULL PRIMARY KEY,
    n INTEGER NOT NULL,
    body BLOB NOT NULL
) STRICT;

-- Webhook deliveries, kept until they have arrived or are given up.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person TEXT NOT NULL,
    game TEXT NOT NULL,
    n INTEGER NOT NULL,
    created INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    next INTEGER NOT NULL
) STRICT;
CREATE INDEX outbox_next ON outbox (next);
