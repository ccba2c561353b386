//! The database goes away and comes back, the disk is full, several processes share one database: players wait or are
//! told, and nothing that was acknowledged is lost.

use crate::support::socket::{Seen, Socket, make};
use crate::support::{Answer, Client, Host};
use pgg_server::{Config, Server};
use pgg_testkit::Postgres;
use serde_json::{Value, json};
use std::net::SocketAddr;

/// A server on a database.
async fn serve(database: &str) -> Server {
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    let config = Config { listen, database: database.to_owned(), ..Config::default() };
    Server::start(config).await.expect("the server starts")
}

/// A guest of a server.
async fn guest(server: &Server, name: &str) -> Client {
    let client = Client::new(server.address());
    client.post("/api/session", json!({"guest": {"name": name}})).await.expect(200);
    client
}

async fn welcome(client: &Client, game: &str) -> Socket {
    let mut socket = Socket::connect(client, game, "").await;
    socket.until(|seen| matches!(seen, Seen::Welcome { .. }).then_some(())).await;
    socket
}

/// Retries until it succeeds: a database that has just come back may not answer in time on a busy machine.
async fn said_at_last(socket: &mut Socket, n: usize) {
    for _ in 0..100 {
        match socket.request(say(n)).await {
            Ok(_) => return,
            Err(code) => assert_eq!(code, "storage"),
        }
    }
    panic!("the database is back, and the same connection does not go on");
}

/// The same for any request.
async fn answered_at_last(client: &Client, path: &str) -> Answer {
    for _ in 0..100 {
        let answer = client.get(path).await;
        if answer.status != 503 {
            return answer;
        }
    }
    panic!("the database is back, and {path} does not know");
}

fn say(n: usize) -> Value {
    json!({"say": {"text": n.to_string()}})
}

/// Everything said in a game, in order.
async fn said(client: &Client, game: &str) -> Vec<String> {
    let history = answered_at_last(client, &format!("/api/games/{game}/history")).await.expect(200);
    let entries = history["entries"].as_array().expect("entries").clone();
    let texts = entries.iter().filter_map(|entry| entry["what"]["said"]["text"].as_str().map(str::to_owned));
    texts.collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_database_goes_away_and_comes_back() {
    let mut postgres = Postgres::start().unwrap_or_else(|e| panic!("{e}"));
    let server = serve(&postgres.database().expect("a database")).await;
    let anna = guest(&server, "Anna").await;
    let (game, _) = make(&anna, json!({"side": "both"})).await;
    let mut socket = welcome(&anna, &game).await;
    socket.request(say(1)).await.expect("said");

    postgres.stop_immediately().expect("stopped");
    assert_eq!(socket.request(say(2)).await, Err("storage".to_owned()));
    assert_eq!(
        anna.post(&format!("/api/games/{game}/do"), json!({"do": say(2)})).await.refused(503),
        "storage"
    );
    let refused = anna.post("/api/games", json!({"side": "both"})).await;
    assert_eq!((refused.refused(503), refused.header("retry-after")), ("storage", "2"));
    assert_eq!(anna.get("/health").await.status, 503);

    postgres.start_again().expect("started");
    said_at_last(&mut socket, 3).await;
    assert_eq!(said(&anna, &game).await, ["1", "3"]);
    assert_eq!(answered_at_last(&anna, "/health").await.status, 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_of_one_game_sit_at_different_processes() {
    let postgres = Postgres::shared().unwrap_or_else(|e| panic!("{e}"));
    let database = postgres.database().expect("a database");
    let (one, two) = (serve(&database).await, serve(&database).await);
    let (anna, boris) = (guest(&one, "Anna").await, guest(&two, "Boris").await);
    let (game, code) = make(&anna, json!({"side": "german"})).await;
    boris.post(&format!("/api/games/{game}/join"), json!({"code": code})).await.expect(200);
    let (mut german, mut soviet) = (welcome(&anna, &game).await, welcome(&boris, &game).await);
    for n in 0..100 {
        // Alternately, so that each process has to catch up with the other.
        let (speaker, listener) =
            if n % 2 == 0 { (&mut german, &mut soviet) } else { (&mut soviet, &mut german) };
        let at = speaker.request(say(n)).await.expect("said");
        while listener.last < at {
            listener.next().await.expect("everything is heard at the other process");
        }
    }
    // Both at once: each number is assigned once, and both see the same log.
    for n in 0..50 {
        let (a, b) = tokio::join!(german.request(say(1000 + n)), soviet.request(say(2000 + n)));
        assert_ne!(a.expect("said"), b.expect("said"));
    }
    let all = said(&anna, &game).await;
    assert_eq!(all.len(), 200);
    assert_eq!(all, said(&boris, &game).await);
    // One of them ends; its player comes back to the other and misses nothing.
    let seen = german.last;
    one.stop().await;
    soviet.request(say(3000)).await.expect("said");
    let anna = Client::clone(&anna).at(two.address());
    let mut german = Socket::connect(&anna, &game, &format!("?since={seen}")).await;
    german.last = seen;
    while german.last < soviet.last {
        german.next().await.expect("the gap");
    }
    two.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_goes_on_at_another_process() {
    let postgres = Postgres::shared().unwrap_or_else(|e| panic!("{e}"));
    let database = postgres.database().expect("a database");
    let (one, two) = (serve(&database).await, serve(&database).await);
    let anna = guest(&one, "Anna").await;
    let (game, _) = make(&anna, json!({"side": "german", "opponent": {"program": {"level": "cadet"}}})).await;
    one.stop().await;
    let anna = anna.at(two.address());
    let mut socket = Socket::connect(&anna, &game, "").await;
    loop {
        let message = socket.next_json().await.expect("the program goes on");
        let now = [&message["welcome"]["view"]["now"], &message["entry"]["now"]];
        if now.iter().any(|now| now["decision"]["side"] == json!("german")) {
            break;
        }
    }
    two.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_disk_is_full() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.sqlite");
    let server = serve(&format!("sqlite:{}?max_pages=120", file.display())).await;
    let anna = guest(&server, "Anna").await;
    let (game, _) = make(&anna, json!({"side": "both"})).await;
    let mut socket = welcome(&anna, &game).await;
    let text = "word ".repeat(99);
    let mut told = 0;
    let code = loop {
        match socket.request(json!({"say": {"text": text}})).await {
            Ok(_) => told += 1,
            Err(code) => break code,
        }
        assert!(told < 100_000, "the disk is full before that");
    };
    assert_eq!(code, "storage");
    // Existing data can still be read, over this connection and others.
    assert_eq!(said(&anna, &game).await.len(), told);
    let refused = anna.post("/api/games", json!({"side": "both"})).await;
    assert_eq!(refused.refused(503), "storage");
    server.stop().await;
    // With free space again, everything acknowledged is there, and the game continues.
    let server = serve(&format!("sqlite:{}", file.display())).await;
    let anna = anna.at(server.address());
    assert_eq!(said(&anna, &game).await.len(), told);
    welcome(&anna, &game).await.request(say(1)).await.expect("there is room");
    server.stop().await;
}

#[tokio::test]
async fn a_server_that_closes_says_so() {
    let host = Host::for_games().await;
    let anna = host.guest("Anna").await;
    let (game, _) = make(&anna, json!({"side": "both"})).await;
    let mut socket = welcome(&anna, &game).await;
    let heard = tokio::spawn(async move {
        while let Some(message) = socket.next_json().await {
            if let Some(code) = message["bye"]["code"].as_str() {
                return code.to_owned();
            }
        }
        String::new()
    });
    host.stop().await;
    assert_eq!(heard.await.expect("it ends"), "closing");
}
