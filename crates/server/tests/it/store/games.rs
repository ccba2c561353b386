//! Making games, adding to their logs, and reading them back.

use crate::store::support::*;
use futures_util::future::{join, join_all};
use pgg_core::data::tables::LevelName;
use pgg_core::{BySide, Phase, Side};
use pgg_server::store::{
    Append, Appended, Ending, NewGame, Row, Snapshot, Status, Store, StoreError, Summary,
};
use pgg_table::entry::How;
use pgg_table::{GameId, Seat, Seed, Time, Visibility};
use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;

both! {
    a_game_comes_back_as_it_was_made,
    every_kind_of_summary_comes_back,
    an_id_or_a_code_is_given_once,
    entries_get_the_next_numbers,
    who_comes_too_late_is_raced_and_changes_nothing,
    of_many_who_race_exactly_one_gets_a_number,
    a_raced_game_does_not_disturb_the_group,
    two_changes_of_one_game_in_a_group_go_in_order,
    an_import_of_many_entries_is_one_change,
    thousands_of_entries_stay_in_order,
    what_changes_rarely_is_kept_when_it_changes,
    a_snapshot_replaces_the_one_before,
    what_cannot_be_kept_is_refused_alone,
    texts_come_back_exactly,
    close_finishes_what_is_under_way,
}

async fn a_game_comes_back_as_it_was_made(place: Place) {
    let store = place.open().await;
    assert_eq!(store.game(game_id(1)).await.unwrap(), None);
    assert_eq!(store.load(game_id(1)).await.unwrap(), None);
    let new = NewGame {
        code: Some(([9; 32], "K7QM2XW4PA".to_owned())),
        snapshot: Some(Snapshot { n: 1, body: vec![0, 1, 255] }),
        ..new_game(1, 5)
    };
    assert_eq!(store.create(new.clone()).await, Ok(Appended::Durable));

    // Also by another store, later.
    store.close().await;
    let store = place.open().await;
    let loaded = store.load(game_id(1)).await.unwrap().unwrap();
    assert_eq!(loaded.game.id, new.id);
    assert_eq!(loaded.game.created, new.created);
    assert_eq!(loaded.game.owner, new.owner);
    assert_eq!(loaded.game.name, new.name);
    assert_eq!(loaded.game.visibility, Visibility::Public);
    assert_eq!(loaded.game.options, new.options);
    assert_eq!(loaded.game.last, 1);
    assert_eq!(loaded.game.summary, new.summary);
    assert_eq!(loaded.secrets.seed, Seed([1; 32]));
    assert_eq!(loaded.secrets.code.as_deref(), Some("K7QM2XW4PA"));
    assert_eq!(loaded.snapshot, new.snapshot);
    assert_eq!(loaded.log, [], "the snapshot holds all there is");
    assert_eq!(store.by_code(&[9; 32]).await.unwrap(), Some(loaded.game));
    assert_eq!(store.by_code(&[8; 32]).await.unwrap(), None);
}

async fn every_kind_of_summary_comes_back(place: Place) {
    let store = place.open().await;
    let summaries = [
        Summary {
            status: Status::Open,
            seats: BySide([Seat::Open, Seat::Invited { id: person_id(3), name: name("Guest") }]),
            deciding: None,
            ..summary(1)
        },
        Summary {
            seats: BySide([Seat::Program { level: "major".to_owned() }, seat(2, "B")]),
            deadline: Some(Time(-4)),
            ..summary(1)
        },
        Summary {
            status: Status::Finished,
            phase: Phase::GameOver,
            deciding: None,
            ending: Some(Ending { at: Time(8), how: How::Agreed, winner: None, score: -12, level: None }),
            ..summary(1)
        },
        Summary {
            status: Status::Finished,
            ending: Some(Ending {
                at: Time(8),
                how: How::Time,
                winner: Some(Side::Soviet),
                score: 40,
                level: Some(LevelName::GermanMarginal),
            }),
            ..summary(1)
        },
    ];
    for (n, summary) in (0..).zip(summaries) {
        let new = NewGame { summary: summary.clone(), owner: None, ..new_game(n, 1) };
        assert_eq!(store.create(new).await, Ok(Appended::Durable));
        assert_eq!(store.game(game_id(n)).await.unwrap().unwrap().summary, summary);
    }
}

async fn an_id_or_a_code_is_given_once(place: Place) {
    let store = place.open().await;
    let first = NewGame { code: Some(([9; 32], "CODE".to_owned())), ..new_game(1, 5) };
    assert_eq!(store.create(first.clone()).await, Ok(Appended::Durable));
    let same_id = NewGame { rows: vec![row("again"), row("again")], ..new_game(1, 6) };
    assert_eq!(store.create(same_id).await, Ok(Appended::Raced));
    let same_code = NewGame { id: game_id(2), ..first };
    assert_eq!(store.create(same_code).await, Ok(Appended::Raced));
    assert_eq!(said(&store, 1).await, ["opened"]);
    assert_eq!(said(&store, 2).await, [""; 0]);
}

