//! Lists of games, page by page.

use crate::store::support::*;
use pgg_core::data::tables::LevelName;
use pgg_core::{BySide, Side};
use pgg_server::store::{Append, Cursor, Ending, NewGame, Page, Status, Summary};
use pgg_table::entry::How;
use pgg_table::{GameId, Seat, Time, Visibility};

both! {
    lists_show_what_belongs_in_them,
    pages_follow_each_other_without_gap_or_repetition,
    a_search_takes_its_text_literally,
    a_search_finds_what_is_over_and_nothing_else,
    deadlines_and_programs_are_found,
}

fn ids(page: &Page) -> Vec<GameId> {
    page.games.iter().map(|game| game.id).collect()
}

fn games(numbers: &[u8]) -> Vec<GameId> {
    numbers.iter().map(|&n| game_id(n)).collect()
}

fn finished(at: i64) -> Summary {
    Summary {
        status: Status::Finished,
        deciding: None,
        ending: Some(Ending {
            at: Time(at),
            how: How::Rules,
            winner: Some(Side::German),
            score: 90,
            level: Some(LevelName::GermanDecisive),
        }),
        ..summary(at)
    }
}

async fn lists_show_what_belongs_in_them(place: Place) {
    let store = place.open().await;
    let open = |seats| Summary { status: Status::Open, seats: BySide(seats), ..summary(10) };
    let invited = Seat::Invited { id: person_id(3), name: name("C") };
    let made = [
        NewGame { summary: open([Seat::Open, seat(2, "B")]), ..new_game(1, 1) },
        NewGame { summary: open([seat(3, "C"), Seat::Open]), visibility: Visibility::Link, ..new_game(2, 2) },
        NewGame { summary: open([invited, Seat::Open]), owner: None, ..new_game(3, 3) },
        NewGame { summary: summary(30), owner: None, ..new_game(4, 4) },
        NewGame { summary: summary(20), visibility: Visibility::Link, ..new_game(5, 5) },
        NewGame { summary: finished(6), ..new_game(6, 6) },
        NewGame { summary: finished(7), visibility: Visibility::Link, ..new_game(7, 7) },
    ];
    for game in made {
        store.create(game).await.unwrap();
    }
    assert_eq!(ids(&store.open_games(None, 10).await.unwrap()), games(&[3, 1]));
    assert_eq!(ids(&store.games_to_watch(None, 10).await.unwrap()), games(&[4]));
    assert_eq!(ids(&store.finished_games("", None, 10).await.unwrap()), games(&[6]));
    // As owner or German of all but 3; in the order of their last entries.
    assert_eq!(ids(&store.games_of(person_id(1), None, 10).await.unwrap()), games(&[4, 5, 2, 1, 7, 6]));
    // As player, or invited.
    assert_eq!(ids(&store.games_of(person_id(3), None, 10).await.unwrap()), games(&[3, 2]));
    assert_eq!(ids(&store.games_of(person_id(9), None, 10).await.unwrap()), games(&[]));
}

async fn pages_follow_each_other_without_gap_or_repetition(place: Place) {
    let store = place.open().await;
    // Many of the same time: then the id decides.
    for n in 0..25 {
        store.create(NewGame { summary: finished(i64::from(n / 10)), ..new_game(n, 1) }).await.unwrap();
    }
    let mut cursor: Option<Cursor> = None;
    let mut seen = Vec::new();
    for size in [10, 10, 5] {
        let page = store.finished_games("game", cursor, 10).await.unwrap();
        assert_eq!(page.games.len(), size);
        seen.extend(ids(&page));
        // As a client sends it.
        cursor = page.next.map(|next| next.to_string().parse().unwrap());
        assert_eq!(cursor, page.next);
        // A game created meanwhile does not shift the pages.
        store.create(NewGame { summary: finished(99), ..new_game(100 + size as u8, 1) }).await.unwrap();
    }
    assert_eq!(cursor, None);
    assert_eq!(seen, games(&(0..25).rev().collect::<Vec<_>>()));

    let mine = store.games_of(person_id(1), None, 20).await.unwrap();
    let rest = store.games_of(person_id(1), mine.next, 20).await.unwrap();
    assert_eq!((mine.games.len(), rest.games.len(), rest.next), (20, 7, None));
    for bad in ["", "-", "5", "x-game00000001", "5-game", "5-game00000001-"] {
        assert!(bad.parse::<Cursor>().is_err(), "{bad:?}");
    }
    // A page is bounded, no matter how many games are requested, and has at least one.
    assert_eq!(store.finished_games("", None, 0).await.unwrap().games.len(), 1);
    assert_eq!(store.finished_games("", None, u32::MAX).await.unwrap().games.len(), 27);
}

