//! Every limit there is: at every endpoint that has it, by address, by session and by game.

use crate::support::{Client, Host, stopped};
use pgg_server::api::ENDPOINTS;
use pgg_server::clock::Clock;
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Duration;

/// The test runs at a hundredth of every limit.
const FACTOR: f64 = 0.01;

/// Who asks.
#[derive(Clone, Copy, PartialEq)]
enum As {
    Nobody,
    Guest,
    Bot,
}

/// A limit for one address, one session and one game in so many seconds, and the endpoints that share it.
struct Case {
    limit: &'static str,
    who: As,
    address: u32,
    session: u32,
    game: u32,
    seconds: u32,
    calls: Vec<(&'static str, &'static str, Value)>,
}

impl Case {
    /// For a limit that counts over another time than a minute.
    fn within(self, seconds: u32) -> Case {
        Case { seconds, ..self }
    }
}

/// For no limit.
const NONE: u32 = u32::MAX;

fn case(
    limit: &'static str,
    who: As,
    (address, session, game): (u32, u32, u32),
    calls: &[(&'static str, &'static str, Value)],
) -> Case {
    Case { limit, who, address, session, game, seconds: 60, calls: calls.to_vec() }
}

/// All limits, with the numbers of docs/server-protocol.md.
fn cases() -> Vec<Case> {
    use As::{Bot, Guest, Nobody};
    let no = Value::Null;
    let login = json!({"login": {"login": "nobody", "password": "password"}});
    vec![
        case(
            "session.guest",
            Nobody,
            (60, NONE, NONE),
            &[("post", "/api/session", json!({"guest": {"name": "A"}}))],
        )
        .within(600),
        case("session.login", Nobody, (20, NONE, NONE), &[("post", "/api/session", login)]),
        case(
            "accounts",
            Nobody,
            (20, NONE, NONE),
            &[("post", "/api/accounts", json!({"login": "heinz", "password": "short"}))],
        )
        .within(3600),
        case(
            "me.password",
            Guest,
            (20, 5, NONE),
            &[("post", "/api/me/password", json!({"old": "x", "new": "y"}))],
        ),
        case(
            "me",
            Guest,
            (600, 120, NONE),
            &[("get", "/api/me", no.clone()), ("get", "/api/session", no.clone())],
        ),
        case(
            "me.change",
            Guest,
            (60, 20, NONE),
            &[("patch", "/api/me", json!({"name": "Again"})), ("delete", "/api/session", no.clone())],
        ),
        case(
            "tokens",
            Guest,
            (120, 60, NONE),
            &[
                ("post", "/api/tokens", json!({"name": "x", "scopes": []})),
                ("get", "/api/tokens", no.clone()),
                ("delete", "/api/tokens/{id}", no.clone()),
            ],
        ),
        case("invitations", Guest, (60, 30, NONE), &[("post", "/api/invitations", json!({}))]).within(3600),
        case(
            "me.webhook",
            Guest,
            (60, 20, NONE),
            &[("put", "/api/me/webhook", json!({"url": "no"})), ("delete", "/api/me/webhook", no.clone())],
        ),
        case("games.create", Guest, (60, 30, NONE), &[("post", "/api/games", json!({"side": "both"}))]),
        case("games.import", Guest, (12, 6, NONE), &[("post", "/api/games/import", json!({"record": ""}))]),
        case("games.code", Guest, (20, 20, NONE), &[("get", "/api/codes/{code}", no.clone())]),
        case("games.list", Guest, (240, 120, NONE), &[("get", "/api/games", no.clone())]),
        case("games.get", Guest, (600, 300, NONE), &[("get", "/api/games/{id}", no.clone())]),
        case("games.join", Guest, (30, 30, 30), &[("post", "/api/games/{id}/join", json!({}))]),
        case(
            "games.do",
            Guest,
            (1200, 600, 1200),
            &[("post", "/api/games/{id}/do", json!({"do": {"say": {"text": "hm"}}}))],
        ),
        case("games.ask", Guest, (1200, 600, NONE), &[("post", "/api/games/{id}/ask", json!("score"))]),
        case("games.socket", Guest, (120, 60, 240), &[("get", "/api/games/{id}/ws", no.clone())]),
        case(
            "games.history",
            Guest,
            (120, 60, NONE),
            &[
                ("get", "/api/games/{id}/history", no.clone()),
                ("get", "/api/games/{id}/positions", no.clone()),
                ("get", "/api/games/{id}/record", no.clone()),
                ("get", "/api/games/{id}/luck", no.clone()),
            ],
        ),
        case(
            "positions.ask",
            Guest,
            (600, 300, NONE),
            &[("post", "/api/ask", json!({"position": {}, "asks": []}))],
        ),
        case(
            "bots.stream",
            Bot,
            (60, 30, NONE),
            &[("get", "/api/bot/game/stream/{id}", no.clone()), ("get", "/api/stream/event", no.clone())],
        ),
        case(
            "bots.action",
            Bot,
            (6000, 3000, 3000),
            &[
                ("post", "/api/bot/game/{id}/chat", json!({"text": "hm"})),
                ("post", "/api/bot/game/{id}/action", json!({"action": "done", "at": 1})),
                ("post", "/api/bot/game/{id}/resign", no.clone()),
            ],
        ),
        case("metrics", Nobody, (60, NONE, NONE), &[("get", "/metrics", no.clone())]),
        case("health", Nobody, (240, NONE, NONE), &[("get", "/health", no)]),
    ]
}

