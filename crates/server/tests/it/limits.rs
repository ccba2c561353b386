//! Floods: a caller that sends too much is told when to come back, and nobody else notices.

mod every;

use crate::support::socket::{Seen, Socket, make};
use crate::support::{self, Client, Host, stopped};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

/// Asks until it is refused; returns how often it succeeded.
async fn flood(client: &Client, method: &Method, path: &str, body: Option<&Value>) -> (u32, support::Answer) {
    for asked in 0..2000 {
        let answer = client.send(method.clone(), path, body.cloned()).await;
        if answer.status == 429 {
            return (asked, answer);
        }
    }
    panic!("{method} {path} has no limit");
}

#[tokio::test]
async fn every_endpoint_about_people_has_a_limit() {
    let clock = stopped();
    let host = Host::with(|config| {
        config.trust_proxy = true;
        config.clock = clock.clone();
    })
    .await;
    let endpoints = [
        (Method::POST, "/api/session", Some(json!({ "guest": {} }))),
        (
            Method::POST,
            "/api/session",
            Some(json!({ "login": { "login": "nobody", "password": "password" } })),
        ),
        (Method::GET, "/api/me", None),
        (Method::PATCH, "/api/me", Some(json!({ "name": "Again" }))),
        (Method::POST, "/api/accounts", Some(json!({ "login": "heinz", "password": "short" }))),
        (Method::POST, "/api/me/password", Some(json!({ "old": "x", "new": "y" }))),
        (Method::PUT, "/api/me/webhook", Some(json!({ "url": "http://example.org/" }))),
        (Method::DELETE, "/api/me/webhook", None),
        (Method::GET, "/api/tokens", None),
        (Method::POST, "/api/tokens", Some(json!({ "name": "x", "scopes": [] }))),
        (Method::DELETE, "/api/tokens/none", None),
        (Method::POST, "/api/invitations", Some(json!({}))),
    ];
    for (n, (method, path, body)) in endpoints.iter().enumerate() {
        let from = |address: String| host.client().with("x-forwarded-for", &address);
        let (flooding, other) = (from(format!("198.51.100.{n}")), from(format!("203.0.113.{n}")));
        if *path != "/api/session" && *path != "/api/accounts" {
            for client in [&flooding, &other] {
                client.post("/api/session", json!({ "guest": {} })).await;
            }
        }
        let before = other.send(method.clone(), path, body.clone()).await.status;
        let (asked, refused) = flood(&flooding, method, path, body.as_ref()).await;
        assert!(asked >= 4, "{method} {path} refuses after {asked}");
        assert_eq!(refused.code(), "too_many_requests");
        let wait: u64 = refused.header("retry-after").parse().expect("when to come back");
        assert!(wait > 0 && refused.body["error"]["message"].as_str().unwrap().contains(&wait.to_string()));
        let after = other.send(method.clone(), path, body.clone()).await;
        assert!(after.status == before || after.code() == "signed_in", "{method} {path}: {}", after.text);
        clock.advance(Duration::from_secs(wait));
        let again = flooding.send(method.clone(), path, body.clone()).await;
        assert_ne!(again.status, 429, "{method} {path} after {wait} seconds");
    }
}

#[tokio::test]
async fn ones_own_machine_is_not_limited() {
    let host = Host::start().await;
    let client = host.client();
    for _ in 0..100 {
        let answer = client.get("/metrics").await;
        assert_eq!(answer.status, 200, "{}", answer.text);
    }
}

#[tokio::test]
async fn an_address_cannot_pretend_to_be_another() {
    let clock = stopped();
    let host = Host::with(|config| {
        config.clock = clock.clone();
        config.limit_factor = Some(1.0);
    })
    .await;
    let body = json!({ "login": { "login": "nobody", "password": "password" } });
    let mut refused = 0;
    for n in 0..40 {
        let client = host.client().with("x-forwarded-for", &format!("198.51.100.{n}"));
        refused += u32::from(client.post("/api/session", body.clone()).await.status == 429);
    }
    assert_eq!(refused, 20, "without --trust-proxy the header means nothing");
}

#[tokio::test]
async fn sessions_that_do_not_exist_cannot_tire_the_database() {
    let clock = stopped();
    let host = Host::with(|config| {
        config.clock = clock.clone();
        config.limit_factor = Some(0.1);
    })
    .await;
    let good = host.guest("Heinz").await;
    assert_eq!(good.get("/api/tokens").await.status, 200);
    let forger = host.client();
    for n in 0.. {
        forger.set_cookie(Some(&format!("{n:064x}")));
        if forger.get("/api/tokens").await.status == 429 {
            break;
        }
        assert!(n < 200, "no limit");
    }
    assert_eq!(good.get("/api/me").await.status, 200, "who is known is not looked up");
}

