//! Every term of the evaluation in positions of real games, written down: a formula that changes unmeant is noticed, to
//! the last constant. Who means it writes the list anew (`cargo xtask bless`) and reads what changed.

use crate::eval::Judge;
use crate::orders::Orders;
use crate::plan::Plan;
use crate::weights::Weights;
use pgg_core::{Record, Side, State};
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

/// Annotated games between programs.
const GAMES: [(&str, &str); 3] = [
    ("1", include_str!("../../../../../docs/games/1-on-the-last-turn.jsonl")),
    ("2", include_str!("../../../../../docs/games/2-kaluga-at-last.jsonl")),
    ("3", include_str!("../../../../../docs/games/3-six-divisions.jsonl")),
];
/// One position in so many, a prime so that all phases come.
const EVERY: usize = 23;

/// The terms in their order, in a position as the programs see it: with the plan of the side that is to decide.
fn line(state: &State, weights: Weights) -> String {
    let side = state.decision().map_or(Side::German, |decision| decision.side);
    let plan = Plan::of(state, side, &weights, &Orders::default());
    // No minus before nothing.
    let figures = Judge::default()
        .explain(state, &plan, &weights)
        .each()
        .map(|(_, value)| format!("{:.3}", value + 0.0));
    figures.join(" ")
}

#[test]
fn the_evaluation_is_as_written_down() {
    let weights = Side::BOTH.map(Weights::of_general);
    let mut now = String::new();
    for (game, text) in GAMES {
        let record = Record::parse(text).expect("a record");
        for (n, step) in record.replay().expect("a record").enumerate().step_by(EVERY) {
            let state = step.expect("a game by the rules").state;
            let weights = weights[n / EVERY % 2];
            let (turn, phase) = (state.turn(), state.phase());
            writeln!(now, "game {game} action {n} turn {turn} {phase:?}: {}", line(&state, weights))
                .expect("a string takes it");
        }
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/eval/tests/golden.txt");
    if env::var_os("PGG_BLESS").is_some() {
        fs::write(&file, &now).expect("the list is written");
    }
    let before = fs::read_to_string(&file).expect("the list");
    for (now, before) in now.lines().zip(before.lines()) {
        assert_eq!(now, before);
    }
    assert_eq!(now.lines().count(), before.lines().count());
}
