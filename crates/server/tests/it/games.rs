//! Games over the network as players see them: making, joining, playing, coming back, looking back.

use crate::support::socket::{Seen, Socket, action, drawn, follow, make};
use crate::support::{Client, Host, stopped};
use pgg_ai::{Unwatched, player};
use pgg_core::{Record, Side, State};
use pgg_table::What;
use pgg_table::entry::Ended;
use serde_json::{Value, json};
use std::time::Duration;

/// The state a whole view shows.
fn state_of(view: &str) -> State {
    let view: Value = serde_json::from_str(view).expect("a view");
    drawn(&view["position"])
}

/// Connect and take the view.
async fn enter(client: &Client, game: &str) -> (Socket, State) {
    let mut socket = Socket::connect(client, game, "").await;
    let state = socket
        .until(|seen| match seen {
            Seen::Welcome { view, .. } => view.map(|view| state_of(view.get())),
            _ => None,
        })
        .await;
    (socket, state)
}

/// Play the German side to the end as `cadet` would; the entries of the program arrive by themselves.
async fn play(socket: &mut Socket, state: &mut State, seed: u64) -> Ended {
    let mut program = player("cadet", seed, None).expect("cadet");
    loop {
        if state.decision().is_some_and(|d| d.side == Side::German) {
            let chosen = program.choose(state, &Unwatched);
            socket.send(&json!({"do": action(&chosen), "at": socket.last, "id": 1})).await;
        }
        match socket.next().await.expect("the connection goes on") {
            Seen::Entry { what: What::Ended(ended), .. } => return ended,
            Seen::Entry { what, .. } => follow(state, &what),
            Seen::Refused { error, .. } if error.code != "stale" && error.code != "not_your_decision" => {
                panic!("{error:?}")
            }
            _ => {}
        }
    }
}

#[tokio::test]
async fn a_person_plays_a_whole_game_against_a_program() {
    let server = Host::for_games().await;
    let anna = server.guest("Anna").await;
    let body = json!({"side": "german", "opponent": {"program": {"level": "cadet"}}, "visibility": "public"});
    let (game, _) = make(&anna, body).await;
    let (mut socket, mut state) = enter(&anna, &game).await;
    let ended = play(&mut socket, &mut state, 7).await;
    assert_eq!(ended.score, state.score().total);
    // Looking back: the record checks, and every die and draw came from the seed whose hash was published.
    let text = anna.get(&format!("/api/games/{game}/record")).await.text;
    let record = Record::parse(&text).expect("a record");
    assert_eq!(record.check().expect("a good record").fingerprint(), state.fingerprint());
    assert!(record.check_seed().expect("dice from the seed").is_some_and(|outcomes| outcomes > 50));
    let again = anna.post("/api/games/import", json!({ "record": text })).await.expect(201);
    let again = anna.get(&format!("/api/games/{}", again["id"].as_str().expect("an id"))).await.expect(200);
    assert_eq!(again["view"]["ended"]["score"], json!(ended.score));
    let luck = anna.get(&format!("/api/games/{game}/luck")).await.expect(200);
    assert!(luck["sides"]["german"]["dice"]["count"].as_u64().is_some_and(|count| count > 10));
    let listed = anna.get("/api/games?list=finished&search=anna").await.expect(200);
    assert_eq!(listed["games"][0]["id"], json!(game));
    assert_eq!(listed["games"][0]["result"]["how"], json!("rules"));
    let history = anna.get(&format!("/api/games/{game}/history")).await.expect(200);
    let entries = history["entries"].as_array().expect("entries");
    assert_eq!(entries.len(), socket.last as usize);
    assert!(entries.iter().zip(1..).all(|(entry, n)| entry["n"] == json!(n)));
    let last = record.entries.len();
    let past =
        anna.get(&format!("/api/games/{game}/positions?from={}&to={last}", last - 3)).await.expect(200);
    assert_eq!(past.as_array().map(Vec::len), Some(4));
    let end = drawn(&past[3]["position"]);
    assert_eq!(end.fingerprint(), state.fingerprint());
}

