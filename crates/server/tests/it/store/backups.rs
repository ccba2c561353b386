//! Backups, restored into the same and into the other kind of database.

use crate::store::support::*;
use pgg_server::store::{
    self, Appended, Invitation, NewGame, Person, Snapshot, Store, StoreError, Token, Webhook,
};
use pgg_table::Time;
use std::fs;
use std::path::Path;

both! { a_backup_is_consistent_while_the_server_serves, nothing_of_ours_is_no_backup }

/// Something in every table.
async fn fill(store: &Store) {
    let webhook = Some(Webhook { url: "https://example.org".to_owned(), secret: "s".to_owned() });
    let anna = Person { webhook, ..person(1, Some("anna")) };
    store.register(&anna, None, Some(&session(1))).await.unwrap();
    for n in 0..30 {
        let new = NewGame {
            code: Some(([n; 32], format!("CODE{n}"))),
            snapshot: Some(Snapshot { n: 1, body: vec![n, 0, 255] }),
            wake: vec![person_id(1)],
            ..new_game(n, i64::from(n))
        };
        store.create(new).await.unwrap();
        store.append(append(n, 1, "<Смоленск> '\"\\ 🚂")).await.unwrap();
    }
    store.register(&person(2, None), None, Some(&session(2))).await.unwrap();
    let token = Token {
        id: "t".to_owned(),
        person: person_id(1),
        name: "bot".to_owned(),
        scopes: vec!["play".to_owned()],
        created: Time(1),
        used: None,
        revoked: None,
    };
    store.create_token(&token, &[5; 32]).await.unwrap();
    let invitation = Invitation { hash: [6; 32], by: Some(person_id(1)), uses: 2, expires: Time(9) };
    store.create_invitation(&invitation).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn from_sqlite_to_postgres_and_back_nothing_changes() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let (first, club, last) = (Place::sqlite(), Place::postgres(), Place::sqlite());
    let store = first.open().await;
    fill(&store).await;
    store.backup(&file("1")).await.unwrap();
    store::restore(&file("1"), &club.url()).await.unwrap();
    store::backup(&club.url(), &file("2")).await.unwrap();
    store::restore(&file("2"), &last.url()).await.unwrap();
    store::backup(&last.url(), &file("3")).await.unwrap();

    let read = |name: &str| fs::read_to_string(file(name)).unwrap();
    assert_eq!(read("1"), read("2"));
    assert_eq!(read("1"), read("3"));
    assert!(!file("1.part").exists());
    for table in ["persons", "sessions", "tokens", "invitations", "games", "log", "snapshots", "outbox"] {
        assert!(!read("1").contains(&format!("\"{table}\":0")), "the test puts something into {table}");
    }

    // Life goes on in the copies.
    for place in [club, last] {
        let store = place.open().await;
        assert_eq!(said(&store, 7).await[1], "<Смоленск> '\"\\ 🚂");
        let mut next = append(7, 2, "on");
        next.wake = vec![person_id(1)];
        assert_eq!(store.append(next).await, Ok(Appended::Durable));
        assert_eq!(store.take_deliveries(Time(9999), Time(9999), 100).await.unwrap().len(), 31);
        assert!(store.session(&[1; 32], Time(20)).await.unwrap().is_some());
        store.close().await;
    }
}

async fn a_backup_is_consistent_while_the_server_serves(place: Place) {
    let folder = tempfile::tempdir().unwrap();
    let store = place.open().await;
    for n in 0..20 {
        store.create(new_game(n, 1)).await.unwrap();
    }
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let mut players = Vec::new();
    for n in 0..20 {
        let (store, stopped) = (store.clone(), stopped.clone());
        players.push(tokio::spawn(async move {
            let mut last = 1;
            while !*stopped.borrow() {
                assert_eq!(store.append(append(n, last, "x")).await, Ok(Appended::Durable));
                last += 1;
            }
            last
        }));
    }
    // By the server itself and by another process.
    store.backup(&folder.path().join("1")).await.unwrap();
    store::backup(&place.url(), &folder.path().join("2")).await.unwrap();
    stop.send(true).unwrap();
    for (n, player) in (0..).zip(players) {
        let last: u32 = player.await.unwrap();
        assert_eq!(said(&store, n).await.len() as u32, last);
    }
    for copy in ["1", "2"] {
        let other = Place::sqlite();
        store::restore(&folder.path().join(copy), &other.url()).await.unwrap();
        let copy = other.open().await;
        for n in 0..20 {
            let last = copy.game(game_id(n)).await.unwrap().unwrap().last as usize;
            assert_eq!(said(&copy, n).await.len(), last, "game and log are of one moment");
        }
    }
}

