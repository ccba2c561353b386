-- Finished public games by any three characters of their names. Where the database has no pg_trgm, or this user may not use it, a
-- search looks through all games as before.
DO $$
BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX games_name_search ON games USING gin (name_search gin_trgm_ops)
        WHERE status = 'finished' AND visibility = 'public';
    CREATE INDEX games_seats_search ON games USING gin (seats_search gin_trgm_ops)
        WHERE status = 'finished' AND visibility = 'public';
EXCEPTION WHEN OTHERS THEN
    RAISE WARNING 'a search for names has no index: %', SQLERRM;
END
$$;