#[tokio::test]
async fn two_people_meet_by_link_and_each_sees_every_entry_once() {
    let server = Host::for_games().await;
    let (anna, boris, carl) =
        (server.guest("Anna").await, server.guest("Boris").await, server.guest("Carl").await);
    let (game, code) = make(&anna, json!({"side": "german"})).await;
    // Not public: the code is needed, by link or typed.
    assert_eq!(boris.post(&format!("/api/games/{game}/join"), json!({})).await.refused(403), "not_invited");
    let found = boris.get(&format!("/api/codes/{}", code.to_uppercase().replace('-', ""))).await.expect(200);
    assert_eq!(found["id"], json!(game));
    boris.post(&format!("/api/games/{game}/join"), json!({"code": code})).await.expect(200);
    // A second click does no harm; a third person finds the seats taken and may watch.
    boris.post(&format!("/api/games/{game}/join"), json!({"code": code})).await.expect(200);
    assert_eq!(
        carl.post(&format!("/api/games/{game}/join"), json!({"code": code})).await.refused(409),
        "seat_taken"
    );

    let (mut german, mut state) = enter(&anna, &game).await;
    let (mut soviet, _) = enter(&boris, &game).await;
    let (mut spectator, _) = enter(&carl, &game).await;
    let act = json!({"action": "done"});
    assert_eq!(spectator.request(act.clone()).await, Err("not_seated".to_owned()));
    assert_eq!(german.request(act).await, Err("not_your_decision".to_owned()));
    assert!(spectator.request(json!({"say": {"text": "<b>good luck</b>"}})).await.is_ok());

    // Two hundred actions by the rules, each seen by everybody.
    let mut program = player("cadet", 3, None).expect("cadet");
    for _ in 0..200 {
        let side = state.decision().expect("the game goes on").side;
        let chosen = program.choose(&state, &Unwatched);
        let socket = if side == pgg_core::Side::German { &mut german } else { &mut soviet };
        let n = loop {
            match socket.request(action(&chosen)).await {
                Ok(n) => break n,
                Err(code) => assert_eq!(code, "stale"),
            }
        };
        let what = loop {
            let what = spectator
                .until(|seen| if let Seen::Entry { n, what } = seen { Some((n, what)) } else { None });
            let (at, what) = what.await;
            if at == n {
                break what;
            }
        };
        follow(&mut state, &what);
    }
    let listed = boris.get("/api/games?list=mine").await.expect(200);
    assert_eq!(listed["games"][0]["id"], json!(game));
    let deciding = listed["games"][0]["deciding"].clone();
    assert_eq!(listed["games"][0]["your_turn"], json!(deciding == json!("soviet")));

    // Carl comes back and gets only the gap; then, from the start, everything from the log.
    let seen = spectator.last;
    spectator.close().await;
    german.request(json!({"say": {"text": "still there?"}})).await.expect("chat");
    for since in [seen, seen - 150, 1] {
        let mut again = Socket::connect(&carl, &game, &format!("?since={since}")).await;
        again.last = since;
        let whole = again
            .until(|seen| if let Seen::Welcome { view, .. } = seen { Some(view.is_some()) } else { None })
            .await;
        assert!(!whole, "only what was missed is sent");
        let mut said = String::new();
        while said != "still there?" {
            said = again
                .until(|seen| match seen {
                    Seen::Entry { what: What::Said { text, .. }, .. } => Some(text.to_string()),
                    _ => None,
                })
                .await;
        }
    }
}

/// The transient messages that a connection received before the answer to a ping: everything sent earlier has arrived by then.
async fn writing_before_pong(socket: &mut Socket) -> Vec<Value> {
    socket.send(&json!({"ping": "so far"})).await;
    let mut writing = Vec::new();
    loop {
        let message = socket.next_json().await.expect("the connection goes on");
        if message.get("pong").is_some() {
            return writing;
        }
        writing.extend(message.get("writing").cloned());
    }
}

