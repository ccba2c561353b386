//! Days for each player-turn; the test passes the time in.

use crate::support::*;
use pgg_core::{BySide, Side};
use pgg_table::entry::How;
use pgg_table::table::CannotReopen;
use pgg_table::{Fault, Opening, Pace, Request, Seat, Table, Time};

const HOUR: i64 = DAY / 24;

fn paced(days: u8, opening: Opening) -> Opening {
    Opening { pace: Pace::Days(days), ..opening }
}

fn deadline(game: &Game) -> Option<(Side, i64)> {
    game.table.clock().deadline().map(|(side, at)| (side, at.since(START)))
}

fn end_of(game: &Game) -> (How, Option<Side>) {
    let ended = game.table.ended().expect("an end");
    (ended.how, ended.winner)
}

#[test]
fn without_a_pace_nothing_runs() {
    let mut game = Game::at(FRONT, 1);
    assert_eq!((deadline(&game), game.table.clock().left(Side::German)), (None, None));
    game.later(1000 * DAY);
    assert!(!game.tick());
    game.must(GERMAN, DONE);
}

#[test]
fn a_pace_has_bounds() {
    for days in [0, Pace::MOST_DAYS + 1, u8::MAX] {
        let fault = Game::try_open(paced(days, opening()), 1).err().expect("no such pace");
        assert_eq!(fault, Fault::BadPace { most: Pace::MOST_DAYS });
    }
    for days in [1, Pace::MOST_DAYS] {
        assert_eq!(
            deadline(&Game::open(paced(days, opening()), 1)),
            Some((Side::Soviet, i64::from(days) * DAY))
        );
    }
}

/// The days last for the whole player-turn, not for each action.
#[test]
fn actions_do_not_wind_the_clock() {
    let mut game = Game::open(paced(2, opening_at(FRONT)), 1);
    assert_eq!(deadline(&game), Some((Side::German, 2 * DAY)));
    for hex in ["0219", "0319", "0419"] {
        game.later(10 * HOUR);
        game.must(GERMAN, walk("inf6", &[hex]));
        assert_eq!(deadline(&game), Some((Side::German, 2 * DAY)));
    }
    assert_eq!(game.table.clock().left(Side::German), Some(18 * HOUR));
    game.must(GERMAN, UNDO);
    game.must(WATCHER, say("Slow."));
    game.must(GERMAN, DONE);
    assert_eq!(deadline(&game), Some((Side::German, 2 * DAY)));
}

/// Both sides begin a player-turn with all their days.
#[test]
fn a_player_turn_begins_anew() {
    let mut game = Game::open(paced(2, opening_at(ALONE)), 1);
    game.later(30 * HOUR);
    while game.table.deciding() == Some(Side::German) {
        game.must(GERMAN, DONE);
    }
    assert_eq!(deadline(&game), Some((Side::Soviet, 30 * HOUR + 2 * DAY)));
    assert_eq!(game.table.clock().left(Side::German), Some(2 * DAY));
    game.later(47 * HOUR);
    while game.table.deciding() == Some(Side::Soviet) {
        game.must(SOVIET, DONE);
    }
    assert_eq!(deadline(&game), Some((Side::German, 77 * HOUR + 2 * DAY)));
}

/// A defender who keeps the attacker waiting spends his own time.
#[test]
fn a_reply_in_the_enemys_turn() {
    let mut game = overrun_game(&paced(2, opening_at(FRONT)));
    assert_eq!(deadline(&game), Some((Side::Soviet, 2 * DAY)));
    game.later(40 * HOUR);
    game.must(SOVIET, Request::Action(pgg_core::Action::TakeLoss));
    assert_eq!(deadline(&game), Some((Side::German, 40 * HOUR + 2 * DAY)));
    assert_eq!(game.table.clock().left(Side::Soviet), Some(8 * HOUR));
    // He loses if he waits too long.
    let mut game = overrun_game(&paced(2, opening_at(FRONT)));
    game.later(2 * DAY);
    assert!(!game.tick(), "the last moment is not too late");
    game.later(1);
    assert!(game.tick());
    assert_eq!(end_of(&game), (How::Time, Some(Side::German)));
}

#[test]
fn the_flag_ends_the_game() {
    let mut game = Game::open(paced(1, opening()), 1);
    game.later(DAY);
    assert!(!game.tick());
    game.later(1);
    let next = game.table.tick(game.now).expect("the end");
    assert_eq!(next.n, next.happened[0].entry.n, "its number is that of the end");
    assert!(game.tick());
    assert_eq!(end_of(&game), (How::Time, Some(Side::German)));
    let ended = game.table.ended().expect("an end");
    assert_eq!(ended.seed, game.seed().to_hex());
    assert_eq!(deadline(&game), None);
    game.later(DAY);
    assert!(!game.tick(), "once");
    game.refuses(SOVIET, "over", Request::Resign { side: None });
}

/// A player is late even if no request has checked the clock yet; chat is free.
#[test]
fn too_late_to_act() {
    let mut game = Game::open(paced(1, opening()), 1);
    game.later(DAY + 1);
    let action = Random::new(1).action(game.state(), 9);
    let fault = game.refuses(SOVIET, "out_of_time", Request::Action(action));
    assert_eq!(fault, Fault::OutOfTime { side: Side::Soviet });
    game.refuses(GERMAN, "out_of_time", Request::Resign { side: None });
    game.must(SOVIET, say("One moment!"));
    assert!(game.tick());
    assert_eq!(end_of(&game), (How::Time, Some(Side::German)));
}

