//! Who may sit where, and who may do what from which seat.

use crate::support::*;
use pgg_core::{BySide, Side};
use pgg_table::table::{MOST_ENTRIES, MOST_OF_SPECTATORS};
use pgg_table::{Asked, Fault, Opening, Request, Seat, Table, Visibility, What, Who};

const SIT_SOVIET: Request = Request::Sit { side: Side::Soviet };
const STAND: Request = Request::Stand { side: None };

fn with_seats(german: Seat, soviet: Seat) -> Opening {
    Opening { seats: BySide([german, soviet]), ..opening() }
}

fn seat_program(side: Side) -> Request {
    Request::SeatProgram { side, level: "cadet".to_owned() }
}

/// An open seat of a game by link is for those who have its code.
#[test]
fn an_open_seat_of_a_private_game_needs_the_code() {
    let mut game = Game::open(with_seats(seat(GERMAN), Seat::Open), 1);
    let fault = game.refuses_to(&stranger(SOVIET), "not_invited", SIT_SOVIET);
    assert!(fault.to_string().contains("link or code"), "{fault}");
    game.must(SOVIET, SIT_SOVIET);
    assert_eq!(game.table.seats()[Side::Soviet], seat(SOVIET));
    assert_eq!(*game.last_what(), What::Seated { side: Side::Soviet, seat: seat(SOVIET) });
    assert!(game.table.sides_of(person(SOVIET)).eq([Side::Soviet]));
    assert_eq!(game.happened.last().expect("an entry").entry.by, Some(person(SOVIET)));
}

/// In a public game anybody may sit.
#[test]
fn an_open_seat_of_a_public_game_is_for_anybody() {
    let opening = Opening { visibility: Visibility::Public, ..with_seats(seat(GERMAN), Seat::Open) };
    let mut game = Game::open(opening, 1);
    assert!(game.table.is_public());
    game.try_do(&stranger(SOVIET), SIT_SOVIET).expect("a seat");
    game.refuses_to(&stranger(OTHER), "seat_taken", SIT_SOVIET);
}

/// A reserved seat is for that person alone, with or without the code, and stays empty until he comes.
#[test]
fn a_kept_seat_is_for_the_one_invited() {
    let kept = Seat::Invited { id: person(SOVIET), name: called(SOVIET) };
    let mut game = Game::open(with_seats(seat(GERMAN), kept), 1);
    assert_eq!(game.table.sides_of(person(SOVIET)).count(), 0);
    game.refuses(SOVIET, "not_seated", DONE);
    game.refuses(OTHER, "seat_taken", SIT_SOVIET);
    game.try_do(&stranger(SOVIET), SIT_SOVIET).expect("his seat");
    assert_eq!(game.table.seats()[Side::Soviet], seat(SOVIET));
}

/// A taken seat cannot be taken again, whether a person, a program or the caller has it.
#[test]
fn a_taken_seat_is_taken() {
    let mut game = Game::open(with_seats(program("random"), seat(SOVIET)), 1);
    for side in Side::BOTH {
        game.refuses(OTHER, "seat_taken", Request::Sit { side });
        game.refuses(SOVIET, "seat_taken", Request::Sit { side });
        game.refuses(SOVIET, "seat_taken", seat_program(side));
    }
}

/// Spectators can only chat.
#[test]
fn spectators_may_chat_but_not_act() {
    let mut game = Game::new(1);
    game.must(WATCHER, say("Good luck!"));
    match game.last_what() {
        What::Said { name, text, side: None } => {
            assert_eq!((name, text.as_str()), (&called(WATCHER), "Good luck!"));
        }
        other => panic!("{other:?}"),
    }
    game.must(SOVIET, Request::OfferDraw);
    for request in [
        DONE,
        UNDO,
        Request::Redo,
        Request::ResetPhase,
        Request::OfferTakeback { to: 0 },
        Request::OfferDraw,
        Request::Accept,
        Request::Decline,
        Request::Resign { side: None },
        Request::Resign { side: Some(Side::German) },
        STAND,
        Request::Forced { auto: true },
        seat_program(Side::German),
    ] {
        game.refuses(WATCHER, "not_seated", request);
    }
}

/// Nobody can act for the other side.
#[test]
fn somebody_elses_seat() {
    let mut game = Game::new(1);
    let fault = game.refuses(GERMAN, "not_your_decision", DONE);
    assert_eq!(fault, Fault::NotYourDecision { side: Side::Soviet });
    game.refuses(GERMAN, "not_your_decision", UNDO);
    game.refuses(GERMAN, "not_your_seat", Request::Resign { side: Some(Side::Soviet) });
    game.refuses(GERMAN, "not_your_seat", Request::Stand { side: Some(Side::Soviet) });
    game.must(SOVIET, say("I am thinking."));
    assert!(matches!(game.last_what(), What::Said { side: Some(Side::Soviet), .. }));
}

/// One person plays both sides on one screen.
#[test]
fn both_seats_by_one_person() {
    let mut game = Game::open(with_seats(seat(GERMAN), Seat::Open), 1);
    game.must(GERMAN, SIT_SOVIET);
    assert!(game.table.sides_of(person(GERMAN)).eq(Side::BOTH));
    game.play_on(&mut Random::new(1), 1, |table| table.state().turn() == 2);
    let fault = game.refuses(GERMAN, "which_side", Request::Resign { side: None });
    assert!(fault.to_string().contains("say which"), "{fault}");
    game.refuses(GERMAN, "which_side", STAND);
    game.must(GERMAN, Request::Forced { auto: true });
    assert!(game.table.forced(Side::German) && game.table.forced(Side::Soviet));
    game.must(GERMAN, Request::Resign { side: Some(Side::Soviet) });
    assert_eq!(game.table.ended().expect("an end").winner, Some(Side::German));
}

