//! Programs from outside: tokens, streams, and the example bot, which plays a whole game.

mod support;

use pgg_core::Record;
use serde_json::{Value, json};
use std::process::Stdio;
use support::socket::make;
use support::{Client, Host};
use tokio::process::Command;

/// An account's token with these scopes.
async fn token(client: &Client, scopes: &[&str]) -> Client {
    let made = client.post("/api/tokens", json!({"name": "a bot", "scopes": scopes})).await.expect(201);
    client.token(made["token"].as_str().expect("a token"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_example_bot_plays_a_whole_game() {
    let host = Host::for_games().await;
    let owner = host.account("guderian").await;
    let body = json!({"side": "soviet", "opponent": {"program": {"level": "random"}}});
    let (game, _) = make(&owner, body).await;
    let made = owner.post("/api/tokens", json!({"name": "bot.py", "scopes": ["bot"]})).await.expect(201);
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bot.py");
    let url = format!("http://{}", host.address());
    let played = Command::new("python3")
        .args([bot, &url, made["token"].as_str().expect("a token"), &game])
        .stderr(Stdio::inherit())
        .output()
        .await
        .expect("python3 runs");
    assert!(played.status.success());
    let ended: Value = serde_json::from_slice(&played.stdout).expect("the bot prints how it ended");
    assert_eq!(ended["how"], json!("rules"));
    let record =
        Record::parse(&owner.get(&format!("/api/games/{game}/record")).await.text).expect("a record");
    record.check().expect("a whole game by the rules");
    assert!(record.check_seed().expect("dice from the seed").is_some());
}

#[tokio::test]
async fn the_example_bot_is_short() {
    let text = include_str!("../../../examples/bot.py");
    assert!(text.lines().count() < 60);
}

#[tokio::test]
async fn a_bot_hears_of_challenges_and_takes_them() {
    let host = Host::for_games().await;
    let (anna, owner) = (host.account("anna").await, host.account("botowner").await);
    let bot = token(&owner, &["bot", "play"]).await;
    let mut events = bot.lines("/api/stream/event").await;
    let body = json!({"side": "german", "opponent": {"person": {"login": "botowner"}}});
    let (game, _) = make(&anna, body).await;
    let event = events.next().await;
    assert_eq!((&event["type"], &event["game"]["id"]), (&json!("challenge"), &json!(game)));
    bot.post(&format!("/api/games/{game}/join"), json!({})).await.expect(200);
    let event = events.next().await;
    assert_eq!((&event["type"], &event["game"]["side"]), (&json!("gameStart"), &json!("soviet")));

    let mut stream = bot.lines(&format!("/api/bot/game/stream/{game}")).await;
    let full = stream.next().await;
    assert_eq!((&full["type"], &full["you"]), (&json!("gameFull"), &json!(["soviet"])));
    let legal = bot.post(&format!("/api/games/{game}/ask"), json!("legal")).await.expect(200);
    let action = legal["answer"]["legal"]["actions"][0].clone();
    let path = format!("/api/bot/game/{game}");
    bot.post(&format!("{path}/action"), json!({"action": action, "at": full["last"]})).await.expect(200);
    let state = stream.next().await;
    assert_eq!((&state["type"], &state["what"]["acted"]["action"]), (&json!("gameState"), &action));
    // The same again is refused: the position it was meant for is past.
    let again = json!({"action": action, "at": full["last"]});
    assert_eq!(bot.post(&format!("{path}/action"), again).await.refused(409), "stale");
    bot.post(&format!("{path}/chat"), json!({"text": "good game"})).await.expect(200);
    assert_eq!(stream.next().await["what"]["said"]["text"], json!("good game"));
    bot.post(&format!("{path}/resign"), json!({})).await.expect(200);
    assert_eq!(stream.next().await["what"]["ended"]["winner"], json!("german"));
    assert_eq!(events.next().await["type"], json!("gameFinish"));
}

#[tokio::test]
async fn tokens_do_what_their_scopes_say() {
    let host = Host::for_games().await;
    let owner = host.account("guderian").await;
    let (game, _) = make(&owner, json!({"side": "both"})).await;
    let (read, play) = (token(&owner, &["read"]).await, token(&owner, &["play"]).await);
    assert_eq!(read.get(&format!("/api/games/{game}")).await.status, 200);
    let chat = json!({"do": {"say": {"text": "hm"}}});
    assert_eq!(read.post(&format!("/api/games/{game}/do"), chat.clone()).await.refused(403), "missing_scope");
    play.post(&format!("/api/games/{game}/do"), chat).await.expect(200);
    assert_eq!(play.get("/api/stream/event").await.refused(403), "missing_scope");
}
