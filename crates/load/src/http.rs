//! The HTTP that a player needs before the WebSocket: a session, a game, a seat.

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::header::{CONTENT_TYPE, COOKIE, HOST, ORIGIN, SET_COOKIE};
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use serde_json::{Value, json};
use std::net::{Ipv4Addr, SocketAddr};
use tokio::net::TcpStream;

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub enum Failed {
    /// The server was unreachable, or went down: try again.
    #[error("no answer: {0}")]
    Gone(String),
    /// The server refused.
    #[error("{status}: {body}")]
    Refused {
        /// The status.
        status: StatusCode,
        /// Its text.
        body: String,
    },
}

fn gone(error: impl std::fmt::Display) -> Failed {
    Failed::Gone(error.to_string())
}

/// An answer.
pub struct Reply {
    /// The session the server gave.
    pub cookie: Option<String>,
    /// The text.
    pub body: Bytes,
}

/// One call on a connection of its own.
pub async fn call(
    to: SocketAddr,
    method: Method,
    path: &str,
    cookie: Option<&str>,
    body: Option<Value>,
) -> Result<Reply, Failed> {
    call_from(to, method, path, cookie, body, None).await
}

/// The same through a proxy that says where it comes from.
pub async fn call_from(
    to: SocketAddr,
    method: Method,
    path: &str,
    cookie: Option<&str>,
    body: Option<Value>,
    from: Option<Ipv4Addr>,
) -> Result<Reply, Failed> {
    let stream = TcpStream::connect(to).await.map_err(gone)?;
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.map_err(gone)?;
    tokio::task::spawn_local(async move {
        // Whatever ends the connection also ends the call that waits for it.
        let _ = connection.await;
    });
    let mut request = Request::builder().method(method).uri(path).header(HOST, to.to_string());
    request = request.header(ORIGIN, format!("http://{to}"));
    if let Some(from) = from {
        request = request.header("x-forwarded-for", from.to_string());
    }
    if let Some(cookie) = cookie {
        request = request.header(COOKIE, cookie);
    }
    if body.is_some() {
        request = request.header(CONTENT_TYPE, "application/json");
    }
    let text = body.map(|value| value.to_string()).unwrap_or_default();
    let request = request.body(Full::new(Bytes::from(text))).map_err(gone)?;
    let response = sender.send_request(request).await.map_err(gone)?;
    let status = response.status();
    let cookie = response.headers().get(SET_COOKIE).and_then(|value| value.to_str().ok());
    let cookie = cookie.and_then(|value| value.split(';').next()).map(str::to_owned);
    let body = response.into_body().collect().await.map_err(gone)?.to_bytes();
    match status {
        status if status.is_success() => Ok(Reply { cookie, body }),
        // The server is up, but not ready or without its database: that is temporary.
        StatusCode::SERVICE_UNAVAILABLE | StatusCode::BAD_GATEWAY => {
            Err(Failed::Gone(String::from_utf8_lossy(&body).into_owned()))
        }
        status => Err(Failed::Refused { status, body: String::from_utf8_lossy(&body).into_owned() }),
    }
}

/// A new guest: the cookie of the session.
pub async fn guest(to: SocketAddr, name: &str) -> Result<String, Failed> {
    let body = json!({ "guest": { "name": name } });
    let reply = call(to, Method::POST, "/api/session", None, Some(body)).await?;
    reply.cookie.ok_or_else(|| Failed::Gone("the server gave no session".to_owned()))
}

/// A game that has been made.
#[derive(Debug, Deserialize)]
pub struct Created {
    /// Which.
    pub id: String,
    /// The code with which others take a seat.
    #[serde(default)]
    pub code: Option<String>,
}

/// A new game in which the maker plays the Germans and waits for an opponent.
pub async fn create(to: SocketAddr, cookie: &str, name: &str) -> Result<Created, Failed> {
    let body = json!({ "name": name, "side": "german" });
    let reply = call(to, Method::POST, "/api/games", Some(cookie), Some(body)).await?;
    serde_json::from_slice(&reply.body).map_err(gone)
}

/// Import a record; the sender plays both sides from its end on.
pub async fn import(to: SocketAddr, cookie: &str, name: &str, record: &str) -> Result<Created, Failed> {
    let body = json!({ "name": name, "side": "both", "record": record });
    let reply = call(to, Method::POST, "/api/games/import", Some(cookie), Some(body)).await?;
    serde_json::from_slice(&reply.body).map_err(gone)
}

/// Take the Soviet seat.
pub async fn join(to: SocketAddr, cookie: &str, game: &Created) -> Result<(), Failed> {
    let path = format!("/api/games/{}/join", game.id);
    let body = json!({ "side": "soviet", "code": game.code });
    call(to, Method::POST, &path, Some(cookie), Some(body)).await.map(drop)
}

/// Any page or answer.
pub async fn get(to: SocketAddr, path: &str, cookie: Option<&str>) -> Result<Bytes, Failed> {
    Ok(call(to, Method::GET, path, cookie, None).await?.body)
}
