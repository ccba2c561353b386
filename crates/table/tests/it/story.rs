//! The story of a game, from its log.

use crate::support::*;
use pgg_core::{BySide, Side};
use pgg_table::{Luck, Opening, Request, Seat, Story};

/// The history equals what was reported at the time.
#[test]
fn history_equals_what_was_reported() {
    let mut game = Game::new(1);
    let mut random = Random::new(1);
    for round in 0..40 {
        game.play_on(&mut random, 4, |table| table.ply() >= 10 * round);
        let Some(side) = game.table.deciding() else { break };
        if game.table.now().undo_to < game.table.ply() {
            game.must(player_of(side), UNDO);
            if round % 2 == 0 {
                game.must(player_of(side), Request::Redo);
            }
        }
        game.must(WATCHER, say("Oh"));
    }
    let story = game.story();
    assert_same(&story.happened, &game.happened);
    assert!(story.table.snapshot() == game.table.snapshot());
    // Every prefix of the log is a story, too.
    for upto in [1, 2, 50, game.log().len()] {
        let story = Story::of(&game.log()[..upto], game.seed()).expect("a log");
        assert_same(&story.happened, &game.happened[..upto]);
    }
}

/// Undone actions are in the history but not in the record.
#[test]
fn undone_actions_are_not_in_the_record() {
    let mut game = Game::at(FRONT, 1);
    game.must(GERMAN, walk("inf6", &["0219"]));
    game.must(GERMAN, walk("inf6", &["0319"]));
    game.must(GERMAN, UNDO);
    let entries = |game: &Game| game.record().entries.iter().map(|e| text(&e.action)).collect::<Vec<_>>();
    assert_eq!(entries(&game).len(), 1);
    game.must(GERMAN, Request::Redo);
    assert_eq!(entries(&game).len(), 2);
    game.must(GERMAN, undo_to(0));
    game.must(GERMAN, walk("inf6", &["0220"]));
    assert_eq!(entries(&game), [r#"{"move":{"units":["inf6"],"path":["0220"]}}"#]);
    assert_eq!(game.happened.len(), 7);
    assert_eq!(game.record().check().expect("a sound record"), *game.state());
}

#[test]
fn states_after_any_action() {
    let mut game = Game::new(2);
    let mut states = vec![*game.state()];
    let mut random = Random::new(2);
    for _ in 0..60 {
        game.play_on(&mut random, 4, |table| table.ply() as usize == states.len());
        states.push(*game.state());
    }
    let story = game.story();
    let last = game.table.ply();
    assert_eq!(story.states(0, last).expect("states"), states);
    for (from, to) in [(0, 0), (0, 1), (1, 1), (7, 19), (last, last)] {
        assert_eq!(story.states(from, to).expect("states"), states[from as usize..=to as usize]);
    }
    assert_eq!(story.states(55, 1000).expect("states"), states[55..]);
    assert!(story.states(9, 3).expect("none").is_empty());
    assert!(story.states(1000, 2000).expect("none").is_empty());
}

/// The states of a part of the game are those that counted in the end, not those taken back.
#[test]
fn states_of_a_part_leave_out_what_was_taken_back() {
    let mut game = Game::at(FRONT, 1);
    game.must(GERMAN, walk("inf6", &["0219"]));
    let mut states = vec![*game.state()];
    game.must(GERMAN, walk("inf6", &["0319"]));
    game.must(GERMAN, walk("inf6", &["0418"]));
    game.must(GERMAN, undo_to(1));
    for hex in ["0218", "0318"] {
        game.must(GERMAN, walk("inf6", &[hex]));
        states.push(*game.state());
    }
    assert_eq!(game.story().states(1, 3).expect("states"), states);
}

/// The luck of a game at a table is that of its record.
#[test]
fn luck_is_that_of_the_record() {
    let game = overrun_game(&opening_at(FRONT));
    let luck = game.story().luck().expect("luck");
    assert_eq!(luck, Luck::of(&game.record()).expect("a sound record"));
    assert_eq!(luck.sides[Side::German].dice.count, 1);
}

/// The record names the players, and the end if it was not by the rules.
#[test]
fn the_record_tells_who_played_and_how_it_ended() {
    let seats = BySide([seat(GERMAN), program("cadet")]);
    let mut game = Game::open(Opening { seats, ..opening() }, 1);
    game.play_on(&mut Random::new(1), 4, |table| table.ply() == 30);
    let record = game.record();
    assert_eq!(record.header.german.as_deref(), Some("Player 1"));
    assert_eq!(record.header.soviet.as_deref(), Some("cadet"));
    let end = record.end.expect("an end line");
    assert_eq!((end.how, end.winner, end.seed, end.score), (None, None, None, None));
    game.must(GERMAN, Request::Resign { side: None });
    let record = game.record();
    record.check().expect("a sound record");
    record.check_seed().expect("sound dice").expect("a seed");
    let end = record.end.expect("an end line");
    assert_eq!((end.how.as_deref(), end.winner), (Some("resigned"), Some(Side::Soviet)));
    assert_eq!(end.seed, Some(game.seed().to_hex()));
    // A game played to the end has points and level.
    let end = random_game(3).record().end.expect("an end line");
    assert_eq!((end.how, end.winner), (None, None));
    assert!(end.score.is_some() && end.level.is_some() && end.seed.is_some());
}

#[test]
fn nobody_is_nobody() {
    let seats = BySide([seat(GERMAN), Seat::Open]);
    let game = Game::open(Opening { seats, ..opening() }, 1);
    assert_eq!(game.record().header.soviet, None);
}
