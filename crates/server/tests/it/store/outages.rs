//! A database that goes away and comes back, and a disk that is full.

use crate::store::support::*;
use pgg_server::store::{Append, Appended, Change, Row, Store, StoreError};
use pgg_testkit::Postgres;
use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;
use std::time::{Duration, Instant};

/// The meaning of "in bounded time" in a test on a busy machine.
const BOUND: Duration = Duration::from_secs(300);

/// Makes a change. If the answer of a busy machine does not come in time, nothing was changed, and it is tried again.
async fn made(store: &Store, append: Append) {
    let begun = Instant::now();
    loop {
        match store.append(append.clone()).await {
            Ok(appended) => return assert_eq!(appended, Appended::Durable),
            Err(error) if is_slow(&error) && begun.elapsed() < BOUND => {}
            Err(error) => panic!("{error}"),
        }
    }
}

/// Did it fail only because it was too slow?
fn is_slow(error: &StoreError) -> bool {
    matches!(error, StoreError::Unavailable(cause) if cause.contains("timed out") || cause.contains("no answer"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_goes_away_and_comes_back() {
    let mut postgres = Postgres::start().unwrap_or_else(|e| panic!("{e}"));
    let url = postgres.database().unwrap();
    let (one, two) = (Store::open(&url).await.unwrap(), Store::open(&url).await.unwrap());
    let mut heard = two.changes();
    one.create(new_game(1, 1)).await.unwrap();
    assert_eq!(heard.next().await, Change::Game { game: game_id(1), n: 1 });
    let lease = one.lease(game_id(1)).await.unwrap().unwrap();

    postgres.stop_immediately().unwrap();
    let begun = Instant::now();
    let somebody = person(1, None);
    let (append_1, create, read, lists, register, check, leased) = tokio::join!(
        one.append(append(1, 1, "lost")),
        one.create(new_game(2, 1)),
        one.game(game_id(1)),
        two.games_to_watch(None, 10),
        two.register(&somebody, None, None),
        two.check(),
        one.lease(game_id(2)),
    );
    for error in
        [append_1.err(), create.err(), read.err(), lists.err(), register.err(), check.err(), leased.err()]
    {
        // Without a connection there certainly was no change.
        assert!(matches!(error, Some(StoreError::Unavailable(_))), "{error:?}");
    }
    assert!(begun.elapsed() < BOUND);
    assert!(!lease.is_held(), "the lock was gone with the connection");

    postgres.start_again().unwrap();
    assert_eq!(heard.next().await, Change::Missed);
    made(&one, append(1, 1, "again")).await;
    assert_eq!(heard.next().await, Change::Game { game: game_id(1), n: 2 });
    assert_eq!(said(&two, 1).await, ["opened", "again"]);
    assert_eq!(two.game(game_id(2)).await.unwrap(), None);
    drop(lease);
    let begun = Instant::now();
    let lease = loop {
        match two.lease(game_id(1)).await {
            Ok(lease) => break lease,
            Err(error) if is_slow(&error) && begun.elapsed() < BOUND => {}
            Err(error) => panic!("{error}"),
        }
    };
    assert!(lease.is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_between_two_changes_is_not_noticed() {
    let mut postgres = Postgres::start().unwrap_or_else(|e| panic!("{e}"));
    let store = Store::open(&postgres.database().unwrap()).await.unwrap();
    store.create(new_game(1, 1)).await.unwrap();
    postgres.stop_immediately().unwrap();
    postgres.start_again().unwrap();
    made(&store, append(1, 1, "next")).await;
    assert_eq!(said(&store, 1).await, ["opened", "next"]);
}

/// Changes in flight while the server crashes are there completely or not at all, and "durable" was true for every caller that
/// got it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crash_under_load_loses_nothing_that_was_confirmed() {
    let mut postgres = Postgres::start().unwrap_or_else(|e| panic!("{e}"));
    let store = Store::open(&postgres.database().unwrap()).await.unwrap();
    let (progress, mut seen) = tokio::sync::mpsc::unbounded_channel();
    let mut players = Vec::new();
    for n in 0..40 {
        store.create(new_game(n, 1)).await.unwrap();
        let (store, progress) = (store.clone(), progress.clone());
        players.push(tokio::spawn(async move {
            let mut last = 1;
            loop {
                match store.append(append(n, last, "x")).await {
                    Ok(Appended::Durable) => last += 1,
                    Ok(Appended::Raced) => panic!("nobody else is there"),
                    Err(StoreError::Unavailable(_)) => return (last, last),
                    Err(StoreError::Unknown(_)) => return (last, last + 1),
                    Err(error) => panic!("{error}"),
                }
                let _ = progress.send(());
            }
        }));
    }
    for _ in 0..400 {
        seen.recv().await.unwrap();
    }
    postgres.stop_immediately().unwrap();
    let mut ends = Vec::new();
    for player in players {
        ends.push(player.await.unwrap());
    }
    postgres.start_again().unwrap();
    for (n, (least, most)) in (0..).zip(ends) {
        // Like `made`: the database is back, and slowness must not fail the test.
        let last = loop {
            match store.game(game_id(n)).await {
                Ok(game) => break game.unwrap().last,
                Err(error) if is_slow(&error) => {}
                Err(error) => panic!("{error}"),
            }
        };
        assert_eq!(said(&store, n).await.len(), last as usize);
        assert!(
            least <= last && last <= most,
            "game {n}: {last} entries, between {least} and {most} were expected"
        );
        made(&store, append(n, last, "on")).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_is_waited_out() {
    let place = Place::sqlite();
    let store = Store::open(&format!("{}?max_pages=60", place.url())).await.unwrap();
    store.create(new_game(1, 1)).await.unwrap();
    let big = || {
        let mut append = append(1, 1, "");
        append.rows = vec![Row { body: "x".repeat(400_000), ..row("") }];
        append
    };
    let full = store.append(big()).await;
    assert!(matches!(full, Err(StoreError::Unavailable(_))), "{full:?}");
    // The whole group fails; nothing is half written.
    let (full, other) = tokio::join!(store.append(big()), store.create(new_game(2, 1)));
    assert!(full.is_err());
    match other {
        Ok(Appended::Durable) => {}
        Err(StoreError::Unavailable(_)) => assert_eq!(store.game(game_id(2)).await.unwrap(), None),
        other => panic!("{other:?}"),
    }
    assert_eq!(said(&store, 1).await, ["opened"]);
    // Small changes that fit are accepted.
    assert_eq!(store.append(append(1, 1, "small")).await, Ok(Appended::Durable));
    store.register(&person(1, None), None, None).await.unwrap();
    store.close().await;

    // When there is room again, so is the rest.
    let store = place.open().await;
    assert_eq!(store.append(big_after(2)).await, Ok(Appended::Durable));
    assert_eq!(store.game(game_id(1)).await.unwrap().unwrap().last, 3);
}

fn big_after(after: u32) -> pgg_server::store::Append {
    let mut append = append(1, after, "");
    append.rows = vec![Row { body: "x".repeat(400_000), ..row("") }];
    append
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_is_not_there_is_told_at_once() {
    let mut postgres = Postgres::start().unwrap_or_else(|e| panic!("{e}"));
    let url = postgres.url.replace("/postgres", "/no_such_database");
    let begun = Instant::now();
    assert!(matches!(Store::open(&url).await, Err(StoreError::Unavailable(_))));
    postgres.stop_immediately().unwrap();
    assert!(matches!(Store::open(&postgres.url).await, Err(StoreError::Unavailable(_))));
    assert!(begun.elapsed() < BOUND);
}

/// On a busy machine a file may be locked for long. That is no outage, and a waiting caller gets its answer.
#[tokio::test]
async fn a_file_that_is_locked_for_fifteen_seconds_is_waited_for() {
    let place = Place::sqlite();
    let store = place.open().await;
    store.create(new_game(1, 1)).await.unwrap();
    let mut other = SqliteConnection::connect(&place.url().replace("sqlite:", "sqlite://")).await.unwrap();
    sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    let said_before = said(&store, 1).await;
    assert_eq!(said_before, ["opened"], "nobody keeps readers from their work");

    let changed = {
        let store = store.clone();
        tokio::spawn(async move { store.append(append(1, 1, "late")).await })
    };
    let registered = {
        let store = store.clone();
        tokio::spawn(async move { store.register(&person(1, None), None, None).await })
    };
    // They begin to wait; then the clock jumps.
    tokio::task::yield_now().await;
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(15)).await;
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    tokio::time::resume();
    assert!(!changed.is_finished() && !registered.is_finished(), "fifteen seconds are not long");

    sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
    assert_eq!(changed.await.unwrap(), Ok(Appended::Durable));
    registered.await.unwrap().unwrap();
    assert_eq!(said(&store, 1).await, ["opened", "late"]);
}

/// A change that only the database refuses does not fail its group.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_the_database_cannot_digest_fails_alone() {
    let place = Place::sqlite();
    let store = place.open().await;
    store.create(new_game(1, 1)).await.unwrap();
    store.create(new_game(2, 1)).await.unwrap();
    store.close().await;
    spoil(&place).await;
    let store = place.open().await;
    let others = (10..40).map(|n| store.create(new_game(n, 1)));
    let (spoilt, others) =
        futures_util::future::join(store.append(append(2, 1, "c")), futures_util::future::join_all(others))
            .await;
    assert!(matches!(spoilt, Err(StoreError::Corrupt(_))), "{spoilt:?}");
    assert_eq!(others, vec![Ok(Appended::Durable); 30]);
    assert_eq!(store.append(append(1, 1, "fine")).await, Ok(Appended::Durable));
}

/// Makes the database refuse entries of game 2.
async fn spoil(place: &Place) {
    let url = place.url().replace("sqlite:", "sqlite://");
    let pool = sqlx::SqlitePool::connect(&url).await.unwrap();
    let trigger = "CREATE TRIGGER no BEFORE INSERT ON log_tail_0 WHEN new.game = 'game00000002' \
                   BEGIN SELECT RAISE(ABORT, 'no'); END";
    sqlx::query(trigger).execute(&pool).await.unwrap();
    pool.close().await;
}
