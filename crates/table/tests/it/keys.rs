//! Requests that come twice, or too late.

use crate::support::*;
use pgg_core::BySide;
use pgg_table::{Asked, Fault, Opening, Request, What};

/// A repeated key gets the same answer and changes nothing, also after the table was stored and loaded.
#[test]
fn the_same_key_is_done_once() {
    let mut game = Game::new(1);
    let action = Random::new(1).action(game.state(), 9);
    let asked = keyed(Request::Action(action), "one");
    let n = game.must(SOVIET, asked.clone());
    assert_eq!(game.happened.last().expect("an entry").entry.key.as_deref(), Some("one"));
    let after = game.table.snapshot();
    for _ in 0..3 {
        assert_eq!(game.must(SOVIET, asked.clone()), n);
        assert!(game.table.snapshot() == after);
        game.reload();
    }
    // Any request with that key counts as done.
    assert_eq!(game.must(SOVIET, keyed(DONE, "one")), n);
    assert!(game.table.snapshot() == after);
    // Each person has keys of his own.
    assert_ne!(game.must(GERMAN, keyed(say("Hello"), "one")), n);
    // Without a key it is carried out again.
    let said = game.must(GERMAN, say("Hello"));
    assert_ne!(game.must(GERMAN, say("Hello")), said);
}

/// A repeated request is answered even if it would be stale, impossible or too late by now.
#[test]
fn a_key_is_answered_after_the_end() {
    let mut game = Game::new(1);
    let asked = Asked { at: Some(1), ..keyed(Request::Resign { side: None }, "enough") };
    let n = game.must(SOVIET, asked.clone());
    assert_eq!(game.must(SOVIET, asked), n);
    assert_eq!(game.table.last(), n);
}

/// A refused request leaves its key free.
#[test]
fn a_refused_key_can_be_used_again() {
    let mut game = Game::new(1);
    game.refuses(SOVIET, "illegal", keyed(DONE, "one"));
    let action = Random::new(1).action(game.state(), 9);
    game.must(SOVIET, keyed(Request::Action(action), "one"));
    assert_eq!(game.table.ply(), 1);
}

/// A request that leads to several entries is answered with the first.
#[test]
fn forced_choices_after_a_request_belong_to_it() {
    let mut game = Game::open(Opening { auto: BySide([true; 2]), ..opening_at(ALONE) }, 1);
    let n = game.must(GERMAN, keyed(DONE, "end"));
    assert_eq!(n, 2);
    assert!(game.table.last() > 2);
    assert_eq!(game.must(GERMAN, keyed(DONE, "end")), 2);
    let keys: Vec<_> = game.log().iter().filter_map(|entry| entry.key.clone()).collect();
    assert_eq!(keys, ["end"]);
}

/// A player's key is remembered, no matter how much others chat.
#[test]
fn spectators_cannot_make_a_key_forgotten() {
    let mut game = Game::new(1);
    let action = Random::new(1).action(game.state(), 9);
    let n = game.must(SOVIET, keyed(Request::Action(action), "mine"));
    // More keys than a table remembers, of more spectators than fill its memory.
    for i in 0..200 {
        game.must(WATCHER + i % 4, keyed(say("blah"), &format!("key {i}")));
    }
    assert_eq!(game.must(SOVIET, keyed(Request::Action(action), "mine")), n);
    assert_eq!(game.table.ply(), 1);
    // The memory of keys is bounded.
    assert!(game.table.snapshot().len() < 64_000);
}

/// A player cannot act in a position that he has not seen.
#[test]
fn a_stale_request_is_refused() {
    let mut game = Game::new(1);
    let mut random = Random::new(1);
    let before = game.table.last();
    let action = random.action(game.state(), 9);
    game.must(SOVIET, seen(Request::Action(action), before));
    let next = random.action(game.state(), 9);
    for request in [
        Request::Action(next),
        UNDO,
        Request::Redo,
        Request::ResetPhase,
        Request::OfferTakeback { to: 0 },
        Request::Accept,
    ] {
        assert!(request.depends_on_position());
        let fault = game.refuses(SOVIET, "stale", seen(request, before));
        assert_eq!(fault, Fault::Stale { moved: before + 1 });
    }
    // These mean the same in any position.
    game.must(SOVIET, seen(say("Oh"), before));
    game.must(SOVIET, seen(Request::Forced { auto: true }, before));
    game.must(SOVIET, seen(Request::OfferDraw, before));
    game.must(GERMAN, seen(Request::Decline, before));
    game.must(SOVIET, seen(Request::Action(next), before + 1));
}

/// An undo changes the position as much as an action does.
#[test]
fn an_undo_makes_stale() {
    let mut game = Game::new(1);
    let action = Random::new(1).action(game.state(), 9);
    let n = game.must(SOVIET, Request::Action(action));
    game.must(SOVIET, UNDO);
    game.refuses(SOVIET, "stale", seen(Request::Action(action), n));
    let n = game.must(SOVIET, Request::Redo);
    assert_eq!(*game.last_what(), What::Redid);
    game.must(SOVIET, seen(UNDO, n));
}

/// Chat, offers and seats make no request stale.
#[test]
fn talk_makes_nobody_stale() {
    let mut game = Game::new(1);
    let at = game.table.last();
    game.must(WATCHER, say("I would place them in the woods."));
    game.must(GERMAN, Request::OfferDraw);
    game.must(GERMAN, Request::Forced { auto: false });
    let action = Random::new(1).action(game.state(), 9);
    game.must(SOVIET, seen(Request::Action(action), at));
}
