-- Finished public games by any three characters of their names. A row's number is the time of the game's end, with room for 16,384 of
-- the same millisecond, so that the newest are found first. Triggers keep the table, whoever writes.
CREATE VIRTUAL TABLE games_text USING fts5 (names, game UNINDEXED, ended UNINDEXED, tokenize = "trigram");
CREATE TRIGGER games_text_made AFTER INSERT ON games WHEN new.status = 'finished' AND new.visibility = 'public' BEGIN
    INSERT OR IGNORE INTO games_text (rowid, names, game, ended)
    SELECT coalesce((SELECT max(rowid) + 1 FROM games_text WHERE rowid >= place AND rowid < place + 16384), place), names, id, ended
    FROM (SELECT max(0, min(new.ended, 100000000000000)) * 16384 AS place,
        new.name_search || char(10) || coalesce(new.seats_search, '') AS names, new.id AS id, new.ended AS ended);
END;
CREATE TRIGGER games_text_finished AFTER UPDATE OF status ON games
WHEN new.status = 'finished' AND old.status <> 'finished' AND new.visibility = 'public' BEGIN
    INSERT OR IGNORE INTO games_text (rowid, names, game, ended)
    SELECT coalesce((SELECT max(rowid) + 1 FROM games_text WHERE rowid >= place AND rowid < place + 16384), place), names, id, ended
    FROM (SELECT max(0, min(new.ended, 100000000000000)) * 16384 AS place,
        new.name_search || char(10) || coalesce(new.seats_search, '') AS names, new.id AS id, new.ended AS ended);
END;
CREATE TRIGGER games_text_reopened AFTER UPDATE OF status ON games
WHEN new.status <> 'finished' AND old.status = 'finished' BEGIN
    DELETE FROM games_text WHERE game = new.id;
END;
INSERT OR IGNORE INTO games_text (rowid, names, game, ended)
SELECT max(0, min(ended, 100000000000000)) * 16384 + row_number() OVER (PARTITION BY ended ORDER BY id) - 1,
    name_search || char(10) || coalesce(seats_search, ''), id, ended
FROM games WHERE status = 'finished' AND visibility = 'public';
