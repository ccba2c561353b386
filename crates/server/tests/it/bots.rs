//! Programs from outside: tokens, streams, and the example bot, which plays a whole game.

use crate::support::socket::make;
use crate::support::{Client, Host, stopped};
use pgg_core::Record;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::Command;

/// An account's token with these scopes.
async fn token(client: &Client, scopes: &[&str]) -> Client {
    let made = client.post("/api/tokens", json!({"name": "a bot", "scopes": scopes})).await.expect(201);
    client.token(made["token"].as_str().expect("a token"))
}

/// `examples/bot.py` in a game of its owner, at this address of the server. Calls `waits` whenever the bot reports that it waits.
async fn play(address: SocketAddr, owner: &Client, game: &str, seed: u32, mut waits: impl FnMut()) {
    let made = owner.post("/api/tokens", json!({"name": "bot.py", "scopes": ["bot"]})).await.expect(201);
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bot.py");
    let url = format!("http://{address}");
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
    // Output for the investigation of a failure.
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
            play(host.address(), &owner, &game, seed, || {}).await;
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
    // Both sides together send far more requests than the limit of a minute allows. The server's clock stands still until the
    // bot waits, then advances a minute, so that the bot waits a few times and not before every action.
    let mut waited = 0;
    let against = |side: &str| json!({"side": side, "opponent": {"program": {"level": "random"}}});
    for (seed, body) in [(3, json!({"side": "both"})), (4, against("german")), (4, against("soviet"))] {
        let (game, _) = make(&owner, body).await;
        play(host.address(), &owner, &game, seed, || {
            waited += 1;
            clock.advance(Duration::from_secs(60));
        })
        .await;
    }
    assert!(waited > 0, "there are limits");
}

/// A proxy that breaks a connection when it is used a second time, like a server or proxy that closes idle connections while
/// a player thinks.
async fn breaking_when_used_again(server: SocketAddr) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            tokio::spawn(async move {
                let server = TcpStream::connect(server).await?;
                let ((mut from_client, mut to_client), (mut from_server, mut to_server)) =
                    (client.into_split(), server.into_split());
                let answered = AtomicBool::new(false);
                let requests = async {
                    let mut bytes = [0; 4096];
                    loop {
                        let n = from_client.read(&mut bytes).await?;
                        if n == 0 || answered.load(Ordering::Relaxed) {
                            return Ok::<(), std::io::Error>(());
                        }
                        to_server.write_all(&bytes[..n]).await?;
                    }
                };
                let answers = async {
                    let mut bytes = [0; 4096];
                    loop {
                        let n = from_server.read(&mut bytes).await?;
                        if n == 0 {
                            return Ok::<(), std::io::Error>(());
                        }
                        answered.store(true, Ordering::Relaxed);
                        to_client.write_all(&bytes[..n]).await?;
                    }
                };
                tokio::select! {
                    ended = requests => ended,
                    ended = answers => ended,
                }
            });
        }
    });
    address
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_example_bot_goes_on_when_a_connection_was_closed() {
    let host = Host::start().await;
    let owner = host.account("guderian").await;
    let position = json!({"turn": 12, "phase": "german_movement",
        "units": {"1122": ["pz7", "inf6"], "1123": ["inf26"], "1124": ["konev", "rifle", "rifle"], "1125": ["tank"]}});
    let body = json!({"side": "soviet", "opponent": {"program": {"level": "random"}}, "position": position});
    let (game, _) = make(&owner, body).await;
    play(breaking_when_used_again(host.address()).await, &owner, &game, 1, || {}).await;
}

#[tokio::test]
async fn the_example_bot_is_short() {
    let text = include_str!("../../../../examples/bot.py");
    assert!(text.lines().count() < 80);
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
    // The same request again is refused: the position it was meant for is past.
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