/// A server, and people that each came from an address of their own.
struct Flooded {
    host: Host,
    clock: Clock,
    guests: Vec<Client>,
    bots: Vec<Client>,
}

impl Flooded {
    async fn start(people: usize) -> Flooded {
        let clock = stopped();
        let host = Host::with(|config| {
            config.trust_proxy = true;
            config.limit_factor = Some(FACTOR);
            config.clock = clock.clone();
        })
        .await;
        let (mut guests, mut bots) = (Vec::new(), Vec::new());
        for n in 0..people {
            let guest = host.client().with("x-forwarded-for", &format!("10.0.0.{n}"));
            guest.post("/api/session", json!({"guest": {"name": "A"}})).await.expect(200);
            let token =
                guest.post("/api/tokens", json!({"name": "b", "scopes": ["play", "bot"]})).await.expect(201);
            bots.push(guest.token(token["token"].as_str().expect("a token")));
            guests.push(guest);
        }
        Flooded { host, clock, guests, bots }
    }

    fn people(&self, who: As) -> &[Client] {
        match who {
            As::Nobody => &[],
            As::Guest => &self.guests,
            As::Bot => &self.bots,
        }
    }

    /// All quotas are full, and the callers are known: looking people up has a limit too.
    async fn rest(&self, case: &Case, people: usize) {
        // A hundredth of twenty an hour refills in five hours.
        self.clock.advance(Duration::from_secs(6 * 60 * 60));
        let path = if case.limit == "me" { "/api/games?list=open" } else { "/api/session" };
        for (n, client) in self.people(case.who).iter().take(people).enumerate() {
            client.with("x-forwarded-for", &format!("10.0.1.{n}")).get(path).await.expect(200);
        }
    }

