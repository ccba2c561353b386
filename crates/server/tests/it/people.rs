//! People as the server sees them: guests, accounts, sessions, tokens, invitations, and impostors.

use crate::support::{Answer, Client, Host, PASSWORD, stopped};
use pgg_server::config::Registration;
use serde_json::json;
use std::time::Duration;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

async fn login(client: &Client, login: &str, password: &str) -> Answer {
    client.post("/api/session", json!({ "login": { "login": login, "password": password } })).await
}

#[tokio::test]
async fn a_guest_comes_and_goes() {
    let host = Host::start().await;
    let client = host.client();
    assert_eq!(client.get("/api/me").await.code(), "no_session");
    assert_eq!(
        client.get("/api/session").await.body,
        json!({"person": null}),
        "a page may ask without coming in"
    );
    let answer = client.post("/api/session", json!({ "guest": { "name": "  Heinz \t G. " } })).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.body["name"], "Heinz G.");
    assert_eq!(answer.body["kind"], "guest");
    assert_eq!(answer.body["scopes"], json!(["read", "play", "bot"]));
    let me = client.get("/api/me").await;
    assert_eq!(client.get("/api/session").await.body["person"], me.body);
    assert_eq!((me.status, &me.body["id"]), (200, &answer.body["id"]));
    assert_eq!(client.post("/api/session", json!({ "guest": {} })).await.code(), "signed_in");
    let secret = client.cookie().unwrap();
    assert_eq!(client.delete("/api/session").await.status, 204);
    assert_eq!(client.cookie(), None, "the browser forgets it");
    client.set_cookie(Some(&secret));
    assert_eq!(client.get("/api/me").await.code(), "no_session", "and so does the server");
    host.stop().await;
}

#[tokio::test]
async fn on_ones_own_machine_a_guest_needs_no_name() {
    let host = Host::start().await;
    let answer = host.client().post("/api/session", json!({ "guest": {} })).await;
    assert_eq!((answer.status, answer.body["name"].as_str()), (200, Some("Player")));
    assert_eq!(host.client().get("/api/about").await.body["local"], true);
    let public =
        Host::with(|config| config.public_url = Some("https://games.example.org".parse().unwrap())).await;
    assert_eq!(public.client().post("/api/session", json!({ "guest": {} })).await.code(), "name_needed");
    assert_eq!(public.client().get("/api/about").await.body["local"], false);
}

#[tokio::test]
async fn a_guest_who_registers_stays_the_same_person() {
    let host = Host::start().await;
    let client = host.guest("Heinz").await;
    let before = client.get("/api/me").await.body;
    let old = client.cookie();
    let answer =
        client.post("/api/accounts", json!({ "login": "Schneller_Heinz", "password": PASSWORD })).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    assert_eq!(answer.body["id"], before["id"]);
    assert_eq!(answer.body["name"], "Heinz");
    assert_eq!(answer.body["kind"], "account");
    assert_eq!(answer.body["login"], "schneller_heinz");
    assert_ne!(client.cookie(), old, "the session is another one");
    let stale = host.client();
    stale.set_cookie(old.as_deref());
    assert_eq!(stale.get("/api/me").await.status, 401, "the old one has ended");
    let again = client.post("/api/accounts", json!({ "login": "another", "password": PASSWORD })).await;
    assert_eq!(again.code(), "has_account");
}

#[tokio::test]
async fn accounts_log_in_with_the_right_password_only() {
    let host = Host::start().await;
    host.account("heinz").await;
    let client = host.client();
    assert_eq!(login(&client, "heinz", "wrong password").await.code(), "bad_login");
    assert_eq!(login(&client, "nobody", PASSWORD).await.code(), "bad_login");
    assert_eq!(login(&client, "no such / login", PASSWORD).await.code(), "bad_login");
    assert_eq!(login(&client, "heinz", &"x".repeat(10_000)).await.code(), "bad_login");
    assert_eq!(client.cookie(), None);
    let answer = login(&client, " HEINZ ", PASSWORD).await;
    assert_eq!((answer.status, answer.body["login"].as_str()), (200, Some("heinz")));
    assert_eq!(client.get("/api/me").await.status, 200);
    let taken = host.client().post("/api/accounts", json!({ "login": "Heinz", "password": PASSWORD })).await;
    assert_eq!((taken.status, taken.code()), (409, "login_taken"));
}