async fn entries_get_the_next_numbers(place: Place) {
    let store = place.open().await;
    store.create(new_game(1, 5)).await.unwrap();
    let mut two = append(1, 1, "a");
    two.rows.push(row("b"));
    two.rows[0].key = Some("key".to_owned());
    assert_eq!(store.append(two).await, Ok(Appended::Durable));
    assert_eq!(store.append(append(1, 3, "c")).await, Ok(Appended::Durable));
    assert_eq!(said(&store, 1).await, ["opened", "a", "b", "c"]);

    let game = store.game(game_id(1)).await.unwrap().unwrap();
    assert_eq!((game.last, game.summary.updated), (4, Time(103)));
    let part = store.log(game_id(1), 1, 2).await.unwrap();
    assert_eq!(part.iter().map(|row| row.n).collect::<Vec<_>>(), [2, 3]);
    assert_eq!(part[0].key.as_deref(), Some("key"));
    assert_eq!(part[0].at, Time(7));
}

async fn who_comes_too_late_is_raced_and_changes_nothing(place: Place) {
    let store = place.open().await;
    store.create(new_game(1, 5)).await.unwrap();
    store.append(append(1, 1, "first")).await.unwrap();
    let before = store.load(game_id(1)).await.unwrap();
    for after in [0, 1, 3] {
        let mut late = append(1, after, "late");
        late.snapshot = Some(Snapshot { n: 2, body: vec![1] });
        late.wake = vec![person_id(1)];
        assert_eq!(store.append(late).await, Ok(Appended::Raced), "after {after}");
    }
    assert_eq!(store.append(append(2, 0, "no such game")).await, Ok(Appended::Raced));
    assert_eq!(store.load(game_id(1)).await.unwrap(), before);
    assert_eq!(store.take_deliveries(Time(i64::MAX), Time(0), 10).await.unwrap(), []);
}

async fn of_many_who_race_exactly_one_gets_a_number(place: Place) {
    let store = place.open().await;
    store.create(new_game(1, 5)).await.unwrap();
    let mut raced = Vec::new();
    for n in 0..40 {
        let store = store.clone();
        raced.push(tokio::spawn(async move { store.append(append(1, 1, &n.to_string())).await.unwrap() }));
    }
    let mut durable = 0;
    for one in raced {
        durable += u32::from(one.await.unwrap() == Appended::Durable);
    }
    assert_eq!(durable, 1);
    assert_eq!(said(&store, 1).await.len(), 2);
}

async fn a_raced_game_does_not_disturb_the_group(place: Place) {
    let store = place.open().await;
    for n in 0..100 {
        store.create(new_game(n, 5)).await.unwrap();
    }
    let tasks: Vec<_> = (0..100)
        .map(|n| {
            let store = store.clone();
            let after = if n % 10 == 3 { 5 } else { 1 };
            tokio::spawn(async move { store.append(append(n, after, "next")).await.unwrap() })
        })
        .collect();
    for (n, task) in (0..).zip(tasks) {
        let raced = n % 10 == 3;
        assert_eq!(task.await.unwrap(), if raced { Appended::Raced } else { Appended::Durable }, "game {n}");
        let last = said(&store, n).await.last().cloned();
        assert_eq!(last.as_deref(), Some(if raced { "opened" } else { "next" }));
    }
}

async fn two_changes_of_one_game_in_a_group_go_in_order(place: Place) {
    let store = place.open().await;
    // All are in the queue before the first is written: polled in this order, they are sent in this order.
    let changes = (0..5_u32).map(|n| store.append(append(1, 1 + n, &n.to_string())));
    let (made, changed) = join(store.create(new_game(1, 5)), join_all(changes)).await;
    assert_eq!(made, Ok(Appended::Durable));
    assert_eq!(changed, vec![Ok(Appended::Durable); 5]);
    assert_eq!(said(&store, 1).await, ["opened", "0", "1", "2", "3", "4"]);
}

async fn an_import_of_many_entries_is_one_change(place: Place) {
    let store = place.open().await;
    let rows = (0..5000).map(|n| row(&n.to_string())).collect();
    assert_eq!(store.create(NewGame { rows, ..new_game(1, 5) }).await, Ok(Appended::Durable));
    assert_eq!(said(&store, 1).await.len(), 5000);
    assert_eq!(store.game(game_id(1)).await.unwrap().unwrap().last, 5000);
}

