//! Bad input and intruders, as a client would try it: refused with a clear code, nothing lost, others unaffected.

use crate::support::socket::{Seen, Socket, make};
use crate::support::{Host, stopped};
use pgg_table::What;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Error;

/// A game with Anna on both sides, and her connection after the welcome.
async fn at_a_table(host: &Host) -> (crate::support::Client, String, Socket) {
    let anna = host.guest("Anna").await;
    let (game, _) = make(&anna, json!({"side": "both", "visibility": "public"})).await;
    let mut socket = Socket::connect(&anna, &game, "").await;
    socket.until(|seen| matches!(seen, Seen::Welcome { .. }).then_some(())).await;
    (anna, game, socket)
}

/// The game continues for somebody else.
async fn goes_on(socket: &mut Socket) {
    socket.request(json!({"say": {"text": "still here"}})).await.expect("others are unaffected");
}

/// Why the server ended a connection.
async fn farewell(socket: &mut Socket) -> String {
    loop {
        match socket.next_json().await {
            Some(message) if message.get("bye").is_some() => {
                return message["bye"]["code"].as_str().expect("a code").to_owned();
            }
            Some(_) => {}
            None => return "closed".to_owned(),
        }
    }
}

#[tokio::test]
async fn oversized_frames_and_bodies() {
    let host = Host::for_games().await;
    let (anna, game, mut table) = at_a_table(&host).await;
    let mut intruder = Socket::connect(&anna, &game, "").await;
    intruder.send_text(format!("{{\"ping\":\"{}\"}}", "x".repeat(20_000))).await;
    let code = farewell(&mut intruder).await;
    assert!(["too_large", "closed"].contains(&code.as_str()), "{code}");
    goes_on(&mut table).await;
    let large = json!({"do": {"say": {"text": "x".repeat(70_000)}}});
    assert_eq!(anna.post(&format!("/api/games/{game}/do"), large).await.refused(413), "too_large");
    // A text that is too long for its field, but fits the frame.
    let long = json!({"say": {"text": "x".repeat(501)}});
    table.send(&json!({"do": long, "id": 1})).await;
    let error =
        table.until(|seen| if let Seen::Refused { error, .. } = seen { Some(error) } else { None }).await;
    assert_eq!(error.code, "bad_message");
    assert!(error.message.contains("500"), "{}", error.message);
    let key = "k".repeat(41);
    table.send(&json!({"do": {"say": {"text": "hm"}}, "key": key, "id": 1})).await;
    let error =
        table.until(|seen| if let Seen::Refused { error, .. } = seen { Some(error) } else { None }).await;
    assert_eq!(error.code, "bad_key");
}

#[tokio::test]
async fn a_flood_over_one_socket_ends_that_socket_alone() {
    // With a clock that stands still, so that no quota refills, no matter how long the flood takes.
    let host = Host::with(|config| {
        config.clock = stopped();
        config.limit_factor = Some(1.0);
    })
    .await;
    let (_, game, mut table) = at_a_table(&host).await;
    let boris = host.guest("Boris").await;
    let mut flood = Socket::connect(&boris, &game, "").await;
    for n in 0..500 {
        flood.try_send(&json!({ "ping": n })).await;
    }
    // A client that keeps sending may not get to see the reason.
    let code = farewell(&mut flood).await;
    assert!(["too_many_requests", "closed"].contains(&code.as_str()), "{code}");
    goes_on(&mut table).await;
}

#[tokio::test]
async fn messages_that_make_no_sense() {
    let host = Host::for_games().await;
    let (_, _, mut table) = at_a_table(&host).await;
    let nonsense = [
        "",
        "null",
        "[]",
        "{}",
        "{\"do\":{}}",
        "{\"do\":{\"action\":\"dance\"},\"at\":1}",
        "{\"do\":\"redo\",\"ask\":\"legal\"}",
        "{\"do\":{\"action\":{\"move\":{\"units\":[\"nobody\"],\"path\":[\"0101\"]}}},\"at\":1}",
        "{\"do\":{\"action\":{\"deploy\":{\"unit\":\"r1\",\"hex\":\"9999\"}}},\"at\":1}",
        "{\"do\":{\"action\":\"done\"},\"at\":-1}",
        "{\"do\":{\"action\":\"done\"},\"at\":1,\"hidden\":true}",
        "{\"ask\":{\"reach\":{\"units\":[]}}}",
        "{\"ask\":\"seed\"}",
        "\u{0}\u{ffff}",
        &"[".repeat(10_000),
    ];
    for text in nonsense {
        table.send_text(text.to_owned()).await;
        let error =
            table.until(|seen| if let Seen::Refused { error, .. } = seen { Some(error) } else { None }).await;
        assert!(!error.message.is_empty() && !error.code.is_empty(), "{text}: {error:?}");
    }
    goes_on(&mut table).await;
}

#[tokio::test]
async fn a_page_from_elsewhere_cannot_use_my_session() {
    let host = Host::for_games().await;
    let (anna, game, mut table) = at_a_table(&host).await;
    let evil = anna.with("origin", "https://evil.example");
    assert_eq!(evil.post("/api/games", json!({"side": "both"})).await.refused(403), "wrong_origin");
    match Socket::try_connect(&evil, &game, "", &[]).await {
        Err(Error::Http(response)) => assert_eq!(response.status(), 403),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("a WebSocket from another origin was taken"),
    }
    goes_on(&mut table).await;
}

