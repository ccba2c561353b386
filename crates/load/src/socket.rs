//! A WebSocket of a player, and the messages on it as a light client reads them: what it does not need stays text.

use futures_util::{SinkExt, StreamExt};
use pgg_core::Side;
use pgg_table::{Fault, Request};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::net::SocketAddr;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

/// A connection that ended, and why.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Lost(pub String);

impl From<Error> for Lost {
    fn from(error: Error) -> Lost {
        match error {
            Error::Http(response) => {
                let body = response.body().as_deref().unwrap_or_default();
                Lost(format!("{}: {}", response.status(), String::from_utf8_lossy(body)))
            }
            error => Lost(error.to_string()),
        }
    }
}

impl From<std::io::Error> for Lost {
    fn from(error: std::io::Error) -> Lost {
        Lost(error.to_string())
    }
}

/// A WebSocket.
pub struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Connect to a path of a server, with a session if there is one.
    pub async fn connect(to: SocketAddr, path: &str, cookie: Option<&str>) -> Result<Socket, Lost> {
        let stream = TcpStream::connect(to).await?;
        stream.set_nodelay(true)?;
        let mut request = format!("ws://{to}{path}").into_client_request()?;
        let header = |text: &str| HeaderValue::from_str(text).map_err(|error| Lost(error.to_string()));
        request.headers_mut().insert("origin", header(&format!("http://{to}"))?);
        if let Some(cookie) = cookie {
            request.headers_mut().insert("cookie", header(cookie)?);
        }
        // A thousand of these have to be cheap.
        let config = WebSocketConfig::default().read_buffer_size(1 << 10);
        let (socket, _) = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await?;
        Ok(Socket(socket))
    }

    /// The next text.
    pub async fn next(&mut self) -> Result<Utf8Bytes, Lost> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(frame))) => {
                    return Err(Lost(frame.map_or_else(|| "closed".to_owned(), |f| format!("closed: {f}"))));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
                None => return Err(Lost("the connection ended".to_owned())),
            }
        }
    }

    /// Send a text.
    pub async fn send(&mut self, text: impl Into<Utf8Bytes>) -> Result<(), Lost> {
        Ok(self.0.send(Message::Text(text.into())).await?)
    }

    /// Say goodbye. Whether it is heard does not matter.
    pub async fn close(mut self) {
        let _ = self.0.close(None).await;
    }
}

/// A message of the server.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Seen<'a> {
    Welcome {
        last: u32,
        you: Vec<Side>,
    },
    Entry {
        n: u32,
        #[serde(borrow)]
        what: &'a RawValue,
    },
    Done {
        id: u64,
        n: u32,
    },
    Refused {
        id: Option<u64>,
        error: Fault,
    },
    Bye {
        code: String,
        message: String,
    },
    Answer(IgnoredAny),
    Position(IgnoredAny),
    Presence(IgnoredAny),
    Thinking(IgnoredAny),
    Pong(IgnoredAny),
}

/// A request of a player.
#[derive(Serialize)]
pub struct Do<'a> {
    /// What.
    #[serde(rename = "do")]
    pub request: &'a Request,
    /// The same key again is answered, not done again.
    pub key: &'a str,
    /// The last entry seen.
    pub at: u32,
    /// Comes back with the answer.
    pub id: u64,
}

/// The path of a game's socket for somebody who has seen so many entries.
pub fn path(game: &str, since: u32) -> String {
    format!("/api/games/{game}/ws?since={since}&view=light")
}
