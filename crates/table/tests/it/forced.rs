//! Forced choices, played for players who want that.

use crate::support::*;
use pgg_core::{Action, BySide, Phase, Side, State};
use pgg_table::{Opening, Request, Story, What};

fn automatic(position: &str) -> Opening {
    Opening { auto: BySide([true; 2]), ..opening_at(position) }
}

fn autos(game: &Game) -> usize {
    game.happened.iter().filter(|h| matches!(h.entry.what, What::Acted { auto: true, .. })).count()
}

/// Phases in which nothing can be done are ended for players who want that.
#[test]
fn empty_phases_pass() {
    let mut plain = Game::at(ALONE, 1);
    plain.must(GERMAN, DONE);
    assert_eq!(plain.state().phase(), Phase::GermanCombat);
    assert_eq!(autos(&plain), 0);
    let mut game = Game::open(automatic(ALONE), 1);
    game.must(GERMAN, DONE);
    // There is no enemy to attack and no mechanized unit to move; placing markers is a choice.
    assert_eq!(game.state().phase(), Phase::AirInterdiction);
    assert_eq!((game.table.ply(), autos(&game)), (3, 2));
    for happened in &game.happened[2..] {
        assert_eq!((happened.entry.by, &happened.entry.key), (None, &None));
        assert!(!happened.events.is_empty());
    }
}

/// Only for the side that asked for it.
#[test]
fn for_those_who_want_it() {
    let auto = BySide([false, true]);
    let mut game = Game::open(Opening { auto, ..opening_at(ALONE) }, 1);
    game.must(GERMAN, DONE);
    assert_eq!(autos(&game), 0);
    assert!(!game.table.forced(Side::German) && game.table.forced(Side::Soviet));
    // It takes effect at once.
    game.must(GERMAN, Request::Forced { auto: true });
    assert_eq!(game.state().phase(), Phase::AirInterdiction);
    assert_eq!(autos(&game), 2);
    game.must(GERMAN, Request::Forced { auto: false });
    assert!(!game.table.forced(Side::German));
}

/// Undo takes back the forced choices with the real one before them, and redo brings all of them again.
#[test]
fn undo_takes_them_along() {
    let mut game = Game::open(automatic(ALONE), 1);
    let start = *game.state();
    game.must(GERMAN, walk("inf6", &["0219"]));
    let moved = *game.state();
    game.must(GERMAN, DONE);
    let after = *game.state();
    assert_eq!((game.table.now().ply, game.table.now().undo_to), (4, 0));
    game.must(GERMAN, UNDO);
    assert_eq!((*game.state(), game.table.ply()), (moved, 1));
    game.must(GERMAN, UNDO);
    assert_eq!(*game.state(), start);
    game.must(GERMAN, Request::Redo);
    assert_eq!(*game.state(), moved);
    game.must(GERMAN, Request::Redo);
    assert_eq!((*game.state(), game.table.ply()), (after, 4));
    assert!(matches!(game.last_what(), What::Redid));
    game.must(GERMAN, UNDO);
    assert_eq!((*game.state(), game.table.ply()), (moved, 1));
}

/// Several undone actions are all there to be redone, though forced choices are played between them.
#[test]
fn redo_goes_through_forced_choices() {
    let mut game = Game::open(automatic(ALONE), 1);
    game.must(GERMAN, DONE);
    let place = |game: &Game| Request::Action(Random::new(3).action(game.state(), 1000));
    let first = place(&game);
    game.must(GERMAN, first);
    let after = *game.state();
    game.must(GERMAN, UNDO);
    game.must(GERMAN, UNDO);
    assert_eq!((game.table.ply(), game.table.now().redo), (0, 4));
    game.must(GERMAN, Request::Redo);
    assert_eq!((game.table.ply(), game.table.now().redo), (3, 1));
    game.must(GERMAN, Request::Redo);
    assert_eq!(*game.state(), after);
}

/// Forced choices alone cannot be taken back.
#[test]
fn forced_choices_alone_cannot_be_undone() {
    let position = ALONE.replace("german_movement", "german_combat");
    let mut game = Game::open(automatic(&position), 1);
    assert_eq!((game.state().phase(), game.table.ply()), (Phase::AirInterdiction, 2));
    assert_eq!(game.table.now().undo_to, 2);
    let last = game.table.last();
    game.refuses(GERMAN, "cannot_undo", UNDO);
    game.refuses(GERMAN, "cannot_undo", undo_to(0));
    assert_eq!(game.table.last(), last);
}

/// A phase in which the player can still take something back is not ended for him.
#[test]
fn a_phase_with_something_done_is_left_open() {
    let mut game = Game::open(automatic(ALONE), 1);
    let mut random = Random::new(1);
    while game.state().legal().only().is_none() {
        let action = random.action(game.state(), 1000);
        game.act(action);
        assert_eq!(game.state().phase(), Phase::GermanMovement);
    }
    assert_eq!((game.state().legal().only(), autos(&game)), (Some(Action::Done), 0));
    game.must(GERMAN, say("Done, I think."));
    game.reload();
    assert_eq!(game.state().phase(), Phase::GermanMovement);
    // After undo and redo he still has to end it himself.
    game.must(GERMAN, UNDO);
    game.must(GERMAN, Request::Redo);
    assert_eq!(game.state().phase(), Phase::GermanMovement);
    game.must(GERMAN, DONE);
    assert_eq!(game.state().phase(), Phase::AirInterdiction);
}

/// In whole games no real choice is played for a player, and no forced one is left to him except at the end of his phases.
#[test]
fn never_a_real_choice() {
    let mut choices = 0;
    for n in 0..4 {
        let mut game = Game::open(Opening { auto: BySide([true; 2]), ..opening() }, n);
        game.play_on(&mut Random::new(n), 3, |_| false);
        let story: Story = game.story();
        let states: Vec<State> = story.states(0, game.table.ply()).expect("states");
        let mut ply = 0;
        for happened in &game.happened {
            let What::Acted { action, auto, .. } = &happened.entry.what else { continue };
            let only = states[ply].legal().only();
            if *auto {
                assert_eq!(only, Some(*action));
                choices += 1;
            } else if let Some(only) = only {
                assert_eq!(only, Action::Done, "a forced choice in a combat was left to the player");
            }
            ply += 1;
        }
    }
    assert!(choices > 50, "{choices} forced choices in four games");
}

/// A game is the same with and without: forced choices are the ones that the player would make.
#[test]
fn the_game_is_the_same() {
    let mut with = Game::open(Opening { auto: BySide([true; 2]), ..opening() }, 9);
    with.play_on(&mut Random::new(9), 3, |_| false);
    let record = with.record();
    let mut without = Game::new(9);
    for entry in &record.entries {
        without.act(entry.action);
    }
    assert_eq!(without.state(), with.state());
    assert_eq!(without.record().entries, record.entries);
}
