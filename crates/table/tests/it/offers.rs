//! Resigning, draws, take-backs, and the end.

use crate::support::*;
use pgg_core::data::tables::LevelName;
use pgg_core::{BySide, Side};
use pgg_table::entry::{How, Offer};
use pgg_table::{Fault, NoUndo, Opening, Request, Seat, What};

fn takeback(to: u32) -> Request {
    Request::OfferTakeback { to }
}

/// The Soviet player has placed a few units and the German one has not decided anything yet.
fn begun(n: u64) -> Game {
    let mut game = Game::new(n);
    game.play_on(&mut Random::new(n), 9, |table| table.ply() == 5);
    game
}

/// A game in which the German player has decided, then the Soviet one, without a die or a draw: the set-up done and air
/// markers placed by the German side.
fn both_decided() -> Game {
    let mut game = Game::new(1);
    game.play_on(&mut Random::new(1), 9, |table| table.deciding() == Some(Side::German));
    game
}

#[test]
fn resigning_gives_the_game_to_the_other() {
    for (n, side) in [(GERMAN, Side::German), (SOVIET, Side::Soviet)] {
        let mut game = begun(1);
        game.must(n, Request::Resign { side: None });
        let ended = game.table.ended().expect("an end").clone();
        assert_eq!((ended.how, ended.winner), (How::Resigned, Some(side.enemy())));
        assert_eq!(ended.level, None, "a game that was broken off reached no level [15.2]");
        assert_eq!(ended.seed, game.seed().to_hex());
        assert_eq!(ended.score, game.state().score().total);
        assert_eq!((game.table.deciding(), game.table.now().decision), (None, None));
    }
}

/// After the end there is chat and nothing else.
#[test]
fn over_is_over() {
    let mut game = begun(1);
    game.must(SOVIET, Request::OfferDraw);
    game.must(GERMAN, Request::Accept);
    let ended = game.table.ended().expect("an end").clone();
    assert_eq!((ended.how, ended.winner, ended.level), (How::Agreed, None, None));
    assert_eq!(game.table.offer(), None);
    for n in [GERMAN, SOVIET, WATCHER] {
        for request in [
            DONE,
            UNDO,
            Request::Redo,
            Request::ResetPhase,
            takeback(0),
            Request::OfferDraw,
            Request::Accept,
            Request::Decline,
            Request::Resign { side: None },
            Request::Sit { side: Side::German },
            Request::Stand { side: None },
            Request::SeatProgram { side: Side::German, level: "random".to_owned() },
            Request::Forced { auto: true },
        ] {
            game.refuses(n, "over", request);
        }
        game.must(n, say("Good game."));
    }
    assert_eq!(game.table.ended(), Some(&ended));
    assert!(!game.tick());
}

/// A game that is played to its end is over by the rules, with the winner the level says.
#[test]
fn the_end_by_the_rules() {
    for n in 0..3 {
        let game = random_game(n);
        let ended = game.table.ended().expect("an end");
        assert_eq!((ended.how, ended.winner), (How::Rules, ended.level.map(LevelName::side)));
    }
}

#[test]
fn a_draw_is_declined_or_withdrawn() {
    let mut game = begun(1);
    for n in [GERMAN, SOVIET] {
        game.refuses(n, "nothing_offered", Request::Accept);
        game.refuses(n, "nothing_offered", Request::Decline);
    }
    for answers in [GERMAN, SOVIET] {
        game.must(SOVIET, Request::OfferDraw);
        assert_eq!(game.table.offer(), Some((Side::Soviet, Offer::Draw)));
        game.refuses(SOVIET, "offered_already", Request::OfferDraw);
        game.refuses(SOVIET, "nothing_offered", Request::Accept);
        game.must(answers, Request::Decline);
        assert!(matches!(game.last_what(), What::Declined { side } if player_of(*side) == answers));
        game.refuses(GERMAN, "nothing_offered", Request::Accept);
    }
}

/// Two equal offers are an agreement.
#[test]
fn a_draw_offered_by_both_is_agreed() {
    let mut game = begun(1);
    game.must(GERMAN, Request::OfferDraw);
    game.must(SOVIET, Request::OfferDraw);
    assert_eq!(game.table.ended().expect("an end").how, How::Agreed);
    let mut game = begun(1);
    game.must(GERMAN, takeback(3));
    game.must(SOVIET, takeback(3));
    assert_eq!(*game.last_what(), What::Undid { to: 3 });
    // Different offers are not.
    let mut game = begun(1);
    game.must(GERMAN, takeback(3));
    game.must(SOVIET, takeback(2));
    assert_eq!(game.table.offer(), Some((Side::Soviet, Offer::Takeback { to: 2 })));
}

/// Programs play to the end; they agree to take-backs.
#[test]
fn offers_to_a_program() {
    let seats = BySide([program("random"), seat(SOVIET)]);
    let mut game = Game::open(Opening { seats, ..opening() }, 1);
    game.play_on(&mut Random::new(1), 9, |table| table.ply() == 5);
    game.must(SOVIET, Request::OfferDraw);
    assert_eq!(*game.last_what(), What::Declined { side: Side::German });
    assert_eq!(game.table.offer(), None);
    // The set-up is done, and the program has decided: back to before that.
    game.play_on(&mut Random::new(1), 9, |table| table.deciding() == Some(Side::German));
    let ply = game.table.ply();
    game.refuses(SOVIET, "not_your_decision", UNDO);
    game.must(SOVIET, takeback(ply - 1));
    assert_eq!((game.table.ply(), game.table.deciding()), (ply - 1, Some(Side::Soviet)));
}