/// The clock stands while a player has no opponent.
#[test]
fn it_runs_only_with_an_opponent() {
    for absent in [Seat::Open, Seat::Invited { id: person(GERMAN), name: called(GERMAN) }] {
        let seats = BySide([absent, seat(SOVIET)]);
        let mut game = Game::open(Opening { seats, ..paced(1, opening()) }, 1);
        assert_eq!(deadline(&game), None);
        game.later(30 * DAY);
        assert!(!game.tick());
        game.must(GERMAN, Request::Sit { side: Side::German });
        assert_eq!(deadline(&game), Some((Side::Soviet, 31 * DAY)));
        // It stands again while he is away.
        game.later(10 * HOUR);
        game.must(GERMAN, Request::Stand { side: None });
        assert_eq!(deadline(&game), None);
        game.later(DAY);
        game.must(GERMAN, Request::Sit { side: Side::German });
        assert_eq!(deadline(&game), Some((Side::Soviet, 32 * DAY)));
    }
}

/// A program has no time limit; a person who plays against one has his days.
#[test]
fn it_does_not_run_for_a_program() {
    let seats = BySide([seat(GERMAN), program("random")]);
    let mut game = Game::open(Opening { seats, ..paced(1, opening()) }, 1);
    assert_eq!(deadline(&game), None);
    game.later(3 * DAY);
    assert!(!game.tick());
    game.play_on(&mut Random::new(1), 2, |table| table.deciding() == Some(Side::German));
    assert_eq!(deadline(&game), Some((Side::German, 4 * DAY)));
}

/// Setting the system's clock back changes no remaining time.
#[test]
fn time_that_goes_back() {
    let mut game = Game::open(paced(2, opening_at(FRONT)), 1);
    game.later(10 * HOUR);
    game.must(GERMAN, walk("inf6", &["0219"]));
    game.now = START.plus(-100 * DAY);
    assert!(!game.tick());
    game.must(GERMAN, walk("inf6", &["0319"]));
    assert_eq!(game.happened.last().expect("an entry").entry.at, START.plus(10 * HOUR));
    assert_eq!(deadline(&game), Some((Side::German, 2 * DAY)));
    game.now = START.plus(20 * HOUR);
    game.must(GERMAN, walk("inf6", &["0419"]));
    assert_eq!(deadline(&game), Some((Side::German, 2 * DAY)));
    for time in [Time(i64::MIN), Time(0), Time(-1)] {
        game.now = time;
        assert!(!game.tick());
        game.must(GERMAN, say("Brr"));
    }
    game.now = Time(i64::MAX);
    assert!(game.tick());
    assert_eq!(end_of(&game), (How::Time, Some(Side::Soviet)));
    // Extreme times in a log do no harm either.
    let mut table = Game::open(paced(30, opening_at(FRONT)), 1);
    table.now = Time(i64::MAX);
    table.must(GERMAN, say("Ever after"));
    table.must(WATCHER, say("The end of all time"));
}

/// A restored clock continues where it was.
#[test]
fn a_clock_is_kept() {
    let mut game = Game::open(paced(2, opening_at(FRONT)), 1);
    game.later(10 * HOUR);
    game.must(GERMAN, walk("inf6", &["0219"]));
    let kept = Table::restore(&game.table.snapshot(), game.seed()).expect("a snapshot").table;
    assert_eq!(kept.clock(), game.table.clock());
    assert_eq!(kept.clock().pace(), Pace::Days(2));
    assert_eq!(kept.view(&kept.state().legal()).deadline, Some(START.plus(2 * DAY)));
}

/// The operator takes back what the clock has decided. The dice that follow come from a new seed, and can be checked.
#[test]
fn a_game_that_ended_by_time_is_reopened() {
    let mut game = Game::open(paced(1, opening()), 1);
    let mut random = Random::new(3);
    for _ in 0..40 {
        let side = game.table.deciding().expect("it goes on");
        let action = random.action(game.state(), 9);
        game.must(player_of(side), Request::Action(action));
    }
    assert_eq!(game.table.reopen(seed(2), game.now).err(), Some(CannotReopen::NotOver));
    game.later(DAY + 1);
    assert!(game.tick());
    assert_eq!(game.table.reopen(game.seed(), game.now).err(), Some(CannotReopen::KnownSeed));
    let next = game.table.reopen(seed(2), game.now).expect("it ended by time");
    game.take(next);
    assert_eq!(deadline(&game).map(|(_, at)| at), Some(2 * DAY + 1), "all days again");
    assert_eq!(game.table.ended(), None);
    assert!(game.table.has_its_seed());
    assert_eq!(game.table.opened().commitment, seed(2).commitment());
    game.play_on(&mut random, 3, |_| false);
    assert_eq!(end_of(&game).0, How::Rules);
    let record = game.record();
    record.check().expect("a sound record");
    record.check_seed().expect("dice of the new seed");
    assert_eq!(record.header.imported, Some(40));
    assert_eq!(game.table.reopen(seed(3), game.now).err(), Some(CannotReopen::NotByTime));
}
