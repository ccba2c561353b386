-- The time of service, which deadlines count: one row, shared by all processes; see crates/table/src/service.rs. `beat` counts the
-- changes, so that two processes do not overwrite each other's.
CREATE TABLE service (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    beat INTEGER NOT NULL,
    run INTEGER NOT NULL,
    graced INTEGER NOT NULL,
    grace_from INTEGER,
    wall INTEGER NOT NULL
) STRICT;