/// More entries than SQLite keeps in a tail before it moves them to their place in the log, read at every step of the move.
async fn thousands_of_entries_stay_in_order(place: Place) {
    const GAMES: u8 = 5;
    let store = place.open().await;
    for n in 0..GAMES {
        // Ids across the whole alphabet, as a move goes through it.
        store.create(NewGame { id: spread(n), ..new_game(n, 1) }).await.unwrap();
    }
    let add = |n: u8, after: u32, rows: u32| Append {
        game: spread(n),
        rows: (after..after + rows).map(|k| row(&k.to_string())).collect(),
        ..append(n, after, "")
    };
    let mut last = 1;
    // A tail is full after the first 900 and is moved part by part with the following commits; the one after the second 5000 is
    // overtaken.
    for rows in [1, 700, 300, 1, 1, 900, 1, 300, 1, 300, 400, 1, 300, 1, 5000, 1, 5000, 1, 1] {
        let added = (0..GAMES).map(|n| store.append(add(n, last, rows)));
        assert_eq!(join_all(added).await, [const { Ok(Appended::Durable) }; GAMES as usize]);
        last += rows;
        for n in 0..GAMES {
            check_log(&store, spread(n), last).await;
        }
    }
    store.close().await;
    let store = place.open().await;
    store.append(add(1, last, 1)).await.unwrap();
    check_log(&store, spread(1), last + 1).await;
    check_log(&store, spread(2), last).await;
}

fn spread(n: u8) -> GameId {
    format!("{}ame{n:08}", ["1", "F", "Z", "b", "z"][usize::from(n)]).parse().unwrap()
}

/// Every entry comes once and in order, also when a part of the log is read.
async fn check_log(store: &Store, game: GameId, last: u32) {
    let log = store.log(game, 0, u32::MAX).await.unwrap();
    assert_eq!(log.len() as u32, last);
    for (row, n) in log.iter().zip(1..) {
        assert_eq!(row.n, n);
        assert!(n == 1 || row.body == format!("{{\"said\":\"{}\"}}", n - 1), "entry {n}: {}", row.body);
    }
    for after in [0, last / 2, last - 1] {
        let part = &log[after as usize..log.len().min(after as usize + 3)];
        assert_eq!(store.log(game, after, 3).await.unwrap(), part);
    }
}

async fn what_changes_rarely_is_kept_when_it_changes(place: Place) {
    let store = place.open().await;
    let waiting = Summary { status: Status::Open, seats: BySide([Seat::Open, seat(2, "B")]), ..summary(1) };
    let ended = Summary {
        status: Status::Finished,
        ending: Some(Ending {
            at: Time(9),
            how: How::Resigned,
            winner: Some(Side::German),
            score: 1,
            level: Some(LevelName::GermanMarginal),
        }),
        ..summary(9)
    };
    let made = NewGame { summary: waiting.clone(), ..new_game(1, 1) };
    store.create(made).await.unwrap();
    // Each twice, so that it is once a change and once not.
    let steps = [&waiting, &waiting, &summary(2), &summary(3), &waiting, &ended, &ended, &summary(4)]
        .map(Summary::clone);
    for (after, summary) in (1..).zip(steps) {
        let next = Append { summary: summary.clone(), ..append(1, after, "x") };
        assert_eq!(store.append(next).await, Ok(Appended::Durable));
        assert_eq!(store.game(game_id(1)).await.unwrap().unwrap().summary, summary, "after {after}");
    }
}

async fn a_snapshot_replaces_the_one_before(place: Place) {
    let store = place.open().await;
    store.create(new_game(1, 5)).await.unwrap();
    assert_eq!(store.snapshot(game_id(1)).await.unwrap(), None);
    for after in 1..4 {
        let snapshot = Snapshot { n: after, body: vec![after as u8; 3000] };
        let mut append = append(1, after, "x");
        append.snapshot = Some(snapshot.clone());
        store.append(append).await.unwrap();
        assert_eq!(store.snapshot(game_id(1)).await.unwrap(), Some(snapshot));
    }
    assert_eq!(store.load(game_id(1)).await.unwrap().unwrap().log.len(), 1);
}

async fn what_cannot_be_kept_is_refused_alone(place: Place) {
    let store = place.open().await;
    store.create(new_game(1, 5)).await.unwrap();
    let bad = |row: Row| {
        let mut append = append(1, 1, "");
        append.rows = vec![row];
        append
    };
    let zero = Row { body: "a\0b".to_owned(), ..row("") };
    let zero_key = Row { key: Some("\0".to_owned()), ..row("") };
    let mut nothing = append(1, 1, "");
    nothing.rows.clear();
    for append in [bad(zero), bad(zero_key), nothing] {
        let (refused, fine) = tokio::join!(store.append(append), store.check());
        assert!(matches!(refused, Err(StoreError::Refused(_))), "{refused:?}");
        assert_eq!(fine, Ok(()));
    }
    assert_eq!(said(&store, 1).await, ["opened"]);
}