    /// The limit, what it counts by and how long to wait, if it refuses this call by a person from an address. Limits
    /// come before the question whether there is such a game, so there need not be one, and nothing stays open.
    async fn refused(&self, case: &Case, call: usize, asks: &Asks) -> Option<(String, String, u64)> {
        let nobody = self.host.client();
        let client = self.people(case.who).get(asks.person).unwrap_or(&nobody);
        let (method, path, body) = &case.calls[call];
        let path = path.replace("{id}", &asks.game).replace("{code}", "4f7kq-2mz9d");
        let path = match path.as_str() {
            "/api/games" if *method == "get" => "/api/games?list=open".to_owned(),
            _ if path.ends_with("positions") => format!("{path}?from=0"),
            _ => path,
        };
        let mut client = client.with("x-forwarded-for", &asks.from);
        if path.ends_with("ws") {
            for (name, value) in [
                ("connection", "upgrade"),
                ("upgrade", "websocket"),
                ("sec-websocket-version", "13"),
                ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
            ] {
                client = client.with(name, value);
            }
        }
        let method: Method = method.to_uppercase().parse().expect("a method");
        let body = Some(body).filter(|body| !body.is_null()).cloned();
        let answer = client.send(method, &path, body).await;
        let facts = &answer.body["error"]["facts"];
        let fact = |name: &str| facts[name].as_str().unwrap_or_default().to_owned();
        let wait = || facts["seconds"].as_u64().unwrap_or_default();
        (answer.status == 429).then(|| (fact("limit"), fact("by"), wait()))
    }
}

/// Who asks, from where, about which game.
struct Asks {
    person: usize,
    from: String,
    game: String,
}

impl Asks {
    /// The `n`th of the callers that share only this.
    fn nth(n: usize, by: &str) -> Asks {
        Asks {
            person: if by == "session" { 0 } else { n },
            from: if by == "address" { "10.9.9.9".to_owned() } else { format!("10.9.8.{n}") },
            game: if by == "game" { "000000000000".to_owned() } else { format!("{n:012}") },
        }
    }
}

/// This many get through.
fn allowed(limit: u32) -> usize {
    ((f64::from(limit) * FACTOR) as usize).max(1)
}

/// And after so many seconds one more: that tells limits apart of which a hundredth is less than one.
fn wait(limit: u32, seconds: u32) -> u64 {
    (f64::from(seconds) / (f64::from(limit) * FACTOR)).round() as u64
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_limit_is_met_by_address_by_session_and_by_game() {
    let cases = cases();
    let most =
        cases.iter().flat_map(|case| [case.address, case.game]).filter(|&n| n != NONE).map(allowed).max();
    let calls = cases.iter().map(|case| case.calls.len()).max();
    let flooded = Flooded::start(most.expect("cases") + calls.expect("cases")).await;
    for case in &cases {
        for (by, limit) in [("address", case.address), ("session", case.session), ("game", case.game)] {
            if limit == NONE {
                continue;
            }
            let most = allowed(limit);
            flooded.rest(case, if by == "session" { 1 } else { most + case.calls.len() }).await;
            for n in 0..most {
                let refused = flooded.refused(case, 0, &Asks::nth(n, by)).await;
                assert_eq!(refused, None, "{} by {by}: {n} of {most}", case.limit);
            }
            let told = Some((case.limit.to_owned(), by.to_owned(), wait(limit, case.seconds)));
            for (call, what) in case.calls.iter().enumerate() {
                let asks = Asks::nth(most + call, by);
                assert_eq!(flooded.refused(case, call, &asks).await, told, "{what:?}");
            }
        }
    }
}

#[tokio::test]
async fn looking_people_up_has_a_limit() {
    let host = Host::with(|config| {
        config.limit_factor = Some(FACTOR);
        config.clock = stopped();
    })
    .await;
    let forger = host.client();
    for n in 0..=allowed(1200) {
        forger.set_cookie(Some(&format!("{n:064x}")));
        let answer = forger.get("/api/games?list=open").await;
        assert_eq!(answer.body["error"]["facts"]["limit"] == "people.lookup", n == allowed(1200), "{n}");
    }
}

#[test]
fn every_endpoint_is_among_them() {
    let limited: BTreeSet<(&str, &str)> =
        cases().iter().flat_map(|case| case.calls.clone()).map(|(method, path, _)| (method, path)).collect();
    // Answers that are the same for everybody and cost nothing.
    let free = [("get", "/api/about"), ("get", "/api/openapi.json")];
    let all: BTreeSet<(&str, &str)> = ENDPOINTS.iter().copied().filter(|one| !free.contains(one)).collect();
    assert_eq!(limited, all);
}
