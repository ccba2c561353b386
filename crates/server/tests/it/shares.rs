//! Fair shares: however much one caller wants, the others get what they need.

use crate::support::socket::{Seen, Socket, make};
use crate::support::{Client, Host, stopped};
use pgg_server::limits::{Address, Visit};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

/// An attack whose odds depend on untried divisions: sums over many strengths.
const FRONT: &str = r#"{"turn": 7, "phase": "german_movement",
    "units": {"1222": ["pz7"], "1322": ["r1 untried"], "1624": ["konev"], "0120": ["inf6"]}}"#;

fn odds() -> Value {
    json!({"odds": {"units": ["pz7-25"], "targets": ["1322"]}})
}

fn visit(n: u8) -> Visit {
    Visit { address: Address::new([203, 0, 113, n].into()), session: None }
}

/// Somebody keeps all places for work busy, and wants more; nobody else has to wait for more than one of his jobs.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn expensive_questions_delay_nobody_but_who_asks_them() {
    let host = Host::with(|config| config.trust_proxy = true).await;
    let anna = host.guest("Anna").await.with("x-forwarded-for", "198.51.100.1");
    let position: Value = serde_json::from_str(FRONT).expect("JSON");
    let (game, _) = make(&anna, json!({"side": "both", "position": position})).await;
    let mut socket = Socket::connect(&anna, &game, "").await;
    let expected = socket.ask(odds()).await;
    let app = host.server().app();
    let (release, released) = mpsc::channel::<()>();
    let released = Arc::new(Mutex::new(released));
    let (began, mut begun) = tokio::sync::mpsc::unbounded_channel();
    let places = std::thread::available_parallelism().map_or(1, usize::from).saturating_sub(1).max(1);
    let hostile: Vec<_> = (0..places + 20)
        .map(|_| {
            let (app, released, began) = (app.clone(), released.clone(), began.clone());
            tokio::spawn(async move {
                let job = move || {
                    let _ = began.send(());
                    let _ = released.lock().expect("not poisoned").recv();
                };
                app.work.run(&visit(1), job).await.is_ok()
            })
        })
        .collect();
    for _ in 0..places {
        begun.recv().await.expect("all places are taken");
    }
    // Everything else goes on: the threads that serve are free.
    assert_eq!(host.client().get("/health").await.status, 200);
    assert!(socket.ask(json!("score")).await["score"].is_object());
    // What is known needs no place.
    assert_eq!(socket.ask(odds()).await, expected);
    socket.request(json!({"say": {"text": "hm"}})).await.expect("talk");
    // One place becomes free: the next is somebody else's, though twenty jobs came before his.
    let other = anna.with("x-forwarded-for", "198.51.100.2");
    let asked = json!({"position": position, "asks": [odds()]});
    let answered = tokio::spawn(async move { other.post("/api/ask", asked).await.expect(200) });
    // His job waits in the queue before a place is given back.
    while app.work.waiting() < 21 {
        tokio::task::yield_now().await;
    }
    release.send(()).expect("a job");
    let answered = answered.await.expect("answered");
    assert_eq!(answered["answers"][0]["answer"], expected);
    drop(release);
    for job in hostile {
        assert!(job.await.expect("a job"), "and his jobs are done too");
    }
    host.stop().await;
}