async fn nothing_of_ours_is_no_backup(place: Place) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy");
    refused(store::backup(&place.url(), &file).await, &["no database file", "no games of pgg"]);
    assert!(!file.exists());
    let store = place.open().await;
    fs::write(&file, "mine").unwrap();
    refused(store.backup(&file).await, &["there already"]);
    assert_eq!(fs::read(&file).unwrap(), b"mine");
    refused(store.backup(&folder.path().join("no/such/folder")).await, &["cannot be written"]);
}

#[tokio::test]
async fn a_database_that_is_not_empty_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy");
    let source = Place::sqlite();
    let store = source.open().await;
    fill(&store).await;
    store.backup(&file).await.unwrap();
    for target in [Place::sqlite(), Place::postgres()] {
        let store = target.open().await;
        store.register(&person(9, None), None, None).await.unwrap();
        store.close().await;
        refused(store::restore(&file, &target.url()).await, &["not empty"]);
        let store = target.open().await;
        assert_eq!(store.games_to_watch(None, 1).await.unwrap().games, []);
        assert!(store.person(person_id(9)).await.unwrap().is_some());
    }
    // Nor is one that is being served, even if it is empty.
    let served = Place::sqlite();
    let _store = served.open().await;
    refused(store::restore(&file, &served.url()).await, &["in use"]);
    // An empty one with its tables is fine.
    let empty = Place::sqlite();
    empty.open().await.close().await;
    store::restore(&file, &empty.url()).await.unwrap();
}

#[tokio::test]
async fn a_damaged_backup_is_refused_before_anything_is_touched() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy");
    let source = Place::sqlite();
    let store = source.open().await;
    fill(&store).await;
    store.backup(&file).await.unwrap();
    let good = fs::read(&file).unwrap();
    let text = String::from_utf8(good.clone()).unwrap();
    let lines: Vec<&str> = text.lines().collect();

    let mut flipped = good.clone();
    let middle = good.len() / 2;
    flipped[middle] ^= 1;
    let without =
        |n: usize| lines[..n].iter().chain(&lines[n + 1..]).map(|l| format!("{l}\n")).collect::<String>();
    let damaged: Vec<(&str, Vec<u8>)> = vec![
        ("empty", Vec::new()),
        ("something else", b"{\"format\": \"pgg\"}\n".to_vec()),
        ("a bit flipped", flipped),
        ("last byte gone", good[..good.len() - 1].to_vec()),
        ("half", good[..middle].to_vec()),
        ("no last line", without(lines.len() - 1).into_bytes()),
        ("a row gone", without(lines.len() - 2).into_bytes()),
        ("no first line", without(0).into_bytes()),
        ("a table gone", without(1).into_bytes()),
        ("more at the end", [&good[..], b"[]\n"].concat()),
        ("twice", [&good[..], &good[..]].concat()),
        ("newer", text.replacen("\"schema\":4", "\"schema\":5", 1).into_bytes()),
        ("an unknown column", text.replacen("\"last\"", "\"lost\"", 1).into_bytes()),
        ("an unknown table", text.replacen("\"sessions\"", "\"seances\"", 1).into_bytes()),
    ];
    for (what, bytes) in damaged {
        let file = folder.path().join("damaged");
        fs::write(&file, bytes).unwrap();
        let target = folder.path().join("new/pgg.sqlite");
        let result = store::restore(&file, &format!("sqlite:{}", target.display())).await;
        assert!(matches!(result, Err(StoreError::Refused(_))), "{what}: {result:?}");
        assert!(!target.exists(), "{what}");
    }
    refused(store::restore(Path::new("/no/such/file"), "sqlite:x").await, &["cannot be read"]);
    assert!(!Path::new("x").exists());
}

fn refused(result: Result<(), StoreError>, why: &[&str]) {
    let Err(StoreError::Refused(text)) = result else { panic!("{result:?}") };
    assert!(why.iter().any(|why| text.contains(why)), "{text}");
}