async fn a_search_takes_its_text_literally(place: Place) {
    let store = place.open().await;
    let names = ["100% tanks", "100 tanks", "under_score", "underXscore", "back\\slash", "ЕЛЬНЯ 1941"];
    for (n, text) in (0..).zip(names) {
        let seats = BySide([seat(1, &format!("Müller {n}")), Seat::Program { level: format!("major{n}") }]);
        let summary = Summary { seats, ..finished(i64::from(n)) };
        store.create(NewGame { name: name(text), summary, ..new_game(n, 1) }).await.unwrap();
    }
    for (search, found) in [
        ("", &[5, 4, 3, 2, 1, 0][..]),
        ("100%", &[0]),
        ("0% T", &[0]),
        ("%", &[0]),
        ("_", &[2]),
        ("R_S", &[2]),
        ("\\", &[4]),
        ("K\\S", &[4]),
        ("ельня", &[5]),
        ("MÜLLER 3", &[3]),
        ("Major2", &[2]),
        ("  tanks ", &[1, 0]),
        ("'; --", &[]),
        ("\0", &[]),
        ("nothing", &[]),
    ] {
        let page = store.finished_games(search, None, 10).await.unwrap();
        assert_eq!(ids(&page), games(found), "{search:?}");
    }
    assert_eq!(store.finished_games(&"x".repeat(100_000), None, 10).await.unwrap().games, []);
}

async fn a_search_finds_what_is_over_and_nothing_else(place: Place) {
    let store = place.open().await;
    for n in 1..=4 {
        let visibility = if n == 3 { Visibility::Link } else { Visibility::Public };
        store.create(NewGame { visibility, ..new_game(n, i64::from(n)) }).await.unwrap();
    }
    let found = async |search: &str| ids(&store.finished_games(search, None, 10).await.unwrap());
    assert_eq!(found("game").await, []);
    for (n, at) in [(1, 70), (2, 60), (3, 90), (4, 80)] {
        store.append(Append { summary: finished(at), ..append(n, 1, "over") }).await.unwrap();
    }
    // In the order in which they ended, not in that in which they were written.
    assert_eq!(found("game").await, games(&[4, 1, 2]));
    assert_eq!(found("GAME 4").await, games(&[4]));
    assert_eq!(found("семён").await, games(&[4, 1, 2]));
    assert_eq!(found("ga").await, games(&[4, 1, 2]), "what is too short for an index");
    let first = store.finished_games("game", None, 2).await.unwrap();
    let rest = store.finished_games("game", first.next, 2).await.unwrap();
    assert_eq!((ids(&first), ids(&rest), rest.next), (games(&[4, 1]), games(&[2]), None));
    // A game that is reopened is over no more, until it is over again.
    store.append(Append { summary: summary(100), ..append(1, 2, "reopened") }).await.unwrap();
    assert_eq!(found("game").await, games(&[4, 2]));
    store.append(Append { summary: finished(110), ..append(1, 3, "over") }).await.unwrap();
    store.append(Append { summary: finished(110), ..append(1, 4, "talk") }).await.unwrap();
    assert_eq!(found("game").await, games(&[1, 4, 2]));
    assert_eq!(found("game\" OR \"konev").await, []);
}

async fn deadlines_and_programs_are_found(place: Place) {
    let store = place.open().await;
    assert_eq!(store.next_deadline().await.unwrap(), None);
    let until = |deadline| Summary { deadline: Some(Time(deadline)), ..summary(1) };
    let program = |side, deciding| {
        let mut seats = BySide([seat(1, "A"), seat(2, "B")]);
        seats[side] = Seat::Program { level: "major".to_owned() };
        Summary { seats, deciding, ..summary(1) }
    };
    let summaries = [
        summary(1),
        until(50),
        until(40),
        until(60),
        Summary { status: Status::Finished, ..until(10) },
        program(Side::German, Some(Side::German)),
        program(Side::German, Some(Side::Soviet)),
        program(Side::Soviet, Some(Side::Soviet)),
        program(Side::Soviet, None),
    ];
    for (n, summary) in (0..).zip(summaries) {
        store.create(NewGame { summary, ..new_game(n, 1) }).await.unwrap();
    }
    assert_eq!(store.due(Time(50), 10).await.unwrap(), games(&[2, 1]));
    assert_eq!(store.due(Time(50), 1).await.unwrap(), games(&[2]));
    assert_eq!(store.due(Time(39), 10).await.unwrap(), games(&[]));
    assert_eq!(store.next_deadline().await.unwrap(), Some(Time(40)));
    assert_eq!(store.programs_to_move(None, 10).await.unwrap(), games(&[5, 7]));
    assert_eq!(store.programs_to_move(None, 1).await.unwrap(), games(&[5]));
    assert_eq!(store.programs_to_move(Some(game_id(5)), 10).await.unwrap(), games(&[7]));
}
