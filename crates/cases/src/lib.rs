//! Nothing but tests: the cases and the worked examples of the rulebook, held against the referee. See `tests/it`.