#[tokio::test]
async fn large_bodies_are_refused() {
    let host = Host::start().await;
    let name = "x".repeat(100 * 1024);
    let answer = host.client().post("/api/session", json!({ "guest": { "name": name } })).await;
    assert_eq!((answer.status, answer.code()), (413, "too_large"));
    let head = b"POST /api/session HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\n\
        transfer-encoding: chunked\r\n\r\n";
    let chunk = format!("{:x}\r\n{}\r\n0\r\n\r\n", 100 * 1024, "y".repeat(100 * 1024));
    let answer = host.raw(&[head, chunk.as_bytes()].concat()).await;
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
}

#[tokio::test]
async fn records_may_be_longer_than_other_bodies() {
    let host = Host::start().await;
    let guest = host.guest("Heinz").await;
    let import =
        async |length: usize| guest.post("/api/games/import", json!({"record": "x".repeat(length)})).await;
    let answer = import(100 * 1024).await;
    assert_eq!((answer.status, answer.code()), (422, "bad_record"), "{}", answer.text);
    let answer = import(4 * 1024 * 1024).await;
    assert_eq!((answer.status, answer.code()), (413, "too_large"));
}

#[tokio::test]
async fn what_a_person_may_have_and_ask_for_at_once_is_bounded() {
    let host = Host::start().await;
    let guest = host.guest("Heinz").await;
    let token = json!({"name": "x", "scopes": ["read"]});
    for _ in 0..50 {
        assert_eq!(guest.post("/api/tokens", token.clone()).await.status, 201);
    }
    let answer = guest.post("/api/tokens", token).await;
    assert_eq!((answer.status, answer.code()), (409, "too_many_tokens"));
    let record = include_str!("../../../../docs/games/1-on-the-last-turn.jsonl");
    let made = guest.post("/api/games/import", json!({"record": record})).await.body;
    let path = format!("/api/games/{}/positions", made["id"].as_str().expect("an id"));
    let positions = guest.get(&format!("{path}?from=10&to=209")).await;
    assert_eq!((positions.status, positions.body.as_array().map(Vec::len)), (200, Some(200)));
    for range in ["from=10&to=210", "from=100000", "from=1&to=0"] {
        let answer = guest.get(&format!("{path}?{range}")).await;
        assert_eq!((answer.status, answer.code()), (422, "bad_range"), "{range}");
    }
}

/// A client that misses three heartbeats is gone, even if the connection was not closed.
#[tokio::test]
async fn a_socket_that_has_fallen_silent_is_tried_and_then_let_go() {
    let host = Host::for_games().await;
    let anna = host.guest("Anna").await;
    let (game, _) = make(&anna, json!({"side": "both"})).await;
    let mut socket = Socket::connect(&anna, &game, "").await;
    socket.until(|seen| matches!(seen, Seen::Welcome { .. }).then_some(())).await;
    // It does not read, so it answers no ping, and the clock jumps by minutes.
    tokio::time::pause();
    for _ in 0..6 {
        tokio::time::advance(Duration::from_secs(26)).await;
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
    }
    tokio::time::resume();
    let mut pings = 0;
    while let Some(heard) = socket.next_raw().await {
        pings += u32::from(heard.is_ping());
    }
    assert_eq!(pings, 2, "at the third look, more than three heartbeats after it was heard, it is given up");
}

#[tokio::test]
async fn long_heads_are_refused() {
    let host = Host::start().await;
    let many: String = (0..200).map(|n| format!("x-{n}: y\r\n")).collect();
    let long = format!("x: {}\r\n", "y".repeat(1024 * 1024));
    for head in [many, long] {
        let answer = host.raw(format!("GET / HTTP/1.1\r\nhost: localhost\r\n{head}\r\n").as_bytes()).await;
        // A client that keeps sending may not get to see the answer.
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{answer}");
    }
    assert_eq!(host.client().get("/health").await.status, 200);
}

#[tokio::test]
async fn nonsense_is_refused() {
    let host = Host::start().await;
    let client = host.client();
    for (method, path, status, code) in [
        (Method::PUT, "/api/session", 405, "method_not_allowed"),
        (Method::GET, "/api/nothing", 404, "not_found"),
        (Method::POST, "/", 405, "method_not_allowed"),
        (Method::POST, "/api/session", 415, "not_json"),
    ] {
        let answer = client.send(method, path, None).await;
        assert_eq!((answer.status, answer.code()), (status, code), "{path}: {}", answer.text);
    }
    let bad = "POST /api/session HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\n\
        content-length: 9\r\n\r\n{\"guest\":";
    assert!(host.raw(bad.as_bytes()).await.contains("\"bad_request\""));
}