#[tokio::test]
async fn bad_registrations_are_refused() {
    let host = Host::start().await;
    let client = host.client();
    for (body, status, code) in [
        (json!({ "login": "ab", "password": PASSWORD }), 422, "bad_login_name"),
        (json!({ "login": "a b c", "password": PASSWORD }), 422, "bad_login_name"),
        (json!({ "login": "größe", "password": PASSWORD }), 422, "bad_login_name"),
        (json!({ "login": "heinz", "password": "short" }), 422, "bad_password_length"),
        (json!({ "login": "heinz", "password": "x".repeat(201) }), 422, "bad_password_length"),
        (json!({ "login": "heinz", "password": PASSWORD, "name": " " }), 422, "bad_body"),
        (json!({ "login": "heinz", "password": PASSWORD, "admin": true }), 422, "bad_body"),
        (json!({ "login": "heinz" }), 422, "bad_body"),
        (json!([]), 422, "bad_body"),
    ] {
        let answer = client.post("/api/accounts", body.clone()).await;
        assert_eq!((answer.status, answer.code()), (status, code), "{body} {}", answer.text);
        assert!(!answer.body["error"]["message"].as_str().unwrap().is_empty());
    }
    assert_eq!(client.cookie(), None);
}

#[tokio::test]
async fn a_change_of_password_ends_other_sessions() {
    let host = Host::start().await;
    let here = host.account("heinz").await;
    let there = host.client();
    login(&there, "heinz", PASSWORD).await;
    assert_eq!(there.get("/api/me").await.status, 200);
    let change = |old: &str, new: &str| json!({ "old": old, "new": new });
    assert_eq!(
        here.post("/api/me/password", change("wrong", "another password")).await.code(),
        "bad_password"
    );
    assert_eq!(here.post("/api/me/password", change(PASSWORD, "short")).await.code(), "bad_password_length");
    assert_eq!(here.post("/api/me/password", change(PASSWORD, "another password")).await.status, 204);
    assert_eq!(here.get("/api/me").await.status, 200);
    assert_eq!(there.get("/api/me").await.status, 401, "at once, though it was asked for a moment ago");
    assert_eq!(login(&host.client(), "heinz", PASSWORD).await.code(), "bad_login");
    assert_eq!(login(&host.client(), "heinz", "another password").await.status, 200);
    let guest = host.guest("Guest").await;
    assert_eq!(guest.post("/api/me/password", change("x", "another password")).await.code(), "no_account");
}

#[tokio::test]
async fn forged_sessions_are_nobodys() {
    let host = Host::start().await;
    host.guest("Heinz").await;
    let client = host.client();
    for forged in
        ["x", &"0".repeat(64), &"f".repeat(63), &"A".repeat(64), "../../etc/passwd", "%00", "' OR 1=1 --"]
    {
        client.set_cookie(Some(forged));
        let answer = client.get("/api/me").await;
        assert_eq!((answer.status, answer.code()), (401, "no_session"), "{forged}");
    }
    for token in ["x", "pgg_", &format!("pgg_{}", "0".repeat(64))] {
        let answer = host.client().token(token).get("/api/me").await;
        assert_eq!((answer.status, answer.code()), (401, "bad_token"), "{token}");
    }
}

#[tokio::test]
async fn sessions_expire_unless_they_are_used() {
    let clock = stopped();
    let host = Host::with(|config| config.clock = clock.clone()).await;
    let (idle, used) = (host.guest("Idle").await, host.guest("Used").await);
    clock.advance(40 * DAY);
    assert_eq!(used.get("/api/me").await.header("set-cookie"), "", "not half over yet");
    clock.advance(20 * DAY);
    let renewed = used.get("/api/me").await;
    assert!(renewed.header("set-cookie").contains("Max-Age=7776000"), "{}", renewed.header("set-cookie"));
    clock.advance(31 * DAY);
    assert_eq!(idle.get("/api/me").await.code(), "no_session");
    assert_eq!(used.get("/api/me").await.status, 200);
}

#[tokio::test]
async fn an_expired_session_is_not_kept_alive_by_the_cache() {
    let clock = stopped();
    let host = Host::with(|config| config.clock = clock.clone()).await;
    let client = host.guest("Heinz").await;
    clock.advance(90 * DAY - Duration::from_secs(5));
    assert_eq!(client.get("/api/tokens").await.status, 200);
    clock.advance(Duration::from_secs(5));
    assert_eq!(client.get("/api/tokens").await.status, 401);
}

