//! "Your turn": signed, sent again after a failure, and never into the server's own network.

use crate::support::{Client, Host, stopped};
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use hmac::{Hmac, KeyInit, Mac};
use pgg_server::store::Webhook;
use pgg_server::webhook;
use serde_json::{Value, json};
use sha2::Sha256;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::mpsc;

/// A receiver of calls, with its answers.
struct Receiver {
    url: String,
    calls: mpsc::UnboundedReceiver<(HeaderMap, Bytes)>,
}

type Answers = Arc<Mutex<VecDeque<StatusCode>>>;

impl Receiver {
    async fn start(answers: &[StatusCode]) -> Receiver {
        let (told, calls) = mpsc::unbounded_channel();
        let answers: Answers = Arc::new(Mutex::new(answers.iter().copied().collect()));
        let hear = |State((told, answers)): State<(mpsc::UnboundedSender<_>, Answers)>,
                    headers: HeaderMap,
                    body: Bytes| async move {
            told.send((headers, body)).expect("the test listens");
            answers.lock().expect("not poisoned").pop_front().unwrap_or(StatusCode::OK)
        };
        let router = axum::Router::new().route("/turn", post(hear)).with_state((told, answers));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}/turn", listener.local_addr().expect("its address"));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Receiver { url, calls }
    }

    async fn call(&mut self) -> (HeaderMap, Bytes) {
        let call = tokio::time::timeout(Duration::from_secs(600), self.calls.recv());
        call.await.expect("a call comes").expect("the receiver runs")
    }
}

/// A game in which it becomes `soviet`'s turn as soon as he joins.
async fn game(german: &Client, soviet: &Client) -> String {
    let made = german.post("/api/games", json!({ "name": "Smolensk", "side": "german" })).await;
    assert_eq!(made.status, 201, "{}", made.text);
    let id = made.body["id"].as_str().expect("an id").to_owned();
    let joined = soviet.post(&format!("/api/games/{id}/join"), json!({ "code": made.body["code"] })).await;
    assert_eq!(joined.status, 200, "{}", joined.text);
    id
}

#[tokio::test]
async fn a_call_is_signed_and_made_again_until_it_arrives() {
    let clock = stopped();
    let host = Host::with(|config| config.clock = clock.clone()).await;
    let mut receiver =
        Receiver::start(&[StatusCode::INTERNAL_SERVER_ERROR, StatusCode::FOUND, StatusCode::OK]).await;
    let (german, soviet) = (host.guest("Heinz").await, host.guest("Semyon").await);
    let made = soviet.put("/api/me/webhook", json!({ "url": receiver.url })).await;
    assert_eq!(made.status, 200, "{}", made.text);
    assert_eq!(soviet.get("/api/me").await.body["webhook"], receiver.url);
    let game = game(&german, &soviet).await;

    clock.advance(Duration::from_secs(2));
    let (headers, first) = receiver.call().await;
    let mac = Hmac::<Sha256>::new_from_slice(made.body["secret"].as_str().unwrap().as_bytes()).unwrap();
    let signature: [u8; 32] = mac.chain_update(&first).finalize().into_bytes().into();
    let signature: String = signature.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(headers["x-pgg-signature"], signature);
    assert_eq!(headers["content-type"], "application/json");
    let body: Value = serde_json::from_slice(&first).unwrap();
    assert_eq!(body["game"], game);
    assert_eq!(body["name"], "Smolensk");
    assert_eq!(body["side"], "soviet");
    assert_eq!(body["turn"], 1);
    assert!(body["phase"].is_string());
    assert_eq!(body["link"], format!("http://{}/game/{game}", host.address()));

    // The first try fails, the second is redirected, which is not followed, the third arrives.
    let delivery = headers["x-pgg-delivery"].clone();
    for pause in [30, 120] {
        clock.advance(Duration::from_secs(pause + 2));
        let (headers, body) = receiver.call().await;
        assert_eq!((&headers["x-pgg-delivery"], &body), (&delivery, &first), "the same call");
    }
    host.stop().await;
}