async fn texts_come_back_exactly(place: Place) {
    let store = place.open().await;
    store.create(new_game(1, 5)).await.unwrap();
    let texts =
        ["'\"\\ $1 %_", "<b>Смоленск</b> スモレンスク 🚂", "\u{1}\u{7f}\u{2028}", "null", "{\"a\":[1]}", ""];
    let mut append = append(1, 1, "");
    append.rows = texts
        .iter()
        .map(|text| Row { body: (*text).to_owned(), key: Some((*text).to_owned()), at: Time(-1) })
        .collect();
    store.append(append).await.unwrap();
    let log = store.log(game_id(1), 1, 100).await.unwrap();
    assert_eq!(log.iter().map(|row| row.body.as_str()).collect::<Vec<_>>(), texts);
    assert_eq!(log.iter().map(|row| row.key.as_deref().unwrap()).collect::<Vec<_>>(), texts);
}

async fn close_finishes_what_is_under_way(place: Place) {
    let store = place.open().await;
    let made = join_all((0..50).map(|n| store.create(new_game(n, 5))));
    let (made, ()) = join(made, store.close()).await;
    assert!(made.iter().all(|made| *made == Ok(Appended::Durable)), "{made:?}");
    assert!(matches!(store.create(new_game(60, 5)).await, Err(StoreError::Unavailable(_))));
    assert!(matches!(store.game(game_id(1)).await, Err(StoreError::Unavailable(_))));

    let store = place.open().await;
    assert_eq!(said(&store, 49).await, ["opened"]);
}

/// SQLite's write-ahead log is checkpointed while commits continue.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_write_ahead_log_is_moved() {
    let place = Place::sqlite();
    let store = place.open().await;
    store.create(new_game(1, 1)).await.unwrap();
    let file = place.url().trim_start_matches("sqlite:").to_owned();
    let mut last = 1;
    let mut add = async |rows: u32, text: &str| {
        let change = Append { rows: vec![row(text); rows as usize], ..append(1, last, "") };
        assert_eq!(store.append(change).await, Ok(Appended::Durable));
        last += rows;
    };
    // 20 MB: enough for the checkpoint thread, and far from the length at which the writer itself would do it.
    for _ in 0..50 {
        add(100, &"x".repeat(4000)).await;
    }
    for _ in 0..5000 {
        if std::fs::metadata(&file).unwrap().len() > 12 << 20 {
            return;
        }
        add(1, "on").await;
    }
    panic!("nobody moves the log");
}

/// Under load, SQLite's rows of games follow their logs with a delay. A kill or a backup in between loses nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_that_are_behind_follow_after_a_kill_and_in_a_backup() {
    const GAMES: u8 = 200;
    let place = Place::sqlite();
    let store = place.open().await;
    let durable = |done: Vec<Result<Appended, StoreError>>| done.iter().all(|d| *d == Ok(Appended::Durable));
    assert!(durable(join_all((0..GAMES).map(|n| store.create(new_game(n, 1)))).await));
    for after in 1..30 {
        assert!(durable(join_all((0..GAMES).map(|n| store.append(append(n, after, "on")))).await));
    }
    let file = |place: &Place| place.url().trim_start_matches("sqlite:").to_owned();
    let killed = Place::sqlite();
    let (from, to) = (file(&place), file(&killed));
    std::fs::create_dir(std::path::Path::new(&to).parent().unwrap()).unwrap();
    // A reader keeps the write-ahead log from starting anew between the two copies.
    let mut reader = SqliteConnection::connect(&place.url().replace("sqlite:", "sqlite://")).await.unwrap();
    sqlx::query("BEGIN").execute(&mut reader).await.unwrap();
    sqlx::query("SELECT count(*) FROM games").execute(&mut reader).await.unwrap();
    for end in ["", "-wal"] {
        std::fs::copy(format!("{from}{end}"), format!("{to}{end}")).unwrap();
    }
    reader.close().await.unwrap();
    let saved = format!("{to}.backup");
    store.backup(saved.as_ref()).await.unwrap();
    let restored = Place::sqlite();
    pgg_server::store::restore(saved.as_ref(), &restored.url()).await.unwrap();
    for place in [&killed, &restored] {
        let store = place.open().await;
        for n in 0..GAMES {
            assert_eq!(store.game(game_id(n)).await.unwrap().unwrap().last, 30);
        }
        assert!(durable(join_all((0..GAMES).map(|n| store.append(append(n, 30, "on")))).await));
        assert_eq!(said(&store, 7).await.len(), 31);
    }
}