#[tokio::test]
async fn a_player_who_writes_is_told_to_the_others_now_and_then() {
    let clock = stopped();
    let server = Host::with(|config| {
        config.limit_factor = Some(1.0);
        config.clock = clock.clone();
    })
    .await;
    let (anna, boris, carl) =
        (server.guest("Anna").await, server.guest("Boris").await, server.guest("Carl").await);
    let (game, code) = make(&anna, json!({"side": "german"})).await;
    boris.post(&format!("/api/games/{game}/join"), json!({"code": code})).await.expect(200);
    let (mut german, _) = enter(&anna, &game).await;
    let (mut soviet, _) = enter(&boris, &game).await;
    let (mut spectator, _) = enter(&carl, &game).await;
    let writing = json!({"writing": true});
    for _ in 0..3 {
        soviet.send(&writing).await;
        spectator.send(&writing).await;
    }
    // Once their pings are answered, the server has read everything they sent.
    for socket in [&mut soviet, &mut spectator] {
        assert_eq!(writing_before_pong(socket).await, [json!({"side": "soviet"})]);
    }
    assert_eq!(writing_before_pong(&mut german).await, [json!({"side": "soviet"})]);
    clock.advance(Duration::from_secs(2));
    soviet.send(&writing).await;
    writing_before_pong(&mut soviet).await;
    assert_eq!(writing_before_pong(&mut german).await, [json!({"side": "soviet"})]);
    // It is not in the log.
    let entries = anna.get(&format!("/api/games/{game}/history")).await.expect(200)["entries"].clone();
    assert_eq!(entries.as_array().map(Vec::len), Some(german.last as usize));
    // A player of both sides has no opponent to notify.
    let (alone, _) = make(&anna, json!({"side": "both"})).await;
    let (mut both, _) = enter(&anna, &alone).await;
    both.send(&writing).await;
    assert_eq!(writing_before_pong(&mut both).await, Vec::<Value>::new());
}

#[tokio::test]
async fn what_is_repeated_is_done_once_and_what_is_stale_is_refused() {
    let server = Host::for_games().await;
    let anna = server.guest("Anna").await;
    let (game, _) = make(&anna, json!({"side": "both"})).await;
    let (mut socket, state) = enter(&anna, &game).await;
    let first = state.legal().iter().next().expect("something to deploy");
    let message = json!({"do": action(&first), "key": "k1", "at": socket.last, "id": "a"});
    let mut numbers = Vec::new();
    for _ in 0..3 {
        socket.send(&message).await;
        let n = socket.until(|seen| if let Seen::Done { n, .. } = seen { Some(n) } else { None }).await;
        numbers.push(n);
    }
    assert_eq!(numbers, [2, 2, 2]);
    // Over HTTP too.
    let body = json!({"do": action(&first), "key": "k1", "at": 1});
    let again = anna.post(&format!("/api/games/{game}/do"), body).await.expect(200);
    assert_eq!(again["n"], json!(2));
    // Another key, but `at` is outdated.
    let body = json!({"do": action(&first), "key": "k2", "at": 1});
    assert_eq!(anna.post(&format!("/api/games/{game}/do"), body).await.refused(409), "stale");
    // Without `at`, a request that depends on the position is refused.
    let body = json!({"do": action(&first)});
    assert_eq!(anna.post(&format!("/api/games/{game}/do"), body).await.refused(422), "no_at");
    let view = anna.get(&format!("/api/games/{game}")).await.expect(200);
    assert_eq!(view["last"], json!(2));
}