#[tokio::test]
async fn who_does_not_want_to_be_called_is_not() {
    let clock = stopped();
    let host = Host::with(|config| config.clock = clock.clone()).await;
    let mut receiver = Receiver::start(&[]).await;
    let (german, soviet) = (host.guest("Heinz").await, host.guest("Semyon").await);
    soviet.put("/api/me/webhook", json!({ "url": receiver.url })).await;
    game(&german, &soviet).await;
    assert_eq!(soviet.delete("/api/me/webhook").await.status, 204);
    assert_eq!(soviet.get("/api/me").await.body["webhook"], Value::Null);
    let other = host.guest("Georgi").await;
    other.put("/api/me/webhook", json!({ "url": receiver.url })).await;
    let second = game(&german, &other).await;
    clock.advance(Duration::from_secs(2));
    let (_, body) = receiver.call().await;
    let body: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(body["game"], second, "only the second game's");
}

#[tokio::test]
async fn a_public_server_calls_no_private_address() {
    let host =
        Host::with(|config| config.public_url = Some("https://games.example.org".parse().unwrap())).await;
    let client = host.guest("Heinz").await;
    for url in [
        "http://127.0.0.1:80/",
        "http://localhost/",
        "http://[::1]/",
        "http://10.0.0.1/",
        "http://192.168.1.1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://2130706433/",
        "http://0x7f000001/",
        "http://[::ffff:127.0.0.1]/",
        "ftp://example.org/",
        "file:///etc/passwd",
        "http://user:secret@example.org/",
        "not a url",
        "",
    ] {
        let answer = client.put("/api/me/webhook", json!({ "url": url })).await;
        assert_eq!((answer.status, answer.code()), (422, "bad_webhook"), "{url}");
    }
    let long = format!("https://example.org/{}", "x".repeat(500));
    assert_eq!(client.put("/api/me/webhook", json!({ "url": long })).await.code(), "bad_webhook");
    assert_eq!(client.put("/api/me/webhook", json!({ "url": "https://example.org/turn" })).await.status, 200);
}

#[tokio::test]
async fn a_private_address_is_not_called_however_it_got_there() {
    let clock = stopped();
    let host = Host::with(|config| {
        config.public_url = Some("https://games.example.org".parse().unwrap());
        config.clock = clock.clone();
    })
    .await;
    let mut receiver = Receiver::start(&[]).await;
    let store = &host.server().app().store;
    let (german, soviet) = (host.guest("Heinz").await, host.guest("Semyon").await);
    // Stored without the check, as on a server that had another configuration before.
    let id = soviet.get("/api/me").await.body["id"].as_str().unwrap().parse().unwrap();
    let entered = Webhook { url: receiver.url.clone(), secret: "secret".to_owned() };
    store.set_webhook(id, Some(&entered)).await.unwrap();
    game(&german, &soviet).await;
    webhook::round(host.server().app(), clock.now()).await.unwrap();
    // A call that failed is due again after half a minute, one that is under way only after a minute.
    let failed = async {
        loop {
            let then = clock.now().plus(40_000);
            if let Some(delivery) = store.take_deliveries(then, then, 1).await.unwrap().first() {
                return delivery.tries;
            }
        }
    };
    let tries = tokio::time::timeout(Duration::from_secs(600), failed).await.expect("the call is put off");
    assert_eq!(tries, 2, "it was tried once before");
    assert!(receiver.calls.try_recv().is_err(), "and nobody was called");
}

/// Hosts that take calls and never answer do not keep those of others waiting.
#[tokio::test]
async fn silent_hosts_delay_nobody_else() {
    let clock = stopped();
    let host = Host::with(|config| config.clock = clock.clone()).await;
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let nowhere = format!("http://{}/turn", silent.local_addr().expect("its address"));
    let mut receiver = Receiver::start(&[]).await;
    let german = host.guest("Heinz").await;
    for n in 0..58 {
        let soviet = host.guest(&format!("Soviet {n}")).await;
        soviet.put("/api/me/webhook", json!({ "url": nowhere })).await.expect(200);
        game(&german, &soviet).await;
    }
    let good = host.guest("Semyon").await;
    good.put("/api/me/webhook", json!({ "url": receiver.url })).await.expect(200);
    let last = game(&german, &good).await;
    clock.advance(Duration::from_secs(1));
    let (_, body) = receiver.call().await;
    let body: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(body["game"], last);
    // None has been given up meanwhile: the silent host has two calls, and no more are tried.
    let mut tried = 0;
    while let Ok(Ok(_connection)) = tokio::time::timeout(Duration::ZERO, silent.accept()).await {
        tried += 1;
    }
    assert!(tried <= 2, "{tried} calls at once");
}
