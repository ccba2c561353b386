//! A server for one test, and a client that talks to it like a browser or a program.

#![allow(dead_code, unreachable_pub)] // Each test file uses a part of this.

pub mod socket;

use pgg_server::clock::Clock;
use pgg_server::{Config, Server};
use reqwest::Method;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::redirect::Policy;
use serde_json::Value;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The file of a server's database.
pub const DATABASE: &str = "games.sqlite";

/// A server on a free port of this machine, over a database of its own.
pub struct Host {
    server: Option<Server>,
    folder: TempDir,
}

impl Host {
    /// With default options.
    pub async fn start() -> Host {
        Host::with(|_| {}).await
    }

    /// With these options.
    pub async fn with(change: impl FnOnce(&mut Config)) -> Host {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let database = format!("sqlite:{}", folder.path().join(DATABASE).display());
        let mut config =
            Config { database, listen: SocketAddr::from(([127, 0, 0, 1], 0)), ..Config::default() };
        change(&mut config);
        let server = Server::start(config).await.expect("the server starts");
        Host { server: Some(server), folder }
    }

    /// On a database that is put there before.
    pub async fn over(fill: impl AsyncFnOnce(&Path)) -> Host {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fill(&folder.path().join(DATABASE)).await;
        Host { server: None, folder }.restart().await
    }

    /// Closes it in good order, changes the database, and starts it again.
    pub async fn restart_after(mut self, change: impl FnOnce(&Path)) -> Host {
        if let Some(server) = self.server.take() {
            server.stop().await;
        }
        change(&self.folder.path().join(DATABASE));
        self.restart().await
    }

    pub fn server(&self) -> &Server {
        self.server.as_ref().expect("it runs")
    }

    pub fn address(&self) -> SocketAddr {
        self.server().address()
    }

    /// A visitor that the server does not know yet.
    pub fn client(&self) -> Client {
        Client::new(self.address())
    }

    /// A guest.
    pub async fn guest(&self, name: &str) -> Client {
        let client = self.client();
        let answer = client.post("/api/session", serde_json::json!({ "guest": { "name": name } })).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        client
    }

    /// Somebody with an account.
    pub async fn account(&self, login: &str) -> Client {
        let client = self.client();
        let body = serde_json::json!({ "login": login, "password": PASSWORD });
        let answer = client.post("/api/accounts", body).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        client
    }

    /// Sends raw bytes on a connection of their own; returns the answer as far as it came before the server hung up.
    pub async fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = TcpStream::connect(self.address()).await.expect("a connection");
        let mut answer = Vec::new();
        let (mut from, mut to) = stream.split();
        let (_, _) = tokio::join!(to.write_all(bytes), from.read_to_end(&mut answer));
        String::from_utf8_lossy(&answer).into_owned()
    }

    pub async fn stop(mut self) {
        if let Some(server) = self.server.take() {
            server.stop().await;
        }
    }
}

/// The password of every account of the tests.
pub const PASSWORD: &str = "correct horse battery";

/// A clock that advances only on request. Games have the system's time, so it shows a later one: whatever they schedule
/// is due.
pub fn stopped() -> Clock {
    Clock::stopped(Clock::default().now().plus(24 * 60 * 60 * 1000))
}

/// A client: keeps its session's cookie, or has a token, and may pretend to be elsewhere. Clones share the cookie.
#[derive(Clone)]
pub struct Client {
    http: reqwest::Client,
    url: String,
    cookie: Arc<Mutex<Option<String>>>,
    headers: HeaderMap,
}

/// An answer of the server.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
    /// The text, if it is JSON.
    pub body: Value,
}

impl Answer {
    /// The code of an error.
    pub fn code(&self) -> &str {
        self.body["error"]["code"].as_str().unwrap_or_default()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}

impl Client {
    pub fn new(address: SocketAddr) -> Client {
        // Plain HTTP needs no TLS, but the library requires a provider.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder().redirect(Policy::none()).no_proxy().build().expect("a client");
        Client { http, url: format!("http://{address}"), cookie: Arc::default(), headers: HeaderMap::new() }
    }

    /// The same, with another header in every request.
    #[must_use]
    pub fn with(&self, name: &'static str, value: &str) -> Client {
        let mut client = self.clone();
        let value = HeaderValue::from_str(value).expect("a header");
        client.headers.insert(HeaderName::from_static(name), value);
        client
    }

    /// A program with this token, and no cookie.
    #[must_use]
    pub fn token(&self, token: &str) -> Client {
        let client = Client { cookie: Arc::default(), ..self.clone() };
        client.with("authorization", &format!("Bearer {token}"))
    }

    /// The session's secret.
    pub fn cookie(&self) -> Option<String> {
        self.cookie.lock().expect("not poisoned").clone()
    }

    pub fn set_cookie(&self, secret: Option<&str>) {
        *self.cookie.lock().expect("not poisoned") = secret.map(str::to_owned);
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.send(Method::POST, path, Some(body)).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.send(Method::PUT, path, Some(body)).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Answer {
        self.send(Method::PATCH, path, Some(body)).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send(Method::DELETE, path, None).await
    }

    pub async fn send(&self, method: Method, path: &str, body: Option<Value>) -> Answer {
        let mut request =
            self.http.request(method, format!("{}{path}", self.url)).headers(self.headers.clone());
        if let Some(secret) = self.cookie() {
            request = request.header("cookie", format!("other=1; pgg_session={secret}"));
        }
        if let Some(body) = body {
            request = request.header("content-type", "application/json").body(body.to_string());
        }
        let answer = request.send().await.expect("an answer");
        let (status, headers) = (answer.status(), answer.headers().clone());
        self.keep_cookie(&headers);
        let text = answer.text().await.expect("a text");
        let body = serde_json::from_str(&text).unwrap_or_default();
        Answer { status: status.as_u16(), headers, text, body }
    }

    fn keep_cookie(&self, headers: &HeaderMap) {
        for cookie in headers.get_all("set-cookie").iter().filter_map(|value| value.to_str().ok()) {
            let secret = cookie.split(';').next().and_then(|pair| pair.strip_prefix("pgg_session="));
            if let Some(secret) = secret {
                self.set_cookie(Some(secret).filter(|secret| !secret.is_empty()));
            }
        }
    }
}
