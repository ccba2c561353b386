-- Nothing to do: only SQLite gathers entries in a tail before the log. The versions of both stay the same.
SELECT 1;