#[tokio::test]
async fn undo_takeback_and_resignation_go_by_the_table() {
    let server = Host::for_games().await;
    let (anna, boris) = (server.guest("Anna").await, server.guest("Boris").await);
    let (game, code) = make(&anna, json!({"side": "soviet"})).await;
    boris.post(&format!("/api/games/{game}/join"), json!({"code": code})).await.expect(200);
    let (mut soviet, mut state) = enter(&anna, &game).await;
    let (mut german, _) = enter(&boris, &game).await;
    let first = state.legal().iter().next().expect("something to deploy");
    soviet.request(action(&first)).await.expect("accepted");
    soviet.request(json!({"undo": {}})).await.expect("undone");
    soviet.request(json!("redo")).await.expect("redone");
    assert_eq!(soviet.request(json!("redo")).await, Err("cannot_redo".to_owned()));
    state.apply(&first, &mut pgg_core::game::chance::NoMore).expect("legal");
    // Continue until the German has to decide, then ask for a take-back.
    let mut program = player("cadet", 1, None).expect("cadet");
    let mut plies = 1;
    while state.decision().is_some_and(|d| d.side == pgg_core::Side::Soviet) {
        let chosen = program.choose(&state, &Unwatched);
        soviet.request(action(&chosen)).await.expect("accepted");
        state.apply(&chosen, &mut pgg_core::game::chance::NoMore).expect("no die in the set-up");
        plies += 1;
    }
    assert_eq!(soviet.request(json!({"undo": {}})).await, Err("not_your_decision".to_owned()));
    soviet.request(json!({"offer_takeback": {"to": plies - 1}})).await.expect("offered");
    german.until(|seen| matches!(seen, Seen::Entry { what: What::Offered { .. }, .. }).then_some(())).await;
    german.request(json!("accept")).await.expect("agreed");
    soviet.until(|seen| matches!(seen, Seen::Entry { what: What::Undid { .. }, .. }).then_some(())).await;
    german.request(json!({"resign": {}})).await.expect("resigned");
    let ended = soviet.until(|seen| match seen {
        Seen::Entry { what: What::Ended(ended), .. } => Some(ended),
        _ => None,
    });
    assert_eq!(ended.await.winner, Some(pgg_core::Side::Soviet));
    assert_eq!(soviet.request(json!("offer_draw")).await, Err("over".to_owned()));
    // The record contains the result, and its dice verify.
    let record = Record::parse(&anna.get(&format!("/api/games/{game}/record")).await.text).expect("a record");
    record.check().expect("a good record");
    record.check_seed().expect("dice from the seed");
    assert_eq!(record.end.expect("an end").how.as_deref(), Some("resigned"));
}

#[tokio::test]
async fn a_record_comes_in_and_goes_on() {
    let server = Host::for_games().await;
    let anna = server.guest("Anna").await;
    let (game, _) = make(&anna, json!({"side": "both"})).await;
    let (mut socket, mut state) = enter(&anna, &game).await;
    for _ in 0..5 {
        let next = state.legal().iter().next().expect("something to deploy");
        socket.request(action(&next)).await.expect("accepted");
        state.apply(&next, &mut pgg_core::game::chance::NoMore).expect("legal");
    }
    let text = anna.get(&format!("/api/games/{game}/record")).await.text;
    let made = anna.post("/api/games/import", json!({"record": text, "name": "Again"})).await.expect(201);
    let id = made["id"].as_str().expect("an id");
    let view = anna.get(&format!("/api/games/{id}")).await.expect(200);
    assert_eq!(view["view"]["now"]["ply"], json!(5));
    let (mut socket, mut again) = enter(&anna, id).await;
    assert_eq!(again.fingerprint(), state.fingerprint());
    let next = again.legal().iter().next().expect("something to deploy");
    socket.request(action(&next)).await.expect("it goes on");
    again.apply(&next, &mut pgg_core::game::chance::NoMore).expect("legal");
    // A record with a wrong line is refused with the number of the line.
    let broken = text.replacen("\"n\":3", "\"n\":4", 1);
    let refused = anna.post("/api/games/import", json!({"record": broken})).await;
    assert_eq!(refused.refused(422), "bad_record");
}

/// A pasted position has several problems at once: an unknown field, a hex and a unit that do not exist, a turn that never
/// comes.
#[tokio::test]
async fn a_bad_position_is_refused_field_by_field() {
    let server = Host::for_games().await;
    let anna = server.guest("Anna").await;
    let position = json!({"turn": 77, "weather": "mud", "units": {"1222": ["pz7"], "9999": ["inf6"], "1624": ["ghost"]}});
    let answer = anna.post("/api/games", json!({"side": "both", "position": position})).await;
    assert_eq!(answer.refused(422), "bad_position");
    let problems = answer.body["error"]["facts"]["problems"].as_array().expect("a list").clone();
    let fields: Vec<&str> = problems.iter().filter_map(|p| p["field"].as_str()).collect();
    for field in ["turn", "weather", "units.9999", "units.1624[0]"] {
        assert!(fields.contains(&field), "{field} is told: {fields:?}");
    }
    assert!(problems.iter().all(|p| p["what"].as_str().is_some_and(|what| !what.is_empty())));
    let good = json!({"turn": 7, "phase": "german_movement", "units": {"1222": ["pz7"], "1624": ["konev"]}});
    make(&anna, json!({"side": "both", "position": good})).await;
}

