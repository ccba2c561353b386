-- The time of service, which deadlines count: one row, shared by all processes; see crates/table/src/service.rs. `beat` counts the
-- changes, so that two processes do not overwrite each other's.
CREATE TABLE service (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    beat BIGINT NOT NULL,
    run BIGINT NOT NULL,
    graced BIGINT NOT NULL,
    grace_from BIGINT,
    wall BIGINT NOT NULL
);