/// An offer needs an opponent.
#[test]
fn offers_to_nobody() {
    let seats = BySide([Seat::Open, seat(SOVIET)]);
    let mut game = Game::open(Opening { seats, ..opening() }, 1);
    game.play_on(&mut Random::new(1), 9, |table| table.ply() == 5);
    game.refuses(SOVIET, "no_opponent", Request::OfferDraw);
    game.refuses(SOVIET, "no_opponent", takeback(3));
}

/// One person on both seats needs no assent.
#[test]
fn offers_to_oneself() {
    let seats = BySide([seat(GERMAN), seat(GERMAN)]);
    let mut game = Game::open(Opening { seats, ..opening() }, 1);
    game.play_on(&mut Random::new(1), 9, |table| table.deciding() == Some(Side::German));
    let ply = game.table.ply();
    game.must(GERMAN, takeback(ply - 3));
    assert_eq!(game.table.ply(), ply - 3);
    game.must(GERMAN, Request::OfferDraw);
    assert_eq!(game.table.ended().expect("an end").winner, None);
}

/// A take-back may cross a change of the deciding side, but only with assent.
#[test]
fn a_takeback_needs_assent() {
    let mut game = both_decided();
    let ply = game.table.ply();
    let before = *game.state();
    game.refuses(SOVIET, "not_your_decision", UNDO);
    game.refuses(GERMAN, "cannot_undo", UNDO);
    game.must(SOVIET, takeback(ply - 2));
    assert_eq!(*game.state(), before, "nothing happens before he agrees");
    game.refuses(SOVIET, "nothing_offered", Request::Accept);
    game.refuses(WATCHER, "not_seated", Request::Accept);
    game.must(GERMAN, Request::Accept);
    assert_eq!((game.table.ply(), game.table.deciding()), (ply - 2, Some(Side::Soviet)));
    // What was taken back can be taken again.
    game.must(SOVIET, Request::Redo);
    game.must(SOVIET, Request::Redo);
    assert_eq!(*game.state(), before);
    game.refuses(GERMAN, "cannot_redo", Request::Redo);
    // A declined take-back changes nothing.
    game.must(SOVIET, takeback(ply - 1));
    game.must(GERMAN, Request::Decline);
    assert_eq!(*game.state(), before);
}

/// An offer lapses with an action or an undo, but not with chat.
#[test]
fn an_offer_lapses_when_the_game_goes_on() {
    for offer in [takeback(2), Request::OfferDraw] {
        let mut game = begun(1);
        game.must(GERMAN, offer.clone());
        game.must(WATCHER, say("Well?"));
        assert!(game.table.offer().is_some());
        let action = Random::new(2).action(game.state(), 9);
        game.act(action);
        assert_eq!(game.table.offer(), None);
        game.refuses(SOVIET, "nothing_offered", Request::Accept);
        game.must(GERMAN, offer);
        game.must(SOVIET, UNDO);
        assert_eq!(game.table.offer(), None);
    }
}

/// An offer lapses when a seat changes hands.
#[test]
fn an_offer_lapses_when_somebody_else_sits_down() {
    let mut game = Game::new(1);
    game.must(GERMAN, Request::OfferDraw);
    game.must(SOVIET, Request::Stand { side: None });
    game.must(OTHER, Request::Sit { side: Side::Soviet });
    game.refuses(OTHER, "nothing_offered", Request::Accept);
}

/// No assent takes back a die or a draw.
#[test]
fn a_takeback_never_crosses_a_die() {
    let mut game = overrun_game(&opening_at(FRONT));
    let ply = game.table.ply();
    assert_eq!(game.table.now().takeback_to, ply);
    for n in [GERMAN, SOVIET] {
        game.refuses(n, "cannot_undo", takeback(ply - 1));
        game.refuses(n, "cannot_undo", takeback(ply));
        game.refuses(n, "cannot_undo", takeback(ply + 7));
    }
    game.must(SOVIET, Request::Action(pgg_core::Action::TakeLoss));
    let fault = game.refuses(GERMAN, "cannot_undo", takeback(ply - 1));
    assert_eq!(fault, Fault::CannotUndo { why: NoUndo::Drawn, undo_to: Some(ply) });
    game.must(GERMAN, takeback(ply));
    game.must(SOVIET, Request::Accept);
    assert_eq!(game.table.deciding(), Some(Side::Soviet));
}

/// Assent is to the offer that the player has seen, not to a later one.
#[test]
fn accepting_what_one_has_not_seen_is_stale() {
    let mut game = both_decided();
    let ply = game.table.ply();
    let seen_at = game.must(SOVIET, takeback(ply - 1));
    let draw_at = game.must(SOVIET, Request::OfferDraw);
    game.refuses(GERMAN, "stale", seen(Request::Accept, seen_at));
    assert!(game.table.ended().is_none());
    game.must(GERMAN, seen(Request::Accept, draw_at));
    assert_eq!(game.table.ended().expect("an end").how, How::Agreed);
}