#[tokio::test]
async fn nobody_plays_on_anothers_seat() {
    let host = Host::for_games().await;
    let (anna, game, _) = at_a_table(&host).await;
    let boris = host.guest("Boris").await;
    let path = format!("/api/games/{game}/do");
    let act = json!({"do": {"action": "done"}, "at": 1});
    assert_eq!(boris.post(&path, act.clone()).await.refused(403), "not_seated");
    for request in [json!({"undo": {}}), json!("redo"), json!("accept"), json!({"offer_takeback": {"to": 0}})]
    {
        let refused = boris.post(&path, json!({"do": request, "at": 1})).await;
        assert!(refused.status >= 400, "{}", refused.text);
    }
    for request in
        [json!({"resign": {"side": "german"}}), json!({"stand": {}}), json!({"forced": {"auto": true}})]
    {
        assert_eq!(boris.post(&path, json!({ "do": request })).await.refused(403), "not_seated");
    }
    let sit = json!({"do": {"sit": {"side": "german"}}});
    assert_eq!(boris.post(&path, sit).await.refused(409), "seat_taken");
    // Neither without a session nor with a forged one.
    let stranger = host.client();
    assert_eq!(stranger.post(&path, act.clone()).await.refused(401), "no_session");
    stranger.set_cookie(Some(&"f".repeat(64)));
    assert_eq!(stranger.post(&path, act.clone()).await.refused(401), "no_session");
    let forged = stranger.token(&format!("pgg_{}", "0".repeat(43)));
    assert_eq!(forged.post(&path, act).await.refused(401), "bad_token");
    assert_eq!(anna.get(&format!("/api/games/{game}")).await.expect(200)["last"], json!(1));
}

#[tokio::test]
async fn who_has_signed_out_acts_no_more_over_an_open_socket() {
    let host = Host::for_games().await;
    let (anna, _, mut table) = at_a_table(&host).await;
    assert_eq!(anna.delete("/api/session").await.status, 204);
    assert_eq!(table.request(json!({"say": {"text": "me again"}})).await, Err("no_session".to_owned()));
}

#[tokio::test]
async fn html_stays_text() {
    let host = Host::for_games().await;
    let evil = host.guest("<img src=x onerror=alert(1)>").await;
    let (game, _) = make(&evil, json!({"side": "both", "name": "<script>alert(1)</script>"})).await;
    let mut socket = Socket::connect(&evil, &game, "").await;
    let said = "<script>fetch('//evil.example')</script> \u{202e}";
    socket.request(json!({"say": {"text": said}})).await.expect("said");
    let answer = evil.get(&format!("/api/games/{game}/history")).await;
    assert!(answer.header("content-type").starts_with("application/json"));
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
    let entries = answer.expect(200)["entries"].clone();
    let texts: Vec<&Value> = entries.as_array().expect("a list").iter().map(|e| &e["what"]["said"]).collect();
    let last = texts.last().expect("an entry");
    assert_eq!(
        last["text"],
        json!("<script>fetch('//evil.example')</script>"),
        "as it was said, without disguise"
    );
    assert_eq!(last["name"], json!("<img src=x onerror=alert(1)>"));
}

#[tokio::test]
async fn ids_and_numbers_that_lead_nowhere() {
    let host = Host::for_games().await;
    let anna = host.guest("Anna").await;
    for id in ["nothinghere1", "x", "..%2f..%2fetc", "%00", "aaaaaaaaaaaaaaaaaaaaaaaa", "ééééééé"] {
        for part in ["", "/history", "/record", "/luck", "/positions?from=0"] {
            let status = anna.get(&format!("/api/games/{id}{part}")).await.status;
            assert!(status == 404 || status == 400, "{id}{part}: {status}");
        }
    }
    let (game, _) = make(&anna, json!({"side": "both"})).await;
    for query in ["from=1", "from=5&to=2", "from=0&to=4000000000", "from=-1", "from=x", ""] {
        let status = anna.get(&format!("/api/games/{game}/positions?{query}")).await.status;
        assert!(status == 422 || status == 400, "{query}: {status}");
    }
    for body in [
        json!({}),
        json!({"side": "blue"}),
        json!({"side": "german", "opponent": {"program": {"level": "kasparov"}}}),
        json!({"side": "german", "opponent": {"person": {"login": "nobody"}}}),
        json!({"side": "german", "pace": {"days": 0}}),
        json!({"side": "german", "pace": {"days": 200}}),
        json!({"side": "german", "name": ""}),
        json!({"side": "german", "seed": "00"}),
        json!({"side": "both", "position": {"turn": 77}}),
    ] {
        let refused = anna.post("/api/games", body.clone()).await;
        assert!(
            (400..500).contains(&refused.status) && !refused.code().is_empty(),
            "{body}: {}",
            refused.text
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_client_holds_nobody_up_and_loses_nothing() {
    let host = Host::for_games().await;
    let (_, game, mut table) = at_a_table(&host).await;
    let boris = host.guest("Boris").await;
    let mut slow = Socket::connect(&boris, &game, "").await;
    slow.until(|seen| matches!(seen, Seen::Welcome { .. }).then_some(())).await;
    // Boris reads nothing, while more is sent than all buffers on the way to him hold.
    let text = "word ".repeat(99);
    for _ in 0..1500 {
        table.request(json!({"say": {"text": text}})).await.expect("nobody is held up");
    }
    let last = table.last;
    // When he reads again, he gets everything in order, or is disconnected and comes back for the rest.
    while slow.last < last {
        match slow.next().await {
            Some(_) => {}
            None => {
                let seen = slow.last;
                slow = Socket::connect(&boris, &game, &format!("?since={seen}")).await;
                slow.last = seen;
            }
        }
    }
    goes_on(&mut table).await;
    slow.until(|seen| match seen {
        Seen::Entry { what: What::Said { text, .. }, .. } => (text.as_str() == "still here").then_some(()),
        _ => None,
    })
    .await;
}