#[tokio::test]
async fn cookies_are_guarded() {
    let plain = Host::start().await;
    let guest = json!({ "guest": { "name": "Heinz" } });
    let answer = plain.client().post("/api/session", guest.clone()).await;
    let cookie = answer.header("set-cookie").to_owned();
    let (secret, rest) = cookie.strip_prefix("pgg_session=").unwrap().split_once("; ").unwrap();
    assert_eq!(secret.len(), 64);
    assert_eq!(rest, "Path=/; HttpOnly; SameSite=Lax; Max-Age=7776000");
    let secure =
        Host::with(|config| config.public_url = Some("https://games.example.org".parse().unwrap())).await;
    let answer = secure.client().post("/api/session", guest.clone()).await;
    assert!(answer.header("set-cookie").ends_with("; Secure"), "{}", answer.header("set-cookie"));
    let open =
        Host::with(|config| config.public_url = Some("http://games.example.org".parse().unwrap())).await;
    assert!(!open.client().post("/api/session", guest).await.header("set-cookie").contains("Secure"));
}

#[tokio::test]
async fn tokens_do_what_their_scopes_say() {
    let host = Host::start().await;
    let client = host.account("heinz").await;
    let mut tokens = Vec::new();
    for scope in ["read", "play", "bot"] {
        let answer = client.post("/api/tokens", json!({ "name": scope, "scopes": [scope] })).await;
        assert_eq!(answer.status, 201, "{}", answer.text);
        let token = answer.body["token"].as_str().unwrap().to_owned();
        assert!(token.starts_with("pgg_") && token.len() == 68);
        tokens.push(client.token(&token));
    }
    let game = json!({ "side": "both" });
    for (program, creates) in tokens.iter().zip([403, 201, 403]) {
        let me = program.get("/api/me").await;
        assert_eq!((me.status, me.body["login"].as_str()), (200, Some("heinz")));
        assert_eq!(me.header("set-cookie"), "", "a token makes no session");
        let answer = program.post("/api/games", game.clone()).await;
        assert_eq!(answer.status, creates, "{}", answer.text);
        for managed in ["/api/tokens", "/api/invitations"] {
            let body = json!({ "name": "more", "scopes": ["play"] });
            assert_eq!(program.post(managed, body).await.status / 100, 4, "{managed}");
        }
        assert_eq!(program.patch("/api/me", json!({ "name": "X" })).await.status, 403);
        assert_eq!(program.delete("/api/session").await.status, 403);
    }
    assert_eq!(tokens[0].post("/api/games", game).await.code(), "missing_scope");
    let listed = client.get("/api/tokens").await.body;
    assert_eq!(listed["tokens"].as_array().unwrap().len(), 3);
    assert!(listed["tokens"].as_array().unwrap().iter().all(|token| token["used"].is_i64()));
    assert!(!listed.to_string().contains("pgg_"), "the secret is not shown again");
}

#[tokio::test]
async fn revoked_tokens_are_worth_nothing_at_once() {
    let host = Host::start().await;
    let client = host.account("heinz").await;
    let made = client.post("/api/tokens", json!({ "name": "bot", "scopes": ["bot"] })).await.body;
    let program = client.token(made["token"].as_str().unwrap());
    assert_eq!(program.get("/api/me").await.status, 200);
    let path = format!("/api/tokens/{}", made["id"].as_str().unwrap());
    let stranger = host.account("other").await;
    assert_eq!(stranger.delete(&path).await.status, 404, "not a stranger's to revoke");
    assert_eq!(program.get("/api/me").await.status, 200);
    assert_eq!(client.delete(&path).await.status, 204);
    assert_eq!(program.get("/api/me").await.code(), "bad_token");
    assert_eq!(client.delete(&path).await.status, 404);
    assert_eq!(client.get("/api/tokens").await.body["tokens"], json!([]));
    for bad in [
        json!({ "name": "x", "scopes": [] }),
        json!({ "name": "x", "scopes": ["root"] }),
        json!({ "name": "" }),
    ] {
        assert_eq!(client.post("/api/tokens", bad.clone()).await.status, 422, "{bad}");
    }
}