#[tokio::test]
async fn questions_about_any_position() {
    let server = Host::for_games().await;
    let visitor = server.client();
    let position = json!({"turn": 7, "phase": "german_movement",
        "units": {"1222": ["pz7"], "1322": ["r1 untried"], "1624": ["konev"], "0120": ["inf6"]}});
    let body =
        json!({"position": position, "asks": ["areas", {"supply": {"side": "soviet"}}, "retreats", "score"]});
    let told = visitor.post("/api/ask", body).await.expect(200);
    let state = State::from_text(&position.to_string()).expect("a position");
    let zones: Vec<_> = state.zones(Side::German).iter().collect();
    assert_eq!(told["answers"][0]["answer"]["areas"]["german_zones"], json!(zones));
    assert_eq!(told["answers"][1]["answer"]["supply"]["side"], json!("soviet"));
    assert_eq!(told["answers"][2]["refused"]["code"], "illegal", "this one alone");
    assert_eq!(told["answers"][3]["answer"]["score"]["total"], json!(state.score().total));
    let refused = |body| async { visitor.post("/api/ask", body).await.refused(422).to_owned() };
    assert_eq!(refused(json!({"position": {"turn": 77}, "asks": ["areas"]})).await, "bad_position");
    assert_eq!(refused(json!({"position": position, "asks": vec!["cup"; 9]})).await, "too_many_questions");
}

/// Over the socket as over HTTP: one question, or a list in which each question is answered or refused on its own.
#[tokio::test]
async fn questions_may_be_lists() {
    let server = Host::for_games().await;
    let anna = server.guest("Anna").await;
    let (game, _) = make(&anna, json!({"side": "both"})).await;
    let (mut socket, _) = enter(&anna, &game).await;
    let asks = json!(["score", {"range": {"units": []}}, {"supply": {"side": "soviet"}}]);
    socket.send(&json!({"ask": asks, "id": "list"})).await;
    let told = socket
        .until(|seen| if let Seen::Answers { id, answers, .. } = seen { Some((id, answers)) } else { None });
    let (id, answers) = told.await;
    let over_http = anna.post(&format!("/api/games/{game}/ask"), asks).await.expect(200);
    assert_eq!((id, &answers), (json!("list"), &over_http["answers"]));
    assert!(answers[0]["answer"]["score"].is_object(), "{answers}");
    assert_eq!(answers[1]["refused"]["code"], "illegal");
    assert_eq!(answers[2]["answer"]["supply"]["side"], "soviet");
    let one = anna.post(&format!("/api/games/{game}/ask"), json!("score")).await.expect(200);
    assert_eq!(one["answer"], answers[0]["answer"]);
    for (asks, code) in
        [(json!(vec!["cup"; 9]), "too_many_questions"), (json!(["how are you?"]), "bad_message")]
    {
        socket.send(&json!({"ask": asks, "id": "bad"})).await;
        let refused = socket
            .until(|seen| if let Seen::Refused { error, .. } = seen { Some(error) } else { None })
            .await;
        assert_eq!(refused.code, code, "{refused:?}");
        let status = anna.post(&format!("/api/games/{game}/ask"), asks).await;
        assert_eq!(status.status, 422, "{}", status.text);
    }
}

/// The next view or position after at least this many entries, and the side that decides by the last entry received.
async fn position_after(socket: &mut Socket, least: u64) -> (u64, Value, Option<Side>) {
    let mut deciding = None;
    loop {
        let message = socket.next_json().await.expect("the connection goes on");
        let side =
            |now: &Value| serde_json::from_value(now["decision"]["side"].clone()).expect("a side or none");
        if let Some(entry) = message.get("entry") {
            deciding = side(&entry["now"]);
        }
        for (kind, number) in [("welcome", "last"), ("position", "n")] {
            let Some(told) = message.get(kind) else { continue };
            if kind == "welcome" {
                deciding = side(&told["view"]["now"]);
            }
            let n = told[number].as_u64().expect("a number");
            if n >= least {
                return (n, told["legal"].clone(), deciding);
            }
        }
        if let Some(refused) = message.get("refused") {
            panic!("{refused}");
        }
    }
}

