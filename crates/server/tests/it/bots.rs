//! Programs from outside: tokens, streams, and the example bot, which plays a whole game.

use crate::support::socket::make;
use crate::support::{Client, Host, stopped};
use pgg_core::Record;
use serde_json::{Value, json};
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::Command;

/// An account's token with these scopes.
async fn token(client: &Client, scopes: &[&str]) -> Client {
    let made = client.post("/api/tokens", json!({"name": "a bot", "scopes": scopes})).await.expect(201);
    client.token(made["token"].as_str().expect("a token"))
}

/// `examples/bot.py` at a game of its owner. Whenever it says that it waits, `waits` is called.
async fn play(host: &Host, owner: &Client, game: &str, seed: u32, mut waits: impl FnMut()) {
    let made = owner.post("/api/tokens", json!({"name": "bot.py", "scopes": ["bot"]})).await.expect(201);
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bot.py");
    let url = format!("http://{}", host.address());
    let token = made["token"].as_str().expect("a token");
    let mut playing = Command::new("python3")
        .args([bot, &url, token, game, &seed.to_string()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("python3 runs");
    let mut said = BufReader::new(playing.stderr.take().expect("a pipe")).lines();
    let mut complaint = String::new();
    while let Some(line) = said.next_line().await.expect("a line") {
        match line.strip_prefix("waits ") {
            Some(_) => waits(),
            None => complaint.push_str(&format!("{line}\n")),
        }
    }
    let played = playing.wait_with_output().await.expect("it ends");
    // What is needed to look into a game that did not go well.
    let record = owner.get(&format!("/api/games/{game}/record")).await.text;
    assert!(played.status.success(), "seed {seed}: {complaint}\n{record}");
    let ended: Value = serde_json::from_slice(&played.stdout).expect("the bot prints how it ended");
    assert_eq!(ended["how"], json!("rules"));
    let record = Record::parse(&record).expect("a record");
    record.check().expect("a whole game by the rules");
    assert!(record.check_seed().expect("dice from the seed").is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_example_bot_plays_whole_games_on_either_side() {
    let host = Host::start().await;
    let owner = host.account("guderian").await;
    for seed in 1..=2 {
        for side in ["german", "soviet"] {
            let body = json!({"side": side, "opponent": {"program": {"level": "random"}}});
            let (game, _) = make(&owner, body).await;
            play(&host, &owner, &game, seed, || {}).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_example_bot_waits_when_a_public_server_tells_it_to() {
    let clock = stopped();
    let host = Host::with(|config| {
        config.public_url = Some("https://games.example.org".parse().expect("a URL"));
        config.clock = clock.clone();
    })
    .await;
    let owner = host.account("guderian").await;
    // Both sides together ask far oftener than a minute allows. No time passes for the server until the bot waits; then
    // it is a minute, so that the bot waits a few times and not for every action.
    let (game, _) = make(&owner, json!({"side": "both"})).await;
    let mut waited = 0;
    play(&host, &owner, &game, 3, || {
        waited += 1;
        clock.advance(Duration::from_secs(60));
    })
    .await;
    assert!(waited > 0, "there are limits");
}

#[tokio::test]
async fn the_example_bot_is_short() {
    let text = include_str!("../../../../examples/bot.py");
    assert!(text.lines().count() < 70);
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
