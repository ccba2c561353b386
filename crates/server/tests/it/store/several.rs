//! Several processes on one database.

use crate::store::support::*;
use pgg_core::BySide;
use pgg_server::store::{Append, Appended, Change, Status, Store, StoreError, Summary};
use pgg_table::Seat;
use std::collections::HashMap;

both! { a_lease_is_held_by_one }

async fn a_lease_is_held_by_one(place: Place) {
    let store = place.open().await;
    let lease = store.lease(game_id(1)).await.unwrap().unwrap();
    assert!(lease.is_held());
    assert_eq!(lease.game(), game_id(1));
    assert!(store.lease(game_id(1)).await.unwrap().is_none());
    let other = store.lease(game_id(2)).await.unwrap();
    assert!(other.is_some(), "another game is free");
    drop(lease);
    assert!(store.lease(game_id(1)).await.unwrap().is_some(), "given back");
}

#[tokio::test]
async fn one_sqlite_file_has_one_process() {
    let place = Place::sqlite();
    let first = place.open().await;
    let Err(StoreError::Refused(why)) = Store::open(&place.url()).await else { panic!("both have it") };
    assert!(why.contains("pgg.sqlite is in use by another pgg"), "{why}");
    first.create(new_game(1, 1)).await.unwrap();
    first.close().await;
    let second = place.open().await;
    assert_eq!(said(&second, 1).await, ["opened"]);
}

#[tokio::test]
async fn urls_that_are_none_are_refused() {
    for url in ["", "mysql://x", "sqlite:", "sqlite:x?mode=rw", "postgres://[", "pgg.sqlite"] {
        let Err(StoreError::Refused(why)) = Store::open(url).await else { panic!("{url:?} was opened") };
        assert!(why.contains("URL"), "{why}");
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file"), "x").unwrap();
    let below = format!("sqlite:{}", folder.path().join("file/db").display());
    let Err(StoreError::Refused(why)) = Store::open(&below).await else { panic!("a file is no folder") };
    assert!(why.contains("make the folder"), "{why}");
    // A file that is something else is not touched.
    std::fs::write(folder.path().join("file"), "something else that is no database".repeat(100)).unwrap();
    let other = format!("sqlite:{}", folder.path().join("file").display());
    assert!(matches!(Store::open(&other).await, Err(StoreError::Corrupt(_))));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_that_start_at_once_migrate_once() {
    let place = Place::postgres();
    let starts: Vec<_> = (0..4)
        .map(|n| {
            let url = place.url();
            tokio::spawn(async move {
                let store = Store::open(&url).await.unwrap();
                store.create(new_game(n, 1)).await.unwrap()
            })
        })
        .collect();
    for start in starts {
        assert_eq!(start.await.unwrap(), Appended::Durable);
    }
    let store = place.open().await;
    assert_eq!(store.games_to_watch(None, 10).await.unwrap().games.len(), 4);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lease_holds_between_processes() {
    let place = Place::postgres();
    let (one, two) = (place.open().await, place.open().await);
    let lease = one.lease(game_id(1)).await.unwrap().unwrap();
    assert!(two.lease(game_id(1)).await.unwrap().is_none());
    drop(lease);
    // It is given back in the background, before the next request of the same process is served.
    drop(one.lease(game_id(2)).await.unwrap());
    let lease = two.lease(game_id(1)).await.unwrap();
    assert!(lease.is_some());
    assert!(one.lease(game_id(1)).await.unwrap().is_none());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_process_hears_what_the_other_does() {
    let place = Place::postgres();
    let (one, two) = (place.open().await, place.open().await);
    let (mut by_one, mut by_two) = (one.changes(), two.changes());
    one.create(new_game(1, 1)).await.unwrap();
    one.append(append(1, 1, "a")).await.unwrap();
    assert_eq!(by_two.next().await, Change::Game { game: game_id(1), n: 1 });
    assert_eq!(by_two.next().await, Change::Game { game: game_id(1), n: 2 });
    // A process is not notified of its own changes.
    two.append(append(1, 2, "b")).await.unwrap();
    assert_eq!(by_one.next().await, Change::Game { game: game_id(1), n: 3 });
    // A process that is notified can read it.
    assert_eq!(said(&one, 1).await, ["opened", "a", "b"]);
}

/// A process skips writes that it takes for unchanged, but not those that another process has changed meanwhile.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_another_process_changed_is_written_again() {
    let place = Place::postgres();
    let (one, two) = (place.open().await, place.open().await);
    one.create(new_game(1, 1)).await.unwrap();
    one.append(append(1, 1, "a")).await.unwrap();
    one.append(append(1, 2, "b")).await.unwrap();
    let open = Summary { status: Status::Open, seats: BySide([Seat::Open, Seat::Open]), ..summary(5) };
    let stand = Append { summary: open.clone(), ..append(1, 3, "stands up") };
    assert_eq!(two.append(stand).await, Ok(Appended::Durable));
    assert_eq!(one.game(game_id(1)).await.unwrap().unwrap().summary, open);
    assert_eq!(one.append(append(1, 4, "sits down")).await, Ok(Appended::Durable));
    assert_eq!(one.game(game_id(1)).await.unwrap().unwrap().summary, append(1, 4, "").summary);
}

/// Two processes write to the same games as fast as they can: groups wait for each other, and nothing is lost, doubled or
/// stuck.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_processes_share_all_games() {
    const GAMES: u8 = 30;
    const EACH: usize = 20;
    let place = Place::postgres();
    let stores = [place.open().await, place.open().await];
    for n in 0..GAMES {
        stores[0].create(new_game(n, 1)).await.unwrap();
    }
    let mut writers = Vec::new();
    for (s, store) in stores.iter().enumerate() {
        for n in 0..GAMES {
            let store = store.clone();
            writers.push(tokio::spawn(async move {
                for k in 0..EACH {
                    loop {
                        let after = store.game(game_id(n)).await.unwrap().unwrap().last;
                        if store.append(append(n, after, &format!("{s}/{k}"))).await.unwrap()
                            == Appended::Durable
                        {
                            break;
                        }
                    }
                }
            }));
        }
    }
    for writer in writers {
        writer.await.unwrap();
    }
    for n in 0..GAMES {
        let said = said(&stores[0], n).await;
        assert_eq!(said.len(), 1 + 2 * EACH);
        let mut next: HashMap<String, usize> = HashMap::new();
        for text in &said[1..] {
            let (who, k) = text.split_once('/').unwrap();
            let next = next.entry(who.to_owned()).or_default();
            assert_eq!(k.parse(), Ok(*next), "each process's entries come in its order");
            *next += 1;
        }
    }
}