/// The legal actions come with the position to the side that decides, and to nobody else, so that no decision needs a
/// question first.
#[tokio::test]
async fn a_decision_takes_no_round_trip() {
    let server = Host::for_games().await;
    let (anna, boris, carol) =
        (server.guest("Anna").await, server.guest("Boris").await, server.guest("Carol").await);
    let position = json!({"turn": 7, "phase": "german_movement",
        "units": {"1222": ["pz7"], "1322": ["r1 untried"], "1624": ["konev", "r2 3-4"], "0120": ["inf6"]}});
    let body = json!({"side": "german", "opponent": "open", "position": position});
    let (game, code) = make(&anna, body).await;
    boris.post(&format!("/api/games/{game}/join"), json!({"code": code})).await.expect(200);
    let mut sockets = Vec::new();
    for person in [&anna, &boris, &carol] {
        sockets.push(Socket::connect(person, &game, "?view=full").await);
    }
    let (mut least, mut decider, mut decisions) = (0, Side::German, [0; 2]);
    for sent in 0..60 {
        // The side that acted is told first; the others may receive several actions in a batch.
        let (n, mut legal, deciding) = position_after(&mut sockets[decider as usize], least).await;
        let acted = decider;
        decider = match deciding {
            Some(side) => side,
            None => break,
        };
        assert_eq!(legal.is_object(), decider == acted, "action {sent}");
        for (who, socket) in sockets.iter_mut().enumerate().filter(|(who, _)| *who != acted as usize) {
            let (_, theirs, _) = position_after(socket, n).await;
            assert_eq!(theirs.is_object(), who == decider as usize, "action {sent}: {who}");
            if theirs.is_object() {
                legal = theirs;
            }
        }
        let actions = legal["actions"].as_array().expect("a list");
        // Sometimes end the phase, so that both sides come to decide.
        let done = actions.iter().position(|action| action == "done").filter(|_| sent % 4 != 0);
        let action = &actions[done.unwrap_or(sent % actions.len())];
        sockets[decider as usize].send(&json!({"do": {"action": action}, "at": n})).await;
        decisions[decider as usize] += 1;
        least = n + 1;
    }
    assert!(decisions[0] > 5 && decisions[1] > 5, "{decisions:?}");
}

/// On several threads, as in the real server: programs act while their last action is being sent.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_programs_do_is_told_with_the_position_after_it() {
    let server = Host::for_games().await;
    let anna = server.guest("Anna").await;
    let body = json!({"side": "german", "opponent": {"program": {"level": "cadet"}}});
    let (game, _) = make(&anna, body).await;
    let mut watchers = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let mut socket = Socket::connect(&anna, &game, "?view=full").await;
        watchers.spawn(async move {
            let (mut state, mut ended) = (None, false);
            loop {
                match socket.next().await.expect("the connection goes on") {
                    Seen::Welcome { view, .. } => state = view.map(|view| state_of(view.get())),
                    Seen::Entry { what, .. } => {
                        ended = matches!(what, What::Ended(_));
                        follow(state.as_mut().expect("a view first"), &what);
                    }
                    Seen::Position { position, .. } => {
                        let told = drawn(&serde_json::from_str(position.get()).expect("JSON"));
                        assert_eq!(told.fingerprint(), state.expect("a view first").fingerprint());
                        // The last one arrives although nothing else happens.
                        if ended {
                            return socket.last;
                        }
                    }
                    _ => {}
                }
            }
        });
    }
    let (mut socket, mut state) = enter(&anna, &game).await;
    play(&mut socket, &mut state, 11).await;
    let told = watchers.join_all().await;
    assert!(told.iter().all(|&n| n == told[0]), "everybody has heard everything: {told:?}");
}

#[tokio::test]
async fn a_program_that_was_thinking_goes_on_after_a_restart() {
    let server = Host::for_games().await;
    let anna = server.guest("Anna").await;
    let body = json!({"side": "german", "opponent": {"program": {"level": "cadet"}}});
    let (game, _) = make(&anna, body).await;
    // Close the server at once, most likely in the middle of the Soviet set-up, and start it again.
    let server = server.restart().await;
    let anna = server.again(&anna);
    let mut socket = Socket::connect(&anna, &game, "?view=full").await;
    let mut german_decides = false;
    while !german_decides {
        let message = socket.next_json().await.expect("the connection goes on");
        let now = [&message["welcome"]["view"]["now"], &message["entry"]["now"]];
        german_decides = now.iter().any(|now| now["decision"]["side"] == json!("german"));
    }
}