#[tokio::test]
async fn by_invitation_only() {
    let clock = stopped();
    let host = Host::with(|config| {
        config.registration = Registration::Invitation;
        config.clock = clock.clone();
    })
    .await;
    assert_eq!(host.client().get("/api/about").await.body["registration"], "invitation");
    let register = |login: &str, invitation: Option<&str>| {
        let body = json!({ "login": login, "password": PASSWORD, "invitation": invitation });
        let client = host.client();
        async move { (client.post("/api/accounts", body).await, client) }
    };
    assert_eq!(register("heinz", None).await.0.code(), "invitation_needed");
    assert_eq!(register("heinz", Some("guess")).await.0.code(), "bad_invitation");
    assert_eq!(host.guest("Guest").await.post("/api/invitations", json!({})).await.code(), "cannot_invite");

    let (first, _) = host.server().app().people.invite(None, 1, 7).await.unwrap();
    let (answer, heinz) = register("heinz", Some(&first)).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    assert_eq!(register("erich", Some(&first)).await.0.code(), "bad_invitation", "it was for one");

    let made = heinz.post("/api/invitations", json!({ "uses": 2, "days": 3 })).await;
    assert_eq!(made.status, 201, "{}", made.text);
    let second = made.body["invitation"].as_str().unwrap();
    assert!(made.body["link"].as_str().unwrap().ends_with(&format!("/register#invitation={second}")));
    assert_eq!(register("heinz", Some(second)).await.0.code(), "login_taken", "which spends nothing");
    assert_eq!(register("erich", Some(second)).await.0.status, 201);
    clock.advance(3 * DAY);
    assert_eq!(register("walter", Some(second)).await.0.code(), "bad_invitation", "too late");
    assert_eq!(heinz.post("/api/invitations", json!({ "uses": 0 })).await.code(), "bad_invitation_terms");

    let closed = Host::with(|config| config.registration = Registration::Closed).await;
    let body = json!({ "login": "heinz", "password": PASSWORD, "invitation": "any" });
    assert_eq!(closed.client().post("/api/accounts", body).await.code(), "registration_closed");
}

#[tokio::test]
async fn other_sites_cannot_use_a_cookie() {
    let host = Host::start().await;
    let client = host.guest("Heinz").await;
    let name = json!({ "name": "Changed" });
    for (header, value) in [
        ("origin", "https://evil.example"),
        ("origin", "null"),
        ("origin", "http://127.0.0.1:1"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ] {
        let page = client.with(header, value);
        let answer = page.patch("/api/me", name.clone()).await;
        assert_eq!((answer.status, answer.code()), (403, "wrong_origin"), "{header}: {value}");
        let upgrade = page.with("upgrade", "websocket").get("/api/games/000000000000/ws").await;
        assert_eq!(upgrade.code(), "wrong_origin");
        let login = json!({ "guest": { "name": "Somebody else" } });
        assert_eq!(
            page.post("/api/session", login).await.code(),
            "wrong_origin",
            "nobody is signed in by others"
        );
    }
    assert_eq!(client.get("/api/me").await.body["name"], "Heinz");
    let own = format!("http://{}", host.address());
    assert_eq!(client.with("origin", &own).patch("/api/me", name).await.body["name"], "Changed");
}

#[tokio::test]
async fn only_the_public_url_is_the_own_origin() {
    let host =
        Host::with(|config| config.public_url = Some("https://games.example.org".parse().unwrap())).await;
    let client = host.guest("Heinz").await;
    let name = json!({ "name": "Changed" });
    let by_address = client.with("origin", &format!("http://{}", host.address()));
    assert_eq!(by_address.patch("/api/me", name.clone()).await.code(), "wrong_origin");
    assert_eq!(client.with("origin", "https://games.example.org").patch("/api/me", name).await.status, 200);
}

#[tokio::test]
async fn a_foreign_name_for_ones_own_machine_is_refused() {
    let host = Host::start().await;
    let answer = host.client().with("host", "evil.example").get("/api/about").await;
    assert_eq!((answer.status, answer.code()), (403, "wrong_origin"));
    assert_eq!(host.client().with("host", "localhost:99").get("/api/about").await.status, 200);
}

#[tokio::test]
async fn html_in_names_stays_text() {
    let host = Host::start().await;
    let name = "<script>alert(1)</script>&\"'";
    let client = host.guest(name).await;
    let answer = client.get("/api/me").await;
    assert_eq!(answer.body["name"], name);
    assert_eq!(answer.header("content-type"), "application/json");
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
}