/// A player can leave his seat before the game has begun, and while the other seat is empty.
#[test]
fn standing_up() {
    let mut game = Game::new(1);
    game.must(SOVIET, STAND);
    assert_eq!(game.table.seats()[Side::Soviet], Seat::Open);
    game.refuses(SOVIET, "not_seated", STAND);
    game.must(OTHER, SIT_SOVIET);
    let action = Random::new(1).action(game.state(), 9);
    game.act(action);
    let fault = game.refuses(OTHER, "begun", STAND);
    assert!(fault.to_string().contains("resign"), "{fault}");
    game.refuses(GERMAN, "begun", STAND);
    // A game in which everything was taken back has not begun.
    game.must(OTHER, UNDO);
    game.must(GERMAN, STAND);
    game.act(action);
    game.must(OTHER, STAND);
    assert_eq!(*game.table.seats(), BySide([Seat::Open, Seat::Open]));
}

/// An imported game begins with the first action here.
#[test]
fn standing_up_from_an_imported_game() {
    let mut whole = Game::new(3);
    whole.play_on(&mut Random::new(3), 2, |table| table.ply() == 20);
    let mut game = Game::open(opening_from(&whole.record()), 4);
    game.must(GERMAN, STAND);
    game.must(GERMAN, Request::Sit { side: Side::German });
    let action = Random::new(1).action(game.state(), 9);
    game.act(action);
    game.refuses(GERMAN, "begun", STAND);
}

/// A player may let a program take the seat opposite, if nobody has it.
#[test]
fn a_program_on_an_open_seat() {
    let mut game = Game::open(with_seats(seat(GERMAN), Seat::Open), 1);
    game.refuses(OTHER, "not_seated", seat_program(Side::Soviet));
    game.must(GERMAN, seat_program(Side::Soviet));
    assert_eq!(game.table.program_to_move(), Some((Side::Soviet, "cadet")));
    game.play_with("random", "cadet", |table| table.ply() == 40);
    // Also a seat reserved for a person who does not come.
    let kept = Seat::Invited { id: person(SOVIET), name: called(SOVIET) };
    let mut game = Game::open(with_seats(seat(GERMAN), kept), 1);
    game.must(GERMAN, seat_program(Side::Soviet));
    game.refuses(SOVIET, "seat_taken", SIT_SOVIET);
}

/// A program acts for its seat and for no other, and takes no seat.
#[test]
fn programs_keep_to_their_seat() {
    let mut game = Game::open(with_seats(program("random"), seat(SOVIET)), 1);
    let program = Who::Program(Side::German);
    game.refuses_to(&program, "not_your_decision", DONE);
    game.refuses_to(&Who::Program(Side::Soviet), "not_seated", DONE);
    game.refuses_to(&program, "not_seated", Request::Sit { side: Side::Soviet });
    game.refuses_to(&program, "not_seated", seat_program(Side::Soviet));
    game.refuses_to(&program, "not_seated", Request::Forced { auto: true });
    assert_eq!(game.table.program_to_move(), None);
    // Chat of a program makes no entry.
    let last = game.table.last();
    assert_eq!(game.try_do(&program, Asked::from(say("Beep"))), Ok(last));
    assert_eq!(game.table.last(), last);
}

/// Nobody can fill the disk with one game: neither by talk nor by going to and fro. Actions and chat of the players go on.
#[test]
fn what_a_game_keeps_is_bounded() {
    let mut game = Game::at(FRONT, 1);
    for _ in 0..MOST_OF_SPECTATORS {
        let next = game.table.handle(&who(WATCHER), &say("hm").into(), game.now).expect("talk");
        game.table = next.table;
    }
    let most = MOST_OF_SPECTATORS;
    let refused =
        |game: &Game, n: u8, request: Request| game.table.handle(&who(n), &request.into(), game.now).err();
    assert_eq!(refused(&game, OTHER, say("hm")), Some(Fault::ChatFull { most }));
    assert_eq!(refused(&game, GERMAN, say("hm")), None, "players have room of their own");
    let kept = Table::restore(&game.table.snapshot(), game.seed()).expect("a snapshot").table;
    assert!(kept.handle(&who(OTHER), &say("hm").into(), game.now).is_err(), "also after a restart");
    while game.table.last() < MOST_ENTRIES {
        let request = Request::Forced { auto: false };
        game.table =
            game.table.handle(&who(GERMAN), &request.into(), game.now).expect("forced choices").table;
    }
    let most = MOST_ENTRIES;
    assert_eq!(refused(&game, GERMAN, Request::Forced { auto: true }), Some(Fault::LogFull { most }));
    assert_eq!(refused(&game, GERMAN, Request::OfferDraw), Some(Fault::LogFull { most }));
    for request in [walk("inf6", &["0219"]), say("still here"), Request::Resign { side: None }] {
        assert_eq!(refused(&game, GERMAN, request), None);
    }
}
