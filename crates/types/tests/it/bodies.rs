//! What goes over HTTP fits the page's types and the schemas of the document, both ways, with a server that runs.

use crate::schemas::Schemas;
use pgg_server::{Config, Server};
use pgg_types::Types;
use reqwest::Method;
use serde_json::{Value, json};
use std::net::SocketAddr;

/// A client that checks every request and every answer against the types.
struct Page {
    types: Types,
    schemas: Schemas,
    http: reqwest::Client,
    url: String,
    cookie: Option<String>,
}

impl Page {
    fn fits(&mut self, name: &str, value: &Value, path: &str) {
        // A list of positions has no name of its own.
        let (name, values) = match (name.strip_suffix("[]"), value) {
            (Some(name), Value::Array(values)) => (name, values.as_slice()),
            _ => (name, std::slice::from_ref(value)),
        };
        for value in values {
            if let Err(why) = self.types.check(name, value) {
                panic!("{path}: {why}\n{value}");
            }
            if let Err(why) = self.schemas.check(name, value) {
                panic!("{path}: {why}\n{value}");
            }
        }
    }

    /// A call whose answer has this type; what is sent has the type named with it.
    async fn call(&mut self, method: Method, path: &str, sent: Option<(&str, Value)>, gets: &str) -> Value {
        let mut request = self.http.request(method, format!("{}{path}", self.url));
        if let Some(cookie) = &self.cookie {
            request = request.header("cookie", cookie);
        }
        if let Some((name, body)) = sent {
            self.fits(name, &body, path);
            request = request.header("content-type", "application/json").body(body.to_string());
        }
        let answer = request.send().await.expect("an answer");
        let cookie = answer.headers().get("set-cookie").and_then(|cookie| cookie.to_str().ok());
        self.cookie = cookie.and_then(|c| c.split(';').next()).map(str::to_owned).or(self.cookie.take());
        let (refused, text) = (!answer.status().is_success(), answer.text().await.expect("a text"));
        assert_eq!(refused, gets == "ErrorBody", "{path}: {text}");
        if gets == "nothing" {
            return Value::Null;
        }
        let body: Value = serde_json::from_str(&text).expect("JSON");
        self.fits(gets, &body, path);
        body
    }

    async fn get(&mut self, path: &str, gets: &str) -> Value {
        self.call(Method::GET, path, None, gets).await
    }

    async fn post(&mut self, path: &str, name: &str, body: Value, gets: &str) -> Value {
        self.call(Method::POST, path, Some((name, body)), gets).await
    }
}

#[tokio::test]
async fn bodies_fit_the_types() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = format!("sqlite:{}", folder.path().join("games.sqlite").display());
    let config = Config { database, listen: SocketAddr::from(([127, 0, 0, 1], 0)), ..Config::default() };
    let server = Server::start(config).await.expect("the server starts");
    // Plain HTTP needs no TLS, but the library requires a provider.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let http = reqwest::Client::builder().no_proxy().build().expect("a client");
    let url = format!("http://{}", server.address());
    let mut page = Page { types: Types::all(), schemas: Schemas::new(), http, url, cookie: None };
    people(&mut page).await;
    games(&mut page).await;
    page.call(Method::DELETE, "/api/session", None, "nothing").await;
    server.stop().await;
}

async fn people(page: &mut Page) {
    page.get("/api/about", "About").await;
    page.get("/api/me", "ErrorBody").await;
    page.get("/api/session", "Session").await;
    page.post("/api/session", "Entrance", json!({"guest": {"name": "Anna"}}), "Me").await;
    page.get("/api/session", "Session").await;
    let account = json!({"login": "anna", "password": "correct horse battery"});
    page.post("/api/accounts", "NewAccount", account.clone(), "Me").await;
    page.post("/api/session", "Entrance", json!({ "login": account }), "Me").await;
    page.get("/api/me", "Me").await;
    page.call(Method::PATCH, "/api/me", Some(("Changes", json!({"name": "Anna B."}))), "Me").await;
    let password = json!({"old": "correct horse battery", "new": "battery horse correct"});
    page.post("/api/me/password", "NewPassword", password, "nothing").await;
    page.post("/api/tokens", "NewToken", json!({"name": "bot", "scopes": ["play", "bot"]}), "TokenMade")
        .await;
    page.get("/api/tokens", "Tokens").await;
    page.post("/api/invitations", "NewInvitation", json!({}), "ErrorBody").await;
    let webhook = json!({"url": "https://example.com/turn"});
    page.call(Method::PUT, "/api/me/webhook", Some(("NewWebhook", webhook)), "WebhookMade").await;
}

async fn games(page: &mut Page) {
    let new = json!({
        "side": "soviet", "opponent": {"program": {"level": "cadet"}}, "visibility": "public", "pace": {"days": 3},
        "options": {"edition": "1976"},
    });
    let made = page.post("/api/games", "NewGame", new, "Made").await;
    let id = made["id"].as_str().expect("an id").to_owned();
    page.post("/api/games", "NewGame", json!({"side": "both", "position": {"turn": 3}}), "Made").await;
    page.get(&format!("/api/codes/{}", made["code"].as_str().expect("a code")), "Found").await;
    let whole = page.get(&format!("/api/games/{id}"), "Whole").await;
    let legal = page.post(&format!("/api/games/{id}/ask"), "Ask", json!("legal"), "Answered").await;
    let first = legal["answer"]["legal"]["actions"][0].clone();
    let wanted = json!({"do": {"action": first}, "at": whole["last"], "key": "k1"});
    page.post(&format!("/api/games/{id}/do"), "Do", wanted.clone(), "EntryNumber").await;
    let stale = json!({"do": wanted["do"], "at": whole["last"]});
    page.post(&format!("/api/games/{id}/do"), "Do", stale, "ErrorBody").await;
    page.post(&format!("/api/games/{id}/join"), "Join", json!({}), "EntryNumber").await;
    let past = page.get(&format!("/api/games/{id}/positions?from=0&to=1"), "Past[]").await;
    let inquiry = json!({"position": past[0]["position"], "asks": ["areas", "retreats", {"supply": {"side": "german"}}]});
    page.post("/api/ask", "Inquiry", inquiry, "Answers").await;
    let inquiry = json!({"position": {"units": {"0120": ["nobody"]}}, "asks": ["areas"]});
    page.post("/api/ask", "Inquiry", inquiry, "ErrorBody").await;
    let resign = json!({"do": {"resign": {}}});
    page.post(&format!("/api/games/{id}/do"), "Do", resign, "EntryNumber").await;
    page.get(&format!("/api/games/{id}/history"), "History").await;
    page.get(&format!("/api/games/{id}/luck"), "Luck").await;
    for list in ["open", "mine", "watch", "finished"] {
        page.get(&format!("/api/games?list={list}"), "Games").await;
    }
    let record = page.http.get(format!("{}/api/games/{id}/record", page.url)).send().await.expect("a record");
    let import = json!({"record": record.text().await.expect("a text"), "side": "both"});
    page.post("/api/games/import", "Import", import, "Made").await;
}
