//! Undo, redo and back to the beginning of the phase.

use crate::support::*;
use pgg_core::{Phase, Side};
use pgg_table::{Fault, NoUndo, Request, What};

#[test]
fn undo_and_redo_step_by_step() {
    let mut game = Game::at(FRONT, 1);
    let mut states = vec![*game.state()];
    for hex in ["0219", "0319", "0419"] {
        game.must(GERMAN, walk("inf6", &[hex]));
        states.push(*game.state());
    }
    for back in (0..3).rev() {
        game.must(GERMAN, UNDO);
        assert_eq!(*game.state(), states[back]);
        assert_eq!((game.table.now().ply, game.table.now().redo), (back as u32, 3 - back as u32));
    }
    game.refuses(GERMAN, "cannot_undo", UNDO);
    for state in &states[1..] {
        game.must(GERMAN, Request::Redo);
        assert_eq!(game.state(), state);
        assert!(!game.happened.last().expect("an entry").events.is_empty(), "redo tells its events");
    }
    game.refuses(GERMAN, "cannot_redo", Request::Redo);
    game.must(GERMAN, undo_to(1));
    assert_eq!(*game.state(), states[1]);
    // A new action drops the undone ones.
    game.must(GERMAN, walk("inf6", &["0220"]));
    game.refuses(GERMAN, "cannot_redo", Request::Redo);
    assert_eq!(game.table.now().redo, 0);
}

#[test]
fn undo_to_a_number_that_is_none() {
    let mut game = Game::at(FRONT, 1);
    game.must(GERMAN, walk("inf6", &["0219"]));
    for to in [1, 2, 1000, u32::MAX] {
        game.refuses(GERMAN, "cannot_undo", undo_to(to));
    }
    game.must(GERMAN, undo_to(0));
}

/// Back to the beginning of the phase, not of the one before.
#[test]
fn reset_phase() {
    let position = r#"{"turn": 7, "phase": "german_movement",
        "units": {"1222": ["pz7"], "1624": ["konev"], "0120": ["inf6"]}}"#;
    let mut game = Game::at(position, 1);
    game.must(GERMAN, walk("inf6", &["0219"]));
    game.must(GERMAN, walk("inf6", &["0319"]));
    game.must(GERMAN, DONE);
    game.refuses(GERMAN, "cannot_undo", Request::ResetPhase);
    game.must(GERMAN, DONE);
    assert_eq!(game.state().phase(), Phase::MechanizedMovement);
    game.must(GERMAN, walk("pz7-25", &["1221"]));
    game.must(GERMAN, walk("pz7-25", &["1220"]));
    game.must(GERMAN, Request::ResetPhase);
    assert_eq!(*game.last_what(), What::Undid { to: 4 });
    assert_eq!(game.state().phase(), Phase::MechanizedMovement);
    // Single undos cross phases, since nothing was thrown and nobody else has decided.
    game.must(GERMAN, UNDO);
    game.must(GERMAN, UNDO);
    assert_eq!(game.state().phase(), Phase::GermanMovement);
    game.must(GERMAN, Request::ResetPhase);
    assert_eq!(game.table.ply(), 0);
}

/// A die and everything before it stay.
#[test]
fn undo_never_crosses_a_die() {
    let mut game =
        Game::at(&FRONT.replace(r#""0120": ["inf6"]"#, r#""0120": ["inf6"], "0128": ["inf26"]"#), 1);
    game.must(GERMAN, walk("inf6", &["0219"]));
    game.must(GERMAN, overrun(&PZ7, "1322"));
    let ply = game.table.ply();
    while game.state().in_combat() {
        let action = Random::new(1).action(game.state(), 1);
        game.act(action);
    }
    game.refuses(GERMAN, "cannot_undo", undo_to(ply - 1));
    game.refuses(GERMAN, "cannot_undo", undo_to(0));
    // Actions after it can be undone, back to the die.
    let limit = game.table.now().undo_to;
    assert!(limit >= ply);
    for _ in 0..2 {
        let steps = game.state().legal().steps;
        let (_, to) = steps.iter().find(|(unit, _)| unit.to_string() == "inf26").expect("a step");
        game.must(GERMAN, walk("inf26", &[&to.to_string()]));
    }
    game.must(GERMAN, Request::ResetPhase);
    assert_eq!(game.table.ply(), limit);
}

/// The attacker cannot undo past a choice of the defender.
#[test]
fn undo_never_crosses_a_change_of_the_deciding_side() {
    let mut game = overrun_game(&opening_at(FRONT));
    let ply = game.table.ply();
    game.refuses(SOVIET, "cannot_undo", UNDO);
    game.must(SOVIET, Request::Action(pgg_core::Action::TakeLoss));
    assert_eq!(game.table.deciding(), Some(Side::German));
    assert_eq!(game.table.now().undo_to, ply + 1);
    assert_eq!(game.table.now().takeback_to, ply);
    let fault = game.refuses(GERMAN, "cannot_undo", undo_to(ply));
    assert_eq!(fault, Fault::CannotUndo { why: NoUndo::Decided, undo_to: Some(ply + 1) });
    game.refuses(SOVIET, "not_your_decision", UNDO);
}

/// An armoured division comes out of the cup with its kind: a draw, which stays.
#[test]
fn undo_never_crosses_a_draw() {
    let mut game = Game::at(
        r#"{"turn": 4, "phase": "soviet_movement", "units": {"5510": ["konev"]}, "owed": {"X": {"rifle": 2, "armoured": 1}}}"#,
        1,
    );
    let enter = |game: &Game, armoured: bool| {
        let wanted = if armoured { "armoured X" } else { "rifle X" };
        let actions = game.state().legal().others;
        let enters = |a: &&pgg_core::Action| text(a).contains(wanted) && text(a).contains("\"rail\":false");
        Request::Action(*actions.iter().find(enters).expect("an entry"))
    };
    let request = enter(&game, false);
    game.must(SOVIET, request);
    // A rifle division reveals nothing.
    game.must(SOVIET, UNDO);
    game.must(SOVIET, Request::Redo);
    let request = enter(&game, true);
    game.must(SOVIET, request);
    game.refuses(SOVIET, "cannot_undo", UNDO);
    assert_eq!(game.table.now().undo_to, 2);
}