/// Chat has the same limit however it comes, and spectators cannot silence the players.
#[tokio::test]
async fn chat_is_limited_alike_over_http_the_websocket_and_for_bots() {
    let clock = stopped();
    let host = Host::with(|config| {
        config.trust_proxy = true;
        config.limit_factor = Some(1.0);
        config.clock = clock.clone();
    })
    .await;
    let anna = host.guest("Anna").await;
    let (game, _) = make(&anna, json!({"side": "both"})).await;
    let hm = json!({"say": {"text": "hm"}});
    let path = format!("/api/games/{game}/do");
    let watcher = async |n: u8| {
        let client = host.client().with("x-forwarded-for", &format!("198.51.100.{n}"));
        client.post("/api/session", json!({"guest": {"name": "W"}})).await.expect(200);
        client
    };
    let first = watcher(1).await;
    let mut socket = Socket::connect(&first, &game, "").await;
    for _ in 0..5 {
        first.post(&path, json!({"do": hm})).await.expect(200);
        socket.request(hm.clone()).await.expect("talk");
    }
    let refused = first.post(&path, json!({"do": hm})).await;
    assert_eq!(refused.refused(429), "too_many_requests");
    assert_eq!(refused.body["error"]["facts"]["limit"], "chat.spectators");
    assert_eq!(socket.request(hm.clone()).await, Err("too_many_requests".to_owned()), "and stays connected");
    let token = first.post("/api/tokens", json!({"name": "b", "scopes": ["bot", "play"]})).await.expect(201);
    let bot = first.token(token["token"].as_str().expect("a token"));
    // A bot has a token of its own; all together spectators have thirty in a minute.
    let (mut said, mut n) = (10, 2);
    let chat = format!("/api/bot/game/{game}/chat");
    while bot.post(&chat, json!({"text": "hm"})).await.status == 200 {
        said += 1;
    }
    while said < 30 {
        let other = watcher(n).await;
        while said < 30 && other.post(&path, json!({"do": hm})).await.status == 200 {
            said += 1;
        }
        n += 1;
    }
    let refused = watcher(n).await.post(&path, json!({"do": hm})).await;
    assert_eq!(refused.body["error"]["facts"]["by"], "game");
    anna.post(&path, json!({"do": hm})).await.expect(200);
    clock.advance(Duration::from_secs(60));
    first.post(&path, json!({"do": hm})).await.expect(200);
    host.stop().await;
}

/// However many watch a game and knock at it: its players come to their table.
#[tokio::test]
async fn watchers_leave_room_for_the_players() {
    let host = Host::with(|config| {
        config.trust_proxy = true;
        config.limit_factor = Some(0.05);
        config.clock = stopped();
    })
    .await;
    let from = |client: &Client, n: u8| client.with("x-forwarded-for", &format!("198.51.100.{n}"));
    let anna = from(&host.guest("Anna").await, 200);
    let (game, _) = make(&anna, json!({"side": "both"})).await;
    let mut watching = Vec::new();
    let mut refused = 0;
    // A twentieth of all limits: ten may watch, and twelve may knock in a minute.
    for n in 0..40 {
        match Socket::try_connect(&from(&host.client(), n), &game, "", &[]).await {
            Ok(socket) => watching.push(socket),
            Err(_) => refused += 1,
        }
    }
    assert_eq!((watching.len(), refused), (10, 30));
    let mut socket = Socket::connect(&anna, &game, "").await;
    socket.until(|seen| matches!(seen, Seen::Welcome { .. }).then_some(())).await;
    host.stop().await;
}

/// A history comes in pages, is the same however it comes, and those nobody takes are few.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn histories_are_told_page_by_page() {
    let host = Host::with(|config| {
        config.limit_factor = Some(1.0);
        config.clock = stopped();
    })
    .await;
    let anna = host.guest("Anna").await;
    let record = include_str!("../../../../docs/games/1-on-the-last-turn.jsonl");
    let made = anna.post("/api/games/import", json!({"record": record})).await.expect(201);
    let path = format!("/api/games/{}/history", made["id"].as_str().expect("an id"));
    let entries = async |query: &str| -> Vec<Value> {
        let told = anna.get(&format!("{path}{query}")).await.expect(200);
        told["entries"].as_array().expect("entries").clone()
    };
    let whole = entries("").await;
    assert!(whole.len() > 500, "{} entries", whole.len());
    assert!(whole.iter().zip(1u64..).all(|(entry, n)| entry["n"] == n));
    assert_eq!(entries("?since=100").await, whole[100..]);
    assert_eq!(entries("?since=100&limit=33").await, whole[100..133]);
    let last = whole.len();
    assert_eq!(entries(&format!("?since={}&limit=9", last - 1)).await, whole[last - 1..]);
    for none in
        [format!("?since={last}"), "?since=4000000000&limit=4000000000".to_owned(), "?limit=0".to_owned()]
    {
        assert_eq!(entries(&none).await, [Value::Null; 0]);
    }
    // Each that nobody takes holds its room, and of one address there are few.
    let here = Visit { address: Address::new(host.address().ip()), session: None };
    let held: Vec<_> = (0..16).map(|_| host.server().app().limits.telling(&here).expect("room")).collect();
    let refused = anna.get(&path).await;
    assert_eq!(refused.refused(429), "too_many_requests");
    assert_eq!(refused.body["error"]["facts"]["limit"], "histories");
    drop(held);
    assert_eq!(entries("?limit=2").await.len(), 2);
    host.stop().await;
}
